"""The rules of Letzte Runde, as RULES.md tells them: the turn and the result; L and A numbers are its clauses.

How a round begins and ends is in `rounds`, drawing, discarding and reshuffling in `piles`, the state in `state`.
"""

from __future__ import annotations

from card_envs.engine.game import Mask, State, Tape
from card_envs.engine.kernels import inlined, rule
from card_envs.games.letzte_runde.cards import DRAW2, NINE, PEEK, SWAP
from card_envs.games.letzte_runde.piles import draw_card, drawn_origin, put_on_discards, show
from card_envs.games.letzte_runde.rounds import end_round, open_round
from card_envs.games.letzte_runde.state import (
    AFTER,
    CHOOSE,
    DISCARDED,
    DRAWN,
    DREW,
    EVERYBODY,
    FIRST,
    MAY_KNOCK,
    MOST_SEATS,
    NOBODY,
    NOTHING,
    PEEKED,
    PLACED,
    ROW_SIZE,
    SECOND,
    SWAPPED,
    TOOK,
)

# Actions; a block of numbers is named after its first.
TAKE, DRAW, PLACE, DISCARD, USE_DRAW2, USE_PEEK, USE_SWAP, END_TURN, KNOCK = 0, 4, 5, 9, 10, 11, 15, 95, 96
SWAPS_PER_PLACE = (MOST_SEATS - 1) * ROW_SIZE
ACTIONS = (
    *(f"take {place}" for place in range(ROW_SIZE)),
    "draw",
    *(f"place {place}" for place in range(ROW_SIZE)),
    "discard",
    "draw2",
    *(f"peek {place}" for place in range(ROW_SIZE)),
    *(
        f"swap {own} for {other} of +{ahead}"  # the seat so many to the left
        for own in range(ROW_SIZE)
        for ahead in range(1, MOST_SEATS)
        for other in range(ROW_SIZE)
    ),
    "end turn",
    "knock",
)


# --- the match


@rule
def deal(state: State, tape: Tape) -> None:
    """L8, A20: seat 0, left of the oldest player, starts the first round."""
    open_round(state, tape)


@rule
def legal(state: State, mask: Mask) -> None:
    phase = int(state.phase)
    if phase == CHOOSE:  # L15
        if int(state.discards[state.num_discards - 1]) < SWAP:  # L21, L22
            allow(mask, TAKE, ROW_SIZE)
        mask[DRAW] = 1
    elif phase == MAY_KNOCK:
        mask[END_TURN] = 1
        mask[KNOCK] = 1
    else:
        legal_with_drawn(state, mask)


@inlined
def legal_with_drawn(state: State, mask: Mask) -> None:
    """L24 as restored by A1: place it, discard it, or use a special."""
    card = int(state.card)
    if card < SWAP or state.special_into_row:  # A2
        allow(mask, PLACE, ROW_SIZE)
    if card >= SWAP or state.phase != SECOND or not state.second_card_forced:  # A3, A6
        mask[DISCARD] = 1
    if card == DRAW2:  # L25
        mask[USE_DRAW2] = 1
    elif card == PEEK:
        allow(mask, USE_PEEK, ROW_SIZE)
    elif card == SWAP:  # A16: any place of any opponent
        others = (int(state.num_players) - 1) * ROW_SIZE
        for own in range(ROW_SIZE):
            allow(mask, USE_SWAP + own * SWAPS_PER_PLACE, others)


@inlined
def allow(mask: Mask, first: int, count: int) -> None:
    """Make so many actions legal, from the first on."""
    for action in range(first, first + count):
        mask[action] = 1


@rule
def step(state: State, action: int, tape: Tape) -> None:
    """One decision, and everything up to the next one."""
    seat = int(state.seat)
    state.num_shown = 0
    state.fresh[seat] = 0
    if action == KNOCK:  # L38, L40
        state.knocker = seat
        state.final_turns_left = int(state.num_players) - 1
    elif action != END_TURN:
        phase = act(state, seat, action)
        if phase != CHOOSE:  # L23, L30: the seat alone sees what it draws
            state.card = draw_card(state, tape)
            state.phase = phase
            return
        lay_down(state)
        if knock_is_legal(state):
            state.phase = MAY_KNOCK
            return
    end_turn(state, seat, tape)


@inlined
def act(state: State, seat: int, action: int) -> int:
    """Carry out an action; returns the phase that a card is to be drawn for, or CHOOSE when the action is complete."""
    if action < DRAW:
        take(state, seat, action - TAKE)
    elif action == DRAW:
        open_turn(state, seat, DREW)
        return DRAWN
    elif action < DISCARD:
        place_drawn(state, seat, action - PLACE)
    elif action == DISCARD:
        discard_drawn(state)
        if state.phase == FIRST:  # L32, A7
            return SECOND
        state.outcome[seat] = DISCARDED
    elif action < USE_PEEK:
        draw_twice(state, seat)
        return FIRST
    elif action < USE_SWAP:
        peek(state, seat, action - USE_PEEK)
    else:
        swap(state, seat, action - USE_SWAP)
    return CHOOSE


@rule
def placement(state: State, seat: int) -> int:
    """L7, L50, A19: fewest points first, ties share the better place."""
    place = 1
    for other in range(state.num_players):
        place += int(state.totals[other]) < int(state.totals[seat])
    return place


@rule
def round_number(state: State) -> int:
    """The number of the round; points are counted at its end."""
    return int(state.round_number)


@rule
def score(state: State, seat: int) -> int:
    """Section F: minus the points."""
    return -int(state.totals[seat])


@rule
def score_scale(state: State) -> float:
    """The most points that the rounds can bring a seat, four nines in each."""
    return float(ROW_SIZE * NINE * int(state.rounds))


