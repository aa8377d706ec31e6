"""Every clause and decision has its tests, or a reason why it needs none, and stands in RULES.md."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import card_envs.games.letzte_runde as package
from tests.games.letzte_runde.clauses import CLAUSES

NUMBERS = [*(f"L{k}" for k in range(1, 52)), *(f"A{k}" for k in range(1, 22))]
HERE = Path(__file__).parent
TESTS = {
    name
    for file in HERE.glob("test_*.py")
    for name in vars(importlib.import_module(f"tests.games.letzte_runde.{file.stem}"))
    if name.startswith("test_")
}


def test_the_table_is_complete() -> None:
    assert list(CLAUSES) == NUMBERS


@pytest.mark.parametrize("clause", NUMBERS)
def test_its_tests_exist(clause: str) -> None:
    tests = CLAUSES[clause]
    if not isinstance(tests, str):
        assert tests
        assert set(tests) <= TESTS


def test_the_rules_tell_of_every_clause_and_decision() -> None:
    text = (Path(package.__file__).parent / "RULES.md").read_text(encoding="utf-8")
    assert set(NUMBERS) <= set(re.findall(r"\b[LA]\d+\b", text))
    assert set(re.findall(r"\b[LA]\d+\b", text)) <= set(NUMBERS)
