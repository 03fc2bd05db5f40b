"""What a worker does."""

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
"""After how many seconds a worker looks again for a result: a shared directory may show it late."""

_BREATH = 1
"""How many seconds a worker waits after what may go well the next time."""


@dataclass(frozen=True)
class Ended:
    """How work has ended."""

    problem: str = ""
    """What went wrong."""
    is_spoiled: bool = False
    """Whether the result of another job is not what it was."""


@dataclass(frozen=True)
class Work:
    """Jobs for a worker."""

    key: str
    """Its name for the scheduler."""
    jobs: tuple[Job, ...]
    store: Store
    runner: Runner
    """How this machine runs them."""

    def do(self, *needs: Ended) -> Ended:
        """Runs the jobs, on a worker.

        The scheduler tries again after an exception, so what cannot go well is none.
        """
        for need in needs:
            if need.problem:
                return need
        worker = get_worker()

        def is_wanted() -> bool:
            task = worker.state.tasks.get(self.key)
            return task is not None and task.state in ("executing", "long-running")

        run = partial(self.runner.run, is_wanted=is_wanted)
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
                time.sleep(_BREATH)
                raise
            else:
                break
        return Ended()
