"""Results as tables of text."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from card_envs.evaluation.intervals import Interval
from card_envs.evaluation.results import Difference, Results


def report(results: Results) -> str:
    """The matchups; with more than two agents also the pay-off matrix, the ratings, and some differences."""
    parts = [_title(results), _matchups(results)]
    if len(results.agents) > 2:
        if open_ones := _open(results):
            parts += ["Intervals that overlap, deal by deal against the same field:", _differences(open_ones)]
        parts += ["Mean reward of the row's agent in one seat against the column's in all others:", _payoff(results)]
    if results.ratings:
        parts += ["At mixed tables:", _ratings(results)]
    return "\n\n".join([*parts, *results.notes])


def _title(results: Results) -> str:
    players = results.params["num_players"]
    title = f"{results.game}, {players} players, {results.deals} deals in every seating, seed {results.seed}; "
    title += f"fair share {1 / players:.3f}"
    return title if results.complete else f"{title}\nStopped early: what was finished by then."


def _matchups(results: Results) -> str:
    others = results.params["num_players"] - 1
    head = ["agent", "against", "win share", "95 %", "mean reward", "95 %", "p (Holm)", "mean place", "matches"]
    rows = [
        [
            matchup.agent,
            f"{others} x {matchup.field}",
            f"{matchup.win_share:.3f}",
            _interval(matchup.win_share_ci95),
            f"{matchup.mean_reward:+.3f}",
            _interval(matchup.mean_reward_ci95, "+"),
            f"{matchup.p_value_holm:.4f}",
            f"{matchup.mean_placement:.2f}",
            f"{matchup.matches}",
        ]
        for matchup in results.matchups
    ]
    return _columns([head, *rows])


def _open(results: Results) -> list[Difference]:
    """The differences between agents whose own intervals against the same field overlap."""
    intervals = {(matchup.agent, matchup.field): matchup.mean_reward_ci95 for matchup in results.matchups}
    return [
        difference
        for difference in results.differences
        if _overlap(*(intervals[name, difference.field] for name in (difference.agent, difference.other)))
    ]


def _overlap(one: Interval, other: Interval) -> bool:
    return max(one[0], other[0]) <= min(one[1], other[1])


def _differences(differences: Sequence[Difference]) -> str:
    head = ["agent", "less", "against", "difference in reward", "95 %", "p (Holm)"]
    rows = [
        [
            difference.agent,
            difference.other,
            difference.field,
            f"{difference.mean_difference:+.3f}",
            _interval(difference.mean_difference_ci95, "+"),
            f"{difference.p_value_holm:.4f}",
        ]
        for difference in differences
    ]
    return _columns([head, *rows])


def _payoff(results: Results) -> str:
    rows = [
        [agent, *("-" if isnan(value) else f"{value:+.3f}" for value in row)]
        for agent, row in zip(results.agents, results.payoff, strict=True)
    ]
    return _columns([["", *results.agents], *rows])


def _ratings(results: Results) -> str:
    head = ["agent", "rating (mu - 3 sigma)", "mu", "sigma", "win share", "95 %", "mean reward", "95 %", "matches"]
    rows = [
        [
            name,
            f"{rating.ordinal:.2f}",
            f"{rating.mu:.2f}",
            f"{rating.sigma:.2f}",
            f"{rating.win_share:.3f}",
            _interval(rating.win_share_ci95),
            f"{rating.mean_reward:+.3f}",
            _interval(rating.mean_reward_ci95, "+"),
            f"{rating.matches}",
        ]
        for name, rating in results.ratings.items()
    ]
    return _columns([head, *rows])


def _columns(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def _interval(bounds: Interval, sign: str = "") -> str:
    return f"[{bounds[0]:{sign}.3f}, {bounds[1]:{sign}.3f}]"
