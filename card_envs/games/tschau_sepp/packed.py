"""A number for each card, eight to a word: the one place where this game trades plain loops for speed.

A *row* is uint64 (5,): byte c % 8 of word c // 8 is the number of card c, from 0 to 127; the last four bytes stay
zero. What is done to all 36 numbers takes five steps, and no number touches its neighbour, since none reaches 128.
The loops that take words apart are written so that a compiler makes one store of eight.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from card_envs.engine.game import Vector
from card_envs.engine.kernels import inlined, uncounted
from card_envs.games.tschau_sepp.cards import PACK_SIZE, Cards

Word: TypeAlias = Any
"""uint64: eight numbers of a row."""

WORDS = (PACK_SIZE + 7) // 8


def packed(numbers: list[int]) -> list[int]:
    """The words of a row that holds these numbers.

    >>> [hex(word) for word in packed([1, 2] + [0] * 34)]
    ['0x201', '0x0', '0x0', '0x0', '0x0']
    """
    return [sum(n << 8 * byte for byte, n in enumerate(numbers[8 * k : 8 * k + 8])) for k in range(WORDS)]


ONES = np.array(packed([1] * PACK_SIZE), np.uint64)
"""uint64 (5,): the row that holds 1 for every card."""
_SPREAD = np.array([sum((cards >> i & 1) << 8 * i for i in range(8)) for cards in range(256)], np.uint64)
"""uint64 (256,): for a set of eight cards, the word that holds 1 for each of them."""
_LOW = np.uint64(0x0101010101010101)  # 1 in each byte
_HIGH = np.uint64(0x8080808080808080)  # 128 in each byte
_MOST = np.uint64(0x7F7F7F7F7F7F7F7F)  # 127 in each byte
_BYTE = np.uint64(255)
_7, _8 = np.uint64(7), np.uint64(8)


@uncounted
def number_of(word: Word, card: int) -> int:
    """The number of a card, from its word."""
    return int(np.int64((word >> np.uint64(card % 8 * 8)) & _BYTE))


@uncounted
def with_number(word: Word, card: int, number: int) -> Word:
    """The word of a card with another number for it."""
    shift = np.uint64(card % 8 * 8)
    return word & ~(_BYTE << shift) | np.uint64(number) << shift


@uncounted
def equal(word: Word, number: int) -> Word:
    """1 in each byte that holds this number."""
    return (~((word ^ np.uint64(number) * _LOW) + _MOST) & _HIGH) >> _7


@uncounted
def at_least(word: Word, number: int) -> Word:
    """1 in each byte that holds this number or more."""
    return (((word | _HIGH) - np.uint64(number) * _LOW) & _HIGH) >> _7


@inlined
def write_set(vector: Vector, start: int, cards: Cards) -> None:
    """A set of cards, one entry a card."""
    for k in range(WORDS):
        write_word(vector, start, k, _SPREAD[np.int64(cards & _BYTE)])
        cards = cards >> _8


@inlined
def write_word(vector: Vector, start: int, k: int, word: Word) -> None:
    """The numbers of word k of a row, one entry a card; the row begins at `start`."""
    first = start + 8 * k
    if k < WORDS - 1:
        for i in range(8):
            vector[first + i] = np.int64((word >> np.uint64(8 * i)) & _BYTE)
    else:
        for i in range(PACK_SIZE % 8):
            vector[first + i] = np.int64((word >> np.uint64(8 * i)) & _BYTE)
