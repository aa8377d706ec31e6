"""The learner: MaskablePPO, which for a while learns from tryouts of all actions instead of from what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from sb3_contrib import MaskablePPO

from card_envs.agents import Agent, Decisions
from training.tryouts import Tryouts
from training.vec_env import CardVecEnv

_SHARPER = 4  # times the logits, when they have been fitted to gains and are to be played by


class _Lesson(NamedTuple):
    """M decisions that were tried, and after them K others."""

    features: torch.Tensor
    """float32 (M + K, f)."""
    masks: torch.Tensor
    """float32 (M + K, A)."""
    returns: torch.Tensor
    """float32 (M + K,)."""
    gains: torch.Tensor
    """float32 (M, A)."""
    choices: torch.Tensor
    """int64 (K,): of the teacher."""


class Learner(MaskablePPO):
    """MaskablePPO over a `CardVecEnv`; its first `tryouts` steps are learnt from by `Tryouts`.

    There the policy climbs the mean of what its actions won when they were tried, all of them and not just the one
    that it took: the gradient is that of the expected gain, to which the entropy is added as in PPO. That is slow where
    the policy is sure already. With a `temperature` the logits are fitted instead to what each action won more than the
    legal ones did on average, in units of the temperature, over as many epochs as in PPO; in the end they are made
    sharper, so that what is better is what is played.

    Where only some decisions are `tried`, as many others, drawn anew each time, are learnt from the teacher meanwhile.

    All of this can reach the best play if all seats go by the rule of thumb from the next decision on. The features
    stay as they are. The value learns as in PPO; but with `one_turn`, where it tells what is won from the next turn on,
    it stays as it was learnt from the teacher.
    """

    def __init__(
        self,
        *arguments: Any,
        tryouts: int = 0,
        one_turn: bool = False,
        temperature: float = 0.0,
        tried: Sequence[int] = (),
        teacher: Agent | None = None,
        num_threads: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self._tryouts = tryouts
        self._one_turn = one_turn
        self._temperature = temperature
        self._tried = tried
        self._teacher = teacher
        self._num_threads = num_threads
        if tryouts:
            self._table()
        if tryouts and tried and teacher is None:
            raise TypeError("decisions that are not tried need a teacher")
        if tried and tried[1] > (actions := int(self.action_space.n)):  # type: ignore[attr-defined]
            raise ValueError(f"tried ends at {tried[1]}, and the game has {actions} actions")

    def _table(self) -> CardVecEnv:
        env = self.get_env()
        if not isinstance(env, CardVecEnv):
            raise TypeError("tryouts need matches of the batch engine (CardVecEnv)")
        return env

    def collect_rollouts(self, *arguments: Any, **options: Any) -> bool:
        """Act, and try all actions where that is what is to be learnt from."""
        if self.num_timesteps < self._tryouts and (env := self._table()).tryouts is None:
            value = self._values if self._one_turn else None
            env.tryouts = Tryouts(
                env.tables.batch, self.n_steps, self.seed or 0, self._num_threads, value, where=self._tried
            )
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
            if self._temperature and self.num_timesteps + self.n_steps * self.n_envs > self._tryouts:
                self._sharpen()
        else:
            super().train()
            if self._tryouts:
                self._table().tryouts = None

    def _learn_from_tryouts(self) -> None:
        """One gradient step for each part of the rollout; each decision once, or in each epoch with a temperature."""
        tryouts = self._table().tryouts
        assert tryouts is not None
        self._n_updates += self.n_epochs
        if not tryouts.tried.any():
            return
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        lesson = self._lesson(tryouts)
        count = len(lesson.gains)
        parts = -(-count // (self.batch_size or count))
        means, entropies = [], []
        for _ in range(self.n_epochs if self._temperature else 1):
            for part in torch.tensor_split(torch.randperm(count), parts):
                loss, mean, entropy = self._loss(lesson, part)
                self.policy.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
                self.policy.optimizer.step()
                means.append(mean)
                entropies.append(entropy)
        self.logger.record("tryouts/mean_gain", float(np.mean(means)))
        self.logger.record("tryouts/entropy", float(np.mean(entropies)))

    def _lesson(self, tryouts: Tryouts) -> _Lesson:
        """What was tried in the rollout, and as many other decisions, or all there are, with the teacher's choices."""
        buffer = self.rollout_buffer
        tried, others = np.flatnonzero(tryouts.tried), np.flatnonzero(~tryouts.tried)
        if len(others):
            others = others[torch.randperm(len(others))[: len(tried)]]
        rows = np.concatenate([tried, others])
        observations, masks, returns = (
            values.reshape(tryouts.tried.size, *values.shape[2:])[rows]
            for values in (buffer.observations, buffer.action_masks, buffer.returns)
        )
        size, extract = self.batch_size or len(rows), self.policy.features_extractor
        with torch.no_grad():
            features = [extract(part.float()) for part in torch.split(torch.as_tensor(observations), size)]
        choices = np.zeros(0, np.int64)
        if len(others):
            assert self._teacher is not None
            seen = (observations[len(tried) :].astype(np.uint8), masks[len(tried) :].astype(np.int8))
            choices = self._teacher.choose(Decisions(self._table().tables.batch.game, *seen))
        gains = tryouts.gains.reshape(-1, masks.shape[1])[tried]
        return _Lesson(torch.cat(features), *(torch.as_tensor(part) for part in (masks, returns, gains, choices)))

    def _loss(self, lesson: _Lesson, part: torch.Tensor) -> tuple[torch.Tensor, float, float]:
        """The loss of a part of what was tried; the mean of what the policy's actions win there, and its entropy."""
        rows, count = part, len(part)
        if len(lesson.choices):
            others = torch.randint(len(lesson.choices), (count,))
            rows = torch.cat([part, len(lesson.gains) + others])
        latent_policy, latent_value = self.policy.mlp_extractor(lesson.features[rows])
        masks, gains = lesson.masks[rows], lesson.gains[part]
        logits = self.policy.action_net(latent_policy).masked_fill(masks == 0, -1e8)
        tried = logits[:count]
        odds = torch.softmax(tried, 1)
        mean = (odds * gains).sum(1).mean()
        entropy = -(odds * torch.log_softmax(tried, 1)).sum(1).mean()
        loss = self._misjudged(tried, masks[:count], gains) if self._temperature else -mean - self.ent_coef * entropy
        if len(lesson.choices):
            loss = loss + torch.nn.functional.cross_entropy(logits[count:], lesson.choices[others])
        if not self._one_turn:
            values = self.policy.value_net(latent_value).flatten()
            loss = loss + self.vf_coef * torch.nn.functional.mse_loss(values, lesson.returns[rows])
        return loss, mean.item(), entropy.item()

    def _misjudged(self, logits: torch.Tensor, masks: torch.Tensor, gains: torch.Tensor) -> torch.Tensor:
        """By how much the logits miss the gains; both are compared less their means over the legal actions."""
        error = (logits * self._temperature - gains) * masks
        error = (error - error.sum(1, keepdim=True) / masks.sum(1, keepdim=True)) * masks
        return (error**2).sum(1).mean() / self._temperature

    def _sharpen(self) -> None:
        with torch.no_grad():
            for weights in self.policy.action_net.parameters():
                weights.mul_(_SHARPER)
