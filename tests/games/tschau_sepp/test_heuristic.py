"""The rule-of-thumb player: sensible where the case is clear, and far better than chance."""

from __future__ import annotations

import pytest

import card_envs
from card_envs.agents import Decisions
from card_envs.engine.match import Match
from tests.games.tschau_sepp.scripted import ACTIONS, GAME, begin, dried, first_out, legal, play

OTHERS = "R7 R8 S7 S8 T7 | T8 R9 S9 T9 TB"


def choice(match: Match) -> str:
    """What it does, by name."""
    agent = card_envs.load_agent("tschau_sepp", "heuristic", seed=1)
    (action,) = agent.choose(Decisions(GAME, match.vector[None], match.mask[None]))
    return ACTIONS[int(action)]


def test_it_draws_when_it_must() -> None:
    assert choice(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK")) == "draw"


def test_it_lays_a_card_rather_than_draw() -> None:
    match = begin(f"E6 S6 T6 RB SB | {OTHERS} | EK", voluntary_draw=True)
    assert legal(match) == ["E6", "draw"]
    assert choice(match) == "E6"


def test_it_lays_a_drawn_card() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK E9", voluntary_draw=True), "draw")
    assert legal(match) == ["E9", "pass"]
    assert choice(match) == "E9"


def test_it_passes_when_nothing_else_is_left() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK TO", voluntary_draw=True), "draw")
    assert choice(match) == "pass"


def test_it_saves_an_under_while_another_card_covers() -> None:
    assert choice(begin(f"EU E9 EB RO SA | {OTHERS} | EK"))[1] != "U"


def test_it_names_the_suit_that_it_holds() -> None:
    assert choice(begin("EU SO SA S6 SB | R7 R8 S7 S8 T7 | T8 R9 S9 T9 TB | RK")) == "EU>S"


@pytest.mark.parametrize("last", ["EK", "E7", "E8"])
def test_it_goes_out_when_it_can(last: str) -> None:
    assert choice(first_out(last)) == last


def test_it_goes_out_with_an_eight_and_a_card_on_it_when_two_are_left() -> None:
    match = play(begin("E6 R6 R9 R8 RK | S6 RA RB T9 S9 | EK"), "E6 S6 R6 RA R9 RB")
    assert legal(match) == ["R8", "RK"]
    assert choice(match) == "R8"
    assert choice(play(match, "R8")) == "RK"


def test_it_keeps_its_eights_for_the_end_when_two_are_left() -> None:
    assert choice(begin("E8 T8 E6 R9 SB | R7 R8 S7 S8 T7 | EK")) == "E6"


def test_it_takes_nothing_from_an_empty_stock() -> None:
    match = dried("R6 R7 R8 R9 RB | S6 S7 S8 S9 SB | T6 T7 T8 T9 TB", "EA", ["", "", "RO RK SO SK TO TK"])
    assert choice(match) == "draw"


def test_it_does_not_look_at_what_it_cannot_see() -> None:
    """The same observation, other hidden cards: the same choice."""
    one = begin(f"E6 E9 EB RO SA | {OTHERS} | EK")
    two = begin("E6 E9 EB RO SA | T8 R9 S9 T9 TB | RA RK SK TK TA | EK")
    assert (one.vector == two.vector).all()
    assert choice(one) == choice(two)


def test_it_plays_a_whole_match_at_every_table() -> None:
    for seats in range(2, 6):
        match = Match(GAME, GAME.params(num_players=seats))
        match.deal(seats)
        while not match.over:
            match.step(ACTIONS.index(choice(match)))
        assert match.results()[0].count(1) >= 1


@pytest.mark.parametrize(("seats", "share"), [(2, 0.6), (3, 0.4), (4, 0.34), (5, 0.26)])
def test_it_beats_chance_by_far(seats: int, share: float) -> None:
    results = card_envs.evaluate("tschau_sepp", ["heuristic", "random"], deals=400, seed=1, num_players=seats)
    found = next(one for one in results.matchups if one.agent == "heuristic")
    assert found.win_share_ci95[0] > share
