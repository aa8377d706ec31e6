"""What fulfils each task: R30 to R46, A5 to A11, by examples with near misses, and by brute force."""

from __future__ import annotations

import time

import numpy as np
import pytest

from card_envs.games.tausch_rausch import tasks
from card_envs.games.tausch_rausch.cards import NAMES
from tests.games.tausch_rausch import masks
from tests.games.tausch_rausch.masks import kinds_of, sets_that_can_be_picked, subsets
from tests.games.tausch_rausch.scripted import dealt, legal, play, swap_lowest, view
from tests.naive.tausch_rausch import fits

FITTING = {
    "even5": ["B2 Y8 G4 R4 B6", "B2 B2 Y2 Y2 G10"],  # the source's example, in some colours
    "odd5": ["B1 Y3 G9 R9 B7", "B1 B1 Y1 Y1 G1"],  # the source's example
    "same5": ["Y1 Y1 Y5 Y9 Y10", "B1 B2 B3 B4 B5", "R2 R2 R7 R7 R8"],
    "sum9-B": ["B4 B5", "B1 B8"],
    "sum9-Y": ["Y3 Y6"],
    "sum9-G": ["G2 G7"],
    "sum9-R": ["R1 R8"],
    "sum23-B": ["B5 B5 B6 B7", "B10 B10 B9 B9"],
    "sum23-Y": ["Y1 Y2 Y10 Y10"],
    "sum23-G": ["G5 G5 G6 G7"],
    "sum23-R": ["R3 R4 R7 R9"],
    "low4": ["B1 Y1 G2 R3", "B1 B1 Y1 G4", "B1 Y2 G2 R2"],
    "high4": ["B10 Y9 G9 R9", "B10 B10 Y10 G7"],
    "run5": ["B3 Y4 G5 R6 B7", "B1 B2 B3 B4 B5", "B6 Y7 G8 R9 B10"],  # the first: the source's example
    "run4c": ["R7 R8 R9 R10", "B1 B2 B3 B4"],  # the first: the source's example
    "fullhouse": ["B3 Y3 G3 B7 Y7", "B3 B3 Y7 Y7 G7"],
    "four": ["B5 Y5 G5 R5", "B5 B5 Y5 Y5"],
    "three": ["B5 Y5 G5", "B5 B5 R5"],
    "twin": ["B4 B4", "R10 R10"],  # the first: the source's example
    "twopair": ["B5 Y5 G6 R6", "B9 B9 B10 Y10"],  # the first: the source's example
    "threepair": ["B2 Y2 B3 Y3 G4 R4", "B8 B8 R9 R9 Y10 G10"],  # the first: the source's example
}

NEAR_MISSES = {
    "even5": ["B2 Y8 G4 R4 B7", "B2 Y8 G4 R4"],
    "odd5": ["B1 Y3 G9 R9 B8", "B1 Y3 G9 R9"],
    "same5": ["Y1 Y1 Y5 Y9 B10", "Y1 Y1 Y5 Y9"],
    "sum9-B": ["B4 Y5", "Y4 Y5", "B4 B4", "B1 B9", "B9 B10", "B1 B1 B7"],  # A11; A5: the last has three cards
    "sum9-Y": ["B3 B6", "Y3 Y7"],
    "sum9-G": ["Y2 Y7", "G2 G8"],
    "sum9-R": ["G1 G8", "R2 R8"],
    "sum23-B": ["B5 B5 B6 B6", "B10 B10 B9", "B10 B10 B9 Y10"],
    "sum23-Y": ["Y1 Y1 Y10 Y10", "B10 B10 B9 B9"],
    "sum23-G": ["G5 G5 G6 G6"],
    "sum23-R": ["R3 R4 R7 R8"],
    "low4": ["B1 Y1 G3 R3", "B1 Y1 G2", "B2 Y2 G2 R2"],
    "high4": ["B9 Y9 G9 R9", "B10 Y10 G10", "B10 B10 Y10 G6"],
    "run5": ["B3 Y4 G5 R6 B8", "B7 Y8 G9 R10 B1", "B3 Y4 G5 R6", "B3 Y4 G5 R6 B6"],
    "run4c": ["R7 R8 R9 Y10", "R8 R9 R10 R1", "B8 B9 B10 Y1", "R7 R8 R9 R9"],
    "fullhouse": ["B3 Y3 G3 B7 Y8", "B3 Y3 B7 Y7 G8", "B3 Y3 G3 R3 B7", "B3 B3 Y3 Y3 G3"],  # R40: the last
    "four": ["B5 Y5 G5 R6", "B5 Y5 G5"],
    "three": ["B5 Y5 G6", "B5 B6 B7"],
    "twin": ["B4 Y4", "B4 B5"],
    "twopair": ["B5 Y5 G7 R7", "B5 Y5 G5 R5", "B10 Y10 G1 R1", "B5 Y5 G6 R7"],  # A7: the second; R46: the third
    "threepair": ["B2 Y2 B3 Y3 G5 R5", "B9 Y9 B10 Y10 G1 R1", "B2 Y2 B3 Y3 B3 Y3", "B2 Y2 B3 Y3 G4 R5"],
}
CLAUSES = {
    "R30": "even5", "R31": "odd5", "R32": "same5", "R33": "sum9-B", "R34": "sum23-B", "R35": "low4", "R36": "high4",
    "R37": "run5", "R38": "run4c", "R39": "fullhouse", "R41": "four", "R42": "three", "R43": "twin",
    "R44": "twopair", "R45": "threepair",
}  # fmt: skip


