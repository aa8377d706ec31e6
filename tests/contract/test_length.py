"""Matches end, within the bounds that follow from the rules; played by chance, over all parameters."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from card_envs.engine.batch import Batch
from card_envs.engine.game import Game
from tests.variants import random_params

DRAWS_OF_PARAMETERS, MATCHES_EACH = 150, 40


def gnav(values: dict[str, int]) -> int:
    """Every deal costs a life, one each at most but for the last, and asks each seat once."""
    n = values["num_players"]
    return n * (values["lives"] * n - 1)


def letzte_runde(values: dict[str, int]) -> int:
    """A turn takes or draws, uses the card, draws two for each of five draw2, and knocks or not."""
    return values["rounds"] * values["max_turns_per_round"] * (2 + 2 * 5 + 1)


def tausch_rausch(values: dict[str, int]) -> int:
    """A turn chooses a slot and picks six cards at most."""
    return values["max_turns"] * (1 + 6)


def tschau_sepp(values: dict[str, int]) -> int:
    """A turn draws, lays and names a suit."""
    return values["max_turns"] * 3


def und_tschuess(values: dict[str, int]) -> int:
    """At most seven rounds (six seats: four) of n + 3 plays a seat, and an exchange of seven cards and its end."""
    n = values["num_players"]
    return (4 if n == 6 else 7) * (n * (n + 3) + 8)


BOUNDS: dict[str, Callable[[dict[str, int]], int]] = {
    function.__name__: function for function in (gnav, letzte_runde, tausch_rausch, tschau_sepp, und_tschuess)
}


def test_matches_end_within_their_bounds(game: Game, rng: np.random.Generator) -> None:
    longest = 0.0
    for _ in range(DRAWS_OF_PARAMETERS):
        # A draw2 that is discarded before its action can be drawn again in it, so five do not bound a turn then.
        fixed = {"special_discard": "after"} if game.name == "letzte_runde" else {}
        params = random_params(game, rng, **fixed)
        bound = BOUNDS[game.name](dict(params.numbers()))
        batch = Batch(game, MATCHES_EACH, seed=int(rng.integers(2**32)), **params.as_dict())
        decisions = batch.rollout(seed=int(rng.integers(2**32))).decisions
        assert decisions.max() <= bound
        longest = max(longest, float(decisions.max()) / bound)
    assert longest > 0.2
