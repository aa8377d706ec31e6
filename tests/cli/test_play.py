"""A person at the terminal: whole matches through a pseudo-terminal, and the parts alone."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pexpect
import pytest
from rich.cells import cell_len
from rich.console import Console

import card_envs
from card_envs.agents import Decisions
from card_envs.cli.play.choices import Choices
from card_envs.cli.play.sitting import HUMAN, Sitting
from card_envs.cli.play.talk import Talk
from card_envs.engine.batch import resample
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.engine.record import record
from card_envs.games import load
from card_envs.rendering.terminal import as_group
from tests.cli.commands import run
from tests.games.tschau_sepp.scripted import begin
from tests.variants import random_params

PROMPT = "Your choice: "
SHORT = {
    "gnav": ["num_players=3", "lives=2"],
    "letzte_runde": ["num_players=2", "rounds=1", "max_turns_per_round=12"],
    "tausch_rausch": ["num_players=3", "tasks_to_win=1", "max_turns=40"],
}
"""Settings of games whose matches are long."""


def sat_down(game: Game, seed: int = 3, seat: int | None = None, **params: Any) -> Sitting:
    """A person against the heuristic, at the first decision."""
    sitting = Sitting.begin(game, game.params.make({"skip_forced": True, **params}), ["heuristic"], seat, seed)
    sitting.advance()
    return sitting


def play_on(sitting: Sitting, rng: np.random.Generator, decisions: int = 10**6) -> list[int]:
    """Choose by chance for some decisions, or to the end; returns the choices."""
    chosen: list[int] = []
    while not sitting.match.over and len(chosen) < decisions:
        chosen.append(int(rng.choice(sitting.match.legal_actions())))
        sitting.choose(chosen[-1])
        sitting.advance()
    return chosen


# --- through a pseudo-terminal


class Terminal:
    """`card-envs play` as a person types it, in a window of 80 columns."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1"}
        for name in ("COLUMNS", "LINES"):
            environment.pop(name, None)
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "card_envs", "play", *arguments],
            cwd=folder,
            env=environment,
            dimensions=(24, 80),
            encoding="utf-8",
            echo=False,
            timeout=180,  # the first use of a game compiles it
        )
        self.over = False
        self.read()

    def read(self) -> None:
        """Wait for the next question, or for the end."""
        self.over = self.child.expect_exact([PROMPT, pexpect.EOF]) == 1
        self.screen = self.child.before.replace("\r\n", "\n")

    def type(self, text: str) -> str:
        self.child.sendline(text)
        self.read()
        return self.screen

    def offered(self) -> list[str]:
        """What can be answered: the numbers before the choices, or the choices where they have none."""
        last = self.screen.rstrip().split("\n\n")[-1]
        return re.findall(r"(\d+)\) ", last) or last.split()

    def interrupt(self) -> str:
        self.child.sendintr()
        self.read()
        return self.screen

    def status(self) -> int:
        self.child.close()
        return int(self.child.exitstatus)


def test_a_whole_match_at_a_terminal(name: str, tmp_path: Path, rng: np.random.Generator) -> None:
    settings = [word for setting in SHORT.get(name, []) for word in ("--set", setting)]
    terminal = Terminal(tmp_path, name, "--seed", "5", "--hints", "20", *settings)
    assert load(name).title in terminal.screen
    offered = terminal.offered()
    assert "share of its tries" in terminal.type("h")
    assert "none of the choices" in terminal.type("abracadabra")
    terminal.type(offered[-1])
    assert "Back at your decision before." in terminal.type("u")
    assert terminal.offered() == offered
    asked = terminal.type(offered[0])
    stopped = terminal.interrupt()
    assert terminal.over
    assert terminal.status() == 0
    command = re.search(rf"To go on: card-envs play {name} --resume (\S+)\n", stopped)
    assert command is not None
    terminal = Terminal(tmp_path, name, "--resume", command[1], "--hints", "20")
    assert terminal.screen.endswith(asked)  # the news, the table and the choices, after the greeting
    while not terminal.over:
        terminal.type(str(rng.choice(terminal.offered())))
    assert terminal.status() == 0
    assert "The match is over." in terminal.screen or "The match is cut short." in terminal.screen
    told = json.loads((tmp_path / command[1]).read_text())
    assert told["over"]
    assert told["agents"].count(HUMAN) == 1
    assert card_envs.replay(told).unwrapped.placements == told["placements"]


