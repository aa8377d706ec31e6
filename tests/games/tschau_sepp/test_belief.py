"""Hidden cards redrawn: each result could have been, and all that could have been is as likely as it should be."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, permutations, product
from typing import Any

import numpy as np
import pytest

from card_envs.engine.batch import resample
from card_envs.engine.match import Match
from card_envs.games.tschau_sepp.cards import NAMES
from tests.games.tschau_sepp.scripted import GAME, shuffles
from tests.naive.parity import refereed
from tests.play import played, some_policy, uniform
from tests.variants import random_params

Hands = list[list[str]]
Table = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The hand of each seat, sorted, and the stock."""

STOCK = -1
SAMPLES_PER_TABLE = 150
NEVER = 10**9


def redrawn(match: Match, number: int, seed: int) -> list[Table]:
    states = resample(GAME, np.repeat(match.states, number), np.full(number, match.seat), seed)
    return [table_of(state, match.params.num_players) for state in states.view(np.recarray)]


def table_of(state: Any, seats: int) -> Table:
    hands = tuple(
        tuple(sorted(name for card, name in enumerate(NAMES) if int(state.hands[seat]) >> card & 1))
        for seat in range(seats)
    )
    return hands, tuple(NAMES[card] for card in state.stock[state.stock_next : state.stock_end])


def course(match: Match, true: list[list[str]], view: dict[str, Any], table: Table) -> list[list[str]] | None:
    """The shuffles of a match that has gone as this one did and led to this table; None if there is none.

    `true` are its shuffles; `view` is what the referee says that the seat to act remembers. Each card that another seat
    has laid or still holds is given one of the times at which that seat took a card of that shuffle.
    """
    lists = [cards.copy() for cards in true]
    hands, stock = table
    true_hands, true_stock = table_of(match.state, match.params.num_players)
    for seat, number in product(range(match.params.num_players), range(len(lists))):
        if seat == match.seat:
            continue
        takes = [moment for moment, of in view["takes"][seat] if of == number]
        lays = [(moment, card) for moment, card, of in view["lays"][seat] if of == number]
        kept, truly_kept = (
            [card for card in hand if view["shuffle_of"][card] == number and card not in view["known"][seat]]
            for hand in (hands[seat], true_hands[seat])
        )
        places = sorted(true[number].index(card) for card in (*truly_kept, *(card for _, card in lays)))
        leaving = [*lays, *((NEVER, card) for card in kept)]
        assert len(places) == len(takes)
        if len(leaving) != len(takes):
            return None
        chosen = pairing([[fits(view["proofs"][seat], take, leave) for take in takes] for leave in leaving])
        if chosen is None:
            return None
        for (_, card), column in zip(leaving, chosen, strict=True):
            lists[number][places[column]] = card
    for card, true_card in zip(stock, true_stock, strict=True):
        lists[-1][true[-1].index(true_card)] = card
    return lists


def fits(proofs: list[tuple[int, str, str]], take: int, leave: tuple[int, str]) -> bool:
    """Can a card that left the hand then have been taken at this moment, for all that draws have proven?"""
    moment, card = leave
    of, rank = card.split("-")
    shown = any(take < at < moment and (suit == of or rank in (top, "Under")) for at, suit, top in proofs)
    return take < moment and not shown


def pairing(rows: list[list[bool]]) -> list[int] | None:
    """A column for each row where it is true, no column twice."""
    owner: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column in np.flatnonzero(rows[row]).tolist():
            if column not in tried:
                tried.add(column)
                if column not in owner or place(owner[column], tried):
                    owner[column] = row
                    return True
        return False

    if not all(place(row, set()) for row in range(len(rows))):
        return None
    return [column for column, _ in sorted(owner.items(), key=lambda pair: pair[1])]


# --- only what could have been


def test_what_is_redrawn_could_have_been(rng: np.random.Generator) -> None:
    compared = 0
    while compared < 120:
        policy = some_policy(rng, GAME.num_actions)
        match = played(GAME, random_params(GAME, rng), int(rng.integers(2**63)), policy, int(rng.integers(120)))
        if match.over:
            continue
        true = shuffles(match)
        view = refereed(match, true).view(match.seat)
        for table in redrawn(match, 4, int(rng.integers(2**63))):
            lists = course(match, true, view, table)
            assert lists is not None
            other = refereed(match, lists)
            assert other.seat == match.seat
            assert other.legal() == match.legal_actions()
            assert other.view(match.seat) == view
            assert sorted(other.view(1 - min(match.seat, 1))["hand"]) == list(table[0][1 - min(match.seat, 1)])
        compared += 1


# --- all of it, with the right odds


@dataclass(frozen=True)
class Place:
    """Where a card lies that the seat to act has not seen."""

    batch: int
    owner: int
    depth: int
    """In a hand: how many places of the batch newest first down to this one. In the stock: from its top."""


