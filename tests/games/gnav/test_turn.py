"""A turn: keeping, swapping, what the matadors do, the stock."""

from __future__ import annotations

import pytest

from card_envs.engine.record import record
from card_envs.games.gnav.cards import NAMES
from tests.games.gnav.scripted import (
    begin,
    holds,
    keep_all,
    knows,
    lives,
    outcomes,
    paid,
    play,
    settled,
    turned_up,
)

ORDINARY = NAMES[:16]

# --- keep or ask


def test_g2_g16_keeping_passes_the_turn_and_leaves_the_cards() -> None:
    match = play(begin("V VI VII VIII"), "keep")
    assert match.seat == 1
    assert holds(match) == ["V", "VI", "VII", "VIII"]


def test_g2_g16_a_request_swaps_with_the_next_to_the_left() -> None:
    match = play(begin("V VI VII VIII"), "swap")
    assert holds(match) == ["VI", "V", "VII", "VIII"]


def test_f6_both_actions_are_always_legal() -> None:
    match = begin("V Fool Cuckoo VIII")
    while match.state.deal_number == 1:
        assert match.legal_actions() == [0, 1]
        play(match, "keep")
    with pytest.raises(ValueError, match="2 is no action of gnav"):
        match.step(2)


@pytest.mark.parametrize("card", ORDINARY)
def test_g17_whoever_holds_no_matador_must_accept(card: str) -> None:
    match = play(begin(f"V {card} VII VIII"), "swap")
    assert holds(match)[:2] == [card, "V"]
    assert lives(match) == [3, 3, 3, 3]


@pytest.mark.parametrize("action", ["keep", "swap"])
def test_g18_the_recipient_chooses_next(action: str) -> None:
    match = play(begin("V VI VII VIII"), "swap")
    assert match.seat == 1
    play(match, action)
    assert holds(match) == (["VI", "V", "VII", "VIII"] if action == "keep" else ["VI", "VII", "V", "VIII"])


def test_g19_a_swap_is_seen_by_its_two_seats_alone() -> None:
    match = play(begin("V VI VII VIII"), "swap")
    assert knows(match, 0) == ["VI", "V", "?", "?"]
    assert knows(match, 1) == ["VI", "V", "?", "?"]
    assert knows(match, 2) == ["?", "?", "VII", "?"]
    assert knows(match, 3) == ["?", "?", "?", "VIII"]


def test_g19_a_card_is_known_wherever_it_travels() -> None:
    match = play(begin("V VI VII VIII"), "swap", "swap")
    assert knows(match, 0) == ["VI", "?", "V", "?"]
    assert knows(match, 1) == ["VI", "VII", "V", "?"]
    assert knows(match, 2) == ["?", "VII", "V", "?"]


def test_g28_a_matador_that_is_not_challenged_does_nothing_and_stays_hidden() -> None:
    match = play(begin("V VI Cuckoo Cat"), "swap", "keep", "keep")
    assert match.state.deal_number == 1
    assert knows(match, 0)[2] == knows(match, 1)[2] == "?"
    play(match, "keep")
    assert paid(match) == [1]
    assert lives(match) == [3, 2, 3, 3]


@pytest.mark.parametrize("card", ["House", "Horse", "Cat", "Dragon", "Cuckoo"])
def test_g28_a_matador_that_its_holder_swaps_away_does_nothing(card: str) -> None:
    match = play(begin(f"{card} VI VII VIII"), "swap")
    assert holds(match)[:2] == ["VI", card]
    assert lives(match) == [3, 3, 3, 3]
    assert knows(match, 2)[1] == "?"


def test_a12_a_known_fool_is_swapped_away_and_may_be_asked_for() -> None:
    match = play(begin("Fool VI VII VIII"), "swap")
    assert holds(match)[:2] == ["VI", "Fool"]
    match = play(begin("V Fool VII VIII"), "swap")
    assert holds(match)[:2] == ["Fool", "V"]


# --- Cuckoo


def test_g20_a_challenged_cuckoo_ends_the_deal_at_once() -> None:
    match = play(begin("V Cuckoo II VIII"), "swap")
    assert match.state.deal_number == 2
    assert settled(match) == ["V", "Cuckoo", "II", "VIII"]
    assert paid(match) == [2]


def test_a25_whoever_challenges_a_cuckoo_pays_nothing_for_it() -> None:
    match = play(begin("V Cuckoo II VIII"), "swap")
    assert lives(match) == [3, 3, 2, 3]


def test_g20_a_challenged_cuckoo_is_revealed() -> None:
    match = play(begin("II Cuckoo V", lives=1), "swap")
    told = record(match, view=2)
    assert told["events"][0]["cards"][:3] == ["II", "Cuckoo", "V"]


# --- Dragon


def test_g21_a_dragon_refuses_and_costs_a_life_and_the_requester_keeps_its_card() -> None:
    match = play(begin("V Dragon VII VIII"), "swap")
    assert lives(match) == [2, 3, 3, 3]
    assert holds(match) == ["V", "Dragon", "VII", "VIII"]
    assert [knows(match, seat)[1] for seat in range(4)] == ["Dragon"] * 4
    assert knows(match, 1)[0] == "?"  # what was refused is not shown