def test_the_end_of_input_says_how_to_go_on(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "gnav", "--seed", "5")
    terminal.child.sendeof()
    terminal.read()
    assert terminal.over
    assert "To go on: card-envs play gnav --resume gnav-5.jsonl" in terminal.screen
    assert terminal.status() == 0


def test_q_quits_and_other_commands_tell(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "gnav", "--seed", "5", "--seat", "2", "-o", "my match.jsonl")
    assert "hint" in terminal.type("?")
    assert "getting rid of a bad card" in terminal.type("r")
    assert "You hold" in terminal.type("w")
    assert "you (player_2)" in terminal.type("T")
    assert "first decision" in terminal.type("u")
    assert "--resume 'my match.jsonl'" in terminal.type("q")
    assert terminal.status() == 0


# --- choices


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1", "Eichel-6"),
        ("Eichel-6", "Eichel-6"),
        ("eichel-6", "Eichel-6"),
        ("ros", "Rosen-9"),
        ("eichel-under naming schi", "Eichel-Under naming Schilten"),
    ],
)
def test_a_choice_by_number_name_or_beginning(text: str, meant: str) -> None:
    match = begin("E6 EU R9 S6 T7 | R6 R7 R8 RB RK | E9")
    assert match.game.actions[Choices(match).find(text)] == meant


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nothing is none of the choices"),
        ("0", "numbered from 1 to 6, not 0"),
        ("7", "numbered from 1 to 6, not 7"),
        ("²", "none of the choices"),
        ("-1", "none of the choices"),
        ("eichel-u", "eichel-u may be Eichel-Under naming Eichel or Eichel-Under naming Rosen or"),
        ("Schellen-6", "Schellen-6 does not cover Eichel-9: neither suit nor rank fits"),
        ("Rosen-6", "Rosen-6 is not in the hand"),
        ("whist", "whist is none of the choices; [?] is for help"),
    ],
)
def test_what_is_no_choice_is_told_in_one_line(text: str, told: str) -> None:
    with pytest.raises(ValueError, match=told) as caught:
        Choices(begin("E6 EU R9 S6 T7 | R6 R7 R8 RB RK | E9")).find(text)
    assert "\n" not in str(caught.value)


def test_cards_that_are_numbers_are_called_by_name_alone() -> None:
    game = load("und_tschuess")
    for seed in range(50):
        match = Match(game, game.default_params())
        match.deal(seed)
        choices = Choices(match)
        assert choices.lines() == choices.names
        for action, name in enumerate(game.actions):
            if match.mask[action]:
                assert choices.find(name) == action
            else:  # "1" is not the beginning of "12"
                with pytest.raises(ValueError, match=rf"holds no {name}$|nothing is being exchanged"):
                    choices.find(name)


# --- the course of a match


def test_undo_goes_back_to_the_start_and_the_same_choices_lead_to_the_same_match(
    game: Game, rng: np.random.Generator
) -> None:
    sitting = sat_down(game)
    start = sitting.record()
    chosen = play_on(sitting, rng, 3)
    end = sitting.record()
    assert not sitting.match.over
    for _ in chosen:
        assert sitting.undo()
    assert sitting.record() == start
    assert not sitting.undo()
    for action in chosen:
        sitting.choose(action)
        sitting.advance()
    assert sitting.record() == end


@pytest.mark.parametrize("skip_forced", [True, False])
def test_a_match_goes_on_as_if_it_had_not_been_stopped(game: Game, rng: np.random.Generator, skip_forced: bool) -> None:
    sitting = sat_down(game, skip_forced=skip_forced)
    play_on(sitting, rng, 3)
    resumed = Sitting.resume(json.loads(json.dumps(sitting.record())))
    resumed.advance()
    assert resumed.record() == sitting.record()
    assert list(resumed.news()) == list(sitting.news())
    for again in (sitting, resumed):
        play_on(again, np.random.default_rng(1))
        assert again.match.over
    assert resumed.record() == sitting.record()


