"""Simulates a run of the jobs of a game on many machines, event by event.

The jobs are the jobs of a plan. The simulated scheduler gets them in the order in which the engine
gives them to Dask. The machines are modelled as follows:

- A free worker takes the most urgent bundle that can run, if the worker has enough memory for this
  bundle in addition to the bundles that it already runs. If no worker has enough memory, all
  workers wait.
- A process of the worker runs the bundle, one job after another, and then further bundles. If no
  process is idle, a new process is started. If the bundle takes more than an equal part of the
  worker's memory, a new process is started, too, and ends with the bundle.
- A job reads the results that it needs, except results that its process still holds in memory. The
  job unpacks the results, computes, and writes its own result. A process keeps the results that it
  has read or written last, as far as its memory allows.
- All processes that read or write share the bandwidth of the store. Each of these processes has at
  most an equal part of the link of its worker.
- All processes that compute on a worker share its cores.
- The scheduler takes the same time to process each finished bundle. Before this time is over, no
  worker knows that the bundle is finished.
- When a worker dies, its bundles end, but the results that it has written stay. After a while, the
  scheduler notices the death, and other workers run the rest of the bundles.
- When the scheduler is lost, everything that runs ends. After a while, the engine starts again with
  the jobs that are not done.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from heapq import heappop, heappush
from random import Random
from typing import Any

import simpy

from perfectplay_cluster.plan import Job, Order, Plan
from perfectplay_cluster.problem import Problem

Steps = Generator[simpy.Event, Any, None]
"""A process of the simulation: the events for which it waits."""


@dataclass(frozen=True)
class Machines:
    """The workers and their network. Times are in seconds."""

    workers: int
    memory: float = math.inf
    """The memory for all jobs of a worker together, in bytes."""
    threads: int = 1
    """The number of bundles that a worker runs at a time."""
    cores: float = 0.0
    """The number of cores that these bundles share; 0 for one core each."""
    contention: float = 0.0
    """The share of its speed that a core loses for each other busy core of the worker."""
    link: float = math.inf
    """The bytes that a worker reads or writes in a second."""
    store: float = math.inf
    """The bytes that all workers together read or write in a second."""
    latency: float = 0.0
    """The time to open a result."""
    start: float = 0.0
    """The time until the workers are there."""
    process: float = 0.0
    """The time that a process takes to start, on one core."""
    job: float = 0.0
    """The time that a job takes in addition to its work, on one core."""
    unpack: float = math.inf
    """The bytes of results that a core unpacks in a second, after they were read."""
    tasks: float = 1000.0
    """The number of bundles that the scheduler gives out in a second."""
    found_pace: float = 1.0
    """The time of jobs that find states, as a multiple of the planned time."""
    scores_pace: float = 1.0
    """The time of jobs that score states, as a multiple of the planned time."""
    stragglers: float = 0.0
    """The share of the workers that are slow."""
    slowness: float = 3.0
    """The computing time of slow workers, as a multiple of that of the others."""
    dying: float = 0.0
    """The share of the workers that die, each at a random moment of the undisturbed run."""
    notice: float = 300.0
    """The time until the scheduler notices a death. The default is that of Dask's `worker-ttl`."""
    replace: float = 60.0
    """The time from the death of a worker until another one replaces it."""
    losses: int = 0
    """How often the scheduler is lost, each time at a random moment of the undisturbed run."""
    restart: float = 60.0
    """The time from a loss of the scheduler until jobs are given out again."""


class Phase(IntEnum):
    """What a worker is doing with a bundle."""

    STARTING = 0
    READING = 1
    COMPUTING = 2
    WRITING = 3


