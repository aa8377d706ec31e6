"""The questions of tasks.py, asked with the names of cards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numba

from card_envs.engine.kernels import COMPILED
from card_envs.games.tausch_rausch import cards, tasks

Kinds = Sequence[int]


def _can_fulfil(task: int, one: int, two: int) -> bool:
    return tasks.can_fulfil(task, one, two, tasks.values_of(one, two))


def _next_picks(task: int, one: int, two: int, picked_one: int, picked_two: int, last: int) -> int:
    return tasks.next_picks(task, one, two, picked_one, picked_two, last)


ask_can_fulfil: Any = numba.njit(_can_fulfil) if COMPILED else _can_fulfil
ask_next_picks: Any = numba.njit(_next_picks) if COMPILED else _next_picks


def kinds_of(names: str) -> list[int]:
    """Cards by name, in the order of kinds."""
    return sorted(cards.card_from_name(name) for name in names.split())


def sets_of(kinds: Kinds) -> tuple[int, int]:
    """A pile as its two sets."""
    one = two = 0
    for kind in kinds:
        two |= one & (1 << kind)
        one |= 1 << kind
    return one, two


def can_fulfil(task: int, hand: Kinds) -> bool:
    """Does the kernel find cards for the task in the hand?"""
    return bool(ask_can_fulfil(task, *sets_of(hand)))


def next_picks(task: int, hand: Kinds, picks: Kinds) -> set[int]:
    """The kinds that the kernel lets be picked next."""
    last = picks[-1] if picks else -1
    rest = list(hand)
    for kind in picks:
        rest.remove(kind)
    kinds = ask_next_picks(task, *sets_of([kind for kind in rest if kind >= last]), *sets_of(picks), last)
    return {kind for kind in range(cards.NUM_KINDS) if (kinds >> kind) & 1}


def sets_that_can_be_picked(task: int, hand: Kinds) -> set[tuple[int, ...]]:
    """Every set of cards that a player can reach pick by pick; raises when picks come to a dead end."""
    cost = int(tasks.COST[task])
    found: set[tuple[int, ...]] = set()

    def go_on(picks: tuple[int, ...]) -> None:
        if len(picks) == cost:
            found.add(picks)
            return
        following = next_picks(task, hand, picks)
        assert following or not picks, f"{picks} is a dead end"
        for kind in following:
            go_on((*picks, kind))

    go_on(())
    return found


def subsets(hand: Kinds, number: int) -> set[tuple[int, ...]]:
    """All different sets of so many cards of a hand, each in the order of kinds."""
    return set(combinations(sorted(hand), number))
