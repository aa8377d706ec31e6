"""The match and its deals: lives, shuffles, who is dealt in, the dealer, shown Fools, resting seats."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import card_envs
from card_envs import gnav_v0
from card_envs.games.gnav.cards import NAMES
from tests.games.gnav.scripted import (
    GAME,
    begin,
    fields,
    holds,
    keep_all,
    knows,
    lives,
    order,
    pack,
    paid,
    play,
    resting,
    settled,
)
from tests.play import played, uniform

# --- the match


def test_g1_g5_a28_f20_four_seats_with_three_lives_each_by_default() -> None:
    match = begin("V VI VII VIII")
    assert match.params == GAME.params()
    assert lives(match) == [3, 3, 3, 3]


def test_f1_the_names_of_the_environments() -> None:
    assert card_envs.make("gnav").metadata["name"] == "gnav_v0"
    assert gnav_v0.raw_env().metadata["name"] == "gnav_v0"
    assert GAME.module == "gnav_v0"
    assert gymnasium.spec("card_envs/Gnav-v0").kwargs == {"game": "gnav"}


def test_f21_the_default_reward_is_for_winning() -> None:
    assert GAME.params().rewards == "win"


def test_g43_the_next_deal_follows_a_settlement_by_itself() -> None:
    match = keep_all(begin("V VI VII VIII", "X IX VIII VII"))
    assert match.state.deal_number == 2
    assert holds(match) == ["VII", "X", "IX", "VIII"]


def test_g43_after_the_match_a_new_one_is_dealt() -> None:
    env = gnav_v0.raw_env(num_players=2, lives=1)
    env.reset(options={"shuffles": [pack("V VI")]})
    env.step(0)
    env.step(0)
    assert env.placements == [2, 1]
    env.reset()
    assert env.placements == [0, 0]
    assert not any(env.terminations.values())


# --- shuffling and dealing


def test_g2_g11_f5_one_card_to_each_from_the_top_in_acting_order_and_the_rest_is_the_stock() -> None:
    match = begin("V VI VII | Horse IX")
    assert holds(match) == ["V", "VI", "VII"]
    assert [NAMES[card] for card in match.state.pack] == pack("V VI VII", "Horse IX")
    assert match.state.stock == 3
    assert settled(play(match, "keep", "keep", "swap")) == ["V", "VI", "IX"]


def test_g11_f3_the_whole_pack_is_shuffled_once_for_every_contested_deal(rng: np.random.Generator) -> None:
    for seed in range(20):
        match = played(GAME, GAME.params.make({"num_players": 2, "lives": 9}), seed, uniform(rng))
        shuffles = [event.cards for events, _ in match.replayed() for event in events if event.cards is not None]
        assert all(sorted(cards) == sorted([*range(21), *range(21)]) for cards in shuffles)
        assert len(set(shuffles)) == len(shuffles)
        deals = {int(now.state.deal_number) for _, now in match.replayed()}
        assert len(shuffles) == len(deals)  # the numbers of skipped deals are never seen


def test_g11_a_card_is_seen_by_its_owner_alone() -> None:
    match = begin("V VI VII")
    assert [knows(match, seat) for seat in range(3)] == [["V", "?", "?"], ["?", "VI", "?"], ["?", "?", "VII"]]


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_f4_a21_the_highest_seat_deals_first_and_seat_0_begins(seats: int) -> None:
    match = begin(" ".join(["V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][:seats]))
    assert match.state.dealer == seats - 1
    assert match.seat == 0


def test_g12_play_goes_clockwise_from_the_dealers_left_and_the_dealer_is_last() -> None:
    match = keep_all(begin("V VI VII VIII", "V VI VII VIII"))
    assert match.state.dealer == 0
    seats = []
    for _ in range(4):
        seats.append(match.seat)
        play(match, "keep")
    assert seats == [1, 2, 3, 0]


def test_g15_the_dealer_moves_to_the_next_surviving_seat() -> None:
    match = keep_all(begin("II VI VII VIII", "V VI VII", lives=1))
    assert lives(match)[0] == 0
    assert match.state.dealer == 1
    assert order(match) == [2, 3, 1]


def test_g11_a_fallen_seat_gets_no_card() -> None:
    match = keep_all(begin("II VI VII VIII", "V VI VII", lives=1))
    assert holds(match) == ["-", "VII", "V", "VI"]


def test_f17_nothing_about_cards_is_kept_from_one_deal_to_the_next() -> None:
    match = keep_all(begin("II VI VII VIII", "V VI VII VIII"))
    for seat in range(4):
        assert knows(match, seat).count("?") == 3
        assert knows(match, seat, dealt=True).count("?") == 3
        assert not fields(match, seat)["stock_shown"].any()
        assert fields(match, seat)["outcome"][:, 1:].sum() == 0


# --- a Fool is shown


def test_g13_g14_a11_a_dealt_fool_is_shown_to_everybody() -> None:
    match = begin("V Fool VII Fool")
    for seat in range(4):
        assert knows(match, seat)[1] == "Fool"
        assert knows(match, seat)[3] == "Fool"


def test_g13_a_resting_and_a_fallen_seat_see_it_too() -> None:
    match = keep_all(begin("Fool II IX X", "VI Fool VII"))
    assert resting(match) == [0]
    assert knows(match, 0)[2] == "Fool"
    match = keep_all(begin("II VI VII VIII", "V Fool VII", lives=1))
    assert lives(match)[0] == 0
    assert knows(match, 0)[3] == "Fool"


def test_a11_a_shown_fool_is_followed_through_swaps() -> None:
    match = play(begin("Fool V VII IX"), "swap", "swap")
    for seat in range(4):
        assert knows(match, seat)[2] == "Fool"
        assert knows(match, seat, dealt=True)[0] == "Fool"


def test_a11_a_shown_fool_is_followed_back_when_a_cat_undoes_the_swaps() -> None:
    match = play(begin("Fool V VII Cat X"), "swap", "swap", "swap")
    for seat in range(5):
        assert knows(match, seat)[0] == "Fool"
    assert match.seat == 4


def test_a11_a_drawn_fool_is_shown() -> None:
    """Its drawer is compared at once, so everybody sees it in any case."""
    match = play(begin("V VI | Fool", lives=1), "keep", "swap")
    assert match.over
    assert knows(match, 0)[1] == "Fool"


# --- resting


def test_g39_g41_a_fool_holder_rests_without_card_turn_or_payment_and_returns() -> None:
    match = keep_all(begin("IX Fool II X", "III VI VII", "V VI VII VIII"))
    assert resting(match) == [1]
    assert holds(match)[1] == "-"
    assert order(match) == [2, 3, 0]
    keep_all(match)
    assert lives(match) == [3, 2, 1, 3]  # seat 2 has paid twice, seat 1 for its Fool alone
    assert resting(match) == []
    assert order(match) == [2, 3, 0, 1]
    assert holds(match)[1] == "VIII"


def test_g41_f18_a_resting_seat_is_not_in_the_comparison() -> None:
    match = keep_all(keep_all(begin("IX Fool II X", "III VI VII", "V VI VII VIII")))
    assert settled(match)[1] == "-"
    assert paid(match) == [2]


def test_g16_a22_a_resting_neighbour_is_passed_over() -> None:
    match = keep_all(begin("IX II Fool X", "V VI VII", "V VI VII VIII"))
    assert resting(match) == [2]
    assert match.seat == 1
    play(match, "swap")
    assert match.seat == 3
    assert holds(match) == ["VII", "VI", "-", "V"]


def test_g16_a22_a_fallen_neighbour_is_passed_over() -> None:
    match = keep_all(begin("VI VII II VIII", "V VI VII", lives=1))
    assert lives(match)[2] == 0
    assert match.seat == 1
    play(match, "swap")
    assert match.seat == 3


def test_a18_a_fool_holder_without_lives_does_not_rest() -> None:
    match = keep_all(begin("Fool II IX X", "V VI", lives=1))
    assert lives(match) == [0, 0, 1, 1]
    assert resting(match) == []
    assert not match.state.will_rest.any()


def test_a18_a19_the_rest_lasts_for_exactly_the_next_deal() -> None:
    match = begin("IX Fool II X", "V VI VII", "V VI VII VIII")
    rests = []
    for _ in range(3):
        rests.append(resting(match))
        keep_all(match)
    assert rests == [[], [1], []]


def test_a18_both_fool_holders_rest() -> None:
    match = keep_all(begin("Fool V Fool X", "V VI"))
    assert resting(match) == [0, 2]
    assert order(match) == [1, 3]


def test_g42_a19_a_deal_left_uncontested_by_rest_is_skipped_without_charge_and_all_return() -> None:
    match = keep_all(begin("Fool V Fool", "V VI VII"))
    assert lives(match) == [2, 3, 2]
    assert match.state.deal_number == 3
    assert resting(match) == []
    assert len(order(match)) == 3


def test_a21_f12_a_skipped_deal_has_a_number_and_a_dealer_of_its_own() -> None:
    match = keep_all(begin("Fool V Fool", "V VI VII"))
    assert match.state.deal_number == 3
    assert match.state.dealer == 1  # 2 dealt the first, 0 the skipped one


def test_f3_a_skipped_deal_shuffles_nothing() -> None:
    """The list given next is that of the third deal."""
    match = keep_all(begin("Fool V Fool", "IV VI VII"))
    assert holds(match) == ["VI", "VII", "IV"]
    shuffles = [event for events, _ in match.replayed() for event in events if event.cards is not None]
    assert len(shuffles) == 2


# --- the dealer rests


def test_a20_a_resting_seat_deals_and_the_last_participant_has_the_stock() -> None:
    match = keep_all(begin("Fool II IX X", "VI VII VIII | XII"))
    assert resting(match) == [0]
    assert match.state.dealer == 0
    assert order(match) == [1, 2, 3]
    play(match, "keep", "keep", "swap")
    assert settled(match) == ["-", "VI", "VII", "XII"]
