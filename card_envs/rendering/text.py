"""A table as lines of text."""

from __future__ import annotations

from card_envs.engine.table import CardFace, Row, Table

_FACE_DOWN = "[ ]"


def as_text(table: Table) -> str:
    """The table as text; an arrow marks the seat to act, face-down cards are `[ ]`."""
    width = max(len(seat.name) for seat in table.seats)
    lines = [table.title]
    lines.extend(f"  {_row(row)}" for row in table.centre)
    for seat in table.seats:
        rows = "   ".join(_row(row) for row in seat.rows if row.cards)
        facts = ", ".join(("out", *seat.notes) if seat.out else seat.notes)
        lines.append(f"{'>' if seat.to_act else ' '} {seat.name:<{width}}  {rows or '-'}  ({facts})")
    lines.extend(table.notes)
    return "\n".join(lines)


def _row(row: Row) -> str:
    cards = " ".join(_card(card) for card in row.cards) or "-"
    return f"{row.label}: {cards}" if row.label else cards


def _card(card: CardFace) -> str:
    face = _FACE_DOWN if card.name is None else f"[{card.name}]"
    return f"{face} {card.note}" if card.note else face
