"""A sound player of Tausch Rausch: it does a task whenever it can, and else trades for the cards that tasks still lack.

It sees an observation and nothing else. A hand is worth the more the fewer cards each open task lacks, and the
easier those are to come by. A trade is judged by the hand after it, the card to be drawn left out; what is given away
is chosen card by card, each time the one that the hand misses least. For a task it spends the cards that the other
open tasks need least: starting from the whole hand it puts the most useful card back as long as the task stays
possible.

How much a hand misses a card is read off, not tried out card by card: for each open task it is found out once how
many cards the hand lacks, and of which kinds it cannot lose a card without lacking one more (`need_of`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.tausch_rausch.cards import NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.observation import AT
from card_envs.games.tausch_rausch.piles import first_of, number_of
from card_envs.games.tausch_rausch.rules import (
    FIRST_PICK,
    FIRST_TASK,
    MARKET_SIZES,
    NOTHING,
    NUM_MARKETS,
    NUM_SLOTS,
    OPEN_TASKS,
)
from card_envs.games.tausch_rausch.tasks import (
    BONUS,
    COLUMN,
    COST,
    EVEN,
    EVEN5,
    FULLHOUSE,
    HEIGHT,
    HIGH4,
    LOW4,
    NUM_TASKS,
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
    can_fulfil,
    firsts_of_nine,
    most_short,
    one_more,
    summed_kinds,
    values_of,
)

# What an open task adds to the worth of a hand, by the number of cards that it lacks.
_WORTH = np.array([100.0, 30.0, 10.0, 4.0, 1.5, 0.5, 0.0])
# What a task costs more than it brings is missing for the next: twins and nines are worth more, three pairs less.
_CHEAP = 1.9 - 0.3 * (COST - BONUS)
# How easily a last missing card is come by: the more kinds of cards would do, the nearer to 1.
_EASE = np.array([1.0, 1.0, 0.9, *[0.4] * 4, *[0.6] * 4, 0.5, 0.5, 0.6, 0.3, 0.7, 0.5, 0.7, 0.7, 0.6, 0.6])
# What an open task adds to the worth of a hand: a line for each task, in it a place for each number of cards lacking.
_WORTHS = (_CHEAP[:, None] * _WORTH * np.where(np.arange(len(_WORTH)) > 0, _EASE[:, None], 1.0)).ravel()
_LINE = len(_WORTH)
_NO_WORTH = _LINE - 1  # a place of 0.0
_CARD = 20.0  # a card more in the hand, when a task is chosen
_MOST_CARDS = 6  # the dearest task
_SLOT_BITS = 6
_BELOW_NINE = (1 << 8) - 1  # values 1 to 8
_MIRRORED = np.array(
    [int(f"{values:010b}"[::-1], 2) for values in range(ROW + 1)]
)  # sets of values, 10 for 1, 9 for 2, ...
_SIX_ROWS = sum(1 << (NUM_VALUES * number) for number in range(_MOST_CARDS))  # the lowest bit of six rows
# Eight bytes of an observation at once.
_1, _56 = np.uint64(1), np.uint64(56)
_LOWEST = np.uint64(0x0101010101010101)
_SIDE_BY_SIDE = np.uint64(0x0102040810204080)

Needs: TypeAlias = Any
"""int64 (2, OPEN_TASKS): for each open task the place in `_WORTHS` of what it adds to the worth of a hand, and the
kinds of which the hand cannot lose a card without coming to the next place."""


@rule
def heuristic(observation: Vector, mask: Mask, luck: object) -> int:
    """A slot, or the next card of the set that was chosen with it."""
    one, two = pile_at(observation, AT.hand)
    slot = NOTHING
    for choice in range(NUM_SLOTS):
        if observation[AT.slot + choice]:
            slot = choice
    if slot == NOTHING:
        return best_slot(observation, mask, one, two)
    needs = np.empty((2, OPEN_TASKS), np.int64)
    display = display_of(observation)
    if slot < NUM_MARKETS:
        chosen_one, chosen_two, _worth = cards_to_give(observation, display, slot, one, two, -1.0, needs)
    else:
        chosen_one, chosen_two = cards_to_spend(display, slot, one, two, needs)
    picked_one, picked_two = pile_at(observation, AT.picks)
    kind = next_of(chosen_one, chosen_two, number_of(picked_one) + number_of(picked_two))
    if kind != NOTHING and mask[FIRST_PICK + kind]:
        return FIRST_PICK + kind
    for action in range(FIRST_PICK, FIRST_PICK + NUM_KINDS):  # picks that this player did not make itself
        if mask[action]:
            return action
    return NOTHING


@rule
def best_slot(observation: Vector, mask: Mask, one: int, two: int) -> int:
    """The task that leaves the best hand; without one, the trade that does."""
    display = display_of(observation)
    needs = np.empty((2, OPEN_TASKS), np.int64)
    best = NOTHING
    best_worth = -1.0
    for slot in range(FIRST_TASK, NUM_SLOTS):
        if mask[slot]:
            spent_one, spent_two = cards_to_spend(display, slot, one, two, needs)
            left_one, left_two = without(one, two, spent_one, spent_two)
            task = task_at(display, slot)
            find_needs(display, left_one, left_two, slot, needs)
            worth = worth_without(0, needs) + _CARD * (_MOST_CARDS - COST[task] + BONUS[task])
            if worth > best_worth:
                best, best_worth = slot, worth
    if best != NOTHING:
        return best
    for slot in range(NUM_MARKETS):
        if mask[slot]:
            _given_one, _given_two, worth = cards_to_give(observation, display, slot, one, two, best_worth, needs)
            if worth > best_worth:
                best, best_worth = slot, worth
    return best


# --- the cards for a slot


@rule
def cards_to_give(
    observation: Vector, display: int, slot: int, one: int, two: int, to_beat: float, needs: Needs
) -> tuple[int, int, float]:
    """Card by card that of the hand which the hand with the cards taken misses least; a pile, and the worth then.

    Each card given makes the hand worth less, or the same: when the worth is no more than `to_beat`, it stops.
    """
    taken_one, taken_two = pile_at(observation, AT.market + slot * NUM_KINDS)
    whole_one, whole_two = one | taken_one, two | taken_two | (one & taken_one)
    own_one, own_two = one, two
    worth = 0.0
    for _ in range(MARKET_SIZES[slot]):
        find_needs(display, whole_one, whole_two, NOTHING, needs)
        card, worth = least_missed(own_one, needs)
        whole_one, whole_two = without(whole_one, whole_two, card, 0)
        own_one, own_two = without(own_one, own_two, card, 0)
        if worth <= to_beat:
            break
    given_one, given_two = without(one, two, own_one, own_two)
    return given_one, given_two, worth


@rule
def least_missed(kinds: int, needs: Needs) -> tuple[int, float]:
    """Of these kinds the first without a card of which the hand is worth most, as a set; and that worth."""
    spare = kinds  # those that no task needs: the hand is worth the same without them
    for place in range(OPEN_TASKS):
        spare &= ~int(needs[1, place])
    if spare:
        return spare & -spare, worth_without(0, needs)
    best = 0
    best_worth = -1.0
    while kinds:
        card = kinds & -kinds
        kinds ^= card
        worth = worth_without(card, needs)
        if worth > best_worth:
            best, best_worth = card, worth
    return best, best_worth


@rule
def cards_to_spend(display: int, slot: int, one: int, two: int, needs: Needs) -> tuple[int, int]:
    """What is left for the task when the cards most useful for others have been put back one by one; a pile."""
    task = task_at(display, slot)
    find_needs(display, one, two, slot, needs)
    whole = worth_without(0, needs)
    spent_one, spent_two = one, two
    kept = 0  # kinds that the task cannot spare
    while number_of(spent_one) + number_of(spent_two) > COST[task]:
        best = 0
        best_use = -1.0
        kinds = spent_one & ~kept
        while kinds:
            card = kinds & -kinds
            kinds ^= card
            use = whole - worth_without(card, needs)
            if use > best_use:
                best, best_use = card, use
        left_one, left_two = without(spent_one, spent_two, best, 0)
        if can_fulfil(task, left_one, left_two, values_of(left_one, left_two)):
            spent_one, spent_two = left_one, left_two
        else:
            kept |= best
    return spent_one, spent_two


# --- the worth of a hand


@rule
def worth_without(card: int, needs: Needs) -> float:
    """What the open tasks make of the hand with a card less, given as the set of its kind; of all the hand for 0."""
    total = 0.0
    for place in range(OPEN_TASKS):
        total += _WORTHS[needs[0, place] + (needs[1, place] & card != 0)]
    return total


@rule
def find_needs(display: int, one: int, two: int, leave_out: int, needs: Needs) -> None:
    """Write what the open tasks need of a hand, but for the task of the slot `leave_out`."""
    levels = levels_of(one, two)
    for place in range(OPEN_TASKS):
        task = task_at(display, FIRST_TASK + place)
        if task == NOTHING or FIRST_TASK + place == leave_out:
            needs[0, place] = _NO_WORTH
            needs[1, place] = 0
        else:
            lacking, needed = need_of(task, one, two, levels)
            needs[0, place] = _LINE * task + lacking
            needs[1, place] = needed


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


# --- reading the observation


@rule
def pile_at(observation: Vector, start: int) -> tuple[int, int]:
    """The pile whose counts begin here, as its two sets."""
    one = 0
    two = 0
    for kind in range(0, NUM_KINDS, 8):
        counts = eight_at(observation, start + kind)
        one |= lowest_bits(counts | counts >> _1) << kind
        two |= lowest_bits(counts >> _1) << kind
    return one, two


@rule
def eight_at(observation: Vector, start: int) -> Any:
    """Eight counts as the bytes of a word (uint64); one load, once it is compiled."""
    word = np.uint64(0)
    for i in range(8):
        word |= np.uint64(observation[start + i]) << np.uint64(8 * i)
    return word


@rule
def lowest_bits(word: Any) -> int:
    """The lowest bits of the eight bytes of a word, side by side."""
    return int(np.int64(((word & _LOWEST) * _SIDE_BY_SIDE) >> _56))


@rule
def display_of(observation: Vector) -> int:
    """The open tasks in one number, so that they are looked up once: six bits a slot, 0 for an empty one."""
    display = 0
    for slot in range(NUM_SLOTS - FIRST_TASK):
        start = AT.display + slot * NUM_TASKS
        tasks = 0
        for task in (0, 8, NUM_TASKS - 8):
            tasks |= lowest_bits(eight_at(observation, start + task)) << task
        if tasks:
            display |= (first_of(tasks) + 1) << (_SLOT_BITS * slot)
    return display


@rule
def task_at(display: int, slot: int) -> int:
    """The task in a slot; NOTHING when it is empty."""
    return ((display >> (_SLOT_BITS * (slot - FIRST_TASK))) & ((1 << _SLOT_BITS) - 1)) - 1


@rule
def without(one: int, two: int, less_one: int, less_two: int) -> tuple[int, int]:
    """A pile less another."""
    return (one & ~less_one) | (two & ~less_two), two & ~less_one


@rule
def next_of(one: int, two: int, number: int) -> int:
    """The card of a pile that comes after this number of cards in the order of kinds; NOTHING when there is none."""
    for kind in range(NUM_KINDS):
        number -= ((one >> kind) & 1) + ((two >> kind) & 1)
        if number < 0 and (one >> kind) & 1:
            return kind
    return NOTHING
