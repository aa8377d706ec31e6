"""The learner: MaskablePPO, which for a while learns from tryouts of all actions instead of from what it did."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO

from training.tryouts import Tryouts
from training.vec_env import CardVecEnv


class Learner(MaskablePPO):
    """MaskablePPO over a `CardVecEnv`; its first `tryouts` steps are learnt from by `Tryouts`.

    There the policy climbs the mean of what its actions won when they were tried, all of them and not just the one
    that it took: the gradient is that of the expected gain, to which the entropy is added as in PPO. What it can reach
    is the best play if all seats go by the rule of thumb from the next decision on. The value learns as in PPO; but
    with `one_turn`, where it tells what is won from the next turn on, it stays as it was learnt from the teacher.
    """

    def __init__(
        self, *arguments: Any, tryouts: int = 0, one_turn: bool = False, num_threads: int = 1, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._tryouts = tryouts
        self._one_turn = one_turn
        self._num_threads = num_threads
        if tryouts:
            self._table()

    def _table(self) -> CardVecEnv:
        env = self.get_env()
        if not isinstance(env, CardVecEnv):
            raise TypeError("tryouts need matches of the batch engine (CardVecEnv)")
        return env

    def collect_rollouts(self, *arguments: Any, **options: Any) -> bool:
        """Act, and try all actions where that is what is to be learnt from."""
        if self.num_timesteps < self._tryouts and (env := self._table()).tryouts is None:
            value = self._values if self._one_turn else None
            env.tryouts = Tryouts(env.tables.batch, self.n_steps, self.seed or 0, self._num_threads, value)
        return super().collect_rollouts(*arguments, **options)

    def _values(self, observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        with torch.no_grad():
            values = self.policy.predict_values(torch.as_tensor(observations))
        told: npt.NDArray[np.float32] = values.flatten().numpy()
        return told

    def train(self) -> None:
        """Update the policy by the rollout that was collected."""
        if self.num_timesteps <= self._tryouts:
            self._learn_from_tryouts()
        else:
            super().train()
            if self._tryouts:
                self._table().tryouts = None

    def _learn_from_tryouts(self) -> None:
        """One gradient step for each part of the rollout, each decision once."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        buffer, tryouts = self.rollout_buffer, self._table().tryouts
        assert tryouts is not None
        rows = tryouts.gains.shape[0] * tryouts.gains.shape[1]
        observations, masks, returns, gains = (
            torch.as_tensor(values).reshape(rows, *values.shape[2:])
            for values in (buffer.observations, buffer.action_masks, buffer.returns, tryouts.gains)
        )
        means, entropies = [], []
        for part in torch.split(torch.randperm(rows), self.batch_size or rows):
            mean, entropy, values = self._expected(observations[part], masks[part], gains[part])
            loss = -mean - self.ent_coef * entropy
            if not self._one_turn:
                loss = loss + self.vf_coef * torch.nn.functional.mse_loss(values, returns[part])
            self.policy.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            means.append(mean.item())
            entropies.append(entropy.item())
        self._n_updates += self.n_epochs
        self.logger.record("tryouts/mean_gain", float(np.mean(means)))
        self.logger.record("tryouts/entropy", float(np.mean(entropies)))

    def _expected(
        self, observations: torch.Tensor, masks: torch.Tensor, gains: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the policy's actions win on average, its entropy, both means over the rows, and the values (M,)."""
        features = self.policy.extract_features(observations.float())
        latent_policy, latent_value = self.policy.mlp_extractor(features)
        logits = self.policy.action_net(latent_policy).masked_fill(masks == 0, -1e8)
        odds = torch.softmax(logits, 1)
        entropy = -(odds * torch.log_softmax(logits, 1)).sum(1).mean()
        return (odds * gains).sum(1).mean(), entropy, self.policy.value_net(latent_value).flatten()
