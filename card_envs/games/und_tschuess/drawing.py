"""A table of "...und tschüss!" for people: cards as far as a viewer sees them, and an observation in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from card_envs.engine.game import Fields, State
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.games.und_tschuess.cards import DECK_SIZE, NAMES, VALUE
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE, PHASES
from card_envs.games.und_tschuess.rules import DONE, FROM_ROW, FROM_SEAT, MOST_ROUNDS
from card_envs.games.und_tschuess.words import numbers

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_FACE_DOWN = CardFace(None)


def why_illegal(state: State, action: int) -> str:
    """The reason in words, for an action that `legal` has not marked."""
    if action == DONE:
        return "nothing is being exchanged now: a card has to be laid face down"
    name = NAMES[action]
    if state.hand[state.seat, action] == 0:
        return f"player_{int(state.seat)} holds no {name}"
    last = int(state.round_number) - 1
    lowest = NAMES[int(state.thrown[last, int(state.exchanged[last]) - 2]) - 1]
    return f"{name} cannot be thrown any more: cards are thrown from the lowest up, and {lowest} has gone already"


def deciding(state: State) -> Sequence[int]:
    """U27, U28: all who have still to lay a card in this stage; in an exchange the one who exchanges."""
    if state.phase != COMMIT:
        return [] if state.over else [int(state.seat)]
    n = int(state.num_players)
    around = [(int(state.seat) + ahead) % n for ahead in range(n)]
    return [seat for seat in around if not state.dropped[seat] and not state.commit[seat]]


def secret(before: State, action: int, end: State) -> bool:
    """Does the action stay unknown to the others: a card still face down, or one thrown in a hidden exchange?"""
    if before.phase == EXCHANGE:
        return bool(action != DONE and not before.exchange_public)
    same_stage = before.round_number == end.round_number and before.stage == end.stage
    return bool(end.phase == COMMIT and same_stage)


def seen(state: State, seat: int) -> Sequence[tuple[int, int]]:
    """The places of both decks whose card the seat has drawn, or that were laid out as points cards."""
    reshuffled = int(state.bottom > DECK_SIZE)
    places = [place for place, taker in enumerate(state.drawn_by) if taker in (FROM_SEAT + seat, FROM_ROW)]
    return [(reshuffled, place) if place < DECK_SIZE else (0, place - DECK_SIZE) for place in places]


def table(state: State, viewer: int | None) -> Table:
    """The table as a seat sees it, or with all cards shown."""
    deck = Row("deck", (CardFace(None, note=f"{int(state.bottom) - int(state.top)} left"),))
    pile = Row("discard pile", (CardFace(None, note=f"{int(state.pile_size)} cards"),))
    row = Row("points cards", _faces(_spread(state.row)))
    seats = tuple(_seat(state, seat, viewer) for seat in range(state.num_players))
    title = f"...und tschüss!, round {int(state.round_number)}, stage {int(state.stage)}"
    return Table(title, (row, deck, pile), seats, _notes(state))


def _spread(counts: Iterable[Any]) -> list[int]:
    """Counts by kind as a list of kinds."""
    return [card for card, count in enumerate(counts) for _ in range(int(count))]


def _faces(cards: Iterable[int]) -> tuple[CardFace, ...]:
    return tuple(CardFace(NAMES[card], tone="red" if VALUE[card] < 0 else "") for card in cards)


def _held(cards: Iterable[Any]) -> list[int]:
    """Kinds from an array of 1 + kind."""
    return [int(card) - 1 for card in cards if card]


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    visible = viewer is None or viewer == seat
    hand = _faces(_spread(state.hand[seat])) if visible else (_FACE_DOWN,) * int(state.hand_size[seat])
    played = _faces(_held(state.played[seat]))
    if state.commit[seat]:
        down = NAMES[int(state.commit[seat]) - 1]
        played += (CardFace(down, note="face down"),) if visible else (_FACE_DOWN,)
    notes = [f"total {int(state.total[seat])}", f"{int(state.points[seat])} points"]
    dropped = int(state.dropped[seat])
    if dropped:
        notes.append(f"dropped out {_ORDINALS[dropped - 1]}")
    rows = (Row("hand", hand), Row("played", played), Row("won", _faces(_held(numbers(state.won[seat], MOST_ROUNDS)))))
    return SeatView(f"player_{seat}", rows, tuple(notes), seat == state.seat, bool(dropped))


def _notes(state: State) -> tuple[str, ...]:
    if state.over:
        return ("The deck has run out: the match is over.",)
    if state.phase == EXCHANGE:
        count = int(state.exchanged[state.round_number - 1]) - 1
        return (f"player_{int(state.seat)} went first and exchanges; thrown so far: {count}.",)
    return ()


# --- an observation in words


def describe(fields: Fields) -> str:
    """The decoded observation in sentences; seats are named by how far they sit to the left."""
    phase = PHASES[int(fields["phase"].argmax())]
    lines = [
        f"...und tschüss!, round {int(fields['round'])}, stage {int(fields['stage'])}, {phase}.",
        f"Points cards still to be won: {_list(_spread(fields['row']))}. Your hand: {_list(_spread(fields['hand']))}.",
    ]
    if fields["commit"]:
        lines.append(f"You have laid {NAMES[int(fields['commit']) - 1]} face down.")
    lines.extend(_about(fields, seat) for seat in range(len(fields["present"])) if fields["present"][seat])
    lines.extend(_exchanges(fields))
    lines.append(f"Not seen by you so far, or in the deck again: {_counted(fields['unseen'])}.")
    lines.append(_deck(fields))
    lines.append(
        "In each stage all who are still in lay a card; the lowest total drops out and takes the lowest points card. "
        "Of the last two the higher takes the last one, the other nothing. Most points at the end win."
    )
    return "\n".join(lines)


def _about(fields: Fields, seat: int) -> str:
    points = int(fields["points_plus"][seat]) - int(fields["points_minus"][seat])
    total = int(fields["total_plus"][seat]) - int(fields["total_minus"][seat])
    facts = [f"{points} points", f"{int(fields['hand_size'][seat])} cards in hand"]
    played = _held(fields["played"][seat])
    if played:
        facts.append(f"played {_list(played)}, total {total}")
    if fields["dropped"][seat]:
        facts.append(f"dropped out {_ORDINALS[int(fields['dropped'][seat]) - 1]}")
    if fields["committed"][seat]:
        facts.append("has laid a card face down")
    if fields["to_act"][seat]:
        facts.append("to act")
    earlier = [_held(cards) for cards in fields["past_played"][seat]]
    shown = [f"round {number} {_list(cards)}" for number, cards in enumerate(earlier, 1) if cards]
    if shown:
        facts.append(f"earlier played: {'; '.join(shown)}")
    return f"{_name(seat).capitalize()}: {', '.join(facts)}."


def _exchanges(fields: Fields) -> list[str]:
    lines = []
    for number, count in enumerate(fields["exchanged"]):
        if count:
            done = fields["dropped"] if number == fields["round"] - 1 else fields["past_dropped"][:, number]
            cards = _held(fields["exchanged_cards"][number])
            which = f" ({_list(cards)})" if cards else ""
            lines.append(f"After round {number + 1} {_name(done.tolist().index(1))} threw {int(count) - 1}{which}.")
    return lines


def _deck(fields: Fields) -> str:
    exhaustions = int(fields["exhaustions"])
    last_time = 1 if fields["present"].sum() == 4 else 2
    text = f"The deck has {int(fields['deck_size'])} cards, the discard pile {int(fields['pile_size'])}."
    if exhaustions >= last_time:
        return f"{text} The deck has run out for the last time."
    return f"{text} The match ends when the deck runs out{' again' if exhaustions else ''}" + (
        " for the second time." if last_time == 2 and not exhaustions else "."
    )


def _list(cards: Iterable[int]) -> str:
    return " ".join(NAMES[card] for card in cards) or "none"


def _counted(counts: Iterable[Any]) -> str:
    return ", ".join(f"{int(count)} x {NAMES[card]}" for card, count in enumerate(counts) if count) or "none"


def _name(seat: int) -> str:
    return "you" if seat == 0 else f"the seat {seat} to your left"
