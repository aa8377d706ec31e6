"""A table of Tausch Rausch for people: each seat's cards as far as a viewer knows them; an observation in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from card_envs.engine.game import Fields, State
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.games.tausch_rausch import cards, tasks
from card_envs.games.tausch_rausch.piles import Pile
from card_envs.games.tausch_rausch.rules import (
    ACTIONS,
    FIRST_PICK,
    FIRST_TASK,
    MARKET,
    MARKET_SIZES,
    NOTHING,
)

Counts: TypeAlias = npt.NDArray[np.int64]

_TONES = ("blue", "gold", "green", "red")
TASK_WORDS = (
    "5 even values",
    "5 odd values",
    "5 of one colour",
    *(f"2 {colour} with the sum 9" for colour in cards.COLOUR_WORDS),
    *(f"4 {colour} with a sum of 23 or more" for colour in cards.COLOUR_WORDS),
    "4 with a sum of 7 or less",
    "4 with a sum of 37 or more",
    "5 values in a row",
    "4 values in a row in one colour",
    "3 of one value and 2 of another",
    "4 of one value",
    "3 of one value",
    "2 of the same value and colour",
    "2 pairs of neighbouring values",
    "3 pairs of neighbouring values",
)
"""What each kind of task asks for."""


def why_illegal(state: State, action: int) -> str:
    """Why an action that the mask excludes is excluded."""
    if state.slot == NOTHING:
        return _why_no_slot(state, action)
    chosen = ACTIONS[int(state.slot)]
    if action < FIRST_PICK:
        return f"{chosen} has been chosen already: its cards are to be picked"
    kind = action - FIRST_PICK
    name, picked = cards.NAMES[kind], _count(state.picks, kind)
    if _count(state.hands[state.seat], kind) == picked:
        return f"player_{int(state.seat)} has no {name}{' left' if picked else ''}"
    if kind < state.last_pick:
        return f"{name} comes before {cards.NAMES[state.last_pick]}: cards are picked in the order of their kinds"
    if state.slot < FIRST_TASK:
        return f"{chosen} takes {MARKET_SIZES[state.slot]} cards: after {name} there are too few left to pick"
    wanted = TASK_WORDS[int(state.display[int(state.slot) - FIRST_TASK])]
    return f"{name} does not fit: no later cards complete the picks to {wanted}"


def _why_no_slot(state: State, action: int) -> str:
    """Why a slot is not open."""
    if action >= FIRST_PICK:
        return f"{cards.NAMES[action - FIRST_PICK]} cannot be picked yet: first choose a market card or a task"
    if action < FIRST_TASK:
        held = _size(state.hands[state.seat])
        return f"{ACTIONS[action]} takes {MARKET_SIZES[action]} cards, player_{int(state.seat)} has {held}"
    task = int(state.display[action - FIRST_TASK])
    if task == NOTHING:
        return f"{ACTIONS[action]} is empty"
    return f"player_{int(state.seat)} has no cards for {tasks.NAMES[task]} ({TASK_WORDS[task]})"


def seen(state: State, seat: int) -> Sequence[tuple[int, int]]:
    """The first market, the seat's own draws from each deck, and the tasks opened.

    The shuffles of a match are that of the number cards, that of the tasks, and then the reshuffles.
    """
    last = int(state.reshuffles) + 1
    found = [(last - 1, place) for place in range(int(state.task_top))]
    deck = 0
    for place in range(int(state.top)):
        if deck < state.reshuffles and place >= state.starts[deck + 1]:
            deck += 1
        if state.drawn_by[place] in (seat, MARKET):
            back = last if deck == 0 else last - deck - 1
            found.append((back, place - int(state.starts[deck])))
    return found


# --- the table


def table(state: State, viewer: int | None) -> Table:
    """The table as a seat sees it, or with all cards shown."""
    stalls = tuple(
        Row(f"{ACTIONS[slot]} ({MARKET_SIZES[slot]})", _faces(state.market[slot])) for slot in range(FIRST_TASK)
    )
    display = tuple(
        CardFace(tasks.NAMES[task]) if task != NOTHING else CardFace("-") for task in state.display.tolist()
    )
    centre = (
        *stalls,
        Row("tasks", display),
        Row("deck", (CardFace(None, note=f"{int(state.end) - int(state.top)} left"),)),
        Row("discard", _faces(state.discard)),
    )
    seats = tuple(_seat(state, seat, viewer) for seat in range(state.num_players))
    return Table(f"Tausch Rausch, turn {int(state.turns) + 1} of {int(state.max_turns)}", centre, seats, _choice(state))


def _count(pile: Pile, kind: int) -> int:
    return sum((int(kinds) >> kind) & 1 for kinds in pile)


def _size(pile: Pile) -> int:
    return sum(int(kinds).bit_count() for kinds in pile)


def _kinds(pile: Pile) -> list[int]:
    """The cards of a pile one by one, as kinds."""
    one, two = (int(kinds) for kinds in pile)
    return [kind for kind in range(one.bit_length()) if (one >> kind) & 1 for _ in range(1 + ((two >> kind) & 1))]


def _faces(pile: Pile) -> tuple[CardFace, ...]:
    return tuple(CardFace(cards.NAMES[kind], tone=_TONES[kind // cards.NUM_VALUES]) for kind in _kinds(pile))


def _seat(state: State, seat: int, viewer: int | None) -> SeatView:
    done = [tasks.NAMES[task] for task in _kinds(state.tasks_done[seat])]
    number = _size(state.hands[seat])
    if viewer is None or viewer == seat:
        hand = _faces(state.hands[seat])
    else:
        hand = _faces(state.held[seat])
        hidden = number - len(hand)
        hand += (CardFace(None, note=f"x {hidden}"),) if hidden else ()
    notes = (f"{number} cards", f"{len(done)} of {int(state.tasks_to_win)} tasks", *done)
    return SeatView(f"player_{seat}", (Row("", hand),), notes, seat == state.seat)


def _choice(state: State) -> tuple[str, ...]:
    """What has been chosen in this turn so far; public."""
    if state.slot == NOTHING:
        return ()
    picked = " ".join(face.name or "" for face in _faces(state.picks))
    return (f"player_{int(state.seat)}: {ACTIONS[int(state.slot)]}{', picks ' + picked if picked else ''}",)


# --- an observation in words


def describe(fields: Fields) -> str:
    """The decoded observation in sentences; seats are named by how far they sit to the left."""
    turns, most = (int(fields[name] @ [256, 1]) for name in ("turns", "max_turns"))
    lines = [f"Tausch Rausch, {turns} of at most {most} turns done; {int(fields['tasks_to_win'])} tasks win."]
    for slot, counts in enumerate(fields["market"]):
        lines.append(f"Market card {slot} ({MARKET_SIZES[slot]} for {MARKET_SIZES[slot]}): {_cards(counts)}.")
    for place, one_hot in enumerate(fields["display"]):
        lines.append(f"Task {place}: {_task(one_hot)}.")
    lines.append(f"Your hand: {_cards(fields['hand'])}.")
    for seat in range(len(fields["present"])):
        if fields["present"][seat]:
            lines.append(f"{_name(seat).capitalize()}: {', '.join(_facts(fields, seat))}.")
    lines.append(f"Discard pile: {_cards(fields['discard'])}.")
    lines.extend(_decks(fields))
    if fields["slot"].any():
        picked = f"; picked so far: {_cards(fields['picks'])}" if fields["picks"].any() else ""
        lines.append(f"Chosen in this turn: {ACTIONS[fields['slot'].argmax()]}{picked}.")
    return "\n".join(lines)


def _decks(fields: Fields) -> Iterator[str]:
    """What is known of the cards and tasks to come."""
    left = int(fields["deck_size"])
    text = f"Deck: {left} {'card' if left == 1 else 'cards'}"
    if fields["reshuffles"]:
        text += f", reshuffled {int(fields['reshuffles'])} times; of what went in, unseen: {_cards(fields['recycled'])}"
    yield text + "."
    opened = [name for name, count in zip(tasks.NAMES, fields["tasks_seen"], strict=True) for _ in range(count)]
    deck = tasks.DECK_NAMES[fields["task_deck"].argmax()]
    yield f"Tasks to come: {int(fields['task_deck_size'])} of {deck}; opened so far: {', '.join(opened)}."


def _facts(fields: Fields, seat: int) -> list[str]:
    size_ = int(fields["hand_sizes"][seat])
    facts = [f"{size_} {'card' if size_ == 1 else 'cards'}"]
    if fields["held"][seat].any():
        facts.append(f"known to all to hold {_cards(fields['held'][seat])}")
    done = [name for name, count in zip(tasks.NAMES, fields["tasks_done"][seat], strict=True) for _ in range(count)]
    facts.append(f"{len(done)} {'task' if len(done) == 1 else 'tasks'} done{': ' if done else ''}{', '.join(done)}")
    if fields["to_act"][seat]:
        facts.append("to act")
    return facts


def _task(one_hot: Counts) -> str:
    if not one_hot.any():
        return "none"
    task = int(one_hot.argmax())
    bonus = int(tasks.BONUS[task])
    return f"{tasks.NAMES[task]}, {TASK_WORDS[task]} (draws {bonus} {'card' if bonus == 1 else 'cards'})"


def _cards(counts: Counts) -> str:
    named = [name for name, count in zip(cards.NAMES, counts, strict=True) for _ in range(count)]
    return " ".join(named) or "none"


def _name(seat: int) -> str:
    return "you" if seat == 0 else f"the seat {seat} to your left"
