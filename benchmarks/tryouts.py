"""What tryouts tell, and how clearly: those played on to the end against those of one turn.

`python -m benchmarks.tryouts GAME [--policy ppo] [--decisions N]`. At decisions of the rule-of-thumb player among its
like, sizes of table as in training, every legal action is tried both ways; tryouts of one turn take the policy's value.
Printed of each way, per decision: how many a second; by how much what an action wins, less what the rule's choice wins,
varies (mostly luck); what the rule's choices win more than the mean of the legal actions (where the ways differ, the
value errs); and what the policy's choices win more than the rule's.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt

import card_envs
from card_envs.agents import Decisions, load_agent
from card_envs.agents.policy import PolicyPlayer
from card_envs.engine.batch import Batch
from card_envs.evaluation.intervals import mean_interval
from card_envs.games import load
from training.config import config_file, read_config
from training.tryouts import Tryouts, Value

_MATCHES = 1024


def value_of(player: PolicyPlayer) -> Value:
    """The value of an exported policy."""

    def value(observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        masks = np.ones((len(observations), player.game.num_actions), np.int8)
        return player.evaluate(Decisions(player.game, observations, masks))[1]

    return value


def measure(player: PolicyPlayer, decisions: int, value: Value | None, seed: int) -> str:
    """One way of tryouts, as a line of the table."""
    game = player.game
    sizes = read_config(config_file(game.name)).num_players or [game.params().num_players]
    batch = Batch(game, _MATCHES, seed=seed, num_players=np.resize(sizes, _MATCHES).tolist(), skip_forced=True)
    rule = load_agent(game.name, "heuristic", seed=seed)
    tryouts = Tryouts(batch, 1, seed, value=value)
    tryouts.note()  # compiles
    spreads: list[float] = []
    by_rule: list[npt.NDArray[np.float64]] = []
    by_policy: list[npt.NDArray[np.float64]] = []
    taken = 0.0
    while _MATCHES * len(by_rule) < decisions:
        begun = time.perf_counter()
        tryouts.note()
        taken += time.perf_counter() - begun
        seen = Decisions(game, batch.observations, batch.action_masks)
        chosen = rule.choose(seen)
        legal = batch.action_masks != 0
        gains = tryouts.gains[0] - np.take_along_axis(tryouts.gains[0], chosen[:, None], 1)
        spreads.append(float(np.mean(gains[legal] ** 2)))
        by_rule.append(-(gains * legal).sum(1) / legal.sum(1))
        by_policy.append((gains * player.probabilities(seen)).sum(1))
        batch.step(chosen)
    told = [_figure(np.concatenate(parts)) for parts in (by_rule, by_policy)]
    rate = _MATCHES * len(by_rule) / taken
    return f"{rate:10,.0f}   {np.sqrt(np.mean(spreads)):6.3f}   {'   '.join(told)}"


def _figure(values: npt.NDArray[np.float64]) -> str:
    mean, (low, high) = mean_interval(values)
    return f"{mean:+.4f} [{low:+.4f}, {high:+.4f}]"


def main(arguments: list[str] | None = None) -> None:
    """Try both ways, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tryouts")
    parser.add_argument("game", choices=card_envs.GAMES)
    parser.add_argument("--policy", default="ppo", help="a checkpoint's name or an exported file (default ppo)")
    parser.add_argument("--decisions", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args(arguments)
    player = load_agent(options.game, options.policy)
    if not isinstance(player, PolicyPlayer):
        parser.error(f"--policy takes an exported policy, got {options.policy}")
    print(f"{load(options.game).title}, {options.policy}, {options.decisions:,} decisions")
    print("played on         a second   spread   rule less mean               policy less rule")
    for name, value in (("to the end", None), ("for one turn", value_of(player))):
        print(f"{name:12s}   {measure(player, options.decisions, value, options.seed)}", flush=True)


if __name__ == "__main__":
    main()
