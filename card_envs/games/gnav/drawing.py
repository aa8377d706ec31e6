"""A table of Gnav for people: the cards of each seat as far as a viewer knows them, and an observation in words."""

from __future__ import annotations

from collections.abc import Sequence

from card_envs.engine.game import Fields, State
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.games.gnav.cards import FOOL, HOUSE, NAMES
from card_envs.games.gnav.observation import FROM_STOCK
from card_envs.games.gnav.rules import NOBODY, NOTHING, OUTCOMES, SWAPPED, WAITING


def why_illegal(state: State, action: int) -> str:
    """Both actions are always open to the seat to act, so only an unknown one can be illegal."""
    return f"{action} is no action of Gnav: 0 keeps the card, 1 asks for a swap"


def table(state: State, viewer: int | None) -> Table:
    """The table as a seat sees it, or with all cards shown."""
    seats = tuple(_seat(state, seat, viewer) for seat in range(state.num_players))
    turned = tuple(_face(int(state.pack[place])) for place in _stock_shown(state))
    centre = (Row("stock", (CardFace(None, note=f"{len(state.pack) - int(state.stock)} left"), *turned)),)
    return Table(f"Gnav, deal {int(state.deal_number)}", centre, seats, _last_settlement(state))


def seen(state: State, seat: int) -> Sequence[tuple[int, int]]:
    """What the seat has seen of this pack, and what the end of the last deal showed of the pack before it.

    That is: the cards in the comparison, and those drawn from the stock (an ordinary one was in the comparison too).
    """
    now = [(0, place) for place in range(len(state.pack)) if (int(state.seen_by[place]) >> seat) & 1]
    if state.over:
        return now
    before = {int(place) for place in state.shown if place != NOTHING}
    before.update(range(int(state.turned_from), int(state.turned_to)))
    return now + [(1, place) for place in sorted(before)]


def _stock_shown(state: State) -> list[int]:
    """The places of the matadors turned up from the stock."""
    drawn = range(int(state.num_dealt), int(state.stock))
    return [place for place in drawn if state.pack[place] >= HOUSE]


def _face(card: int) -> CardFace:
    return CardFace(NAMES[card], tone="red" if card == FOOL else "gold" if card >= HOUSE else "")


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    notes = [f"{int(state.lives_left[seat])} of {int(state.lives)} lives"]
    if seat == state.dealer:
        notes.append("dealer")
    if state.resting[seat]:
        notes.append("rests")
    if state.place_of[seat] != NOBODY and state.outcome[seat] != WAITING:
        notes.append(_turn(state, seat))
    cards: tuple[CardFace, ...] = ()
    if state.holds[seat] != NOTHING:
        place = int(state.holds[seat])
        visible = viewer is None or (int(state.seen_by[place]) >> viewer) & 1
        cards = (_face(int(state.pack[place])) if visible else CardFace(None),)
    return SeatView(
        f"player_{seat}", (Row("", cards),), tuple(notes), seat == state.seat, int(state.lives_left[seat]) == 0
    )


def _turn(state: State, seat: int) -> str:
    words = OUTCOMES[state.outcome[seat]]
    if state.partner[seat] != NOBODY:
        words += f" {'with' if state.outcome[seat] == SWAPPED else 'of'} player_{int(state.partner[seat])}"
    return f"{words} (undone by a Cat)" if state.undone[seat] else words


def _last_settlement(state: State) -> tuple[str, ...]:
    """What the last settlement showed and cost; public."""
    shown = [seat for seat in range(state.num_players) if state.shown[seat] != NOTHING]
    if not shown:
        return ()
    cards = ", ".join(f"player_{seat} {NAMES[state.shown_card[seat]]}" for seat in shown)
    paid = ", ".join(f"player_{seat}" for seat in shown if state.paid[seat])
    return (f"Last settlement: {cards}.", f"Lost a life: {paid or 'nobody'}.")


# --- an observation in words


def describe(fields: Fields) -> str:
    """The decoded observation in sentences; seats are named by how far they sit to the left."""
    lines = [f"Gnav, deal {int(fields['deal_number'])}. {_own_cards(fields)}"]
    for seat in range(len(fields["present"])):
        if fields["present"][seat]:
            lines.append(f"{_name(seat).capitalize()}: {', '.join(_facts(fields, seat))}.")
    turned = [f"{count} {NAMES[HOUSE + i]}" for i, count in enumerate(fields["stock_shown"]) if count]
    if turned:
        lines.append(f"Turned up from the stock: {', '.join(turned)}.")
    lines.append("The lowest card loses a life when the deal is settled; whoever has none left is out.")
    return "\n".join(lines)


def _own_cards(fields: Fields) -> str:
    if not fields["card"].any():
        return "You hold no card."
    card, dealt = NAMES[fields["card"].argmax()], NAMES[fields["dealt"].argmax()]
    text = f"You hold {card}."
    if fields["holds"][0].argmax() != 0:
        text += f" You were dealt {dealt}."
    return text


def _facts(fields: Fields, seat: int) -> list[str]:
    lives = int(fields["lives_left"][seat])
    facts = [f"{lives} {'life' if lives == 1 else 'lives'}" if lives else "out"]
    if fields["dealer"][seat]:
        facts.append("dealer")
    if fields["resting"][seat]:
        facts.append("rests in this deal")
    if not fields["acting_order"][seat].any():
        return facts
    facts.append(f"acts as number {int(fields['acting_order'][seat].argmax()) + 1}")
    outcome = int(fields["outcome"][seat].argmax())
    if outcome != WAITING:
        words = OUTCOMES[outcome]
        if fields["partner"][seat].any():
            joined = "with" if outcome == SWAPPED else "of"
            words += f" {joined} {_name(int(fields['partner'][seat].argmax()))}"
        facts.append(f"{words}, undone by a Cat" if fields["undone"][seat] else words)
    if seat > 0:
        facts.extend(_cards_of(fields, seat))
    if fields["to_act"][seat]:
        facts.append("to act")
    return facts


def _cards_of(fields: Fields, seat: int) -> list[str]:
    """What the observer knows of another seat's card, and that seat of the observer's."""
    facts = []
    if fields["known_card"][seat - 1].any():
        facts.append(f"holds {NAMES[fields['known_card'][seat - 1].argmax()]}")
    if fields["known_dealt"][seat - 1].any() and fields["holds"][seat].argmax() != seat:
        facts.append(f"was dealt {NAMES[fields['known_dealt'][seat - 1].argmax()]}")
    mine = int(fields["holds"][0].argmax())
    if fields["card"].any() and mine != FROM_STOCK and fields["seen_by"][mine][seat]:
        facts.append("knows your card")
    return facts


def _name(seat: int) -> str:
    return "you" if seat == 0 else f"the seat {seat} to your left"
