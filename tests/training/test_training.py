"""Training: the vector environment keeps SB3's contract, runs resume, policies are exported and played."""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import onnx
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

import card_envs
from card_envs.agents import Agent, Decisions, load_agent
from card_envs.engine.batch import Batch
from card_envs.envs.opponents import WeightedOpponents
from card_envs.games import load
from training.config import Config, config_file, make_config, read_config
from training.export import export
from training.export import main as export_main
from training.pool import Pool
from training.run import Run
from training.train import main as train_main
from training.train import train
from training.vec_env import CardVecEnv

GAME = load("gnav")
SMALL = {
    "steps": 2048,
    "imitation": 0,
    "num_envs": 64,
    "rollout": 8,
    "batch_size": 256,
    "epochs": 2,
    "hidden": [16, 16],
    "snapshot_every": 1,
}


def small(**changes: object) -> Config:
    return make_config({**SMALL, **changes})


def vec_env(count: int = 64, seed: int = 1) -> CardVecEnv:
    agents: Sequence[Agent] = [load_agent("gnav", "random", seed=3)]
    return CardVecEnv(GAME, Batch(GAME, count, seed=seed), WeightedOpponents(agents, [1.0]), seed=seed)


def legal(env: CardVecEnv, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    chosen: npt.NDArray[np.int64] = (rng.random((env.num_envs, 2)) * env.action_masks()).argmax(1)
    return chosen


def test_vec_env_keeps_the_contract(rng: np.random.Generator) -> None:
    env = vec_env()
    observations = env.reset()
    lengths, ended = np.zeros(64, int), 0
    for _ in range(60):
        assert observations.dtype == np.uint8
        assert observations.shape == (64, GAME.layout.size)
        kept = observations.copy()
        env.step_async(legal(env, rng))
        following, rewards, dones, infos = env.step_wait()
        assert (observations == kept).all(), "observations of the last step must not change"
        assert not np.shares_memory(observations, following)
        observations = following
        assert rewards.dtype == np.float32
        assert dones.dtype == np.bool_
        assert not rewards[~dones].any()
        lengths += 1
        for place, info in enumerate(infos):
            assert bool(info) == dones[place]
            if dones[place]:
                assert info["episode"]["r"] == pytest.approx(float(rewards[place]))
                assert info["episode"]["l"] == lengths[place]
                assert info["TimeLimit.truncated"] is False
                assert info["terminal_observation"].shape == (GAME.layout.size,)
                assert 1 <= info["placement"] <= 4
                lengths[place] = 0
                ended += 1
    assert ended > 60


def test_masks_reach_the_learner() -> None:
    env = vec_env()
    env.reset()
    assert is_masking_supported(env)
    assert get_action_masks(env).shape == (64, 2)
    assert env.get_attr("num_envs") == [64] * 64
    assert env.env_is_wrapped(object) == [False] * 64


def test_the_observation_is_the_learners() -> None:
    env = vec_env()
    env.reset()
    seats = env.tables.batch.seats
    assert (seats == env.tables.learner).all()
    assert set(seats.tolist()) == {0, 1, 2, 3}


def test_pool_draws_by_its_shares(tmp_path: Path) -> None:
    config = small(share_self=0.5, share_snapshots=0.3, baselines={"random": 1.0, "heuristic": 3.0})
    run = Run.create(tmp_path / "run", GAME, config, 1)
    model = train(run, show_progress=False)
    pool = Pool(GAME, config, 1)
    pool.follow(model.policy)
    rng = np.random.default_rng(1)
    drawn = pool.draw(rng, 20_000, 3)
    names = [agent.name for agent in pool.agents]
    assert names[:3] == ["self", "random", "heuristic"]
    shares = np.bincount(drawn.ravel(), minlength=len(names)) / drawn.size
    assert shares[:3] == pytest.approx([0.8, 0.05, 0.15], abs=0.01)  # no snapshot yet
    pool.play_snapshots(run.snapshots())
    drawn = pool.draw(rng, 20_000, 3)
    names = [agent.name for agent in pool.agents]
    shares = np.bincount(drawn.ravel(), minlength=len(names)) / drawn.size
    assert shares == pytest.approx([0.5, 0.05, 0.15, 0.15, 0.15], abs=0.01)
    assert names[3] == run.snapshots()[-1].stem


def test_a_run_is_reproducible(tmp_path: Path) -> None:
    weights = []
    for number in range(2):
        model = train(Run.create(tmp_path / str(number), GAME, small(), 5), show_progress=False)
        weights.append(torch.cat([value.flatten() for value in model.policy.state_dict().values()]))
    assert torch.equal(*weights)
    other = train(Run.create(tmp_path / "other", GAME, small(), 6), show_progress=False)
    assert not torch.equal(weights[0], torch.cat([v.flatten() for v in other.policy.state_dict().values()]))


def test_stop_after_gives_the_same_beginning(tmp_path: Path) -> None:
    curves = []
    for folder, stop_after in (("whole", None), ("part", 1024)):
        train(Run.create(tmp_path / folder, GAME, small(), 5), stop_after, show_progress=False)
        curves.append((tmp_path / folder / "log" / "progress.csv").read_text().splitlines())
    head = curves[0][0].split(",")
    steady = [column for column, name in enumerate(head) if "fps" not in name and "time_elapsed" not in name]
    rows = [[[row.split(",")[column] for column in steady] for row in curve] for curve in curves]
    assert len(rows[1]) > 1
    assert rows[1] == rows[0][: len(rows[1])]


def test_a_killed_run_resumes_and_finishes(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    config = tmp_path / "small.toml"
    lines = [f"{name} = {value}" for name, value in {**SMALL, "steps": 40_960, "hidden": [8]}.items()]
    config.write_text("\n".join(lines))
    command = [sys.executable, "-m", "training.train"]
    process = subprocess.Popen(
        [*command, "gnav", "--config", str(config), "--out", str(folder)], stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 120
    while len(list(folder.glob("snapshots/*.pt"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    kept = Run.open(folder).resume_point()
    assert kept is not None
    assert 0 < kept["steps"] < 40_960
    done = subprocess.run([*command, "--resume", str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    point = Run.open(folder).resume_point()
    assert point is not None
    assert point["steps"] >= 40_960
    assert point["updates"] >= 40_960 // 512
    assert not list(folder.rglob(".*.pt.*")), "no half-written file is left by the resumed run"


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path, MaskablePPO]:
    folder = tmp_path_factory.mktemp("exported")
    model = train(Run.create(folder / "run", GAME, small(num_players=[2, 4, 8]), 3), show_progress=False)
    file = folder / "policy.onnx"
    export(Run.open(folder / "run"), file)
    return folder / "run", file, model


def test_the_exported_policy_is_the_trained_one(exported: tuple[Path, Path, MaskablePPO]) -> None:
    _, file, model = exported
    batch = card_envs.batch("gnav", 33, seed=9, num_players=5)
    agent = load_agent("gnav", str(file), seed=1)
    decisions = Decisions(GAME, batch.observations.copy(), batch.action_masks)
    logits, values = agent.evaluate(decisions)  # type: ignore[attr-defined]
    with torch.no_grad():
        distribution = model.policy.get_distribution(torch.as_tensor(decisions.observations), batch.action_masks != 0)
        expected = model.policy.predict_values(torch.as_tensor(decisions.observations))
    probabilities = np.exp(logits - np.logaddexp.reduce(logits, 1, keepdims=True))
    assert probabilities == pytest.approx(distribution.distribution.probs.numpy(), abs=1e-5)
    assert values == pytest.approx(expected[:, 0].numpy(), abs=1e-5)


def test_the_exported_file_tells_nothing_of_the_machine(exported: tuple[Path, Path, MaskablePPO]) -> None:
    assert b'File "' not in exported[1].read_bytes(), "the exporter's traces of the code"


def test_it_plays_samples_and_takes_its_best(exported: tuple[Path, Path, MaskablePPO]) -> None:
    _, file, _ = exported
    env = card_envs.make("gnav")
    env.reset(seed=1)
    greedy = load_agent("gnav", f"{file}:greedy")
    assert len({greedy.act(env) for _ in range(20)}) == 1
    sampling = load_agent("gnav", str(file), seed=4)
    assert len({sampling.act(env) for _ in range(200)}) == 2
    copied = pickle.loads(pickle.dumps(sampling))
    assert [copied.act(env) for _ in range(20)] == [sampling.act(env) for _ in range(20)]
    results = card_envs.evaluate("gnav", [str(file), "random"], deals=5, num_players=7)
    assert results.matchups[0].agent == str(file)
    metadata = greedy.metadata  # type: ignore[attr-defined]
    assert metadata["game"] == "gnav"
    assert metadata["layout"] == GAME.layout.digest
    assert metadata["steps"] >= 2048


def test_a_foreign_or_broken_file_is_refused(exported: tuple[Path, Path, MaskablePPO], tmp_path: Path) -> None:
    _, file, _ = exported
    data = file.read_bytes()
    bad = tmp_path / "bad.onnx"
    for content in (b"", b"not a policy", data[: len(data) // 2], pickle.dumps({"a": 1})):
        bad.write_bytes(content)
        with pytest.raises(ValueError, match=r"bad\.onnx is"):
            load_agent("gnav", str(bad))
    for key, value in (("game", "whist"), ("version", 3), ("layout", "0123")):
        model = onnx.load_model_from_string(data)
        for entry in model.metadata_props:
            if entry.key == "card_envs":
                entry.value = json.dumps({**json.loads(entry.value), key: value})
        bad.write_bytes(model.SerializeToString())
        with pytest.raises(ValueError, match=f"was trained for {key} {value}, not"):
            load_agent("gnav", str(bad))
    model = onnx.load_model_from_string(data)
    del model.metadata_props[:]
    bad.write_bytes(model.SerializeToString())
    with pytest.raises(ValueError, match="no policy exported"):
        load_agent("gnav", str(bad))


def test_export_refuses_a_run_of_a_changed_game(exported: tuple[Path, Path, MaskablePPO], tmp_path: Path) -> None:
    folder, _, _ = exported
    told = json.loads((folder / "run.json").read_text())
    for key, value in (("version", 7), ("layout", "ffff")):
        (tmp_path / "run.json").write_text(json.dumps({**told, key: value}))
        with pytest.raises(ValueError, match=f"with {key} {value}"):
            Run.open(tmp_path)


def test_mistakes_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = Run.create(tmp_path / "run", GAME, small(), 1)
    for arguments, text in (
        (["whist"], "no game is named"),
        ([], "name a game"),
        (["gnav", "--out", str(run.folder)], "holds a run already"),
        (["gnav", "--config", str(tmp_path / "none.toml")], "no config can be read"),
        (["--resume", str(tmp_path)], "holds no training run"),
    ):
        assert train_main(arguments) == 2
        err = capsys.readouterr().err
        assert len(err.splitlines()) == 1
        assert text in err
    assert export_main([str(run.folder), "-o", str(tmp_path / "p.onnx")]) == 2
    assert "no snapshot yet" in capsys.readouterr().err
    assert export_main([str(run.folder), "-o", str(tmp_path / "p.zip")]) == 2


def test_configs(tmp_path: Path) -> None:
    for name in card_envs.GAMES:
        read_config(config_file(name))
    with pytest.raises(ValueError, match="unknown config value step"):
        make_config({"step": 3})
    with pytest.raises(TypeError, match="steps takes a int, got 'x'"):
        make_config({"steps": "x"})
    with pytest.raises(ValueError, match="share_self"):
        make_config({"share_self": 0.9, "share_snapshots": 0.4})
    with pytest.raises(ValueError, match="tryouts of one turn need a value"):
        make_config({"tryouts": 10, "one_turn": True, "imitation": 0})
    with pytest.raises(ValueError, match=r"temperature takes a number from 0, got -0\.1"):
        make_config({"temperature": -0.1})
    for wrong in ([5], [5, 5], [-1, 4], [1, 2, 3]):
        with pytest.raises(ValueError, match="tried takes two actions"):
            make_config({"tried": wrong})
    bad = tmp_path / "bad.toml"
    bad.write_text("steps = ")
    with pytest.raises(ValueError, match="no TOML"):
        read_config(bad)


def test_a_run_takes_values_of_its_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "run"
    changes = [f"{name}={value}" for name, value in SMALL.items()]
    assert train_main(["gnav", "--out", str(out), *(word for change in changes for word in ("--set", change))]) == 0
    assert Run.open(out).config == read_config(config_file("gnav"), **SMALL)
    capsys.readouterr()
    for text, message in (("steps", "--set takes NAME=VALUE"), ("step=1", "unknown config value step")):
        assert train_main(["gnav", "--out", str(tmp_path / "other"), "--set", text]) == 2
        assert message in capsys.readouterr().err
