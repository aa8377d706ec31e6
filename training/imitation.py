"""A start that is not from nothing: the policy first learns to choose as a teacher does, such as the rule of thumb.

The learner's seats are played by the teacher. The policy is fitted to its choices, and the value to how the matches
ended. What comes after is learnt by reinforcement; no choice of the teacher is enforced there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.utils import update_learning_rate

from card_envs.agents import Agent, Decisions
from training.config import Config
from training.policy import features_of
from training.vec_env import CardVecEnv

_STEPS = 64  # decisions in each match that make a lesson
_BATCH = 2048  # decisions in one gradient step
_VALUE = 0.5  # weight of the value's loss, as in SB3's PPO


class Lesson(NamedTuple):
    """Decisions of the teacher, M of them."""

    observations: torch.Tensor
    """uint8 (M, k)."""
    action_masks: torch.Tensor
    """bool (M, A)."""
    actions: torch.Tensor
    """int64 (M,): the teacher's choices."""
    outcomes: torch.Tensor
    """float32 (M,): the reward at the end of the match, nan where that was not seen."""


def imitate(model: MaskablePPO, teacher: Agent, config: Config, tell: Callable[[int, float], None]) -> None:
    """Fit a fresh model to as many decisions of the teacher as the configuration says, each seen once.

    The learning rate falls to 0. `tell(decisions, agreement)` is called after each lesson: how many there were, and the
    mean probability that the policy gave to the choices of the last.
    """
    env = model.get_env()
    if not isinstance(env, CardVecEnv):
        raise TypeError("imitation needs matches of the batch engine (CardVecEnv)")
    chance = torch.Generator().manual_seed(model.seed or 0)
    env.reset()
    done = 0
    while done < config.imitation:
        update_learning_rate(model.policy.optimizer, config.imitation_rate * (1 - done / config.imitation))
        lesson = _lesson(env, teacher)
        if done == 0 and config.centred:
            features_of(model.policy).fit(lesson.observations)
        count = len(lesson.actions)
        parts = torch.split(torch.randperm(count, generator=chance), _BATCH)
        agreement = [_fit(model, Lesson(*(values[part] for values in lesson))) for part in parts]
        done += count
        tell(done, float(np.mean(agreement)))


def _lesson(env: CardVecEnv, teacher: Agent) -> Lesson:
    """What the teacher does in the learner's seats for a while."""
    batch = env.tables.batch
    shape = (_STEPS, batch.num_games)
    observations = np.empty((*shape, batch.observations.shape[1]), np.uint8)
    masks = np.empty((*shape, batch.action_masks.shape[1]), np.bool_)
    actions = np.empty(shape, np.int64)
    outcomes = np.empty(shape, np.float32)
    done = np.empty(shape, np.bool_)
    for step in range(_STEPS):
        observations[step], masks[step] = batch.observations, batch.action_masks
        actions[step] = teacher.choose(Decisions(batch.game, batch.observations, batch.action_masks, None))
        _, outcomes[step], done[step], _ = env.step(actions[step])
    outcome = np.full(batch.num_games, np.nan, np.float32)
    for step in reversed(range(_STEPS)):
        outcome = np.where(done[step], outcomes[step], outcome)
        outcomes[step] = outcome
    return Lesson(*(torch.from_numpy(part).flatten(0, 1) for part in (observations, masks, actions, outcomes)))


def _fit(model: MaskablePPO, lesson: Lesson) -> float:
    """One gradient step. Returns the mean probability that the policy gave to the teacher's choices."""
    policy = model.policy
    values, log_probabilities, _ = policy.evaluate_actions(lesson.observations, lesson.actions, lesson.action_masks)
    known = ~torch.isnan(lesson.outcomes)
    loss = -log_probabilities.mean()
    if known.any():
        loss = loss + _VALUE * torch.nn.functional.mse_loss(values.flatten()[known], lesson.outcomes[known])
    policy.optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
    policy.optimizer.step()
    return float(log_probabilities.detach().exp().mean())
