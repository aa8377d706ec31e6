"""The observation as a table of named fields: sizes, offsets, scales and decoding all come from it."""

from __future__ import annotations

import hashlib
from collections import namedtuple
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt


@dataclass(frozen=True)
class Field:
    """One named part of the observation vector."""

    name: str
    """The name under which `decode_observation` returns it."""
    shape: tuple[int, ...]
    """Its shape; `()` is a single number."""
    high: int
    """The largest raw value (1 to 255); the observation is the raw value divided by it."""
    meaning: str
    """What it holds, in a sentence; seats are relative to the observer, 0 being itself."""

    @property
    def size(self) -> int:
        """How many entries of the vector it takes."""
        return prod(self.shape)


class Layout:
    """The fields of an observation, in order.

    >>> layout = Layout(Field("card", (3,), 1, "own card, one-hot"), Field("lives", (), 9, "lives left"))
    >>> layout.size, layout.at.lives
    (4, 3)
    >>> {name: part.tolist() for name, part in layout.decode(layout.scale * [0, 1, 0, 7]).items()}
    {'card': [0, 1, 0], 'lives': 7}
    """

    def __init__(self, *fields: Field) -> None:
        names = [field.name for field in fields]
        if len(set(names)) != len(names):
            raise ValueError(f"observation fields need different names, got {names}")
        ends = np.cumsum([field.size for field in fields]).tolist()
        self.fields = fields
        self.size: int = ends[-1]
        # A named tuple of the first index of each field: a constant to the compiler.
        self.at: Any = namedtuple("at", names)(*[end - field.size for end, field in zip(ends, fields, strict=True)])
        self.scale = np.concatenate(
            [np.full(field.size, np.float32(1) / np.float32(field.high), np.float32) for field in fields]
        )
        """float32 (size,): raw uint8 observation x scale is the float32 observation, never above 1."""
        self.scale.setflags(write=False)

    def decode(self, vector: npt.ArrayLike) -> dict[str, npt.NDArray[np.int64]]:
        """The named fields of a float32 observation (size,), shaped, as unscaled whole numbers."""
        values = np.asarray(vector, np.float32)
        if values.shape != (self.size,):
            raise ValueError(f"an observation has shape ({self.size},), got {values.shape}")
        raw = self.raw(values).astype(np.int64)
        return {
            field.name: raw[start : start + field.size].reshape(field.shape)
            for start, field in zip(self.at, self.fields, strict=True)
        }

    def raw(self, vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.uint8]:
        """float32 observations (..., size) back to the raw uint8 ones."""
        raw: npt.NDArray[np.uint8] = np.rint(vectors / self.scale).astype(np.uint8)
        return raw

    @property
    def digest(self) -> str:
        """A hash of names, shapes, scales and meanings in order: policies are refused where it differs."""
        text = repr([(field.name, field.shape, field.high, field.meaning) for field in self.fields])
        return hashlib.sha256(text.encode()).hexdigest()[:16]
