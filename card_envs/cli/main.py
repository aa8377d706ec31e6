"""Commands and their arguments; a user's mistake is one line on stderr and exit status 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from card_envs.cli import bench, evaluate, matches, play, show
from card_envs.cli.progress import INTERRUPTED


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}", file=sys.stderr)
        raise SystemExit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    parser = _Parser(prog="card-envs", description="Card games for reinforcement learning.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for module in (show, play, evaluate, matches, bench):
        module.add_commands(_adder(commands))
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ValueError, TypeError, ImportError, OSError) as error:
        print(f"card-envs: {_one_line(error)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("card-envs: stopped", file=sys.stderr)
        return INTERRUPTED
    return status


def _adder(commands: Any) -> Callable[..., argparse.ArgumentParser]:
    """Adds a command: its name, what it does, and the function that runs it."""

    def add(name: str, does: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        command: argparse.ArgumentParser = commands.add_parser(name, help=does, description=does)
        command.set_defaults(run=run)
        return command

    return add


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}"
    return " ".join(str(error).split())
