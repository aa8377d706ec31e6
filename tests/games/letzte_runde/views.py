"""An observation of Letzte Runde against what the referee says that the seat has seen."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Fields
from card_envs.engine.params import Params
from card_envs.games.letzte_runde.cards import NAMES, SWAP
from card_envs.games.letzte_runde.state import PHASES, ROW_SIZE

REFEREES_PHASES = {
    "choose": "take or draw",
    "knock": "knock or not",
    None: "drawn card",
    "first": "first card of draw2",
    "second": "second card of draw2",
}
REMEMBERED = (
    *("known_to", "chosen", "older", "discarded", "reshuffled", "seen", "turned_back"),
    *("turns", "outcome", "turn_place", "swap_seat", "swap_place", "draw2s"),
)
LAST_SCORING = ("revealed", "final", "set_aside")


def check(fields: Fields, view: dict[str, Any], seat: int, params: Params) -> None:
    """Raise `AssertionError` where they differ."""
    around = [(seat + ahead) % params.num_players for ahead in range(params.num_players)]
    assert _card(fields["card"]) == view["drawn"]
    remembers = params.as_dict()["memory"] == "perfect"
    shown = view["known"] if remembers else view["visible"]
    assert _rows(fields["known"], around) == [shown[other] for other in around]
    _check_table(fields, view, around, params)
    if remembers:
        _check_memory(fields, view, around, params)
    else:
        for name in REMEMBERED:
            assert not fields[name].any()
        assert not fields["discards"][1:].any()
    for name in LAST_SCORING:
        hidden = not remembers and view["seat"] is not None
        assert fields[name].any() == (not hidden and (view["round"] > 0 or view["seat"] is None)) or name == "set_aside"
    if view["seat"] is None:
        assert _codes(fields["final"], around) == [view["known"][other] for other in around]
        assert _counts(fields["set_aside"], NAMES[SWAP:]) == Counter(view["set_aside"])
    for name in ("known", "chosen", "older", "present", "to_act", "starter", "knocker", "totals", "outcome", "draw2s"):
        assert not fields[name][params.num_players :].any()


def _check_table(fields: Fields, view: dict[str, Any], around: list[int], params: Params) -> None:
    n = params.num_players
    assert _card(fields["top"]) == view["discard"][-1] == NAMES[fields["discards"][0] - 1]
    assert fields["aside"] == len(view["aside"])
    assert fields["draw_pile_size"] == view["draw_pile_size"]
    assert fields["present"][:n].all()
    for name, key in (("to_act", "seat"), ("starter", "starter"), ("knocker", "knocker")):
        assert [bool(flag) for flag in fields[name][:n]] == [other == view[key] for other in around]
    assert fields["final_turns_left"] == view["final_turns_left"]
    assert fields["totals"][:n].tolist() == [view["totals"][other] for other in around]
    assert fields["round"] == view["round"] + 1
    assert fields["rounds"] == view["rounds"]
    if view["seat"] is None:
        assert not fields["phase"].any()
    else:
        key = view["draw2"] if view["phase"] == "drawn" else view["phase"]
        assert PHASES[fields["phase"].argmax()] == REFEREES_PHASES[key]


def _check_memory(fields: Fields, view: dict[str, Any], around: list[int], params: Params) -> None:
    n = params.num_players
    for ahead, other in enumerate(around):
        expected = [[int(other in seats) for seats in view["seen_by"][owner]] for owner in around]
        assert fields["known_to"][ahead][:n].tolist() == expected
    assert [NAMES[code - 1] for code in fields["discards"] if code] == view["discard"][::-1]
    assert _counts(fields["discarded"], NAMES) == Counter(view["discard"])
    assert _counts(fields["reshuffled"], NAMES) == Counter(view["reshuffled"])
    if not view["reshuffled"]:
        assert _counts(fields["seen"], NAMES) + Counter(view["turned_back"]) == +Counter(view["cards_seen"])
        assert not fields["older"].any()
    high, low = fields["turned_back"]
    assert _counts(256 * high + low, NAMES[SWAP:]) == Counter(view["turned_back"])
    assert (256 * fields["turns"][0] + fields["turns"][1])[:n].tolist() == [view["turns"][other] for other in around]
    public = np.array([[view["public"][other][place] is not None for place in range(ROW_SIZE)] for other in around])
    assert fields["known_to"][:n, :n][:, public].all()  # what an onlooker knows everybody knows


def _card(row: npt.NDArray[np.int64]) -> str | None:
    return NAMES[row.argmax()] if row.any() else None


def _rows(rows: npt.NDArray[np.int64], around: list[int]) -> list[list[str | None]]:
    return [[_card(spot) for spot in rows[ahead]] for ahead in range(len(around))]


def _codes(rows: npt.NDArray[np.int64], around: list[int]) -> list[list[str | None]]:
    return [[NAMES[code - 1] if code else None for code in rows[ahead]] for ahead in range(len(around))]


def _counts(counts: npt.NDArray[np.int64], names: tuple[str, ...]) -> Counter[str]:
    return +Counter(dict(zip(names, counts.tolist(), strict=True)))
