"""Defines stores for the results of jobs. A store is a directory that all workers see, or a
bucket."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perfectplay_cluster.plan import Job, Plan

Command = Callable[[Sequence[str]], str]
"""Runs ``perfectplay`` with some arguments and returns what it prints."""

Run = Callable[[Path, Sequence[str], Callable[[str], None]], None]
"""Runs jobs with results in a directory, and yields each finished one."""


class Store(ABC):
    """A store for the results of jobs. Each result is whole or absent."""

    @abstractmethod
    def plan(self, command: Command, options: Sequence[str]) -> Plan:
        """Returns the jobs of a game. The store is created if it does not exist.

        The options are those of ``perfectplay tiers plan``, except for the store.
        """

    @abstractmethod
    def done(self, command: Command, plan: Plan) -> set[str]:
        """Returns the jobs that have results."""

    @abstractmethod
    def run(self, run: Run, jobs: Sequence[Job], cache: Path) -> None:
        """Runs jobs on this machine. In the directory `cache`, the store may keep files for later
        jobs."""

    @abstractmethod
    def gather(self, command: Command, plan: Plan, output: Path) -> None:
        """Writes the table, which is made from all results."""


@dataclass(frozen=True)
class Directory(Store):
    """A directory that has the same path on all machines."""

    path: Path

    def plan(self, command: Command, options: Sequence[str]) -> Plan:
        return Plan.read(command(["tiers", "plan", *options, *self._option()]))

    def done(self, command: Command, plan: Plan) -> set[str]:
        status = json.loads(command(["tiers", "status", "--json", *self._option()]))
        there = {file.name for file in self.path.iterdir()} - set(status["damaged"])
        return there.intersection(job.name for job in plan.jobs)

    def run(self, run: Run, jobs: Sequence[Job], cache: Path) -> None:
        run(self.path, [job.name for job in jobs], lambda _: None)

    def gather(self, command: Command, plan: Plan, output: Path) -> None:
        command(["tiers", "gather", *self._option(), "--output", str(output)])

    def _option(self) -> Sequence[str]:
        return ["--store", str(self.path)]
