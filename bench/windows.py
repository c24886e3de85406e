"""Measure in short windows of CPU time that alternate between contenders, so that a busy machine
affects all alike."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Self

Stroke = Callable[[], int]
"""A unit of work; returns how many things it did."""


@dataclass(frozen=True, slots=True)
class Rate:
    """Things done per CPU-second, or the ratio of two such rates."""

    best: float
    median: float

    def over(self, other: Self) -> Self:
        return type(self)(self.best / other.best, self.median / other.median)


def measure(contenders: Mapping[str, Stroke], *, windows: int, seconds: float) -> dict[str, Rate]:
    found: dict[str, list[float]] = {name: [] for name in contenders}
    for stroke in contenders.values():
        stroke()  # fills caches
    for _ in range(windows):
        for name, stroke in contenders.items():
            found[name].append(_window(stroke, seconds))
    return {name: Rate(max(rates), median(rates)) for name, rates in found.items()}


def _window(stroke: Stroke, seconds: float) -> float:
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        done += stroke()
    return done / spent
