"""The tasks of Tausch Rausch: which cards fulfil each, and which card can be picked next towards that.

Two questions are asked of a hand: does any set of its cards fulfil a task (`can_fulfil`), and with which kinds can
the picks so far, made in the order of kinds, go on so that they still can be completed (`next_picks`). Neither ever
lists sets of cards: the first is answered from the counts of values and colours, the second by going through the
hand's kinds once, from the highest down, with those counts for all cards from there on.

Sets of kinds and of values are whole numbers with a bit for each; `once` and `twice` are the two sets of a pile.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from card_envs.engine.kernels import rule
from card_envs.games.tausch_rausch.cards import COLOURS, NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.piles import number_of

# The kinds of tasks; those with a given colour have one for each colour, beginning here.
EVEN5, ODD5, SAME5, SUM9, SUM23, LOW4, HIGH4 = 0, 1, 2, 3, 7, 11, 12
RUN5, RUN4C, FULLHOUSE, FOUR, THREE, TWIN, TWOPAIR, THREEPAIR = 13, 14, 15, 16, 17, 18, 19, 20
NAMES = (
    *("even5", "odd5", "same5"),
    *(f"sum9-{colour}" for colour in COLOURS),
    *(f"sum23-{colour}" for colour in COLOURS),
    *("low4", "high4", "run5", "run4c", "fullhouse", "four", "three", "twin", "twopair", "threepair"),
)
NUM_TASKS = len(NAMES)

COST = np.array([5, 5, 5, *[2] * 4, *[4] * 4, 4, 4, 5, 4, 5, 4, 3, 2, 4, 6])
"""How many cards each kind of task takes, no more and no fewer (R23, A5)."""
DEAR = 5
BONUS = np.where(COST >= DEAR, 2, 1)
"""How many cards each brings (R27, R47): two for a dear one, an assumption of ours (A3)."""

DECK_NAMES = ("fill24", "distinct21")
DECKS = np.array([*range(NUM_TASKS), THREE, FOUR, FULLHOUSE])
"""The task deck (R3): each kind once, then the second copies that `fill24` assumes (A1)."""
DECK_SIZES = np.array([len(DECKS), NUM_TASKS])
"""How many of these each choice of `task_deck` takes."""

ROW = (1 << NUM_VALUES) - 1  # all values of the first colour
COLUMN = sum(1 << (NUM_VALUES * colour) for colour in range(NUM_COLOURS))  # value 1 in all colours
EVEN = sum(1 << (value - 1) for value in (2, 4, 6, 8, 10)) * COLUMN
ODD = EVEN >> 1
RUN4_STARTS = (ROW >> 3) * COLUMN  # values 1 to 7 (R46, A8: nothing follows a 10)

# Tasks by a sum: four cards whose shortfalls from the best value add up to this at most.
_SUMMED = 4
_MOST_SHORT = 3  # low4: 4 x 1 + 3 = 7 (R35); high4: 4 x 10 - 3 = 37 (R36)
_MOST_SHORT_23 = 17  # 4 x 10 - 17 = 23 (R34)
_WITHIN_REACH = (1 << (_MOST_SHORT + 1)) - 1  # the four lowest values
_LOW = _WITHIN_REACH * COLUMN
_HIGH = (_WITHIN_REACH << (NUM_VALUES - 1 - _MOST_SHORT)) * COLUMN
_NONE = 99  # the shortfall of a card that is not there

# Tasks of `height` cards of each of `width` consecutive values, in any colours (R37, R41, R42, R44, R45).
HEIGHT = np.zeros(NUM_TASKS, np.int64)
WIDTH = np.zeros(NUM_TASKS, np.int64)
for _task, _height, _width in ((RUN5, 1, 5), (FOUR, 4, 1), (THREE, 3, 1), (TWOPAIR, 2, 2), (THREEPAIR, 2, 3)):
    HEIGHT[_task] = _height
    WIDTH[_task] = _width

Values: TypeAlias = tuple[int, int, int, int]
"""Sets of the values of which there are at least one, two, three and four cards."""


def task_from_name(name: str) -> int:
    """The kind of task of a name; `ValueError` when there is none.

    >>> NAMES[task_from_name("twin")]
    'twin'
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise ValueError(f"Tausch Rausch has no task {name!r}; it has {', '.join(NAMES)}") from None


# --- values


