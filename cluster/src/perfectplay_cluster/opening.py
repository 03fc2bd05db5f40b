"""Proves the opening (the first plies) of a game that is too large to solve. Workers of Dask prove
the parts of the opening."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from perfectplay_cluster.command import Passing, perfectplay
from perfectplay_cluster.problem import Problem
from perfectplay_cluster.work import BREATH, Ended, wanted

PARTS = 64
"""The default number of parts. A worker that dies continues with the saved work of its part."""


@dataclass(frozen=True)
class Opening:
    """The opening of a game, and the directory with the files of its parts."""

    game: str
    plies: int
    parts: int
    directory: Path
    """A directory that has this path on all machines."""

    def left(self) -> list[int]:
        """Returns the parts that have no file yet. A file is written whole or not at all."""
        return [part for part in range(1, self.parts + 1) if not self._file(part).exists()]

    def prove(self, part: int, key: str, command: str, memory: int, threads: int) -> Ended:
        """Proves a part of the opening; runs on a worker. ``key`` is the scheduler's name for this
        work.

        After an exception, the scheduler tries again. So this function returns an error that would
        occur again, instead of raising it.
        """
        limits = ["--memory", str(memory), "--threads", str(threads)]
        own = ["--part", f"{part}/{self.parts}", "-o", str(self._file(part))]
        try:
            perfectplay(command, [*self._solve(), *own, *limits], partial(wanted, key))
        except Problem as problem:
            return Ended(str(problem))
        except Passing:
            time.sleep(BREATH)
            raise
        return Ended()

    def gather(self, command: str, output: Path) -> None:
        """Writes the opening from the files of all parts.

        Raises:
            Problem: When a file is damaged, or belongs to another opening.
        """
        files = [str(self._file(part)) for part in range(1, self.parts + 1)]
        perfectplay(command, [*self._solve(), "-o", str(output), "--parts", *files])

    def _solve(self) -> list[str]:
        return ["solve", "--game", self.game, "--plies", str(self.plies)]

    def _file(self, part: int) -> Path:
        return self.directory / f"part-{part}-of-{self.parts}"
