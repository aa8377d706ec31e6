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

The loops over all cards are over bytes and without branches, which the compiler turns into a few wide instructions.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.games.tschau_sepp.cards import COVERING, PACK_SIZE, Cards, has, only

KNOWN = 0
LATEST = 1
SURE = PACK_SIZE
"""In `may_hold`: the seat holds this card, as everybody knows."""

_NOT_COVERING = np.array(
    [[0 if covers >> card & 1 else -1 for card in range(PACK_SIZE)] for covers in COVERING.tolist()], np.int8
)
"""int8 (36, 36): for a card to cover, all bits of those that do not cover it."""


@rule
def recall_deal(state: State, size: int) -> None:
    """Each seat has this many places, which may hold anything."""
    for card in range(PACK_SIZE):
        state.batch[card] = LATEST
    for seat in range(state.num_players):
        for card in range(PACK_SIZE):
            state.may_hold[seat, card] = size


@rule
def recall_open(state: State, card: int) -> None:
    """Everybody sees where the card is, and that it is in no hand."""
    state.batch[card] = KNOWN
    for seat in range(state.num_players):
        state.may_hold[seat, card] = 0


@rule
def recall_shown(state: State, seat: int, card: int) -> None:
    """Everybody knows that the seat has taken this card."""
    state.may_hold[seat, card] = SURE


@rule
def recall_take(state: State, seat: int) -> None:
    """The seat has a new place, for any hidden card of the latest shuffle."""
    for card in range(PACK_SIZE):
        state.may_hold[seat, card] = int(state.may_hold[seat, card]) + (state.batch[card] == LATEST)


@rule
def recall_proof(state: State, seat: int, target: int) -> None:
    """The seat holds no card that covers `target`."""
    for card in range(PACK_SIZE):
        state.may_hold[seat, card] = int(state.may_hold[seat, card]) & int(_NOT_COVERING[target, card])


@rule
def recall_lay(state: State, seat: int, laid: int) -> None:
    """A card that was in one of the seat's places lies open."""
    batch = int(state.batch[laid])
    if batch != KNOWN:
        places = int(state.may_hold[seat, laid])
        for card in range(PACK_SIZE):
            had = (int(state.may_hold[seat, card]) >= places) & (state.batch[card] == batch)
            state.may_hold[seat, card] = int(state.may_hold[seat, card]) - had
    recall_open(state, laid)


@rule
def recall_shuffle(state: State, recycled: Cards) -> None:
    """The cards of this set are the latest batch now; the batches still in hands are numbered on, without gaps."""
    used = np.uint64(0)
    for card in range(PACK_SIZE):
        used |= only(state.batch[card])
    for card in range(PACK_SIZE):
        batch = int(state.batch[card])
        if has(recycled, card):
            state.batch[card] = LATEST
        elif batch != KNOWN:
            older = LATEST + 1
            for newer in range(LATEST, batch):
                older += has(used, newer)
            state.batch[card] = older
