"""OpenSkill ratings from the placements at mixed tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

import numpy as np

from card_envs.evaluation.contest import Contest
from card_envs.evaluation.intervals import Interval, mean_interval
from card_envs.extras import needs


@dataclass(frozen=True)
class Rating:
    """An agent at mixed tables."""

    mu: float
    """Its skill, 25 before the first match."""
    sigma: float
    """How sure that is."""
    ordinal: float
    """mu - 3 sigma: what its skill is at least, as good as surely; to rank by."""
    matches: int
    mean_reward: float
    mean_reward_ci95: Interval
    win_share: float
    win_share_ci95: Interval


def ratings(names: Sequence[str], tables: Contest, seed: int) -> dict[str, Rating]:
    """A rating for each name, best first; empty for fewer than two deals. Agents of one name share a rating.

    Raises `ImportError` where openskill is not installed.
    """
    skills = _skills(names, tables, seed)
    rewards, shares = tables.rewards, tables.win_shares
    line_ups = np.array(names)[tables.line_ups[: len(rewards)]]
    rated = {}
    for name, skill in skills.items():
        sits = line_ups == name  # (deals, places)
        at = sits.any(1)
        if at.sum() < 2:
            continue
        means = [_deal_means(values[at], sits[at]) for values in (rewards, shares)]
        (reward, reward_ci), (share, share_ci) = map(mean_interval, means)
        matches = int(at.sum()) * line_ups.shape[1]
        rated[name] = Rating(skill.mu, skill.sigma, skill.ordinal(), matches, reward, reward_ci, share, share_ci)
    return dict(sorted(rated.items(), key=lambda item: -item[1].ordinal))


def _deal_means(values: Any, sits: Any) -> Any:
    """Means over the rotations and those places of a deal where an agent sits: (D, n, n) and (D, n) to (D,)."""
    return values.mean(1).mean(1, where=sits)


def _skills(names: Sequence[str], tables: Contest, seed: int) -> dict[str, Any]:
    """Ratings of openskill, by one pass over the matches in an order that the seed draws.

    Each seat is a team of its own; an agent that sits at a table twice moves by the mean of its updates.
    """
    with needs("evaluation", "ratings"):
        from openskill.models import PlackettLuce
    model = PlackettLuce(tau=0)  # an agent is as good in the last match as in the first
    skills = {name: model.rating() for name in names}
    placements = tables.placements
    deals, rotations, _ = placements.shape
    for match in np.random.default_rng(seed).permutation(deals * rotations).tolist():
        deal, rotation = divmod(match, rotations)
        seated = [names[number] for number in tables.line_ups[deal].tolist()]
        updated = model.rate([[skills[name]] for name in seated], ranks=placements[deal, rotation].tolist())
        for name in dict.fromkeys(seated):
            own = [team[0] for team, other in zip(updated, seated, strict=True) if other == name]
            skills[name] = model.rating(mu=fmean(skill.mu for skill in own), sigma=fmean(skill.sigma for skill in own))
    return skills
