"""Parameters, alone and together, and what is not among them."""

from __future__ import annotations

import dataclasses

import pytest

from card_envs import tschau_sepp_v0
from card_envs.engine.record import record
from tests.games.tschau_sepp.scripted import (
    GAME,
    begin,
    dried,
    fields,
    first_out,
    hand,
    legal,
    may_hold,
    places,
    play,
    shuffles,
    sizes,
    stock,
    suit,
    top,
    until,
)
from tests.games.tschau_sepp.test_end import CANNOT, one_card_left, short_two, two_left_and_dry

SEVENS = "E7 E6 E9 RB R6 | R7 SB TB R8 S8 | S7 S9 T9 TO TA | RK SK TK RA SA | EK SO T6 TU T8"
"""Four seats; the first three hold a Seven each."""
NO_COVER = "R6 R7 R8 R9 RB | S6 S7 S8 S9 SB | T6 T7 T8 T9 TB"
"""Three hands that do not cover Eichel-Ass."""


def test_f1_the_names_of_the_environment() -> None:
    env = tschau_sepp_v0.env()
    assert env.metadata["name"] == "tschau_sepp_v0"
    assert GAME.title == "Tschau Sepp"


def test_f2_the_parameters_and_their_ranges() -> None:
    own = {field.name for field in dataclasses.fields(GAME.params)}
    assert own == {
        *("num_players", "rewards", "skip_forced", "seven_skips_turn", "seven_stacking", "voluntary_draw"),
        *("upcard", "end_at_first_out", "two_player_end", "max_turns"),
    }
    defaults = {"num_players": 4, "upcard": "plain", "two_player_end": "count", "max_turns": 1000}
    flags = dict.fromkeys(("seven_skips_turn", "seven_stacking", "voluntary_draw", "end_at_first_out"), False)
    assert GAME.params() == GAME.params.make({**defaults, **flags})
    for name, least, most in (("num_players", 2, 5), ("max_turns", 1, 65535)):
        for value in (least, most):
            assert GAME.params.make({name: value}).as_dict()[name] == value
        for value in (least - 1, most + 1):
            with pytest.raises(ValueError, match=f"{name} takes"):
                GAME.params.make({name: value})
    for name, values in (("upcard", ("plain", "dealer_played", "redraw")), ("two_player_end", ("count", "reshuffle"))):
        for choice in values:
            assert GAME.params.make({name: choice}).as_dict()[name] == choice
        with pytest.raises(ValueError, match=f"{name} takes"):
            GAME.params.make({name: "other"})


def test_f3_variants_of_other_tables_are_not_offered() -> None:
    with pytest.raises(TypeError, match="unknown parameter call_penalty"):
        GAME.params.make({"call_penalty": 2})


# --- seven_skips_turn


def test_a1_f10_whoever_takes_the_two_has_no_turn() -> None:
    match = play(begin(SEVENS, seven_skips_turn=True), "E7")
    assert sizes(match) == [4, 7, 5, 5]
    assert (match.seat, match.state.turns) == (2, 1)


def test_a1_with_two_left_the_same_seat_goes_on() -> None:
    match = play(begin("E7 E6 E9 RB R6 | R7 SB TB R8 S8 | EK", seven_skips_turn=True), "E7")
    assert (match.seat, sizes(match)) == (0, [4, 7])


def test_a10_with_a_last_seven_the_next_seat_in_takes_two_and_has_no_turn() -> None:
    match = play(first_out("E7", seven_skips_turn=True), "E7")
    assert (match.seat, sizes(match)) == (2, [0, 11, 9])


# --- seven_stacking


def test_a2_f20_a_penalty_waits_for_a_seven_or_is_taken() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7")
    assert sizes(match) == [4, 5, 5, 5]
    assert (match.seat, match.state.pending) == (1, 2)
    assert legal(match) == ["R7", "draw"]
    assert fields(match, 2)["pending"] == 2


