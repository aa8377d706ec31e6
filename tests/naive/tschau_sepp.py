"""Tschau Sepp by the rulebook, slow and plain: what the fast kernel is played against.

Beside the code: T = clause, A = decision, E and F = sections of the rules file tschau_sepp.md.
Cards are names such as "Schellen-Under"; seats are numbers in play order, and the dealer is the last of them (A17).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

SUITS = ["Eichel", "Rosen", "Schellen", "Schilten"]  # F "Names"
RANKS = ["6", "7", "8", "9", "Banner", "Under", "Ober", "König", "Ass"]
PACK = [f"{suit}-{rank}" for suit in SUITS for rank in RANKS]
VALUES = {"6": 6, "7": 7, "8": 8, "9": 9, "Banner": 10, "Under": 2, "Ober": 3, "König": 4, "Ass": 11}  # T25-T30
HAND = 5  # T2
DRAW = 52  # F "Actions"
PASS = 53


def suit_of(card: str) -> str:
    """Return the printed suit of a card."""
    return card.partition("-")[0]


def rank_of(card: str) -> str:
    """Return the rank of a card."""
    return card.partition("-")[2]


def worth(hand: list[str]) -> int:
    """Return what the cards count when they are left in a hand (T24)."""
    return sum(VALUES[rank_of(card)] for card in hand)


def lays_of(card: str) -> list[int]:
    """Return the action numbers that play this card: one, or four for an Under (F "Actions")."""
    if rank_of(card) != "Under":
        return [PACK.index(card)]
    return [36 + 4 * SUITS.index(suit_of(card)) + named for named in range(4)]


def read_lay(action: int) -> tuple[str, str | None]:
    """Return the card that an action plays, and the suit that it names (None unless the card is an Under)."""
    if action < 36:
        return PACK[action], None
    under, named = divmod(action - 36, 4)
    return f"{SUITS[under]}-Under", SUITS[named]


class Memory:
    """What everybody at the table has seen and nobody forgets.

    One for all seats: a seat's only secrets are its hand and the card it has just drawn, and it holds these before it.
    Takes, lays and proofs bear moments, which rise from each to the next.
    """

    def __init__(self, num_players: int) -> None:
        self.pile: list[str] = []  # since the last shuffle, bottom first
        self.recycled: list[str] = []  # what the last reshuffle put into the stock
        self.reshuffles = 0
        self.buried: list[str] = []  # known cards at the bottom of the stock, in the order in which they will come
        self.known: list[list[str]] = [[] for _ in range(num_players)]  # cards that all know to be in a hand
        self.shuffle_of = dict.fromkeys(PACK, 0)  # the last shuffle that each card went through, 0 = the first
        self.takes: list[list[tuple[int, int]]] = [[] for _ in range(num_players)]  # of hidden cards: moment, shuffle
        self.lays: list[list[tuple[int, str, int]]] = [[] for _ in range(num_players)]  # moment, card, its shuffle
        self.proofs: list[list[tuple[int, str, str]]] = [[] for _ in range(num_players)]  # moment, suit, rank
        self._moment = 0

    def _now(self) -> int:
        self._moment += 1
        return self._moment

    def saw_bury(self, card: str) -> None:
        """Keep in mind an upcard that went openly under the stock (F `upcard`)."""
        self.buried.append(card)

    def saw_upcard(self, card: str) -> None:
        """Keep in mind the card that lies open at the start."""
        self.pile.append(card)

    def saw_lay(self, seat: int, card: str, just_drawn: bool) -> None:
        """Keep in mind a card that was laid."""
        self.pile.append(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)
        elif just_drawn:
            self.takes[seat].pop()  # that very card: it left nothing in the hand
        else:
            self.lays[seat].append((self._now(), card, self.shuffle_of[card]))

    def saw_proof(self, seat: int, suit: str, rank: str) -> None:
        """Keep in mind that the seat holds no card of this suit, none of this rank, and no Under (E)."""
        self.proofs[seat].append((self._now(), suit, rank))

    def saw_take(self, seat: int, stock_size: int) -> None:
        """Keep in mind that a card was taken from a stock of this size; a buried one is recognised by its place."""
        if stock_size == len(self.buried):
            self.known[seat].append(self.buried.pop(0))
        else:
            self.takes[seat].append((self._now(), self.reshuffles))

    def saw_reshuffle(self) -> None:
        """Keep in mind which cards the new stock was made of."""
        self.recycled = self.pile[:-1]
        self.pile = self.pile[-1:]
        self.reshuffles += 1
        self.shuffle_of.update(dict.fromkeys(self.recycled, self.reshuffles))


class Referee:
    """Tschau Sepp by the rulebook; cards are names, seats are numbers."""

    def __init__(
        self,
        shuffle: Callable[[list[str]], list[str]],
        *,
        num_players: int = 4,
        seven_skips_turn: bool = False,
        seven_stacking: bool = False,
        voluntary_draw: bool = False,
        upcard: str = "plain",
        end_at_first_out: bool = False,
        two_player_end: str = "count",
        max_turns: int = 1000,
    ) -> None:
        self._shuffle = shuffle
        self._num_players = num_players
        self._seven_skips_turn = seven_skips_turn
        self._seven_stacking = seven_stacking
        self._voluntary_draw = voluntary_draw
        self._upcard = upcard
        self._end_at_first_out = end_at_first_out
        self._two_player_end = two_player_end
        self._max_turns = max_turns

        self.seat: int | None = None  # the seat to act
        self.over = False
        self.truncated = False
        self._hands: list[list[str]] = [[] for _ in range(num_players)]
        self._stock: list[str] = []  # top first
        self._pile: list[str] = []  # bottom first, the card to cover last
        self._suit = ""  # the suit that covers
        self._named = False  # was that suit named by an Under
        self._pending = 0  # cards of a penalty that waits (F `seven_stacking`)
        self._drawn: str | None = None  # the card that the seat to act has drawn in this turn
        self._out = [0] * num_players  # the place at which a seat went out; 0: still in
        self._turns = 0
        self._memory = Memory(num_players)
        self._deal()

    # The deal

    def _deal(self) -> None:
        cards = self._shuffle(list(PACK))  # F "Chance"
        for seat in range(self._num_players):
            self._hands[seat] = cards[:HAND]  # T2
            self._memory.takes[seat] = [(0, 0)] * HAND
            cards = cards[HAND:]
        self._stock = cards  # T3
        first = self._turn_upcard()
        if self._upcard == "dealer_played":
            self._named = rank_of(first) == "Under"  # F: its own suit counts as named
            self._go_on(self._num_players - 1, first)  # as if the dealer had laid it; no turn is counted
        else:
            self._go_on(self._num_players - 1, None)  # A6: an upcard does nothing

    def _turn_upcard(self) -> str:
        special = [rank_of(card) in ("7", "8", "Under") for card in self._stock]
        if self._upcard == "redraw" and not all(special):  # F: where all are such, the first stays
            while rank_of(self._stock[0]) in ("7", "8", "Under"):
                self._memory.saw_bury(self._stock[0])
                self._stock.append(self._stock.pop(0))
        first = self._stock.pop(0)  # T4
        self._pile = [first]
        self._suit = suit_of(first)
        self._memory.saw_upcard(first)
        return first

    # What is allowed

    def _covers(self, card: str) -> bool:
        same_suit = suit_of(card) == self._suit  # T7; after an Under the named suit, not the printed one (A8)
        same_rank = rank_of(card) == rank_of(self._pile[-1])  # T8
        return same_suit or same_rank or rank_of(card) == "Under"  # T9, A7

    def legal(self) -> list[int]:
        """Return the legal actions of the seat to act, ascending; none when the match is over."""
        if self.seat is None:
            return []
        hand = self._hands[self.seat]
        if self._pending:  # F `seven_stacking`: only a seven answers
            return [*self._lays([card for card in hand if rank_of(card) == "7"]), DRAW]
        if self._drawn is not None:
            lays = self._lays([self._drawn] if self._covers(self._drawn) else [])
            return [*lays, PASS] if self._voluntary_draw else lays  # T11; A5
        lays = self._lays([card for card in hand if self._covers(card)])
        if not lays:
            return [DRAW]  # T10; legal even with nothing to draw (F "Fine points")
        if self._voluntary_draw and self._can_take():
            return [*lays, DRAW]  # A4; not while there is nothing to draw (F)
        return lays  # A4: who can cover must

    def _lays(self, cards: list[str]) -> list[int]:
        return sorted(action for card in cards for action in lays_of(card))

    # A move

    def step(self, action: int) -> None:
        """Carry out an action of the seat to act, and all that follows by itself."""
        if self.seat is None or action not in self.legal():
            raise ValueError(f"action {action} is not legal for seat {self.seat}")
        if action == PASS:
            self._end_turn(self.seat, None)
        elif action == DRAW and self._pending:
            self._take_penalty(self.seat)
        elif action == DRAW:
            self._draw(self.seat)
        else:
            card, named = read_lay(action)
            self._lay(self.seat, card, named)

    def _lay(self, seat: int, card: str, named: str | None) -> None:
        self._hands[seat].remove(card)
        self._pile.append(card)
        self._suit = named or suit_of(card)  # T14, A9
        self._named = named is not None
        self._memory.saw_lay(seat, card, card == self._drawn)
        if not self._hands[seat]:
            self._out[seat] = max(self._out) + 1  # T12, T21, A11
        self._end_turn(seat, card)

    def _draw(self, seat: int) -> None:
        if not self._voluntary_draw or not self._can_take():  # E: else it was not legal; it proves that nothing covered
            self._memory.saw_proof(seat, self._suit, rank_of(self._pile[-1]))
        taken = self._take(seat, 1)  # T10
        if not taken and self._is_counted_out():
            self._finish()  # T23, A12; this draw is no turn (F)
        elif not taken:
            self._end_turn(seat, None)  # A15
        elif self._voluntary_draw or self._covers(taken[0]):
            self._drawn = taken[0]  # T11, A5: the same seat goes on
        else:
            self._memory.saw_proof(seat, self._suit, rank_of(self._pile[-1]))  # E: nor does the card drawn cover
            self._end_turn(seat, None)

    def _take_penalty(self, seat: int) -> None:
        size = self._pending
        self._pending = 0
        taken = self._take(seat, size)
        if len(taken) < size and self._is_counted_out():
            self._finish()  # A12
        elif self._seven_skips_turn:
            self._end_turn(seat, None)  # F "A turn": this one counts
        # otherwise the same seat now has a normal turn (F `seven_stacking`)

    # The end of a turn

    def _end_turn(self, seat: int, laid: str | None) -> None:
        self._turns += 1
        self._drawn = None
        anybody_out = any(self._out)
        if len(self._still_in()) == 1 or (anybody_out and self._end_at_first_out):
            self._finish()  # F: not truncated, and a 7 makes nobody draw
        elif self._turns == self._max_turns:
            self.truncated = True  # F: the cap comes before a 7's penalty
            self._finish()
        else:
            self._go_on(seat, laid)

    def _go_on(self, seat: int, laid: str | None) -> None:
        following = self._next(seat)
        rank = rank_of(laid) if laid else None
        if rank == "8":
            following = self._next(following)  # T18, T19, A3; with two left the same seat again (A18)
        elif rank == "7" and self._seven_stacking:
            self._pending += 2
        elif rank == "7":
            taken = self._take(following, 2)  # T17, A2, by itself
            if len(taken) < 2 and self._is_counted_out():
                self._finish()  # A12: the cards taken first count
                return
            if self._seven_skips_turn:
                following = self._next(following)  # A1; no turn (F "A turn")
        self.seat = following

    def _still_in(self) -> list[int]:
        return [seat for seat in range(self._num_players) if not self._out[seat]]

    def _next(self, seat: int) -> int:
        after = [(seat + step) % self._num_players for step in range(1, self._num_players + 1)]  # A17
        return next(other for other in after if not self._out[other])  # T21

    def _finish(self) -> None:
        self.over = True
        self.seat = None
        self._pending = 0
        self._drawn = None

    # The stock

    def _is_counted_out(self) -> bool:
        """Say whether a missing card ends the match in a count, instead of a reshuffle (T22, T23, A14)."""
        return len(self._still_in()) == 2 and self._two_player_end == "count"

    def _can_take(self) -> bool:
        return bool(self._stock) or (len(self._pile) > 1 and not self._is_counted_out())

    def _take(self, seat: int, wanted: int) -> list[str]:
        """Move cards from the stock into a hand: as many as are wanted, or as there are (A12, A15)."""
        taken: list[str] = []
        while len(taken) < wanted and self._can_take():
            if not self._stock:
                self._reshuffle()  # A16: only when a card is needed
            self._memory.saw_take(seat, len(self._stock))
            taken.append(self._stock.pop(0))
            self._hands[seat].append(taken[-1])
        return taken

    def _reshuffle(self) -> None:
        self._stock = self._shuffle(self._pile[:-1])  # T20; a named suit stays (A16)
        self._pile = self._pile[-1:]
        self._memory.saw_reshuffle()

    # The result

    def placements(self) -> list[int]:
        """Return the place of each seat, 1 = best, ties share the better place; all 0 before the end."""
        if not self.over:
            return [0] * self._num_players
        left = {seat: worth(self._hands[seat]) for seat in self._still_in()}
        places = list(self._out)  # A11
        for seat, value in left.items():  # A13
            places[seat] = 1 + max(self._out) + sum(other < value for other in left.values())
        return places

    def scores(self) -> list[int]:
        """Return minus the value of the cards left in each hand; all 0 before the end (F "Score")."""
        return [-worth(hand) if self.over else 0 for hand in self._hands]

    # What a seat knows

    def view(self, seat: int) -> dict[str, Any]:
        """Return all that this seat sees and remembers (E)."""
        memory = self._memory
        drew_it = self._drawn is not None and seat == self.seat
        takes = [list(takes) for takes in memory.takes]
        if self.seat is not None and self._drawn is not None and self._drawn not in memory.known[self.seat]:
            takes[self.seat].pop()  # it may yet be laid, and then leaves nothing in the hand
        return {
            # in its own hand
            "hand": sorted(self._hands[seat]),
            "drawn": self._drawn if drew_it and self._drawn and self._covers(self._drawn) else None,
            # open on the table
            "hand_sizes": [len(hand) for hand in self._hands],
            "stock_size": len(self._stock),
            "top": self._pile[-1],
            "suit": self._suit,
            "named": self._named,
            "pending": self._pending,
            "drew": self._drawn is not None,
            "out": list(self._out),
            "turns": self._turns,
            # remembered
            "pile": list(memory.pile),
            "recycled": sorted(memory.recycled),
            "reshuffles": memory.reshuffles,
            "buried": list(memory.buried),
            "known": [sorted(cards) for cards in memory.known],
            "takes": takes,
            "lays": [list(lays) for lays in memory.lays],
            "proofs": [list(proofs) for proofs in memory.proofs],
            "shuffle_of": dict(memory.shuffle_of),
        }
