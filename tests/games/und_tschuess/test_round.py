"""A round: commits, totals, dropping out, ties, and hands that run empty."""

from __future__ import annotations

import pytest

from card_envs.engine.match import Match
from card_envs.games.und_tschuess.cards import NAMES
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE
from tests.games.und_tschuess.scripted import begin, dropped, fields, hand, lay, pile, row, totals, won

PETER, CLAUDIA, KLAUS, GABY = range(4)


def example(**params: object) -> Match:
    """The worked example of the rulebook, with Peter as the youngest, and a few more cards for near misses."""
    return begin(["5 6", "14 10 -5 3", "6 8 2", "6 9 15 4"], "-5 8 12", **params)


def test_u14_to_u16_u30_to_u32_the_lowest_drops_out_and_takes_the_lowest_points_card() -> None:
    match = lay(example(), "5 14 6 6")
    assert totals(match) == [5, 14, 6, 6]
    assert dropped(match) == [1, 0, 0, 0]
    assert won(match) == [["-5"], [], [], []]
    assert row(match) == ["8", "12"]
    assert pile(match) == ["5"]  # U32


def test_u17_to_u21_the_others_lay_another_card_and_add_it() -> None:
    match = lay(example(), "5 14 6 6")
    assert match.seat == CLAUDIA  # U18: left of Peter
    lay(match, "10 8 9")
    assert totals(match) == [5, 24, 14, 15]
    assert dropped(match) == [1, 0, 2, 0]
    assert won(match) == [["-5"], [], ["8"], []]
    assert pile(match) == ["5", "6", "8"]  # U19: Klaus's number cards with Peter's


def test_u22_to_u26_of_the_last_two_the_higher_takes_the_last_points_card() -> None:
    match = lay(example(), "5 14 6 6", "10 8 9")
    assert match.seat == GABY  # U18: left of Klaus
    lay(match, "15 -5")
    assert totals(match) == [5, 19, 14, 30]
    assert won(match) == [["-5"], [], ["8"], ["12"]]  # U13, U25: nothing for Claudia
    assert dropped(match) == [1, 3, 2, 0]
    assert row(match) == []
    assert match.state.phase == EXCHANGE
    assert match.seat == PETER  # U37
    assert match.state.points[:4].tolist() == [-5, 0, 8, 12]


def test_u33_near_miss_a_shared_lowest_card_sends_nobody_out() -> None:
    match = lay(example(), "6 14 6 6")
    assert dropped(match) == [0, 0, 0, 0]
    assert row(match) == ["-5", "8", "12"]
    assert pile(match) == []
    assert (match.seat, match.state.stage) == (PETER, 2)


def test_u34_near_miss_the_last_two_tie_and_lay_on() -> None:
    match = lay(example(), "5 14 6 6", "10 8 9", "4 -5")
    assert totals(match)[CLAUDIA] == totals(match)[GABY] == 19
    assert dropped(match) == [1, 0, 2, 0]
    assert match.seat == GABY  # F: the order stays as it was
    lay(match, "15 3")
    assert won(match)[GABY] == ["12"]
    assert dropped(match) == [1, 3, 2, 0]


def test_a8_ties_that_are_not_lowest_do_not_matter() -> None:
    match = lay(example(), "5 14 6 6")
    assert dropped(match)[PETER] == 1  # Klaus and Gaby tie at 6


def test_u35_a6_after_a_tie_all_still_in_lay_another_card() -> None:
    match = lay(begin(["1 9", "1 9", "5 2", "6 3"], "1 2 3"), "1 1 5 6")
    assert [match.seat, match.state.waiting] == [0, 4]
    lay(match, "9 9 2 3")  # the two that did not tie can fall behind
    assert totals(match) == [10, 10, 7, 9]
    assert dropped(match) == [0, 0, 1, 0]


def test_f7_the_order_of_commits() -> None:
    """Stage 1 from seat 0; later from the left of the last to drop out, passing over who is out."""
    match = begin(["9 8 7", "8 9 9", "1 2", "7 6 5"], "1 2 3")
    order = []
    for name in ["9", "8", "1", "7", "6", "8", "9", "7", "9"]:
        order.append(match.seat)
        lay(match, name)
    assert order == [0, 1, 2, 3, 3, 0, 1, 0, 1]


def test_u27_any_card_of_the_hand_may_be_laid() -> None:
    match = begin(["-10 -5 1 15 15 7 7", "", "", ""])
    assert [match.game.actions[action] for action in match.legal_actions()] == ["-10", "-5", "1", "7", "15"]


