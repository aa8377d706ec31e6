"""The command `play` and what it takes."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

from card_envs.cli.matches import read_record
from card_envs.cli.play.sitting import Sitting
from card_envs.cli.settings import add_game, add_settings, parse_settings, positive, whole
from card_envs.games import load

_FIXED = ("opponents", "seat", "seed", "settings", "output")
"""What a match that is resumed has settled already."""


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `play`."""
    command = add("play", "play a match yourself, against agents", run)
    add_game(command)
    command.add_argument(
        "--opponents",
        nargs="+",
        metavar="AGENT",
        help="from your left on; fewer take turns round the table (default heuristic)",
    )
    command.add_argument("--seat", type=whole, metavar="K", help="your seat, from 0 (default: drawn by the seed)")
    command.add_argument("--seed", type=whole, metavar="S", help="fixes the deal and the opponents (default: drawn)")
    add_settings(command)
    command.add_argument("-o", "--output", type=Path, metavar="F.jsonl", help="save here (default GAME-SEED.jsonl)")
    command.add_argument("--resume", type=Path, metavar="F.jsonl", help="go on with the match saved there")
    command.add_argument(
        "--hints", type=positive, default=2000, metavar="N", help="simulations for a hint (default 2000)"
    )


def run(options: argparse.Namespace) -> int:
    """Play a match, new or resumed."""
    from card_envs.cli.play.talk import Talk

    sitting, file = _resumed(options) if options.resume else _begun(options)
    return Talk(sitting, file, options.hints).hold()


def _begun(options: argparse.Namespace) -> tuple[Sitting, Path]:
    game = load(options.game)
    params = game.params.make({"skip_forced": True, **parse_settings(options.settings)})
    seed = secrets.randbits(32) if options.seed is None else options.seed
    file = options.output or Path(f"{game.name}-{seed}.jsonl")
    if file.exists():
        raise ValueError(f"{file} is there already: go on with --resume {file}, or save elsewhere with -o")
    return Sitting.begin(game, params, options.opponents or ["heuristic"], options.seat, seed), file


def _resumed(options: argparse.Namespace) -> tuple[Sitting, Path]:
    file: Path = options.resume
    for name in _FIXED:
        if getattr(options, name) not in (None, []):
            raise ValueError(f"--resume goes on as {file} says: leave {_flag(name)} out")
    told = read_record(file, 0, alone=True)
    try:
        if told.get("game") != load(options.game).name:
            raise ValueError(f"this is a match of {told.get('game')}, not of {options.game}")
        return Sitting.resume(told), file
    except (TypeError, ValueError) as error:
        raise ValueError(f"{file}: {error}") from None


def _flag(name: str) -> str:
    return {"settings": "--set"}.get(name, f"--{name}")