@dataclass
class Outcome:
    """The outcome of a run. Times are in seconds."""

    machines: Machines
    bundles: int
    """The number of bundles that were finished."""
    seconds: float = 0.0
    """The time from the beginning until all jobs are done."""
    undisturbed: float = 0.0
    """The same time if no worker dies and the scheduler is not lost."""
    runs: list[int] = field(default_factory=list)
    """How often each job of the plan wrote its result."""
    busy: list[float] = field(default_factory=lambda: [0.0] * len(Phase))
    """The time that all workers together spent in each phase."""
    read: float = 0.0
    """The bytes that were read."""
    written: float = 0.0
    """The bytes that were written."""
    deaths: int = 0
    """The number of workers that died."""
    samples: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)
    """Samples of the run: a moment, and the number of bundles in each phase."""

    @property
    def places(self) -> int:
        """The number of bundles that can run at the same time."""
        return self.machines.workers * self.machines.threads

    def share(self, *phases: Phase) -> float:
        """Returns the share of the time that workers spend in the given phases."""
        return sum(self.busy[phase] for phase in phases) / max(self.places * self.seconds, 1e-9)

    @property
    def idle(self) -> float:
        """The share of the time in which workers have nothing to do, or are dead."""
        return 1.0 - self.share(*Phase)

    @property
    def bottleneck(self) -> str:
        """The resource that limits the speed."""
        moving = self.share(Phase.READING, Phase.WRITING)
        starting = self.share(Phase.STARTING)
        computing = self.share(Phase.COMPUTING)
        most = max(computing, moving, starting, self.idle)
        if most == computing:
            return "cores"
        if most == starting:
            return "starts"
        if most == moving:
            moved = (self.read + self.written) / max(self.seconds, 1e-9)
            return "store" if moved > self.machines.store / 2 else "links"
        is_busy = self.bundles / self.machines.tasks > self.seconds / 2
        return "scheduler" if is_busy else "order"


def simulate(plan: Plan, bundle: float, machines: Machines, seed: int = 0) -> Outcome:
    """Simulates all jobs of a plan. Jobs that take less than `bundle` seconds together are bundled.

    The same seed gives the same run.

    Raises:
        Problem: When a job does not fit into the memory of a worker, or all workers are dead.
    """
    calm = _Run(plan, bundle, machines).run([], [])
    calm.undisturbed = calm.seconds
    count = round(machines.dying * machines.workers)
    if not count and not machines.losses:
        return calm
    random = Random(seed)
    dying = random.sample(range(machines.workers), count)
    deaths = [(random.uniform(0, calm.seconds), worker) for worker in dying]
    losses = sorted(random.uniform(0, calm.seconds) for _ in range(machines.losses))
    outcome = _Run(plan, bundle, machines).run(deaths, losses)
    outcome.undisturbed = calm.seconds
    return outcome


def _call(function: Callable[[], None], environment: simpy.Environment, delay: float) -> None:
    """Calls a function after a while."""
    timeout = environment.timeout(delay)
    assert timeout.callbacks is not None, "it has not been yet"
    timeout.callbacks.append(lambda _: function())


class _Flow:
    """A piece of work that shares a resource with other work."""

    __slots__ = ("done", "event", "until")

    def __init__(self, event: simpy.Event, until: float):
        self.event = event
        self.until = until
        self.done = False


class _Shared:
    """A resource that several users share. All users receive it at the same rate. The more users
    there are, the lower is the rate.

    The clock of the resource is the amount that a user would have received from the beginning until
    now.
    """

    __slots__ = (
        "_clock",
        "_environment",
        "_flows",
        "_is_endless",
        "_number",
        "_rate",
        "_since",
        "_users",
        "_wake",
    )

    def __init__(self, environment: simpy.Environment, rate: Callable[[int], float]):
        self._environment = environment
        self._rate = rate
        self._is_endless = math.isinf(rate(1))
        self._clock = 0.0
        self._since = environment.now
        self._users = 0
        self._flows: list[tuple[float, int, _Flow]] = []
        self._number = 0
        self._wake = math.inf

    def take(self, amount: float) -> _Flow:
        """Begins to take an amount of the resource. Returns the flow, whose event occurs when the
        whole amount is taken."""
        self._tick()
        flow = _Flow(self._environment.event(), self._clock + amount)
        if not amount or self._is_endless:
            flow.done = True
            flow.event.succeed()
            return flow
        self._number += 1
        heappush(self._flows, (flow.until, self._number, flow))
        self._users += 1
        self._plan()
        return flow

    def give_up(self, flow: _Flow) -> None:
        """Ends a flow before its amount is taken."""
        if not flow.done:
            self._tick()
            flow.done = True
            self._users -= 1
            self._plan()

    def _tick(self) -> None:
        now = self._environment.now
        if self._users:
            self._clock += (now - self._since) * self._rate(self._users)
        self._since = now

    def _plan(self) -> None:
        """Plans to wake up when the next flow should be done. If new users slow this flow down
        meanwhile, it is not yet done at this time."""
        while self._flows and self._flows[0][2].done:
            heappop(self._flows)
        if not self._flows:
            return
        left = max(self._flows[0][0] - self._clock, 0.0) / self._rate(self._users)
        at = self._environment.now + left
        if at < self._wake:
            self._wake = at
            _call(partial(self._awake, at), self._environment, left)

    def _awake(self, at: float) -> None:
        if at != self._wake:
            return
        self._wake = math.inf
        self._tick()
        flows = self._flows
        if self._users:
            # Times are rounded: a flow with less than a nanosecond left is done.
            until = self._clock + self._rate(self._users) * 1e-9
            while flows and (flows[0][2].done or flows[0][0] <= until):
                flow = heappop(flows)[2]
                if not flow.done:
                    flow.done = True
                    self._users -= 1
                    flow.event.succeed()
        self._plan()


