"""Defines the work that a worker does."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from distributed import get_worker

from perfectplay_cluster.command import Missing, Passing
from perfectplay_cluster.plan import Job
from perfectplay_cluster.problem import Problem, Spoiled
from perfectplay_cluster.processes import Runner
from perfectplay_cluster.store import Store

_PAUSES = (1, 2, 4)
"""The seconds before a worker looks for a result again. A shared directory may be late."""

BREATH = 1
"""The number of seconds that a worker waits after a failure that may not occur again."""


def wanted(key: str) -> bool:
    """Returns whether the scheduler still wants the work with the name `key`; runs on a worker."""
    task = get_worker().state.tasks.get(key)
    return task is not None and task.state in ("executing", "long-running")


@dataclass(frozen=True)
class Ended:
    """The end of a worker's work: how it has ended."""

    problem: str = ""
    """The error."""
    is_spoiled: bool = False
    """Whether the result of another job is missing or damaged."""


@dataclass(frozen=True)
class Work:
    """Jobs for a worker."""

    key: str
    """The name of the work for the scheduler."""
    jobs: tuple[Job, ...]
    store: Store
    runner: Runner
    """How this machine runs the jobs."""

    def do(self, *needs: Ended) -> Ended:
        """Runs the jobs; must be called on a worker.

        After an exception, the scheduler tries again. So this function returns an error that would
        occur again, instead of raising it.
        """
        for need in needs:
            if need.problem:
                return need
        worker = get_worker()
        run = partial(self.runner.run, is_wanted=partial(wanted, self.key))
        cache = Path(worker.local_directory)
        for pause in (*_PAUSES, None):
            try:
                self.store.run(run, self.jobs, cache)
            except Missing as missing:
                if pause is None:
                    return Ended(str(missing), is_spoiled=True)
                time.sleep(pause)
            except Spoiled as spoiled:
                return Ended(str(spoiled), is_spoiled=True)
            except Problem as problem:
                return Ended(f"{problem} (on {worker.address})")
            except Passing:
                time.sleep(BREATH)
                raise
            else:
                break
        return Ended()
