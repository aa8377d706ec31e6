"""What a network is told of an observation beside its numbers: quantities that it would take long to learn to work out.

An insight goes into the hidden layers with the observation, and past them to the logits. It is made of the observation
alone, by tensor operations, so that it travels in the exported file. Games without one do without.
"""

from __future__ import annotations

import torch
from torch import nn

from card_envs.engine.layout import Layout


class Insight(nn.Module):
    """Further features of raw observations, float32 (N, k)."""

    size: int = 0
    """How many."""

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The features, float32 (N, size)."""
        return raw[:, :0]


def fields_of(layout: Layout, raw: torch.Tensor) -> dict[str, torch.Tensor]:
    """The named fields of raw observations, float32 (N, *shape) each."""
    parts = torch.split(raw, [field.size for field in layout.fields], 1)
    return {
        field.name: part.reshape(-1, *field.shape) if field.shape else part[:, 0]
        for field, part in zip(layout.fields, parts, strict=True)
    }
