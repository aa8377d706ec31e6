"""Kernels on several threads: they are serial and hold no lock, so each thread takes a slice of the matches."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np


class Threads:
    """Runs kernels over contiguous slices; the result does not depend on how many threads there are."""

    def __init__(self, count: int) -> None:
        if count < 1:
            raise ValueError(f"num_threads takes a whole number from 1, got {count}")
        self.count = count
        self._pool: tuple[int, ThreadPoolExecutor] | None = None

    def run(self, kernel: Callable[..., Any], *arguments: Any, total: int, parts: int = 1) -> None:
        """Call `kernel(*arguments, first, last)` for slices of range(total), `parts` for each thread.

        More parts even out slices that take differently long.
        """
        slices = min(self.count * parts, total)
        if self.count == 1 or slices <= 1:
            kernel(*arguments, 0, total)
            return
        if self._pool is None or self._pool[0] != os.getpid():  # a forked child has none of its parent's threads
            self._pool = os.getpid(), ThreadPoolExecutor(self.count)
        cuts = np.linspace(0, total, slices + 1).astype(int).tolist()
        waiting = [self._pool[1].submit(kernel, *arguments, first, last) for first, last in pairwise(cuts)]
        for future in waiting:
            future.result()

    def __reduce__(self) -> tuple[Any, ...]:
        return Threads, (self.count,)
