"""The pay-off matrix as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from card_envs.evaluation.results import Results
from card_envs.extras import needs
from card_envs.files import write_figure

_INCHES_A_CELL, _INCHES_FOR_NAMES = 0.9, 2.6


def check(path: Path) -> None:
    """Raise what `draw` would raise: `ValueError` for another file than .png, `ImportError` without matplotlib."""
    if path.suffix != ".png":
        raise ValueError(f"a heat map is written to a .png file, got {str(path)!r}")
    with needs("evaluation", "heat maps"):
        import matplotlib.figure  # noqa: F401


def draw(results: Results, path: Path) -> None:
    """Write a .png file: each row an agent in one seat, each column what plays in all others."""
    check(path)
    from matplotlib.figure import Figure

    payoff = np.array(results.payoff)
    side = _INCHES_FOR_NAMES + _INCHES_A_CELL * len(payoff)
    figure = Figure(figsize=(side + 1, side), layout="constrained")
    axes = figure.subplots()
    largest = max(float(np.nanmax(np.abs(payoff))), 1e-9)
    image = axes.imshow(payoff, cmap="RdBu", vmin=-largest, vmax=largest)
    axes.set_xticks(range(len(payoff)), results.agents, rotation=30, ha="right")
    axes.set_yticks(range(len(payoff)), results.agents)
    axes.set_xlabel("in all other seats")
    axes.set_ylabel("in one seat")
    axes.set_title(f"{results.game}, {results.params['num_players']} players")
    for (row, column), value in np.ndenumerate(payoff):
        ink = "white" if abs(value) > 0.6 * largest else "black"
        axes.text(column, row, "" if np.isnan(value) else f"{value:+.3f}", ha="center", va="center", color=ink)
    figure.colorbar(image, label="mean reward of the one")
    write_figure(path, figure)
