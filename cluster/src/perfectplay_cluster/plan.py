"""Defines the jobs of a game, and bundles of jobs. A worker gets the jobs of a bundle together."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice


@dataclass(frozen=True)
class Job:
    """A piece of work. Its result is a file with the name of the job."""

    name: str
    needs: tuple[str, ...]
    """The jobs whose results it reads. It may also read results of jobs that these need."""
    memory: int
    """The number of bytes of memory that it needs; 0 if that is only estimated."""
    seconds: float
    """The approximate number of seconds on one core."""
    bytes: int
    """The approximate size of its result."""

    @property
    def finds(self) -> bool:
        """Whether the job finds states. Otherwise, it scores them."""
        return self.name.startswith("found")


@dataclass(frozen=True)
class Plan:
    """All jobs of a game. Each job comes after the jobs that it needs."""

    game: str
    jobs: tuple[Job, ...]

    @classmethod
    def read(cls, text: str) -> Plan:
        """Reads the plan that ``perfectplay tiers plan`` prints."""
        plan = json.loads(text)
        is_exact = plan["memory_certainty"] == "exact"
        return cls(
            game=plan["game"],
            jobs=tuple(
                Job(
                    name=sys.intern(job["job"]),
                    needs=tuple(map(sys.intern, job["needs"])),
                    memory=job["memory_bytes"] if is_exact else 0,
                    seconds=job["seconds"],
                    bytes=job["bytes"],
                )
                for job in plan["jobs"]
            ),
        )

    def __len__(self) -> int:
        return len(self.jobs)

    def without(self, done: Iterable[str]) -> Plan:
        """Returns the plan without the jobs that are done."""
        done = set(done)
        return Plan(self.game, tuple(job for job in self.jobs if job.name not in done))


@dataclass(frozen=True)
class Bundle:
    """Jobs that a worker runs one after the other."""

    jobs: tuple[Job, ...]
    needs: tuple[int, ...]
    """The numbers of the bundles that it needs."""

    @property
    def name(self) -> str:
        """The names of the first and the last job."""
        first, last = self.jobs[0].name, self.jobs[-1].name
        return first if first == last else f"{first}..{last}"

    @cached_property
    def memory(self) -> int:
        """The number of bytes of memory that the bundle needs; 0 if the need is not known
        exactly."""
        memory = [job.memory for job in self.jobs]
        return max(memory) if all(memory) else 0

    @cached_property
    def seconds(self) -> float:
        """The approximate number of seconds that the bundle takes on one core."""
        return sum(job.seconds for job in self.jobs)


PROCESS = 64 << 20
"""The number of bytes that a process may take in addition to what its plan says."""

AT_ONCE = 10_000
"""The number of bundles that the scheduler has at a time. Each takes it some kilobytes."""


_SHORTEST, _LONGEST = 0.25, 4.0
"""The seconds that the jobs of a bundle take together at least and at most, unless somebody says
another number. Between two bundles a worker waits for the scheduler, which takes some milliseconds;
the last bundles of a level leave other workers without work."""

_EACH = 64
"""The number of bundles for each place, if bundles are longer than the shortest."""


def bundle_seconds(jobs: Sequence[Job], places: int) -> float:
    """Returns the number of seconds that each bundle should take. `places` bundles run at the same
    time."""
    share = _seconds(jobs) / (_EACH * places)
    return min(max(share, _SHORTEST), _LONGEST)


class Order:
    """The bundles of some jobs, in the order in which the scheduler gets them."""

    def __init__(self, jobs: Sequence[Job], most: float, places: int):
        """Creates bundles of at most `most` seconds, as the function `bundles` does. `places`
        bundles run at the same time."""
        self.bundles = bundles(jobs, most, places)
        self.urgency = to_the_end(self.bundles)
        """Of the bundles that can run, the one with the highest number is run first."""
        self._waiting = iter(range(len(self.bundles)))

    def first(self) -> Iterator[int]:
        """Returns the bundles that the scheduler gets at the beginning."""
        return islice(self._waiting, AT_ONCE)

    def next(self) -> Iterator[int]:
        """Returns the bundle that the scheduler gets when a bundle has ended; none if no bundle is
        left."""
        return islice(self._waiting, 1)

    def memory(self, bundle: Bundle, whole: int) -> int:
        """Returns the bytes that a worker must have for a bundle. Each worker has `whole` bytes.

        If the bundle's need is not known exactly, the bundle gets all memory of the worker.
        """
        return bundle.memory + PROCESS if bundle.memory else whole

    def largest(self, whole: int) -> Bundle:
        """Returns the bundle that takes the most memory."""
        return max(self.bundles, key=lambda bundle: self.memory(bundle, whole))


def bundles(jobs: Sequence[Job], most: float, places: int) -> list[Bundle]:
    """Bundles jobs that take less than `most` seconds together. Each job comes after the jobs that
    it needs. All jobs that find the states of a level read the same states of earlier levels, so a
    process runs several such jobs in hardly more time than one of them. So these jobs form bundles
    even if they take longer than `most`, but there is at least one bundle for each of the `places`.

    If a job needs another job that is not among `jobs`, the other job is already done.

    The *level* of a job is the number of jobs on the longest way to it. Jobs of the same level do
    not need each other. A bundle is a part of one level, or consists of whole levels that follow
    each other. So it never happens that each of two bundles needs the other.
    """
    groups: list[list[Job]] = []
    whole: list[Job] = []
    for level in _levels(jobs):
        seconds = _seconds(level)
        if _seconds(whole) + seconds <= most:
            whole += level
            continue
        if whole:
            groups.append(whole)
            whole = []
        if seconds <= most:
            whole = level
        else:
            found = [job for job in level if job.finds]
            groups += _shares(found, most, places)
            groups += _parts([job for job in level if not job.finds], most)
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
    """Returns, for each bundle, the seconds on the longest way from the bundle to the end. They
    include the seconds of the bundle itself."""
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


def _shares(jobs: Sequence[Job], most: float, places: int) -> list[list[Job]]:
    """Distributes jobs over `places` parts. If fewer parts are enough for each part to take about
    `most` seconds, makes fewer parts."""
    whole = _seconds(jobs)
    count = min(places, math.ceil(whole / most)) if most > 0 else places
    parts: list[list[Job]] = [[] for _ in range(count)]
    before = 0.0
    for job in jobs:
        middle = before + job.seconds / 2
        parts[min(int(count * middle / whole), count - 1) if whole else 0].append(job)
        before += job.seconds
    return [part for part in parts if part]


def _parts(level: Sequence[Job], most: float) -> list[list[Job]]:
    """Splits a level into parts. A new part begins when the part before would take more than `most`
    seconds."""
    parts: list[list[Job]] = []
    seconds = math.inf
    for job in level:
        seconds += job.seconds
        if seconds > most:
            parts.append([])
            seconds = job.seconds
        parts[-1].append(job)
    return parts
