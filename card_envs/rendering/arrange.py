"""Where the cards of labelled rows lie in an area: rows side by side, wrapped, as large as they fit.

Lengths are in pixels of the large drawing (`rendering.picture`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from card_envs.engine.table import CardFace, Row

_SIDE_BY_SIDE = 1.0
_ATTEMPTS = (
    *((height, _SIDE_BY_SIDE) for height in (300, 264, 232, 204, 180, 160, 144, 130, 116)),
    *((height, 0.72) for height in (144, 130, 116, 104)),
    *((height, 0.4) for height in (130, 116, 104, 92, 80, 68, 56)),
)
"""The height of cards, and the least share of a card's width that stays uncovered in long rows; tried in order."""
_SHORT_ROW = 5  # cards of a row that lies side by side always
_SMALLEST_TYPE = 27
LABEL_TYPE, NOTE_TYPE = 33, 32
_LABEL, _NOTE = 34, 36  # their heights
_GAP, _ROW_GAP, _LINE_GAP = 12, 44, 14
_FAN = 4
"""More cards than this face down in a row are fanned: they look alike."""

TextWidth = Callable[[str, int], int]
"""(text, size of type): its width."""
Size = tuple[int, int]


@dataclass(frozen=True)
class Spot:
    """A card's place within its block."""

    face: CardFace | None
    """None is the outline of an empty row."""
    left: int
    top: int
    width: int
    height: int
    shown: int
    """How much of its width no other card covers."""


@dataclass(frozen=True)
class Block:
    """A row of cards with its label above."""

    label: str
    spots: tuple[Spot, ...]
    """`top` counts from below the label."""
    width: int
    height: int
    """Without the label."""
    left: int = 0
    top: int = 0
    """Of the cards; the label ends here."""


@dataclass(frozen=True)
class Arrangement:
    """All blocks of an area."""

    blocks: tuple[Block, ...]
    height: int


def card_width(height: int) -> int:
    """The width of a card of this height."""
    return height * 7 // 10


def split_name(name: str) -> list[str]:
    """A name in one line or two.

    >>> split_name("Schellen-Under"), split_name("-10"), split_name("Cuckoo")
    (['Schellen', 'Under'], ['-10'], ['Cuckoo'])
    """
    head, hyphen, tail = name.partition("-")
    return [head, tail] if head and hyphen and tail else [name]


def arrange(areas: Sequence[tuple[tuple[Row, ...], Size]], text_width: TextWidth) -> list[Arrangement]:
    """The rows of each area, (rows, (width, height)); all cards in the one largest size that fits every area."""
    found: list[Arrangement] = []
    for height, shown in _ATTEMPTS:
        found = [_Area(rows, size[0], height, shown, text_width).arrangement() for rows, size in areas]
        if all(one.height <= size[1] for one, (_, size) in zip(found, areas, strict=True)):
            break
    return found


class _Area:
    """One try: cards of one height, side by side or overlapping."""

    def __init__(self, rows: Sequence[Row], width: int, height: int, shown: float, text_width: TextWidth) -> None:
        self.rows = rows
        self.width = width
        self.card = (card_width(height), height)
        self.shown = shown
        self.text_width = text_width

    def arrangement(self) -> Arrangement:
        """Blocks in lines from left to right, each line centred, the cards in it aligned at the top."""
        lines: list[list[Block]] = []
        used = 0
        for row in self.rows:
            block = self.block(row)
            if lines and used + _ROW_GAP + block.width <= self.width:
                lines[-1].append(block)
                used += _ROW_GAP + block.width
            else:
                lines.append([block])
                used = block.width
        placed, top = [], 0
        for line in lines:
            top += _LABEL if any(block.label for block in line) else 0
            left = (self.width - sum(block.width for block in line) - _ROW_GAP * (len(line) - 1)) // 2
            for block in line:
                placed.append(replace(block, left=left, top=top))
                left += block.width + _ROW_GAP
            top += max(block.height for block in line) + _LINE_GAP
        return Arrangement(tuple(placed), max(0, top - _LINE_GAP))

    def block(self, row: Row) -> Block:
        """One row; its cards wrap where they reach the width of the area."""
        width, height = self.card
        label_width = self.text_width(row.label, LABEL_TYPE)
        if not row.cards:
            whole = max(width, label_width)
            return Block(row.label, (Spot(None, (whole - width) // 2, 0, width, height, width),), whole, height)
        lines = self._lines(row.cards, len(row.cards))
        lines = self._lines(row.cards, -(-len(row.cards) // len(lines)))
        ends = [line[-1][1] + self._taken(row.cards[line[-1][0]]) for line in lines]
        whole = max(*ends, label_width)
        start = (whole - max(ends)) // 2
        down = height + (_NOTE if any(card.note for card in row.cards) else 0) + _GAP
        spots = []
        for number, line in enumerate(lines):
            for place, (index, left) in enumerate(line):
                card = row.cards[index]
                inset = (self._taken(card) - width) // 2
                shown = width if place + 1 == len(line) else min(width, line[place + 1][1] - left)
                spots.append(Spot(card, start + left + inset, number * down, width, height, shown))
        return Block(row.label, tuple(spots), whole, len(lines) * down - _GAP)

    def _lines(self, cards: Sequence[CardFace], most: int) -> list[list[tuple[int, int]]]:
        """(card, its left edge) by line, no more than `most` in one."""
        lines: list[list[tuple[int, int]]] = [[]]
        left = 0
        for number, card in enumerate(cards):
            if lines[-1] and (left + self._taken(card) > self.width or len(lines[-1]) == most):
                lines.append([])
                left = 0
            lines[-1].append((number, left))
            left += self._step(cards, number)
        return lines

    def _step(self, cards: Sequence[CardFace], number: int) -> int:
        """From the left edge of a card to that of the next."""
        card, width = cards[number], self.card[0]
        apart = self._taken(card) + _GAP
        if card.note:
            return apart
        if card.name is None:
            hidden = sum(other.name is None for other in cards)
            return width * 4 // 10 if hidden > _FAN else apart
        if self.shown == _SIDE_BY_SIDE or len(cards) <= _SHORT_ROW:
            return apart
        readable = max(self.text_width(part, _SMALLEST_TYPE) for part in split_name(card.name)) + 14
        return min(apart, max(readable, int(width * self.shown)))

    def _taken(self, card: CardFace) -> int:
        """The width of a card or of its note, whichever is wider."""
        return max(self.card[0], self.text_width(card.note, NOTE_TYPE))
