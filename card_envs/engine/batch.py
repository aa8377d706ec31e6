"""Many matches stepped in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Game, States
from card_envs.engine.kernels import records
from card_envs.engine.match import checked_seed
from card_envs.engine.params import Params
from card_envs.engine.program import Columns, program
from card_envs.engine.threads import Threads


class Rollouts(NamedTuple):
    """Random playouts, one a state given."""

    rewards: npt.NDArray[np.float32]
    """float32 (N, P)."""
    placements: npt.NDArray[np.int32]
    """int32 (N, P)."""
    scores: npt.NDArray[np.float32]
    """float32 (N, P)."""
    decisions: npt.NDArray[np.int64]
    """int64 (N,): how many decisions each took."""


class Batch:
    """`num_games` matches of one game, each with its own stream of chance.

    The arrays are read-only views that the next `step` overwrites; copy what is to be kept. N is the number of
    matches, k the size of an observation, A the number of actions, P the most players in the batch.
    """

    def __init__(
        self,
        game: Game,
        num_games: int,
        *,
        seed: int = 0,
        num_threads: int = 1,
        num_players: int | Sequence[int] | None = None,
        **params: Any,
    ) -> None:
        if num_games < 1:
            raise ValueError(f"num_games takes a whole number from 1, got {num_games}")
        self.game = game
        self.num_games = num_games
        self._threads = Threads(num_threads)
        self.params, templates = _templates(game, num_games, num_players, params)
        self._seed = np.uint64(checked_seed(seed))
        self._program = program(game)
        self._everywhere = np.ones(num_games, np.bool_)
        most = int(templates["num_players"].max())
        self._columns = Columns(
            states=records(np.zeros(num_games, game.dtype)),
            templates=records(templates),
            match_seeds=match_seeds(game, seed, num_games),
            match_numbers=np.zeros(num_games, np.int64),
            seats=np.zeros(num_games, np.int64),
            observations=np.zeros((num_games, game.layout.size), np.uint8),
            action_masks=np.zeros((num_games, game.num_actions), np.int8),
            rewards=np.zeros((num_games, most), np.float32),
            done=np.zeros(num_games, np.bool_),
            truncated=np.zeros(num_games, np.bool_),
            placements=np.zeros((num_games, most), np.int32),
            scores=np.zeros((num_games, most), np.float32),
            final_states=records(np.zeros(num_games, game.dtype)),
        )
        views = {name: _read_only(array) for name, array in self._columns._asdict().items()}
        self.num_players: npt.NDArray[np.int8] = views["templates"]["num_players"]
        """int8 (N,): the players of each match."""
        self.match_seeds: npt.NDArray[np.uint64] = views["match_seeds"]
        """uint64 (N,): `raw_env.reset(seed=match_seeds[i])` is the match now at place i."""
        self.seats: npt.NDArray[np.int64] = views["seats"]
        """int64 (N,): the seat to act."""
        self.observations: npt.NDArray[np.uint8] = views["observations"]
        """uint8 (N, k): raw observations of the seats to act."""
        self.observation_scale = game.layout.scale
        """float32 (k,): raw x scale is the single environment's float32 observation, to the bit."""
        self.action_masks: npt.NDArray[np.int8] = views["action_masks"]
        """int8 (N, A): the legal actions of the seats to act."""
        self.rewards: npt.NDArray[np.float32] = views["rewards"]
        """float32 (N, P): rewards of the last step, zero where no match ended."""
        self.done: npt.NDArray[np.bool_] = views["done"]
        """bool (N,): which matches ended in the last step; the next is dealt already."""
        self.truncated: npt.NDArray[np.bool_] = views["truncated"]
        """bool (N,): which of them a cap of turns ended."""
        self.placements: npt.NDArray[np.int32] = views["placements"]
        """int32 (N, P): placements of the last step, zero where no match ended."""
        self.scores: npt.NDArray[np.float32] = views["scores"]
        """float32 (N, P): scores of the last step, zero where no match ended."""
        self.states: States = views["states"].view(np.ndarray).view(game.dtype)
        """Structured (N,): the states, copyable."""
        self.final_states: States = views["final_states"].view(np.ndarray).view(game.dtype)
        """Structured (N,): each place's last ended match, as it ended."""
        self.deal(self.match_seeds.copy())

    def deal(self, seeds: npt.ArrayLike, where: npt.NDArray[np.bool_] | None = None) -> None:
        """Begin the matches of these seeds, uint64 (N,), in place of those under way; with `where`, only there."""
        moves = self._everywhere if where is None else where
        np.copyto(self._columns.match_seeds, np.asarray(seeds, np.uint64), where=moves)
        self._forget_results()
        self._threads.run(self._program.deal_matches, self._columns, moves, self._seed, total=self.num_games)

    def _forget_results(self) -> None:
        for name in ("done", "truncated", "rewards", "placements", "scores"):
            getattr(self._columns, name)[:] = 0

    def step(self, actions: npt.ArrayLike, where: npt.NDArray[np.bool_] | None = None) -> None:
        """Carry out one action in every match, whole numbers (N,); with `where`, bool (N,), only in those matches.

        A finished match is dealt anew in the same step. An illegal action raises `ValueError` naming the first match
        that has one, and no match has moved.
        """
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise ValueError(
                f"actions take whole numbers of shape ({self.num_games},), got {chosen.dtype} {chosen.shape}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        moves = self._everywhere if where is None else where
        if moves.shape != chosen.shape or moves.dtype != np.bool_:
            raise ValueError(f"where takes bools of shape ({self.num_games},), got {moves.dtype} {moves.shape}")
        wrong = self._program.first_illegal(self._columns.action_masks, chosen, moves)
        if wrong >= 0:
            raise ValueError(f"match {wrong}: {self._why_illegal(wrong, int(chosen[wrong]))}")
        self._threads.run(self._program.step_matches, self._columns, chosen, moves, self._seed, total=self.num_games)

    def set_states(self, states: States) -> None:
        """Go to these states, structured (N,); all views are refreshed."""
        if states.dtype != self.game.dtype or states.shape != (self.num_games,):
            raise ValueError(f"states take the game's dtype and shape ({self.num_games},), got shape {states.shape}")
        if states["over"].any():
            raise ValueError(f"match {int(states['over'].argmax())} is over: a batch holds matches under way")
        self._columns.states.view(np.ndarray)[:] = states
        self._columns.seats[:] = states["seat"]
        self._forget_results()
        self._program.observe_matches(
            self._columns.states, self._columns.seats, self._columns.observations, self._columns.action_masks
        )

    def observe(self, seats: npt.ArrayLike) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
        """What any seat sees, one a match (N,): fresh raw observations (N, k) and masks (N, A), zero if not to act."""
        return observe(self.game, self._columns.states, np.asarray(seats, np.int64))

    def random_actions(self, rng: np.random.Generator | None = None) -> npt.NDArray[np.int64]:
        """A legal action for each match, each as likely as any other; int64 (N,)."""
        source = self._random if rng is None else rng
        luck = source.integers(0, 2**64, self.num_games, np.uint64)
        actions = np.empty(self.num_games, np.int64)
        self._program.pick_random(self._columns.action_masks, luck, actions)
        return actions

    def rollout(self, states: States | None = None, *, seed: int = 0) -> Rollouts:
        """Random playouts wholly in compiled code from the states given, structured (M,), or from the batch's own.

        The states themselves do not change.
        """
        begun = records(np.array(self.states if states is None else states, dtype=self.game.dtype))
        count = len(begun)
        out = Rollouts(
            np.zeros((count, self.game.most_seats), np.float32),
            np.zeros((count, self.game.most_seats), np.int32),
            np.zeros((count, self.game.most_seats), np.float32),
            np.zeros(count, np.int64),
        )
        seeds = match_seeds(self.game, seed, count)
        self._threads.run(
            self._program.rollout_matches,
            *(begun, seeds, out.placements, out.scores, out.rewards, out.decisions),
            total=count,
        )
        most = self.rewards.shape[1] if states is None else self.game.most_seats
        return Rollouts(out.rewards[:, :most], out.placements[:, :most], out.scores[:, :most], out.decisions)

    @property
    def _random(self) -> np.random.Generator:
        if not hasattr(self, "_generator"):
            self._generator = np.random.default_rng(int(self._seed))
        return self._generator

    def _why_illegal(self, place: int, action: int) -> str:
        if not 0 <= action < self.game.num_actions:
            return f"{action} is no action of {self.game.name}: they run from 0 to {self.game.num_actions - 1}"
        return self.game.why_illegal(self.states[place : place + 1].view(np.recarray)[0], action)

    def __getstate__(self) -> dict[str, Any]:
        raise TypeError("a batch is not pickled: keep its states and match_seeds")


def observe(
    game: Game, states: States, seats: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
    """What these seats (M,) see of these states (M,): raw observations (M, k), masks (M, A), zero if not to act."""
    observations = np.empty((len(states), game.layout.size), np.uint8)
    masks = np.zeros((len(states), game.num_actions), np.int8)
    program(game).observe_matches(records(states), seats, observations, masks)
    return observations, masks


def resample(game: Game, states: States, seats: npt.ArrayLike, seed: int) -> States:
    """Copies of the states (M,) with all redrawn that these seats, to act in them, cannot know."""
    redrawn = records(np.array(states, dtype=game.dtype))
    seeds = match_seeds(game, seed, len(redrawn))
    program(game).resample_matches(redrawn, np.asarray(seats, np.int64), seeds)
    return redrawn.view(np.ndarray).view(game.dtype)


def match_seeds(game: Game, seed: int, count: int) -> npt.NDArray[np.uint64]:
    """The seeds of the first matches of a batch with this seed, uint64 (count,), all below 2**63."""
    seeds = np.empty(count, np.uint64)
    program(game).seed_matches(seeds, np.uint64(checked_seed(seed)))
    return seeds


def _templates(
    game: Game, num_games: int, num_players: int | Sequence[int] | None, values: dict[str, Any]
) -> tuple[Params, States]:
    """The parameters (those of the largest table), and a state of zeros and parameters for each match."""
    if num_players is None or isinstance(num_players, int | np.integer):
        given = values if num_players is None else {**values, "num_players": num_players}
        params = game.params.make(given)
        return params, np.repeat(game.template(params), num_games)
    players = list(num_players)
    if len(players) != num_games:
        raise ValueError(f"num_players takes one number a match, {num_games}; got {len(players)}")
    kinds = {count: game.params.make({**values, "num_players": count}) for count in sorted(set(players))}
    templates = {count: game.template(params) for count, params in kinds.items()}
    return kinds[max(kinds)], np.concatenate([templates[count] for count in players])


def _read_only(array: Any) -> Any:
    view = array.view()
    view.setflags(write=False)
    return view
