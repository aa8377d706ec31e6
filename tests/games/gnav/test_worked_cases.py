"""Six cases played through by hand, from their deal to their end."""

from __future__ import annotations

from card_envs.games.gnav.rules import OUTCOMES
from tests.games.gnav.scripted import begin, holds, lives, outcomes, paid, play, resting, settled


def test_case_1_a_cat_undoes_a_swap_before_a_keep() -> None:
    """Seats 0 and 1 swap, 1 keeps, 2 asks the dealer's Cat: 2 pays a life, 0 and 1 have their cards back."""
    match = play(begin("II VII IX Cat"), "swap", "keep")
    assert holds(match) == ["VII", "II", "IX", "Cat"]
    play(match, "swap")
    assert settled(match) == ["II", "VII", "IX", "Cat"]
    assert paid(match) == [0]
    assert lives(match) == [2, 3, 2, 3]


def test_case_2_a_request_passes_three_matadors_and_two_more_in_the_stock() -> None:
    """Seat 0 asks past House, Horse and the dealer's House; the stock gives a Horse, then VII; the swaps are over."""
    match = play(begin("II House Horse House | Horse VII"), "swap")
    assert settled(match) == ["VII", "House", "Horse", "House"]
    assert paid(match) == [0]
    assert match.state.deal_number == 2


def test_case_3_a_fool_and_a_tie_for_the_next_lowest_cost_three_lives() -> None:
    match = play(begin("Fool II II X"), "keep", "keep", "keep", "keep")
    assert paid(match) == [0, 1, 2]
    assert lives(match) == [2, 2, 2, 3]


def test_case_4_two_seats_and_one_fool_both_pay_and_at_one_life_each_it_is_a_draw() -> None:
    match = play(begin("Fool X", lives=1), "keep", "keep")
    assert match.over
    assert lives(match) == [0, 0]
    assert match.results() == ([1, 1], [0.0, 0.0], [0.0, 0.0])


def test_case_5_two_seats_with_a_fool_each_rest_through_a_free_deal() -> None:
    match = play(begin("Fool Fool", lives=2), "keep", "keep")
    assert lives(match) == [1, 1]
    assert match.state.deal_number == 3  # the second was skipped
    assert resting(match) == []
    assert "-" not in holds(match)
    assert not match.over


def test_case_6_the_dealer_draws_a_cuckoo_keeps_its_card_and_the_deal_is_settled() -> None:
    match = play(begin("V VI IX II | Cuckoo", lives=1), "keep", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "IX", "II"]
    assert paid(match) == [3]
    assert lives(match) == [1, 1, 1, 0]


def test_case_6_what_the_dealer_drew_is_told() -> None:
    match = play(begin("V II | Cuckoo", lives=1), "keep", "swap")
    assert match.over
    assert outcomes(match) == ["kept", "drew Cuckoo"]
    assert set(outcomes(match)) <= set(OUTCOMES)
