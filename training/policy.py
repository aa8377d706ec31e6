"""The network: SB3's maskable actor and critic on observations that it scales itself, and players made of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, MlpExtractor
from torch import nn

from card_envs.agents import Decisions, Player
from card_envs.engine.game import Game
from training.insights import Insight, insight_of


class Scaled(BaseFeaturesExtractor):
    """Raw observations, uint8 (N, k), as the network takes them, float32 (N, k).

    They are multiplied by the scale of their fields; once `fit` has seen some, each number is also centred and
    stretched, so that what varies little weighs as much as what varies widely. A game's insight stands behind them.
    """

    _LEAST = 0.1  # standard deviation, of scaled numbers
    _MOST = 8.0  # of what the network takes

    def __init__(self, observation_space: Any, scale: npt.NDArray[np.float32], insight: Insight) -> None:
        super().__init__(observation_space, len(scale) + insight.size)
        self.insight = insight
        self.scale: torch.Tensor
        self.centre: torch.Tensor
        self.stretch: torch.Tensor
        self.register_buffer("scale", torch.tensor(np.array(scale)), persistent=False)
        self.register_buffer("centre", torch.zeros(len(scale)))
        self.register_buffer("stretch", torch.ones(len(scale)))

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """The features of raw observations."""
        return self.spread(observations * self.scale)

    def spread(self, scaled: torch.Tensor) -> torch.Tensor:
        """The features of scaled observations, as the environments give them."""
        spread = torch.clamp((scaled - self.centre) * self.stretch, -self._MOST, self._MOST)
        if not self.insight.size:
            return spread
        return torch.cat([spread, self.insight(torch.round(scaled / self.scale))], 1)

    def fit(self, observations: torch.Tensor) -> None:
        """Centre and stretch by these raw observations, uint8 (M, k)."""
        scaled = observations.float() * self.scale
        self.centre.copy_(scaled.mean(0))
        self.stretch.copy_(1 / scaled.std(0).clamp(min=self._LEAST))


class Layers(MlpExtractor):
    """The hidden layers; past those of the policy the insight goes on to the logits."""

    def __init__(self, insight_size: int, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._insight_size = insight_size
        self.latent_dim_pi += insight_size

    def forward_actor(self, features: torch.Tensor) -> torch.Tensor:
        """What the logits are made of."""
        hidden = super().forward_actor(features)
        if not self._insight_size:
            return hidden
        return torch.cat([hidden, features[:, -self._insight_size :]], 1)


class Policy(MaskableActorCriticPolicy):
    """SB3's maskable actor and critic with these layers."""

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = Layers(
            features_of(self).insight.size,
            self.features_dim,
            net_arch=self.net_arch,
            activation_fn=self.activation_fn,
            device=self.device,
        )


def policy_arguments(game: Game, hidden: list[int]) -> dict[str, Any]:
    """What MaskablePPO takes as `policy_kwargs`."""
    return {
        "features_extractor_class": Scaled,
        "features_extractor_kwargs": {"scale": game.layout.scale, "insight": insight_of(game)},
        "net_arch": {"pi": hidden, "vf": hidden},
        "activation_fn": nn.ReLU,
    }


def make_policy(game: Game, hidden: list[int]) -> MaskableActorCriticPolicy:
    """A fresh network of this shape, to load weights into."""
    return Policy(
        spaces.Box(0, 255, (game.layout.size,), np.uint8),
        spaces.Discrete(game.num_actions),
        lambda _: 0.0,
        **policy_arguments(game, hidden),
    )


def features_of(policy: MaskableActorCriticPolicy) -> Scaled:
    """The part of the network that takes observations."""
    features = policy.features_extractor
    if not isinstance(features, Scaled):
        raise TypeError(f"expected a policy made by make_policy, got one with {type(features).__name__}")
    return features


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
