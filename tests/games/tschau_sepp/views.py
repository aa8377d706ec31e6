"""An observation of Tschau Sepp against what the referee says that the seat has seen.

The referee remembers every take, lay and proof of the match. What may be in a hand is found out from these by
matching cards with takes, and not, as the rules do it, by counting on from step to step.
"""

from __future__ import annotations

from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.params import Params
from card_envs.games.tschau_sepp.cards import NAMES, RANKS, SUITS
from card_envs.games.tschau_sepp.memory import KNOWN, LATEST, SURE
from card_envs.games.tschau_sepp.observation import SPECIAL
from card_envs.games.tschau_sepp.state import UPCARDS


def check(fields: Fields, view: dict[str, Any], seat: int, params: Params) -> None:
    """Raise `AssertionError` where they differ."""
    n = params.num_players
    around = [(seat + ahead) % n for ahead in range(n)]
    assert cards(fields["hand"]) == sorted(view["hand"])
    assert sorted(view["pile"]) == cards(fields["pile"])
    assert f"{word(fields['top_suit'], SUITS)}-{word(fields['top_rank'], RANKS)}" == view["top"] == view["pile"][-1]
    assert word(fields["suit"], SUITS) == view["suit"]
    assert bool(fields["named"]) == view["named"]
    assert fields["pending"] == view["pending"]
    assert bool(fields["drew"]) == view["drew"]
    assert fields["stock_size"] == view["stock_size"]
    assert number(fields["turns"]) == view["turns"]
    assert number(fields["reshuffles"]) == view["reshuffles"]
    assert fields["present"].tolist() == [1] * n + [0] * (5 - n)
    assert fields["hand_size"][:n].tolist() == [view["hand_sizes"][other] for other in around]
    assert fields["out"][:n].tolist() == [view["out"][other] for other in around]
    for name in ("to_act", "hand_size", "out", "may_hold"):
        assert not fields[name][n:].any()
    drawn = f"{word(fields['drawn_suit'], SUITS)}-{word(fields['drawn_rank'], RANKS)}"
    if view["drawn"] is not None:
        assert drawn == view["drawn"]
    elif drawn != "None-None":
        assert drawn in view["hand"]  # under voluntary_draw a card that does not fit
        assert params.voluntary_draw
    _check_parameters(fields, params)
    _check_batches(fields, view)
    _check_hands(fields, view, around)


def _check_parameters(fields: Fields, params: Any) -> None:
    for name in ("seven_skips_turn", "seven_stacking", "voluntary_draw", "end_at_first_out"):
        assert bool(fields[name]) == getattr(params, name)
    assert word(fields["upcard"], UPCARDS) == params.upcard
    assert word(fields["two_player_end"], ("count", "reshuffle")) == params.two_player_end
    assert number(fields["max_turns"]) == params.max_turns


def _check_batches(fields: Fields, view: dict[str, Any]) -> None:
    """Cards of different shuffles are told apart, in their order."""
    hidden = _hidden(view)
    shuffle_of = view["shuffle_of"]
    batch = dict(zip(NAMES, fields["batch"].tolist(), strict=True))
    assert {card for card in NAMES if batch[card] != KNOWN} == hidden
    assert {card for card in hidden if batch[card] == LATEST} == {
        card for card in hidden if shuffle_of[card] == view["reshuffles"]
    }
    pairs = sorted({(shuffle_of[card], -batch[card]) for card in hidden})
    assert len({pair[0] for pair in pairs}) == len(pairs)
    assert sorted(pair[1] for pair in pairs) == [pair[1] for pair in pairs]
    if view["reshuffles"]:
        recycled = {card for card in view["recycled"] if card in hidden}
        assert recycled == {card for card in hidden if batch[card] == LATEST}


def _hidden(view: dict[str, Any]) -> set[str]:
    """The cards that not everybody can place."""
    return set(NAMES) - set(view["pile"]) - set(view["buried"]) - {card for hand in view["known"] for card in hand}


def _check_hands(fields: Fields, view: dict[str, Any], around: list[int]) -> None:
    buried = {}
    for suit in range(4):
        for kind, rank in enumerate(SPECIAL):
            if fields["buried"][suit, kind]:
                buried[int(fields["buried"][suit, kind])] = f"{SUITS[suit]}-{RANKS[rank]}"
    assert [buried[place + 1] for place in range(len(buried))] == view["buried"]
    for ahead, other in enumerate(around):
        sure = [NAMES[card] for card in range(36) if fields["may_hold"][ahead, card] == SURE]
        assert sorted(sure) == sorted(view["known"][other])
    if view["turns"] < 80 or view["turns"] % 16 == 0:  # later, now and then is enough
        for ahead, other in enumerate(around):
            _check_places(fields["may_hold"][ahead].tolist(), view, other)


def _check_places(may_hold: list[int], view: dict[str, Any], seat: int) -> None:
    """In how many places of the seat's hand each card may be."""
    hidden = _hidden(view)
    proofs = view["proofs"][seat][::-1]
    found: dict[tuple[int, int], int] = {}
    for card, count in zip(NAMES, may_hold, strict=True):
        if card in hidden:
            shuffle = view["shuffle_of"][card]
            since = next((moment for moment, suit, rank in proofs if _shows(suit, rank, card)), -1)
            if (shuffle, since) not in found:
                found[shuffle, since] = most_since(view, seat, shuffle, since)
            assert count == found[shuffle, since]
        elif card not in view["known"][seat]:
            assert count == 0


def most_since(view: dict[str, Any], seat: int, shuffle: int, since: int) -> int:
    """The most cards that the seat can have left of those it took from this shuffle after this moment."""
    takes = [moment for moment, number in view["takes"][seat] if number == shuffle]
    lays = [(moment, laid) for moment, laid, number in view["lays"][seat] if number == shuffle]
    older = [moment for moment in takes if moment < since]
    fits = [[_may_come_from(take, lay, view["proofs"][seat]) for take in older] for lay in lays]
    # As many lays as can be were of older takes; the others used up newer ones.
    return len(takes) - len(older) - (len(lays) - most_pairs(fits))


def _shows(suit: str, rank: str, card: str) -> bool:
    """Would the hand have covered this suit and rank with the card?"""
    return suit == card.partition("-")[0] or card.partition("-")[2] in (rank, "Under")


def _may_come_from(take: int, lay: tuple[int, str], proofs: list[tuple[int, str, str]]) -> bool:
    moment, card = lay
    return take < moment and not any(take < at < moment and _shows(suit, rank, card) for at, suit, rank in proofs)


def most_pairs(fits: list[list[bool]]) -> int:
    """The most rows that can have a column each, where `fits`, no column twice."""
    owner: dict[int, int] = {}

    def find(row: int, tried: set[int]) -> bool:
        for column, fit in enumerate(fits[row]):
            if fit and column not in tried:
                tried.add(column)
                if column not in owner or find(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    return sum(find(row, set()) for row in range(len(fits)))


def cards(row: Any) -> list[str]:
    """The names of the cards whose entry is set, sorted."""
    return sorted(name for name, entry in zip(NAMES, row.tolist(), strict=True) if entry)


def word(row: Any, words: tuple[str, ...]) -> str | None:
    """The word that a one-hot row stands for."""
    return words[row.argmax()] if row.any() else None


def number(pair: Any) -> int:
    """High byte and low byte."""
    return int(pair[0]) * 256 + int(pair[1])
