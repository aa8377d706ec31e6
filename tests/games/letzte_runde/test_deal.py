"""Cards, the deal, the start of a round."""

from __future__ import annotations

from collections import Counter

import pytest

from card_envs.games.letzte_runde.cards import COPIES, NAMES, PACK_SIZE, card_from_name, card_name
from card_envs.games.letzte_runde.rules import ACTIONS
from tests.games.letzte_runde.scripted import (
    GAME,
    begin,
    discards,
    draw_pile,
    fields,
    knows,
    legal,
    pass_turns,
    phase,
    play,
    row,
    stacked,
    totals,
)

DEAL = "0 1 2 3 4 5 6 7 8 9"
"""Two rows, the opening discard, the first card to draw."""


def test_l1_l3_the_pack() -> None:
    assert PACK_SIZE == 66
    assert sum(COPIES[:10]) == 45
    assert COPIES[:10] == (4,) * 9 + (9,)
    assert dict(zip(NAMES[10:], COPIES[10:], strict=True)) == {"swap": 9, "peek": 7, "draw2": 5}
    assert [card_from_name(card_name(card)) for card in range(13)] == list(range(13))
    with pytest.raises(ValueError, match="no card 'ten'"):
        card_from_name("ten")


def test_l3_the_mean_of_the_numbers_is_five() -> None:
    assert sum(value * copies for value, copies in enumerate(COPIES[:10])) / 45 == 5.0


def test_l2_l8_l9_four_cards_each_in_a_row_unseen() -> None:
    match = begin(DEAL)
    assert row(match, 0) == ["0", "1", "2", "3"]
    assert row(match, 1) == ["4", "5", "6", "7"]
    for seat in range(2):
        for owner in range(2):
            assert knows(match, seat, owner)[1:3] == [None, None]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_l10_l11_the_rest_is_the_draw_pile_and_its_top_card_opens_the_discard_pile(players: int) -> None:
    match = begin("9 " * 8, num_players=players)
    pack = stacked("9 " * 8)
    assert discards(match) == [pack[4 * players]]
    assert draw_pile(match) == pack[4 * players + 1 :]
    assert fields(match, 0)["draw_pile_size"] == 65 - 4 * players


def test_l12_each_looks_at_its_outer_cards() -> None:
    match = begin(DEAL)
    assert knows(match, 0, 0) == ["0", None, None, "3"]
    assert knows(match, 1, 1) == ["4", None, None, "7"]
    assert knows(match, 0, 1) == knows(match, 1, 0) == [None] * 4
    assert fields(match, 0)["known_to"][1, 1].tolist() == [1, 0, 0, 1]  # everybody knows that it has looked


def test_l13_l14_seat_0_begins_then_clockwise() -> None:
    match = begin(DEAL, num_players=3)
    seats = []
    for _ in range(5):
        seats.append(match.seat)
        pass_turns(match, 1)
    assert seats == [0, 1, 2, 0, 1]


def test_l15_a_turn_is_taking_or_drawing() -> None:
    match = begin(DEAL)
    assert legal(match) == ["take 0", "take 1", "take 2", "take 3", "draw"]
    with pytest.raises(ValueError, match="no passing"):
        play(match, "end turn")


def test_l47_l48_a20_a21_all_cards_are_shuffled_and_the_next_seat_starts() -> None:
    match = begin(DEAL, "9 8 7 6 5 4 3 2 1 0", max_turns_per_round=1)
    starters = []
    for _ in range(4):
        starters.append(match.seat)
        play(match, "draw", "discard")
    assert starters == [0, 1, 0, 1]
    assert match.over


def test_l47_the_starting_seat_gets_the_top_four() -> None:
    match = begin(DEAL, "9 8 7 6 5 4 3 2 1 0", max_turns_per_round=1)
    play(match, "draw", "discard")
    assert row(match, 1) == ["9", "8", "7", "6"]
    assert row(match, 0) == ["5", "4", "3", "2"]
    assert discards(match) == ["1"]
    assert Counter(draw_pile(match) + discards(match) + row(match, 0) + row(match, 1)) == Counter(stacked(DEAL))
    assert fields(match, 1)["starter"].tolist() == [1, 0, 0, 0, 0, 0]
    assert knows(match, 1, 1) == ["9", None, None, "6"]


@pytest.mark.parametrize(("players", "rounds"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_l49_a21_rounds_as_many_as_seats_and_four_for_two(players: int, rounds: int) -> None:
    match = begin(num_players=players, max_turns_per_round=1)
    assert fields(match, 0)["rounds"] == rounds
    for number in range(rounds):
        assert not match.over
        assert fields(match, 0)["round"] == number + 1
        play(match, "draw", "discard")
    assert match.over


@pytest.mark.parametrize("rounds", [1, 2, 6])
def test_l49_rounds_can_be_given(rounds: int) -> None:
    match = begin(rounds=rounds, max_turns_per_round=1)
    for _ in range(rounds):
        play(match, "draw", "discard")
    assert match.over


def test_a4_a_special_opens_the_discard_pile_and_must_be_left() -> None:
    match = begin("0 1 2 3 4 5 6 7 peek 9")
    assert discards(match) == ["peek"]
    assert legal(match) == ["draw"]


def test_a4_redraw_special_start_shuffles_it_back_until_a_number_shows() -> None:
    pack = stacked("0 1 2 3 4 5 6 7 peek 9")
    once = ["swap", *[card for card in pack[8:] if card != "swap"], *["swap"] * 8]
    twice = ["7", *sorted((Counter(once) - Counter(["7"])).elements())]
    match = begin(pack, once, twice, redraw_special_start=True)
    assert discards(match) == ["7"]
    assert draw_pile(match) == twice[1:]
    assert row(match, 1) == ["4", "5", "6", "7"]  # the rows stay
    assert fields(match, 0)["turned_back"].tolist() == [[0, 0, 0], [1, 1, 0]]
    assert "take 0" in legal(match)


def test_a4_redraw_special_start_leaves_a_number() -> None:
    match = begin(DEAL, redraw_special_start=True)
    assert discards(match) == ["8"]
    assert not fields(match, 0)["turned_back"].any()


def test_a4_openings_are_counted_past_a_byte() -> None:
    pack = stacked("0 1 2 3 4 5 6 7 peek 9")
    match = begin(pack, *[["peek", *pack[9:]]] * 299, redraw_special_start=True)
    back = fields(match, 0)["turned_back"]
    assert (256 * back[0] + back[1])[1] >= 300


def test_a20_points_and_rounds_are_on_the_pad() -> None:
    match = begin(DEAL, max_turns_per_round=1)
    play(match, "draw", "discard")
    assert totals(match) == [6, 22]
    assert fields(match, 1)["totals"].tolist() == [22, 6, 0, 0, 0, 0]
    assert phase(match) == "take or draw"


def test_actions_are_numbered_as_agreed() -> None:
    assert len(ACTIONS) == 97
    for own in range(4):
        for ahead in range(1, 6):
            for other in range(4):
                number = 15 + ((own * 5 + ahead - 1) * 4 + other)
                assert GAME.action_from_name(f"swap {own} for {other} of +{ahead}") == number
    names = {0: "take 0", 3: "take 3", 4: "draw", 5: "place 0", 8: "place 3", 9: "discard", 10: "draw2"}
    for number, name in {**names, 11: "peek 0", 14: "peek 3", 95: "end turn", 96: "knock"}.items():
        assert ACTIONS[number] == name
