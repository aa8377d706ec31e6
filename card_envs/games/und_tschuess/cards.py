"""The deck of "...und tschüss!": 104 cards of 17 kinds (U1). A kind is numbered by its value, lowest first."""

from __future__ import annotations

import numpy as np

NAMES = ("-10", "-5", *(str(value) for value in range(1, 16)))
"""A card is called by its value."""

NUM_KINDS = len(NAMES)
VALUE = np.array([int(name) for name in NAMES])
"""int64 (17,): the points of each kind."""
COPIES = np.array([6, 8, *[6] * 15])
"""int64 (17,): how many cards of each kind there are."""
DECK_SIZE = int(COPIES.sum())


def card_name(card: int) -> str:
    """The name of a kind of card.

    >>> card_name(1)
    '-5'
    """
    return NAMES[card]


def card_from_name(name: str) -> int:
    """The kind of a name; `ValueError` when there is none.

    >>> card_from_name("15")
    16
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"...und tschüss! has no card {name!r}; it has {', '.join(NAMES)}") from None
