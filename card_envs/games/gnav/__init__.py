"""Gnav (Cuckoo)."""

from card_envs.engine.game import Game
from card_envs.games.gnav import belief, cards, drawing, heuristic, observation, rules

GAME = Game(
    name="gnav",
    title="Gnav",
    source="the help page of a digital Gnav table (Norwegian; publisher not named), of the traditional game",
    version=0,
    params=rules.GnavParams,
    dtype=rules.STATE,
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
