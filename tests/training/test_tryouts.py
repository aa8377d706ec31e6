"""Tryouts: what every action of a decision would win, and a learner that goes by that."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
import torch
from sb3_contrib.common.envs import InvalidActionEnvDiscrete

import card_envs
from card_envs.agents import Decisions, load_agent
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.games import load
from tests.training.test_training import small, vec_env
from training.learner import Learner
from training.policy import NetworkPlayer, Policy, policy_arguments
from training.run import Run
from training.train import train
from training.tryouts import Tryouts

GAME = load("gnav")


@pytest.mark.parametrize("name", card_envs.GAMES)
def test_tryouts_are_bounded_seeded_and_leave_the_matches_alone(name: str) -> None:
    batch = Batch(load(name), 40, seed=3)
    before = batch.states.copy()
    ones = [Tryouts(batch, 2, 5, threads) for threads in (1, 2)]
    for one in ones:
        one.note()
        one.note()
    assert (batch.states == before).all()
    gains = ones[0].gains
    assert np.abs(gains).max() <= 1
    assert (gains[:, batch.action_masks == 0] == 0).all()
    assert gains[:, batch.action_masks != 0].any()
    assert (gains == ones[1].gains).all(), "threads make no difference"


def test_a_tryout_of_one_turn_wins_what_the_value_says_of_the_seats_next_turn() -> None:
    game = load("tschau_sepp")
    asked: list[npt.NDArray[np.uint8]] = []

    def value(observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        asked.append(observations.copy())
        return np.linspace(0.2, 0.3, len(observations), dtype=np.float32)

    batch = Batch(game, 300, seed=3, skip_forced=True)
    for _ in range(12):  # so that some matches end before the seat's next turn
        batch.step(batch.random_actions())
    tryouts = Tryouts(batch, 1, 5, value=value)
    tryouts.note()
    gains, legal, at = tryouts.gains[0], batch.action_masks != 0, game.layout.at
    seen = np.concatenate(asked)
    before = np.repeat(batch.observations, legal.sum(1), axis=0)
    unsettled = (gains[legal] >= 0.2) & (gains[legal] <= 0.3)
    assert len(seen) == unsettled.sum() > 0, "each is asked for once"
    assert (gains[legal][unsettled] == np.linspace(0.2, 0.3, len(seen), dtype=np.float32)).all()
    assert (seen[:, at.to_act] == 1).all()
    assert (turns(game, seen) > turns(game, before[unsettled])).all()
    settled = gains[legal][~unsettled]
    assert np.abs(settled).max() == 1, "matches that ended"
    assert (gains[~legal] == 0).all()


def test_tryouts_may_be_made_of_some_decisions_only() -> None:
    game = load("tausch_rausch")
    batch, player = Batch(game, 60, seed=2, skip_forced=True), load_agent("tausch_rausch", "heuristic", seed=1)
    every, some = Tryouts(batch, 1, 4), Tryouts(batch, 1, 4, where=(5, 10))
    tried = []
    for _ in range(40):
        every.note()
        some.note()
        assert (some.tried[0] == batch.action_masks[:, 5:10].any(1)).all()
        assert every.tried.all()
        assert (some.gains[0] == np.where(some.tried[0][:, None], every.gains[0], 0)).all()
        tried.append(some.tried[0].mean())
        batch.step(player.choose(Decisions(game, batch.observations, batch.action_masks)))
    assert 0.05 < np.mean(tried) < 0.3


def turns(game: Game, observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """How many turns have ended, as the observations tell, int64 (M,)."""
    high, low = (observations[:, game.layout.at.turns + place].astype(np.int64) for place in range(2))
    return 256 * high + low


@pytest.mark.parametrize("name", card_envs.GAMES)
def test_the_rule_of_thumb_gains_by_its_own_choice(name: str) -> None:
    """Played on by the rule of thumb, its choices win what equal players win, others less."""
    game = load(name)
    batch, player = Batch(game, 800, seed=4, skip_forced=True), load_agent(name, "heuristic", seed=1)
    tryouts = Tryouts(batch, 1, 1)
    own, others = [], []
    for _ in range(25):
        tryouts.note()
        chosen = player.choose(Decisions(game, batch.observations, batch.action_masks))
        gains, legal = tryouts.gains[0], batch.action_masks != 0
        own.append(gains[np.arange(800), chosen].mean())
        others.append((gains.sum(1) / legal.sum(1)).mean())
        batch.step(chosen)
    assert np.mean(own) > np.mean(others) + 0.002
    assert abs(np.mean(own)) < 0.12, (np.mean(own), np.mean(others))


@pytest.mark.parametrize("temperature", [0.0, 0.05])
def test_a_learner_gets_better_by_tryouts_alone(temperature: float, tmp_path: Path) -> None:
    learns = {"learning_rate": 3e-3, "temperature": temperature}
    config = small(steps=100_000, tryouts=100_000, num_envs=256, hidden=[64], **learns)
    run = Run.create(tmp_path / "run", GAME, config, 1)
    model = train(run, show_progress=False)
    results = card_envs.evaluate(
        "gnav", [NetworkPlayer(GAME, "learner", model.policy)], fields=["heuristic"], deals=600
    )
    first = card_envs.evaluate("gnav", ["random"], fields=["heuristic"], deals=600)
    assert results.matchups[0].mean_reward_ci95[0] > first.matchups[0].mean_reward_ci95[1] + 0.1


def test_a_learner_gets_better_by_tryouts_of_one_turn_and_keeps_its_value(tmp_path: Path) -> None:
    learns = {"imitation": 100_000, "teacher": "random", "imitation_rate": 3e-3, "learning_rate": 3e-3}
    config = small(steps=61_440, tryouts=61_440, one_turn=True, num_envs=256, hidden=[64], **learns)
    run = Run.create(tmp_path / "run", GAME, config, 1)
    model = train(run, show_progress=False)
    first, last = (torch.load(path, weights_only=True) for path in run.snapshots()[:: len(run.snapshots()) - 1])
    assert (first["value_net.weight"] == last["value_net.weight"]).all()
    players = ["random", NetworkPlayer(GAME, "learner", model.policy)]
    results = card_envs.evaluate("gnav", players, fields=["heuristic"], deals=600)
    before, after = (one.mean_reward_ci95 for one in results.matchups)
    assert after[0] > before[1] + 0.05


def test_logits_that_tell_what_actions_win_need_no_correction() -> None:
    learner = Learner(Policy, vec_env(), tryouts=100, temperature=0.05, policy_kwargs=policy_arguments(GAME, [8]))
    masks = torch.tensor([[1.0, 1.0], [1.0, 0.0]])
    gains = torch.tensor([[0.3, 0.1], [0.7, 0.0]])
    right = torch.tensor([[9.0, 5.0], [1.0, -1e8]])
    assert learner._misjudged(right, masks, gains) == pytest.approx(0, abs=1e-9), "a difference of 4 units, or none"
    wrong = torch.tensor([[5.0, 9.0], [1.0, -1e8]])
    assert learner._misjudged(wrong, masks, gains) == pytest.approx(2 * 0.2**2 / 2 / 0.05)


def test_fitted_logits_are_made_sharper_once_when_tryouts_are_over(tmp_path: Path) -> None:
    stays = {"learning_rate": 0.0, "final_learning_rate": 0.0}
    config = small(steps=4096, tryouts=2048, temperature=0.05, **stays)
    run = Run.create(tmp_path / "run", GAME, config, 1)
    train(run, 2048, show_progress=False)
    train(Run.open(run.folder), show_progress=False)
    snapshots = [torch.load(path, weights_only=True) for path in run.snapshots()]
    sizes = [float(snapshot["action_net.weight"].abs().sum()) for snapshot in snapshots]
    assert sizes == sorted(sizes)
    assert sizes[-1] == pytest.approx(4 * sizes[0])
    assert len(set(sizes)) == 2


def test_where_nothing_is_tried_the_teacher_is_imitated(tmp_path: Path) -> None:
    game = load("tausch_rausch")
    learns = {"tried": [5, 10], "temperature": 0.01, "hidden": [64], "learning_rate": 3e-3, "epochs": 8}
    table = {"num_envs": 256, "rollout": 32, "share_self": 0.0, "share_snapshots": 0.0}
    run = Run.create(tmp_path / "run", game, small(steps=16_384, tryouts=16_384, **learns, **table), 1)
    model = train(run, show_progress=False)
    learner, teacher = NetworkPlayer(game, "learner", model.policy), load_agent("tausch_rausch", "heuristic", seed=1)
    batch = Batch(game, 200, seed=5, skip_forced=True)
    same, tasks = [], []
    for _ in range(30):
        seen = Decisions(game, batch.observations.copy(), batch.action_masks)
        chosen = teacher.choose(seen)
        same.append(learner.choose(seen) == chosen)
        tasks.append(batch.action_masks[:, 5:10].any(1))
        batch.step(chosen)
    assert np.mean(np.array(same)[~np.array(tasks)]) > 0.5


def test_a_rollout_in_which_nothing_is_tried_teaches_nothing() -> None:
    learner = Learner(
        Policy, vec_env(4), n_steps=1, tryouts=4, temperature=0.1, policy_kwargs=policy_arguments(GAME, [8])
    )
    learner.get_env().tryouts = Tryouts(learner.get_env().tables.batch, 1, 1)
    before = [weights.clone() for weights in learner.policy.mlp_extractor.parameters()]
    learner._learn_from_tryouts()
    assert all((old == new).all() for old, new in zip(before, learner.policy.mlp_extractor.parameters(), strict=True))


def test_decisions_that_are_not_tried_need_a_teacher() -> None:
    with pytest.raises(TypeError, match="decisions that are not tried need a teacher"):
        Learner(Policy, vec_env(), tryouts=100, tried=(0, 1), policy_kwargs=policy_arguments(GAME, [8]))


def test_only_actions_of_the_game_are_tried(tmp_path: Path) -> None:
    run = Run.create(tmp_path / "run", GAME, small(tryouts=100, tried=[1, 3]), 1)
    with pytest.raises(ValueError, match="tried ends at 3, and the game has 2 actions"):
        train(run, show_progress=False)


def test_tryouts_end_where_they_are_to_end_and_a_run_resumes_on_either_side(tmp_path: Path) -> None:
    config = small(steps=4096, tryouts=1500, snapshot_every=1)
    run = Run.create(tmp_path / "run", GAME, config, 1)
    model = train(run, 1024, show_progress=False)
    assert model.get_env().tryouts is not None
    assert "tryouts/mean_gain" in (run.folder / "log" / "progress.csv").read_text()
    model = train(Run.open(run.folder), 2048, show_progress=False)
    assert model.get_env().tryouts is None
    assert model.num_timesteps >= 2048
    model = train(Run.open(run.folder), show_progress=False)
    assert model.num_timesteps >= 4096


def test_tryouts_need_matches_of_the_batch_engine() -> None:
    with pytest.raises(TypeError, match="tryouts need matches of the batch engine"):
        Learner("MlpPolicy", InvalidActionEnvDiscrete(dim=4), tryouts=100)
