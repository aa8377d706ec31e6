"""The rules of "...und tschüss!", as RULES.md tells them; U and A numbers are its clauses and decisions.

Seats are numbered clockwise, so the left neighbour of a seat is the next higher one; seat 0 is the youngest. Where a
card may be missing, arrays hold 1 + its kind, and 0 for none.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_envs.engine.game import Mask, State, Tape, state_dtype
from card_envs.engine.kernels import rule
from card_envs.engine.params import Params, choice, flag, whole
from card_envs.games.und_tschuess.cards import DECK_SIZE, NAMES, NUM_KINDS, VALUE
from card_envs.games.und_tschuess.deck import (
    COMMIT,
    DECK_OUT,
    EXCHANGE,
    NOBODY,
    NOTHING,
    discard_played,
    draw,
    shuffle_deck,
    throw_away,
)
from card_envs.games.und_tschuess.words import WORDS_OF_A_ROUND, card_index, dropped_index, put

MOST_SEATS = 6
MOST_CARDS = MOST_SEATS + 3
"""The most cards of a hand, and so the most that a seat plays in a round."""
MOST_ROUNDS = 7
"""No more can be played with 4 or 5 players, 4 with 6: each takes at least its shortest course from the deck."""

DONE = NUM_KINDS
ACTIONS = (*NAMES, "done")

FROM_SEAT = 1
"""Seat s is written as FROM_SEAT + s where it has drawn the card of a place."""
FROM_ROW = 1 + MOST_SEATS


@dataclass(frozen=True, kw_only=True)
class UndTschuessParams(Params):
    """The parameters of "...und tschüss!"."""

    num_players: int = whole(4, 4, MOST_SEATS, "seats at the table (A17)")
    deck_out: str = choice("on_need", DECK_OUT, "when the deck is out: a card is needed, or the last is drawn (A1)")
    exchange_public: bool = flag(False, "the cards thrown in an exchange are shown to all (A12)")


STATE = state_dtype(
    ("deck_out", "i1"),  # parameter: ON_NEED or ON_EMPTY
    ("exchange_public", "i1"),  # parameter
    ("phase", "i1"),  # COMMIT, EXCHANGE or OVER
    ("round_number", "i1"),  # from 1; a set-up that is not played does not count
    ("stage", "i1"),  # of the round, from 1: how many cards each seat still in has laid, the one in progress included
    ("exhaustions", "i1"),  # how often the deck has run out
    # The round; after it all stays to be seen until the next one begins.
    ("commit", "i1", (MOST_SEATS,)),  # 1 + kind of the card lying face down; 0 = none
    ("waiting", "i1"),  # how many commits of this stage are still to come
    ("announces_first", "i1"),  # seat that announces first of those still in, at or to the left of this one
    ("dropped", "i1", (MOST_SEATS,)),  # 1 = first to drop out of this round, ...; 0 = still in
    ("num_dropped", "i1"),
    ("total", "i2", (MOST_SEATS,)),  # sum of the cards played in this round
    ("played", "i1", (MOST_SEATS, MOST_CARDS)),  # 1 + kind by stage; 0 = none
    ("row", "i1", (NUM_KINDS,)),  # points cards still to be won, by kind
    ("row_size", "i1"),
    # Hands and won cards.
    ("hand", "i1", (MOST_SEATS, NUM_KINDS)),  # by kind
    ("hand_size", "i1", (MOST_SEATS,)),
    ("points", "i2", (MOST_SEATS,)),  # sum of the cards won
    ("won", "u8", (MOST_SEATS, 1)),  # 1 + kind of the card won in each round (words.py); 0 = none
    # Deck and discard pile (deck.py).
    ("top", "i2"),  # place of the next card
    ("bottom", "i2"),  # place behind the last card
    ("pile_size", "i2"),
    ("shown", "i1", (NUM_KINDS,)),  # cards of the pile that all have seen, by kind
    ("open", "i1", (NUM_KINDS,)),  # all that lies open or was seen to go where it lies: row, won, played, shown
    ("threw", "i1", (MOST_SEATS, NUM_KINDS)),  # cards of the pile that each seat has thrown, by kind
    # Earlier rounds, and the exchange after each round.
    ("past", "u8", (MOST_ROUNDS - 1, WORDS_OF_A_ROUND)),  # `played` and `dropped` of each earlier round (words.py)
    ("exchanged", "i1", (MOST_ROUNDS - 1,)),  # 1 + number of cards thrown after this round; 0 = no exchange yet
    ("thrown", "i1", (MOST_ROUNDS - 1, MOST_CARDS)),  # 1 + kind of each, lowest first; 0 = none
    # Seldom needed.
    ("shown_before", "i1", (NUM_KINDS,)),  # `shown` when the pile became the deck
    ("threw_before", "i1", (MOST_SEATS, NUM_KINDS)),  # `threw` when the pile became the deck
    ("pack", "i1", (2 * DECK_SIZE,)),  # kinds by place
    ("drawn_by", "i1", (2 * DECK_SIZE,)),  # FROM_SEAT + seat, FROM_ROW, or 0 where the card has not been drawn
)


# --- the match


@rule
def deal(state: State, tape: Tape) -> None:
    """U4, U5, section F: seat 0 gets its cards first, then the next; then the row of points cards."""
    shuffle_deck(state, tape)
    for seat in range(state.num_players):
        fill_hand(state, seat, tape)
    lay_out_row(state, tape)
    begin_round(state)


@rule
def legal(state: State, mask: Mask) -> None:
    """U27: any card of the hand. U37, A4: in an exchange any number of cards, thrown from the lowest up (section F)."""
    seat = int(state.seat)
    if state.phase == COMMIT:
        for card in range(NUM_KINDS):
            mask[card] = state.hand[seat, card] > 0
        return
    for card in range(least_to_throw(state), NUM_KINDS):
        mask[card] = state.hand[seat, card] > 0
    mask[DONE] = 1


@rule
def least_to_throw(state: State) -> int:
    """The lowest kind that may be thrown now: that of the last throw."""
    count = int(state.exchanged[state.round_number - 1]) - 1
    return int(state.thrown[state.round_number - 1, count - 1]) - 1 if count > 0 else 0


@rule
def step(state: State, action: int, tape: Tape) -> None:
    """One decision, and everything up to the next one."""
    if state.phase == COMMIT:
        commit(state, int(state.seat), action, tape)
    elif action == DONE:
        end_exchange(state, int(state.seat), tape)
    else:
        throw(state, int(state.seat), action)


@rule
def placement(state: State, seat: int) -> int:
    """U45, A15: most points win; ties share the place."""
    place = 1
    for other in range(state.num_players):
        place += int(state.points[other] > state.points[seat])
    return place


@rule
def score(state: State, seat: int) -> int:
    """U43, U44: the cards won count, the hand does not."""
    return int(state.points[seat])


@rule
def score_scale(state: State) -> float:
    """In a round a seat gains less than 20 points on the mean, or loses them; times the most rounds."""
    return 20.0 * (4 if state.num_players == 6 else MOST_ROUNDS)


# --- setting up a round


@rule
def fill_hand(state: State, seat: int, tape: Tape) -> None:
    """U4, U36: up to 7, 8 or 9 cards for 4, 5 or 6 players."""
    while state.hand_size[seat] < state.num_players + 3 and not state.over:
        card = draw(state, FROM_SEAT + seat, tape)
        if card != NOTHING:
            state.hand[seat, card] += 1
            state.hand_size[seat] += 1


@rule
def lay_out_row(state: State, tape: Tape) -> None:
    """U5, U9, U39: one points card fewer than players, face up."""
    while state.row_size < state.num_players - 1 and not state.over:
        card = draw(state, FROM_ROW, tape)
        if card != NOTHING:
            state.row[card] += 1
            state.row_size += 1
            state.open[card] += 1


@rule
def begin_round(state: State) -> None:
    """U8, U40: clear the table; the youngest announces first (U29, A14)."""
    last = int(state.round_number) - 1
    for seat in range(state.num_players):
        if last >= 0:
            for stage in range(state.stage):
                put(state.past[last], card_index(seat, stage), int(state.played[seat, stage]))
                state.played[seat, stage] = 0
            put(state.past[last], dropped_index(seat), int(state.dropped[seat]))
        state.dropped[seat] = 0
        state.total[seat] = 0
    state.num_dropped = 0
    state.announces_first = 0
    state.round_number += 1
    state.stage = 0
    state.phase = COMMIT
    begin_stage(state)


@rule
def set_up_next_round(state: State, dealer: int, tape: Tape) -> None:
    """U36, A3, A5: the second refills all hands, from its left; then the seat that went first exchanges (U37)."""
    n = int(state.num_players)
    for ahead in range(1, n + 1):
        fill_hand(state, (dealer + ahead) % n, tape)
    if state.over:
        return
    state.phase = EXCHANGE
    state.exchanged[state.round_number - 1] = 1
    for seat in range(n):
        if state.dropped[seat] == 1:
            state.seat = seat


@rule
def throw(state: State, seat: int, card: int) -> None:
    """U38: onto the discard pile; replacements come when the exchange is over (A3)."""
    last = int(state.round_number) - 1
    state.thrown[last, int(state.exchanged[last]) - 1] = card + 1
    state.exchanged[last] += 1
    state.hand[seat, card] -= 1
    state.hand_size[seat] -= 1
    throw_away(state, seat, card)


@rule
def end_exchange(state: State, seat: int, tape: Tape) -> None:
    """U38 to U40: as many cards as were thrown, the new row, and on with the game."""
    fill_hand(state, seat, tape)
    lay_out_row(state, tape)
    if not state.over:
        begin_round(state)


# --- a round


@rule
def begin_stage(state: State) -> None:
    """U11, U17, A6: all who are still in lay another card; section F: in the order in which they announce."""
    state.stage += 1
    state.waiting = state.num_players - state.num_dropped
    state.seat = first_still_in(state, int(state.announces_first))


@rule
def first_still_in(state: State, seat: int) -> int:
    """This seat, or the next to its left that has not dropped out of the round."""
    while state.dropped[seat] != 0:
        seat = seat + 1 if seat + 1 < state.num_players else 0
    return seat


@rule
def commit(state: State, seat: int, card: int, tape: Tape) -> None:
    """U17, U27, U28: a card face down; with the last one all are turned over together."""
    state.hand[seat, card] -= 1
    state.hand_size[seat] -= 1
    state.commit[seat] = card + 1
    state.waiting -= 1
    if state.waiting > 0:
        state.seat = first_still_in(state, seat + 1 if seat + 1 < state.num_players else 0)
        return
    for other in range(state.num_players):
        shown = int(state.commit[other])
        if shown != 0:
            state.played[other, state.stage - 1] = shown
            state.total[other] += VALUE[shown - 1]
            state.open[shown - 1] += 1
            state.commit[other] = 0
    announce(state, tape)


@rule
def announce(state: State, tape: Tape) -> None:
    """U18, U19, U30, U33 to U35: the lowest total goes, if nobody shares it; else all lay another card."""
    while True:
        loser = lowest(state)
        if loser == NOBODY:
            break
        drop_out(state, loser)
        if state.row_size == 0:
            set_up_next_round(state, loser, tape)  # U36: the last to drop out came second
            return
        if not hands_are_empty(state):
            break
    begin_stage(state)


@rule
def hands_are_empty(state: State) -> bool:
    """A7: all who are still in have laid equally many of their n + 3 cards."""
    return int(state.stage) == int(state.num_players) + 3


@rule
def lowest(state: State) -> int:
    """The seat that drops out; NOBODY when the lowest total is shared (other ties do not matter, A8).

    With empty hands the one of those tied who announces earliest (A7, section F).
    """
    n = int(state.num_players)
    seat = int(state.announces_first)
    loser = NOBODY
    tied = False
    for _ in range(n):
        if state.dropped[seat] == 0:
            if loser == NOBODY or state.total[seat] < state.total[loser]:
                loser = seat
                tied = False
            elif state.total[seat] == state.total[loser]:
                tied = True
        seat = seat + 1 if seat + 1 < n else 0
    return NOBODY if tied and not hands_are_empty(state) else loser


@rule
def drop_out(state: State, loser: int) -> None:
    """U16, U19, U30 to U32: the loser takes the lowest points card; of the last two the winner does (U12, U24)."""
    n = int(state.num_players)
    state.num_dropped += 1
    state.dropped[loser] = state.num_dropped
    state.announces_first = loser + 1 if loser + 1 < n else 0  # U18
    discard_played(state, loser)
    if state.num_dropped < n - 1:
        take_lowest_points_card(state, loser)
        return
    winner = first_still_in(state, int(state.announces_first))
    take_lowest_points_card(state, winner)  # U10, U13, U25: nothing for the second
    discard_played(state, winner)  # A11


@rule
def take_lowest_points_card(state: State, seat: int) -> None:
    """U31, A9, A10: wanted or not; equal ones are alike."""
    card = 0
    while state.row[card] == 0:
        card += 1
    state.row[card] -= 1
    state.row_size -= 1
    put(state.won[seat], int(state.round_number) - 1, card + 1)
    state.points[seat] += VALUE[card]
