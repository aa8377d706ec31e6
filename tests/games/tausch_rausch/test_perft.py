"""Counts of decision sequences ("perft") from fixed deals, by the kernel and, where it is not too deep, the referee."""

from __future__ import annotations

import copy
from collections import deque

import pytest

from card_envs.engine.match import Match
from card_envs.games.tausch_rausch import GAME
from tests.games.tausch_rausch.scripted import dealt, drain
from tests.naive.parity import begun
from tests.naive.tausch_rausch import Referee


def opening() -> Match:
    """Everybody has tasks at hand."""
    return dealt(
        "B1 B1 Y1 Y2 G4",
        "B2 B4 Y6 G8 R8",
        "R10 Y9 G9 R9 B10",
        market="B3 Y3 G3 R3 B5",
        draws="B6 Y7 R5 G10 B8 Y8",
        task_order="twin low4 even5 high4 sum9-B three run4c",
        num_players=3,
    )


def late() -> Match:
    """Two seats with large hands; a task is followed by a reshuffle of what it costs."""
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin threepair run5 fullhouse sum23-G four")
    drain(match, 0)
    return match


# The position, the counts from one decision on, and how many of them the referee checks.
COUNTS = {
    "opening": (opening, [7, 17, 51, 224, 774, 2_842], 4),
    "late": (late, [10, 237, 2_895], 2),
}


def count(match: Match, depth: int) -> int:
    """How many sequences of so many decisions there are."""
    if depth == 0 or match.over:
        return 1
    if depth == 1:
        return len(match.legal_actions())
    total = 0
    for action in match.legal_actions():
        other = match.clone()
        other.step(action)
        total += count(other, depth - 1)
    return total


def referees_count(referee: Referee, depth: int) -> int:
    """The same by the referee."""
    if depth == 0 or referee.over:
        return 1
    total = 0
    for action in referee.legal():
        other = copy.deepcopy(referee)
        other.step(action)
        total += referees_count(other, depth - 1)
    return total


def referee_at(match: Match) -> Referee:
    """The referee at the point of a match; later shuffles leave the cards in the order of kinds."""
    lists: deque[list[str]] = deque(
        [GAME.card_names[card] for card in event.cards]
        for events, _ in match.replayed()
        for event in events
        if event.cards is not None
    )
    referee: Referee = begun(match, lambda given: lists.popleft() if lists else sorted(given))
    for action in match.actions:
        referee.step(action)
    return referee


@pytest.mark.parametrize("name", COUNTS)
def test_perft(name: str) -> None:
    position, expected, checked = COUNTS[name]
    match = position()
    assert [count(match, depth) for depth in range(1, len(expected) + 1)] == expected
    referee = referee_at(match)
    assert [referees_count(referee, depth) for depth in range(1, checked + 1)] == expected[:checked]
