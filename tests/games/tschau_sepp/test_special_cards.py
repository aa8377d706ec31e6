"""Under, Seven and Eight."""

from __future__ import annotations

import pytest

from tests.games.tschau_sepp.scripted import (
    begin,
    first_out,
    hand,
    legal,
    may_hold,
    play,
    sizes,
    stock,
    suit,
)


def special(first: str, second: str = "R7 S7 T7 R8 S8", drawn: str = "") -> str:
    """Four seats; the first two hold these cards, and Eichel-König is turned up."""
    return f"{first} | {second} | R9 S9 T9 TO TA | RK SK TK RA SA | EK {drawn}"


# --- Under


@pytest.mark.parametrize("named", "ERST")
def test_t13_t14_a9_an_under_names_any_suit(named: str) -> None:
    match = play(begin(special("EU E6 E9 R6 S6")), f"EU>{named}")
    assert suit(match) == named
    assert match.state.named == 1


def test_t14_t15_the_suit_is_named_in_the_same_move() -> None:
    match = play(begin(special("EU E6 E9 R6 S6")), "EU>T")
    assert match.seat == 1
    assert legal(match) == ["T7"]


def test_a8_after_an_under_its_printed_suit_does_not_count() -> None:
    match = play(begin(special("EU E6 E9 R6 S6", "EO EB E7 RU T8")), "EU>T")
    assert legal(match) == ["T8", "RU>E", "RU>R", "RU>S", "RU>T"]


def test_a8_the_named_suit_holds_until_the_next_card_is_laid() -> None:
    match = play(begin(special("EU E6 E9 R6 S6", "EO EB E7 R8 S8", "R7 RO")), "EU>T draw")
    assert suit(match) == "T"
    play(match, "T9")
    assert (suit(match), match.state.named) == ("T", 0)


def test_a7_an_under_covers_an_under() -> None:
    match = play(begin(special("EU E6 E9 R6 S6", "SU EB E7 R8 S8")), "EU>T SU>R")
    assert suit(match) == "R"


def test_a9_the_suit_asked_for_before_may_be_named_again() -> None:
    match = play(begin(special("RU E6 E9 R6 S6", "EB R7 S7 R8 S8")), "RU>E")
    assert suit(match) == "E"
    assert legal(match) == ["EB"]


def test_a9_the_unders_own_suit_may_be_named() -> None:
    assert suit(play(begin(special("RU E6 E9 R6 S6")), "RU>R")) == "R"


def test_a10_the_last_card_may_be_an_under_that_names_a_suit() -> None:
    match = play(first_out("EU"), "EU>T")
    assert not match.over
    assert (match.seat, suit(match)) == (1, "T")
    assert legal(match) == ["T6", "T7", "T8"]


# --- Seven


def test_t13_t17_a1_a_seven_makes_the_next_seat_take_two_and_then_play() -> None:
    match = play(begin(special("E7 E6 E9 R6 S6", "RB SB TB R8 S8", "E8 RO TU")), "E7")
    assert hand(match, 1) == {"RB", "SB", "TB", "R8", "S8", "E8", "RO"}
    assert (match.seat, match.state.turns) == (1, 1)
    assert stock(match)[0] == "TU"


def test_a1_a5_after_the_two_cards_comes_an_ordinary_turn() -> None:
    """All that covers may be laid, drawn or not, and nothing drawn has to be."""
    match = play(begin(special("E7 E6 E9 R6 S6", "R7 SB TB R8 S8", "E8 RO")), "E7")
    assert legal(match) == ["E8", "R7"]


def test_a1_who_cannot_cover_after_the_two_draws_a_third() -> None:
    match = play(begin(special("E7 E6 E9 R6 S6", "RB SB TB R8 S8", "SO RO T8")), "E7")
    assert legal(match) == ["draw"]
    play(match, "draw")
    assert sizes(match)[1] == 8
    assert match.seat == 2


def test_a2_sevens_do_not_add_up() -> None:
    match = play(begin(special("E7 E6 E9 R6 S6", "R7 SB TB R8 S8", "SO RO")), "E7")
    assert sizes(match) == [4, 7, 5, 5]
    play(match, "R7")
    assert sizes(match) == [4, 6, 7, 5]


def test_f18_the_two_are_taken_without_a_decision_and_prove_nothing() -> None:
    match = begin(special("E7 E6 E9 R6 S6", "R7 SB TB R8 S8", "SO RO"))
    before = may_hold(match, 2, 1)
    play(match, "E7")
    after = may_hold(match, 2, 1)
    assert set(before.values()) == {5}
    assert set(after.values()) == {7}


def test_a10_the_last_card_may_be_a_seven_for_the_next_seat_in() -> None:
    match = first_out("E7")
    assert sizes(match) == [1, 9, 9]
    play(match, "E7")
    assert not match.over
    assert sizes(match) == [0, 11, 9]
    assert match.seat == 1


# --- Eight


def test_t13_t18_t19_a19_an_eight_skips_the_next_seat_which_draws_nothing() -> None:
    match = play(begin(special("E8 E6 E9 R6 S6", "EB EO EA R8 S8")), "E8")
    assert match.seat == 2
    assert sizes(match) == [4, 5, 5, 5]


def test_t18_one_seat_once() -> None:
    match = play(begin(special("E8 E6 E9 R6 S6", "RB SB TB R7 S7", "SO RO T8 T6 TU")), "E8 draw draw")
    assert match.seat == 0
    play(match, "E6")
    assert match.seat == 1


def test_a3_an_eight_cannot_be_answered() -> None:
    match = play(begin(special("E8 E6 E9 R6 S6", "R8 S8 T8 R7 S7")), "E8")
    assert match.seat == 2


def test_a3_each_eight_skips_one() -> None:
    match = play(begin("E8 E6 E9 R6 S6 | RB SB TB R7 S7 | R8 S8 R9 S9 TO | RK SK TK RA SA | EK"), "E8 R8")
    assert match.seat == 0


def test_f10_a_skipped_seat_has_no_turn() -> None:
    assert play(begin(special("E8 E6 E9 R6 S6")), "E8").state.turns == 1


def test_a19_a_seven_after_an_eight_hits_the_next_seat_alone() -> None:
    match = play(begin("E8 E6 E9 R6 S6 | RB SB TB R8 S8 | E7 R7 R9 S9 TO | RK SK TK RA SA | EK RO SO"), "E8 E7")
    assert sizes(match) == [4, 5, 4, 7]
    assert match.seat == 3


def test_a18_with_two_left_whoever_lays_an_eight_acts_again() -> None:
    match = play(begin("E8 R8 E9 R6 S6 | RB SB TB S8 T8 | EK"), "E8")
    assert match.seat == 0
    assert play(match, "R8").seat == 0


def test_a10_the_last_card_may_be_an_eight_for_the_next_seat_in() -> None:
    match = play(first_out("E8"), "E8")
    assert not match.over
    assert match.seat == 2
