"""The learner: MaskablePPO, which for a while learns from tryouts of all actions instead of from what it did."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO

from training.tryouts import Tryouts
from training.vec_env import CardVecEnv

_SHARPER = 16  # times the logits, when they have been fitted to gains and are to be played by


class Learner(MaskablePPO):
    """MaskablePPO over a `CardVecEnv`; its first `tryouts` steps are learnt from by `Tryouts`.

    There the policy climbs the mean of what its actions won when they were tried, all of them and not just the one
    that it took: the gradient is that of the expected gain, to which the entropy is added as in PPO. That is slow where
    the policy is sure already. With a `temperature` the logits are fitted instead to what each action won more than the
    legal ones did on average, in units of the temperature, over as many epochs as in PPO; in the end they are made
    sharper, so that what is better is what is played.

    What either can reach is the best play if all seats go by the rule of thumb from the next decision on. The features
    stay as they are. The value learns as in PPO; but with `one_turn`, where it tells what is won from the next turn on,
    it stays as it was learnt from the teacher.
    """

    def __init__(
        self,
        *arguments: Any,
        tryouts: int = 0,
        one_turn: bool = False,
        temperature: float = 0.0,
        num_threads: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._tryouts = tryouts
        self._one_turn = one_turn
        self._temperature = temperature
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
        """One gradient step for each part of the rollout; each decision once, or in each epoch with a temperature."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        buffer, tryouts = self.rollout_buffer, self._table().tryouts
        assert tryouts is not None
        rows = tryouts.gains.shape[0] * tryouts.gains.shape[1]
        observations, masks, returns, gains = (
            torch.as_tensor(values).reshape(rows, *values.shape[2:])
            for values in (buffer.observations, buffer.action_masks, buffer.returns, tryouts.gains)
        )
        size = self.batch_size or rows
        with torch.no_grad():
            extract = self.policy.features_extractor
            features = torch.cat([extract(part.float()) for part in torch.split(observations, size)])
        parts = [part for _ in range(self._passes) for part in torch.split(torch.randperm(rows), size)]
        means, entropies = [], []
        for part in parts:
            logits, values = self._answers(features[part], masks[part])
            odds = torch.softmax(logits, 1)
            mean = (odds * gains[part]).sum(1).mean()
            entropy = -(odds * torch.log_softmax(logits, 1)).sum(1).mean()
            if self._temperature:
                loss = self._misjudged(logits, masks[part], gains[part])
            else:
                loss = -mean - self.ent_coef * entropy
            if not self._one_turn:
                loss = loss + self.vf_coef * torch.nn.functional.mse_loss(values, returns[part])
            self.policy.optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
            self.policy.optimizer.step()
            means.append(mean.item())
            entropies.append(entropy.item())
        if self._temperature and self.num_timesteps + rows > self._tryouts:
            self._sharpen()
        self._n_updates += self.n_epochs
        self.logger.record("tryouts/mean_gain", float(np.mean(means)))
        self.logger.record("tryouts/entropy", float(np.mean(entropies)))

    @property
    def _passes(self) -> int:
        return self.n_epochs if self._temperature else 1

    def _answers(self, features: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Masked logits (M, A) and values (M,)."""
        latent_policy, latent_value = self.policy.mlp_extractor(features)
        logits = self.policy.action_net(latent_policy).masked_fill(masks == 0, -1e8)
        return logits, self.policy.value_net(latent_value).flatten()

    def _misjudged(self, logits: torch.Tensor, masks: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
        """By how much the logits miss the gains; both are compared less their means over the legal actions."""
        error = (logits * self._temperature - gains) * masks
        error = (error - error.sum(1, keepdim=True) / masks.sum(1, keepdim=True)) * masks
        return (error**2).sum(1).mean() / self._temperature

    def _sharpen(self) -> None:
        with torch.no_grad():
            for weights in self.policy.action_net.parameters():
                weights.mul_(_SHARPER)
