"""Training steps a second: the batch engine against PettingZoo's SB3 tutorial set-up, in one run.

`python -m benchmarks.training [GAME]`. Both train the same network with the same learner (MaskablePPO, the same
epochs and batch size over rollouts of the same number of decisions). The peer wraps the AEC environment as
PettingZoo's tutorial does: one environment, every agent's turn a step of the learner. Its steps are counted as it
counts them, one a decision.
"""

# PettingZoo carries no types, and its tutorial's wrapper is an AEC and a Gymnasium environment at once.
# mypy: disable-error-code="misc, operator, call-arg, attr-defined"

from __future__ import annotations

import argparse
import dataclasses
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import gymnasium
import numpy as np
import torch
from pettingzoo.utils import BaseWrapper
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker

import card_envs
from card_envs.games import load
from training.config import Config, config_file, read_config
from training.policy import Policy, Scaled, policy_arguments
from training.run import Run
from training.train import train


class TutorialWrapper(BaseWrapper, gymnasium.Env):
    """An AEC environment as a single-agent one, as in PettingZoo's tutorial on action masks with SB3."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        agent = self.possible_agents[0]
        self.observation_space = super().observation_space(agent)["observation"]
        self.action_space = super().action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed, options)
        return self.observe(self.agent_selection), {}

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        current = self.agent_selection
        super().step(action)
        following = self.agent_selection
        return (
            self.observe(following),
            self._cumulative_rewards[current],
            self.terminations[current],
            self.truncations[current],
            self.infos[current],
        )

    def observe(self, agent: str) -> Any:
        return super().observe(agent)["observation"]

    def action_mask(self) -> Any:
        return super().observe(self.agent_selection)["action_mask"]


class Given(Scaled):
    """The network's features, of observations that come scaled."""

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return self.spread(observations)


def tutorial_rate(game: str, config: Config, steps: int) -> float:
    env = ActionMasker(TutorialWrapper(card_envs.make(game)), lambda env: env.action_mask())
    model = MaskablePPO(
        Policy,
        env,
        n_steps=config.batch_size,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        gamma=1.0,
        policy_kwargs={**policy_arguments(load(game), config.hidden), "features_extractor_class": Given},
        device="cpu",
        seed=1,
    )
    begun = time.perf_counter()
    model.learn(steps)
    return model.num_timesteps / (time.perf_counter() - begun)


def engine_rate(game: str, config: Config) -> float:
    with tempfile.TemporaryDirectory() as folder:
        run = Run.create(Path(folder) / "run", load(game), config, 1)
        begun = time.perf_counter()
        model = train(run, show_progress=False)
        return float(model.num_timesteps / (time.perf_counter() - begun))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="gnav")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2, help="of the network and of the matches (default 2)")
    parser.add_argument("--config", type=Path, help="a TOML file (default training/configs/GAME.toml)")
    options = parser.parse_args()
    changes = {"imitation": 0, "tryouts": 0, "torch_threads": options.threads, "num_threads": options.threads}
    config = read_config(options.config or config_file(options.game), **changes)
    torch.set_num_threads(config.torch_threads)
    per_rollout = config.num_envs * config.rollout
    short = dataclasses.replace(config, steps=12 * per_rollout)
    engine_rate(options.game, dataclasses.replace(config, steps=per_rollout))  # compiled and warm
    rates = [
        (engine_rate(options.game, short), tutorial_rate(options.game, config, 2 * config.batch_size))
        for _ in range(options.rounds)
    ]
    ours, theirs = (median(column) for column in np.array(rates).T.tolist())
    print(f"{options.game}, {config.epochs} epochs, batches of {config.batch_size}, network {config.hidden}")
    print(f"batch engine, {config.num_envs} matches: {ours:,.0f} training steps a second")
    print(f"PettingZoo's tutorial, one environment: {theirs:,.0f}")
    print(f"ratio: {ours / theirs:.1f}")


if __name__ == "__main__":
    main()
