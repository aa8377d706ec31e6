"""A record of one seat's view tells no more than the seat saw."""

from __future__ import annotations

import numpy as np

from card_envs.engine.record import record
from card_envs.games.tschau_sepp import GAME
from tests.play import played, uniform

HAND = 5


def test_what_another_lays_does_not_tell_when_it_was_taken() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        match = played(GAME, GAME.default_params(), int(rng.integers(2**63)), uniform(rng))
        for seat in range(4):
            deal = record(match, view=seat)["events"][0]["cards"]
            for owner in range(4):
                dealt = deal[HAND * owner : HAND * (owner + 1)]
                assert (None not in dealt) if owner == seat else not any(dealt)
            assert deal[4 * HAND] is not None  # the upcard


def test_a_card_drawn_and_laid_in_one_turn_is_seen_by_all() -> None:
    rng = np.random.default_rng(5)
    found = 0
    for _ in range(20):
        match = played(GAME, GAME.default_params(), int(rng.integers(2**63)), uniform(rng))
        views = [record(match, view=seat)["events"][0]["cards"][4 * HAND + 1 :] for seat in range(4)]
        found += sum(all(view[place] is not None for view in views) for place in range(len(views[0])))
    assert found > 0
