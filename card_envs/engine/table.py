"""A table to be drawn: what a game says of itself to people, the same for text and for pictures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class CardFace:
    """A card on the table."""

    name: str | None
    """Its name; None lies face down."""
    tone: str = ""
    """A colour word for its ink (`red`, `green`, `blue`, `gold`), or nothing for black."""
    note: str = ""
    """A word under it."""


@dataclass(frozen=True)
class Row:
    """A labelled row of cards."""

    label: str
    cards: tuple[CardFace, ...]


@dataclass(frozen=True)
class SeatView:
    """One seat of the table."""

    name: str
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    to_act: bool = False
    out: bool = False


@dataclass(frozen=True)
class Table:
    """A whole table, from one side of it."""

    title: str
    centre: tuple[Row, ...]
    seats: tuple[SeatView, ...]
    notes: tuple[str, ...] = ()