def test_f20_a_seven_adds_two_for_the_next_and_taking_leaves_a_normal_turn() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7 R7 draw")
    assert sizes(match) == [4, 4, 9, 5]
    assert (match.seat, match.state.pending, match.state.turns) == (2, 0, 2)
    assert legal(match) == ["S7", "TU>E", "TU>R", "TU>S", "TU>T"]


def test_f20_a_seven_laid_in_that_turn_starts_again_at_two() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7 R7 draw S7")
    assert (match.seat, match.state.pending) == (3, 2)


def test_f20_three_sevens_make_six() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7 R7 S7")
    assert (match.seat, match.state.pending) == (3, 6)
    assert legal(match) == ["draw"]
    assert sizes(play(match, "draw"))[3] == 11


def test_f20_a_seven_may_be_kept_back() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7 draw")
    assert "R7" in hand(match, 1)
    assert match.seat == 1
    assert legal(match) == ["R7"]


def test_f20_taking_a_penalty_proves_nothing() -> None:
    match = play(begin(SEVENS, seven_stacking=True), "E7 draw")
    assert set(may_hold(match, 2, 1).values()) == {7}


@pytest.mark.parametrize("card", ["EU", "E8", "EA"])
def test_f21_nothing_but_a_seven_answers(card: str) -> None:
    match = play(begin(f"E7 E6 E9 RB R6 | {card} SB TB R8 S8 | EK", seven_stacking=True), "E7")
    assert legal(match) == ["draw"]
    with pytest.raises(ValueError, match="no answer to a 7"):
        play(match, f"{card}>E" if card == "EU" else card)


def test_f20_f10_with_seven_skips_turn_taking_ends_the_turn_and_is_one() -> None:
    match = play(begin(SEVENS, seven_stacking=True, seven_skips_turn=True), "E7 draw")
    assert sizes(match) == [4, 7, 5, 5]
    assert (match.seat, match.state.turns) == (2, 2)


def test_f20_the_cap_comes_before_a_seven_that_waits() -> None:
    match = play(begin(SEVENS, seven_stacking=True, max_turns=1), "E7")
    assert match.truncated
    assert sizes(match) == [4, 5, 5, 5]


def test_f20_a12_f17_two_left_with_too_few_cards_count_and_the_taking_is_no_turn() -> None:
    match = play(one_card_left(seven_stacking=True), "E7")
    assert (match.seat, len(stock(match)), match.state.pending) == (1, 1, 2)
    play(match, "draw")
    assert match.over
    assert (match.state.turns, sizes(match)) == (25, [16, 18])


def test_f20_a15_a_penalty_takes_what_there_is() -> None:
    match = dried(NO_COVER, "EA", ["", "", "E7"], seven_stacking=True)
    before = sizes(match)
    play(match, "E7 draw")
    assert sizes(match) == [before[0] + 1, before[1], before[2] - 1]
    assert match.seat == 0


# --- voluntary_draw


def test_a4_a5_f8_f22_who_can_cover_may_draw_and_lay_the_card_or_keep_it() -> None:
    match = begin("E6 E9 RB R6 S6 | R7 SB TB R8 S8 | EK EO", voluntary_draw=True)
    assert legal(match) == ["E6", "E9", "draw"]
    play(match, "draw")
    assert legal(match) == ["EO", "pass"]
    kept = play(match.clone(), "pass")
    assert (kept.seat, top(kept), sizes(kept)) == (1, "EK", [6, 5])
    assert (play(match, "EO").seat, top(match), sizes(match)) == (1, "EO", [5, 5])


def test_f22_a_card_that_does_not_fit_leaves_passing_and_gives_nothing_away() -> None:
    one = play(begin("E6 E9 RB R6 S6 | R7 SB TB R8 S8 | EK T6 EO", voluntary_draw=True), "draw")
    two = play(begin("E6 E9 RB R6 S6 | R7 SB TB R8 S8 | EK EO T6", voluntary_draw=True), "draw")
    assert legal(one) == ["pass"]
    assert legal(two) == ["EO", "pass"]
    assert (one.observe(1)[0] == two.observe(1)[0]).all()
    with pytest.raises(ValueError, match="only the card drawn"):
        play(two, "E6")
    with pytest.raises(ValueError, match="drawn already"):
        play(two, "draw")


