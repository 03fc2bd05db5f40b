"""A run of the jobs of a game on machines that are not there, event by event.

The jobs are those of the plan, and they are given out in the order in which the engine gives
them to Dask. Modelled are the machines:

- A free worker takes the most urgent bundle that can run, if its memory holds that beside what it
  already runs; if it does not, everybody waits for a worker whose memory does.
- A bundle is run by a process of the worker, which takes the jobs one after another, and those of
  the next bundles. One starts if none is idle, or if the bundle takes more than an equal part of
  the worker's memory: then it ends with the bundle.
- A job reads the results that it needs, but those that the process holds, unpacks them, computes,
  and writes its own. A process holds what it has read or made last, as far as its memory allows.
- All that read or write share the bandwidth of the store. Each of them has at most an equal part of
  the link of its worker.
- All that compute on a worker share its cores.
- The scheduler takes the same time for each bundle that has ended. Until then, nobody knows.
- A worker that dies ends what it runs; the results that it has written stay. After a while the
  scheduler notices, and others run what is left of its bundles.
- When the scheduler is lost, all that runs ends. After a while the engine begins anew with the
  jobs that are not done.
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
"""A process: the events that it waits for."""


@dataclass(frozen=True)
class Machines:
    """The workers, and what joins them. Times are in seconds."""

    workers: int
    memory: float = math.inf
    """How many bytes the jobs of a worker may take together."""
    threads: int = 1
    """How many bundles a worker runs at a time."""
    cores: float = 0.0
    """How many cores these share; 0 for one each."""
    contention: float = 0.0
    """What a core loses of its speed for each other core of the worker that computes."""
    link: float = math.inf
    """How many bytes a second a worker reads or writes."""
    store: float = math.inf
    """How many bytes a second all of them read or write together."""
    latency: float = 0.0
    """How long it takes to open a result."""
    start: float = 0.0
    """How long it takes until there are workers."""
    process: float = 0.0
    """How long a process takes to start, on one core."""
    job: float = 0.0
    """How long a job takes beside its work, on one core."""
    unpack: float = math.inf
    """How many bytes of results a core unpacks in a second, once they are read."""
    tasks: float = 1000.0
    """How many bundles a second the scheduler gives out."""
    found_pace: float = 1.0
    """How many times as long as planned a job takes that finds states."""
    scores_pace: float = 1.0
    """How many times as long as planned a job takes that scores them."""
    stragglers: float = 0.0
    """Which share of the workers is slow."""
    slowness: float = 3.0
    """How many times as long these take to compute."""
    dying: float = 0.0
    """Which share of the workers dies, each at a moment of the time that it takes otherwise."""
    notice: float = 300.0
    """After how long the scheduler notices that. Dask's own limit, `worker-ttl`, is this."""
    replace: float = 60.0
    """How long after a death another worker comes in the place of the dead one."""
    losses: int = 0
    """How many times the scheduler is lost, each at a moment of that time."""
    restart: float = 60.0
    """How long after its loss jobs are given out again."""


class Phase(IntEnum):
    """What a worker does with a bundle."""

    STARTING = 0
    READING = 1
    COMPUTING = 2
    WRITING = 3


@dataclass
class Outcome:
    """How a run went. Times are in seconds."""

    machines: Machines
    bundles: int
    """How many bundles were ended."""
    seconds: float = 0.0
    """From the beginning until all jobs are done."""
    undisturbed: float = 0.0
    """The same, if no worker dies and the scheduler is not lost."""
    runs: list[int] = field(default_factory=list)
    """How often each job of the plan wrote its result."""
    busy: list[float] = field(default_factory=lambda: [0.0] * len(Phase))
    """How long all workers together did what, by phase."""
    read: float = 0.0
    """How many bytes were read."""
    written: float = 0.0
    """How many bytes were written."""
    deaths: int = 0
    """How many workers died."""
    samples: list[tuple[float, tuple[int, ...]]] = field(default_factory=list)
    """From time to time, the moment, and how many bundles were in each phase."""

    @property
    def places(self) -> int:
        """How many bundles can be run at a time."""
        return self.machines.workers * self.machines.threads

    def share(self, *phases: Phase) -> float:
        """Which share of the time workers spend so."""
        return sum(self.busy[phase] for phase in phases) / max(self.places * self.seconds, 1e-9)

    @property
    def idle(self) -> float:
        """Which share of the time workers have nothing to do, or are not there."""
        return 1.0 - self.share(*Phase)

    @property
    def bottleneck(self) -> str:
        """What keeps the work from being done sooner."""
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
    """Runs all jobs of a plan; jobs of less than so many seconds together are a bundle.

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
    """Some work that shares what does it with other work."""

    __slots__ = ("done", "event", "until")

    def __init__(self, event: simpy.Event, until: float):
        self.event = event
        self.until = until
        self.done = False


class _Shared:
    """Something that several use at a time, each at the same rate, which falls with their number.

    Its clock tells how much each of those has got that were there all the time.
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
        """Begins to take so much; its event tells the end."""
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
        """Takes no more."""
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
        """Wakes up when the next one has got all, or earlier: whoever comes makes it later."""
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
            # Times are rounded: what takes less than a nanosecond more has ended.
            until = self._clock + self._rate(self._users) * 1e-9
            while flows and (flows[0][2].done or flows[0][0] <= until):
                flow = heappop(flows)[2]
                if not flow.done:
                    flow.done = True
                    self._users -= 1
                    flow.event.succeed()
        self._plan()


