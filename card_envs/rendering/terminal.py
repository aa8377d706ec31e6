"""A table for the terminal, drawn with rich: little cards, coloured, in brackets that tell the same without colour."""

from __future__ import annotations

from collections.abc import Iterator

from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.extras import needs

with needs("play", "tables at the terminal"):
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table as Grid
    from rich.text import Text

_FACE_DOWN = "[░░]"
_PAPER = "on grey93"
_INK = {"": "black", "red": "red3", "green": "green4", "blue": "blue3", "gold": "dark_goldenrod"}
_BACK = "dark_red on grey78"
_FAN = 4
"""More cards than this face down in a row are told by their number: they look alike."""


def as_group(table: Table, viewer: int | None = None) -> Group:
    """The table as rich prints it, 80 columns being enough.

    The viewer's own seat comes last, after the others in their order from its left, numbered +1, +2, …; with None the
    seats keep their order. An arrow marks the seat to act.
    """
    centre = _grid()
    for row in table.centre:
        centre.add_row(row.label, _cards(row))
    seats = _grid()
    order = range(len(table.seats)) if viewer is None else around(viewer, len(table.seats))
    for seat in order:
        seats.add_row(*_seat(table.seats[seat], seat, viewer, len(table.seats)))
    title = Text(table.title, style="bold")
    return Group(title, Padding(centre, (0, 0, 1, 2)), seats, *(Text(note) for note in table.notes))


def seat_name(seat: int, viewer: int | None) -> str:
    """What a viewer calls a seat."""
    return f"you (player_{seat})" if seat == viewer else f"player_{seat}"


def around(viewer: int, count: int) -> list[int]:
    """All of so many seats from the viewer's left on, the viewer's own last."""
    return [(viewer + ahead) % count for ahead in range(1, count + 1)]


def _grid() -> Grid:
    return Grid.grid(padding=(0, 2, 0, 0))


def _seat(seat: SeatView, number: int, viewer: int | None, count: int) -> Iterator[Text | Group]:
    """The cells of a seat: the arrow, its name, its cards, what is to be said of it."""
    style = "dim" if seat.out else "bold" if number == viewer else ""
    name = seat_name(number, viewer)
    if viewer not in (None, number):
        name += f" +{(number - viewer) % count}"
    yield Text(">" if seat.to_act else " ", style="bold")
    yield Text(name, style=style)
    yield Group(*(_labelled(row) for row in seat.rows if row.cards))
    yield Text(", ".join(("out", *seat.notes) if seat.out else seat.notes), style=style)


def _labelled(row: Row) -> Text:
    return Text.assemble(f"{row.label} ", _cards(row)) if row.label else _cards(row)


def _cards(row: Row) -> Text:
    hidden = [card for card in row.cards if card == CardFace(None)]
    if len(hidden) <= _FAN:
        return Text(" ").join(map(_card, row.cards)) if row.cards else Text("-")
    shown = [_card(card) for card in row.cards if card != CardFace(None)]
    return Text(" ").join([*shown, _card(CardFace(None, note=f"x {len(hidden)}"))])


def _card(card: CardFace) -> Text:
    face = (_FACE_DOWN, _BACK) if card.name is None else (f"[{card.name}]", f"{_INK[card.tone]} {_PAPER}")
    return Text.assemble(face, f" {card.note}" if card.note else "")
