"""`record` and `replay`: matches as JSON Lines, one a line, and looking at them."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.agents import Agent, load_agent
from card_envs.cli.progress import progress_bar
from card_envs.cli.settings import add_game, add_seed, add_settings, parse_settings, positive, whole
from card_envs.engine.batch import Batch, match_seeds
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.engine.params import Params
from card_envs.engine.record import FORMAT, record, replayed
from card_envs.engine.table import Table
from card_envs.evaluation.contest import even_line_ups
from card_envs.evaluation.match import Integers, play
from card_envs.files import write_bytes, write_text
from card_envs.games import load
from card_envs.rendering import as_text

_AT_ONCE = 4096


def add_commands(add: Callable[..., argparse.ArgumentParser]) -> None:
    """Add `record` and `replay`."""
    command = add("record", "record matches between agents as JSON Lines", run_record)
    add_game(command)
    command.add_argument(
        "agents", nargs="+", metavar="AGENT", help="as many as you like; from match to match they change seats"
    )
    command.add_argument("--matches", type=positive, default=1, metavar="N", help="how many (default 1)")
    add_seed(command)
    add_settings(command)
    command.add_argument("--threads", type=positive, default=1, metavar="T", help="threads that search thinks on")
    command.add_argument("-o", "--output", type=Path, required=True, metavar="F.jsonl", help="the file to write")
    command = add("replay", "show recorded matches event by event", run_replay)
    command.add_argument("file", type=Path, metavar="F.jsonl", help="a file of records")
    command.add_argument("--match", type=whole, default=0, metavar="K", help="which match of the file, from 0")
    command.add_argument("--seat", type=whole, metavar="S", help="show what this seat sees, not all cards")
    command.add_argument("--step", action="store_true", help="wait for Enter before each event; q ends")
    command.add_argument("--pictures", type=Path, metavar="DIR", help="write step-000.png, step-001.png, … there too")


def run_record(options: argparse.Namespace) -> int:
    """Play and write the matches."""
    game = load(options.game)
    params = game.params.make(parse_settings(options.settings))
    words = np.random.SeedSequence(options.seed).generate_state(len(options.agents)).tolist()
    agents = [
        load_agent(game.name, spec, seed=word, num_threads=options.threads)
        for spec, word in zip(options.agents, words, strict=True)
    ]
    if options.output.is_dir():
        raise ValueError(f"--output takes a file, {options.output} is a folder")
    options.output.parent.mkdir(parents=True, exist_ok=True)  # fails now, not after the last match
    seeds = match_seeds(game, options.seed, options.matches)
    sitting = _seatings(options.matches, params.num_players, len(agents), options.seed)
    lines: list[str] = []
    with progress_bar("recording") as progress:

        def tell(ended: int) -> None:
            if progress is not None:
                progress(len(lines) + ended, options.matches)

        for first in range(0, options.matches, _AT_ONCE):
            part = slice(first, first + _AT_ONCE)
            lines += _lines(game, params, seeds[part], agents, sitting[part], tell)
    write_text(options.output, "\n".join(lines) + "\n")
    print(f"{options.output}: {options.matches} {'match' if options.matches == 1 else 'matches'} of {game.name}")
    return 0


def _seatings(matches: int, seats: int, agents: int, seed: int) -> Integers:
    """Who sits where, int64 (M, n): line-ups in which all agents sit as often, and all of them rotated."""
    line_ups = even_line_ups(-(-matches // seats), seats, agents, np.random.default_rng(seed))
    return np.concatenate([np.roll(line_ups, rotation, 1) for rotation in range(seats)])[:matches]


def _lines(
    game: Game,
    params: Params,
    seeds: npt.NDArray[np.uint64],
    agents: Sequence[Agent],
    sitting: Integers,
    tell: Callable[[int], None],
) -> list[str]:
    """The matches of these seeds, all agents asked together, as lines of a file; `tell(matches)` as they end."""
    batch = Batch(game, len(seeds), **params.as_dict())
    batch.deal(seeds)
    dealt = batch.match_seeds.copy()  # the next of its place where a match ends before its first decision
    taken: list[list[int]] = [[] for _ in dealt]

    def watch(rows: Integers, actions: Integers) -> None:
        tell(len(dealt) - len(rows))
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            taken[row].append(action)

    play(batch, dealt, agents, sitting, watch)
    tell(len(dealt))
    return [
        json.dumps({**record(_stepped(game, params, seed, actions)), "agents": [agents[seat].name for seat in seats]})
        for seed, actions, seats in zip(dealt.tolist(), taken, sitting.tolist(), strict=True)
    ]


def _stepped(game: Game, params: Params, seed: int, actions: Sequence[int]) -> Match:
    """The match of this seed after these actions."""
    match = Match(game, params)
    match.deal(seed)
    for action in actions:
        match.step(action)
    return match


def run_replay(options: argparse.Namespace) -> int:
    """Show one match of a file."""
    told = read_record(options.file, options.match)
    if told.get("seed", 0) is None:
        if options.seat is not None or options.step or options.pictures is not None:
            raise ValueError("this record holds one seat's view: leave --seat, --step and --pictures out")
        print(_story(told))
        return 0
    match = replayed(told)
    n = match.params.num_players
    if options.seat is not None and options.seat >= n:
        raise ValueError(f"--seat takes a seat from 0 to {n - 1}, got {options.seat}")
    if options.pictures is not None and options.pictures.is_file():
        raise ValueError(f"--pictures takes a folder, {options.pictures} is a file")
    names = _names(told, n)
    for number, (events, now) in enumerate(match.replayed()):
        if options.step and number and not _goes_on():
            return 0
        table = match.game.table(now.state, options.seat)
        if options.pictures is not None:
            _draw(table, options.pictures / f"step-{number:03}.png")
        for event in events:
            if event.cards is None:
                print(f"\n{names[event.seat]}: {match.game.actions[event.action]}")
        print(as_text(table))
    print(f"\n{_ending(record(match), names)}")
    return 0


def _goes_on() -> bool:
    """Wait for Enter; False when the reader has had enough."""
    try:
        return input("Enter goes on, q ends: ").strip() != "q"
    except EOFError:
        return False


def _draw(table: Table, file: Path) -> None:
    from card_envs.rendering.picture import as_png

    write_bytes(file, as_png(table))


def _names(told: dict[str, Any], seats: int) -> list[str]:
    """What the seats are called: with the agents that played them, where the record says so."""
    agents = told.get("agents")
    if not isinstance(agents, list) or len(agents) != seats:
        return [f"player_{seat}" for seat in range(seats)]
    return [f"player_{seat} ({agent})" for seat, agent in enumerate(agents)]


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
    try:
        names = _names(told, len(told["placements"]))
        return "\n".join([f"{told['game']}, as one seat saw it", *_told(told["events"], names), _ending(told, names)])
    except (LookupError, TypeError) as error:
        raise ValueError(f"the record of one seat's view is damaged ({type(error).__name__}: {error})") from None


def _told(events: list[dict[str, Any]], names: list[str]) -> Iterator[str]:
    for event in events:
        if event["type"] == "shuffle":
            seen = [f"{place}: {card}" for place, card in enumerate(event["cards"]) if card is not None]
            yield f"shuffle of {len(event['cards'])} cards; seen, from the top: {', '.join(seen) or 'none'}"
        else:
            yield f"{names[event['seat']]}: {event['name'] or 'hidden'}"


def _ending(told: dict[str, Any], names: list[str]) -> str:
    if not told["over"]:
        return "The match goes on."
    places = [f"{name} {place}" for name, place in zip(names, told["placements"], strict=True)]
    return f"{'Cut short' if told['truncated'] else 'Over'}. Places: {', '.join(places)}."
