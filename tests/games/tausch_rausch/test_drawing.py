"""What people see: the table from one side, and an observation in words."""

from __future__ import annotations

from card_envs.games.tausch_rausch import GAME
from card_envs.rendering import as_text
from tests.games.tausch_rausch.scripted import dealt, drain, play, view

MARKET = "B1 B2 B3 B4 B5 B6 B7 B8 B9 B10"


def test_a_seat_sees_its_hand_and_what_others_are_known_to_hold() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", "R1 R2 R3 R4 R5", market=MARKET, draws="G9", task_order="run5 twin low4 four high4")
    play(match, "trade 1 Y1 Y2")
    shown = as_text(GAME.table(match.state, 1))
    assert "player_0  [B2] [B3] [ ] x 4" in shown
    assert "> player_1  [R1] [R2] [R3] [R4] [R5]" in shown
    assert "G9" not in shown
    assert "G9" in as_text(GAME.table(match.state, None))
    assert "trade 1 (2): [Y1] [Y2]" in shown
    assert "tasks: [run5] [twin] [low4] [four] [high4]" in shown
    assert "59 left" in shown


def test_what_is_chosen_is_drawn() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", market=MARKET)
    play(match, "trade 4 Y1 Y3")
    assert as_text(GAME.table(match.state, 1)).endswith("player_0: trade 4, picks Y1 Y3")


def test_an_observation_in_words() -> None:
    match = dealt("Y1 Y2 Y3 Y4 Y5", "R1 R2 R3 R4 R5", market=MARKET, draws="G9", task_order="run5 twin low4 four high4")
    play(match, "trade 1 Y1 Y2")
    words = GAME.describe(view(match, 1))
    assert "Market card 1 (2 for 2): Y1 Y2." in words
    assert "Task 0: run5, 5 values in a row (draws 2 cards)." in words
    assert "Your hand: R1 R2 R3 R4 R5." in words
    assert "The seat 1 to your left: 6 cards, known to all to hold B2 B3, 0 tasks done." in words
    assert "Discard pile: none." in words
    assert "Deck: 59 cards." in words
    assert "opened so far: low4, high4, run5, four, twin." in words


def test_a_reshuffle_and_tasks_done_in_words() -> None:
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin even5 odd5 run5 same5")
    play(match, "task 0 R10 R10")
    drain(match, 1)
    play(match, "trade 0")
    match.step(match.legal_actions()[0])
    words = GAME.describe(view(match, 0))
    assert "reshuffled 1 times; of what went in, unseen: R10 R10." in words
    assert "1 task done: twin" in words
    play(match, "trade 4")
    assert "Chosen in this turn: trade 4." in GAME.describe(view(match, 0))


def test_an_empty_place_of_the_display() -> None:
    match = dealt("R10 R10 Y2 Y3 Y4", task_order="twin", tasks_to_win=1)
    play(match, "task 0 R10 R10")
    assert "Task 0: none." in GAME.describe(view(match, 0))
    assert "tasks: [-]" in as_text(GAME.table(match.state, None))
