"""The end of a round, the replacing of specials, the result."""

from __future__ import annotations

from typing import Any

from card_envs.engine.match import Match
from card_envs.games.letzte_runde.cards import NAMES
from tests.games.letzte_runde.scripted import GAME, begin, fields, knows, pass_turns, play, row, stacked, totals


def scored(match: Match, seat: int) -> tuple[list[str], list[str]]:
    """A seat's row in the last scoring, as turned up and after replacing."""
    seen = fields(match, seat)
    return [NAMES[code - 1] for code in seen["revealed"][0]], [NAMES[code - 1] for code in seen["final"][0]]


def knocked_round(top: str, **params: Any) -> Match:
    """Two seats; seat 0 discards, seat 1 discards and knocks, seat 0 discards: three draws."""
    match = begin(top, **{"rounds": 1, **params})
    return play(match, "draw", "discard", "draw", "discard", "knock", "draw", "discard")


def test_l6_l43_l46_the_values_are_added_and_noted() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9", "9 9 9 9 0 0 0 0 8 8", rounds=2, max_turns_per_round=1)
    play(match, "draw", "discard")
    assert totals(match) == [6, 22]
    play(match, "draw", "discard")
    assert totals(match) == [6 + 0, 22 + 36]
    assert match.over


def test_l43_all_rows_are_turned_up() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9", rounds=1, max_turns_per_round=1)
    play(match, "draw", "discard")
    for seat in range(2):
        assert knows(match, seat, 0) == ["0", "1", "2", "3"]
        assert knows(match, seat, 1) == ["4", "5", "6", "7"]


def test_l34_l35_a_special_counts_as_the_number_that_replaces_it() -> None:
    match = knocked_round("0 peek 2 3 4 5 6 7 8 9 9 9 1")
    assert row(match, 0) == ["0", "1", "2", "3"]
    assert totals(match) == [6, 22]
    assert scored(match, 0) == (["0", "peek", "2", "3"], ["0", "1", "2", "3"])
    assert fields(match, 0)["set_aside"].tolist() == [0, 1, 0]


def test_l36_a_drawn_special_is_set_aside_and_drawn_past() -> None:
    match = knocked_round("0 peek 2 3 4 5 6 7 8 9 9 9 swap draw2 swap 8")
    assert row(match, 0) == ["0", "8", "2", "3"]
    assert fields(match, 1)["set_aside"].tolist() == [2, 1, 1]


def test_l37_a12_several_specials_from_place_0_to_3() -> None:
    match = knocked_round("swap 1 peek draw2 4 5 6 7 8 9 9 9 5 6 7")
    assert row(match, 0) == ["5", "1", "6", "7"]


def test_l37_each_replacement_is_finished_before_the_next() -> None:
    match = knocked_round("swap 1 peek draw2 4 5 6 7 8 9 9 9 swap 5 6 peek 7")
    assert row(match, 0) == ["5", "1", "6", "7"]


def test_l44_l45_the_knocker_replaces_first() -> None:
    match = knocked_round("swap 1 2 3 peek 5 6 7 8 9 9 9 0 1")
    assert row(match, 1)[0] == "0"  # seat 1 has knocked
    assert row(match, 0)[0] == "1"


def test_l45_then_clockwise() -> None:
    match = begin("swap 1 2 3 swap 5 6 7 swap 1 2 3 swap 5 6 7 8 8 8 9 9 9 9 9 9 9 0 4 4 4", num_players=4, rounds=1)
    pass_turns(match, 5)
    play(match, "draw", "discard", "knock")  # seat 1
    pass_turns(match, 3)
    assert [row(match, seat)[0] for seat in (1, 2, 3, 0)] == ["0", "4", "4", "4"]
    order = [int(match.state.origin[4 * seat]) for seat in (1, 2, 3, 0)]
    assert order == sorted(order)


