"""The opponents of a learner: its current self, snapshots of it, and the baselines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from card_envs.agents import Agent, load_agent
from card_envs.engine.game import Game
from training.config import Config
from training.policy import NetworkPlayer, make_policy


class Pool:
    """Draws the seats of each match: shares for the current self and for snapshots, the rest for baselines.

    Only a few snapshots play at a time, so that each asks for many decisions together.
    """

    def __init__(self, game: Game, config: Config, seed: int) -> None:
        self._game = game
        self._config = config
        self._rng = np.random.default_rng(seed)
        self._self = NetworkPlayer(game, "self", None)
        self._self.seed(int(self._rng.integers(2**31)))
        self._baselines = [load_agent(game.name, name, seed=seed) for name in config.baselines]
        self._snapshots: list[NetworkPlayer] = []
        self.agents: Sequence[Agent] = []
        """All that may play now."""
        self._shares: npt.NDArray[np.float64] = np.ones(1)
        self._arrange()

    def follow(self, policy: MaskableActorCriticPolicy) -> None:
        """Take this policy, as it learns, for the current self."""
        self._self.policy = policy

    def draw(self, rng: np.random.Generator, matches: int, seats: int) -> npt.NDArray[np.int64]:
        """Indices into `agents`, int64 (matches, seats)."""
        return rng.choice(len(self.agents), size=(matches, seats), p=self._shares)

    def play_snapshots(self, files: list[Path]) -> None:
        """Let some of these snapshots play: the latest, and others drawn at random."""
        count = min(self._config.snapshots_playing, len(files))
        others = self._rng.permutation(len(files) - 1)[: count - 1] if count > 1 else np.zeros(0, np.int64)
        chosen = [files[-1], *(files[index] for index in others)] if count else []
        self._snapshots = [self._load(file) for file in chosen]
        self._arrange()

    def _load(self, file: Path) -> NetworkPlayer:
        policy = make_policy(self._game, self._config.hidden)
        policy.load_state_dict(torch.load(file, weights_only=True))
        policy.set_training_mode(False)
        player = NetworkPlayer(self._game, file.stem, policy)
        player.seed(int(self._rng.integers(2**31)))
        return player

    def _arrange(self) -> None:
        """The list of those who may play, and their shares. Places in matches under way keep their meaning:

        the current self comes first, then the baselines, then as many snapshots as may play.
        """
        config = self._config
        snapshots: list[Agent] = list(self._snapshots)
        share_self, share_snapshots = config.share_self, config.share_snapshots
        if not snapshots:  # nothing to look back to yet
            share_self, share_snapshots = share_self + share_snapshots, 0.0
        weights = np.array(list(config.baselines.values()), np.float64)
        rest = max(0.0, 1 - share_self - share_snapshots)
        if not len(weights):
            share_self, rest = share_self + rest, 0.0
        filled = [*snapshots, *[self._self] * (config.snapshots_playing - len(snapshots))]
        each = share_snapshots / max(1, len(snapshots))
        shares = [share_self, *(rest * weights / max(weights.sum(), 1e-12)), *[each] * len(snapshots)]
        shares += [0.0] * (config.snapshots_playing - len(snapshots))
        self.agents = [self._self, *self._baselines, *filled]
        self._shares = np.array(shares) / np.sum(shares)