@pytest.mark.parametrize(("clause", "task"), CLAUSES.items())
def test_r30_to_r45_cards_used(clause: str, task: str) -> None:
    """How many cards each takes."""
    used = [5, 5, 5, 2, 4, 4, 4, 5, 4, 5, 4, 3, 2, 4, 6][list(CLAUSES).index(clause)]
    assert tasks.COST[tasks.task_from_name(task)] == used


@pytest.mark.parametrize("task", tasks.NAMES)
def test_r30_to_r45_sets_that_fit(task: str) -> None:
    for names in FITTING[task]:
        hand = kinds_of(names)
        assert masks.can_fulfil(tasks.task_from_name(task), hand), names
        assert sets_that_can_be_picked(tasks.task_from_name(task), hand) == {tuple(hand)}, names


@pytest.mark.parametrize("task", tasks.NAMES)
def test_a7_r30_to_r46_near_misses(task: str) -> None:
    for names in NEAR_MISSES[task]:
        assert not masks.can_fulfil(tasks.task_from_name(task), kinds_of(names)), names
        assert not masks.next_picks(tasks.task_from_name(task), kinds_of(names), []), names


@pytest.mark.parametrize("task", [task for task in tasks.NAMES if task != "threepair"])
def test_r30_to_r45_the_examples_in_a_match(task: str) -> None:
    """The slot is open, the picks in order carry it out; with a near miss the slot is closed."""
    others = " ".join(name for name in tasks.NAMES if name != task)
    for names in FITTING[task]:
        match = dealt(filled(names, task), task_order=f"{task} {others}")
        play(match, "task 0", *(NAMES[kind] for kind in kinds_of(names)))
        assert match.seat == 1
    for names in NEAR_MISSES[task]:
        match = dealt(filled(names, task), task_order=f"{task} {others}")
        assert "task 0" not in legal(match)


def test_three_pairs_in_a_match() -> None:
    """A sixth card has to be traded for first."""
    match = dealt("B2 Y2 B3 Y3 B9", market="G4", draws="R4", task_order="threepair twin")
    assert "task 0" not in legal(match)
    play(match, "trade 0 B9")
    swap_lowest(match)
    assert "task 0" in legal(match)
    play(match, "task 0 B2 B3 Y2 Y3 G4 R4")
    assert match.seat == 1
    assert view(match, 0)["hand_sizes"][0] == 2  # the bonus


def filled(names: str, task: str) -> str:
    """The cards, and fillers up to a hand of five with which the task is no more possible than without."""
    number, hand = tasks.task_from_name(task), kinds_of(names)
    possible = masks.can_fulfil(number, hand)
    for kind in range(40):
        more = [*hand, kind]
        if len(hand) < 5 and more.count(kind) < 3 and masks.can_fulfil(number, more) == possible:
            hand = more
    assert len(hand) == 5
    return " ".join(NAMES[kind] for kind in hand)


def test_r23_a5_exactly_the_number_of_cards() -> None:
    """With five even cards more than needed, a set has five cards all the same."""
    hand = kinds_of("B2 B2 Y2 Y4 G4 G6 R8 R10")
    sets = sets_that_can_be_picked(tasks.EVEN5, hand)
    assert sets == subsets(hand, 5)
    assert {len(one) for one in sets_that_can_be_picked(tasks.THREE, kinds_of("B5 B5 Y5 Y5 G5"))} == {3}


def test_a6_the_player_chooses_among_the_sets() -> None:
    sets = sets_that_can_be_picked(tasks.TWOPAIR, kinds_of("B5 Y5 G5 B6 B6 R7 Y7"))
    assert len(sets) == 3 + 1  # two of three fives with both sixes, or the sixes with the sevens


