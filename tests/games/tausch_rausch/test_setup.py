"""Components, setup, order of turns, parameters, the end: R1 to R14, R29, A1, A2, A4, A22, A24, section F."""

from __future__ import annotations

from collections import Counter

import numpy as np
import numpy.typing as npt
import pytest

import card_envs
from card_envs.engine.match import Match
from card_envs.games.tausch_rausch import GAME, cards, rules, tasks
from tests.games.tausch_rausch.scripted import FILL24, dealt, hand, legal, open_tasks, pile, play, swap_lowest, view


def first_shuffles(match: Match) -> list[list[str]]:
    events, _ = next(match.replayed())
    return [[GAME.card_names[card] for card in event.cards or ()] for event in events]


def test_r1_two_cards_of_each_value_in_each_of_four_colours() -> None:
    numbers, _ = first_shuffles(dealt())
    assert len(numbers) == 80
    assert Counter(numbers) == Counter({f"{colour}{value}": 2 for colour in "BYGR" for value in range(1, 11)})
    assert Counter(name[0] for name in numbers) == {"B": 20, "Y": 20, "G": 20, "R": 20}
    assert set(Counter(name[1:] for name in numbers).values()) == {8}


def test_r2_r6_market_cards_in_ascending_order() -> None:
    assert rules.MARKET_SIZES.tolist() == [1, 2, 2, 2, 3]


def test_r3_a1_24_tasks_with_three_second_copies() -> None:
    _, order = first_shuffles(dealt())
    assert len(order) == 24
    assert Counter(order) - Counter(tasks.NAMES) == {"three": 1, "four": 1, "fullhouse": 1}


def test_a1_distinct21_has_each_task_once() -> None:
    _, order = first_shuffles(dealt(task_deck="distinct21"))
    assert sorted(order) == sorted(tasks.NAMES)


def test_r7_a4_the_top_five_tasks_are_open_and_the_rest_is_a_deck() -> None:
    match = dealt(task_order="twin four even5 run5 low4")
    assert open_tasks(match) == ["twin", "four", "even5", "run5", "low4"]
    assert view(match)["task_deck_size"] == 19
    assert view(dealt(task_deck="distinct21"))["task_deck_size"] == 16


def test_r8_r9_r10_f1_the_market_first_then_five_cards_each_then_the_deck() -> None:
    market = "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"
    match = dealt("Y1 Y2 Y3 Y4 Y5", "G1 G2 G3 G4 G5", "R1 R2 R3 R4 R5", market=market, draws="B1", num_players=3)
    assert [pile(row) for row in view(match)["market"]] == ["B1", "B2 B3", "B4 B5", "B6 B7", "B8 B9 B10"]
    assert [hand(match, seat) for seat in range(3)] == ["Y1 Y2 Y3 Y4 Y5", "G1 G2 G3 G4 G5", "R1 R2 R3 R4 R5"]
    play(match, "trade 1 Y1 Y2")
    assert hand(match, 0) == "B1 B2 B3 Y3 Y4 Y5"


@pytest.mark.parametrize(("players", "left"), [(2, 60), (3, 55), (4, 50)])
def test_r9_cards_left_in_the_deck(players: int, left: int) -> None:
    fields = view(dealt(num_players=players))
    assert fields["deck_size"] == left
    assert fields["hand_sizes"].tolist() == [5] * players + [0] * (4 - players)
    assert not fields["discard"].any()


def test_r12_r13_seat_0_begins_and_turns_go_clockwise() -> None:
    match = dealt(num_players=3)
    seats = []
    for _ in range(7):
        seats.append(match.seat)
        swap_lowest(match)
    assert seats == [0, 1, 2, 0, 1, 2, 0]


def test_r14_a_turn_is_a_trade_or_a_task() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order="twin even5 odd5 run5 three")
    assert legal(match) == ["trade 0", "trade 1", "trade 2", "trade 3", "trade 4", "task 0"]
    play(match, "task 0 B1 B1")
    assert match.seat == 1
    assert view(match)["turns"] @ [256, 1] == 1


@pytest.mark.parametrize("wins", [1, 2])
def test_r13_r29_the_last_task_needed_wins_at_once(wins: int) -> None:
    match = dealt("B1 B1 B2 B7 R6", "Y1 Y1 Y3 Y5 Y9", task_order="twin sum9-B same5", tasks_to_win=wins)
    play(match, "task 0 B1 B1")
    if wins == 2:
        assert not match.over
        play(match, "task 2 Y1 Y1 Y3 Y5 Y9")  # the other has one as well, which does not matter
        assert not match.over
        play(match, "task 1 B2 B7")
    assert match.over
    assert not match.truncated
    placements, scores, rewards = match.results()
    assert placements == [1, 2]
    assert scores[0] == wins
    assert rewards == [1.0, -1.0]