class _Held:
    """The results in the memory of a process. They are the results that the process has read or
    made last."""

    __slots__ = ("_bytes", "_most", "_sizes")

    def __init__(self, most: float):
        """Sets the memory for results, in bytes."""
        self._most = most
        self._bytes = 0.0
        self._sizes: dict[int, float] = {}

    def asks(self, job: int, size: float) -> bool:
        """Adds the result of a job to the results in memory. Returns whether the result is new
        there."""
        held = self._sizes.pop(job, None)
        self._sizes[job] = size
        if held is not None:
            return False
        self._bytes += size
        while self._bytes > self._most and len(self._sizes) > 1:
            self._bytes -= self._sizes.pop(next(iter(self._sizes)))
        return True


class _Worker:
    """A worker that runs bundles."""

    __slots__ = (
        "cores",
        "free",
        "idle",
        "is_alive",
        "memory",
        "number",
        "running",
        "slowness",
        "version",
    )

    def __init__(self, number: int, machines: Machines, cores: _Shared, slowness: float):
        self.number = number
        self.cores = cores
        self.slowness = slowness
        self.free = machines.threads
        self.memory = machines.memory
        self.is_alive = True
        self.running: dict[int, simpy.Process] = {}
        self.idle: list[_Held] = []
        """The results in the memory of each process that waits for a bundle."""
        self.version = 0


