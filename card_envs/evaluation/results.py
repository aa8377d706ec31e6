"""What an evaluation found: agents against fields, against each other in one field, and at mixed tables."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan
from pathlib import Path
from typing import Any

from card_envs.evaluation.intervals import Interval
from card_envs.evaluation.ratings import Rating
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
    p_value: float
    """Of "the mean reward is 0", two-sided."""
    p_value_holm: float
    """The same, corrected for the number of matchups."""
    field_mean_reward: float
    """Of a seat of the field: rewards sum to 0."""
    field_mean_reward_ci95: Interval
    win_share: float
    """Of first places; one shared by k counts 1/k. A player like the others has 1/num_players."""
    win_share_ci95: Interval
    mean_placement: float
    mean_placement_ci95: Interval


@dataclass(frozen=True)
class Difference:
    """Two agents against the same field, on the same deals: how much more reward the first has."""

    agent: str
    other: str
    field: str
    deals: int
    mean_difference: float
    mean_difference_ci95: Interval
    p_value: float
    """Of "the mean difference is 0", two-sided."""
    p_value_holm: float
    """The same, corrected for the number of differences."""


@dataclass(frozen=True)
class Results:
    """All of an evaluation."""

    game: str
    params: dict[str, Any]
    deals: int
    """As asked for; each matchup says how many it has."""
    seed: int
    complete: bool
    """False when it was stopped."""
    agents: Sequence[str]
    matchups: Sequence[Matchup]
    differences: Sequence[Difference]
    payoff: Sequence[Sequence[float]]
    """Mean reward of the row's agent in one seat against the column's in all others; nan where not played."""
    ratings: Mapping[str, Rating]
    """By name, best first; empty for two agents."""
    notes: Sequence[str] = ()
    """What could not be done, and why."""

    def to_dict(self) -> dict[str, Any]:
        """As JSON takes it; what is not known is None."""
        body = asdict(self)
        del body["notes"]
        body["payoff"] = {"agents": body.pop("agents"), "mean_reward": self.payoff}
        return {"format": FORMAT, **_plain(body)}

    def to_json(self, path: str | Path | None = None) -> str:
        """As JSON text; with a path, written there too."""
        text = json.dumps(self.to_dict(), indent=2)
        if path is not None:
            write_text(Path(path), text + "\n")
        return text

    def heat_map(self, path: str | Path) -> None:
        """Draw the pay-off matrix to a .png file, the numbers in its cells (extra `evaluation`)."""
        from card_envs.evaluation.heat_map import draw

        draw(self, Path(path))

    def __str__(self) -> str:
        from card_envs.evaluation.report import report

        return report(self)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return None if isinstance(value, float) and isnan(value) else value
