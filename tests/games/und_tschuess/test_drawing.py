"""What people are shown and told, and what a record keeps from a seat."""

from __future__ import annotations

from card_envs.engine.record import record
from card_envs.games.und_tschuess import GAME
from card_envs.games.und_tschuess.deck import EXCHANGE
from card_envs.rendering import as_text
from tests.games.und_tschuess.scripted import begin, fields, lay, play_until
from tests.games.und_tschuess.test_new_round import after_round


def test_a_table_as_a_seat_sees_it() -> None:
    match = begin(["5 14", "1", "2", "3"], "-5 8 12")
    match.step(GAME.action_from_name("5"))
    text = as_text(GAME.table(match.state, 1))
    assert "points cards: [-5] [8] [12]" in text
    assert "player_0  hand: [ ] [ ] [ ] [ ] [ ] [ ]   played: [ ]" in text
    assert "5] face down" not in text
    assert "[5] face down" in as_text(GAME.table(match.state, 0))
    assert "[14]" in as_text(GAME.table(match.state, None))


def test_a_table_in_an_exchange_and_at_the_end() -> None:
    match = after_round("4 5 6")
    match.step(GAME.action_from_name("1"))
    assert "player_0 went first and exchanges; thrown so far: 1." in as_text(GAME.table(match.state, 2))
    play_until(match, lambda _: False)
    assert "The deck has run out" in as_text(GAME.table(match.state, None))


def test_an_observation_in_words() -> None:
    match = lay(begin(["5 6", "14 10", "6 8", "6 9"], "-5 8 12"), "5 14 6 6")
    text = GAME.describe(fields(match))
    for part in (
        "round 1, stage 2, commit",
        "Points cards still to be won: 8 12.",
        "You: 0 points, 6 cards in hand, played 14, total 14, to act.",
        "The seat 3 to your left: -5 points, 6 cards in hand, played 5, total 5, dropped out first.",
        "The deck has 73 cards, the discard pile 1. The match ends when the deck runs out.",
    ):
        assert part in text
    match.step(GAME.action_from_name("10"))
    assert "You have laid 10 face down." in GAME.describe(fields(match, 1))
    assert "has laid a card face down" in GAME.describe(fields(match, 2))


def test_the_past_in_words() -> None:
    match = after_round("4 5 6")
    for name in ("1", "2", "done"):
        match.step(GAME.action_from_name(name))
    own, other = GAME.describe(fields(match, 0)), GAME.describe(fields(match, 3))
    assert "After round 1 you threw 2 (1 2)." in own
    assert "After round 1 the seat 1 to your left threw 2." in other
    assert "earlier played: round 1 14 10 -5" in own
    play_until(match, lambda _: False)
    assert "run out for the last time" in GAME.describe(fields(match, 0))
    larger = begin([""] * 5)
    assert "runs out for the second time." in GAME.describe(fields(larger))
    play_until(larger, lambda state: state.exhaustions == 1)
    assert "runs out again." in GAME.describe(fields(larger))


def test_u28_f8_a_record_keeps_commits_secret_until_they_are_shown() -> None:
    match = begin(["5 6", "14 10", "6 8", "6 9"], "-5 8 12")
    for name in ["5", "14", "6"]:
        match.step(GAME.action_from_name(name))
    told = [event["action"] for event in record(match, view=1)["events"][1:]]
    assert told == [None, GAME.action_from_name("14"), None]
    match.step(GAME.action_from_name("6"))
    told = [event["name"] for event in record(match, view=1)["events"][1:]]
    assert told == ["5", "14", "6", "6"]


def test_a12_a_record_keeps_thrown_cards_secret_for_good() -> None:
    for public in (False, True):
        match = after_round("4 5 6", exchange_public=public)
        before = len(match.actions)
        for name in ("1", "2", "done"):
            match.step(GAME.action_from_name(name))
        play_until(match, lambda state: state.phase == EXCHANGE)
        for seat in range(4):
            told = [event["name"] for event in record(match, view=seat)["events"] if event["type"] == "action"]
            assert told[before : before + 3] == (["1", "2", "done"] if public or seat == 0 else [None, None, "done"])


def test_a_record_shows_a_seat_its_own_cards_and_the_points_cards() -> None:
    match = after_round("4 5 6")
    match.step(GAME.action_from_name("done"))
    deck = record(match)["events"][0]["cards"]
    shown = record(match, view=2)["events"][0]["cards"]
    own = [*range(14, 21), *range(28, 31), 31, 32, *range(40, 43)]  # hand, row, refill, new row
    assert [place for place, card in enumerate(shown) if card is not None] == own
    assert all(shown[place] == deck[place] for place in own)


def test_a_record_of_two_decks() -> None:
    match = play_until(begin([""] * 5), lambda state: state.exhaustions == 1)
    for seat in range(5):
        events = record(match, view=seat)["events"]
        true = record(match)["events"]
        decks = [
            (event["cards"], whole["cards"]) for event, whole in zip(events, true, strict=True) if "cards" in event
        ]
        assert len(decks) == 2
        state = match.state
        for (shown, cards), start in zip(decks, (0, 104), strict=True):
            drawn = [int(state.drawn_by[start + place]) in (1 + seat, 7) for place in range(len(cards))]
            assert [card is not None for card in shown] == drawn
            assert all(card in (None, real) for card, real in zip(shown, cards, strict=True))
