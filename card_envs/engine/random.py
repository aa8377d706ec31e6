"""Chance lives in the state: a splitmix64 stream in each match's record, and the shuffles drawn from it.

A match therefore depends on its seed alone, not on its place in a batch, on threads or on the machine.

Shuffles can be given from outside and written down. A *tape* carries both: int16, shape (1 + rows, width).
Row 0 holds [lists given, shuffles done, number of the first list that does not fit or 0]; row k holds the k-th
shuffle of one call: its length, then its cards, top first. A tape without rows (`no_tape`) is silent, and is
what the batch uses.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.kernels import rule

# Sebastiano Vigna, splitmix64.c (public domain): the increment and the two multipliers of the finaliser.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)

GIVEN, DONE, WRONG = 0, 1, 2


@rule
def no_tape() -> Any:
    """A tape that neither gives nor writes down."""
    return np.zeros((1, 3), np.int16)


@rule
def mix(word: Any) -> Any:
    """A uint64 hashed to a uint64; a bijection."""
    word = (word ^ (word >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@rule
def match_seed(seed: Any, place: Any, number: Any) -> Any:
    """The seed (uint64, below 2**63) of the match with this number at this place of a batch with this seed."""
    word = mix(seed + _GOLDEN)
    word = mix(word ^ (np.uint64(place) + _GOLDEN))
    return mix(word ^ (np.uint64(number) + _GOLDEN)) >> np.uint64(1)


@rule
def start(seed: Any) -> Any:
    """The first word of the stream of a match with this seed (uint64)."""
    return mix(seed ^ _GOLDEN)


@rule
def draw(state: Any) -> Any:
    """The next uint64 of the match's stream; advances `state.rng`."""
    state.rng = state.rng + _GOLDEN
    return mix(state.rng)


@rule
def below(state: Any, bound: int) -> int:
    """A whole number in [0, bound), each as likely as any other (Lemire's multiplication, with his rejection)."""
    wide = np.uint64(bound)
    product = (draw(state) >> _32) * wide
    if (product & _LOW_32) < wide:
        threshold = (np.uint64(1) << _32) % wide
        while (product & _LOW_32) < threshold:
            product = (draw(state) >> _32) * wide
    return int(np.int64(product >> _32))


@rule
def shuffle(state: Any, cards: Any, count: int, tape: Any) -> None:
    """Shuffle the first `count` of `cards` in place, top first, by the stream or by the list that the tape gives.

    A given list advances the stream just as a shuffle by chance does, so that a replayed match goes on alike.
    """
    order = cards[:count]
    rows = tape.shape[0] - 1
    taken = 0
    if rows > 0:
        taken = int(tape[0, DONE])
        tape[0, DONE] = taken + 1
        if taken < int(tape[0, GIVEN]) and not _fits(order, tape[taken + 1]):
            if tape[0, WRONG] == 0:
                tape[0, WRONG] = taken + 1
            rows = 0
    _mix_up(state, order)
    if taken < rows:
        row = tape[taken + 1]
        if taken < int(tape[0, GIVEN]):
            for i in range(count):
                order[i] = row[i + 1]
        else:
            row[0] = count
            for i in range(count):
                row[i + 1] = order[i]


@rule
def _mix_up(state: Any, order: Any) -> None:
    """Fisher and Yates, from the last card to the second; each word of the stream serves two of them.

    This runs in every deal of every match, so the stream is kept in a local word, out of the record, on the way.
    """
    stream = state.rng
    word = stream
    for i in range(order.shape[0] - 1, 0, -1):
        bound = np.uint64(i + 1)
        if (i & 1) == 1 or i == order.shape[0] - 1:
            stream = stream + _GOLDEN
            word = mix(stream)
            product = (word >> _32) * bound
        else:
            product = (word & _LOW_32) * bound
        if (product & _LOW_32) < bound:
            threshold = (np.uint64(1) << _32) % bound
            while (product & _LOW_32) < threshold:
                stream = stream + _GOLDEN
                product = (mix(stream) >> _32) * bound
        j = np.int64(product >> _32)
        card = order[i]
        order[i] = order[j]
        order[j] = card
    state.rng = stream


@rule
def _fits(cards: Any, row: Any) -> bool:
    """Is the list in this tape row a permutation of these cards?"""
    count = cards.shape[0]
    if int(row[0]) != count:
        return False
    for i in range(count):
        here = 0
        there = 0
        for j in range(count):
            if cards[j] == cards[i]:
                here += 1
            if row[j + 1] == cards[i]:
                there += 1
        if here != there:
            return False
    return True
