"""The games of the house, by name; a new game adds its name here and nothing elsewhere.

Contracts are loaded when they are first asked for, so that importing the package does not import numba.
"""

from __future__ import annotations

import importlib

from card_envs.engine.game import Game

NAMES = ("gnav", "letzte_runde", "tausch_rausch", "tschau_sepp", "und_tschuess")

_registered: dict[str, Game] = {}


def register(game: Game) -> None:
    """Add a game from outside; `ValueError` when its name is taken."""
    if game.name in NAMES or game.name in _registered:
        raise ValueError(f"a game named {game.name} is registered already")
    _registered[game.name] = game


def names() -> tuple[str, ...]:
    """The names of all games, sorted."""
    return tuple(sorted((*NAMES, *_registered)))


def load(name: str) -> Game:
    """The contract of a game; `ValueError` when there is none of this name."""
    if name in NAMES:
        game: Game = importlib.import_module(f"card_envs.games.{name}").GAME
        return game
    if name in _registered:
        return _registered[name]
    raise ValueError(f"no game is named {name!r}; there are {', '.join(names())}")
