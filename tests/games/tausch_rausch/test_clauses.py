"""Every clause of the rules is held by tests that exist."""

from __future__ import annotations

import re
from pathlib import Path

import card_envs.games.tausch_rausch
from tests.games.tausch_rausch.clauses import CLAUSES

RULES = Path(card_envs.games.tausch_rausch.__file__).with_name("RULES.md")


def test_the_table_has_every_clause_of_the_rules() -> None:
    found = set(re.findall(r"\b([RA]\d+)\b", RULES.read_text(encoding="utf-8")))
    assert found == set(CLAUSES)
    assert found == {f"R{number}" for number in range(1, 49)} | {f"A{number}" for number in range(1, 25)}


def test_the_tests_named_exist() -> None:
    here = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    defined = set(re.findall(r"^def (test_\w+)", here, re.MULTILINE))
    for clause, names in CLAUSES.items():
        if not isinstance(names, str):
            assert set(names) <= defined, clause
