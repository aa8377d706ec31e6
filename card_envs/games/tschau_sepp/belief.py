"""What a seat of Tschau Sepp cannot know, redrawn: hands and stock that agree with all that has been proven.

The cards of each batch are laid anew into the places that hold cards of it, those of the other hands (memory.py) and
those of the stock, which may hold anything. Every way to fill the places so that no card lies where it may not be
can come up, and no other.

Where at most one other seat has places that may not hold everything, each way is as likely as any other: places are
filled in the order of how few cards they may hold, each from the cards that are left, and as whatever fits a place
fits every freer one too, no choice changes the number of ways to go on. Else that first filling may run out of
cards, and is then begun anew; it favours some ways, so it is shaken afterwards: pairs of places change their cards
where both may, which leads towards ways that are all alike likely. The cards that really lie there play no part.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.engine.random import below
from card_envs.games.tschau_sepp.cards import PACK_SIZE, has, only
from card_envs.games.tschau_sepp.memory import batch_of, places_for
from card_envs.games.tschau_sepp.state import MOST_SEATS, NOTHING

Slots: TypeAlias = Any
"""int8 (36,)."""
Places: TypeAlias = Any
"""int8 (36, 3): a row a place, with these columns."""
OWNER, DEPTH, POSITION = range(3)
"""Whose hand it is in, or STOCK; how many places newest first down to this one; where its card lay in the shuffle."""
STOCK = MOST_SEATS

_EXCHANGES = 4  # tried for each place


@rule
def resample(state: State, seat: int) -> None:
    """Redraw the cards that `seat` has not seen, from `state.rng`."""
    places = np.empty((PACK_SIZE, 3), np.int8)
    cards = np.empty(PACK_SIZE, np.int8)
    oldest = 0
    for card in range(PACK_SIZE):
        oldest = max(oldest, batch_of(state, card))
    for batch in range(1, oldest + 1):
        count = list_cards(state, seat, batch, cards)
        list_places(state, cards[:count], places)
        restricted = sort_places(state, cards[:count], places)
        while not fill(state, cards[:count], places):
            pass
        if restricted > 1:
            shake(state, cards[:count], places)
        put_back(state, cards[:count], places)


@rule
def list_cards(state: State, seat: int, batch: int, cards: Slots) -> int:
    """The cards of a batch that the seat has not seen, in the order of their numbers. Returns how many."""
    count = 0
    for card in range(PACK_SIZE):
        if batch_of(state, card) == batch and not has(state.hands[seat], card):
            cards[count] = card
            count += 1
    return count


@rule
def list_places(state: State, cards: Slots, places: Places) -> None:
    """The places that these cards lie in, newest first."""
    lying = np.full(PACK_SIZE, NOTHING, np.int8)
    for i in range(len(cards)):
        lying[state.position[cards[i]]] = cards[i]
    so_far = np.zeros(MOST_SEATS + 1, np.int8)
    count = 0
    for position in range(PACK_SIZE - 1, -1, -1):
        if lying[position] != NOTHING:
            owner = owner_of(state, int(lying[position]))
            so_far[owner] += 1
            places[count, OWNER] = owner
            places[count, DEPTH] = so_far[owner]
            places[count, POSITION] = position
            count += 1


@rule
def owner_of(state: State, card: int) -> int:
    """The seat that holds a card; STOCK when none does."""
    for seat in range(state.num_players):
        if has(state.hands[seat], card):
            return seat
    return STOCK


@rule
def may_lie(state: State, card: int, place: Slots) -> bool:
    """May the card lie in this place?"""
    owner = int(place[OWNER])
    return owner == STOCK or places_for(state, owner, card) >= int(place[DEPTH])


@rule
def room(state: State, cards: Slots, place: Slots) -> int:
    """How many of these cards may lie in this place."""
    count = 0
    for i in range(len(cards)):
        count += may_lie(state, int(cards[i]), place)
    return count


@rule
def sort_places(state: State, cards: Slots, places: Places) -> int:
    """Those with the least room first. Returns how many seats have places that may not hold all of these cards."""
    count = len(cards)
    rooms = np.empty(PACK_SIZE, np.int8)
    strict = np.uint64(0)
    for i in range(count):
        size = room(state, cards, places[i])
        if size < count:
            strict |= only(places[i, OWNER])
        at = i
        while at > 0 and rooms[at - 1] > size:
            at -= 1
            rooms[at + 1] = rooms[at]
            exchange_rows(places, at, at + 1)
        rooms[at] = size
    restricted = 0
    for seat in range(MOST_SEATS):
        restricted += has(strict, seat)
    return restricted


@rule
def exchange_rows(places: Places, one: int, other: int) -> None:
    """Swap two rows."""
    for column in range(places.shape[1]):
        value = places[one, column]
        places[one, column] = places[other, column]
        places[other, column] = value


@rule
def fill(state: State, cards: Slots, places: Places) -> bool:
    """Put the cards in the order of places that they may lie in, at random; False when they ran out on the way."""
    count = len(cards)
    for i in range(count):
        fitting = 0
        for j in range(i, count):
            fitting += may_lie(state, int(cards[j]), places[i])
        if fitting == 0:
            return False
        left = below(state, fitting)
        for j in range(i, count):
            if may_lie(state, int(cards[j]), places[i]):
                if left == 0:
                    exchange(cards, i, j)
                    break
                left -= 1
    return True


@rule
def shake(state: State, cards: Slots, places: Places) -> None:
    """Let pairs of places change their cards, where both may."""
    for _ in range(_EXCHANGES * len(cards)):
        i = below(state, len(cards))
        j = below(state, len(cards))
        if may_lie(state, int(cards[i]), places[j]) and may_lie(state, int(cards[j]), places[i]):
            exchange(cards, i, j)


@rule
def exchange(cards: Slots, one: int, other: int) -> None:
    """Swap two cards."""
    card = cards[one]
    cards[one] = cards[other]
    cards[other] = card


@rule
def put_back(state: State, cards: Slots, places: Places) -> None:
    """Hands and stock as the cards lie now, each in the place of the same row."""
    for i in range(len(cards)):
        for seat in range(state.num_players):
            state.hands[seat] &= ~only(cards[i])
    stocked = np.full(PACK_SIZE, NOTHING, np.int8)
    for i in range(len(cards)):
        position = int(places[i, POSITION])
        state.position[cards[i]] = position
        if places[i, OWNER] == STOCK:
            stocked[position] = cards[i]
        else:
            state.hands[places[i, OWNER]] |= only(cards[i])
    cell = int(state.stock_next)
    for position in range(PACK_SIZE):
        if stocked[position] != NOTHING:
            state.stock[cell] = stocked[position]
            cell += 1
