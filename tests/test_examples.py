"""Every example runs, ends well, and prints something."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
SAYS = {
    "01_play_a_match": "Legal actions: keep (0), swap (1).",
    "02_batch": "1,000,000 decisions",
    "03_gymnasium": "matches of a random player: mean reward",
    "04_evaluate": "One heuristic player among random ones wins",
    "05_records": "of the first shuffle's 42 cards player_1 saw",
    "06_pictures": "1200 x 900",
    "07_search_by_hand": "mean reward +",
}


def test_every_example_is_tested() -> None:
    assert {file.stem for file in FOLDER.glob("[0-9]*.py")} == set(SAYS)


@pytest.mark.parametrize("example", sorted(SAYS))
def test_example(example: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(FOLDER / f"{example}.py")],
        cwd=tmp_path,
        env={**os.environ, "SDL_VIDEODRIVER": "dummy"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert SAYS[example] in done.stdout
    assert not list(tmp_path.iterdir())
