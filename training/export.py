"""Export a trained policy: `python -m training.export DIR -o FILE.onnx`.

The file takes observations as the environments give them, float32 (N, k), and masks, float32 (N, A); it returns
masked logits (N, A) and values (N,). Its metadata say what it is and how it was made.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import logging
import sys
import warnings
from collections.abc import Container
from pathlib import Path
from typing import Any

import onnx
import onnx.numpy_helper
import torch
from onnxscript import ir
from onnxscript.optimizer import optimize_ir
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch import nn

from card_envs.agents.policy import FORMAT, PolicyPlayer, probe
from card_envs.engine.game import Game
from card_envs.files import write_bytes
from training.policy import features_of, make_policy
from training.run import Run

ILLEGAL_LOGIT = -1e9


class Exported(nn.Module):
    """The network from scaled observations on."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        self.features = features_of(policy)
        self.body = policy.mlp_extractor
        self.actor = policy.action_net
        self.critic = policy.value_net

    def forward(self, observation: torch.Tensor, action_mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Masked logits (N, A) and values (N,)."""
        latent_policy, latent_value = self.body(self.features.spread(observation))
        logits = torch.where(action_mask > 0, self.actor(latent_policy), ILLEGAL_LOGIT)
        return logits, self.critic(latent_value).squeeze(-1)


def export(run: Run, path: Path) -> dict[str, Any]:
    """Write the policy of a run; returns its metadata. `ValueError` when the run has no snapshot yet."""
    point = run.resume_point()
    if point is None:
        raise ValueError(f"{run.folder} has no snapshot yet: train it further")
    policy = make_policy(run.game, run.config.hidden)
    policy.load_state_dict(point["policy"])
    metadata = {
        "format": FORMAT,
        "game": run.game.name,
        "version": run.game.version,
        "layout": run.game.layout.digest,
        "params": {**run.config.params, **({"num_players": sizes} if (sizes := run.config.num_players) else {})},
        "steps": point["steps"],
        "seed": run.seed,
        "config": dataclasses.asdict(run.config),
        "commit": run.commit,
        "date": run.date,
    }
    module = Exported(policy).eval()
    metadata["probe"] = _answers(module, run.game)
    write_bytes(path, _onnx_bytes(module, run.game, metadata))
    return metadata


def restore(player: PolicyPlayer) -> MaskableActorCriticPolicy:
    """The network of an exported policy, to train it further; `ValueError` for a file that `export` did not write."""
    policy = make_policy(player.game, player.metadata["config"]["hidden"])
    module = Exported(policy)
    stored = {
        tensor.name: torch.from_numpy(onnx.numpy_helper.to_array(tensor).copy())
        for tensor in onnx.load_from_string(player.data).graph.initializer
    }
    try:
        module.load_state_dict({name: stored[name] for name in module.state_dict()})
    except (KeyError, RuntimeError):
        raise ValueError(f"{player.name} holds no network that training.export wrote") from None
    return policy


def _answers(module: Exported, game: Game) -> list[float]:
    """What the network says of the probe, from which a reader can tell whether the file was altered."""
    asked = probe(game)
    with torch.no_grad():
        answers = module(
            torch.as_tensor(asked.observations * game.layout.scale), torch.as_tensor(asked.action_masks).float()
        )
    return [round(float(value), 5) for part in answers for value in part.flatten()]


def _onnx_bytes(module: nn.Module, game: Game, metadata: dict[str, Any]) -> bytes:
    example = (torch.zeros(2, game.layout.size), torch.ones(2, game.num_actions))
    rows = torch.export.Dim("rows", min=1)
    logging.getLogger("torch.onnx").setLevel(logging.ERROR)  # it tells of packages that it does without
    state = module.state_dict()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter warns of its own internals
        program = torch.onnx.export(
            module,
            example,
            input_names=["observation", "action_mask"],
            output_names=["logits", "value"],
            dynamic_shapes=({0: rows}, {0: rows}),
            dynamo=True,
            optimize=False,
            verbose=False,
        )
        assert program is not None
        optimize_ir(program.model, should_fold=lambda node: False if _reads(node, state) else None)
        model = program.model_proto
    for part in (*model.graph.node, *model.graph.value_info, *model.graph.input, *model.graph.output):
        del part.metadata_props[:]  # the exporter's notes, which name the files of this machine
    entry = model.metadata_props.add()
    entry.key, entry.value = "card_envs", json.dumps(metadata)
    data: bytes = model.SerializeToString()
    return data


def _reads(node: ir.Node, state: Container[str]) -> bool:
    """Whether a node reads weights: what it makes of them is not worked out ahead, for `restore` reads them again."""
    return any(value is not None and value.name in state for value in node.inputs)


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 and one line for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m training.export", description="Export a trained policy.")
    parser.add_argument("run", type=Path, help="the folder of a training run")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the .onnx file to write")
    options = parser.parse_args(arguments)
    if options.output.suffix != ".onnx":
        print(f"error: --output takes a name that ends in .onnx, got {options.output}", file=sys.stderr)
        return 2
    try:
        metadata = export(Run.open(options.run), options.output)
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(f"{options.output}: {metadata['game']}, {metadata['steps']:,} steps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
