"""What a seat of Gnav cannot know, redrawn: each pack that fits all it has seen is as likely as any other.

A place of the pack that the seat has not seen is one of three kinds, each freer than the one before: a card that was
swapped away on request (no Fool, since that would have been shown, and no matador, since it accepted); another dealt
card (no Fool); a card of the stock (anything). The less free places are filled first, each from the cards that it
may be. As whatever fits a place fits every freer one too, no choice changes the number of ways to go on, and the
result is uniform.
"""

from __future__ import annotations

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.engine.random import below
from card_envs.games.gnav.cards import FOOL, HOUSE, PACK_SIZE

_ACCEPTED, _DEALT, _STOCK = 0, 1, 2


@rule
def resample(state: State, seat: int) -> None:
    """Redraw the cards that `seat` has not seen, from `state.rng`."""
    for kind in (_ACCEPTED, _DEALT, _STOCK):
        for place in range(PACK_SIZE):
            if is_hidden(state, place, seat) and kind_of(state, place) == kind:
                exchange(state, place, seat, kind)


@rule
def exchange(state: State, place: int, seat: int, kind: int) -> None:
    """Swap the card at this place with one drawn from those that may lie here and are not yet fixed."""
    candidates = 0
    for other in range(PACK_SIZE):
        candidates += is_open(state, other, place, seat, kind)
    left = below(state, candidates)
    for other in range(PACK_SIZE):
        if is_open(state, other, place, seat, kind):
            if left == 0:
                card = state.pack[other]
                state.pack[other] = state.pack[place]
                state.pack[place] = card
                return
            left -= 1


@rule
def is_open(state: State, other: int, place: int, seat: int, kind: int) -> bool:
    """May the card at `other` come to `place`: is it hidden, not fixed yet, and fitting?"""
    if not is_hidden(state, other, seat):
        return False
    if kind_of(state, other) < kind or (kind_of(state, other) == kind and other < place):
        return False
    card = int(state.pack[other])
    return kind == _STOCK or (card != FOOL and (kind == _DEALT or card < HOUSE))


@rule
def is_hidden(state: State, place: int, seat: int) -> bool:
    """Has the seat not seen the card at this place?"""
    return (int(state.seen_by[place]) >> seat) & 1 == 0


@rule
def kind_of(state: State, place: int) -> int:
    """How free a hidden place is."""
    if state.accepted[place]:
        return _ACCEPTED
    return _DEALT if place < state.stock else _STOCK
