"""A training run on disk: its description, its snapshots, and the point from which it resumes.

Networks are read with `weights_only`, everything else is JSON: no pickle is loaded.
"""

from __future__ import annotations

import dataclasses
import io
import json
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import torch

from card_envs.engine.game import Game
from card_envs.files import write_bytes, write_text
from card_envs.games import load
from training.config import Config, make_config

FORMAT = "card-envs-run/1"


@dataclass(frozen=True)
class Run:
    """A folder with a training run in it."""

    folder: Path
    game: Game
    config: Config
    seed: int
    commit: str
    """Of the code that began it."""
    date: str
    """On which it began."""

    @classmethod
    def create(cls, folder: Path, game: Game, config: Config, seed: int) -> Run:
        """Begin a run; `ValueError` when the folder holds one already."""
        if (folder / "run.json").exists():
            raise ValueError(f"{folder} holds a run already: resume it with --resume {folder}, or take another --out")
        run = cls(folder, game, config, seed, _commit(), datetime.now(UTC).strftime("%Y-%m-%d"))
        body = {
            "format": FORMAT,
            "game": game.name,
            "version": game.version,
            "layout": game.layout.digest,
            "config": dataclasses.asdict(config),
            "seed": seed,
            "commit": run.commit,
            "date": run.date,
        }
        write_text(folder / "run.json", json.dumps(body, indent=2) + "\n")
        return run

    @classmethod
    def open(cls, folder: Path) -> Run:
        """The run in a folder; `ValueError` when there is none, or its game has changed since."""
        try:
            body = json.loads((folder / "run.json").read_text())
        except (OSError, ValueError):
            raise ValueError(f"{folder} holds no training run (no readable run.json)") from None
        if not isinstance(body, dict) or body.get("format") != FORMAT:
            raise ValueError(f"{folder}/run.json is no training run of this format ({FORMAT})")
        game = load(body["game"])
        for key, now in (("version", game.version), ("layout", game.layout.digest)):
            if body[key] != now:
                raise ValueError(f"{folder} was trained for {game.name} with {key} {body[key]}; it is {now} now")
        return cls(folder, game, make_config(body["config"]), body["seed"], body["commit"], body["date"])

    def snapshots(self) -> list[Path]:
        """The snapshots of the policy, oldest first."""
        return sorted(self.folder.glob("snapshots/*.pt"))

    def save_snapshot(self, steps: int, policy: dict[str, Any], optimizer: dict[str, Any], updates: int) -> None:
        """Take a snapshot, and make it the point to resume from."""
        _save(self.folder / "snapshots" / f"{steps:012d}.pt", policy)
        _save(
            self.folder / "resume.pt",
            {"policy": policy, "optimizer": optimizer, "steps": steps, "updates": updates},
        )

    def resume_point(self) -> dict[str, Any] | None:
        """What `save_snapshot` saved last, None before the first."""
        path = self.folder / "resume.pt"
        if not path.exists():
            return None
        point: dict[str, Any] = torch.load(path, weights_only=True)
        return point


def _save(path: Path, value: Any) -> None:
    buffer = io.BytesIO()
    torch.save(value, buffer)
    write_bytes(path, buffer.getvalue())


def _commit() -> str:
    """The commit of the checkout, `unknown` outside one."""
    here = Path(__file__).parent
    result = subprocess.run(["git", "rev-parse", "HEAD"], cwd=here, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else "unknown"
