"""The kernel against the referee on matches that reach what play by chance rarely does."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.engine.match import Match
from tests.games.letzte_runde.scripted import GAME, begin
from tests.games.letzte_runde.test_knowledge import keeps_drawing
from tests.games.letzte_runde.trail import lists_of
from tests.naive.parity import begun, compare
from tests.play import played
from tests.variants import random_params


def agree(matches: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    for _ in range(matches):
        params = random_params(GAME, rng, max_turns_per_round=int(rng.integers(1, 200)))
        compare(played(GAME, params, int(rng.integers(2**63)), keeps_drawing(rng)))


def test_long_rounds_with_reshuffles_and_nested_draw2s() -> None:
    agree(40, 1)


@pytest.mark.slow
def test_very_many_long_rounds() -> None:
    agree(4_000, 2)


PERFT: dict[str, tuple[int, str, dict[str, bool], list[int]]] = {
    # players, top of the pack, parameters, sequences of 1, 2, … decisions
    "numbers": (2, "0 1 2 3 4 5 6 7 8 9 8", {}, [5, 25, 77, 265, 738]),
    "swap": (2, "0 1 2 3 4 5 6 7 8 swap 9", {}, [5, 41, 153, 465, 1466]),
    "draw2": (3, "0 1 2 3 4 5 6 7 8 9 0 1 2 draw2 peek swap", {}, [5, 26, 134, 514, 2162]),
    "special on top": (2, "0 1 2 3 4 5 6 7 peek draw2 draw2 9", {"second_card_forced": True}, [1, 6, 27, 75, 267]),
    "no specials in rows": (2, "0 1 2 3 4 5 6 7 8 peek draw2 9", {"special_into_row": False}, [5, 25, 57, 210, 363]),
}


@pytest.mark.parametrize("case", PERFT)
def test_counts_of_sequences(case: str) -> None:
    """How many sequences of decisions there are from a fixed deal, in the kernel and in the referee."""
    players, top, params, counts = PERFT[case]
    match = begin(top, num_players=players, rounds=1, **params)
    assert [sequences(match, depth) for depth in range(1, len(counts) + 1)] == counts
    assert [referees_sequences(match, [], depth) for depth in (1, 2, 3)] == counts[:3]


def sequences(match: Match, depth: int) -> int:
    legal = match.legal_actions()
    if depth == 1:
        return len(legal)
    count = 0
    for action in legal:
        after = match.clone()
        after.step(action)
        count += sequences(after, depth - 1)
    return count


def referees_sequences(match: Match, actions: list[int], depth: int) -> int:
    lists = iter(lists_of(match))
    referee = begun(match, lambda cards: next(lists))
    for action in actions:
        referee.step(action)
    legal = referee.legal()
    if depth == 1:
        return len(legal)
    return sum(referees_sequences(match, [*actions, action], depth - 1) for action in legal)
