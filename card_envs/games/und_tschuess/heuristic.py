"""A sound player of "...und tschüss!": for each card it weighs what dropping out now would bring against staying.

It sees an observation and nothing else. It takes the others to lay any of the cards it has not seen, and to end up
the stronger the further their total is ahead; it reckons what each card is still worth in later rounds. As the one
who exchanges it throws what is likely to be replaced by better, and lets the deck run out when that wins the match.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.und_tschuess.cards import NUM_KINDS, VALUE
from card_envs.games.und_tschuess.observation import AT
from card_envs.games.und_tschuess.rules import DONE, MOST_SEATS

_CARD_WORTH = 0.1  # points that a point of a card left in hand is worth in later rounds
_SPREAD = 5.0  # points of lead that make the better of two the stronger one by e to 1
_NEXT_CARD = 10.0  # what another seat is likely to lay in the stage after this one
_USUAL_CARD = 6.0  # what a card played is replaced by
_DROP_AT_WILL = 0.9  # how surely one drops out in the next stage if one wants to
_LOWEST, _ABOVE_ALL = int(VALUE[0]), int(VALUE[-1]) + 1  # of all cards
_KEEP_ABOVE = 3.0  # cards are kept that are worth so much more than an unknown one; middling ones serve little


class Outlook(NamedTuple):
    """What is the same for all cards of a hand."""

    below: Vector
    """float64 (27,): for each value from -10 to 16, the chance that an unseen card is worth less."""
    mean_unseen: float
    """The mean value of the cards that the observer has not seen."""
    rivals: int
    """Other seats still in the round."""
    weakest: int
    """The rival with the lowest total."""
    last_round: bool
    """Will there be no other?"""
    outlasts: Vector
    """float64 (seats,): room for the chances to outlast so many rivals."""


@rule
def heuristic(observation: Vector, mask: Mask, luck: object) -> int:
    """The card that promises most, or in an exchange the lowest card while that is better thrown."""
    if mask[DONE]:
        return choose_throw(observation, mask)
    outlook = outlook_of(observation)
    best = -1
    most = 0.0
    for card in range(NUM_KINDS):
        if mask[card]:
            promise = promise_of(observation, outlook, card)
            if best < 0 or promise > most:
                best = card
                most = promise
    return best


@rule
def outlook_of(observation: Vector) -> Outlook:
    """The chances of what others may lay, and who is still in."""
    below = np.zeros(_ABOVE_ALL - _LOWEST + 1)
    unseen = 0
    for card in range(NUM_KINDS):
        unseen += int(observation[AT.unseen + card])
    for card in range(NUM_KINDS):
        if observation[AT.unseen + card]:
            count = int(observation[AT.unseen + card])
            for value in range(VALUE[card] + 1, _ABOVE_ALL + 1):
                below[value - _LOWEST] += count
    below /= max(1, unseen)
    rivals, weakest = seats_in(observation) - 1, weakest_rival(observation)
    return Outlook(below, mean_unseen(observation), rivals, weakest, last_round(observation), np.zeros(MOST_SEATS))


# --- a stage


@rule
def promise_of(observation: Vector, outlook: Outlook, card: int) -> float:
    """The points that laying this card promises, of this round and later ones."""
    total = total_of(observation, 0) + VALUE[card]
    lowest = lowest_points_card(observation)
    kept = 0.0 if outlook.last_round else _CARD_WORTH * (_USUAL_CARD - VALUE[card])
    if outlook.rivals == 1:
        gap = total - total_of(observation, outlook.weakest)
        return lowest * (chance_below(outlook, gap) + 0.5 * chance_at(outlook, gap)) + kept
    out = 1.0
    for other in range(1, MOST_SEATS):
        if still_in(observation, other):
            gap = total - total_of(observation, other)
            out *= 1.0 - chance_below(outlook, gap) - chance_at(outlook, gap)
    stay = promise_of_staying(observation, outlook, card, total)
    if outlook.rivals > 2:
        stay = max(stay, _DROP_AT_WILL * points_card(observation, 1) + (1.0 - _DROP_AT_WILL) * stay)
    return out * lowest + (1.0 - out) * stay + kept


@rule
def promise_of_staying(observation: Vector, outlook: Outlook, card: int, total: int) -> float:
    """The points of the round if another seat drops out now: by how many of the rest one is likely to outlast."""
    strength = total + best_left(observation, card)
    outlasts = outlook.outlasts
    outlasts[:] = 0.0
    outlasts[0] = 1.0
    count = 0
    for other in range(1, MOST_SEATS):
        if other == outlook.weakest or not still_in(observation, other):
            continue
        lead = strength - (total_of(observation, other) + outlook.mean_unseen + _NEXT_CARD)
        chance = 1.0 / (1.0 + np.exp(-lead / _SPREAD))
        count += 1
        for k in range(count, -1, -1):
            outlasts[k] *= 1.0 - chance
            if k > 0:
                outlasts[k] += chance * outlasts[k - 1]
    promise = outlasts[count] * points_card(observation, count)  # the winner's, after one for each who drops out
    for k in range(count - 1):  # the second, who outlasts all but one, gets nothing
        promise += outlasts[k] * points_card(observation, k + 1)
    return float(promise)


@rule
def chance_below(outlook: Outlook, value: int) -> float:
    """The chance that an unseen card is worth less than this."""
    return float(outlook.below[min(max(value, _LOWEST), _ABOVE_ALL) - _LOWEST])


@rule
def chance_at(outlook: Outlook, value: int) -> float:
    """The chance that an unseen card is worth just this."""
    return chance_below(outlook, value + 1) - chance_below(outlook, value)


# --- the table


@rule
def weakest_rival(observation: Vector) -> int:
    """The rival with the lowest total."""
    weakest = 0
    for other in range(1, MOST_SEATS):
        if still_in(observation, other) and (
            weakest == 0 or total_of(observation, other) < total_of(observation, weakest)
        ):
            weakest = other
    return weakest


@rule
def still_in(observation: Vector, seat: int) -> bool:
    """Is the seat at the table and in the round?"""
    return bool(observation[AT.present + seat] == 1 and observation[AT.dropped + seat] == 0)


@rule
def seats_in(observation: Vector) -> int:
    """How many are still in the round."""
    count = 0
    for seat in range(MOST_SEATS):
        count += int(still_in(observation, seat))
    return count


@rule
def total_of(observation: Vector, seat: int) -> int:
    """The total of a seat in this round."""
    return int(observation[AT.total_plus + seat]) - int(observation[AT.total_minus + seat])


@rule
def points_of(observation: Vector, seat: int) -> int:
    """The points that a seat has won."""
    return int(observation[AT.points_plus + seat]) - int(observation[AT.points_minus + seat])


@rule
def lowest_points_card(observation: Vector) -> int:
    """The value of the points card that goes next."""
    return points_card(observation, 0)


@rule
def points_card(observation: Vector, index: int) -> int:
    """The value of a points card still to be won, counted from the lowest."""
    for card in range(NUM_KINDS):
        index -= int(observation[AT.row + card])
        if index < 0:
            return int(VALUE[card])
    return 0


@rule
def best_left(observation: Vector, card: int) -> int:
    """The highest card of the hand when this one has been laid; the lowest there is when none is left."""
    for other in range(NUM_KINDS - 1, -1, -1):
        if int(observation[AT.hand + other]) - int(other == card) > 0:
            return int(VALUE[other])
    return int(VALUE[0])


@rule
def mean_unseen(observation: Vector) -> float:
    """The mean value of the cards that the observer has not seen."""
    count = 0
    total = 0
    for card in range(NUM_KINDS):
        count += int(observation[AT.unseen + card])
        total += int(observation[AT.unseen + card]) * VALUE[card]
    return total / count if count > 0 else 0.0


# --- the course of the match


@rule
def seats(observation: Vector) -> int:
    """How many sit at the table."""
    count = 0
    for seat in range(MOST_SEATS):
        count += int(observation[AT.present + seat])
    return count


@rule
def last_deck(observation: Vector) -> bool:
    """Does the match end when this deck runs out?"""
    return seats(observation) == 4 or int(observation[AT.exhaustions]) > 0


@rule
def last_round(observation: Vector) -> bool:
    """Will the deck not do for another set-up, even if this round takes its shortest course?"""
    n = seats(observation)
    return last_deck(observation) and int(observation[AT.deck_size]) < (n + 1) * n // 2 - 1 + n - 1


# --- the exchange


@rule
def choose_throw(observation: Vector, mask: Mask) -> int:
    """The lowest card that may be thrown, or DONE."""
    lowest = 0
    while not mask[lowest]:
        lowest += 1
    if lowest == DONE:
        return DONE
    if last_deck(observation):
        n = seats(observation)
        thrown = int(observation[AT.exchanged + int(observation[AT.round]) - 1]) - 1
        # How many more can be thrown before the deck runs out in this set-up and ends the match.
        room = int(observation[AT.deck_size]) - (n - 1) - thrown - int(observation[AT.deck_out])
        if leads(observation):
            if room < int(observation[AT.hand_size]):
                return lowest if room >= 0 else DONE
        elif room == 0:
            return DONE
    return lowest if VALUE[lowest] < mean_unseen(observation) + _KEEP_ABOVE else DONE


@rule
def leads(observation: Vector) -> bool:
    """Has the observer more points than every other seat?"""
    for seat in range(1, MOST_SEATS):
        if observation[AT.present + seat] and points_of(observation, seat) >= points_of(observation, 0):
            return False
    return True
