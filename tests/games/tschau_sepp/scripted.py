"""Matches of Tschau Sepp with stacked packs, written in short.

A card is the letter of its suit, E(ichel), R(osen), S(chellen) or T for Schilten, and 6 7 8 9 B(anner) U(nder) O(ber)
K(önig) or A(ss). An action is a card, an Under with the suit that it names ("EU>R"), "draw" or "pass".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.match import Match
from card_envs.games import load
from card_envs.games.tschau_sepp.cards import NAMES

GAME = load("tschau_sepp")
SUITS = "ERST"
RANKS = "6789BUOKA"
PACK = [suit + rank for suit in SUITS for rank in RANKS]
ACTIONS = [*PACK, *(f"{suit}U>{named}" for suit in SUITS for named in SUITS), "draw", "pass"]

BEGUN: list[Match] = []
"""The matches of the test under way; each is replayed to the referee when the test is done."""


def stacked(top: str, pack: Iterable[str] = PACK) -> list[str]:
    """The cards of a pack that begins with these, by their full names; the rest follows in order."""
    first = top.replace("|", " ").split()
    rest = [card for card in pack if card not in first]
    return [NAMES[PACK.index(card)] for card in (*first, *rest)]


def begin(*shuffles: str | Sequence[str], **params: Any) -> Match:
    """A match with these shuffles: "hand | hand | … | upcard and stock"; as many seats as whole hands.

    Later shuffles are given by the full names of their cards; those that are not given follow from the seed.
    """
    first = shuffles[0]
    assert isinstance(first, str)
    hands = [len(part.split()) for part in first.split("|")[:-1]]
    assert set(hands) == {5}
    match = Match(GAME, GAME.params.make({"num_players": len(hands), **params}))
    match.deal(1, [stacked(first), *(list(cards) for cards in shuffles[1:])])
    BEGUN.append(match)
    return match


def play(match: Match, actions: str) -> Match:
    """Carry out actions by name."""
    for action in actions.split():
        match.step(ACTIONS.index(action))
    return match


def until(match: Match, condition: Callable[[Match], bool]) -> Match:
    """Play the legal action of the lowest number until this is so."""
    while not condition(match):
        assert not match.over
        match.step(match.legal_actions()[0])
    return match


def draw_and_pass(match: Match, turns: int) -> Match:
    """So many turns of drawing and passing (`voluntary_draw`)."""
    return play(match, "draw pass " * turns)


def legal(match: Match) -> list[str]:
    """The legal actions by name."""
    return [ACTIONS[action] for action in match.legal_actions()]


def hand(match: Match, seat: int) -> set[str]:
    """The cards that a seat holds."""
    return cards(int(match.state.hands[seat]))


def pile(match: Match) -> set[str]:
    """The cards on the pile."""
    return cards(int(match.state.pile))


def cards(bits: int) -> set[str]:
    """A set of cards by name."""
    return {card for i, card in enumerate(PACK) if bits >> i & 1}


def stock(match: Match) -> list[str]:
    """The stock, top first."""
    return [PACK[card] for card in match.state.stock[match.state.stock_next : match.state.stock_end]]


def top(match: Match) -> str:
    """The card to cover."""
    return PACK[int(match.state.top)]


def suit(match: Match) -> str:
    """The suit that covers it."""
    return SUITS[int(match.state.suit)]


def sizes(match: Match) -> list[int]:
    """How many cards each seat has."""
    return [int(size) for size in match.state.hand_size[: match.params.num_players]]


def shuffles(match: Match) -> list[list[str]]:
    """The cards of every shuffle so far, by their full names."""
    return [
        [NAMES[card] for card in event.cards]
        for events, _ in match.replayed()
        for event in events
        if event.cards is not None
    ]


def fields(match: Match, seat: int) -> Fields:
    """What a seat sees, decoded."""
    vector, _ = match.observe(seat)
    return GAME.layout.decode(vector)


def may_hold(match: Match, seat: int, other: int) -> dict[str, int]:
    """In how many places of another hand each hidden card may be, as `seat` sees it."""
    ahead = (other - seat) % match.params.num_players
    seen = fields(match, seat)
    return {
        card: int(count)
        for card, count, batch in zip(PACK, seen["may_hold"][ahead], seen["batch"], strict=True)
        if batch > 0 or count > 0
    }


def places(match: Match) -> list[int]:
    """The place of each seat at the end."""
    return match.results()[0]


def first_out(last: str, **params: Any) -> Match:
    """Three seats; seat 0 has only this card of Eichel left and lays it next, while nobody else has ever covered."""
    hands = f"E6 E9 EB EO {last} | R7 R8 S7 S8 T7 | RK SK TK RA SA"
    match = begin(f"{hands} | EA T8 TA R6 S6 T6 R9 S9 T9", **params)
    return play(match, "E6 draw draw E9 draw draw EB draw draw EO draw draw")


def dried(hands: str, upcard: str, lots: Sequence[str], **params: Any) -> Match:
    """All have drawn and passed until the stock was used up, and nobody has laid a card (`voluntary_draw`).

    `lots` are the cards that each seat draws, in its order; a seat for which they do not suffice draws what is left.
    """
    seats = hands.count("|") + 1
    own = [lot.split() for lot in lots]
    used = [*hands.replace("|", " ").split(), upcard, *(card for lot in own for card in lot)]
    rest = [card for card in PACK if card not in used]
    drawn = []
    for turn in range(len(PACK) - 5 * seats - 1):
        lot = own[turn % seats]
        drawn.append(lot.pop(0) if lot else rest.pop(0))
    match = begin(f"{hands} | {upcard} {' '.join(drawn)}", voluntary_draw=True, **params)
    return draw_and_pass(match, len(drawn))
