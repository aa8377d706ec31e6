"""The Swiss-German pack of 36 cards: four suits, nine ranks (section F, Names). A card is 9 x suit + rank.

A set of cards is a uint64 with the bit of each card that is in it.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from card_envs.engine.kernels import inlined

EICHEL, ROSEN, SCHELLEN, SCHILTEN = range(4)
SUITS = ("Eichel", "Rosen", "Schellen", "Schilten")
NUM_SUITS = len(SUITS)

SIX, SEVEN, EIGHT, NINE, BANNER, UNDER, OBER, KOENIG, ASS = range(9)
RANKS = ("6", "7", "8", "9", "Banner", "Under", "Ober", "König", "Ass")
NUM_RANKS = len(RANKS)
VALUES = (6, 7, 8, 9, 10, 2, 3, 4, 11)
"""What a card of each rank counts when it is left in a hand (T25 to T30)."""

Cards: TypeAlias = Any
"""A set of cards: uint64."""

PACK_SIZE = NUM_SUITS * NUM_RANKS
PACK_VALUE = NUM_SUITS * sum(VALUES)
NAMES = tuple(f"{suit}-{rank}" for suit in SUITS for rank in RANKS)


def card_name(card: int) -> str:
    """The name of a card.

    >>> card_name(9 * SCHELLEN + UNDER)
    'Schellen-Under'
    """
    return NAMES[card]


def card_from_name(name: str) -> int:
    """The card of a name; `ValueError` when there is none.

    >>> card_from_name("Rosen-6")
    9
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"the pack has no card {name!r}; it has {', '.join(NAMES)}") from None


def set_of(*cards: int) -> int:
    """The set of these cards, as a whole number.

    >>> bin(set_of(0, 3))
    '0b1001'
    """
    return sum(1 << card for card in set(cards))


def _of_rank(rank: int) -> int:
    return set_of(*range(rank, PACK_SIZE, NUM_RANKS))


def _covering(card: int) -> int:
    """T6 to T9: the cards of the same suit, those of the same rank, and the Unders."""
    first = card - card % NUM_RANKS
    return set_of(*range(first, first + NUM_RANKS)) | _of_rank(card % NUM_RANKS) | _of_rank(UNDER)


SEVENS = np.uint64(_of_rank(SEVEN))
UNDERS = np.uint64(_of_rank(UNDER))
COVERING = np.array([_covering(card) for card in range(PACK_SIZE)], np.uint64)
"""uint64 (36,): the set of cards that cover each card, the card itself included."""


@inlined
def only(card: int) -> Cards:
    """The set of this card alone."""
    return np.uint64(1) << np.uint64(card)


@inlined
def has(cards: Cards, card: int) -> bool:
    """Is the card in the set?"""
    return bool((cards >> np.uint64(card)) & np.uint64(1))
