"""Evaluation: every deal in every seating, the deal as the unit, intervals that can be believed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import card_envs
from card_envs.agents import Decisions, load_agent
from card_envs.evaluation.intervals import mean_interval, student_quantile

# From published tables of Student's t, two-sided 95 %.
TABLE = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764, 5: 2.5706, 10: 2.2281, 30: 2.0423, 120: 1.9799}


def test_student_quantiles() -> None:
    for degrees, quantile in TABLE.items():
        assert student_quantile(0.975, degrees) == pytest.approx(quantile, abs=6e-5)


def test_intervals_cover_the_mean_as_often_as_they_say(rng: np.random.Generator) -> None:
    covered = 0
    for _ in range(2000):
        _, (low, high) = mean_interval(rng.exponential(size=40))
        covered += low <= 1 <= high
    assert 0.90 < covered / 2000 < 0.96  # skewed values: a little less than they say


def test_intervals_cover_the_mean_of_discrete_values(rng: np.random.Generator) -> None:
    """Rewards of one seat in four, averaged over four seatings, as deals give them."""
    covered = 0
    for _ in range(2000):
        wins = rng.random((40, 4)) < 0.25
        _, (low, high) = mean_interval((wins * 4 / 3 - 1 / 3).mean(1))
        covered += low <= 0 <= high
    assert 0.93 < covered / 2000 < 0.97


def test_the_heuristic_beats_random(name: str) -> None:
    results = card_envs.evaluate(name, ["heuristic", "random"], deals=120, seed=1, num_threads=2)
    one, two = results.matchups
    assert (one.agent, one.field, two.agent, two.field) == ("heuristic", "random", "random", "heuristic")
    assert one.mean_reward_ci95[0] > 0
    assert two.mean_reward_ci95[1] < 0
    players = results.params["num_players"]
    assert one.matches == 120 * players
    assert one.win_share_ci95[0] > 1 / players > two.win_share_ci95[1]
    assert 1 <= one.mean_placement < two.mean_placement <= players


def test_results_do_not_depend_on_threads_and_can_be_had_again() -> None:
    runs = [
        card_envs.evaluate("gnav", ["random", "heuristic"], deals=60, seed=4, num_threads=threads, num_players=3)
        for threads in (1, 2, 1)
    ]
    assert len({run.to_json() for run in runs}) == 1
    assert card_envs.evaluate("gnav", ["random", "heuristic"], deals=60, seed=5).to_json() != runs[0].to_json()


def test_the_same_player_everywhere_gets_a_fair_share() -> None:
    results = card_envs.evaluate("gnav", ["random", "random"], deals=500, seed=2)
    for matchup in results.matchups:
        assert matchup.win_share_ci95[0] < 0.25 < matchup.win_share_ci95[1]


def test_a_deterministic_player_against_itself_differs_by_nothing() -> None:
    """All seatings of a deal are then one match, so each deal's mean is the fair share to the digit."""
    results = card_envs.evaluate("gnav", ["heuristic", "heuristic"], deals=50, seed=2)
    for matchup in results.matchups:
        assert matchup.win_share == pytest.approx(0.25)
        assert matchup.win_share_ci95 == pytest.approx((0.25, 0.25))


def test_json_and_table(tmp_path: Path) -> None:
    results = card_envs.evaluate("gnav", ["random", "heuristic"], deals=10)
    text = results.to_json(tmp_path / "new" / "results.json")
    assert json.loads((tmp_path / "new" / "results.json").read_text()) == json.loads(text)
    body = json.loads(text)
    assert body["format"] == "card-envs-evaluation/1"
    assert set(body) >= {"game", "params", "deals", "seed", "matchups"}
    keys = {"agent", "field", "deals", "matches", "mean_reward", "mean_reward_ci95", "win_share", "win_share_ci95"}
    assert set(body["matchups"][0]) >= {*keys, "mean_placement"}
    assert "3 x heuristic" in str(results)
    assert [file.name for file in (tmp_path / "new").iterdir()] == ["results.json"]


def test_mistakes_are_named() -> None:
    with pytest.raises(ValueError, match="at least two agents, got 1"):
        card_envs.evaluate("gnav", ["random"])
    with pytest.raises(ValueError, match="deals takes a whole number from 2, got 1"):
        card_envs.evaluate("gnav", ["random", "heuristic"], deals=1)
    with pytest.raises(ValueError, match="no agent is called 'clever'"):
        card_envs.evaluate("gnav", ["random", "clever"])
    with pytest.raises(TypeError, match="unknown parameter life"):
        card_envs.evaluate("gnav", ["random", "heuristic"], life=3)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    from card_envs.evaluation import evaluate

    evaluate("gnav", ["random", "heuristic"], deals=5, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (10, 10)


def test_agents_act_on_envs_observations_and_many_at_once(name: str) -> None:
    env = card_envs.make(name)
    batch = card_envs.batch(name, 20, seed=3)
    for spec in ("random", "heuristic"):
        agent = load_agent(name, spec, seed=1)
        assert agent.name == spec
        for seed in range(5):
            env.reset(seed=seed)
            observation = env.last()[0]
            assert observation["action_mask"][agent.act(env)]
            assert observation["action_mask"][agent.act(observation)]
        decisions = Decisions(batch.game, batch.observations, batch.action_masks)
        agent.seed(7)
        chosen = agent.choose(decisions)
        assert batch.action_masks[np.arange(20), chosen].all()
        agent.seed(7)
        assert (agent.choose(decisions) == chosen).all()
        idle = env.observe(env.possible_agents[env.unwrapped.match.seat - 1])
        with pytest.raises(ValueError, match="no action is legal"):
            agent.act(idle)
        with pytest.raises(TypeError, match="act takes an environment"):
            agent.act(3)
        with pytest.raises(ValueError, match="has observations of shape"):
            agent.act({"observation": np.zeros(3), "action_mask": np.ones(2)})
