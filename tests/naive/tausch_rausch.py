"""A slow, plain referee of Tausch Rausch, written from the rules; its only use is to be compared with the fast game."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import Any

COLOURS = "BYGR"  # F "Names"
VALUES = range(1, 11)
KINDS = [f"{colour}{value}" for colour in COLOURS for value in VALUES]  # F "Names": index = 10 * colour + value - 1
CARDS = KINDS * 2  # R1: 80 number cards, two of each kind

MARKET_SIZES = [1, 2, 2, 2, 3]  # R2, R6: ascending
HAND_SIZE = 5  # R10
OPEN_TASKS = 5  # R7, A4

# R30-R45 in the order of F "Names": how many cards each kind of task costs, exactly (A5)
TASK_COST = {
    "even5": 5,
    "odd5": 5,
    "same5": 5,
    "sum9-B": 2,
    "sum9-Y": 2,
    "sum9-G": 2,
    "sum9-R": 2,
    "sum23-B": 4,
    "sum23-Y": 4,
    "sum23-G": 4,
    "sum23-R": 4,
    "low4": 4,
    "high4": 4,
    "run5": 5,
    "run4c": 4,
    "fullhouse": 5,
    "four": 4,
    "three": 3,
    "twin": 2,
    "twopair": 4,
    "threepair": 6,
}
TASKS = list(TASK_COST)
TASK_DECKS = {"distinct21": TASKS, "fill24": [*TASKS, "three", "four", "fullhouse"]}  # A1, F "Names"
BIG_BONUS = {"even5", "odd5", "same5", "run5", "fullhouse", "threepair"}  # A3, F "Names": two cards, all others one

FIRST_TASK_ACTION = 5  # F "Actions": 0-4 trade, 5-9 task, 10-49 pick
FIRST_PICK_ACTION = 10


def colour_of(card: str) -> str:
    """Tell the colour of a card."""
    return card[0]


def value_of(card: str) -> int:
    """Tell the value of a card."""
    return int(card[1:])


def in_order(cards: Iterable[str]) -> list[str]:
    """Sort cards by the index of their kind."""
    return sorted(cards, key=KINDS.index)


def fits(task: str, cards: Iterable[str]) -> bool:
    """Tell whether exactly these cards, no more and no fewer, fulfil the task."""
    values = sorted(value_of(card) for card in cards)
    colours = {colour_of(card) for card in cards}
    low = values[0]
    if len(values) != TASK_COST[task]:
        return False  # A5
    match task.split("-"):
        case ["even5"]:
            return all(value % 2 == 0 for value in values)  # R30
        case ["odd5"]:
            return all(value % 2 == 1 for value in values)  # R31
        case ["same5"]:
            return len(colours) == 1  # R32
        case ["sum9", given]:
            return colours == {given} and sum(values) == 9  # R33, A11
        case ["sum23", given]:
            return colours == {given} and sum(values) >= 23  # R34
        case ["low4"]:
            return sum(values) <= 7  # R35
        case ["high4"]:
            return sum(values) >= 37  # R36
        case ["run5"]:
            return values == [low, low + 1, low + 2, low + 3, low + 4]  # R37, A8: no wrap
        case ["run4c"]:
            return len(colours) == 1 and values == [low, low + 1, low + 2, low + 3]  # R38, A8
        case ["fullhouse"]:
            return sorted(Counter(values).values()) == [2, 3]  # R39, R40, A10
        case ["four"] | ["three"]:
            return len(set(values)) == 1  # R41, R42, A9
        case ["twin"]:
            return len(set(values)) == 1 and len(colours) == 1  # R43
        case ["twopair"]:
            return values == [low, low, low + 1, low + 1]  # R44, A7
        case ["threepair"]:
            return values == [low, low, low + 1, low + 1, low + 2, low + 2]  # R45, R46, A7
    raise KeyError(task)


def pools(task: str, hand: Iterable[str]) -> list[list[str]]:
    """List parts of a hand such that every set that fits lies in one of them; only to keep the brute force small."""

    def part(colours: str = COLOURS, values: Iterable[int] = VALUES) -> list[str]:
        allowed = set(values)
        return [card for card in hand if colour_of(card) in colours and value_of(card) in allowed]

    match task.split("-"):
        case ["even5"]:
            return [part(values=[2, 4, 6, 8, 10])]
        case ["odd5"]:
            return [part(values=[1, 3, 5, 7, 9])]
        case ["same5"]:
            return [part(colours=colour) for colour in COLOURS]
        case [_, given]:
            return [part(colours=given)]
        case ["low4"]:
            return [part(values=[1, 2, 3, 4])]  # the other three are worth at least 1 + 1 + 1
        case ["high4"]:
            return [part(values=[7, 8, 9, 10])]  # the other three are worth at most 10 + 10 + 10
        case ["run5"]:
            return [part(values=range(low, low + 5)) for low in range(1, 7)]
        case ["run4c"]:
            return [part(colours=colour, values=range(low, low + 4)) for colour in COLOURS for low in range(1, 8)]
        case ["fullhouse"]:
            return [part(values=two) for two in combinations(VALUES, 2)]
        case ["four"] | ["three"]:
            return [part(values=[value]) for value in VALUES]
        case ["twin"]:
            return [part(colours=colour, values=[value]) for colour in COLOURS for value in VALUES]
        case ["twopair"]:
            return [part(values=range(low, low + 2)) for low in range(1, 10)]
        case ["threepair"]:
            return [part(values=range(low, low + 3)) for low in range(1, 9)]
    raise KeyError(task)


def fitting(task: str, hand: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Try all sets of the hand's cards and yield those that fulfil the task, each in the order of kinds."""
    for pool in pools(task, in_order(hand)):
        for cards in combinations(pool, TASK_COST[task]):
            if fits(task, cards):
                yield cards


