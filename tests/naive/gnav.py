"""Gnav by the rulebook, slowly: the naive referee that the compiled kernel is played against.

G, A and F refer to the clauses, the decisions and the last section of the project's rules file for Gnav.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["KEEP", "RANKS", "SWAP", "Referee"]

NUMBERS = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
MATADORS = ["House", "Horse", "Cat", "Dragon", "Cuckoo"]
RANKS = ["Fool", "Owl", "Pot", "0", *NUMBERS, *MATADORS]
"""The 21 card names from the lowest to the highest (G10); the pack has two of each (G9)."""

KEEP, SWAP = 0, 1
"""The two actions (F "Actions")."""

PASSED_BY = ["House", "Horse"]  # G26, G31
REFUSAL = {"Dragon": "refused by Dragon", "Cat": "refused by Cat", "Cuckoo": "stopped by Cuckoo"}


class Card:
    """One piece of the pack: moves are public, so all can follow its back; those who saw its face know it."""

    def __init__(self, name: str) -> None:
        """Print the face; two pieces of one name stay two."""
        self.name = name


class Referee:
    """Gnav by the rulebook; cards are names, seats are numbers."""

    def __init__(
        self,
        shuffle: Callable[[list[str]], list[str]],
        *,
        num_players: int = 4,
        lives: int = 3,
        dealer_skips_resting: bool = False,
    ) -> None:
        """Start the match and deal the first cards; `shuffle` returns the given names in a new order, top first."""
        self.shuffle = shuffle
        self.num_players = num_players
        self.dealer_skips_resting = dealer_skips_resting
        self.seats = range(num_players)
        self.seat: int | None = None  # the seat to act
        self.over = False
        self.truncated = False  # E: the game ends by itself

        # The match.
        self.lives = [lives for _ in self.seats]  # G5
        self.falls: list[list[int]] = []  # seats that lost their last life, by time; those of one settlement together
        self.deal = 0  # number of the current deal, skipped ones counted
        self.dealer = num_players - 1  # of the first deal (F "Chance")
        self.resting = [False for _ in self.seats]  # in the current deal
        self.rests_next = [False for _ in self.seats]  # in the deal after it

        # The deal.
        self.order: list[int] = []  # participants, in acting order
        self.stock: list[str] = []  # face down, top first
        self.stock_shown: list[str] = []  # matadors turned from the stock
        self.dealt: dict[int, Card] = {}  # by participant: the card of the deal
        self.hand: dict[int, Card] = {}  # by participant, the fallen ones too: the card in front of the seat now
        self.seen: list[set[Card]] = []  # by seat, those without a card too: the pieces whose face it has seen
        self.outcomes: list[str | None] = []  # by seat: what came of its own turn
        self.partner: list[int | None] = []  # by seat: who swapped with it, refused or stopped it on its own turn
        self.swaps: list[tuple[int, int]] = []  # (requester, recipient), standing
        self.undone: list[bool] = []  # by seat: a Cat took back the swap of its own turn
        self._deal()

    # ---- what the test asks --------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to act: always both; none after the end."""
        return [] if self.over else [KEEP, SWAP]  # F "Actions"; a known Fool may be asked for and passed on too (A12)

    def step(self, action: int) -> None:
        """Play one action of the seat to act, and all that follows by itself; ValueError when it is not legal."""
        if action not in self.legal() or self.seat is None:
            raise ValueError(f"action {action} is not legal")
        if action == KEEP:
            self.outcomes[self.seat] = "kept"
            self._continue_left_of(self.seat)
        else:
            self._request(self.seat)

    def placements(self) -> list[int]:
        """Return one place a seat, 1 = best, ties sharing the better one; all 0 before the end."""
        if not self.over:
            return [0 for _ in self.seats]
        place = [1 for _ in self.seats]  # the last survivor (G6) or, in a draw, those who fell last (G7, A17)
        better = len(self._survivors())
        for together in reversed(self.falls):  # F "End"
            for seat in together:
                place[seat] = 1 + better
            better += len(together)
        return place

    def scores(self) -> list[int]:
        """Return the lives left, one a seat; all 0 before the end."""
        return list(self.lives) if self.over else [0 for _ in self.seats]

    def view(self, seat: int) -> dict[str, Any]:
        """Return all that the seat has been able to see of the current deal and the match, by name (section E)."""
        mine = self.hand.get(seat)

        def face(card: Card | None) -> str | None:
            return card.name if card is not None and card in self.seen[seat] else None

        return {
            "card": face(mine),  # None: no card in this deal
            "dealt": face(self.dealt.get(seat)),
            "knows": [face(self.hand.get(other)) for other in self.seats],
            "knows_dealt": [face(self.dealt.get(other)) for other in self.seats],
            "known_to": [mine in self.seen[other] for other in self.seats],  # by seat: does it know my current card
            "lives": list(self.lives),
            "resting": list(self.resting),
            "order": list(self.order),
            "dealer": self.dealer,
            "turn": self.seat,
            "outcomes": list(self.outcomes),
            "partner": list(self.partner),
            "swaps": list(self.swaps),
            "undone": list(self.undone),
            "stock_shown": list(self.stock_shown),
            "deal": self.deal,
        }

    # ---- the deal ------------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Start the next deal; skip those that rest leaves uncontested."""
        self.deal += 1
        self.resting = self.rests_next  # G39, G41: for one deal (A18, A19)
        self.rests_next = [False for _ in self.seats]
        if self.deal > 1:
            self._move_dealer()  # before a skipped deal too (A21)
        clockwise = self._left_of(self.dealer)  # G12
        self.order = [seat for seat in clockwise if self._alive(seat) and not self.resting[seat]]
        if len(self.order) < 2:
            self._deal()  # G42: nobody pays, nothing is shuffled; all are back for the deal after (A19)
            return

        pack = self.shuffle(RANKS + RANKS)  # G11
        self.hand = {seat: Card(name) for seat, name in zip(self.order, pack, strict=False)}
        self.dealt = dict(self.hand)
        self.stock = pack[len(self.order) :]
        self.stock_shown = []
        self.seen = [set() for _ in self.seats]  # nothing is kept from one deal to the next (F "Fine points")
        self.outcomes = [None for _ in self.seats]
        self.partner = [None for _ in self.seats]
        self.swaps = []
        self.undone = [False for _ in self.seats]
        for seat, card in self.hand.items():
            self.seen[seat].add(card)
            if card.name == "Fool":
                self._show_all(card)  # G13, G14; followed through the swaps from now on (A11)
        self.seat = self.order[0]

    def _move_dealer(self) -> None:
        """Pass the deal on clockwise."""
        surviving = [seat for seat in self._left_of(self.dealer) if self._alive(seat)]
        awake = [seat for seat in surviving if not self.resting[seat]]
        if self.dealer_skips_resting and awake:
            self.dealer = awake[0]  # F "Fine points"
        else:
            self.dealer = surviving[0]  # G15: it may be resting (A20)

    def _left_of(self, seat: int) -> list[int]:
        """Return all seats clockwise, the seat's left neighbour first and the seat itself last."""
        return [(seat + step) % self.num_players for step in range(1, self.num_players + 1)]

    # ---- the turn ------------------------------------------------------------------------------------------------

    def _request(self, me: int) -> None:
        """Ask the next participant to swap, past Houses and Horses, in the end the stock."""
        for other in self.order[self.order.index(me) + 1 :]:  # G16, A22; never past the last participant (A20, A23)
            card = self.hand[other]
            if card.name in MATADORS:
                self._show_all(card)  # G28: when challenged
            if card.name in PASSED_BY:
                continue  # G26, G27, A24; the holder has lost its turn (A1)
            self.partner[me] = other
            if card.name in REFUSAL:
                self.outcomes[me] = REFUSAL[card.name]
                self._matador(card.name, me, holder=other)
            else:
                self.outcomes[me] = "swapped"
                self._swap(me, other)
                self.seat = other  # G18, A1
            return
        self._draw(me)  # G29, G30

    def _swap(self, me: int, other: int) -> None:
        """Exchange two cards (G17); both seats have then seen both."""
        for seat in (me, other):
            self.seen[seat].update((self.hand[me], self.hand[other]))
        self.hand[me], self.hand[other] = self.hand[other], self.hand[me]
        self.swaps.append((me, other))

    def _draw(self, me: int) -> None:
        """Turn the top of the stock, past Houses and Horses; whoever reaches it ends the swaps (A2)."""
        name = self.stock.pop(0)
        while name in PASSED_BY:  # G31
            self.stock_shown.append(name)  # A9: set aside for all to see
            name = self.stock.pop(0)
        if name in REFUSAL:
            self.stock_shown.append(name)
            self.outcomes[me] = f"stock {name}"
            self._matador(name, me, holder=self.order[-1])  # G32, A9: the requester keeps its card
            return
        self.outcomes[me] = "stock"
        self.hand[me] = Card(name)  # G33; the old card is out of play, unseen (A10)
        self.seen[me].add(self.hand[me])
        if name == "Fool":
            self._show_all(self.hand[me])  # A11
        self._settle()

    def _matador(self, name: str, me: int, holder: int) -> None:
        """Let a Cuckoo, Dragon or Cat work on the requester; play goes on after the holder."""
        if name == "Cuckoo":
            self._settle()  # G20; no life (A25)
            return
        if name == "Cat":
            self._undo_swaps()  # before a life is lost: also when that decides the match (F "Fine points")
        self.lives[me] -= 1  # G21, G23
        if not self._alive(me):
            self.falls.append([me])  # G36; earlier than those of the settlement (F "End")
        if len(self._survivors()) == 1:
            self._finish()  # A16: without a settlement
        else:
            self._continue_left_of(holder)  # G22, G25: the holder has no turn of its own (A3, A4)

    def _undo_swaps(self) -> None:
        """Take back every swap of the deal, the last first (G24, A8); life losses stay (A5)."""
        for me, other in reversed(self.swaps):
            self.hand[me], self.hand[other] = self.hand[other], self.hand[me]  # a fallen seat's card too (A6)
            self.undone[me] = True
        self.swaps = []

    def _continue_left_of(self, seat: int) -> None:
        """Give the turn to the next participant, or settle when there is none."""
        still_to_act = self.order[self.order.index(seat) + 1 :]
        if still_to_act:
            self.seat = still_to_act[0]
        else:
            self._settle()

    # ---- the settlement ------------------------------------------------------------------------------------------

    def _settle(self) -> None:
        """Reveal, charge the lowest, and end the match or deal again (G34)."""
        compared = {seat: self.hand[seat].name for seat in self.order if self._alive(seat)}  # G36, A13
        for seat in compared:
            self._show_all(self.hand[seat])  # not those of fallen seats, nor replaced ones (F "Fine points")
        if len(compared) > 1:  # otherwise nobody pays and no Fool rests (A15)
            payers = self._payers(compared)
            for seat in payers:
                self.lives[seat] -= 1  # G40: only they
            fallen = [seat for seat in payers if not self._alive(seat)]
            if fallen:
                self.falls.append(fallen)
            for seat, name in compared.items():
                self.rests_next[seat] = name == "Fool" and self._alive(seat)  # G39, A18
        if len(self._survivors()) < 2:
            self._finish()  # G6; G7, A17: with nobody alive a draw of those who fell together
        else:
            self._deal()

    @staticmethod
    def _payers(compared: dict[int, str]) -> list[int]:
        """Return the seats that lose a life, of the two or more whose cards are compared."""
        fools = [seat for seat, name in compared.items() if name == "Fool"]
        if len(fools) == 2:
            return fools  # G38
        others = {seat: RANKS.index(name) for seat, name in compared.items() if name != "Fool"}
        lowest = [seat for seat, rank in others.items() if rank == min(others.values())]
        return fools + lowest  # G35, A26; with one Fool the lowest of the others pay too (G37, A14)

    def _finish(self) -> None:
        """End the match; the cards stay as they lie."""
        self.over = True
        self.seat = None

    # ---- who lives, who sees -------------------------------------------------------------------------------------

    def _alive(self, seat: int) -> bool:
        """Say whether the seat has lives left."""
        return self.lives[seat] > 0

    def _survivors(self) -> list[int]:
        """Return the seats that have lives left, resting ones included."""
        return [seat for seat in self.seats if self._alive(seat)]

    def _show_all(self, card: Card) -> None:
        """Turn a card up for everybody, resting and fallen seats included."""
        for memory in self.seen:
            memory.add(card)
