"""Swapping, peeking, drawing twice."""

from __future__ import annotations

import pytest

from tests.games.letzte_runde.scripted import (
    begin,
    discards,
    draw_pile,
    drawn,
    fields,
    knows,
    legal,
    pass_turns,
    phase,
    play,
    row,
    stacked,
)

# --- swap


def test_l25_l27_two_face_down_cards_change_places() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap"), "draw", "swap 1 for 2 of +1")
    assert row(match, 0) == ["0", "6", "2", "3"]
    assert row(match, 1) == ["4", "5", "1", "7"]
    assert match.seat == 1


def test_l26_the_used_special_goes_onto_the_discard_pile() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap"), "draw", "swap 1 for 2 of +1")
    assert discards(match) == ["8", "swap"]
    assert legal(match) == ["draw"]


def test_l28_nobody_looks_and_knowledge_moves_along() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap"), "draw", "swap 0 for 3 of +1")
    assert knows(match, 0, 0) == [None, None, None, "3"]  # what came is not known
    assert knows(match, 0, 1) == [None, None, None, "0"]  # what went is
    assert knows(match, 1, 1) == ["4", None, None, None]
    assert knows(match, 1, 0) == ["7", None, None, None]
    assert fields(match, 0)["known_to"][1, 0].tolist() == [1, 0, 0, 0]


def test_l28_two_unknown_cards_stay_unknown() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap"), "draw", "swap 1 for 1 of +1")
    for seat in range(2):
        for owner in range(2):
            assert knows(match, seat, owner)[1] is None


@pytest.mark.parametrize("players", [2, 4, 6])
def test_a16_any_place_of_any_opponent(players: int) -> None:
    rows = " ".join(str(place + seat % 2 * 4) for seat in range(players) for place in range(4))
    match = play(begin(f"{rows} 9 swap", num_players=players), "draw")
    swaps = [action for action in legal(match) if action.startswith("swap")]
    assert len(swaps) == 16 * (players - 1)
    assert f"swap 3 for 3 of +{players - 1}" in swaps
    if players < 6:
        with pytest.raises(ValueError, match=f"no seat {players} to the left at a table of {players}"):
            play(match, f"swap 0 for 0 of +{players}")


def test_a16_once_chosen_the_swap_is_made_and_declining_is_discarding() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap"), "draw")
    assert "discard" in legal(match)
    play(match, "discard")
    assert row(match, 0) == ["0", "1", "2", "3"]


def test_a15_the_knockers_row_is_not_protected() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9 8 swap")
    pass_turns(match, 1)
    play(match, "draw", "discard", "knock", "draw")
    assert "swap 0 for 0 of +1" in legal(match)
    play(match, "swap 0 for 0 of +1")
    assert fields(match, 0)["revealed"][0].tolist() == [5, 2, 3, 4]  # 1 + kind: the 4 of the knocker came


def test_a17_the_places_of_a_swap_are_public() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 swap", num_players=2), "draw", "swap 1 for 2 of +1")
    seen = fields(match, 1)
    assert seen["turn_place"][1].tolist() == [0, 1, 0, 0]
    assert seen["swap_seat"][1].tolist() == [1, 0, 0, 0, 0, 0]
    assert seen["swap_place"][1].tolist() == [0, 0, 1, 0]
    assert seen["outcome"][1].argmax() == 6


# --- peek


@pytest.mark.parametrize("place", range(4))
def test_l29_peek_looks_at_one_own_card_that_stays(place: int) -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 peek"), "draw")
    assert [action for action in legal(match) if action.startswith("peek")] == [f"peek {p}" for p in range(4)]
    play(match, f"peek {place}")
    assert row(match, 0) == ["0", "1", "2", "3"]
    assert knows(match, 0, 0)[place] == str(place)
    assert knows(match, 1, 0) == [None] * 4
    assert discards(match) == ["8", "peek"]


def test_a17_the_place_of_a_peek_is_public() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 peek"), "draw", "peek 2")
    seen = fields(match, 1)
    assert seen["known_to"][1, 1].tolist() == [1, 0, 1, 1]
    assert seen["turn_place"][1].tolist() == [0, 0, 1, 0]
    assert seen["outcome"][1].argmax() == 5


def test_a5_another_card_does_not_peek_or_swap() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 peek"), "draw")
    for action, name in (("draw2", "draw2"), ("swap 0 for 0 of +1", "swap")):
        with pytest.raises(ValueError, match=f"is no {name}"):
            play(match, action)


# --- draw2


def test_l30_the_first_card_is_drawn_and_seen_by_the_drawer_alone() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9"), "draw", "draw2")
    assert match.seat == 0
    assert drawn(match) == "9"
    assert phase(match) == "first card of draw2"
    assert not fields(match, 1)["card"].any()
    assert fields(match, 1)["draw2s"].tolist() == [0, 1, 0, 0, 0, 0]


def test_l31_the_first_card_used_ends_the_action() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9"), "draw", "draw2", "place 0")
    assert row(match, 0)[0] == "9"
    assert match.seat == 1


def test_l32_a7_the_first_card_discarded_draws_the_second_at_once() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 7"), "draw", "draw2", "discard")
    assert match.seat == 0
    assert drawn(match) == "7"
    assert phase(match) == "second card of draw2"
    assert discards(match) == ["8", "9"]


