"""Compiling and caching: one source, no silent miss, nothing stale; uncompiled and bounds-checked it is the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import card_envs
from card_envs.engine import kernels

ROOT = Path(card_envs.__file__).parent.parent

PLAY = """
import hashlib, sys
import numpy as np
from card_envs.engine.batch import Batch, resample
from card_envs.games import load
digest = hashlib.sha256()
for name in sys.argv[1].split(","):
    game = load(name)
    batch = Batch(game, 6, seed=5)
    for _ in range(int(sys.argv[2])):
        batch.step(batch.random_actions())
        for array in (batch.states, batch.observations, batch.action_masks, batch.rewards, batch.placements):
            digest.update(array.tobytes())
    digest.update(resample(game, batch.states, batch.seats, 3).tobytes())
    digest.update(batch.rollout(seed=2).rewards.tobytes())
print(digest.hexdigest())
"""

SEARCH = """
from card_envs.agents import Decisions, load_agent
from card_envs.engine.batch import Batch
from card_envs.games import load
batch = Batch(load("gnav"), 6, seed=5)
player = load_agent("gnav", "search:30", seed=1)
for _ in range(5):
    batch.step(player.choose(Decisions(batch.game, batch.observations, batch.action_masks, batch.states)))
print(batch.states.tobytes().hex())
"""

CACHE = """
from card_envs.engine.batch import Batch
from card_envs.engine.program import program
from card_envs.games import load
game = load("gnav")
batch = Batch(game, 4, seed=1)
batch.step(batch.random_actions())
kernel = program(game).step_matches
print(sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values()))
"""


def run(program: str, *arguments: str, folder: Path = ROOT, **environment: str) -> str:
    result = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", program, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package, without what was compiled."""
    shutil.copytree(ROOT / "card_envs", tmp_path / "card_envs", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_compiled_is_uncompiled_is_bounds_checked(name: str) -> None:
    steps = "60"
    compiled = run(PLAY, name, steps)
    assert run(PLAY, name, steps, NUMBA_DISABLE_JIT="1") == compiled
    assert run(PLAY, name, steps, NUMBA_BOUNDSCHECK="1") == compiled


def test_search_compiled_is_uncompiled_is_bounds_checked() -> None:
    compiled = run(SEARCH)
    assert run(SEARCH, NUMBA_DISABLE_JIT="1") == compiled
    assert run(SEARCH, NUMBA_BOUNDSCHECK="1") == compiled


def test_the_cache_hits_in_the_next_process(copied: Path) -> None:
    assert run(CACHE, folder=copied) == "0 1"
    assert run(CACHE, folder=copied) == "1 0"


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("games/gnav/rules.py", "card == lowest and fools < 2", "card != lowest and fools < 2"),
        ("games/gnav/cards.py", "CUCKOO = 16, 17, 18, 19, 20", "CUCKOO = 16, 17, 20, 19, 18"),
        ("engine/random.py", "0x9E3779B97F4A7C15", "0x9E3779B97F4A7C17"),
    ],
)
def test_an_edited_source_plays_by_the_new_rules_at_once(copied: Path, file: str, old: str, new: str) -> None:
    before = run(PLAY, "gnav", "40", folder=copied)
    assert run(PLAY, "gnav", "40", folder=copied) == before
    source = copied / "card_envs" / file
    text = source.read_text()
    assert old in text
    source.write_text(text.replace(old, new))
    after = run(PLAY, "gnav", "40", folder=copied)
    assert after != before
    assert after == run(PLAY, "gnav", "40", folder=copied, NUMBA_DISABLE_JIT="1")
    source.write_text(text)
    assert run(PLAY, "gnav", "40", folder=copied) == before


def test_without_a_cache_it_says_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def moved(function: object) -> object:
        raise AttributeError("numba has changed")

    monkeypatch.setattr(kernels, "_make_cache", moved)
    kernels._warn_once.cache_clear()

    def twice(number: int) -> int:
        return 2 * number

    with pytest.warns(RuntimeWarning, match="cannot be cached: numba has changed"):
        kernel = kernels.entry(twice, "test")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernels.entry(twice, "test")
    assert kernel(4) == 8


def test_a_direct_call_falls_back_on_the_kernel() -> None:
    def plain(number: int) -> int:
        return number

    assert kernels.direct(plain) is plain


def test_importing_is_light() -> None:
    heavy = ("torch", "stable_baselines3", "numba", "onnxruntime", "pygame", "matplotlib")
    tell = "\nprint([name for name in sys.argv[1:] if name in sys.modules])"
    assert run(f"import sys, card_envs{tell}", *heavy) == "[]"
    loaded = run(f"import sys\nfrom card_envs import gnav_v0{tell}", *heavy)
    assert "torch" not in loaded
    assert "stable_baselines3" not in loaded