def test_r29_a20_a_win_opens_no_task_and_draws_nothing() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order="twin", tasks_to_win=1)
    play(match, "task 0 B1 B1")
    assert open_tasks(match)[0] == "-"
    assert hand(match, 0) == "Y2 G4 R6"
    assert pile(view(match, 0)["discard"]) == "B1 B1"
    assert view(match, 0)["deck_size"] == 60
    assert view(match, 0)["task_deck_size"] == 19
    assert match.legal_actions() == []


def test_a2_the_tasks_never_run_out() -> None:
    """Before somebody wins four seats do four each at most; each opens one more."""
    assert min(tasks.DECK_SIZES) >= rules.OPEN_TASKS + rules.MOST_DONE_BEFORE


def test_a22_f8_f9_the_match_is_cut_after_max_turns_and_ranked_by_tasks() -> None:
    match = dealt("B2 B3 B5 B7 R9", "Y1 Y1 Y3 Y5 G9", num_players=3, task_order="twin", max_turns=3)
    swap_lowest(match)
    play(match, "task 0 Y1 Y1")
    assert match.seat == 2
    swap_lowest(match)
    assert match.over
    assert match.truncated
    assert match.results()[:2] == ([2, 1, 2], [0.0, 1.0, 0.0])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a22_by_default_a_match_is_cut_after_100_turns_a_seat(players: int) -> None:
    match = dealt(num_players=players)
    assert view(match)["max_turns"] @ [256, 1] == 100 * players
    while not match.over:
        swap_lowest(match)
    assert match.truncated
    assert view(match, 0)["turns"] @ [256, 1] == 100 * players
    assert match.results()[0] == [1] * players


def test_a22_a_win_in_the_last_turn_before_the_cap_is_a_win() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order="twin", tasks_to_win=1, max_turns=1)
    play(match, "task 0 B1 B1")
    assert match.over
    assert not match.truncated


@pytest.mark.parametrize("players", [1, 5, 0])
def test_a24_two_to_four_players(players: int) -> None:
    with pytest.raises(ValueError, match="num_players takes a whole number from 2 to 4"):
        card_envs.make("tausch_rausch", num_players=players)


@pytest.mark.parametrize(
    ("name", "bad"),
    [("tasks_to_win", 0), ("tasks_to_win", 6), ("max_turns", 0), ("max_turns", 65_536), ("task_deck", "custom")],
)
def test_other_parameters_are_refused(name: str, bad: object) -> None:
    with pytest.raises(ValueError, match=f"{name} takes"):
        card_envs.make("tausch_rausch", **{name: bad})


def test_f9_the_score_reward_counts_tasks() -> None:
    match = dealt("B2 B3 B5 B7 R9", "Y1 Y1 Y3 Y5 G9", task_order="twin", max_turns=2, rewards="score")
    swap_lowest(match)
    play(match, "task 0 Y1 Y1")
    assert match.results()[2] == pytest.approx([-0.1, 0.1])


def test_a2_cards_are_conserved_and_nothing_overflows() -> None:
    """Over many matches by chance, with all the bounds that the state relies on."""
    for params in ({}, {"num_players": 2}, {"max_turns": 3_000, "task_deck": "distinct21"}):
        batch = card_envs.batch("tausch_rausch", 256, seed=5, **params)
        rng = np.random.default_rng(5)
        reshuffles = 0
        for number in range(1_500):
            actions = batch.random_actions(rng)
            shy = (np.arange(256) % 2 == 1) & (rng.random(256) < 0.95)  # seldom does a task: the deck runs out
            actions = np.where(shy & (batch.action_masks[:, 0] == 1), 0, actions)
            batch.step(actions)
            state = batch.states
            reshuffles = max(reshuffles, int(state["reshuffles"].max()))
            if number % 50:
                continue
            total = np.zeros((256, 40), int)
            for name in ("hands", "market", "discard"):
                total += counts(state[name].reshape(256, -1, 2))
            for row, (pack, top, end) in enumerate(zip(state["pack"], state["top"], state["end"], strict=True)):
                total[row] += np.bincount(pack[top:end], minlength=40)
            assert (total == 2).all()
            assert not (state["held"] & ~state["hands"]).any()
        assert reshuffles >= 2


def counts(piles: npt.NDArray[np.uint64]) -> npt.NDArray[np.int64]:
    """Cards of each kind (N, 40) in piles (N, M, 2)."""
    bits = (piles[..., None] >> np.arange(40, dtype=np.uint64)) & np.uint64(1)
    return np.asarray(bits.sum((1, 2)), np.int64)


def test_fill24_is_what_the_tests_take_it_for() -> None:
    assert sorted(FILL24) == sorted(tasks.NAMES[task] for task in tasks.DECKS)


@pytest.mark.parametrize("name", cards.NAMES)
def test_card_names_are_read_back(name: str) -> None:
    assert cards.card_name(cards.card_from_name(name)) == name


@pytest.mark.parametrize("name", tasks.NAMES)
def test_task_names_are_read_back(name: str) -> None:
    assert tasks.NAMES[tasks.task_from_name(name)] == name


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="no card 'B11'"):
        cards.card_from_name("B11")
    with pytest.raises(ValueError, match="no task 'flush'"):
        tasks.task_from_name("flush")
