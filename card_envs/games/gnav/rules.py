"""The rules of Gnav, as RULES.md tells them; G and A numbers are its clauses and decisions.

Seats are numbered clockwise, so the left neighbour of a seat is the next higher one. Cards are not moved about:
each seat holds a *place* in the shuffled pack (0 is its top), and all that anybody has seen is kept per place.
"""

from __future__ import annotations

from dataclasses import dataclass

from card_envs.engine.game import Mask, State, Tape, state_dtype
from card_envs.engine.kernels import rule
from card_envs.engine.params import Params, flag, whole
from card_envs.engine.random import shuffle
from card_envs.games.gnav.cards import CAT, COPIES, CUCKOO, DRAGON, FOOL, HORSE, HOUSE, NUM_RANKS, PACK_SIZE

MOST_SEATS = 8
NOBODY = -1
NOTHING = -1
EVERYBODY = (1 << MOST_SEATS) - 1

KEEP, SWAP = 0, 1
ACTIONS = ("keep", "swap")

# What has become of a seat's turn in this deal.
WAITING, KEPT, SWAPPED, PASSED_OVER, CHALLENGED = 0, 1, 2, 3, 4
STOPPED_BY_CUCKOO, REFUSED_BY_DRAGON, REFUSED_BY_CAT = 5, 6, 7
DREW, DREW_CUCKOO, DREW_DRAGON, DREW_CAT = 8, 9, 10, 11
OUTCOMES = (
    *("waiting", "kept", "swapped", "passed over", "challenged"),
    *("stopped by Cuckoo", "refused by Dragon", "refused by Cat"),
    *("drew a card", "drew Cuckoo", "drew Dragon", "drew Cat"),
)


@dataclass(frozen=True, kw_only=True)
class GnavParams(Params):
    """The parameters of Gnav."""

    num_players: int = whole(4, 2, MOST_SEATS, "seats at the table (A28)")
    lives: int = whole(3, 1, 9, "lives of each seat at the start (G5)")
    dealer_skips_resting: bool = flag(False, "the deal passes over seats that rest in it (A20)")


STATE = state_dtype(
    ("lives", "i1"),  # parameter
    ("dealer_skips_resting", "i1"),  # parameter
    ("lives_left", "i1", (MOST_SEATS,)),
    ("fell", "i2", (MOST_SEATS,)),  # moment at which the last life was lost; 0 = still alive
    ("moment", "i2"),  # counts the moments at which seats fell
    ("resting", "i1", (MOST_SEATS,)),  # 1 = rests in this deal
    ("will_rest", "i1", (MOST_SEATS,)),  # 1 = rests in the next deal
    ("deal_number", "i2"),  # from 1; skipped deals count
    ("dealer", "i1"),
    # The deal.
    ("pack", "i1", (PACK_SIZE,)),  # cards by place, top first; places below num_dealt were dealt, in acting order
    ("num_dealt", "i1"),
    ("order", "i1", (MOST_SEATS,)),  # seats in acting order, num_dealt of them; the last has the stock
    ("turn", "i1"),  # index in order of the seat to act
    ("place_of", "i1", (MOST_SEATS,)),  # index in order of each seat; NOBODY = takes no part
    ("holds", "i1", (MOST_SEATS,)),  # place of the card that each seat holds; NOTHING = none
    ("stock", "i1"),  # place of the next card of the stock
    ("seen_by", "i2", (PACK_SIZE,)),  # a bit for each seat that has seen the card at this place
    ("accepted", "i1", (PACK_SIZE,)),  # 1 = it was swapped away on request, so it is known to be no matador
    ("outcome", "i1", (MOST_SEATS,)),
    ("partner", "i1", (MOST_SEATS,)),  # the seat swapped with, or that refused; NOBODY = none
    ("undone", "i1", (MOST_SEATS,)),  # 1 = a Cat has undone its swap
    # The last settlement, for people to look at; NOTHING = no card of this seat was shown.
    ("shown", "i1", (MOST_SEATS,)),  # place in its pack
    ("shown_card", "i1", (MOST_SEATS,)),
    ("paid", "i1", (MOST_SEATS,)),  # 1 = lost a life
    ("turned_from", "i1"),  # places of its pack that were drawn from the stock: from here ...
    ("turned_to", "i1"),  # ... to before here
)


# --- the match


@rule
def deal(state: State, tape: Tape) -> None:
    """G5, section F: everybody has all lives; the highest seat deals first, so seat 0 acts first."""
    for seat in range(MOST_SEATS):
        state.shown[seat] = NOTHING
        state.shown_card[seat] = NOTHING
        if seat < state.num_players:
            state.lives_left[seat] = state.lives
    state.dealer = state.num_players - 1
    state.deal_number = 1
    open_deal(state, tape)


