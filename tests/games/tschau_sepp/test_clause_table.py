"""The table of clauses is whole, and what it names is there."""

from __future__ import annotations

import importlib
import re

import pytest

from card_envs.cli.show import rules_of
from tests.games.tschau_sepp.clauses import CLAUSES
from tests.games.tschau_sepp.scripted import GAME

NUMBERS = [f"{letter}{number}" for letter, last in (("T", 30), ("A", 21), ("F", 27)) for number in range(1, last + 1)]


def test_every_clause_decision_and_fine_point_is_in_the_table() -> None:
    assert list(CLAUSES) == NUMBERS


@pytest.mark.parametrize("clause", NUMBERS)
def test_its_tests_exist_and_name_it_or_there_is_a_reason(clause: str) -> None:
    tests = CLAUSES[clause]
    if isinstance(tests, str):
        assert len(tests) > 10
        return
    assert tests
    for test in tests:
        file, name = test.split("::")
        function = getattr(importlib.import_module(f"tests.games.tschau_sepp.{file.removesuffix('.py')}"), name)
        assert clause in re.findall(r"[TAF]\d+", f"{name.upper()} {function.__doc__ or ''}".replace("_", " "))


@pytest.mark.parametrize("clause", NUMBERS)
def test_the_rules_tell_it(clause: str) -> None:
    assert f"**{clause}** " in rules_of(GAME)
