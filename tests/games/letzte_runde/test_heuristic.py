"""The rule-of-thumb player: sensible in plain cases, and far ahead of chance."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from card_envs.engine.batch import Batch
from card_envs.engine.match import Match
from card_envs.engine.program import program
from card_envs.games.letzte_runde.rules import ACTIONS
from tests.games.letzte_runde.scripted import GAME, begin, pass_turns, play


def choice(match: Match, luck: int = 1) -> str:
    """What it does at this point."""
    batch = Batch(GAME, 1, **match.params.as_dict())
    batch.set_states(match.states)
    actions = np.empty(1, np.int64)
    program(GAME).pick_heuristic(batch.observations, batch.action_masks, np.array([luck], np.uint64), actions)
    return ACTIONS[int(actions[0])]


def test_it_takes_a_zero_for_a_nine() -> None:
    assert choice(begin("1 2 3 9 4 5 6 7 0 9")) == "take 3"


def test_it_leaves_a_nine() -> None:
    assert choice(begin("1 2 3 9 4 5 6 7 9 0")) == "draw"


def test_it_places_a_low_card_where_its_worst_lies_and_discards_a_high_one() -> None:
    assert choice(play(begin("8 2 3 1 4 5 6 7 9 0"), "draw")) == "place 0"
    assert choice(play(begin("1 2 3 1 4 5 6 7 9 9"), "draw")) == "discard"


def test_it_peeks_while_it_can_still_use_it() -> None:
    assert choice(play(begin("1 2 3 1 4 5 6 7 9 peek"), "draw")) in ("peek 1", "peek 2")
    match = begin("1 2 3 1 4 5 6 7 9 9 9 peek")
    pass_turns(match, 1)
    play(match, "draw", "discard", "knock", "draw")
    assert not choice(match).startswith("peek")


def test_it_swaps_its_nine_for_a_card_it_knows_to_be_low() -> None:
    match = begin("9 2 3 1 4 5 6 7 0 9 swap")
    play(match, "draw", "discard", "draw", "discard", "end turn")
    match = begin("9 2 3 1 4 5 6 7 9 0 swap")
    play(match, "draw", "discard", "take 2", "end turn", "draw")
    assert choice(match) == "swap 0 for 2 of +1"


def test_it_uses_a_draw2_with_a_bad_row() -> None:
    assert choice(play(begin("9 9 9 9 4 5 6 7 8 draw2"), "draw")) == "draw2"


def test_it_places_a_second_card_that_it_must_place_where_it_costs_least() -> None:
    match = begin("1 2 3 8 4 5 6 7 8 draw2 9 9", second_card_forced=True)
    assert choice(play(match, "draw", "draw2", "discard")) == "place 3"


def test_it_knocks_when_it_is_well_ahead_and_not_when_it_is_behind() -> None:
    match = begin("9 9 9 9 0 5 5 0 1 9 1 2")
    pass_turns(match, 1)
    play(match, "draw", "place 1", "end turn", "draw", "discard", "end turn", "take 2")
    assert choice(match) == "knock"
    match = begin("0 5 5 0 9 9 9 9 1 9 9 2")
    pass_turns(match, 1)
    assert choice(play(match, "draw", "discard")) == "end turn"


def test_without_a_memory_it_knocks_now_and_then() -> None:
    match = begin("0 5 5 0 9 9 9 9 1 9 9 2", memory="none")
    pass_turns(match, 1)
    play(match, "draw", "discard")
    choices = [choice(match, luck) for luck in range(16)]
    assert set(choices) == {"knock", "end turn"}


@pytest.mark.parametrize(
    ("players", "params", "least", "most"),
    [(2, {}, 0.88, 0.12), (4, {}, 0.70, 0.04), (6, {}, 0.70, 0.03), (4, {"memory": "none"}, 0.5, 0.1)],
)
def test_it_is_far_ahead_of_chance(players: int, params: dict[str, Any], least: float, most: float) -> None:
    assert win_share(players, True, params) > least  # one among players by chance
    assert win_share(players, False, params) < most  # one by chance among such players


def win_share(players: int, alone: bool, params: dict[str, Any], matches: int = 480) -> float:
    """The win share of the one that differs: the rule-of-thumb player among chance, or chance among such players."""
    batch = Batch(GAME, matches, seed=1, num_players=players, **params)
    rng = np.random.default_rng(2)
    one = np.arange(matches) % players
    share = np.full(matches, -1.0)
    actions = np.empty(matches, np.int64)
    while (share < 0).any():
        program(GAME).pick_heuristic(
            batch.observations, batch.action_masks, rng.integers(0, 2**64, matches, np.uint64), actions
        )
        batch.step(np.where((batch.seats == one) == alone, actions, batch.random_actions(rng)))
        won = batch.placements == 1
        for place in np.flatnonzero(batch.done & (share < 0)):
            share[place] = won[place, one[place]] / won[place].sum()
    return float(share.mean())
