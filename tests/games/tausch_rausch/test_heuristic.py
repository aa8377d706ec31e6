"""The rule-of-thumb player: always legal, sees to its tasks, far better than chance."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt
import pytest

import card_envs
from card_envs.engine.batch import Batch
from card_envs.engine.kernels import COMPILED
from card_envs.engine.match import Match
from card_envs.engine.program import program
from card_envs.games.tausch_rausch import GAME
from card_envs.games.tausch_rausch.cards import NUM_KINDS
from card_envs.games.tausch_rausch.heuristic import without
from card_envs.games.tausch_rausch.needs import levels_of, need_of
from card_envs.games.tausch_rausch.tasks import NUM_TASKS, can_fulfil, values_of
from tests.games.tausch_rausch.scripted import dealt, legal, play


def choices(batch: Batch) -> npt.NDArray[np.int64]:
    actions = np.zeros(batch.num_games, np.int64)
    program(GAME).pick_heuristic(batch.observations, batch.action_masks, np.zeros(batch.num_games, np.uint64), actions)
    return actions


def choice(match: Match) -> str:
    actions = np.zeros(1, np.int64)
    program(GAME).pick_heuristic(match.vector[None].copy(), match.mask[None].copy(), np.zeros(1, np.uint64), actions)
    return str(GAME.actions[actions[0]])


def win_share(players: int, alone: bool, matches: int = 200) -> float:
    """Of one such player among players by chance, or of one player by chance among such players."""
    batch = card_envs.batch("tausch_rausch", matches, seed=7, num_players=players)
    rng = np.random.default_rng(7)
    its_seat = np.arange(matches) % players
    open_matches = np.ones(matches, bool)
    wins = 0.0
    while open_matches.any():
        own = batch.seats == its_seat
        batch.step(np.where(own == alone, choices(batch), batch.random_actions(rng)))
        for place in np.flatnonzero(batch.done & open_matches):
            first = batch.placements[place] == 1
            wins += first[its_seat[place]] / first.sum()
        open_matches &= ~batch.done
    return wins / matches


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_chance(players: int) -> None:
    assert win_share(players, alone=True) > 0.95
    assert win_share(players, alone=False) < 0.05


def test_it_is_legal_wherever_chance_has_led() -> None:
    """Also in the middle of picks that it would not have made."""
    batch = card_envs.batch("tausch_rausch", 256, seed=8, num_players=[2, 3, 4, 4] * 64)
    for _ in range(300):
        assert batch.action_masks[np.arange(256), choices(batch)].all()
        batch.step(batch.random_actions())


def test_it_does_a_task_when_it_can_and_spends_what_others_need_least() -> None:
    match = dealt("B2 B2 Y5 G7 R7", "R1 R3 R4 R6 G9", task_order="twin run4c four sum23-Y high4 low4")
    assert choice(match) == "task 0"
    match = dealt("B5 Y5 G5 R5 B9", task_order="three sum9-Y sum9-G sum9-R low4")  # 5 + 4 needs Y5, G5, R5; not B5
    play(match, "task 0")
    assert choice(match) == "B5"


def test_it_trades_for_the_card_that_a_task_lacks() -> None:
    match = dealt(
        "B7 Y7 G2 R4 Y9", market="R7 B1 Y2 B3 Y4 G6 R8 G10 Y1 B6", task_order="three run4c high4 sum23-Y sum9-R"
    )
    assert choice(match) == "trade 0"
    play(match, "trade 0")
    assert choice(match) not in {"B7", "Y7"}
    assert choice(match) in legal(match)


def _wrong_needs(one: int, two: int) -> int:
    """A task of which `need_of` a hand is not what comes out when each card is tried; -1 when there is none."""
    for task in range(NUM_TASKS):
        lacking, needed = need_of(task, one, two, levels_of(one, two))
        if (lacking == 0) != can_fulfil(task, one, two, values_of(one, two)):
            return task
        for kind in range(NUM_KINDS):
            if (one >> kind) & 1:
                left_one, left_two = without(one, two, 1 << kind, 0)
                lacking_then, _ = need_of(task, left_one, left_two, levels_of(left_one, left_two))
                if lacking_then != lacking + ((needed >> kind) & 1):
                    return task
        if needed & ~one:
            return task
    return -1


wrong_needs: Any = numba.njit(_wrong_needs) if COMPILED else _wrong_needs


def test_the_cards_that_a_task_needs_are_those_without_which_one_more_is_lacking() -> None:
    rng = np.random.default_rng(3)
    pack = np.repeat(np.arange(NUM_KINDS), 2)
    for number in rng.integers(0, 25, 3000 if COMPILED else 100):
        counts = np.bincount(rng.choice(pack, number, replace=False), minlength=NUM_KINDS)
        one = sum(1 << kind for kind in range(NUM_KINDS) if counts[kind] > 0)
        two = sum(1 << kind for kind in range(NUM_KINDS) if counts[kind] > 1)
        with np.errstate(over="ignore"):  # uncompiled, words wrap around with a warning
            assert wrong_needs(one, two) == -1