def test_l33_the_second_card_is_used_as_any_drawn_card() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 7"), "draw", "draw2", "discard")
    assert legal(match) == ["place 0", "place 1", "place 2", "place 3", "discard"]
    play(match, "place 1")
    assert row(match, 0)[1] == "7"
    assert discards(match) == ["8", "9", "1", "draw2"]


def test_a6_the_second_card_may_be_discarded() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 7"), "draw", "draw2", "discard", "discard")
    assert row(match, 0) == ["0", "1", "2", "3"]
    assert match.seat == 1


def test_a6_second_card_forced_makes_a_number_be_placed() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 7", second_card_forced=True), "draw", "draw2")
    assert "discard" in legal(match)  # the first is free
    play(match, "discard")
    assert legal(match) == ["place 0", "place 1", "place 2", "place 3"]
    with pytest.raises(ValueError, match="second_card_forced=True"):
        play(match, "discard")


def test_a6_second_card_forced_leaves_a_special_free() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 peek", second_card_forced=True), "draw", "draw2", "discard")
    assert "discard" in legal(match)


def test_a6_second_card_forced_does_not_bind_other_draws() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 9", second_card_forced=True), "draw")
    assert "discard" in legal(match)


def test_a8_a_first_draw2_used_starts_afresh() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 draw2 9 7"), "draw", "draw2", "draw2")
    assert phase(match) == "first card of draw2"
    play(match, "discard")
    assert phase(match) == "second card of draw2"
    play(match, "discard")
    assert match.seat == 1  # the outer one is over
    assert discards(match) == ["8", "9", "7", "draw2", "draw2"]


def test_a8_a_first_draw2_discarded_is_followed_by_the_second_card() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 draw2 9 7"), "draw", "draw2", "discard")
    assert phase(match) == "second card of draw2"
    assert drawn(match) == "9"
    assert discards(match) == ["8", "draw2"]


def test_a8_a_second_draw2_used_starts_afresh_and_its_first_card_is_free() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 draw2 9 draw2 7 6", second_card_forced=True)
    play(match, "draw", "draw2", "discard", "draw2")
    assert phase(match) == "first card of draw2"
    assert "discard" in legal(match)
    play(match, "discard")
    assert "discard" not in legal(match)


def test_a8_a_second_draw2_is_placed_or_discarded() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 draw2 7"), "draw", "draw2", "discard", "place 0")
    assert row(match, 0)[0] == "draw2"
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9 draw2 7"), "draw", "draw2", "discard", "discard")
    assert match.seat == 1


def test_a8_all_five_in_one_turn() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 draw2 draw2 draw2 draw2 draw2 9 7")
    play(match, "draw", "draw2", "draw2", "draw2", "draw2", "draw2")
    assert fields(match, 0)["aside"] == 5
    assert fields(match, 0)["draw2s"][0] == 5
    play(match, "discard", "discard")
    assert discards(match)[-5:] == ["draw2"] * 5


# --- when a used special is discarded


def test_l26_a9_after_a_used_draw2_it_lies_on_top() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9"), "draw", "draw2")
    assert discards(match) == ["8"]
    assert fields(match, 1)["aside"] == 1
    play(match, "place 0")
    assert discards(match) == ["8", "0", "draw2"]
    assert legal(match) == ["draw"]


def test_a9_before_puts_it_down_first() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 draw2 9", special_discard="before"), "draw", "draw2")
    assert discards(match) == ["8", "draw2"]
    assert fields(match, 1)["aside"] == 0
    play(match, "place 0")
    assert discards(match) == ["8", "draw2", "0"]
    assert "take 0" in legal(match)


@pytest.mark.parametrize(("when", "expected"), [("after", "8 9 peek draw2"), ("before", "8 draw2 9 peek")])
def test_a9_innermost_first(when: str, expected: str) -> None:
    match = begin("0 1 2 3 4 5 6 7 8 draw2 9 peek", special_discard=when)
    play(match, "draw", "draw2", "discard", "peek 0")
    assert discards(match) == expected.split()


def test_a9_specials_go_down_before_the_knock_question() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9 draw2 7 6")
    pass_turns(match, 1)
    play(match, "draw", "draw2", "place 0")
    assert phase(match) == "knock or not"
    assert discards(match)[-1] == "draw2"


@pytest.mark.parametrize(("when", "in_pile"), [("after", 0), ("before", 1)])
def test_a10_a_special_under_way_is_not_reshuffled(when: str, in_pile: int) -> None:
    """The last card of the pile is a draw2; used, it meets an empty pile."""
    pack = stacked("0 1 2 3 4 5 6 7 8")
    assert pack[-1] == "draw2"
    match = begin(pack, max_turns_per_round=200, special_discard=when)
    pass_turns(match, 56)
    before = discards(match)
    play(match, "draw", "draw2")
    left = [*draw_pile(match), drawn(match) or ""]
    assert sorted(left) == sorted(before[: len(before) - 1 + in_pile])
    assert discards(match) == (["draw2"] if when == "before" else before[-1:])
    assert fields(match, match.seat)["aside"] == 1 - in_pile
