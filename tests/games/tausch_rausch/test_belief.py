"""Hidden cards redrawn: all that could have been is reached, and nothing else; evenly where that is claimed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, permutations
from typing import Any

import numpy as np

from card_envs.engine.batch import resample
from card_envs.engine.match import Match
from card_envs.games.tausch_rausch import GAME, cards, tasks
from card_envs.games.tausch_rausch.rules import FIRST_TASK, NOTHING
from tests.games.tausch_rausch.views import in_words
from tests.naive.parity import refereed
from tests.play import played, some_policy
from tests.variants import random_params

Shuffles = list[list[str]]


def redrawn(match: Match, count: int, seed: int) -> Any:
    return resample(GAME, np.repeat(match.states, count), np.full(count, match.seat), seed).view(np.recarray)


def shuffles_of(state: Any) -> Shuffles:
    """The shuffles that the state tells: the number cards, the tasks, the reshuffles."""
    ends = [*state.starts[1 : int(state.reshuffles) + 1].tolist(), int(state.end)]
    starts = state.starts[: len(ends)].tolist()
    decks = [[cards.NAMES[kind] for kind in state.pack[a:b]] for a, b in zip(starts, ends, strict=True)]
    number = int(tasks.DECK_SIZES[state.task_deck])
    return [decks[0], [tasks.NAMES[task] for task in state.tasks[:number]], *decks[1:]]


def hands_of(state: Any) -> list[list[str]]:
    counts = [[(int(one) >> kind & 1) + (int(two) >> kind & 1) for kind in range(40)] for one, two in state.hands]
    return [in_words(np.array(row), cards.NAMES) for row in counts][: int(state.num_players)]


def test_what_is_redrawn_could_have_been(rng: np.random.Generator) -> None:
    for _ in range(120):
        params = random_params(GAME, rng)
        match = played(GAME, params, int(rng.integers(2**63)), some_policy(rng, 50), int(rng.integers(500)))
        if match.over:
            continue
        view = refereed(match, shuffles_of(match.state)).view(match.seat)
        for state in redrawn(match, 6, int(rng.integers(2**63))):
            referee = refereed(match, shuffles_of(state))
            assert referee.view(match.seat) == view
            assert [sorted(hand, key=cards.NAMES.index) for hand in referee.hands] == hands_of(state)
            assert referee.deck == [cards.NAMES[kind] for kind in state.pack[state.top : state.end]]


def late_positions(ambiguous: bool) -> Iterator[Match]:
    """Positions of two with a reshuffled deck, few places of which the seat to act has not seen.

    Ambiguous: the other seat has shown a card that it may have drawn from this deck or may have held before.
    """
    for seed in range(60):
        rng = np.random.default_rng(seed)
        match = Match(GAME, GAME.params.make({"num_players": 2}))
        match.deal(seed)
        while not match.over:
            legal = match.legal_actions()
            if legal[0] < FIRST_TASK and rng.random() < 0.97:
                legal = [action for action in legal if action < FIRST_TASK]
            match.step(legal[rng.integers(len(legal))])
            if not match.over and is_small(match.state, match.seat) and is_ambiguous(match.state) == ambiguous:
                yield match
                break


def hidden_places(state: Any, seat: int) -> list[int]:
    first = int(state.starts[state.reshuffles])
    return [place for place in range(first, int(state.end)) if state.drawn_by[place] != seat]


def is_small(state: Any, seat: int) -> bool:
    return (
        state.reshuffles > 0
        and state.slot == NOTHING
        and state.top < state.end
        and 3 <= len(hidden_places(state, seat)) <= 4
    )


def is_ambiguous(state: Any) -> bool:
    first = int(state.starts[state.reshuffles])
    other = 1 - int(state.seat)
    here = {int(state.pack[place]) for place in hidden_places(state, int(state.seat))}
    before = {int(state.pack[place]) for place in range(first) if state.drawn_by[place] == other}
    number = int(state.num_shown)
    shown = zip(state.shown_by[:number], state.shown_kind[:number], state.shown_top[:number], strict=True)
    return any(by == other and top > first and kind in here & before for by, kind, top in shown)


def all_that_could_have_been(match: Match) -> set[tuple[Any, ...]]:
    """Every order of the unseen places of the last deck with which the referee accepts the match, as hidden states.

    With two seats, what the other holds of earlier decks is known, since those are used up.
    """
    state = match.state
    first = int(state.starts[state.reshuffles])
    places = [place - first for place in hidden_places(state, match.seat)]
    shuffles = shuffles_of(state)
    found = set()
    for order in set(permutations(shuffles[-1][place] for place in places)):
        deck = shuffles[-1].copy()
        for place, card in zip(places, order, strict=True):
            deck[place] = card
        try:
            referee = refereed(match, [*shuffles[:-1], deck])
        except ValueError:
            continue
        found.add((*sorted(referee.hands[1 - match.seat], key=cards.NAMES.index), "deck", *referee.deck))
    return found


def hidden_state(state: Any, seat: int) -> tuple[Any, ...]:
    return (*hands_of(state)[1 - seat], "deck", *(cards.NAMES[kind] for kind in state.pack[state.top : state.end]))


def test_all_that_could_have_been_is_reached() -> None:
    """Also where a card that was shown can have come from either of two decks."""
    sizes = []
    for ambiguous in (False, True):
        for match in islice(late_positions(ambiguous), 4):
            reached = {hidden_state(state, match.seat) for state in redrawn(match, 2_000, 1)}
            assert reached == all_that_could_have_been(match)
            sizes.append((ambiguous, len(reached)))
    for kind in (False, True):
        assert sum(ambiguous == kind and size > 1 for ambiguous, size in sizes) >= 3


def test_without_ambiguity_all_are_equally_likely() -> None:
    """Weighed by the ways to lay the cards: as a draw of the unseen cards one after the other."""
    for match in islice(late_positions(False), 4):
        state, seat = match.state, match.seat
        open_places = [place for place in hidden_places(state, seat) if place >= state.top]
        counts = Counter(tuple(int(one.pack[place]) for place in open_places) for one in redrawn(match, 6_000, 2))
        even_shares(counts, match)


def even_shares(counts: Counter[tuple[int, ...]], match: Match) -> None:
    """Compare the cards left in the deck with a fair draw from the cards that are still unseen there."""
    state, seat = match.state, match.seat
    first = int(state.starts[state.reshuffles])
    pool = Counter(int(state.pack[place]) for place in hidden_places(state, seat))
    for shown in range(int(state.num_shown)):
        if state.shown_by[shown] != seat and state.shown_top[shown] > first and pool[int(state.shown_kind[shown])]:
            pool[int(state.shown_kind[shown])] -= 1
    unseen = list(pool.elements())
    ways = Counter(permutations(unseen, len(next(iter(counts)))))
    total, drawn = sum(ways.values()), sum(counts.values())
    assert set(counts) == set(ways)
    for order, number in ways.items():
        expected = drawn * number / total
        assert abs(counts[order] - expected) < 5 * expected**0.5


def test_before_the_first_reshuffle_every_unseen_card_is_as_likely_everywhere() -> None:
    """The card on top of the deck, and the share of each unseen card that lies in the hands of the others."""
    match = played(GAME, GAME.params(), 5, some_policy(np.random.default_rng(5), 50), 90)
    assert match.state.reshuffles == 0
    state, seat = match.state, match.seat
    number = 8_000
    samples = redrawn(match, number, 3)
    unseen = np.full(40, 2)
    for piles in (state.hands[seat : seat + 1], state.market, [state.discard], np.delete(state.held, seat, 0)):
        for one, two in piles:
            unseen -= np.array([(int(one) >> kind & 1) + (int(two) >> kind & 1) for kind in range(40)])
    left = int(state.end) - int(state.top)
    top = np.bincount(samples.pack[:, state.top], minlength=40)
    expected = number * unseen / unseen.sum()
    assert (np.abs(top - expected) < 5 * np.sqrt(expected + 1)).all()
    in_deck = np.array([np.bincount(row[state.top : state.end], minlength=40) for row in samples.pack]).sum(0)
    expected = number * unseen * left / unseen.sum()
    assert (np.abs(in_deck - expected) < 5 * np.sqrt(expected + 1)).all()
