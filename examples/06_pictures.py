"""A table as a picture, all cards shown and as one seat sees it, saved as PNG (extra [render]).

python examples/06_pictures.py [FOLDER [GAME]]
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pygame

import card_envs


def picture(game: str, render_seat: int | None) -> npt.NDArray[np.uint8]:
    """A match some decisions after its deal, uint8 (H, W, 3)."""
    env = card_envs.make(game, render_mode="rgb_array", render_seat=render_seat)
    env.reset(seed=5)
    player = card_envs.load_agent(game, "random", seed=5)
    for _ in range(20):
        env.step(player.act(env))
    shown: Any = env.render()
    assert isinstance(shown, np.ndarray)
    return shown


def main(folder: Path, game: str = "tschau_sepp") -> None:
    """Save the two pictures."""
    for seat in (None, 0):
        pixels = picture(game, seat)
        height, width, _ = pixels.shape
        file = folder / f"{game}-{'all' if seat is None else f'seat{seat}'}.png"
        pygame.image.save(pygame.image.frombuffer(pixels.tobytes(), (width, height), "RGB"), str(file))
        print(f"{file}: {width} x {height} pixels, {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]), *sys.argv[2:3])
    else:
        with tempfile.TemporaryDirectory() as temporary:
            main(Path(temporary))