def test_f8_f22_passing_takes_a_draw_first() -> None:
    match = begin("E6 E9 RB R6 S6 | R7 SB TB R8 S8 | EK T6 EO", voluntary_draw=True)
    with pytest.raises(ValueError, match="takes a draw first"):
        play(match, "pass")


def test_f22_a_draw_proves_nothing() -> None:
    match = play(begin("R9 T9 RB R6 S6 | R7 SB TB R8 S8 | EK T6", voluntary_draw=True), "draw pass")
    assert set(may_hold(match, 1, 0).values()) == {6}


def test_f22_f19_who_can_cover_may_not_draw_from_nothing() -> None:
    match = dried(NO_COVER, "EA", ["E6", "", "RO RK SO SK TO TK"])
    play(match, "draw")
    assert match.seat == 0
    assert "E6" in legal(match)
    assert "draw" not in legal(match)
    with pytest.raises(ValueError, match="nothing to draw"):
        play(match, "draw")


def test_f22_a_drawn_under_names_a_suit_or_is_kept() -> None:
    match = play(begin("E6 E9 RB R6 S6 | R7 SB TB R8 S8 | EK TU", voluntary_draw=True), "draw")
    assert legal(match) == ["TU>E", "TU>R", "TU>S", "TU>T", "pass"]


def test_f22_f20_taking_a_penalty_is_not_the_draw_of_the_turn() -> None:
    match = play(begin(SEVENS, seven_stacking=True, voluntary_draw=True), "E7 draw")
    assert legal(match) == ["R7", "draw"]
    play(match, "draw")
    assert sizes(match)[1] == 8
    assert "pass" in legal(match)


# --- upcard


def test_a6_f24_a_seven_of_the_dealer_hits_seat_0_and_is_no_turn() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | E7 EK", upcard="dealer_played")
    assert (match.seat, match.state.turns, sizes(match)) == (0, 0, [7, 5])


def test_f24_with_seven_skips_turn_seat_1_begins() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | E7 EK", upcard="dealer_played", seven_skips_turn=True)
    assert (match.seat, match.state.turns, sizes(match)) == (1, 0, [7, 5])


def test_f24_f20_with_seven_stacking_seat_0_may_answer() -> None:
    match = begin("R7 E6 E9 RB RO | R8 SB TB R9 S8 | E7 EK", upcard="dealer_played", seven_stacking=True)
    assert (match.seat, match.state.pending, legal(match)) == (0, 2, ["R7", "draw"])
    assert play(match, "R7").state.pending == 4


@pytest.mark.parametrize("seats", [2, 3])
def test_f24_an_eight_of_the_dealer_skips_seat_0(seats: int) -> None:
    hands = ["R6 E6 E9 RB RO", "R9 SB TB S9 S7", "T6 T9 TO TK S6"][:seats]
    match = begin(f"{' | '.join(hands)} | E8", upcard="dealer_played")
    assert (match.seat, match.state.turns) == (1, 0)


def test_f24_an_under_of_the_dealer_counts_as_naming_its_suit() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | EU", upcard="dealer_played")
    assert (match.seat, suit(match), match.state.named) == (0, "E", 1)
    assert legal(match) == ["E6", "E9"]


def test_f24_an_ordinary_card_of_the_dealer_does_nothing() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | EK", upcard="dealer_played")
    assert (match.seat, sizes(match), match.state.named) == (0, [5, 5], 0)


def test_a6_f23_a_special_upcard_goes_openly_under_the_stock() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | E7 TU S7 EK T6", upcard="redraw")
    assert (top(match), match.seat) == ("EK", 0)
    assert stock(match)[0] == "T6"
    assert stock(match)[-3:] == ["E7", "TU", "S7"]
    for seat in range(2):
        buried = fields(match, seat)["buried"]  # rows: suits; columns: 7, 8, Under
        assert (buried[0, 0], buried[3, 2], buried[2, 0]) == (1, 2, 3)
        assert (buried > 0).sum() == 3


