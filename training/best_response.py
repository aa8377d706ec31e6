"""The best that anybody can do against an agent, exactly: `python -m training.best_response AGENT [--json F]`.

In Gnav for two players with one life. A contested deal costs a life, so such a match is a single deal (the dealer is
seat 1) in which each seat decides at most once: seat 0 first, seat 1 unless the deal is over before. Nothing is to be
remembered, and what a seat sees when it decides is all that it knows: an information set is an observation, to the
byte. Not that many deals are different, as only the cards dealt and the stock down to the first card that is neither
House nor Horse can matter (G31), so every deal is dealt by the kernels from a given shuffle and played by them in
every way. The best response then takes in each information set the action that wins most over all that may be hidden
there, weighed by how likely the agent is to let it come about.

What is exact: deals are counted, in whole numbers, and the agent's own probabilities enter; none is estimated. What
is left is rounding in float64. The rewards `win` and `rank` are the same here, `score` is half as much.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import perm
from pathlib import Path
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent, Decisions, HeuristicPlayer, Player, load_agent
from card_envs.engine.batch import Batch
from card_envs.engine.game import States
from card_envs.engine.kernels import records
from card_envs.engine.params import WIN
from card_envs.engine.program import desk_dtype, program
from card_envs.engine.random import DONE, GIVEN, WRONG
from card_envs.files import write_text
from card_envs.games.gnav import GAME
from card_envs.games.gnav.cards import COPIES, HORSE, HOUSE, NUM_RANKS, PACK_SIZE

FORMAT = "card-envs-best-response/1"
PARAMS = {"num_players": 2, "lives": 1}
"""The matches that it is computed for; the other parameters have their defaults."""
SEATS = 2

_PACK = [card for card in range(NUM_RANKS) for _ in range(COPIES)]
_PASSED = (HOUSE, HORSE)
_MOST_CARDS = SEATS + len(_PASSED) * COPIES + 1  # of the pack that one deal can use
_ALL_WAYS = perm(PACK_SIZE, _MOST_CARDS)  # orders of these cards; below 2**53, so sums of them are exact in float64

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@runtime_checkable
class Distribution(Protocol):
    """An agent that tells how likely it takes each action."""

    def probabilities(self, decisions: Decisions) -> Floats:
        """The probability of each action, float64 (M, A)."""


def probabilities_of(agent: Agent, decisions: Decisions) -> Floats:
    """How likely an agent takes each action, float64 (M, A); `TypeError` when it does not tell, as search."""
    if isinstance(agent, Distribution):
        return agent.probabilities(decisions)
    if isinstance(agent, HeuristicPlayer) and decisions.game is GAME:  # in Gnav it does without luck
        return _certain(agent.choose(decisions))
    raise TypeError(f"{agent.name} does not tell the probabilities of its actions: there is no exact best response")


def _certain(actions: Integers) -> Floats:
    """The distributions that take these actions (M,), float64 (M, A)."""
    chosen: Floats = np.eye(GAME.num_actions)[actions]
    return chosen


class BestResponsePlayer(Player):
    """Plays a best response; `ValueError` in a match other than those it was computed for (`PARAMS`)."""

    def __init__(self, name: str, policy: dict[bytes, int]) -> None:
        super().__init__(GAME, name)
        self.policy = policy

    def choose(self, decisions: Decisions) -> Integers:
        """An action for each decision, int64 (M,)."""
        try:
            return np.array([self.policy[row.tobytes()] for row in decisions.observations], np.int64)
        except KeyError:
            raise ValueError(f"{self.name} plays gnav with {PARAMS} and nothing else") from None

    def probabilities(self, decisions: Decisions) -> Floats:
        """The probability of each action, float64 (M, A): 0 or 1."""
        return _certain(self.choose(decisions))


@dataclass(frozen=True)
class BestResponse:
    """The best response to an agent."""

    agent: str
    """The name of the agent that it responds to."""
    rewards: str
    """Which reward (`engine.params.REWARDS`)."""
    by_seat: tuple[float, float]
    """Its mean reward in each seat, the agent in the other."""
    policy: dict[bytes, int]
    """Its action by the raw observation, for both seats; keep where both actions win as much."""

    @property
    def value(self) -> float:
        """Its mean reward over both seats, as `evaluate` plays them; 0 or more, as the agent has 0 against itself."""
        return sum(self.by_seat) / SEATS

    @property
    def information_sets(self) -> int:
        """How many different observations call for a decision, in both seats together."""
        return len(self.policy)

    def player(self) -> BestResponsePlayer:
        """A player that plays it."""
        return BestResponsePlayer(f"best response to {self.agent}", self.policy)


def best_response(agent: Agent, *, rewards: str = WIN) -> BestResponse:
    """The best response to an agent that tells its probabilities (`probabilities_of`); `TypeError` to another."""
    tree = _tree(rewards)
    probabilities = tree.probabilities(agent)
    best = np.zeros(len(tree.masks), np.int64)
    by_seat = []
    for seat in range(SEATS):
        gains = np.where(tree.masks != 0, tree.gains(seat, probabilities), -np.inf)
        mine = tree.lines.sets[:, seat]
        best[mine] = gains[mine].argmax(1)
        by_seat.append(float(gains.max(1).sum()))
    observations = tree.decisions.observations
    policy = {row.tobytes(): int(action) for row, action in zip(observations, best[:-1], strict=True)}
    return BestResponse(agent.name, rewards, (by_seat[0], by_seat[1]), policy)


def exact_rewards(agent: Agent, other: Agent, *, rewards: str = WIN) -> tuple[float, float]:
    """The mean reward of an agent in each seat, another in the other; both tell their probabilities."""
    tree = _tree(rewards)
    own, others = tree.probabilities(agent), tree.probabilities(other)
    first, second = (float((own * tree.gains(seat, others)).sum()) for seat in range(SEATS))
    return first, second


# --- all that can happen


class Lines(NamedTuple):
    """Ways in which deals can be played to their end, L of them."""

    ways: Floats
    """float64 (L,): in how many of `_ALL_WAYS` the cards lie like this."""
    rewards: Floats
    """float64 (L, 2)."""
    sets: Integers
    """int64 (L, 2): the number of the information set in which each seat decides; -1 (the last) if it does not."""
    actions: Integers
    """int64 (L, 2): what each seat does there; 0 if it does not decide."""


class Tree(NamedTuple):
    """All deals, played in every way; I information sets."""

    lines: Lines
    decisions: Decisions
    """One for each information set, (I, k) and (I, A)."""
    masks: npt.NDArray[np.int8]
    """int8 (I + 1, A): the legal actions; behind them a row for a seat that does not decide: action 0."""

    def probabilities(self, agent: Agent) -> Floats:
        """Of each action in each information set, float64 (I + 1, A), the last row for a seat that does not decide."""
        return np.concatenate([probabilities_of(agent, self.decisions), self.masks[-1:]])

    def gains(self, seat: int, probabilities: Floats) -> Floats:
        """What each action of a seat adds to its mean reward, float64 (I + 1, A), the other seat playing like this."""
        ways, rewards, sets, actions = self.lines
        likely = ways * probabilities[sets[:, 1 - seat], actions[:, 1 - seat]]
        gains = np.zeros(self.masks.shape)
        np.add.at(gains, (sets[:, seat], actions[:, seat]), likely * rewards[:, seat])
        return gains / _ALL_WAYS


@cache
def _tree(rewards: str) -> Tree:
    """Deal and play all that can be dealt and played."""
    params = {**PARAMS, "rewards": rewards}
    walk = _Walk(params)
    for first in range(NUM_RANKS):  # in parts, for the sake of memory
        beginnings = list(_beginnings((first,)))
        nobody = np.full((len(beginnings), SEATS), -1, np.int64)
        ways = np.array([_ways(cards) for cards in beginnings], np.float64)
        walk.follow(_dealt(params, beginnings), ways, nobody, np.zeros_like(nobody))
    lines = Lines(*(np.concatenate(part) for part in zip(*walk.lines, strict=True)))
    decisions = Decisions(GAME, np.stack(walk.observations), np.stack(walk.masks))
    none = np.eye(1, GAME.num_actions, dtype=np.int8)
    return Tree(lines, decisions, np.concatenate([decisions.action_masks, none]))


def _beginnings(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """How the pack can go on behind these cards, as far as the deal can use it: each seat's card, then the stock."""
    if len(cards) > SEATS and cards[-1] not in _PASSED:
        yield cards
        return
    for card in range(NUM_RANKS):
        if cards.count(card) < COPIES:
            yield from _beginnings((*cards, card))


