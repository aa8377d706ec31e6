"""What tests share: every registered game, by name."""

from __future__ import annotations

import os

import numpy as np
import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import card_envs
from card_envs.engine.game import Game
from card_envs.games import load


@pytest.fixture(params=card_envs.GAMES)
def name(request: pytest.FixtureRequest) -> str:
    """The name of each game."""
    return str(request.param)


@pytest.fixture
def game(name: str) -> Game:
    """The contract of each game."""
    return load(name)


@pytest.fixture
def rng() -> np.random.Generator:
    """A generator that gives every test the same numbers."""
    return np.random.default_rng(20261130)
