"""`record` and `replay`: matches as JSON Lines, one a line, and looking at them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from card_envs.agents import load_agent
from card_envs.cli.settings import add_game, add_seed, add_settings, parse_settings, positive, whole
from card_envs.engine.batch import match_seeds
from card_envs.engine.match import Match
from card_envs.engine.record import FORMAT, record, replayed
from card_envs.files import write_text
from card_envs.games import load
from card_envs.rendering import as_text


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `record` and `replay`."""
    command = add("record", "record matches between agents as JSON Lines", run_record)
    add_game(command)
    command.add_argument(
        "agents", nargs="+", metavar="AGENT", help="one for each seat; fewer take turns round the table"
    )
    command.add_argument("--matches", type=positive, default=1, metavar="N", help="how many (default 1)")
    add_seed(command)
    add_settings(command)
    command.add_argument("-o", "--output", type=Path, required=True, metavar="F.jsonl", help="the file to write")
    command = add("replay", "show recorded matches event by event", run_replay)
    command.add_argument("file", type=Path, metavar="F.jsonl", help="a file of records")
    command.add_argument("--match", type=whole, default=0, metavar="K", help="which match of the file, from 0")
    command.add_argument("--seat", type=whole, metavar="S", help="show what this seat sees, not all cards")


def run_record(options: argparse.Namespace) -> int:
    """Play and write the matches."""
    game = load(options.game)
    params = game.params.make(parse_settings(options.settings))
    if len(options.agents) > params.num_players:
        raise ValueError(f"{len(options.agents)} agents for {params.num_players} seats: name one a seat at most")
    agents = [load_agent(game.name, spec) for spec in options.agents]
    words = np.random.SeedSequence(options.seed).generate_state(len(agents))
    for agent, word in zip(agents, words.tolist(), strict=True):
        agent.seed(word)
    lines = []
    for seed in match_seeds(game, options.seed, options.matches).tolist():
        match = Match(game, params)
        match.deal(seed)
        while not match.over:
            match.step(agents[match.seat % len(agents)].act(_Table(match)))
        lines.append(json.dumps(record(match)))
    write_text(options.output, "\n".join(lines) + "\n")
    print(f"{options.output}: {options.matches} {'match' if options.matches == 1 else 'matches'} of {game.name}")
    return 0


class _Table:
    """A match as agents take it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.unwrapped = self


def run_replay(options: argparse.Namespace) -> int:
    """Show one match of a file."""
    told = read_record(options.file, options.match)
    if any(None in event.get("cards", ()) or event.get("action", 0) is None for event in told["events"]):
        if options.seat is not None:
            raise ValueError("this record holds one seat's view already: leave --seat out")
        print(_story(told))
        return 0
    match = replayed(told)
    n = match.params.num_players
    if options.seat is not None and options.seat >= n:
        raise ValueError(f"--seat takes a seat from 0 to {n - 1}, got {options.seat}")
    for events, now in match.replayed():
        for event in events:
            if event.cards is None:
                print(f"\nplayer_{event.seat}: {match.game.actions[event.action]}")
        print(as_text(match.game.table(now.state, options.seat)))
    print(f"\n{_ending(told)}")
    return 0


def read_record(file: Path, number: int, *, alone: bool = False) -> dict[str, Any]:
    """One record of a file, checked for its format alone; with `alone` the file must hold no other."""
    lines = [line for line in file.read_text("utf-8", errors="replace").splitlines() if line.strip()]
    if alone and len(lines) != 1:
        raise ValueError(f"{file} holds {len(lines)} matches, not one")
    if number >= len(lines):
        raise ValueError(f"{file} holds {len(lines)} matches, numbered from 0; got --match {number}")
    try:
        told = json.loads(lines[number])
    except ValueError as error:
        raise ValueError(f"{file}, match {number}: no JSON ({error})") from None
    if not isinstance(told, dict) or told.get("format") != FORMAT or not isinstance(told.get("events"), list):
        raise ValueError(f"{file}, match {number}: no game record of format {FORMAT}")
    return told


def _story(told: dict[str, Any]) -> str:
    """A record of one seat's view in lines: what it has seen of each shuffle, and the actions."""
    lines = [f"{told['game']}, as one seat saw it"]
    for event in told["events"]:
        if event["type"] == "shuffle":
            seen = [f"{place}: {card}" for place, card in enumerate(event["cards"]) if card is not None]
            lines.append(f"shuffle of {len(event['cards'])} cards; seen, from the top: {', '.join(seen) or 'none'}")
        else:
            lines.append(f"player_{event['seat']}: {event['name'] or 'hidden'}")
    return "\n".join([*lines, _ending(told)])


def _ending(told: dict[str, Any]) -> str:
    if not told.get("over"):
        return "The match goes on."
    places = [f"player_{seat} {place}" for seat, place in enumerate(told["placements"])]
    return f"{'Cut short' if told.get('truncated') else 'Over'}. Places: {', '.join(places)}."
