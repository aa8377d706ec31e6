"""Matches of Gnav with stacked packs, played by the names of cards and actions."""

from __future__ import annotations

from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.match import Match
from card_envs.games import load
from card_envs.games.gnav.cards import COPIES, NAMES
from card_envs.games.gnav.rules import NOBODY, NOTHING, OUTCOMES
from tests.naive.parity import compare

GAME = load("gnav")


def pack(dealt: str, stock: str = "") -> list[str]:
    """All 42 cards, top first: those dealt, in acting order, the top of the stock, and the rest from high to low."""
    top = f"{dealt} {stock}".split()
    rest = [name for name in reversed(NAMES) for _ in range(COPIES)]
    for name in top:
        rest.remove(name)
    return [*top, *rest]


def begin(*deals: str, **params: Any) -> Match:
    """A match with these deals: "the cards dealt, in acting order | the top of the stock"; as many seats as cards.

    Deals that are not given follow from the seed.
    """
    packs = [pack(*deal.split("|")) for deal in deals]
    seats = len(deals[0].split("|")[0].split())
    match = Match(GAME, GAME.params.make({"num_players": seats, **params}))
    match.deal(1, packs)
    return match


def play(match: Match, *actions: str) -> Match:
    """Carry out actions by name; the independent referee has to agree with all that happens."""
    for action in actions:
        match.step(GAME.action_from_name(action))
    compare(match)
    return match


def keep_all(match: Match) -> Match:
    """Everybody who is still to act in this deal keeps."""
    deal = match.state.deal_number
    while not match.over and match.state.deal_number == deal:
        play(match, "keep")
    return match


def lives(match: Match) -> list[int]:
    """The lives left, by seat."""
    return [int(left) for left in match.state.lives_left[: match.params.num_players]]


def holds(match: Match) -> list[str]:
    """The card that each seat truly holds, by seat; "-" for none."""
    places = match.state.holds[: match.params.num_players]
    return ["-" if place == NOTHING else NAMES[match.state.pack[place]] for place in places]


def order(match: Match) -> list[int]:
    """The seats that take part, in acting order."""
    return [int(seat) for seat in match.state.order if seat != NOBODY]


def outcomes(match: Match) -> list[str]:
    """What has become of each seat's turn."""
    return [OUTCOMES[outcome] for outcome in match.state.outcome[: match.params.num_players]]


def resting(match: Match) -> list[int]:
    """The seats that rest in this deal."""
    return [seat for seat in range(match.params.num_players) if match.state.resting[seat]]


def settled(match: Match) -> list[str]:
    """What the last settlement showed, by seat; "-" for a seat that was not in the comparison."""
    cards = match.state.shown_card[: match.params.num_players]
    return ["-" if card == NOTHING else NAMES[card] for card in cards]


def paid(match: Match) -> list[int]:
    """The seats that lost a life in the last settlement."""
    return [seat for seat in range(match.params.num_players) if match.state.paid[seat]]


def fields(match: Match, seat: int) -> Fields:
    """What a seat sees, decoded."""
    vector, _ = match.observe(seat)
    return GAME.layout.decode(vector)


def knows(match: Match, seat: int, dealt: bool = False) -> list[str]:
    """What a seat knows of the cards that all hold now, or that they were dealt, by seat; "?" for what it does not."""
    n = match.params.num_players
    seen = fields(match, seat)
    rows = [seen["dealt" if dealt else "card"], *seen["known_dealt" if dealt else "known_card"]]
    return [NAMES[row.argmax()] if row.any() else "?" for row in (rows[(other - seat) % n] for other in range(n))]


def turned_up(match: Match, seat: int) -> list[str]:
    """The matadors that a seat has seen turned up from the stock."""
    counts = fields(match, seat)["stock_shown"]
    return [name for name, count in zip(NAMES[-len(counts) :], counts, strict=True) for _ in range(count)]
