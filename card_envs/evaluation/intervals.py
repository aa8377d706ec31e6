"""Confidence intervals of a mean over deals."""

from __future__ import annotations

from math import nan, sqrt
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

Interval = tuple[float, float]


def mean_interval(values: npt.NDArray[np.float64], confidence: float = 0.95) -> tuple[float, Interval]:
    """The mean of independent values, and Student's interval for it; without bounds for fewer than two values.

    >>> mean_interval(np.array([1.0, 2.0, 3.0, 4.0]))
    (2.5, (0.445..., 4.554...))
    """
    mean = float(values.mean())
    if len(values) < 2:
        return mean, (nan, nan)
    half = student_quantile((1 + confidence) / 2, len(values) - 1) * float(values.std(ddof=1)) / sqrt(len(values))
    return mean, (mean - half, mean + half)


def student_quantile(probability: float, degrees: int) -> float:
    """The quantile of Student's t for a probability above a half; exact for 1 and 2 degrees of freedom.

    From 3 on by G. W. Hill, Algorithm 396 (Communications of the ACM, 1970), right to about six digits.

    >>> round(student_quantile(0.975, 2), 4), round(student_quantile(0.975, 9), 4)
    (4.3027, 2.2622)
    """
    tails = 2 * (1 - probability)
    if degrees == 1:
        return float(np.cos(tails * np.pi / 2) / np.sin(tails * np.pi / 2))
    if degrees == 2:
        return sqrt(2 / (tails * (2 - tails)) - 2)
    a = 1 / (degrees - 0.5)
    b = 48 / a**2
    c = ((20700 * a / b - 98) * a - 16) * a + 96.36
    d = ((94.5 / (b + c) - 3) / b + 1) * sqrt(a * np.pi / 2) * degrees
    y = (d * tails) ** (2 / degrees)
    if y > 0.05 + a:
        x = NormalDist().inv_cdf(tails / 2)
        y = x * x
        if degrees < 5:
            c += 0.3 * (degrees - 4.5) * (x + 0.6)
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x
        y = float(np.expm1(a * y * y))
    else:
        y = (
            (1 / (((degrees + 6) / (degrees * y) - 0.089 * d - 0.822) * (degrees + 2) * 3) + 0.5 / (degrees + 4)) * y
            - 1
        ) * (degrees + 1) / (degrees + 2) + 1 / y
    return sqrt(degrees * y)
