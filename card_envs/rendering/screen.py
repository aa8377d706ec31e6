"""What `render` shows: text, a picture, or a window."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.engine.table import Table
from card_envs.rendering.text import as_text

RENDER_MODES = (None, "human", "ansi", "rgb_array")


def check_render(mode: str | None, seat: int | None, num_players: int) -> None:
    """Raise a `ValueError` that names `render_mode` or `render_seat` where it takes no such value."""
    if mode not in RENDER_MODES:
        raise ValueError(f"render_mode takes None, 'human', 'ansi' or 'rgb_array', got {mode!r}")
    if seat is None:
        return
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer):
        raise TypeError(f"render_seat takes None or a seat from 0 to {num_players - 1}, got {seat!r}")
    if not 0 <= seat < num_players:
        raise ValueError(f"render_seat takes None or a seat from 0 to {num_players - 1}, got {seat}")


class Screen:
    """Shows tables in one mode; the window opens with the first."""

    def __init__(self, mode: str | None, frames_per_second: int) -> None:
        self.mode = mode
        self.frames_per_second = frames_per_second
        self._window: Any = None

    def show(self, table: Table) -> str | npt.NDArray[np.uint8] | None:
        """Text, a picture uint8 (H, W, 3), or None once it is in the window."""
        if self.mode is None:
            raise ValueError("render needs a render_mode: 'human', 'ansi' or 'rgb_array', given when the env is made")
        if self.mode == "ansi":
            return as_text(table)
        from card_envs.rendering.picture import Window, as_picture

        picture = as_picture(table)
        if self.mode == "rgb_array":
            return picture
        if self._window is None:
            self._window = Window(self.frames_per_second)
        self._window.show(picture)
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None
