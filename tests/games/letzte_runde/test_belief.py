"""Redrawing what a seat cannot know: only courses that could have been, all of them, with the right odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import prod
from typing import Any

import numpy as np
import pytest

from card_envs.engine.batch import resample
from card_envs.engine.game import State
from card_envs.engine.match import Match
from card_envs.games.letzte_runde.cards import COPIES, NAMES, PACK_SIZE, SWAP
from tests.games.letzte_runde.scripted import GAME, begin, discards, pass_turns, play, stacked
from tests.games.letzte_runde.test_knowledge import keeps_drawing
from tests.games.letzte_runde.trail import lists_of
from tests.naive.parity import refereed
from tests.play import Policy, biased, played, uniform
from tests.variants import random_params

DRAWS_PER_OUTCOME = 150


def redrawn(match: Match, count: int, seed: int) -> list[State]:
    states = resample(GAME, np.repeat(match.states, count), np.full(count, match.seat), seed)
    return list(states.view(np.recarray))


# --- only what could have been


@pytest.mark.parametrize("make_policy", [keeps_drawing, uniform, lambda rng: biased(rng, 97)])
def test_the_referee_accepts_every_redrawn_course(
    make_policy: Callable[[np.random.Generator], Policy], rng: np.random.Generator
) -> None:
    for _ in range(60):
        params = random_params(GAME, rng, max_turns_per_round=int(rng.integers(1, 120)))
        match = played(GAME, params, int(rng.integers(2**63)), make_policy(rng), int(rng.integers(250)))
        if match.over:
            continue
        truth = refereed(match, lists_of(match)).view(match.seat)
        for state in redrawn(match, 4, int(rng.integers(2**63))):
            referee = refereed(match, course(match, state))
            assert referee.view(match.seat) == truth
            assert referee.legal() == match.legal_actions()


def course(match: Match, state: State) -> list[list[str]]:
    """The shuffles that lead to a redrawn state."""
    lists = lists_of(match)
    for spot in range(4 * match.params.num_players):
        shuffle, position = divmod(int(state.origin[spot]), PACK_SIZE)
        lists[shuffle][position] = NAMES[state.row[spot]]
    for position in range(state.pile_next, state.pile_size):
        lists[-1][position] = NAMES[state.pile[position]]
    first, opening = int(state.round_start) // PACK_SIZE, int(state.opening_shuffle)
    dealt = 4 * match.params.num_players
    for number in range(first, opening):  # the openings that were shuffled back, the rest in any order
        at = dealt if number == first else 0
        rest = Counter(lists[opening])
        rest[lists[number][at]] -= 1
        assert min(rest.values()) >= 0
        lists[number][at + 1 :] = rest.elements()
    return lists


# --- all of it, with the right odds


def check_odds(match: Match, weigh: Callable[[tuple[str, ...], list[int]], float]) -> None:
    """Every arrangement of the hidden cards is met as often as its weight says.

    The hidden slots are the spots that the seat to act has not seen, then the draw pile; `weigh` takes the cards in
    them and the spots.
    """
    state = match.state
    spots = [spot for spot in range(4 * match.params.num_players) if not (int(state.known[match.seat]) >> spot) & 1]

    def hidden(of: Any) -> tuple[str, ...]:
        row = [NAMES[of.row[spot]] for spot in spots]
        return (*row, *(NAMES[card] for card in of.pile[of.pile_next : of.pile_size]))

    weights = {cards: weigh(cards, spots) for cards in set(permutations(hidden(state)))}
    possible = {cards: weight for cards, weight in weights.items() if weight > 0}
    total = sum(possible.values())
    count = DRAWS_PER_OUTCOME * len(possible)
    met = Counter(hidden(other) for other in redrawn(match, count, 7))
    assert set(met) == set(possible)
    expected = {cards: count * weight / total for cards, weight in possible.items()}
    square = sum((met[cards] - mean) ** 2 / mean for cards, mean in expected.items())
    freedom = len(possible) - 1
    assert abs(square - freedom) < 5 * np.sqrt(2 * freedom)


def late(hidden_row: str, own: str, left: str, **params: Any) -> Match:
    """Two seats late in a round: seat 1 holds `hidden_row`, seat 0 `own`, the draw pile is `left`."""
    rest = Counter(stacked(""))
    rest.subtract([*own.split(), *hidden_row.split(), *left.split()])
    pack = [*own.split(), *hidden_row.split(), *rest.elements(), *left.split()]
    match = begin(pack, max_turns_per_round=300, **params)
    pass_turns(match, 57 - len(left.split()))
    if match.seat != 0:
        pytest.fail("the seat to act is 0 when the number of cards left is odd")
    return match


def test_one_pool_is_uniform() -> None:
    check_odds(late("0 0 swap 1", "5 0 1 6", "0"), lambda cards, spots: 1)


def test_without_specials_in_rows_placed_cards_are_numbers() -> None:
    match = late("0 0 swap 1", "5 0 1 6", "swap 0 2", special_into_row=False)
    play(match, "draw", "discard", "end turn", "draw", "place 1", "end turn")

    def weigh(cards: tuple[str, ...], spots: list[int]) -> float:
        return float(cards[spots.index(5)] != "swap")

    check_odds(match, weigh)


def test_two_pools_do_not_mix() -> None:
    """After a reshuffle the old row cards and the new pile are exchanged each among themselves."""
    match = late("0 0 swap 1", "5 3 3 6", "2")
    order = sorted(discards(play(match.clone(), "draw", "discard"))[:-1])
    pack = lists_of(match)[0]
    match = begin(pack, order, max_turns_per_round=300)
    pass_turns(match, 57)
    play(match, "draw", "place 2", "end turn")
    pass_turns(match, 54)
    if match.seat != 0:
        pass_turns(match, 1)
    old = [spot for spot in (1, 2, 4, 5, 6, 7) if int(match.state.origin[spot]) < PACK_SIZE]
    true = {spot: NAMES[match.state.row[spot]] for spot in range(8)}

    def weigh(cards: tuple[str, ...], spots: list[int]) -> float:
        here = Counter(cards[spots.index(spot)] for spot in spots if spot in old)
        return float(here == Counter(true[spot] for spot in spots if spot in old))

    check_odds(match, weigh)


@pytest.mark.parametrize(("times", "leaves"), [(1, False), (3, False), (3, True)])
def test_openings_shuffled_back_weigh(times: int, leaves: bool) -> None:
    """A draw2 that showed makes it likelier that many draw2s are in the pile, as often as it showed."""
    rows = "5 draw2 0 6 draw2 0 0 1"
    pack = stacked(f"{rows} draw2")
    pile = list((Counter(pack[8:]) - Counter(["draw2", "0", "draw2"])).elements())
    openings = [["draw2", "0", "draw2", *pile]] * (times - 1)
    last = ["9", *[card for card in pile if card != "9"], *["9"] * 8, "0", "draw2", "draw2"]
    match = begin(pack, *openings, last, max_turns_per_round=300, redraw_special_start=True)
    assert discards(match) == ["9"]
    if leaves:
        play(match, "take 1")  # a draw2 that was dealt leaves the rows
    pass_turns(match, 56)
    assert len(match.state.pile[match.state.pile_next : match.state.pile_size]) == 1

    def weigh(cards: tuple[str, ...], spots: list[int]) -> float:
        dealt = Counter(cards[: len(spots)])
        known = 2 * leaves  # seat 1 decides: the one that left, and one in its own row
        return prod(float(COPIES[SWAP + 2] - dealt["draw2"] - known) for _ in range(times))

    check_odds(match, weigh)
