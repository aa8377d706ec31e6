"""The rules of Tausch Rausch, as RULES.md tells them; R and A numbers are its clauses and decisions.

Seats are numbered clockwise. Cards that lie in the open, and hands, are piles (`piles.py`). Cards that lie face down
are places of `pack`, in the order in which they are drawn: the 80 of the first shuffle, and behind them those of
each reshuffle. No place changes once it is shuffled, so that the pack remembers who drew which card.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from card_envs.engine.game import Mask, State, Tape, state_dtype
from card_envs.engine.kernels import rule
from card_envs.engine.params import Params, choice, whole
from card_envs.engine.random import shuffle
from card_envs.games.tausch_rausch import cards, tasks
from card_envs.games.tausch_rausch.cards import COPIES, NUM_KINDS, PACK_SIZE
from card_envs.games.tausch_rausch.piles import (
    add,
    add_card,
    count_of,
    fill,
    first_of,
    once,
    size,
    take_away,
    take_card,
    twice,
)
from card_envs.games.tausch_rausch.tasks import BONUS, COST, DECK_NAMES, DECK_SIZES, DECKS, can_fulfil, next_picks

MOST_SEATS = 4
MOST_TASKS_TO_WIN = 5
NOBODY = -1
NOTHING = -1
MARKET = MOST_SEATS  # who "drew" the cards of the first market

MARKET_SIZES = np.array([1, 2, 2, 2, 3])  # R2, R6
NUM_MARKETS = len(MARKET_SIZES)
NUM_MARKET_CARDS = int(MARKET_SIZES.sum())
HAND_SIZE = 5  # R10
OPEN_TASKS = 5  # R22, A4

# A slot is a market card or an open task; a pick is a kind of card.
FIRST_TASK = NUM_MARKETS
NUM_SLOTS = NUM_MARKETS + OPEN_TASKS
FIRST_PICK = NUM_SLOTS
ACTIONS = (
    *(f"trade {slot}" for slot in range(NUM_MARKETS)),
    *(f"task {slot}" for slot in range(OPEN_TASKS)),
    *cards.NAMES,
)

CARD_NAMES = (*cards.NAMES, *tasks.NAMES)  # in a shuffle of the tasks, the kind of task + NUM_KINDS

# A2: the tasks that can be done before somebody wins, which bounds what can come back into the deck (R28).
MOST_DONE_BEFORE = MOST_SEATS * (MOST_TASKS_TO_WIN - 1)
MOST_RESHUFFLES = MOST_DONE_BEFORE  # each takes the cards of at least one task
NUM_PLACES = PACK_SIZE + sum(sorted(COST[DECKS].tolist())[-MOST_DONE_BEFORE:])


@dataclass(frozen=True, kw_only=True)
class TauschRauschParams(Params):
    """The parameters of Tausch Rausch."""

    num_players: int = whole(4, 2, MOST_SEATS, "seats at the table (A24)")
    tasks_to_win: int = whole(5, 1, MOST_TASKS_TO_WIN, "tasks that win the match (R13)")
    task_deck: str = choice("fill24", DECK_NAMES, "24 tasks with three second copies, or the 21 different ones (A1)")
    max_turns: int | None = whole(None, 1, 65_535, "turns after which the match is cut; None: 100 a seat (A22)")

    def resolved(self) -> dict[str, int | str | bool]:
        """None stands for 100 turns a seat."""
        values = self.as_dict()
        if self.max_turns is None:
            values["max_turns"] = 100 * self.num_players
        return values


STATE = state_dtype(
    ("tasks_to_win", "i1"),  # parameter
    ("task_deck", "i1"),  # parameter: index in DECK_NAMES
    ("max_turns", "i4"),  # parameter
    ("turns", "i4"),  # turns done
    # The turn.
    ("slot", "i1"),  # the slot chosen; NOTHING = none yet
    ("last_pick", "i1"),  # the kind picked last; NOTHING = none yet
    ("picks", "u8", (2,)),  # pile: the cards picked so far; they stay in the hand until the last pick
    # The table.
    ("hands", "u8", (MOST_SEATS, 2)),  # piles
    ("held", "u8", (MOST_SEATS, 2)),  # piles: what each hand is publicly known to hold
    ("market", "u8", (NUM_MARKETS, 2)),  # piles
    ("discard", "u8", (2,)),  # pile
    ("recycled", "u8", (MOST_SEATS, 2)),  # piles: what the last reshuffle put into the deck, less the seat's own draws
    ("display", "i1", (OPEN_TASKS,)),  # the open tasks; NOTHING = empty
    ("tasks_done", "u8", (MOST_SEATS, 2)),  # piles of kinds of tasks
    ("tasks_seen", "u8", (2,)),  # pile of kinds of tasks: all that have been open
    ("tasks", "i1", (len(DECKS),)),  # kinds of tasks, top first; the deck's own number of them
    ("task_top", "i1"),  # index in tasks of the next to be opened
    # The pack: cards that lie or lay face down, as kinds, in the order in which they are drawn.
    ("top", "i2"),  # place of the next card of the deck
    ("end", "i2"),  # place behind the last card of the deck; top = end: it is empty
    ("reshuffles", "i1"),
    ("starts", "i2", (MOST_RESHUFFLES + 1,)),  # place of the first card of each deck: the first shuffle, the reshuffles
    ("pack", "i1", (NUM_PLACES,)),
    ("drawn_by", "i1", (NUM_PLACES,)),  # seat that drew the card at this place, MARKET, or NOBODY
    # Cards that a seat gave or spent without being known to hold them: each must have lain at a place that it drew.
    ("num_shown", "i2"),
    ("shown_by", "i1", (NUM_PLACES,)),
    ("shown_kind", "i1", (NUM_PLACES,)),
    ("shown_top", "i2", (NUM_PLACES,)),  # the top at that time: it was drawn from a place below
    ("shown_place", "i2", (NUM_PLACES,)),  # work space of belief.py: a place that it may have been drawn from
)


# --- the match


@rule
def deal(state: State, tape: Tape) -> None:
    """R7 to R10, section F: the market is laid out first, then each seat gets five cards; seat 0 begins (R12)."""
    for kind in range(NUM_KINDS):
        for copy in range(COPIES):
            state.pack[COPIES * kind + copy] = kind
    shuffle(state, state.pack, PACK_SIZE, tape)
    state.end = PACK_SIZE
    for place in range(NUM_PLACES):
        state.drawn_by[place] = NOBODY
    place = 0
    for slot in range(NUM_MARKETS):  # R8
        for _ in range(MARKET_SIZES[slot]):
            add_card(state.market[slot], int(state.pack[place]))
            state.drawn_by[place] = MARKET
            place += 1
    state.top = place
    for seat in range(state.num_players):  # R10
        for _ in range(HAND_SIZE):
            draw(state, seat, tape)
    lay_out_tasks(state, tape)
    end_choice(state)
    state.seat = 0


@rule
def lay_out_tasks(state: State, tape: Tape) -> None:
    """R7: shuffle the tasks and open five."""
    number = int(DECK_SIZES[state.task_deck])
    for place in range(number):
        state.tasks[place] = NUM_KINDS + DECKS[place]
    shuffle(state, state.tasks, number, tape)
    for place in range(number):
        state.tasks[place] -= NUM_KINDS
    for slot in range(OPEN_TASKS):
        open_task(state, slot)


@rule
def step(state: State, action: int, tape: Tape) -> None:
    """One decision: a slot is chosen, or a card picked; the last pick carries the turn out."""
    if action < FIRST_PICK:
        state.slot = action
        return
    kind = action - FIRST_PICK
    add_card(state.picks, kind)
    state.last_pick = kind
    if size(state.picks) < cards_needed(state):
        return
    seat = int(state.seat)
    won = False
    if state.slot < FIRST_TASK:
        trade(state, seat, int(state.slot), tape)
    else:
        won = fulfil(state, seat, int(state.slot) - FIRST_TASK, tape)
    end_choice(state)
    state.turns += 1
    if won:  # R13, R29: at once, before the cap of turns is looked at
        finish(state)
    elif state.turns >= state.max_turns:  # A22
        state.truncated = 1
        finish(state)
    else:
        state.seat = (seat + 1) % int(state.num_players)  # R13


@rule
def end_choice(state: State) -> None:
    """Nothing is chosen."""
    state.slot = NOTHING
    state.last_pick = NOTHING
    fill(state.picks, 0, 0)


@rule
def finish(state: State) -> None:
    state.over = 1
    state.seat = NOBODY


@rule
def placement(state: State, seat: int) -> int:
    """Section F: by tasks done, the winner having the most; ties share the place."""
    place = 1
    for other in range(state.num_players):
        place += size(state.tasks_done[other]) > size(state.tasks_done[seat])
    return place


@rule
def round_number(state: State) -> int:
    """How often the turn has gone round the table."""
    return int(state.turns) // int(state.num_players)


@rule
def score(state: State, seat: int) -> int:
    """Section F: the tasks done."""
    return size(state.tasks_done[seat])


@rule
def score_scale(state: State) -> float:
    """The most that a score can lie above or below the mean: all tasks that win."""
    return float(state.tasks_to_win)


# --- what may be done


@rule
def legal(state: State, mask: Mask) -> None:
    """R14, A12, A13: a slot, with no pass; once it is chosen, the next card."""
    if state.slot == NOTHING:
        slots = open_slots(state)
        for slot in range(NUM_SLOTS):
            mask[slot] = (slots >> slot) & 1
        return
    kinds = open_picks(state)
    while kinds:
        kind = first_of(kinds)
        mask[FIRST_PICK + kind] = 1
        kinds ^= 1 << kind


@rule
def open_slots(state: State) -> int:
    """The slots that the hand of the seat to act has cards for, a bit for each."""
    hand = state.hands[state.seat]
    one, two = once(hand), twice(hand)
    number = size(hand)
    slots = 0
    for slot in range(NUM_MARKETS):  # R15, R16
        if number >= MARKET_SIZES[slot]:
            slots |= 1 << slot
    values = tasks.values_of(one, two)
    for slot in range(OPEN_TASKS):  # R22
        task = int(state.display[slot])
        if task != NOTHING and can_fulfil(task, one, two, values):
            slots |= 1 << (FIRST_TASK + slot)
    return slots


@rule
def open_picks(state: State) -> int:
    """Section F, A6: the kinds, none below the last, with which the picks can be completed; a set."""
    hand = state.hands[state.seat]
    one, two = once(hand), twice(hand)
    last = int(state.last_pick)
    if last != NOTHING:
        above = -(2 << last)
        second_left = (1 << last) & two & ~twice(state.picks)
        one = (one & above) | second_left
        two = two & above
    if state.slot < FIRST_TASK:  # A14
        needed = int(MARKET_SIZES[state.slot]) - size(state.picks)
        return tasks.with_enough_from(one, two, needed)
    return next_picks(chosen_task(state), one, two, once(state.picks), twice(state.picks), last)


@rule
def chosen_task(state: State) -> int:
    """The task of the slot chosen."""
    return int(state.display[int(state.slot) - FIRST_TASK])


@rule
def cards_needed(state: State) -> int:
    """R16, R23, A5: how many cards the slot chosen takes."""
    if state.slot < FIRST_TASK:
        return int(MARKET_SIZES[state.slot])
    return int(COST[chosen_task(state)])


# --- the two actions


@rule
def trade(state: State, seat: int, slot: int, tape: Tape) -> None:
    """R15 to R20: the picks for the cards at the market, then one card from the deck."""
    stall = state.market[slot]
    taken_one, taken_two = once(stall), twice(stall)  # A16: those that lay there before
    given_one, given_two = once(state.picks), twice(state.picks)
    leave_hand(state, seat, given_one, given_two)
    fill(stall, given_one, given_two)  # A15
    add(state.hands[seat], taken_one, taken_two)
    add(state.held[seat], taken_one, taken_two)
    draw(state, seat, tape)  # R19


@rule
def fulfil(state: State, seat: int, slot: int, tape: Tape) -> bool:
    """R22 to R27: the picks go to the discard pile, the task to the seat. Returns whether that wins (R29)."""
    task = int(state.display[slot])
    spent_one, spent_two = once(state.picks), twice(state.picks)
    leave_hand(state, seat, spent_one, spent_two)
    add(state.discard, spent_one, spent_two)  # R24
    add_card(state.tasks_done[seat], task)  # R25, A21
    state.display[slot] = NOTHING
    if size(state.tasks_done[seat]) >= state.tasks_to_win:
        return True  # A20: no new task, no bonus, no reshuffle
    open_task(state, slot)  # R26
    for _ in range(BONUS[task]):  # R27
        draw(state, seat, tape)
    return False


@rule
def open_task(state: State, slot: int) -> None:
    """R26, A2: the next task; there always is one."""
    task = int(state.tasks[state.task_top])
    state.task_top += 1
    state.display[slot] = task
    add_card(state.tasks_seen, task)


@rule
def leave_hand(state: State, seat: int, one: int, two: int) -> None:
    """The cards of these sets leave the hand for all to see; those that it was not known to hold are written down."""
    known_one, known_two = once(state.held[seat]), twice(state.held[seat])
    take_away(state.hands[seat], one, two)
    take_away(state.held[seat], one, two)
    new_two = two & ~known_one
    new_one = (one & ~known_one) | (two & ~known_two)
    show(state, seat, new_one)
    show(state, seat, new_two)


@rule
def show(state: State, seat: int, kinds: int) -> None:
    """Write down one card of each of these kinds as shown by the seat."""
    while kinds:
        kind = first_of(kinds)
        kinds ^= 1 << kind
        number = int(state.num_shown)
        state.shown_by[number] = seat
        state.shown_kind[number] = kind
        state.shown_top[number] = state.top
        state.num_shown = number + 1


# --- the deck


@rule
def draw(state: State, seat: int, tape: Tape) -> None:
    """R19, R27: the top card of the deck; nothing when both deck and discard pile are empty (A18)."""
    reshuffle_if_empty(state, tape)
    place = int(state.top)
    if place == state.end:
        return
    kind = int(state.pack[place])
    state.top = place + 1
    state.drawn_by[place] = seat
    add_card(state.hands[seat], kind)
    take_card(state.recycled[seat], kind)
    reshuffle_if_empty(state, tape)


@rule
def reshuffle_if_empty(state: State, tape: Tape) -> None:
    """R28, A17: the moment that the deck is empty, the discard pile becomes the new one; nothing is not shuffled."""
    number = size(state.discard)
    if state.top < state.end or number == 0:
        return
    start = int(state.end)
    place = start
    for kind in range(NUM_KINDS):
        for _ in range(count_of(state.discard, kind)):
            state.pack[place] = kind
            place += 1
    shuffle(state, state.pack[start:], number, tape)
    state.end = place
    state.reshuffles += 1
    state.starts[state.reshuffles] = start
    for seat in range(state.num_players):
        fill(state.recycled[seat], once(state.discard), twice(state.discard))
    fill(state.discard, 0, 0)
