"""Tasks fulfilled, the bonus, the deck running out, what is public: R22 to R28, R47, A3, A13, A17, A18, A21, A23."""

from __future__ import annotations

from typing import Any

import pytest

from card_envs.engine.match import Match
from card_envs.engine.record import record
from card_envs.games.tausch_rausch import GAME, cards, tasks
from tests.games.tausch_rausch.scripted import (
    dealt,
    display_slot,
    drain,
    hand,
    legal,
    open_tasks,
    pile,
    play,
    swap_lowest,
    view,
)
from tests.games.tausch_rausch.views import in_words

TASKS = "twin even5 odd5 run5 three"


def last_events(match: Match) -> list[str]:
    """The types of the events of the last action."""
    *_, (events, _) = match.replayed()
    return ["action" if event.cards is None else "shuffle" for event in events]


def last_shuffle(match: Match) -> list[str]:
    """The cards of the last shuffle, top first."""
    shuffles = [event.cards for events, _ in match.replayed() for event in events if event.cards is not None]
    return [GAME.card_names[card] for card in shuffles[-1]]


def test_r22_r24_r25_r26_r27_a_task_fulfilled() -> None:
    match = dealt("B1 B1 Y2 G4 R6", draws="R9", task_order=TASKS + " four")
    play(match, "task 0 B1 B1")
    fields = view(match, 0)
    assert pile(fields["discard"]) == "B1 B1"
    assert in_words(fields["tasks_done"][0], tasks.NAMES) == ["twin"]
    assert open_tasks(match) == ["four", "even5", "odd5", "run5", "three"]
    assert fields["task_deck_size"] == 18
    assert hand(match, 0) == "Y2 G4 R6 R9"


@pytest.mark.parametrize("place", range(5))
def test_r22_r26_each_of_the_five_places(place: int) -> None:
    order = ["even5", "odd5", "run5", "three", "four"]
    order.insert(place, "twin")
    match = dealt("B1 B1 Y2 G4 R6", task_order=" ".join(order[:6]))
    assert legal(match)[5:] == [f"task {place}"]
    play(match, f"task {place} B1 B1")
    assert open_tasks(match)[place] == order[5]


def test_r23_a5_the_cards_are_shown_to_all() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order=TASKS)
    play(match, "task 0 B1 B1")
    assert pile(view(match, 1)["discard"]) == "B1 B1"


@pytest.mark.parametrize("task", tasks.NAMES)
def test_r27_r47_a3_the_bonus(task: str) -> None:
    dear = {"even5", "odd5", "same5", "run5", "fullhouse", "threepair"}
    assert tasks.BONUS[tasks.task_from_name(task)] == (2 if task in dear else 1)


def test_r27_a_dear_task_draws_two() -> None:
    match = dealt("B2 B2 Y2 Y4 Y4", draws="R9 G9", task_order="even5")
    play(match, "task 0 B2 B2 Y2 Y4 Y4")
    assert hand(match, 0) == "G9 R9"
    assert view(match, 0)["deck_size"] == 58


def test_a13_a_task_that_could_be_done_need_not_be() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order=TASKS)
    assert "task 0" in legal(match)
    play(match, "trade 0 R6")
    assert match.seat == 1


def test_a13_one_task_a_turn() -> None:
    match = dealt("B1 B1 Y2 Y2 R6", task_order="twin twopair")
    play(match, "task 0 B1 B1")
    assert match.seat == 1


def test_r25_a21_tasks_done_stay_known_to_all() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order=TASKS, num_players=3)
    play(match, "task 0 B1 B1")
    for seat, ahead in ((0, 0), (1, 2), (2, 1)):
        assert in_words(view(match, seat)["tasks_done"][ahead], tasks.NAMES) == ["twin"]


def test_a23_the_same_task_twice() -> None:
    match = dealt("B1 B1 Y1 G4 R6", task_order="three three", draws="Y4 R9 R4", market="G5 B7 B8")
    play(match, "task 0 B1 B1 Y1")
    swap_lowest(match)
    play(match, "trade 0 R6")
    swap_lowest(match)
    assert "task 1" in legal(match)
    play(match, "task 1 Y4 G4 R4")
    assert in_words(view(match, 0)["tasks_done"][0], tasks.NAMES) == ["three", "three"]


def test_tasks_seen_are_kept() -> None:
    match = dealt("B1 B1 Y2 G4 R6", task_order=TASKS + " four")
    play(match, "task 0 B1 B1")
    assert in_words(view(match, 0)["tasks_seen"], tasks.NAMES) == sorted(
        ["twin", "even5", "odd5", "run5", "three", "four"], key=tasks.NAMES.index
    )


# --- what hands are known to hold (section F)


def test_f6_cards_taken_are_known_until_given_or_spent() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market="B1 B2 B3", draws="R9 R8 R7")
    play(match, "trade 1 Y1 Y2")
    assert pile(view(match, 1)["held"][1]) == "B2 B3"
    assert pile(view(match, 0)["held"][0]) == "B2 B3"  # the seat itself knows what is known of it
    play(match, "trade 0")
    match.step(match.legal_actions()[0])
    play(match, "trade 2 B2 Y3")
    held = pile(view(match, 1)["held"][1]).split()
    assert "B3" in held
    assert "B2" not in held


def test_f6_gives_come_before_takes_and_never_below_zero() -> None:
    match = dealt("B2 Y2 Y3 Y4 Y5", market="B2")
    play(match, "trade 0 B2")
    assert pile(view(match, 1)["held"][1]) == "B2"


