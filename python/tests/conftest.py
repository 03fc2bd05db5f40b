"""Defines the fixtures and games that tests share."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import perfectplay as pp

# No run uses the cached tables of another run, and the output does not depend on the time.
os.environ["PERFECTPLAY_CACHE"] = ""
os.environ["PERFECTPLAY_PROGRESS"] = "never"


class Nim:
    """Nim: a player takes one or more objects from a heap, and the player who takes the last object
    wins."""

    players = ("Ann", "Ben")

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def move_count(self) -> int:
        return sum(self.heaps)

    def start(self) -> tuple[int, ...]:
        return self.heaps

    def outcome(self, state: tuple[int, ...]) -> pp.Value | None:
        return None if any(state) else pp.Value.LOSS

    def _moves(self) -> list[tuple[int, int]]:
        return [
            (heap, taken) for heap, size in enumerate(self.heaps) for taken in range(1, size + 1)
        ]

    def legal(self, state: tuple[int, ...]) -> list[int]:
        moves = enumerate(self._moves())
        return [index for index, (heap, taken) in moves if taken <= state[heap]]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        heap, taken = self._moves()[move]
        return tuple(size - taken * (at == heap) for at, size in enumerate(state))

    def key(self, state: tuple[int, ...]) -> int:
        return sum(size << 8 * at for at, size in enumerate(state))

    def text(self, state: tuple[int, ...]) -> str:
        return ",".join(map(str, state))


@pytest.fixture(scope="session")
def tictactoe() -> pp.Table:
    return pp.solve("tictactoe")


@pytest.fixture(scope="session")
def connect() -> pp.Table:
    return pp.solve("connect:4x4")


@pytest.fixture
def nim() -> Nim:
    return Nim(3, 4, 5)


@pytest.fixture(scope="session")
def command() -> Path:
    """Returns the path of the command that was installed with the package."""
    found = shutil.which("perfectplay", path=str(Path(sys.executable).parent))
    assert found is not None, "expected the command beside the interpreter"
    return Path(found)
