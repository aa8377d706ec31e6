"""The table of clauses is whole, and what it names is there."""

from __future__ import annotations

import importlib
import re

import pytest

from card_envs.cli.show import rules_of
from card_envs.games.tausch_rausch import GAME
from tests.games.tausch_rausch.clauses import CLAUSES

NUMBERS = [f"{letter}{number}" for letter, last in (("R", 48), ("A", 24), ("F", 9)) for number in range(1, last + 1)]


def named_in(text: str) -> set[str]:
    """The clauses that a text names, one by one or as `R30 to R45`."""
    text = text.upper().replace("_", " ")
    found = set(re.findall(r"\b[RAF]\d+\b", text))
    for letter, first, last in re.findall(r"\b([RAF])(\d+) TO \1(\d+)\b", text):
        found |= {f"{letter}{number}" for number in range(int(first), int(last) + 1)}
    return found


def test_every_clause_decision_and_fine_point_is_in_the_table() -> None:
    assert set(CLAUSES) == set(NUMBERS)


@pytest.mark.parametrize("clause", NUMBERS)
def test_its_tests_exist_and_name_it_or_there_is_a_reason(clause: str) -> None:
    tests = CLAUSES[clause]
    if isinstance(tests, str):
        assert len(tests) > 10
        return
    assert tests
    for test in tests:
        file, name = test.split("::")
        function = getattr(importlib.import_module(f"tests.games.tausch_rausch.{file.removesuffix('.py')}"), name)
        assert clause in named_in(f"{name} {function.__doc__ or ''}"), test


@pytest.mark.parametrize("clause", NUMBERS)
def test_the_rules_tell_it(clause: str) -> None:
    assert f"**{clause}** " in rules_of(GAME)
