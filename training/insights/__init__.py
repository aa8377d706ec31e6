"""The insights of the games that have one."""

from __future__ import annotations

from card_envs.engine.game import Game
from training.insights.insight import Insight, fields_of
from training.insights.tausch_rausch import Trades
from training.insights.tschau_sepp import Voids

__all__ = ["Insight", "fields_of", "insight_of"]

_INSIGHTS: dict[str, type[Insight]] = {"tausch_rausch": Trades, "tschau_sepp": Voids}


def insight_of(game: Game) -> Insight:
    """The insight of a game; an empty one where there is none."""
    return _INSIGHTS.get(game.name, Insight)()
