"""What a seat of Tausch Rausch cannot know, redrawn, so that all it has seen could have happened with it.

The seat has not seen which cards the others drew, nor what is left of the deck. It does know which cards each deck
was shuffled from: all of them at first, later a discard pile that lay in the open. And it has seen the others give
and spend cards: each that a hand was not known to hold must lie at a place that this hand had drawn by then.

So every card shown is given a place, and then the remaining cards of each deck are laid on its remaining places, each
way as likely as any other. Where a shown card can only have come from one deck (always before the first reshuffle),
it does not matter which of the places that is, and every way to lay the unseen cards where the seat cannot see them
is as likely as any other. Where it can have come from several decks, its place is drawn from all that fit, shown
cards in the order in which they were shown; what leads to no way on is drawn again. So every way that fits is
reached, but not all are equally likely. After `_TRIES` failures the places of the state itself are kept.
"""

from __future__ import annotations

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.engine.random import below
from card_envs.games.tausch_rausch.piles import add, add_card, fill, once, twice
from card_envs.games.tausch_rausch.rules import MARKET
from card_envs.games.tausch_rausch.tasks import DECK_SIZES

_TRIES = 50
_PINNED = 8  # added to drawn_by, for the time being: the place is taken by a card that was shown


@rule
def resample(state: State, seat: int) -> None:
    """Redraw the cards that `seat` has not seen and the order of the tasks to come, from `state.rng`."""
    found = False
    for _ in range(_TRIES):
        found = draw_places(state, seat)
        unpin(state)
        if found:
            break
    if not found:
        keep_places(state, seat)
        unpin(state)
    lay_shown_cards(state, seat)
    for deck in range(int(state.reshuffles) + 1):
        shuffle_open_places(state, deck, seat)
    refill_hands(state, seat)
    unpin(state)
    shuffle_tasks(state)


# --- the places of the cards shown


@rule
def draw_places(state: State, seat: int) -> bool:
    """Draw a place for each card that the other seats showed, the earliest first; False when one finds none."""
    for shown in range(state.num_shown):
        if state.shown_by[shown] == seat:
            continue
        candidates = 0
        for deck in range(int(state.reshuffles) + 1):
            if cards_left(state, shown, deck, seat) > 0:
                candidates += places_for(state, shown, deck, -1)
        if candidates == 0:
            return False
        left = below(state, candidates)
        for deck in range(int(state.reshuffles) + 1):
            if cards_left(state, shown, deck, seat) == 0:
                continue
            here = places_for(state, shown, deck, -1)
            if left < here:
                pin(state, shown, places_for(state, shown, deck, left))
                break
            left -= here
    return True


@rule
def keep_places(state: State, seat: int) -> None:
    """Give each card shown the first place of the state itself that holds one like it."""
    for shown in range(state.num_shown):
        if state.shown_by[shown] == seat:
            continue
        for place in range(state.shown_top[shown]):
            if state.drawn_by[place] == state.shown_by[shown] and state.pack[place] == state.shown_kind[shown]:
                pin(state, shown, place)
                break


@rule
def cards_left(state: State, shown: int, deck: int, seat: int) -> int:
    """How many cards of the kind shown the others can have from this deck, less those taken by earlier shown ones."""
    kind = int(state.shown_kind[shown])
    count = 0
    for place in range(state.starts[deck], end_of(state, deck)):
        if state.pack[place] == kind and state.drawn_by[place] != seat and state.drawn_by[place] != MARKET:
            count += 1
    for earlier in range(shown):
        if state.shown_kind[earlier] == kind and state.shown_by[earlier] != seat:
            count -= state.starts[deck] <= state.shown_place[earlier] < end_of(state, deck)
    return count


@rule
def places_for(state: State, shown: int, deck: int, wanted: int) -> int:
    """How many places of this deck the card shown may have come from; or the place of the number wanted, from 0."""
    count = 0
    for place in range(state.starts[deck], min(end_of(state, deck), int(state.shown_top[shown]))):
        if state.drawn_by[place] == state.shown_by[shown]:
            if count == wanted:
                return place
            count += 1
    return count


@rule
def lay_shown_cards(state: State, seat: int) -> None:
    """Bring each card shown to its place, by an exchange within the deck, and pin it there."""
    for shown in range(state.num_shown):
        if state.shown_by[shown] == seat:
            continue
        here = int(state.shown_place[shown])
        there = here
        if state.pack[here] != state.shown_kind[shown]:
            there = int(state.starts[deck_of(state, here)])
            while state.pack[there] != state.shown_kind[shown] or not is_unseen(state, there, seat):
                there += 1
        exchange(state, here, there)
        pin(state, shown, here)


# --- all other cards


@rule
def shuffle_open_places(state: State, deck: int, seat: int) -> None:
    """Shuffle the cards at the places of a deck that the seat has not seen and no shown card has taken."""
    left = 0
    for place in range(state.starts[deck], end_of(state, deck)):
        left += is_unseen(state, place, seat)
    for place in range(state.starts[deck], end_of(state, deck)):
        if is_unseen(state, place, seat):
            ahead = below(state, left)
            other = place
            while ahead > 0:
                other += 1
                ahead -= is_unseen(state, other, seat)
            exchange(state, place, other)
            left -= 1


@rule
def refill_hands(state: State, seat: int) -> None:
    """The others hold what they are known to hold, and the cards at their places that are not pinned."""
    for other in range(state.num_players):
        if other != seat:
            fill(state.hands[other], 0, 0)
            add(state.hands[other], once(state.held[other]), twice(state.held[other]))
    for place in range(state.top):
        other = int(state.drawn_by[place])
        if other < MARKET and other != seat:
            add_card(state.hands[other], int(state.pack[place]))


@rule
def shuffle_tasks(state: State) -> None:
    """Shuffle the tasks not opened yet."""
    top = int(state.task_top)
    for place in range(int(DECK_SIZES[state.task_deck]) - 1, top, -1):
        other = top + below(state, place - top + 1)
        task = state.tasks[other]
        state.tasks[other] = state.tasks[place]
        state.tasks[place] = task


# --- places


@rule
def pin(state: State, shown: int, place: int) -> None:
    """Give a place to a card that was shown."""
    state.shown_place[shown] = place
    state.drawn_by[place] += _PINNED


@rule
def unpin(state: State) -> None:
    """Let go of all places."""
    for place in range(state.top):
        if state.drawn_by[place] >= _PINNED:
            state.drawn_by[place] -= _PINNED


@rule
def is_unseen(state: State, place: int, seat: int) -> bool:
    """Is it a place that the seat has not seen, and that is not pinned?"""
    return int(state.drawn_by[place]) < MARKET and int(state.drawn_by[place]) != seat


@rule
def deck_of(state: State, place: int) -> int:
    """The number of the deck that the place belongs to; 0 is that of the first shuffle."""
    deck = int(state.reshuffles)
    while place < state.starts[deck]:
        deck -= 1
    return deck


@rule
def end_of(state: State, deck: int) -> int:
    """The place behind the last card of a deck."""
    return int(state.starts[deck + 1]) if deck < state.reshuffles else int(state.end)


@rule
def exchange(state: State, here: int, there: int) -> None:
    """Swap the cards of two places."""
    card = state.pack[here]
    state.pack[here] = state.pack[there]
    state.pack[there] = card
