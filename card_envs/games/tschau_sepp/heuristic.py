"""A sound player of Tschau Sepp, by what experienced players go by; it sees an observation and nothing else.

It lays whenever it can. Going by what can be proven of hands, it lays a card that the next seat is unlikely to cover,
nor the seat after it in its place, and fears a seat the more the fewer cards it has left: so a Seven goes against a
seat that is about to go out, and so does an Eight, unless the seat after that one is the greater danger. It lays what
leaves it able to go on with the suit that is then asked for, above all with its last card. It saves its Unders, which
always cover, and most of all the one that may be the last card. Where two are left, it keeps cards of one rank
together, goes out with an Eight and a card that covers it in one go, and lays cards of high value first as the count
comes near.
"""

from __future__ import annotations

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule, uncounted
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
_FEARS = 1.4  # that a seat covers, if it has one card left; of more cards, by their square
_HINDERS = 0.25  # for certainty that the next seat cannot cover
_STAYS_VOID = 0.4  # the chance that two more cards leave it so
_GOES_ON = 0.3  # for a hand that can cover its own card next time
_LAST = 0.25  # and more, if it has only that card left
_FOLLOWS = 0.5  # for each pair of one rank in the hand, by the card, where two are left
_SAVES = 0.4  # against laying an Under
_SAVES_FOR_LAST = 0.8  # and more, by how near the hand is to its last card, where more than two are left
_SHEDS = 0.025  # for each point that the card counts, once the stock is used up


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


@uncounted
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
    fitting = share_that_covers(observation, card, target)
    following = next_seat(observation, 0)
    two_left = next_seat(observation, following) == 0
    if rank == EIGHT:
        following = next_seat(observation, following)
    if following == 0 and left == 1 and fitting > 0.0:
        return _GOES_OUT
    merit = _GOES_ON * fitting
    if left == 1:
        merit += _LAST * fitting
    if rank == UNDER:
        merit -= _SAVES if two_left else _SAVES + _SAVES_FOR_LAST / left
    if two_left:
        merit += _FOLLOWS * pairs(observation, card) / left
        merit += _SHEDS * VALUES[rank] / (1 + int(observation[AT.stock_size]))
    if following != 0:
        merit += merit_of_the_target(observation, following, target)
    return merit


@uncounted
def merit_of_the_target(observation: Vector, following: int, target: int) -> float:
    """What speaks for leaving this to cover: that the next seat cannot, nor, where it cannot, the one after it."""
    void = chance_of_a_void(observation, following, target)
    merit = _HINDERS * void
    size = int(observation[AT.hand_size + following])
    if target % NUM_RANKS == SEVEN:
        size += 2
        void *= _STAYS_VOID
    merit -= _FEARS * (1.0 - void) / size**2
    second = next_seat(observation, following)
    if second != 0:
        size = int(observation[AT.hand_size + second])
        merit -= _FEARS * void * (1.0 - chance_of_a_void(observation, second, target)) / size**2
    return merit


@uncounted
def next_seat(observation: Vector, seat: int) -> int:
    """The seat after this one that is still in; 0 is the observer."""
    while True:
        seat = (seat + 1) % MOST_SEATS
        if observation[AT.present + seat] and observation[AT.out + seat] == 0:
            return seat


@uncounted
def covers(card: int, target: int) -> bool:
    """T6 to T9."""
    rank = card % NUM_RANKS
    return card // NUM_RANKS == target // NUM_RANKS or rank == target % NUM_RANKS or rank == UNDER


@uncounted
def share_that_covers(observation: Vector, laid: int, target: int) -> float:
    """The share of the other cards in the hand that would cover this one."""
    fitting = 0
    cards = 0
    for card in range(PACK_SIZE):
        if observation[AT.hand + card] and card != laid:
            cards += 1
            fitting += covers(card, target)
    return fitting / cards


@uncounted
def pairs(observation: Vector, laid: int) -> int:
    """The pairs of one rank among the other cards in the hand, Unders apart."""
    count = 0
    for rank in range(NUM_RANKS):
        alike = 0
        for card in range(rank, PACK_SIZE, NUM_RANKS):
            if observation[AT.hand + card] and card != laid and rank != UNDER:
                count += alike
                alike += 1
    return count


@uncounted
def chance_of_a_void(observation: Vector, seat: int, target: int) -> float:
    """The chance that a seat holds no card that covers."""
    chance = 1.0
    first = target - target % NUM_RANKS
    for card in range(first, first + NUM_RANKS):
        chance *= 1.0 - chance_of_holding(observation, seat, card)
    for first in range(0, PACK_SIZE, NUM_RANKS):
        if first != target - target % NUM_RANKS:
            chance *= 1.0 - chance_of_holding(observation, seat, first + UNDER)
            if target % NUM_RANKS != UNDER:
                chance *= 1.0 - chance_of_holding(observation, seat, first + target % NUM_RANKS)
    return chance


@uncounted
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
