"""The deck, the deal and the first row of points cards."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs import make
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.cards import COPIES, DECK_SIZE, NAMES, VALUE, card_from_name, card_name
from card_envs.games.und_tschuess.deck import COMMIT
from card_envs.games.und_tschuess.rules import MOST_ROUNDS
from tests.games.und_tschuess.scripted import begin, deck, deck_left, hand, play_until, row
from tests.play import played, uniform


def test_u1_the_deck_has_104_cards() -> None:
    assert dict(zip(NAMES, COPIES.tolist(), strict=True)) == {
        **{"-10": 6, "-5": 8},
        **{str(value): 6 for value in range(1, 16)},
    }
    assert DECK_SIZE == 104
    assert int((COPIES * VALUE).sum()) == 620
    match = begin([""] * 4)
    held = [name for seat in range(4) for name in hand(match, seat)]
    all_cards = [name for name, count in zip(NAMES, COPIES, strict=True) for _ in range(count)]
    assert sorted([*held, *row(match), *deck_left(match)]) == sorted(all_cards)


def test_f1_names_and_kinds_go_both_ways() -> None:
    for card, name in enumerate(NAMES):
        assert card_name(card) == name
        assert card_from_name(name) == card
        assert int(name) == VALUE[card]
    with pytest.raises(ValueError, match="has no card '0'"):
        card_from_name("0")


@pytest.mark.parametrize(("players", "size", "left"), [(4, 7, 73), (5, 8, 60), (6, 9, 45)])
def test_u4_u5_u7_u9_hands_points_cards_and_deck(players: int, size: int, left: int) -> None:
    match = begin([""] * players)
    assert [len(hand(match, seat)) for seat in range(players)] == [size] * players
    assert len(row(match)) == players - 1
    assert len(deck_left(match)) == left


def test_f2_the_first_shuffle_goes_to_seat_0_first() -> None:
    cards = deck(["15 14 13 12 11 10 9", "1 1 1 1 1 1 2", "", ""], "-10 -5 3", "-10 -10")
    env = make("und_tschuess")
    env.reset(seed=5, options={"shuffles": [cards]})
    match = env.unwrapped.match
    assert hand(match, 0) == ["9", "10", "11", "12", "13", "14", "15"]
    assert hand(match, 1) == ["1", "1", "1", "1", "1", "1", "2"]
    assert row(match) == ["-10", "-5", "3"]
    assert deck_left(match)[:2] == ["-10", "-10"]


@pytest.mark.parametrize("players", [2, 3, 7])
def test_a17_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"num_players takes a whole number from 4 to 6, got {players}"):
        make("und_tschuess", num_players=players)


def test_u29_a14_the_youngest_is_seat_0_and_round_1_begins_without_an_exchange() -> None:
    match = begin([""] * 5)
    assert (match.seat, match.state.phase, match.state.round_number) == (0, COMMIT, 1)
    play_until(match, lambda state: state.round_number == 2)
    assert match.seat == 0


def test_f17_u9_the_most_rounds_that_there_can_be() -> None:
    """Nobody throws anything, and rounds take their course by chance; the fewest cards give the most rounds."""
    rng = np.random.default_rng(4)
    most = dict.fromkeys((4, 5, 6), 0)
    for players in most:
        for seed in range(40):
            match = play_until(begin([""] * players), lambda _: False, seed)
            most[players] = max(most[players], int(match.state.round_number))
            assert match.over
            other = played(GAME, GAME.params(num_players=players), seed, uniform(rng))
            assert other.state.round_number <= MOST_ROUNDS
    assert most[4] >= 6
    assert max(most.values()) <= MOST_ROUNDS
    assert most[6] <= 4


def test_f17_a_scale_of_scores_that_nobody_passes() -> None:
    for players in (4, 5, 6):
        match = begin([""] * players)
        rounds = 4 if players == 6 else MOST_ROUNDS
        best = 15 - (15 - 10 * (players - 2)) / players  # wins 15, others take -10, one nothing
        worst = -10 - (-10 + 15 * (players - 2)) / players
        assert GAME.score_scale_of(match.state) == 20 * rounds
        assert max(best, -worst) * rounds <= 20 * rounds
