"""Matches with stacked decks, played by the names of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.match import Match
from card_envs.games.tausch_rausch import GAME, cards, tasks
from card_envs.games.tausch_rausch.rules import MARKET_SIZES, TauschRauschParams
from tests.games.tausch_rausch.views import in_words

FILL24 = [*tasks.NAMES, "three", "four", "fullhouse"]


def dealt(
    *hands: str, market: str = "", draws: str = "", task_order: str = "", reshuffles: Sequence[str] = (), **params: Any
) -> Match:
    """A match with these hands, of five cards each (those of later seats may be left out).

    `market`: its cards, slot after slot; `draws`: the top of the deck after the deal; `task_order`: the tasks, top
    first. What is left out is filled up from the cards and tasks that are left, in the order of their kinds.
    """
    rules = TauschRauschParams.make({"num_players": 2, **params})
    left = list(cards.NAMES) * 2
    for name in " ".join((*hands, market, draws)).split():
        left.remove(name)
    left.sort(key=cards.NAMES.index)

    def filled(some: list[str], number: int) -> list[str]:
        return some + [left.pop() for _ in range(number - len(some))]

    deck = filled(market.split(), sum(MARKET_SIZES))
    for seat in range(rules.num_players):
        deck += filled(hands[seat].split() if seat < len(hands) else [], 5)
    deck += draws.split() + left
    to_come = list(FILL24 if rules.task_deck == "fill24" else tasks.NAMES)
    for name in task_order.split():
        to_come.remove(name)
    match = Match(GAME, rules)
    match.deal(1, [deck, task_order.split() + to_come, *(order.split() for order in reshuffles)])
    return match


def play(match: Match, *names: str) -> None:
    """Take actions by their names; several may stand in one string, cards after a slot."""
    for name in names:
        words = name.split()
        if words[0] in ("trade", "task"):
            words = [" ".join(words[:2]), *words[2:]]
        for word in words:
            match.step(GAME.action_from_name(word))


def legal(match: Match) -> list[str]:
    """The names of the legal actions."""
    return [GAME.actions[action] for action in match.legal_actions()]


def view(match: Match, seat: int | None = None) -> Fields:
    """The decoded observation of a seat, by default of the one to act."""
    vector, _ = match.observe(match.seat if seat is None else seat)
    return GAME.layout.decode(vector)


def hand(match: Match, seat: int) -> str:
    """The hand of a seat, in the order of kinds."""
    return " ".join(in_words(view(match, seat)["hand"], cards.NAMES))


def pile(counts: Any) -> str:
    """Cards in words."""
    return " ".join(in_words(counts, cards.NAMES))


def open_tasks(match: Match) -> list[str]:
    """The display; "-" is an empty place."""
    return [(in_words(row, tasks.NAMES) or ["-"])[0] for row in view(match, 0)["display"]]


def swap_lowest(match: Match) -> None:
    """A trade at the market card for one, of the lowest card."""
    play(match, "trade 0")
    match.step(match.legal_actions()[0])


def drain(match: Match, left: int) -> None:
    """Trade until the deck has only so many cards."""
    while view(match)["deck_size"] > left:
        swap_lowest(match)


def display_slot(match: Match, task: str) -> int:
    """The number of the display's place where the task lies."""
    return open_tasks(match).index(task)
