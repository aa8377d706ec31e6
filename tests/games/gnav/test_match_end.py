"""How a match ends: the last survivor, draws, places, scores."""

from __future__ import annotations

import pytest

from card_envs import gnav_v0
from card_envs.engine.record import record
from tests.games.gnav.scripted import begin, holds, keep_all, knows, lives, pack, play, settled


def test_g5_a_seat_without_lives_is_out() -> None:
    match = keep_all(begin("II V VI VIII", "V VI VII", lives=1))
    assert lives(match)[0] == 0
    assert holds(match)[0] == "-"


def test_g1_g6_the_last_survivor_wins() -> None:
    match = keep_all(keep_all(begin("II V VI", "V VI", lives=1)))
    assert match.over
    assert match.results() == ([3, 1, 2], [0.0, 1.0, 0.0], [-0.5, 1.0, -0.5])


def test_g7_a17_when_all_who_remain_fall_together_they_draw() -> None:
    match = keep_all(begin("VI VI", lives=1))
    assert match.over
    assert match.results()[0] == [1, 1]


def test_g7_f9_three_who_fall_together_share_the_first_place() -> None:
    match = keep_all(begin("Fool VI VI", lives=1))
    assert match.results() == ([1, 1, 1], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0])


def test_a17_who_fell_before_has_no_part_in_a_draw() -> None:
    match = keep_all(keep_all(begin("II V VI", "VI VI", lives=1)))
    assert match.results()[0] == [3, 1, 1]


def test_a17_f8_who_fell_earlier_in_the_same_deal_has_no_part_in_a_draw() -> None:
    match = play(begin("XII Dragon Fool", lives=1), "swap", "keep")
    assert match.over
    assert match.results()[0] == [3, 1, 1]


def test_a17_no_draw_while_a_resting_seat_is_alive() -> None:
    """Seat 0 rests while the other two fall together."""
    match = keep_all(keep_all(begin("Fool VI VI", "VI VI", lives=2)))
    assert lives(match) == [1, 0, 0]
    assert match.results()[0] == [1, 2, 2]


def test_a15_one_seat_alive_in_the_match_wins_at_once() -> None:
    match = play(begin("V Dragon", lives=1), "swap")
    assert match.over
    assert match.results()[0] == [2, 1]


@pytest.mark.parametrize("card", ["Dragon", "Cat"])
def test_g6_a16_a_matador_that_leaves_one_survivor_ends_the_match_without_a_settlement(card: str) -> None:
    match = play(begin(f"V {card}", lives=1), "swap")
    assert match.over
    assert settled(match) == ["-", "-"]
    assert knows(match, 1) == ["?", card]


@pytest.mark.parametrize("card", ["Dragon", "Cat"])
def test_a16_so_does_a_drawn_one(card: str) -> None:
    match = play(begin(f"II V | {card}", lives=1), "keep", "swap")
    assert match.results()[0] == [1, 2]
    assert settled(match) == ["-", "-"]


def test_f13_a_cat_that_decides_the_match_undoes_the_swaps_first_and_nothing_is_revealed() -> None:
    """Seat 0 has fallen and looks on; seat 2 begins."""
    match = keep_all(begin("II V VI", "VIII III | Cat", lives=1))
    play(match, "swap", "swap")
    assert match.over
    assert match.results()[0] == [3, 2, 1]
    assert holds(match) == ["-", "III", "VIII"]
    assert settled(match) == ["II", "V", "VI"]  # still that of the first deal
    assert knows(match, 0) == ["?", "?", "?"]
    assert record(match, view=0)["events"][4]["cards"][:4] == [None, None, "Cat", None]


def test_f8_later_is_better_and_one_settlement_is_one_moment() -> None:
    match = keep_all(keep_all(begin("II II VI X", "V VI", lives=1)))
    assert match.results()[0] == [3, 3, 1, 2]


def test_f8_who_falls_to_a_dragon_falls_before_who_falls_in_that_deals_settlement() -> None:
    match = play(begin("V Dragon II", lives=1), "swap", "keep")
    assert match.results()[0] == [3, 1, 2]


def test_f16_who_falls_to_a_drawn_dragon_falls_before_that_deals_settlement_too() -> None:
    match = play(begin("II Dragon V | Dragon", lives=1), "keep", "keep", "swap")
    assert match.results()[0] == [2, 1, 3]


def test_f10_the_score_is_the_lives_left() -> None:
    match = keep_all(keep_all(begin("II V", "V II", lives=2)))
    assert match.results()[1] == [0.0, 2.0]


def test_f7_all_agents_terminate_in_the_step_that_decides_the_match() -> None:
    env = gnav_v0.raw_env(num_players=3, lives=1)
    env.reset(options={"shuffles": [pack("II V VI"), pack("V VI")]})
    for _ in range(3):
        env.step(0)
    assert env.agents == ["player_0", "player_1", "player_2"]  # a fallen seat stays an agent
    assert not any(env.terminations.values())
    env.step(0)
    env.step(0)
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert not any(env.truncations.values())


def test_f7_rewards_come_with_the_end_alone() -> None:
    env = gnav_v0.raw_env(num_players=2, lives=2)
    env.reset(options={"shuffles": [pack("II V"), pack("V II")]})
    for _ in range(4):
        assert not any(env.rewards.values())
        env.step(0)
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
    assert env.infos["player_1"] == {"placement": 1, "score": 2.0}
