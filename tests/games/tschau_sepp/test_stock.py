"""What happens when the stock runs out."""

from __future__ import annotations

import pytest

from card_envs.engine.match import Match
from card_envs.games.tschau_sepp.cards import NAMES
from tests.games.tschau_sepp.scripted import (
    ACTIONS,
    PACK,
    begin,
    draw_and_pass,
    dried,
    fields,
    hand,
    legal,
    may_hold,
    pile,
    play,
    shuffles,
    sizes,
    stacked,
    stock,
    suit,
    top,
    until,
)

DEAL = "E6 E9 R6 S6 TK | R7 R8 R9 RB RO | S7 S8 S9 SB SO | EA"
NO_COVER = "R6 R7 R8 R9 RB | S6 S7 S8 S9 SB | T6 T7 T8 T9 TB"
"""Three hands that do not cover Eichel-Ass."""


def is_dry(match: Match) -> bool:
    return not stock(match)


def needs_a_card(match: Match) -> bool:
    return is_dry(match) and legal(match) == ["draw"]


def names(order: list[str]) -> list[str]:
    return stacked(" ".join(order), order)


def test_t20_f5_a_used_up_stock_is_made_of_the_pile_but_for_its_top() -> None:
    first = until(begin(DEAL), needs_a_card)
    order = sorted(pile(first) - {top(first)})
    match = until(begin(DEAL, names(order)), needs_a_card)
    play(match, "draw")
    assert shuffles(match)[1] == names(order)
    assert [order[0], *stock(match)] == order
    assert order[0] in hand(match, first.seat)
    assert pile(match) == {top(match)}


def test_t20_f4_the_first_shuffle_is_of_all_cards_and_the_second_of_the_pile() -> None:
    match = until(begin(DEAL), needs_a_card)
    recycled = {NAMES[PACK.index(card)] for card in pile(match) - {top(match)}}
    play(match, "draw")
    first, second = shuffles(match)
    assert sorted(first) == sorted(NAMES)
    assert set(second) == recycled
    assert len(second) == len(recycled)


def test_a16_f26_the_stock_is_made_when_a_card_is_needed_and_not_before() -> None:
    match = until(begin(DEAL), is_dry)
    laid = len(pile(match))
    while legal(match) != ["draw"]:
        assert match.state.reshuffles == 0
        match.step(match.legal_actions()[0])
        laid += 1
    assert len(pile(match)) == laid
    play(match, "draw")
    assert match.state.reshuffles == 1


def test_t20_everybody_knows_what_the_new_stock_was_made_of() -> None:
    match = until(begin(DEAL), needs_a_card)
    recycled = pile(match) - {top(match)}
    play(match, "draw")
    for seat in range(3):
        batch = dict(zip(PACK, fields(match, seat)["batch"].tolist(), strict=True))
        assert {card for card in PACK if batch[card] == 1} == recycled
        assert {card for card in PACK if batch[card] == 2} == set(PACK) - recycled - {top(match)}


def test_a16_a_named_suit_survives_the_shuffle() -> None:
    match = dried(NO_COVER, "EA", ["", "", "RU"])
    assert match.seat == 2
    play(match, "RU>S")
    assert match.seat == 0
    play(match, "draw")
    assert match.state.reshuffles == 1
    assert (suit(match), top(match)) == ("S", "RU")
    assert fields(match, 0)["named"]


def test_a15_f19_with_nothing_to_draw_and_nothing_to_shuffle_the_turn_passes() -> None:
    match = dried(NO_COVER, "EA", ["", "", "RO RK SO SK TO TK"])
    assert (match.seat, stock(match), pile(match)) == (2, [], {"EA"})
    assert legal(match) == ["draw"]
    before, turns = sizes(match), match.state.turns
    play(match, "draw")
    assert sizes(match) == before
    assert (match.seat, match.state.turns, match.state.reshuffles) == (0, turns + 1, 0)
    assert may_hold(match, 0, 2)["E6"] == 0  # it would have had to lay it


@pytest.mark.parametrize("skips", [False, True])
def test_a15_f18_of_a_sevens_two_cards_as_many_are_taken_as_there_are(skips: bool) -> None:
    match = dried(NO_COVER, "EA", ["", "", "E7"], seven_skips_turn=skips)
    before = sizes(match)
    play(match, "E7")
    assert sizes(match) == [before[0] + 1, before[1], before[2] - 1]
    assert "EA" in hand(match, 0)
    assert match.seat == int(skips)
    assert (stock(match), match.state.reshuffles) == ([], 1)


def test_f18_a_sevens_cards_are_taken_across_a_shuffle() -> None:
    """The first of the two is the last of the old stock, the second comes of the new."""
    drawn = "E6 RO TK RK SO RA SK TO SA SU TU RU E9 EB EO EK TA E7"
    match = draw_and_pass(begin(f"{NO_COVER} | EA {drawn}", voluntary_draw=True), 18)
    play(match, "E6 draw pass")
    (last,) = stock(match)
    before = sizes(match)
    play(match, "E7")
    assert sizes(match) == [before[0] + 2, before[1], before[2] - 1]
    assert last in hand(match, 0)
    assert hand(match, 0) & {"EA", "E6"}
    assert (match.state.reshuffles, len(stock(match))) == (1, 1)


def test_f5_cards_are_drawn_from_the_top() -> None:
    match = begin(f"{NO_COVER} | EA RO SO TO")
    play(match, "draw draw draw")
    assert ["RO" in hand(match, 0), "SO" in hand(match, 1), "TO" in hand(match, 2)] == [True] * 3
    assert ACTIONS[match.legal_actions()[0]] == "draw"
