"""The tables of clauses are whole, and what they name is there."""

from __future__ import annotations

import importlib
import re
from typing import Any

import pytest

from card_envs.cli.show import rules_of
from card_envs.games import load

TABLES: dict[str, Any] = {
    name: importlib.import_module(f"tests.games.{name}.clauses") for name in ("gnav", "tausch_rausch", "tschau_sepp")
}
"""Those that name a file and a test; the other two games' tables are by the names of tests, and checked beside them."""


def numbers(name: str) -> list[str]:
    return [f"{letter}{number}" for letter, last in TABLES[name].LAST.items() for number in range(1, last + 1)]


NUMBERS = [(name, clause) for name in TABLES for clause in numbers(name)]


def named_in(text: str) -> set[str]:
    """The clauses that a text names, one by one or as `R30 to R45`."""
    text = text.upper().replace("_", " ")
    found = set(re.findall(r"\b[A-Z]\d+\b", text))
    for letter, first, last in re.findall(r"\b([A-Z])(\d+) TO \1(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


@pytest.mark.parametrize("name", TABLES)
def test_every_clause_decision_and_fine_point_is_in_the_table(name: str) -> None:
    assert list(TABLES[name].CLAUSES) == numbers(name)


@pytest.mark.parametrize(("name", "clause"), NUMBERS)
def test_its_tests_exist_and_name_it_or_there_is_a_reason(name: str, clause: str) -> None:
    tests = TABLES[name].CLAUSES[clause]
    if isinstance(tests, str):
        assert len(tests) > 10
        return
    assert tests
    for test in tests:
        file, test_name = test.split("::")
        function = getattr(importlib.import_module(f"tests.games.{name}.{file.removesuffix('.py')}"), test_name)
        assert clause in named_in(f"{test_name} {function.__doc__ or ''}"), test


@pytest.mark.parametrize(("name", "clause"), NUMBERS)
def test_the_rules_tell_it(name: str, clause: str) -> None:
    assert f"**{clause}** " in rules_of(load(name))
