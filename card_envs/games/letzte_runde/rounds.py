"""How a round of Letzte Runde begins and how it ends; L and A numbers are clauses of RULES.md."""

from __future__ import annotations

from card_envs.engine.game import State, Tape
from card_envs.engine.kernels import rule
from card_envs.games.letzte_runde.cards import NUM_KINDS, NUM_SPECIALS, PACK, PACK_SIZE, SWAP
from card_envs.games.letzte_runde.piles import (
    draw_card,
    drawn_origin,
    leave_row,
    put_on_discards,
    show,
    show_in_row,
    shuffle_pile,
)
from card_envs.games.letzte_runde.state import CHOOSE, MOST_SEATS, NO_TURN, NOBODY, NOTHING, OUTER, ROW_SIZE

# --- the round begins


@rule
def open_round(state: State, tape: Tape) -> None:
    """L8 to L13, L47, L48: shuffle all, deal the rows, open the discard pile, look at the outer cards."""
    n = int(state.num_players)
    clear_round(state)
    state.round_start = int(state.shuffles) * PACK_SIZE
    state.pool_start = state.round_start
    for position in range(PACK_SIZE):
        state.pile[position] = PACK[position]
    shuffle_pile(state, PACK_SIZE, tape)
    starter = int(state.round_number) % n  # L48, A20
    position = 0
    for turn in range(n):  # L8, L9; section F: the starting seat gets the top four
        seat = (starter + turn) % n
        for spot in range(seat * ROW_SIZE, (seat + 1) * ROW_SIZE):
            state.row[spot] = state.pile[position]
            state.origin[spot] = int(state.round_start) + position
            position += 1
        state.known[seat] = OUTER << (seat * ROW_SIZE)  # L12
        state.fresh[seat] = state.known[seat]
    state.pile_next = position
    open_discards(state, tape)
    state.starter = starter
    state.seat = starter  # L13


@rule
def clear_round(state: State) -> None:
    """L47: nothing is left of the round before but its scoring."""
    state.phase = CHOOSE
    state.round_turns = 0
    state.knocker = NOBODY
    state.final_turns_left = 0
    state.num_discards = 0
    state.card = NOTHING
    state.chosen = 0
    for seat in range(MOST_SEATS):
        state.turns[seat] = 0
        state.outcome[seat] = NO_TURN
        state.turn_place[seat] = NOTHING
        state.swap_spot[seat] = NOTHING
        state.draw2s[seat] = 0
    for kind in range(NUM_KINDS):
        state.out[kind] = 0
        state.discarded[kind] = 0
        state.reshuffled[kind] = 0
    for special in range(NUM_SPECIALS):
        state.turned_back[special] = 0
        state.dealt_out[special] = 0


@rule
def open_discards(state: State, tape: Tape) -> None:
    """L10, L11: the next card opens the discard pile; A4: a special does so too, or is shuffled back."""
    if state.redraw_special_start:
        rest = PACK_SIZE - int(state.num_players) * ROW_SIZE
        while int(state.pile[state.pile_next]) >= SWAP:
            state.turned_back[int(state.pile[state.pile_next]) - SWAP] += 1
            first = int(state.pile_next)
            for position in range(rest):
                state.pile[position] = state.pile[first + position]
            shuffle_pile(state, rest, tape)
    state.opening_shuffle = int(state.shuffles) - 1
    card = draw_card(state, tape)
    show(state, card, drawn_origin(state))
    put_on_discards(state, card, drawn_origin(state))


# --- the round ends


@rule
def end_round(state: State, tape: Tape) -> None:
    """L43 to L50: turn up the rows, replace the specials, note the points; the next round, or the end."""
    n = int(state.num_players)
    turn_up_rows(state)
    first = int(state.starter) if state.knocker == NOBODY else int(state.knocker)  # L45
    for turn in range(n):
        seat = (first + turn) % n
        for spot in range(seat * ROW_SIZE, (seat + 1) * ROW_SIZE):  # A12
            replace_special(state, spot, tape)
            state.final[spot] = state.row[spot]
            state.totals[seat] += int(state.row[spot])  # L43, L46
    if int(state.round_number) + 1 < int(state.rounds):  # L49
        state.round_number += 1
        open_round(state, tape)
    else:
        state.over = 1
        state.seat = NOBODY


@rule
def turn_up_rows(state: State) -> None:
    """L43: everybody sees all rows."""
    state.scored = 1
    spots = int(state.num_players) * ROW_SIZE
    for seat in range(state.num_players):
        state.known[seat] = (1 << spots) - 1
    for spot in range(spots):
        state.revealed[spot] = state.row[spot]
        show_in_row(state, int(state.origin[spot]))
    for special in range(NUM_SPECIALS):
        state.set_aside[special] = 0


@rule
def replace_special(state: State, spot: int, tape: Tape) -> None:
    """L35 to L37, L44, A11: specials are set aside until a number comes."""
    card = int(state.row[spot])
    while card >= SWAP:
        state.set_aside[card - SWAP] += 1
        leave_row(state, card, int(state.origin[spot]))
        card = draw_card(state, tape)
        state.row[spot] = card
        state.origin[spot] = drawn_origin(state)
        show_in_row(state, drawn_origin(state))