def test_u28_f8_cards_are_turned_over_together() -> None:
    match = begin(["5", "14", "6", "6"])
    for name in ["5", "14", "6"]:
        match.step(match.game.action_from_name(name))
    told = fields(match)
    assert told["committed"].tolist() == [0, 1, 1, 1, 0, 0]
    assert not told["played"].any()
    assert not told["total_plus"].any()
    match.step(match.game.action_from_name("6"))
    assert fields(match, 3)["played"][:4, 0].tolist() == [1 + NAMES.index(name) for name in ("6", "5", "14", "6")]


def test_u8_u10_to_u13_each_stage_one_drops_out_and_one_gets_nothing() -> None:
    match = begin(["1", "2 2", "3 3 3", "4 4 4 4", "5 5 5 5"], "-10 1 2 15")
    for count, cards in enumerate(["1 2 3 4 5", "2 3 4 5", "3 4 5", "4 5"], 1):
        lay(match, cards)
        assert max(dropped(match)) == count
    assert won(match) == [["-10"], ["1"], ["2"], [], ["15"]]
    assert dropped(match) == [1, 2, 3, 4, 0]


def test_a9_a10_a16_equal_points_cards_are_alike_and_bad_ones_are_taken() -> None:
    match = lay(begin(["1", "2 2", "9 9 9", "8 8 1"], "-5 -5 -10"), "1 2 9 8", "2 9 8")
    assert won(match) == [["-10"], ["-5"], [], []]
    lay(match, "9 1")  # seat 2 first, left of seat 1
    assert won(match) == [["-10"], ["-5"], ["-5"], []]  # A16: the winner takes the last one, whatever it is


def test_a11_the_cards_of_the_last_two_go_to_the_pile() -> None:
    match = lay(example(), "5 14 6 6", "10 8 9", "15 -5")
    assert pile(match) == sorted(["5", "14", "6", "6", "10", "8", "9", "15", "-5"], key=int)


ALIKE = "3 4 5 6 7 8 9"


def all_tie(match: Match, stages: str = ALIKE, seats: int = 4) -> Match:
    """Everybody lays the same card in each stage."""
    return lay(match, *[" ".join([name] * seats) for name in stages.split()])


def test_a7_with_empty_hands_the_tied_go_in_the_order_of_announcing() -> None:
    match = all_tie(begin([ALIKE] * 4, "-10 2 15"))
    assert dropped(match) == [1, 2, 3, 0]
    assert won(match) == [["-10"], ["2"], [], ["15"]]
    assert totals(match) == [42] * 4
    assert match.state.stage == 7  # dropping out without another card does not count as a stage
    assert match.state.phase == EXCHANGE


def test_a7_f11_the_order_restarts_left_of_each_who_drops() -> None:
    """Seat 2 is out; seats 3, 0, 1 announce, all tied: 3 goes, then 0 of the last two."""
    match = lay(begin(["9 3 4 5 6 7 8", "9 3 4 5 6 7 8", "1", "9 3 4 5 6 7 8"], "-10 2 15"), "9 9 1 9")
    all_tie(match, "3 4 5 6 7 8", 3)
    assert dropped(match) == [3, 0, 1, 2]
    assert won(match) == [[], ["15"], ["-10"], ["2"]]


def test_a7_f11_also_when_the_last_cards_break_the_tie() -> None:
    """Seat 3 is alone lowest with its last card; then 0, 1, 2 have nothing left, and the same totals decide."""
    match = all_tie(begin([ALIKE, ALIKE, "3 4 5 6 7 8 10", "3 4 5 6 7 8 2"], "-10 2 15"), "3 4 5 6 7 8")
    lay(match, "9 9 10 2")
    assert totals(match) == [42, 42, 43, 35]
    assert dropped(match) == [2, 3, 0, 1]
    assert won(match) == [["2"], [], ["15"], ["-10"]]


def test_a7_near_miss_one_card_left_is_laid() -> None:
    match = all_tie(begin([ALIKE] * 4, "-10 2 15"), "3 4 5 6 7 8")
    assert dropped(match) == [0] * 4
    assert match.state.phase == COMMIT
    assert hand(match, 0) == ["9"]


@pytest.mark.parametrize("players", [5, 6])
def test_a7_at_larger_tables(players: int) -> None:
    alike = " ".join(str(value) for value in range(3, 6 + players))
    match = all_tie(begin([alike] * players), alike, players)
    assert dropped(match) == [*range(1, players), 0]
