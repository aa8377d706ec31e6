"""PettingZoo's parallel environment, for games in which several seats decide at once."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo.utils.env import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from card_envs.engine.batch import observe
from card_envs.engine.game import Fields, Game
from card_envs.engine.layout import Field
from card_envs.engine.match import Match
from card_envs.engine.table import Table
from card_envs.envs.aec import ILLEGAL_REWARD, Observation, RawEnv
from card_envs.games import load

Observations = dict[str, Observation]
Result = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelCardEnv(ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo carries no types
    """A match in which all seats that have to decide at a point do so in the same step.

    Spaces, rewards and infos are those of `RawEnv`. The seats that decide are those with a legal action in their
    mask; each sees the table as it was before any of them chose. Whatever is passed for another seat is ignored and
    may be missing. An illegal action ends the match as in `env()`: its author, of several the first in the order of
    the rules, gets -1, the others 0.
    """

    def __init__(self, game: Game, **params: Any) -> None:
        if game.deciding is None:
            raise ValueError(f"in {game.name} one seat decides at a time: it has no parallel environment")
        self._deciding = game.deciding
        self._env = RawEnv(game, **params)
        self.metadata = {**self._env.metadata, "is_parallelizable": True}
        self.render_mode = self._env.render_mode
        self.possible_agents = self._env.possible_agents
        self.agents: list[str] = []

    # --- PettingZoo

    def observation_space(self, agent: str) -> spaces.Space[Observation]:  # noqa: D102
        return self._env.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: D102
        return self._env.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Deal a match, as `RawEnv.reset` does."""
        self._env.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observe(self.agents), self._infos()

    def step(self, actions: Mapping[str, int | None]) -> Result:
        """Carry out the actions of all seats that decide; `ValueError` when one is missing, and nothing has changed."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        chosen = self._checked(actions)
        author = None
        waiting = set(chosen)
        while waiting and author is None:
            agent = self._env.agent_selection
            waiting.discard(agent)
            if self._env.match.mask[chosen[agent]]:
                self._env.step(chosen[agent])
            else:
                author = agent
        over = self._env.match.over
        rewards = {agent: float(self._env.rewards[agent]) for agent in self.agents}
        terminations = dict.fromkeys(self.agents, over and not self._env.match.truncated)
        truncations = dict.fromkeys(self.agents, over and self._env.match.truncated)
        if author is not None:  # as PettingZoo's TerminateIllegalWrapper has it
            EnvLogger.warn_on_illegal_move()
            rewards = {**dict.fromkeys(self.agents, 0.0), author: ILLEGAL_REWARD}
            terminations = dict.fromkeys(self.agents, True)
            truncations = dict.fromkeys(self.agents, True)
        agents, infos = self.agents, self._infos()
        if over or author is not None:
            self.agents = []
        return self._observe(agents), rewards, terminations, truncations, infos

    def state(self) -> npt.NDArray[np.float32]:
        """The perfect-information vector, as that of `RawEnv`."""
        return self._env.state()

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return self._env.state_space

    def render(self) -> Any:
        """The table, as `RawEnv.render` draws it."""
        return self._env.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._env.close()

    # --- beyond PettingZoo, as in RawEnv

    @property
    def match(self) -> Match:
        """The match."""
        return self._env.match

    @property
    def placements(self) -> list[int]:
        """The place of each seat, zeros before the end."""
        return self._env.placements

    @property
    def scores(self) -> list[float]:
        """The score of each seat, zeros before the end."""
        return self._env.scores

    @property
    def observation_fields(self) -> tuple[Field, ...]:
        """The parts of the observation: name, shape, meaning, in order."""
        return self._env.observation_fields

    def deciding(self) -> list[str]:
        """The agents that decide now, in the order of the rules."""
        match = self._env.match
        if not self.agents or match.over:
            return []
        seats = self._deciding(match.state)
        seen = self._observe([self.possible_agents[seat] for seat in seats])
        return [agent for agent, observation in seen.items() if observation["action_mask"].any()]

    def observe(self, agent: str) -> Observation:
        """What an agent sees at this point; a seat that decides sees itself to act, another has an all-zero mask."""
        return self._observe([agent])[agent]

    def legal_actions(self, agent: str) -> list[int]:
        """The legal actions of an agent, ascending; none when it has nothing to decide."""
        legal: list[int] = self.observe(agent)["action_mask"].nonzero()[0].tolist()
        return legal

    def action_name(self, action: int) -> str:
        """The name of an action."""
        return self._env.action_name(action)

    def action_from_name(self, name: str) -> int:
        """The action of a name; `ValueError` when there is none."""
        return self._env.action_from_name(name)

    def decode_observation(self, vector: npt.ArrayLike) -> Fields:
        """The named fields of a float32 observation (k,), shaped, as unscaled whole numbers."""
        return self._env.decode_observation(vector)

    def describe(self, agent: str) -> str:
        """The agent's observation in words, from its fields alone, and its legal actions by name and number."""
        seen = self.observe(agent)
        text = self._env.game.describe(self.decode_observation(seen["observation"]))
        legal = seen["action_mask"].nonzero()[0].tolist()
        if not legal:
            return f"{text}\nYou have nothing to decide now."
        choices = ", ".join(f"{self.action_name(action)} ({action})" for action in legal)
        return f"{text}\nYou have to decide. Legal actions: {choices}."

    def table(self, seat: int | None = None) -> Table:
        """The table to be drawn, as a seat sees it or with all cards shown."""
        return self._env.table(seat)

    def record(self, view: int | None = None) -> dict[str, Any]:
        """The match so far, ready for JSON; with `view`, null for all that this seat could not see."""
        return self._env.record(view)

    def clone(self) -> Self:
        """An independent copy at this very point."""
        return copy.deepcopy(self)

    def get_state(self) -> bytes:
        """The match as bytes, for `set_state`."""
        return self._env.get_state()

    def set_state(self, state: bytes) -> None:
        """Go to the point that the bytes hold; `ValueError`, with nothing changed, when they are not of this game."""
        self._env.set_state(state)
        self.agents = [] if self._env.match.over else self.possible_agents[:]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_deciding"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        assert self._env.game.deciding is not None
        self._deciding = self._env.game.deciding

    def _checked(self, actions: Mapping[str, int | None]) -> dict[str, int]:
        """The actions of those who decide, within bounds as `env()` asserts them."""
        chosen: dict[str, int] = {}
        for agent in self.deciding():
            action = actions.get(agent)
            if action is None:
                raise ValueError(f"{agent} has to decide, and no action was passed for it")
            assert self.action_space(agent).contains(action), f"action {action} of {agent} is not in its action space"
            chosen[agent] = int(action)
        return chosen

    def _observe(self, agents: list[str]) -> Observations:
        """What these agents see; those who decide see themselves to act, as they would in turn."""
        match = self._env.match
        decide = self._deciding(match.state) if self.agents and not match.over else ()
        states = np.repeat(match.states, len(agents))
        seats = [self.possible_agents.index(agent) for agent in agents]
        for place, seat in enumerate(seats):
            if seat in decide:
                states["seat"][place] = seat
        vectors, masks = observe(match.game, states, np.array(seats, np.int64))
        if not self.agents:
            masks[:] = 0
        if match.params.skip_forced:
            masks[masks.sum(1) == 1] = 0  # chosen for the seat
        return {
            agent: {"observation": np.multiply(vector, match.game.layout.scale), "action_mask": mask.copy()}
            for agent, vector, mask in zip(agents, vectors, masks, strict=True)
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: dict(self._env.infos[agent]) for agent in self.agents}


def parallel_entry_point(name: str) -> Callable[..., ParallelCardEnv]:
    """`parallel_env` of a game, for its PettingZoo module."""

    def parallel_env(**params: Any) -> ParallelCardEnv:
        """The parallel environment: all seats that have to decide do so in the same step."""
        return ParallelCardEnv(load(name), **params)

    return parallel_env
