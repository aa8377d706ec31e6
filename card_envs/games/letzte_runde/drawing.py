"""A table of Letzte Runde for people: what a viewer knows, why an action is illegal, an observation in words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Fields, State
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.games.letzte_runde.cards import COPIES, DRAW2, NAMES, PACK_SIZE, PEEK, SWAP
from card_envs.games.letzte_runde.rules import (
    ACTIONS,
    DISCARD,
    DRAW,
    END_TURN,
    PLACE,
    SWAPS_PER_PLACE,
    USE_DRAW2,
    USE_SWAP,
)
from card_envs.games.letzte_runde.state import (
    CHOOSE,
    DREW,
    FIRST,
    MAY_KNOCK,
    MOST_SEATS,
    NO_TURN,
    NOTHING,
    OUTCOMES,
    PERFECT,
    PHASES,
    ROW_SIZE,
    SECOND,
)

# --- legality


def why_illegal(state: State, action: int) -> str:
    """Why an action is not legal for the seat to act, in a person's words; L and A numbers are clauses of RULES.md."""
    phase = int(state.phase)
    if action >= END_TURN:
        return _why_no_end(state)
    if phase == MAY_KNOCK:
        return f"the action is done: end the turn or knock, not {ACTIONS[action]!r}"
    if action <= DRAW:
        if phase == CHOOSE:
            top = NAMES[state.discards[state.num_discards - 1]]
            return f"the top discard is a special, {top}, and may not be taken: draw (L21, L22)"
        return f"{_the_drawn_card(state)} comes first: place, discard or use it"
    if phase == CHOOSE:
        return f"no card has been drawn yet: take the top discard or draw, not {ACTIONS[action]!r}"
    return _why_not_this_card(state, action)


def _the_drawn_card(state: State) -> str:
    return f"the drawn card, {NAMES[state.card]},"


def _why_no_end(state: State) -> str:
    if state.phase == CHOOSE:
        return "a turn begins with taking the top discard or drawing: there is no passing (L15)"
    return f"{_the_drawn_card(state)} has to be placed, discarded or used first"


def _why_not_this_card(state: State, action: int) -> str:
    """Why the drawn card cannot be used that way."""
    card = int(state.card)
    if PLACE <= action < DISCARD:
        return f"{_the_drawn_card(state)} is a special, which may not be placed here (special_into_row=False)"
    if action == DISCARD:
        return f"{_the_drawn_card(state)} is a number and the second of a draw2: place it (second_card_forced=True)"
    wanted = DRAW2 if action == USE_DRAW2 else PEEK if action < USE_SWAP else SWAP
    if card != wanted:
        return f"{_the_drawn_card(state)} is no {NAMES[wanted]}"
    ahead = (action - USE_SWAP) % SWAPS_PER_PLACE // ROW_SIZE + 1
    return f"there is no seat {ahead} to the left at a table of {int(state.num_players)}"


# --- the table


def table(state: State, viewer: int | None) -> Table:
    """The table as a seat sees it, or with all cards shown."""
    discards = (_face(int(state.discards[state.num_discards - 1])),)
    centre = [
        Row("draw pile", (CardFace(None, note=f"{int(state.pile_size) - int(state.pile_next)} left"),)),
        Row("discard pile", discards),
    ]
    if state.aside:
        centre.append(Row("in use", tuple(_face(DRAW2) for _ in range(state.aside))))
    seats = tuple(_seat(state, seat, viewer) for seat in range(state.num_players))
    title = f"Letzte Runde, round {int(state.round_number) + 1} of {int(state.rounds)}"
    return Table(title, tuple(centre), seats, _last_scoring(state, viewer))


