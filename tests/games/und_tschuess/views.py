"""An observation of "...und tschüss!" against what the referee says that the seat has seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.params import Params
from card_envs.games.und_tschuess.cards import COPIES, NAMES
from card_envs.games.und_tschuess.deck import PHASES
from card_envs.games.und_tschuess.rules import MOST_SEATS


def check(fields: Fields, view: dict[str, Any], seat: int, params: Params) -> None:
    """Raise `AssertionError` where they differ."""
    n = params.num_players
    around = [(seat + ahead) % n for ahead in range(n)]
    _check_cards(fields, view)
    assert fields["present"].tolist() == [1] * n + [0] * (MOST_SEATS - n)
    assert _flags(fields["to_act"][:n]) == [other == view["seat"] for other in around]
    assert _flags(fields["committed"][:n]) == [view["committed"][other] for other in around]
    assert fields["dropped"][:n].tolist() == [view["dropped"][other] for other in around]
    assert fields["hand_size"][:n].tolist() == [view["hand_sizes"][other] for other in around]
    assert (fields["total_plus"] - fields["total_minus"])[:n].tolist() == [view["totals"][other] for other in around]
    assert (fields["points_plus"] - fields["points_minus"])[:n].tolist() == [view["points"][other] for other in around]
    assert [_cards(row) for row in fields["played"][:n]] == [view["played"][other] for other in around]
    assert [sorted(_cards(row), key=NAMES.index) for row in fields["won"][:n]] == [view["won"][s] for s in around]
    assert PHASES[fields["phase"].argmax()] == view["phase"]
    assert fields["phase"].sum() == 1
    for name in ("round", "stage", "deck_size", "pile_size", "exhaustions"):
        assert fields[name] == view[name]
    assert fields["announces_first"].sum() == 1
    assert around[fields["announces_first"].argmax()] == _announces_first(view["dropped"])
    _check_past(fields, view, around, seat)
    for name, values in fields.items():
        if values.shape[:1] == (MOST_SEATS,) and name not in ("exchanged", "exchanged_cards"):
            assert not values[n:].any()


def _check_cards(fields: Fields, view: dict[str, Any]) -> None:
    for field, key in (
        ("hand", "hand"),
        ("row", "row"),
        ("pile", "seen_pile"),
        ("reshuffled", "seen_reshuffled"),
        ("own_thrown", "own_thrown"),
    ):
        assert _spread(fields[field]) == view[key], field
    assert (NAMES[fields["commit"] - 1] if fields["commit"] else None) == view["own_commit"]
    # What is left of the deck when all that the seat knows to lie somewhere is taken away.
    on_table = [card for cards, out in zip(view["played"], view["dropped"], strict=True) if not out for card in cards]
    if max(view["dropped"]) == len(view["dropped"]) - 1:
        on_table = []  # the round is over: all played cards are on the pile
    own_commit = [view["own_commit"]] if view["own_commit"] else []
    located = [*view["hand"], *view["row"], *view["seen_pile"], *view["won_cards"], *on_table, *own_commit]
    assert fields["unseen"].tolist() == [
        int(count) - located.count(name) for name, count in zip(NAMES, COPIES, strict=True)
    ]


def _announces_first(dropped: list[int]) -> int:
    """Seat 0, or the left of the last to drop out of this round."""
    return (dropped.index(max(dropped)) + 1) % len(dropped) if any(dropped) else 0


def _check_past(fields: Fields, view: dict[str, Any], around: list[int], seat: int) -> None:
    for number, past in enumerate(view["past_rounds"]):
        for ahead, other in enumerate(around):
            assert _cards(fields["past_played"][ahead, number]) == past["played"][other]
            assert fields["past_dropped"][ahead, number] == past["dropped"][other]
    assert not fields["past_played"][:, len(view["past_rounds"]) :].any()
    assert not fields["past_dropped"][:, len(view["past_rounds"]) :].any()
    exchanges = [(one["seat"], one["count"], one["cards"]) for one in view["exchanges"]]
    if view["phase"] == "exchange":
        exchanges.append((view["seat"], view["thrown_count"], view["thrown"]))
    for number, (thrower, count, cards) in enumerate(exchanges):
        assert fields["exchanged"][number] == count + 1
        assert _cards(fields["exchanged_cards"][number]) == (cards or [])
        dropped = fields["past_dropped"][:, number] if number < fields["round"] - 1 else fields["dropped"]
        assert around[dropped.tolist().index(1)] == thrower
    assert not fields["exchanged"][len(exchanges) :].any()
    assert not fields["exchanged_cards"][len(exchanges) :].any()


def _flags(values: Iterable[Any]) -> list[bool]:
    return [bool(value) for value in values]


def _spread(counts: Iterable[Any]) -> list[str]:
    """Counts by kind as a list of names."""
    return [NAMES[card] for card, count in enumerate(counts) for _ in range(int(count))]


def _cards(row: Iterable[Any]) -> list[str]:
    """1 + kind each, 0 for none, as a list of names."""
    return [NAMES[int(card) - 1] for card in row if card]
