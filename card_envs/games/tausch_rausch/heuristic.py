"""A sound player of Tausch Rausch: it does a task whenever it can, and else trades for the cards that tasks still lack.

It sees an observation and nothing else. A hand is worth the more the fewer cards each open task lacks, and the
easier those are to come by. A trade is judged by the hand after it, the card to be drawn left out; what is given away
is chosen card by card, each time the one that the hand misses least. For a task it spends the cards that the other
open tasks need least: starting from the whole hand it puts the most useful card back as long as the task stays
possible.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.tausch_rausch.cards import NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.observation import AT
from card_envs.games.tausch_rausch.piles import number_of
from card_envs.games.tausch_rausch.rules import FIRST_PICK, FIRST_TASK, MARKET_SIZES, NOTHING, NUM_MARKETS, NUM_SLOTS
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
    ODD5,
    ROW,
    RUN4C,
    SAME5,
    SUM9,
    SUM23,
    TWIN,
    WIDTH,
    at_least,
    can_fulfil,
    firsts_of_nine,
    most_short,
    summed_kinds,
    values_of,
)

# What an open task adds to the worth of a hand, by the number of cards that it lacks.
_WORTH = np.array([100.0, 30.0, 10.0, 4.0, 1.5, 0.5, 0.0])
# What a task costs more than it brings is missing for the next: twins and nines are worth more, three pairs less.
_CHEAP = 1.9 - 0.3 * (COST - BONUS)
# How easily a last missing card is come by: the more kinds of cards would do, the nearer to 1.
_EASE = np.array([1.0, 1.0, 0.9, *[0.4] * 4, *[0.6] * 4, 0.5, 0.5, 0.6, 0.3, 0.7, 0.5, 0.7, 0.7, 0.6, 0.6])
_CARD = 20.0  # a card more in the hand, when a task is chosen
_MOST_CARDS = 6  # the dearest task
_SLOT_BITS = 6
_BELOW_NINE = (1 << 8) - 1  # values 1 to 8


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
    given_one, given_two = cards_for(observation, display_of(observation), slot, one, two)
    picked_one, picked_two = pile_at(observation, AT.picks)
    kind = next_of(given_one, given_two, number_of(picked_one) + number_of(picked_two))
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
    best = NOTHING
    best_worth = -1.0
    for slot in range(FIRST_TASK, NUM_SLOTS):
        if mask[slot]:
            spent_one, spent_two = cards_for(observation, display, slot, one, two)
            left_one, left_two = without(one, two, spent_one, spent_two)
            task = task_at(display, slot)
            worth = worth_of(display, left_one, left_two, slot) + _CARD * (_MOST_CARDS - COST[task] + BONUS[task])
            if worth > best_worth:
                best, best_worth = slot, worth
    if best != NOTHING:
        return best
    for slot in range(NUM_MARKETS):
        if mask[slot]:
            given_one, given_two = cards_for(observation, display, slot, one, two)
            left_one, left_two = without(one, two, given_one, given_two)
            taken_one, taken_two = pile_at(observation, AT.market + slot * NUM_KINDS)
            left_one, left_two = left_one | taken_one, left_two | taken_two | (left_one & taken_one)
            worth = worth_of(display, left_one, left_two, NOTHING)
            if worth > best_worth:
                best, best_worth = slot, worth
    return best


# --- the cards for a slot


@rule
def cards_for(observation: Vector, display: int, slot: int, one: int, two: int) -> tuple[int, int]:
    """The cards to give or spend; a pile."""
    if slot < NUM_MARKETS:
        return cards_to_give(observation, display, slot, one, two)
    return cards_to_spend(display, slot, one, two)


@rule
def cards_to_give(observation: Vector, display: int, slot: int, one: int, two: int) -> tuple[int, int]:
    """Card by card that of the hand which the hand with the cards taken misses least."""
    taken_one, taken_two = pile_at(observation, AT.market + slot * NUM_KINDS)
    whole_one, whole_two = one | taken_one, two | taken_two | (one & taken_one)
    given_one = 0
    given_two = 0
    for _ in range(MARKET_SIZES[slot]):
        own_one, _own_two = without(one, two, given_one, given_two)
        best = NOTHING
        best_worth = -1.0
        for kind in range(NUM_KINDS):
            if (own_one >> kind) & 1:
                left_one, left_two = without(whole_one, whole_two, 1 << kind, 0)
                worth = worth_of(display, left_one, left_two, NOTHING)
                if worth > best_worth:
                    best, best_worth = kind, worth
        card = 1 << best
        whole_one, whole_two = without(whole_one, whole_two, card, 0)
        given_two |= given_one & card
        given_one |= card
    return given_one, given_two


@rule
def cards_to_spend(display: int, slot: int, one: int, two: int) -> tuple[int, int]:
    """What is left for the task when the cards most useful for others have been put back one by one."""
    task = task_at(display, slot)
    whole = worth_of(display, one, two, slot)
    needed = int(COST[task])
    spent_one, spent_two = one, two
    kept = 0  # kinds that the task cannot spare
    while number_of(spent_one) + number_of(spent_two) > needed:
        best = NOTHING
        best_use = -1.0
        for kind in range(NUM_KINDS):
            if (spent_one & ~kept) >> kind & 1:
                left_one, left_two = without(one, two, 1 << kind, 0)
                use = whole - worth_of(display, left_one, left_two, slot)
                if use > best_use:
                    best, best_use = kind, use
        card = 1 << best
        left_one, left_two = without(spent_one, spent_two, card, 0)
        if can_fulfil(task, left_one, left_two, values_of(left_one, left_two)):
            spent_one, spent_two = left_one, left_two
        else:
            kept |= card
    return spent_one, spent_two


# --- the worth of a hand


@rule
def worth_of(display: int, one: int, two: int, leave_out: int) -> float:
    """What the open tasks make of a hand, but for the task of the slot `leave_out`."""
    total = 0.0
    for slot in range(FIRST_TASK, NUM_SLOTS):
        task = task_at(display, slot)
        if slot != leave_out and task != NOTHING:
            missing = cards_missing(task, one, two)
            total += _CHEAP[task] * _WORTH[missing] * (_EASE[task] if missing > 0 else 1.0)
    return total


@rule
def cards_missing(task: int, one: int, two: int) -> int:
    """How many more cards, well chosen, the hand needs to fulfil the task."""
    if task == EVEN5 or task == ODD5 or task == SAME5:
        return 5 - most_of_a_sort(task, one, two)
    if task < SUM23:
        row = (one >> (NUM_VALUES * (task - SUM9))) & _BELOW_NINE
        return 0 if firsts_of_nine(row) else 1 if row else 2
    if task <= HIGH4:
        return 4 - cards_within_sum(task, one, two)
    if task == RUN4C:
        return 4 - longest_stretch(one)
    if task == TWIN:
        return 0 if two else 1
    values = values_of(one, two)
    if task == FULLHOUSE:
        most = (values[0] != 0) + (values[1] != 0) + (values[2] != 0)
        second = (number_of(values[0]) > 1) + (number_of(values[1]) > 1)
        return 5 - most - second
    height, width = int(HEIGHT[task]), int(WIDTH[task])
    best = 0
    for start in range(NUM_VALUES - width + 1):
        here = 0
        for copies in range(1, height + 1):
            here += number_of((at_least(values, copies) >> start) & ((1 << width) - 1))
        best = max(best, here)
    return height * width - best


@rule
def most_of_a_sort(task: int, one: int, two: int) -> int:
    """How many cards, 5 at most, are even, odd, or of the colour that has the most."""
    if task == EVEN5 or task == ODD5:
        kinds = EVEN if task == EVEN5 else ODD
        return min(5, number_of(one & kinds) + number_of(two & kinds))
    best = 0
    for colour in range(NUM_COLOURS):
        kinds = ROW << (NUM_VALUES * colour)
        best = max(best, number_of(one & kinds) + number_of(two & kinds))
    return min(5, best)


@rule
def cards_within_sum(task: int, one: int, two: int) -> int:
    """How many cards, 4 at most, fit into the task together with ideal ones."""
    kinds = summed_kinds(task)
    left = most_short(task)
    count = 0
    for short in range(NUM_VALUES):
        column = COLUMN << (short if task == LOW4 else NUM_VALUES - 1 - short)
        for _ in range(number_of(one & kinds & column) + number_of(two & kinds & column)):
            if count == 4 or short > left:
                return count
            left -= short
            count += 1
    return count


@rule
def longest_stretch(one: int) -> int:
    """How many of four consecutive values in one colour the hand has at best."""
    best = 0
    for colour in range(NUM_COLOURS):
        row = (one >> (NUM_VALUES * colour)) & ROW
        for start in range(NUM_VALUES - 3):
            best = max(best, number_of((row >> start) & 0xF))
    return best


# --- reading the observation


@rule
def pile_at(observation: Vector, start: int) -> tuple[int, int]:
    """The pile whose counts begin here, as its two sets."""
    one = 0
    two = 0
    for kind in range(NUM_KINDS):
        count = int(observation[start + kind])
        one |= int(count > 0) << kind
        two |= int(count > 1) << kind
    return one, two


@rule
def display_of(observation: Vector) -> int:
    """The open tasks in one number, so that they are looked up once: six bits a slot, 0 for an empty one."""
    display = 0
    for slot in range(NUM_SLOTS - FIRST_TASK):
        for task in range(NUM_TASKS):
            if observation[AT.display + slot * NUM_TASKS + task]:
                display |= (task + 1) << (_SLOT_BITS * slot)
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
