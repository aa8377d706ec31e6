"""The pack of Gnav: 42 cards, two of each of 21 ranks, no suits (G9, G10). A card is its rank, 0 lowest."""

from __future__ import annotations

FOOL, OWL, POT, ZERO = 0, 1, 2, 3
HOUSE, HORSE, CAT, DRAGON, CUCKOO = 16, 17, 18, 19, 20

NAMES = (
    *("Fool", "Owl", "Pot", "0"),
    *("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"),
    *("House", "Horse", "Cat", "Dragon", "Cuckoo"),
)

NUM_RANKS = len(NAMES)
COPIES = 2
PACK_SIZE = NUM_RANKS * COPIES
MATADORS = (HOUSE, HORSE, CAT, DRAGON, CUCKOO)


def card_name(card: int) -> str:
    """The name of a card.

    >>> card_name(CUCKOO)
    'Cuckoo'
    """
    return NAMES[card]


def card_from_name(name: str) -> int:
    """The card of a name; `ValueError` when there is none.

    >>> card_from_name("VII")
    10
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"Gnav has no card {name!r}; it has {', '.join(NAMES)}") from None
