"""Tschau Sepp."""

from card_envs.engine.game import Game
from card_envs.games.tschau_sepp import belief, cards, drawing, heuristic, observation, rules, state

GAME = Game(
    name="tschau_sepp",
    title="Tschau Sepp",
    source="the page Tschau Sepp of jassen.ch (in German), on the traditional Swiss game",
    version=0,
    params=state.TschauSeppParams,
    dtype=state.STATE,
    layout=observation.LAYOUT,
    actions=state.ACTIONS,
    card_names=cards.NAMES,
    largest_shuffle=cards.PACK_SIZE,
    deal=rules.deal,
    legal=rules.legal,
    step=rules.step,
    placement=rules.placement,
    score=rules.score,
    score_scale=rules.score_scale,
    observe=observation.observe,
    resample=belief.resample,
    heuristic=heuristic.heuristic,
    why_illegal=drawing.why_illegal,
    table=drawing.table,
    describe=drawing.describe,
    seen=drawing.seen,
)