def test_g22_a4_play_goes_on_to_the_dragons_left_and_its_holder_has_no_turn() -> None:
    match = play(begin("V Dragon VII VIII"), "swap")
    assert match.seat == 2
    assert outcomes(match) == ["refused by Dragon", "challenged", "waiting", "waiting"]


def test_a1_g22_a_dragon_reached_past_a_house_sends_play_on_to_its_own_left() -> None:
    match = play(begin("V House Dragon VII VIII"), "swap")
    assert lives(match)[0] == 2
    assert match.seat == 3


# --- Cat


def test_g23_a_cat_refuses_and_costs_a_life() -> None:
    match = play(begin("V Cat VII VIII"), "swap")
    assert lives(match) == [2, 3, 3, 3]
    assert holds(match) == ["V", "Cat", "VII", "VIII"]


def test_g24_a7_a_cat_undoes_a_chain_of_swaps() -> None:
    match = play(begin("V VI VII Cat IX"), "swap", "swap")
    assert holds(match) == ["VI", "VII", "V", "Cat", "IX"]
    play(match, "swap")
    assert holds(match) == ["V", "VI", "VII", "Cat", "IX"]
    assert lives(match) == [3, 3, 2, 3, 3]


def test_g24_a_cat_undoes_swaps_before_a_keep_too() -> None:
    match = play(begin("V VI VII Cat IX"), "swap", "keep", "swap")
    assert holds(match) == ["V", "VI", "VII", "Cat", "IX"]


def test_g24_what_was_seen_stays_seen_after_a_cat() -> None:
    match = play(begin("V VI VII Cat IX"), "swap", "keep", "swap")
    assert knows(match, 0) == ["V", "VI", "?", "Cat", "?"]
    assert knows(match, 2) == ["?", "?", "VII", "Cat", "?"]


def test_g25_a4_play_goes_on_to_the_cats_left_and_its_holder_has_no_turn() -> None:
    match = play(begin("V VI Cat VIII IX"), "keep", "swap")
    assert match.seat == 3
    assert outcomes(match)[2] == "challenged"


def test_a1_g25_a_cat_reached_past_a_horse_sends_play_on_to_its_own_left() -> None:
    match = play(begin("V Horse Cat VII VIII"), "swap")
    assert lives(match)[0] == 2
    assert match.seat == 3


def test_a5_a_cat_gives_no_life_back() -> None:
    match = play(begin("V Dragon VII VIII Cat X"), "swap", "swap", "swap")
    assert lives(match) == [2, 3, 3, 2, 3, 3]
    assert holds(match) == ["V", "Dragon", "VII", "VIII", "Cat", "X"]


def test_a5_a_cat_brings_nobody_back() -> None:
    match = play(begin("V Dragon VII VIII Cat X", lives=1), "swap", "keep", "swap")
    assert lives(match) == [0, 1, 1, 0, 1, 1]
    assert match.seat == 5


def test_a6_a_swap_with_a_seat_that_has_fallen_since_is_undone() -> None:
    match = play(begin("II X Dragon VIII Cat V", lives=1), "swap", "swap")
    assert lives(match)[1] == 0
    assert holds(match)[:2] == ["X", "II"]
    play(match, "swap")
    assert holds(match)[:2] == ["II", "X"]
    play(match, "keep")
    assert paid(match) == [0]


def test_a8_a_cat_with_no_swap_to_undo_costs_the_life_alone() -> None:
    match = play(begin("V VI Cat VIII IX"), "keep", "swap")
    assert holds(match) == ["V", "VI", "Cat", "VIII", "IX"]
    assert lives(match) == [3, 2, 3, 3, 3]


@pytest.mark.parametrize("card", ["Dragon", "Cat"])
def test_a3_when_the_dealer_refuses_the_swaps_are_over(card: str) -> None:
    match = play(begin(f"V VI VII {card}", "V VI VII VIII"), "keep", "keep", "swap")
    assert match.state.deal_number == 2
    assert settled(match) == ["V", "VI", "VII", card]
    assert lives(match) == [2, 3, 2, 3]  # V is lowest, VII asked


# --- House and Horse


@pytest.mark.parametrize("card", ["House", "Horse"])
def test_g26_a24_a_request_goes_past_a_house_or_horse_by_itself(card: str) -> None:
    match = play(begin(f"V {card} VII VIII"), "swap")
    assert holds(match) == ["VII", card, "V", "VIII"]
    assert lives(match) == [3, 3, 3, 3]


def test_g26_what_was_passed_is_seen_by_all() -> None:
    match = play(begin("V House VII VIII"), "swap")
    assert [knows(match, seat)[1] for seat in range(4)] == ["House"] * 4


def test_g27_several_are_passed_in_a_row() -> None:
    match = play(begin("V House Horse House VII VIII"), "swap")
    assert holds(match) == ["VII", "House", "Horse", "House", "V", "VIII"]


def test_a1_the_recipient_acts_next_and_who_was_passed_has_no_turn() -> None:
    match = play(begin("V House VII VIII"), "swap")
    assert match.seat == 2
    assert outcomes(match) == ["swapped", "passed over", "waiting", "waiting"]


