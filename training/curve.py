"""How runs learnt: `python -m training.curve RUN… -o FILE.png` plays their snapshots against the rule of thumb.

Training itself tells little: its rewards are against opponents that learn too, and of a hundred matches.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

import card_envs
from card_envs.cli.settings import positive
from card_envs.extras import needs
from card_envs.files import write_figure
from training.policy import NetworkPlayer, make_policy
from training.run import Run

DEALS = 500
SEED = 2026  # of the deals on which policies are judged, apart from those of training


class Point(NamedTuple):
    """A snapshot against rule-of-thumb players in all other seats of the default table."""

    steps: int
    mean_reward: float
    low: float
    """Of the 95 % interval."""
    high: float


def curve(run: Run, deals: int = DEALS, num_threads: int = 1) -> list[Point]:
    """All snapshots of a run, oldest first."""
    points = []
    network = make_policy(run.game, run.config.hidden)
    for file in run.snapshots():
        network.load_state_dict(torch.load(file, weights_only=True))
        player = NetworkPlayer(run.game, "snapshot", network)
        player.seed(SEED)
        results = card_envs.evaluate(
            run.game.name, [player], fields=["heuristic"], deals=deals, seed=SEED, num_threads=num_threads
        )
        if not results.complete:
            raise KeyboardInterrupt
        (one,) = results.matchups
        points.append(Point(int(file.stem), one.mean_reward, *one.mean_reward_ci95))
    return points


def training_rewards(run: Run) -> tuple[list[float], list[float]]:
    """Millions of steps, and the mean reward of the last hundred matches of training then."""
    with (run.folder / "log" / "progress.csv").open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["rollout/ep_rew_mean"]]
    return (
        [float(row["time/total_timesteps"]) / 1e6 for row in rows],
        [float(row["rollout/ep_rew_mean"]) for row in rows],
    )


def draw(title: str, curves: Sequence[tuple[str, Sequence[Point]]], behind: Run | None = None) -> Any:
    """A matplotlib figure of curves, each with its name; `behind` them what a run met in training."""
    with needs("evaluation", "training curves"):
        from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    if behind is not None:
        axes.plot(*training_rewards(behind), color="0.75", linewidth=0.8, label="in training, against its opponents")
    for name, points in curves:
        steps, rewards, low, high = (np.array(column) for column in zip(*points, strict=True))
        axes.fill_between(steps / 1e6, low, high, alpha=0.25, linewidth=0)
        axes.plot(steps / 1e6, rewards, marker=".", label=name)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel("decisions of the learner, millions")
    axes.set_ylabel("mean reward against the rule of thumb, 95 %")
    axes.set_title(title)
    axes.legend(loc="lower right")
    return figure


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 and one line for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m training.curve", description=__doc__.splitlines()[0])
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="folders of runs of one game")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the .png file to draw")
    parser.add_argument("--deals", type=positive, default=DEALS, help=f"for each snapshot (default {DEALS})")
    parser.add_argument("--threads", type=positive, default=1)
    options = parser.parse_args(arguments)
    try:
        runs = [Run.open(folder) for folder in options.runs]
        if len({run.game.name for run in runs}) > 1:
            raise ValueError(f"runs of one game are compared, got {', '.join(run.game.name for run in runs)}")
        curves = []
        for run in runs:
            points = curve(run, options.deals, options.threads)
            curves.append((run.folder.name, points))
            for point in points:
                figures = f"{point.mean_reward:+.3f} [{point.low:+.3f}, {point.high:+.3f}]"
                print(f"{run.folder.name}: {point.steps:,} steps, mean reward {figures}", flush=True)
        write_figure(options.output, draw(f"{runs[0].game.title}, {runs[0].game.params().num_players} players", curves))
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; nothing was drawn", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
