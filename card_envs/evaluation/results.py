"""What an evaluation found: one line for each agent against each field."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.evaluation.intervals import Interval, mean_interval
from card_envs.files import write_text

FORMAT = "card-envs-evaluation/1"


@dataclass(frozen=True)
class Matchup:
    """An agent in one seat, another in all the others; every deal played once for each seat of the first."""

    agent: str
    field: str
    deals: int
    matches: int
    mean_reward: float
    mean_reward_ci95: Interval
    win_share: float
    """Of first places; one shared by k counts 1/k. A player like the others has 1/num_players."""
    win_share_ci95: Interval
    mean_placement: float
    mean_placement_ci95: Interval

    @classmethod
    def of(
        cls,
        agent: str,
        field: str,
        rewards: npt.NDArray[np.float64],
        win_shares: npt.NDArray[np.float64],
        placements: npt.NDArray[np.float64],
    ) -> Matchup:
        """From float64 (deals, seats): a deal, all its seatings together, is one independent value."""
        columns = [mean_interval(values.mean(1)) for values in (rewards, win_shares, placements)]
        (reward, reward_ci), (share, share_ci), (place, place_ci) = columns
        return cls(agent, field, len(rewards), rewards.size, reward, reward_ci, share, share_ci, place, place_ci)


@dataclass(frozen=True)
class Results:
    """All pairs of an evaluation."""

    game: str
    params: dict[str, Any]
    deals: int
    seed: int
    matchups: Sequence[Matchup]

    def to_dict(self) -> dict[str, Any]:
        """As JSON takes it."""
        matchups = [{**matchup.__dict__} for matchup in self.matchups]
        for matchup in matchups:
            for key, value in matchup.items():
                if isinstance(value, tuple):
                    matchup[key] = [None if isnan(bound) else bound for bound in value]
        return {
            "format": FORMAT,
            "game": self.game,
            "params": self.params,
            "deals": self.deals,
            "seed": self.seed,
            "matchups": matchups,
        }

    def to_json(self, path: str | Path | None = None) -> str:
        """As JSON text; with a path, written there too."""
        text = json.dumps(self.to_dict(), indent=2)
        if path is not None:
            write_text(Path(path), text + "\n")
        return text

    def __str__(self) -> str:
        players = self.params["num_players"]
        head = ["agent", "against", "win share", "95 %", "mean reward", "95 %", "mean place", "matches"]
        rows = [
            [
                matchup.agent,
                f"{players - 1} x {matchup.field}",
                f"{matchup.win_share:.3f}",
                _interval(matchup.win_share_ci95),
                f"{matchup.mean_reward:+.3f}",
                _interval(matchup.mean_reward_ci95, "+"),
                f"{matchup.mean_placement:.2f}",
                f"{matchup.matches}",
            ]
            for matchup in self.matchups
        ]
        widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
        title = f"{self.game}, {players} players, {self.deals} deals in every seating, seed {self.seed}; "
        title += f"fair share {1 / players:.3f}"
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in [head, *rows]]
        return "\n".join([title, "", *(line.rstrip() for line in lines)])


def _interval(bounds: Interval, sign: str = "") -> str:
    return f"[{bounds[0]:{sign}.3f}, {bounds[1]:{sign}.3f}]"
