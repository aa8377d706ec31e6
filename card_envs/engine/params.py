"""A game's parameters: a frozen dataclass whose fields say what they take, checked when it is made."""

from __future__ import annotations

import dataclasses
import difflib
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

WIN, RANK, SCORE = "win", "rank", "score"
REWARDS = (WIN, RANK, SCORE)


def whole(default: int | None, least: int, most: int, meaning: str) -> Any:
    """A parameter that takes a whole number in [least, most], or None where that is the default."""
    return dataclasses.field(default=default, metadata={"least": least, "most": most, "meaning": meaning})


def flag(default: bool, meaning: str) -> Any:
    """A parameter that takes True or False."""
    return dataclasses.field(default=default, metadata={"choices": (False, True), "meaning": meaning})


def choice(default: str, choices: tuple[str, ...], meaning: str) -> Any:
    """A parameter that takes one of some words."""
    return dataclasses.field(default=default, metadata={"choices": choices, "meaning": meaning})


@dataclass(frozen=True, kw_only=True)
class Params:
    """What every game takes; a game's own parameters are the fields that its subclass adds.

    A value of another type or range raises `TypeError` or `ValueError` naming the parameter, what it got and what
    it takes.
    """

    num_players: int = whole(4, 2, 8, "seats at the table")
    rewards: str = choice(WIN, REWARDS, "what the reward at the end counts: winning, the rank or the score")
    skip_forced: bool = flag(False, "take a decision with one legal action for the seat")

    unrecorded: ClassVar[tuple[str, ...]] = ("skip_forced",)
    """Parameters that change how a match is asked for, not what happens in it."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(field, getattr(self, field.name)))

    @classmethod
    def make(cls, values: dict[str, Any]) -> Self:
        """From keyword arguments; an unknown name raises `TypeError` naming the known ones."""
        known = [field.name for field in dataclasses.fields(cls)]
        for name in values:
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise TypeError(f"unknown parameter {name}{hint} (known: {', '.join(known)})")
        return cls(**values)

    def as_dict(self) -> dict[str, Any]:
        """Names and values, as JSON takes them."""
        return dataclasses.asdict(self)

    def recorded(self) -> dict[str, Any]:
        """Names and values of those that belong to a game record."""
        return {name: value for name, value in self.as_dict().items() if name not in self.unrecorded}

    def resolved(self) -> dict[str, int | str | bool]:
        """Names and values with every None replaced by what it stands for in this game."""
        return self.as_dict()

    def numbers(self) -> dict[str, int]:
        """As the state holds them: words by their place among the choices, flags as 0 and 1."""
        fields = {field.name: field for field in dataclasses.fields(self)}
        return {
            name: fields[name].metadata["choices"].index(value) if isinstance(value, str) else int(value)
            for name, value in self.resolved().items()
        }


def takes(field: dataclasses.Field[Any]) -> str:
    """What a parameter takes, in words."""
    if "choices" in field.metadata:
        return " or ".join(repr(value) for value in field.metadata["choices"])
    text = f"a whole number from {field.metadata['least']} to {field.metadata['most']}"
    return f"None or {text}" if field.default is None else text


def _checked(field: dataclasses.Field[Any], value: Any) -> Any:
    """The value as the parameter keeps it."""
    wanted = f"{field.name} takes {takes(field)}, got {value!r}"
    if "choices" in field.metadata:
        if isinstance(value, np.bool_):
            value = bool(value)
        if type(value) is not type(field.metadata["choices"][0]):
            raise TypeError(wanted)
        if value not in field.metadata["choices"]:
            raise ValueError(wanted)
        return value
    if value is None and field.default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(wanted)
    if not field.metadata["least"] <= value <= field.metadata["most"]:
        raise ValueError(wanted)
    return int(value)
