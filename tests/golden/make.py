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

import card_envs
from card_envs.engine.game import Game
from card_envs.engine.match import Match, following_seed
from card_envs.engine.params import Params
from card_envs.engine.record import record
from card_envs.games import load
from tests.variants import options

FOLDER = Path(__file__).parent
PERFT_FILE = FOLDER / "perft.json"
COMMAND = "python -m tests.golden.make"

DRAWN_TABLES = 3
SMALL_DEALS = 8
MOST_ACTIONS = 400
"""A match that is longer is left out of the records, and another is dealt."""
MOST_SEQUENCES = 1_000
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
    """The parameters by default, the least and the most of each (ranges too wide for tests aside), and some drawn."""
    names = [field for field in dataclasses.fields(game.params) if field.name != "skip_forced"]
    yield game.params()
    yield game.params.make({field.name: options(field)[0] for field in names})
    yield game.params.make({field.name: options(field)[-1] for field in names})
    stream = Stream(0)
    for _ in range(DRAWN_TABLES):
        values = {}
        for field in names:
            choices = options(field)
            values[field.name] = choices[stream.below(len(choices))]
        yield game.params.make(values)


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
    """The counts at each of the tables, each with a deal of its own, and for some more deals of the smallest match."""
    every = list(tables(game))
    return [
        {"params": params.recorded(), "seed": seed, "counts": sequence_counts(game, params, seed)}
        for seed, params in enumerate([*every, *[every[1]] * SMALL_DEALS], 1)
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
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"by default all: {', '.join(card_envs.GAMES)}")
    for name in parser.parse_args().games or card_envs.GAMES:
        game = load(name)
        records_file(name).write_text(records_text(game))
        counts = perft(game)
        PERFT_FILE.write_text(perft_text({**kept_perft(), name: counts}))


if __name__ == "__main__":
    main()
