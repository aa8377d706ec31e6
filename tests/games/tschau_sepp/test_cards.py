"""The pack: names and numbers, both ways."""

from __future__ import annotations

import pytest

from card_envs.games.tschau_sepp import cards
from card_envs.games.tschau_sepp.state import DRAW, NAMING, PASS
from tests.games.tschau_sepp.scripted import ACTIONS, GAME, PACK, stacked

SUITS = ("Eichel", "Rosen", "Schellen", "Schilten")
RANKS = ("6", "7", "8", "9", "Banner", "Under", "Ober", "König", "Ass")


def test_f1_a21_the_pack_and_its_names() -> None:
    assert list(GAME.card_names) == [f"{suit}-{rank}" for suit in SUITS for rank in RANKS]
    assert cards.PACK_SIZE == GAME.largest_shuffle == 36


def test_t24_the_whole_pack_is_worth_240() -> None:
    assert cards.PACK_VALUE == 240


@pytest.mark.parametrize("card", range(36))
def test_cards_have_names_both_ways(card: int) -> None:
    assert cards.card_from_name(cards.card_name(card)) == card
    assert GAME.action_from_name(cards.card_name(card)) == card


@pytest.mark.parametrize("name", ["", "Eichel", "eichel-6", "Eichel-10", "Eichel-Bauer", " Eichel-6", "Herz-6"])
def test_a_name_that_no_card_has_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the pack has no card"):
        cards.card_from_name(name)


@pytest.mark.parametrize("card", range(36))
def test_t6_t7_t8_t9_the_cards_that_cover_each_card(card: int) -> None:
    suit, rank = divmod(card, 9)
    expected = {other for other in range(36) if other // 9 == suit or other % 9 in (rank, cards.UNDER)}
    assert {other for other in range(36) if int(cards.COVERING[card]) >> other & 1} == expected


@pytest.mark.parametrize("action", range(54))
def test_actions_have_names_both_ways(action: int) -> None:
    assert GAME.action_from_name(GAME.actions[action]) == action


def test_the_short_names_of_these_tests_are_those_of_the_game() -> None:
    assert ACTIONS.index("EU>E") == NAMING
    assert (ACTIONS.index("draw"), ACTIONS.index("pass")) == (DRAW, PASS)
    for short, name in zip(PACK, GAME.card_names, strict=True):
        suit, rank = name.split("-")
        assert short == ("T" if suit == "Schilten" else suit[0]) + (rank if rank.isdigit() else rank[0])


def test_a_stacked_pack_is_a_whole_pack() -> None:
    pack = stacked("E7 SK | TU")
    assert pack[:3] == ["Eichel-7", "Schellen-König", "Schilten-Under"]
    assert sorted(pack) == sorted(GAME.card_names)
