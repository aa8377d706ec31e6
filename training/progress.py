"""A progress bar where a terminal is attached, a line now and then elsewhere."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

_SECONDS_BETWEEN_LINES = 15.0


class Progress:
    """Shows how many steps are done, how fast, and the recent mean reward."""

    def __init__(self, total: int, done: int, *, enabled: bool = True) -> None:
        self._total, self._first = total, done
        self._enabled = enabled
        self._started = self._last_line = time.monotonic()
        console = Console()
        self._bar = Bar(
            TextColumn("training"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.fields[note]}"),
            console=console,
            disable=not (enabled and console.is_terminal),
        )
        self._task = self._bar.add_task("training", total=total, completed=done, note="")

    def show(self, done: int, mean_reward: float) -> None:
        """So many steps are done."""
        rate = (done - self._first) / max(1e-9, time.monotonic() - self._started)
        self._tell(done, f"{rate:,.0f} steps/s, mean reward {mean_reward:+.3f}")

    def imitating(self, decisions: int, agreement: float) -> None:
        """The policy has been fitted to so many decisions before the first step, and agrees so often."""
        self._started = time.monotonic()  # of the steps, which are still to come
        self._tell(0, f"imitated {decisions:,} decisions, agrees with probability {agreement:.3f}")

    def _tell(self, done: int, note: str) -> None:
        self._bar.update(self._task, completed=min(done, self._total), note=note)
        now = time.monotonic()
        if self._enabled and self._bar.disable and now - self._last_line > _SECONDS_BETWEEN_LINES:
            self._last_line = now
            print(f"training: {done:,} of {self._total:,} steps, {note}", flush=True)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()
