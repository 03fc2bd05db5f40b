"""The jobs of a game, and the bundles of jobs that are given to a worker at once."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Job:
    """A piece of work whose result is a file of its name."""

    name: str
    needs: tuple[str, ...]
    """The jobs whose results it reads. It may read some that these need as well."""
    memory: int
    """How many bytes of memory it takes at least; 0 if that is only estimated."""
    seconds: float
    """How long it takes on one core, about."""


@dataclass(frozen=True)
class Plan:
    """All jobs of a game, each after those that it needs."""

    game: str
    jobs: tuple[Job, ...]

    @classmethod
    def read(cls, text: str) -> Plan:
        """The plan that ``perfectplay tiers plan`` prints."""
        plan = json.loads(text)
        is_exact = plan["memory_certainty"] == "exact"
        return cls(
            game=plan["game"],
            jobs=tuple(
                Job(
                    name=job["job"],
                    needs=tuple(job["needs"]),
                    memory=job["memory_bytes"] if is_exact else 0,
                    seconds=job["seconds"],
                )
                for job in plan["jobs"]
            ),
        )

    def without(self, done: Iterable[str]) -> Plan:
        """The plan for the jobs that are not done."""
        done = set(done)
        return Plan(self.game, tuple(job for job in self.jobs if job.name not in done))


@dataclass(frozen=True)
class Bundle:
    """Jobs that a worker does one after another."""

    jobs: tuple[Job, ...]
    needs: tuple[int, ...]
    """The bundles that it needs, by their numbers."""

    @property
    def name(self) -> str:
        """The names of the first and the last job."""
        first, last = self.jobs[0].name, self.jobs[-1].name
        return first if first == last else f"{first}..{last}"

    @property
    def memory(self) -> int:
        """How many bytes of memory it takes at least; 0 if that is only estimated."""
        memory = [job.memory for job in self.jobs]
        return max(memory) if all(memory) else 0

    @property
    def seconds(self) -> float:
        """How long it takes on one core, about."""
        return sum(job.seconds for job in self.jobs)


def bundles(jobs: Sequence[Job], most: float) -> list[Bundle]:
    """Puts jobs together that take less than so many seconds, each after those that it needs.

    What they need and is not among them is done.

    A *level* has the jobs with equally many jobs on the longest way to them. Those of one level
    do not need each other, so a bundle is of a part of one level, or of whole levels that
    follow each other: then no bundle needs another that needs it.
    """
    groups: list[list[Job]] = []
    whole: list[Job] = []
    for level in _levels(jobs):
        if _seconds(whole) + _seconds(level) <= most:
            whole += level
            continue
        if whole:
            groups.append(whole)
            whole = []
        if _seconds(level) <= most:
            whole = level
        else:
            groups += _parts(level, most)
    if whole:
        groups.append(whole)
    number = {job.name: at for at, group in enumerate(groups) for job in group}
    return [
        Bundle(
            tuple(group),
            tuple(sorted(_needed(group, number) - {at})),
        )
        for at, group in enumerate(groups)
    ]


def to_the_end(plan: Sequence[Bundle]) -> list[float]:
    """The seconds on the longest way from each bundle, itself among them, to the end."""
    longest = [bundle.seconds for bundle in plan]
    for at in reversed(range(len(plan))):
        for need in plan[at].needs:
            longest[need] = max(longest[need], plan[need].seconds + longest[at])
    return longest


def _needed(jobs: Iterable[Job], number: Mapping[str, int]) -> set[int]:
    return {number[need] for job in jobs for need in job.needs if need in number}


def _seconds(jobs: Iterable[Job]) -> float:
    return sum(job.seconds for job in jobs)


def _levels(jobs: Iterable[Job]) -> list[list[Job]]:
    levels: list[list[Job]] = []
    level: dict[str, int] = {}
    for job in jobs:
        level[job.name] = max((level[need] + 1 for need in job.needs if need in level), default=0)
        if level[job.name] == len(levels):
            levels.append([])
        levels[level[job.name]].append(job)
    return levels


def _parts(level: Sequence[Job], most: float) -> list[list[Job]]:
    """Cuts a level where a part would take longer."""
    parts: list[list[Job]] = [[]]
    for job in level:
        if parts[-1] and _seconds([*parts[-1], job]) > most:
            parts.append([])
        parts[-1].append(job)
    return parts
