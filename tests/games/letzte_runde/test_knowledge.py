"""What a seat knows: the observation's tables, records seen from one seat, and play without a memory."""

from __future__ import annotations

from collections import Counter

import numpy as np

from card_envs.engine.game import Fields
from card_envs.engine.record import record
from card_envs.games.letzte_runde.cards import NAMES
from card_envs.games.letzte_runde.state import FIRST, OUTCOMES
from tests.games.letzte_runde.scripted import GAME, begin, fields, knows, pass_turns, play
from tests.games.letzte_runde.trail import Trail, followed, lists_of
from tests.play import Policy, biased, played, uniform
from tests.variants import random_params

MATCHES = 40


def keeps_drawing(rng: np.random.Generator) -> Policy:
    """It rarely knocks and uses every special, so that piles run out and draw2s nest."""

    def pick(legal: list[int]) -> int:
        if 96 in legal:
            return 96 if rng.integers(200) == 0 else 95
        if 10 in legal and rng.integers(10) > 0:
            return 10
        if 4 in legal and rng.integers(10) > 0:
            return 4
        return legal[rng.integers(len(legal))]

    return pick


def test_l5_l23_tables_of_knowledge_by_the_trail_of_every_card(rng: np.random.Generator) -> None:
    for number in range(MATCHES):
        params = random_params(GAME, rng, memory="perfect", rounds=2, max_turns_per_round=int(rng.integers(1, 150)))
        policy = (keeps_drawing, uniform, lambda source: biased(source, 97))[number % 3](rng)
        match = played(GAME, params, int(rng.integers(2**63)), policy)
        for now, trail in followed(match):
            seat = now.seat if not now.over else 0
            check_tables(fields(now, seat), trail, seat)


def test_a17_latest_turns_by_the_actions_themselves(rng: np.random.Generator) -> None:
    for number in range(MATCHES):
        params = random_params(GAME, rng, memory="perfect", max_turns_per_round=int(rng.integers(1, 60)))
        match = played(GAME, params, int(rng.integers(2**63)), (keeps_drawing, uniform)[number % 2](rng), 200)
        n, round_number = params.num_players, 0
        turns: dict[int, Turn] = {}
        before = None
        for events, now in match.replayed():
            action = events[0]
            if action.cards is None:
                note_turn(turns, action.seat, GAME.actions[action.action], bool(before == FIRST), n)
            if now.state.round_number != round_number:
                turns, round_number = {}, int(now.state.round_number)
            before = int(now.state.phase)
            if not now.over:
                seen = fields(now, now.seat)
                assert [latest_turn(seen, now.seat, other, n) for other in range(n)] == [
                    turns.get(other, ("no turn yet", None, None, 0)) for other in range(n)
                ]


Turn = tuple[str, int | None, tuple[int, int] | None, int]
"""What a turn came to, the own place, the seat and place of a swap, draw2s used."""


def note_turn(turns: dict[int, Turn], seat: int, name: str, first: bool, n: int) -> None:
    word, *rest = name.split()
    draw2s = turns[seat][3] if seat in turns else 0
    if word == "take":
        turns[seat] = ("took", int(rest[0]), None, 0)
    elif word == "draw":
        turns[seat] = ("drew", None, None, 0)
    elif word == "draw2":
        turns[seat] = ("drew", None, None, draw2s + 1)
    elif word == "discard":
        turns[seat] = ("drew" if first else "discarded", None, None, draw2s)
    elif word in ("place", "peek"):
        turns[seat] = ({"place": "placed", "peek": "peeked"}[word], int(rest[0]), None, draw2s)
    elif word == "swap":
        turns[seat] = ("swapped", int(rest[0]), ((seat + int(rest[4])) % n, int(rest[2])), draw2s)


def latest_turn(seen: Fields, seat: int, other: int, n: int) -> Turn:
    ahead = (other - seat) % n
    place = int(seen["turn_place"][ahead].argmax()) if seen["turn_place"][ahead].any() else None
    there = None
    if seen["swap_seat"][ahead].any():
        there = (seat + int(seen["swap_seat"][ahead].argmax())) % n, int(seen["swap_place"][ahead].argmax())
    return OUTCOMES[seen["outcome"][ahead].argmax()], place, there, int(seen["draw2s"][ahead])


