"""Registering games with Gymnasium and PettingZoo."""

from __future__ import annotations

from typing import Any

import gymnasium

from card_envs import games
from card_envs.engine.game import Game


def register(contract: Game) -> None:
    """Add a game from outside; `ValueError` when its name is taken."""
    games.register(contract)
    _register(contract.name, contract.version)


def register_all() -> None:
    """Register the games of the house; called on import."""
    for name in games.NAMES:
        _register(name, 0)


def gymnasium_id(name: str, version: int = 0) -> str:
    """The Gymnasium id of a game.

    >>> gymnasium_id("letzte_runde")
    'card_envs/LetzteRunde-v0'
    """
    return f"card_envs/{''.join(word.capitalize() for word in name.split('_'))}-v{version}"


def _register(name: str, version: int) -> None:
    gymnasium.register(
        gymnasium_id(name, version),
        entry_point="card_envs.envs.gym:CardEnv",
        vector_entry_point="card_envs.envs.vector:CardVectorEnv",
        kwargs={"game": name},
        disable_env_checker=True,  # it samples actions without a mask
        order_enforce=True,
    )
    try:
        from pettingzoo import register as register_aec
    except ImportError:  # PettingZoo before 1.27 has no registry
        return

    def make(**params: Any) -> Any:
        from card_envs import make as make_env

        return make_env(name, **params)

    register_aec("aec", f"card_envs/{name}_v{version}", make)