def _face(card: int) -> CardFace:
    return CardFace(NAMES[card], tone="blue" if card >= SWAP else "")


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    notes = [f"{int(state.totals[seat])} points"]
    if seat == state.starter:
        notes.append("started the round")
    if seat == state.knocker:
        notes.append("has knocked")
    if state.outcome[seat] != NO_TURN and _remembers(state, viewer):
        notes.append(_turn(state, seat))
    spots = range(seat * ROW_SIZE, (seat + 1) * ROW_SIZE)
    visible = _visible(state, viewer)
    cards = tuple(_face(int(state.row[spot])) if (visible >> spot) & 1 else CardFace(None) for spot in spots)
    rows = [Row("", cards)]
    if seat == state.seat and state.card != NOTHING:
        shown = viewer in (None, seat)
        rows.append(Row("drawn", (_face(int(state.card)) if shown else CardFace(None),)))
    return SeatView(f"player_{seat}", tuple(rows), tuple(notes), seat == state.seat)


def _remembers(state: State, viewer: int | None) -> bool:
    return viewer is None or state.memory == PERFECT


def _visible(state: State, viewer: int | None) -> int:
    """The set of spots whose card the viewer knows or, without memory, sees at this moment."""
    if viewer is None:
        return -1
    if state.memory == PERFECT or state.over:
        return int(state.known[viewer])
    return int(state.fresh[viewer]) if viewer == state.seat else 0


def _turn(state: State, seat: int) -> str:
    """The latest turn of a seat; public."""
    words = OUTCOMES[state.outcome[seat]]
    if state.swap_spot[seat] != NOTHING:
        other, place = divmod(int(state.swap_spot[seat]), ROW_SIZE)
        words += f" place {int(state.turn_place[seat])} for place {place} of player_{other}"
    elif state.turn_place[seat] != NOTHING:
        words += f" at place {int(state.turn_place[seat])}"
    return words + " after a draw2" * bool(state.draw2s[seat])


def _last_scoring(state: State, viewer: int | None) -> tuple[str, ...]:
    """The rows as the last scoring turned them up; public."""
    if not state.scored or not (_remembers(state, viewer) or state.over):
        return ()
    rows = ", ".join(f"player_{seat} {_scored_row(state, seat)}" for seat in range(state.num_players))
    return (f"Last scoring: {rows}.",)


def _scored_row(state: State, seat: int) -> str:
    pairs = [
        (int(state.revealed[spot]), int(state.final[spot])) for spot in range(seat * ROW_SIZE, (seat + 1) * ROW_SIZE)
    ]
    return " ".join(NAMES[new] if new == old else f"{NAMES[old]}->{NAMES[new]}" for old, new in pairs)


