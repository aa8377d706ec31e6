"""Running a command in this process."""

from __future__ import annotations

import pytest

from card_envs.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit status, and what was printed on stdout and stderr."""
    try:
        status = main(arguments)
    except SystemExit as stop:
        status = int(stop.code or 0)
    return (status, *capsys.readouterr())
