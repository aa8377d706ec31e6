"""What a seat of "...und tschüss!" may know: the table of fields, and the function that fills it.

Per seat means: relative to the observer, 0 being itself, then clockwise; absent seats are zero. "Card + 1" means 1
for -10, 2 for -5, 3 for 1, … 17 for 15, and 0 where there is none. Counts by kind run in the same order.
"""

from __future__ import annotations

from card_envs.engine.game import State, Vector
from card_envs.engine.kernels import rule
from card_envs.engine.layout import Field, Layout
from card_envs.games.und_tschuess.cards import COPIES, DECK_SIZE, NUM_KINDS
from card_envs.games.und_tschuess.deck import PHASES
from card_envs.games.und_tschuess.rules import MOST_CARDS, MOST_ROUNDS, MOST_SEATS
from card_envs.games.und_tschuess.words import DROPPED, NINTH_STAGE, byte_of, spread

PAST = MOST_ROUNDS - 1

LAYOUT = Layout(
    Field("hand", (NUM_KINDS,), 8, "cards of the observer's hand, by kind"),
    Field("row", (NUM_KINDS,), 5, "points cards still to be won, by kind"),
    Field("unseen", (NUM_KINDS,), 8, "cards that the observer does not know to lie anywhere, by kind"),
    Field("pile", (NUM_KINDS,), 8, "cards that it knows to lie on the discard pile, by kind"),
    Field("reshuffled", (NUM_KINDS,), 8, "cards that it knew to lie on the pile when that became the deck, by kind"),
    Field("own_thrown", (NUM_KINDS,), 8, "cards on the pile that it has thrown itself in exchanges, by kind"),
    Field("commit", (), 17, "card + 1 that the observer has laid face down"),
    Field("present", (MOST_SEATS,), 1, "per seat: 1 if the table has it"),
    Field("to_act", (MOST_SEATS,), 1, "per seat: 1 if it is to act"),
    Field("announces_first", (MOST_SEATS,), 1, "per seat: 1 if announcing begins here, or left of it if it is out"),
    Field("committed", (MOST_SEATS,), 1, "per seat: 1 if its card of this stage lies face down"),
    Field("dropped", (MOST_SEATS,), 5, "per seat: 1 if it dropped out of the round first, 2 second, …; 0 if still in"),
    Field("hand_size", (MOST_SEATS,), MOST_CARDS, "per seat: cards in hand"),
    Field("total_plus", (MOST_SEATS,), 135, "per seat: total of the round where above 0"),
    Field("total_minus", (MOST_SEATS,), 90, "per seat: total of the round where below 0, without its sign"),
    Field("points_plus", (MOST_SEATS,), 105, "per seat: points won where above 0"),
    Field("points_minus", (MOST_SEATS,), 70, "per seat: points won where below 0, without their sign"),
    Field("played", (MOST_SEATS, MOST_CARDS), 17, "per seat: card + 1 played in each stage of the round"),
    Field("won", (MOST_SEATS, MOST_ROUNDS), 17, "per seat: points card + 1 won in each round"),
    Field("past_played", (MOST_SEATS, PAST, MOST_CARDS), 17, "per seat: `played` of each earlier round"),
    Field("past_dropped", (MOST_SEATS, PAST), 5, "per seat: `dropped` of each earlier round; 1 is who exchanged then"),
    Field("exchanged", (PAST,), MOST_CARDS + 1, "after each round: 1 + cards thrown; 0 if there was no exchange yet"),
    Field("exchanged_cards", (PAST, MOST_CARDS), 17, "card + 1 thrown after each round, lowest first, if it is known"),
    Field("phase", (len(PHASES),), 1, f"one-hot of {', '.join(PHASES)}"),
    Field("round", (), MOST_ROUNDS, "number of the round, from 1"),
    Field("stage", (), MOST_CARDS, "cards that each seat still in has laid in the round, one in progress included"),
    Field("deck_size", (), DECK_SIZE, "cards of the deck"),
    Field("pile_size", (), DECK_SIZE, "cards of the discard pile"),
    Field("exhaustions", (), 2, "how often the deck has run out"),
    Field("deck_out", (), 1, "1 if the deck is out with its last card, 0 if when a card is needed"),
    Field("exchange_public", (), 1, "1 if thrown cards are shown to all"),
)

AT = LAYOUT.at


