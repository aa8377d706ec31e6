"""The pack of Letzte Runde: 45 numbers and 21 specials (L1, L3). A card is its kind: its value, or 10 to 12."""

from __future__ import annotations

import numpy as np

NINE = 9
SWAP, PEEK, DRAW2 = 10, 11, 12

NAMES = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "swap", "peek", "draw2")
COPIES = (4, 4, 4, 4, 4, 4, 4, 4, 4, 9, 9, 7, 5)

NUM_KINDS = len(NAMES)
NUM_NUMBERS = SWAP
NUM_SPECIALS = NUM_KINDS - NUM_NUMBERS
PACK = np.repeat(np.arange(NUM_KINDS), COPIES).astype(np.int8)
"""int8 (66,): all cards, sorted."""
PACK_SIZE = sum(COPIES)


def card_name(card: int) -> str:
    """The name of a card.

    >>> card_name(DRAW2)
    'draw2'
    """
    return NAMES[card]


def card_from_name(name: str) -> int:
    """The card of a name; `ValueError` when there is none.

    >>> card_from_name("swap")
    10
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"Letzte Runde has no card {name!r}; it has {', '.join(NAMES)}") from None
