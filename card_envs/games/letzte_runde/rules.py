"""The rules of Letzte Runde, as RULES.md tells them; L and A numbers are its clauses and decisions.

Seats are numbered clockwise, so the left neighbour of a seat is the next higher one. The cards in the rows lie at
*spots*: spot 4 x seat + place, 0 to 23. What is known of a spot is kept in sets of spots (bit k for spot k) and moves
along with every swap. A card's *origin* is the shuffle and the position in it that it came from last: 66 x number of
the shuffle in the match + position from the top.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_envs.engine.game import Mask, State, Tape, state_dtype
from card_envs.engine.kernels import rule
from card_envs.engine.params import Params, choice, flag, whole
from card_envs.engine.random import shuffle
from card_envs.games.letzte_runde.cards import DRAW2, NINE, NUM_KINDS, NUM_SPECIALS, PACK, PACK_SIZE, PEEK, SWAP

LEAST_SEATS, MOST_SEATS = 2, 6
ROW_SIZE = 4
NUM_SPOTS = MOST_SEATS * ROW_SIZE
OUTER = 0b1001  # the places 0 and 3 of a row (L12)
MOST_DISCARDS = PACK_SIZE - LEAST_SEATS * ROW_SIZE
MOST_TURNS = 65535
NOBODY = -1
NOTHING = -1

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

# What the seat to act decides on.
CHOOSE, DRAWN, FIRST, SECOND, MAY_KNOCK = 0, 1, 2, 3, 4
PHASES = ("take or draw", "drawn card", "first card of draw2", "second card of draw2", "knock or not")

# What has become of a seat's latest turn in this round.
NO_TURN, DREW, TOOK, PLACED, DISCARDED, PEEKED, SWAPPED = 0, 1, 2, 3, 4, 5, 6
OUTCOMES = ("no turn yet", "drew", "took", "placed", "discarded", "peeked", "swapped")

AFTER, BEFORE = 0, 1  # special_discard
PERFECT, NONE = 0, 1  # memory


@dataclass(frozen=True, kw_only=True)
class LetzteRundeParams(Params):
    """The parameters of Letzte Runde."""

    num_players: int = whole(4, LEAST_SEATS, MOST_SEATS, "seats at the table")
    rounds: int | None = whole(None, 1, 6, "rounds of the match; None: one a seat, four for two seats (L49)")
    special_into_row: bool = flag(True, "a drawn special may be placed in the own row (A2)")
    redraw_special_start: bool = flag(False, "a special that would open the discard pile is shuffled back (A4)")
    second_card_forced: bool = flag(False, "a number drawn as second card of a draw2 must be placed (A6)")
    special_discard: str = choice(
        "after", ("after", "before"), "a used special goes onto the discard pile after or before its action (A9)"
    )
    max_turns_per_round: int | None = whole(
        None, 1, MOST_TURNS, "turns after which a round ends without a knock; None: 60 a seat (A18)"
    )
    memory: str = choice(
        "perfect", ("perfect", "none"), "whether the observation keeps what was seen, or shows this moment only"
    )

    def resolved(self) -> dict[str, int | str | bool]:
        """L49, A18, A21: rounds and the cap of turns where they are not given."""
        n = self.num_players
        rounds = (4 if n == LEAST_SEATS else n) if self.rounds is None else self.rounds
        cap = 60 * n if self.max_turns_per_round is None else self.max_turns_per_round
        return {**self.as_dict(), "rounds": rounds, "max_turns_per_round": cap}


STATE = state_dtype(
    ("rounds", "i1"),  # parameter
    ("special_into_row", "i1"),  # parameter
    ("redraw_special_start", "i1"),  # parameter
    ("second_card_forced", "i1"),  # parameter
    ("special_discard", "i1"),  # parameter: AFTER, BEFORE
    ("memory", "i1"),  # parameter: PERFECT, NONE
    ("max_turns_per_round", "i4"),  # parameter
    ("round", "i1"),  # from 0
    ("totals", "i2", (MOST_SEATS,)),  # points of the rounds played
    ("shuffles", "i4"),  # done in the match; the latest made the present pile
    # The round.
    ("starter", "i1"),
    ("phase", "i1"),
    ("turns", "i4", (MOST_SEATS,)),  # finished turns of each seat
    ("round_turns", "i4"),  # finished turns of all
    ("knocker", "i1"),  # NOBODY = nobody has knocked
    ("final_turns_left", "i1"),  # turns that a knock has left to the others; 0 = no knock
    # The cards.
    ("pile", "i1", (PACK_SIZE,)),  # cards of the latest shuffle, top first
    ("pile_size", "i1"),  # how many were shuffled
    ("pile_next", "i1"),  # position of the next card to draw
    ("discards", "i1", (PACK_SIZE,)),  # the discard pile, bottom first
    ("num_discards", "i1"),
    ("top_origin", "i4"),  # origin of the top discard, if it is a number
    ("card", "i1"),  # drawn by the seat to act; NOTHING = none
    ("aside", "i1"),  # draw2s in use that lie aside (A9)
    ("row", "i1", (NUM_SPOTS,)),  # card at each spot
    ("origin", "i4", (NUM_SPOTS,)),  # its origin
    ("turned_back", "i2", (NUM_SPECIALS,)),  # openings shuffled back, by kind (A4)
    # What is known.
    ("known", "i4", (MOST_SEATS,)),  # for each seat the set of spots whose card it has seen
    ("fresh", "i4", (MOST_SEATS,)),  # for each seat the spots of its row it has looked at since its last decision
    ("chosen", "i4"),  # the set of spots whose card was put into a row by a player; the others were dealt
    ("round_start", "i4"),  # origins from here on belong to this round
    ("opening_shuffle", "i4"),  # number of the shuffle that the discard pile was opened from
    ("pool_start", "i4"),  # origins from here on belong to the last reshuffle, or without one to this round
    ("out", "i1", (NUM_KINDS,)),  # cards of the pool, by kind, that everybody has seen and that lie in no row
    ("discarded", "i1", (NUM_KINDS,)),  # cards in the discard pile, by kind
    ("reshuffled", "i1", (NUM_KINDS,)),  # cards of the last reshuffle of the round, by kind
    ("dealt_out", "i1", (NUM_SPECIALS,)),  # specials, by kind, that were dealt and have left the rows
    # The latest turn of each seat in this round.
    ("outcome", "i1", (MOST_SEATS,)),
    ("turn_place", "i1", (MOST_SEATS,)),  # own place that was filled, peeked at or swapped; NOTHING = none
    ("swap_spot", "i1", (MOST_SEATS,)),  # the spot of another row that it swapped with; NOTHING = none
    ("draw2s", "i1", (MOST_SEATS,)),  # draw2s used in it
    # The latest scoring.
    ("scored", "i1"),  # 1 = there was one
    ("revealed", "i1", (NUM_SPOTS,)),  # the rows as they were turned up
    ("final", "i1", (NUM_SPOTS,)),  # the rows after specials were replaced
    ("set_aside", "i1", (NUM_SPECIALS,)),  # specials set aside, by kind (L35)
    # What the latest step has shown to everybody: origins, num_shown of them; for records.
    ("shown", "i4", (PACK_SIZE,)),
    ("num_shown", "i2"),
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
            mask[TAKE : TAKE + ROW_SIZE] = 1
        mask[DRAW] = 1
    elif phase == MAY_KNOCK:
        mask[END_TURN] = 1
        mask[KNOCK] = 1
    else:
        legal_with_drawn(state, mask)


@rule
def legal_with_drawn(state: State, mask: Mask) -> None:
    """L24 as restored by A1: place it, discard it, or use a special."""
    card = int(state.card)
    if card < SWAP or state.special_into_row:  # A2
        mask[PLACE : PLACE + ROW_SIZE] = 1
    if card >= SWAP or state.phase != SECOND or not state.second_card_forced:  # A3, A6
        mask[DISCARD] = 1
    if card == DRAW2:  # L25
        mask[USE_DRAW2] = 1
    elif card == PEEK:
        mask[USE_PEEK : USE_PEEK + ROW_SIZE] = 1
    elif card == SWAP:  # A16: any place of any opponent
        others = (int(state.num_players) - 1) * ROW_SIZE
        for own in range(ROW_SIZE):
            first = USE_SWAP + own * SWAPS_PER_PLACE
            mask[first : first + others] = 1


@rule
def step(state: State, action: int, tape: Tape) -> None:
    """One decision, and everything up to the next one."""
    seat = int(state.seat)
    state.num_shown = 0
    state.fresh[seat] = 0
    if action < DRAW:
        take(state, seat, action - TAKE, tape)
    elif action == DRAW:
        state.outcome[seat] = DREW
        state.turn_place[seat] = NOTHING
        state.swap_spot[seat] = NOTHING
        state.draw2s[seat] = 0
        draw_for_use(state, DRAWN, tape)
    elif action < DISCARD:
        place_drawn(state, seat, action - PLACE, tape)
    elif action == DISCARD:
        discard_drawn(state, seat, tape)
    elif action < USE_PEEK:
        draw_twice(state, seat, tape)
    elif action < USE_SWAP:
        peek(state, seat, action - USE_PEEK, tape)
    elif action < END_TURN:
        swap(state, seat, action - USE_SWAP, tape)
    else:
        if action == KNOCK:  # L38, L40
            state.knocker = seat
            state.final_turns_left = int(state.num_players) - 1
        end_turn(state, seat, tape)


@rule
def placement(state: State, seat: int) -> int:
    """L7, L50, A19: fewest points first, ties share the better place."""
    place = 1
    for other in range(state.num_players):
        place += int(state.totals[other]) < int(state.totals[seat])
    return place


@rule
def score(state: State, seat: int) -> int:
    """Section F: minus the points."""
    return -int(state.totals[seat])


@rule
def score_scale(state: State) -> float:
    """The most points that the rounds can bring a seat, four nines in each."""
    return float(ROW_SIZE * NINE * int(state.rounds))


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
    starter = int(state.round) % n  # L48, A20
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


# --- the piles


@rule
def shuffle_pile(state: State, size: int, tape: Tape) -> None:
    """Shuffle the first `size` cards of the pile; they are all there is to draw."""
    shuffle(state, state.pile, size, tape)
    state.shuffles += 1
    state.pile_size = size
    state.pile_next = 0


@rule
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


@rule
def drawn_origin(state: State) -> int:
    """The origin of the card that was drawn last."""
    return (int(state.shuffles) - 1) * PACK_SIZE + int(state.pile_next) - 1


@rule
def show(state: State, card: int, origin: int) -> None:
    """Everybody sees a card that lies in no row (any more)."""
    state.shown[state.num_shown] = origin
    state.num_shown += 1
    if origin >= state.pool_start:
        state.out[card] += 1


@rule
def put_on_discards(state: State, card: int, origin: int) -> None:
    state.discards[state.num_discards] = card
    state.num_discards += 1
    state.discarded[card] += 1
    state.top_origin = origin


# --- the turn


@rule
def take(state: State, seat: int, place: int, tape: Tape) -> None:
    """Action A (L16 to L20): the top discard goes into the row before everybody's eyes (A17)."""
    state.outcome[seat] = TOOK
    state.swap_spot[seat] = NOTHING
    state.draw2s[seat] = 0
    origin = int(state.top_origin)
    state.num_discards -= 1
    card = int(state.discards[state.num_discards])
    state.discarded[card] -= 1
    if origin >= state.pool_start:
        state.out[card] -= 1
    fill_place(state, seat, place, card, origin)
    for watcher in range(state.num_players):
        state.known[watcher] = int(state.known[watcher]) | (1 << (seat * ROW_SIZE + place))
    finish_action(state, seat, tape)


