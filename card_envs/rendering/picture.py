"""A table as a picture: the centre in the middle, the seats around it clockwise from the top left.

Everything is drawn at twice its size and scaled down, so that edges are smooth. Only surfaces and fonts are used, no
display; `Window` alone opens one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO

import numpy as np
import numpy.typing as npt

from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.extras import needs
from card_envs.rendering.arrange import LABEL_TYPE, NOTE_TYPE, Arrangement, Block, Spot, arrange, card_width, split_name

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
with needs("render", "pictures"):
    import pygame

Picture = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = 1200, 900
_FINE = 2  # all that follows is in pixels of the large drawing
_W, _H = WIDTH * _FINE, HEIGHT * _FINE

_MARGIN, _GAP = 48, 32
_TITLE, _NOTES = 128, 116  # heights of the strips at the top and at the bottom
_PANEL_HEIGHT = 530
_PANEL_WIDTH = 1360  # at most
_PADDING = 28
_SHORT = 3  # letters of a name that is set large
_HEADER = 132  # a seat's name and two lines of notes

_FELT, _FELT_EDGE = (52, 118, 90), (22, 66, 52)
_CREAM, _PALE = (246, 240, 222), (190, 214, 196)
_GOLD = (240, 196, 88)
_EMPTY = (104, 150, 126)
_CARD, _CARD_EDGE = (253, 251, 245), (206, 200, 186)
_BACK, _BACK_LINE = (122, 44, 56), (168, 92, 98)
_INK: dict[str, Colour] = {
    "": (38, 40, 46),
    "red": (188, 36, 44),
    "green": (28, 122, 66),
    "blue": (34, 84, 172),
    "gold": (164, 112, 8),
}


def as_picture(table: Table) -> Picture:
    """The table drawn, uint8 (H, W, 3); the same table gives the same pixels."""
    pygame.font.init()
    return _Artist().draw(table)


def as_png(table: Table) -> bytes:
    """The table drawn, as a .png file."""
    file = BytesIO()
    picture = as_picture(table)
    pygame.image.save(pygame.surfarray.make_surface(picture.swapaxes(0, 1)), file, "table.png")
    return file.getvalue()


class Window:
    """A window that shows pictures, opened by the first and as large as the screen allows."""

    def __init__(self, frames_per_second: int) -> None:
        self._frames_per_second = frames_per_second
        self._clock = pygame.time.Clock()

    def show(self, picture: Picture) -> None:
        """Show a picture, uint8 (H, W, 3), and wait for its time to be over."""
        height, width = picture.shape[:2]
        image = pygame.image.frombuffer(np.ascontiguousarray(picture).tobytes(), (width, height), "RGB")
        window = pygame.display.get_surface() if pygame.display.get_init() else None
        if window is None:
            pygame.display.init()
            screen = pygame.display.get_desktop_sizes()[0]
            fit = min(1.0, 0.9 * screen[0] / width, 0.9 * screen[1] / height)
            window = pygame.display.set_mode((round(width * fit), round(height * fit)), pygame.RESIZABLE)
            pygame.display.set_caption("card_envs")
        fit = min(window.get_width() / width, window.get_height() / height)
        scaled = pygame.transform.smoothscale(image, (max(1, round(width * fit)), max(1, round(height * fit))))
        window.fill(_FELT_EDGE)
        window.blit(scaled, scaled.get_rect(center=window.get_rect().center))
        pygame.display.flip()
        pygame.event.pump()
        self._clock.tick(self._frames_per_second)

    def close(self) -> None:
        """Close the window."""
        pygame.display.quit()


class _Artist:
    """Draws one table. Fonts and card backs are made anew for each: `pygame.quit` elsewhere would spoil kept ones."""

    def __init__(self) -> None:
        self._fonts: dict[int, pygame.font.Font] = {}
        self._blanks: dict[tuple[int, bool], pygame.Surface] = {}

    def draw(self, table: Table) -> Picture:
        felt = pygame.image.frombuffer(_felt(), (_W, _H), "RGB")
        canvas = pygame.Surface((_W, _H), 0, 24)
        canvas.blit(felt, (0, 0))
        self._text(canvas, table.title, 76, _CREAM, center=(_W // 2, _TITLE // 2 + 6))
        self._centre(canvas, table.centre)
        panels = _panels(len(table.seats))
        inner = [_cards_area(panel) for panel in panels]
        arrangements = arrange(
            [(seat.rows, area.size) for seat, area in zip(table.seats, inner, strict=True)], self._width
        )
        for seat, panel, area, cards in zip(table.seats, panels, inner, arrangements, strict=True):
            canvas.blit(self._seat(seat, panel, area, cards), panel)
        self._bottom(canvas, table.notes)
        small = pygame.transform.smoothscale(canvas, (WIDTH, HEIGHT))
        return np.frombuffer(pygame.image.tobytes(small, "RGB"), np.uint8).reshape(HEIGHT, WIDTH, 3).copy()

    # --- the parts of a table

    def _centre(self, canvas: pygame.Surface, rows: Sequence[Row]) -> None:
        top = _TITLE + _PANEL_HEIGHT + _GAP
        area = pygame.Rect(_MARGIN, top, _W - 2 * _MARGIN, _H - _NOTES - _PANEL_HEIGHT - _GAP - top)
        self._cards(canvas, arrange([(tuple(rows), area.size)], self._width)[0], area)

    def _seat(self, seat: SeatView, panel: pygame.Rect, area: pygame.Rect, cards: Arrangement) -> pygame.Surface:
        """A seat's panel as a surface of its own, so that one that is out can be dimmed as a whole."""
        surface = pygame.Surface(panel.size, pygame.SRCALPHA)
        whole = surface.get_rect()
        pygame.draw.rect(surface, (8, 34, 26, 120), whole, border_radius=32)
        if seat.to_act:
            pygame.draw.rect(surface, (*_GOLD, 30), whole, border_radius=32)
            pygame.draw.rect(surface, _GOLD, whole, width=7, border_radius=32)
        name = self._text(surface, seat.name, 52, _GOLD if seat.to_act else _CREAM, topleft=(_PADDING, 22))
        said = "to act" if seat.to_act else "out" if seat.out else ""
        if said:
            self._text(surface, said, 36, _GOLD if seat.to_act else _PALE, midright=(whole.right - 32, name.centery))
        self._paragraph(surface, ", ".join(seat.notes), (_PADDING, 66, whole.width - 2 * _PADDING, 66), (36, 32, 27))
        self._cards(surface, cards, area.move(-panel.left, -panel.top))
        if seat.out:
            surface.set_alpha(110)
        return surface

    def _bottom(self, canvas: pygame.Surface, notes: Sequence[str]) -> None:
        area = (_MARGIN, _H - _NOTES + 20, _W - 2 * _MARGIN, _NOTES - 36)
        self._paragraph(canvas, "  ".join(notes), area, (38, 34, 30, 26), centred=True)

    # --- cards

    def _cards(self, surface: pygame.Surface, cards: Arrangement, area: pygame.Rect) -> None:
        top = area.top + max(0, area.height - cards.height) // 2
        for block in cards.blocks:
            self._block(surface, block, area.left + block.left, top + block.top)

    def _block(self, surface: pygame.Surface, block: Block, left: int, top: int) -> None:
        if block.label:
            self._text(surface, block.label, LABEL_TYPE, _PALE, midbottom=(left + block.width // 2, top - 8))
        short = self._short_size(block.spots)
        for spot in block.spots:
            at = (left + spot.left, top + spot.top)
            if spot.face is None:
                pygame.draw.rect(surface, _EMPTY, (*at, spot.width, spot.height), width=3, border_radius=14)
                continue
            surface.blit(self._blank(spot.height, spot.face.name is None), (at[0] - 4, at[1] - 2))
            if spot.face.name is not None:
                self._name(surface, spot.face, pygame.Rect(at, (spot.shown, spot.height)), short)
            if spot.face.note:
                middle = at[0] + spot.width // 2
                self._text(surface, spot.face.note, NOTE_TYPE, _PALE, midtop=(middle, at[1] + spot.height + 8))

    def _short_size(self, spots: Sequence[Spot]) -> int:
        """One size of type for all short names of a row."""
        names = [(spot.face.name, spot) for spot in spots if spot.face is not None and spot.face.name is not None]
        short = [(name, spot) for name, spot in names if len(name) <= _SHORT]
        return min((self._fitting(name, spot.height * 6 // 10, _room(spot.shown)) for name, spot in short), default=0)

    def _name(self, surface: pygame.Surface, face: CardFace, shown: pygame.Rect, short: int) -> None:
        """The name within the part of the card that no other covers; `Suit-Rank` takes two lines."""
        name = face.name or ""
        ink = _INK.get(face.tone, _INK[""])
        room = _room(shown.width)
        if len(name) <= _SHORT:
            self._text(surface, name, short, ink, center=shown.center)
            return
        parts = split_name(name)
        if len(parts) == 1:
            size = self._fitting(name, shown.height * 40 // 100, room)
            self._text(surface, name, size, ink, center=shown.center)
            return
        for part, share, down in zip(parts, (21, 44), (28, 62), strict=True):
            size = self._fitting(part, shown.height * share // 100, room)
            self._text(surface, part, size, ink, center=(shown.centerx, shown.top + shown.height * down // 100))

    def _blank(self, height: int, back: bool) -> pygame.Surface:
        """A card without its name, with a shadow."""
        if (height, back) not in self._blanks:
            width, radius = card_width(height), max(8, height // 11)
            surface = pygame.Surface((width + 10, height + 10), pygame.SRCALPHA)
            for spread in (4, 2, 0):
                shadow = pygame.Rect(4 - spread // 2, 5 - spread // 2, width + spread, height + spread)
                pygame.draw.rect(surface, (0, 0, 0, 26 + 10 * (4 - spread)), shadow, border_radius=radius)
            card = pygame.Rect(4, 2, width, height)
            pygame.draw.rect(surface, _CARD, card, border_radius=radius)
            pygame.draw.rect(surface, _CARD_EDGE, card, width=2, border_radius=radius)
            if back:
                inner = card.inflate(-width // 7, -width // 7)
                surface.blit(_lattice(inner.size, max(4, radius // 2), max(10, width // 7)), inner)
            self._blanks[height, back] = surface
        return self._blanks[height, back]

    # --- text

    def _font(self, size: int) -> pygame.font.Font:
        if size not in self._fonts:
            self._fonts[size] = pygame.font.Font(None, size)
        return self._fonts[size]

    def _width(self, text: str, size: int) -> int:
        return self._font(size).size(text)[0]

    def _fitting(self, text: str, largest: int, room: int) -> int:
        """The largest size of type up to `largest` in which the text is no wider than the room."""
        return max(12, min(largest, largest * room // max(1, self._width(text, largest))))

    def _text(
        self, surface: pygame.Surface, text: str, size: int, colour: Colour, **anchor: tuple[int, int]
    ) -> pygame.Rect:
        image = self._font(size).render(text, True, colour)
        return surface.blit(image, image.get_rect(**anchor))

    def _paragraph(
        self,
        surface: pygame.Surface,
        text: str,
        area: tuple[int, int, int, int],
        sizes: Sequence[int],
        centred: bool = False,
    ) -> None:
        """Text wrapped into an area, in the first of the sizes of type that fits it (or in the last, cut short)."""
        left, top, width, height = area
        lines: list[str] = []
        for size in sizes:
            lines = list(self._wrapped(text, size, width))
            if len(lines) * size <= height:
                break
        most = height // size
        if len(lines) > most:
            lines = [*lines[: most - 1], f"{lines[most - 1]} …"]
        for number, line in enumerate(lines):
            x = left + (width - self._width(line, size)) // 2 if centred else left
            self._text(surface, line, size, _PALE, topleft=(x, top + number * size))

    def _wrapped(self, text: str, size: int, width: int) -> Iterator[str]:
        line = ""
        for word in text.split():
            longer = f"{line} {word}" if line else word
            if line and self._width(longer, size) > width:
                yield line
                line = word
            else:
                line = longer
        if line:
            yield line


# --- the places of panels, and surfaces that do not depend on the table


def _room(shown: int) -> int:
    """How wide a name may be on a card."""
    return shown - max(8, shown // 6)


def _panels(count: int) -> list[pygame.Rect]:
    """The panels of the seats, clockwise: the upper line from left to right, the lower one back."""
    upper = (count + 1) // 2
    width = min(_PANEL_WIDTH, (_W - 2 * _MARGIN - (upper - 1) * _GAP) // upper)
    bottom = _H - _NOTES - _PANEL_HEIGHT
    above = _line_of_panels(upper, width, _TITLE)
    return above + _line_of_panels(count - upper, width, bottom)[::-1]


def _line_of_panels(count: int, width: int, top: int) -> list[pygame.Rect]:
    left = (_W - count * width - (count - 1) * _GAP) // 2
    return [pygame.Rect(left + number * (width + _GAP), top, width, _PANEL_HEIGHT) for number in range(count)]


def _cards_area(panel: pygame.Rect) -> pygame.Rect:
    """Where a seat's cards lie in its panel."""
    top = panel.top + _HEADER
    return pygame.Rect(panel.left + _PADDING, top, panel.width - 2 * _PADDING, panel.bottom - top - 14)


@lru_cache(maxsize=1)
def _felt() -> bytes:
    """Green cloth, RGB, lighter in the middle."""
    x = np.linspace(-1.0, 1.0, _W)[None, :]
    y = np.linspace(-1.0, 1.0, _H)[:, None]
    edge = np.clip((x**2 + y**2) / 2, 0.0, 1.0)[:, :, None] ** 0.8
    cloth: Picture = np.rint((1 - edge) * np.array(_FELT) + edge * np.array(_FELT_EDGE)).astype(np.uint8)
    return cloth.tobytes()


def _lattice(size: tuple[int, int], radius: int, mesh: int) -> pygame.Surface:
    """The pattern of a card's back."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    surface.fill(_BACK)
    width, height = size
    for start in range(-height, width + height, mesh):
        pygame.draw.line(surface, _BACK_LINE, (start, 0), (start + height, height), 3)
        pygame.draw.line(surface, _BACK_LINE, (start, height), (start + height, 0), 3)
    mask = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=radius)
    surface.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MIN)
    return surface
