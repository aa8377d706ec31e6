"""Game records: a match as JSON, what one seat could see of it, and playing it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from card_envs.engine.game import Game
from card_envs.engine.match import Event, Match, ShuffleError
from card_envs.games import load

FORMAT = "card-envs-record/1"


def record(match: Match, view: int | None = None) -> dict[str, Any]:
    """The match so far, ready for JSON; with `view`, null for all that this seat could not see."""
    n = match.params.num_players
    if view is not None and not 0 <= view < n:
        raise ValueError(f"view takes a seat from 0 to {n - 1} or None, got {view}")
    events = list(_events(match)) if view is None else _seen_events(match, view)
    placements, scores, _ = match.results()
    return {
        "format": FORMAT,
        "game": match.game.name,
        "version": match.game.version,
        "params": match.params.recorded(),
        "seed": match.seed if view is None else None,
        "events": events,
        "over": match.over,
        "truncated": match.truncated,
        "placements": placements,
        "scores": scores,
    }


def _events(match: Match) -> Iterator[dict[str, Any]]:
    for events, _ in match.replayed():
        for event in events:
            yield _as_json(match.game, event)


def _seen_events(match: Match, view: int) -> list[dict[str, Any]]:
    """The events with what the seat never saw as None."""
    game, end = match.game, match.state
    written: list[dict[str, Any]] = []
    shuffles: list[tuple[dict[str, Any], list[str]]] = []
    for events, now in match.replayed():
        for event in events:
            entry = _as_json(game, event)
            written.append(entry)
            if event.cards is not None:
                shuffles.append((entry, entry["cards"]))
                entry["cards"] = [None] * len(event.cards)
        for back, place in game.seen(now.state, view):
            entry, cards = shuffles[-1 - back]
            entry["cards"][place] = cards[place]
    if game.secret is not None:
        _hide_actions(match, view, written, end)
    return written


def _hide_actions(match: Match, view: int, written: list[dict[str, Any]], end: Any) -> None:
    """Write None over the actions of others that stayed secret."""
    assert match.game.secret is not None
    actions = iter([entry for entry in written if entry["type"] == "action"])
    before = None
    for events, now in match.replayed():
        for event in events:
            if event.cards is None:
                entry = next(actions)
                if event.seat != view and match.game.secret(before, event.action, end):
                    entry["action"] = entry["name"] = None
        before = now.clone().state


def _as_json(game: Game, event: Event) -> dict[str, Any]:
    if event.cards is not None:
        return {"type": "shuffle", "cards": [game.card_names[card] for card in event.cards]}
    return {"type": "action", "seat": event.seat, "action": event.action, "name": game.actions[event.action]}


def replayed(record: dict[str, Any]) -> Match:
    """Play a record again; `ValueError` at the first event that does not fit: its index, and what was expected."""
    match = begun(record)
    events = record["events"]
    places = [index for index, event in enumerate(events) if event.get("type") == "shuffle"]
    try:
        match.deal(record["seed"], [_cards(index, events[index]) for index in places])
        for index, event in enumerate(events):
            if event.get("type") == "action":
                _take(match, index, event)
            elif event.get("type") != "shuffle":
                raise ValueError(f"event {index}: expected a shuffle or an action, got type {event.get('type')!r}")
    except ShuffleError as error:
        raise ValueError(f"event {places[error.number]}: {error}") from None
    played = [_as_json(match.game, event) for some, _ in match.replayed() for event in some]
    for index, (expected, got) in enumerate(zip(played, events, strict=False)):
        if expected["type"] != got["type"]:
            raise ValueError(f"event {index}: expected a {expected['type']}, got a {got['type']}")
    if len(played) != len(events):
        raise ValueError(f"event {min(len(played), len(events))}: expected {len(played)} events, got {len(events)}")
    _check_end(match, record)
    return match


def begun(record: dict[str, Any]) -> Match:
    """A match with the game and parameters of a record, not dealt yet; `ValueError` when it is no record."""
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise ValueError(f"a game record has format {FORMAT!r}, got {_format_of(record)!r}")
    if record.get("seed", 0) is None:
        raise ValueError("the record holds what one seat saw (its seed is null): it can be shown, not played again")
    for key, kind in (("game", str), ("params", dict), ("seed", int), ("events", list)):
        if not isinstance(record.get(key), kind):
            raise ValueError(f"a game record has {key} of type {kind.__name__}, got {record.get(key)!r}")
    if not all(isinstance(event, dict) for event in record["events"]):
        raise ValueError("a game record has events that are objects")
    game = load(record["game"])
    if record.get("version") != game.version:
        raise ValueError(f"the record is of {game.name} version {record.get('version')}, this is {game.version}")
    try:
        return Match(game, game.params.make(record["params"]))
    except TypeError as error:
        raise ValueError(f"params: {error}") from None


def _format_of(record: Any) -> Any:
    return record.get("format") if isinstance(record, dict) else record


def _cards(index: int, event: dict[str, Any]) -> list[str]:
    cards = event.get("cards")
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise ValueError(f"event {index}: expected a list of card names, all of them known, got {cards!r}")
    return cards


def _take(match: Match, index: int, event: dict[str, Any]) -> None:
    if match.over:
        raise ValueError(f"event {index}: expected no action, the match is over")
    if event.get("seat") != match.seat:
        raise ValueError(f"event {index}: expected an action of seat {match.seat}, got seat {event.get('seat')}")
    action = event.get("action")
    if isinstance(action, bool) or not isinstance(action, int):
        raise ValueError(f"event {index}: expected the number of an action, got {action!r}")
    try:
        match.step(action)
    except ShuffleError:
        raise
    except ValueError as error:
        raise ValueError(f"event {index}: {error}") from None
    name = match.game.actions[action]
    if event.get("name", name) != name:
        raise ValueError(f"event {index}: action {action} is {name!r}, got {event['name']!r}")


def _check_end(match: Match, record: dict[str, Any]) -> None:
    placements, scores, _ = match.results()
    found = {"over": match.over, "truncated": match.truncated, "placements": placements, "scores": scores}
    for key, value in found.items():
        if key in record and record[key] != value:
            raise ValueError(f"the record ends with {key} {record[key]}, the match with {value}")
