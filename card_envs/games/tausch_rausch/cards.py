"""The number cards of Tausch Rausch: values 1 to 10 in four colours, two of each kind (R1).

A kind is 10 x colour + value - 1, so that the kinds of one colour stand together in the order of their values.
"""

from __future__ import annotations

BLUE, YELLOW, GREEN, RED = 0, 1, 2, 3
COLOURS = ("B", "Y", "G", "R")
COLOUR_WORDS = ("blue", "yellow", "green", "red")

NUM_COLOURS = len(COLOURS)
NUM_VALUES = 10
NUM_KINDS = NUM_COLOURS * NUM_VALUES
COPIES = 2
PACK_SIZE = NUM_KINDS * COPIES

NAMES = tuple(f"{colour}{value}" for colour in COLOURS for value in range(1, NUM_VALUES + 1))


def card_name(kind: int) -> str:
    """The name of a kind of card.

    >>> card_name(10 * GREEN + 6)
    'G7'
    """
    return NAMES[kind]


def card_from_name(name: str) -> int:
    """The kind of card of a name; `ValueError` when there is none.

    >>> card_from_name("R10")
    39
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"Tausch Rausch has no card {name!r}; it has {NAMES[0]} to {NAMES[-1]}") from None
