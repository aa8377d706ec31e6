"""Matches of Letzte Runde played from written packs, by the names of cards and actions."""

from __future__ import annotations

from collections import Counter
from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.match import Match
from card_envs.games import load
from card_envs.games.letzte_runde.cards import COPIES, NAMES
from card_envs.games.letzte_runde.state import PHASES, ROW_SIZE

GAME = load("letzte_runde")
PACK = Counter(dict(zip(NAMES, COPIES, strict=True)))

BEGUN: list[Match] = []
"""The matches of the test under way; each is replayed to the referee when the test is done."""


def stacked(top: str) -> list[str]:
    """A whole pack that begins with these cards; the rest follows from low to high."""
    cards = top.split()
    rest = PACK.copy()
    rest.subtract(cards)
    assert min(rest.values()) >= 0, f"too many of {-rest}"
    return [*cards, *rest.elements()]


def begin(*tops: str | list[str], **params: Any) -> Match:
    """A match with these shuffles: the first cards of a whole pack, or a list as it stands."""
    match = Match(GAME, GAME.params.make({"num_players": 2, **params}))
    match.deal(1, [stacked(top) if isinstance(top, str) else top for top in tops])
    BEGUN.append(match)
    return match


def play(match: Match, *actions: str) -> Match:
    """Carry out actions by name."""
    for action in actions:
        match.step(GAME.action_from_name(action))
    return match


def legal(match: Match) -> list[str]:
    """The names of the legal actions."""
    return [GAME.actions[action] for action in match.legal_actions()]


def row(match: Match, seat: int) -> list[str]:
    """The true cards in a row."""
    return [NAMES[card] for card in match.state.row[seat * ROW_SIZE : (seat + 1) * ROW_SIZE]]


def discards(match: Match) -> list[str]:
    """The discard pile, bottom first."""
    return [NAMES[card] for card in match.state.discards[: match.state.num_discards]]


def draw_pile(match: Match) -> list[str]:
    """The draw pile, top first."""
    return [NAMES[card] for card in match.state.pile[match.state.pile_next : match.state.pile_size]]


def totals(match: Match) -> list[int]:
    """The points on the score pad."""
    return [int(points) for points in match.state.totals[: match.params.num_players]]


def fields(match: Match, seat: int) -> Fields:
    """What a seat sees, decoded."""
    vector, _ = match.observe(seat)
    return GAME.layout.decode(vector)


def knows(match: Match, seat: int, owner: int) -> list[str | None]:
    """What a seat knows of a row."""
    ahead = (owner - seat) % match.params.num_players
    return [NAMES[card.argmax()] if card.any() else None for card in fields(match, seat)["known"][ahead]]


def drawn(match: Match) -> str | None:
    """The drawn card, as the seat to act sees it."""
    card = fields(match, match.seat)["card"]
    return NAMES[card.argmax()] if card.any() else None


def phase(match: Match) -> str:
    """What the seat to act decides on."""
    return PHASES[fields(match, match.seat)["phase"].argmax()]


def pass_turns(match: Match, turns: int) -> Match:
    """So many turns in which a drawn card is discarded (a special unused), without a knock."""
    for _ in range(turns):
        play(match, "draw", "discard")
        if "end turn" in legal(match):
            play(match, "end turn")
    return match
