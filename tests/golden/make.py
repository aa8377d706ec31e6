"""Make the golden files again: whole game records, and counts of action sequences, of some games or of all.

python -m tests.golden.make [GAME ...]

A diff that this leaves is a change of behaviour, and is reviewed like code.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from card_envs.engine.game import Game
from card_envs.engine.match import Match, following_seed
from card_envs.engine.params import Params
from card_envs.engine.record import record
from card_envs.games import load, names
from tests.variants import WIDE, options

FOLDER = Path(__file__).parent
PERFT_FILE = FOLDER / "perft.json"
COMMAND = "python -m tests.golden.make"

DRAWN_TABLES = 3
SMALL_TABLES = 4
MOST_ACTIONS = 400
"""A match that is longer is left out of the records, and another is dealt."""
MOST_SEQUENCES = 300
"""Sequences are counted up to the first depth that has more than these."""
MOST_DEPTH = 24

Counts = list[dict[str, Any]]


class Stream:
    """Whole numbers that are the same on every machine and with every version of every library."""

    def __init__(self, seed: int) -> None:
        self._word = following_seed(seed)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        self._word = following_seed(self._word)
        return (self._word >> 31) % bound


def tables(game: Game) -> Iterator[Params]:
    """The parameters by default, the first and the last value of each (caps of turns aside), and some drawn."""
    fields = [field for field in dataclasses.fields(game.params) if field.name != "skip_forced"]
    yield game.params()
    for end in (0, -1):
        yield game.params.make({field.name: options(field)[end] for field in fields if not _is_cap(field)})
    stream = Stream(0)
    for _ in range(DRAWN_TABLES):
        values = {}
        for field in fields:
            choices = options(field)
            values[field.name] = choices[stream.below(len(choices))]
        yield game.params.make(values)


def small_tables(game: Game) -> Iterator[Params]:
    """The first value of each parameter, with one seat more from table to table."""
    _, smallest, largest, *_ = tables(game)
    for extra in range(SMALL_TABLES):
        seats = min(smallest.num_players + extra, largest.num_players)
        yield dataclasses.replace(smallest, num_players=seats)


def _is_cap(field: dataclasses.Field[Any]) -> bool:
    """Is the range so wide that it can only be a cap of turns?"""
    return "most" in field.metadata and field.metadata["most"] - field.metadata["least"] > WIDE


def played_match(game: Game, params: Params) -> Match:
    """A whole match of random actions, of the first seed from 1 on with which it is not too long."""
    seed = 0
    while True:
        seed += 1
        match, stream = Match(game, params), Stream(seed)
        match.deal(seed)
        while not match.over and len(match.actions) <= MOST_ACTIONS:
            legal = match.legal_actions()
            match.step(legal[stream.below(len(legal))])
        if match.over:
            return match


def records(game: Game) -> list[dict[str, Any]]:
    """A record of a whole match at each of the tables."""
    return [record(played_match(game, params)) for params in tables(game)]


def records_text(game: Game) -> str:
    """The file of a game's records, one a line."""
    return "[\n" + ",\n".join(json.dumps(told) for told in records(game)) + "\n]\n"


def records_file(name: str) -> Path:
    """Where a game's records are kept."""
    return FOLDER / f"{name}.json"


def sequence_counts(game: Game, params: Params, seed: int) -> list[int]:
    """How many sequences of 0, 1, 2, ... legal actions a match can go on with from its deal."""
    match = Match(game, params)
    match.deal(seed)
    reached, counts = [match], [1]
    while 0 < len(reached) <= MOST_SEQUENCES and len(counts) <= MOST_DEPTH:
        reached = [following for match in reached for following in _followers(match)]
        counts.append(len(reached))
    return counts


def _followers(match: Match) -> Iterator[Match]:
    for action in match.legal_actions():
        following = match.clone()
        following.step(action)
        yield following


def perft(game: Game) -> Counts:
    """The counts at each of the tables and at some small ones, each with a deal of its own."""
    return [
        {"params": params.recorded(), "seed": seed, "counts": sequence_counts(game, params, seed)}
        for seed, params in enumerate([*tables(game), *small_tables(game)], 1)
    ]


def kept_perft() -> dict[str, Counts]:
    """The counts in the file, by game."""
    return json.loads(PERFT_FILE.read_text()) if PERFT_FILE.exists() else {}


def perft_text(counts: dict[str, Counts]) -> str:
    """The file of all counts, one table a line."""
    games = []
    for name in sorted(counts):
        lines = ",\n".join(f"  {json.dumps(entry)}" for entry in counts[name])
        games.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return "{\n" + ",\n".join(games) + "\n}\n"


def main() -> None:
    """Write the files anew."""
    parser = argparse.ArgumentParser(prog=COMMAND, description="Make the golden files again.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(names())}")
    for name in parser.parse_args().games or names():
        game = load(name)
        records_file(name).write_text(records_text(game))
        counts = perft(game)
        PERFT_FILE.write_text(perft_text({**kept_perft(), name: counts}))


if __name__ == "__main__":
    main()
