#!/usr/bin/env python3
"""Measures the figures of README.md. Each line shows what was measured, the wall time, the
processor time, and two speeds in millions per second: by wall time and by processor time.

    python python/measure.py            everything that does not take minutes
    python python/measure.py --large    also Connect Four on 5 by 5, which takes minutes
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import perfectplay as pp


def measured(what: str, work: Callable[[], object], number: int, unit: str) -> None:
    """Calls a function and prints the time that it took."""
    clock, processors = time.perf_counter(), time.process_time()
    result = work()
    clock, processors = time.perf_counter() - clock, time.process_time() - processors
    del result
    by_clock, by_processors = number / clock / 1e6, number / processors / 1e6
    rates = f"{by_clock:7.2f} {by_processors:7.2f} M {unit}/s"
    print(f"{what:37} {clock:6.2f} s {processors:6.2f} s {rates}", flush=True)


def peak() -> int:
    """Returns the greatest memory of this process so far, in bytes."""
    return 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


class Grid:
    """Three in a row on 4 columns and 3 rows. States are strings, with about three moves each."""

    move_count = 12
    lines = [
        (square, square + step, square + 2 * step)
        for step, columns, rows in ((1, 2, 3), (4, 4, 1), (5, 2, 1))
        for square in (4 * row + column for row in range(rows) for column in range(columns))
    ] + [(2, 5, 8), (3, 6, 9)]

    def start(self) -> str:
        return "." * 12

    def outcome(self, state: str) -> int | None:
        for a, b, c in self.lines:
            if state[a] != "." and state[a] == state[b] == state[c]:
                return -1
        return None if "." in state else 0

    def legal(self, state: str) -> list[int]:
        return [square for square, mark in enumerate(state) if mark == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + "OX"[state.count(".") % 2 == 0] + state[move + 1 :]

    def key(self, state: str) -> int:
        return int(state.translate({46: "0", 79: "1", 88: "2"}), 3)


class Heaps:
    """Nim with heaps of six. States are tuples, with 18 moves each on average."""

    move_count = 36

    def start(self) -> tuple[int, ...]:
        return (6,) * 6

    def outcome(self, state: tuple[int, ...]) -> int | None:
        return None if any(state) else -1

    def legal(self, state: tuple[int, ...]) -> list[int]:
        return [6 * heap + taken for heap, size in enumerate(state) for taken in range(size)]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        heap, taken = divmod(move, 6)
        return (*state[:heap], state[heap] - taken - 1, *state[heap + 1 :])

    def key(self, state: tuple[int, ...]) -> int:
        return int("".join(map(str, state)))


def walk(rules: Any) -> None:
    """Calls all rules once for each state. No solver can be faster than this function."""
    start = rules.start()
    found, waiting = {start}, [start]
    while waiting:
        state = waiting.pop()
        rules.key(state)
        if rules.outcome(state) is not None:
            continue
        for move in rules.legal(state):
            after = rules.play(state, move)
            if after not in found:
                found.add(after)
                waiting.append(after)


def small() -> None:
    """Measures games of up to four million states."""
    table = pp.solve("tictactoe")
    columns = table.arrays()
    some = np.random.default_rng(1).integers(0, len(table), 5_000_000)
    boards, keys = columns["board"][some], columns["key"][some]
    measured("tic-tac-toe, 5 million boards", lambda: table.ask(boards), len(some), "answers")
    measured("tic-tac-toe, 5 million keys", lambda: table.ask(keys=keys), len(some), "answers")

    started = time.perf_counter()
    four = pp.solve("connect:5x4", cache=False)
    print(f"{'Connect Four 5x4, solved':37} {time.perf_counter() - started:6.2f} s")
    measured("its states as arrays", four.arrays, len(four), "states")
    columns = four.arrays(["board", "key"])
    some = np.random.default_rng(1).integers(0, len(four), 1_000_000)
    boards, keys = columns["board"][some], columns["key"][some]
    measured("a million of its boards", lambda: four.ask(boards), len(some), "answers")
    measured("a million of its keys", lambda: four.ask(keys=keys), len(some), "answers")
    measured(
        "their values alone",
        lambda: four.ask(keys=keys, columns=["value", "distance"]),
        len(some),
        "answers",
    )

    own("3 moves a state", Grid(), 111_973)
    own("18 moves a state", Heaps(), 7**6)


def own(what: str, rules: Any, states: int) -> None:
    """Measures how long it takes to solve a game whose rules are in Python, and how long the rules
    alone take."""

    def solve() -> None:
        assert len(pp.solve(rules, anyway=True)) == states

    measured(f"rules in Python, {what}", solve, states, "states")
    measured("these rules alone, without a solver", lambda: walk(rules), states, "states")


def large() -> None:
    """Measures Connect Four on 5 by 5, with 69,763,700 states."""
    five = pp.solve("connect:5x5", anyway=True)
    before = peak()

    def read() -> int:
        return sum(len(batch["key"]) for batch in five.batches())

    measured("Connect Four 5x5 as a stream", read, len(five), "states")
    print(f"{'the most memory meanwhile':37} {peak() / 1e9:6.2f} GB, {before / 1e9:.2f} GB before")


if __name__ == "__main__":
    os.environ.setdefault("PERFECTPLAY_CACHE", "")
    print(f"{os.cpu_count()} processors, for which {os.getloadavg()[0]:.1f} programs waited before")
    small()
    if "--large" in sys.argv:
        large()