class _Held:
    """The results that a process holds: those that it has read or made last."""

    __slots__ = ("_bytes", "_most", "_sizes")

    def __init__(self, most: float):
        """It has so many bytes of memory for them."""
        self._most = most
        self._bytes = 0.0
        self._sizes: dict[int, float] = {}

    def asks(self, job: int, size: float) -> bool:
        """Holds the result of a job from now on, and tells whether it was not held before."""
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
        """What its processes hold that wait for a bundle."""
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
        # A job holds what it needs and what it makes.
        self._plain = [job.memory / (1 + len(job.needs)) for job in plan.jobs]
        self._share = machines.memory / machines.threads
        self._seconds = [machines.job + job.seconds * _pace(machines, job) for job in plan.jobs]
        self._outcome = Outcome(machines, 0, runs=[0] * len(plan.jobs))
        self._phases = [0] * len(Phase)
        self._store = _Shared(self._environment, self._bandwidth)
        self._workers = self._started_workers()
        self._attempt: _Attempt | None = None

    def run(self, deaths: Sequence[tuple[float, int]], losses: Sequence[float]) -> Outcome:
        """Runs all jobs, while workers die at some moments, and the scheduler is lost."""
        environment, outcome = self._environment, self._outcome
        for moment, worker in deaths:
            environment.process(self._death(moment, self._workers[worker]))
        environment.process(self._sampling())
        environment.run(environment.process(self._whole(losses)))
        outcome.seconds = environment.now
        return outcome

    def _started_workers(self) -> list[_Worker]:
        machines = self._machines
        # Which ones are slow is no matter: nobody looks at it.
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
        """Gives out what is left, if anything is."""
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
        """Looks at all workers some hundred times."""
        period = sum(self._seconds) / (self._outcome.places * 200) + 0.01
        while True:
            self._outcome.samples.append((self._environment.now, tuple(self._phases)))
            yield self._environment.timeout(period)

    def work(
        self, worker: _Worker, jobs: Sequence[int], memory: float, ended: Callable[[], None]
    ) -> Steps:
        """Runs the jobs of a bundle on a worker, but those that are done."""
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
    """The bundles that the scheduler has, from its start to its end."""

    def __init__(self, run: _Run, order: Order):
        self._run = run
        self._environment = run._environment
        self._machines = run._machines
        self._outcome = run._outcome
        self._order = order
        self._jobs = [[run._number[job.name] for job in bundle.jobs] for bundle in order.bundles]
        whole = self._machines.memory
        # What is only estimated takes all that a worker has, if that is limited.
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
        """A worker may take more than before."""
        worker.version += 1
        if worker.free and worker.is_alive:
            # That with most memory first.
            offer = (-worker.memory, worker.number, worker.version, worker)
            heappush(self._offers, offer)

    def assign(self) -> None:
        """Lets workers begin what can run."""
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
        """Gives what a worker ran to others, once it is noticed that it is dead."""
        lost = self._interrupt(worker)
        self.offer(worker)
        yield self._environment.timeout(self._machines.notice)
        if not self._is_over:
            for at in lost:
                heappush(self._ready, (-self._order.urgency[at], at))
            self.assign()

    def end(self) -> None:
        """The scheduler is lost, and with it all that runs."""
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
        """A worker has ended a bundle, and takes another one. The scheduler learns of it."""
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
