"""A match as JSON: written down, played again, and as one seat saw it.

python examples/05_records.py [GAME]
"""

from __future__ import annotations

import json
import sys

import card_envs


def main(game: str = "gnav") -> None:
    """Record a match between rule-of-thumb players, replay it, and hide what player_1 did not see."""
    env = card_envs.make(game)
    env.reset(seed=11)
    player = card_envs.load_agent(game, "heuristic", seed=3)
    while not all(env.unwrapped.terminations.values()):
        env.step(player.act(env))

    line = json.dumps(env.unwrapped.record())
    print(f"the record: {len(line):,} characters, {len(json.loads(line)['events'])} events")

    again = card_envs.replay(json.loads(line))
    print(f"replayed: places {again.unwrapped.placements}, recorded: {env.unwrapped.placements}")

    seen = env.unwrapped.record(view=1)
    shuffle = seen["events"][0]["cards"]
    known = {place: card for place, card in enumerate(shuffle) if card is not None}
    print(f"of the first shuffle's {len(shuffle)} cards player_1 saw (place from the top: card): {known}")
    try:
        card_envs.replay(seen)
    except ValueError as error:
        print(f"a record with holes is not replayed: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
