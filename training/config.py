"""The configuration of a training run: a file a game (`training/configs`), read into one dataclass."""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CONFIGS = Path(__file__).parent / "configs"


@dataclass(frozen=True, kw_only=True)
class Config:
    """What a run does; a value of another type or an unknown name raises an error that names it."""

    steps: int = 1_000_000
    """Decisions of the learner in all; every schedule spans them."""
    start: str = ""
    """An exported policy, by name or file, as a copy of which the learner begins; nothing is imitated then."""
    imitation: int = 3_000_000
    """Decisions of a teacher that the policy is fitted to before the first step; they count for none."""
    teacher: str = "heuristic"
    """Who that is: the name of an agent, or a policy's file."""
    imitation_rate: float = 2e-3
    """The learning rate of that at its start; it falls to nothing."""
    tryouts: int = 0
    """Of the steps, the first so many in which every legal action is tried in a playout by the rule of thumb."""
    one_turn: bool = False
    """Such a playout ends at the seat's next turn, with what the value says of that, not with the round or match."""
    temperature: float = 0.0
    """Above 0, tryouts fit the logits to what actions win, in this unit, instead of climbing the policy's mean."""
    tried: list[int] = field(default_factory=list)
    """Two actions: only where one from the first to before the second is legal is anything tried; elsewhere the policy
    goes on imitating the teacher. All is tried where empty."""
    centred: bool = True
    """Centre and stretch the network's inputs by what was seen first in imitation."""
    num_envs: int = 1024
    """Matches played side by side."""
    rollout: int = 16
    """Decisions of the learner in each match between two updates."""
    batch_size: int = 2048
    """Decisions in one gradient step."""
    epochs: int = 2
    """How often an update goes over its decisions."""
    learning_rate: float = 3e-4
    """At the start."""
    final_learning_rate: float = 3e-5
    """At the end; falls in a straight line."""
    clip: float = 0.1
    """PPO's clip range."""
    entropy: float = 0.01
    """Weight of the entropy at the start. From nothing 0.05 to 0.1 is right, since a policy hardens too early where
    cards are hidden (Rudolph et al., arXiv 2502.08938); one that has imitated only has to stay open to what is near."""
    final_entropy: float = 0.002
    """At the end; falls in a straight line."""
    gae_lambda: float = 0.95
    """Of generalised advantage estimation; the discount is 1, since a match is short and ends by itself."""
    hidden: list[int] = field(default_factory=lambda: [256, 256])
    """Sizes of the hidden layers, of the policy and of the value each."""
    share_self: float = 0.4
    """Of the opponents: how many are the learner's current self."""
    share_snapshots: float = 0.1
    """How many are earlier snapshots of it; the rest are baselines."""
    baselines: dict[str, float] = field(default_factory=lambda: {"heuristic": 1.0})
    """The other opponents and their weights among themselves."""
    snapshot_every: int = 40
    """Updates between two snapshots; each is also the point from which a killed run resumes."""
    snapshots_playing: int = 2
    """Snapshots that play at the same time, drawn anew with each snapshot taken."""
    num_players: list[int] = field(default_factory=list)
    """Table sizes, spread evenly over the matches; the game's default where empty."""
    params: dict[str, Any] = field(default_factory=lambda: {"skip_forced": True})
    """Further parameters of the game; a decision with one legal action teaches nothing."""
    num_threads: int = 1
    """Threads that step the matches."""
    torch_threads: int = 1
    """Threads of the network."""

    def __post_init__(self) -> None:
        for item in dataclasses.fields(self):
            value = getattr(self, item.name)
            kind = type(_default(item))
            if kind is float and type(value) is int:
                object.__setattr__(self, item.name, float(value))
            elif type(value) is not kind:
                raise TypeError(f"{item.name} takes a {kind.__name__}, got {value!r}")
        for name in ("steps", "num_envs", "rollout", "batch_size", "epochs", "snapshot_every", "snapshots_playing"):
            if getattr(self, name) < 1:
                raise ValueError(f"{name} takes a whole number from 1, got {getattr(self, name)}")
        if self.share_self < 0 or self.share_snapshots < 0 or self.share_self + self.share_snapshots > 1:
            raise ValueError(
                f"share_self and share_snapshots take shares that sum to at most 1, "
                f"got {self.share_self} and {self.share_snapshots}"
            )
        if self.tried and not (len(self.tried) == 2 and 0 <= self.tried[0] < self.tried[1]):
            raise ValueError(f"tried takes two actions, the first and the one after the last, got {self.tried}")
        if self.temperature < 0:
            raise ValueError(f"temperature takes a number from 0, got {self.temperature}")
        if self.tryouts and self.one_turn and not (self.imitation or self.start):
            raise ValueError("tryouts of one turn need a value that knows the game: imitation, or a start")


def read_config(path: Path, **changes: Any) -> Config:
    """A config file, with some values changed; `ValueError` where the file does not fit."""
    try:
        values = tomllib.loads(path.read_text())
    except OSError as error:
        raise ValueError(f"no config can be read from {path}: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path} is no TOML file: {error}") from None
    return make_config({**values, **changes})


def parse_changes(texts: Sequence[str]) -> dict[str, Any]:
    """Values of a configuration from words such as `steps=1000` or `hidden=[64, 64]`, the values as TOML has them."""
    changes: dict[str, Any] = {}
    for text in texts:
        try:
            changes |= tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            raise ValueError(f"--set takes NAME=VALUE with a value as in TOML, got {text!r}") from None
    return changes


def make_config(values: dict[str, Any]) -> Config:
    """A config from names and values; `ValueError` for an unknown name."""
    known = [item.name for item in dataclasses.fields(Config)]
    for name in values:
        if name not in known:
            raise ValueError(f"unknown config value {name} (known: {', '.join(known)})")
    return Config(**values)


def config_file(game: str) -> Path:
    """The config file of a game."""
    return CONFIGS / f"{game}.toml"


def _default(item: dataclasses.Field[Any]) -> Any:
    if item.default_factory is not dataclasses.MISSING:
        return item.default_factory()
    return item.default
