"""Measures real runs on this machine, fits the simulation to some of these runs, and compares the
simulation with the other runs.

    python cluster/simulation/calibrate.py --perfectplay target/release/perfectplay

prints the fitted options of `simulate.py`, and the measured and the simulated time of each run.
Wall times need a quiet machine. On a busy machine, `--realtime` (as root) gives the measured
processes priority over all others.

The time of a run is the time between its first and its last result, according to the files of the
results. The time of a game's jobs is measured in a single process, and compared with the plan. Four
figures are fitted: the overhead of a process, the overhead of a job, the speed of unpacking, and
how much busy cores slow down each other.
"""

from __future__ import annotations

import argparse
import math
import os
import pickle
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from machines import Machines, simulate
from perfectplay_cluster.plan import Plan

FITTED = [("connect:5x5", 1 << 20), ("connect:7x3", 1 << 20), ("domineering:6x5", 400_000)]
"""The games to which the simulation is fitted, and the number of states in a shard."""

PREDICTED = [("connect:6x4", 1 << 20), ("domineering:7x4", 100_000)]
"""Other games of the same families, for the comparison."""

WORKERS = (1, 2, 4)
"""The numbers of workers on this machine."""

BUNDLE = 0.05
"""The seconds of a bundle: short, so that a game of a few seconds has several bundles."""


@dataclass
class Measured:
    """The measurements of a game."""

    plan: Plan
    found: float
    """The time of its jobs that find states, as a multiple of the planned time."""
    scores: float
    spans: dict[int, float]
    """The seconds from the first result to the last, by number of workers."""

    @property
    def family(self) -> str:
        return self.plan.game.partition(":")[0]


class Machine:
    """This machine."""

    def __init__(self, perfectplay: str, is_realtime: bool, repeats: int):
        self._perfectplay = perfectplay
        self._repeats = repeats
        self._enter: Callable[[], None] | None = _hurry if is_realtime else None

    def measure(self, game: str, shard_states: int) -> Measured:
        cut = ["--game", game, "--shard-states", str(shard_states)]
        with tempfile.TemporaryDirectory(prefix="calibrate-") as name:
            store = ["--store", f"{name}/alone"]
            plan = Plan.read(self._run([self._perfectplay, "tiers", "plan", *cut, *store]))
            paces = []
            for kind in ("found", "scores"):
                jobs = [job for job in plan.jobs if job.name.startswith(kind)]
                before = _processor_seconds()
                names = [job.name for job in jobs]
                command = [self._perfectplay, "tiers", "run", "--threads", "1", *store, *names]
                self._run(command)
                planned = sum(job.seconds for job in jobs)
                paces.append((_processor_seconds() - before) / planned)
            spans = {}
            for workers in WORKERS:
                times = [
                    self._span(cut, workers, Path(name) / f"{workers}-{repeat}")
                    for repeat in range(self._repeats)
                ]
                spans[workers] = min(times)
        return Measured(plan, paces[0], paces[1], spans)

    def _span(self, cut: Sequence[str], workers: int, store: Path) -> float:
        command = [sys.executable, "-m", "perfectplay_cluster", "--threads", "1"]
        command += ["--perfectplay", self._perfectplay, "--workers", str(workers)]
        command += ["--bundle", str(BUNDLE), "--store", str(store), *cut]
        self._run(command)
        times = [
            file.stat().st_mtime
            for file in store.iterdir()
            if file.name.startswith(("found-", "scores-"))
        ]
        return max(times) - min(times)

    def _run(self, command: Sequence[str]) -> str:
        done = subprocess.run(
            command,
            check=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=self._enter,
        )
        return done.stdout


def _hurry() -> None:
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def predicted(game: Measured, workers: int, machine: Machines) -> float:
    """Returns the simulated time of a run."""
    machine = replace(machine, threads=workers)
    return simulate(game.plan, BUNDLE, machine).seconds


def with_paces(machine: Machines, games: Sequence[Measured], family: str) -> Machines:
    """Returns the machine with the paces of a family. Each pace is the geometric mean of the paces
    of the family's games."""
    own = [game for game in games if game.family == family]

    def mean(values: Sequence[float]) -> float:
        return math.exp(sum(map(math.log, values)) / len(values))

    return replace(
        machine,
        found_pace=mean([game.found for game in own]),
        scores_pace=mean([game.scores for game in own]),
    )


def error(games: Sequence[Measured], machine: Machines) -> float:
    """Returns the error of the simulation, as a sum of squares."""
    return sum(
        math.log(predicted(game, workers, with_paces(machine, games, game.family)) / span) ** 2
        for game in games
        for workers, span in game.spans.items()
    )


def fit(games: Sequence[Measured], machine: Machines) -> Machines:
    """Changes one property of the machine after another, as long as the error falls. The steps get
    smaller and smaller."""
    least = error(games, machine)
    step = 2.0
    while step > 1.05:
        is_better = False
        for name in ("process", "job", "contention", "unpack"):
            for factor in (step, 1 / step):
                changed = replace(machine, **{name: getattr(machine, name) * factor})
                found = error(games, changed)
                if found < 0.999 * least:
                    machine, least, is_better = changed, found, True
        print(f"step {step:.2f}, error {least:.4f}", file=sys.stderr)
        if not is_better:
            step = math.sqrt(step)
    return machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--perfectplay", default="perfectplay", metavar="PATH")
    parser.add_argument(
        "--realtime",
        action="store_true",
        help="give the measured processes priority over all others",
    )
    parser.add_argument(
        "--repeats",
        type=int,
        default=1,
        help="the number of times to measure each run; the best one counts",
    )
    parser.add_argument(
        "--cores", type=int, default=os.cpu_count(), help="the number of cores of this machine"
    )
    parser.add_argument("--keep", type=Path, help="write the measurements to this file")
    arguments = parser.parse_args()
    here = Machine(
        str(Path(arguments.perfectplay).resolve()), arguments.realtime, arguments.repeats
    )
    began = time.monotonic()
    games = []
    for game in (*FITTED, *PREDICTED):
        games.append(here.measure(*game))
        print(f"{game[0]}: measured after {time.monotonic() - began:.0f} s", file=sys.stderr)
    if arguments.keep is not None:
        arguments.keep.write_bytes(pickle.dumps(games))
    first = Machines(1, cores=arguments.cores, process=0.02, job=0.005, contention=0.05, unpack=5e7)
    tell(games[: len(FITTED)], games[len(FITTED) :], first)


def tell(fitted: Sequence[Measured], others: Sequence[Measured], first: Machines) -> None:
    """Fits the simulation to each family separately, because the jobs of each family run different
    code. Compares the simulation with the measured times."""
    machines = {}
    for family in sorted({game.family for game in fitted}):
        own = [game for game in fitted if game.family == family]
        machines[family] = with_paces(fit(own, first), own, family)
        options = ("found_pace", "scores_pace", "process", "job", "contention", "unpack")
        told = (
            f"--{name.replace('_', '-')} {getattr(machines[family], name):.3g}" for name in options
        )
        print(f"{family}: {' '.join(told)}")
    print(f"{'game':<20} {'workers':>7} {'measured':>8} {'simulated':>9} {'error':>6}")
    for game in (*fitted, *others):
        note = "" if game in fitted else "  predicted"
        for workers, span in game.spans.items():
            found = predicted(game, workers, machines[game.family])
            print(
                f"{game.plan.game:<20} {workers:>7} {span:>8.2f} {found:>9.2f} "
                f"{found / span - 1:>+6.0%}{note}"
            )


if __name__ == "__main__":
    main()