def test_f23_everybody_knows_who_draws_such_a_card() -> None:
    deal = "R6 R7 R8 R9 RB | S6 S7 S8 S9 SB | T6 T7 T8 T9 TB | E7 EA"
    match = begin(deal, upcard="redraw", voluntary_draw=True)
    play(match, "draw pass " * 19)
    assert stock(match) == ["E7"]
    drawer = match.seat
    play(match, "draw pass")
    for seat in range(3):
        if seat != drawer:
            assert may_hold(match, seat, drawer)["E7"] == 36
    assert not fields(match, 0)["buried"].any()


def test_f23_where_nothing_else_is_left_the_first_stays() -> None:
    hands = "E6 R6 S6 T6 E9 | R9 S9 T9 EB RB | SB TB EO RO SO | TO EK RK SK TK | EA RA SA TA E7"
    match = begin(f"{hands} | R7 S7 T7 E8 R8 S8 T8 EU RU SU TU", upcard="redraw")
    assert (top(match), suit(match), match.state.named) == ("R7", "R", 0)
    assert sizes(match) == [5] * 5
    assert not fields(match, 0)["buried"].any()


def test_f23_a_record_of_a_seats_view_tells_the_buried_cards() -> None:
    match = begin("R6 E6 E9 RB RO | R8 SB TB R9 S8 | E7 TU EK T6", upcard="redraw")
    told = record(match, view=0)
    assert told["events"][0]["cards"][10:14] == ["Eichel-7", "Schilten-Under", "Eichel-König", None]


# --- end_at_first_out


def test_a11_f13_the_match_ends_with_the_first_out_and_the_others_are_ranked_by_value() -> None:
    match = play(first_out("EK", end_at_first_out=True), "EK")
    assert match.over
    assert not match.truncated
    assert match.results()[:2] == ([1, 2, 3], [0.0, -66.0, -69.0])


def test_f15_with_end_at_first_out_a_last_seven_makes_nobody_draw() -> None:
    match = play(first_out("E7", end_at_first_out=True), "E7")
    assert match.over
    assert sizes(match) == [0, 9, 9]


def test_a11_a12_with_end_at_first_out_a_table_of_two_may_still_be_counted() -> None:
    match = play(short_two(CANNOT, end_at_first_out=True), "draw")
    assert match.over
    assert sizes(match) == [18, 17]


# --- two_player_end


def test_a12_f25_the_last_two_go_on_with_a_new_stock() -> None:
    match = two_left_and_dry(two_player_end="reshuffle")
    until(match, lambda now: now.state.reshuffles > 0)
    assert len(shuffles(match)) == 2
    assert not match.over


def test_f25_f19_with_nothing_to_shuffle_the_turn_passes_with_two_as_well() -> None:
    match = short_two(CANNOT, two_player_end="reshuffle")
    assert legal(match) == ["draw"]
    play(match, "draw")
    assert not match.over
    assert (match.seat, sizes(match)) == (0, [18, 17])


def test_f25_a_match_ends_when_one_is_left() -> None:
    match = until(begin("E6 E9 R6 S6 TK | R7 R8 R9 RB RO | EA", two_player_end="reshuffle"), lambda now: now.over)
    assert sorted(places(match)) == [1, 2]
    assert 0 in sizes(match)


def test_f2_all_variants_together() -> None:
    match = begin(
        "R7 E6 E9 RB RO | R8 SB TB R9 S8 | S7 T9 TK TA SA | E7 EK",
        seven_skips_turn=True,
        seven_stacking=True,
        voluntary_draw=True,
        upcard="dealer_played",
        end_at_first_out=True,
        two_player_end="reshuffle",
        max_turns=200,
    )
    assert legal(match) == ["R7", "draw"]
    play(match, "R7 draw")
    assert (match.seat, match.state.turns, sizes(match)) == (2, 2, [4, 9, 5])
    until(match, lambda now: now.over)
