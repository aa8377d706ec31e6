"""`bench`: how fast the games are here, and with `--peers` how fast others are in the same run."""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from card_envs import games
from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from card_envs.envs.aec import RawEnv
from card_envs.extras import needs

Rate = Callable[[float], float]
"""Runs for about so many seconds and returns decisions a second."""


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `bench`."""
    command = add("bench", "measure decisions a second on one core", run)
    command.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all)")
    command.add_argument("--peers", action="store_true", help="measure OpenSpiel and PettingZoo too (extra [bench])")
    command.add_argument("--seconds", type=float, default=0.5, help="length of one measurement (default 0.5)")
    command.add_argument("--rounds", type=int, default=5, help="measurements of each, in turn (default 5)")


def run(options: argparse.Namespace) -> int:
    """Measure everything in turn, several times, and print the medians and their ratios."""
    names = [options.game] if options.game else list(games.names())
    rates: dict[str, Rate] = {}
    for name in names:
        game = games.load(name)
        rates |= {f"{name} batch": _batch(game), f"{name} AEC": _aec(game), f"{name} rollouts": _rollouts(game)}
    peers = _peers() if options.peers else {}
    rates |= peers
    for rate in rates.values():
        rate(0.05)  # compiled and warm
    measured: dict[str, list[float]] = {label: [] for label in rates}
    for _ in range(options.rounds):
        for label, rate in rates.items():
            measured[label].append(rate(options.seconds))
    medians = {label: median(values) for label, values in measured.items()}
    _print(medians, list(peers))
    return 0


def _print(medians: dict[str, float], peers: list[str]) -> None:
    width = max(map(len, medians))
    head = "".join(f"  {'/ ' + peer:>{len(peer) + 2}}" for peer in peers)
    print(f"{'decisions a second':<{width}}  {'median':>12}{head}")
    for label, rate in medians.items():
        ratios = "".join(f"  {rate / medians[peer]:>{len(peer) + 2}.2f}" for peer in peers)
        print(f"{label:<{width}}  {rate:>12,.0f}{ratios}")


def _timed(play: Callable[[], int]) -> Rate:
    def rate(seconds: float) -> float:
        count, begun = 0, time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds:
            count += play()
        return count / spent

    return rate


def _batch(game: Game, num_games: int = 1024, steps: int = 50) -> Rate:
    """Steps of the batch with mask and full observation; the choice of actions is not counted."""
    batch = Batch(game, num_games, seed=1)

    def rate(seconds: float) -> float:
        count, spent = 0, 0.0
        while spent < seconds:
            for _ in range(steps):
                actions = batch.random_actions()
                begun = time.perf_counter()
                batch.step(actions)
                spent += time.perf_counter() - begun
            count += num_games * steps
        return count / spent

    return rate


def _rollouts(game: Game, num_games: int = 1024) -> Rate:
    batch = Batch(game, num_games, seed=1)
    seeds = iter(range(10**9))
    return _timed(lambda: int(batch.rollout(seed=next(seeds)).decisions.sum()))


def _aec(game: Game) -> Rate:
    """`step` and `last` of the single environment on matches of random play, played before the clock starts."""
    env = RawEnv(game)
    matches = []
    rng = np.random.default_rng(1)
    for seed in range(50):
        env.reset(seed=seed)
        while not env.match.over:
            env.step(int(rng.choice(env.match.legal_actions())))
        matches.append((seed, env.match.actions))
    turn = iter(range(10**9))

    def play() -> int:
        seed, actions = matches[next(turn) % len(matches)]
        env.reset(seed=seed)
        for action in actions:
            env.step(action)
            env.last()
        return len(actions)

    return _timed(play)


def _peers() -> dict[str, Rate]:
    with needs("bench", "peers"):
        import pyspiel
        from pettingzoo.classic import tictactoe_v3
    spiel = pyspiel.load_game("crazy_eights(players=4)")
    chance = random.Random(1).random
    rng = np.random.default_rng(1)
    boards = [rng.permutation(9).tolist() for _ in range(200)]
    turn = iter(range(10**9))
    board_env = tictactoe_v3.raw_env()

    def crazy_eights() -> int:
        state, count = spiel.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(chance() * len(outcomes))][0])
                continue
            state.legal_actions_mask()
            state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            count += 1
        return count

    def tictactoe() -> int:
        board_env.reset()
        count = 0
        for cell in boards[next(turn) % len(boards)]:
            board_env.step(cell)
            board_env.last()
            count += 1
            if board_env.terminations["player_1"]:
                break
        return count

    return {"OpenSpiel crazy_eights": _timed(crazy_eights), "PettingZoo tictactoe": _timed(tictactoe)}