@rule
def legal(state: State, mask: Mask) -> None:
    """G2: keeping and asking for a swap are always open to the seat to act."""
    mask[KEEP] = 1
    mask[SWAP] = 1


@rule
def step(state: State, action: int, tape: Tape) -> None:
    """One decision, and everything up to the next one."""
    seat = int(state.seat)
    following = int(state.turn) + 1
    if action == KEEP:
        state.outcome[seat] = KEPT
    else:
        following = ask_to_swap(state, seat)
    if alive(state) < 2:  # G6, A16
        finish(state)
    elif following < state.num_dealt:
        state.turn = following
        state.seat = state.order[following]
    else:
        settle(state)
        if alive(state) < 2:  # G6, G7
            finish(state)
        else:
            pass_the_deal(state)
            open_deal(state, tape)


@rule
def alive(state: State) -> int:
    """How many seats have a life left."""
    count = 0
    for seat in range(state.num_players):
        count += int(state.lives_left[seat]) > 0
    return count


@rule
def finish(state: State) -> None:
    state.over = 1
    state.seat = NOBODY


@rule
def placement(state: State, seat: int) -> int:
    """G6, G7, A17, section F: whoever fell later is better; those who fell together share the place."""
    place = 1
    for other in range(state.num_players):
        if state.fell[seat] != 0 and (state.fell[other] == 0 or state.fell[other] > state.fell[seat]):
            place += 1
    return place


@rule
def round_number(state: State) -> int:
    """The number of the deal; lives are lost at its end."""
    return int(state.deal_number)


@rule
def score(state: State, seat: int) -> int:
    """Section F: the lives left."""
    return int(state.lives_left[seat])


@rule
def score_scale(state: State) -> float:
    """The most that a score can lie above or below the mean: all lives."""
    return float(state.lives)


# --- the deal


@rule
def pass_the_deal(state: State) -> None:
    """G15, A20, A21: the next surviving seat deals; with `dealer_skips_resting` the next that does not rest."""
    n = int(state.num_players)
    awake = 0
    for seat in range(n):
        state.resting[seat] = state.will_rest[seat]  # G41: who rested is back
        state.will_rest[seat] = 0
        awake += takes_part(state, seat)
    seat = (int(state.dealer) + 1) % n
    while state.lives_left[seat] == 0 or (state.dealer_skips_resting and awake > 0 and state.resting[seat]):
        seat = (seat + 1) % n
    state.dealer = seat
    state.deal_number += 1


@rule
def takes_part(state: State, seat: int) -> bool:
    """G11: dealt in are those who are alive and do not rest."""
    return int(state.lives_left[seat]) > 0 and state.resting[seat] == 0


@rule
def open_deal(state: State, tape: Tape) -> None:
    """G11, G12: shuffle, and deal one card to each who takes part; from the dealer's left, the dealer last."""
    seat_the_deal(state)
    while state.num_dealt < 2:  # G42, A19: nobody pays, everybody returns
        pass_the_deal(state)
        seat_the_deal(state)
    for card in range(NUM_RANKS):
        for copy in range(COPIES):
            state.pack[card * COPIES + copy] = card
    shuffle(state, state.pack, PACK_SIZE, tape)
    for place in range(PACK_SIZE):
        state.seen_by[place] = 0
        state.accepted[place] = 0
    for place in range(state.num_dealt):
        seat = int(state.order[place])
        state.holds[seat] = place
        show(state, place, seat)
        if state.pack[place] == FOOL:  # G13, G14, A11
            show_all(state, place)
    state.stock = state.num_dealt
    state.turn = 0
    state.seat = state.order[0]


@rule
def seat_the_deal(state: State) -> None:
    """G12, A20: who takes part, in acting order."""
    n = int(state.num_players)
    for seat in range(MOST_SEATS):
        state.order[seat] = NOBODY
        state.place_of[seat] = NOBODY
        state.holds[seat] = NOTHING
        state.outcome[seat] = WAITING
        state.partner[seat] = NOBODY
        state.undone[seat] = 0
    count = 0
    for step_left in range(1, n + 1):
        seat = (int(state.dealer) + step_left) % n
        if takes_part(state, seat):
            state.order[count] = seat
            state.place_of[seat] = count
            count += 1
    state.num_dealt = count


@rule
def show(state: State, place: int, seat: int) -> None:
    """The seat sees the card at this place of the pack."""
    state.seen_by[place] = int(state.seen_by[place]) | (1 << seat)


@rule
def show_all(state: State, place: int) -> None:
    """Everybody sees the card at this place of the pack."""
    state.seen_by[place] = EVERYBODY


# --- the turn


