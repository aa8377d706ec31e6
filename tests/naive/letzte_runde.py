"""Letzte Runde by the rulebook: a slow, plain referee to play the compiled game against.

Clause numbers (L1, A1, ...) are those of the rules file; "F" is its last section.
Cards are names, seats and places are numbers, left of seat s is seat s + 1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NUMBERS = [str(value) for value in range(10)]
SPECIALS = ["swap", "peek", "draw2"]
PLACES = [0, 1, 2, 3]  # L2: four cards in a row
OUTER = [0, 3]  # L12

# Action numbers (E, F "Actions"); a block of numbers is named after its first.
TAKE = 0  # + place
DRAW = 4
PLACE = 5  # + place
DISCARD = 9
DRAW_TWICE = 10
PEEK = 11  # + place
SWAP = 15  # + (own place * 5 + seats to the left - 1) * 4 + his place
END_TURN = 95
KNOCK = 96


def full_deck() -> list[str]:
    """The 66 cards (L1, L3)."""
    low = [name for name in NUMBERS[:9] for _ in range(4)]
    return low + ["9"] * 9 + ["swap"] * 9 + ["peek"] * 7 + ["draw2"] * 5


class Referee:
    """Letzte Runde by the rulebook; cards are names, seats are numbers."""

    def __init__(self, shuffle: Callable[[list[str]], list[str]], **params: Any) -> None:
        self._shuffle = shuffle
        self.num_players: int = params.pop("num_players", 4)
        rounds: int | None = params.pop("rounds", None)
        self.special_into_row: bool = params.pop("special_into_row", True)
        self.redraw_special_start: bool = params.pop("redraw_special_start", False)
        self.second_card_forced: bool = params.pop("second_card_forced", False)
        self.special_discard: str = params.pop("special_discard", "after")
        max_turns: int | None = params.pop("max_turns_per_round", None)
        self.memory: str = params.pop("memory", "perfect")  # the rules are the same (F "memory"); `view` tells both
        if params:
            raise TypeError(f"unknown parameters: {sorted(params)}")
        self.rounds = rounds if rounds is not None else {2: 4}.get(self.num_players, self.num_players)  # L49, A21
        self.max_turns = max_turns if max_turns is not None else 60 * self.num_players  # A18

        self._seats = list(range(self.num_players))
        self._onlooker = self.num_players  # someone at no seat, who sees only what everybody sees
        self._watchers = [*self._seats, self._onlooker]
        self.totals = [0 for _ in self._seats]
        self.round = 0
        self.over = False
        self.truncated = False  # F: never true
        self._deal()

    # ---------------------------------------------------------------- the round begins

    def _deal(self) -> None:
        """L8-L13, L47: shuffle everything, four to each, open the discard pile, look at the outer two."""
        self.starter = self.round % self.num_players  # L48, A20
        self.draw_pile = self._shuffle(full_deck())  # top first
        self.rows: list[list[str]] = [[] for _ in self._seats]
        for seat in self._clockwise_from(self.starter):  # F "Chance": the starting seat gets the top four
            self.rows[seat] = self.draw_pile[:4]
            self.draw_pile = self.draw_pile[4:]
        self.discard: list[str] = []  # bottom first
        self.aside: list[str] = []  # used specials still under way, outermost first
        self.set_aside: list[str] = []  # specials replaced at the scoring (L35)
        self.turned_back: list[str] = []  # opening specials shuffled back (A4)
        self.reshuffled: list[str] = []  # what the last reshuffle of this round put into the draw pile
        self.turns = [0 for _ in self._seats]  # finished ones
        self.knocker: int | None = None
        self.final_turns_left = 0
        self.drawn: str | None = None
        self.draw2: str | None = None
        # What each watcher has seen and tracked, place by place; how many cards of each name came before his eyes;
        # and the own places whose card a seat has looked at since its last decision.
        self._known: list[list[list[str | None]]] = [[[None] * 4 for _ in self._seats] for _ in self._watchers]
        self._cards_seen = [dict.fromkeys(NUMBERS + SPECIALS, 0) for _ in self._watchers]
        self._just_seen: list[set[int]] = [set() for _ in self._seats]

        opening = self.draw_pile.pop(0)  # L11
        self._show_to_all(opening)
        while self.redraw_special_start and opening in SPECIALS:  # A4, F "Fine points"
            self.turned_back.append(opening)
            self.draw_pile = self._shuffle([*self.draw_pile, opening])
            opening = self.draw_pile.pop(0)
            self._show_to_all(opening)
        self.discard.append(opening)
        for seat in self._seats:  # L12
            for place in OUTER:
                self._look(seat, seat, place)
                self._just_seen[seat].add(place)

        self.seat: int | None = self.starter  # L13
        self.phase = "choose"

    def _clockwise_from(self, seat: int) -> list[int]:
        return [(seat + steps) % self.num_players for steps in self._seats]

    # ---------------------------------------------------------------- who sees what

    def _look(self, watcher: int, seat: int, place: int) -> None:
        """The watcher sees the card at a place; one that he has tracked is nothing new."""
        card = self.rows[seat][place]
        if self._known[watcher][seat][place] is None:
            self._cards_seen[watcher][card] += 1
        self._known[watcher][seat][place] = card

    def _show_to_all(self, card: str, except_seat: int | None = None) -> None:
        """A card from the pile or the hand turns face up; the exception has seen it already."""
        for watcher in self._watchers:
            if watcher != except_seat:
                self._cards_seen[watcher][card] += 1

    # ---------------------------------------------------------------- what may be done

    def legal(self) -> list[int]:
        """The legal action numbers for the seat to act, ascending; none when the match is over."""
        if self.phase == "choose":  # L15
            if self.discard[-1] in SPECIALS:  # L21, L22
                return [DRAW]
            return [TAKE + place for place in PLACES] + [DRAW]
        if self.phase == "drawn":
            return self._legal_with_drawn_card()
        if self.phase == "knock":
            return [END_TURN, KNOCK]
        return []

    def _legal_with_drawn_card(self) -> list[int]:
        """L24 as restored by A1: into the row, discard, or (a special) use it."""
        actions = []
        special = self.drawn in SPECIALS
        if not special or self.special_into_row:  # A2
            actions += [PLACE + place for place in PLACES]
        if special or not (self.draw2 == "second" and self.second_card_forced):  # A3, A6
            actions.append(DISCARD)
        if self.drawn == "draw2":  # L25
            actions.append(DRAW_TWICE)
        if self.drawn == "peek":
            actions += [PEEK + place for place in PLACES]
        if self.drawn == "swap":  # A16: any opponent, any place
            for own in PLACES:
                for left in range(1, self.num_players):
                    actions += [SWAP + (own * 5 + left - 1) * 4 + his for his in PLACES]
        return actions

    def _may_knock(self, seat: int) -> bool:
        """L39, A13: everyone has had a turn, the one just played included; A14: nobody has knocked before."""
        return self.knocker is None and all(self.turns[other] > 0 for other in self._seats if other != seat)

    # ---------------------------------------------------------------- the turn

    def step(self, action: int) -> None:
        """Do one action for the seat to act; ValueError when it is not legal."""
        seat = self.seat
        if seat is None or action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self._just_seen[seat].clear()  # F "memory": shown at the first decision after the look only
        if action < DRAW:
            self._take(seat, action - TAKE)
        elif action == DRAW:
            self._draw_for(seat)
        elif action < DISCARD:
            self._place(seat, action - PLACE)
        elif action == DISCARD:
            self._discard_drawn(seat)
        elif action == DRAW_TWICE:
            self._draw_twice(seat)
        elif action < SWAP:
            self._peek(seat, action - PEEK)
        elif action < END_TURN:
            own_and_left, his = divmod(action - SWAP, 4)
            own, left = divmod(own_and_left, 5)
            self._swap(seat, own, (seat + left + 1) % self.num_players, his)
        else:
            if action == KNOCK:  # L38, L40
                self.knocker = seat
                self.final_turns_left = self.num_players - 1
            self._end_turn(seat)

    def _draw(self) -> str:
        """Top card of the draw pile; A10, F: the discards but their top are shuffled only when a draw finds none."""
        if not self.draw_pile:
            self.reshuffled = self.discard[:-1]
            self.discard = self.discard[-1:]
            self.draw_pile = self._shuffle(list(self.reshuffled))
        return self.draw_pile.pop(0)

    def _exchange(self, seat: int, place: int, card: str, knowers: list[int]) -> None:
        """A card goes into the row, the old one face up onto the discard pile (L17, L20; A1; A17)."""
        old = self.rows[seat][place]
        for watcher in self._watchers:
            self._look(watcher, seat, place)
        self.rows[seat][place] = card
        for watcher in self._watchers:
            self._known[watcher][seat][place] = card if watcher in knowers else None
        self.discard.append(old)

    def _take(self, seat: int, place: int) -> None:
        """Action A (L16-L20): everybody has seen the card that goes into the row (A17)."""
        self._exchange(seat, place, self.discard.pop(), self._watchers)
        self._action_done(seat)

    def _draw_for(self, seat: int) -> None:
        """L23, L30: he alone sees what he draws."""
        card = self._draw()
        self._cards_seen[seat][card] += 1
        self.drawn = card
        self.phase = "drawn"

    def _hand_out(self) -> str:
        """The drawn card leaves the hand."""
        card = self.drawn
        assert card is not None
        self.drawn = None
        return card

    def _place(self, seat: int, place: int) -> None:
        """Action B, first option (A1): he alone knows what went in, a special too (A2, F "Fine points")."""
        self._exchange(seat, place, self._hand_out(), [seat])
        self._action_done(seat)

    def _discard_drawn(self, seat: int) -> None:
        """Action B, second option (A1, A3); the first card of a draw2 is followed by the second (L32, A7)."""
        card = self._hand_out()
        self._show_to_all(card, except_seat=seat)
        self.discard.append(card)
        if self.draw2 == "first":
            self.draw2 = "second"
            self._draw_for(seat)
        else:
            self._action_done(seat)

    def _show_used_special(self, seat: int) -> None:
        """L26, A9: a special in use lies aside until its action is done, or is discarded before."""
        card = self._hand_out()
        self._show_to_all(card, except_seat=seat)
        if self.special_discard == "after":
            self.aside.append(card)
        else:
            self.discard.append(card)

    def _draw_twice(self, seat: int) -> None:
        """L30; a nested one starts afresh and ends the outer one (A8)."""
        self._show_used_special(seat)
        self.draw2 = "first"
        self._draw_for(seat)

    def _peek(self, seat: int, place: int) -> None:
        """L29."""
        self._show_used_special(seat)
        self._look(seat, seat, place)
        self._just_seen[seat].add(place)
        self._action_done(seat)

    def _swap(self, seat: int, own: int, other: int, his: int) -> None:
        """L27, L28: nobody looks, what is known of the two cards goes with them; A15: the knocker's row too."""
        self._show_used_special(seat)
        rows = self.rows
        rows[seat][own], rows[other][his] = rows[other][his], rows[seat][own]
        for known in self._known:
            known[seat][own], known[other][his] = known[other][his], known[seat][own]
        self._just_seen[other].discard(his)
        self._action_done(seat)

    def _action_done(self, seat: int) -> None:
        """A9: used specials go down, the innermost first; then the knock question, where there is one (F)."""
        while self.aside:
            self.discard.append(self.aside.pop())
        self.draw2 = None
        if self._may_knock(seat):
            self.phase = "knock"
        else:
            self._end_turn(seat)

    def _end_turn(self, seat: int) -> None:
        """L14, L40-L42; A18: the cap counts finished turns."""
        self.turns[seat] += 1
        if self.knocker is not None and self.knocker != seat:
            self.final_turns_left -= 1
        last_round_played = self.knocker is not None and self.final_turns_left == 0
        if last_round_played or sum(self.turns) == self.max_turns:
            self._end_round()
        else:
            self.seat = (seat + 1) % self.num_players
            self.phase = "choose"

    # ---------------------------------------------------------------- the round ends

    def _end_round(self) -> None:
        """L43-L50: reveal, replace the specials, note the points; the next round or the end."""
        for watcher in self._watchers:
            for seat in self._seats:
                for place in PLACES:
                    self._look(watcher, seat, place)
        first = self.knocker if self.knocker is not None else self.starter  # L45, F
        for seat in self._clockwise_from(first):
            for place in PLACES:  # A12
                self._replace_special(seat, place)
        for seat in self._seats:
            self.totals[seat] += sum(int(card) for card in self.rows[seat])  # L43, L46
        if self.round + 1 < self.rounds:
            self.round += 1
            self._deal()
        else:
            self.over = True
            self.seat = None
            self.phase = "over"

    def _replace_special(self, seat: int, place: int) -> None:
        """L35, L36, A11: specials are set aside until a number comes."""
        while self.rows[seat][place] in SPECIALS:
            self.set_aside.append(self.rows[seat][place])
            card = self._draw()
            self._show_to_all(card)
            self.rows[seat][place] = card
            for watcher in self._watchers:
                self._known[watcher][seat][place] = card

    # ---------------------------------------------------------------- the result

    def placements(self) -> list[int]:
        """One a seat, 1 = fewest points, ties share the better place (L50, A19); all 0 before the end."""
        if not self.over:
            return [0 for _ in self._seats]
        return [1 + sum(other < own for other in self.totals) for own in self.totals]

    def scores(self) -> list[int]:
        """Minus the points (F "End"); all 0 before the end."""
        return [-points if self.over else 0 for points in self.totals]

    # ---------------------------------------------------------------- what a seat sees

    def view(self, seat: int) -> dict[str, Any]:
        """All that the seat has been able to see and remembers, by name; seats are absolute."""
        return {
            # Remembered whatever the parameter `memory` says; `visible` is what lies before the seat's eyes now.
            "known": [list(row) for row in self._known[seat]],
            "visible": self._visible(seat),
            "public": [list(row) for row in self._known[self._onlooker]],
            "seen_by": [
                [[s for s in self._seats if self._known[s][owner][place] is not None] for place in PLACES]
                for owner in self._seats
            ],
            "drawn": self.drawn if seat == self.seat else None,
            "seat": self.seat,
            "phase": self.phase,
            "draw2": self.draw2,
            "discard": list(self.discard),
            "aside": list(self.aside),
            "set_aside": list(self.set_aside),
            "draw_pile_size": len(self.draw_pile),
            "turned_back": list(self.turned_back),
            "reshuffled": sorted(self.reshuffled),
            "turns": list(self.turns),
            "knocker": self.knocker,
            "final_turns_left": self.final_turns_left,
            "totals": list(self.totals),
            "round": self.round,
            "rounds": self.rounds,
            "starter": self.starter,
            "cards_seen": dict(self._cards_seen[seat]),
        }

    def _visible(self, seat: int) -> list[list[str | None]]:
        """F "memory": own cards looked at since the last decision, when to act; after the end the open rows."""
        if self.over:
            return [list(row) for row in self.rows]
        table: list[list[str | None]] = [[None] * 4 for _ in self._seats]
        if seat == self.seat:
            for place in self._just_seen[seat]:
                table[seat][place] = self.rows[seat][place]
        return table
