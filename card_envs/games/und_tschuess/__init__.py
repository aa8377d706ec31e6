"""...und tschüss! (So Long!)."""

from card_envs.engine.game import Game
from card_envs.games.und_tschuess import belief, cards, drawing, heuristic, observation, rules

GAME = Game(
    name="und_tschuess",
    title="...und tschüss!",
    source="the English rulebook of ...und tschüss! by Martin Wallace (Goldsieber, 1997)",
    version=0,
    params=rules.UndTschuessParams,
    dtype=rules.STATE,
    layout=observation.LAYOUT,
    actions=rules.ACTIONS,
    card_names=cards.NAMES,
    largest_shuffle=cards.DECK_SIZE,
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
    secret=drawing.secret,
    deciding=drawing.deciding,
    simulations=100,
)
