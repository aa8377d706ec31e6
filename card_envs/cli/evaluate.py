"""`evaluate`: play agents against each other and print who wins how much."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from card_envs.cli.progress import INTERRUPTED, progress_bar
from card_envs.cli.settings import add_game, add_seed, add_settings, parse_settings, positive
from card_envs.evaluation import evaluate, heat_map


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `evaluate`."""
    command = add("evaluate", "play agents against each other, every deal in every seating", run)
    add_game(command)
    command.add_argument(
        "agents", nargs="+", metavar="AGENT", help="random, heuristic, search, a checkpoint, or a .onnx file"
    )
    command.add_argument(
        "--field",
        action="append",
        dest="fields",
        metavar="AGENT",
        help="who fills the other seats: without it each agent in turn, and mixed tables too; can be repeated",
    )
    command.add_argument("--deals", type=positive, default=1000, metavar="N", help="deals of each pair (default 1000)")
    add_seed(command)
    command.add_argument("--threads", type=positive, default=1, metavar="T", help="threads that step the matches")
    add_settings(command)
    command.add_argument("--plot", type=Path, metavar="F.png", help="draw the pay-off matrix as a heat map")
    command.add_argument("--json", type=Path, metavar="F", help="write the results to this file too")


def run(options: argparse.Namespace) -> int:
    """Evaluate, and print the table; an interrupt leaves what was finished so far."""
    if options.plot is not None:
        heat_map.check(options.plot)
    with progress_bar("evaluating") as progress:
        results = evaluate(
            options.game,
            options.agents,
            fields=options.fields,
            deals=options.deals,
            seed=options.seed,
            num_threads=options.threads,
            progress=progress,
            **parse_settings(options.settings),
        )
    print(results)
    if options.json is not None:
        results.to_json(options.json)
    if options.plot is not None:
        results.heat_map(options.plot)
    return 0 if results.complete else INTERRUPTED
