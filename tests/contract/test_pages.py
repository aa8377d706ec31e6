"""The page of each game in docs/games says what the game says of itself."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import card_envs
from card_envs.cli.pages import write_pages
from card_envs.cli.show import page
from card_envs.engine.game import Game

FOLDER = Path(__file__).parent.parent.parent / "docs" / "games"
REMAKE = "remake the pages: python -m card_envs.cli.pages docs/games"


def test_the_page_is_up_to_date(game: Game) -> None:
    file = FOLDER / f"{game.name}.md"
    assert file.exists(), f"{file.name} is missing; {REMAKE}"
    assert file.read_text(encoding="utf-8") == page(game), f"{file.name} is old; {REMAKE}"


def test_the_page_names_every_parameter_action_and_field(game: Game) -> None:
    text = page(game)
    for parameter in dataclasses.fields(game.params):
        assert f"| `{parameter.name}` |" in text
    for number, action in enumerate(game.actions):
        assert f"| {number} | {action} |" in text
    for field in game.layout.fields:
        assert f"| `{field.name}` | `{field.shape}` | {field.high} |" in text


def test_a_page_is_written_for_every_game(tmp_path: Path) -> None:
    files = write_pages(tmp_path / "games")
    assert [file.stem for file in files] == list(card_envs.GAMES)
    assert sorted(files) == sorted((tmp_path / "games").iterdir())
