"""The command line as a user meets it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from io import StringIO
from pathlib import Path

import pygame
import pytest

import card_envs
from card_envs.rendering.picture import as_picture
from tests.cli.commands import run


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "list")
    assert status == 0
    for name in card_envs.GAMES:
        assert name in out


def test_show(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = run(capsys, "show", name)
    assert status == 0
    env = card_envs.make(name)
    for field in env.unwrapped.observation_fields:
        assert f"`{field.name}`" in out
    assert "not affiliated" in out
    status, out, _ = run(capsys, "show", name, "--rules")
    assert status == 0
    assert out.startswith("# ")


def test_evaluate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    arguments = ["evaluate", "gnav", "heuristic", "random", "--deals", "20", "--seed", "3", "--set", "num_players=2"]
    status, out, _ = run(capsys, *arguments, "--json", str(file))
    assert status == 0
    assert "1 x random" in out
    assert run(capsys, *arguments)[1] == out
    told = json.loads(file.read_text())
    assert told == card_envs.evaluate("gnav", ["heuristic", "random"], deals=20, seed=3, num_players=2).to_dict()
    assert told["params"]["num_players"] == 2
    assert f"{told['matchups'][0]['win_share']:.3f}" in out


def test_record_and_replay(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str) -> None:
    file = tmp_path / "m.jsonl"
    command = ("record", name, "heuristic", "random", "--matches", "3", "--seed", "5", "-o", str(file))
    status, out, _ = run(capsys, *command)
    assert status == 0
    assert "3 matches" in out
    first = file.read_text()
    for line in first.splitlines():
        record = json.loads(line)
        assert record["over"]
        assert card_envs.replay(record).unwrapped.placements == record["placements"]
    run(capsys, *command)
    assert file.read_text() == first
    status, whole, _ = run(capsys, "replay", str(file), "--match", "2")
    assert status == 0
    assert "Places:" in whole
    status, seat, _ = run(capsys, "replay", str(file), "--match", "2", "--seat", "1")
    assert status == 0
    assert seat != whole
    env = card_envs.replay(json.loads(first.splitlines()[0]))
    file.write_text(json.dumps(env.unwrapped.record(view=0)) + "\n")
    status, seen, _ = run(capsys, "replay", str(file))
    assert status == 0
    assert "as one seat saw it" in seen


@pytest.mark.parametrize("count", [2, 3, 4, 6])
def test_a_tournament_is_recorded_evenly(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    """Each agent comes to each seat as often, also where the matches are played in parts."""
    monkeypatch.setattr("card_envs.cli.matches._AT_ONCE", 7)
    file = tmp_path / "m.jsonl"
    agents = ["random", "heuristic", "search:2", "search:3", "search:4", "search:5"][:count]
    status, _, _ = run(capsys, "record", "gnav", *agents, "--matches", "24", "-o", str(file), "--threads", "2")
    assert status == 0
    told = [json.loads(line) for line in file.read_text().splitlines()]
    sat = Counter((seat, agent) for record in told for seat, agent in enumerate(record["agents"]))
    assert set(sat.values()) == {24 // count}
    assert len({json.dumps(record["events"]) for record in told}) == 24
    _, out, _ = run(capsys, "replay", str(file), "--match", "5")
    actor = next(event["seat"] for event in told[5]["events"] if event["type"] == "action")
    assert f"player_{actor} ({told[5]['agents'][actor]}): " in out


def test_the_record_says_who_played_each_seat(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The rule of thumb is known by its places."""
    file = tmp_path / "m.jsonl"
    run(capsys, "record", "letzte_runde", "random", "heuristic", "--matches", "24", "-o", str(file))
    places: dict[str, list[int]] = {"random": [], "heuristic": []}
    for record in map(json.loads, file.read_text().splitlines()):
        for agent, place in zip(record["agents"], record["placements"], strict=True):
            places[agent].append(place)
    assert sum(places["heuristic"]) + 24 < sum(places["random"])


@pytest.mark.parametrize("seat", [None, 1])
def test_replay_draws_each_table(capsys: pytest.CaptureFixture[str], tmp_path: Path, seat: int | None) -> None:
    file, folder = tmp_path / "m.jsonl", tmp_path / "pictures" / "of it"
    run(capsys, "record", "gnav", "random", "--set", "num_players=2", "--set", "lives=1", "-o", str(file))
    view = () if seat is None else ("--seat", str(seat))
    status, out, _ = run(capsys, "replay", str(file), "--pictures", str(folder), *view)
    assert status == 0
    assert "Places:" in out
    tables = [
        now.game.table(now.state, seat)
        for _, now in card_envs.replay(json.loads(file.read_text())).unwrapped.match.replayed()
    ]
    assert sorted(picture.name for picture in folder.iterdir()) == [f"step-{n:03}.png" for n in range(len(tables))]
    for number, table in enumerate(tables):
        drawn = pygame.surfarray.array3d(pygame.image.load(folder / f"step-{number:03}.png"))
        assert (drawn.swapaxes(0, 1) == as_picture(table)).all()


