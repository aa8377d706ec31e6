"""The deck runs out: for the last time, or for the first of two; and the reckoning."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from card_envs.engine.match import Match
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.cards import DECK_SIZE, NAMES, VALUE
from card_envs.games.und_tschuess.deck import COMMIT, EXCHANGE, OVER
from card_envs.games.und_tschuess.rules import DONE
from tests.games.und_tschuess.scripted import (
    at_exchange,
    begin,
    deck_left,
    fields,
    hand,
    pile,
    play_until,
    row,
    spread,
    throw_lowest,
    won,
)
from tests.naive.parity import compare


def exchanges(seed: int, players: int, **params: object) -> Iterator[Match]:
    """A match at each of its exchanges, with nothing thrown in those before."""
    match = begin([""] * players, **params)
    while True:
        play_until(match, at_exchange, seed)
        if match.over:
            return
        yield match
        match.step(DONE)


def last_exchange(spare: int, players: int = 4, last_deck: bool = True, **params: object) -> Match:
    """A match at an exchange in which this deck can be emptied up to `spare` cards with the new row laid."""
    for seed in range(200):
        for match in exchanges(seed, players, **params):
            here = players == 4 or (match.state.exhaustions == 1) == last_deck
            count = len(deck_left(match)) - (players - 1) - spare
            if here and 0 <= count <= match.state.hand_size[match.seat]:
                return match
    raise AssertionError("no such match")


def throw_down_to(match: Match, spare: int) -> Match:
    """Throw so many cards that `spare` would be left of the deck with the new row laid; below 0 it does not do."""
    throw_lowest(match, len(deck_left(match)) - (match.params.num_players - 1) - spare)
    compare(match)
    return match


def test_a1_a_set_up_that_takes_the_very_last_card_is_played() -> None:
    match = throw_down_to(last_exchange(0), 0)
    assert deck_left(match) == []
    assert match.state.exhaustions == 0
    assert (match.state.phase, len(row(match))) == (COMMIT, 3)
    number = match.state.round_number
    play_until(match, lambda state: state.phase != COMMIT)
    assert match.over  # u41: a card is needed for the refill
    assert match.state.round_number == number
    assert sum(len(cards) for cards in won(match)) == 3 * number
    compare(match)


def test_u41_a1_the_match_ends_when_a_points_card_is_missing() -> None:
    match = last_exchange(-1)
    before = match.state.points.tolist()
    number = int(match.state.round_number)
    throw_down_to(match, -1)
    assert match.over
    assert match.state.phase == OVER
    assert match.state.exhaustions == 1
    assert len(row(match)) == 2  # an unfinished set-up scores nothing
    assert match.results()[1] == before[:4]
    assert match.state.round_number == number


def test_u41_a1_the_match_ends_when_a_replacement_is_missing() -> None:
    match = last_exchange(-4)
    before = match.state.points.tolist()
    throw_down_to(match, -4)
    assert match.over
    assert row(match) == []
    assert match.results()[1] == before[:4]


def test_a1_the_match_ends_in_the_refill() -> None:
    """Some hands are full, others not; nobody exchanges any more."""
    for seed in range(20):
        match = play_until(begin([""] * 4), lambda _: False, seed)
        sizes = match.state.hand_size[:4].tolist()
        if min(sizes) < 7 and max(sizes) == 7 and not row(match):
            assert deck_left(match) == []
            assert (match.state.exchanged > 0).sum() < match.state.round_number
            assert fields(match, 0)["phase"].tolist() == [0, 0, 1]
            compare(match)
            return
    raise AssertionError("no such match")


def test_a1_f14_with_an_empty_deck_the_exchange_is_still_asked() -> None:
    """The refill takes the last card; with on_need it is the new row that cannot be laid."""
    for seed in range(600):
        for match in exchanges(seed, 4):
            if not deck_left(match):
                assert match.state.phase == EXCHANGE
                match.step(DONE)
                compare(match)
                assert match.over
                return
    raise AssertionError("no such match")


def test_a1_f12_on_empty_the_last_card_ends_the_match_even_if_it_completes_the_set_up() -> None:
    match = last_exchange(0, deck_out="on_empty")
    before = match.state.points.tolist()
    number = int(match.state.round_number)
    throw_down_to(match, 0)
    assert match.over
    assert len(row(match)) == 3
    assert match.state.round_number == number  # that round is not played
    assert match.results()[1] == before[:4]


def test_f12_near_miss_with_one_card_left_the_round_is_played() -> None:
    match = throw_down_to(last_exchange(1, deck_out="on_empty"), 1)
    assert not match.over
    assert len(deck_left(match)) == 1


@pytest.mark.parametrize("players", [5, 6])
def test_u42_a2_f3_f14_the_pile_becomes_the_deck_when_a_card_is_needed(players: int) -> None:
    match = last_exchange(-1, players, last_deck=False)
    threw = len(deck_left(match)) - (players - 1) + 1
    before, thrown = pile(match), hand(match, match.seat)[:threw]
    held = [hand(match, seat) for seat in range(players)]
    throw_down_to(match, -1)
    assert not match.over
    assert match.state.exhaustions == 1
    assert pile(match) == []
    deck = [NAMES[card] for card in match.state.pack[DECK_SIZE : match.state.bottom]]
    assert sorted(deck) == sorted([*before, *thrown])  # thrown cards are in it: they were thrown before the need
    assert len(row(match)) == players - 1  # the row went on: the last card came from the new deck
    assert len(deck_left(match)) == len(deck) - 1
    for seat in range(players):
        assert set(held[seat]) - set(thrown) <= set(hand(match, seat))  # hands stay out
    assert match.state.phase == COMMIT


@pytest.mark.parametrize("players", [5, 6])
def test_u42_the_second_time_ends_the_match(players: int) -> None:
    for seed in range(5):
        match = play_until(begin([""] * players), lambda _: False, seed)
        assert match.over
        assert match.state.exhaustions == 2
        compare(match)


def test_f13_on_empty_the_pile_becomes_the_deck_with_the_last_card_of_the_first() -> None:
    """The set-up is complete all the same, and the round is played."""
    match = throw_down_to(last_exchange(0, 5, last_deck=False, deck_out="on_empty"), 0)
    assert not match.over
    assert match.state.exhaustions == 1
    assert len(deck_left(match)) == match.state.bottom - DECK_SIZE
    assert len(row(match)) == 4


def test_f13_on_empty_cards_thrown_after_the_reshuffle_stay_on_the_pile() -> None:
    for seed in range(50):
        for match in exchanges(seed, 5, deck_out="on_empty"):
            if match.state.bottom > DECK_SIZE and not pile(match):  # the refill took the last card
                thrown = hand(match, match.seat)[:2]
                throw_lowest(match, 2)
                compare(match)
                assert pile(match) == thrown
                return
    raise AssertionError("no such match")


def test_f15_after_the_reshuffle_a_seat_knows_what_it_knew_of_the_pile() -> None:
    match = last_exchange(-1, 5, last_deck=False)
    thrower = match.seat
    thrown = hand(match, thrower)[: len(deck_left(match)) - 4 + 1]
    seen = pile(match)
    throw_down_to(match, -1)
    for seat in range(5):
        told = fields(match, seat)
        known = [*seen, *thrown] if seat == thrower else seen
        assert spread(told["reshuffled"]) == sorted(known, key=int)
        assert not told["pile"].any()
        assert not told["own_thrown"].any()
    assert thrown


def test_u43_u44_u45_a13_points_won_count_and_hands_do_not() -> None:
    for seed in range(6):
        match = play_until(begin([""] * 4), lambda _: False, seed)
        placements, scores, rewards = match.results()
        assert scores == [sum(int(name) for name in cards) for cards in won(match)]
        assert placements == [1 + sum(other > own for other in scores) for own in scores]
        assert sum(rewards) == pytest.approx(0, abs=1e-6)
        for seat in range(4):  # open to all
            told = fields(match, seat)
            points = (told["points_plus"] - told["points_minus"])[:4].tolist()
            assert points == [scores[(seat + ahead) % 4] for ahead in range(4)]


def test_a15_a_tie_for_most_points_is_a_shared_win() -> None:
    for seed in range(300):
        match = play_until(begin([""] * 4), lambda _: False, seed)
        placements, scores, rewards = match.results()
        if placements.count(1) == 2:
            assert sorted(scores)[-1] == sorted(scores)[-2]
            assert sorted(placements)[:3] == [1, 1, 3]
            for place, reward in zip(placements, rewards, strict=True):
                assert reward == pytest.approx(1 / 3 if place == 1 else -1 / 3)
            return
    raise AssertionError("no such match")


def test_f10_the_end_leaves_nothing_to_do() -> None:
    match = play_until(begin([""] * 4), lambda _: False)
    with pytest.raises(ValueError, match="the match is over"):
        match.step(0)
    assert GAME.deciding is not None
    assert GAME.deciding(match.state) == []
    assert int(VALUE.max()) == 15
