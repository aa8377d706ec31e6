"""One match, stepped from Python: what the single environments, records and a person at the terminal share.

A match is its parameters, its seed, the shuffles that were given and the actions taken; its state follows from
these. Records and saved states are therefore made by playing it again, and a forged one cannot hold a state that no
match reaches.
"""

from __future__ import annotations

import json
import operator
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Game, State, States
from card_envs.engine.kernels import direct, records
from card_envs.engine.params import Params
from card_envs.engine.program import ILLEGAL, desk_dtype, program
from card_envs.engine.random import DONE, GIVEN, WRONG
from card_envs.games import load

OVER = -1
Tape: TypeAlias = npt.NDArray[np.int16]
Move: TypeAlias = Callable[[States, Tape], int]
_MAGIC = "card-envs-state/1"
_FIRST_ROWS = 4


@dataclass(frozen=True)
class Event:
    """One thing that happened in a match: a shuffle, or an action."""

    cards: tuple[int, ...] | None = None
    """A shuffle: the cards, top first."""
    seat: int = -1
    action: int = -1
    """An action: whose, and which."""


class ShuffleError(ValueError):
    """A list given for a shuffle does not fit."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"the list for shuffle {number} of the match (from 0) {reason}")
        self.number = number


class Match:
    """A match of a game, from its deal on."""

    def __init__(self, game: Game, params: Params) -> None:
        self.game = game
        self.params = params
        self._program = program(game)
        desk = np.zeros(1, desk_dtype(game))
        desk["template"] = game.template(params)
        self._lay_out(records(desk))
        self._deal_match, self._step_match = _direct_calls(game)
        self.dealt = False
        """Has it begun?"""
        self.seat = OVER
        """The seat to act; -1 when the match is over."""
        self.seed = 0
        self.actions: list[int] = []
        """The actions asked for so far (without those that `skip_forced` took)."""
        self._lists: list[npt.NDArray[np.int16]] = []  # shuffles given, as rows of a tape
        self._used = 0  # how many of them have been taken

    def _lay_out(self, desk: States) -> None:
        """Take a desk (`program.desk_dtype`) for one's own."""
        self._desk = desk
        view = desk.view(np.ndarray)
        self.mask: npt.NDArray[np.int8] = view["mask"][0]
        """The legal actions of the seat to act, int8 (A,); all zero when the match is over. Not to be written to."""
        self.vector: npt.NDArray[np.uint8] = view["vector"][0]
        """The raw observation of the seat to act, uint8 (k,); old when the match is over. Not to be written to."""
        self.observation: npt.NDArray[np.float32] = view["observation"][0]
        """The same scaled, float32 (k,)."""

    # --- playing

    def deal(self, seed: int, shuffles: Sequence[Sequence[str]] = ()) -> None:
        """Begin anew; the k-th shuffle of the match takes the k-th list of card names, later ones are random.

        Raises `ValueError`, with nothing changed, when a name is unknown or the first list does not fit.
        """
        seed = checked_seed(seed)
        if shuffles:
            lists = [self._row(number, names) for number, names in enumerate(shuffles)]
            self.seat, self._used = self._with_lists(lists, 0, partial(self._begin, seed))
            self._lists = lists
        else:
            self.seat = self._deal_match(self._desk, seed)
            self._lists, self._used = [], 0
        self.seed, self.actions, self.dealt = seed, [], True

    def step(self, action: int) -> None:
        """Carry out an action of the seat to act; `ValueError`, with nothing changed, when it is not legal."""
        try:
            action = operator.index(action)
        except TypeError:
            raise ValueError(f"an action is a whole number, got {action!r}") from None
        if self._lists and self._used < len(self._lists):
            self.seat, self._used = self._with_lists(self._lists, self._used, partial(self._take, action))
        else:
            seat = self._step_match(self._desk, action)
            if seat == ILLEGAL:
                raise ValueError(self.why_illegal(action))
            self.seat = seat
        self.actions.append(action)

    def _begin(self, seed: int, desk: States, tape: Tape) -> int:
        return self._program.deal_match_taped(desk, np.uint64(seed), tape)

    def _take(self, action: int, desk: States, tape: Tape) -> int:
        seat = self._program.step_match_taped(desk, action, tape)
        if seat == ILLEGAL:
            raise ValueError(self.why_illegal(action))
        return seat

    def _with_lists(self, lists: list[npt.NDArray[np.int16]], used: int, move: Move) -> tuple[int, int]:
        """Move a copy with the lists that are left on the tape, and keep it when all that were taken fit.

        Returns the seat to act, and how many lists have been taken now.
        """
        desk, tape = self._desk.copy(), self._tape(lists[used:])
        seat = move(desk, tape)
        if tape[0, WRONG]:
            raise ShuffleError(used + int(tape[0, WRONG]) - 1, "is no permutation of the cards that are shuffled")
        self._lay_out(desk)
        return seat, min(len(lists), used + int(tape[0, DONE]))

    def _row(self, number: int, names: Sequence[str]) -> npt.NDArray[np.int16]:
        """A list of card names as a tape row: its length, then the cards."""
        known = self.game.card_names
        for name in names:
            if name not in known:
                raise ShuffleError(number, f"holds {name!r}, which is no card of {self.game.name}")
        if len(names) > self.game.largest_shuffle:
            raise ShuffleError(number, f"has {len(names)} cards, {self.game.largest_shuffle} at most are shuffled")
        return np.array([len(names), *(known.index(name) for name in names)], np.int16)

    def _tape(self, given: list[npt.NDArray[np.int16]], rows: int = 0) -> npt.NDArray[np.int16]:
        """A tape with these lists on it, and at least so many rows."""
        tape = np.zeros((1 + max(rows, len(given)), self.game.largest_shuffle + 3), np.int16)
        tape[0, GIVEN] = len(given)
        for row, values in enumerate(given, 1):
            tape[row, : len(values)] = values
        return tape

    # --- looking

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.dealt and self.seat == OVER

    @property
    def truncated(self) -> bool:
        """Did a cap of turns end it?"""
        return bool(self.state.truncated)

    @property
    def state(self) -> State:
        """The state record itself, fields as attributes; not to be written to."""
        return self._state.view(np.recarray)[0]

    @property
    def states(self) -> States:
        """A copy of the state, structured (1,)."""
        return self._state.copy()

    @property
    def _state(self) -> States:
        return self._desk.view(np.ndarray)["state"]

    def observe(self, seat: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """The observation, float32 (k,), and the mask of any seat at this point; all-zero mask if it is not to act."""
        vector = np.empty((1, self.game.layout.size), np.uint8)
        mask = np.zeros((1, self.game.num_actions), np.int8)
        self._program.observe_matches(records(self.states), np.array([seat], np.int64), vector, mask)
        return vector[0] * self.game.layout.scale, mask[0]

    def results(self) -> tuple[list[int], list[float], list[float]]:
        """Placements, scores and rewards, one a seat; zeros before the end."""
        n = self.params.num_players
        if self.seat >= 0:
            return [0] * n, [0.0] * n, [0.0] * n
        desk = self._desk.view(np.ndarray)
        return desk["placements"][0, :n].tolist(), desk["scores"][0, :n].tolist(), desk["rewards"][0, :n].tolist()

    def legal_actions(self) -> list[int]:
        """The legal actions of the seat to act, ascending."""
        legal: list[int] = self.mask.nonzero()[0].tolist()
        return legal

    def why_illegal(self, action: int) -> str:
        """Why an action is not legal now, in a person's words."""
        if self.seat == OVER:
            return "the match is over" if self.dealt else "the match has not been dealt: call reset() first"
        if not 0 <= action < self.game.num_actions:
            return f"{action} is no action of {self.game.name}: they run from 0 to {self.game.num_actions - 1}"
        return self.game.why_illegal(self.state, int(action))

    # --- copying, saving

    def clone(self) -> Self:
        """An independent copy at this very point."""
        other = object.__new__(type(self))  # copy.copy would play it again, by __reduce__
        other.__dict__.update(self.__dict__)
        other._lay_out(self._desk.copy())
        other.actions, other._lists = self.actions.copy(), self._lists.copy()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game.name, self.params, self.save() if self.dealt else None)

    def save(self) -> bytes:
        """The match as bytes, for `load`."""
        names = self.game.card_names
        body = {
            "format": _MAGIC,
            "game": self.game.name,
            "version": self.game.version,
            "params": self.params.as_dict(),
            "seed": self.seed,
            "shuffles": [[names[card] for card in row[1:]] for row in self._lists],
            "actions": self.actions,
        }
        text = json.dumps(body).encode()
        return zlib.crc32(text).to_bytes(4, "big") + text

    def load(self, data: bytes) -> None:
        """Go to the point of a saved match; `ValueError`, with nothing changed, when it is not one of this game."""
        other = self._loaded(data)
        self.__dict__.update(other.__dict__)

    def _loaded(self, data: bytes) -> Match:
        if not isinstance(data, bytes) or zlib.crc32(data[4:]).to_bytes(4, "big") != data[:4]:
            raise ValueError("the saved match is damaged: its checksum does not fit")
        try:
            body = json.loads(data[4:])
        except ValueError:
            body = None
        if not isinstance(body, dict) or body.get("format") != _MAGIC:
            raise ValueError("this is no saved match of card_envs")
        wanted = {"game": self.game.name, "version": self.game.version, "params": self.params.as_dict()}
        for name, value in wanted.items():
            if body.get(name) != value:
                raise ValueError(f"the saved match has {name} {body.get(name)}, this environment {value}")
        match = Match(self.game, self.params)
        try:
            match.deal(body["seed"], body["shuffles"])
            for action in body["actions"]:
                match.step(_whole(action))
        except (KeyError, TypeError, ValueError) as error:
            raise ValueError(f"the saved match cannot be played: {error}") from None
        return match

    # --- what happened

    def replayed(self) -> Iterator[tuple[list[Event], Match]]:
        """Play the match again: for the deal and for each action, also the forced ones, its events and the match then.

        The match that is yielded is one and the same, moved along.
        """
        values = {**self.params.as_dict(), **dict.fromkeys(self.params.unrecorded, False)}
        match = Match(self.game, type(self.params)(**values))
        match.seed, match.dealt = self.seed, True
        asked = iter(self.actions)
        yield match._recorded(self._lists, partial(match._begin, self.seed)), match
        while not match.over:
            legal = match.legal_actions()
            forced = self.params.skip_forced and len(legal) == 1
            action = legal[0] if forced else next(asked, None)
            if action is None:
                return
            event = Event(seat=match.seat, action=action)
            events = match._recorded(self._lists, partial(match._take, action))
            match.actions.append(action)
            yield [event, *events], match

    def _recorded(self, lists: list[npt.NDArray[np.int16]], move: Move) -> list[Event]:
        """Move with a tape that writes down every shuffle; a longer tape is taken where one is too short."""
        given = lists[self._used :]
        rows, done = 0, _FIRST_ROWS
        while done > rows:
            rows = done
            desk, tape = self._desk.copy(), self._tape(given, rows)
            self.seat = move(desk, tape)
            done = int(tape[0, DONE])
        self._lay_out(desk)
        self._used += min(done, len(given))
        return [Event(cards=tuple(row[1 : 1 + row[0]].tolist())) for row in tape[1 : 1 + done]]


