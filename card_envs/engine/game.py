"""The contract of a game: a frozen record of data and functions, the one thing the rest of the house knows of it.

The functions marked *rule* are compiled (`engine.kernels.rule`); the others are plain Python for people's eyes.
`state` is one structured record: attribute access, fields as its dtype says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from card_envs.engine.layout import Layout
from card_envs.engine.params import Params
from card_envs.engine.table import Table

State: TypeAlias = Any
"""One match: a record of the game's state dtype (numba knows its fields; a checker does not)."""
Mask: TypeAlias = Any
"""Legal actions: int8 (A,), 1 = legal."""
Vector: TypeAlias = Any
"""A raw observation: uint8 (k,)."""
Tape: TypeAlias = Any
"""Shuffles given and written down (`engine.random`)."""
States: TypeAlias = np.ndarray[Any, np.dtype[np.void]]
"""Matches, structured (N,)."""
Fields: TypeAlias = dict[str, npt.NDArray[np.int64]]
"""A decoded observation: the named fields, shaped, whole numbers."""


GAP = "_gap"
"""How the names of fields begin that hold nothing."""


def state_dtype(*fields: tuple[Any, ...]) -> np.dtype[np.void]:
    """The dtype of a game's state: what the engine needs of every game, then the game's own fields.

    A field that bears the name of a parameter is filled with that parameter before the deal; all others are zero.
    The gaps that alignment leaves are fields of their own, so that copies are alike to the byte.
    """
    aligned = np.dtype(
        [
            ("rng", "u8"),  # the match's stream of chance (engine.random)
            ("num_players", "i1"),
            ("rewards", "i1"),  # which reward: index in params.REWARDS
            ("skip_forced", "i1"),
            ("seat", "i1"),  # the seat to act; -1 when the match is over
            ("over", "i1"),
            ("truncated", "i1"),
            *fields,
        ],
        align=True,
    )
    ends = {name: offset + dtype.itemsize for name, (dtype, offset, *_) in (aligned.fields or {}).items()}
    filled: list[tuple[Any, ...]] = []
    at = 0
    for name, end in [*ends.items(), ("", aligned.itemsize)]:
        start = end - aligned[name].itemsize if name else end
        if start > at:
            filled.append((f"{GAP}{at}", "i1", (start - at,)))
        if name:
            filled.append((name, aligned[name]))
        at = end
    return np.dtype(filled, align=True)


@dataclass(frozen=True, eq=False)
class Game:
    """A game, complete."""

    name: str
    """Its name in calls and files, `snake_case`."""
    title: str
    """Its name in print."""
    source: str
    """Title and publisher of the document that the rules come from."""
    version: int
    """Rises when its behaviour does, from the first release on."""
    params: type[Params]
    """Its parameters."""
    dtype: np.dtype[np.void]
    """Its state (`state_dtype`)."""
    layout: Layout
    """Its observation."""
    actions: tuple[str, ...]
    """The names of its actions, by number."""
    card_names: tuple[str, ...]
    """The names of its cards, by the number that stands for them in a shuffle."""
    largest_shuffle: int
    """The most cards that one shuffle takes."""

    deal: Callable[[State, Tape], None]
    """*rule* (state, tape): from a state of zeros and parameters to the first decision."""
    legal: Callable[[State, Mask], None]
    """*rule* (state, mask): set to 1 each legal action of the seat to act in `mask`, int8 (A,), zero before."""
    step: Callable[[State, int, Tape], None]
    """*rule* (state, action, tape): carry out a legal action and all that follows, up to the next decision."""
    placement: Callable[[State, int], int]
    """*rule* (state, seat): the place of a seat when the match is over; 1 is best, ties share the better place."""
    score: Callable[[State, int], float]
    """*rule* (state, seat): the score of a seat when the match is over."""
    score_scale: Callable[[State], float]
    """*rule* (state): what (score - mean score) is divided by in `rewards="score"`; keeps it within [-1, 1]."""
    observe: Callable[[State, int, Vector], None]
    """*rule* (state, seat, vector): write what the seat may know into `vector`, uint8 (k,), zero before."""
    resample: Callable[[State, int], None]
    """*rule* (state, seat): redraw from `state.rng` all that the seat to act cannot know."""
    heuristic: Callable[[Vector, Mask, Any], int]
    """*rule* (observation, mask, luck): a sound player by rule of thumb; uint8 (k,), int8 (A,), a random uint64."""

    why_illegal: Callable[[State, int], str]
    """(state, action): why that action is not legal for the seat to act, in a person's words."""
    table: Callable[[State, int | None], Table]
    """(state, viewer): the table as a seat sees it, or with all cards shown (None)."""
    describe: Callable[[Fields], str]
    """(fields): a decoded observation in words."""
    seen: Callable[[State, int], Sequence[tuple[int, int]]]
    """(state, seat): which cards of past shuffles the seat has seen, as (shuffles back, position from the top);
    0 back is the latest. Asked after every event, so only what the latest event showed must be in it."""
    secret: Callable[[State, int, State], bool] | None = None
    """(state before, action, state at the end of the record): is the action still unknown to the other seats?"""
    deciding: Callable[[State], Sequence[int]] | None = None
    """(state): the seats that decide at this point without learning of each other's choice, in the order in which they
    act; the seat to act is the first. A game that has it can be played in parallel (`envs.parallel`)."""

    round_number: Callable[[State], int] | None = None
    """*rule* (state): the number of the round under way. With it, search plays on for `rounds_ahead` rounds and judges
    by the scores then, without it to the end of the match."""
    rounds_ahead: int = 1
    """How many rounds search plays on, the one under way included."""
    simulations: int = 200
    """Playouts a decision of search where none are asked for; fewer where they are long."""

    @property
    def num_actions(self) -> int:
        """A, the number of actions."""
        return len(self.actions)

    @cached_property
    def most_seats(self) -> int:
        """P, the most seats that the game takes: what observations have room for."""
        return int(self.params.__dataclass_fields__["num_players"].metadata["most"])

    def default_params(self) -> Params:
        """The parameters where none are given."""
        return self.params.make({})

    @property
    def module(self) -> str:
        """The name of its PettingZoo module, such as `gnav_v0`."""
        return f"{self.name}_v{self.version}"

    def template(self, params: Params) -> States:
        """A state (1,) of zeros that holds the parameters."""
        state = np.zeros(1, self.dtype)
        for name, number in params.numbers().items():
            if name in (self.dtype.names or ()):
                state[name] = number
        return state

    def score_scale_of(self, state: State) -> float:
        """What (score - mean score) is divided by in this match."""
        return float(getattr(self.score_scale, "py_func", self.score_scale)(state))

    def action_from_name(self, name: str) -> int:
        """The number of the action with this name; `ValueError` when there is none."""
        try:
            return self.actions.index(name)
        except ValueError:
            raise ValueError(f"{self.name} has no action {name!r}; it has {', '.join(self.actions)}") from None
