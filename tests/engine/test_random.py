"""The stream of chance: the published splitmix64, numbers without bias, shuffles as likely as each other."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from card_envs.engine import random
from card_envs.engine.batch import match_seeds
from card_envs.games import load

STATE = np.dtype([("rng", "u8"), ("cards", "i1", (4,))])


def _draws(states: Any, out: Any) -> None:
    for i in range(len(out)):
        out[i] = random.draw(states[0])


def _belows(states: Any, bound: int, out: Any) -> None:
    for i in range(len(out)):
        out[i] = random.below(states[0], bound)


def _shuffles(states: Any, out: Any) -> None:
    tape = random.no_tape()
    for i in range(len(out)):
        for card in range(4):
            states[0].cards[card] = card
        random.shuffle(states[0], states[0].cards, 4, tape)
        out[i] = states[0].cards


draws, belows, shuffles = (numba.njit(function) for function in (_draws, _belows, _shuffles))


def states(rng: int = 0) -> npt.NDArray[Any]:
    state = np.zeros(1, STATE)
    state["rng"] = rng
    return state


def test_the_stream_is_splitmix64() -> None:
    """The first words from seed 1234567, as Vigna's splitmix64.c gives them."""
    out = np.zeros(3, np.uint64)
    draws(states(1234567), out)
    assert out.tolist() == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers_below_a_bound() -> None:
    for bound in (1, 2, 3, 7, 42, 104):
        out = np.zeros(20_000, np.int64)
        belows(states(bound), bound, out)
        counts = np.bincount(out, minlength=bound)
        assert len(counts) == bound
        expected = len(out) / bound
        assert ((counts - expected) ** 2 / expected).sum() < bound + 5 * np.sqrt(2 * bound)


def test_every_order_is_as_likely() -> None:
    out = np.zeros((48_000, 4), np.int8)
    shuffles(states(7), out)
    orders = dict.fromkeys(permutations(range(4)), 0)
    for row in out.tolist():
        orders[tuple(row)] += 1
    expected = len(out) / 24
    assert sum((count - expected) ** 2 / expected for count in orders.values()) < 24 + 5 * np.sqrt(48)


def test_match_seeds_differ_and_fit_63_bits() -> None:
    game = load("gnav")
    one, two = match_seeds(game, 1, 5000), match_seeds(game, 2, 5000)
    assert len({*one.tolist(), *two.tolist()}) == 10_000
    assert int(max(one.max(), two.max())) < 2**63
    assert (match_seeds(game, 1, 10) == one[:10]).all()
