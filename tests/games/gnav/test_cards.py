"""The pack: names and numbers, both ways."""

from __future__ import annotations

from collections import Counter

import pytest

from card_envs.games.gnav import cards
from card_envs.games.gnav.rules import ACTIONS, KEEP, SWAP
from tests.games.gnav.scripted import GAME, begin, pack

LOW_TO_HIGH = "Fool Owl Pot 0 I II III IV V VI VII VIII IX X XI XII House Horse Cat Dragon Cuckoo"


def test_g9_the_pack_has_two_cards_of_each_of_21_ranks_and_no_suits() -> None:
    match = begin("I II III IV")
    counts = Counter(match.state.pack.tolist())
    assert counts == dict.fromkeys(range(21), 2)
    assert cards.PACK_SIZE == GAME.largest_shuffle == 42


def test_g10_f1_the_ranks_from_low_to_high() -> None:
    assert " ".join(GAME.card_names) == LOW_TO_HIGH


def test_a29_the_dragon_is_called_dragon() -> None:
    assert cards.card_from_name("Dragon") == cards.DRAGON == 19
    for name in ("Knight", "Dragoon"):
        with pytest.raises(ValueError, match=f"no card '{name}'"):
            cards.card_from_name(name)


@pytest.mark.parametrize("card", range(21))
def test_cards_have_names_both_ways(card: int) -> None:
    assert cards.card_from_name(cards.card_name(card)) == card


@pytest.mark.parametrize("name", ["", "fool", "XIII", "1", "Zero", " I"])
def test_a_name_that_no_card_has_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="Gnav has no card"):
        cards.card_from_name(name)


def test_named_numbers_are_those_of_the_names() -> None:
    named = {
        "Fool": cards.FOOL,
        "Owl": cards.OWL,
        "Pot": cards.POT,
        "0": cards.ZERO,
        "House": cards.HOUSE,
        "Horse": cards.HORSE,
        "Cat": cards.CAT,
        "Dragon": cards.DRAGON,
        "Cuckoo": cards.CUCKOO,
    }
    for name, card in named.items():
        assert cards.card_name(card) == name
    assert [cards.card_name(card) for card in cards.MATADORS] == LOW_TO_HIGH.split()[-5:]


def test_actions_have_names_both_ways() -> None:
    assert ACTIONS == ("keep", "swap")
    assert GAME.action_from_name("keep") == KEEP == 0
    assert GAME.action_from_name("swap") == SWAP == 1


def test_a_stacked_pack_is_a_whole_pack() -> None:
    stacked = pack("V II", "House VII")
    assert stacked[:4] == ["V", "II", "House", "VII"]
    assert sorted(stacked) == sorted([*GAME.card_names, *GAME.card_names])
