"""Taking, drawing, placing, discarding, knocking."""

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

DEAL = "0 1 2 3 4 5 6 7 8 9"


# --- action A


@pytest.mark.parametrize("place", range(4))
def test_l16_l17_l18_l20_the_taken_card_goes_to_a_place_of_choice_and_the_old_one_on_the_discards(place: int) -> None:
    match = play(begin(DEAL), f"take {place}")
    expected = ["0", "1", "2", "3"]
    old, expected[place] = expected[place], "8"
    assert row(match, 0) == expected
    assert discards(match) == [old]
    assert match.seat == 1


def test_l17_a_taken_card_cannot_be_left() -> None:
    match = begin(DEAL)
    with pytest.raises(ValueError, match="no card has been drawn yet"):
        play(match, "discard")


def test_l19_the_old_card_was_not_looked_at_before() -> None:
    match = begin(DEAL)
    assert knows(match, 0, 0)[1] is None
    play(match, "take 1")
    assert discards(match)[-1] == "1"


def test_l21_l22_a_special_cannot_be_taken() -> None:
    match = begin("0 1 2 3 4 5 6 7 swap 9")
    for action in ("take 0", "take 3"):
        with pytest.raises(ValueError, match=r"special, swap, and may not be taken: draw"):
            play(match, action)
    play(match, "draw", "discard")
    assert "take 0" in legal(match)  # now a 9 lies on top


def test_l21_a_special_from_a_row_cannot_be_taken_either() -> None:
    match = play(begin("peek 1 2 3 4 5 6 7 8"), "take 0")
    assert discards(match) == ["peek"]
    assert legal(match) == ["draw"]


def test_a17_a_taken_card_is_known_to_everybody() -> None:
    match = play(begin(DEAL, num_players=3), "take 2")
    for seat in range(3):
        assert knows(match, seat, 0)[2] == stacked(DEAL)[12]


# --- action B


def test_l23_the_drawn_card_is_seen_by_its_drawer_alone() -> None:
    match = play(begin(DEAL), "draw")
    assert drawn(match) == "9"
    assert not fields(match, 1)["card"].any()
    assert match.seat == 0
    assert fields(match, 1)["outcome"][1].argmax() == 1  # but everybody sees that it has drawn


def test_l24_a1_a_number_is_placed_or_discarded() -> None:
    match = play(begin(DEAL), "draw")
    assert legal(match) == ["place 0", "place 1", "place 2", "place 3", "discard"]


@pytest.mark.parametrize("place", range(4))
def test_a1_a17_a_placed_card_stays_private_and_the_old_one_is_shown(place: int) -> None:
    match = play(begin(DEAL), "draw", f"place {place}")
    assert row(match, 0)[place] == "9"
    assert discards(match) == ["8", str(place)]
    assert knows(match, 0, 0)[place] == "9"
    assert knows(match, 1, 0)[place] is None
    assert fields(match, 1)["chosen"][1].tolist() == [int(p == place) for p in range(4)]


def test_a1_a_discarded_card_is_public_and_can_be_taken() -> None:
    match = play(begin(DEAL), "draw", "discard")
    assert discards(match) == ["8", "9"]
    assert row(match, 0) == ["0", "1", "2", "3"]
    play(match, "take 0")
    assert row(match, 1)[0] == "9"


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
def test_a2_a_special_may_be_placed_and_stays_private(special: str) -> None:
    match = play(begin(f"0 1 2 3 4 5 6 7 8 {special}"), "draw", "place 3")
    assert row(match, 0)[3] == special
    assert knows(match, 0, 0)[3] == special
    assert knows(match, 1, 0)[3] is None
    assert discards(match)[-1] == "3"


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
def test_a2_special_into_row_off_forbids_it(special: str) -> None:
    match = play(begin(f"0 1 2 3 4 5 6 7 8 {special}", special_into_row=False), "draw")
    assert not any(action.startswith("place") for action in legal(match))
    assert "discard" in legal(match)
    with pytest.raises(ValueError, match="special_into_row=False"):
        play(match, "place 0")


def test_a2_special_into_row_off_leaves_numbers() -> None:
    match = play(begin(DEAL, special_into_row=False), "draw")
    assert "place 0" in legal(match)


@pytest.mark.parametrize("special", ["swap", "peek", "draw2"])
def test_l25_a3_a_drawn_special_may_be_discarded_unused(special: str) -> None:
    match = play(begin(f"0 1 2 3 4 5 6 7 8 {special}"), "draw", "discard")
    assert discards(match) == ["8", special]
    assert row(match, 0) == ["0", "1", "2", "3"]
    assert match.seat == 1


def test_a5_a_special_has_power_only_for_the_one_who_draws_it() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 peek"), "draw", "discard")
    assert legal(match) == ["draw"]
    match = play(begin("peek 1 2 3 4 5 6 7 8 9"), "draw")
    assert legal(match) == ["place 0", "place 1", "place 2", "place 3", "discard"]  # the peek in the row is idle


