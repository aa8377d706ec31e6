"""Hidden cards redrawn: each result could have been, and all that could have been is as likely as it should be."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest

from card_envs.engine.batch import resample
from card_envs.engine.match import Match
from card_envs.games.gnav.cards import COPIES, NAMES
from tests.games.gnav.scripted import GAME, begin, play
from tests.naive.gnav import Referee
from tests.naive.parity import refereed
from tests.play import played, some_policy
from tests.variants import random_params

SAMPLES = 10_000
Shuffles = list[list[str]]


def redrawn(match: Match, count: int, seed: int) -> Any:
    return resample(GAME, np.repeat(match.states, count), np.full(count, match.seat), seed).view(np.recarray)


def names_of(pack: Any) -> list[str]:
    return [NAMES[card] for card in pack]


def shuffles_of(match: Match) -> Shuffles:
    """The packs of the match so far, that of the current deal last."""
    return [names_of(event.cards) for events, _ in match.replayed() for event in events if event.cards is not None]


def referee_of(match: Match, shuffles: Shuffles) -> Referee | None:
    """The match so far with these packs; None when it could not have gone that way."""
    try:
        referee: Referee = refereed(match, shuffles)
    except (IndexError, ValueError):  # it would have shuffled once more, or ended
        return None
    return referee


def test_what_is_redrawn_could_have_been(rng: np.random.Generator) -> None:
    compared = 0
    while compared < 100:
        policy = some_policy(rng, GAME.num_actions)
        match = played(GAME, random_params(GAME, rng), int(rng.integers(2**63)), policy, int(rng.integers(60)))
        if match.over:
            continue
        earlier = shuffles_of(match)[:-1]
        referee = referee_of(match, shuffles_of(match))
        assert referee is not None
        view = referee.view(match.seat)
        for state in redrawn(match, 6, int(rng.integers(2**63))):
            other = referee_of(match, [*earlier, names_of(state.pack)])
            assert other is not None
            assert other.seat == match.seat
            assert other.view(match.seat) == view
        compared += 1


# --- how often

POSITIONS = {
    "two seats, the first to act": ("V IX", [], [1, 2]),
    "two seats, the first to act, with a Fool on the table": ("V Fool", [], [2, 3]),
    "two seats, the first has kept": ("V IX", ["keep"], [0, 2]),
    "two seats, a swap": ("V IX", ["swap"], [2, 3]),
    "three seats, a swap between two others": ("V IX VII", ["swap", "keep"], [0, 1]),
    "three seats, the first has kept": ("V IX VII", ["keep", "keep"], [0, 1]),
    "three seats, a swap and the stock": ("V IX VII", ["swap", "keep"], [1, 3]),
    "three seats, the own card given away": ("V IX VII", ["swap"], [2, 3]),
    "four seats, swaps undone by a Cat": ("V IX Cat VII", ["swap", "swap"], [0, 1]),
    "four seats, a refusal by a Dragon": ("V Dragon IX VII", ["swap", "keep"], [0, 2]),
    "four seats, past a House": ("V House IX VII", ["swap", "keep"], [0, 2]),
}
"""The cards dealt, the actions, and two places of the pack that the seat to act has not seen (stock: from its top)."""


@pytest.mark.parametrize("position", POSITIONS)
def test_all_that_could_have_been_is_reached_and_as_often_as_it_should(position: str) -> None:
    dealt, actions, places = POSITIONS[position]
    match = play(begin(dealt, lives=1 if "Dragon" in dealt else 3), *actions)
    possible = ways(match, places)
    counts = Counter(tuple(names_of(pack[places])) for pack in redrawn(match, SAMPLES, 1).pack)
    assert set(counts) == set(possible)
    total = sum(possible.values())
    expected = {cards: SAMPLES * number / total for cards, number in possible.items()}
    distance = sum((counts[cards] - often) ** 2 / often for cards, often in expected.items())
    freedom = len(possible) - 1
    assert abs(distance - freedom) < 4 * (2 * freedom) ** 0.5


def ways(match: Match, places: list[int]) -> Counter[tuple[str, str]]:
    """Every pair of cards at these places that leaves the seat what it has seen, and in how many ways it can lie there.

    A third dealt card that the seat has not seen is gone through as well; the rest of the stock can lie in any way.
    """
    seat, pack = match.seat, names_of(match.state.pack)
    known = [place for place in range(42) if int(match.state.seen_by[place]) >> seat & 1]
    assert not set(places) & set(known)
    left = Counter(dict.fromkeys(NAMES, COPIES))
    left.subtract(pack[place] for place in known)
    hidden = [place for place in range(int(match.state.stock)) if place not in known]
    others = [place for place in hidden if place not in places]
    assert len(others) <= 1
    referee = referee_of(match, [pack])
    assert referee is not None
    view = referee.view(seat)
    found: Counter[tuple[str, str]] = Counter()
    for one, two, *more in product(NAMES, repeat=2 + len(others)):
        drawn, number = left.copy(), 1
        for card in (one, two, *more):
            number *= drawn[card]
            drawn[card] -= 1
        if number > 0 and fits(match, dict(zip([*places, *others], (one, two, *more), strict=True)), known, view):
            found[one, two] += number
    return found


def fits(match: Match, chosen: dict[int, str], known: list[int], view: dict[str, Any]) -> bool:
    """Would the seat to act have seen the same with these cards?"""
    pack = names_of(match.state.pack)
    rest = Counter(dict.fromkeys(NAMES, COPIES))
    rest.subtract([*chosen.values(), *(pack[place] for place in known)])
    filling = rest.elements()
    laid = [chosen[at] if at in chosen else pack[at] if at in known else next(filling) for at in range(42)]
    referee = referee_of(match, [laid])
    return referee is not None and referee.seat == match.seat and referee.view(match.seat) == view