@rule
def values_of(once: int, twice: int) -> Values:
    """The values of a pile's cards, colours put aside."""
    one = 0
    two = 0
    three = 0
    four = 0
    for colour in range(NUM_COLOURS):
        row = (once >> (NUM_VALUES * colour)) & ROW
        four |= three & row
        three |= two & row
        two |= one & row
        one |= row
        row = (twice >> (NUM_VALUES * colour)) & ROW
        four |= three & row
        three |= two & row
        two |= one & row
        one |= row
    return one, two, three, four


@rule
def one_more(values: Values, added: int) -> Values:
    """The values with one more card of each value of the set `added`."""
    one, two, three, four = values
    return one | added, two | (one & added), three | (two & added), four | (three & added)


@rule
def at_least(values: Values, number: int) -> int:
    """The values of which there are this many cards or more, 1 to 4."""
    if number == 1:
        return values[0]
    if number == 2:
        return values[1]
    return values[2] if number == 3 else values[3]


@rule
def starts_of_runs(values: int, width: int) -> int:
    """The lowest values of all runs of this width in a set of values; 10 and 1 are not neighbours (R46, A8)."""
    starts = values
    for ahead in range(1, width):
        starts &= values >> ahead
    return starts


# --- does any set of the hand's cards fulfil the task?


@rule
def can_fulfil(task: int, once: int, twice: int, values: Values) -> bool:
    """Does the pile hold cards that fulfil the task? `values` are its `values_of`."""
    if task == EVEN5 or task == ODD5:  # R30, R31
        kinds = EVEN if task == EVEN5 else ODD
        return number_of(once & kinds) + number_of(twice & kinds) >= 5
    if task == SAME5:  # R32
        for colour in range(NUM_COLOURS):
            row = ROW << (NUM_VALUES * colour)
            if number_of(once & row) + number_of(twice & row) >= 5:
                return True
        return False
    if task < SUM23:
        return firsts_of_nine(once >> (NUM_VALUES * (task - SUM9))) != 0  # R33
    if task <= HIGH4:
        return least_shortfall(task, once, twice) <= most_short(task)  # R34, R35, R36
    if task == RUN4C:
        return starts_of_runs(once, 4) & RUN4_STARTS != 0  # R38
    if task == TWIN:
        return twice != 0  # R43
    if task == FULLHOUSE:  # R39, R40, A10: three of one value, and two of another
        return values[2] != 0 and values[1] & (values[1] - 1) != 0
    return starts_of_runs(at_least(values, int(HEIGHT[task])), int(WIDTH[task])) != 0


@rule
def firsts_of_nine(row: int) -> int:
    """R33, A11: of one colour's values, those below 5 whose complement to 9 is there as well."""
    mirrored = ((row >> 7) & 1) | ((row >> 5) & 2) | ((row >> 3) & 4) | ((row >> 1) & 8)
    return row & mirrored


@rule
def most_short(task: int) -> int:
    """How far four cards may fall short of the best sum."""
    return _MOST_SHORT_23 if task < LOW4 else _MOST_SHORT


@rule
def summed_kinds(task: int) -> int:
    """The kinds that a task by a sum can take."""
    if task == LOW4:
        return _LOW
    if task == HIGH4:
        return _HIGH
    return ROW << (NUM_VALUES * (task - SUM23))


@rule
def least_shortfall(task: int, once: int, twice: int) -> int:
    """How far the best four cards fall short of the best sum; `_NONE` when there are no four."""
    left = _SUMMED
    total = 0
    for short in range(NUM_VALUES):
        column = COLUMN << (short if task == LOW4 else NUM_VALUES - 1 - short)
        kinds = column & summed_kinds(task)
        taken = min(left, number_of(once & kinds) + number_of(twice & kinds))
        total += short * taken
        left -= taken
        if left == 0:
            return total
    return _NONE


# --- which card can be picked next?


@rule
def next_picks(task: int, once: int, twice: int, picked_once: int, picked_twice: int, last: int) -> int:
    """The kinds that can be picked next, so that the set can be completed in the order of kinds; a set of kinds.

    `once`, `twice`: the cards that may still come: kinds above the last pick, and its second card if that is left.
    `picked_once`, `picked_twice`: the picks so far; `last`: the kind of the last, -1 when there is none.
    """
    number = number_of(picked_once) + number_of(picked_twice)
    if task == EVEN5 or task == ODD5:
        kinds = EVEN if task == EVEN5 else ODD
        return with_enough_from(once & kinds, twice & kinds, 5 - number)
    if task == SAME5:
        legal = 0
        for colour in range(NUM_COLOURS):
            row = ROW << (NUM_VALUES * colour)
            if last < 0 or (row >> last) & 1:
                legal |= with_enough_from(once & row, twice & row, 5 - number)
        return legal
    if task < SUM23:
        start = NUM_VALUES * (task - SUM9)
        if number == 0:
            return firsts_of_nine(once >> start) << start
        return once & (1 << (2 * start + 7 - last))
    if task <= HIGH4:
        picked_short = shortfall(task, picked_once) + shortfall(task, picked_twice)
        return next_of_sum(task, once, twice, picked_short, _SUMMED - 1 - number)
    if task == RUN4C:
        return starts_of_runs(once, 4) & RUN4_STARTS if number == 0 else once & (2 << last)
    if task == TWIN:
        return twice if number == 0 else once & (1 << last)
    picked = values_of(picked_once, picked_twice)
    if task == FULLHOUSE:
        return next_of_full_house(once, twice, picked)
    return next_of_level(once, twice, picked, int(HEIGHT[task]), int(WIDTH[task]))


