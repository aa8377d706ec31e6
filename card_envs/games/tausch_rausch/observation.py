"""What a seat of Tausch Rausch may know: the table of fields, and the function that fills it.

Per seat means: relative to the observer, 0 being itself, then clockwise; absent seats are zero. Cards are counts of
the 40 kinds, tasks counts of the 21 kinds, in the order of their names.
"""

from __future__ import annotations

from card_envs.engine.game import State, Vector
from card_envs.engine.kernels import rule
from card_envs.engine.layout import Field, Layout
from card_envs.games.tausch_rausch.cards import COPIES, NUM_KINDS, PACK_SIZE
from card_envs.games.tausch_rausch.piles import first_of, once, size, twice
from card_envs.games.tausch_rausch.rules import (
    MOST_RESHUFFLES,
    MOST_SEATS,
    MOST_TASKS_TO_WIN,
    NOTHING,
    NUM_MARKET_CARDS,
    NUM_MARKETS,
    NUM_SLOTS,
    OPEN_TASKS,
)
from card_envs.games.tausch_rausch.tasks import DECK_NAMES, DECK_SIZES, DECKS, NUM_TASKS

_NOT_IN_THE_MARKET = PACK_SIZE - NUM_MARKET_CARDS
_EVERY_KIND = (1 << NUM_KINDS) - 1

LAYOUT = Layout(
    Field("hand", (NUM_KINDS,), COPIES, "the observer's cards, those it is picking included: how many of each kind"),
    Field("held", (MOST_SEATS, NUM_KINDS), COPIES, "per seat: cards that it is publicly known to hold, own seat too"),
    Field("hand_sizes", (MOST_SEATS,), _NOT_IN_THE_MARKET, "per seat: cards in hand"),
    Field("market", (NUM_MARKETS, NUM_KINDS), COPIES, "cards at each market card"),
    Field("discard", (NUM_KINDS,), COPIES, "cards on the discard pile"),
    Field("recycled", (NUM_KINDS,), COPIES, "cards that the last reshuffle put into the deck, less those seen since"),
    Field("deck_size", (), _NOT_IN_THE_MARKET, "cards in the deck"),
    Field("reshuffles", (), MOST_RESHUFFLES, "how often the discard pile has become the deck"),
    Field("display", (OPEN_TASKS, NUM_TASKS), 1, "the task at each place, one-hot; zero: an empty place"),
    Field("tasks_done", (MOST_SEATS, NUM_TASKS), COPIES, "per seat: tasks done"),
    Field("tasks_seen", (NUM_TASKS,), COPIES, "tasks that are or have been open"),
    Field("task_deck_size", (), len(DECKS) - OPEN_TASKS, "tasks not opened yet"),
    Field("to_act", (MOST_SEATS,), 1, "per seat: 1 if it is to act"),
    Field("slot", (NUM_SLOTS,), 1, "the slot chosen in this turn, one-hot: 0-4 a market card, 5-9 an open task"),
    Field("picks", (NUM_KINDS,), COPIES, "cards picked in this turn so far"),
    Field("turns", (2,), 255, "turns done: high byte, low byte"),
    Field("present", (MOST_SEATS,), 1, "per seat: 1 if the table has it"),
    Field("tasks_to_win", (), MOST_TASKS_TO_WIN, "tasks that win the match"),
    Field("max_turns", (2,), 255, "turns after which the match is cut: high byte, low byte"),
    Field("task_deck", (len(DECK_NAMES),), 1, f"one-hot of {', '.join(DECK_NAMES)}"),
)

AT = LAYOUT.at


@rule
def observe(state: State, seat: int, vector: Vector) -> None:
    """All that `seat` has seen and remembers: its hand, and what is public."""
    n = int(state.num_players)
    write(vector, AT.hand, once(state.hands[seat]), twice(state.hands[seat]))
    observe_recycled(state, seat, vector)
    write(vector, AT.discard, once(state.discard), twice(state.discard))
    for slot in range(NUM_MARKETS):
        write(vector, AT.market + slot * NUM_KINDS, once(state.market[slot]), twice(state.market[slot]))
    vector[AT.deck_size] = state.end - state.top
    vector[AT.reshuffles] = state.reshuffles
    for ahead in range(n):
        other = (seat + ahead) % n
        vector[AT.present + ahead] = 1
        vector[AT.to_act + ahead] = other == state.seat
        vector[AT.hand_sizes + ahead] = size(state.hands[other])
        write(vector, AT.held + ahead * NUM_KINDS, once(state.held[other]), twice(state.held[other]))
        done = state.tasks_done[other]
        write(vector, AT.tasks_done + ahead * NUM_TASKS, once(done), twice(done))
    observe_tasks(state, vector)
    if state.slot != NOTHING:
        vector[AT.slot + int(state.slot)] = 1
        write(vector, AT.picks, once(state.picks), twice(state.picks))
    write_bytes(vector, AT.turns, int(state.turns))
    write_bytes(vector, AT.max_turns, int(state.max_turns))
    vector[AT.tasks_to_win] = state.tasks_to_win
    vector[AT.task_deck + int(state.task_deck)] = 1


@rule
def observe_recycled(state: State, seat: int, vector: Vector) -> None:
    """Section F: what the last reshuffle put into the deck, less what the seat has seen of it since.

    That is what it has drawn itself, and of what others showed only as much as cannot have been older.
    """
    if state.reshuffles == 0:
        return
    seen_once, seen_twice = once(state.hands[seat]), twice(state.hands[seat])
    for other in range(state.num_players):
        if other != seat:
            seen_once, seen_twice = together(seen_once, seen_twice, once(state.held[other]), twice(state.held[other]))
    for slot in range(NUM_MARKETS):
        seen_once, seen_twice = together(seen_once, seen_twice, once(state.market[slot]), twice(state.market[slot]))
    seen_once, seen_twice = together(seen_once, seen_twice, once(state.discard), twice(state.discard))
    unseen_once, unseen_twice = _EVERY_KIND & ~seen_twice, _EVERY_KIND & ~seen_once
    put_in = state.recycled[seat]
    write(vector, AT.recycled, once(put_in) & unseen_once, twice(put_in) & unseen_twice)


@rule
def together(one: int, two: int, more_one: int, more_two: int) -> tuple[int, int]:
    """Two piles in one, of no kind more than two cards."""
    return one | more_one, two | more_two | (one & more_one)


@rule
def observe_tasks(state: State, vector: Vector) -> None:
    """The display, and the tasks seen."""
    for place in range(OPEN_TASKS):
        if state.display[place] != NOTHING:
            vector[AT.display + place * NUM_TASKS + int(state.display[place])] = 1
    write(vector, AT.tasks_seen, once(state.tasks_seen), twice(state.tasks_seen))
    vector[AT.task_deck_size] = DECK_SIZES[state.task_deck] - state.task_top


@rule
def write(vector: Vector, start: int, one: int, two: int) -> None:
    """Write the counts of a pile from `start` on; the vector is zero there."""
    while one:
        kind = first_of(one)
        vector[start + kind] = 1 + ((two >> kind) & 1)
        one &= one - 1


@rule
def write_bytes(vector: Vector, start: int, number: int) -> None:
    """Write a number as its high and its low byte."""
    vector[start] = number >> 8
    vector[start + 1] = number & 255