def test_l45_a20_without_a_knock_the_starting_seat_replaces_first() -> None:
    second = "swap 1 2 3 peek 5 6 7 8 9 0 1"
    match = begin("0 1 2 3 4 5 6 7 8 9", second, rounds=2, max_turns_per_round=1)
    play(match, "draw", "discard", "draw", "discard")
    assert row(match, 1)[0] == "0"  # seat 1 started the second round
    assert row(match, 0)[0] == "1"


def test_a11_replacing_reshuffles_the_discards_but_their_top() -> None:
    pack = stacked("swap 1 2 3 4 5 6 7 8")
    match = begin(pack, max_turns_per_round=57, rounds=1)
    pass_turns(match, 56)
    play(match, "draw", "discard")
    assert not match.over  # the knock question of the last turn
    before = int(match.state.shuffles)
    play(match, "end turn")
    assert match.over
    assert int(match.state.shuffles) == before + 1
    assert int(match.state.num_discards) == 1
    assert fields(match, 0)["reshuffled"].sum() == 57


def test_l35_set_aside_specials_are_not_reshuffled() -> None:
    pack = stacked("swap swap swap swap 4 5 6 7 8")
    match = begin(pack, max_turns_per_round=57, rounds=1)
    pass_turns(match, 56)
    play(match, "draw", "discard", "end turn")
    reshuffled = fields(match, 0)["reshuffled"]
    assert reshuffled[10] == 9 - 4
    assert fields(match, 0)["set_aside"][0] >= 4


def test_a11_the_discard_pile_is_not_touched_by_replacing() -> None:
    match = knocked_round("0 peek 2 3 4 5 6 7 8 9 9 9 swap 1")
    assert [NAMES[card] for card in match.state.discards[: match.state.num_discards]] == ["8", "9", "9", "9"]


def test_l4_l7_l50_fewest_points_win() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 8 8 8 5", num_players=3, rounds=1, max_turns_per_round=1)
    play(match, "draw", "discard")
    assert totals(match) == [6, 22, 32]
    placements, scores, rewards = match.results()
    assert placements == [1, 2, 3]
    assert scores == [-6.0, -22.0, -32.0]
    assert rewards == [1.0, -0.5, -0.5]


def test_a19_a_tie_is_shared_and_a_knocker_pays_no_penalty() -> None:
    match = knocked_round("0 1 2 3 3 2 1 0 8 9 9 9")
    assert totals(match) == [6, 6]
    assert match.results()[0] == [1, 1]
    match = knocked_round("0 1 2 3 4 5 6 7 8 9 9 9")
    assert totals(match) == [6, 22]  # the knocker is behind and pays what it holds


def test_l49_l50_the_rounds_are_added_up() -> None:
    match = begin("0 0 0 0 9 9 9 9 8 8", "0 0 0 0 9 9 9 9 8 8", rounds=2, max_turns_per_round=1)
    play(match, "draw", "discard", "draw", "discard")
    assert totals(match) == [36, 36]
    assert match.results()[0] == [1, 1]


def test_score_rewards_stay_within_one() -> None:
    match = begin("0 0 0 0 9 9 9 9 8 8", rounds=1, max_turns_per_round=1, rewards="score")
    play(match, "draw", "discard")
    assert match.results()[2] == [0.5, -0.5]
    assert GAME.score_scale_of(match.state) == 36.0


def test_l47_no_shuffle_after_the_last_round() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9", rounds=1, max_turns_per_round=1)
    play(match, "draw", "discard")
    assert match.over
    assert int(match.state.shuffles) == 1


def test_e_the_last_scoring_stays_in_sight_in_the_next_round() -> None:
    match = begin("0 peek 2 3 4 5 6 7 8 9 1", max_turns_per_round=1)
    assert not fields(match, 0)["revealed"].any()
    play(match, "draw", "discard")
    assert scored(match, 0) == (["0", "peek", "2", "3"], ["0", "1", "2", "3"])
    assert fields(match, 1)["revealed"][1].tolist() == [1, 12, 3, 4]
