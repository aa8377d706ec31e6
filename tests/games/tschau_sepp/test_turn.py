"""A turn: covering, drawing, laying what was drawn."""

from __future__ import annotations

import pytest

from tests.games.tschau_sepp.scripted import (
    ACTIONS,
    GAME,
    PACK,
    begin,
    fields,
    first_out,
    hand,
    legal,
    may_hold,
    pile,
    play,
    sizes,
    stock,
    suit,
    top,
)

OTHERS = "R7 R8 S7 S8 T7 | T8 R9 S9 T9 TB"
UNDERS = ["EU", "RU", "SU", "TU"]


def test_t6_t7_t8_t9_a_card_covers_by_suit_by_rank_or_as_an_under() -> None:
    match = begin(f"E6 RK SU TA T6 | {OTHERS} | EK")
    assert legal(match) == ["E6", "RK", "SU>E", "SU>R", "SU>S", "SU>T"]


def test_t7_the_same_suit() -> None:
    match = begin(f"E6 E9 RB SB TA | {OTHERS} | EK")
    assert legal(match) == ["E6", "E9"]


def test_t8_the_same_rank() -> None:
    match = begin(f"RK SK TK RB SB | {OTHERS} | EK")
    assert legal(match) == ["RK", "SK", "TK"]


@pytest.mark.parametrize("under", UNDERS)
def test_t9_a7_every_under_covers_everything(under: str) -> None:
    for upcard in ("EK", "EU" if under != "EU" else "RU"):
        match = begin(f"R6 SB SO SA {under} | {OTHERS} | {upcard}")
        assert {f"{under}>{named}" for named in "ERST"} <= set(legal(match))


def test_t5_a_card_that_is_laid_is_the_next_to_be_covered() -> None:
    match = play(begin(f"E6 RB SB TA RA | {OTHERS} | EK"), "E6")
    assert top(match) == "E6"
    assert pile(match) == {"EK", "E6"}
    assert hand(match, 0) == {"RB", "SB", "TA", "RA"}
    assert match.seat == 1


def test_t10_f7_who_cannot_cover_draws_one_card() -> None:
    match = begin(f"R6 S6 T6 RB SB | {OTHERS} | EK TA RA")
    assert legal(match) == ["draw"]
    play(match, "draw")
    assert hand(match, 0) == {"R6", "S6", "T6", "RB", "SB", "TA"}
    assert stock(match)[0] == "RA"


def test_t10_f7_when_the_card_does_not_fit_the_turn_is_over() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK TA RA"), "draw")
    assert match.seat == 1
    assert match.state.turns == 1
    assert top(match) == "EK"


@pytest.mark.parametrize("card", ["E6", "RK"])
def test_t11_a5_f7_a_drawn_card_that_fits_must_be_laid_by_the_same_seat(card: str) -> None:
    match = play(begin(f"SA S6 T6 RB SB | {OTHERS} | EK {card}"), "draw")
    assert match.seat == 0
    assert match.state.turns == 0
    assert legal(match) == [card]
    play(match, card)
    assert top(match) == card
    assert (match.seat, match.state.turns) == (1, 1)
    assert sizes(match)[0] == 5


def test_t11_a5_a7_of_a_drawn_under_only_the_suit_is_a_choice() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK TU"), "draw")
    assert legal(match) == ["TU>E", "TU>R", "TU>S", "TU>T"]
    assert suit(play(match, "TU>R")) == "R"


def test_a7_a_drawn_under_is_laid_on_an_under() -> None:
    match = play(begin("EU E9 R6 S6 T6 | R7 R8 S7 S8 R9 | RO SO RA S9 RB | EK SU"), "EU>T")
    assert legal(match) == ["draw"]
    assert legal(play(match, "draw")) == ["SU>E", "SU>R", "SU>S", "SU>T"]


def test_a4_f7_who_can_cover_must() -> None:
    match = begin(f"E6 S6 T6 RB SB | {OTHERS} | EK TA")
    assert legal(match) == ["E6"]
    with pytest.raises(ValueError, match="there is a card in the hand that covers"):
        play(match, "draw")
    with pytest.raises(ValueError, match="there is no passing"):
        play(match, "pass")


def test_a20_nothing_is_called() -> None:
    assert GAME.num_actions == len(ACTIONS) == 54
    assert [name for name in GAME.actions if name not in GAME.card_names and "naming" not in name] == ["draw", "pass"]


def test_f6_the_numbers_of_the_actions() -> None:
    assert list(GAME.actions[:36]) == list(GAME.card_names)
    for u, of in enumerate(("Eichel", "Rosen", "Schellen", "Schilten")):
        for s, named in enumerate(("Eichel", "Rosen", "Schellen", "Schilten")):
            assert GAME.actions[36 + 4 * u + s] == f"{of}-Under naming {named}"
    assert GAME.actions[52:] == ("draw", "pass")


def test_f6_an_under_has_no_move_without_a_suit() -> None:
    match = begin(f"EU RU SU TU E6 | {OTHERS} | EK")
    assert set(legal(match)) == {"E6", *(f"{under}>{named}" for under in UNDERS for named in "ERST")}
    with pytest.raises(ValueError, match="with the suit that it names"):
        match.step(PACK.index("SU"))


def test_f8_by_default_there_is_no_passing() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK E6"), "draw")
    assert "pass" not in legal(match)


def test_f9_a_last_under_may_name_any_suit() -> None:
    assert legal(first_out("EU")) == ["EU>E", "EU>R", "EU>S", "EU>T"]


def test_f9_also_when_it_ends_the_match() -> None:
    match = play(begin("E8 R8 S8 T8 TU | R6 S6 T6 RB SB | EK"), "E8 R8 S8 T8")
    assert legal(match) == ["TU>E", "TU>R", "TU>S", "TU>T"]
    assert play(match, "TU>S").over


# --- what a draw proves


def test_f7_a_draw_proves_that_nothing_in_the_hand_covered() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK TA"), "draw")
    may = may_hold(match, 1, 0)
    assert {card for card, count in may.items() if count == 0} == {
        card for card in may if card[0] == "E" or card[1] in "KU"
    }
    assert may["R6"] == may["TA"] == 6


def test_f7_a_card_drawn_that_was_laid_at_once_leaves_the_proof() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK E6"), "draw E6")
    assert may_hold(match, 1, 0)["E9"] == 0
    assert may_hold(match, 1, 0)["T9"] == 5


def test_t10_what_is_drawn_later_may_be_anything() -> None:
    match = begin("R6 S6 T6 RB SB | R7 R8 S7 S8 T7 | E7 R9 S9 T9 TB | EK TA RA RO SO")
    may = may_hold(play(match, "draw draw E7"), 2, 0)
    assert sizes(match)[0] == 8
    assert may["E9"] == 2
    assert may["R8"] == 8


def test_t11_the_card_drawn_is_seen_by_its_drawer_alone_until_it_is_laid() -> None:
    match = play(begin(f"R6 S6 T6 RB SB | {OTHERS} | EK E6"), "draw")
    assert fields(match, 0)["drawn_suit"].any()
    assert fields(match, 1)["drew"]
    assert not fields(match, 1)["drawn_suit"].any()
    assert not fields(match, 1)["drawn_rank"].any()
