"""Between rounds: the refill, the exchange, the new points cards."""

from __future__ import annotations

import pytest

from card_envs.engine.match import Match
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE
from card_envs.games.und_tschuess.rules import DONE
from tests.games.und_tschuess.scripted import begin, deck_left, fields, hand, lay, pile, row, spread, throw
from tests.naive.parity import compare

HANDS = ["5 1 1 2 2 3 3", "14 10 -5 1 1 1 1", "6 8 2 2 2 2 3", "6 9 15 3 3 3 4"]
REFILL = "11 12 13 14 15 11 12 13 14"
"""Claudia (seat 1) comes second and deals: 2 cards to Klaus, 3 to Gaby, 1 to Peter, 3 to herself."""


def after_round(then: str = "", **params: object) -> Match:
    """The worked example played to its end; Peter (seat 0) went first and exchanges."""
    match = begin(HANDS, "-5 8 12", f"{REFILL} {then}", **params)
    return lay(match, "5 14 6 6", "10 8 9", "15 -5")


def legal(match: Match) -> list[str]:
    return [GAME.actions[action] for action in match.legal_actions()]


def test_u36_a5_the_second_refills_all_hands_from_its_left() -> None:
    match = after_round()
    assert hand(match, 2) == ["2", "2", "2", "2", "3", "11", "12"]
    assert hand(match, 3) == ["3", "3", "3", "4", "13", "14", "15"]
    assert hand(match, 0) == ["1", "1", "2", "2", "3", "3", "11"]
    assert hand(match, 1) == ["1", "1", "1", "1", "12", "13", "14"]


def test_u37_a3_who_went_first_exchanges_from_the_full_hand_before_the_row_is_laid() -> None:
    match = after_round("-10 -10 -10")
    assert (match.state.phase, match.seat) == (EXCHANGE, 0)
    assert row(match) == []
    assert legal(match) == ["1", "2", "3", "11", "done"]  # 11 has just been dealt


def test_u38_a3_replacements_come_when_all_are_thrown() -> None:
    match = after_round("-10 -5 7 8 9")
    for name in ("1", "1"):
        match.step(GAME.action_from_name(name))
    assert hand(match, 0) == ["2", "2", "3", "3", "11"]
    assert pile(match).count("1") == 2
    assert deck_left(match)[0] == "-10"
    match.step(DONE)
    compare(match)
    assert hand(match, 0) == ["-10", "-5", "2", "2", "3", "3", "11"]  # what was drawn cannot be thrown again
    assert row(match) == ["7", "8", "9"]  # U39
    assert match.state.phase == COMMIT


def test_u39_u40_a_new_row_and_a_new_round() -> None:
    match = throw(after_round("4 5 6"))
    assert row(match) == ["4", "5", "6"]
    assert (match.state.round_number, match.state.stage, match.seat) == (2, 1, 0)
    told = fields(match)
    assert not told["played"].any()
    assert not told["dropped"].any()
    assert told["past_dropped"][:, 0].tolist() == [1, 3, 2, 0, 0, 0]


def test_a4_nothing_need_be_thrown() -> None:
    match = after_round("4 5 6")
    before = hand(match, 0)
    throw(match)
    assert hand(match, 0) == before
    assert fields(match)["exchanged"][0] == 1


def test_a4_f5_the_whole_hand_can_be_thrown() -> None:
    match = after_round("4 4 4 4 5 5 5 6 6 6")
    for name in ["1", "1", "2", "2", "3", "3", "11"]:
        match.step(GAME.action_from_name(name))
    assert legal(match) == ["done"]  # section F: a decision like any other
    match.step(DONE)
    compare(match)
    assert hand(match, 0) == ["4", "4", "4", "4", "5", "5", "5"]


def test_f6_with_skip_forced_the_last_done_is_not_asked_for() -> None:
    match = after_round("4 4 4 4 5 5 5 6 6 6", skip_forced=True)
    for name in ["1", "1", "2", "2", "3", "3", "11"]:
        match.step(GAME.action_from_name(name))
    assert match.state.phase == COMMIT
    assert hand(match, 0) == ["4", "4", "4", "4", "5", "5", "5"]


def test_f5_each_set_of_cards_can_be_thrown_in_one_way() -> None:
    match = after_round()
    match.step(GAME.action_from_name("2"))
    assert legal(match) == ["2", "3", "11", "done"]
    with pytest.raises(ValueError, match=r"1 cannot be thrown any more: .* from the lowest up, and 2 has gone already"):
        match.step(GAME.action_from_name("1"))
    match.step(GAME.action_from_name("11"))
    assert legal(match) == ["done"]


def test_a12_f9_how_many_are_thrown_is_seen_pick_by_pick_which_ones_is_not() -> None:
    match = after_round()
    for count, name in enumerate(["1", "2", "2"], 1):
        match.step(GAME.action_from_name(name))
        for seat in range(1, 4):
            told = fields(match, seat)
            assert told["exchanged"][0] == 1 + count
            assert not told["exchanged_cards"].any()
            assert told["hand_size"][-seat % 4] == 7 - count
            assert spread(told["pile"]) == sorted(["5", "14", "6", "6", "10", "8", "9", "15", "-5"], key=int)
    own = fields(match, 0)
    assert spread(own["own_thrown"]) == ["1", "2", "2"]
    assert own["exchanged_cards"][0, :4].tolist() == [3, 4, 4, 0]
    match.step(DONE)
    assert spread(fields(match, 0)["own_thrown"]) == ["1", "2", "2"]
    assert fields(match, 2)["exchanged"][0] == 4


def test_a12_exchange_public_shows_what_is_thrown() -> None:
    match = after_round(exchange_public=True)
    for name in ("1", "2"):
        match.step(GAME.action_from_name(name))
    for seat in range(4):
        told = fields(match, seat)
        assert told["exchanged_cards"][0, :3].tolist() == [3, 4, 0]
        assert spread(told["pile"])[1:3] == ["1", "2"]
    compare(match)


def test_f4_u27_commits_and_done_are_kept_apart() -> None:
    match = begin(HANDS)
    with pytest.raises(ValueError, match="nothing is being exchanged now"):
        match.step(DONE)
    with pytest.raises(ValueError, match="player_0 holds no 15"):
        match.step(GAME.action_from_name("15"))


def test_f4_the_actions() -> None:
    assert GAME.actions == ("-10", "-5", *map(str, range(1, 16)), "done")


def test_f16_the_round_stays_to_be_seen_until_the_next_begins() -> None:
    match = after_round("4 5 6")
    told = fields(match)
    assert told["round"] == 1
    assert told["stage"] == 3
    assert told["dropped"].tolist() == [1, 3, 2, 0, 0, 0]
    assert (told["played"] > 0).sum() == 9
    assert not told["past_played"].any()
    match.step(DONE)
    told = fields(match)
    assert told["round"] == 2
    assert not told["played"].any()
    assert (told["past_played"] > 0).sum() == 9
