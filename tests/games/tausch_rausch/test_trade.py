"""Trades and picks: R15 to R21, A12, A14 to A16, A18, A19, section F (actions)."""

from __future__ import annotations

import pytest

from card_envs.games.tausch_rausch import GAME
from tests.games.tausch_rausch.masks import subsets
from tests.games.tausch_rausch.scripted import dealt, drain, hand, legal, pile, play, swap_lowest, view

MARKET = "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"


def test_r15_r16_a14_a_market_card_takes_its_own_number_of_cards() -> None:
    for slot, number in enumerate((1, 2, 2, 2, 3)):
        match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET)
        play(match, f"trade {slot}")
        for _ in range(number):
            assert match.seat == 0
            match.step(match.legal_actions()[0])
        assert match.seat == 1
        assert view(match, 0)["hand_sizes"][0] == 6


def test_r17_f3_what_is_chosen_and_picked_is_public_at_once() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET)
    play(match, "trade 4 Y1 Y3")
    for seat in range(2):
        fields = view(match, seat)
        assert fields["slot"].argmax() == 4
        assert pile(fields["picks"]) == "Y1 Y3"
        assert fields["hand_sizes"][-seat % 2] == 5  # they are in the hand until the last pick
    play(match, "Y4")
    assert not view(match, 1)["slot"].any()
    assert pile(view(match, 1)["market"][4]) == "Y1 Y3 Y4"


def test_r18_r19_r20_the_cards_of_the_other_side_and_one_more() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET, draws="R9")
    play(match, "trade 4 Y1 Y3 Y4")
    assert hand(match, 0) == "B8 B9 B10 Y2 Y5 R9"


def test_r21_the_example_of_nils() -> None:
    """Two cards for the two at one of the three market cards for two, and one from the deck."""
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET, draws="R9")
    play(match, "trade 1 Y2 Y4")
    assert hand(match, 0) == "B2 B3 Y1 Y3 Y5 R9"
    assert pile(view(match, 0)["market"][1]) == "Y2 Y4"


@pytest.mark.parametrize("slot", range(5))
def test_r20_each_trade_gains_one_card(slot: int) -> None:
    match = dealt()
    play(match, f"trade {slot}")
    while match.seat == 0:
        match.step(match.legal_actions()[-1])
    assert view(match, 0)["hand_sizes"].tolist()[:2] == [6, 5]
    assert view(match, 0)["deck_size"] == 59


def test_a12_no_pass_and_a_trade_is_always_possible() -> None:
    """A hand is never empty: the spent cards are on the discard pile before the bonus is drawn."""
    match = dealt("B2 B2 Y2 Y4 Y4", task_order="even5")
    play(match, "task 0 B2 B2 Y2 Y4 Y4")
    swap_lowest(match)
    assert view(match, 0)["hand_sizes"][0] == 2
    assert legal(match)[:4] == ["trade 0", "trade 1", "trade 2", "trade 3"]
    assert "trade 4" not in legal(match)
    with pytest.raises(ValueError, match="trade 4 takes 3 cards, player_0 has 2"):
        play(match, "trade 4")


def test_a14_never_more_or_fewer_cards_nor_two_market_cards() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET)
    play(match, "trade 4 Y1")
    for name in ("trade 1", "task 0"):
        with pytest.raises(ValueError, match="trade 4 has been chosen already"):
            play(match, name)
    assert all(name.startswith("Y") for name in legal(match))


def test_a15_a_market_is_the_cards_put_there_last() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", "R1 R2 R3 R4 R5", market=MARKET, draws="G9 G10")
    play(match, "trade 1 Y1 Y2", "trade 1 R1 R2")
    assert hand(match, 1) == "Y1 Y2 G10 R3 R4 R5"
    assert pile(view(match, 1)["market"][1]) == "R1 R2"


def test_a16_what_was_put_down_stays_there() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET)
    play(match, "trade 1 Y1 Y2")
    assert "Y1" not in hand(match, 0)


def test_f4_giving_back_kinds_equal_to_those_taken_is_legal() -> None:
    match = dealt("B2 Y2 Y3 Y4 Y5", market="B1 B2 B3", draws="R9")
    play(match, "trade 1 B2 Y2")
    assert hand(match, 0) == "B2 B3 Y3 Y4 Y5 R9"
    assert pile(view(match, 0)["market"][1]) == "B2 Y2"
    assert pile(view(match, 0)["held"][0]) == "B2 B3"


def test_f4_cards_traded_away_never_go_to_the_discard_pile() -> None:
    match = dealt()
    drain(match, 30)
    assert not view(match)["discard"].any()


def test_a18_with_deck_and_discard_pile_empty_nothing_is_drawn() -> None:
    match = dealt()
    drain(match, 0)
    sizes = view(match)["hand_sizes"][:2].tolist()
    assert sum(sizes) == 70
    swap_lowest(match)
    swap_lowest(match)
    assert view(match)["hand_sizes"][:2].tolist() == sizes
    assert view(match)["reshuffles"] == 0


def test_a19_no_hand_limit() -> None:
    match = dealt()
    drain(match, 0)
    assert view(match)["hand_sizes"][0] == 35


def test_f2_picks_come_in_the_order_of_kinds() -> None:
    match = dealt("B4 Y1 Y7 G2 R5", market=MARKET)
    play(match, "trade 4")
    assert legal(match) == ["B4", "Y1", "Y7"]  # two must be left behind each
    with pytest.raises(ValueError, match="too few left to pick"):
        play(match, "G2")
    play(match, "Y1")
    with pytest.raises(ValueError, match="B4 comes before Y1"):
        play(match, "B4")
    assert legal(match) == ["Y7", "G2"]


def test_a_second_card_of_a_kind_can_be_picked_after_the_first() -> None:
    match = dealt("B4 B4 Y7 G2 G2")
    play(match, "trade 4 B4")
    assert legal(match) == ["B4", "Y7", "G2"]
    play(match, "B4")
    assert legal(match) == ["Y7", "G2"]
    with pytest.raises(ValueError, match="player_0 has no B4 left"):
        play(match, "B4")
    with pytest.raises(ValueError, match=r"player_0 has no B5$"):
        play(match, "B5")


def test_f2_each_set_of_cards_is_reached_in_exactly_one_way() -> None:
    kinds = sorted([3, 3, 10, 16, 31])
    match = dealt("B4 B4 Y1 Y7 R2")
    play(match, "trade 4")
    found: list[tuple[int, ...]] = []

    def go_on(picks: tuple[int, ...]) -> None:
        for action in match.legal_actions():
            kind = action - 10
            before = match.save()
            match.step(action)
            if len(picks) == 2:
                found.append((*picks, kind))
            else:
                go_on((*picks, kind))
            match.load(before)

    go_on(())
    assert len(found) == len(set(found))
    assert set(found) == subsets(kinds, 3)


def test_a_card_before_a_slot_is_explained() -> None:
    match = dealt("B4 B4 Y1 Y7 R2", task_order="four")
    with pytest.raises(ValueError, match="B4 cannot be picked yet: first choose"):
        play(match, "B4")
    with pytest.raises(ValueError, match=r"player_0 has no cards for four \(4 of one value\)"):
        play(match, "task 0")


def test_action_names() -> None:
    assert GAME.actions[:10] == (*(f"trade {slot}" for slot in range(5)), *(f"task {slot}" for slot in range(5)))
    assert GAME.actions[10] == "B1"
    assert GAME.actions[49] == "R10"
