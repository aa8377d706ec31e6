"""The two piles of Letzte Runde: drawing, discarding, reshuffling; L and A numbers are clauses of RULES.md."""

from __future__ import annotations

from card_envs.engine.game import State, Tape
from card_envs.engine.kernels import inlined, rule
from card_envs.engine.random import shuffle
from card_envs.games.letzte_runde.cards import NUM_KINDS, PACK_SIZE


@rule
def shuffle_pile(state: State, size: int, tape: Tape) -> None:
    """Shuffle the first `size` cards of the pile; they are all there is to draw."""
    shuffle(state, state.pile, size, tape)
    state.shuffles += 1
    state.pile_size = size
    state.pile_next = 0


@inlined
def draw_card(state: State, tape: Tape) -> int:
    """The top card of the draw pile; only when there is none are the discards shuffled (A10)."""
    if state.pile_next == state.pile_size:
        reshuffle(state, tape)
    card = int(state.pile[state.pile_next])
    state.pile_next += 1
    return card


@rule
def reshuffle(state: State, tape: Tape) -> None:
    """A10: all discards but the top one become the draw pile."""
    under = int(state.num_discards) - 1
    top = int(state.discards[under])
    for kind in range(NUM_KINDS):
        state.reshuffled[kind] = int(state.discarded[kind]) - int(kind == top)
        state.discarded[kind] = kind == top
        state.out[kind] = 0
    for position in range(under):
        state.pile[position] = state.discards[position]
    state.discards[0] = top
    state.num_discards = 1
    state.pool_start = int(state.shuffles) * PACK_SIZE
    shuffle_pile(state, under, tape)


@inlined
def drawn_origin(state: State) -> int:
    """The origin of the card that was drawn last."""
    return (int(state.shuffles) - 1) * PACK_SIZE + int(state.pile_next) - 1


@inlined
def show(state: State, card: int, origin: int) -> None:
    """Everybody sees a card that lies in no row, or no longer does."""
    show_in_row(state, origin)
    leave_row(state, card, origin)


@inlined
def show_in_row(state: State, origin: int) -> None:
    """Everybody sees a card that lies in a row."""
    state.shown[state.num_shown] = origin
    state.num_shown += 1


@inlined
def leave_row(state: State, card: int, origin: int) -> None:
    """A card that everybody sees or has seen lies in no row; it is counted if it is of the pool."""
    if origin >= state.pool_start:
        state.out[card] += 1


@inlined
def put_on_discards(state: State, card: int, origin: int) -> None:
    """Face up onto the discard pile; the origin is needed of numbers only, a special is never taken from there."""
    state.discards[state.num_discards] = card
    state.num_discards += 1
    state.discarded[card] += 1
    state.top_origin = origin
