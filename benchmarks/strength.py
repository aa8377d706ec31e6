"""How strong the built-in opponents are: one in one seat against another in all others, at every size of table.

`python -m benchmarks.strength [GAME ...] [--claims ...] [--players N ...] [--deals N]` prints a table in Markdown, a
row a claim. `card-envs evaluate GAME ONE --field OTHERS --deals N --set num_players=N` plays a row alone.
"""

from __future__ import annotations

import argparse
import dataclasses
import time

import card_envs
from card_envs.evaluation import Matchup
from card_envs.games import load

QUARTER = 50
"""Playouts of the weaker of two searches; the stronger has four times as many."""
CLAIMS = {
    "heuristic": ("heuristic", "random"),
    "search": ("search", "heuristic"),
    "more": (f"search:{4 * QUARTER}", f"search:{QUARTER}"),
}
"""By name: who is to be stronger, and than whom."""


def sizes(game: str) -> list[int]:
    """The default number of players, the smallest and the largest."""
    (field,) = (field for field in dataclasses.fields(load(game).params) if field.name == "num_players")
    return list(dict.fromkeys([field.default, field.metadata["least"], field.metadata["most"]]))


def row(game: str, players: int, matchup: Matchup, seconds: float) -> str:
    """A line of the table."""
    low, high = matchup.mean_reward_ci95
    share_low, share_high = matchup.win_share_ci95
    return (
        f"| {game} | {players} | `{matchup.agent}` | `{matchup.field}` "
        f"| **{matchup.mean_reward:+.3f}** [{low:+.3f}, {high:+.3f}] "
        f"| {matchup.win_share:.3f} [{share_low:.3f}, {share_high:.3f}] | {1 / players:.3f} "
        f"| {matchup.deals:,} | {seconds:.0f} |"
    )


def main(arguments: list[str] | None = None) -> None:
    """Play all claims asked for, and print the table as it grows."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.strength")
    parser.add_argument("games", nargs="*", metavar="GAME", default=list(card_envs.GAMES), help="default: all")
    parser.add_argument("--claims", nargs="+", choices=list(CLAIMS), default=list(CLAIMS), help="default: all")
    parser.add_argument("--players", nargs="+", type=int, help="default: the default, the fewest and the most")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args(arguments)
    print("| game | players | one | the others | mean reward, 95 % | win share, 95 % | fair | deals | seconds |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    for claim in options.claims:
        one, field = CLAIMS[claim]
        for game in options.games:
            for players in options.players or sizes(game)[: 1 if claim == "more" else 3]:
                began = time.perf_counter()
                results = card_envs.evaluate(
                    game,
                    [one],
                    fields=[field],
                    deals=options.deals,
                    seed=options.seed,
                    num_threads=options.threads,
                    num_players=players,
                )
                print(row(game, players, results.matchups[0], time.perf_counter() - began), flush=True)


if __name__ == "__main__":
    main()