def test_f6_a_card_spent_is_charged_to_those_known_first() -> None:
    match = dealt("B2 G4 Y3 R4 Y5", "Y1 Y1 G7 G8 G9", market="B2", task_order=TASKS, draws="R9 R8")
    play(match, "trade 0 R4")
    swap_lowest(match)
    assert pile(view(match, 1)["held"][1]) == "B2"
    play(match, "task 0 B2 B2")
    assert pile(view(match, 1)["held"][1]) == ""


# --- the deck runs out


def with_one_discard(deck: int, **params: Any) -> Match:
    """A match in which two cards have been spent, with so many cards left in the deck; with one, seat 1 is to act."""
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin even5 odd5 fullhouse same5 four", **params)
    play(match, "task 0 R10 R10")
    drain(match, deck)
    return match


def test_r28_a17_the_discard_pile_becomes_the_deck_the_moment_it_is_empty() -> None:
    match = with_one_discard(1)
    swap_lowest(match)
    assert last_events(match) == ["action", "shuffle"]
    assert sorted(last_shuffle(match)) == ["R10", "R10"]
    fields = view(match)
    assert fields["deck_size"] == 2
    assert fields["reshuffles"] == 1
    assert not fields["discard"].any()
    assert pile(fields["recycled"]) == "R10 R10"


def test_a17_in_the_middle_of_a_bonus() -> None:
    match = with_one_discard(1)
    place = display_slot(match, "even5")
    drawn = match.state.pack[int(match.state.top)]
    play(match, f"task {place}")
    while match.seat == 1:
        match.step(match.legal_actions()[0])
    assert last_events(match) == ["action", "shuffle"]
    order = last_shuffle(match)
    assert len(order) == 7
    fields = view(match, 1)
    assert fields["deck_size"] == 6
    assert fields["hand"][drawn] >= 1
    assert fields["hand"][cards.card_from_name(order[0])] >= 1
    assert pile(fields["recycled"]) == " ".join(sorted(order[1:], key=cards.NAMES.index))


def test_a17_on_the_last_turn_before_the_cap() -> None:
    match = with_one_discard(1)
    turns = int(view(match)["turns"] @ [256, 1])
    match = with_one_discard(1, max_turns=turns + 1)
    swap_lowest(match)
    assert match.truncated
    assert last_events(match) == ["action", "shuffle"]


def test_a17_no_shuffle_of_nothing() -> None:
    match = dealt()
    drain(match, 1)
    swap_lowest(match)
    assert last_events(match) == ["action"]
    swap_lowest(match)
    assert last_events(match) == ["action"]


def test_a17_a18_f5_a_task_with_both_piles_empty() -> None:
    """Hand, discard pile, task taken, place refilled, reshuffle of exactly the cards spent, bonus from these."""
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin even5 odd5 fullhouse same5 four")
    drain(match, 0)
    swap_lowest(match)
    match = match if match.seat == 0 else moved_on(match)
    before = hand(match, 0).split()
    place = display_slot(match, "fullhouse")
    play(match, f"task {place}")
    while match.seat == 0:
        match.step(match.legal_actions()[0])
    order = last_shuffle(match)
    assert len(order) == 5
    assert open_tasks(match)[place] == "four"
    fields = view(match, 0)
    assert fields["deck_size"] == 3
    assert not fields["discard"].any()
    after = sorted(before, key=cards.NAMES.index)
    for card in order:
        after.remove(card)
    assert sorted([*after, *order[:2]], key=cards.NAMES.index) == hand(match, 0).split()


def moved_on(match: Match) -> Match:
    swap_lowest(match)
    return match


def test_a20_the_winning_task_reshuffles_nothing() -> None:
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin even5 odd5 fullhouse same5 four", tasks_to_win=1)
    drain(match, 0)
    while match.seat != 0:
        swap_lowest(match)
    play(match, f"task {display_slot(match, 'even5')}")
    while not match.over:
        match.step(match.legal_actions()[0])
    assert last_events(match) == ["action"]
    assert view(match, 0)["deck_size"] == 0
    assert view(match, 0)["discard"].sum() == 5


def test_f7_recycled_cards_are_those_put_in_less_what_the_seat_has_seen_of_them() -> None:
    match = with_one_discard(1)
    swap_lowest(match)
    assert pile(view(match, 0)["recycled"]) == "R10 R10"
    swap_lowest(match)  # seat 0 draws one of the two tens
    assert pile(view(match, 0)["recycled"]) == "R10"
    assert pile(view(match, 1)["recycled"]) == "R10 R10"
    swap_lowest(match)  # seat 1 draws the other
    play(match, "trade 0 R10")  # known to all now: it can only have come from the deck
    assert pile(view(match, 0)["recycled"]) == "R10"
    assert pile(view(match, 1)["recycled"]) == ""


# --- records


def test_a_record_of_one_seats_view_shows_its_own_draws() -> None:
    match = with_one_discard(1)
    swap_lowest(match)
    swap_lowest(match)
    swap_lowest(match)
    for seat in range(2):
        shuffles = [event["cards"] for event in record(match, view=seat)["events"] if event["type"] == "shuffle"]
        deck, order, reshuffled = shuffles
        state = match.state
        assert [place for place, card in enumerate(deck) if card] == [
            place for place in range(80) if state.drawn_by[place] in (seat, 4)
        ]
        assert [card is not None for card in order] == [True] * 6 + [False] * 18
        assert [card is not None for card in reshuffled] == [state.drawn_by[80 + i] == seat for i in range(2)]
