"""Players that need no search and no network."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from card_envs.agents.agent import Decisions, Player
from card_envs.engine.program import program


class RandomPlayer(Player):
    """Each legal action is as likely as any other."""

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        actions = np.empty(len(decisions), np.int64)
        program(self.game).pick_random(decisions.action_masks, self._luck(len(decisions)), actions)
        return actions

    def probabilities(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """The probability of each action, float64 (M, A)."""
        shares: npt.NDArray[np.float64] = decisions.action_masks / decisions.action_masks.sum(1, keepdims=True)
        return shares


class HeuristicPlayer(Player):
    """The game's own rule-of-thumb player."""

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        actions = np.empty(len(decisions), np.int64)
        luck = self._luck(len(decisions))
        program(self.game).pick_heuristic(decisions.observations, decisions.action_masks, luck, actions)
        return actions
