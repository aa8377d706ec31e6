"""The kernel against the referee where play by chance seldom goes: decks that run out, many reshuffles, large hands."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.engine.match import Match
from card_envs.games.tausch_rausch import GAME
from card_envs.games.tausch_rausch.cards import PACK_SIZE
from card_envs.games.tausch_rausch.rules import FIRST_PICK, FIRST_TASK
from tests.naive.parity import compare


def played_with(early: float, late: float, seed: int, rng: np.random.Generator, **params: object) -> Match:
    """A match by chance, in which tasks are done with one chance until the first deck has run out, then another."""
    match = Match(GAME, GAME.params.make(params))
    match.deal(seed)
    while not match.over:
        legal = match.legal_actions()
        if legal[0] < FIRST_PICK:
            eager = rng.random() < (late if match.state.top >= PACK_SIZE else early)
            kept = [action for action in legal if (action >= FIRST_TASK) == eager]
            legal = kept or legal
        match.step(legal[rng.integers(len(legal))])
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tasks_are_put_off_until_the_deck_has_run_out(players: int, rng: np.random.Generator) -> None:
    """Both piles empty, then tasks: reshuffles of nothing but the cards spent, hands of 35 and more."""
    reshuffles = []
    for seed in range(2):
        match = played_with(0.02, 0.3, seed, rng, num_players=players)
        compare(match)
        reshuffles.append(int(match.state.reshuffles))
    assert max(reshuffles) >= 3


@pytest.mark.parametrize("task_deck", ["fill24", "distinct21"])
def test_tasks_are_done_whenever_possible(task_deck: str, rng: np.random.Generator) -> None:
    done = []
    for seed in range(6):
        match = played_with(1.0, 1.0, seed, rng, task_deck=task_deck)
        compare(match)
        done.append(sum(match.results()[1]))
    assert max(done) >= 15  # of the 17 that there can be


def test_nobody_does_tasks_to_the_cap(rng: np.random.Generator) -> None:
    """Hands grow until deck and discard pile are used up; then trades go on without a draw."""
    for players in (2, 3, 4):
        match = played_with(0.0, 0.0, players, rng, num_players=players, max_turns=120)
        compare(match)
        assert match.truncated
        assert match.state.top == match.state.end