def test_other_choices_after_resuming_and_undoing_make_another_match(game: Game, rng: np.random.Generator) -> None:
    for seed in range(10):
        sitting = sat_down(game, seed)
        play_on(sitting, rng)
        sitting.undo()  # the last decision of the match
        resumed = Sitting.resume(sitting.record())
        for _ in range(6):
            resumed.undo()
        play_on(resumed, rng)
        assert resumed.match.over
        assert card_envs.replay(resumed.record()).unwrapped.placements == resumed.match.results()[0]


def test_without_skip_forced_every_decision_is_asked_for(game: Game, rng: np.random.Generator) -> None:
    for skip_forced in (True, False):
        sitting = sat_down(game, skip_forced=skip_forced)
        numbers = []
        while not sitting.match.over and len(sitting.match.actions) < 300:
            numbers.append(len(sitting.match.legal_actions()))
            play_on(sitting, rng, 1)
        own = [event for event in record(sitting.match)["events"] if event.get("seat") == sitting.seat]
        assert (min(numbers) > 1) if skip_forced else len(numbers) == len(own)


def test_who_sits_where() -> None:
    game = load("gnav")
    params = game.params.make({"num_players": 5})
    sitting = Sitting.begin(game, params, ["random", "heuristic"], 3, 0)
    assert sitting.specs == ("heuristic", "random", "heuristic", HUMAN, "random")
    seats = [Sitting.begin(game, params, ["random"], None, seed).seat for seed in range(40)]
    assert set(seats) == set(range(5))
    assert seats == [Sitting.begin(game, params, ["random"], None, seed).seat for seed in range(40)]


def test_news_are_what_happened_since_the_last_decision(game: Game, rng: np.random.Generator) -> None:
    sitting = sat_down(game)
    told = sum(event["type"] == "action" for event, _ in sitting.news())
    while not sitting.match.over:
        before = len(sitting.match.actions)
        (choice,) = play_on(sitting, rng, 1)
        news = [(event, forced) for event, forced in sitting.news() if event["type"] == "action"]
        happened = len(sitting.match.actions) - before
        event, forced = news[-happened]  # before it may come what was hidden until now
        assert (event["seat"], event["action"], forced) == (sitting.seat, choice, False)
        assert all(forced == (event["seat"] == sitting.seat) for event, forced in news[1 - happened :] if happened > 1)
        told += happened
    assert told == len(sitting.match.actions)


# --- what is shown


def talk(sitting: Sitting, folder: Path) -> Talk:
    return Talk(sitting, folder / "match.jsonl", hints=20)


def screen(sitting: Sitting, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """All that can be shown at a decision, except a hint."""
    capsys.readouterr()
    one = talk(sitting, folder)
    one.greet()
    one.go_on()
    one.tell()
    return capsys.readouterr().out


@pytest.fixture(autouse=True)
def _a_window_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


def other_world(match: Match, seat: int, rng: np.random.Generator) -> Match | None:
    """A match that looks the same to the seat: unseen cards elsewhere, hidden actions others; None where none came."""
    seen, true = record(match, seat)["events"], record(match)["events"]
    named = {view["name"] or "hidden" for view in seen if view["type"] == "action"}
    shuffles = []
    for view, event in zip(seen, true, strict=True):
        if event["type"] == "shuffle":
            cards = list(event["cards"])
            hidden = [
                place
                for place, card in enumerate(view["cards"])
                if card is None and not any(name.startswith(cards[place]) for name in named)
            ]
            for place, other in zip(hidden, rng.permutation(hidden), strict=True):
                cards[place] = event["cards"][other]
            shuffles.append(cards)
    other = Match(match.game, match.params)
    try:
        other.deal(match.seed, shuffles)
        for view in seen:
            if view["type"] == "action":
                other.step(int(rng.choice(other.legal_actions())) if view["action"] is None else view["action"])
    except ValueError:
        return None
    same = other.seat == match.seat and (other.vector == match.vector).all()
    return other if same and record(other) != record(match) else None


def test_the_screen_shows_nothing_that_the_seat_does_not_know(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], rng: np.random.Generator
) -> None:
    others = 0
    for seed in range(4):
        sitting = sat_down(game, seed, **options(game, rng))
        while not sitting.match.over and len(sitting.match.actions) < 40:
            match, shown = sitting.match, screen(sitting, tmp_path, capsys)
            for state in resample(game, np.repeat(match.states, 3), np.full(3, match.seat), int(rng.integers(2**63))):
                sitting.match = match.clone()
                sitting.match._state[:] = state
                assert screen(sitting, tmp_path, capsys) == shown
            for _ in range(3):
                sitting.match = other_world(match, sitting.seat, rng) or match
                others += sitting.match is not match
                assert screen(sitting, tmp_path, capsys) == shown
            sitting.match = match
            play_on(sitting, rng, 1)
    assert others > 5


