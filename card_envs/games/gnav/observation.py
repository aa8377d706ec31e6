"""What a seat of Gnav may know: the table of fields, and the function that fills it.

Per seat means: relative to the observer, 0 being itself, then clockwise; absent seats are zero. Nothing about cards
is kept from one deal to the next.
"""

from __future__ import annotations

from card_envs.engine.game import State, Vector
from card_envs.engine.kernels import inlined, rule
from card_envs.engine.layout import Field, Layout
from card_envs.games.gnav.cards import HOUSE, MATADORS, NUM_RANKS
from card_envs.games.gnav.rules import MOST_SEATS, NOBODY, OUTCOMES

OTHERS = MOST_SEATS - 1
FROM_STOCK = MOST_SEATS
MOST_DEALS = 2 * (9 * MOST_SEATS)  # each contested deal costs a life, and at most one is skipped after each

LAYOUT = Layout(
    Field("card", (NUM_RANKS,), 1, "the card the observer holds now, one-hot"),
    Field("dealt", (NUM_RANKS,), 1, "the card the observer was dealt, one-hot"),
    Field("known_card", (OTHERS, NUM_RANKS), 1, "per seat from 1: the card it holds now, one-hot, if it is known"),
    Field("known_dealt", (OTHERS, NUM_RANKS), 1, "per seat from 1: the card it was dealt, one-hot, if it is known"),
    Field("present", (MOST_SEATS,), 1, "per seat: 1 if the table has it"),
    Field("lives_left", (MOST_SEATS,), 9, "per seat: lives left"),
    Field("resting", (MOST_SEATS,), 1, "per seat: 1 if it rests in this deal"),
    Field("dealer", (MOST_SEATS,), 1, "per seat: 1 if it is the dealer"),
    Field("to_act", (MOST_SEATS,), 1, "per seat: 1 if it is to act"),
    Field("acting_order", (MOST_SEATS, MOST_SEATS), 1, "per seat: its place in the acting order of the deal, one-hot"),
    Field("outcome", (MOST_SEATS, len(OUTCOMES)), 1, f"per seat: its turn, one-hot of {', '.join(OUTCOMES)}"),
    Field("partner", (MOST_SEATS, MOST_SEATS), 1, "per seat: the seat it swapped with or that refused it, one-hot"),
    Field("undone", (MOST_SEATS,), 1, "per seat: 1 if a Cat has undone its swap"),
    Field(
        "holds", (MOST_SEATS, MOST_SEATS + 1), 1, "per seat: whose dealt card it holds now, one-hot; last: a drawn one"
    ),
    Field("seen_by", (MOST_SEATS, MOST_SEATS), 1, "per seat: which seats have seen the card that it was dealt"),
    Field("stock_shown", (len(MATADORS),), 2, "House, Horse, Cat, Dragon, Cuckoo turned up from the stock: how many"),
    Field("deal_number", (), MOST_DEALS, "number of the deal, from 1, skipped ones included"),
    Field("lives", (), 9, "lives of each seat at the start"),
    Field("dealer_skips_resting", (), 1, "1 if the deal passes over resting seats"),
)

AT = LAYOUT.at


@rule
def observe(state: State, seat: int, vector: Vector) -> None:
    """All that `seat` has seen of this deal and remembers, and the public state of the match."""
    n = int(state.num_players)
    for ahead in range(n):
        other = (seat + ahead) % n
        vector[AT.present + ahead] = 1
        vector[AT.lives_left + ahead] = state.lives_left[other]
        vector[AT.resting + ahead] = state.resting[other]
        vector[AT.dealer + ahead] = other == state.dealer
        vector[AT.to_act + ahead] = other == state.seat
        place = int(state.place_of[other])
        if place == NOBODY:
            continue
        vector[AT.acting_order + ahead * MOST_SEATS + place] = 1
        observe_turn(state, seat, other, ahead, vector)
        observe_cards(state, seat, other, ahead, vector)
    for place in range(state.num_dealt, state.stock):
        card = int(state.pack[place])
        if card >= HOUSE:
            vector[AT.stock_shown + card - HOUSE] += 1
    vector[AT.deal_number] = state.deal_number
    vector[AT.lives] = state.lives
    vector[AT.dealer_skips_resting] = state.dealer_skips_resting


@inlined
def observe_turn(state: State, seat: int, other: int, ahead: int, vector: Vector) -> None:
    """What has become of the turn of a seat that takes part."""
    n = int(state.num_players)
    vector[AT.outcome + ahead * len(OUTCOMES) + int(state.outcome[other])] = 1
    vector[AT.undone + ahead] = state.undone[other]
    partner = int(state.partner[other])
    if partner != NOBODY:
        vector[AT.partner + ahead * MOST_SEATS + (partner - seat) % n] = 1


@inlined
def observe_cards(state: State, seat: int, other: int, ahead: int, vector: Vector) -> None:
    """The card that a seat holds and the one it was dealt, as far as the observer has seen them, and who has."""
    n = int(state.num_players)
    held = int(state.holds[other])
    dealt = int(state.place_of[other])
    if (int(state.seen_by[held]) >> seat) & 1:
        start = AT.card if ahead == 0 else AT.known_card + (ahead - 1) * NUM_RANKS
        vector[start + int(state.pack[held])] = 1
    if (int(state.seen_by[dealt]) >> seat) & 1:
        start = AT.dealt if ahead == 0 else AT.known_dealt + (ahead - 1) * NUM_RANKS
        vector[start + int(state.pack[dealt])] = 1
    origin = FROM_STOCK
    if held < state.num_dealt:
        origin = (int(state.order[held]) - seat) % n
    vector[AT.holds + ahead * (MOST_SEATS + 1) + origin] = 1
    viewers = int(state.seen_by[dealt])
    for viewer in range(n):
        vector[AT.seen_by + ahead * MOST_SEATS + viewer] = (viewers >> ((seat + viewer) % n)) & 1