def test_a24_a_cuckoo_behind_a_house_stops_the_deal() -> None:
    match = play(begin("V House Cuckoo II"), "swap")
    assert paid(match) == [3]
    assert match.state.deal_number == 2


# --- the stock


def test_g29_the_dealer_may_keep() -> None:
    match = keep_all(begin("V VI VII VIII | XII"))
    assert settled(match) == ["V", "VI", "VII", "VIII"]


def test_g29_g33_the_dealer_may_swap_with_the_top_of_the_stock() -> None:
    match = play(begin("V VI VII II | XII"), "keep", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "VII", "XII"]
    assert paid(match) == [0]


@pytest.mark.parametrize("card", ["House", "Horse"])
def test_g30_a2_past_the_dealers_house_or_horse_lies_the_stock_and_the_dealer_does_not_act(card: str) -> None:
    match = play(begin(f"V VI II {card} | XII", "V VI VII VIII"), "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "XII", card]
    assert match.state.deal_number == 2


def test_g31_a_drawn_house_or_horse_is_drawn_past() -> None:
    match = play(begin("V VI VII II | Horse House XII"), "keep", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "VII", "XII"]


def test_a27_with_eight_seats_and_every_house_and_horse_in_the_stock_a_card_is_left_to_draw() -> None:
    match = begin("V VI VII VIII IX X XI II | House Horse House Horse XII")
    play(match, *["keep"] * 7, "swap")
    assert settled(match)[7] == "XII"


@pytest.mark.parametrize("card", ORDINARY)
def test_g33_an_ordinary_draw_replaces_the_card(card: str) -> None:
    match = play(begin(f"V VI VII VIII | {card}"), "keep", "keep", "keep", "swap")
    assert settled(match)[3] == card


def test_g32_a9_a_drawn_cuckoo_leaves_the_card_and_costs_no_life() -> None:
    match = play(begin("V VI VII VIII | Cuckoo"), "keep", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "VII", "VIII"]
    assert lives(match) == [2, 3, 3, 3]


def test_g32_a9_a_drawn_dragon_leaves_the_card_and_costs_a_life() -> None:
    match = play(begin("V VI VII VIII | Dragon"), "keep", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "VII", "VIII"]
    assert lives(match) == [2, 3, 3, 2]


def test_g32_a9_a_drawn_cat_costs_a_life_and_undoes_the_swaps() -> None:
    match = play(begin("V VI VII VIII | Cat"), "swap", "keep", "keep", "swap")
    assert settled(match) == ["V", "VI", "VII", "VIII"]
    assert lives(match) == [2, 3, 3, 2]


def test_a7_a_drawn_cat_undoes_also_the_swap_that_gave_its_drawer_the_card() -> None:
    match = play(begin("II VI VII VIII | Cat"), "swap", "swap", "swap", "swap")
    assert settled(match) == ["II", "VI", "VII", "VIII"]
    assert lives(match) == [2, 3, 3, 2]


def test_a9_a_matador_drawn_by_a_request_that_passed_the_dealer_works_on_the_requester() -> None:
    match = play(begin("V VI VII House | Dragon"), "keep", "keep", "swap")
    assert lives(match) == [2, 3, 2, 3]


@pytest.mark.parametrize("card", ["Cat", "Dragon", "Cuckoo"])
def test_a9_drawn_matadors_are_seen_by_all(card: str) -> None:
    match = play(begin(f"V VIII II | Horse {card}", lives=1), "keep", "keep", "swap")
    told = record(match, view=0)
    assert told["events"][0]["cards"][3:6] == ["Horse", card, None]


def test_a9_drawn_matadors_are_in_the_observation() -> None:
    match = play(begin("V II | Horse House Cuckoo", lives=1), "keep", "swap")
    assert match.over
    assert turned_up(match, 0) == turned_up(match, 1) == ["House", "Horse", "Cuckoo"]


def test_a9_a_card_seen_from_the_stock_stays_in_the_record_of_a_seats_view_after_the_deal() -> None:
    match = play(begin("V VIII II IX | Horse XII"), "keep", "keep", "keep", "swap")
    assert match.state.deal_number == 2
    told = record(match, view=0)
    assert told["events"][0]["cards"][:7] == ["V", "VIII", "II", None, "Horse", "XII", None]


def test_a10_f14_a_card_replaced_from_the_stock_is_never_revealed() -> None:
    match = play(begin("V IV | XII", lives=1), "keep", "swap")
    assert match.over
    assert knows(match, 0, dealt=True) == ["V", "?"]
    assert record(match, view=0)["events"][0]["cards"][:4] == ["V", None, "XII", None]


def test_a20_a23_the_last_in_order_never_asks_the_first() -> None:
    match = play(begin("XII VI VII II | III"), "keep", "keep", "keep", "swap")
    assert settled(match) == ["XII", "VI", "VII", "III"]


def test_a10_a_draw_ends_the_deal() -> None:
    match = play(begin("V VI VII VIII | XII", "V VI VII VIII"), "keep", "keep", "keep", "swap")
    assert match.state.deal_number == 2
