"""A sound player of Tschau Sepp, by what experienced players go by; it sees an observation and nothing else.

It lays whenever it can. Among the cards that cover, it favours one that the next seat is unlikely to cover, going by
what can be proven of that hand, the more so the fewer cards that seat has left; one that leaves it able to go on
itself, with cards of the suit that is then asked for and of other suits; a Seven or an Eight against a seat that is
about to go out; and, once a count of the cards left may decide, one of high value. It saves its Unders, which always
cover, and names the suit that all this speaks for most.
"""

from __future__ import annotations

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.tschau_sepp.cards import (
    EIGHT,
    NUM_RANKS,
    NUM_SUITS,
    PACK_SIZE,
    SEVEN,
    UNDER,
    VALUES,
)
from card_envs.games.tschau_sepp.memory import LATEST, SURE
from card_envs.games.tschau_sepp.observation import AT
from card_envs.games.tschau_sepp.state import DRAW, MOST_SEATS, NAMING, PASS

_GOES_OUT = 100.0
_BLOCKS = 2.0  # for certainty that the next seat cannot cover, if it has one card left
_TAKES_TWO = 0.5  # for a Seven, if the next seat has one card left
_SKIPS = 0.5  # for an Eight, likewise
_AGAIN = 1.0  # for another turn at once, with a card that covers
_GOES_ON = 1.0  # for a hand that can cover its own card next time
_SAVES = 1.5  # against laying an Under
_SHEDS = 0.03  # for each point that the card counts, when the count is near


@rule
def heuristic(observation: Vector, mask: Mask, luck: object) -> int:
    """The best card to lay; when there is none, whatever is left."""
    chosen = PASS if mask[PASS] else DRAW
    most = -_GOES_OUT
    for action in range(DRAW):
        if mask[action]:
            merit = merit_of(observation, action)
            if merit > most:
                most = merit
                chosen = action
    return chosen


@rule
def merit_of(observation: Vector, action: int) -> float:
    """What speaks for laying this card, and naming this suit."""
    card = action
    suit = action // NUM_RANKS
    if action >= NAMING:
        card = (action - NAMING) // NUM_SUITS * NUM_RANKS + UNDER
        suit = (action - NAMING) % NUM_SUITS
    rank = card % NUM_RANKS
    left = int(observation[AT.hand_size]) - 1
    if left == 0:
        return _GOES_OUT
    target = suit * NUM_RANKS + rank
    following = next_seat(observation, 0)
    threat = 1.0 / float(observation[AT.hand_size + following])
    fitting = share_that_covers(observation, card, target)
    merit = _GOES_ON * fitting
    if rank == EIGHT:
        merit += _SKIPS * threat
        following = next_seat(observation, following)
    elif rank == SEVEN:
        merit += _TAKES_TWO * threat
    elif rank == UNDER:
        merit -= _SAVES
    if following == 0:
        merit += _AGAIN * (fitting > 0.0)
    else:
        threat = 1.0 / float(observation[AT.hand_size + following])
        merit += _BLOCKS * threat * chance_of_a_void(observation, following, target)
    return merit + _SHEDS * VALUES[rank]


@rule
def next_seat(observation: Vector, seat: int) -> int:
    """The seat after this one that is still in; 0 is the observer."""
    while True:
        seat = (seat + 1) % MOST_SEATS
        if observation[AT.present + seat] and observation[AT.out + seat] == 0:
            return seat


@rule
def covers(card: int, target: int) -> bool:
    """T6 to T9."""
    rank = card % NUM_RANKS
    return card // NUM_RANKS == target // NUM_RANKS or rank == target % NUM_RANKS or rank == UNDER


@rule
def share_that_covers(observation: Vector, laid: int, target: int) -> float:
    """The share of the other cards in the hand that would cover this one."""
    fitting = 0
    cards = 0
    for card in range(PACK_SIZE):
        if observation[AT.hand + card] and card != laid:
            cards += 1
            fitting += covers(card, target)
    return fitting / cards


@rule
def chance_of_a_void(observation: Vector, seat: int, target: int) -> float:
    """The chance that a seat holds no card that covers."""
    chance = 1.0
    for card in range(PACK_SIZE):
        if covers(card, target):
            chance *= 1.0 - chance_of_holding(observation, seat, card)
    return chance


@rule
def chance_of_holding(observation: Vector, seat: int, card: int) -> float:
    """The chance that a seat holds a card: its share of all places where the card may be."""
    places = int(observation[AT.may_hold + seat * PACK_SIZE + card])
    if places == SURE:
        return 1.0
    if places == 0 or observation[AT.hand + card]:
        return 0.0
    everywhere = 0
    for other in range(1, MOST_SEATS):
        everywhere += int(observation[AT.may_hold + other * PACK_SIZE + card])
    if observation[AT.batch + card] == LATEST:
        everywhere += int(observation[AT.stock_size])
    return places / everywhere