@rule
def draw_for_use(state: State, phase: int, tape: Tape) -> None:
    """L23, L30: the seat alone sees what it draws."""
    state.card = draw_card(state, tape)
    state.phase = phase


@rule
def place_drawn(state: State, seat: int, place: int, tape: Tape) -> None:
    """Action B, first option (A1, A2): only the seat knows what it has put there (A17)."""
    state.outcome[seat] = PLACED
    fill_place(state, seat, place, int(state.card), drawn_origin(state))
    state.known[seat] = int(state.known[seat]) | (1 << (seat * ROW_SIZE + place))
    finish_action(state, seat, tape)


@rule
def fill_place(state: State, seat: int, place: int, card: int, origin: int) -> None:
    """L17 to L20: a card goes into the row unseen, the old one face up onto the discard pile."""
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
        state.known[watcher] = int(state.known[watcher]) & ~(1 << spot)


@rule
def discard_drawn(state: State, seat: int, tape: Tape) -> None:
    """Action B, second option (A1, A3); after the first card of a draw2 the second is drawn at once (L32, A7)."""
    card = int(state.card)
    show(state, card, drawn_origin(state))
    put_on_discards(state, card, drawn_origin(state))
    if state.phase == FIRST:
        draw_for_use(state, SECOND, tape)
    else:
        state.outcome[seat] = DISCARDED
        finish_action(state, seat, tape)


