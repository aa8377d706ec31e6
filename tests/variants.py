"""Parameters drawn at random from what a game says that it takes."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from card_envs.engine.game import Game
from card_envs.engine.params import Params

WIDE = 40
"""A range wider than this is drawn from its low end (and its ends), so that caps of turns are met in short matches."""


def random_params(game: Game, rng: np.random.Generator, **fixed: Any) -> Params:
    """Parameters with each value of each as likely as any other."""
    values: dict[str, Any] = {}
    for field in dataclasses.fields(game.params):
        if field.name in ("rewards", "skip_forced") or field.name in fixed:
            continue
        values[field.name] = options(field)[rng.integers(len(options(field)))]
    return game.params.make({**values, **fixed})


def options(field: dataclasses.Field[Any]) -> list[Any]:
    """The values of a parameter that tests draw from."""
    if "choices" in field.metadata:
        return list(field.metadata["choices"])
    least, most = field.metadata["least"], field.metadata["most"]
    if most - least <= WIDE:
        values: list[Any] = list(range(least, most + 1))
    else:
        values = [least, least + 1, least + 6, least + WIDE, most]
    return [None, *values] if field.default is None else values
