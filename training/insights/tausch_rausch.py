"""Tausch Rausch: what the open tasks make of a hand, which of its cards they need, and what so to give for what."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn

from card_envs.games.tausch_rausch.cards import COPIES, NUM_COLOURS, NUM_KINDS, NUM_VALUES
from card_envs.games.tausch_rausch.heuristic import WORTHS
from card_envs.games.tausch_rausch.needs import MOST_CARDS
from card_envs.games.tausch_rausch.observation import LAYOUT
from card_envs.games.tausch_rausch.rules import MARKET_SIZES, NUM_MARKETS, OPEN_TASKS
from card_envs.games.tausch_rausch.tasks import (
    COST,
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

_WAYS = 6  # to judge a hand
_LEVELS = MOST_CARDS + 1  # numbers of cards that a task may lack
_HANDS = NUM_MARKETS + 1
_BY_VALUE = (EVEN5, ODD5, LOW4, HIGH4, RUN5, FULLHOUSE, FOUR, THREE, TWOPAIR, THREEPAIR)
_BY_COLOUR = (SAME5, *range(SUM9, SUM9 + NUM_COLOURS), *range(SUM23, SUM23 + NUM_COLOURS), RUN4C, TWIN)
TASKS = torch.tensor([*_BY_VALUE, *_BY_COLOUR])
"""int64 (21,): the tasks in the order in which they are gone through here."""
_MOST_GIVEN, _MOST_PICKS = int(max(MARKET_SIZES)), int(max(COST))
_FAR = 9999.0  # beyond all values and losses


class Needs(NamedTuple):
    """What the tasks need of hands (…, 4, 10)."""

    lacking: torch.Tensor
    """float32 (…, 21): how many cards each task lacks, in the order of `TASKS`."""
    by_value: torch.Tensor
    """float32 (…, 10, 10): 1 where the tasks of `_BY_VALUE`, the last axis, need a card of a value."""
    by_kind: torch.Tensor
    """float32 (…, 5, 4, 10): 1 where one colour, 9, 23, four in a row, or a twin need a card of a kind."""


class Trades(Insight):
    """What a trade makes of the hand, and what it gives.

    Of the hand with each market card's cards, and of the hand as it is (in the middle of a trade or a task with what is
    taken and without what is picked, and the task being done left out): sums over the open tasks of worths that are
    learnt, one for each number of cards lacking. And as the rule of thumb has them: what each trade leaves when what is
    missed least is given, and which is best; what the hand loses with each card, which are missed least, and which of
    those is the first. Trades are judged card by card, as the rule does; what is left of one, all at once.
    """

    size = _WAYS * _HANDS + 2 * NUM_MARKETS + 3 * NUM_KINDS

    of_rule: torch.Tensor
    """float32 (147,): what the rule of thumb says a task adds to the worth of a hand, by the number lacking."""
    steps: torch.Tensor
    """float32 (147,): by how much that is less with one more lacking."""
    lines: torch.Tensor
    levels: torch.Tensor
    costs: torch.Tensor
    task_costs: torch.Tensor
    order: torch.Tensor
    """float32 (40,): less than losses differ by; of those that are the same the first comes first."""

    def __init__(self) -> None:
        super().__init__()
        self.worths = nn.Linear(NUM_TASKS * _LEVELS, _WAYS, bias=False)
        table = torch.tensor(WORTHS.reshape(NUM_TASKS, _LEVELS)[TASKS], dtype=torch.float32)
        constants = {
            "of_rule": table.flatten(),
            "steps": (table - torch.cat([table[:, 1:], table[:, -1:]], 1)).flatten(),
            "lines": _LEVELS * torch.arange(NUM_TASKS),
            "levels": torch.arange(float(_LEVELS)),
            "costs": torch.tensor([*MARKET_SIZES, *[0] * OPEN_TASKS], dtype=torch.float32),
            "task_costs": torch.tensor(COST, dtype=torch.float32),
            "order": torch.linspace(0, 0.01, NUM_KINDS),
        }
        for name, value in constants.items():
            self.register_buffer(name, value, persistent=False)

    def forward(self, raw: torch.Tensor) -> torch.Tensor:
        """The features, float32 (N, size)."""
        seen = fields_of(LAYOUT, raw)
        slot, display = seen["slot"], seen["display"]
        others = display * (1 - slot[:, NUM_MARKETS:, None])
        taken = (seen["market"] * slot[:, :NUM_MARKETS, None]).sum(1)
        own = seen["hand"] - seen["picks"]
        hands = torch.cat([seen["hand"][:, None] + seen["market"], (own + taken)[:, None]], 1)
        asked = torch.cat([display.sum(1, keepdim=True).expand(-1, NUM_MARKETS, -1), others.sum(1, keepdim=True)], 1)
        lacking, worth, losses = self.judged(hands, asked)
        learnt = [self.worth(lacking[:, :-1], display), self.worth(lacking[:, -1:], others)]
        left, best = self.trades(hands[:, :-1], worth[:, :-1], losses[:, :-1], seen["hand"], asked[:, :1])
        given, first = self.to_give(losses[:, -1], own, seen["picks"], slot, display)
        return torch.cat([*(part.flatten(1) for part in learnt), left, best, losses[:, -1] / 10, given, first], 1)

    def judged(self, hands: torch.Tensor, asked: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Of hands (N, H, 40) what tasks lack (N, H, 21), and the rule's worth (N, H) and losses (N, H, 40).

        `asked` are the tasks that count, as counts (N, H, 21).
        """
        needs = needs_of(hands.reshape(-1, hands.shape[1], NUM_COLOURS, NUM_VALUES))
        places = (needs.lacking + self.lines).long()
        losses = losses_of(needs, self.steps[places] * asked[..., TASKS]).flatten(2)
        return needs.lacking, (self.of_rule[places] * asked[..., TASKS]).sum(2), losses

    def worth(self, lacking: torch.Tensor, display: torch.Tensor) -> torch.Tensor:
        """What hands are worth by what they lack (N, hands, 21) for the tasks on display (N, 5, 21): (N, hands, 6)."""
        display = display[..., TASKS]
        levels = (lacking @ display.transpose(1, 2))[..., None] == self.levels
        by_level = self.worths.weight.view(_WAYS, NUM_TASKS, _LEVELS).permute(1, 2, 0).flatten(1)
        worths = (display @ by_level).reshape(-1, OPEN_TASKS * _LEVELS, _WAYS)
        return levels.float().flatten(2) @ worths

    def trades(
        self, hands: torch.Tensor, worth: torch.Tensor, losses: torch.Tensor, hand: torch.Tensor, asked: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """What each trade leaves, in hundreds, and 1 for the best; 0 for those that the hand is too small for.

        Card by card that which is missed least is given; the markets come in the order of their cards.
        """
        own = hand[:, None].expand(-1, NUM_MARKETS, -1)
        left = []
        for given in range(1, _MOST_GIVEN + 1):
            choices = torch.where(own > 0, losses + self.order, _FAR)
            card = ((choices == choices.amin(2, keepdim=True)) & (own > 0)).float()
            done = MARKET_SIZES.tolist().count(given)
            left.append((worth - (losses * card).sum(2))[:, :done])
            hands, own = (hands - card)[:, done:], (own - card)[:, done:]
            if given < _MOST_GIVEN:
                _, worth, losses = self.judged(hands, asked)
        possible = (hand.sum(1, keepdim=True) >= self.costs[:NUM_MARKETS]).float()
        worths = (torch.cat(left, 1) - self.order[:NUM_MARKETS]) * possible
        return worths / 100, (worths == worths.amax(1, keepdim=True)) * possible

    def to_give(
        self,
        losses: torch.Tensor,
        own: torch.Tensor,
        picks: torch.Tensor,
        slot: torch.Tensor,
        display: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """1 for the kinds to give in what is left of a trade or a task, and 1 for the first of them."""
        cost = slot @ self.costs + ((slot[:, NUM_MARKETS:, None] * display).sum(1) @ self.task_costs)
        number = (cost - picks.sum(1))[:, None]
        passed = picks.flip(1).cumsum(1).flip(1) - picks > 0  # kinds before the last pick
        there = torch.where(passed, torch.zeros_like(own), own)
        losses = losses + self.order  # of those that are missed as little the first
        most = least_missed(losses, there, _MOST_PICKS).gather(1, (number - 1).clamp(0, _MOST_PICKS - 1).long())
        given = ((there > 0) & (losses <= most) & (number > 0)).float()
        return given, given * (given.cumsum(1) == 1)


def least_missed(losses: torch.Tensor, counts: torch.Tensor, number: int) -> torch.Tensor:
    """The smallest losses with a card (…, 40), of so many cards; a kind counts as often as there are cards of it."""
    cards = [torch.where(counts >= copy, losses, _FAR) for copy in range(1, COPIES + 1)]
    return torch.cat(cards, -1).topk(number, -1, largest=False).values


# --- what the tasks need


def needs_of(cards: torch.Tensor) -> Needs:
    """What each task lacks of hands given as counts (…, 4, 10), and which cards it needs: without one it lacks more."""
    counts, number = cards.sum(-2), cards.sum(-1)
    high, high_needs = among_the_best(counts.flip(-1))
    by_value = [
        *sorts(counts),
        among_the_best(counts),
        (high, high_needs.flip(-1)),
        stretch(counts, 5, 1),
        full_house(counts),
        alike(counts, 4),
        alike(counts, 3),
        stretch(counts, 2, 2),
        stretch(counts, 3, 2),
    ]
    nine, nine_needs = sums_to_nine(cards)
    sum23, sum23_needs = summed(cards.flip(-1), 17)
    run, run_needs = stretch(cards, 4, 1)
    run_needs = run_needs * alone(-run)[..., None]
    twins = (cards >= COPIES).float()
    num_twins = twins.sum((-2, -1))
    most = number.amax(-1)
    same_needs = (alone(number) * (most <= 5)[..., None])[..., None] * (cards > 0)
    lacking = [
        *(lack for lack, _ in by_value),
        (5 - most).clamp(min=0),
        *nine.unbind(-1),
        *sum23.unbind(-1),
        run.amin(-1),
        (num_twins == 0).float(),
    ]
    by_kind = [
        same_needs,
        nine_needs,
        sum23_needs.flip(-1),
        run_needs,
        twins * (num_twins == 1)[..., None, None],
    ]
    return Needs(
        torch.stack(lacking, -1), torch.stack([needed for _, needed in by_value], -1), torch.stack(by_kind, -3)
    )


def losses_of(needs: Needs, steps: torch.Tensor) -> torch.Tensor:
    """What hands lose with a card of each kind (…, 4, 10), where one more lacking costs each task this much (…, 21)."""
    values = (needs.by_value * steps[..., None, : len(_BY_VALUE)]).sum(-1)
    of_colours = steps[..., len(_BY_VALUE) :]
    same, nine, sum23, run, twin = torch.split(of_colours, [1, NUM_COLOURS, NUM_COLOURS, 1, 1], -1)
    colours = [part.expand(nine.shape) for part in (same, nine, sum23, run, twin)]
    kinds = (needs.by_kind * torch.stack(colours, -2)[..., None]).sum(-3)
    return values[..., None, :] + kinds


Need = tuple[torch.Tensor, torch.Tensor]
"""How many cards are lacking, float32 (…), and 1 for what is needed, float32 (…, 10)."""


def alone(values: torch.Tensor) -> torch.Tensor:
    """1 for the largest of values (…, M), 0 for all where there are several."""
    largest = (values == values.amax(-1, keepdim=True)).float()
    return largest * (largest.sum(-1, keepdim=True) == 1)


def sorts(counts: torch.Tensor) -> list[Need]:
    """Five even cards, five odd ones; counts by value (…, 10)."""
    needs = []
    for first in (1, 0):  # the values from 1 on are at the places from 0 on
        sort = (torch.arange(NUM_VALUES) % 2 == first).float()
        number = (counts * sort).sum(-1)
        needs.append(((5 - number).clamp(min=0), sort * (counts > 0) * (number <= 5)[..., None]))
    return needs


def summed(counts: torch.Tensor, most_short: int) -> Need:
    """Four cards with a sum, by how short each is of the best value, whose counts come first.

    The best cards are taken as long as they fit; one is needed if the next card does not fit in its place.
    """
    so_far = counts.cumsum(-1)
    short = torch.stack([(so_far < card).float().sum(-1) for card in range(1, 6)], -1)
    short = torch.where(short < counts.shape[-1], short, torch.full_like(short, _FAR))
    fits = (short[..., :4].cumsum(-1) <= most_short).float()
    used = (short[..., :4] * fits).sum(-1)
    following = torch.cat([short[..., :4] + 2 * _FAR * fits, short[..., 4:]], -1).amin(-1)
    needed = torch.arange(counts.shape[-1]) < (used + following - most_short)[..., None]
    return 4 - fits.sum(-1), needed * (counts > 0).float()


def among_the_best(counts: torch.Tensor) -> Need:
    """Four cards at most 3 short together; the best values come first, and no other than four of them count."""
    lacking, needed = summed(counts[..., :4], 3)
    return lacking, torch.cat([needed, torch.zeros_like(counts[..., 4:])], -1)


def stretch(counts: torch.Tensor, width: int, height: int) -> Need:
    """So many cards of each of so many neighbours: needed is what all the best stretches have in common."""
    starts = counts.shape[-1] - width + 1
    capped = counts.clamp(max=height)
    sums = capped[..., :starts]
    for ahead in range(1, width):
        sums = sums + capped[..., ahead : ahead + starts]
    most = sums.amax(-1, keepdim=True)
    best = sums == most
    place = torch.arange(float(counts.shape[-1]))
    last = torch.where(best, place[:starts], -_FAR).amax(-1, keepdim=True)
    first = torch.where(best, place[:starts], _FAR).amin(-1, keepdim=True)
    common = (place >= last) & (place < first + width)
    return width * height - most[..., 0], (common & (counts > 0) & (counts <= height)).float()


def alike(counts: torch.Tensor, number: int) -> Need:
    """So many cards of one value."""
    capped = counts.clamp(max=number)
    return number - capped.amax(-1), alone(capped) * ((counts > 0) & (counts <= number))


def full_house(counts: torch.Tensor) -> Need:
    """Three of one value and two of another."""
    most, second, third = counts.topk(3, -1).values[..., None].unbind(-2)

    def there(one: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        return torch.maximum(one, other).clamp(max=3) + torch.minimum(one, other).clamp(max=2)

    whole = there(most, second)
    without_most = there(torch.maximum(most - 1, second), torch.maximum(torch.minimum(most - 1, second), third))
    without_second = there(most, torch.maximum(second - 1, third))
    loss = torch.where(counts == most, whole - without_most, (counts == second) * (whole - without_second))
    return 5 - whole[..., 0], loss * (counts > 0)


def sums_to_nine(cards: torch.Tensor) -> Need:
    """Two cards of one colour that add up to 9; cards (…, 4, 10), lacking for each colour (…, 4)."""
    held = cards[..., :8].clamp(max=1)
    pairs = held * held.flip(-1)
    num_pairs, number = pairs.sum(-1, keepdim=True) / 2, held.sum(-1, keepdim=True)
    needed = torch.where(num_pairs > 0, pairs * (num_pairs == 1), held * (number == 1))
    lacking = 2 - (number > 0).float() - (num_pairs > 0).float()
    return lacking[..., 0], torch.cat([needed * (cards[..., :8] == 1), torch.zeros_like(cards[..., 8:])], -1)
