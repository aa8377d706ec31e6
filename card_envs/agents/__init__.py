"""Players by name."""

from __future__ import annotations

from pathlib import Path

from card_envs.agents.agent import Agent, Decisions, Player
from card_envs.agents.policy import PolicyPlayer
from card_envs.agents.search import SearchPlayer
from card_envs.agents.simple import HeuristicPlayer, RandomPlayer
from card_envs.engine.game import Game
from card_envs.games import load

__all__ = [
    "Agent",
    "Decisions",
    "HeuristicPlayer",
    "Player",
    "PolicyPlayer",
    "RandomPlayer",
    "SearchPlayer",
    "checkpoints",
    "load_agent",
]

_SIMPLE: dict[str, type[Player]] = {"random": RandomPlayer, "heuristic": HeuristicPlayer}
_SEARCH = "search"
_GREEDY = ":greedy"


def load_agent(game: str, spec: str, *, seed: int | None = None, num_threads: int = 1) -> Agent:
    """A player: `"random"`, `"heuristic"`, `"search"`, a shipped checkpoint's name, or an exported policy's path.

    `"search:N"` spends N playouts a decision, on `num_threads` threads. A policy samples from its distribution; with
    `:greedy` behind its name it takes its best action. Raises `ValueError` when there is no such player.
    """
    contract = load(game)
    if spec in _SIMPLE:
        return _SIMPLE[spec](contract, spec, seed)
    kind, colon, simulations = spec.partition(":")
    if kind == _SEARCH:
        if colon and not simulations.isdecimal():
            raise ValueError(f"search takes a whole number of simulations from 1, as in 'search:500', got {spec!r}")
        number = int(simulations) if colon else None
        return SearchPlayer(contract, spec, number, seed=seed, num_threads=num_threads)
    name = spec.removesuffix(_GREEDY)
    path = _policy_file(contract, name)
    if path is None:
        known = ", ".join(map(repr, [*_SIMPLE, _SEARCH, *checkpoints(contract)]))
        raise ValueError(f"no agent is called {spec!r}: {known}, or the path of an .onnx file that exists")
    return PolicyPlayer(contract, path, spec, greedy=spec.endswith(_GREEDY), seed=seed)


def checkpoints(game: Game) -> list[str]:
    """The names of the shipped policies of a game."""
    return sorted(file.parent.name for file in _checkpoint_folder().glob(f"{game.name}/*/policy.onnx"))


def _policy_file(game: Game, name: str) -> Path | None:
    if name in checkpoints(game):
        return _checkpoint_folder() / game.name / name / "policy.onnx"
    path = Path(name)
    return path if path.suffix == ".onnx" and path.is_file() else None


def _checkpoint_folder() -> Path:
    """In a wheel inside the package, in a checkout beside it."""
    package = Path(__file__).parent.parent
    inside = package / "checkpoints"
    return inside if inside.is_dir() else package.parent / "checkpoints"
