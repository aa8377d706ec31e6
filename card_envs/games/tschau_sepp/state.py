"""The state of Tschau Sepp, its parameters and its actions; T and A numbers are the clauses and decisions of RULES.md.

Seats are numbered in the order of play, and the dealer is the last of them (A17). Hands and the pile are sets of
cards (uint64); the stock is a row with its next card first. What can be proven of hidden hands is kept by memory.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_envs.engine.game import state_dtype
from card_envs.engine.params import RANK, REWARDS, Params, choice, flag, whole
from card_envs.games.tschau_sepp.cards import NAMES, PACK_SIZE, SUITS
from card_envs.games.tschau_sepp.packed import WORDS

MOST_SEATS = 5
HAND_SIZE = 5
NOBODY = -1
NOTHING = -1

NAMING, DRAW, PASS = 36, 52, 53
"""Actions 0 to 35 play the card of that number; NAMING + 4 x suit of an Under + suit named plays that Under."""
ACTIONS = (
    *NAMES,
    *(f"{suit}-Under naming {named}" for suit in SUITS for named in SUITS),
    "draw",
    "pass",
)

UPCARDS = ("plain", "dealer_played", "redraw")
PLAIN, DEALER_PLAYED, REDRAW = range(3)
TWO_PLAYER_ENDS = ("count", "reshuffle")
COUNT, RESHUFFLE = range(2)


@dataclass(frozen=True, kw_only=True)
class TschauSeppParams(Params):
    """The parameters of Tschau Sepp."""

    num_players: int = whole(4, 2, MOST_SEATS, "seats at the table (T1)")
    rewards: str = choice(RANK, REWARDS, "what the reward at the end counts: winning, the rank or the score")
    seven_skips_turn: bool = flag(False, "whoever takes the cards of a 7 has no turn (A1)")
    seven_stacking: bool = flag(False, "a 7 may be answered with a 7, which adds two cards for the next (A2)")
    voluntary_draw: bool = flag(False, "who can cover may draw instead, and keep the card drawn (A4, A5)")
    upcard: str = choice("plain", UPCARDS, "what a 7, 8 or Under does as the first upcard (A6)")
    end_at_first_out: bool = flag(False, "the match ends when the first seat is out (A11)")
    two_player_end: str = choice("count", TWO_PLAYER_ENDS, "what happens when the last two need a card (A12)")
    max_turns: int = whole(1000, 1, 65535, "turns after which the match is truncated")


STATE = state_dtype(
    # Parameters.
    ("seven_skips_turn", "i1"),
    ("seven_stacking", "i1"),
    ("voluntary_draw", "i1"),
    ("end_at_first_out", "i1"),
    ("upcard", "i1"),  # index in UPCARDS
    ("two_player_end", "i1"),  # index in TWO_PLAYER_ENDS
    ("max_turns", "i4"),
    # The table.
    ("hands", "u8", (MOST_SEATS,)),  # set of cards of each seat, the one just drawn included
    ("pile", "u8"),  # set of cards laid since the last shuffle, the top one included
    ("hand_size", "i1", (MOST_SEATS,)),
    ("out", "i1", (MOST_SEATS,)),  # place at which the seat went out; 0 = still in
    ("num_out", "i1"),
    ("stock", "i1", (PACK_SIZE,)),  # cards in the order in which they are drawn, from stock_next to stock_end - 1
    ("stock_next", "i1"),
    ("stock_end", "i1"),
    ("top", "i1"),  # the card to cover
    ("suit", "i1"),  # the suit that covers it: its own, or the one named
    ("named", "i1"),  # 1 = that suit was named with an Under
    ("pending", "i1"),  # cards of a penalty that waits for the seat to act (`seven_stacking`)
    ("drawn", "i1"),  # the card that the seat to act has drawn in this turn and may lay; NOTHING = none
    ("top_was_drawn", "i1"),  # 1 = the top card was drawn and laid in one turn
    ("turns", "i4"),  # turns that have ended
    ("left", "i2", (MOST_SEATS,)),  # value of the cards left in each hand when the match was over
    # What the table remembers (memory.py, packed.py).
    ("batch", "u8", (WORDS,)),  # row: which shuffle each card last went through, 1 the latest; 0 = KNOWN
    ("may_hold", "u8", (MOST_SEATS, WORDS)),  # rows: in how many places of a hand each card may be; 36 = SURE
    ("buried", "i1"),  # how many cards at the end of the stock everybody knows (`upcard="redraw"`)
    # For records alone: where each card lay in the last shuffle that it went through.
    ("reshuffles", "i4"),
    ("shuffled", "i4", (PACK_SIZE,)),  # number of that shuffle, the first being 0
    ("position", "i1", (PACK_SIZE,)),  # its place in it, from the top
)
