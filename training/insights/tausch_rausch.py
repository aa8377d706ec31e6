"""Tausch Rausch: how many cards each open task lacks, of the hand, of what a trade would make of it, without a card."""

from __future__ import annotations

import torch
from torch import nn

from card_envs.games.tausch_rausch.cards import COPIES, NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.needs import MOST_CARDS
from card_envs.games.tausch_rausch.observation import LAYOUT
from card_envs.games.tausch_rausch.rules import NUM_MARKETS, OPEN_TASKS
from card_envs.games.tausch_rausch.tasks import (
    EVEN5,
    FOUR,
    FULLHOUSE,
    HIGH4,
    LOW4,
    NUM_TASKS,
    ODD5,
    RUN4C,
    RUN5,
    SAME5,
    SUM9,
    SUM23,
    THREE,
    THREEPAIR,
    TWIN,
    TWOPAIR,
)
from training.insights.insight import Insight, fields_of

_WORTHS = 6  # of a hand, in as many ways
_LEVELS = MOST_CARDS + 1  # numbers of cards that a task may lack
_HANDS = 1 + NUM_MARKETS + NUM_KINDS
_BY_VALUE = (EVEN5, ODD5, LOW4, HIGH4, RUN5, FULLHOUSE, FOUR, THREE, TWOPAIR, THREEPAIR)
_BY_COLOUR = (SAME5, *range(SUM9, SUM9 + NUM_COLOURS), *range(SUM23, SUM23 + NUM_COLOURS), RUN4C, TWIN)


