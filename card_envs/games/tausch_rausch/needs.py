"""What a hand of Tausch Rausch lacks for a task, and which of its cards the task needs.

A card is needed when the hand, with one less of its kind, lacks one card more.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.kernels import rule
from card_envs.games.tausch_rausch.cards import NUM_COLOURS, NUM_VALUES
from card_envs.games.tausch_rausch.piles import first_of, number_of
from card_envs.games.tausch_rausch.tasks import (
    COLUMN,
    EVEN,
    EVEN5,
    FULLHOUSE,
    HEIGHT,
    HIGH4,
    LOW4,
    ODD,
    ROW,
    RUN4_STARTS,
    RUN4C,
    SAME5,
    SUM9,
    SUM23,
    TWIN,
    WIDTH,
    Values,
    at_least,
    firsts_of_nine,
    most_short,
    one_more,
    summed_kinds,
)

MOST_CARDS = 6
"""Of the dearest task."""
_BELOW_NINE = (1 << 8) - 1  # values 1 to 8
# Sets of values mirrored: 10 for 1, 9 for 2, ...
_MIRRORED = np.array([int(f"{values:010b}"[::-1], 2) for values in range(ROW + 1)])
_SIX_ROWS = sum(1 << (NUM_VALUES * number) for number in range(MOST_CARDS))  # the lowest bit of six rows


@rule
def need_of(task: int, one: int, two: int, levels: int) -> tuple[int, int]:
    """How many more cards, well chosen, the hand lacks for the task; and the kinds of which a card less is one more.

    `levels` are its `levels_of`.
    """
    if task <= SAME5:
        return need_of_a_sort(task, one, two)
    if task < SUM23:
        return need_of_nine(NUM_VALUES * (task - SUM9), one, two)
    if task <= HIGH4:
        return need_of_sum(task, one, two)
    if task == RUN4C:
        return need_of_stretch(one, two)
    if task == TWIN:
        return (0, only_kind(two)) if two else (1, 0)
    if task == FULLHOUSE:
        return need_of_full_house(one, levels)
    return need_of_level(task, one, levels)


@rule
def only_kind(kinds: int) -> int:
    """A set if it has just one kind, else none."""
    return kinds if kinds & (kinds - 1) == 0 else 0


@rule
def need_of_a_sort(task: int, one: int, two: int) -> tuple[int, int]:
    """Five cards that are even, odd, or of one colour."""
    most = 0
    kinds = 0  # those of the sort that has the most
    if task == SAME5:
        for colour in range(NUM_COLOURS):
            row = ROW << (NUM_VALUES * colour)
            number = number_of(one & row) + number_of(two & row)
            if number >= most:
                kinds = row if number > most else 0
                most = number
    else:
        kinds = EVEN if task == EVEN5 else ODD
        most = number_of(one & kinds) + number_of(two & kinds)
    return max(0, 5 - most), one & kinds if most <= 5 else 0


@rule
def need_of_nine(start: int, one: int, two: int) -> tuple[int, int]:
    """Two values that add up to 9, in the colour whose kinds start here."""
    row = (one >> start) & _BELOW_NINE
    firsts = firsts_of_nine(row)
    needed = only_kind(row)
    if firsts:
        needed = only_kind(firsts)
        if needed:
            needed |= 1 << (7 - first_of(needed))  # and its complement
    return 0 if firsts else 1 if row else 2, (needed << start) & ~two


@rule
def need_of_sum(task: int, one: int, two: int) -> tuple[int, int]:
    """Four cards with a sum: as many as fit into it together with ideal ones, from the least short one on."""
    cards = one & summed_kinds(task)
    shorts = (cards | cards >> NUM_VALUES | cards >> 2 * NUM_VALUES | cards >> 3 * NUM_VALUES) & ROW
    if task != LOW4:
        shorts = int(_MIRRORED[shorts])
    left = most_short(task)
    count = 0
    most = -1  # the cards up to this shortfall are needed
    while shorts:
        short = first_of(shorts)
        shorts &= shorts - 1
        column = cards & (COLUMN << (short if task == LOW4 else NUM_VALUES - 1 - short))
        for _ in range(number_of(column) + number_of(two & column)):
            if count == 4 or short > left:  # this card can stand in for those that leave it enough
                most = max(-1, min(most, short - left - 1))
                return 4 - count, cards & up_to(most, task)
            left -= short
            count += 1
            most = short
    return 4 - count, cards & up_to(most, task)


@rule
def up_to(most: int, task: int) -> int:
    """The kinds that fall short of the best value of a task by a sum by this at most."""
    values = (1 << (most + 1)) - 1 if task == LOW4 else ROW ^ (ROW >> (most + 1))
    return values * COLUMN


@rule
def need_of_stretch(one: int, two: int) -> tuple[int, int]:
    """Four consecutive values in one colour."""
    held: Values = (0, 0, 0, 0)  # the starts of stretches of which the hand has one value, two, three, four
    for ahead in range(4):
        held = one_more(held, (one >> ahead) & RUN4_STARTS)
    best = (held[0] != 0) + (held[1] != 0) + (held[2] != 0) + (held[3] != 0)
    return 4 - best, one & in_all_runs(at_least(held, max(1, best)), 4) & ~two


@rule
def need_of_full_house(one: int, levels: int) -> tuple[int, int]:
    """Three cards of one value, and two of another."""
    ones, twos, threes, fours = at_level(levels, 1), at_level(levels, 2), at_level(levels, 3), at_level(levels, 4)
    most = (ones != 0) + (twos != 0) + (threes != 0)
    second = (number_of(ones) > 1) + (number_of(twos) > 1)
    needed = only_kind(threes) & ~fours
    if number_of(ones) <= 2:
        needed |= ones & ~twos
    if number_of(twos) <= 2:
        needed |= twos & ~threes
    return 5 - most - second, one & (needed * COLUMN)


@rule
def need_of_level(task: int, one: int, levels: int) -> tuple[int, int]:
    """`HEIGHT` cards of each of `WIDTH` consecutive values."""
    height, width = int(HEIGHT[task]), int(WIDTH[task])
    held = 0  # the levels of the runs, named by their starts: of how many cards of each the hand has
    for copies in range(1, height + 1):
        for ahead in range(width):
            held = raised(held, (at_level(levels, copies) >> ahead) & (ROW >> (width - 1)))
    best = 0
    for number in range(1, height * width + 1):
        best += at_level(held, number) != 0
    values = in_all_runs(at_level(held, max(1, best)), width)
    return height * width - best, one & ((values & ~at_level(levels, height + 1)) * COLUMN)


@rule
def levels_of(one: int, two: int) -> int:
    """The values of a pile's cards: those of which there is at least one card, two, and so on; ten bits for each."""
    levels = 0
    for colour in range(NUM_COLOURS):
        levels = raised(levels, (one >> (NUM_VALUES * colour)) & ROW)
        levels = raised(levels, (two >> (NUM_VALUES * colour)) & ROW)
    return levels


@rule
def raised(levels: int, added: int) -> int:
    """Levels with one more of each of a set."""
    return levels | ((levels << NUM_VALUES | ROW) & (added * _SIX_ROWS))


@rule
def at_level(levels: int, number: int) -> int:
    """Those of which there are so many or more, 1 to 6."""
    return (levels >> (NUM_VALUES * (number - 1))) & ROW


@rule
def in_all_runs(starts: int, width: int) -> int:
    """What all runs of this width that start here have in common: from the last start to the end of the first run."""
    below = starts >> 1
    for step in (1, 2, 4, 8, 16, 32):
        below |= below >> step
    return (((starts & -starts) << width) - 1) & ~below