def _ways(cards: tuple[int, ...]) -> int:
    """In how many of `_ALL_WAYS` these cards lie on top."""
    ways = perm(PACK_SIZE - len(cards), _MOST_CARDS - len(cards))
    for place, card in enumerate(cards):
        ways *= COPIES - cards[:place].count(card)
    return ways


def _dealt(params: dict[str, Any], beginnings: Sequence[tuple[int, ...]]) -> States:
    """The states after the deal, one for each beginning of the pack, dealt by the kernel from a given shuffle."""
    desks = np.zeros(len(beginnings), desk_dtype(GAME))
    desks["template"] = GAME.template(GAME.params.make(params))
    tape = np.zeros((2, PACK_SIZE + 3), np.int16)
    tape[0, GIVEN], tape[1, 0] = 1, PACK_SIZE
    deal = program(GAME).deal_match_taped
    for place, cards in enumerate(beginnings):
        rest = _PACK.copy()
        for card in cards:
            rest.remove(card)
        tape[0, DONE] = 0
        tape[1, 1 : PACK_SIZE + 1] = (*cards, *rest)
        deal(records(desks[place : place + 1]), np.uint64(0), tape)
    assert not tape[0, WRONG]
    return desks["state"].copy()


class _Walk:
    """Plays deals in every way, and numbers the information sets that it meets."""

    def __init__(self, params: dict[str, Any]) -> None:
        self.params = params
        self.numbers: dict[bytes, int] = {}
        self.observations: list[npt.NDArray[np.uint8]] = []
        self.masks: list[npt.NDArray[np.int8]] = []
        self.lines: list[Lines] = []

    def follow(self, states: States, ways: Floats, sets: Integers, actions: Integers) -> None:
        """Play these states (M,) in every way to the end, and write down the lines; the rest as in `Lines`, so far."""
        batch = Batch(GAME, len(states), **self.params)
        batch.set_states(states)
        here = np.arange(len(states)), batch.seats.copy()
        assert (sets[here] == -1).all(), "no seat decides twice"
        masks = batch.action_masks.copy()
        sets, actions = sets.copy(), actions.copy()
        sets[here] = [self._number(*seen) for seen in zip(batch.observations, masks, strict=True)]
        for action in range(GAME.num_actions):
            batch.set_states(states)
            legal = masks[:, action] != 0
            actions[here] = action
            batch.step(actions[here], legal)
            over, on = batch.done, legal & ~batch.done
            self.lines.append(Lines(ways[over], batch.rewards[over].astype(np.float64), sets[over], actions[over]))
            if on.any():
                self.follow(batch.states[on], ways[on], sets[on], actions[on])

    def _number(self, observation: npt.NDArray[np.uint8], mask: npt.NDArray[np.int8]) -> int:
        """The number of the information set with this observation."""
        number = self.numbers.setdefault(observation.tobytes(), len(self.numbers))
        if number == len(self.observations):
            self.observations.append(observation.copy())
            self.masks.append(mask.copy())
        return number


