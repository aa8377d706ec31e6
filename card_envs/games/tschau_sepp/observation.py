"""What a seat of Tschau Sepp may know: the table of fields, and the function that fills it.

Per seat means: relative to the observer, 0 being itself, then in the order of play; absent seats are zero. Per card
means: in the order of card numbers. `batch` and `may_hold` are all that can be proven of hidden hands from what
everybody has seen since the match began; memory.py tells what they count and why nothing is lost.
"""

from __future__ import annotations

from card_envs.engine.game import State, Vector
from card_envs.engine.kernels import inlined, uncounted
from card_envs.engine.layout import Field, Layout
from card_envs.games.tschau_sepp.cards import EIGHT, NUM_RANKS, NUM_SUITS, PACK_SIZE, SEVEN, UNDER
from card_envs.games.tschau_sepp.memory import SURE
from card_envs.games.tschau_sepp.packed import WORDS, write_set, write_word
from card_envs.games.tschau_sepp.rules import stock_size
from card_envs.games.tschau_sepp.state import MOST_SEATS, NOBODY, NOTHING, TWO_PLAYER_ENDS, UPCARDS

SPECIAL = (SEVEN, EIGHT, UNDER)

LAYOUT = Layout(
    Field("hand", (PACK_SIZE,), 1, "per card: 1 if the observer holds it"),
    Field("pile", (PACK_SIZE,), 1, "per card: 1 if it lies on the pile, the top card included"),
    Field(
        *("batch", (PACK_SIZE,), PACK_SIZE),
        "per card: which shuffle it last went through, 1 the latest, 2 the one before, …; "
        "0 if everybody knows where it is (on the pile, buried or sure to be in a hand)",
    ),
    Field(
        *("may_hold", (MOST_SEATS, PACK_SIZE), SURE),
        "per seat and card: in how many of its cards of this batch it may hold this one, as far as everybody knows; "
        "0 if it cannot, 36 if it surely does; a card just drawn that may yet be laid does not count",
    ),
    Field(
        *("buried", (NUM_SUITS, len(SPECIAL)), NUM_SUITS * len(SPECIAL)),
        "per suit, its 7, 8 and Under: its place among the known cards at the bottom of the stock, 1 drawn first",
    ),
    Field("top_suit", (NUM_SUITS,), 1, "printed suit of the card to cover, one-hot"),
    Field("top_rank", (NUM_RANKS,), 1, "rank of the card to cover, one-hot"),
    Field("suit", (NUM_SUITS,), 1, "the suit that covers it, one-hot"),
    Field("named", (), 1, "1 if that suit was named with an Under"),
    Field("pending", (), 2 * NUM_SUITS, "cards of a penalty that waits for the seat to act"),
    Field("drew", (), 1, "1 if the seat to act has drawn a card in this turn and may lay it"),
    Field("drawn_suit", (NUM_SUITS,), 1, "suit of that card, one-hot, if the observer drew it"),
    Field("drawn_rank", (NUM_RANKS,), 1, "rank of that card, one-hot, if the observer drew it"),
    Field("present", (MOST_SEATS,), 1, "per seat: 1 if the table has it"),
    Field("to_act", (MOST_SEATS,), 1, "per seat: 1 if it is to act"),
    Field("hand_size", (MOST_SEATS,), PACK_SIZE, "per seat: cards in its hand"),
    Field("out", (MOST_SEATS,), MOST_SEATS, "per seat: the place at which it went out; 0 if it is still in"),
    Field("stock_size", (), PACK_SIZE, "cards in the stock"),
    Field("reshuffles", (2,), 255, "how often the pile was shuffled into a new stock: high byte, low byte"),
    Field("turns", (2,), 255, "turns that have ended: high byte, low byte"),
    Field("max_turns", (2,), 255, "turns after which the match is truncated: high byte, low byte"),
    Field("seven_skips_turn", (), 1, "the parameter"),
    Field("seven_stacking", (), 1, "the parameter"),
    Field("voluntary_draw", (), 1, "the parameter"),
    Field("end_at_first_out", (), 1, "the parameter"),
    Field("upcard", (len(UPCARDS),), 1, f"the parameter, one-hot of {', '.join(UPCARDS)}"),
    Field("two_player_end", (len(TWO_PLAYER_ENDS),), 1, f"the parameter, one-hot of {', '.join(TWO_PLAYER_ENDS)}"),
)

AT = LAYOUT.at


@inlined
def observe(state: State, seat: int, vector: Vector) -> None:
    """The seat's hand, and all that everybody has seen and remembers."""
    observe_cards(state, seat, vector)
    observe_seats(state, seat, vector)
    vector[AT.top_suit + int(state.top) // NUM_RANKS] = 1
    vector[AT.top_rank + int(state.top) % NUM_RANKS] = 1
    vector[AT.suit + int(state.suit)] = 1
    vector[AT.named] = state.named
    vector[AT.pending] = state.pending
    if state.drawn != NOTHING:
        vector[AT.drew] = 1
        if state.seat == seat:
            vector[AT.drawn_suit + int(state.drawn) // NUM_RANKS] = 1
            vector[AT.drawn_rank + int(state.drawn) % NUM_RANKS] = 1
    vector[AT.stock_size] = stock_size(state)
    write_bytes(vector, AT.reshuffles, state.reshuffles)
    write_bytes(vector, AT.turns, state.turns)
    write_bytes(vector, AT.max_turns, state.max_turns)
    vector[AT.seven_skips_turn] = state.seven_skips_turn
    vector[AT.seven_stacking] = state.seven_stacking
    vector[AT.voluntary_draw] = state.voluntary_draw
    vector[AT.end_at_first_out] = state.end_at_first_out
    vector[AT.upcard + int(state.upcard)] = 1
    vector[AT.two_player_end + int(state.two_player_end)] = 1


@inlined
def observe_cards(state: State, seat: int, vector: Vector) -> None:
    """Where each card is, as far as the seat knows."""
    write_set(vector, AT.hand, state.hands[seat])
    write_set(vector, AT.pile, state.pile)
    for k in range(WORDS):
        write_word(vector, AT.batch, k, state.batch[k])
    first = int(state.stock_end) - int(state.buried)
    for place in range(first, state.stock_end):
        card = int(state.stock[place])
        for kind in range(len(SPECIAL)):
            if card % NUM_RANKS == SPECIAL[kind]:
                vector[AT.buried + card // NUM_RANKS * len(SPECIAL) + kind] = place - first + 1


@inlined
def observe_seats(state: State, seat: int, vector: Vector) -> None:
    """What everybody knows of each seat."""
    other = seat
    for ahead in range(state.num_players):
        vector[AT.present + ahead] = 1
        vector[AT.hand_size + ahead] = state.hand_size[other]
        vector[AT.out + ahead] = state.out[other]
        if state.hand_size[other]:
            for k in range(WORDS):
                write_word(vector, AT.may_hold + ahead * PACK_SIZE, k, state.may_hold[other, k])
        other += 1
        if other == state.num_players:
            other = 0
    if state.seat != NOBODY:
        ahead = int(state.seat) - seat
        vector[AT.to_act + (ahead if ahead >= 0 else ahead + int(state.num_players))] = 1


@uncounted
def write_bytes(vector: Vector, start: int, number: int) -> None:
    """A number below 65,536 in two entries."""
    vector[start] = int(number) >> 8
    vector[start + 1] = int(number) & 255
