"""What the remembered peeks of Letzte Runde are worth to a learner: `python -m benchmarks.memory [--steps N]`.

Three learners of the same make play against three rule-of-thumb players: one sees all that a seat has seen (the
default), one only what lies before its eyes (`memory="none"`), one its last observations of that kind side by side. The
opponents are the same for all, they remember. The rule of thumb itself sits in the learner's seat too, with its memory
and without.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecEnv, VecFrameStack

from card_envs.agents import Decisions, load_agent
from card_envs.agents.simple import HeuristicPlayer
from card_envs.engine.batch import Batch, observe
from card_envs.envs.opponents import WeightedOpponents
from card_envs.evaluation.intervals import mean_interval
from card_envs.files import write_figure
from card_envs.games import load
from card_envs.games.letzte_runde.state import PERFECT
from training.config import Config
from training.policy import Policy, policy_arguments
from training.vec_env import CardVecEnv

GAME = load("letzte_runde")
LEARNERS = {
    "remembered peeks": ("perfect", 1),
    "one look": ("none", 1),
    "the last four looks": ("none", 4),
}
Choose = Callable[[npt.NDArray[Any], npt.NDArray[np.bool_]], npt.NDArray[Any]]
"""By name: the parameter `memory`, and how many observations the learner sees."""
_POINTS = 8  # of a curve
_JUDGED = 4000  # matches at its end


class Remembering(HeuristicPlayer):
    """The rule of thumb with all that its seat has seen, whatever the match shows to its seats."""

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        assert decisions.states is not None
        states = decisions.states.copy()
        states["memory"] = PERFECT
        observations, _ = observe(GAME, states, states["seat"].astype(np.int64))
        return super().choose(Decisions(GAME, observations, decisions.action_masks))


def matches(memory: str, looks: int, seed: int) -> VecEnv:
    """Matches of the default table against players who remember, judged by the score."""
    batch = Batch(GAME, 512, seed=seed, memory=memory, rewards="score", skip_forced=True)
    opponents = WeightedOpponents([Remembering(GAME, "remembering", seed)], [1.0])
    env = CardVecEnv(GAME, batch, opponents, seed=seed)
    return env if looks == 1 else VecFrameStack(env, looks)


def learner(env: VecEnv, looks: int, seed: int) -> MaskablePPO:
    """A learner from nothing, of the same make for all."""
    config = Config()
    arguments = policy_arguments(GAME, [128, 128])
    arguments["features_extractor_kwargs"]["scale"] = np.tile(GAME.layout.scale, looks)
    return MaskablePPO(
        Policy,
        env,
        learning_rate=1e-3,
        n_steps=32,
        batch_size=config.batch_size,
        n_epochs=config.epochs,
        gamma=1.0,
        gae_lambda=config.gae_lambda,
        clip_range=config.clip,
        ent_coef=0.02,
        policy_kwargs=arguments,
        seed=seed,
        device="cpu",
    )


def rewards(choose: Choose, env: VecEnv, count: int) -> npt.NDArray[np.float64]:
    """The rewards of the first match in each place, and the next, until there are so many, float64 (M,)."""
    found: list[float] = []
    observations = env.reset()
    while len(found) < count:
        observations, _, done, infos = env.step(choose(np.asarray(observations), get_action_masks(env)))
        found += [infos[place]["episode"]["r"] for place in np.flatnonzero(done)]
    return np.array(found)


def by_network(model: MaskablePPO) -> Choose:
    """What a learner does."""
    return lambda observations, masks: model.predict(observations, action_masks=masks)[0]


def by_rule(seed: int) -> Choose:
    """What the rule of thumb does with what is observed."""
    player = load_agent(GAME.name, "heuristic", seed=seed)
    return lambda observations, masks: player.choose(Decisions(GAME, observations, masks.astype(np.int8)))


def study(name: str, steps: int, seed: int) -> list[tuple[int, float, float, float]]:
    """Train one of the learners; its steps, mean reward and 95 % interval on other deals, a few times on the way."""
    memory, looks = LEARNERS[name]
    model = learner(matches(memory, looks, seed), looks, seed)
    judged = matches(memory, looks, seed + 1000)
    curve = []
    for point in range(_POINTS + 1):
        if point:
            model.learn(steps // _POINTS, reset_num_timesteps=False)
        mean, (low, high) = mean_interval(rewards(by_network(model), judged, _JUDGED if point == _POINTS else 1000))
        curve.append((model.num_timesteps, mean, low, high))
        print(f"{name}: {model.num_timesteps:,} steps, mean reward {mean:+.3f} [{low:+.3f}, {high:+.3f}]", flush=True)
    return curve


def draw(curves: dict[str, list[tuple[int, float, float, float]]], path: Path) -> None:
    """The curves as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for name, curve in curves.items():
        steps, means, low, high = (np.array(column) for column in zip(*curve, strict=True))
        axes.plot(steps / 1e6, means, marker=".", label=name)
        axes.fill_between(steps / 1e6, low, high, alpha=0.25, linewidth=0)
    axes.axhline(0, color="black", linewidth=0.6)
    axes.set_xlabel("decisions of the learner, millions")
    axes.set_ylabel("mean reward (score)")
    axes.set_title(f"{GAME.title}: against three rule-of-thumb players who remember")
    axes.legend()
    write_figure(path, figure)


def main(arguments: list[str] | None = None) -> None:
    """Train all learners, and print what they reach."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.memory")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", type=Path, help="draw the curves to this .png file")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    curves: dict[str, list[tuple[int, float, float, float]]] = {}
    print("| learner | `memory` | observations | mean reward (score), 95 % | steps a second |\n|---|---|---|---|---|")
    rows = []
    for memory in ("perfect", "none"):
        mean, (low, high) = mean_interval(
            rewards(by_rule(options.seed), matches(memory, 1, options.seed + 1000), _JUDGED)
        )
        rows.append(f"| the rule of thumb | `{memory}` | 1 | {mean:+.3f} [{low:+.3f}, {high:+.3f}] | |")
    for name, (memory, looks) in LEARNERS.items():
        began = time.perf_counter()
        curves[name] = study(name, options.steps, options.seed)
        steps, mean, low, high = curves[name][-1]
        rate = steps / (time.perf_counter() - began)
        rows.append(f"| {name} | `{memory}` | {looks} | {mean:+.3f} [{low:+.3f}, {high:+.3f}] | {rate:,.0f} |")
    print("\n".join(rows))
    if options.plot is not None:
        draw(curves, options.plot)


if __name__ == "__main__":
    main()