def options(game: Game, rng: np.random.Generator) -> dict[str, Any]:
    """Parameters by chance, without those that hold for play alone."""
    return random_params(game, rng).recorded()


def test_nothing_is_wider_than_80_columns(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], rng: np.random.Generator
) -> None:
    sitting = sat_down(game, num_players=game.most_seats)
    while not sitting.match.over and len(sitting.match.actions) < 100:
        shown = screen(sitting, tmp_path, capsys)
        assert max(map(cell_len, shown.splitlines())) <= 80
        play_on(sitting, rng, 1)


def test_colours_tell_nothing_that_the_text_does_not(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    one = talk(sat_down(game), tmp_path)
    one.show()
    plain = capsys.readouterr().out
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    talk(one.sitting, tmp_path).show()
    coloured = capsys.readouterr().out
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured).split() == plain.split()


class Weights:
    """Stands in for search: the higher the number of an action the better it is, and the lowest has not been tried."""

    def weigh(self, decisions: Decisions) -> tuple[Any, Any]:
        legal = decisions.action_masks != 0
        rank = legal.cumsum(1) - 1.0
        shares = np.where(legal, rank, 0) / max(1, (rank * legal).sum())
        return shares, np.where(legal & (rank > 0), shares - 0.5, np.nan)


def test_a_hint_lists_the_choices_best_first(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(
        "card_envs.cli.play.talk.load_agent", lambda *spec, seed: asked.append((spec, seed)) or Weights()
    )
    one = talk(sat_down(game), tmp_path)
    before = one.sitting.record()
    one.answer("h")
    _, *lines = capsys.readouterr().out.rstrip().splitlines()
    choices = [line.strip() for line in reversed(Choices(one.sitting.match).lines())]
    assert len(lines) == len(choices)
    assert all(line.strip().startswith(choice) for line, choice in zip(lines, choices, strict=True))
    assert lines[-1].split()[-2:] == ["0%", "-"]
    assert asked == [((game.name, "search:20"), one.sitting.position_seed())]
    assert one.sitting.record() == before


def test_the_end_opens_all_cards_and_tells_the_places(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], rng: np.random.Generator
) -> None:
    one = talk(sat_down(game), tmp_path)
    while not one.sitting.match.over:
        play_on(one.sitting, rng, 1)
    one.go_on()
    shown = capsys.readouterr().out
    places, scores, _ = one.sitting.match.results()
    for seat, (place, score) in enumerate(zip(places, scores, strict=True)):
        name = f"you (player_{seat})" if seat == one.sitting.seat else f"player_{seat}"
        assert f"{place}. {name}, score {score:g}\n" in shown
    assert opened(game, one.sitting.match, capsys) in shown
    assert json.loads(one.file.read_text()) == one.sitting.record()


def opened(game: Game, match: Match, capsys: pytest.CaptureFixture[str]) -> str:
    """The table with all cards open, as it is printed."""
    Console().print(as_group(game.table(match.state, None)))
    return capsys.readouterr().out


# --- mistakes


def saved(tmp_path: Path, name: str = "gnav", **changes: Any) -> Path:
    """A match with a person, some decisions old, in a file; with these keys of its record changed."""
    sitting = sat_down(load(name))
    play_on(sitting, np.random.default_rng(1), 2)
    file = tmp_path / "saved.jsonl"
    file.write_text(json.dumps({**sitting.record(), **changes}))
    return file


