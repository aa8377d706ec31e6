"""Publish a run as a checkpoint: `python -m training.card RUN [-o FOLDER]`; tell more in it: `… FOLDER --add FILE`.

Writes the policy, how it does against all baselines at every size of table (`results.json`), how it learnt
(`curve.png`) and a model card that tells all of this (`README.md`). The card is made from `results.json` alone, so that
what takes long, further evaluations and a learner trained against the policy, can be told later.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import card_envs
from card_envs.agents import Agent, load_agent
from card_envs.cli.progress import progress_bar
from card_envs.cli.settings import positive
from card_envs.engine.game import Game
from card_envs.evaluation import Results
from card_envs.evaluation.results import FORMAT as EVALUATION
from card_envs.files import write_bytes, write_figure, write_text
from card_envs.games import load
from training.config import Config, config_file, make_config
from training.curve import SEED, curve, draw
from training.export import export
from training.insights import insight_of
from training.run import Run

NAME = "ppo"
CHECK_DEALS, CHECK_SEED = 200, 0  # of the evaluation by which a reader sees that all is as the card says
FORMAT = "card-envs-checkpoint/1"
_WIDTH = 120


def publish(run: Run, folder: Path, deals: int, search_deals: int, num_threads: int) -> None:
    """Write a checkpoint's folder from a run that has ended; `ValueError` for one that has not.

    Nothing is written there before all is measured.
    """
    point = run.resume_point()
    if point is None or point["steps"] < run.config.steps:
        done = 0 if point is None else point["steps"]
        raise ValueError(f"{run.folder} has done {done:,} of {run.config.steps:,} steps: resume it first")
    file = run.folder / "policy.onnx"
    policy = export(run, file)
    evaluations = _evaluate(run, file, deals, search_deals, num_threads)
    title = f"{run.game.title}, {run.game.params().num_players} players"
    picture = draw(title, [("snapshots, against the rule of thumb", curve(run, num_threads=num_threads))], run)
    write_bytes(folder / "policy.onnx", file.read_bytes())
    write_figure(folder / "curve.png", picture)
    body = {"policy": policy, "evaluations": [results.to_dict() for results in evaluations], "exploiter": None}
    _tell(folder, {"format": FORMAT, **body})


def add(folder: Path, evaluations: Sequence[Path], exploiter: Path | None) -> None:
    """Tell more in a checkpoint's card: evaluations (JSON files), and a run of `training.exploit` against the policy.

    Of an evaluation those matchups count in which the policy sits alone; it takes the place of one of the same.
    `ValueError` for what cannot be read, or is of another game.
    """
    told = _read(folder / "results.json", FORMAT)
    game = told["policy"]["game"]
    for evaluation in [_read(file, EVALUATION, game) for file in evaluations]:
        evaluation["matchups"] = [one for one in evaluation["matchups"] if one["agent"].split(":")[0] == NAME]
        kept = [other for other in told["evaluations"] if _subject(other) != _subject(evaluation)]
        told["evaluations"] = [*kept, evaluation]
    if exploiter is not None:
        run = Run.open(exploiter)
        told["exploiter"] = {
            "steps": run.config.steps,
            "evaluation": _read(exploiter / "exploiter.json", EVALUATION, game),
        }
    _tell(folder, told)


def _tell(folder: Path, told: dict[str, Any]) -> None:
    write_text(folder / "results.json", json.dumps(told, indent=1) + "\n")
    write_text(folder / "README.md", card(told))


def _read(path: Path, form: str, game: str | None = None) -> dict[str, Any]:
    """A JSON file of this format and, where a game is named, of this game."""
    try:
        body = json.loads(path.read_text())
    except (OSError, ValueError):
        raise ValueError(f"{path} is no readable JSON file") from None
    if not isinstance(body, dict) or body.get("format") != form:
        raise ValueError(f"{path} is not of the format {form}")
    if game is not None and body["game"] != game:
        raise ValueError(f"{path} is of {body['game']}, the checkpoint of {game}")
    return body


def _subject(evaluation: dict[str, Any]) -> Any:
    """What an evaluation is about: the parameters, the deals, and who sat against whom."""
    return evaluation["params"], evaluation["seed"], {(one["agent"], one["field"]) for one in evaluation["matchups"]}


def _evaluate(run: Run, file: Path, deals: int, search_deals: int, num_threads: int) -> list[Results]:
    """Against the baselines at every size of table, and with its best actions at the default; there against search."""

    def player(spec: str, name: str) -> Agent:
        agent = load_agent(run.game.name, spec, num_threads=num_threads)
        agent.name = name
        return agent

    sampled, greedy = player(str(file), NAME), player(f"{file}:greedy", f"{NAME}:greedy")
    default = run.game.params().num_players
    sizes = [default, *(size for size in _sizes(run.game, run.config) if size != default)]
    plans: list[tuple[int, list[Agent], list[str], int, int]] = [
        (default, [sampled, greedy], ["random", "heuristic"], deals, SEED),
        *((size, [sampled], ["random", "heuristic"], deals, SEED) for size in sizes[1:]),
    ]
    if search_deals:
        plans += [
            (default, [sampled], ["search"], search_deals, SEED),
            (default, [sampled], ["heuristic", "random", "search"], CHECK_DEALS, CHECK_SEED),
        ]
    found = []
    for size, agents, fields, count, seed in plans:
        with progress_bar(f"{size} players, against {' and '.join(fields)}") as progress:
            results = card_envs.evaluate(
                run.game.name,
                agents,
                fields=fields,
                deals=count,
                seed=seed,
                num_threads=num_threads,
                progress=progress,
                num_players=size,
            )
        if not results.complete:
            raise KeyboardInterrupt
        found.append(results)
    return found


# --- the card


def card(told: dict[str, Any]) -> str:
    """The model card, Markdown, of what `results.json` holds."""
    policy = told["policy"]
    game, config = load(policy["game"]), make_config(policy["config"])
    judged = [one for one in told["evaluations"] if one["seed"] == SEED]
    parts = [
        f"# {game.title}: `{NAME}`",
        _filled(
            f"A policy for {game.title}, at tables of {_listed(_sizes(game, config))} "
            f'players. `card_envs.load_agent("{game.name}", "{NAME}")` plays it; `"{NAME}:greedy"` takes its best '
            "action instead of sampling. It needs nothing but the observation."
        ),
        _bullets(
            f"**Network**: {game.layout.size} numbers (layout `{policy['layout'][:12]}`){_insight(game)} → "
            f"{' → '.join(map(str, config.hidden))} → {game.num_actions} masked logits; a value network of the same "
            "shape beside it.",
            f"**Trained** on {policy['date']} at commit `{policy['commit'][:12]}`, game version {policy['version']}: "
            f"imitation of {config.imitation:,} decisions of `{config.teacher}`, then "
            f"{_steps(config, policy['steps'])} against {_opponents(config)}.",
            f"**Command**: `python -m training.train {game.name} --seed {policy['seed']}`, then `python -m "
            f"training.card runs/{game.name}`. The configuration is `training/configs/{config_file(game.name).name}`. "
            "On one machine and with the same threads the same seed gives the same curve, and with "
            f"`--stop-after {config.steps // 10}` its first tenth.",
            "**Licence**: that of the project (MIT).",
        ),
        "## Results",
        _filled(
            "One seat against the same player in all others, every deal in every seating, on deals apart from those of "
            f"training (seed {SEED}). Fair: reward 0, win share 1/players."
        ),
        _table(judged),
        "Again, to the digit (N are the other numbers of players):",
        _bullets(*_commands(game, judged)),
        "![How it learnt](curve.png)",
    ]
    if check := [one for one in told["evaluations"] if one["seed"] == CHECK_SEED]:
        parts += [
            "## To check",
            _filled(
                f"These are the rows of `card-envs evaluate {game.name} {NAME} heuristic random search --deals "
                f"{CHECK_DEALS}` in which `{NAME}` sits alone:"
            ),
            _table(check),
        ]
    parts += ["## Known weaknesses", _bullets(*_weaknesses(judged, told["exploiter"], game.name))]
    return "\n\n".join(parts) + "\n"


def _insight(game: Game) -> str:
    size = insight_of(game).size
    return f" and {size} that are worked out of them (`training/insights`)" if size else ""


def _steps(config: Config, steps: int) -> str:
    """What the policy learnt from after the imitation."""
    parts = []
    if config.tryouts:
        where = ""
        if config.tried:
            where = f" where one of the actions {config.tried[0]} to {config.tried[1] - 1} is legal"
        parts.append(f"{config.tryouts:,} decisions with tryouts{' of one turn' if config.one_turn else ''}{where}")
    if steps > config.tryouts:
        parts.append(f"{steps - config.tryouts:,} {'' if parts else 'decisions '}of MaskablePPO")
    return " and ".join(parts)


def _opponents(config: Config) -> str:
    """Whom the learner played against, and how much."""
    baselines = ", ".join(f"`{name}`" for name in config.baselines)
    learners = [("itself", config.share_self), ("snapshots", config.share_snapshots)]
    if not (told := [f"{name} ({share:.0%})" for name, share in learners if share]):
        return baselines
    return f"{', '.join(told)} and {baselines} (the rest)"


def _sizes(game: Game, config: Config) -> list[int]:
    """The table sizes that a policy was trained at."""
    return sorted(set(config.num_players)) or [game.params().num_players]


def _listed(sizes: Sequence[int]) -> str:
    return f"{', '.join(map(str, sizes[:-1]))} and {sizes[-1]}" if len(sizes) > 1 else f"{sizes[0]}"


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(text, _WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _bullets(*texts: str) -> str:
    return "\n".join(_filled(f"- {text}", "  ") for text in texts)


def _table(evaluations: Sequence[dict[str, Any]]) -> str:
    lines = [
        "| players | policy | the others | mean reward, 95 % | win share, 95 % | deals |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for evaluation in evaluations:
        for one in evaluation["matchups"]:
            reward = _figure(one["mean_reward"], one["mean_reward_ci95"], "+")
            share = _figure(one["win_share"], one["win_share_ci95"])
            lines.append(
                f"| {evaluation['params']['num_players']} | `{one['agent']}` | `{one['field']}` | {reward} | {share} "
                f"| {one['deals']:,} |"
            )
    return "\n".join(lines)


def _commands(game: Game, evaluations: Sequence[dict[str, Any]]) -> list[str]:
    """What prints these rows: chance goes by the order in which agents and fields are named, so that is kept."""
    commands: dict[str, None] = {}
    for evaluation in evaluations:
        rows = evaluation["matchups"]
        agents = " ".join(dict.fromkeys(one["agent"] for one in rows))
        fields = " ".join(dict.fromkeys(f"--field {one['field']}" for one in rows))
        size = "" if evaluation["params"]["num_players"] == game.params().num_players else " --set num_players=N"
        options = f"--deals {rows[0]['deals']} --seed {evaluation['seed']}{size}"
        commands[f"`card-envs evaluate {game.name} {agents} {fields} {options}`"] = None
    return list(commands)


def _figure(value: float, interval: Sequence[float], sign: str = "") -> str:
    low, high = interval
    return f"{value:{sign}.3f} [{low:{sign}.3f}, {high:{sign}.3f}]"


def _weaknesses(judged: Sequence[dict[str, Any]], exploiter: dict[str, Any] | None, game: str) -> list[str]:
    """What the numbers say against it."""
    lines = [
        f"At a table of {evaluation['params']['num_players']} `{one['agent']}` is not shown to be better than "
        f"`{one['field']}`: mean reward {_figure(one['mean_reward'], one['mean_reward_ci95'], '+')}."
        for evaluation in judged
        for one in evaluation["matchups"]
        if one["mean_reward_ci95"][0] <= 0
    ]
    if exploiter is not None:
        (one,) = exploiter["evaluation"]["matchups"]
        lines.append(
            f"A learner that trained against it alone for {exploiter['steps']:,} decisions wins "
            f"{_figure(one['mean_reward'], one['mean_reward_ci95'], '+')} of mean reward from it "
            f"(`python -m training.exploit {game} {NAME} --steps {exploiter['steps']}`): the true best response "
            "wins at least as much."
        )
    return [*lines, "It was trained with the game's default parameters; under other variants it was not measured."]


def main(arguments: list[str] | None = None) -> int:
    """The command line; exit status 2 and one line for a mistake."""
    parser = argparse.ArgumentParser(prog="python -m training.card", description="Publish a run as a checkpoint.")
    parser.add_argument("folder", type=Path, help="of a run that has ended, or of a checkpoint to tell more in")
    parser.add_argument("-o", "--output", type=Path, help=f"of a run: the checkpoint (default checkpoints/GAME/{NAME})")
    parser.add_argument("--deals", type=positive, default=2000, help="of a run: of each evaluation (default 2000)")
    parser.add_argument(
        "--search-deals", type=int, help="of a run: of that against search (default: as many; 0: none, for --add later)"
    )
    parser.add_argument(
        "--add",
        type=Path,
        nargs="+",
        default=[],
        metavar="FILE",
        help="what `card-envs evaluate GAME ppo … --json FILE` wrote",
    )
    parser.add_argument("--exploiter", type=Path, metavar="DIR", help="a run of training.exploit")
    parser.add_argument("--threads", type=positive, default=1)
    options = parser.parse_args(arguments)
    try:
        folder = options.folder
        if not (folder / "results.json").exists():
            run = Run.open(folder)
            folder = options.output or Path(__file__).parent.parent / "checkpoints" / run.game.name / NAME
            search_deals = options.deals if options.search_deals is None else options.search_deals
            if search_deals < 0:
                raise ValueError(f"--search-deals takes a whole number from 0, got {search_deals}")
            publish(run, folder, options.deals, search_deals, options.threads)
        add(folder, options.add, options.exploiter)
    except (ValueError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("stopped; the checkpoint is not complete", file=sys.stderr)
        return 130
    print(f"published {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
