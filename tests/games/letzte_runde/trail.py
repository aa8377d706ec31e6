"""Who has seen which card: the referee plays with cards that know where they lay in which shuffle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from card_envs.engine.match import Match
from tests.naive.letzte_runde import Referee
from tests.naive.parity import rules_of


class Card(str):
    """A card name with the shuffle and the position that it came from."""

    origin: tuple[int, int]


class Trail(Referee):
    """The referee, with a memory of every card that a seat has ever seen."""

    def __init__(self, lists: list[list[str]], **params: Any) -> None:
        self._lists = lists
        self.shuffles = 0
        self.seen: list[set[tuple[int, int]]] = [set() for _ in range(params["num_players"])]
        self.pool_starts: list[int] = []
        super().__init__(self._next_list, **params)
        self.note()

    def _next_list(self, cards: list[str]) -> list[str]:
        names = self._lists[self.shuffles]
        assert sorted(names) == sorted(cards)
        marked = [Card(name) for name in names]
        for position, card in enumerate(marked):
            card.origin = (self.shuffles, position)
        self.shuffles += 1
        return list(marked)

    def _deal(self) -> None:
        if hasattr(self, "set_aside"):
            self.note()  # the rows of the round before are still open
        self.round_start = self.shuffles
        super()._deal()

    def step(self, action: int) -> None:
        """Do one action, and note what has been seen."""
        super().step(action)
        self.note()

    def note(self) -> None:
        """Add all that lies before the eyes of each seat."""
        for seat, seen in enumerate(self.seen):
            known = [card for row in self._known[seat] for card in row if card is not None]
            cards = [*known, *self.discard, *self.aside, *self.set_aside, *self.turned_back]
            if seat == self.seat and self.drawn is not None:
                cards.append(self.drawn)
            seen.update(card.origin for card in cards)  # type: ignore[attr-defined]

    def origin(self, seat: int, place: int) -> tuple[int, int]:
        """Where the card in a row came from."""
        origin: tuple[int, int] = self.rows[seat][place].origin  # type: ignore[attr-defined]
        return origin


def lists_of(match: Match) -> list[list[str]]:
    """The shuffles of a match, as names."""
    names = match.game.card_names
    return [[names[card] for card in e.cards] for events, _ in match.replayed() for e in events if e.cards is not None]


def followed(match: Match) -> Iterator[tuple[Match, Trail]]:
    """The match and the trail side by side, after the deal and after each action."""
    trail = Trail(lists_of(match), **rules_of(match))
    for events, now in match.replayed():
        if events[0].cards is None:
            trail.step(events[0].action)
        yield now, trail
