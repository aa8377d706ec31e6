"""How often chance alone would show as much: p values, and their correction where many are looked at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]

FLIPS = 9_999
"""Drawn signs; the smallest p value is 1 in 10,000."""
_DEALS_AT_ONCE = 256
_NOISE = 1e-6
"""The rewards of a match sum to 0 within this: a smaller value is rounding, no reward."""


def sign_flip_p_values(values: Values, seed: int) -> Values:
    """Two-sided p values of "the mean is 0" for each column, float64 (C,), by a randomisation test.

    `values`, float64 (D, C), hold an independent value a deal; nan where there is none. Were better and worse equally
    likely, the sign of each deal could as well be the other: the p value is the share of `FLIPS` draws of all signs
    whose sum is as far from 0 as the one found, which is counted among them.
    """
    values = np.where(np.abs(values) < _NOISE, 0, np.nan_to_num(values))
    chance = np.random.default_rng(seed)
    sums = np.zeros((FLIPS, values.shape[1]))
    for first in range(0, len(values), _DEALS_AT_ONCE):
        some = values[first : first + _DEALS_AT_ONCE]
        drawn = np.frombuffer(chance.bytes(FLIPS * _DEALS_AT_ONCE // 8), np.uint8).reshape(FLIPS, -1)
        heads = np.unpackbits(drawn, axis=1, count=len(some)).astype(np.float64)
        sums += 2 * (heads @ some) - some.sum(0)
    found = np.abs(values.sum(0)) - _NOISE * np.abs(values).sum(0)  # equal sums may differ by rounding
    p_values: Values = (1 + (np.abs(sums) >= found).sum(0)) / (FLIPS + 1)
    return p_values


def holm(p_values: Values) -> Values:
    """p values, float64 (C,), corrected for being C: below 0.05 there, one in 20 evaluations is wrong in any of them.

    S. Holm, A simple sequentially rejective multiple test procedure (Scandinavian Journal of Statistics, 1979).

    >>> holm(np.array([0.01, 0.04, 0.03, 0.005]))
    array([0.03, 0.06, 0.06, 0.02])
    """
    order = np.argsort(p_values, kind="stable")
    factors = np.arange(len(p_values), 0, -1)
    corrected = np.empty_like(p_values)
    corrected[order] = np.minimum(1, np.maximum.accumulate(factors * p_values[order]))
    return corrected
