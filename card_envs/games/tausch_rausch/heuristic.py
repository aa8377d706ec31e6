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
from card_envs.games.tausch_rausch.cards import NUM_KINDS
from card_envs.games.tausch_rausch.needs import MOST_CARDS, levels_of, need_of
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
from card_envs.games.tausch_rausch.tasks import BONUS, COST, NUM_TASKS, can_fulfil, values_of

# What an open task adds to the worth of a hand, by the number of cards that it lacks.
_WORTH = np.array([100.0, 30.0, 10.0, 4.0, 1.5, 0.5, 0.0])
# What a task costs more than it brings is missing for the next: twins and nines are worth more, three pairs less.
_CHEAP = 1.9 - 0.3 * (COST - BONUS)
# How easily a last missing card is come by: the more kinds of cards would do, the nearer to 1.
_EASE = np.array([1.0, 1.0, 0.9, *[0.4] * 4, *[0.6] * 4, 0.5, 0.5, 0.6, 0.3, 0.7, 0.5, 0.7, 0.7, 0.6, 0.6])
# What an open task adds to the worth of a hand: a line for each task, in it a place for each number of cards lacking.
WORTHS = (_CHEAP[:, None] * _WORTH * np.where(np.arange(len(_WORTH)) > 0, _EASE[:, None], 1.0)).ravel()
_LINE = len(_WORTH)
_NO_WORTH = _LINE - 1  # a place of 0.0
_CARD = 20.0  # a card more in the hand, when a task is chosen
_SLOT_BITS = 6
# Eight bytes of an observation at once.
_1, _56 = np.uint64(1), np.uint64(56)
_LOWEST = np.uint64(0x0101010101010101)
_SIDE_BY_SIDE = np.uint64(0x0102040810204080)

Needs: TypeAlias = Any
"""int64 (2, OPEN_TASKS): for each open task the place in `WORTHS` of what it adds to the worth of a hand, and the
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
            worth = worth_without(0, needs) + _CARD * (MOST_CARDS - COST[task] + BONUS[task])
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
        total += WORTHS[needs[0, place] + (needs[1, place] & card != 0)]
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