def check_tables(seen: dict[str, np.ndarray], trail: Trail, seat: int) -> None:
    n = trail.num_players
    reshuffled = bool(trail.reshuffled)
    start = trail.shuffles - 1 if reshuffled else trail.round_start
    lists = trail._lists
    pool = Counter(lists[shuffle][position] for shuffle, position in trail.seen[seat] if shuffle >= start)
    if len(trail.turned_back) and not reshuffled:  # what was shuffled back is not out of the pile
        opening = trail.round_start + len(trail.turned_back)
        pool = Counter(
            lists[shuffle][position]
            for shuffle, position in trail.seen[seat]
            if shuffle == opening or (shuffle == trail.round_start and position < 4 * n)
        )
    assert +Counter(dict(zip(NAMES, seen["seen"].tolist(), strict=True))) == pool
    for ahead in range(n):
        owner = (seat + ahead) % n
        for place in range(4):
            shuffle, position = trail.origin(owner, place)
            assert seen["older"][ahead, place] == (reshuffled and shuffle < start)
            if not seen["chosen"][ahead, place] and not trail.over:  # after the end it may be a replacement
                assert shuffle == trail.round_start
                assert position < 4 * n


def test_a17_a_record_of_one_seats_view_shows_what_it_has_seen(rng: np.random.Generator) -> None:
    for _ in range(MATCHES):
        params = random_params(GAME, rng, rounds=2, max_turns_per_round=int(rng.integers(1, 90)))
        match = played(GAME, params, int(rng.integers(2**63)), keeps_drawing(rng), int(rng.integers(1, 300)))
        *_, (_, trail) = followed(match)
        for seat in range(params.num_players):
            shuffles = [event["cards"] for event in record(match, view=seat)["events"] if event["type"] == "shuffle"]
            shown = {(k, i) for k, cards in enumerate(shuffles) for i, card in enumerate(cards) if card is not None}
            assert shown == trail.seen[seat]


def test_play_reaches_what_is_rare(rng: np.random.Generator) -> None:
    """The policy above does meet reshuffles and nested draw2s."""
    reshuffles = nested = 0
    for _ in range(10):
        match = played(GAME, GAME.params.make({"num_players": 6}), int(rng.integers(2**63)), keeps_drawing(rng))
        reshuffles += len(lists_of(match)) > 6
        nested += any(int(now.state.draw2s.max()) > 1 for _, now in match.replayed())
    assert reshuffles > 5
    assert nested > 5


def test_l5_perfect_memory_keeps_what_was_seen() -> None:
    match = play(begin("0 1 2 3 4 5 6 7 8 peek"), "draw", "peek 1")
    pass_turns(match, 3)
    assert knows(match, 0, 0) == ["0", "1", None, "3"]


def test_l12_without_memory_the_outer_cards_show_at_the_first_decision_of_a_round() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9", memory="none")
    assert knows(match, 0, 0) == ["0", None, None, "3"]
    assert knows(match, 1, 1) == [None] * 4  # not to act
    play(match, "draw")
    assert knows(match, 0, 0) == [None] * 4
    play(match, "discard")
    assert knows(match, 1, 1) == ["4", None, None, "7"]


def test_l29_without_memory_a_peeked_card_shows_at_the_next_decision() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 peek 9 peek", memory="none")
    play(match, "draw", "peek 1")
    assert knows(match, 0, 0) == [None] * 4
    pass_turns(match, 1)
    assert knows(match, 0, 0) == [None, "1", None, None]
    play(match, "draw", "peek 2")
    assert knows(match, 0, 0) == [None, None, "2", None]  # the knock question
    play(match, "end turn")
    pass_turns(match, 1)
    assert knows(match, 0, 0) == [None] * 4


def test_l27_without_memory_a_card_that_is_swapped_away_meanwhile_does_not_show() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 peek swap", memory="none")
    play(match, "draw", "peek 1", "draw", "swap 0 for 1 of +1", "end turn")
    assert knows(match, 0, 0) == [None] * 4


def test_memory_none_hides_what_takes_a_memory_but_the_table() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9 swap 1", memory="none", rounds=1)
    play(match, "draw", "place 1")
    pass_turns(match, 1)
    seen = fields(match, 0)
    for name in ("known", "known_to", "chosen", "older", "discarded", "reshuffled", "seen", "turns", "outcome"):
        assert not seen[name][1:].any() or name == "known"
    assert seen["top"].argmax() == 10
    assert not seen["discards"][1:].any()
    assert seen["draw_pile_size"] == 57 - 2


def test_memory_none_shows_the_open_rows_at_the_end() -> None:
    match = begin("0 1 2 3 4 5 6 7 8 9", memory="none", rounds=1, max_turns_per_round=1)
    play(match, "draw", "discard")
    assert knows(match, 0, 1) == ["4", "5", "6", "7"]
    assert fields(match, 0)["revealed"][1].tolist() == [5, 6, 7, 8]


def test_memory_changes_no_rule(rng: np.random.Generator) -> None:
    for _ in range(10):
        params = random_params(GAME, rng, memory="perfect", max_turns_per_round=20)
        match = played(GAME, params, int(rng.integers(2**63)), uniform(rng))
        other = type(match)(GAME, GAME.params.make({**params.as_dict(), "memory": "none"}))
        other.deal(match.seed)
        for action in match.actions:
            other.step(action)
        assert other.results() == match.results()
