"""Matches of "...und tschüss!" with stacked decks, played by the names of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from card_envs.engine.game import Fields, State
from card_envs.engine.match import Match
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.cards import COPIES, NAMES
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE
from card_envs.games.und_tschuess.rules import DONE
from card_envs.games.und_tschuess.words import numbers
from tests.naive.parity import compare


def deck(hands: list[str], row: str = "", then: str = "") -> list[str]:
    """All 104 cards, top first: the hands, the points cards, the next cards, and the rest from high to low.

    What a hand or the row lacks is filled up from the low end of the rest, without the two kinds below 1.
    """
    n = len(hands)
    rest = [name for name in reversed(NAMES) for _ in range(COPIES[NAMES.index(name)])]
    parts = [part.split() for part in (*hands, row, then)]
    for name in (name for part in parts for name in part):
        rest.remove(name)
    fillers = [name for name in reversed(rest) if int(name) > 0]
    for part, size in zip(parts, [n + 3] * n + [n - 1], strict=False):
        while len(part) < size:
            part.append(fillers.pop(0))
            rest.remove(part[-1])
    return [name for part in parts for name in part] + rest


def begin(hands: list[str], row: str = "", then: str = "", **params: Any) -> Match:
    """A match with these hands, seat 0 first, these points cards and these next cards of the deck."""
    match = Match(GAME, GAME.params.make({"num_players": len(hands), **params}))
    match.deal(1, [deck(hands, row, then)])
    return match


def lay(match: Match, *stages: str) -> Match:
    """Stage by stage, a card for each seat still in, in the order of commits; the referee has to agree."""
    for cards in stages:
        for name in cards.split():
            assert match.state.phase == COMMIT
            match.step(GAME.action_from_name(name))
    compare(match)
    return match


def throw(match: Match, cards: str = "") -> Match:
    """Throw these cards, and be done; the referee has to agree."""
    for name in [*cards.split(), "done"]:
        assert match.state.phase == EXCHANGE
        match.step(GAME.action_from_name(name))
    compare(match)
    return match


def throw_lowest(match: Match, count: int) -> Match:
    """Throw so many cards, the lowest first, and be done."""
    for _ in range(count):
        match.step(match.legal_actions()[0])
    match.step(DONE)
    return match


def play_until(match: Match, stop: Callable[[State], bool], seed: int = 1) -> Match:
    """Play on by chance until the state is such, or the match is over; nothing is thrown in exchanges."""
    rng = np.random.default_rng(seed)
    while not match.over and not stop(match.state):
        match.step(DONE if match.state.phase == EXCHANGE else int(rng.choice(match.legal_actions())))
    return match


def at_exchange(state: State) -> bool:
    """Is an exchange about to begin?"""
    return bool(state.phase == EXCHANGE)


def fields(match: Match, seat: int | None = None) -> Fields:
    """What a seat, or the seat to act, is told."""
    vector, _ = match.observe(match.seat if seat is None else seat)
    return GAME.layout.decode(vector)


def spread(counts: Any) -> list[str]:
    """Counts by kind as names, lowest first."""
    return [NAMES[card] for card, count in enumerate(counts) for _ in range(int(count))]


def names(cards: Any) -> list[str]:
    """1 + kind each, 0 for none, as names."""
    return [NAMES[int(card) - 1] for card in cards if card]


def hand(match: Match, seat: int) -> list[str]:
    """The true hand of a seat, lowest first."""
    return spread(match.state.hand[seat])


def row(match: Match) -> list[str]:
    """The points cards still to be won, lowest first."""
    return spread(match.state.row)


def pile(match: Match) -> list[str]:
    """The cards of the discard pile, lowest first."""
    hidden = 0 if match.params.exchange_public else match.state.threw.sum(0)
    return spread(match.state.shown + hidden)


def won(match: Match) -> list[list[str]]:
    """The points cards of each seat, in the order in which they were won."""
    return [names(numbers(word, 7)) for word in match.state.won[: match.params.num_players]]


def dropped(match: Match) -> list[int]:
    """As how manyth each seat dropped out of the round; 0 is still in, or the winner."""
    return [int(position) for position in match.state.dropped[: match.params.num_players]]


def totals(match: Match) -> list[int]:
    """The totals of the round, by seat."""
    return [int(total) for total in match.state.total[: match.params.num_players]]


def deck_left(match: Match) -> list[str]:
    """The cards of the deck, top first."""
    return [NAMES[card] for card in match.state.pack[match.state.top : match.state.bottom]]
