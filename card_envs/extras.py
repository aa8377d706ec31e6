"""Optional parts: one clear line where one is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(extra: str, what: str) -> Iterator[None]:
    """Imports inside are of an extra; a missing one raises an `ImportError` that says what to install."""
    try:
        yield
    except ImportError as error:
        raise ImportError(f"{what} need the extra [{extra}]: pip install 'card_envs[{extra}]' ({error})") from error
