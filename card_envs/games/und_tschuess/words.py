"""Small numbers stored eight to a uint64 word: what observations copy in bulk.

This is the game's one liberty for speed. The compiler makes one store of the loop in `spread`, where it would carry
single bytes from state to observation one by one, three times as slowly. An earlier round is eight such words, which
are one cache line: for each seat a word of the cards that it played in the first eight stages, then a word of the
cards of the ninth stage, by seat, and a word of the places as which the seats dropped out.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.kernels import rule

_BYTE = np.uint64(255)
_STAGES_IN_A_WORD = 8
WORDS_OF_A_ROUND = 8
NINTH_STAGE = 6
"""The word of a round with the cards of the ninth stage: only at a table of six, after many ties."""
DROPPED = 7
"""The word of a round with what was in `dropped`."""


@rule
def put(words: Any, index: int, number: int) -> None:
    """Write a number (0 to 255) where 0 was."""
    words[index >> 3] |= np.uint64(number) << np.uint64(8 * (index & 7))


@rule
def number_at(words: Any, index: int) -> int:
    """The number at this index."""
    return byte_of(words[index >> 3], index & 7)


@rule
def byte_of(word: Any, index: int) -> int:
    """The number at this index of one word."""
    return int(np.int64((word >> np.uint64(8 * index)) & _BYTE))


@rule
def spread(word: Any, count: int, vector: Any, start: int) -> None:
    """Write the first `count` numbers of a word (a constant, 8 at most) into the vector, from `start` on."""
    for i in range(count):
        vector[start + i] = np.uint8((word >> np.uint64(8 * i)) & _BYTE)


@rule
def card_index(seat: int, stage: int) -> int:
    """The index, among the numbers of a round, of the card that a seat played in a stage (from 0)."""
    return 8 * seat + stage if stage < _STAGES_IN_A_WORD else 8 * NINTH_STAGE + seat


@rule
def dropped_index(seat: int) -> int:
    """The index, among the numbers of a round, of the place as which a seat dropped out."""
    return 8 * DROPPED + seat


def numbers(words: Any, count: int) -> list[int]:
    """The first `count` numbers, for drawings and tests.

    >>> numbers(np.array([0x0302, 7], np.uint64), 9)
    [2, 3, 0, 0, 0, 0, 0, 0, 7]
    """
    return [int(words[index >> 3]) >> 8 * (index & 7) & 255 for index in range(count)]
