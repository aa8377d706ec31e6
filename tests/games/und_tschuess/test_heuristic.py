"""The rule-of-thumb player is worth beating."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.engine.batch import Batch
from card_envs.engine.match import Match
from card_envs.engine.program import program
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.rules import DONE
from tests.games.und_tschuess.scripted import begin, lay, play_until


def share_of_wins(players: int, alone: bool, matches: int = 600) -> float:
    """The share of wins of one heuristic player among random ones, or of one random player among heuristic ones."""
    batch = Batch(GAME, matches, seed=3, num_players=players)
    rng = np.random.default_rng(3)
    own = np.arange(matches) % players
    shares = np.full(matches, np.nan)
    clever = np.empty(matches, np.int64)
    while np.isnan(shares).any():
        luck = rng.integers(0, 2**64, matches, np.uint64)
        program(GAME).pick_heuristic(batch.observations, batch.action_masks, luck, clever)
        batch.step(np.where((batch.seats == own) == alone, clever, batch.random_actions(rng)))
        for place in np.flatnonzero(batch.done & np.isnan(shares)):
            placements = batch.placements[place]
            shares[place] = (placements[own[place]] == 1) / (placements == 1).sum()
    return float(shares.mean())


@pytest.mark.parametrize(("players", "least"), [(4, 0.7), (5, 0.7), (6, 0.6)])
def test_it_beats_random_play(players: int, least: float) -> None:
    assert share_of_wins(players, True) > least
    assert share_of_wins(players, False) < 0.05


def choice(match: Match) -> str:
    action = np.empty(1, np.int64)
    program(GAME).pick_heuristic(match.vector[None], match.mask[None], np.zeros(1, np.uint64), action)
    return GAME.actions[action[0]]


def test_it_lays_a_low_card_rather_than_win_a_bad_last_points_card() -> None:
    match = lay(begin(["1", "2 2", "15 9 -10", "9 8"], "-10 -10 -5"), "1 2 15 9", "2 9 8")
    assert match.seat == 2
    assert choice(match) == "-10"


def test_it_wins_a_good_last_points_card_when_it_can() -> None:
    match = lay(begin(["1", "2 2", "5 5 15 -10 1 1 1", "9 6"], "-10 2 15"), "1 2 5 9", "2 5 6")
    assert choice(match) == "15"


def test_it_throws_low_cards_and_keeps_high_ones() -> None:
    match = play_until(
        begin(["-10 15 15 15 1 1 1", "14 14 14", "13 13 13", "12 12 12"]), lambda state: state.phase == 1
    )
    thrown = []
    while match.state.phase == 1:
        thrown.append(choice(match))
        match.step(GAME.action_from_name(thrown[-1]))
    assert thrown[-1] == GAME.actions[DONE]
    assert all(int(name) < 12 for name in thrown[:-1])
