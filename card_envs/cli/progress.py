"""Long work: a bar while it goes on, an exit status when it is stopped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from card_envs.evaluation import Progress

INTERRUPTED = 130
"""The exit status after Ctrl-C."""


@contextmanager
def progress_bar(task: str) -> Iterator[Progress | None]:
    """A bar on stderr where a terminal is attached and rich is installed."""
    try:
        from rich.console import Console
        from rich.progress import Progress as Bar
    except ImportError:
        yield None
        return
    console = Console(stderr=True)
    with Bar(console=console, transient=True, disable=not console.is_terminal) as bar:
        number = bar.add_task(task, total=None)
        yield lambda done, total: bar.update(number, completed=done, total=total)
