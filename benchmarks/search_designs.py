"""Ways to search, against the rule-of-thumb player: why `card_envs.agents.search` is built as it is.

`python -m benchmarks.search_designs [GAME ...] [--simulations N] [--deals N] [--threads T]`. Each way has the same
number of playouts a decision:

- `race`: ours, `card_envs.agents.search`;
- `flat`: every action in every world, the playouts by the rule-of-thumb player; the best mean is played;
- `tree`: single-observer information-set Monte Carlo tree search (Cowling, Powley, Whitehouse 2012) with UCB1, the
  playouts by the rule-of-thumb player;
- `tree-random`: the same with random playouts, as it is usually built.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

import card_envs
from card_envs.agents import Agent, Decisions, Player, SearchPlayer
from card_envs.agents.search import judge, playout, rounds_of, rule_of_thumb
from card_envs.engine.game import Game, Mask, State, Vector
from card_envs.engine.kernels import entry, records, rule
from card_envs.engine.random import below, mix, no_tape, start
from card_envs.engine.threads import Threads
from card_envs.games import load

_EXPLORE = 0.7  # weight of UCB1's term for the seldom tried, rewards being in [-1, 1]


@rule
def at_random(state: State, mask: Mask, vector: Vector) -> int:
    """A legal action, each as likely as any other."""
    number = below(state, int(mask.sum()))
    for action in range(mask.shape[0]):
        number -= int(mask[action])
        if number < 0:
            return action
    return -1


class TreePlayer(Player):
    """Single-observer information-set tree search."""

    def __init__(self, game: Game, name: str, simulations: int, kernel: Callable[..., None], num_threads: int) -> None:
        super().__init__(game, name, 0)
        self._simulations, self._kernel, self._threads = simulations, kernel, Threads(num_threads)

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        assert decisions.states is not None
        count = len(decisions)
        actions = np.empty(count, np.int64)
        states = records(np.ascontiguousarray(decisions.states))
        worlds = records(decisions.states.copy())
        self._threads.run(
            self._kernel, states, worlds, self._luck(count), self._simulations, actions, total=count, parts=8
        )
        return actions


class Tree(NamedTuple):
    """What was tried in one search; node 0 is the decision itself."""

    child: Any  # int64 (nodes, A): the node below each action, 0 where it was never tried
    met: Any  # float64 (nodes,): how often it could be chosen
    tried: Any  # float64 (nodes,)
    won: Any  # float64 (nodes,): by the seat that chose it


@rule
def next_try(tree: Tree, node: int, mask: Mask, even: bool) -> int:
    """The legal action to try below a node: one that was never tried, else that of UCB1, or (`even`) the rarest."""
    chosen = -1
    most = -np.inf
    for action in range(mask.shape[0]):
        if mask[action] == 0:
            continue
        below_it = tree.child[node, action]
        if below_it == 0:
            return action
        tried = tree.tried[below_it]
        worth = -tried
        if not even:
            worth = tree.won[below_it] / tried + _EXPLORE * np.sqrt(np.log(tree.met[below_it] + 1.0) / tried)
        if worth > most:
            chosen, most = action, worth
    return chosen


@rule
def meet(tree: Tree, node: int, mask: Mask) -> None:
    """All that could be chosen here were met once more."""
    for action in range(mask.shape[0]):
        if mask[action] and tree.child[node, action] > 0:
            tree.met[tree.child[node, action]] += 1.0


@rule
def favourite(tree: Tree, even: bool) -> int:
    """The action tried most often, or (`even`) that of the best mean."""
    chosen = -1
    most = -np.inf
    for action in range(tree.child.shape[1]):
        node = tree.child[0, action]
        if node > 0:
            worth = tree.won[node] / tree.tried[node] if even else tree.tried[node]
            if worth > most:
                chosen, most = action, worth
    return chosen


@cache
def tree_kernel(game: Game, choose: Callable[..., int], flat: bool) -> Callable[..., None]:
    """The tree search of a game; `flat`: the tree ends below the first decision, where all are tried alike."""
    legal, step, resample = game.legal, game.step, game.resample
    num_actions, size = game.num_actions, game.layout.size
    play_on, gain, round_number = playout(game, choose), judge(game), rounds_of(game)
    rounds_ahead = game.rounds_ahead

    def search_matches(
        states: Any, worlds: Any, luck: Any, simulations: int, actions: Any, first: int, last: int
    ) -> None:
        tape = no_tape()
        mask = np.zeros(num_actions, np.int8)
        vector = np.zeros(size, np.uint8)
        path = np.zeros((simulations + 1, 2), np.int64)  # nodes, and the seats that chose them
        for i in range(first, last):
            zeros = np.zeros((3, simulations + 1))
            tree = Tree(np.zeros((simulations + 1, num_actions), np.int64), zeros[0], zeros[1], zeros[2])
            nodes = 1
            seat = int(states[i].seat)
            last_round = round_number(states[i]) + rounds_ahead - 1
            for simulation in range(simulations):
                worlds[i] = states[i]
                world = worlds[i]
                world.rng = start(mix(luck[i] + np.uint64(simulation)))
                resample(world, seat)
                node = 0
                length = 0
                known = True
                while known and not world.over and round_number(world) <= last_round:
                    mask[:] = 0
                    legal(world, mask)
                    meet(tree, node, mask)
                    action = next_try(tree, node, mask, flat)
                    known = tree.child[node, action] > 0
                    if not known:
                        tree.child[node, action] = nodes
                        nodes += 1
                    node = tree.child[node, action]
                    path[length, 0], path[length, 1] = node, int(world.seat)
                    length += 1
                    known = known and not flat
                    step(world, action, tape)
                play_on(world, last_round, mask, vector, tape)
                for k in range(length):
                    tree.tried[path[k, 0]] += 1.0
                    tree.won[path[k, 0]] += gain(world, path[k, 1])
            actions[i] = favourite(tree, flat)

    return entry(search_matches, game.name)


def ways(game: Game, simulations: int, num_threads: int) -> list[Agent]:
    """A player for each way to search."""
    usual = rule_of_thumb(game)
    return [
        SearchPlayer(game, "race", simulations, seed=0, num_threads=num_threads),
        *(
            TreePlayer(game, name, simulations, tree_kernel(game, choose, flat), num_threads)
            for name, choose, flat in (
                ("flat", usual, True),
                ("tree", usual, False),
                ("tree-random", at_random, False),
            )
        ),
    ]


def main(arguments: list[str] | None = None) -> None:
    """Play each way in one seat against the rule-of-thumb player in all others."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.search_designs")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(card_envs.GAMES), help="default: all")
    parser.add_argument("--simulations", type=int, default=100)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    for game in options.games:
        results = card_envs.evaluate(
            game,
            ways(load(game), options.simulations, options.threads),
            fields=["heuristic"],
            deals=options.deals,
            num_threads=options.threads,
        )
        print(f"{results}\n", flush=True)


if __name__ == "__main__":
    main()