@lru_cache(maxsize=4096)
def can_fulfil(task: str, hand: tuple[str, ...]) -> bool:
    """Tell whether some set of the hand's cards fulfils the task."""
    return any(True for _ in fitting(task, hand))


@lru_cache(maxsize=64)
def task_sets(task: str, hand: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All different sets of the hand's cards that fulfil the task; A6: the player chooses among them."""
    return set(fitting(task, hand))


@lru_cache(maxsize=64)
def trade_sets(size: int, hand: tuple[str, ...]) -> set[tuple[str, ...]]:
    """All different sets of that many cards of the hand (R15, R16, A14)."""
    return set(combinations(in_order(hand), size))


class Memory:
    """All that one seat has seen of the match, told event by event; it never looks at the table itself."""

    def __init__(self, seat: int, num_players: int) -> None:
        """Start with nothing seen but the backs of the number cards."""
        self.seat = seat
        self.hand: list[str] = []  # its own cards: the only ones that it sees being drawn
        self.hand_sizes = [0] * num_players
        self.market: list[list[str]] = [[] for _ in MARKET_SIZES]
        self.discard: list[str] = []
        self.held: list[Counter[str]] = [Counter() for _ in range(num_players)]
        self.display: list[str | None] = [None] * OPEN_TASKS
        self.tasks_done: list[list[str]] = [[] for _ in range(num_players)]
        self.tasks_seen: list[str] = []
        self.task_deck_size = 0
        self.deck_size = len(CARDS)
        self.slot: int | None = None
        self.picks: list[str] = []
        self.turns = 0
        # Since the last reshuffle: what it put into the deck, what this seat drew, and what others showed unexpectedly
        self.reshuffles = 0
        self.reshuffled: Counter[str] = Counter()
        self.drawn_since: Counter[str] = Counter()
        self.shown_since: Counter[str] = Counter()
        self.recycled: Counter[str] = Counter()  # of those put in, what may still be unseen for all this seat knows
        self.older: Counter[str] = Counter()  # what others' hands hid at the reshuffle and has not been shown since

    def sees_market_laid(self, slot: int, cards: list[str]) -> None:
        """See the first cards at a market card (R8)."""
        self.market[slot] = list(cards)
        self.deck_size -= len(cards)

    def sees_task_deck(self, size: int) -> None:
        """See how many tasks there are (R7)."""
        self.task_deck_size = size

    def sees_task_opened(self, slot: int, task: str) -> None:
        """See the top task being turned up (R7, R26)."""
        self.display[slot] = task
        self.tasks_seen.append(task)
        self.task_deck_size -= 1

    def sees_draw(self, seat: int, card: str | None) -> None:
        """See somebody draw from the deck; the card is told to the drawer alone."""
        self.deck_size -= 1
        self.hand_sizes[seat] += 1
        if card is not None:
            self.hand.append(card)
            if self.reshuffles:
                # R28, A17: an empty deck was replaced, so each card drawn since is one of those put in
                self.drawn_since[card] += 1
                self.recycled[card] -= 1

    def sees_reshuffle(self) -> None:
        """See the discard pile, known card by card (R23), become the deck (R28)."""
        self.reshuffles += 1
        self.reshuffled = Counter(self.discard)
        self.recycled = Counter(self.discard)
        self.drawn_since = Counter()
        self.shown_since = Counter()
        # The old deck is used up: what is nowhere to be seen now is in the others' hands.
        self.older = Counter(CARDS) - Counter(self.hand) - Counter(self.discard)
        for cards in self.market:
            self.older -= Counter(cards)
        for seat, held in enumerate(self.held):
            if seat != self.seat:
                self.older -= held
        self.deck_size = len(self.discard)
        self.discard = []

    def sees_slot(self, slot: int) -> None:
        """See the slot chosen in this turn (F "Fine points": public at once)."""
        self.slot = slot

    def sees_pick(self, card: str) -> None:
        """See one more card picked (F "Fine points": public at once); it stays in the hand until the last pick."""
        self.picks.append(card)

    def sees_cards_leave(self, seat: int, cards: list[str]) -> None:
        """See cards given to the market or spent for a task."""
        self.hand_sizes[seat] -= len(cards)
        for card in cards:
            if seat == self.seat:
                self.hand.remove(card)
            if self.held[seat][card] > 0:
                self.held[seat][card] -= 1  # F "Fine points": minus one, floor 0
            elif seat != self.seat and self.reshuffles:
                # A card that this seat had not known there: an older one if there can be one, else out of the new deck
                self.shown_since[card] += 1
                if self.older[card] > 0:
                    self.older[card] -= 1
                else:
                    self.recycled[card] -= 1

    def sees_trade(self, seat: int, slot: int, given: list[str]) -> None:
        """See a trade: the cards given, then the cards taken (R15-R18; gives before takes)."""
        self.sees_cards_leave(seat, given)
        taken, self.market[slot] = self.market[slot], list(given)
        self.hand_sizes[seat] += len(taken)
        self.held[seat].update(taken)
        if seat == self.seat:
            self.hand += taken

    def sees_task_done(self, seat: int, slot: int, spent: list[str]) -> None:
        """See a task fulfilled: the cards go to the discard pile, the task to the player (R23-R25, A21)."""
        self.sees_cards_leave(seat, spent)
        self.discard += spent
        task = self.display[slot]
        assert task is not None
        self.tasks_done[seat].append(task)
        self.display[slot] = None

    def sees_turn_end(self) -> None:
        """See the turn end."""
        self.slot = None
        self.picks = []
        self.turns += 1

    def told(self) -> dict[str, Any]:
        """Give all of it in plain values; cards in the order of kinds, tasks seen in the order of task kinds."""
        return {
            "hand": in_order(self.hand),
            "hand_sizes": list(self.hand_sizes),
            "market": [in_order(cards) for cards in self.market],
            "discard": in_order(self.discard),
            "held": [in_order(held.elements()) for held in self.held],
            "display": list(self.display),
            "tasks_done": [list(tasks) for tasks in self.tasks_done],
            "tasks_seen": sorted(self.tasks_seen, key=TASKS.index),
            "task_deck_size": self.task_deck_size,
            "deck_size": self.deck_size,
            "reshuffles": self.reshuffles,
            "recycled": in_order(self.recycled.elements()),
            "reshuffled": in_order(self.reshuffled.elements()),
            "drawn_since": in_order(self.drawn_since.elements()),
            "shown_since": in_order(self.shown_since.elements()),
            "slot": self.slot,
            "picks": list(self.picks),
            "turns": self.turns,
        }


class Referee:
    """Tausch Rausch by the rulebook; cards are names, seats are numbers."""

    def __init__(
        self,
        shuffle: Callable[[list[str]], list[str]],
        *,
        num_players: int = 4,
        tasks_to_win: int = 5,
        task_deck: str = "fill24",
        max_turns: int | None = None,
    ) -> None:
        """Set the match up and deal the first cards."""
        self.shuffle = shuffle
        self.num_players = num_players
        self.tasks_to_win = tasks_to_win
        self.max_turns = 100 * num_players if max_turns is None else max_turns  # F "Parameters"
        self.seat: int | None = 0  # R12, F "Chance"
        self.over = False
        self.truncated = False
        self.turns = 0
        self.slot: int | None = None
        self.picks: list[str] = []
        self.hands: list[list[str]] = [[] for _ in range(num_players)]
        self.tasks_done: list[list[str]] = [[] for _ in range(num_players)]
        self.discard: list[str] = []
        self.memories = [Memory(seat, num_players) for seat in range(num_players)]

        self.deck = shuffle(list(CARDS))  # R8; F "Chance": first the number cards, top first,
        self.task_deck = shuffle(list(TASK_DECKS[task_deck]))  # R7; then the tasks
        self.market: list[list[str]] = []
        for slot, size in enumerate(MARKET_SIZES):  # R8, F "Chance": the market before the hands
            self.market.append([self.deck.pop(0) for _ in range(size)])
            for memory in self.memories:
                memory.sees_market_laid(slot, self.market[slot])
        for seat in range(num_players):  # R10, F "Chance": five in a row to each seat
            for _ in range(HAND_SIZE):
                self._draw(seat)
        for memory in self.memories:
            memory.sees_task_deck(len(self.task_deck))
        self.display: list[str | None] = [None] * OPEN_TASKS
        for slot in range(OPEN_TASKS):  # R7, A4
            self._open_task(slot)

    # What may be done

    def legal(self) -> list[int]:
        """List the legal actions of the seat to act, ascending; none when the match is over."""
        if self.seat is None:
            return []
        hand = self._sorted_hand(self.seat)
        if self.slot is None:  # R14, A12, A13: one of the two, no pass
            trades = [slot for slot, size in enumerate(MARKET_SIZES) if len(hand) >= size]
            tasks = [
                FIRST_TASK_ACTION + slot
                for slot, task in enumerate(self.display)
                if task is not None and can_fulfil(task, hand)
            ]
            return trades + tasks
        # F "Actions": kinds never go down, and the picks must remain the beginning of a set that will do
        done = tuple(self.picks)
        following = {cards[len(done)] for cards in self._sets(hand) if cards[: len(done)] == done}
        return [FIRST_PICK_ACTION + KINDS.index(card) for card in in_order(following)]

    def _sorted_hand(self, seat: int) -> tuple[str, ...]:
        return tuple(in_order(self.hands[seat]))

    def _sets(self, hand: tuple[str, ...]) -> set[tuple[str, ...]]:
        """All sets of cards with which the chosen slot can be played."""
        assert self.slot is not None
        if self.slot < FIRST_TASK_ACTION:
            return trade_sets(MARKET_SIZES[self.slot], hand)
        task = self.display[self.slot - FIRST_TASK_ACTION]
        assert task is not None
        return task_sets(task, hand)

    # What is done

    def step(self, action: int) -> None:
        """Carry out one legal action of the seat to act."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        seat = self.seat
        assert seat is not None
        if action < FIRST_PICK_ACTION:
            self.slot = action
            for memory in self.memories:
                memory.sees_slot(action)
            return
        assert self.slot is not None
        card = KINDS[action - FIRST_PICK_ACTION]
        self.picks.append(card)
        for memory in self.memories:
            memory.sees_pick(card)
        if tuple(self.picks) in self._sets(self._sorted_hand(seat)):  # F "Actions": the last pick carries it out
            if self.slot < FIRST_TASK_ACTION:
                self._trade(seat, self.slot)
            else:
                self._fulfil(seat, self.slot - FIRST_TASK_ACTION)
            self._end_turn(seat)

    def _trade(self, seat: int, slot: int) -> None:
        given = list(self.picks)
        for card in given:
            self.hands[seat].remove(card)
        taken, self.market[slot] = self.market[slot], given  # R15-R18, A15, A16
        self.hands[seat] += taken
        for memory in self.memories:
            memory.sees_trade(seat, slot, given)
        self._draw(seat)  # R19, R20: always exactly one

    def _fulfil(self, seat: int, slot: int) -> None:
        task = self.display[slot]
        assert task is not None
        spent = list(self.picks)
        for card in spent:
            self.hands[seat].remove(card)
        self.discard += spent  # R23, R24
        self.tasks_done[seat].append(task)  # R25
        self.display[slot] = None
        for memory in self.memories:
            memory.sees_task_done(seat, slot, spent)
        if self._has_won(seat):
            return  # R29, A20: no refill, no bonus, no reshuffle
        self._open_task(slot)  # R26; A2: the tasks never run out
        for _ in range(2 if task in BIG_BONUS else 1):  # R27, R47, A3
            self._draw(seat)

    def _open_task(self, slot: int) -> None:
        task = self.task_deck.pop(0)
        self.display[slot] = task
        for memory in self.memories:
            memory.sees_task_opened(slot, task)

    def _draw(self, seat: int) -> None:
        self._reshuffle_if_empty()  # A17: tried again before each draw
        if not self.deck:
            return  # A18: draw nothing
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        for memory in self.memories:
            memory.sees_draw(seat, card if memory.seat == seat else None)
        self._reshuffle_if_empty()  # R28, A17, F "Fine points": the instant the deck becomes empty

    def _reshuffle_if_empty(self) -> None:
        if self.deck or not self.discard:
            return  # F "Fine points": no shuffle of nothing
        self.deck = self.shuffle(list(self.discard))  # R28
        self.discard = []
        for memory in self.memories:
            memory.sees_reshuffle()

    def _has_won(self, seat: int) -> bool:
        return len(self.tasks_done[seat]) >= self.tasks_to_win  # R29

    def _end_turn(self, seat: int) -> None:
        self.slot = None
        self.picks = []
        self.turns += 1
        for memory in self.memories:
            memory.sees_turn_end()
        if self._has_won(seat):
            self.over = True  # R13, R29; F "Fine points": also in the last turn before the cap
        elif self.turns >= self.max_turns:
            self.over = self.truncated = True  # F "A turn", A22
        self.seat = None if self.over else (seat + 1) % self.num_players  # R13: clockwise

    # What came of it

    def placements(self) -> list[int]:
        """Place the seats by tasks done, ties sharing the better place; all 0 before the end (F "End", "A turn")."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) if self.over else 0 for score in scores]

    def scores(self) -> list[int]:
        """Count the tasks done by each seat; all 0 before the end (F "End")."""
        return [len(tasks) if self.over else 0 for tasks in self.tasks_done]

    def view(self, seat: int) -> dict[str, Any]:
        """Tell all that this seat has been able to see and remembers."""
        return self.memories[seat].told()
