"""Where the results of jobs are: a folder that all workers see, or a bucket."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perfectplay_cluster.plan import Job, Plan
from perfectplay_cluster.problem import Problem

Command = Callable[[Sequence[str]], str]
"""Runs ``perfectplay`` with some arguments and returns what it prints."""

BUCKETS = ("s3", "gs", "abfs")
"""The protocols whose objects are written whole or not at all."""


class Store(ABC):
    """Where the results of jobs are, each whole or absent."""

    @abstractmethod
    def plan(self, command: Command, options: Sequence[str]) -> Plan:
        """The jobs of a game, for which the store is made if it is not there.

        The options are those of ``perfectplay tiers plan`` but for the store.
        """

    @abstractmethod
    def done(self, command: Command, plan: Plan) -> set[str]:
        """The jobs whose results are there."""

    @abstractmethod
    def run(
        self, command: Command, jobs: Sequence[Job], limits: Sequence[str], cache: Path
    ) -> None:
        """Runs jobs on this machine. The cache is a folder for whatever saves work."""

    @abstractmethod
    def gather(self, command: Command, plan: Plan, output: Path) -> None:
        """Writes the table of all results."""


def open_store(address: str, cache_bytes: int) -> Store:
    """The store of this address: a folder, or ``s3://BUCKET/FOLDER`` and its like."""
    protocol, separator, _ = address.partition("://")
    if not separator:
        return Folder(Path(address).absolute())
    if protocol not in BUCKETS:
        known = ", ".join(f"{bucket}://" for bucket in BUCKETS)
        raise Problem(f"expected a folder or a bucket of {known}; found {address}")
    # Not everybody has what it needs.
    from perfectplay_cluster.bucket import Bucket

    return Bucket(address.rstrip("/"), cache_bytes)


@dataclass(frozen=True)
class Folder(Store):
    """A folder that has the same path on all machines."""

    path: Path

    def plan(self, command: Command, options: Sequence[str]) -> Plan:
        return Plan.read(command(["tiers", "plan", *options, *self._option()]))

    def done(self, command: Command, plan: Plan) -> set[str]:
        status = json.loads(command(["tiers", "status", "--json", *self._option()]))
        there = {file.name for file in self.path.iterdir()} - set(status["damaged"])
        return there.intersection(job.name for job in plan.jobs)

    def run(
        self, command: Command, jobs: Sequence[Job], limits: Sequence[str], cache: Path
    ) -> None:
        command(["tiers", "run", *self._option(), *limits, *(job.name for job in jobs)])

    def gather(self, command: Command, plan: Plan, output: Path) -> None:
        command(["tiers", "gather", *self._option(), "--output", str(output)])

    def _option(self) -> Sequence[str]:
        return ["--store", str(self.path)]