def test_a10_the_pile_is_reshuffled_only_when_a_draw_meets_an_empty_one() -> None:
    match = begin("0 1 2 3 4 5 6 7 8", max_turns_per_round=200)
    pass_turns(match, 57)
    assert draw_pile(match) == []
    assert len(discards(match)) == 58
    top = discards(match)[-1]
    under = sorted(discards(match)[:-1])
    play(match, "draw")
    assert discards(match) == [top]
    assert sorted([*draw_pile(match), drawn(match) or ""]) == under
    assert fields(match, match.seat)["reshuffled"].sum() == 57


def test_a10_the_reshuffled_pile_is_listed_top_first() -> None:
    pack = "0 1 2 3 4 5 6 7 8"
    match = begin(pack, max_turns_per_round=200)
    pass_turns(match, 57)
    order = sorted(discards(match)[:-1], reverse=True)
    match = begin(pack, order, max_turns_per_round=200)
    pass_turns(match, 57)
    play(match, "draw")
    assert drawn(match) == order[0]
    assert draw_pile(match) == order[1:]


def test_a10_taking_from_the_discards_does_not_need_the_pile() -> None:
    match = begin("0 1 2 3 4 5 6 7 8", max_turns_per_round=200)
    pass_turns(match, 56)
    play(match, "draw", "place 0", "end turn", "take 0", "end turn")
    assert draw_pile(match) == []
    assert not fields(match, 0)["reshuffled"].any()


# --- the knock


def test_l38_l39_a13_the_last_seat_of_the_first_cycle_may_knock() -> None:
    match = begin(DEAL, num_players=3)
    pass_turns(match, 2)
    assert match.seat == 2  # nobody was asked so far
    play(match, "draw", "discard")
    assert legal(match) == ["end turn", "knock"]
    assert match.seat == 2


def test_l39_nobody_before_it_is_asked() -> None:
    match = play(begin(DEAL, num_players=3), "draw", "discard")
    assert match.seat == 1
    assert phase(match) == "take or draw"


def test_l38_a14_the_question_follows_the_own_action() -> None:
    match = begin(DEAL)
    pass_turns(match, 1)
    with pytest.raises(ValueError, match="no passing"):
        play(match, "knock")
    play(match, "draw")
    with pytest.raises(ValueError, match="first"):
        play(match, "knock")
    play(match, "discard")
    assert phase(match) == "knock or not"
    with pytest.raises(ValueError, match="the action is done"):
        play(match, "draw")
    play(match, "end turn")
    assert match.seat == 0


def test_l40_l42_all_others_have_one_more_turn_and_the_knocker_none() -> None:
    match = begin(DEAL, num_players=4, rounds=2)
    pass_turns(match, 3)
    play(match, "draw", "discard", "knock")
    seats = []
    while fields(match, 0)["round"] == 1:
        seats.append(match.seat)
        assert fields(match, 0)["final_turns_left"] == 4 - len(seats)
        assert fields(match, 3)["knocker"].tolist() == [1, 0, 0, 0, 0, 0]
        play(match, "draw", "discard")
    assert seats == [0, 1, 2]


def test_a14_no_second_knock_in_the_final_turns() -> None:
    match = begin(DEAL, num_players=3)
    pass_turns(match, 2)
    play(match, "draw", "discard", "knock", "draw", "discard")
    assert match.seat == 1  # not asked
    assert phase(match) == "take or draw"


def test_l41_the_round_ends_with_the_last_final_turn() -> None:
    match = begin(DEAL)
    pass_turns(match, 1)
    play(match, "draw", "discard", "knock")
    assert fields(match, 0)["round"] == 1
    play(match, "draw", "discard")
    assert fields(match, 0)["round"] == 2
    assert fields(match, 0)["knocker"].sum() == 0


# --- the cap of turns


def test_a18_the_cap_ends_the_round_and_the_match_goes_on() -> None:
    match = begin(DEAL, max_turns_per_round=5)
    pass_turns(match, 4)
    assert fields(match, 0)["round"] == 1
    play(match, "draw", "discard")
    assert phase(match) == "knock or not"  # the question is still asked on the last turn
    play(match, "end turn")
    assert fields(match, 0)["round"] == 2
    assert not match.truncated


def test_a18_a_knock_on_the_last_turn_before_the_cap_ends_the_round_too() -> None:
    match = begin(DEAL, max_turns_per_round=5)
    pass_turns(match, 4)
    play(match, "draw", "discard", "knock")
    assert fields(match, 0)["round"] == 2


def test_a18_the_cap_cuts_final_turns_short() -> None:
    match = begin(DEAL, num_players=4, max_turns_per_round=5)
    pass_turns(match, 3)
    play(match, "draw", "discard", "knock")
    play(match, "draw", "discard")
    assert fields(match, 0)["round"] == 2


@pytest.mark.parametrize("players", [2, 6])
def test_a18_by_default_sixty_turns_a_seat(players: int) -> None:
    match = begin(num_players=players, rounds=1)
    high, low = fields(match, 0)["max_turns_per_round"]
    assert 256 * high + low == 60 * players
    pass_turns(match, 60 * players - 1)
    assert not match.over
    pass_turns(match, 1)
    assert match.over
    assert not match.truncated


def test_a18_turns_are_counted_past_a_byte() -> None:
    match = begin(rounds=1, max_turns_per_round=65535)
    pass_turns(match, 520)
    high, low = fields(match, 0)["turns"]
    assert (256 * high + low)[:2].tolist() == [260, 260]
