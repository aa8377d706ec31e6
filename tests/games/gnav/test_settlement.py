"""The settlement: what is revealed, who pays."""

from __future__ import annotations

from card_envs.engine.record import record
from tests.games.gnav.scripted import (
    begin,
    fields,
    holds,
    keep_all,
    knows,
    lives,
    order,
    paid,
    play,
    resting,
    settled,
)


def test_g4_g35_the_lowest_card_costs_a_life() -> None:
    match = keep_all(begin("V VI IV VIII"))
    assert paid(match) == [2]
    assert lives(match) == [3, 3, 2, 3]


def test_g34_all_cards_are_revealed_after_the_swaps() -> None:
    match = keep_all(begin("V VI IV VIII", lives=1))
    for seat in range(4):
        assert record(match, view=seat)["events"][0]["cards"][:5] == ["V", "VI", "IV", "VIII", None]


def test_g34_all_cards_are_revealed_when_a_cuckoo_stops_the_deal() -> None:
    match = play(begin("V Cuckoo IV VIII"), "swap")
    assert settled(match) == ["V", "Cuckoo", "IV", "VIII"]


def test_g35_a26_all_who_tie_for_lowest_pay() -> None:
    match = keep_all(begin("V IV VI IV"))
    assert paid(match) == [1, 3]
    assert lives(match) == [3, 2, 3, 2]


def test_g36_f14_f18_who_fell_in_mid_deal_is_not_compared_and_its_card_is_never_revealed() -> None:
    match = play(begin("II Dragon VI VIII", lives=1), "swap", "keep", "keep")
    assert settled(match) == ["-", "Dragon", "VI", "VIII"]
    assert paid(match) == [2]
    assert record(match, view=1)["events"][0]["cards"][:4] == [None, "Dragon", "VI", "VIII"]


def test_g36_who_pays_to_a_dragon_and_lives_is_compared() -> None:
    match = play(begin("II Dragon VI VIII"), "swap", "keep", "keep")
    assert lives(match) == [1, 3, 3, 3]


def test_g37_one_fool_costs_its_holder_and_all_with_the_next_lowest_card() -> None:
    match = keep_all(begin("Fool VI IV IV X"))
    assert paid(match) == [0, 2, 3]


def test_g38_two_fools_cost_their_holders_alone() -> None:
    match = keep_all(begin("Fool Owl Fool VIII"))
    assert paid(match) == [0, 2]
    assert lives(match) == [2, 3, 2, 3]


def test_g39_a_surviving_fool_holder_rests_for_the_next_deal() -> None:
    match = keep_all(begin("IX Fool II X", "V VI VII"))
    assert resting(match) == [1]
    assert fields(match, 3)["resting"].tolist() == [0, 0, 1, 0, 0, 0, 0, 0]


def test_g39_whoever_holds_the_fool_at_the_settlement_rests_not_who_was_dealt_it() -> None:
    match = play(begin("Fool IX VII X", "V VI VII"), "swap", "keep", "keep", "keep")
    assert resting(match) == [1]


def test_g40_the_others_pay_nothing() -> None:
    match = keep_all(begin("Fool VI IV IV X"))
    assert [lives(match)[seat] for seat in (1, 4)] == [3, 3]


def test_a13_a_fool_of_a_seat_that_fell_in_mid_deal_does_not_count() -> None:
    match = play(begin("Fool Dragon VI VIII", lives=1), "swap", "keep", "keep")
    assert paid(match) == [2]
    assert lives(match) == [0, 1, 0, 1]


def test_a13_with_one_of_two_fools_fallen_the_other_takes_the_next_lowest_along() -> None:
    match = play(begin("Fool Dragon Fool VIII X", lives=1), "swap", "keep", "keep", "keep")
    assert paid(match) == [2, 3]


def test_a14_with_two_in_the_comparison_and_one_fool_both_pay() -> None:
    match = keep_all(begin("Fool Cuckoo"))
    assert paid(match) == [0, 1]
    assert lives(match) == [2, 2]


# --- uncontested

UNCONTESTED = "Fool II X"
"""Seat 0 rests in the second deal; it and seat 1 have one of two lives left."""


def test_a15_f15_in_an_uncontested_settlement_the_lone_card_is_revealed_and_nobody_pays() -> None:
    match = keep_all(begin(UNCONTESTED, "V Dragon", "V VI", lives=2))
    assert order(match) == [1, 2]
    play(match, "swap")
    assert lives(match) == [1, 0, 2]
    assert not match.over
    assert settled(match) == ["-", "-", "Dragon"]
    assert paid(match) == []


def test_a15_after_an_uncontested_settlement_the_resting_seat_returns() -> None:
    match = play(keep_all(begin(UNCONTESTED, "V Dragon", "V VI", lives=2)), "swap")
    assert match.state.deal_number == 3
    assert sorted(order(match)) == [0, 2]
    assert holds(match)[1] == "-"


def test_a15_a_lone_fool_neither_pays_nor_rests() -> None:
    match = keep_all(begin("Fool X II", "Fool VIII | Dragon", "V VI", lives=2))
    assert lives(match) == [1, 2, 1]
    play(match, "keep", "swap")
    assert settled(match) == ["-", "Fool", "-"]
    assert lives(match) == [1, 2, 0]
    assert resting(match) == []
    assert knows(match, 0)[0] != "?"