@rule
def draw_twice(state: State, seat: int, tape: Tape) -> None:
    """L30; a draw2 within a draw2 starts afresh and ends the outer one (A8)."""
    show(state, DRAW2, drawn_origin(state))
    if state.special_discard == AFTER:  # L26, A9
        state.aside += 1
    else:
        put_on_discards(state, DRAW2, NOTHING)
    state.draw2s[seat] += 1
    draw_for_use(state, FIRST, tape)


@rule
def peek(state: State, seat: int, place: int, tape: Tape) -> None:
    """L29: look at a card of the own row."""
    use_up(state, PEEK)
    spots = 1 << (seat * ROW_SIZE + place)
    state.known[seat] = int(state.known[seat]) | spots
    state.fresh[seat] = spots
    state.outcome[seat] = PEEKED
    state.turn_place[seat] = place
    finish_action(state, seat, tape)


@rule
def swap(state: State, seat: int, choice: int, tape: Tape) -> None:
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
    finish_action(state, seat, tape)


@rule
def exchanged(spots: int, here: int, there: int) -> int:
    """A set of spots after the cards at two of them have changed places."""
    differ = ((spots >> here) ^ (spots >> there)) & 1
    return spots ^ ((differ << here) | (differ << there))


@rule
def use_up(state: State, card: int) -> None:
    """L26: a swap or a peek goes onto the discard pile; before or after its action is the same (A9)."""
    show(state, card, drawn_origin(state))
    put_on_discards(state, card, NOTHING)


