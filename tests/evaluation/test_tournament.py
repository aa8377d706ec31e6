"""More than two agents, deals apart from training's, stops on the way, and how sure the numbers are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import card_envs
from card_envs.agents import Decisions, HeuristicPlayer, RandomPlayer
from card_envs.cli import main
from card_envs.engine.batch import Batch
from card_envs.evaluation import Results
from card_envs.evaluation.contest import chunks, even_line_ups
from card_envs.evaluation.significance import holm, sign_flip_p_values
from card_envs.evaluation.tournament import deal_seeds
from card_envs.games import load
from tests.cli.commands import run


@pytest.fixture(scope="module")
def three() -> Results:
    return card_envs.evaluate("gnav", ["random", "heuristic", "search:8"], deals=80, seed=3, num_threads=2)


# --- what is reported


def test_a_pair_sums_to_nothing(three: Results) -> None:
    for matchup in three.matchups:
        assert matchup.mean_reward + 3 * matchup.field_mean_reward == pytest.approx(0, abs=1e-6)
        low, high = matchup.mean_reward_ci95
        assert matchup.field_mean_reward_ci95 == pytest.approx((-high / 3, -low / 3), abs=1e-6)


def test_the_matrix_holds_the_matchups(three: Results) -> None:
    for matchup in three.matchups:
        row, column = three.agents.index(matchup.agent), three.agents.index(matchup.field)
        assert three.payoff[row][column] == matchup.mean_reward
    assert [three.payoff[i][i] for i in range(3)] == [0, 0, 0]


def test_fields_alone_fill_the_other_seats(three: Results) -> None:
    some = card_envs.evaluate("gnav", ["random", "search:8"], fields=["heuristic"], deals=80, seed=3)
    assert [(matchup.agent, matchup.field) for matchup in some.matchups] == [
        ("random", "heuristic"),
        ("search:8", "heuristic"),
    ]
    assert not some.ratings
    (difference,) = some.differences
    assert (difference.agent, difference.other, difference.field) == ("random", "search:8", "heuristic")
    (expected,) = (one for one in three.matchups if (one.agent, one.field) == ("random", "heuristic"))
    assert some.matchups[0].mean_reward == expected.mean_reward, "the deals are those of all other evaluations"


def test_differences_are_those_of_the_matchups_and_surer(three: Results) -> None:
    rewards = {(matchup.agent, matchup.field): matchup for matchup in three.matchups}
    assert len(three.differences) == 3
    for difference in three.differences:
        one, other = (rewards[name, difference.field] for name in (difference.agent, difference.other))
        assert difference.mean_difference == pytest.approx(one.mean_reward - other.mean_reward)
        low, high = difference.mean_difference_ci95
        assert low < difference.mean_difference < high


def test_ratings_put_chance_last(three: Results) -> None:
    assert list(three.ratings)[-1] == "random"
    rated = three.ratings["heuristic"]
    assert rated.ordinal == pytest.approx(rated.mu - 3 * rated.sigma)
    assert rated.mean_reward > 0 > three.ratings["random"].mean_reward
    assert sum(rating.matches for rating in three.ratings.values()) >= 80 * 4


def test_json_holds_all_of_it(three: Results) -> None:
    body = json.loads(three.to_json())
    assert body["payoff"]["agents"] == ["random", "heuristic", "search:8"]
    assert np.array(body["payoff"]["mean_reward"]).shape == (3, 3)
    assert set(body["ratings"]) == {"random", "heuristic", "search:8"}
    assert body["complete"] is True
    assert {"p_value", "p_value_holm", "field_mean_reward"} <= set(body["matchups"][0])
    assert len(body["differences"]) == 3
    again = card_envs.evaluate("gnav", ["random", "heuristic", "search:8"], deals=80, seed=3, num_threads=1)
    assert again.to_json() == three.to_json()


def test_the_heat_map_is_a_picture(three: Results, tmp_path: Path) -> None:
    three.heat_map(tmp_path / "payoff.png")
    assert (tmp_path / "payoff.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(ValueError, match=r"written to a \.png file"):
        three.heat_map(tmp_path / "payoff.txt")


def test_without_openskill_there_are_no_ratings_and_a_line_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openskill.models", None)
    results = card_envs.evaluate("gnav", ["random", "heuristic", "random"], deals=4)
    assert results.ratings == {}
    assert "pip install 'card_envs[evaluation]'" in str(results)


def test_without_matplotlib_a_plot_is_refused_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    assert main(["evaluate", "gnav", "random", "heuristic", "--deals", "1000000000", "--plot", "f.png"]) == 2
    assert "pip install 'card_envs[evaluation]'" in capsys.readouterr().err


def test_only_open_differences_are_printed(three: Results) -> None:
    printed = 0
    intervals = {(matchup.agent, matchup.field): matchup.mean_reward_ci95 for matchup in three.matchups}
    text = str(three)
    for difference in three.differences:
        one, other = (intervals[name, difference.field] for name in (difference.agent, difference.other))
        overlap = one[0] <= other[1] and other[0] <= one[1]
        low, high = difference.mean_difference_ci95
        assert (f"[{low:+.3f}, {high:+.3f}]" in text) == overlap
        printed += overlap
    assert 0 < printed < 3


# --- the deals and the tables


def test_deals_are_held_out() -> None:
    """A batch of the same seed, which is what training plays on, never deals what the evaluation deals."""
    game = load("gnav")
    for seed in (0, 1, 7):
        dealt = set(deal_seeds(game, game.default_params(), seed, slice(0, 2000)).tolist())
        batch = Batch(game, 2000, seed=seed)
        for _ in range(60):
            assert dealt.isdisjoint(batch.match_seeds.tolist())
            batch.step(batch.random_actions())
    assert len(dealt) == 2000


def test_every_deal_has_a_decision() -> None:
    """Were one replaced as it is dealt, its seatings would be of different deals."""
    game = load("tschau_sepp")
    params = game.params.make({"num_players": 2, "skip_forced": True})
    seeds = deal_seeds(game, params, 1, slice(0, 20_000))
    batch = Batch(game, len(seeds), seed=5, **params.as_dict())
    batch.deal(seeds)
    assert (batch.match_seeds == seeds).all()


@pytest.mark.parametrize(("seats", "agents"), [(4, 3), (4, 4), (3, 5), (2, 7), (8, 3)])
def test_line_ups_are_even(seats: int, agents: int, rng: np.random.Generator) -> None:
    line_ups = even_line_ups(40, seats, agents, rng)
    sat = np.bincount(line_ups.ravel(), minlength=agents)
    assert sat.max() - sat.min() <= 1
    for line_up in line_ups:
        here = np.bincount(line_up, minlength=agents)
        assert here.max() - here.min() <= 1


@pytest.mark.parametrize("deals", [2, 4, 5, 50, 5000])
def test_chunks_cover_the_deals_once(deals: int) -> None:
    assert [deal for part in chunks(deals) for deal in range(part.start, part.stop)] == list(range(deals))


# --- stops


class Interrupting(RandomPlayer):
    """Is interrupted after so many questions."""

    left = 300

    def choose(self, decisions: Decisions) -> npt.NDArray[np.int64]:
        self.left -= 1
        if self.left < 0:
            raise KeyboardInterrupt
        return super().choose(decisions)


def test_an_interrupt_leaves_what_was_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("card_envs.agents._SIMPLE", {"random": Interrupting, "heuristic": HeuristicPlayer})
    file = tmp_path / "results.json"
    status = main(["evaluate", "gnav", "random", "heuristic", "--deals", "100000", "--json", str(file)])
    assert status == 130
    body = json.loads(file.read_text())
    assert body["complete"] is False
    assert all(2 <= matchup["deals"] < 100_000 for matchup in body["matchups"])
    assert len(body["matchups"]) == 2
    out = capsys.readouterr().out
    assert "Stopped early" in out
    assert "3 x heuristic" in out


def test_an_interrupt_at_once_leaves_empty_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interrupting, "left", 0)
    monkeypatch.setattr("card_envs.agents._SIMPLE", {"random": Interrupting, "heuristic": HeuristicPlayer})
    results = card_envs.evaluate("gnav", ["random", "heuristic", "random"], deals=10)
    assert (results.complete, results.matchups, results.ratings) == (False, [], {})
    assert "Stopped early" in str(results)


# --- how sure


def test_holm_by_hand() -> None:
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm(np.array([0.6, 0.7])) == pytest.approx([1, 1])
    assert holm(np.array([])).size == 0


def test_p_values_are_uniform_where_there_is_nothing(rng: np.random.Generator) -> None:
    values: Any = rng.choice([-1.0, -1 / 3, 0.0, 1 / 3, 1.0], size=(60, 400))
    p_values = sign_flip_p_values(values, 1)
    assert abs((p_values < 0.05).mean() - 0.05) < 0.035
    assert abs((p_values < 0.5).mean() - 0.5) < 0.1


def test_p_values_see_what_there_is(rng: np.random.Generator) -> None:
    p_values = sign_flip_p_values(np.stack([rng.normal(0.5, 1, 200), np.zeros(200)], 1), 1)
    assert p_values[0] < 0.001
    assert p_values[1] == 1


@pytest.mark.slow
def test_two_equal_agents_differ_by_nothing() -> None:
    covered = 0
    for seed in range(100):
        matchup = card_envs.evaluate("gnav", ["random", "random"], deals=100, seed=seed, num_threads=2).matchups[0]
        covered += matchup.mean_reward_ci95[0] <= 0 <= matchup.mean_reward_ci95[1]
    assert 88 <= covered <= 100


# --- mistakes


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["gnav", "random", "clever"], "no agent is called 'clever'"),
        (["gnav", "random", "search:none"], "search takes a whole number of simulations from 1"),
        (["gnav", "random", "missing.onnx"], "no agent is called 'missing.onnx'"),
        (["gnav", "random", "heuristic", "--deals", "0"], "takes a whole number from 1, got '0'"),
        (["gnav", "random", "heuristic", "--deals", "1"], "deals takes a whole number from 2, got 1"),
        (["gnav", "random", "heuristic", "--deals", "-3"], "takes a whole number from 1, got '-3'"),
        (["gnav", "random", "heuristic", "--deals", "x"], "takes a whole number from 1, got 'x'"),
        (["gnav", "random", "heuristic", "--plot", "f.svg"], "a heat map is written to a .png file, got 'f.svg'"),
        (["gnaw", "random", "heuristic"], "no game is named 'gnaw'"),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "evaluate", *arguments)
    assert (status, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1
