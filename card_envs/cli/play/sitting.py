"""A match with a person in one seat: the others act for themselves, it can be taken back, saved and resumed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from card_envs.agents import Agent, Decisions, load_agent
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.engine.params import Params
from card_envs.engine.record import record, replayed

HUMAN = "human"


class Sitting:
    """A person at a table with agents.

    What an agent chooses follows from the match's seed and from how many actions came before, so that it is the same
    after undoing and after resuming. Forced decisions are taken here, not by the match: positions are then counted
    alike with and without `skip_forced`.
    """

    def __init__(self, match: Match, specs: Sequence[str], skip_forced: bool) -> None:
        """`match` is dealt, without `skip_forced`; `specs` names an agent a seat, `HUMAN` once."""
        self.match = match
        self.specs = tuple(specs)
        self.skip_forced = skip_forced
        self.seat = self.specs.index(HUMAN)
        """The person's."""
        self._agents: dict[str, Agent] = {
            spec: load_agent(match.game.name, spec) for spec in set(specs) if spec != HUMAN
        }

    @classmethod
    def begin(cls, game: Game, params: Params, opponents: Sequence[str], seat: int | None, seed: int) -> Sitting:
        """Deal a match; opponents sit in order from the person's left, and fewer take turns round the table.

        The seat is drawn by the seed where it is None. Raises `ValueError` for a seat or a number of opponents that
        does not fit.
        """
        n = params.num_players
        if len(opponents) > n - 1:
            raise ValueError(f"{len(opponents)} opponents for {n - 1} seats: name one a seat at most")
        if seat is not None and not 0 <= seat < n:
            raise ValueError(f"--seat takes a seat from 0 to {n - 1}, got {seat}")
        own = int(np.random.default_rng(seed).integers(n)) if seat is None else seat
        specs = [opponents[((other - own) % n - 1) % len(opponents)] for other in range(n)]
        specs[own] = HUMAN
        match = Match(game, type(params)(**params.recorded()))
        match.deal(seed)
        return cls(match, specs, params.skip_forced)

    @classmethod
    def resume(cls, told: dict[str, Any]) -> Sitting:
        """Go on from what `record` gave; `ValueError` when it is not that, or the match is over."""
        match = replayed(told)
        n = match.params.num_players
        specs, skip_forced = told.get("agents"), told.get("skip_forced", True)
        if not isinstance(specs, list) or len(specs) != n or specs.count(HUMAN) != 1:
            raise ValueError(f"a match to go on with names its agents, one of {n} {HUMAN!r}; got agents {specs!r}")
        if not all(isinstance(spec, str) for spec in specs) or not isinstance(skip_forced, bool):
            raise ValueError("agents are names, and skip_forced is true or false")
        if match.over:
            raise ValueError("the match is over: `card-envs replay` shows it")
        return cls(_from_seed(match), specs, skip_forced)

    def record(self) -> dict[str, Any]:
        """The match so far as a record, with who sits where."""
        return {**record(self.match), "agents": list(self.specs), "skip_forced": self.skip_forced}

    def choose(self, action: int) -> None:
        """Carry out the person's choice; `ValueError`, with nothing changed, when it is not legal."""
        self.match.step(action)

    def advance(self) -> None:
        """Let the others act up to the person's next decision, or to the end."""
        match = self.match
        while not match.over and not self._asks(match):
            legal = match.legal_actions()
            match.step(legal[0] if len(legal) == 1 else self._chosen())

    def undo(self) -> bool:
        """Go back to the person's decision before this one; False when this is the first."""
        earlier = self._earlier()
        if earlier is None:
            return False
        self.match = earlier
        return True

    def news(self) -> Iterator[tuple[dict[str, Any], bool]]:
        """What the seat has come to know since the person's decision before this one, as events of a record.

        These are the actions that were hidden then and are not any more, and all that happened since. With each goes
        whether it was an action of the seat that the person was not asked for.
        """
        earlier = self._earlier()
        known = [] if earlier is None else record(earlier, self.seat)["events"]
        for number, event in enumerate(record(self.match, self.seat)["events"]):
            if number >= len(known) or (event["type"] == "action" and event != known[number]):
                chosen = earlier is not None and number == len(known)
                yield event, event.get("seat") == self.seat and not chosen

    def position_seed(self) -> int:
        """A seed for whoever thinks about this position."""
        return int(np.random.SeedSequence((self.match.seed, len(self.match.actions))).generate_state(1)[0])

    def _chosen(self) -> int:
        agent = self._agents[self.specs[self.match.seat]]
        agent.seed(self.position_seed())
        return int(agent.choose(Decisions.of(self.match))[0])

    def _asks(self, match: Match) -> bool:
        """Is the person to choose here?"""
        return match.seat == self.seat and not (self.skip_forced and len(match.legal_actions()) == 1)

    def _earlier(self) -> Match | None:
        """The match at the person's decision before this one."""
        count = len(self.match.actions)
        points = (now.clone() for _, now in self.match.replayed() if self._asks(now) and len(now.actions) < count)
        return next(iter(deque(points, maxlen=1)), None)


def _from_seed(match: Match) -> Match:
    """The match played again from its seed alone, as undoing does; `ValueError` when it was dealt otherwise."""
    again = Match(match.game, match.params)
    again.deal(match.seed)
    try:
        for action in match.actions:
            again.step(action)
        same = record(again) == record(match)
    except ValueError:
        same = False
    if not same:
        raise ValueError("its shuffles are not those of its seed")
    return again
