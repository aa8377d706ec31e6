"""The rule-of-thumb player: sensible where the case is clear, and far better than chance."""

from __future__ import annotations

import numpy as np
import pytest

import card_envs
from card_envs.agents import Decisions
from card_envs.engine.match import Match
from tests.games.gnav.scripted import GAME, begin, keep_all, play


def choice(match: Match) -> str:
    """What it does, by name."""
    agent = card_envs.load_agent("gnav", "heuristic", seed=1)
    (action,) = agent.choose(Decisions(GAME, match.vector[None], match.mask[None]))
    return GAME.actions[int(action)]


@pytest.mark.parametrize("dealt", ["Fool V VI VII", "Fool Fool VI VII", "Fool House VI VII"])
def test_it_swaps_a_fool_away(dealt: str) -> None:
    assert choice(begin(dealt)) == "swap"


@pytest.mark.parametrize("card", ["Owl", "Pot", "0", "I"])
def test_it_asks_with_a_low_card(card: str) -> None:
    assert choice(begin(f"{card} V VI VII")) == "swap"


@pytest.mark.parametrize("card", ["X", "XI", "XII", "House", "Horse", "Cat", "Dragon", "Cuckoo"])
def test_it_keeps_a_high_card(card: str) -> None:
    assert choice(begin(f"{card} V VI VII")) == "keep"


def test_it_keeps_when_a_lower_card_is_known_to_stay_with_another() -> None:
    """Seat 1 has got III for its II, and II cannot move any more."""
    match = play(begin("III II V VI"), "swap")
    assert match.seat == 1
    assert choice(match) == "keep"


def test_it_passes_on_the_lower_card_that_it_was_given() -> None:
    match = play(begin("Owl II V VI"), "swap")
    assert choice(match) == "swap"


def test_it_does_not_ask_a_neighbour_that_shows_a_fool() -> None:
    assert choice(begin("III Fool VI VII")) == "keep"


def test_the_dealer_draws_with_a_low_card() -> None:
    match = play(begin("V VI VII Owl"), "keep", "keep", "keep")
    assert choice(match) == "swap"


def test_the_dealer_keeps_a_high_card() -> None:
    match = play(begin("V VI VII XI"), "keep", "keep", "keep")
    assert choice(match) == "keep"


def test_the_dealer_keeps_a_low_card_when_another_is_known_to_hold_a_lower_one() -> None:
    match = play(begin("V VI I Pot"), "keep", "keep", "swap")
    assert choice(match) == "keep"


def test_the_dealer_draws_with_a_low_card_when_another_is_known_to_hold_a_higher_one() -> None:
    match = play(begin("V VI Pot I"), "keep", "keep", "swap")
    assert choice(match) == "swap"


def test_it_plays_a_whole_match_at_every_table() -> None:
    for seats in range(2, 9):
        match = Match(GAME, GAME.params(num_players=seats))
        match.deal(seats)
        while not match.over:
            match.step(GAME.action_from_name(choice(match)))
        assert match.results()[0].count(1) >= 1


def test_it_does_not_look_at_what_it_cannot_see() -> None:
    """The same observation, other hidden cards: the same choice."""
    one, two = begin("IV V VI VII"), begin("IV XII Cat House")
    assert (one.vector == two.vector).all()
    assert choice(one) == choice(two)


@pytest.mark.parametrize(("seats", "share"), [(2, 0.65), (4, 0.4), (8, 0.25)])
def test_it_beats_chance_by_far(seats: int, share: float) -> None:
    results = card_envs.evaluate("gnav", ["heuristic", "random"], deals=400, seed=1, num_players=seats)
    found = next(one for one in results.matchups if one.agent == "heuristic")
    assert found.win_share_ci95[0] > share


def test_rests_do_not_confuse_it() -> None:
    match = keep_all(begin("IX Fool II X", "Owl VI VII"))
    assert choice(match) == "swap"
    assert np.count_nonzero(match.state.resting) == 1
