"""The Gymnasium environment: one seat is the agent, the others are played for it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from card_envs.agents import Decisions
from card_envs.engine.game import Fields
from card_envs.engine.match import Match
from card_envs.envs.opponents import Spec, make_opponents
from card_envs.games import load
from card_envs.rendering import Screen, check_render

RAISE, LOSE = "raise", "lose"
ILLEGAL_REWARD = -1.0


def check_seat(seat: int | None, num_players: int) -> None:
    """Raise an error that names `seat` where it takes no such value."""
    wanted = f"seat takes None or a seat from 0 to {num_players - 1}, got {seat!r}"
    if seat is None:
        return
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer):
        raise TypeError(wanted)
    if not 0 <= seat < num_players:
        raise ValueError(wanted)


def check_illegal(illegal: str) -> None:
    """Raise a `ValueError` that names `illegal` where it takes no such value."""
    if illegal not in (RAISE, LOSE):
        raise ValueError(f"illegal takes 'raise' or 'lose', got {illegal!r}")


class CardEnv(gymnasium.Env[npt.NDArray[np.float32], np.int64]):
    """One seat of a card game.

    Observations are float32 (k,); the legal actions are `info["action_mask"]`, int8 (A,), and `action_masks()`. One
    step goes from an own decision to the next own one; rewards met on the way are summed. A match that ends before
    the agent's first decision in it counts for nothing, and the next one is dealt.
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - Gymnasium's own type

    def __init__(
        self,
        game: str,
        *,
        opponents: Spec = "random",
        seat: int | None = None,
        illegal: str = LOSE,
        render_mode: str | None = None,
        render_seat: int | None = None,
        **params: Any,
    ) -> None:
        self.game = load(game)
        self.params = self.game.params.make(params)
        check_seat(seat, self.params.num_players)
        check_illegal(illegal)
        check_render(render_mode, render_seat, self.params.num_players)
        self.render_mode = render_mode
        self.render_seat = render_seat
        self.illegal = illegal
        self.match = Match(self.game, self.params)
        self.seat = 0 if seat is None else int(seat)
        """The agent's seat in this match."""
        self._fixed_seat = seat
        self._opponents = make_opponents(self.game, opponents, self.params.num_players)
        self._sitting: list[int] = []
        self._lost = False
        self._screen: Screen | None = None
        self.observation_space = spaces.Box(0.0, 1.0, (self.game.layout.size,), np.float32)
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Deal a match and go to the agent's first decision; a seed fixes the deal, the seats and the opponents."""
        super().reset(seed=seed)
        if seed is not None:
            for agent in self._opponents.agents:
                agent.seed(int(self.np_random.integers(2**31)))
        self._lost = False
        self._deal(int(self.np_random.integers(2**63)) if seed is None else seed, (options or {}).get("shuffles", ()))
        while self.match.over:
            self._deal(int(self.np_random.integers(2**63)))
        if self.render_mode == "human":
            self.render()
        return self.match.observation.copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Carry out the agent's action, and the others' up to its next decision."""
        if self.match.over or self._lost:
            raise ValueError("the match is over: call reset() first")
        try:
            self.match.step(action)  # type: ignore[arg-type]
        except ValueError:
            if self.illegal == RAISE:
                raise
            self._lost = True
            return self.match.observation.copy(), ILLEGAL_REWARD, True, False, self._info()
        self._play_others()
        if self.render_mode == "human":
            self.render()
        if self.match.seat >= 0:
            return self.match.observation.copy(), 0.0, False, False, self._info()
        rewards = self.match.results()[2]
        observation, _ = self.match.observe(self.seat)
        truncated = self.match.truncated
        return observation, rewards[self.seat], not truncated, truncated, self._info()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """The legal actions, int8 (A,); none when the match is over."""
        return np.zeros_like(self.match.mask) if self._lost else self.match.mask.copy()

    def decode_observation(self, vector: npt.ArrayLike) -> Fields:
        """The named fields of an observation (k,), shaped, as unscaled whole numbers."""
        return self.game.layout.decode(vector)

    def render(self) -> Any:
        """The table as text (`ansi`), as a picture uint8 (H, W, 3) (`rgb_array`) or in a window (`human`)."""
        if not self.match.dealt:
            raise ValueError("the match has not been dealt: call reset() first")
        if self._screen is None:
            self._screen = Screen(self.render_mode, self.metadata["render_fps"])
        return self._screen.show(self.game.table(self.match.state, self.render_seat))

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._screen is not None:
            self._screen.close()
            self._screen = None

    def _deal(self, seed: int, shuffles: Any = ()) -> None:
        n = self.params.num_players
        self.match.deal(seed, shuffles)
        self.seat = int(self.np_random.integers(n)) if self._fixed_seat is None else int(self._fixed_seat)
        self._sitting = self._opponents.draw(self.np_random, 1, n - 1)[0].tolist()
        self._play_others()

    def _play_others(self) -> None:
        match = self.match
        while not match.over and match.seat != self.seat:
            left = (match.seat - self.seat) % self.params.num_players
            agent = self._opponents.agents[self._sitting[left - 1]]
            match.step(int(agent.choose(Decisions.of(match))[0]))

    def _info(self) -> dict[str, Any]:
        placements, scores, _ = self.match.results()
        return {"action_mask": self.action_masks(), "placement": placements[self.seat], "score": scores[self.seat]}
