"""Tausch Rausch."""

from card_envs.engine.game import Game
from card_envs.games.tausch_rausch import belief, cards, drawing, heuristic, observation, rules

GAME = Game(
    name="tausch_rausch",
    title="Tausch Rausch",
    source="Tausch Rausch Rulebook (an English transcript of the rules; Ravensburger)",
    version=0,
    params=rules.TauschRauschParams,
    dtype=rules.STATE,
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
    card_names=rules.CARD_NAMES,
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
    rounds_ahead=8,
    simulations=100,
)