@rule
def with_enough_from(once: int, twice: int, needed: int) -> int:
    """The kinds from which on the pile has at least `needed` cards (bisection for the highest such kind)."""
    if number_of(once) + number_of(twice) < needed:
        return 0
    highest = 0
    for step in (32, 16, 8, 4, 2, 1):
        kind = highest + step
        if number_of(once >> kind) + number_of(twice >> kind) >= needed:
            highest = kind
    return once & ((2 << highest) - 1)


@rule
def shortfall(task: int, kinds: int) -> int:
    """How far one card of each of these kinds fall short of the best value together."""
    total = 0
    for short in range(NUM_VALUES):
        total += short * number_of(kinds & (COLUMN << (short if task == LOW4 else NUM_VALUES - 1 - short)))
    return total


@rule
def next_of_sum(task: int, once: int, twice: int, picked_short: int, after: int) -> int:
    """R34 to R36: the pick is completed by the `after` least short cards behind it."""
    kinds = summed_kinds(task)
    legal = 0
    best, second, third = _NONE, _NONE, _NONE  # the least shortfalls behind the pick
    for kind in range(NUM_KINDS - 1, -1, -1):
        if (once & kinds) >> kind & 1 == 0:
            continue
        value = kind % NUM_VALUES
        short = value if task == LOW4 else NUM_VALUES - 1 - value
        for _ in range(1 + (twice >> kind & 1)):
            total = picked_short + short
            if after > 0:
                total += best
            if after > 1:
                total += second
            if after > 2:
                total += third
            if total <= most_short(task):
                legal |= 1 << kind
            if short < best:
                best, second, third = short, best, second
            elif short < second:
                second, third = short, second
            elif short < third:
                third = short
    return legal


@rule
def next_of_level(once: int, twice: int, picked: Values, height: int, width: int) -> int:
    """R37, R41, R42, R44, R45: some run that holds all values picked has enough cards, from this pick on."""
    allowed = ROW  # starts of runs that hold all values picked
    for value in range(NUM_VALUES):
        if (picked[0] >> value) & 1:
            allowed &= starts_around(value, width)
    complete = at_least(picked, height)
    legal = 0
    values = picked
    for kind in range(NUM_KINDS - 1, -1, -1):
        if (once >> kind) & 1 == 0:
            continue
        value = kind % NUM_VALUES
        values = one_more(values, 1 << value)
        if (twice >> kind) & 1:
            values = one_more(values, 1 << value)
        if (complete >> value) & 1:
            continue
        starts = starts_of_runs(at_least(values, height), width)
        if starts & allowed & starts_around(value, width):
            legal |= 1 << kind
    return legal


@rule
def starts_around(value: int, width: int) -> int:
    """The starts of the runs of this width that hold the value."""
    return (((1 << width) - 1) << value) >> (width - 1)


@rule
def next_of_full_house(once: int, twice: int, picked: Values) -> int:
    """R39, R40, A10: three cards of one value and two of another, all values picked among the two."""
    legal = 0
    values = picked
    for kind in range(NUM_KINDS - 1, -1, -1):
        if (once >> kind) & 1 == 0:
            continue
        value = 1 << (kind % NUM_VALUES)
        values = one_more(values, value)
        if (twice >> kind) & 1:
            values = one_more(values, value)
        chosen = one_more(picked, value)
        first = chosen[0] & -chosen[0]
        other = chosen[0] ^ first
        if chosen[3] or other & (other - 1):
            continue  # four of one value, or three values
        if other == 0:
            other = ROW ^ first
        triples = values[2]
        pairs = values[1] & ~chosen[2]
        if (first & triples and other & pairs) or (first & pairs and other & triples):
            legal |= 1 << kind
    return legal
