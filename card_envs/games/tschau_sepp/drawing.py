"""A table of Tschau Sepp for people: reasons, cards as far as a viewer knows them, and an observation in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import numpy.typing as npt

from card_envs.engine.game import Fields, State
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.games.tschau_sepp.cards import (
    NAMES,
    NUM_RANKS,
    NUM_SUITS,
    PACK_SIZE,
    RANKS,
    SEVEN,
    SUITS,
    UNDER,
)
from card_envs.games.tschau_sepp.memory import SURE
from card_envs.games.tschau_sepp.observation import SPECIAL
from card_envs.games.tschau_sepp.state import DRAW, NAMING, NOTHING, PASS

Numbers: TypeAlias = npt.NDArray[Any]
"""A field of an observation, decoded."""

_TONES = ("gold", "red", "gold", "green")


def why_illegal(state: State, action: int) -> str:
    """Why the seat to act may not do this, in a person's words."""
    if action == PASS:
        return _why_no_pass(state)
    if action == DRAW:
        return _why_no_draw(state)
    if action < NAMING and action % NUM_RANKS == UNDER:
        return f"{NAMES[action]} is played with the suit that it names"
    card = action if action < NAMING else (action - NAMING) // NUM_SUITS * NUM_RANKS + UNDER
    name = NAMES[card]
    if not (int(state.hands[state.seat]) >> card) & 1:
        return f"{name} is not in the hand"
    if state.pending and card % NUM_RANKS != SEVEN:
        return f"{name} is no answer to a 7: only another 7 is, or taking the {int(state.pending)} cards"
    if state.drawn not in (NOTHING, card):
        return f"after drawing, only the card drawn may be played, not {name}"
    if state.suit != card // NUM_RANKS and state.named:
        return f"{name} does not cover {NAMES[state.top]}, which named {SUITS[state.suit]}: neither suit nor rank fits"
    return f"{name} does not cover {NAMES[state.top]}: neither suit nor rank fits"


def _why_no_pass(state: State) -> str:
    if not state.voluntary_draw:
        return "there is no passing: who cannot cover draws, and a card that covers must be played"
    return "passing takes a draw first"


def _why_no_draw(state: State) -> str:
    if state.drawn != NOTHING:
        return "a card has been drawn already in this turn"
    if not state.voluntary_draw:
        return "there is a card in the hand that covers, so it must be played"
    return "there is nothing to draw, and a card in the hand covers"


# --- the table


