"""The rules of Tschau Sepp, as RULES.md tells them; T and A numbers are its clauses and decisions.

What the fields of a state mean stands in state.py.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.game import Mask, State, Tape
from card_envs.engine.kernels import inlined, uncounted
from card_envs.engine.random import shuffle
from card_envs.games.tschau_sepp.cards import (
    COVERING,
    EIGHT,
    NUM_RANKS,
    NUM_SUITS,
    PACK_SIZE,
    PACK_VALUE,
    SEVEN,
    SEVENS,
    UNDER,
    UNDERS,
    VALUES,
    Cards,
    has,
    only,
)
from card_envs.games.tschau_sepp.memory import (
    KNOWN,
    batch_of,
    recall_deal,
    recall_lay,
    recall_open,
    recall_proof,
    recall_shown,
    recall_shuffle,
    recall_take,
)
from card_envs.games.tschau_sepp.packed import write_set
from card_envs.games.tschau_sepp.state import (
    COUNT,
    DEALER_PLAYED,
    DRAW,
    HAND_SIZE,
    NAMING,
    NOBODY,
    NOTHING,
    PASS,
    REDRAW,
)

# --- the match


@uncounted
def deal(state: State, tape: Tape) -> None:
    """T2 to T5: five cards each, seat after seat; the next card is the upcard."""
    for card in range(PACK_SIZE):
        state.stock[card] = card
    shuffle(state, state.stock, PACK_SIZE, tape)
    for place in range(PACK_SIZE):
        state.position[state.stock[place]] = place
    place = 0
    for seat in range(state.num_players):
        hand = np.uint64(0)
        for _ in range(HAND_SIZE):
            hand |= only(state.stock[place])
            place += 1
        state.hands[seat] = hand
        state.hand_size[seat] = HAND_SIZE
    state.stock_next = place
    state.stock_end = PACK_SIZE
    state.drawn = NOTHING
    recall_deal(state, HAND_SIZE)
    rank = turn_upcard(state)
    dealer = int(state.num_players) - 1
    if state.upcard == DEALER_PLAYED:  # A6: as if the dealer had laid it; no turn is counted
        state.named = rank == UNDER
        go_on(state, dealer, rank, tape)
    else:
        go_on(state, dealer, NOTHING, tape)


@uncounted
def turn_upcard(state: State) -> int:
    """T4: turn the top card of the stock. Returns its rank."""
    if state.upcard == REDRAW:
        bury_special_upcards(state)
    card = int(state.stock[state.stock_next])
    state.stock_next += 1
    put_on_pile(state, card, card // NUM_RANKS)
    recall_open(state, card)
    return card % NUM_RANKS


@uncounted
def bury_special_upcards(state: State) -> None:
    """A6, `redraw`: a 7, 8 or Under goes openly under the stock; where there is nothing else, the first stays."""
    first = int(state.stock_next)
    ordinary = first
    while ordinary < PACK_SIZE and is_special(int(state.stock[ordinary])):
        ordinary += 1
    if ordinary == PACK_SIZE:
        return
    for _ in range(ordinary - first):
        card = int(state.stock[first])
        for place in range(first + 1, PACK_SIZE):
            state.stock[place - 1] = state.stock[place]
        state.stock[PACK_SIZE - 1] = card
        state.buried += 1
        recall_open(state, card)


@uncounted
def is_special(card: int) -> bool:
    """T13: Sevens, Eights and Unders are special."""
    rank = card % NUM_RANKS
    return rank == SEVEN or rank == EIGHT or rank == UNDER


@uncounted
def placement(state: State, seat: int) -> int:
    """A11: in the order of going out; A13: then by the value of the cards left, the lower the better."""
    if state.out[seat]:
        return int(state.out[seat])
    place = 1 + int(state.num_out)
    for other in range(state.num_players):
        place += state.out[other] == 0 and int(state.left[other]) < int(state.left[seat])
    return place


@uncounted
def score(state: State, seat: int) -> int:
    """Section F: minus the value of the cards left in the hand."""
    return -int(state.left[seat])


@uncounted
def score_scale(state: State) -> float:
    """The value of the whole pack."""
    return float(PACK_VALUE)


# --- what is allowed


@inlined
def legal(state: State, mask: Mask) -> None:
    """The cards that may be laid (T6 to T11), drawing and passing."""
    if state.pending:  # A2: only a Seven answers
        allow(state.hands[state.seat] & SEVENS, mask)
        mask[DRAW] = 1
        return
    cards = playable(state)
    if cards:
        allow(cards, mask)
    if state.drawn != NOTHING:
        mask[PASS] = state.voluntary_draw  # A5
    elif not cards:
        mask[DRAW] = 1  # T10
    elif state.voluntary_draw:
        mask[DRAW] = can_take(state)  # A4


@inlined
def playable(state: State) -> Cards:
    """The set of cards that cover: in the hand, or after a draw the card drawn alone (T11, A5)."""
    cards = state.hands[state.seat]
    if state.drawn != NOTHING:
        cards = only(state.drawn)
    return cards & COVERING[target(state)]


@inlined
def target(state: State) -> int:
    """The card to cover, as a card of the suit that covers it (T7, T8; A8: a named suit, not the printed one)."""
    return int(state.suit) * NUM_RANKS + int(state.top) % NUM_RANKS


@inlined
def allow(cards: Cards, mask: Mask) -> None:
    """Allow laying each card of the set; an Under in four ways (T14, A9)."""
    write_set(mask, 0, cards & ~UNDERS)
    if cards & UNDERS:
        for suit in range(NUM_SUITS):
            if has(cards, suit * NUM_RANKS + UNDER):
                for named in range(NUM_SUITS):
                    mask[NAMING + NUM_SUITS * suit + named] = 1


# --- a turn


@uncounted
def step(state: State, action: int, tape: Tape) -> None:
    """One decision, and everything up to the next one."""
    seat = int(state.seat)
    laid = NOTHING
    turn_ends = True
    if action < DRAW:
        laid = lay(state, seat, action)
    elif action == PASS:
        keep_drawn(state, seat)
    elif state.pending:
        turn_ends = take_penalty(state, seat, tape)
    else:
        turn_ends = draw(state, seat, tape)
    if turn_ends:
        end_turn(state, seat, laid, tape)


@inlined
def lay(state: State, seat: int, action: int) -> int:
    """T5 to T9, T12, T14: cover the top card. Returns the rank of the card laid."""
    card = action
    suit = action // NUM_RANKS
    state.named = 0
    if action >= NAMING:
        card = (action - NAMING) // NUM_SUITS * NUM_RANKS + UNDER
        suit = (action - NAMING) % NUM_SUITS
        state.named = 1
    state.top_was_drawn = 0
    if card == state.drawn:
        recall_open(state, card)
        state.drawn = NOTHING
        state.top_was_drawn = 1
    else:
        recall_lay(state, seat, card)
    state.hands[seat] &= ~only(card)
    state.hand_size[seat] -= 1
    put_on_pile(state, card, suit)
    if state.hand_size[seat] == 0:  # T12, T21
        state.num_out += 1
        state.out[seat] = state.num_out
    return card % NUM_RANKS


@inlined
def put_on_pile(state: State, card: int, suit: int) -> None:
    """The card lies on top of the pile, and this suit covers it."""
    state.pile |= only(card)
    state.top = card
    state.suit = suit


@inlined
def draw(state: State, seat: int, tape: Tape) -> bool:
    """T10: take one card; T11, A5: one that covers must be laid at once, or may be under `voluntary_draw`.

    Returns whether that ends the turn.
    """
    takes = can_take(state)
    if not state.voluntary_draw or not takes:  # then it was not legal with a card that covers
        recall_proof(state, seat, target(state))
    if not takes:
        if counts_out(state):  # T23, A12; this is no turn
            finish(state)
            return False
        return True  # A15
    state.drawn = take(state, seat, tape)
    if state.voluntary_draw or has(COVERING[target(state)], state.drawn):
        return False
    keep_drawn(state, seat)
    recall_proof(state, seat, target(state))  # nor does the card drawn cover
    return True


@inlined
def keep_drawn(state: State, seat: int) -> None:
    """The card drawn goes among the others."""
    if batch_of(state, state.drawn) != KNOWN:
        recall_take(state, seat)
    state.drawn = NOTHING


@uncounted
def take_penalty(state: State, seat: int, tape: Tape) -> bool:
    """A2, `seven_stacking`: take all that waits; then a normal turn, or with `seven_skips_turn` none (A1).

    Returns whether that ends the turn.
    """
    size = int(state.pending)
    state.pending = 0
    if not take_blind(state, seat, size, tape):
        finish(state)
        return False
    return int(state.seven_skips_turn) != 0


@inlined
def end_turn(state: State, seat: int, laid: int, tape: Tape) -> None:
    """The turn of this seat is over, with a card of rank `laid` or NOTHING laid."""
    state.turns += 1
    still_in = int(state.num_players) - int(state.num_out)
    if still_in == 1 or (state.end_at_first_out and state.num_out):  # A11
        finish(state)
    elif state.turns == state.max_turns:
        state.truncated = 1
        finish(state)
    else:
        go_on(state, seat, laid, tape)


@inlined
def go_on(state: State, seat: int, laid: int, tape: Tape) -> None:
    """T17 to T19: the next seat has its turn, unless a special card has it otherwise."""
    following = next_in(state, seat)
    if laid == EIGHT:
        following = next_in(state, following)  # A3; A18: with two left the same seat again
    elif laid == SEVEN and state.seven_stacking:
        state.pending += 2
    elif laid == SEVEN:
        if not take_blind(state, following, 2, tape):
            finish(state)
            return
        if state.seven_skips_turn:  # A1
            following = next_in(state, following)
    state.seat = following


@inlined
def next_in(state: State, seat: int) -> int:
    """A17, T21: the next seat in the order of play that is still in."""
    while True:
        seat += 1
        if seat == state.num_players:
            seat = 0
        if state.out[seat] == 0:
            return seat


@uncounted
def finish(state: State) -> None:
    """T24 to T30: the match is over, and the cards left are counted."""
    state.over = 1
    state.seat = NOBODY
    state.pending = 0
    state.drawn = NOTHING
    for seat in range(state.num_players):
        state.left[seat] = value(state.hands[seat])


@uncounted
def value(cards: Cards) -> int:
    """T24: what the cards of a set count together."""
    total = 0
    for card in range(PACK_SIZE):
        if has(cards, card):
            total += VALUES[card % NUM_RANKS]
    return total


# --- the stock


@uncounted
def stock_size(state: State) -> int:
    return int(state.stock_end) - int(state.stock_next)


@uncounted
def counts_out(state: State) -> bool:
    """T22, T23, A12, A14: does a missing card end the match in a count, instead of a reshuffle?"""
    return int(state.num_players) - int(state.num_out) == 2 and state.two_player_end == COUNT


@uncounted
def can_take(state: State) -> bool:
    """Is there a card in the stock, or one to be shuffled into it?"""
    return stock_size(state) > 0 or (state.pile != only(state.top) and not counts_out(state))


@inlined
def take(state: State, seat: int, tape: Tape) -> int:
    """Take the next card of the stock, which can be taken, into the hand. Returns it."""
    if stock_size(state) == 0:  # A16
        reshuffle(state, tape)
    card = int(state.stock[state.stock_next])
    if stock_size(state) == state.buried:
        state.buried -= 1
        recall_shown(state, seat, card)
    state.stock_next += 1
    state.hands[seat] |= only(card)
    state.hand_size[seat] += 1
    return card


@uncounted
def take_blind(state: State, seat: int, wanted: int, tape: Tape) -> bool:
    """T17, A12, A15: take so many cards, or all there are. Returns False when the match ends in a count for it."""
    for _ in range(wanted):
        if not can_take(state):
            return not counts_out(state)
        card = take(state, seat, tape)
        if batch_of(state, card) != KNOWN:
            recall_take(state, seat)
    return True


@uncounted
def reshuffle(state: State, tape: Tape) -> None:
    """T20: all cards of the pile but the top one are shuffled into a new stock; a named suit stays (A16)."""
    recycled = state.pile & ~only(state.top)
    count = 0
    for card in range(PACK_SIZE):
        if has(recycled, card):
            state.stock[count] = card
            count += 1
    shuffle(state, state.stock, count, tape)
    state.reshuffles += 1
    for place in range(count):
        card = int(state.stock[place])
        state.position[card] = place
        state.shuffled[card] = state.reshuffles
    state.stock_next = 0
    state.stock_end = count
    state.pile = only(state.top)
    recall_shuffle(state, recycled)
