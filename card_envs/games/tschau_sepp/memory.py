"""What the table remembers of hidden cards: all that can be proven from what everybody has seen, in fixed-size tables.

Nobody's hand shows, but much can be proven of it. Two tables hold all of that, however long the match has lasted.

`batch[card]` tells which shuffle a card last went through: 1 the latest, 2 the latest but one of those with cards
left, and so on; 0, everybody knows where it is. A stock is used up before the next shuffle. So a card of an older
batch is in a hand, and each hand holds exactly as many cards of a batch as it has taken from it and not laid again.

`may_hold[seat, card]` is best understood through *places*. Think of a hand as a row of places, one for each card
taken, oldest first. When a seat draws because it cannot cover, none of the places that it has by then holds a card
that would cover. So among the places of one batch each may hold all that an older one may, and it suffices to count
for each card in how many places, the newest ones, it may be. When a card is laid, it was in one of these places;
which one, nobody knows. To take away the oldest of them loses no possibility: had the card been in a newer place,
whatever was in the oldest may as well have been in the newer one. So every card that could have been in that place,
that is, every card of the batch which may be in as many places or in more, has one fewer.

From both tables every possible hand follows: any that can be laid out so that no card lies in a place where it may
not be. The most places that any card of a batch may be in is the number of cards of that batch in the hand. A card
that a seat has just drawn and may still lay is in none of its places before it is kept.

Both are packed (packed.py): what changes for all cards changes in five steps.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.game import State
from card_envs.engine.kernels import inlined, uncounted
from card_envs.games.tschau_sepp.cards import COVERING, PACK_SIZE, Cards, has, only
from card_envs.games.tschau_sepp.packed import ONES, WORDS, at_least, equal, number_of, packed, with_number

KNOWN = 0
LATEST = 1
SURE = PACK_SIZE
"""In `may_hold`: the seat holds this card, as everybody knows."""

_NOT_COVERING = np.array(
    [packed([0 if covers >> card & 1 else 255 for card in range(PACK_SIZE)]) for covers in COVERING.tolist()],
    np.uint64,
)
"""uint64 (36, 5): for each card to cover, the row with all bits set for those that do not cover it."""


@uncounted
def recall_deal(state: State, size: int) -> None:
    """Each seat has this many places, which may hold anything."""
    for k in range(WORDS):
        state.batch[k] = ONES[k] * np.uint64(LATEST)
        for seat in range(state.num_players):
            state.may_hold[seat, k] = ONES[k] * np.uint64(size)


@uncounted
def recall_open(state: State, card: int) -> None:
    """Everybody sees where the card is, and that it is in no hand."""
    k = card // 8
    state.batch[k] = with_number(state.batch[k], card, KNOWN)
    for seat in range(state.num_players):
        state.may_hold[seat, k] = with_number(state.may_hold[seat, k], card, 0)


@uncounted
def recall_shown(state: State, seat: int, card: int) -> None:
    """Everybody knows that the seat has taken this card."""
    k = card // 8
    state.may_hold[seat, k] = with_number(state.may_hold[seat, k], card, SURE)


@inlined
def recall_take(state: State, seat: int) -> None:
    """The seat has a new place, for any hidden card of the latest shuffle."""
    for k in range(WORDS):
        state.may_hold[seat, k] += equal(state.batch[k], LATEST)


@inlined
def recall_proof(state: State, seat: int, target: int) -> None:
    """The seat holds no card that covers `target`."""
    for k in range(WORDS):
        state.may_hold[seat, k] &= _NOT_COVERING[target, k]


@inlined
def recall_lay(state: State, seat: int, laid: int) -> None:
    """A card that was in one of the seat's places lies open."""
    batch = batch_of(state, laid)
    if batch != KNOWN:
        places = places_for(state, seat, laid)
        for k in range(WORDS):
            had = at_least(state.may_hold[seat, k], places) & equal(state.batch[k], batch)
            state.may_hold[seat, k] -= had
    recall_open(state, laid)


@uncounted
def recall_shuffle(state: State, recycled: Cards) -> None:
    """The cards of this set are the latest batch now; the batches still in hands are numbered on, without gaps."""
    used = np.uint64(0)
    for card in range(PACK_SIZE):
        used |= only(batch_of(state, card))
    for card in range(PACK_SIZE):
        batch = batch_of(state, card)
        number = LATEST
        if not has(recycled, card):
            if batch == KNOWN:
                continue
            number += 1
            for newer in range(LATEST, batch):
                number += has(used, newer)
        k = card // 8
        state.batch[k] = with_number(state.batch[k], card, number)


@uncounted
def batch_of(state: State, card: int) -> int:
    """Which shuffle the card last went through; KNOWN if everybody knows where it is."""
    return number_of(state.batch[card // 8], card)


@uncounted
def places_for(state: State, seat: int, card: int) -> int:
    """In how many places of the seat's hand the card may be; SURE if it is there."""
    return number_of(state.may_hold[seat, card // 8], card)
