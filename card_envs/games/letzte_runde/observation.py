"""What a seat of Letzte Runde may know: the table of fields, and the function that fills it.

Per seat means: relative to the observer, 0 being itself, then clockwise; absent seats are zero. Per spot means per
seat and place of its row. With `memory="none"` only what lies before the observer's eyes at this moment is shown;
fields that take a memory of earlier moments, marked (M), are then zero.
"""

from __future__ import annotations

import numpy as np

from card_envs.engine.game import State, Vector
from card_envs.engine.kernels import inlined, rule
from card_envs.engine.layout import Field, Layout
from card_envs.games.letzte_runde.cards import NAMES, NINE, NUM_KINDS, NUM_SPECIALS, PACK_SIZE
from card_envs.games.letzte_runde.state import (
    BEFORE,
    MOST_DISCARDS,
    MOST_SEATS,
    NOBODY,
    NOTHING,
    NUM_SPOTS,
    OUTCOMES,
    PERFECT,
    PHASES,
    ROW_SIZE,
)

_SPOTS = (MOST_SEATS, ROW_SIZE)
_KINDS = ", ".join(NAMES)

LAYOUT = Layout(
    Field("card", (NUM_KINDS,), 1, f"the card the observer has drawn, one-hot of {_KINDS}"),
    Field("known", (*_SPOTS, NUM_KINDS), 1, "per spot: the card there, one-hot, if the observer has seen it"),
    Field("known_to", (MOST_SEATS, *_SPOTS), 1, "(M) per seat, per spot: 1 if that seat has seen the card there"),
    Field("chosen", _SPOTS, 1, "(M) per spot: 1 if the card was put into a row in a turn"),
    Field("older", _SPOTS, 1, "(M) per spot: 1 if the card was dealt or drawn before the round's last reshuffle"),
    Field("phase", (len(PHASES),), 1, f"what the seat to act decides on, one-hot: {', '.join(PHASES)}"),
    Field("top", (NUM_KINDS,), 1, "top card of the discard pile, one-hot"),
    Field(
        "discards", (MOST_DISCARDS,), NUM_KINDS, "(M but the first) the discard pile from its top: 1 + kind; 0 = none"
    ),
    Field("discarded", (NUM_KINDS,), NINE, "(M) cards in the discard pile, by kind"),
    Field("reshuffled", (NUM_KINDS,), NINE, "(M) cards of the round's last reshuffle, by kind"),
    Field(
        "seen",
        (NUM_KINDS,),
        NINE,
        "(M) by kind: of the cards of the last reshuffle, or without one of all, those the observer has seen since",
    ),
    Field("turned_back", (2, NUM_SPECIALS), 255, "(M) openings that were shuffled back, by kind; high and low bytes"),
    Field("aside", (), 5, "draw2s in use that lie aside"),
    Field("draw_pile_size", (), PACK_SIZE, "cards in the draw pile"),
    Field("present", (MOST_SEATS,), 1, "per seat: 1 if the table has it"),
    Field("to_act", (MOST_SEATS,), 1, "per seat: 1 if it is to act"),
    Field("starter", (MOST_SEATS,), 1, "per seat: 1 if it started the round"),
    Field("knocker", (MOST_SEATS,), 1, "per seat: 1 if it has knocked"),
    Field("final_turns_left", (), MOST_SEATS - 1, "turns left after a knock"),
    Field("turns", (2, MOST_SEATS), 255, "(M) per seat: finished turns in the round; high and low bytes"),
    Field("totals", (MOST_SEATS,), 216, "per seat: points of the rounds before"),
    Field("round", (), 6, "number of the round, from 1"),
    Field("rounds", (), 6, "rounds of the match"),
    Field(
        "outcome", (MOST_SEATS, len(OUTCOMES)), 1, f"(M) per seat: its latest turn, one-hot of {', '.join(OUTCOMES)}"
    ),
    Field("turn_place", _SPOTS, 1, "(M) per seat: the own place that turn filled, peeked at or swapped, one-hot"),
    Field("swap_seat", (MOST_SEATS, MOST_SEATS), 1, "(M) per seat: the seat that turn swapped with, one-hot"),
    Field("swap_place", _SPOTS, 1, "(M) per seat: the place there, one-hot"),
    Field("draw2s", (MOST_SEATS,), 10, "(M) per seat: draw2s used in that turn"),
    Field("revealed", _SPOTS, NUM_KINDS, "(M) per spot: 1 + kind as the last scoring turned it up; 0 = no scoring yet"),
    Field("final", _SPOTS, NUM_KINDS, "(M) per spot: 1 + kind after specials were replaced"),
    Field("set_aside", (NUM_SPECIALS,), NINE, "(M) specials set aside in the last scoring, by kind"),
    Field("max_turns_per_round", (2,), 255, "turns after which a round ends; high and low byte"),
    Field("special_into_row", (), 1, "1 if a drawn special may be placed"),
    Field("redraw_special_start", (), 1, "1 if a special that would open the discard pile is shuffled back"),
    Field("second_card_forced", (), 1, "1 if a number drawn as second card of a draw2 must be placed"),
    Field("special_discard_before", (), 1, "1 if a used special is discarded before its action"),
)

