"""Parameters, and what is not among them."""

from __future__ import annotations

import dataclasses

import pytest

from tests.games.gnav.scripted import GAME, begin, holds, keep_all, lives, order, play, resting, settled


def test_f2_the_parameters_and_their_ranges() -> None:
    own = {field.name: field for field in dataclasses.fields(GAME.params)}
    assert set(own) == {"num_players", "lives", "dealer_skips_resting", "rewards", "skip_forced"}
    assert GAME.params() == GAME.params.make({"num_players": 4, "lives": 3, "dealer_skips_resting": False})
    for name, least, most in (("num_players", 2, 8), ("lives", 1, 9)):
        for value in (least, most):
            assert GAME.params.make({name: value}).as_dict()[name] == value
        for value in (least - 1, most + 1):
            with pytest.raises(ValueError, match=f"{name} takes"):
                GAME.params.make({name: value})


@pytest.mark.parametrize("seats", [2, 3, 5, 6, 7, 8])
def test_f20_a28_other_sizes_of_table_than_four(seats: int) -> None:
    match = begin(" ".join(["V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"][:seats]))
    assert order(match) == list(range(seats))


@pytest.mark.parametrize("number", [1, 9])
def test_a28_other_numbers_of_lives(number: int) -> None:
    assert lives(begin("V VI VII", lives=number)) == [number] * 3


def test_f19_variants_of_other_tables_are_not_offered() -> None:
    with pytest.raises(TypeError, match="unknown parameter cuckoo_penalty"):
        GAME.params.make({"cuckoo_penalty": True})


# --- dealer_skips_resting


def test_a20_f11_the_deal_passes_over_a_resting_seat() -> None:
    match = keep_all(begin("Fool II IX X", "VI VII VIII | XII", dealer_skips_resting=True))
    assert resting(match) == [0]
    assert match.state.dealer == 1
    assert order(match) == [2, 3, 1]
    play(match, "keep", "keep", "swap")
    assert settled(match) == ["-", "XII", "VI", "VII"]


def test_f11_a_seat_that_rested_deals_again_later() -> None:
    match = keep_all(begin("IX Fool II X", "VI VII VIII", "V VI VII VIII", dealer_skips_resting=True))
    assert match.state.dealer == 0  # seat 1 rests, seat 0 is awake
    keep_all(match)
    assert match.state.dealer == 1


def test_f11_with_nobody_awake_the_next_surviving_seat_has_the_skipped_deal() -> None:
    match = keep_all(begin("Fool Fool", "V VI", dealer_skips_resting=True))
    assert match.state.deal_number == 3
    assert match.state.dealer == 1  # the skipped deal was seat 0's
    assert holds(match) == ["V", "VI"]


def test_f11_with_one_awake_the_skipped_deal_is_its_own() -> None:
    literal = keep_all(begin("Fool V Fool", "V VI VII"))
    skipping = keep_all(begin("Fool V Fool", "V VI VII", dealer_skips_resting=True))
    assert literal.state.dealer == 1  # 2, 0 (skipped), 1
    assert skipping.state.dealer == 2  # 2, 1 (skipped), 2