# --- the command line


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 and one line for a mistake."""
    parser = argparse.ArgumentParser(
        prog="python -m training.best_response",
        description="The best response to an agent, exactly, in Gnav for two players with one life.",
    )
    parser.add_argument("agent", metavar="AGENT", help="random, heuristic, a checkpoint, or a .onnx file")
    parser.add_argument("--json", type=Path, metavar="F", help="write the results to this file too")
    options = parser.parse_args(arguments)
    try:
        agent = load_agent(GAME.name, options.agent)
        found = best_response(agent)
    except (ImportError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    others = {name: load_agent(GAME.name, name) for name in ("heuristic", "random")} | {agent.name: agent}
    rewards = {name: exact_rewards(other, agent) for name, other in others.items()}
    print(_table(found, rewards))
    if options.json is not None:
        write_text(options.json, json.dumps(_as_json(found, rewards), indent=2) + "\n")
    return 0


def _table(found: BestResponse, rewards: dict[str, tuple[float, float]]) -> str:
    """Who wins how much against the agent."""
    rows = {"best response": found.by_seat, **rewards}
    width = max(map(len, rows))
    title = f"gnav, 2 players, 1 life: mean reward against {found.agent}, exact"
    lines = [f"{title} ({found.information_sets} information sets)", f"{'':{width}}    seat 0    seat 1      both"]
    for name, by_seat in rows.items():
        lines.append(f"{name:{width}}" + "".join(f"  {value:+.5f}" for value in (*by_seat, sum(by_seat) / SEATS)))
    return "\n".join(lines)


def _as_json(found: BestResponse, rewards: dict[str, tuple[float, float]]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "game": GAME.name,
        "version": GAME.version,
        "params": GAME.params.make({**PARAMS, "rewards": found.rewards}).recorded(),
        "agent": found.agent,
        "value": found.value,
        "by_seat": found.by_seat,
        "information_sets": found.information_sets,
        "others": {name: {"value": sum(by_seat) / SEATS, "by_seat": by_seat} for name, by_seat in rewards.items()},
    }


if __name__ == "__main__":
    sys.exit(main())