AT = LAYOUT.at
_FLAGS = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")  # uint8 (256, 8)


@rule
def observe(state: State, seat: int, vector: Vector) -> None:
    """What `seat` sees now and, with memory, all that it has seen of this round and of the last scoring."""
    observe_rows(state, seat, vector)
    observe_table(state, seat, vector)
    observe_rules(state, vector)
    if state.memory == PERFECT:
        observe_viewers(state, seat, vector)
        observe_cards_gone(state, seat, vector)
        observe_turns(state, seat, vector)
    if state.scored and (state.memory == PERFECT or state.over):
        observe_scoring(state, seat, vector)


@inlined
def seen_spots(state: State, seat: int) -> int:
    """The set of spots whose card the seat has seen and remembers or, without memory, sees now; section F."""
    if state.memory == PERFECT or state.over:
        return int(state.known[seat])
    return int(state.fresh[seat]) if seat == state.seat else 0


@inlined
def turned(spots: int, seat: int, num_players: int) -> int:
    """A set of spots as the seat sees it: its own row first."""
    low = spots >> (seat * ROW_SIZE)
    high = spots << ((num_players - seat) * ROW_SIZE)
    return (low | high) & ((1 << (num_players * ROW_SIZE)) - 1)


@inlined
def observe_rows(state: State, seat: int, vector: Vector) -> None:
    """The cards that the observer knows; with memory they count as seen, if they are of the pool."""
    spots = seen_spots(state, seat)
    spot = seat * ROW_SIZE
    end = int(state.num_players) * ROW_SIZE
    for shown in range(end):
        if (spots >> spot) & 1:
            card = int(state.row[spot])
            vector[AT.known + shown * NUM_KINDS + card] = 1
            if state.memory == PERFECT and state.origin[spot] >= state.pool_start:
                vector[AT.seen + card] += 1
        spot += 1
        if spot == end:
            spot = 0


@inlined
def observe_table(state: State, seat: int, vector: Vector) -> None:
    """What lies open on the table or stands on the score pad."""
    n = int(state.num_players)
    if seat == state.seat and state.card != NOTHING:
        vector[AT.card + int(state.card)] = 1
    if not state.over:
        vector[AT.phase + int(state.phase)] = 1
        vector[AT.to_act + (int(state.seat) - seat) % n] = 1
    top = int(state.discards[state.num_discards - 1])
    vector[AT.top + top] = 1
    vector[AT.discards] = 1 + top
    vector[AT.aside] = state.aside
    vector[AT.draw_pile_size] = int(state.pile_size) - int(state.pile_next)
    vector[AT.starter + (int(state.starter) - seat) % n] = 1
    if state.knocker != NOBODY:
        vector[AT.knocker + (int(state.knocker) - seat) % n] = 1
    vector[AT.final_turns_left] = state.final_turns_left
    other = seat
    for ahead in range(n):
        vector[AT.present + ahead] = 1
        vector[AT.totals + ahead] = state.totals[other]
        other = other + 1 if other + 1 < n else 0
    vector[AT.round] = int(state.round_number) + 1
    vector[AT.rounds] = state.rounds


