"""Seats, the deal, and the first card."""

from __future__ import annotations

import pytest

from card_envs.engine.match import Match
from tests.games.tschau_sepp.scripted import GAME, PACK, begin, fields, hand, legal, pile, play, sizes, stock, suit, top

HANDS = "E6 R6 S6 T6 E9 | R7 R8 R9 RB RO | S7 S8 S9 SB SO | T7 T8 T9 TB TO"


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_t1_t2_a21_two_to_five_seats_with_five_cards_each_of_one_pack(seats: int) -> None:
    match = Match(GAME, GAME.params(num_players=seats))
    match.deal(3)
    assert sizes(match) == [5] * seats
    assert len(stock(match)) == 35 - 5 * seats
    held = [card for seat in range(seats) for card in hand(match, seat)]
    assert sorted([*held, top(match), *stock(match)]) == sorted(PACK)


@pytest.mark.parametrize("seats", [1, 6])
def test_t1_no_fewer_and_no_more(seats: int) -> None:
    with pytest.raises(ValueError, match="num_players takes"):
        GAME.params(num_players=seats)


def test_t2_t4_f4_cards_are_dealt_from_the_top_seat_after_seat_then_the_upcard() -> None:
    match = begin(f"{HANDS} | EK TA RA")
    assert hand(match, 0) == {"E6", "R6", "S6", "T6", "E9"}
    assert hand(match, 3) == {"T7", "T8", "T9", "TB", "TO"}
    assert top(match) == "EK"
    assert pile(match) == {"EK"}
    assert stock(match)[:2] == ["TA", "RA"]


def test_t3_nobody_looks_into_the_stock() -> None:
    one, two = begin(f"{HANDS} | EK TA RA"), begin(f"{HANDS} | EK RA SA TA")
    for seat in range(4):
        assert (one.observe(seat)[0] == two.observe(seat)[0]).all()


def test_t3_nor_into_other_hands() -> None:
    one = begin(f"{HANDS} | EK TA RA")
    two = begin("E6 R6 S6 T6 E9 | S7 S8 S9 SB SO | R7 R8 R9 RB RO | T7 T8 T9 TB TO | EK TA RA")
    assert (one.vector == two.vector).all()


def test_t5_a17_seat_0_right_of_the_dealer_begins_and_the_dealer_is_last() -> None:
    match = begin("E6 E9 R6 S6 T6 | E7 R7 S7 R8 S8 | EO RO SO R9 S9 | EB RB SB TB TO | EK")
    order = []
    for action in ("E6", "E7", "EO", "EB"):
        order.append(match.seat)
        play(match, action)
    assert order == [0, 1, 2, 3]
    assert match.seat == 0
    dealers = [seat for seat, view in enumerate(GAME.table(match.state, None).seats) if "dealer" in view.notes]
    assert dealers == [3]


@pytest.mark.parametrize("upcard", ["E7", "E8", "EU"])
def test_a6_a_special_upcard_does_nothing(upcard: str) -> None:
    match = begin(f"{HANDS} | {upcard}")
    assert match.seat == 0
    assert sizes(match) == [5, 5, 5, 5]
    assert suit(match) == "E"
    assert not fields(match, 0)["named"]
    assert legal(match) == ["E6", "E9"]


def test_f27_the_default_reward_is_the_rank() -> None:
    assert GAME.params().rewards == "rank"


def test_a17_a_seat_sees_the_others_in_the_order_of_play() -> None:
    match = play(begin("E6 E9 R6 S6 T6 | E7 R7 S7 R8 S8 | EO RO SO R9 S9 | EK"), "E6")
    assert fields(match, 1)["to_act"].tolist() == [1, 0, 0, 0, 0]
    assert fields(match, 2)["to_act"].tolist() == [0, 0, 1, 0, 0]
    assert fields(match, 1)["hand_size"].tolist() == [5, 5, 4, 0, 0]
