"""Whole matches written down: they replay, and they come out of their seeds again, to the bit."""

from __future__ import annotations

import json
from typing import Any

import pytest

import card_envs
from card_envs.engine.game import Game
from tests.golden import make


@pytest.fixture
def text(name: str) -> str:
    """The file of records of a game."""
    file = make.records_file(name)
    if not file.exists():
        pytest.fail(f"there are no golden records of {name}; make them with: {make.COMMAND} {name}")
    return file.read_text()


def test_golden_records_replay(name: str, text: str) -> None:
    told: list[dict[str, Any]] = json.loads(text)
    assert len(told) >= make.DRAWN_TABLES + 3
    for one in told:
        env = card_envs.replay(one)
        assert one["game"] == name
        assert one["over"]
        assert env.unwrapped.record() == one


def test_golden_records_come_out_of_their_seeds_again(game: Game, text: str) -> None:
    now = make.records_text(game)
    assert now == text, f"{game.name} plays differently; if that is meant: {make.COMMAND} {game.name}"
