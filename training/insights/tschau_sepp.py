"""Tschau Sepp: how likely the next seats are to cover each card that could be laid."""

from __future__ import annotations

import torch

from card_envs.games.tschau_sepp.cards import COVERING, PACK_SIZE
from card_envs.games.tschau_sepp.memory import LATEST, SURE
from card_envs.games.tschau_sepp.observation import LAYOUT
from training.insights.insight import Insight, fields_of

_SEATS_AHEAD = 3  # that play next
_NEVER_QUITE = 1 - 1e-4  # a chance whose complement has a logarithm


class Voids(Insight):
    """For each card to cover, the chance that none of a seat's cards covers it, for the three seats that play next.

    As the rule of thumb reckons: a card is in a hand by its share of all places where it may be, and cards are in hands
    independently of each other. With each chance that a seat does cover comes that chance by the square of its cards,
    since a seat with few is near to its end.
    """

    size = (2 * _SEATS_AHEAD + 2) * PACK_SIZE + 1 + _SEATS_AHEAD

    def __init__(self) -> None:
        super().__init__()
        bits = [[float(cards >> card & 1) for card in range(PACK_SIZE)] for cards in COVERING.tolist()]
        self.covering: torch.Tensor
        self.register_buffer("covering", torch.tensor(bits), persistent=False)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The features, float32 (N, size)."""
        seen = fields_of(LAYOUT, raw)
        hand = seen["hand"]
        ahead = next_seats(seen["present"] * (seen["out"] == 0))
        there = ahead.sum(2, keepdim=True)
        void = (ahead @ self.chances(seen)) * there
        sizes = (ahead @ seen["hand_size"][:, 1:, None]).clamp(min=1)
        fears = there * (1 - void) / sizes**2
        own = hand.sum(1, keepdim=True)
        follows = (hand @ self.covering.T) / (own - 1).clamp(min=1)
        parts = [void.flatten(1), fears.flatten(1), void[:, 0] * fears[:, 1], follows]
        return torch.cat([*parts, 1 / own.clamp(min=1), 1 / sizes[:, :, 0]], 1)

    def chances(self, seen: dict[str, torch.Tensor]) -> torch.Tensor:
        """The chances that each other seat has no card to cover each card, float32 (N, 4, 36)."""
        places = seen["may_hold"][:, 1:]
        everywhere = places.sum(1) + (seen["batch"] == LATEST) * seen["stock_size"][:, None]
        share = places / everywhere.clamp(min=1)[:, None] * (1 - seen["hand"][:, None])
        holds = torch.where(places == SURE, torch.ones_like(share), share).clamp(max=_NEVER_QUITE)
        return torch.exp(torch.log1p(-holds) @ self.covering.T)


def next_seats(playing: torch.Tensor) -> torch.Tensor:
    """The next seats of those that are still in, float32 (N, 3, 4), each one-hot among the other four; 0 for none."""
    left = playing[:, 1:]
    chosen = []
    for _ in range(_SEATS_AHEAD):
        first = left * (left.cumsum(1) == 1)
        chosen.append(first)
        left = left - first
    return torch.stack(chosen, 1)
