"""From imitation to a checkpoint: a teacher is learnt from, exploiters are measured, cards tell what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
import torch
from sb3_contrib import MaskablePPO

import card_envs
from card_envs.agents import Decisions, checkpoints, load_agent
from card_envs.agents.policy import PolicyPlayer
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.games import load
from tests.training.test_training import small
from training.card import card, publish
from training.card import main as card_main
from training.config import Config
from training.curve import SEED
from training.curve import main as curve_main
from training.exploit import exploit, exploiter_config
from training.exploit import main as exploit_main
from training.export import export, restore
from training.policy import features_of
from training.run import Run
from training.train import train

GAME = load("gnav")


def some_decisions(game: Game, number: int, seed: int) -> Decisions:
    """The first decisions of so many matches."""
    batch = Batch(game, number, seed=seed)
    return Decisions(game, batch.observations.copy(), batch.action_masks.copy())


@pytest.fixture(scope="module")
def imitated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Run, MaskablePPO]:
    """A run that has imitated the rule-of-thumb player, and no more."""
    config = small(imitation=60_000, hidden=[64], num_players=[2, 4])
    run = Run.create(tmp_path_factory.mktemp("imitated") / "run", GAME, config, 3)
    return run, train(run, 1, show_progress=False)


def test_imitation_learns_the_teachers_choices(imitated: tuple[Run, MaskablePPO]) -> None:
    _, model = imitated
    decisions = some_decisions(GAME, 500, 77)
    taught = load_agent("gnav", "heuristic", seed=1).choose(decisions)
    masks = decisions.action_masks != 0
    with torch.no_grad():
        odds = model.policy.get_distribution(torch.as_tensor(decisions.observations), masks).distribution.probs.numpy()
    assert odds[np.arange(500), taught].mean() > 0.7, "from 0.5 at first"
    assert len(set(taught.tolist())) == 2


def test_imitation_comes_before_the_first_step_and_is_the_first_snapshot(imitated: tuple[Run, MaskablePPO]) -> None:
    run, _ = imitated
    assert run.snapshots()[0].stem == "0" * 12
    point = run.resume_point()
    assert point is not None
    assert 0 < point["steps"] < run.config.steps


def test_the_network_centres_and_stretches_what_it_sees(imitated: tuple[Run, MaskablePPO]) -> None:
    features = features_of(imitated[1].policy)
    observations = torch.as_tensor(some_decisions(GAME, 2000, 5).observations)
    seen = features(observations)
    varied = observations.float().mul(features.scale).std(0) > 0.2
    assert seen[:, varied].std(0).mean() == pytest.approx(1, abs=0.3)
    assert seen.abs().max() <= 8


def test_an_exploiter_learns_against_the_policy_alone(tmp_path: Path) -> None:
    config = small(baselines={"random": 1.0}, share_self=0.0, share_snapshots=0.0, imitation=60_000)
    run = Run.create(tmp_path / "run", GAME, config, 1)
    results = exploit(run, 200, show_progress=False)
    (matchup,) = results.matchups
    assert (matchup.agent, matchup.field) == ("exploiter", "random")
    assert matchup.mean_reward_ci95[0] > 0, "it imitates the rule-of-thumb player, so it beats chance"
    written = json.loads((run.folder / "exploiter.json").read_text())
    assert written["matchups"][0]["mean_reward"] == matchup.mean_reward


def test_an_exploiter_is_configured_like_its_game() -> None:
    config = exploiter_config("gnav", "heuristic", 5000, {"num_players": 2, "lives": 1})
    assert (config.steps, config.teacher, config.baselines) == (5000, "heuristic", {"heuristic": 1.0})
    assert (config.share_self, config.share_snapshots, config.num_players) == (0, 0, [])
    assert config.params == {"skip_forced": True, "num_players": 2, "lives": 1}
    assert exploiter_config("tausch_rausch", "heuristic", 5000, {}).learning_rate == Config.learning_rate == 3e-4


def test_an_exploiter_of_a_policy_begins_as_its_copy(imitated: tuple[Run, MaskablePPO], tmp_path: Path) -> None:
    file = tmp_path / "policy.onnx"
    export(imitated[0], file)
    config = exploiter_config("gnav", str(file), 4000, {})
    assert (config.start, config.imitation, config.tryouts, config.hidden) == (str(file), 0, 0, [64])
    copy = train(Run.create(tmp_path / "run", GAME, small(start=str(file), hidden=[64]), 1), 1, show_progress=False)
    export(Run.open(tmp_path / "run"), tmp_path / "copy.onnx")
    assert copy.num_timesteps < 2 * config.num_envs * config.rollout, "it has learnt once at most"
    decisions = some_decisions(GAME, 300, 7)
    odds = [
        load_agent("gnav", str(name)).probabilities(decisions)  # type: ignore[attr-defined]
        for name in (file, tmp_path / "copy.onnx")
    ]
    assert np.abs(odds[0] - odds[1]).mean() < 0.05
    assert restore(load_agent("gnav", str(file))).action_net.weight.shape == (2, 64)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"start": "heuristic", "hidden": [64]}, "start takes an exported policy, got heuristic"),
        ({"start": "FILE", "hidden": [32]}, r"has hidden layers \[64\], the configuration \[32\]"),
    ],
)
def test_a_start_that_does_not_fit_is_refused(
    imitated: tuple[Run, MaskablePPO], tmp_path: Path, changes: dict[str, Any], text: str
) -> None:
    file = tmp_path / "policy.onnx"
    export(imitated[0], file)
    config = small(**{**changes, "start": changes["start"].replace("FILE", str(file))})
    with pytest.raises(ValueError, match=text):
        train(Run.create(tmp_path / "run", GAME, config, 1), 1, show_progress=False)


def test_a_checkpoint_tells_what_was_measured(
    imitated: tuple[Run, MaskablePPO], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("training.card.CHECK_DEALS", 3)
    run, _ = imitated
    folder = tmp_path / "ppo"
    with pytest.raises(ValueError, match=r"of 2,048 steps: resume it first"):
        publish(run, folder, 4, 2, 1)
    train(Run.open(run.folder), show_progress=False)
    publish(Run.open(run.folder), folder, 6, 2, 1)
    told = json.loads((folder / "results.json").read_text())
    found = [
        (evaluation["params"]["num_players"], one["agent"], one["field"], one["deals"])
        for evaluation in told["evaluations"]
        for one in evaluation["matchups"]
    ]
    assert found == [
        *((4, agent, field, 6) for agent in ("ppo", "ppo:greedy") for field in ("random", "heuristic")),
        (2, "ppo", "random", 6),
        (2, "ppo", "heuristic", 6),
        (4, "ppo", "search", 2),
        *((4, "ppo", field, 3) for field in ("heuristic", "random", "search")),
    ]
    text = (folder / "README.md").read_text()
    first = told["evaluations"][0]["matchups"][0]
    assert f"| 4 | `ppo` | `random` | {first['mean_reward']:+.3f} [" in text
    assert "python -m training.train gnav --seed 3" in text
    for command in (
        "ppo heuristic random search --deals 3",
        "ppo ppo:greedy --field random --field heuristic --deals 6 --seed 2026",
        "ppo --field random --field heuristic --deals 6 --seed 2026 --set num_players=N",
        "ppo --field search --deals 2 --seed 2026",
    ):
        assert f"`card-envs evaluate gnav {command}`" in text
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert load_agent("gnav", str(folder / "policy.onnx")).name.endswith("policy.onnx")
    assert card_main([str(folder)]) == 0
    assert (folder / "README.md").read_text() == text, "the card is made from the results alone"


def test_more_is_told_in_a_checkpoint(
    imitated: tuple[Run, MaskablePPO], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, policy = tmp_path / "ppo", export(imitated[0], tmp_path / "policy.onnx")
    agent = load_agent("gnav", str(tmp_path / "policy.onnx"))
    agent.name = "ppo"
    files = {}
    for deals, seed in ((4, SEED), (9, SEED), (3, 0)):
        files[deals] = tmp_path / f"{deals}.json"
        also = [agent, "random"] if deals == 3 else [agent]
        card_envs.evaluate("gnav", also, fields=["random"], deals=deals, seed=seed).to_json(files[deals])
    first = json.loads(files[4].read_text())
    folder.mkdir()
    body = {"format": "card-envs-checkpoint/1", "policy": policy, "evaluations": [first], "exploiter": None}
    (folder / "results.json").write_text(json.dumps(body))
    exploiter = Run.create(tmp_path / "run", GAME, small(steps=7777), 1)
    card_envs.evaluate("gnav", ["random"], fields=[agent], deals=5).to_json(exploiter.folder / "exploiter.json")
    added = ["--add", str(files[9]), str(files[3]), "--exploiter", str(exploiter.folder)]
    assert card_main([str(folder), *added]) == 0
    told = json.loads((folder / "results.json").read_text())
    assert [one["deals"] for one in told["evaluations"]] == [9, 3], "one takes the place of the same with fewer deals"
    assert [len(one["matchups"]) for one in told["evaluations"]] == [1, 1], "of others nothing is told"
    told["policy"]["config"] |= {"tryouts": 1000, "tried": [0, 2]}
    assert "1,000 decisions with tryouts where one of the actions 0 to 1 is legal" in " ".join(card(told).split())
    text = (folder / "README.md").read_text()
    assert text.index("| 9 |") < text.index("## To check") < text.index("| 3 |")
    assert "alone for 7,777 decisions" in text
    assert card_main([str(folder), "--add", str(folder / "results.json")]) == 2
    assert "is not of the format card-envs-evaluation/1" in capsys.readouterr().err


def test_an_altered_network_is_refused(imitated: tuple[Run, MaskablePPO], tmp_path: Path) -> None:
    file = tmp_path / "policy.onnx"
    export(imitated[0], file)
    model = onnx.load(str(file))
    weights = max(model.graph.initializer, key=lambda tensor: len(tensor.raw_data))
    values = np.frombuffer(weights.raw_data, np.float32).copy()
    values[: len(values) // 2] += 0.05
    weights.raw_data = values.tobytes()
    onnx.save(model, str(file))
    with pytest.raises(ValueError, match="was altered"):
        load_agent("gnav", str(file))


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["whist", "ppo"], "no game is named"),
        (["gnav", "nobody"], "no agent is called 'nobody'"),
        (["gnav", "random", "--set", "lives=99"], "lives takes a whole number"),
    ],
)
def test_an_exploiters_mistakes_are_one_line(
    arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exploit_main(arguments) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert text in err


def test_a_cards_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert card_main([str(tmp_path)]) == 2
    assert "holds no training run" in capsys.readouterr().err
    run = Run.create(tmp_path / "run", GAME, small(), 1)
    assert card_main([str(run.folder), "--search-deals", "-1"]) == 2
    assert "--search-deals takes a whole number from 0, got -1" in capsys.readouterr().err


SHIPPED = [(game, name) for game in card_envs.GAMES for name in checkpoints(load(game))]


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_shipped_checkpoint_plays_and_its_card_tells_its_results(game: str, name: str) -> None:
    agent = load_agent(game, name, seed=1)
    folder = Path(__file__).parents[2] / "checkpoints" / game / name
    assert (folder / "policy.onnx").stat().st_size <= 4_000_000
    told = json.loads((folder / "results.json").read_text())
    assert told["policy"] == agent.metadata  # type: ignore[attr-defined]
    text = (folder / "README.md").read_text()
    for evaluation in told["evaluations"]:
        for one in evaluation["matchups"]:
            assert f"`{one['agent']}` | `{one['field']}` | {one['mean_reward']:+.3f} [" in text
    sizes = {evaluation["params"]["num_players"] for evaluation in told["evaluations"]}
    assert {min(sizes), max(sizes)} <= set(agent.metadata["params"]["num_players"])  # type: ignore[attr-defined]
    for size in sizes:
        results = card_envs.evaluate(game, [agent], fields=["random"], deals=60, num_players=size)
        assert results.matchups[0].mean_reward_ci95[0] > 0


@pytest.mark.parametrize(("game", "name"), SHIPPED)
def test_a_shipped_checkpoint_can_be_trained_further(game: str, name: str) -> None:
    agent = load_agent(game, name)
    assert isinstance(agent, PolicyPlayer)
    decisions = some_decisions(agent.game, 200, 3)
    observations, masks = torch.as_tensor(decisions.observations), decisions.action_masks != 0
    network = restore(agent)
    with torch.no_grad():
        odds = network.get_distribution(observations, masks).distribution.probs
        values = network.predict_values(observations)[:, 0]
    assert np.allclose(odds, agent.probabilities(decisions), atol=1e-4)
    assert np.allclose(values, agent.evaluate(decisions)[1], atol=1e-4)


def test_curves_of_runs_are_drawn(
    imitated: tuple[Run, MaskablePPO], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(imitated[0].folder)
    assert curve_main([folder, folder, "-o", str(tmp_path / "curves.png"), "--deals", "20"]) == 0
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("run: 0 steps, mean reward ")
    assert len(lines) == 2 * len(imitated[0].snapshots())
    assert curve_main([str(tmp_path), "-o", str(tmp_path / "none.png")]) == 2
    assert "holds no training run" in capsys.readouterr().err
