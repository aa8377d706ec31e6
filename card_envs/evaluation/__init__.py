"""How much better one player is than another: every deal in every seating, the deal as the unit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from card_envs.agents import Agent, load_agent
from card_envs.engine.batch import Batch, match_seeds
from card_envs.engine.params import Params
from card_envs.evaluation.match import play
from card_envs.evaluation.results import Matchup, Results
from card_envs.games import load

__all__ = ["Matchup", "Results", "evaluate"]

MATCHES_AT_ONCE = 4096
Progress = Callable[[int, int], None]


def evaluate(
    game: str,
    agents: Sequence[str | Agent],
    *,
    deals: int = 1000,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress | None = None,
    **params: Any,
) -> Results:
    """Play every agent in one seat against every other in all other seats.

    Every deal is played once for each seat of the first; the deal, all its seatings together, is the unit of the
    intervals. The same deals are used for all pairs. `progress(done, total)` is called as matches end. Raises
    `ValueError` for fewer than two agents or deals, and for a name that is no agent.
    """
    contract = load(game)
    rules = contract.params.make(params)
    if len(agents) < 2:
        raise ValueError(f"evaluate takes at least two agents, got {len(agents)}")
    if deals < 2:
        raise ValueError(f"deals takes a whole number from 2, got {deals}")
    players = [load_agent(game, agent) if isinstance(agent, str) else agent for agent in agents]
    pairs = list(permutations(range(len(players)), 2))
    seeds = match_seeds(contract, seed, deals)
    matchups = []
    for number, (one, field) in enumerate(pairs):
        players[one].seed(_agent_seed(seed, number, 0))
        if players[one] is not players[field]:
            players[field].seed(_agent_seed(seed, number, 1))

        def tell(done: int, number: int = number) -> None:
            if progress is not None:
                progress(number * deals + done, len(pairs) * deals)

        matchups.append(_pair(rules, contract.name, (players[one], players[field]), seeds, num_threads, tell))
    return Results(contract.name, rules.recorded(), deals, seed, matchups)


def _pair(
    rules: Params,
    game: str,
    agents: tuple[Agent, Agent],
    seeds: Any,
    num_threads: int,
    tell: Callable[[int], None],
) -> Matchup:
    """One agent in one seat against another in all the others."""
    n = rules.num_players
    at_once = max(1, MATCHES_AT_ONCE // n)
    rewards, shares, placements = [], [], []
    for first in range(0, len(seeds), at_once):
        some = seeds[first : first + at_once]
        batch = Batch(load(game), len(some) * n, num_threads=num_threads, **rules.as_dict())
        seats = np.tile(np.arange(n), len(some))
        sitting = np.ones((len(seats), n), np.int64)
        rows = np.arange(len(seats))
        sitting[rows, seats] = 0
        played = play(batch, np.repeat(some, n), agents, sitting)
        winners = (played.placements == 1).sum(1)
        first_places = played.placements[rows, seats] == 1
        rewards.append(played.rewards[rows, seats].reshape(-1, n))
        shares.append((first_places / winners).reshape(-1, n))
        placements.append(played.placements[rows, seats].reshape(-1, n))
        tell(first + len(some))
    columns = [np.concatenate(parts).astype(np.float64) for parts in (rewards, shares, placements)]
    return Matchup.of(agents[0].name, agents[1].name, *columns)


def _agent_seed(seed: int, pair: int, role: int) -> int:
    return int(np.random.SeedSequence([seed, pair, role]).generate_state(1)[0])