def table(state: State, viewer: int | None) -> Table:
    """The table as a seat sees it, or with all cards shown."""
    top = NAMES[state.top]
    note = f"{SUITS[state.suit]} named" if state.named else ""
    stock = CardFace(None, note=f"{_stock_size(state)} left")
    pile = CardFace(top, _TONES[state.top // NUM_RANKS], note)
    seats = tuple(_seat(state, seat, viewer) for seat in range(state.num_players))
    notes = (f"{int(state.pending)} cards wait to be taken.",) if state.pending else ()
    title = f"Tschau Sepp, turn {int(state.turns) + 1 - int(state.over)}"
    return Table(title, (Row("stock", (stock,)), Row("pile", (pile,))), seats, notes)


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    size = int(state.hand_size[seat])
    notes = [f"{size} {'card' if size == 1 else 'cards'}"]
    if seat == state.num_players - 1:
        notes.append("dealer")
    if state.out[seat]:
        notes.append(f"place {int(state.out[seat])}")
    if seat == state.seat and state.drawn != NOTHING:
        notes.append("has drawn")
    shown = [
        card
        for card in range(PACK_SIZE)
        if (int(state.hands[seat]) >> card) & 1 and (viewer is None or viewer == seat or _is_sure(state, seat, card))
    ]
    faces = [CardFace(NAMES[card], _TONES[card // NUM_RANKS]) for card in shown]
    faces.extend([CardFace(None)] * (size - len(shown)))
    return SeatView(f"player_{seat}", (Row("", tuple(faces)),), tuple(notes), seat == state.seat, size == 0)


def _is_sure(state: State, seat: int, card: int) -> bool:
    """Does everybody know that the seat holds this card?"""
    return int(state.may_hold[seat, card // 8]) >> card % 8 * 8 & 255 == SURE


def _stock_size(state: State) -> int:
    return int(state.stock_end) - int(state.stock_next)


def seen(state: State, seat: int) -> Sequence[tuple[int, int]]:
    """The own hand, the upcard, cards put openly under the stock, and a card drawn and laid in one turn.

    Where another card that a seat lays had lain would tell when the seat took it.
    """
    known = int(state.hands[seat])
    if state.top_was_drawn or (not state.reshuffles and int(state.pile).bit_count() == 1):
        known |= 1 << int(state.top)
    for place in range(int(state.stock_end) - int(state.buried), int(state.stock_end)):
        known |= 1 << int(state.stock[place])
    return [
        (int(state.reshuffles) - int(state.shuffled[card]), int(state.position[card]))
        for card in range(PACK_SIZE)
        if known >> card & 1
    ]


# --- an observation in words


def describe(fields: Fields) -> str:
    """The decoded observation in sentences; seats are named by how many turns they come after the observer."""
    return "\n".join(_sentences(fields))


def _sentences(fields: Fields) -> Iterator[str]:
    top = f"{SUITS[fields['top_suit'].argmax()]}-{RANKS[fields['top_rank'].argmax()]}"
    yield f"Tschau Sepp, turn {_number(fields['turns']) + 1} of at most {_number(fields['max_turns'])}."
    named = f", {SUITS[fields['suit'].argmax()]} named" if fields["named"] else ""
    yield f"To cover: {top}{named}. The stock has {int(fields['stock_size'])} cards."
    if fields["pending"]:
        yield f"A penalty of {int(fields['pending'])} cards waits for the seat to act: a 7 answers it."
    yield f"You hold {_cards(fields['hand'])}."
    if fields["drawn_suit"].any():
        drawn = f"{SUITS[fields['drawn_suit'].argmax()]}-{RANKS[fields['drawn_rank'].argmax()]}"
        yield f"You have just drawn {drawn}."
    elif fields["drew"]:
        yield "The seat to act has just drawn a card that it may play."
    for seat in range(1, len(fields["present"])):
        if fields["present"][seat]:
            yield _other(fields, seat)
    if fields["buried"].any():
        yield f"At the bottom of the stock, drawn in this order: {', '.join(_buried(fields))}."
    yield f"On the pile: {_cards(fields['pile'])}."
    recycled = (fields["batch"] == 1) & (_number(fields["reshuffles"]) > 0)
    if recycled.any():
        yield f"Shuffled back and not seen since by everybody: {_cards(recycled)}."


def _other(fields: Fields, seat: int) -> str:
    """What everybody knows of another seat."""
    name = "The next seat" if seat == 1 else f"The seat {seat} places on"
    if fields["out"][seat]:
        return f"{name} is out, as number {int(fields['out'][seat])}."
    size = int(fields["hand_size"][seat])
    text = f"{name} has {size} {'card' if size == 1 else 'cards'}"
    if fields["to_act"][seat]:
        text += " and is to act"
    sure = fields["may_hold"][seat] == SURE
    if sure.any():
        text += f"; it surely holds {_cards(sure)}"
    never = (fields["may_hold"][seat] == 0) & (fields["batch"] > 0) & (fields["hand"] == 0)
    return f"{text}; it cannot hold {_cards(never)}." if never.any() else f"{text}."


def _buried(fields: Fields) -> list[str]:
    """The known cards at the bottom of the stock, drawn first to last."""
    places = {
        int(fields["buried"][suit, kind]): f"{SUITS[suit]}-{RANKS[rank]}"
        for suit in range(NUM_SUITS)
        for kind, rank in enumerate(SPECIAL)
    }
    return [places[place] for place in sorted(places) if place]


def _cards(chosen: Numbers) -> str:
    return ", ".join(name for name, is_chosen in zip(NAMES, chosen, strict=True) if is_chosen) or "nothing"


def _number(two_bytes: Numbers) -> int:
    return int(two_bytes[0]) * 256 + int(two_bytes[1])
