"""`list` and `show`: which games there are, and all about one."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

from card_envs import games
from card_envs.engine.game import Game
from card_envs.engine.params import takes


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `list` and `show`."""
    add("list", "list the games", list_games)
    command = add("show", "show a game: its rules in brief, parameters, spaces, observation table", show)
    command.add_argument("game", metavar="GAME", help="the name of a game")
    command.add_argument("--rules", action="store_true", help="show the whole rules instead")


def list_games(options: argparse.Namespace) -> int:
    """Print a line for each game."""
    del options
    contracts = [games.load(name) for name in games.names()]
    width = max(len(game.name) for game in contracts)
    for game in contracts:
        limits = game.params.__dataclass_fields__["num_players"].metadata
        print(f"{game.name:<{width}}  {game.title}, {limits['least']} to {limits['most']} players")
    return 0


def show(options: argparse.Namespace) -> int:
    """Print the page of a game, or its rules."""
    game = games.load(options.game)
    print(rules_of(game).rstrip() if options.rules else page(game).rstrip())
    return 0


def rules_of(game: Game) -> str:
    """The whole rules of a game, as its folder tells them."""
    file = Path(games.__file__).parent / game.name / "RULES.md"
    if not file.exists():
        raise ValueError(f"{game.name} has no RULES.md beside its rules")
    return file.read_text(encoding="utf-8")


def brief(game: Game) -> str:
    """The first section of the rules."""
    text = rules_of(game)
    return text.split("\n## ")[0].split("\n", 1)[1].strip()


def page(game: Game) -> str:
    """A page about a game, in Markdown, printed from the game itself."""
    params = game.default_params()
    parts = [
        f"# {game.title}",
        brief(game),
        f"Source: {game.source}. This project is not affiliated with its publisher.",
        "## Parameters",
        _table(["parameter", "default", "takes", "meaning"], _parameters(game)),
        "## Spaces",
        f"Observation `Box(0, 1, ({game.layout.size},), float32)`, "
        f"action mask `Box(0, 1, ({game.num_actions},), int8)`, "
        f"action `Discrete({game.num_actions})`; the same at every table size.",
        "## Actions",
        _table(["number", "name"], _actions(game)),
        "## Observation",
        "Seats are relative to the observer: 0 is itself, then in seat order; absent seats are zero. "
        "The vector holds each raw value divided by its largest; `decode_observation` gives the raw ones.",
        _table(["from", "field", "shape", "largest", "meaning"], _fields(game)),
        "## Rewards",
        f"At the end of the match alone; default `rewards={params.rewards!r}`. `win`: the first place is worth "
        "(n/k - 1)/(n - 1) to each of the k that share it, and -1/(n - 1) to the others. "
        "`rank`: (placed worse - placed better)/(n - 1). "
        "`score`: (own score - mean score) divided by a scale of the game "
        f"(default table: {game.score_scale_of(game.template(params).view(_records())[0]):g}).",
        "## Version history",
        f"v{game.version}: before the first release; the digest of the observation layout is `{game.layout.digest}`.",
    ]
    return "\n\n".join(parts) + "\n"


def _records() -> Any:
    import numpy as np

    return np.recarray


def _parameters(game: Game) -> list[list[str]]:
    return [
        [f"`{field.name}`", f"`{field.default!r}`", takes(field), field.metadata["meaning"]]
        for field in dataclasses.fields(game.params)
    ]


def _actions(game: Game) -> list[list[str]]:
    return [[str(number), name] for number, name in enumerate(game.actions)]


def _fields(game: Game) -> list[list[str]]:
    return [
        [str(start), f"`{field.name}`", f"`{field.shape}`", str(field.high), field.meaning]
        for start, field in zip(game.layout.at, game.layout.fields, strict=True)
    ]


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
