"""How much better the rule-of-thumb player is than chance: every deal in every seating, with intervals.

python examples/04_evaluate.py [GAME]
"""

from __future__ import annotations

import sys

import card_envs


def main(game: str = "gnav") -> None:
    """Print the table, and say in words what its first line means."""
    results = card_envs.evaluate(game, ["heuristic", "random"], deals=1000, seed=1)
    print(results)
    best = results.matchups[0]
    low, high = best.win_share_ci95
    print(
        f"\nOne {best.agent} player among {best.field} ones wins {best.win_share:.1%} of the matches "
        f"(95 % interval {low:.1%} to {high:.1%}); "
        f"a player like the others wins {1 / results.params['num_players']:.1%}."
    )


if __name__ == "__main__":
    main(*sys.argv[1:2])
