"""The PettingZoo environment, one class for all games."""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper, TerminateIllegalWrapper

from card_envs.engine.game import Fields, Game
from card_envs.engine.layout import Field
from card_envs.engine.match import Match, following_seed
from card_envs.engine.record import record
from card_envs.engine.statevector import StateVector
from card_envs.engine.table import Table
from card_envs.games import load
from card_envs.rendering import Screen, check_render

Observation = dict[str, npt.NDArray[Any]]
ILLEGAL_REWARD = -1.0


class RawEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo carries no types
    """A match of a card game; agents are `player_0`, `player_1`, … in seat order.

    Observations are `{"observation": float32 (k,), "action_mask": int8 (A,)}`; k and A are the same at every table
    size. All agents live until the match ends and finish in the same step. An illegal action raises `ValueError`
    with its reason, and nothing has changed.
    """

    def __init__(
        self, game: Game, *, render_mode: str | None = None, render_seat: int | None = None, **params: Any
    ) -> None:
        super().__init__()
        self.game = game
        self.params = game.params.make(params)
        check_render(render_mode, render_seat, self.params.num_players)
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.metadata: dict[str, Any] = {
            "name": game.module,
            "render_modes": ["human", "ansi", "rgb_array"],
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.match = Match(game, self.params)
        self.possible_agents = [f"player_{seat}" for seat in range(self.params.num_players)]
        self.agents: list[str] = []
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self.placements = [0] * self.params.num_players
        """The place of each seat, zeros before the end; they stay when all agents are gone."""
        self.scores = [0.0] * self.params.num_players
        """The score of each seat, zeros before the end; they stay when all agents are gone."""
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, (game.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (game.num_actions,), np.int8),
            }
        )
        self._action_spaces = {agent: spaces.Discrete(game.num_actions) for agent in self.possible_agents}
        self._state_vector = StateVector(game)
        self._next_seed = secrets.randbits(63)
        self._screen: Screen | None = None

    # --- PettingZoo

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: D102
        del agent  # the same for all
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:  # noqa: D102
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match; `options={"shuffles": [[card names, top first], …]}` gives its first shuffles.

        Other options are left alone, as everywhere in PettingZoo. Without a seed, the first match is one of many by
        chance, and later ones follow from the last seed given.
        """
        chosen = self._next_seed if seed is None else seed
        self.match.deal(chosen, (options or {}).get("shuffles", ()))
        self._next_seed = following_seed(chosen)
        self._begin()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Carry out the action of the agent selected; None for an agent that is done."""
        match = self.match
        if match.seat < 0:
            if not self.agents:
                raise ValueError("no agent is left: call reset() first")
            self._was_dead_step(action)
            return
        match.step(action)  # type: ignore[arg-type]
        if match.seat >= 0:
            self.agent_selection = self.possible_agents[match.seat]
        else:
            self._finish()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """What an agent sees at this point, after the end too; the mask of an agent not to act is all zero."""
        match = self.match
        seat = self._seat_of[agent]
        if seat == match.seat:
            return {"observation": match.observation.copy(), "action_mask": match.mask.copy()}
        observation, mask = match.observe(seat)
        return {"observation": observation, "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """The perfect-information vector, float32 in [0, 1]; `state_fields` names its parts."""
        return self._state_vector.of(self.match.states)

    @property
    def state_space(self) -> spaces.Box:
        """The space of `state()`."""
        return self._state_vector.space

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as text (`ansi`), as a picture uint8 (H, W, 3) (`rgb_array`) or in a window (`human`)."""
        if self._screen is None:
            self._screen = Screen(self.render_mode, self.metadata["render_fps"])
        return self._screen.show(self.table(self.render_seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    # --- beyond PettingZoo

    @property
    def observation_fields(self) -> tuple[Field, ...]:
        """The parts of the observation: name, shape, meaning, in order."""
        return self.game.layout.fields

    @property
    def state_fields(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The parts of `state()`: name and shape, in order."""
        return self._state_vector.fields

    def decode_observation(self, vector: npt.ArrayLike) -> Fields:
        """The named fields of a float32 observation (k,), shaped, as unscaled whole numbers."""
        return self.game.layout.decode(vector)

    def describe(self, agent: str) -> str:
        """The agent's observation in words, from its fields alone, and its legal actions by name and number."""
        text = self.game.describe(self.decode_observation(self.observe(agent)["observation"]))
        legal = self.legal_actions(agent)
        if not legal:
            return f"{text}\nIt is not your turn."
        choices = ", ".join(f"{self.action_name(action)} ({action})" for action in legal)
        return f"{text}\nIt is your turn. Legal actions: {choices}."

    def table(self, seat: int | None = None) -> Table:
        """The table to be drawn, as a seat sees it or with all cards shown."""
        if not self.match.dealt:
            raise ValueError("the match has not been dealt: call reset() first")
        return self.game.table(self.match.state, seat)

    def legal_actions(self, agent: str) -> list[int]:
        """The legal actions of an agent, ascending; none when it is not to act."""
        return self.match.legal_actions() if self._seat_of[agent] == self.match.seat else []

    def action_name(self, action: int) -> str:
        """The name of an action."""
        if not 0 <= action < self.game.num_actions:
            raise ValueError(f"{self.game.name} has actions 0 to {self.game.num_actions - 1}, got {action}")
        return self.game.actions[action]

    def action_from_name(self, name: str) -> int:
        """The action of a name; `ValueError` when there is none."""
        return self.game.action_from_name(name)

    def record(self, view: int | None = None) -> dict[str, Any]:
        """The match so far, ready for JSON; with `view`, null for all that this seat could not see."""
        if not self.match.dealt:
            raise ValueError("the match has not been dealt: call reset() first")
        return record(self.match, view)

    def clone(self) -> Self:
        """An independent copy at this very point."""
        return copy.deepcopy(self)

    def get_state(self) -> bytes:
        """The match as bytes, for `set_state`; shuffles still to come are part of it."""
        return self.match.save()

    def set_state(self, state: bytes) -> None:
        """Go to the point that the bytes hold; `ValueError`, with nothing changed, when they are not of this game."""
        self.match.load(state)
        self._begin()

    def set_match(self, match: Match) -> None:
        """Go to the point of a match of this game and these parameters."""
        self.match = match
        self._begin()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_screen": None, "game": self.game.name}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, game=load(state["game"]))

    def _begin(self) -> None:
        self.agents = self.possible_agents[:]
        self._skip_agent_selection = None
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {"placement": 0, "score": 0.0} for agent in self.agents}
        self.placements = [0] * len(self.agents)
        self.scores = [0.0] * len(self.agents)
        if self.match.over:
            self.agent_selection = self.agents[0]
            self._finish()
        else:
            self.agent_selection = self.agents[self.match.seat]

    def _finish(self) -> None:
        """The match is over: everybody is done, with placement, score and reward."""
        self.placements, self.scores, rewards = self.match.results()
        truncated = self.match.truncated
        for seat, agent in enumerate(self.agents):
            self.terminations[agent] = not truncated
            self.truncations[agent] = truncated
            self.rewards[agent] = rewards[seat]
            self.infos[agent] = {"placement": self.placements[seat], "score": self.scores[seat]}
        self._accumulate_rewards()
        self._deads_step_first()


class _IllegalActionLoses(TerminateIllegalWrapper[str, Observation, int]):  # type: ignore[misc]
    """PettingZoo's wrapper, judging each action by the mask of the state that it is taken in."""

    def set_state(self, state: bytes) -> None:
        self.env.set_state(state)
        self.forget()

    def set_match(self, match: Match) -> None:
        self.env.set_match(match)
        self.forget()

    def forget(self) -> None:
        self._prev_obs = self._prev_info = None
        self._terminated = False


class Env(OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]
    """A `RawEnv` wrapped as PettingZoo's classic games are: an illegal action ends the match at -1 for its author."""

    def __init__(self, env: RawEnv) -> None:
        super().__init__(AssertOutOfBoundsWrapper(_IllegalActionLoses(env, ILLEGAL_REWARD)))

    def __str__(self) -> str:
        return str(self.env)

    def clone(self) -> Env:
        """An independent copy at this very point, wrapped like this one."""
        return copy.deepcopy(self)

    def set_state(self, state: bytes) -> None:
        """Go to the point that the bytes hold; the next action is judged by that state's own mask."""
        self.env.set_state(state)
        self._has_reset = self._has_updated = True

    def set_match(self, match: Match) -> None:
        """Go to the point of a match of this game and these parameters."""
        self.env.set_match(match)
        self._has_reset = self._has_updated = True


def entry_points(name: str) -> tuple[Callable[..., Env], Callable[..., RawEnv]]:
    """`env` and `raw_env` of a game, for its PettingZoo module."""

    def raw_env(**params: Any) -> RawEnv:
        """The bare environment: an illegal action raises `ValueError` and changes nothing."""
        return RawEnv(load(name), **params)

    def env(**params: Any) -> Env:
        """The environment wrapped as PettingZoo's classic games are."""
        return Env(raw_env(**params))

    return env, raw_env
