"""Arguments that several commands take."""

from __future__ import annotations

import argparse
import ast
from typing import Any


def add_game(command: argparse.ArgumentParser) -> None:
    """The name of a game; whether there is such a game is found out when it is loaded."""
    command.add_argument("game", metavar="GAME", help="the name of a game: see `card-envs list`")


def add_settings(command: argparse.ArgumentParser) -> None:
    """`--set NAME=VALUE`, once for each parameter."""
    command.add_argument(
        "--set",
        dest="settings",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a parameter of the game, such as num_players=3",
    )


def add_seed(command: argparse.ArgumentParser) -> None:
    """`--seed`."""
    command.add_argument("--seed", type=whole, default=0, metavar="S", help="fixes deals and agents (default 0)")


def parse_settings(settings: list[str]) -> dict[str, Any]:
    """Parameters by name; a value is a Python literal, or else a word.

    >>> parse_settings(["num_players=3", "rewards=rank"])
    {'num_players': 3, 'rewards': 'rank'}
    """
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name:
            raise ValueError(f"--set takes NAME=VALUE, got {setting!r}")
        if name in values:
            raise ValueError(f"--set {name} is given twice")
        try:
            values[name] = ast.literal_eval(text)
        except (ValueError, SyntaxError):
            values[name] = text
    return values


def whole(text: str) -> int:
    """A whole number from 0."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0:
        raise argparse.ArgumentTypeError(f"takes a whole number from 0, got {text!r}")
    return number


def positive(text: str) -> int:
    """A whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"takes a whole number from 1, got {text!r}")
    return number
