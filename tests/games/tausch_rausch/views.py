"""An observation of Tausch Rausch against what the referee says that the seat has seen."""

from __future__ import annotations

from typing import Any

from card_envs.engine.game import Fields
from card_envs.engine.params import Params
from card_envs.games.tausch_rausch import cards, tasks
from card_envs.games.tausch_rausch.rules import TauschRauschParams


def check(fields: Fields, view: dict[str, Any], seat: int, params: Params) -> None:
    """Raise `AssertionError` where they differ."""
    assert isinstance(params, TauschRauschParams)
    n = params.num_players
    around = [(seat + ahead) % n for ahead in range(n)]
    for name in ("hand", "discard", "recycled", "picks"):
        assert in_words(fields[name], cards.NAMES) == view[name], name
    assert [in_words(row, cards.NAMES) for row in fields["market"]] == view["market"]
    assert [in_words(row, cards.NAMES) for row in fields["held"][:n]] == [view["held"][other] for other in around]
    assert fields["hand_sizes"][:n].tolist() == [view["hand_sizes"][other] for other in around]
    for name in ("deck_size", "reshuffles", "task_deck_size"):
        assert fields[name] == view[name], name
    assert [in_words(row, tasks.NAMES) for row in fields["display"]] == [
        [task] if task else [] for task in view["display"]
    ]
    done = [sorted(view["tasks_done"][other], key=tasks.NAMES.index) for other in around]
    assert [in_words(row, tasks.NAMES) for row in fields["tasks_done"][:n]] == done
    assert in_words(fields["tasks_seen"], tasks.NAMES) == view["tasks_seen"]
    assert (fields["slot"].argmax() if fields["slot"].any() else None) == view["slot"]
    assert fields["turns"] @ [256, 1] == view["turns"]
    assert fields["max_turns"] @ [256, 1] == (params.max_turns or 100 * n)
    assert fields["tasks_to_win"] == params.tasks_to_win
    assert tasks.DECK_NAMES[fields["task_deck"].argmax()] == params.task_deck
    assert fields["present"][:n].all()
    for name in ("present", "to_act", "hand_sizes", "held", "tasks_done"):
        assert not fields[name][n:].any()


def in_words(counts: Any, names: tuple[str, ...]) -> list[str]:
    """The cards or tasks that these counts stand for, in the order of their kinds."""
    return [name for name, count in zip(names, counts.tolist(), strict=True) for _ in range(count)]
