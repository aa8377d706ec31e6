"""All agents against each other: in pairs, and where there are more than two at mixed tables too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent, load_agent
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.engine.match import checked_seed
from card_envs.engine.params import Params
from card_envs.evaluation.contest import Contest, chunks, even_line_ups
from card_envs.evaluation.intervals import mean_interval
from card_envs.evaluation.ratings import Rating, ratings
from card_envs.evaluation.results import Difference, Matchup, Results
from card_envs.evaluation.significance import Values, holm, sign_flip_p_values
from card_envs.games import load

Progress = Callable[[int, int], None]
Pair = tuple[int, int]
_HELD_OUT = 0x68656C64  # "held": sets the deals of evaluations apart from those of batches with the same seed
_AGENTS, _LINE_UPS, _SIGNS, _ORDER = range(4)


def evaluate(
    game: str,
    agents: Sequence[str | Agent],
    *,
    fields: Sequence[str | Agent] | None = None,
    deals: int = 1000,
    seed: int = 0,
    num_threads: int = 1,
    progress: Progress | None = None,
    **params: Any,
) -> Results:
    """Play every agent in one seat against every other in all other seats; more than two at mixed tables as well.

    With `fields` only these fill the other seats, and there are no mixed tables: quick for an agent that thinks long.

    Every deal is played once for each seat of the first (a mixed table: in every rotation of the seating); the deal,
    all its seatings together, is the unit of the intervals. All pairs and tables meet the same deals, which no batch
    of the same seed deals: a policy is judged by deals that it was not trained on. `progress(done, total)` is called
    as deals end. A keyboard interrupt ends the evaluation with what was finished so far (`Results.complete`).
    Raises `ValueError` for fewer than two agents or deals, and for a name that is no agent.
    """
    contract = load(game)
    rules = contract.params.make(params)
    seed = checked_seed(seed)
    everyone = [*agents, *(field for field in fields or () if field not in agents)]
    if len(everyone) < 2:
        raise ValueError(f"evaluate takes at least two agents, got {len(everyone)}")
    if isinstance(deals, bool) or not isinstance(deals, int | np.integer) or deals < 2:
        raise ValueError(f"deals takes a whole number from 2, got {deals!r}")
    loaded = {spec: load_agent(game, spec, num_threads=num_threads) for spec in everyone if isinstance(spec, str)}
    players = [loaded[agent] if isinstance(agent, str) else agent for agent in everyone]
    n = rules.num_players
    numbers = _pairs(agents, fields, everyone)
    pairs = {(one, field): Contest(_one_against(one, field, deals, n)) for one, field in numbers}
    contests = list(pairs.values())
    tables = None
    if len(players) > 2 and fields is None:
        chance = np.random.default_rng(_word(seed, _LINE_UPS))
        tables = Contest(even_line_ups(deals, n, len(players), chance))
        contests.append(tables)
    complete = True
    try:
        _play_all(contests, contract, rules, players, deals, seed, num_threads, progress)
    except KeyboardInterrupt:
        complete = False
    names = [player.name for player in players]
    matchups, payoff = _matchups(pairs, names, seed)
    rated, notes = _rated(names, tables, seed)
    return Results(
        game=contract.name,
        params=rules.recorded(),
        deals=deals,
        seed=seed,
        complete=complete,
        agents=names,
        matchups=matchups,
        differences=_differences(pairs, names, seed),
        payoff=payoff,
        ratings=rated,
        notes=notes,
    )


def deal_seeds(game: Game, rules: Params, seed: int, part: slice) -> npt.NDArray[np.uint64]:
    """The seeds of these deals of an evaluation, uint64 (D,): a stream apart from that of a batch with this seed.

    Each deal has a decision in it, so that all its seatings are of this very deal.
    """
    word = _word(seed, _HELD_OUT, part.start)
    return Batch(game, part.stop - part.start, seed=word, **rules.as_dict()).match_seeds.copy()


def _play_all(
    contests: Sequence[Contest],
    game: Game,
    rules: Params,
    players: Sequence[Agent],
    deals: int,
    seed: int,
    num_threads: int,
    progress: Progress | None,
) -> None:
    """Play all contests part by part, so that they grow together."""
    total = deals * len(contests)
    before = 0

    def tell(done: int) -> None:
        if progress is not None:
            progress(before + done, total)

    for part in chunks(deals):
        seeds = deal_seeds(game, rules, seed, part)
        for number, contest in enumerate(contests):
            for agent in contest.agents:
                players[agent].seed(_word(seed, _AGENTS, number, part.start, agent))
            contest.play(part, game, rules, seeds, players, num_threads, tell)
            before += part.stop - part.start


def _pairs(
    agents: Sequence[Agent | str], fields: Sequence[Agent | str] | None, everyone: Sequence[Agent | str]
) -> list[Pair]:
    """The numbers of who is alone and who fills the other seats."""
    if fields is None:
        return list(permutations(range(len(agents)), 2))
    numbers = product(range(len(agents)), (everyone.index(field) for field in fields))
    return [(one, field) for one, field in numbers if one != field]


def _one_against(one: int, field: int, deals: int, seats: int) -> npt.NDArray[np.int64]:
    """The line-ups of a pair, int64 (D, n): the one has place 0."""
    line_ups = np.full((deals, seats), field, np.int64)
    line_ups[:, 0] = one
    return line_ups


def _matchups(pairs: dict[Pair, Contest], names: Sequence[str], seed: int) -> tuple[list[Matchup], list[list[float]]]:
    """A matchup for each pair that has two deals or more, and the pay-off matrix."""
    rewards = {pair: _of_the_one(contest.rewards) for pair, contest in pairs.items()}
    played = [pair for pair, values in rewards.items() if len(values) > 1]
    p_values = _p_values([rewards[pair] for pair in played], seed)
    payoff = np.where(np.eye(len(names)) > 0, 0.0, np.nan)
    matchups = []
    for (one, field), p_value, corrected in zip(played, p_values, holm(p_values), strict=True):
        contest = pairs[one, field]
        seats = contest.line_ups.shape[1]
        deals = len(rewards[one, field])
        reward, reward_ci = mean_interval(rewards[one, field])
        field_reward, field_reward_ci = mean_interval(contest.rewards[:, :, 1:].mean((1, 2)))
        share, share_ci = mean_interval(_of_the_one(contest.win_shares))
        place, place_ci = mean_interval(_of_the_one(contest.placements.astype(np.float64)))
        payoff[one, field] = reward
        matchups.append(
            Matchup(
                agent=names[one],
                field=names[field],
                deals=deals,
                matches=deals * seats,
                mean_reward=reward,
                mean_reward_ci95=reward_ci,
                p_value=float(p_value),
                p_value_holm=float(corrected),
                field_mean_reward=field_reward,
                field_mean_reward_ci95=field_reward_ci,
                win_share=share,
                win_share_ci95=share_ci,
                mean_placement=place,
                mean_placement_ci95=place_ci,
            )
        )
    return matchups, payoff.tolist()


def _differences(pairs: dict[Pair, Contest], names: Sequence[str], seed: int) -> list[Difference]:
    """Any two agents in the same field, deal by deal."""
    found = []
    for field in range(len(names)):
        for one, other in combinations([agent for agent in range(len(names)) if (agent, field) in pairs], 2):
            rewards = [_of_the_one(pairs[agent, field].rewards) for agent in (one, other)]
            deals = min(map(len, rewards))
            if deals > 1:
                found.append((one, other, field, rewards[0][:deals] - rewards[1][:deals]))
    p_values = _p_values([values for *_, values in found], seed)
    differences = []
    for (one, other, field, values), p_value, corrected in zip(found, p_values, holm(p_values), strict=True):
        mean, ci = mean_interval(values)
        differences.append(
            Difference(names[one], names[other], names[field], len(values), mean, ci, float(p_value), float(corrected))
        )
    return differences


def _rated(names: Sequence[str], tables: Contest | None, seed: int) -> tuple[dict[str, Rating], list[str]]:
    """Ratings from the mixed tables; a note where they cannot be had."""
    if tables is None or len(tables.rewards) < 2:
        return {}, []
    try:
        return ratings(names, tables, _word(seed, _ORDER)), []
    except ImportError as error:
        return {}, [str(error)]


def _of_the_one(values: Values) -> Values:
    """From float64 (D, n, n) that of place 0, the mean of its seatings, float64 (D,)."""
    means: Values = values[:, :, 0].mean(1)
    return means


def _p_values(columns: Sequence[Values], seed: int) -> Values:
    """Of "the mean is 0", for columns that may differ in length."""
    table = np.full((max(map(len, columns), default=0), len(columns)), np.nan)
    for column, values in zip(table.T, columns, strict=True):
        column[: len(values)] = values
    return sign_flip_p_values(table, _word(seed, _SIGNS))


def _word(*path: int) -> int:
    """A whole number below 2**63 that belongs to these."""
    return int(np.random.SeedSequence(path).generate_state(1, np.uint64)[0] >> np.uint64(1))
