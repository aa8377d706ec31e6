"""Matches in which all seats conspire to tie, so that hands run empty (A7): random play all but never gets there."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from card_envs.engine.match import Match
from card_envs.engine.params import Params
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.cards import VALUE
from card_envs.games.und_tschuess.deck import COMMIT


def tied_match(params: Params, seed: int, chance_to_tie: float = 1.0, most_steps: int | None = None) -> Match:
    """A match in which a stage is played so that the lowest total is shared, where the hands allow it."""
    rng = np.random.default_rng(seed)
    match = Match(GAME, params)
    match.deal(seed)
    plan: dict[int, int] = {}
    while not match.over and (most_steps is None or len(match.actions) < most_steps):
        state = match.state
        if state.phase != COMMIT:
            plan = {}
            match.step(int(rng.choice(match.legal_actions())))
            continue
        if not plan and rng.random() < chance_to_tie:
            plan = _plan(match, rng)
        action = plan.pop(match.seat, None)
        match.step(int(rng.choice(match.legal_actions())) if action is None else action)
        if not match.state.commit.any():
            plan = {}
    return match


def _plan(match: Match, rng: np.random.Generator) -> dict[int, int]:
    """A card for each seat still in, such that two share the lowest total; empty when there is no such choice."""
    state = match.state
    still_in = [seat for seat in range(state.num_players) if not state.dropped[seat]]
    if any(state.commit):
        return {}
    totals = {
        seat: {int(state.total[seat]) + int(VALUE[card]): int(card) for card in np.flatnonzero(state.hand[seat])}
        for seat in still_in
    }
    pairs = list(combinations(still_in, 2))
    rng.shuffle(pairs)
    for one, two in pairs:
        for total in sorted(set(totals[one]) & set(totals[two])):
            plan = {one: totals[one][total], two: totals[two][total]}
            for seat in set(still_in) - {one, two}:
                higher = [value for value in totals[seat] if value >= total]
                if not higher:
                    break
                plan[seat] = totals[seat][min(higher)]
            else:
                return plan
    return {}