@rule
def observe(state: State, seat: int, vector: Vector) -> None:
    """All that `seat` has seen of the match."""
    observe_kinds(state, seat, vector)
    n = int(state.num_players)
    for ahead in range(n):
        other = seat + ahead if seat + ahead < n else seat + ahead - n
        observe_seat(state, other, ahead, vector)
    observe_earlier_rounds(state, seat, vector)
    observe_exchanges(state, seat, vector)
    if not state.over:
        vector[AT.to_act + (int(state.seat) - seat + n) % n] = 1
    vector[AT.announces_first + (int(state.announces_first) - seat + n) % n] = 1
    vector[AT.commit] = state.commit[seat]
    vector[AT.phase + int(state.phase)] = 1
    vector[AT.round] = state.round_number
    vector[AT.stage] = state.stage
    vector[AT.deck_size] = int(state.bottom) - int(state.top)
    vector[AT.pile_size] = state.pile_size
    vector[AT.exhaustions] = state.exhaustions
    vector[AT.deck_out] = state.deck_out
    vector[AT.exchange_public] = state.exchange_public


@rule
def observe_kinds(state: State, seat: int, vector: Vector) -> None:
    """The counts by kind."""
    hidden = 0 if state.exchange_public else 1  # own throws are among the cards shown to all, or they are not
    for card in range(NUM_KINDS):
        held = int(state.hand[seat, card])
        threw = int(state.threw[seat, card])
        vector[AT.hand + card] = held
        vector[AT.row + card] = state.row[card]
        vector[AT.unseen + card] = COPIES[card] - int(state.open[card]) - held - hidden * threw
        vector[AT.pile + card] = int(state.shown[card]) + hidden * threw
        vector[AT.own_thrown + card] = threw
    if state.exhaustions > 0:
        for card in range(NUM_KINDS):
            threw = int(state.threw_before[seat, card])
            vector[AT.reshuffled + card] = int(state.shown_before[card]) + hidden * threw
    down = int(state.commit[seat])
    if down != 0:
        vector[AT.unseen + down - 1] -= 1


@rule
def observe_seat(state: State, other: int, ahead: int, vector: Vector) -> None:
    """What lies open of a seat in this round, and what it has won."""
    vector[AT.present + ahead] = 1
    vector[AT.committed + ahead] = state.commit[other] != 0
    vector[AT.dropped + ahead] = state.dropped[other]
    vector[AT.hand_size + ahead] = state.hand_size[other]
    total = int(state.total[other])
    vector[AT.total_plus + ahead] = max(total, 0)
    vector[AT.total_minus + ahead] = max(-total, 0)
    points = int(state.points[other])
    vector[AT.points_plus + ahead] = max(points, 0)
    vector[AT.points_minus + ahead] = max(-points, 0)
    for stage in range(MOST_CARDS):
        vector[AT.played + ahead * MOST_CARDS + stage] = state.played[other, stage]
    spread(state.won[other, 0], MOST_ROUNDS, vector, AT.won + ahead * MOST_ROUNDS)


@rule
def observe_earlier_rounds(state: State, seat: int, vector: Vector) -> None:
    """What was played in each earlier round, and who dropped out when; the cache lines of others are left alone."""
    n = int(state.num_players)
    for number in range(PAST):  # a constant, so that the compiler can see that no index is negative
        if number >= int(state.round_number) - 1:
            return
        ninth = state.past[number, NINTH_STAGE]
        places = state.past[number, DROPPED]
        for ahead in range(n):
            other = seat + ahead if seat + ahead < n else seat + ahead - n
            start = AT.past_played + (ahead * PAST + number) * MOST_CARDS
            spread(state.past[number, other], 8, vector, start)
            vector[start + 8] = byte_of(ninth, other)
            vector[AT.past_dropped + ahead * PAST + number] = byte_of(places, other)


@rule
def observe_exchanges(state: State, seat: int, vector: Vector) -> None:
    """How many cards were thrown after each round, and which, where the observer has seen them (A12)."""
    for number in range(PAST):
        if state.exchanged[number] == 0:
            return
        vector[AT.exchanged + number] = state.exchanged[number]
        under_way = number == int(state.round_number) - 1  # or the match ended in its set-up
        first_out = state.dropped[seat] == 1 if under_way else byte_of(state.past[number, DROPPED], seat) == 1
        if first_out or state.exchange_public:
            for i in range(MOST_CARDS):
                vector[AT.exchanged_cards + number * MOST_CARDS + i] = state.thrown[number, i]
