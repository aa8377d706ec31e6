"""Exported policies: one ONNX file, played as an opponent. No pickle is ever read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from card_envs.agents.agent import Decisions, Player
from card_envs.engine.game import Game
from card_envs.extras import needs

FORMAT = "card-envs-policy/1"
_TOLERANCE = 1e-2  # machines differ in the last digits, by far less than this


class PolicyPlayer(Player):
    """A policy from an `.onnx` file: it samples from its distribution, or takes its best action (`greedy`).

    A file that is damaged, or of another game, version or observation layout, raises a `ValueError` that says which.
    """

    def __init__(self, game: Game, path: Path, name: str, *, greedy: bool = False, seed: int | None = None) -> None:
        super().__init__(game, name, seed)
        self.greedy = greedy
        self.data = path.read_bytes()
        """The file's content."""
        self._session = _open(self.data, path)
        self.metadata = _metadata(self._session, path)
        """What the file says of itself: game, version, params, layout, commit, date."""
        _check(self.metadata, game, path)
        self._check_outputs(path)

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        """An action for each decision, int64 (M,)."""
        logits, _ = self.evaluate(decisions)
        if not self.greedy:
            uniform = self._chance.random(logits.shape, np.float32)
            logits = logits - np.log(-np.log(np.clip(uniform, 1e-12, 1 - 1e-7)))  # Gumbel: samples the softmax
        legal = np.where(decisions.action_masks != 0, logits, -np.inf)
        actions: npt.NDArray[np.int64] = legal.argmax(1)
        return actions

    def probabilities(self, decisions: Decisions) -> npt.NDArray[np.float64]:
        """The probability of each action, float64 (M, A); with `greedy` the best action has 1."""
        logits, _ = self.evaluate(decisions)
        legal = np.where(decisions.action_masks != 0, logits.astype(np.float64), -np.inf)
        odds = np.eye(legal.shape[1])[legal.argmax(1)] if self.greedy else np.exp(legal - legal.max(1, keepdims=True))
        shares: npt.NDArray[np.float64] = odds / odds.sum(1, keepdims=True)
        return shares

    def evaluate(self, decisions: Decisions) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """Masked logits float32 (M, A) and values float32 (M,)."""
        observations = decisions.observations * self.game.layout.scale
        masks = decisions.action_masks.astype(np.float32)
        logits, values = self._session.run(["logits", "value"], {"observation": observations, "action_mask": masks})
        return logits, values

    def _check_outputs(self, path: Path) -> None:
        """`ValueError` where the network does not answer as the one that was exported did."""
        outputs = np.concatenate([part.ravel() for part in self.evaluate(probe(self.game))])
        told = np.asarray(self.metadata.get("probe", ()), np.float64)
        if outputs.shape != told.shape or not np.allclose(outputs, told, rtol=_TOLERANCE, atol=_TOLERANCE):
            raise ValueError(f"{path} was altered: its network does not answer as the one that was exported")

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "_session": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._session = _open(self.data, Path(self.name))


def probe(game: Game) -> Decisions:
    """Two decisions with all actions legal, the same for all times: what a policy answers tells it from others."""
    observations = np.random.Generator(np.random.PCG64(0)).integers(0, 2, (2, game.layout.size), np.uint8)
    return Decisions(game, observations, np.ones((2, game.num_actions), np.int8), None)


def _open(data: bytes, path: Path) -> Any:
    with needs("policies", "exported policies"):
        import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime has a class of its own for each way a file can be broken
        raise ValueError(f"{path} is no readable ONNX file: {str(error).splitlines()[0]}") from None


def _metadata(session: Any, path: Path) -> dict[str, Any]:
    text = session.get_modelmeta().custom_metadata_map.get("card_envs")
    try:
        metadata = json.loads(text or "")
    except ValueError:
        metadata = None
    if not isinstance(metadata, dict) or metadata.get("format") != FORMAT:
        raise ValueError(f"{path} is an ONNX file, but no policy exported for card_envs")
    return metadata


def _check(metadata: dict[str, Any], game: Game, path: Path) -> None:
    wanted = {"game": game.name, "version": game.version, "layout": game.layout.digest}
    for key, value in wanted.items():
        if metadata.get(key) != value:
            raise ValueError(f"{path} was trained for {key} {metadata.get(key)}, not {value}")
