"""A slow, plain referee of "...und tschüss!", written from the rules alone; the compiled kernel is played against it.

Clause numbers (U1 to U45, A1 to A17) and "F" point into the rules file of the game. Cards are their names, seats are
numbers.
"""

from collections.abc import Callable, Iterable
from typing import Any

CARDS = ["-10", "-5", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"]
"""The seventeen kinds of number card in the order of the actions 0 to 16 (F "Actions"), lowest value first."""

COPIES = {"-10": 6, "-5": 8} | {str(value): 6 for value in range(1, 16)}
"""How many of each there are: 104 cards (U1)."""

DONE = 17
"""The action that ends an exchange (F "Actions")."""


class DeckRunOutError(Exception):
    """The deck has run out for the last time: the set-up is broken off (U41, U42, A1)."""


def in_order(cards: Iterable[str]) -> list[str]:
    """The cards from the lowest to the highest."""
    return sorted(cards, key=CARDS.index)


def worth(cards: Iterable[str]) -> int:
    """The sum of the values of the cards."""
    return sum(int(card) for card in cards)


class Memory:
    """What one seat keeps in mind of cards that have left the table, written up as it sees them go."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.pile: list[str] = []  # seen to go onto the pile that lies there now
        self.reshuffled: list[str] = []  # seen to go onto a pile that has since become the deck
        self.own_thrown: list[str] = []  # thrown by the seat itself onto the pile that lies there now


class Referee:
    """...und tschüss! by the rulebook; cards are names, seats are numbers."""

    def __init__(
        self,
        shuffle: Callable[[list[str]], list[str]],
        *,
        num_players: int = 4,
        deck_out: str = "on_need",
        exchange_public: bool = False,
    ) -> None:
        """Shuffle, deal and lay out the first points cards."""
        self.shuffle = shuffle
        self.num_players = num_players
        self.deck_out = deck_out
        self.exchange_public = exchange_public
        self.seats = range(num_players)

        self.deck: list[str] = []  # top first
        self.pile: list[str] = []
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.row: list[str] = []  # the points cards still to be won
        self.won: list[list[str]] = [[] for _ in self.seats]  # under the "Und Tschüss" cards
        self.memory = [Memory() for _ in self.seats]
        self.exhaustions = 0

        self.round = 0
        self.stage = 0
        self.played: list[list[str]] = []  # revealed in this round, also by who is out by now
        self.dropped: list[int] = []  # 1 = the first to drop out of this round, ...; 0 = in
        self.commits: dict[int, str] = {}  # lying face down
        self.announces_first = 0
        self.thrown: list[str] = []  # in the exchange that goes on
        self.past_rounds: list[tuple[list[list[str]], list[int]]] = []  # what was played, who dropped out when
        self.exchanges: list[tuple[int, list[str]]] = []  # who exchanged, which cards were thrown

        self.seat: int | None = None
        self.phase = "commit"
        self.over = False
        self.truncated = False  # a match always comes to its end by itself (E "Length")

        # Preparation: U4, U5, U7; seat 0 first, then the next (F "Chance").
        self.deck = list(self.shuffle([card for card in CARDS for _ in range(COPIES[card])]))
        for seat in self.seats:
            self._fill_hand(seat)
        self._lay_out_points_cards()
        self._begin_round()

    # ---------------------------------------------------------------- the interface

    def legal(self) -> list[int]:
        """The legal action numbers for the seat to act, ascending; none when the match is over."""
        if self.seat is None:
            return []
        own = sorted({CARDS.index(card) for card in self.hands[self.seat]})
        if self.phase == "commit":
            return own  # U27: any card of the hand
        # U37, A4: any number of cards, none too; F: in non-decreasing index, so that a set is thrown in one way only.
        lowest = CARDS.index(self.thrown[-1]) if self.thrown else 0
        return [index for index in own if index >= lowest] + [DONE]

    def step(self, action: int) -> None:
        """Let the seat to act do this, and all that follows by itself up to the next decision."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat} in phase {self.phase}")
        if self.phase == "commit":
            self._commit(CARDS[action])
        elif action == DONE:
            self._end_exchange()
        else:
            self._throw(CARDS[action])

    def scores(self) -> list[int]:
        """The points of each seat; all 0 before the end."""
        # U43, U44: the cards under the "Und Tschüss" card count, the hand does not.
        return [worth(cards) for cards in self.won] if self.over else [0 for _ in self.seats]

    def placements(self) -> list[int]:
        """The place of each seat, 1 = most points, ties share the better place; all 0 before the end."""
        if not self.over:
            return [0 for _ in self.seats]
        scores = self.scores()
        return [1 + sum(other > own for other in scores) for own in scores]  # U45, A15

    # ---------------------------------------------------------------- deck and discard pile

    def _draw_to(self, place: list[str]) -> None:
        """Move the top card of the deck to this place."""
        if not self.deck:  # A1 on_need: out when a card is needed and none is there
            self._deck_is_out()
        place.append(self.deck.pop(0))
        if not self.deck and self.deck_out == "on_empty":  # F "on_empty": out with the last card drawn
            self._deck_is_out()

    def _deck_is_out(self) -> None:
        """End the match, or make the discard pile the new deck."""
        self.exhaustions += 1
        last_time = 1 if self.num_players == 4 else 2
        if self.exhaustions == last_time:  # U41, U42
            raise DeckRunOutError
        # A2: the whole pile, at this instant, what was just thrown included; hands, row and won cards stay out.
        self.deck = list(self.shuffle(list(self.pile)))
        self.pile = []
        for memory in self.memory:  # F: each seat still knows what it knew of the pile
            memory.reshuffled += memory.pile
            memory.pile = []
            memory.own_thrown = []

    def _discard(self, cards: list[str], seen_by: Iterable[int]) -> None:
        """Put the cards onto the pile; these seats see which they are."""
        self.pile += cards
        for seat in seen_by:
            self.memory[seat].pile += cards

    # ---------------------------------------------------------------- setting up a round

    def _fill_hand(self, seat: int) -> None:
        """Deal to the seat until it holds n + 3 cards: 7, 8 or 9 (U4, U36)."""
        while len(self.hands[seat]) < self.num_players + 3:
            self._draw_to(self.hands[seat])

    def _lay_out_points_cards(self) -> None:
        """Lay one card fewer than there are players face up in a row (U5, U9, U39)."""
        while len(self.row) < self.num_players - 1:
            self._draw_to(self.row)

    def _begin_round(self) -> None:
        """Clear the table for a new round, once its set-up is complete."""
        if self.round:
            self.past_rounds.append((self.played, self.dropped))
        self.round += 1
        self.stage = 0
        self.played = [[] for _ in self.seats]
        self.dropped = [0 for _ in self.seats]
        self.announces_first = 0  # U29, A14: the youngest is seat 0
        self._begin_stage()

    def _set_up_next_round(self) -> None:
        """Refill all hands; then the seat that went first may exchange (U36, U37, A3)."""
        try:
            for seat in self._clockwise_from(self._dropped_as(self.num_players - 1) + 1):  # A5: left of the dealer
                self._fill_hand(seat)
        except DeckRunOutError:
            self._end_match()
            return
        self.phase = "exchange"
        self.seat = self._dropped_as(1)

    def _throw(self, card: str) -> None:
        """Throw a card of the full hand onto the pile (U38); which one, only the thrower sees (A12, F)."""
        assert self.seat is not None
        self.hands[self.seat].remove(card)
        self.thrown.append(card)
        self.memory[self.seat].own_thrown.append(card)
        self._discard([card], seen_by=self.seats if self.exchange_public else [self.seat])

    def _end_exchange(self) -> None:
        """Draw as many cards as were thrown (U38), lay out the new row (U39) and play on (U40)."""
        assert self.seat is not None
        self.exchanges.append((self.seat, self.thrown))
        self.thrown = []
        try:
            self._fill_hand(self.seat)
            self._lay_out_points_cards()
        except DeckRunOutError:
            self._end_match()
            return
        self._begin_round()

    def _end_match(self) -> None:
        """Stop here; an unfinished set-up scores nothing, a finished one is not played any more (A1, F "on_empty")."""
        self.over = True
        self.phase = "over"
        self.seat = None

    # ---------------------------------------------------------------- a round

    def _clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.num_players for step in range(self.num_players)]

    def _dropped_as(self, position: int) -> int:
        return self.dropped.index(position)

    def _announcing(self) -> list[int]:
        """The seats still in, in the order in which they announce, and here also commit (U18, U29, F)."""
        return [seat for seat in self._clockwise_from(self.announces_first) if not self.dropped[seat]]

    def _begin_stage(self) -> None:
        self.phase = "commit"
        self.stage += 1
        self.seat = self._announcing()[0]

    def _commit(self, card: str) -> None:
        """Lay a card face down (U17, U27); with the last one all are turned over together (U28)."""
        assert self.seat is not None
        self.hands[self.seat].remove(card)
        self.commits[self.seat] = card
        waiting = [seat for seat in self._announcing() if seat not in self.commits]  # A6: all who are in, tied or not
        if waiting:
            self.seat = waiting[0]
            return
        for seat, shown in self.commits.items():
            self.played[seat].append(shown)
        self.commits = {}
        self._announce()

    def _announce(self) -> None:
        """Compare the totals: who has the lowest goes, if he has it alone (U19, U30, U33, U34)."""
        announcing = self._announcing()
        totals = {seat: worth(self.played[seat]) for seat in announcing}
        lowest = [seat for seat in announcing if totals[seat] == min(totals.values())]  # A8: other ties do not matter
        hands_empty = not self.hands[announcing[0]]  # A7: all who are in hold equally many cards
        if len(lowest) > 1 and not hands_empty:
            self._begin_stage()  # U35: lay on; F: the order stays as it was
            return
        self._drop_out(lowest[0])  # A7: with empty hands the tied seat that announces earliest
        if not self.row:
            self._set_up_next_round()
        elif hands_empty:
            self._announce()  # F: the same totals decide again
        else:
            self._begin_stage()

    def _drop_out(self, loser: int) -> None:
        """Send the seat out of the round; the round ends with the drop of the second of the last two."""
        self.dropped[loser] = 1 + max(self.dropped)
        self.announces_first = (loser + 1) % self.num_players  # U18
        self._discard(self.played[loser], seen_by=self.seats)  # U19, U32
        still_in = self._announcing()
        if len(still_in) > 1:
            self._take_lowest_points_card(loser)  # U19, U31, A10
            return
        winner = still_in[0]
        self._take_lowest_points_card(winner)  # U12, U24; U13, U25: the second gets nothing
        self._discard(self.played[winner], seen_by=self.seats)  # A11

    def _take_lowest_points_card(self, seat: int) -> None:
        card = in_order(self.row)[0]
        self.row.remove(card)
        self.won[seat].append(card)

    # ---------------------------------------------------------------- what a seat knows

    def view(self, seat: int) -> dict[str, Any]:
        """All that this seat has been able to see and remembers; seats are absolute, lists of cards ascending."""
        memory = self.memory[seat]
        return {
            # its own
            "hand": in_order(self.hands[seat]),
            "own_commit": self.commits.get(seat),
            "own_thrown": in_order(memory.own_thrown),
            "seen_pile": in_order(memory.pile),
            "seen_reshuffled": in_order(memory.reshuffled),
            # the table, open to all
            "hand_sizes": [len(hand) for hand in self.hands],
            "row": in_order(self.row),
            "played": [list(cards) for cards in self.played],  # in the order in which they were revealed
            "totals": [worth(cards) for cards in self.played],
            "committed": [other in self.commits for other in self.seats],
            "active": [not position for position in self.dropped],
            "dropped": list(self.dropped),
            "points": [worth(cards) for cards in self.won],  # A13: every taking is done openly
            "won": [in_order(cards) for cards in self.won],
            "won_cards": in_order(card for cards in self.won for card in cards),
            "deck_size": len(self.deck),
            "pile_size": len(self.pile),
            "exhaustions": self.exhaustions,
            "seat": self.seat,
            "phase": self.phase,
            "thrown_count": len(self.thrown),
            "thrown": self._thrown_as_seen(seat, self.seat, self.thrown),
            "round": self.round,
            "stage": self.stage,
            # the past
            "past_rounds": [
                {"played": [list(cards) for cards in played], "dropped": list(dropped)}
                for played, dropped in self.past_rounds
            ],
            "exchanges": [
                {"seat": thrower, "count": len(thrown), "cards": self._thrown_as_seen(seat, thrower, thrown)}
                for thrower, thrown in self.exchanges
            ],
        }

    def _thrown_as_seen(self, viewer: int, thrower: int | None, thrown: list[str]) -> list[str] | None:
        """The cards of an exchange in the order thrown, or None where the viewer could not see them (A12, F)."""
        return list(thrown) if self.exchange_public or viewer == thrower or not thrown else None
