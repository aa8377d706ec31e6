"""A sound player of Gnav: it weighs the chance of losing a life by keeping against that by asking for a swap.

It sees an observation and nothing else. What it does not know it takes to be any of the unseen cards, those who kept
theirs to hold rather a high one; it does not look further ahead than its own request.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from card_envs.engine.game import Mask, Vector
from card_envs.engine.kernels import rule
from card_envs.games.gnav.cards import CAT, COPIES, CUCKOO, DRAGON, FOOL, HORSE, HOUSE, NUM_RANKS
from card_envs.games.gnav.observation import AT, OTHERS
from card_envs.games.gnav.rules import KEEP, KEPT, MOST_SEATS, OUTCOMES, SWAP

_LOWEST_USUALLY_KEPT = 7  # IV
_STILL_KEPT_BELOW = 0.25  # how much likelier a kept card is high than low: a fourth of the weight below
_UNKNOWN = NUM_RANKS


@rule
def heuristic(observation: Vector, mask: Mask, luck: object) -> int:
    """Keep or swap, whichever is less likely to cost a life."""
    card = rank_at(observation, AT.card)
    if card == FOOL:
        return SWAP
    no_less = chances_of_no_less(observation)
    neighbour = next_in_order(observation)
    keeping = chance_of_losing(observation, no_less, card, 0, _UNKNOWN)
    return SWAP if risk_of_asking(observation, no_less, card, neighbour, keeping) < keeping else KEEP


@rule
def risk_of_asking(observation: Vector, no_less: Any, card: int, neighbour: int, keeping: float) -> float:
    """The lives that asking is expected to cost; House and Horse are passed, so they do not count."""
    known = _UNKNOWN
    if neighbour > 0:
        known = rank_at(observation, AT.known_card + (neighbour - 1) * NUM_RANKS)
    cost = 0.0
    ways = 0.0
    for asked in range(NUM_RANKS):
        weight = float(unseen(observation, asked))
        if neighbour > 0 and asked == FOOL:
            weight = 0.0  # a dealt Fool would be known
        if known != _UNKNOWN:
            weight = 1.0 if asked == known else 0.0
        if weight == 0.0 or asked == HOUSE or asked == HORSE:
            continue
        ways += weight
        if asked == DRAGON or asked == CAT:
            cost += weight * (1.0 + keeping)
        elif asked == CUCKOO:
            cost += weight * keeping
        else:
            # A neighbour left with the higher card keeps it; one left with the lower card passes it on.
            left_there = card if neighbour > 0 and card > asked else _UNKNOWN
            cost += weight * chance_of_losing(observation, no_less, asked, neighbour, left_there)
    return cost / ways if ways > 0.0 else keeping


@rule
def chance_of_losing(observation: Vector, no_less: Any, card: int, neighbour: int, left_there: int) -> float:
    """The chance that nobody in the comparison holds less, Fools aside (they pay, and the next-lowest with them).

    `left_there` is the card that the neighbour has been given and keeps, if that is known.
    """
    if card == FOOL:
        return 1.0
    chance = 1.0
    for seat in range(1, MOST_SEATS):
        if observation[AT.present + seat] == 0:
            break
        if observation[AT.lives_left + seat] == 0 or place_in_order(observation, seat) < 0:
            continue
        known = rank_at(observation, AT.known_card + (seat - 1) * NUM_RANKS)
        if seat == neighbour and left_there != _UNKNOWN:
            known = left_there
        if known == _UNKNOWN:
            kept = int(observation[AT.outcome + seat * len(OUTCOMES) + KEPT])
            chance *= no_less[kept, card]
        elif known != FOOL and known < card:
            return 0.0
    return chance


@rule
def chances_of_no_less(observation: Vector) -> Any:
    """float64 (2, 21): the chance that an unknown dealt card is not lower than each rank; row 1 if it was kept."""
    chances = np.zeros((2, NUM_RANKS))
    for kept in range(2):
        total = 0.0
        for rank in range(NUM_RANKS - 1, FOOL, -1):
            weight = float(unseen(observation, rank))
            if kept == 1 and rank < _LOWEST_USUALLY_KEPT:
                weight *= _STILL_KEPT_BELOW
            total += weight
            chances[kept, rank] = total
        chances[kept] /= total
    return chances


@rule
def unseen(observation: Vector, rank: int) -> int:
    """How many cards of this rank the observer has not seen in this deal."""
    count = COPIES - int(observation[AT.dealt + rank])
    for other in range(OTHERS):
        count -= int(observation[AT.known_dealt + other * NUM_RANKS + rank])
    if rank >= HOUSE:
        count -= int(observation[AT.stock_shown + rank - HOUSE])
    return count


@rule
def next_in_order(observation: Vector) -> int:
    """The seat that acts after the observer; 0 when there is none and the stock is asked."""
    mine = place_in_order(observation, 0)
    for seat in range(1, MOST_SEATS):
        if place_in_order(observation, seat) == mine + 1:
            return seat
    return 0


@rule
def place_in_order(observation: Vector, seat: int) -> int:
    """The place of a seat in the acting order; -1 when it takes no part."""
    for place in range(MOST_SEATS):
        if observation[AT.acting_order + seat * MOST_SEATS + place] == 1:
            return place
    return -1


@rule
def rank_at(observation: Vector, start: int) -> int:
    """The rank of a one-hot card that begins here; NUM_RANKS when there is none."""
    for rank in range(NUM_RANKS):
        if observation[start + rank] == 1:
            return rank
    return _UNKNOWN
