"""The table as drawn for people, and observations in words."""

from __future__ import annotations

from card_envs.rendering import as_text
from tests.games.letzte_runde.scripted import GAME, begin, fields, pass_turns, play


def test_a_seat_sees_its_own_knowledge_and_a_bystander_everything() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9")
    assert "[0] [ ] [ ] [3]" in as_text(GAME.table(match.state, 0))
    assert "[4] [ ] [ ] [7]" not in as_text(GAME.table(match.state, 0))
    assert "[0] [1] [2] [3]" in as_text(GAME.table(match.state, None))


def test_the_drawn_card_is_shown_to_its_drawer() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 9"), "draw")
    assert "drawn: [9]" in as_text(GAME.table(match.state, 0))
    assert "drawn: [ ]" in as_text(GAME.table(match.state, 1))


def test_the_table_tells_of_turns_knocks_and_the_last_scoring() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 swap peek draw2 9 9", rounds=2)
    play(match, "draw", "swap 0 for 3 of +1", "draw", "peek 1", "knock")
    shown = as_text(GAME.table(match.state, 0))
    assert "swapped place 0 for place 3 of player_1" in shown
    assert "peeked at place 1, " not in shown
    assert "has knocked, peeked at place 1" in shown
    play(match, "draw", "draw2")
    assert "in use: [draw2]" in as_text(GAME.table(match.state, 1))
    play(match, "place 0")
    assert "Last scoring: player_0 9 1 2 3, player_1 4 5 6 0." in as_text(GAME.table(match.state, 0))


def test_a_replaced_special_is_told() -> None:
    match = play(begin("peek 1 2 3 4 5 6 7 8 9 0", max_turns_per_round=1), "draw", "discard")
    assert "player_0 peek->0 1 2 3" in as_text(GAME.table(match.state, 0))


def test_without_a_memory_the_table_shows_this_moment_only() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9 9", memory="none", rounds=1)
    assert "[0] [ ] [ ] [3]" in as_text(GAME.table(match.state, 0))
    assert "[0]" not in as_text(GAME.table(match.state, 1))
    pass_turns(match, 1)
    shown = as_text(GAME.table(match.state, 0))
    assert "[3]" not in shown
    assert "discarded" not in shown
    play(match, "draw", "discard", "knock", "draw", "discard")
    assert match.over
    assert "[0] [1] [2] [3]" in as_text(GAME.table(match.state, 1))


def test_words() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 swap peek draw2 9 9", rounds=2)
    text = GAME.describe(fields(match, 0))
    assert "Your decision: take or draw." in text
    assert "You: row 0 ? ? 3" in text
    play(match, "draw")
    assert "You have drawn swap." in GAME.describe(fields(match, 0))
    assert "It is the turn of the seat 1 to your left." in GAME.describe(fields(match, 1))
    play(match, "swap 0 for 3 of +1", "draw", "peek 1", "knock", "draw", "draw2")
    text = GAME.describe(fields(match, 0))
    assert "You have drawn 9 as the first card of draw2." in text
    assert "last peeked at place 1" in text
    assert "Turns left in this round: 1." in text
    assert "row ? ? ? 0" in text  # where its 0 has gone
    assert "known to the seat 1 to your left: 0" in text
    play(match, "place 0")
    assert "The last scoring turned up: you 9 1 2 3, the seat 1 to your left 4 5 6 0." in GAME.describe(
        fields(match, 0)
    )


def test_words_of_what_has_gone_by() -> None:
    match = begin("0 1 2 3 4 5 6 7 peek", redraw_special_start=True, max_turns_per_round=200)
    assert "Turned up at the opening and shuffled back:" in GAME.describe(fields(match, 0))
    pass_turns(match, 58)
    text = GAME.describe(fields(match, match.seat))
    assert "Reshuffled into the draw pile: " in text
    assert "Not seen yet of these: " in text


def test_words_after_the_end() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 9", rounds=1, max_turns_per_round=1), "draw", "discard")
    assert "The match is over." in GAME.describe(fields(match, 0))
