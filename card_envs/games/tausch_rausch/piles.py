"""Piles: how many cards of each kind, none, one or two, as two sets of kinds.

In the state a pile is a row of two uint64: kinds of which there is at least one card, and kinds of which there are
two. Taken out of it, a set is a whole number with a bit for each kind (40 at most). Tasks are kept in piles as well.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from card_envs.engine.kernels import rule

Pile: TypeAlias = Any
"""uint64 (2,): the sets `once` and `twice`."""

_PAIRS = np.uint64(0x5555555555555555)
_FOURS = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


# --- sets


@rule
def number_of(kinds: int) -> int:
    """How many kinds a set has: the sum of its bits, added up in pairs, fours and bytes."""
    word = np.uint64(kinds)
    word = word - ((word >> _1) & _PAIRS)
    word = (word & _FOURS) + ((word >> _2) & _FOURS)
    word = (word + (word >> _4)) & _BYTES
    return int(np.int64((word * _SUM) >> _56))


@rule
def first_of(kinds: int) -> int:
    """The lowest kind of a set that is not empty."""
    return number_of((kinds & -kinds) - 1)


# --- piles


@rule
def once(pile: Pile) -> int:
    """The kinds of which the pile has at least one card."""
    return int(np.int64(pile[0]))


@rule
def twice(pile: Pile) -> int:
    """The kinds of which the pile has two cards."""
    return int(np.int64(pile[1]))


@rule
def size(pile: Pile) -> int:
    """How many cards the pile has."""
    return number_of(once(pile)) + number_of(twice(pile))


@rule
def count_of(pile: Pile, kind: int) -> int:
    """How many cards of this kind the pile has."""
    return ((once(pile) >> kind) & 1) + ((twice(pile) >> kind) & 1)


@rule
def fill(pile: Pile, one: int, two: int) -> None:
    """Make the pile that of these sets."""
    pile[0] = np.uint64(one)
    pile[1] = np.uint64(two)


@rule
def add(pile: Pile, one: int, two: int) -> None:
    """Add the cards of these sets; of no kind are there more than two together."""
    fill(pile, once(pile) | one, twice(pile) | two | (once(pile) & one))


@rule
def take_away(pile: Pile, one: int, two: int) -> None:
    """Take the cards of these sets away, as far as the pile has them."""
    fill(pile, (once(pile) & ~one) | (twice(pile) & ~two), twice(pile) & ~one)


@rule
def add_card(pile: Pile, kind: int) -> None:
    """Add one card."""
    add(pile, 1 << kind, 0)


@rule
def take_card(pile: Pile, kind: int) -> None:
    """Take one card away."""
    take_away(pile, 1 << kind, 0)