@pytest.mark.parametrize(("answers", "shown"), [(["", "q"], 1), (["", "", "", "q"], 3), ([""], 1)])
def test_replay_waits_before_each_event(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answers: list[str],
    shown: int,
) -> None:
    """It goes on at Enter, and ends at q or where nothing more is to be read."""
    file = tmp_path / "m.jsonl"
    run(capsys, "record", "gnav", "random", "-o", str(file))
    monkeypatch.setattr("sys.stdin", StringIO("".join(f"{answer}\n" for answer in answers)))
    status, out, _ = run(capsys, "replay", str(file), "--step")
    assert status == 0
    assert out.count("\nplayer_") == shown
    assert "Places:" not in out


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["dance"], "invalid choice: 'dance'"),
        ([], "COMMAND"),
        (["show", "whist"], "no game is named 'whist'"),
        (["evaluate", "gnav", "random", "nobody"], "no agent is called 'nobody'"),
        (["evaluate", "gnav", "random"], "at least two agents"),
        (["evaluate", "gnav", "random", "--field", "random"], "at least two agents"),
        (["evaluate", "gnav", "random", "--field", "nobody"], "no agent is called 'nobody'"),
        (["evaluate", "gnav", "random", "heuristic", "--deals", "few"], "takes a whole number from 1, got 'few'"),
        (["evaluate", "gnav", "random", "heuristic", "--deals", "1"], "deals takes a whole number from 2"),
        (["evaluate", "gnav", "random", "heuristic", "--set", "lives=99"], "lives takes a whole number from 1 to 9"),
        (["evaluate", "gnav", "random", "heuristic", "--set", "lives"], "--set takes NAME=VALUE"),
        (["evaluate", "gnav", "random", "heuristic", "--set", "live=3"], "did you mean lives"),
        (["evaluate", "gnav", "random", "/tmp/nowhere.onnx"], "no agent is called"),
        (["record", "gnav", "nobody", "-o", "/tmp/x.jsonl"], "no agent is called 'nobody'"),
        (["replay", "/tmp/no-such-file.jsonl"], "No such file"),
        (["bench", "whist"], "no game is named 'whist'"),
    ],
)
def test_a_mistake_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], text: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    assert text in err


def test_bad_files(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "bad.jsonl"
    contents = {"": "holds 0 matches", "{": "no JSON", "[]": "no game record", '{"a": 1}': "no game record"}
    for text, told in contents.items():
        file.write_text(text)
        status, _, err = run(capsys, "replay", str(file))
        assert status == 2
        assert told in err
    run(capsys, "record", "gnav", "random", "-o", str(file))
    for arguments, told in (
        (("--match", "1"), "holds 1 matches"),
        (("--seat", "4"), "--seat takes a seat from 0 to 3"),
        (("--pictures", str(file)), "--pictures takes a folder"),
    ):
        status, out, err = run(capsys, "replay", str(file), *arguments)
        assert (status, out) == (2, "")
        assert told in err


def test_a_seats_view_is_told_with_names_and_drawn_never(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "view.jsonl"
    run(capsys, "record", "gnav", "random", "heuristic", "--set", "num_players=2", "-o", str(file))
    whole = json.loads(file.read_text())
    view = {**card_envs.replay(whole).unwrapped.record(view=0), "agents": whole["agents"]}
    file.write_text(json.dumps(view))
    status, out, _ = run(capsys, "replay", str(file))
    assert status == 0
    assert f"player_1 ({whole['agents'][1]}): " in out
    for arguments in (("--seat", "0"), ("--step",), ("--pictures", str(tmp_path / "none"))):
        status, out, err = run(capsys, "replay", str(file), *arguments)
        assert (status, out) == (2, "")
        assert "leave --seat, --step and --pictures out" in err
    for damage in ({"placements": None}, {"events": [{}]}, {"events": [3]}, {"over": "yes", "placements": []}):
        file.write_text(json.dumps({**view, **damage}))
        status, out, err = run(capsys, "replay", str(file))
        assert (status, out) == (2, "")
        assert "one seat's view is damaged" in err


def test_a_folder_is_no_file_of_records(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for command in (("record", "gnav", "random", "-o", str(tmp_path)), ("replay", str(tmp_path))):
        status, out, err = run(capsys, *command)
        assert (status, out) == (2, "")
        assert str(tmp_path) in err
        assert len(err.splitlines()) == 1


def test_a_file_that_cannot_be_written_is_named_after_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("evaluate", "gnav", "random", "heuristic", "--deals", "2", "--json", "/proc/no/r.json")
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert "win share" in out
    assert "/proc/no" in err
    assert len(err.splitlines()) == 1


def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "bench", "gnav", "--seconds", "0.05", "--rounds", "1")
    assert status == 0
    assert "gnav batch" in out


def test_a_reader_that_has_seen_enough() -> None:
    command = f"{sys.executable} -m card_envs show gnav | head -1"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stdout.startswith("# Gnav")
    assert result.stderr == ""


def test_as_a_module() -> None:
    result = subprocess.run([sys.executable, "-m", "card_envs", "list"], capture_output=True, text=True, check=True)
    assert "gnav" in result.stdout
