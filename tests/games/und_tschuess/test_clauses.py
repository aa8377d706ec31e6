"""Every clause, decision and fine point of the rules is told and held."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from card_envs.games import und_tschuess
from tests.games.und_tschuess.clauses import CLAUSES

HERE = Path(__file__).parent
RULES = (Path(und_tschuess.__file__).parent / "RULES.md").read_text()
NUMBERS = [f"{letter}{number}" for letter, last in (("U", 45), ("A", 17), ("F", 18)) for number in range(1, last + 1)]


def numbers_in(name: str) -> set[str]:
    """The clauses that the name of a test holds, `u14_to_u16` being three."""
    found: set[str] = set()
    for letter, first, last in re.findall(r"(?<=_)([uaf])(\d+)(?:_to_[uaf](\d+))?(?=_)", name):
        found |= {f"{letter.upper()}{number}" for number in range(int(first), int(last or first) + 1)}
    return found


def test_every_clause_decision_and_fine_point_is_in_the_table() -> None:
    assert list(CLAUSES) == NUMBERS


@pytest.mark.parametrize("clause", NUMBERS)
def test_its_tests_exist_and_one_names_it_or_there_is_a_reason(clause: str) -> None:
    tests = CLAUSES[clause]
    if isinstance(tests, str):
        assert len(tests) > 5
        return
    written = {
        name for file in HERE.glob("test_*.py") for name in re.findall(r"^def (test_\w+)", file.read_text(), re.M)
    }
    assert set(tests) <= written
    assert clause in set.union(*map(numbers_in, tests))


@pytest.mark.parametrize("clause", NUMBERS)
def test_the_rules_tell_it(clause: str) -> None:
    assert f"- **{clause}** " in RULES


def test_the_rules_name_their_assumptions() -> None:
    part = RULES.split("## Assumptions")[1]
    for word in ("deck", "exchange_public", "hands", "shared"):
        assert word in part
    assert "not affiliated" in RULES
