"""Card games for reinforcement learning: PettingZoo and Gymnasium environments, a batch engine, opponents.

>>> import card_envs
>>> env = card_envs.make("gnav", num_players=3)
>>> env.reset(seed=7)
>>> env.agent_selection
'player_0'
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import TYPE_CHECKING, Any

from card_envs import games as _games
from card_envs.registration import register, register_all

if TYPE_CHECKING:
    from card_envs.agents import Agent
    from card_envs.engine.batch import Batch
    from card_envs.envs.aec import Env
    from card_envs.evaluation import Results

__version__ = "0.1.0"
__all__ = ["GAMES", "batch", "evaluate", "load_agent", "make", "register", "replay"]

register_all()


def make(game: str, **params: Any) -> Env:
    """The PettingZoo environment of a game, wrapped as PettingZoo's classic games are."""
    from card_envs.envs.aec import entry_points

    return entry_points(game)[0](**params)


def batch(game: str, num_games: int, *, seed: int = 0, num_threads: int = 1, **params: Any) -> Batch:
    """`num_games` matches stepped in one call (`card_envs.engine.batch.Batch`)."""
    from card_envs.engine.batch import Batch

    return Batch(_games.load(game), num_games, seed=seed, num_threads=num_threads, **params)


def replay(record: dict[str, Any]) -> Env:
    """Play a game record again; `ValueError` at the first event that does not fit, its index and what was expected."""
    from card_envs.engine.record import replayed

    match = replayed(record)
    env = make(match.game.name, **match.params.as_dict())
    env.set_match(match)
    return env


def load_agent(game: str, spec: str, *, seed: int | None = None, num_threads: int = 1) -> Agent:
    """A player: `"random"`, `"heuristic"`, `"search"`, a checkpoint or a policy's path (`card_envs.agents`)."""
    from card_envs.agents import load_agent as load

    return load(game, spec, seed=seed, num_threads=num_threads)


def evaluate(
    game: str, agents: Any, *, deals: int = 1000, seed: int = 0, num_threads: int = 1, **params: Any
) -> Results:
    """Play every agent against every other, each deal once for each seat (`card_envs.evaluation.evaluate`)."""
    from card_envs.evaluation import evaluate as run

    return run(game, agents, deals=deals, seed=seed, num_threads=num_threads, **params)


def __getattr__(name: str) -> ModuleType | tuple[str, ...]:
    """`GAMES`, and the PettingZoo modules (`gnav_v0` …) when they are first asked for."""
    if name == "GAMES":
        return _games.names()
    if name.endswith("_v0") and name.removesuffix("_v0") in _games.NAMES:
        return importlib.import_module(f"card_envs.{name}")
    raise AttributeError(f"module 'card_envs' has no attribute {name!r}")