@rule
def ask_to_swap(state: State, seat: int) -> int:
    """G16: ask the next in order. Returns the index in order of who acts next; num_dealt = nobody."""
    for index in range(int(state.turn) + 1, state.num_dealt):
        neighbour = int(state.order[index])
        place = int(state.holds[neighbour])
        card = int(state.pack[place])
        if card == HOUSE or card == HORSE:  # G26, G27, A1, A24: passed, and their turn with them
            show_all(state, place)
            state.outcome[neighbour] = PASSED_OVER
            continue
        state.partner[seat] = neighbour
        if card != CUCKOO and card != DRAGON and card != CAT:
            swap(state, seat, neighbour)
            return index  # G18
        show_all(state, place)
        state.outcome[neighbour] = CHALLENGED
        if card == CUCKOO:  # G20, A25
            state.outcome[seat] = STOPPED_BY_CUCKOO
            return int(state.num_dealt)
        if card == DRAGON:  # G21
            state.outcome[seat] = REFUSED_BY_DRAGON
        else:  # G23, G24
            state.outcome[seat] = REFUSED_BY_CAT
            undo_swaps(state)
        lose_life(state, seat)
        return index + 1  # G22, G25, A4: left of the one who refused
    draw_from_stock(state, seat)  # G29, G30
    return int(state.num_dealt)  # A2: the dealer, where passed over, does not act


@rule
def swap(state: State, seat: int, neighbour: int) -> None:
    """G17: the neighbour must accept; both see both cards."""
    given = int(state.holds[seat])
    taken = int(state.holds[neighbour])
    show(state, given, neighbour)
    show(state, taken, seat)
    state.accepted[taken] = 1
    state.holds[seat] = taken
    state.holds[neighbour] = given
    state.outcome[seat] = SWAPPED


@rule
def draw_from_stock(state: State, seat: int) -> None:
    """G29 to G33, A9: the top of the stock; past House and Horse it is drawn again."""
    place = int(state.stock)
    while state.pack[place] == HOUSE or state.pack[place] == HORSE:  # G31
        show_all(state, place)
        place += 1
    state.stock = place + 1
    card = int(state.pack[place])
    if card == CUCKOO:  # G32
        show_all(state, place)
        state.outcome[seat] = DREW_CUCKOO
    elif card == DRAGON:
        show_all(state, place)
        state.outcome[seat] = DREW_DRAGON
        lose_life(state, seat)
    elif card == CAT:
        show_all(state, place)
        state.outcome[seat] = DREW_CAT
        undo_swaps(state)
        lose_life(state, seat)
    else:  # G33, A10
        show(state, place, seat)
        if card == FOOL:  # A11
            show_all(state, place)
        state.accepted[place] = 1
        state.holds[seat] = place
        state.outcome[seat] = DREW


@rule
def undo_swaps(state: State) -> None:
    """G24, A5 to A8: with all swaps of the deal undone everybody has the dealt card back, the fallen too."""
    for place in range(state.num_dealt):
        seat = int(state.order[place])
        state.holds[seat] = place
        if state.outcome[seat] == SWAPPED:
            state.undone[seat] = 1


@rule
def lose_life(state: State, seat: int) -> None:
    """G21, G23, G36: a life lost to a Dragon or a Cat in mid-deal."""
    state.lives_left[seat] -= 1
    if state.lives_left[seat] == 0:
        state.moment += 1
        state.fell[seat] = state.moment


# --- the settlement


@rule
def settle(state: State) -> None:
    """G34 to G41: show the cards of all still in the deal; the lowest pay."""
    state.turned_from = state.num_dealt
    state.turned_to = state.stock
    for seat in range(MOST_SEATS):
        state.paid[seat] = 0
        state.shown[seat] = NOTHING
        state.shown_card[seat] = NOTHING
    compared = 0
    fools = 0
    lowest = NUM_RANKS  # of those that are no Fool
    for seat in range(state.num_players):
        if compares(state, seat):
            place = int(state.holds[seat])
            card = int(state.pack[place])
            show_all(state, place)  # G34
            state.shown[seat] = place
            state.shown_card[seat] = card
            compared += 1
            if card == FOOL:  # A13
                fools += 1
            elif card < lowest:
                lowest = card
    if compared < 2:  # A15: uncontested
        return
    state.moment += 1
    for seat in range(state.num_players):
        if compares(state, seat):
            card = int(state.shown_card[seat])
            # G35; G37, A14: one Fool takes the next-lowest with it; G38: two pay for all.
            if card == FOOL or (card == lowest and fools < 2):
                state.paid[seat] = 1
    for seat in range(state.num_players):
        if state.paid[seat]:
            state.lives_left[seat] -= 1
            if state.lives_left[seat] == 0:
                state.fell[seat] = state.moment
            elif state.shown_card[seat] == FOOL:  # G39, A18
                state.will_rest[seat] = 1


@rule
def compares(state: State, seat: int) -> bool:
    """G36, G41: in the comparison are those dealt in who have not fallen in mid-deal."""
    return int(state.place_of[seat]) != NOBODY and int(state.lives_left[seat]) > 0
