"""Write the page of every game, in Markdown: `python -m card_envs.cli.pages docs/games`."""

from __future__ import annotations

import sys
from pathlib import Path

from card_envs import games
from card_envs.cli.show import page
from card_envs.files import write_text


def write_pages(folder: Path) -> list[Path]:
    """Write `GAME.md` for each registered game; returns the files."""
    files = []
    for name in games.names():
        file = folder / f"{name}.md"
        write_text(file, page(games.load(name)))
        files.append(file)
    return files


def main() -> int:
    """Write the pages into the folder given."""
    if len(sys.argv) != 2:
        print("usage: python -m card_envs.cli.pages FOLDER", file=sys.stderr)
        return 2
    for file in write_pages(Path(sys.argv[1])):
        print(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
