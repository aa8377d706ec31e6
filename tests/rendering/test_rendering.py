"""What `render` shows, for every game: text, pictures and windows."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
import pygame
import pytest
from pettingzoo.test import render_test

import card_envs
from card_envs.agents import load_agent
from card_envs.engine.batch import resample
from card_envs.engine.game import Game
from card_envs.engine.match import Match
from card_envs.engine.table import CardFace, Row, SeatView, Table
from card_envs.envs.gym import CardEnv
from card_envs.registration import gymnasium_id
from card_envs.rendering.arrange import arrange
from card_envs.rendering.picture import HEIGHT, WIDTH, as_picture


def begun(name: str, mode: str | None, decisions: int = 12, **params: Any) -> Any:
    """An environment some decisions into a match."""
    env = card_envs.make(name, render_mode=mode, **params)
    env.reset(seed=3)
    player = load_agent(name, "random", seed=4)
    for _ in range(decisions):
        if not env.unwrapped.match.over:
            env.step(player.act(env))
    return env


def test_text_names_every_seat(name: str) -> None:
    env = begun(name, "ansi")
    text = env.render()
    assert isinstance(text, str)
    assert all(agent in text for agent in env.possible_agents)


@pytest.mark.parametrize("decisions", [0, 12, 1000])
def test_pictures_are_the_same_for_the_same_state(name: str, decisions: int) -> None:
    pictures = [begun(name, "rgb_array", decisions).render() for _ in range(2)]
    for picture in pictures:
        assert picture.dtype == np.uint8
        assert picture.shape == (HEIGHT, WIDTH, 3)
    assert (pictures[0] == pictures[1]).all()
    assert len(np.unique(pictures[0].reshape(-1, 3), axis=0)) > 100


def test_pictures_keep_their_size_and_change_with_the_match(name: str) -> None:
    env = begun(name, "rgb_array", 0)
    player = load_agent(name, "random", seed=4)
    before = env.render()
    env.step(player.act(env))
    after = env.render()
    assert before.shape == after.shape
    assert (before != after).any()


def test_a_picture_belongs_to_its_reader(name: str) -> None:
    env = begun(name, "rgb_array")
    first = env.render()
    kept = first.copy()
    first[:] = 0
    assert (env.render() == kept).all()


def test_a_seats_picture_hides_what_it_cannot_see(game: Game) -> None:
    rng = np.random.default_rng(9)
    match = Match(game, game.params())
    match.deal(5)
    shown_differently = 0
    for _ in range(3):
        seat = match.seat
        redrawn = resample(game, np.repeat(match.states, 2), np.full(2, seat), int(rng.integers(2**31)))
        wanted = as_picture(game.table(match.state, seat))
        everything = as_picture(game.table(match.state, None))
        for state in redrawn.view(np.recarray):
            assert (as_picture(game.table(state, seat)) == wanted).all()
            shown_differently += bool((as_picture(game.table(state, None)) != everything).any())
        match.step(int(rng.choice(match.legal_actions())))
    assert shown_differently


def test_render_seat_shows_that_seats_view(name: str) -> None:
    env = begun(name, "rgb_array", render_seat=1)
    raw = env.unwrapped
    assert (env.render() == as_picture(raw.table(1))).all()
    assert (env.render() != as_picture(raw.table(None))).any()


def test_a_window_opens_and_closes(name: str) -> None:
    env = card_envs.make(name, render_mode="human")
    env.unwrapped.metadata["render_fps"] = 1000
    env.reset(seed=1)
    assert pygame.display.get_surface() is not None
    assert env.render() is None
    env.close()
    assert not pygame.display.get_init()
    env.close()
    env.reset(seed=2)
    assert pygame.display.get_surface() is not None
    env.close()


def test_two_windows_do_not_disturb_each_other() -> None:
    one, two = (card_envs.make("gnav", render_mode="human") for _ in range(2))
    for env in (one, two):
        env.unwrapped.metadata["render_fps"] = 1000
        env.reset(seed=1)
    one.close()
    two.render()
    two.close()


def test_render_without_a_mode_says_what_to_do(name: str) -> None:
    env = card_envs.make(name)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode"):
        env.render()


def test_render_before_reset_says_what_to_do(name: str) -> None:
    with pytest.raises((ValueError, AttributeError), match="reset"):
        card_envs.make(name, render_mode="ansi").unwrapped.render()


@pytest.mark.parametrize("mode", ["text", "rgb", 3])
def test_a_wrong_mode_is_named(name: str, mode: Any) -> None:
    with pytest.raises(ValueError, match="render_mode"):
        card_envs.make(name, render_mode=mode)
    with pytest.raises(ValueError, match="render_mode"):
        CardEnv(name, render_mode=mode)


@pytest.mark.parametrize(("seat", "error"), [(-1, ValueError), (99, ValueError), ("0", TypeError), (True, TypeError)])
def test_a_wrong_seat_is_named(name: str, seat: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="render_seat"):
        card_envs.make(name, render_mode="ansi", render_seat=seat)
    with pytest.raises(error, match="render_seat"):
        gymnasium.make(gymnasium_id(name), render_mode="ansi", render_seat=seat)


def test_pettingzoo_render_test(name: str) -> None:
    def env(**params: Any) -> Any:
        made = card_envs.make(name, **params)
        made.unwrapped.metadata["render_fps"] = 1000
        return made

    render_test(env)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_gymnasium_renders(name: str, mode: str) -> None:
    env: gymnasium.Env[Any, Any] = gymnasium.make(gymnasium_id(name), render_mode=mode)
    env.unwrapped.metadata["render_fps"] = 1000
    _, info = env.reset(seed=1)
    shown: Any = env.render()
    env.step(np.flatnonzero(info["action_mask"])[0])
    if mode == "ansi":
        assert "player_0" in shown
    elif mode == "rgb_array":
        assert shown.shape == (HEIGHT, WIDTH, 3)
    else:
        assert shown is None
    env.close()


def test_pictures_need_no_display() -> None:
    """Neither a display nor `pygame.init`, and `pygame.quit` in between does no harm."""
    program = (
        "import card_envs, pygame\n"
        "env = card_envs.make('gnav', render_mode='rgb_array')\n"
        "env.reset(seed=1)\n"
        "env.render()\n"
        "assert not pygame.display.get_init()\n"
        "pygame.quit()\n"
        "env.render()\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={"SDL_VIDEODRIVER": "none such"})


def test_letters_beyond_ascii_are_drawn() -> None:
    """`König` is not drawn like `Konig`, nor with the box that stands for an unknown letter."""
    pictures = [_one_card(f"Rosen-{word}") for word in ("König", "Konig", "K\ue000nig", "K\ue001nig")]
    assert (pictures[0] != pictures[1]).any()
    assert (pictures[0] != pictures[2]).any()
    assert (pictures[2] == pictures[3]).all()


def _one_card(name: str) -> npt.NDArray[np.uint8]:
    card = Row("", (CardFace(name),))
    return as_picture(Table("A table", (), (SeatView("player_0", (card,)), SeatView("player_1", (card,)))))


@pytest.mark.parametrize(("seats", "cards"), [(2, 60), (3, 0), (4, 20), (5, 1), (6, 36), (7, 7), (8, 60)])
def test_any_number_of_seats_and_cards_fits(seats: int, cards: int) -> None:
    faces = tuple(CardFace(None if number % 3 == 0 else "Schellen-Under", "gold") for number in range(cards))
    row = Row("hand", faces)
    sitting = tuple(SeatView(f"player_{seat}", (row, row), ("a note",) * 9) for seat in range(seats))
    table = Table("A table", (row, Row("pile", (CardFace(None, note="12 left"),))), sitting, ("a long note",) * 40)
    assert as_picture(table).shape == (HEIGHT, WIDTH, 3)


def test_cards_stay_within_their_area() -> None:
    faces = tuple(CardFace(str(number)) for number in range(20))
    rows = (Row("hand", faces), Row("played", faces[:6]), Row("won", ()))
    (found,) = arrange([(rows, (700, 370))], lambda text, size: len(text) * size // 2)
    assert found.height <= 370
    for block in found.blocks:
        assert block.left >= 0
        assert block.left + block.width <= 700
        for spot in block.spots:
            assert 0 <= spot.left <= spot.left + spot.width <= block.width
            assert 0 <= spot.top <= spot.top + spot.height <= block.height
            assert 0 < spot.shown <= spot.width
