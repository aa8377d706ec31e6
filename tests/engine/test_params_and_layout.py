"""Parameters say what is wrong with them; layouts come from one table."""

from __future__ import annotations

import numpy as np
import pytest

from card_envs.engine.layout import Field, Layout
from card_envs.games import load

GNAV = load("gnav").params


@pytest.mark.parametrize(
    ("values", "kind", "text"),
    [
        ({"live": 3}, TypeError, "unknown parameter live; did you mean lives"),
        ({"lives": 0}, ValueError, "lives takes a whole number from 1 to 9, got 0"),
        ({"lives": 2.5}, TypeError, "lives takes a whole number from 1 to 9, got 2.5"),
        ({"dealer_skips_resting": 1}, TypeError, "dealer_skips_resting takes False or True, got 1"),
        ({"rewards": None}, TypeError, "rewards takes 'win' or 'rank' or 'score', got None"),
    ],
)
def test_a_wrong_parameter_is_named(values: dict[str, object], kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        GNAV.make(values)


def test_numpy_numbers_are_taken_as_numbers() -> None:
    params = GNAV.make({"num_players": np.int64(5), "dealer_skips_resting": np.bool_(True)})
    assert params == GNAV.make({"num_players": 5, "dealer_skips_resting": True})
    assert type(params.num_players) is int


def test_a_scaled_observation_never_passes_one() -> None:
    for high in range(1, 256):
        layout = Layout(Field("x", (), high, "x"))
        assert np.float32(high) * layout.scale[0] <= 1
        for raw in range(high + 1):
            assert layout.raw(np.array([raw], np.float32) * layout.scale) == raw


def test_field_names_differ() -> None:
    with pytest.raises(ValueError, match="different names"):
        Layout(Field("x", (), 1, "one"), Field("x", (), 1, "two"))


def test_the_digest_tells_layouts_apart() -> None:
    field = Field("x", (2,), 1, "one")
    others = [Field("y", (2,), 1, "one"), Field("x", (3,), 1, "one"), Field("x", (2,), 2, "one")]
    digests = {Layout(one).digest for one in [field, *others]}
    assert len(digests) == 4
    assert Layout(field).digest == Layout(Field("x", (2,), 1, "one")).digest
