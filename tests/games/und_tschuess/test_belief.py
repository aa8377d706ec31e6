"""What `resample` makes could have been, it makes all that could have been, and it does not peek."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Any

import numpy as np
import pytest

from card_envs.engine.batch import resample
from card_envs.engine.game import State, States
from card_envs.engine.match import Match
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.cards import DECK_SIZE, NAMES, NUM_KINDS
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE
from card_envs.games.und_tschuess.rules import DONE, FROM_ROW, FROM_SEAT
from card_envs.games.und_tschuess.words import DROPPED
from tests.games.und_tschuess.ties import tied_match
from tests.naive.parity import begun
from tests.naive.und_tschuess import Referee
from tests.play import played, some_policy
from tests.variants import random_params

# --- it could have been


def replayed_from(match: Match, state: State) -> Referee:
    """The referee, led along the match with the decks of a redrawn state and its hidden actions."""
    decks = [state.pack[:DECK_SIZE], state.pack[DECK_SIZE : state.bottom]]
    lists = iter([[NAMES[card] for card in deck] for deck in decks if len(deck)])

    def shuffle(cards: list[str]) -> list[str]:
        order = next(lists)
        assert sorted(order) == sorted(cards)
        return order

    referee: Referee = begun(match, shuffle)
    here = (int(state.round_number), int(state.stage), "commit")
    for action in match.actions:
        assert referee.seat is not None
        if referee.phase == "exchange" and action != DONE:
            referee.step(int(state.thrown[referee.round - 1, len(referee.thrown)]) - 1)
        elif (referee.round, referee.stage, referee.phase) == here and state.phase == COMMIT:
            referee.step(int(state.commit[referee.seat]) - 1)
        else:
            referee.step(action)
    return referee


def check_redrawn(match: Match, state: State) -> None:
    """The redrawn state is a point of a match that looks to the seat to act as the real one does."""
    real, seat = replayed_from(match, match.state), match.seat
    referee = replayed_from(match, state)
    assert referee.view(seat) == real.view(seat)
    for other, hand in enumerate(referee.hands):
        down = referee.commits.get(other)
        assert state.commit[other] == (0 if down is None else 1 + NAMES.index(down))
        assert [hand.count(name) for name in NAMES] == state.hand[other].tolist()
    deck = [NAMES[card] for card in state.pack[state.top : state.bottom]]
    assert referee.deck == deck
    threw = state.threw.sum(0) * (0 if match.params.exchange_public else 1)
    assert [referee.pile.count(name) for name in NAMES] == (state.shown + threw).tolist()
    for other, memory in enumerate(referee.memory):
        assert [memory.own_thrown.count(name) for name in NAMES] == state.threw[other].tolist()


def at(match: Match, number: int) -> Match:
    """The match when so many actions had been taken."""
    earlier = Match(GAME, match.params)
    earlier.deal(match.seed)
    for action in match.actions[:number]:
        earlier.step(action)
    return earlier


def points_of(match: Match) -> Iterator[Match]:
    """The match at each of its decisions."""
    for number in range(len(match.actions)):
        yield at(match, number)


def redrawn(match: Match, count: int, seed: int) -> States:
    return resample(GAME, np.repeat(match.states, count), np.full(count, match.seat), seed)


@pytest.mark.parametrize("tied", [False, True])
def test_a_redrawn_state_could_have_been(rng: np.random.Generator, tied: bool) -> None:
    for _ in range(12):
        params = random_params(GAME, rng, skip_forced=False)
        seed = int(rng.integers(2**31))
        if tied:
            match = tied_match(params, seed, float(rng.choice([0.3, 0.7, 1.0])))
        else:
            match = played(GAME, params, seed, some_policy(rng, GAME.num_actions))
        for earlier in points_of(match):
            if rng.random() < 0.3:
                for state in redrawn(earlier, 2, int(rng.integers(2**31))).view(np.recarray):
                    check_redrawn(earlier, state)


# --- all that could have been

Key = tuple[Any, ...]
"""A hidden state: hands of the others, their commits, the cards of each hidden exchange, the cards of the deck."""


def key_of(state: State, seat: int) -> Key:
    others = [other for other in range(state.num_players) if other != seat]
    throws = [
        tuple(int(card) - 1 for card in state.thrown[number] if card)
        for number in range(len(state.exchanged))
        if _thrower(state, number) in others and not state.exchange_public
    ]
    return (
        tuple(_spread(state.hand[other]) for other in others),
        tuple(int(state.commit[other]) - 1 for other in others),
        tuple(throws),
        tuple(sorted(int(card) for card in state.pack[state.top : state.bottom])),
    )


def _thrower(state: State, number: int) -> int | None:
    """Who exchanged after the round with this number (from 0)."""
    if not state.exchanged[number]:
        return None
    if number == state.round_number - 1:
        return state.dropped.tolist().index(1)
    return [int(state.past[number, DROPPED]) >> 8 * seat & 255 for seat in range(state.num_players)].index(1)


def _spread(counts: Any) -> tuple[int, ...]:
    return tuple(card for card, count in enumerate(counts) for _ in range(int(count)))


def all_keys(match: Match) -> dict[Key, int]:
    """Every hidden state that could have been, found by trying them all, with the number of its arrangements.

    An arrangement is a way to lay single cards on the places of its groups; they count on one deck only, where any
    card can lie anywhere.
    """
    state, seat = match.state, match.seat
    others = [other for other in range(state.num_players) if other != seat]
    true = key_of(state, seat)
    past = Past(match)
    groups = [len(hand) for hand in true[0]] + [int(card >= 0) for card in true[1]]
    groups += [len(cards) for cards, before in zip(true[2], past.before, strict=True) if not before] + [len(true[3])]
    unseen = match.game.layout.decode(match.vector * GAME.layout.scale)["unseen"]
    found: dict[Key, int] = {}
    for slipped in _choices(past.before):
        for spread, ways in distributions(groups, tuple(unseen.tolist())):
            rest = iter(spread)
            hands = tuple(next(rest) for _ in others)
            commits = tuple(cards[0] if cards else -1 for cards in (next(rest) for _ in others))
            throws = tuple(slipped[i] if before else next(rest) for i, before in enumerate(past.before))
            key = hands, commits, throws, next(rest)
            if past.could_have_been(key):
                found[key] = ways
    return found


def _choices(sizes: list[int]) -> list[list[tuple[int, ...]]]:
    """All ways to choose so many kinds for each group, ascending."""
    ways: list[list[tuple[int, ...]]] = [[]]
    for size in sizes:
        ways = [[*way, more] for way in ways for more in combinations_with_replacement(range(NUM_KINDS), size)]
    return ways


def distributions(groups: list[int], counts: tuple[int, ...]) -> list[tuple[list[tuple[int, ...]], int]]:
    """All ways to spread the cards over groups of these sizes, with the number of arrangements of each."""
    if not groups:
        return [([], 1)]
    ways = []
    for own in _subsets(groups[0], counts):
        left = tuple(count - own.count(card) for card, count in enumerate(counts))
        arrangements = prod(comb(count, own.count(card)) for card, count in enumerate(counts))
        ways += [([own, *rest], arrangements * more) for rest, more in distributions(groups[1:], left)]
    return ways


def _subsets(size: int, counts: tuple[int, ...], least: int = 0) -> list[tuple[int, ...]]:
    if size == 0:
        return [()]
    return [
        (card, *rest)
        for card in range(least, len(counts))
        if counts[card]
        for rest in _subsets(size - 1, (*counts[:card], counts[card] - 1, *counts[card + 1 :]), card)
    ]


class Past:
    """The open course of a match up to now: which cards the others gave away, and what they had drawn by then."""

    def __init__(self, match: Match) -> None:
        self.end, self.seat = match.state, match.seat
        self.others = [other for other in range(self.end.num_players) if other != self.seat]
        self.given: dict[int, list[tuple[int | str, int, int, int]]] = {other: [] for other in self.others}
        self.before: list[int] = []  # cards of each hidden exchange thrown before the pile became the deck
        before: Any = None
        for events, now in match.replayed():
            if before is not None and events[0].seat != self.seat:
                self._note(events[0].seat, events[0].action, before)
            if before is not None and before.phase == EXCHANGE and events[0].action == DONE:
                self._note_exchange(before, events[0].seat)
            before = now.clone().state
        own = 0 if self.end.exchange_public else self.end.threw_before[self.seat]
        self.need = [int(count) for count in self.end.shown_before + own]
        """Of each kind, from the second deck, at others; as far as it is known."""
        self.drawn: dict[int, tuple[int, int]] = {}
        """By each other seat, from either deck."""
        for place in range(DECK_SIZE, self.end.top):
            if self.end.drawn_by[place] in (FROM_SEAT + self.seat, FROM_ROW):
                self.need[self.end.pack[place]] -= 1
        for other in self.others:
            new = int((self.end.drawn_by[DECK_SIZE:] == FROM_SEAT + other).sum())
            self.drawn[other] = int((self.end.drawn_by == FROM_SEAT + other).sum()) - new, new

    def _note(self, seat: int, action: int, before: State) -> None:
        if action == DONE:
            return
        drawn = [int(place) for place, taker in enumerate(before.drawn_by) if taker == FROM_SEAT + seat]
        new = sum(place >= DECK_SIZE for place in drawn)
        kind: int | str = action
        if before.phase == EXCHANGE and not before.exchange_public:
            kind = f"throw {len(self.before)}"
        elif (before.phase, before.round_number, before.stage) == (COMMIT, self.end.round_number, self.end.stage):
            kind = "commit"
        self.given[seat].append((kind, len(drawn) - new, new, int(before.phase)))

    def _note_exchange(self, before: State, seat: int) -> None:
        if seat != self.seat and not before.exchange_public:
            count = int(before.exchanged[before.round_number - 1]) - 1
            self.before.append(count if before.bottom == DECK_SIZE < self.end.bottom else 0)

    def could_have_been(self, key: Key) -> bool:
        """Is there a way to tell which cards came from which deck that fits everything?"""
        if self.end.bottom == DECK_SIZE:
            return True
        hands, commits, throws, deck = key
        need = self.need.copy()
        for cards, before in zip(throws, self.before, strict=True):
            for card in cards if before else ():
                need[card] += 1
        for card in deck:
            need[card] -= 1
        if min(need) < 0:
            return False
        rows = []
        for i, other in enumerate(self.others):
            left = [list(cards) for cards in throws]
            row = []
            for kind, old, new, _ in self.given[other]:
                card = kind
                if kind == "commit":
                    card = commits[i]
                elif isinstance(kind, str):
                    card = left[int(kind.split()[1])].pop()
                row.append((card, old, new))
            row += [(card, *self.drawn[other]) for card in hands[i]]
            rows.append(row)
        return _can_be_met(tuple(need), rows)


def _can_be_met(need: tuple[int, ...], rows: list[list[tuple[int, int, int]]]) -> bool:
    """Can so many cards of each kind come from the second deck, and all others from the first?"""
    total = Counter(card for row in rows for card, _, _ in row)
    if any(total[card] < count for card, count in enumerate(need)):
        return False

    later: list[list[Counter[int]]] = []  # how many of each kind come after each card
    for row in rows:
        later.append([])
        for card, _, _ in row:
            total[card] -= 1
            later[-1].append(total.copy())

    @lru_cache(None)
    def search(seat: int, index: int, old_used: int, new_used: int, need: tuple[int, ...]) -> bool:
        if seat == len(rows):
            return not any(need)
        if index == len(rows[seat]):
            return search(seat + 1, 0, 0, 0, need)
        card, old, new = rows[seat][index]
        if need[card] == 0 and old_used == old:
            return False
        if new_used < new and need[card]:
            less = (*need[:card], need[card] - 1, *need[card + 1 :])
            if search(seat, index + 1, old_used, new_used + 1, less):
                return True
        may_be_old = later[seat][index][card] >= need[card]  # enough of them come after this one
        return may_be_old and old_used < old and search(seat, index + 1, old_used + 1, new_used, need)

    return search(0, 0, 0, 0, need)


SMALL_ON_ONE_DECK = [(4, 2570, 90), (4, 2036, 89)]
"""Players, seed and decision of `tied_match` where few cards are unseen; in the second another seat has thrown one."""
SMALL_ON_TWO_DECKS = [(5, 1535, 162), (5, 10, 162)]
"""The same after the pile has become the deck; in the second a card went into it that another seat had thrown."""


def small_case(players: int, seed: int, number: int) -> Match:
    return at(tied_match(GAME.params(num_players=players), seed), number)


@pytest.mark.parametrize(("players", "seed", "number"), SMALL_ON_ONE_DECK)
def test_on_one_deck_all_hidden_states_are_reached_uniformly(players: int, seed: int, number: int) -> None:
    match = small_case(players, seed, number)
    ways = all_keys(match)
    assert key_of(match.state, match.seat) in ways
    draws = 40 * len(ways)
    found = Counter(key_of(state, match.seat) for state in redrawn(match, draws, 7).view(np.recarray))
    assert set(found) == set(ways)
    total = sum(ways.values())
    chi = sum((found[key] - draws * way / total) ** 2 / (draws * way / total) for key, way in ways.items())
    assert abs(chi - len(ways)) < 5 * np.sqrt(2 * len(ways))


@pytest.mark.parametrize(("players", "seed", "number"), SMALL_ON_TWO_DECKS)
def test_on_two_decks_all_hidden_states_are_reached(players: int, seed: int, number: int) -> None:
    match = small_case(players, seed, number)
    assert match.state.bottom > DECK_SIZE
    ways = all_keys(match)
    assert key_of(match.state, match.seat) in ways
    found = {key_of(state, match.seat) for state in redrawn(match, 50 * len(ways), 7).view(np.recarray)}
    assert found == set(ways)


def test_what_is_drawn_does_not_depend_on_the_truth() -> None:
    """From any of the states that could be, the same are drawn with the same luck."""
    for case in (*SMALL_ON_ONE_DECK, *SMALL_ON_TWO_DECKS):
        match = small_case(*case)
        first = redrawn(match, 200, 7)
        for truth in first[:20]:
            again = resample(GAME, np.repeat(truth, 200), np.full(200, match.seat), 7)
            assert again.tobytes() == first.tobytes()


def test_the_deck_holds_what_was_on_the_pile() -> None:
    """With thrown cards shown, everybody knows which cards were reshuffled; the second deck holds no others."""
    checked = 0
    for seed in range(20):
        match = tied_match(GAME.params(num_players=5, exchange_public=True), seed, 0.0)
        for earlier in points_of(match):
            if earlier.state.bottom > DECK_SIZE and not checked % 7:
                for state in redrawn(earlier, 3, seed).view(np.recarray):
                    deck = np.bincount(state.pack[DECK_SIZE : state.bottom], minlength=NUM_KINDS)
                    assert (deck == state.shown_before).all()
            checked += 1
    assert checked
