"""Which of the cards that others gave away came from the second deck: drawn at random from all that is possible.

Once the pile has become the deck, a seat can tell of many cards where they must have come from: the second deck holds
what lay on the pile, and what did not was in the hands. Let, for each kind, X cards of it have been thrown unseen
onto the pile before it became the deck, and let NEW cards of it, played openly by others, have come from the second
deck. Then NEW - X has a least and a greatest value, and each seat can have given away no more cards of the second
deck at any time than it had drawn from it, and no more of the first than it had. That is a flow in a network:

    HUB -> kind (NEW - X), POOL -> kind (X), kind -> seat at a time (open cards), HUB -> HIDDEN -> seat at a
    time (hidden cards), seat at a time -> the same seat later (all so far) -> ... -> HUB

One card after the other is decided by chance; where the flow does not allow the choice, not even rerouted, it is the
other one. So each possible outcome can be drawn, no choice leads to a dead end, and what is drawn does not depend on
the true outcome, which is only the flow to begin with. It is not uniform: a choice weighs the cards that either deck
can give, not the ways to go on.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.engine.random import below
from card_envs.games.und_tschuess.cards import COPIES, DECK_SIZE, NUM_KINDS
from card_envs.games.und_tschuess.rules import FROM_ROW, FROM_SEAT, MOST_SEATS
from card_envs.games.und_tschuess.timeline import KIND, MOST_EVENTS, NEW, OPEN, READY, WHAT

_HUB, _HIDDEN, _POOL, _KINDS = 0, 1, 2, 3
_SEATS = _KINDS + NUM_KINDS
_MOST_NODES = _SEATS + 14 * (MOST_SEATS - 1)
_NOWHERE = -1
_ANY = 1000

OLD_DECK, NEW_DECK = 0, 1


@rule
def choose_origins(
    state: State, seat: int, places: Any, num_places: Any, events: Any, num_events: Any, slipped: Any
) -> None:
    """Fill the column NEW of the events of all others, and `slipped`, int64 (17,): the X of each kind.

    `places` (6, MOST_EVENTS) and `events` (6, MOST_EVENTS, COLUMNS) are lists as `timeline` writes them.
    """
    free = np.zeros((_MOST_NODES, _MOST_NODES), np.int16)  # how much more can flow from one node to another
    node = np.zeros((MOST_SEATS, MOST_EVENTS), np.int16)  # of the seat at the time of each event; 0 = must be old
    left = np.zeros((2, NUM_KINDS), np.int64)  # cards of others that each deck has still to account for
    for card in range(NUM_KINDS):
        left[OLD_DECK, card] = COPIES[card]
        left[NEW_DECK, card] = known_of_second_deck(state, seat, card)
    for place in range(2 * DECK_SIZE):
        if state.drawn_by[place] == FROM_SEAT + seat or state.drawn_by[place] == FROM_ROW:
            left[NEW_DECK if place >= DECK_SIZE else OLD_DECK, int(state.pack[place])] -= 1
    trace(state, seat, places, num_places, events, num_events)
    free[_HUB, _HIDDEN] = _ANY
    free[_HIDDEN, _HUB] = _ANY
    nodes = _SEATS
    unseen = 0
    for other in range(state.num_players):
        if other != seat:
            nodes = connect(free, node, left, nodes, other, places, num_places, events, num_events)
            for card in range(NUM_KINDS):
                slipped[card] += hidden_before(state, other, card)
    for card in range(NUM_KINDS):
        unseen += slipped[card]
    for card in range(NUM_KINDS):
        connect_kind(free, left, card, int(slipped[card]), unseen, nodes)
        slipped[card] = 0
    choose_slipped(state, free, left, unseen, nodes, slipped)
    for other in range(state.num_players):
        if other != seat:
            choose_for_seat(state, free, node, left, nodes, other, places, events, num_events)


@rule
def known_of_second_deck(state: State, seat: int, card: int) -> int:
    """How many cards of this kind the seat knew on the pile when it became the deck."""
    own = 0 if state.exchange_public else int(state.threw_before[seat, card])
    return int(state.shown_before[card]) + own


@rule
def hidden_before(state: State, other: int, card: int) -> int:
    """How many of this kind another seat had thrown there unseen."""
    return 0 if state.exchange_public else int(state.threw_before[other, card])


@rule
def trace(state: State, seat: int, places: Any, num_places: Any, events: Any, num_events: Any) -> None:
    """A possible outcome to begin with: of cards that are alike, those drawn first were given away first."""
    for other in range(state.num_players):
        taken = np.zeros(MOST_EVENTS, np.int8)
        for index in range(num_events[other] if other != seat else 0):
            i = 0
            while taken[i] or state.pack[places[other, i]] != events[other, index, KIND]:
                i += 1
            taken[i] = 1
            events[other, index, NEW] = places[other, i] >= DECK_SIZE


@rule
def new_among(places: Any, ready: int) -> int:
    """How many of the first `ready` of these places belong to the second deck."""
    count = 0
    for i in range(ready):
        count += int(places[i] >= DECK_SIZE)
    return count


# --- the network


@rule
def connect(
    free: Any,
    node: Any,
    left: Any,
    nodes: int,
    other: int,
    places: Any,
    num_places: Any,
    events: Any,
    num_events: Any,
) -> int:
    """Add the nodes of a seat and the flow that `trace` has found; returns the number of nodes.

    Cards that must be of the first deck are taken off its account.
    """
    held = num_places[other] - new_among(places[other], num_places[other])  # of the first deck
    undecided = 0
    flow = 0
    limit = 0
    here = _NOWHERE
    for index in range(num_events[other]):
        card = int(events[other, index, KIND])
        drawn = new_among(places[other], int(events[other, index, READY]))
        if drawn == 0:
            held -= 1
            if events[other, index, WHAT] == OPEN:
                left[OLD_DECK, card] -= 1
            continue
        if drawn != limit:
            if here != _NOWHERE:
                free[here, nodes] = limit - flow
                free[nodes, here] = flow
            here = nodes
            nodes += 1
            limit = drawn
        node[other, index] = here
        source = _KINDS + card if events[other, index, WHAT] == OPEN else _HIDDEN
        if events[other, index, NEW]:
            free[here, source] += 1
            flow += 1
        else:
            free[source, here] += 1
        undecided += 1
    if here != _NOWHERE:
        free[here, _HUB] = limit - flow
        free[_HUB, here] = flow - max(0, undecided - held)
    return nodes


@rule
def connect_kind(free: Any, left: Any, card: int, slipped: int, unseen: int, nodes: int) -> None:
    """Add the edges to a kind: NEW - X between all cards that may be old being old and all that may be new new."""
    here = _KINDS + card
    new = 0
    events = 0
    for other in range(_SEATS, nodes):
        new += int(free[other, here])
        events += int(free[other, here]) + int(free[here, other])
    free[_HUB, here] = left[NEW_DECK, card] - (new - slipped)
    free[here, _HUB] = (new - slipped) - (events - left[OLD_DECK, card])
    free[_POOL, here] = unseen - slipped
    free[here, _POOL] = slipped


@rule
def reroute(free: Any, nodes: int, start: int, goal: int) -> bool:
    """Send one unit from start to goal over what is free; False, with nothing changed, when there is no way."""
    came_from = np.full(_MOST_NODES, _NOWHERE, np.int16)
    queue = np.zeros(_MOST_NODES, np.int16)
    queue[0] = start
    came_from[start] = start
    first = 0
    last = 1
    while first < last and came_from[goal] == _NOWHERE:
        here = int(queue[first])
        first += 1
        for there in range(nodes):
            if free[here, there] > 0 and came_from[there] == _NOWHERE:
                came_from[there] = here
                queue[last] = there
                last += 1
    if came_from[goal] == _NOWHERE:
        return False
    there = goal
    while there != start:
        here = int(came_from[there])
        free[here, there] -= 1
        free[there, here] += 1
        there = here
    return True


# --- the choices


@rule
def choose_slipped(state: State, free: Any, left: Any, unseen: int, nodes: int, slipped: Any) -> None:
    """The kinds of the cards that others threw unseen before the pile became the deck."""
    for _ in range(unseen):
        weights = left[OLD_DECK].copy()
        while True:
            card = pick(state, weights)
            here = _KINDS + card
            if free[here, _POOL] > 0:
                free[here, _POOL] -= 1
                break
            if reroute(free, nodes, here, _POOL):
                break
            weights[card] = 0
        slipped[card] += 1
        left[OLD_DECK, card] -= 1
        left[NEW_DECK, card] += 1


@rule
def pick(state: State, weights: Any) -> int:
    """An index, each as likely as its weight says; negative weights count as nothing."""
    total = 0
    for weight in weights:
        total += max(0, weight)
    luck = below(state, total)
    index = 0
    while luck >= max(0, weights[index]):
        luck -= max(0, weights[index])
        index += 1
    return index


@rule
def choose_for_seat(
    state: State, free: Any, node: Any, left: Any, nodes: int, other: int, places: Any, events: Any, num_events: Any
) -> None:
    """Old or new for each card that a seat gave away, in order of time."""
    given = np.zeros(2, np.int64)
    for index in range(num_events[other]):
        new = 0
        if node[other, index] != 0:
            card = int(events[other, index, KIND])
            is_open = events[other, index, WHAT] == OPEN
            drawn = new_among(places[other], int(events[other, index, READY]))
            weights = np.ones(2, np.int64)
            weights[OLD_DECK] += max(0, int(events[other, index, READY]) - drawn - given[OLD_DECK])
            weights[NEW_DECK] += max(0, drawn - given[NEW_DECK])
            if is_open:
                weights[OLD_DECK] *= 1 + max(0, left[OLD_DECK, card])
                weights[NEW_DECK] *= 1 + max(0, left[NEW_DECK, card])
            source = _KINDS + card if is_open else _HIDDEN
            new = decide(free, nodes, source, int(node[other, index]), pick(state, weights))
            if is_open:
                left[new, card] -= 1
        events[other, index, NEW] = new
        given[new] += 1


@rule
def decide(free: Any, nodes: int, source: int, here: int, wanted: int) -> int:
    """Fix one undecided card of an edge as wanted where that is possible; returns NEW_DECK or OLD_DECK."""
    start, goal = (here, source) if wanted == NEW_DECK else (source, here)
    if free[start, goal] > 0:  # one such card is as wanted already
        free[start, goal] -= 1
        return wanted
    free[goal, start] -= 1
    return wanted if reroute(free, nodes, start, goal) else 1 - wanted