def mistake(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a mistake gets."""
    status, out, err = run(capsys, "play", *arguments)
    assert status == 2
    assert out == ""
    assert len(err.splitlines()) == 1
    return err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["whist"], "no game is named 'whist'"),
        (["gnav", "--opponents", "nobody"], "no agent is called 'nobody'"),
        (["gnav", "--opponents", *["random"] * 4], "4 opponents for 3 seats"),
        (["gnav", "--seat", "4"], "--seat takes a seat from 0 to 3, got 4"),
        (["gnav", "--set", "live=3"], "did you mean lives"),
        (["gnav", "--set", "skip_forced=maybe"], "skip_forced takes False or True"),
        (["gnav", "--resume", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
        (["gnav", "--resume", "x.jsonl", "--seat", "0"], "--resume goes on as x.jsonl says: leave --seat out"),
        (["gnav", "--resume", "x.jsonl", "--set", "lives=2"], "leave --set out"),
        (["gnav", "--resume", "x.jsonl", "--opponents", "random"], "leave --opponents out"),
        (["gnav", "--resume", "x.jsonl", "--seed", "0"], "leave --seed out"),
        (["gnav", "--resume", "x.jsonl", "-o", "y.jsonl"], "leave --output out"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told in mistake(capsys, *arguments)
    assert not list(tmp_path.iterdir())


def test_a_file_that_is_there_is_not_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text("mine")
    assert f"{file} is there already" in mistake(capsys, "gnav", "-o", str(file))
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"agents": None}, "names its agents"),
        ({"agents": ["human"]}, "names its agents"),
        ({"agents": ["heuristic"] * 4}, "names its agents"),
        ({"agents": ["human", "human", "random", "random"]}, "names its agents"),
        ({"agents": ["human", 1, "random", "random"]}, "agents are names"),
        ({"agents": ["human", "nobody", "random", "random"]}, "no agent is called 'nobody'"),
        ({"skip_forced": "no"}, "skip_forced is true or false"),
        ({"game": "tschau_sepp"}, "a match of tschau_sepp, not of gnav"),
        ({"seed": 4}, "its shuffles are not those of its seed"),
        ({"seed": -1}, "seed takes a whole number"),
        ({"seed": None}, "holds what one seat saw"),
        ({"version": 99}, "version 99"),
        ({"params": {"num_players": 3}}, "event"),
        ({"events": []}, "event 0: expected 1 events"),
        ({"format": "other"}, "no game record of format"),
    ],
)
def test_what_cannot_be_resumed_says_why_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    file = saved(tmp_path, **changes)
    before = file.read_text()
    line = mistake(capsys, "gnav", "--resume", str(file))
    assert told in line
    assert str(file) in line
    assert file.read_text() == before


def test_a_finished_a_damaged_and_a_joined_file_cannot_be_resumed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = saved(tmp_path)
    text = file.read_text()
    sitting = Sitting.resume(json.loads(text))
    play_on(sitting, np.random.default_rng(1))
    contents = {
        json.dumps(sitting.record()): "the match is over",
        text[:-9]: "no JSON",
        f"{text}\n{text}\n": "holds 2 matches, not one",
        "": "holds 0 matches, not one",
        json.dumps(record(sitting.match)): "names its agents",
    }
    for content, told in contents.items():
        file.write_text(content)
        assert told in mistake(capsys, "gnav", "--resume", str(file))
        assert file.read_text() == content


def test_bytes_that_are_no_text_are_a_wrong_answer(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), "utf-8", errors="strict"))
    status, out, err = run(capsys, "play", "gnav", "-o", str(tmp_path / "m.jsonl"))
    assert (status, err) == (0, "")
    assert "what cannot be read is none of the choices" in out
    assert "To go on: " in out


def test_without_rich_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for module in [module for module in sys.modules if module.split(".")[0] == "rich"]:
        monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delitem(sys.modules, "card_envs.cli.play.talk")
    assert "pip install 'card_envs[play]'" in mistake(capsys, "gnav")
    assert not list(tmp_path.iterdir())
