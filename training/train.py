"""Train a policy by self-play: `python -m training.train GAME [--steps N] [--seed S] [--out DIR] …`.

MaskablePPO learns one seat of every match; the others are its current self, snapshots of it, and the baselines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

import card_envs
from card_envs.agents import load_agent
from card_envs.agents.policy import PolicyPlayer
from card_envs.engine.batch import Batch
from card_envs.games import load
from training.config import Config, config_file, parse_changes, read_config
from training.export import restore
from training.imitation import imitate
from training.learner import Learner
from training.policy import Policy, policy_arguments
from training.pool import Pool
from training.progress import Progress
from training.run import Run
from training.vec_env import CardVecEnv


class _StopError(Exception):
    """The steps asked for are done, between two updates."""


class Watch(BaseCallback):
    """Takes snapshots, anneals the entropy, tells the progress, and stops where the run is to stop."""

    def __init__(self, run: Run, pool: Pool, stop_after: int, progress: Progress) -> None:
        super().__init__()
        self._run, self._pool, self._progress = run, pool, progress
        self._stop_after = stop_after
        self._updates = 0

    def _on_training_start(self) -> None:
        self._updates = _updates(self.model)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._stop_after:
            raise _StopError
        config = self._run.config
        left = self.model._current_progress_remaining
        self.model.ent_coef = config.final_entropy + left * (config.entropy - config.final_entropy)  # type: ignore[attr-defined]
        if _updates(self.model) - self._updates >= config.snapshot_every:
            self._updates = _updates(self.model)
            self.take_snapshot()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        recent = [info["r"] for info in self.model.ep_info_buffer or ()]
        self._progress.show(self.num_timesteps, float(np.mean(recent)) if recent else 0.0)

    def take_snapshot(self) -> None:
        """Save the policy, and let it and others play from now on."""
        policy = self.model.policy
        self._run.save_snapshot(
            self.num_timesteps, policy.state_dict(), policy.optimizer.state_dict(), _updates(self.model)
        )
        self._pool.play_snapshots(self._run.snapshots())


def train(run: Run, stop_after: int | None = None, show_progress: bool = True) -> Learner:
    """Train a run from its beginning or from where it was left, to its end or to `stop_after` steps."""
    config, point = run.config, run.resume_point()
    done = 0 if point is None else int(point["steps"])
    end = min(config.steps, stop_after or config.steps)
    seed = int(np.random.SeedSequence([run.seed, done]).generate_state(1)[0]) % 2**31
    torch.set_num_threads(config.torch_threads)
    model, pool = _learner(run, seed, config.tryouts if done < config.tryouts else 0)
    if point is not None:
        model.policy.load_state_dict(point["policy"])
        model.policy.optimizer.load_state_dict(point["optimizer"])
        model.num_timesteps, model._n_updates = done, int(point["updates"]) * config.epochs
        pool.play_snapshots(run.snapshots())
    if done >= end:
        return model
    with Progress(end, done, enabled=show_progress) as progress:
        watch = Watch(run, pool, end, progress)
        watch.init_callback(model)
        if point is None and config.start:
            model.policy.load_state_dict(_start(run).state_dict())
        elif point is None and config.imitation:
            teacher = load_agent(run.game.name, config.teacher, seed=seed)
            imitate(model, teacher, config, progress.imitating)
            watch.take_snapshot()
        with suppress(_StopError):
            model.learn(config.steps - done, callback=watch, reset_num_timesteps=False)
        watch.take_snapshot()
    return model


def _start(run: Run) -> MaskableActorCriticPolicy:
    """The network that the run begins with; `ValueError` when it is of another shape, or no network at all."""
    player = load_agent(run.game.name, run.config.start)
    if not isinstance(player, PolicyPlayer):
        raise ValueError(f"start takes an exported policy, got {run.config.start}")
    if (hidden := player.metadata["config"]["hidden"]) != run.config.hidden:
        raise ValueError(f"{run.config.start} has hidden layers {hidden}, the configuration {run.config.hidden}")
    return restore(player)


def _learner(run: Run, seed: int, tryouts: int) -> tuple[Learner, Pool]:
    """The learner, and the pool that plays against it."""
    game, config = run.game, run.config
    batch = Batch(game, config.num_envs, seed=seed, num_threads=config.num_threads, **_rules(config))
    pool = Pool(game, config, seed)
    env = CardVecEnv(game, batch, pool, seed=seed)
    model = Learner(
        Policy,
        env,
        learning_rate=_falling(config.learning_rate, config.final_learning_rate),
        n_steps=config.rollout,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        gamma=1.0,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=config.entropy,
        policy_kwargs=policy_arguments(game, config.hidden),
        seed=seed,
        device="cpu",
        tryouts=tryouts,
        one_turn=config.one_turn,
        temperature=config.temperature,
        tried=config.tried,
        teacher=load_agent(game.name, config.teacher, seed=seed) if tryouts and config.tried else None,
        num_threads=config.num_threads,
    )
    pool.follow(model.policy)
    model.set_logger(configure(str(run.folder / "log"), ["csv", "tensorboard"]))
    return model, pool


def _rules(config: Config) -> dict[str, Any]:
    """The parameters of the matches; table sizes are spread evenly."""
    if not config.num_players:
        return config.params
    sizes = np.resize(config.num_players, config.num_envs).tolist()
    return {**config.params, "num_players": sizes}


def _falling(first: float, last: float) -> Callable[[float], float]:
    """A straight line from the first value to the last, over the share of the run that is left."""
    return lambda left: last + left * (first - last)


def _updates(model: Any) -> int:
    """How many rollouts the model has learnt from."""
    return int(model._n_updates) // int(model.n_epochs)


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 and one line for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m training.train", description="Train a policy by self-play.")
    parser.add_argument("game", nargs="?", help=f"one of {', '.join(card_envs.GAMES)}; not with --resume")
    parser.add_argument("--steps", type=int, help="decisions of the learner in all; schedules span them")
    parser.add_argument("--stop-after", type=int, help="end earlier, after so many decisions")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, help="the folder of the run (default runs/GAME)")
    parser.add_argument("--config", type=Path, help="a TOML file (default training/configs/GAME.toml)")
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a value of the configuration, as in the file; can be repeated",
    )
    parser.add_argument("--resume", type=Path, metavar="DIR", help="go on with the run in this folder")
    options = parser.parse_args(arguments)
    try:
        run = Run.open(options.resume) if options.resume else _new_run(options)
        train(run, options.stop_after)
    except (ValueError, TypeError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped; go on with --resume {options.resume or options.out or f'runs/{options.game}'}")
        return 130
    print(f"trained; export it with: python -m training.export {run.folder} -o policy.onnx")
    return 0


def _new_run(options: argparse.Namespace) -> Run:
    if options.game is None:
        raise ValueError(f"name a game ({', '.join(card_envs.GAMES)}), or a run with --resume DIR")
    game = load(options.game)
    changes = parse_changes(options.settings)
    if options.steps is not None:
        changes["steps"] = options.steps
    config = read_config(options.config or config_file(game.name), **changes)
    return Run.create(options.out or Path("runs") / game.name, game, config, options.seed)


if __name__ == "__main__":
    sys.exit(main())
