"""How the cards that a seat has drawn have left its hand, from the open course of the match.

The places of the decks that a seat has drawn from are known to all, and so is when a card left its hand; which of
the places it had lain at is known to the seat alone.
"""

from __future__ import annotations

from typing import Any

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.games.und_tschuess.deck import EXCHANGE
from card_envs.games.und_tschuess.rules import FROM_SEAT, MOST_CARDS
from card_envs.games.und_tschuess.words import card_index, dropped_index, number_at

MOST_EVENTS = 128
"""No seat draws or gives away as many cards in a match: 8 to begin with and 16 in each of 6 set-ups are the most."""

# The columns of an event.
KIND = 0  # of the card
WHAT = 1  # OPEN, LAID, or THROWN + MOST_CARDS * exchange + index: the last two unseen by others
READY = 2  # how many cards the seat had drawn by then: it was one of the first so many of its places
NEW = 3  # 1 = it came from the second deck
COLUMNS = 4

OPEN, LAID, THROWN = 0, 1, 2


@rule
def list_places(state: State, seat: int, places: Any) -> int:
    """Write the places that the seat has drawn from, in order of time; returns how many."""
    count = 0
    for place in range(len(state.drawn_by)):
        if state.drawn_by[place] == FROM_SEAT + seat:
            places[count] = place
            count += 1
    return count


@rule
def list_events(state: State, seat: int, events: Any) -> int:
    """Write, in order of time, each card that has left the hand of the seat; returns how many. NEW is not filled."""
    last = int(state.round_number) - 1
    ready = int(state.num_players) + 3
    count = 0
    for number in range(last + 1):
        played = 0
        for stage in range(MOST_CARDS):
            card = int(state.played[seat, stage])
            if number < last:
                card = number_at(state.past[number], card_index(seat, stage))
            if card != 0:
                write_event(events, count, card, OPEN, ready)
                count += 1
                played += 1
        if number == last and state.commit[seat] != 0:
            write_event(events, count, int(state.commit[seat]), LAID, ready)
            count += 1
        if number == last and state.phase != EXCHANGE:
            break
        ready += played  # U36
        if dropped_as(state, seat, number) == 1:
            thrown = int(state.exchanged[number]) - 1
            for i in range(thrown):
                what = OPEN if state.exchange_public else THROWN + MOST_CARDS * number + i
                write_event(events, count, int(state.thrown[number, i]), what, ready)
                count += 1
            ready += thrown  # U38
    return count


@rule
def dropped_as(state: State, seat: int, number: int) -> int:
    """As how manyth the seat dropped out of the round with this number (from 0); 0 = it won."""
    if number == int(state.round_number) - 1:
        return int(state.dropped[seat])
    return number_at(state.past[number], dropped_index(seat))


@rule
def write_event(events: Any, index: int, card: int, what: int, ready: int) -> None:
    """`card` is 1 + kind."""
    events[index, KIND] = card - 1
    events[index, WHAT] = what
    events[index, READY] = ready
    events[index, NEW] = 0