@inlined
def observe_rules(state: State, vector: Vector) -> None:
    """The parameters that bear on play."""
    vector[AT.max_turns_per_round] = int(state.max_turns_per_round) >> 8
    vector[AT.max_turns_per_round + 1] = int(state.max_turns_per_round) & 255
    vector[AT.special_into_row] = state.special_into_row
    vector[AT.redraw_special_start] = state.redraw_special_start
    vector[AT.second_card_forced] = state.second_card_forced
    vector[AT.special_discard_before] = state.special_discard == BEFORE


@inlined
def observe_viewers(state: State, seat: int, vector: Vector) -> None:
    """Per spot: who has seen the card, and where it came from."""
    n = int(state.num_players)
    other = seat
    for ahead in range(n):
        write_spots(turned(int(state.known[other]), seat, n), vector, AT.known_to + ahead * NUM_SPOTS)
        other = other + 1 if other + 1 < n else 0
    write_spots(turned(int(state.chosen), seat, n), vector, AT.chosen)
    if state.pool_start != state.round_start:
        older = 0
        for spot in range(n * ROW_SIZE):
            older |= int(state.origin[spot] < state.pool_start) << spot
        write_spots(turned(older, seat, n), vector, AT.older)


@inlined
def write_spots(spots: int, vector: Vector, start: int) -> None:
    """A set of spots as zeros and ones; for speed eight at a time, which the compiler makes one word."""
    for eight in range(0, NUM_SPOTS, 8):
        flags = (spots >> eight) & 255
        for k in range(8):
            vector[start + eight + k] = _FLAGS[flags, k]


@inlined
def observe_cards_gone(state: State, seat: int, vector: Vector) -> None:
    """The discard pile, and which cards the observer has seen of the pool; those in rows are counted already."""
    count = int(state.num_discards)
    for depth in range(count):
        vector[AT.discards + depth] = 1 + int(state.discards[count - 1 - depth])
    for kind in range(NUM_KINDS):
        vector[AT.discarded + kind] = state.discarded[kind]
        vector[AT.seen + kind] += state.out[kind]
    if state.pool_start != state.round_start:
        for kind in range(NUM_KINDS):
            vector[AT.reshuffled + kind] = state.reshuffled[kind]
    if seat == state.seat and state.card != NOTHING:
        vector[AT.seen + int(state.card)] += 1
    for special in range(NUM_SPECIALS):
        vector[AT.turned_back + special] = int(state.turned_back[special]) >> 8
        vector[AT.turned_back + NUM_SPECIALS + special] = int(state.turned_back[special]) & 255


@inlined
def observe_turns(state: State, seat: int, vector: Vector) -> None:
    """What everybody did in the latest turn, and how many turns everybody had."""
    n = int(state.num_players)
    other = seat
    for ahead in range(n):
        vector[AT.turns + ahead] = int(state.turns[other]) >> 8
        vector[AT.turns + MOST_SEATS + ahead] = int(state.turns[other]) & 255
        vector[AT.outcome + ahead * len(OUTCOMES) + int(state.outcome[other])] = 1
        vector[AT.draw2s + ahead] = state.draw2s[other]
        if state.turn_place[other] != NOTHING:
            vector[AT.turn_place + ahead * ROW_SIZE + int(state.turn_place[other])] = 1
        if state.swap_spot[other] != NOTHING:
            partner = (int(state.swap_spot[other]) // ROW_SIZE - seat) % n
            vector[AT.swap_seat + ahead * MOST_SEATS + partner] = 1
            vector[AT.swap_place + ahead * ROW_SIZE + int(state.swap_spot[other]) % ROW_SIZE] = 1
        other = other + 1 if other + 1 < n else 0


@inlined
def observe_scoring(state: State, seat: int, vector: Vector) -> None:
    """The rows of the last scoring, before and after specials were replaced."""
    n = int(state.num_players)
    other = seat
    for ahead in range(n):
        for place in range(ROW_SIZE):
            vector[AT.revealed + ahead * ROW_SIZE + place] = 1 + int(state.revealed[other * ROW_SIZE + place])
            vector[AT.final + ahead * ROW_SIZE + place] = 1 + int(state.final[other * ROW_SIZE + place])
        other = other + 1 if other + 1 < n else 0
    for special in range(NUM_SPECIALS):
        vector[AT.set_aside + special] = state.set_aside[special]
