"""The network: SB3's maskable actor and critic on observations that it scales itself, and players made of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from card_envs.agents import Decisions, Player
from card_envs.engine.game import Game


class Scaled(BaseFeaturesExtractor):
    """Raw observations, uint8 (N, k), times the scale of their fields, float32 (N, k)."""

    def __init__(self, observation_space: Any, scale: npt.NDArray[np.float32]) -> None:
        super().__init__(observation_space, len(scale))
        self.scale: torch.Tensor
        self.register_buffer("scale", torch.tensor(np.array(scale)), persistent=False)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """Scale them."""
        return observations * self.scale


def policy_arguments(game: Game, hidden: list[int]) -> dict[str, Any]:
    """What MaskablePPO takes as `policy_kwargs`."""
    return {
        "features_extractor_class": Scaled,
        "features_extractor_kwargs": {"scale": game.layout.scale},
        "net_arch": {"pi": hidden, "vf": hidden},
        "activation_fn": nn.ReLU,
    }


def make_policy(game: Game, hidden: list[int]) -> MaskableActorCriticPolicy:
    """A fresh network of this shape, to load weights into."""
    return MaskableActorCriticPolicy(
        spaces.Box(0, 255, (game.layout.size,), np.uint8),
        spaces.Discrete(game.num_actions),
        lambda _: 0.0,
        **policy_arguments(game, hidden),
    )


class NetworkPlayer(Player):
    """A network under training, as an opponent: it samples from its distribution."""

    def __init__(self, game: Game, name: str, policy: MaskableActorCriticPolicy | None) -> None:
        super().__init__(game, name)
        self.policy = policy

    @property
    def network(self) -> MaskableActorCriticPolicy:
        """The policy; `ValueError` before there is one."""
        if self.policy is None:
            raise ValueError(f"the player {self.name} has no policy yet")
        return self.policy

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        network = self.network
        with torch.no_grad():
            features = network.features_extractor(torch.as_tensor(decisions.observations).float())
            logits = network.action_net(network.mlp_extractor.forward_actor(features)).numpy()
        uniform = self._chance.random(logits.shape, np.float32)
        noisy = logits - np.log(-np.log(np.clip(uniform, 1e-12, 1 - 1e-7)))  # Gumbel: samples the softmax
        chosen: npt.NDArray[np.int64] = np.where(decisions.action_masks != 0, noisy, -np.inf).argmax(1)
        return chosen