class _Run:
    """A run of a plan."""

    def __init__(self, plan: Plan, bundle: float, machines: Machines):
        self._plan = plan
        self._most = bundle
        self._machines = machines
        self._environment = simpy.Environment()
        number = {job.name: at for at, job in enumerate(plan.jobs)}
        self._number = number
        self._needs = [[number[need] for need in job.needs] for job in plan.jobs]
        self._sizes = [job.bytes for job in plan.jobs]
        # The memory of a job holds the results that the job needs, and the result that it makes.
        self._plain = [job.memory / (1 + len(job.needs)) for job in plan.jobs]
        self._share = machines.memory / machines.threads
        self._seconds = [machines.job + job.seconds * _pace(machines, job) for job in plan.jobs]
        self._outcome = Outcome(machines, 0, runs=[0] * len(plan.jobs))
        self._phases = [0] * len(Phase)
        self._store = _Shared(self._environment, self._bandwidth)
        self._workers = self._started_workers()
        self._attempt: _Attempt | None = None

    def run(self, deaths: Sequence[tuple[float, int]], losses: Sequence[float]) -> Outcome:
        """Runs all jobs. At the given moments, workers die or the scheduler is lost."""
        environment, outcome = self._environment, self._outcome
        for moment, worker in deaths:
            environment.process(self._death(moment, self._workers[worker]))
        environment.process(self._sampling())
        environment.run(environment.process(self._whole(losses)))
        outcome.seconds = environment.now
        return outcome

    def _started_workers(self) -> list[_Worker]:
        machines = self._machines
        # It does not matter which workers are slow, because the scheduler does not consider speed.
        slow = round(machines.stragglers * machines.workers)
        every = machines.workers / slow if slow else math.inf
        slows = {int(number * every) for number in range(slow)}
        return [
            _Worker(
                number,
                machines,
                _Shared(self._environment, self._speed),
                machines.slowness if number in slows else 1.0,
            )
            for number in range(machines.workers)
        ]

    def _bandwidth(self, users: int) -> float:
        machines = self._machines
        return min(machines.link / machines.threads, machines.store / users)

    def _speed(self, users: int) -> float:
        machines = self._machines
        cores = machines.cores or machines.threads
        busy = min(users, cores)
        return busy / users / (1 + machines.contention * (busy - 1))

    def _whole(self, losses: Sequence[float]) -> Steps:
        environment = self._environment
        yield environment.timeout(self._machines.start)
        for loss in (*losses, math.inf):
            attempt = self._begin()
            if attempt is None:
                return
            lost = environment.timeout(max(loss - environment.now, 0))
            yield attempt.finished | lost
            if attempt.finished.triggered:
                return
            attempt.end()
            yield environment.timeout(self._machines.restart)

    def _begin(self) -> _Attempt | None:
        """Gives the remaining jobs to the scheduler. Returns None if there are none."""
        runs = self._outcome.runs
        left = self._plan.without(
            job.name for job, count in zip(self._plan.jobs, runs, strict=True) if count
        )
        if not left.jobs:
            return None
        self._attempt = _Attempt(self, Order(left.jobs, self._most, self._outcome.places))
        return self._attempt

    def _death(self, moment: float, worker: _Worker) -> Steps:
        environment, machines = self._environment, self._machines
        yield environment.timeout(moment)
        worker.is_alive = False
        self._outcome.deaths += 1
        if self._attempt is not None:
            environment.process(self._attempt.abandon(worker))
        if math.isinf(machines.replace):
            if not any(worker.is_alive for worker in self._workers):
                raise Problem("all workers are dead, and no others come")
            return
        yield environment.timeout(machines.replace)
        worker.is_alive = True
        worker.free, worker.memory = machines.threads, machines.memory
        if self._attempt is not None:
            self._attempt.offer(worker)
            self._attempt.assign()

    def _sampling(self) -> Steps:
        """Takes some hundred samples of all workers."""
        period = sum(self._seconds) / (self._outcome.places * 200) + 0.01
        while True:
            self._outcome.samples.append((self._environment.now, tuple(self._phases)))
            yield self._environment.timeout(period)

    def work(
        self, worker: _Worker, jobs: Sequence[int], memory: float, ended: Callable[[], None]
    ) -> Steps:
        """Runs the jobs of a bundle on a worker, except jobs that are done already."""
        environment, machines, outcome = self._environment, self._machines, self._outcome
        needs, sizes, plain, runs = self._needs, self._sizes, self._plain, outcome.runs
        phases, busy = self._phases, outcome.busy
        phase, since = Phase.STARTING, environment.now
        phases[phase] += 1
        is_kept = memory <= self._share
        is_there = is_kept and bool(worker.idle)
        held = worker.idle.pop() if is_there else _Held(max(memory, self._share))

        def turn(then: Phase) -> None:
            nonlocal phase, since
            now = environment.now
            busy[phase] += now - since
            phases[phase] -= 1
            phases[then] += 1
            phase, since = then, now

        shared, flow = worker.cores, None
        try:
            if machines.process and not is_there:
                flow = shared.take(machines.process * worker.slowness)
                yield flow.event
            for job in jobs:
                if runs[job]:
                    continue
                wanted = [need for need in needs[job] if held.asks(need, plain[need])]
                turn(Phase.READING)
                amount = sum(sizes[need] for need in wanted)
                if machines.latency and wanted:
                    yield environment.timeout(machines.latency * len(wanted))
                shared, flow = self._store, self._store.take(amount)
                yield flow.event
                outcome.read += amount
                turn(Phase.COMPUTING)
                shared = worker.cores
                seconds = self._seconds[job] + amount / machines.unpack
                flow = shared.take(seconds * worker.slowness)
                yield flow.event
                turn(Phase.WRITING)
                if machines.latency:
                    yield environment.timeout(machines.latency)
                shared, flow = self._store, self._store.take(sizes[job])
                yield flow.event
                outcome.written += sizes[job]
                held.asks(job, plain[job])
                runs[job] += 1
        except simpy.Interrupt:
            if flow is not None:
                shared.give_up(flow)
            return
        finally:
            busy[phase] += environment.now - since
            phases[phase] -= 1
        if is_kept:
            worker.idle.append(held)
        ended()