def seen(state: State, seat: int) -> Sequence[tuple[int, int]]:
    """What the latest step has shown to everybody, the spots that the seat knows, its drawn card; and the openings
    that were shuffled back, each on top of the draw pile of its shuffle."""
    origins = [int(origin) for origin in state.shown[: state.num_shown]]
    for spot in range(int(state.num_players) * ROW_SIZE):
        if (int(state.known[seat]) >> spot) & 1:
            origins.append(int(state.origin[spot]))
    latest = int(state.shuffles) - 1
    if seat == state.seat and state.card != NOTHING:
        origins.append(latest * PACK_SIZE + int(state.pile_next) - 1)
    first = int(state.round_start) // PACK_SIZE
    for number in range(first, int(state.opening_shuffle)):
        origins.append(number * PACK_SIZE + (int(state.num_players) * ROW_SIZE if number == first else 0))
    return [(latest - origin // PACK_SIZE, origin % PACK_SIZE) for origin in origins]


# --- an observation in words


def describe(fields: Fields) -> str:
    """The decoded observation in sentences; seats are named by how far they sit to the left, places are 0 to 3."""
    lines = [f"Letzte Runde, round {int(fields['round'])} of {int(fields['rounds'])}. {_decision(fields)}"]
    lines.append(
        f"The top discard is {NAMES[fields['top'].argmax()]}; the draw pile has {int(fields['draw_pile_size'])} cards."
    )
    for seat in range(MOST_SEATS):
        if fields["present"][seat]:
            lines.append(f"{_name(seat).capitalize()}: {'; '.join(_facts(fields, seat))}.")
    lines.extend(_counts(fields))
    if fields["knocker"].any():
        lines.append(f"Turns left in this round: {int(fields['final_turns_left'])}.")
    lines.append("The fewest points after the last round win; specials left in a row are replaced by drawn numbers.")
    return "\n".join(lines)


def _decision(fields: Fields) -> str:
    if not fields["phase"].any():
        return "The match is over."
    if not fields["to_act"][0]:
        return f"It is the turn of {_name(int(fields['to_act'].argmax()))}."
    phase = int(fields["phase"].argmax())
    if phase in (CHOOSE, MAY_KNOCK):
        return f"Your decision: {PHASES[phase]}."
    text = f"You have drawn {NAMES[fields['card'].argmax()]}"
    if phase in (FIRST, SECOND):
        text += f" as the {PHASES[phase]}"
    return f"{text}."


def _facts(fields: Fields, seat: int) -> list[str]:
    facts = [f"row {_row(fields['known'][seat])}", f"{int(fields['totals'][seat])} points"]
    if fields["starter"][seat]:
        facts.append("started the round")
    if fields["knocker"][seat]:
        facts.append("knocked")
    if fields["outcome"][seat].any() and not fields["outcome"][seat][NO_TURN]:
        facts.append(_turn_in_words(fields, seat))
    put = [str(place) for place in range(ROW_SIZE) if fields["chosen"][seat][place]]
    if put:
        facts.append(f"put there in play: {', '.join(put)}")
    for viewer in range(MOST_SEATS):
        places = [str(place) for place in range(ROW_SIZE) if fields["known_to"][viewer][seat][place]]
        if viewer > 0 and places:
            facts.append(f"known to {_name(viewer)}: {', '.join(places)}")
    return facts


def _row(row: npt.NDArray[np.int64]) -> str:
    return " ".join(NAMES[card.argmax()] if card.any() else "?" for card in row)


def _turn_in_words(fields: Fields, seat: int) -> str:
    outcome = int(fields["outcome"][seat].argmax())
    words = "is drawing" if outcome == DREW else f"last {OUTCOMES[outcome]}"
    if fields["turn_place"][seat].any():
        words += f" at place {int(fields['turn_place'][seat].argmax())}"
    if fields["swap_seat"][seat].any():
        partner, place = int(fields["swap_seat"][seat].argmax()), int(fields["swap_place"][seat].argmax())
        words += f" with place {place} of {_name(partner)}"
    draw2s = int(fields["draw2s"][seat])
    return f"{words}, having used {draw2s} draw2" if draw2s else words


def _counts(fields: Fields) -> list[str]:
    """What has gone by."""
    lines = []
    for name, words in (("discarded", "In the discard pile"), ("reshuffled", "Reshuffled into the draw pile")):
        cards = _several(fields[name])
        if cards:
            lines.append(f"{words}: {cards}.")
    if fields["seen"].any():
        whole = fields["reshuffled"] if fields["reshuffled"].any() else np.array(COPIES)
        lines.append(
            f"Not seen yet of {'these' if fields['reshuffled'].any() else 'all'}: {_several(whole - fields['seen'])}."
        )
    back = _several(
        np.concatenate([np.zeros(SWAP, np.int64), 256 * fields["turned_back"][0] + fields["turned_back"][1]])
    )
    if back:
        lines.append(f"Turned up at the opening and shuffled back: {back}.")
    if fields["revealed"].any():
        rows = [
            f"{_name(seat)} {' '.join(NAMES[code - 1] for code in fields['revealed'][seat])}"
            for seat in range(MOST_SEATS)
            if fields["present"][seat]
        ]
        lines.append(f"The last scoring turned up: {', '.join(rows)}.")
    return lines


def _several(counts: npt.NDArray[np.int64]) -> str:
    return ", ".join(f"{count} x {NAMES[card]}" for card, count in enumerate(counts) if count)


def _name(seat: int) -> str:
    return "you" if seat == 0 else f"the seat {seat} to your left"
