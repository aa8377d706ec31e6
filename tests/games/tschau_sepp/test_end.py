"""Going out, the last two, the count, the cap."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from card_envs import tschau_sepp_v0
from card_envs.engine.match import Match
from tests.games.tschau_sepp.scripted import (
    begin,
    draw_and_pass,
    dried,
    fields,
    first_out,
    hand,
    legal,
    places,
    play,
    shuffles,
    sizes,
    stock,
    until,
)

DUEL = "E8 R8 S8 T8 {} | R6 S6 T6 RB SB | EK"
"""Two seats; with four Eights seat 0 is to act again and again."""
HANDS = ("E6 E9 R6 S6 TK", "R7 R8 R9 RB RO", "S7 S8 S9 SB SO", "T7 T8 T9 TB TO")
VALUES = {"6": 6, "7": 7, "8": 8, "9": 9, "B": 10, "U": 2, "O": 3, "K": 4, "A": 11}


def duel(last: str, **params: int) -> Match:
    """Seat 0 lays its five cards in a row."""
    return play(begin(DUEL.format(last), **params), "E8 R8 S8 T8")


def is_over(match: Match) -> bool:
    return match.over


def worth(cards: set[str]) -> int:
    return sum(VALUES[card[1]] for card in cards)


# --- going out


def test_t12_t21_a11_f13_the_first_to_go_out_has_won_and_the_others_play_on() -> None:
    match = play(first_out("EK"), "EK")
    assert not match.over
    assert match.state.out[:3].tolist() == [1, 0, 0]
    assert match.seat == 1
    until(match, is_over)
    assert places(match)[0] == 1
    assert sorted(places(match)[1:]) == [2, 3]


def test_t21_who_is_out_has_no_more_turn() -> None:
    match = play(first_out("EK"), "EK")
    while not match.over:
        assert match.seat in (1, 2)
        match.step(match.legal_actions()[0])


def test_t12_f14_the_last_but_one_to_go_out_ends_the_match() -> None:
    match = play(duel("T9"), "T9")
    assert match.over
    assert match.results()[:2] == ([1, 2], [0.0, -38.0])


def test_f13_places_follow_the_order_of_going_out() -> None:
    """Four seats, no count: until one is left."""
    match = begin(f"{' | '.join(HANDS)} | EA", two_player_end="reshuffle")
    order = []
    while not match.over:
        seat = match.seat
        match.step(match.legal_actions()[0])
        if match.state.hand_size[seat] == 0:
            order.append(seat)
    assert len(order) == 3
    assert [places(match)[seat] for seat in order] == [1, 2, 3]
    assert sum(places(match)) == 10


def test_f12_all_agents_finish_in_the_same_step() -> None:
    env = tschau_sepp_v0.raw_env(num_players=3)
    env.reset(seed=1)
    while env.agents and not any(env.terminations.values()):
        assert env.agents == env.possible_agents
        assert not any(env.rewards.values())
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert not any(env.truncations.values())
    assert any(env.rewards.values())


def test_f15_a_seven_that_ends_the_match_makes_nobody_draw() -> None:
    match = play(duel("T7"), "T7")
    assert match.over
    assert sizes(match) == [0, 5]


def test_a10_any_card_may_be_the_last() -> None:
    for last in ("T6", "T7", "T9", "TB", "TO", "TK", "TA"):
        deal = DUEL.replace("R6 S6 T6 RB SB", "R9 S9 R7 SA RA").format(last)
        match = play(begin(deal), f"E8 R8 S8 T8 {last}")
        assert places(match) == [1, 2]


# --- the last two


def short_two(seat_1: str, **params: Any) -> Match:
    """Two seats, the stock is used up and nobody has laid; seat 1 is to act."""
    own = seat_1.split()
    match = dried(f"E7 E8 E9 EB EO | {' '.join(own[:5])}", "E6", ["", " ".join(own[5:])], **params)
    assert (match.seat, stock(match), sizes(match)) == (1, [], [18, 17])
    return match


CANNOT = "RO RK SO SK TO TK R7 R9 S7 S9 T7 T9 RB R8 SB S8 TB"
TIES = "R8 R9 RO RK S7 S8 S9 SB SO SK T7 T8 T9 TB TO TK TA"


def test_t22_t23_a12_f17_f26_the_last_two_count_when_one_needs_a_card_and_there_is_none() -> None:
    match = short_two(CANNOT)
    assert legal(match) == ["draw"]
    turns = match.state.turns
    play(match, "draw")
    assert match.over
    assert not match.truncated
    assert match.state.turns == turns
    assert match.state.reshuffles == 0


def test_t24_a13_f13_f14_the_value_counts_and_not_the_number_of_cards() -> None:
    match = play(short_two(CANNOT), "draw")
    left = [worth(hand(match, seat)) for seat in range(2)]
    assert left[1] < left[0]
    assert match.results()[:2] == ([2, 1], [-float(points) for points in left])
    fewer_but_worse = short_two("R7 R8 R9 RB RA RK S7 S8 S9 SB SA SK T7 T8 T9 TB TA")
    play(fewer_but_worse, "draw")
    assert sizes(fewer_but_worse) == [18, 17]
    assert places(fewer_but_worse) == [1, 2]


def test_a13_equal_values_share_the_place() -> None:
    match = play(short_two(TIES), "draw")
    assert match.results() == ([1, 1], [-117.0, -117.0], [0.0, 0.0])


@pytest.mark.parametrize("rank", "6789BUOKA")
def test_t25_t26_t27_t28_t29_t30_f14_what_a_card_left_is_worth(rank: str) -> None:
    """Seat 1 has cards worth 32 and this one when the match is cut short."""
    match = play(begin(f"E6 E9 EB EO EK | R9 S9 R7 S7 T{rank} | EA", max_turns=1), "E6")
    assert match.results()[1] == [-26.0, -32.0 - VALUES[rank]]


def test_t23_a12_one_can_still_go_on_and_out_after_the_last_card_was_taken() -> None:
    match = short_two(CANNOT.replace("RO", "EK"))
    assert legal(match) == ["EK"]
    play(match, "EK")
    assert not match.over
    assert match.seat == 0


def one_card_left(**params: bool) -> Match:
    """Two seats; one card is left to draw, and seat 0 is to act and holds Eichel-7, which covers."""
    drawn = "EK SO EA TO R6 TK S6 R7 T6 R9 EU S7 RU S9 SU T7 TU T9 RA RB SA R8 TA SB"
    match = begin(f"E7 E8 E9 EB EO | RO RK SK TB S8 | E6 {drawn}", voluntary_draw=True, **params)
    return draw_and_pass(match, 24)


def test_a12_f17_for_a_seven_what_is_left_is_taken_first_and_counts() -> None:
    match = one_card_left()
    (last,) = stock(match)
    play(match, "E7")
    assert match.over
    assert match.state.turns == 25
    assert last in hand(match, 1)
    assert sizes(match) == [16, 18]
    assert match.results()[1] == [-float(worth(hand(match, seat))) for seat in range(2)]


@pytest.mark.parametrize(("one", "two"), [*combinations(HANDS, 2)])
def test_t23_a12_a_table_of_two_never_shuffles_again(one: str, two: str) -> None:
    match = until(begin(f"{one} | {two} | EA"), is_over)
    assert len(shuffles(match)) == 1


def two_left_and_dry(**params: str) -> Match:
    """Three seats; the last card of the stock is taken while all are in, then seat 0 goes out; seat 1 is to act."""
    hands = "E6 E9 EB EO EK | R7 R8 S7 S8 T7 | R6 R9 RB RO S6"
    stocked = "EU RA SA E7 T8 TA S9 SB SO T9 TB TO T6 SK TK RK RU SU TU E8"
    match = begin(f"{hands} | EA {stocked}", voluntary_draw=True, **params)
    play(match, "draw pass " * 6)
    for own in ("E6", "E7", "E9", "EB", "EO", "EU>E"):
        play(match, f"{own} draw pass draw pass")
    return play(match, "EK")


def test_a14_only_the_state_when_a_card_is_missing_counts() -> None:
    """The stock was used up by three; now that two are left, a missing card is counted and not shuffled for."""
    match = two_left_and_dry()
    assert stock(match) == []
    assert match.state.reshuffles == 0
    until(match, is_over)
    assert len(shuffles(match)) == 1
    assert places(match)[0] == 1


# --- the cap


def test_f11_at_the_cap_the_match_is_truncated_and_the_value_ranks() -> None:
    match = play(begin("E6 E9 EB EO EK | R9 S9 R7 S7 T7 | RO SO TO RK SK | EA", max_turns=1), "E6")
    assert match.over
    assert match.truncated
    assert match.results()[:2] == ([2, 3, 1], [-26.0, -39.0, -17.0])


def test_f11_who_is_out_comes_before_those_still_in() -> None:
    match = play(first_out("EK", max_turns=13), "EK")
    assert match.truncated
    assert places(match)[0] == 1
    assert match.results()[1][0] == 0.0


def test_f16_a_seven_on_the_last_turn_makes_nobody_draw() -> None:
    match = play(begin("E7 E9 EB EO EK | R9 S9 R7 S7 T7 | EA", max_turns=1), "E7")
    assert match.truncated
    assert sizes(match) == [4, 5]


def test_f16_a_match_that_ends_on_the_last_turn_is_not_truncated() -> None:
    match = play(duel("T9", max_turns=5), "T9")
    assert match.over
    assert not match.truncated


def test_f10_a_draw_is_part_of_its_turn() -> None:
    match = begin("R6 S6 T6 RB SB | R7 R8 S7 S8 T7 | EK E6", max_turns=1)
    play(match, "draw")
    assert (match.over, match.state.turns) == (False, 0)
    play(match, "E6")
    assert match.truncated


def test_f11_the_cap_is_in_the_observation() -> None:
    match = begin("E7 E9 EB EO EK | R9 S9 R7 S7 T7 | EA", max_turns=300)
    assert fields(match, 1)["max_turns"].tolist() == [1, 44]
