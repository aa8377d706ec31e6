"""How many sequences of actions a deal allows, counted depth by depth, against counts written down."""

from __future__ import annotations

import pytest

from card_envs.engine.game import Game
from tests.golden import make


def test_sequence_counts(game: Game) -> None:
    kept = make.kept_perft()
    if game.name not in kept:
        pytest.fail(f"there are no sequence counts of {game.name}; make them with: {make.COMMAND} {game.name}")
    told = [(entry["params"], entry["seed"], entry["counts"]) for entry in kept[game.name]]
    now = [(entry["params"], entry["seed"], entry["counts"]) for entry in make.perft(game)]
    for expected, got in zip(told, now, strict=True):
        assert got == expected, f"{game.name} allows other actions; if that is meant: {make.COMMAND} {game.name}"