def test_a7_four_equal_cards_are_no_two_pairs() -> None:
    assert not masks.can_fulfil(tasks.TWOPAIR, kinds_of("B5 B5 Y5 Y5"))
    assert not masks.can_fulfil(tasks.THREEPAIR, kinds_of("B5 B5 Y5 Y5 G6 G6"))


def test_a8_r46_nothing_goes_round_from_10_to_1() -> None:
    for task, names in (
        (tasks.RUN5, "B8 B9 B10 B1 B2"),
        (tasks.RUN4C, "B9 B10 B1 B2"),
        (tasks.TWOPAIR, "B10 B10 B1 B1"),
        (tasks.THREEPAIR, "B9 B9 B10 B10 B1 B1"),
        (tasks.THREEPAIR, "B10 B10 B1 B1 B2 B2"),
    ):
        assert not masks.can_fulfil(task, kinds_of(names))


def test_a9_any_of_the_eight_cards_of_a_value() -> None:
    hand = kinds_of("B7 B7 Y7 Y7 G7 G7 R7 R7")
    assert sets_that_can_be_picked(tasks.FOUR, hand) == subsets(hand, 4)
    assert sets_that_can_be_picked(tasks.THREE, hand) == subsets(hand, 3)


def test_a10_r40_a_full_house_has_two_values() -> None:
    assert not masks.can_fulfil(tasks.FULLHOUSE, kinds_of("B3 B3 Y3 Y3 G3 G3"))
    sets = sets_that_can_be_picked(tasks.FULLHOUSE, kinds_of("B3 Y3 G3 B4 Y4 G4"))
    assert len(sets) == 6


def test_a11_nine_in_all_four_ways() -> None:
    sets = sets_that_can_be_picked(tasks.task_from_name("sum9-R"), kinds_of("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R8"))
    assert {tuple(NAMES[kind] for kind in one) for one in sets} == {
        ("R1", "R8"), ("R2", "R7"), ("R3", "R6"), ("R4", "R5"),
    }  # fmt: skip


def some_hands(rng: np.random.Generator, number: int, most: int) -> list[list[int]]:
    """Hands by chance: of all cards, of a few values, of one or two colours."""
    hands = []
    for i in range(number):
        pack = np.repeat(np.arange(40), 2)
        if i % 3 == 0:
            pack = pack[np.isin(pack % 10, rng.choice(10, rng.integers(2, 6), replace=False))]
        elif i % 3 == 1:
            pack = pack[np.isin(pack // 10, rng.choice(4, rng.integers(1, 3), replace=False))]
        size = min(len(pack), int(rng.integers(1, most + 1)))
        hands.append(sorted(rng.choice(pack, size, replace=False).tolist()))
    return hands


@pytest.mark.parametrize("task", tasks.NAMES)
def test_f2_r30_to_r45_picks_reach_every_set_that_fits_and_no_other(task: str, rng: np.random.Generator) -> None:
    """Against brute force over all subsets of hands of up to 14 cards; dead ends raise."""
    number = tasks.task_from_name(task)
    for hand in some_hands(rng, 90, 14):
        fitting = {one for one in subsets(hand, int(tasks.COST[number])) if fits(task, [NAMES[kind] for kind in one])}
        assert masks.can_fulfil(number, hand) == bool(fitting)
        assert sets_that_can_be_picked(number, hand) == fitting


@pytest.mark.parametrize("task", tasks.NAMES)
def test_f2_a19_large_hands(task: str, rng: np.random.Generator) -> None:
    """Picks by chance from hands of 40 and more always end in a set that fits."""
    number = tasks.task_from_name(task)
    for _ in range(60):
        pack = np.repeat(np.arange(40), 2)
        hand = sorted(rng.choice(pack, int(rng.integers(40, 71)), replace=False).tolist())
        picks: list[int] = []
        assert masks.can_fulfil(number, hand) == bool(masks.next_picks(number, hand, []))
        while masks.can_fulfil(number, hand) and len(picks) < tasks.COST[number]:
            picks.append(int(rng.choice(sorted(masks.next_picks(number, hand, picks)))))
        assert not picks or fits(task, [NAMES[kind] for kind in picks])


@pytest.mark.slow  # it measures time
@pytest.mark.parametrize("task", tasks.NAMES)
def test_large_hands_take_no_time(task: str) -> None:
    """All 70 cards outside the market in one hand: microseconds, of which the call from Python is a part."""
    one, two = masks.sets_of(sorted(np.random.default_rng(1).permutation(np.repeat(np.arange(40), 2))[:70].tolist()))
    number = tasks.task_from_name(task)
    masks.ask_next_picks(number, one, two, 0, 0, -1)
    begun = time.perf_counter()
    for _ in range(1_000):
        masks.ask_next_picks(number, one, two, 0, 0, -1)
    assert time.perf_counter() - begun < 0.02
