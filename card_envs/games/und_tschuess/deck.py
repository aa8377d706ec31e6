"""The deck and the discard pile: drawing, throwing away, and what happens when the deck runs out.

Both decks of a match lie in `pack`, each in its order: the first 104 places hold the first deck, the places from
`DECK_SIZE` on the deck that the pile became. Cards that are drawn stay written at their place.
"""

from __future__ import annotations

from card_envs.engine.game import State, Tape
from card_envs.engine.kernels import rule
from card_envs.engine.random import shuffle
from card_envs.games.und_tschuess.cards import COPIES, DECK_SIZE, NUM_KINDS

NOTHING = -1
NOBODY = -1

ON_NEED, ON_EMPTY = 0, 1
DECK_OUT = ("on_need", "on_empty")

COMMIT, EXCHANGE, OVER = 0, 1, 2
PHASES = ("commit", "exchange", "over")

ROUNDS_ON_ONE_DECK = 4
"""With this many players the first exhaustion of the deck ends the match (U41), with more the second (U42)."""


@rule
def shuffle_deck(state: State, tape: Tape) -> None:
    """U4: all number cards."""
    place = 0
    for card in range(NUM_KINDS):
        for _ in range(COPIES[card]):
            state.pack[place] = card
            place += 1
    shuffle(state, state.pack, DECK_SIZE, tape)
    state.bottom = DECK_SIZE


@rule
def draw(state: State, taker: int, tape: Tape) -> int:
    """The top card of the deck; NOTHING when the deck has run out for the last time.

    It can be the very card that ends the match: whoever draws looks at `state.over` before going on.
    """
    if state.top == state.bottom:  # A1, on_need: a card is needed and none is there
        deck_is_out(state, tape)
        if state.over:
            return NOTHING
    place = int(state.top)
    state.top = place + 1
    state.drawn_by[place] = taker
    if state.top == state.bottom and state.deck_out == ON_EMPTY:  # A1, on_empty: the last card is drawn
        deck_is_out(state, tape)
    return int(state.pack[place])


@rule
def deck_is_out(state: State, tape: Tape) -> None:
    """U41, U42: end the match, or make the discard pile the new deck."""
    state.exhaustions += 1
    if state.num_players == ROUNDS_ON_ONE_DECK or state.exhaustions == 2:
        finish(state)
    else:
        reshuffle(state, tape)


@rule
def finish(state: State) -> None:
    """A1, section F: all lies where it lies; an unfinished set-up scores nothing."""
    state.over = 1
    state.phase = OVER
    state.seat = NOBODY


@rule
def reshuffle(state: State, tape: Tape) -> None:
    """A2: the whole pile at this instant; every seat still knows what it knew of it (section F)."""
    place = DECK_SIZE
    for card in range(NUM_KINDS):
        count = int(state.shown[card])
        state.open[card] -= count
        state.shown_before[card] = count
        state.shown[card] = 0
        for seat in range(state.num_players):
            thrown = int(state.threw[seat, card])
            state.threw_before[seat, card] = thrown
            state.threw[seat, card] = 0
            if not state.exchange_public:
                count += thrown
        for _ in range(count):
            state.pack[place] = card
            place += 1
    state.pile_size = 0
    state.bottom = place
    state.top = DECK_SIZE
    shuffle(state, state.pack[DECK_SIZE:], place - DECK_SIZE, tape)


@rule
def discard_played(state: State, seat: int) -> None:
    """U19, U32, A11: the cards that a seat has played in this round, all of them seen by all."""
    for stage in range(state.stage):
        state.shown[int(state.played[seat, stage]) - 1] += 1
    state.pile_size += state.stage


@rule
def throw_away(state: State, seat: int, card: int) -> None:
    """U38, A12: a card of the exchange; which one, the others see only with `exchange_public`."""
    state.threw[seat, card] += 1
    if state.exchange_public:
        state.shown[card] += 1
        state.open[card] += 1
    state.pile_size += 1
