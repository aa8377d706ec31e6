"""The referee and the kernel side by side: the same shuffles and actions, compared at every step."""

from __future__ import annotations

import importlib
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from card_envs.engine.batch import observe
from card_envs.engine.game import Game
from card_envs.engine.match import Match


def rules_of(match: Match) -> dict[str, Any]:
    """The parameters that a referee takes."""
    return {key: value for key, value in match.params.as_dict().items() if key not in ("rewards", "skip_forced")}


def begun(match: Match, shuffle: Callable[[list[str]], list[str]]) -> Any:
    """The referee of a match, at its deal."""
    return importlib.import_module(f"tests.naive.{match.game.name}").Referee(shuffle, **rules_of(match))


def refereed(match: Match, shuffles: Sequence[Sequence[str]]) -> Any:
    """The referee of the match so far, with these shuffles.

    Raises where it could not have gone that way: a shuffle is of other cards, or one too many, an action is not legal.
    """
    waiting = deque(list(order) for order in shuffles)

    def shuffle(cards: list[str]) -> list[str]:
        order = waiting.popleft()
        assert sorted(order) == sorted(cards)
        return order

    referee = begun(match, shuffle)
    for action in match.actions:
        referee.step(action)
    assert not waiting
    return referee


def compare(match: Match) -> None:
    """Replay a match to the referee; raise `AssertionError` where they differ."""
    game = match.game
    view_check = importlib.import_module(f"tests.games.{game.name}.views").check
    waiting: deque[list[str]] = deque()

    def shuffle(cards: list[str]) -> list[str]:
        assert waiting, f"the referee shuffles {len(cards)} cards, the kernel does not"
        order = waiting.popleft()
        assert sorted(order) == sorted(cards), "they shuffle different cards"
        return order

    referee: Any = None
    for events, now in match.replayed():
        waiting.extend([game.card_names[card] for card in event.cards] for event in events if event.cards is not None)
        if referee is None:
            referee = begun(match, shuffle)
        else:
            referee.step(events[0].action)
        assert not waiting, "the kernel shuffles, the referee does not"
        _compare_point(game, now, referee)
        _compare_views(game, now, referee, view_check)


def _compare_point(game: Game, now: Match, referee: Any) -> None:
    assert now.over == referee.over
    assert now.truncated == referee.truncated
    assert (None if now.over else now.seat) == referee.seat
    assert now.legal_actions() == list(referee.legal())
    placements, scores, _ = now.results()
    assert placements == list(referee.placements())
    assert scores == [float(score) for score in referee.scores()]


def _compare_views(game: Game, now: Match, referee: Any, view_check: Any) -> None:
    """What observations hold against what the referee says that the seats have seen.

    Of the seat to act and of another in turn, which changes from step to step; of all at the end.
    """
    n, step = now.params.num_players, len(now.actions)
    seats = list(range(n)) if now.over else [now.seat if step % 2 else step // 2 % n]
    vectors, _ = observe(game, np.repeat(now.states, len(seats)), np.array(seats))
    for seat, vector in zip(seats, vectors, strict=True):
        fields = game.layout.decode(vector * game.layout.scale)
        view_check(fields, referee.view(seat), seat, now.params)
