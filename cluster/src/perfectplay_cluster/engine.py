"""Runs jobs on Dask, which distributes them to workers."""

from __future__ import annotations

import queue
import sys
import time
import uuid
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import dask
from distributed import (
    CancelledError,
    Client,
    Future,
    KilledWorker,
    LocalCluster,
    as_completed,
)
from distributed.client import ClosedClientError

from perfectplay_cluster.meter import Meter
from perfectplay_cluster.opening import Opening
from perfectplay_cluster.plan import Order, Plan, bundle_seconds
from perfectplay_cluster.problem import Problem, Spoiled, one_line
from perfectplay_cluster.processes import Runner
from perfectplay_cluster.store import Store
from perfectplay_cluster.work import Ended, Work

_MEMORY = "memory"
"""The resource of workers that jobs use: bytes of memory."""

_RETRIES = 3
"""How often a failed job is tried again, if it may succeed."""

_DEATHS = 20
"""The number of workers that may die while they run a job, before the job is blamed."""

_TICK = 1.0
"""The number of seconds between two checks of the scheduler."""

_PATIENCE = 60.0
"""The number of seconds to wait for a scheduler that does not answer."""

_LOST = (OSError, CancelledError, ClosedClientError)
"""The exceptions when the scheduler is gone. Which one is raised depends on the moment."""


@dataclass(frozen=True)
class Engine:
    """The settings for running jobs on Dask."""

    scheduler: str | None
    """The address of a scheduler. Without one, workers of this machine run the jobs."""
    workers: int
    """The number of workers on this machine."""
    memory: int
    """The number of bytes that the jobs of each worker on this machine may take together."""
    threads: int
    """The number of threads of a job."""
    command: str
    """The command ``perfectplay`` on the workers."""
    bundle: float | None
    """Jobs that take less than this number of seconds together are given to a worker at once. By
    default, the number follows from the jobs and the workers."""
    shows_progress: bool
    """Whether the progress is shown on standard error."""

    def run(self, store: Store, plan: Plan) -> None:
        """Runs all jobs of a plan.

        Raises:
            Problem: When a job cannot be run.
            Spoiled: When the scheduler is lost, or the result of an earlier job is lost.
        """
        with self._client() as client:
            try:
                _Run(self, client, store, plan).run()
            except _LOST as error:
                raise Spoiled("the scheduler is lost") from error

    def prove(self, opening: Opening) -> None:
        """Proves all parts of an opening that are not proved yet.

        Raises:
            Problem: When a part cannot be proved.
            Spoiled: When the scheduler is lost.
        """
        with self._client() as client:
            try:
                self._prove(client, opening)
            except _LOST as error:
                raise Spoiled("the scheduler is lost") from error

    def _prove(self, client: Client, opening: Opening) -> None:
        memory = _memory_of_threads(client)
        name = uuid.uuid4().hex[:8]
        futures = {}
        for part in opening.left():
            key = f"part-{part}-{name}"
            futures[key] = client.submit(
                Opening.prove,
                opening,
                part,
                key,
                self.command,
                memory,
                self.threads,
                key=key,
                pure=False,
                resources={_MEMORY: memory},
                retries=_RETRIES,
            )
        doing = f"proving {opening.plies} plies of {opening.game}"
        try:
            with Meter(doing, len(futures), len(futures), is_shown=self.shows_progress) as meter:
                for future in as_completed(futures.values()):
                    _expect_success(future, future.key)
                    meter.add(1, 1)
                    meter.show(len(_workers(client)))
        finally:
            if client.status == "running":
                client.cancel(list(futures.values()))

    @contextmanager
    def _client(self) -> Iterator[Client]:
        if self.scheduler is not None:
            with _connected(self.scheduler, self.shows_progress) as client:
                yield client
            return
        settings = {
            "distributed.scheduler.allowed-failures": _DEATHS,
            # The profile shows Python's own work, which is only waiting.
            "distributed.worker.profile.enabled": False,
            # By default, Dask checks fifty times a second whether Python is late.
            "distributed.admin.tick.interval": "1s",
            "distributed.admin.system-monitor.interval": "10s",
        }
        with (
            dask.config.set(settings),
            LocalCluster(
                n_workers=self.workers,
                threads_per_worker=1,
                # This limit is for the memory of Python itself, which takes hardly any.
                memory_limit=None,
                resources={_MEMORY: self.memory},
                dashboard_address="127.0.0.1:0",
                silence_logs="CRITICAL",
            ) as cluster,
            Client(cluster) as client,
        ):
            yield client


@contextmanager
def _connected(address: str, shows_progress: bool) -> Iterator[Client]:
    deadline = time.monotonic() + _PATIENCE
    client = None
    while client is None:
        try:
            client = Client(address, timeout=_TICK)
        except (OSError, ValueError) as error:
            if isinstance(error, ValueError) or time.monotonic() > deadline:
                raise Problem(f"no scheduler answers at {address}") from error
            time.sleep(_TICK)
    with client:
        if not _workers(client):
            if shows_progress:
                print(f"waiting for workers at {address}", file=sys.stderr, flush=True)
            client.wait_for_workers(1)
        yield client


