"""Keeps the processes that run a worker's jobs, so that they can run the next jobs, too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from perfectplay_cluster.command import JobProcess
from perfectplay_cluster.problem import Spoiled

_PATIENCE = 30.0
"""The number of seconds that a process waits for another job."""

_IDLE: dict[tuple[Runner, Path], list[tuple[JobProcess, threading.Timer]]] = {}
_LOCK = threading.Lock()


@dataclass(frozen=True)
class Runner:
    """The settings with which a worker runs jobs."""

    command: str
    """The command ``perfectplay`` on this machine."""
    memory: int
    """The number of bytes of memory that a process may take."""
    threads: int
    """The number of threads of a process."""
    is_kept: bool
    """Whether a process waits for other jobs. It must not if others need its memory."""

    def run(
        self,
        store: Path,
        jobs: Sequence[str],
        done: Callable[[str], None],
        is_wanted: Callable[[], bool],
    ) -> None:
        """Runs jobs whose results are in a directory, and calls ``done`` with the name of each job
        that is finished.

        Raises:
            Problem, Passing, Spoiled, Stopped: As ``JobProcess.run``.
        """
        process = self._taken(store)
        try:
            process.run(jobs, done, is_wanted)
        except Spoiled:
            self._give_back(store, process)
            raise
        self._give_back(store, process)

    def _taken(self, store: Path) -> JobProcess:
        with _LOCK:
            idle = _IDLE.get((self, store))
            if idle:
                process, timer = idle.pop()
                timer.cancel()
                return process
            if not self.is_kept:
                for others in _IDLE.values():
                    while others:
                        process, timer = others.pop()
                        timer.cancel()
                        process.end()
        limits = ("--memory", str(self.memory), "--threads", str(self.threads))
        return JobProcess(self.command, store, limits)

    def _give_back(self, store: Path, process: JobProcess) -> None:
        if not self.is_kept:
            process.end()
            return
        with _LOCK:
            timer = threading.Timer(_PATIENCE, self._end, (store, process))
            timer.daemon = True
            _IDLE.setdefault((self, store), []).append((process, timer))
            timer.start()

    def _end(self, store: Path, process: JobProcess) -> None:
        with _LOCK:
            idle = _IDLE.get((self, store), [])
            at = next((at for at, (other, _) in enumerate(idle) if other is process), None)
            if at is not None:
                del idle[at]
                process.end()