# --- the turn


@inlined
def open_turn(state: State, seat: int, outcome: int) -> None:
    """L15: the seat draws or takes."""
    state.outcome[seat] = outcome
    state.turn_place[seat] = NOTHING
    state.swap_spot[seat] = NOTHING
    state.draw2s[seat] = 0


@inlined
def take(state: State, seat: int, place: int) -> None:
    """Action A (L16 to L20): the top discard goes into the row before everybody's eyes (A17)."""
    open_turn(state, seat, TOOK)
    origin = int(state.top_origin)
    state.num_discards -= 1
    card = int(state.discards[state.num_discards])
    state.discarded[card] -= 1
    if origin >= state.pool_start:
        state.out[card] -= 1
    fill_place(state, seat, place, card, origin, EVERYBODY)


@inlined
def place_drawn(state: State, seat: int, place: int) -> None:
    """Action B, first option (A1, A2): only the seat knows what it has put there (A17)."""
    state.outcome[seat] = PLACED
    fill_place(state, seat, place, int(state.card), drawn_origin(state), 1 << seat)


@rule
def fill_place(state: State, seat: int, place: int, card: int, origin: int, knowers: int) -> None:
    """L17 to L20: a card known to `knowers`, a bit a seat, goes into the row; the old one is discarded unseen."""
    spot = seat * ROW_SIZE + place
    old = int(state.row[spot])
    old_origin = int(state.origin[spot])
    if old >= SWAP and (int(state.chosen) >> spot) & 1 == 0:
        state.dealt_out[old - SWAP] += 1
    show(state, old, old_origin)
    put_on_discards(state, old, old_origin)
    state.row[spot] = card
    state.origin[spot] = origin
    state.turn_place[seat] = place
    state.chosen = int(state.chosen) | (1 << spot)
    for watcher in range(state.num_players):
        others = int(state.known[watcher]) & ~(1 << spot)
        state.known[watcher] = others | (((knowers >> watcher) & 1) << spot)


@inlined
def discard_drawn(state: State) -> None:
    """Action B, second option (A1, A3)."""
    card = int(state.card)
    show(state, card, drawn_origin(state))
    put_on_discards(state, card, drawn_origin(state))


@inlined
def draw_twice(state: State, seat: int) -> None:
    """L30; a draw2 within a draw2 starts afresh and ends the outer one (A8)."""
    show(state, DRAW2, drawn_origin(state))
    if state.special_discard == AFTER:  # L26, A9
        state.aside += 1
    else:
        put_on_discards(state, DRAW2, NOTHING)
    state.draw2s[seat] += 1


@inlined
def peek(state: State, seat: int, place: int) -> None:
    """L29: look at a card of the own row."""
    use_up(state, PEEK)
    spots = 1 << (seat * ROW_SIZE + place)
    state.known[seat] = int(state.known[seat]) | spots
    state.fresh[seat] = spots
    state.outcome[seat] = PEEKED
    state.turn_place[seat] = place


@inlined
def swap(state: State, seat: int, choice: int) -> None:
    """L27, L28, A15: two cards change places, and what is known of them goes with them."""
    use_up(state, SWAP)
    place = choice // SWAPS_PER_PLACE
    ahead = choice % SWAPS_PER_PLACE // ROW_SIZE + 1
    other = (seat + ahead) % int(state.num_players)
    here = seat * ROW_SIZE + place
    there = other * ROW_SIZE + choice % ROW_SIZE
    card = state.row[here]
    state.row[here] = state.row[there]
    state.row[there] = card
    origin = state.origin[here]
    state.origin[here] = state.origin[there]
    state.origin[there] = origin
    for watcher in range(state.num_players):
        state.known[watcher] = exchanged(int(state.known[watcher]), here, there)
    state.chosen = exchanged(int(state.chosen), here, there)
    state.fresh[other] = int(state.fresh[other]) & ~(1 << there)
    state.outcome[seat] = SWAPPED
    state.turn_place[seat] = place
    state.swap_spot[seat] = there


@inlined
def exchanged(spots: int, here: int, there: int) -> int:
    """A set of spots after the cards at two of them have changed places."""
    differ = ((spots >> here) ^ (spots >> there)) & 1
    return spots ^ ((differ << here) | (differ << there))


@rule
def use_up(state: State, card: int) -> None:
    """L26: a swap or a peek goes onto the discard pile; before or after its action is the same (A9)."""
    show(state, card, drawn_origin(state))
    put_on_discards(state, card, NOTHING)


@inlined
def lay_down(state: State) -> None:
    """A9: draw2s that lie aside go down on top of what their action has discarded."""
    while state.aside > 0:
        put_on_discards(state, DRAW2, NOTHING)
        state.aside -= 1
    state.card = NOTHING


@inlined
def knock_is_legal(state: State) -> bool:
    """L38, L39, A13, A14: nobody has knocked, and everybody has had a turn; the one just played counts."""
    return int(state.knocker) == NOBODY and int(state.round_turns) >= int(state.num_players) - 1


@inlined
def end_turn(state: State, seat: int, tape: Tape) -> None:
    """L14, L40 to L42: clockwise; after a knock each other seat has one more turn. A18: the cap of turns."""
    state.turns[seat] += 1
    state.round_turns += 1
    last = state.round_turns == state.max_turns_per_round
    if state.final_turns_left > 0 and state.knocker != seat:
        state.final_turns_left -= 1
        last = last or state.final_turns_left == 0
    if last:
        end_round(state, tape)
    else:
        state.phase = CHOOSE
        state.seat = (seat + 1) % int(state.num_players)