def _workers(client: Client) -> dict[str, dict[str, Any]]:
    workers: dict[str, dict[str, Any]] = client.scheduler_info(n_workers=-1)["workers"]
    return workers


class _Run:
    """A run of a plan."""

    def __init__(self, engine: Engine, client: Client, store: Store, plan: Plan):
        self._engine = engine
        self._client = client
        self._store = store
        self._plan = plan
        places = max(sum(worker["nthreads"] for worker in _workers(client).values()), 1)
        bundle = engine.bundle
        if bundle is None:
            bundle = bundle_seconds(plan.jobs, places)
        self._order = Order(plan.jobs, bundle, places)
        self._bundles = self._order.bundles
        # Other runs may use the same scheduler.
        self._name = uuid.uuid4().hex[:8]
        self._whole = 0
        """The number of bytes of memory of each worker."""
        self._share = 0
        """The number of bytes of memory for each of its threads."""
        self._futures: dict[int, Future[Ended]] = {}
        self._ended: queue.SimpleQueue[int] = queue.SimpleQueue()

    def run(self) -> None:
        self._expect_memory()
        seconds = sum(bundle.seconds for bundle in self._bundles)
        if find_spec("bokeh"):
            # Without this package, the address shows no page.
            print(f"dashboard: {self._client.dashboard_link}", file=sys.stderr, flush=True)
        try:
            with Meter(
                f"solving {self._plan.game}",
                seconds,
                len(self._plan.jobs),
                is_shown=self._engine.shows_progress,
            ) as meter:
                self._submit(self._order.first())
                while self._futures:
                    for at in self._news():
                        self._expect_success(at)
                        meter.add(self._bundles[at].seconds, len(self._bundles[at].jobs))
                        del self._futures[at]
                        self._submit(self._order.next())
                    meter.show(len(_workers(self._client)))
        finally:
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()))

    def _expect_memory(self) -> None:
        workers = _workers(self._client).values()
        found = [worker["resources"].get(_MEMORY, 0) for worker in workers]
        # An idle process keeps results in memory, so each process gets a share of the memory.
        self._share = _memory_of_threads(self._client)
        self._whole = round(min(memory for memory in found if memory))
        largest = self._order.largest(self._whole)
        memory = self._order.memory(largest, self._whole)
        if memory > max(found):
            raise Problem(
                f"{largest.name} takes {memory:,} bytes of memory; "
                f"expected a worker that has them, found at most {round(max(found)):,}"
            )

    def _submit(self, numbers: Iterable[int]) -> None:
        for at in numbers:
            bundle = self._bundles[at]
            memory = self._order.memory(bundle, self._whole)
            key = f"{bundle.name}-{self._name}"
            memory = max(memory, self._share)
            runner = Runner(
                self._engine.command, memory, self._engine.threads, is_kept=memory == self._share
            )
            work = Work(key, bundle.jobs, self._store, runner)
            # If a bundle needs a job that is not in the plan, this job is already done.
            needs = [self._futures[need] for need in bundle.needs if need in self._futures]
            future = self._client.submit(
                Work.do,
                work,
                *needs,
                key=key,
                pure=False,
                priority=self._order.urgency[at],
                resources={_MEMORY: memory},
                retries=_RETRIES,
            )
            self._futures[at] = future
            future.add_done_callback(lambda _, at=at: self._ended.put(at))

    def _news(self) -> Sequence[int]:
        """Returns the bundles that have ended since the last call. If there are none, waits for at
        most a moment."""
        if self._client.status != "running":
            raise Spoiled("the scheduler is lost")
        try:
            news = [self._ended.get(timeout=_TICK)]
        except queue.Empty:
            return []
        while not self._ended.empty():
            news.append(self._ended.get())
        return news

    def _expect_success(self, at: int) -> None:
        _expect_success(self._futures[at], self._bundles[at].name)


def _memory_of_threads(client: Client) -> int:
    """Returns the bytes of memory for each thread of the workers."""
    workers = [
        worker for worker in _workers(client).values() if worker["resources"].get(_MEMORY, 0)
    ]
    if not workers:
        raise Problem(
            "expected workers that tell their memory, such as those of "
            "`dask worker --resources memory=4e9`; found none"
        )
    whole: int = round(min(worker["resources"][_MEMORY] for worker in workers))
    threads: int = max(worker["nthreads"] for worker in workers)
    return whole // threads


def _expect_success(future: Future[Ended], name: str) -> None:
    """Raises an error if the work has not succeeded."""
    if future.status == "lost":
        raise Spoiled(f"{name}: its answer is lost")
    error = future.exception()
    if isinstance(error, KilledWorker):
        raise Spoiled(f"{name}: several workers died while they ran it")
    if error is not None:
        raise Problem(f"{name}: failed {_RETRIES + 1} times: {one_line(error)}")
    ended: Ended = future.result()
    if ended.is_spoiled:
        raise Spoiled(f"{name}: {ended.problem}")
    if ended.problem:
        raise Problem(f"{name}: {ended.problem}")