def hidden(match: Match) -> tuple[list[str], list[Place], dict[tuple[int, str], int]]:
    """The cards that the seat to act cannot place, their places, and in how many of a hand each may be."""
    state, seat, seats = match.state, match.seat, match.params.num_players
    fields = GAME.layout.decode(match.observation)
    batch = dict(zip(NAMES, fields["batch"].tolist(), strict=True))
    hands, stock = table_of(state, seats)
    cards = [name for name in NAMES if batch[name] > 0 and name not in hands[seat]]
    places = [Place(1, STOCK, depth) for depth in range(len(stock) - int(state.buried))]
    may = {}
    for other in range(seats):
        row = fields["may_hold"][(other - seat) % seats].tolist()
        may.update({(other, name): number for name, number in zip(NAMES, row, strict=True)})
        if other != seat:
            sizes = Counter(batch[card] for card in hands[other] if batch[card] > 0)
            places += [Place(of, other, depth) for of, size in sizes.items() for depth in range(1, size + 1)]
    assert len(cards) == len(places)
    return cards, places, may


def ways(match: Match) -> Counter[Table]:
    """Every table that the places allow, with the number of ways to fill them so."""
    cards, places, may = hidden(match)
    batch = dict(zip(NAMES, GAME.layout.decode(match.observation)["batch"].tolist(), strict=True))
    true_hands, true_stock = table_of(match.state, match.params.num_players)
    found: Counter[Table] = Counter()
    for order in permutations(cards):
        laid = list(zip(order, places, strict=True))
        if all(
            batch[card] == place.batch and (place.owner == STOCK or may[place.owner, card] >= place.depth)
            for card, place in laid
        ):
            found[_filled(laid, set(cards), true_hands, true_stock)] += 1
    return found


def _filled(
    laid: list[tuple[str, Place]], moved: set[str], hands: tuple[tuple[str, ...], ...], stock: tuple[str, ...]
) -> Table:
    own = defaultdict(list, {seat: [card for card in hand if card not in moved] for seat, hand in enumerate(hands)})
    for card, place in laid:
        own[place.owner].append(card)
    rest = [card for card in stock if card not in moved]  # buried
    return tuple(tuple(sorted(own[seat])) for seat in range(len(hands))), (*own[STOCK], *rest)


def tables_of_the_same_cards(match: Match) -> Iterator[Table]:
    """Every table with the hidden cards dealt anew, whatever has been proven."""
    cards, places, _ = hidden(match)
    true_hands, true_stock = table_of(match.state, match.params.num_players)
    yield from {
        _filled(list(zip(order, places, strict=True)), set(cards), true_hands, true_stock)
        for order in permutations(cards)
    }


def restricted(match: Match) -> int:
    """How many other seats have a place that may not hold each of the hidden cards of its batch."""
    cards, places, may = hidden(match)
    batch = dict(zip(NAMES, GAME.layout.decode(match.observation)["batch"].tolist(), strict=True))
    return len(
        {
            place.owner
            for place in places
            if place.owner != STOCK
            and any(batch[card] == place.batch and may[place.owner, card] < place.depth for card in cards)
        }
    )


def batches(match: Match) -> int:
    return len({place.batch for place in hidden(match)[1]})


KINDS = {
    "two seats, all may be anywhere": (2, 0, 1),
    "two seats, a draw has proven something": (2, 1, 1),
    "three seats, all may be anywhere": (3, 0, 1),
    "three seats, one restricted": (3, 1, 1),
    "three seats, one restricted and cards of two shuffles": (3, 1, 2),
    "three seats, two restricted": (3, 2, 1),
}
"""How many seats, how many restricted, and cards of how many shuffles."""


def num_hidden(match: Match) -> int:
    return len(NAMES) - int(match.state.hand_size[match.seat]) - int(match.state.pile).bit_count()


def positions(kind: str, number: int) -> Iterator[Match]:
    """So many positions of a kind with few hidden cards, from random matches."""
    seats, num_restricted, num_batches = KINDS[kind]
    params = GAME.params.make({"num_players": seats, "two_player_end": "reshuffle"})
    seeds = count(1)
    for _ in range(number):
        while True:
            seed = next(seeds)
            choose = uniform(np.random.default_rng(seed))
            match = played(GAME, params, seed, choose, 1)
            while not match.over and not (
                4 <= num_hidden(match) <= 5
                and (restricted(match), batches(match)) == (num_restricted, num_batches)
                and len(ways(match)) > 1
            ):
                match.step(choose(match.legal_actions()))
            if not match.over:
                yield match
                break


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_could_have_been_is_reached_and_as_often_as_it_should(kind: str) -> None:
    for match in positions(kind, 3):
        true = shuffles(match)
        view = refereed(match, true).view(match.seat)
        possible = {table for table in tables_of_the_same_cards(match) if course(match, true, view, table) is not None}
        number_of_ways = ways(match)
        assert set(number_of_ways) == possible
        samples = SAMPLES_PER_TABLE * len(possible)
        met = Counter(redrawn(match, samples, 1))
        assert set(met) == possible
        total = sum(number_of_ways.values())
        expected = {table: samples * number / total for table, number in number_of_ways.items()}
        if restricted(match) <= 1:
            distance = sum((met[table] - mean) ** 2 / mean for table, mean in expected.items())
            freedom = len(possible) - 1
            assert abs(distance - freedom) < 5 * (2 * freedom) ** 0.5
        else:  # these are alike only in the long run
            assert sum(abs(met[table] - mean) for table, mean in expected.items()) / samples / 2 < 0.15