class Lacks(Insight):
    """What the open tasks make of a hand: sums over them of worths that are learnt, one for each number lacking.

    Of the hand, of the hand with each market card's cards, and of the hand in the middle of a trade or a task without
    a card of each kind; there the task that is being done is left out.
    """

    size = _WORTHS * _HANDS

    def __init__(self) -> None:
        super().__init__()
        self.worths = nn.Linear(NUM_TASKS * _LEVELS, _WORTHS, bias=False)
        order = torch.tensor([*_BY_VALUE, *_BY_COLOUR]).argsort()
        self.order: torch.Tensor
        self.register_buffer("order", order, persistent=False)
        self.levels: torch.Tensor
        self.register_buffer("levels", torch.arange(float(_LEVELS)), persistent=False)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The features, float32 (N, size)."""
        seen = fields_of(LAYOUT, raw)
        hand, market, picks = (
            seen[name].reshape(-1, hands, NUM_COLOURS, NUM_VALUES)
            for name, hands in (("hand", 1), ("market", NUM_MARKETS), ("picks", 1))
        )
        slot, display = seen["slot"], seen["display"]
        taken = (market * slot[:, :NUM_MARKETS, None, None]).sum(1)
        others = display * (1 - slot[:, NUM_MARKETS : NUM_MARKETS + OPEN_TASKS, None])
        whole = self.lacking(torch.cat([hand, hand + market], 1))
        less = self.lacking_without(hand[:, 0] + taken - picks[:, 0])
        return torch.cat([self.worth(whole, display), self.worth(less, others)], 1).flatten(1)

    def worth(self, lacking: torch.Tensor, display: torch.Tensor) -> torch.Tensor:
        """What hands are worth by what they lack (N, hands, 21) for the tasks on display (N, 5, 21): (N, hands, 6)."""
        levels = (lacking @ display.transpose(1, 2))[..., None] == self.levels
        by_level = self.worths.weight.view(_WORTHS, NUM_TASKS, _LEVELS).permute(1, 2, 0).flatten(1)
        worths = (display @ by_level).reshape(-1, OPEN_TASKS * _LEVELS, _WORTHS)
        return levels.float().flatten(2) @ worths

    def lacking(self, cards: torch.Tensor) -> torch.Tensor:
        """How many cards each task lacks of hands given as counts (…, 4, 10); float32 (…, 21)."""
        number, nine, sum23, run = by_row(cards)
        twin = (cards >= COPIES).float().flatten(-2).amax(-1)
        by_colour = [
            (5 - number.amax(-1)).clamp(min=0),
            *nine.unbind(-1),
            *sum23.unbind(-1),
            4 - run.amax(-1),
            1 - twin,
        ]
        return torch.stack([*by_value(cards.sum(-2)), *by_colour], -1)[..., self.order]

    def lacking_without(self, cards: torch.Tensor) -> torch.Tensor:
        """How many each task lacks of a hand (N, 4, 10) without a card of each kind; float32 (N, 40, 21)."""
        one = torch.eye(NUM_VALUES)
        values = torch.stack(by_value(cards.sum(1)[:, None] - one), -1)
        values = values[:, None].expand(-1, NUM_COLOURS, -1, -1).flatten(1, 2)
        number, nine, sum23, run = by_row(cards)
        _, nine_less, sum23_less, run_less = by_row(cards[:, :, None] - one)
        same = (5 - torch.maximum(number[:, :, None] - 1, most_of_others(number))).clamp(min=0)
        twins = (cards >= COPIES).float()
        twin = (twins.sum((1, 2), keepdim=True) - twins + (cards > COPIES)) > 0
        colours = torch.cat(
            [
                same.expand(-1, -1, NUM_VALUES)[..., None],
                changed(nine, nine_less),
                changed(sum23, sum23_less),
                (4 - torch.maximum(run_less, most_of_others(run)))[..., None],
                (1 - twin.float())[..., None],
            ],
            -1,
        ).flatten(1, 2)
        return torch.cat([values, colours], -1)[..., self.order]


def by_value(counts: torch.Tensor) -> list[torch.Tensor]:
    """How many cards the tasks lack that ask for values, in the order of `_BY_VALUE`; counts by value (…, 10)."""
    once, twice = counts.clamp(max=1), counts.clamp(max=2)
    most, second = counts.topk(2, -1).values.unbind(-1)
    return [
        (5 - counts[..., 1::2].sum(-1)).clamp(min=0),
        (5 - counts[..., 0::2].sum(-1)).clamp(min=0),
        lacking_of_sum(counts, 3),
        lacking_of_sum(counts.flip(-1), 3),
        5 - most_in_a_run(once, 5),
        5 - most.clamp(max=3) - second.clamp(max=2),
        4 - most.clamp(max=4),
        3 - most.clamp(max=3),
        4 - most_in_a_run(twice, 2),
        6 - most_in_a_run(twice, 3),
    ]


def by_row(counts: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Of one colour's counts (…, 10): its cards, what 9 and 23 lack, and the most values within a run of four."""
    once = counts.clamp(max=1)
    nine = 2 - (once[..., :4] + once[..., 4:8].flip(-1)).amax(-1)
    return counts.sum(-1), nine, lacking_of_sum(counts.flip(-1), 17), most_in_a_run(once, 4)


def lacking_of_sum(counts: torch.Tensor, most_short: int) -> torch.Tensor:
    """Four less those of the best cards that fit into a shortfall, counts (…, 10) from the best value on."""
    so_far = counts.cumsum(-1)
    short = torch.stack([(so_far < card).float().sum(-1) for card in range(1, 5)], -1)
    fits = (short.cumsum(-1) <= most_short) & (short < NUM_VALUES)
    return 4 - fits.float().sum(-1)


def most_in_a_run(counts: torch.Tensor, width: int) -> torch.Tensor:
    """The largest sum over so many neighbours."""
    starts = counts.shape[-1] - width + 1
    sums = counts[..., :starts]
    for ahead in range(1, width):
        sums = sums + counts[..., ahead : ahead + starts]
    return sums.amax(-1)


def most_of_others(values: torch.Tensor) -> torch.Tensor:
    """For each colour the most of the other colours' values (N, 4); float32 (N, 4, 1)."""
    return (values[:, None] - 100 * torch.eye(NUM_COLOURS)).amax(-1)[..., None]


def changed(values: torch.Tensor, less: torch.Tensor) -> torch.Tensor:
    """Each colour's values (N, 4), that of one colour as it is with a card less (N, 4, 10); float32 (N, 4, 10, 4)."""
    own = torch.eye(NUM_COLOURS)[:, None]
    return values[:, None, None] + own * (less - values[:, :, None])[..., None]
