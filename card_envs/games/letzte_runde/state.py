"""The state of Letzte Runde and its parameters; L and A numbers are the clauses and decisions of RULES.md.

Seats are numbered clockwise, so the left neighbour of a seat is the next higher one. The cards in the rows lie at
*spots*: spot 4 x seat + place, 0 to 23. What is known of a spot is kept in sets of spots (bit k for spot k) and moves
along with every swap. A card's *origin* is the shuffle that it came from last and its position in it: 66 x number of
the shuffle in the match + position from the top. The *pool* is the cards of the round's latest reshuffle or, while
there was none, all cards.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_envs.engine.game import state_dtype
from card_envs.engine.params import Params, choice, flag, whole
from card_envs.games.letzte_runde.cards import NUM_KINDS, NUM_SPECIALS, PACK_SIZE

LEAST_SEATS, MOST_SEATS = 2, 6
ROW_SIZE = 4
NUM_SPOTS = MOST_SEATS * ROW_SIZE
OUTER = 0b1001  # the places 0 and 3 of a row (L12)
MOST_DISCARDS = PACK_SIZE - LEAST_SEATS * ROW_SIZE
MOST_TURNS = 65535
MOST_SHOWN = 48  # two by the action, all rows, the draws that replace 21 specials, the next opening
NOBODY = -1
EVERYBODY = (1 << MOST_SEATS) - 1
NOTHING = -1

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
    ("round_number", "i1"),  # from 0
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
    ("shown", "i4", (MOST_SHOWN,)),
    ("num_shown", "i2"),
)
