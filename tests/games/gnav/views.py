"""An observation of Gnav against what the referee says that the seat has seen."""

from __future__ import annotations

from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.params import Params
from card_envs.games.gnav.cards import HOUSE, NAMES
from card_envs.games.gnav.rules import OUTCOMES

REFEREES_WORDS = {
    "kept": "kept",
    "swapped": "swapped",
    "stopped by Cuckoo": "stopped by Cuckoo",
    "refused by Dragon": "refused by Dragon",
    "refused by Cat": "refused by Cat",
    "drew a card": "stock",
    "drew Cuckoo": "stock Cuckoo",
    "drew Dragon": "stock Dragon",
    "drew Cat": "stock Cat",
}


def check(fields: Fields, view: dict[str, Any], seat: int, params: Params) -> None:
    """Raise `AssertionError` where they differ."""
    n = params.num_players
    around = [(seat + ahead) % n for ahead in range(n)]
    assert _card(fields["card"]) == view["card"]
    assert _card(fields["dealt"]) == view["dealt"]
    assert [_card(row) for row in fields["known_card"][: n - 1]] == [view["knows"][other] for other in around[1:]]
    assert [_card(row) for row in fields["known_dealt"][: n - 1]] == [view["knows_dealt"][s] for s in around[1:]]
    assert fields["lives_left"][:n].tolist() == [view["lives"][other] for other in around]
    assert fields["resting"][:n].tolist() == [view["resting"][other] for other in around]
    assert [int(flag) for flag in fields["dealer"][:n]] == [int(other == view["dealer"]) for other in around]
    assert [int(flag) for flag in fields["to_act"][:n]] == [int(other == view["turn"]) for other in around]
    assert fields["deal_number"] == view["deal"]
    _check_turns(fields, view, around)
    shown = [NAMES[HOUSE + i] for i, count in enumerate(fields["stock_shown"]) for _ in range(count)]
    assert shown == sorted(view["stock_shown"], key=NAMES.index)
    if view["card"] is not None and view["card"] == view["dealt"] and fields["holds"][0][0]:
        assert fields["seen_by"][0][:n].tolist() == [int(view["known_to"][other]) for other in around]
    for name in ("present", "lives_left", "acting_order", "outcome", "holds", "seen_by"):
        assert not fields[name][n:].any()


def _check_turns(fields: Fields, view: dict[str, Any], around: list[int]) -> None:
    order = {}
    for ahead, other in enumerate(around):
        if fields["acting_order"][ahead].any():
            order[int(fields["acting_order"][ahead].argmax())] = other
        outcome = REFEREES_WORDS.get(OUTCOMES[fields["outcome"][ahead].argmax()])
        assert outcome == view["outcomes"][other]
        partner = around[fields["partner"][ahead].argmax()] if fields["partner"][ahead].any() else None
        assert partner == view["partner"][other]
        assert bool(fields["undone"][ahead]) == view["undone"][other]
    assert [order[place] for place in range(len(order))] == view["order"]


def _card(row: Any) -> str | None:
    return NAMES[row.argmax()] if row.any() else None
