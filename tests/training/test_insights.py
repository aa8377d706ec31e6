"""Insights: they say what the rules of thumb reckon, from the observation alone, in training and in exported files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import torch
from numba import njit

import card_envs
from card_envs.agents import Decisions, load_agent
from card_envs.engine.batch import Batch
from card_envs.games import load
from card_envs.games.tausch_rausch.cards import NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.needs import levels_of, need_of
from card_envs.games.tausch_rausch.rules import FIRST_PICK, NUM_MARKETS, NUM_SLOTS
from card_envs.games.tausch_rausch.tasks import NUM_TASKS
from card_envs.games.tschau_sepp.cards import PACK_SIZE
from card_envs.games.tschau_sepp.heuristic import chance_of_a_void, next_seat
from tests.training.test_training import small
from training.export import export
from training.insights import fields_of, insight_of
from training.insights.tausch_rausch import TASKS, Trades, losses_of, needs_of
from training.insights.tschau_sepp import Voids
from training.policy import make_policy
from training.run import Run
from training.train import train


@njit
def needs(one: int, two: int) -> Any:
    """What each task lacks of a hand."""
    found = np.zeros(NUM_TASKS, np.int64)
    levels = levels_of(one, two)
    for task in range(NUM_TASKS):
        found[task] = need_of(task, one, two, levels)[0]
    return found


def lacking_of(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    one = sum(1 << kind for kind in range(NUM_KINDS) if counts[kind])
    two = sum(1 << kind for kind in range(NUM_KINDS) if counts[kind] > 1)
    found: npt.NDArray[np.int64] = needs(one, two)
    return found


def test_tausch_rausch_tells_what_tasks_lack(rng: np.random.Generator) -> None:
    pack = np.repeat(np.arange(NUM_KINDS), 2)
    hands = [np.bincount(rng.permutation(pack)[: rng.integers(0, 17)], minlength=NUM_KINDS) for _ in range(150)]
    cards = torch.tensor(np.array(hands)).float().view(-1, NUM_COLOURS, NUM_VALUES)
    needs = needs_of(cards)
    steps = torch.eye(NUM_TASKS)[:, None].expand(-1, len(hands), -1)
    without = torch.stack([losses_of(needs, step) for step in steps], -1).flatten(1, 2).numpy()
    for hand, lacking, more in zip(hands, needs.lacking.numpy(), without, strict=True):
        assert (lacking == lacking_of(hand)[TASKS]).all()
        for kind in np.flatnonzero(hand):
            less = lacking_of(hand - np.eye(NUM_KINDS, dtype=np.int64)[kind])
            assert (lacking + more[kind] == less[TASKS]).all()


def test_tausch_rausch_tells_what_the_rule_of_thumb_trades() -> None:
    game, insight = load("tausch_rausch"), Trades()
    batch, rule = Batch(game, 500, seed=5, num_players=[2, 3, 4, 3, 4] * 100), load_agent("tausch_rausch", "heuristic")
    agree: dict[str, list[bool]] = {"market": [], "one card": [], "more cards": []}
    for _ in range(60):
        chosen = rule.choose(Decisions(game, batch.observations, batch.action_masks))
        features = insight(torch.as_tensor(batch.observations.copy()).float()).detach().numpy()
        best, first = features[:, -3 * NUM_KINDS - NUM_MARKETS : -3 * NUM_KINDS], features[:, -NUM_KINDS:]
        slot = batch.observations[:, game.layout.at.slot :][:, :NUM_SLOTS]
        for row in np.flatnonzero((batch.action_masks != 0).sum(1) > 1):
            if not slot[row].any() and chosen[row] < NUM_MARKETS:
                agree["market"].append(best[row, chosen[row]] == 1)
            elif slot[row, :NUM_MARKETS].any():
                name = "one card" if slot[row, 0] else "more cards"
                agree[name].append(first[row, chosen[row] - FIRST_PICK] == 1)
        batch.step(chosen)
    assert np.mean(agree["one card"]) == 1
    assert np.mean(agree["more cards"]) > 0.9
    assert np.mean(agree["market"]) > 0.995


@njit
def voids(observation: Any, chances: Any, seats: Any) -> None:
    """The chances of the other seats, and which of them play next."""
    seat = 0
    for ahead in range(3):
        seat = next_seat(observation, seat)
        if seat == 0:
            break
        seats[ahead] = seat
    for seat in range(1, 5):
        for target in range(PACK_SIZE):
            chances[seat - 1, target] = chance_of_a_void(observation, seat, target)


def test_tschau_sepp_tells_how_likely_seats_cover() -> None:
    game, insight = load("tschau_sepp"), Voids()
    batch = Batch(game, 60, seed=2, num_players=[2, 3, 4, 5] * 15)
    for turn in range(30):
        raw = torch.as_tensor(batch.observations.copy()).float()
        chances = insight.chances(fields_of(game.layout, raw)).numpy()
        features = insight(raw).numpy()
        assert features.shape == (60, insight.size)
        for row in range(0, 60, 7):
            expected, seats = np.zeros((4, PACK_SIZE)), np.zeros(3, np.int64)
            voids(batch.observations[row], expected, seats)
            playing = np.flatnonzero(batch.observations[row][game.layout.at.hand_size + 1 :][:4]) + 1
            for seat in playing:
                assert chances[row, seat - 1] == pytest.approx(expected[seat - 1], abs=2e-4), turn
            for ahead, seat in enumerate(seats):
                void = features[row, PACK_SIZE * ahead : PACK_SIZE * (ahead + 1)]
                told = expected[seat - 1] if seat else np.zeros(PACK_SIZE)
                assert void == pytest.approx(told, abs=2e-4), turn
        batch.step(batch.random_actions())


@pytest.mark.parametrize("name", card_envs.GAMES)
def test_an_exported_policy_answers_as_the_network_with_its_insight(name: str, tmp_path: Path) -> None:
    game = load(name)
    run = Run.create(tmp_path / "run", game, small(imitation=20_000), 1)
    train(run, 1, show_progress=False)
    export(run, tmp_path / "policy.onnx")
    network = make_policy(game, run.config.hidden)
    point = run.resume_point()
    assert point is not None
    network.load_state_dict(point["policy"])
    batch = Batch(game, 50, seed=8)
    for _ in range(10):
        batch.step(batch.random_actions())
    decisions = Decisions(game, batch.observations, batch.action_masks)
    masks = batch.action_masks != 0
    with torch.no_grad():
        odds = network.get_distribution(torch.as_tensor(batch.observations.copy()), masks).distribution.probs.numpy()
    told = load_agent(name, str(tmp_path / "policy.onnx")).probabilities(decisions)  # type: ignore[attr-defined]
    assert told == pytest.approx(odds, abs=1e-4)
    assert features_size(network) == game.layout.size + insight_of(game).size


def features_size(network: Any) -> int:
    return int(network.features_dim)
