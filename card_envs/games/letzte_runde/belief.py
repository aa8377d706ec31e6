"""What a seat of Letzte Runde cannot know, redrawn: every course of the shuffles that fits what it has seen.

Its knowledge is what it has ever seen, whatever the parameter `memory` says. Cards never leave their *pool*: what a
reshuffle made the draw pile is known by kind, so a card that the seat has not seen is exchanged only with others of
the shuffle that it came from (the shuffles that open a round count as one, as what they leave in the pile is hidden).

Within a pool any order is as likely as any other, but for two things. Without `special_into_row` a card that was drawn
and placed is a number: such spots are filled first, from the numbers; whatever fits there fits everywhere, so no
choice changes the number of ways to go on. And an opening that was shuffled back (A4) tells of the pile: with c cards
of its kind left in it, the chance that it showed was proportional to c. A draw that a throw for each such opening does
not confirm is made again. The result has the exact odds.
"""

from __future__ import annotations

from card_envs.engine.game import State
from card_envs.engine.kernels import rule
from card_envs.engine.random import below
from card_envs.games.letzte_runde.cards import COPIES, NUM_SPECIALS, PACK_SIZE, SWAP
from card_envs.games.letzte_runde.state import ROW_SIZE


@rule
def resample(state: State, seat: int) -> None:
    """Redraw the cards that `seat` has not seen, from `state.rng`."""
    redraw(state, seat)
    while not openings_confirm(state):
        redraw(state, seat)


@rule
def redraw(state: State, seat: int) -> None:
    """Shuffle the unseen cards of each pool among its places."""
    spots = int(state.num_players) * ROW_SIZE
    for numbers_only in (True, False):
        for spot in range(spots):
            if is_hidden(state, spot, seat) and is_number_only(state, spot) == numbers_only:
                exchange(state, spot, seat, numbers_only)
    for position in range(int(state.pile_size) - 1, int(state.pile_next), -1):
        other = int(state.pile_next) + below(state, position + 1 - int(state.pile_next))
        card = state.pile[position]
        state.pile[position] = state.pile[other]
        state.pile[other] = card


@rule
def exchange(state: State, spot: int, seat: int, numbers_only: bool) -> None:
    """Change the card at this spot with one drawn from those of its pool that are not fixed yet and may lie here."""
    spots = int(state.num_players) * ROW_SIZE
    last = spots
    if pool_of(state, spot) == pool_of_pile(state):
        last += int(state.pile_size) - int(state.pile_next)
    candidates = 0
    for slot in range(last):
        candidates += is_open(state, slot, spot, seat, numbers_only)
    left = below(state, candidates)
    for slot in range(last):
        if is_open(state, slot, spot, seat, numbers_only):
            if left == 0:
                card = state.row[spot]
                state.row[spot] = card_in(state, slot)
                if slot < spots:
                    state.row[slot] = card
                else:
                    state.pile[int(state.pile_next) + slot - spots] = card
                return
            left -= 1


@rule
def is_open(state: State, slot: int, spot: int, seat: int, numbers_only: bool) -> bool:
    """May the card in this slot (a spot, or after the spots the draw pile) come to the spot?"""
    if slot < int(state.num_players) * ROW_SIZE:
        if not is_hidden(state, slot, seat) or pool_of(state, slot) != pool_of(state, spot):
            return False
        fixed_later = is_number_only(state, slot) == numbers_only and slot >= spot
        if not fixed_later and (is_number_only(state, slot) or not numbers_only):
            return False
    return not numbers_only or card_in(state, slot) < SWAP


@rule
def card_in(state: State, slot: int) -> int:
    """The card in a slot: a spot, or after the spots a position of the draw pile."""
    spots = int(state.num_players) * ROW_SIZE
    if slot < spots:
        return int(state.row[slot])
    return int(state.pile[int(state.pile_next) + slot - spots])


@rule
def is_hidden(state: State, spot: int, seat: int) -> bool:
    """Has the seat not seen the card at this spot?"""
    return (int(state.known[seat]) >> spot) & 1 == 0


@rule
def is_number_only(state: State, spot: int) -> bool:
    """Is the card there known to be a number, as it was drawn and placed where no special may be (A2)?"""
    return not state.special_into_row and (int(state.chosen) >> spot) & 1 == 1


@rule
def pool_of(state: State, spot: int) -> int:
    """The number of the shuffle that the card at this spot came from; those that open a round count as the last."""
    return max(int(state.origin[spot]) // PACK_SIZE, int(state.opening_shuffle))


@rule
def pool_of_pile(state: State) -> int:
    """The number of the shuffle that the draw pile came from."""
    return int(state.shuffles) - 1


@rule
def openings_confirm(state: State) -> bool:
    """Would the openings that were shuffled back have shown, each with its chance?"""
    for special in range(NUM_SPECIALS):
        card = SWAP + special
        dealt = int(state.dealt_out[special])
        for spot in range(int(state.num_players) * ROW_SIZE):
            if state.row[spot] == card and (int(state.chosen) >> spot) & 1 == 0:
                dealt += 1
        for _ in range(state.turned_back[special]):
            if below(state, COPIES[card]) >= COPIES[card] - dealt:
                return False
    return True