@rule
def finish_action(state: State, seat: int, tape: Tape) -> None:
    """A9: draw2s that lie aside go down on top of the rest; then, where it is legal, the knock question."""
    while state.aside > 0:
        put_on_discards(state, DRAW2, NOTHING)
        state.aside -= 1
    state.card = NOTHING
    everybody_had_a_turn = int(state.round_turns) >= int(state.num_players) - 1  # L39, A13: this turn counts
    if state.knocker == NOBODY and everybody_had_a_turn:  # L38, A14
        state.phase = MAY_KNOCK
    else:
        end_turn(state, seat, tape)


@rule
def end_turn(state: State, seat: int, tape: Tape) -> None:
    """L14, L40 to L42: clockwise; after a knock each other seat has one more turn. A18: the cap of turns."""
    state.turns[seat] += 1
    state.round_turns += 1
    last = state.round_turns == state.max_turns_per_round
    if state.knocker != NOBODY and state.knocker != seat:
        state.final_turns_left -= 1
        last = last or state.final_turns_left == 0
    if last:
        end_round(state, tape)
    else:
        state.phase = CHOOSE
        state.seat = (seat + 1) % int(state.num_players)


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
    state.round += 1
    if state.round < state.rounds:
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
        state.shown[state.num_shown] = state.origin[spot]
        state.num_shown += 1
    for special in range(NUM_SPECIALS):
        state.set_aside[special] = 0


@rule
def replace_special(state: State, spot: int, tape: Tape) -> None:
    """L35 to L37, L44, A11: specials are set aside until a number comes."""
    card = int(state.row[spot])
    if card >= SWAP and state.origin[spot] >= state.pool_start:
        state.out[card] += 1
    while card >= SWAP:
        state.set_aside[card - SWAP] += 1
        card = draw_card(state, tape)
        show(state, card, drawn_origin(state))
        state.row[spot] = card
        state.origin[spot] = drawn_origin(state)
