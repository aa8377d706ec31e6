"""How much better one player is than another: every deal in every seating, the deal as the unit."""

from card_envs.evaluation.ratings import Rating
from card_envs.evaluation.results import Difference, Matchup, Results
from card_envs.evaluation.tournament import Progress, evaluate

__all__ = ["Difference", "Matchup", "Progress", "Rating", "Results", "evaluate"]
