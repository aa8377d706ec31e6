"""Letzte Runde."""

from card_envs.engine.game import Game
from card_envs.games.letzte_runde import belief, cards, drawing, heuristic, observation, rules, state

GAME = Game(
    name="letzte_runde",
    title="Letzte Runde",
    source="the rules sheet of an untitled card game (German; Schippers Europe b.v.)",
    version=0,
    params=state.LetzteRundeParams,
    dtype=state.STATE,
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
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
    round_number=rules.round_number,
)
