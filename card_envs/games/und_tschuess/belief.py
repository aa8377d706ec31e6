"""What a seat of "...und tschüss!" cannot know, redrawn: the hands and hidden commits of the others, the cards they
threw unseen, and the order of the deck.

A redrawn state is whole: both decks, and all that has happened since, can be played from it again to the same open
course. On one deck it is uniform: all ways to lay the cards that the seat has not seen on the places that it has not
seen into are equally likely (and of the cards that a seat held, each is as likely as any other to be the one it gave
away), as if the others had played by chance. Once the pile has become the deck, it is drawn at random which cards
came from which deck, with every possible outcome within reach (`origins`); given that, it is uniform again.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.games.und_tschuess.cards import COPIES, DECK_SIZE, NUM_KINDS
from card_envs.games.und_tschuess.origins import (
    NEW_DECK,
    OLD_DECK,
    choose_origins,
    hidden_before,
    known_of_second_deck,
    pick,
)
from card_envs.games.und_tschuess.rules import FROM_ROW, FROM_SEAT, MOST_CARDS, MOST_SEATS
from card_envs.games.und_tschuess.timeline import (
    COLUMNS,
    KIND,
    LAID,
    MOST_EVENTS,
    NEW,
    OPEN,
    READY,
    THROWN,
    WHAT,
    list_events,
    list_places,
)

# What a place is to the seat: the card there is known, or it is hidden, or it is one of those thrown there unseen
# before the pile became the deck.
_KNOWN, _HIDDEN, _SLIPPED = 0, 1, 2


@rule
def resample(state: State, seat: int) -> None:
    """Redraw, from `state.rng`, all that `seat`, which is to act, cannot know."""
    places = np.zeros((MOST_SEATS, MOST_EVENTS), np.int16)
    events = np.zeros((MOST_SEATS, MOST_EVENTS, COLUMNS), np.int16)
    num_places = np.zeros(MOST_SEATS, np.int64)
    num_events = np.zeros(MOST_SEATS, np.int64)
    slipped = np.zeros(NUM_KINDS, np.int64)
    for other in range(state.num_players):
        if other != seat:
            num_places[other] = list_places(state, other, places[other])
            num_events[other] = list_events(state, other, events[other])
    if state.bottom > DECK_SIZE:
        choose_origins(state, seat, places, num_places, events, num_events, slipped)
    left = np.zeros((2, NUM_KINDS), np.int64)
    status = np.zeros(2 * DECK_SIZE, np.int8)
    for card in range(NUM_KINDS):
        left[OLD_DECK, card] = COPIES[card] - slipped[card]
        left[NEW_DECK, card] = known_of_second_deck(state, seat, card) + slipped[card]
    for place in range(state.bottom):
        if state.drawn_by[place] == FROM_SEAT + seat or state.drawn_by[place] == FROM_ROW:
            left[deck_of(place), int(state.pack[place])] -= 1
        else:
            status[place] = _HIDDEN
    source = np.full((MOST_SEATS, MOST_EVENTS), -1, np.int16)  # the place of the card of each event
    for other in range(state.num_players):
        if other != seat:
            place_events(state, other, places, events, num_events, source, status, left)
    fill(state, status, left, slipped)
    for other in range(state.num_players):
        if other != seat:
            take_stock(state, other, places, num_places, events, num_events, source)


@rule
def deck_of(place: int) -> int:
    """The deck that a place belongs to."""
    return NEW_DECK if place >= DECK_SIZE else OLD_DECK


@rule
def place_events(
    state: State, other: int, places: Any, events: Any, num_events: Any, source: Any, status: Any, left: Any
) -> None:
    """Draw, for each card that a seat gave away, the place it had come from; open cards are put there."""
    taken = np.zeros(MOST_EVENTS, np.int64)
    unseen = 0  # cards thrown unseen before the pile became the deck
    for card in range(NUM_KINDS):
        unseen += hidden_before(state, other, card)
    for index in range(num_events[other]):
        fitting = np.zeros(MOST_EVENTS, np.int64)
        for i in range(events[other, index, READY]):
            fitting[i] = taken[i] == 0 and deck_of(int(places[other, i])) == events[other, index, NEW]
        i = pick(state, fitting)
        taken[i] = 1
        place = int(places[other, i])
        source[other, index] = place
        if events[other, index, WHAT] == OPEN:
            state.pack[place] = events[other, index, KIND]
            status[place] = _KNOWN
            left[deck_of(place), int(events[other, index, KIND])] -= 1
        elif events[other, index, WHAT] >= THROWN and unseen > 0:
            status[place] = _SLIPPED
            unseen -= 1


@rule
def fill(state: State, status: Any, left: Any, slipped: Any) -> None:
    """Lay the cards that are left on the hidden places, each way as likely as any other."""
    for place in range(state.bottom):
        if status[place] == _SLIPPED:
            state.pack[place] = pick_from(state, slipped)
        elif status[place] == _HIDDEN:
            state.pack[place] = pick_from(state, left[deck_of(place)])


@rule
def pick_from(state: State, counts: Any) -> int:
    """Take one card from counts by kind."""
    card = pick(state, counts)
    counts[card] -= 1
    return card


@rule
def take_stock(
    state: State, other: int, places: Any, num_places: Any, events: Any, num_events: Any, source: Any
) -> None:
    """Write the hand, the commit and the unseen throws of a seat as the packs have them now."""
    unseen = 0
    for card in range(NUM_KINDS):
        state.hand[other, card] = 0
        unseen += hidden_before(state, other, card)
        if not state.exchange_public:
            state.threw[other, card] = 0
            state.threw_before[other, card] = 0
    for i in range(num_places[other]):
        state.hand[other, int(state.pack[places[other, i]])] += 1
    for index in range(num_events[other]):
        card = int(state.pack[source[other, index]])
        what = int(events[other, index, WHAT])
        state.hand[other, card] -= 1
        if what == LAID:
            state.commit[other] = card + 1
        elif what >= THROWN:
            insert_thrown(state, (what - THROWN) // MOST_CARDS, (what - THROWN) % MOST_CARDS, card)
            if unseen > 0:
                state.threw_before[other, card] += 1
                unseen -= 1
            else:
                state.threw[other, card] += 1


@rule
def insert_thrown(state: State, number: int, index: int, card: int) -> None:
    """Write the card among the first `index` of this exchange, which stay in order (section F: from the lowest up)."""
    while index > 0 and state.thrown[number, index - 1] > card + 1:
        state.thrown[number, index] = state.thrown[number, index - 1]
        index -= 1
    state.thrown[number, index] = card + 1
