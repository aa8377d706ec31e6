"""Every scripted match is played to the referee too."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games.tschau_sepp.scripted import BEGUN
from tests.naive.parity import compare


@pytest.fixture(autouse=True)
def refereed() -> Iterator[None]:
    BEGUN.clear()
    yield
    for match in BEGUN:
        compare(match)
    BEGUN.clear()