@cache
def _direct_calls(game: Game) -> tuple[Callable[[States, int], int], Callable[[States, int], int]]:
    """`deal_match` and `step_match` of a game at the cost of a call; both are compiled by a call on an empty desk."""
    kernels, desk = program(game), np.zeros(1, desk_dtype(game))
    desk["template"] = game.template(game.default_params())
    kernels.deal_match(records(desk), np.uint64(0))
    kernels.step_match(records(desk), ILLEGAL)
    deal_match, step_match = direct(kernels.deal_match), direct(kernels.step_match)
    if deal_match is kernels.deal_match:
        return lambda desks, seed: kernels.deal_match(desks, np.uint64(seed)), step_match
    return deal_match, step_match


def _restore(name: str, params: Params, data: bytes | None) -> Match:
    match = Match(load(name), params)
    if data is not None:
        match.load(data)
    return match


def checked_seed(seed: int) -> int:
    """A whole number that a stream can start from."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer):
        raise TypeError(f"seed takes a whole number or None, got {seed!r}")
    if not 0 <= seed < 2**64:
        raise ValueError(f"seed takes a whole number from 0 to 2**64 - 1, got {seed}")
    return int(seed)


def following_seed(seed: int) -> int:
    """The seed of the match after one with this seed, where none is given; Knuth's MMIX generator."""
    return (int(seed) * 6364136223846793005 + 1442695040888963407) % 2**63


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"an action is a whole number, got {value!r}")
    return value