class _Attempt:
    """A life of the scheduler: the bundles that it gives out from its start to its end."""

    def __init__(self, run: _Run, order: Order):
        self._run = run
        self._environment = run._environment
        self._machines = run._machines
        self._outcome = run._outcome
        self._order = order
        self._jobs = [[run._number[job.name] for job in bundle.jobs] for bundle in order.bundles]
        whole = self._machines.memory
        # If the memory of workers is limited, a bundle of unknown size takes all memory of a
        # worker.
        unknown = 0.0 if math.isinf(whole) else whole
        self._memory = [order.memory(bundle, 0) or unknown for bundle in order.bundles]
        most = max(self._memory)
        if most > whole:
            raise Problem(
                f"{order.largest(0).name} takes {round(most):,} bytes of memory; "
                f"expected workers that have them, found {round(whole):,}"
            )
        self._waits = [len(bundle.needs) for bundle in order.bundles]
        self._after: list[list[int]] = [[] for _ in order.bundles]
        for at, bundle in enumerate(order.bundles):
            for need in bundle.needs:
                self._after[need].append(at)
        self._is_given = bytearray(len(order.bundles))
        self._left = len(order.bundles)
        self._ready: list[tuple[float, int]] = []
        self._offers: list[tuple[float, int, int, _Worker]] = []
        self._free_at = self._environment.now
        self._is_over = False
        self.finished = self._environment.event()
        for worker in run._workers:
            if worker.is_alive:
                worker.free, worker.memory = self._machines.threads, whole
                self.offer(worker)
        self._give(order.first())
        self.assign()

    def offer(self, worker: _Worker) -> None:
        """Registers that a worker may take more bundles than before."""
        worker.version += 1
        if worker.free and worker.is_alive:
            # The worker with the most memory comes first.
            offer = (-worker.memory, worker.number, worker.version, worker)
            heappush(self._offers, offer)

    def assign(self) -> None:
        """Lets workers begin the bundles that can run."""
        ready, offers = self._ready, self._offers
        while ready and offers and not self._is_over:
            _, _, version, worker = offers[0]
            if version != worker.version:
                heappop(offers)
                continue
            at = ready[0][1]
            if self._memory[at] > worker.memory:
                return
            heappop(ready)
            heappop(offers)
            worker.free -= 1
            worker.memory -= self._memory[at]
            self.offer(worker)
            ended = partial(self._end, at, worker)
            jobs = self._run.work(worker, self._jobs[at], self._memory[at], ended)
            worker.running[at] = self._environment.process(jobs)

    def abandon(self, worker: _Worker) -> Steps:
        """When the death of a worker is noticed, gives the worker's bundles to other workers."""
        lost = self._interrupt(worker)
        self.offer(worker)
        yield self._environment.timeout(self._machines.notice)
        if not self._is_over:
            for at in lost:
                heappush(self._ready, (-self._order.urgency[at], at))
            self.assign()

    def end(self) -> None:
        """Ends everything that runs, because the scheduler is lost."""
        self._is_over = True
        for worker in self._run._workers:
            self._interrupt(worker)

    def _interrupt(self, worker: _Worker) -> list[int]:
        lost = list(worker.running)
        for process in worker.running.values():
            process.interrupt()
        worker.running.clear()
        worker.idle.clear()
        return lost

    def _end(self, at: int, worker: _Worker) -> None:
        """Registers that a worker has finished a bundle and can take another one."""
        del worker.running[at]
        worker.free += 1
        worker.memory += self._memory[at]
        self.offer(worker)
        now = self._environment.now
        self._free_at = max(self._free_at, now) + 1 / self._machines.tasks
        _call(partial(self._hear, at), self._environment, self._free_at - now)
        self.assign()

    def _hear(self, at: int) -> None:
        if self._is_over:
            return
        self._outcome.bundles += 1
        self._left -= 1
        for after in self._after[at]:
            self._waits[after] -= 1
            self._make_ready(after)
        self._give(self._order.next())
        self.assign()
        if not self._left:
            self._is_over = True
            self.finished.succeed()

    def _give(self, bundles: Iterable[int]) -> None:
        for at in bundles:
            self._is_given[at] = True
            self._make_ready(at)

    def _make_ready(self, at: int) -> None:
        if self._is_given[at] and not self._waits[at]:
            heappush(self._ready, (-self._order.urgency[at], at))


def _pace(machines: Machines, job: Job) -> float:
    return machines.found_pace if job.finds else machines.scores_pace
