"""Defines a command that prints the time, the traffic and the bottleneck of a game on simulated
machines."""

from __future__ import annotations

import argparse
import json
import math
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from dask.utils import format_bytes, parse_bytes

from machines import Machines, Outcome, Phase, simulate
from perfectplay_cluster.command import Passing, perfectplay
from perfectplay_cluster.plan import Plan
from perfectplay_cluster.problem import Problem
from perfectplay_cluster.store import Directory

HEADER = (
    f"{'workers':>7} {'shard':>11} {'bundle':>6} {'hours':>9} {'undisturbed':>11} "
    f"{'core-hours':>10} {'read':>10} {'written':>10} {'computing':>9} {'gathering':>9}  bottleneck"
)


@dataclass(frozen=True)
class Row:
    """A run of a plan."""

    game: str
    shard_states: int | None
    bundle: float
    gathering: float
    """The time in which one machine reads all scores and writes the table, in seconds."""
    outcome: Outcome

    def __str__(self) -> str:
        outcome = self.outcome
        shard = "whole" if self.shard_states is None else self.shard_states
        read, written = (format_bytes(round(size)) for size in (outcome.read, outcome.written))
        return (
            f"{outcome.machines.workers:>7} {shard:>11} {self.bundle:>6g} "
            f"{outcome.seconds / 3600:>9.3f} {outcome.undisturbed / 3600:>11.3f} "
            f"{outcome.places * outcome.seconds / 3600:>10.2f} {read:>10} "
            f"{written:>10} {outcome.share(Phase.COMPUTING):>9.0%} "
            f"{self.gathering / 3600:>9.3f}  {outcome.bottleneck}"
        )

    def json(self) -> str:
        """Returns the run as a JSON object."""
        outcome = self.outcome
        return json.dumps(
            {
                "game": self.game,
                "workers": outcome.machines.workers,
                "shard_states": self.shard_states,
                "bundle": self.bundle,
                "jobs": len(outcome.runs),
                "runs": sum(outcome.runs),
                "bundles": outcome.bundles,
                "deaths": outcome.deaths,
                "seconds": round(outcome.seconds, 6),
                "undisturbed_seconds": round(outcome.undisturbed, 6),
                "gathering_seconds": round(self.gathering, 6),
                "core_hours": round(outcome.places * outcome.seconds / 3600, 6),
                "read_bytes": round(outcome.read),
                "written_bytes": round(outcome.written),
                "shares": {
                    **{phase.name.lower(): round(outcome.share(phase), 6) for phase in Phase},
                    "idle": round(outcome.idle, 6),
                },
                "bottleneck": outcome.bottleneck,
            }
        )


def main(args: Sequence[str] | None = None) -> int:
    """Runs the simulation with `args`, or with the arguments of the process. Returns the exit
    status."""
    try:
        _run(_parser().parse_args(args))
    except (Problem, Passing) as problem:
        print(f"simulate.py: {problem}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    return 0


def _run(arguments: argparse.Namespace) -> None:
    if arguments.plot is not None:
        # If this package is missing, the import fails before the work.
        _pyplot()
    best: dict[int, Row] = {}
    if not arguments.json:
        print(HEADER)
    for row in _rows(arguments):
        print(row.json() if arguments.json else row, flush=True)
        workers = row.outcome.machines.workers
        if workers not in best or row.outcome.seconds < best[workers].outcome.seconds:
            best[workers] = row
    if not arguments.json:
        for workers, row in best.items():
            print(f"best for {workers} workers: {_options(row)}")
    if arguments.plot is not None:
        plot(list(best.values()), arguments.plot)


def plot(rows: Sequence[Row], file: Path) -> None:
    """Plots what the workers do at each time. There is one plot for each run, one above the
    other."""
    figure, axes = _pyplot().subplots(
        len(rows), figsize=(8, 2.6 * len(rows)), layout="constrained", squeeze=False
    )
    names = {
        Phase.COMPUTING: "computing",
        Phase.READING: "reading",
        Phase.WRITING: "writing",
        Phase.STARTING: "starting",
    }
    for row, axis in zip(rows, axes[:, 0], strict=True):
        outcome = row.outcome
        hours = [moment / 3600 for moment, _ in outcome.samples]
        counts = [[count[phase] for _, count in outcome.samples] for phase in names]
        axis.stackplot(hours, counts, labels=list(names.values()), step="post")
        axis.set_xlim(0, outcome.seconds / 3600)
        axis.set_ylim(0, outcome.places)
        axis.set_title(f"{row.game}, {_count(outcome.machines.workers)}, {_options(row)}")
        axis.set_ylabel("workers")
    axes[-1, 0].set_xlabel("hours")
    figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=4)
    figure.savefig(file)


def _pyplot() -> Any:
    try:
        import matplotlib
    except ImportError as error:
        raise Problem("a plot needs matplotlib: pip install './cluster[simulate]'") from error
    # This backend opens no window.
    matplotlib.use("agg")
    import matplotlib.pyplot

    return matplotlib.pyplot


def _rows(arguments: argparse.Namespace) -> Iterator[Row]:
    for shard_states in arguments.shard_states or [None]:
        plan = _plan(arguments, shard_states)
        scores = sum(job.bytes for job in plan.jobs if job.name.startswith("scores"))
        for workers in arguments.workers:
            for bundle in arguments.bundle:
                machines = Machines(
                    workers=workers,
                    **{name: getattr(arguments, name) for name in _OPTIONS},
                )
                pace = min(machines.link, machines.store)
                outcome = simulate(plan, bundle, machines, arguments.seed)
                yield Row(plan.game, shard_states, bundle, 2 * scores / pace, outcome)


def _plan(arguments: argparse.Namespace, shard_states: int | None) -> Plan:
    options = ["--game", arguments.game]
    if arguments.states is not None:
        options += ["--states", str(arguments.states)]
    if shard_states is not None:
        options += ["--shard-states", str(shard_states)]
    with tempfile.TemporaryDirectory(prefix="perfectplay-") as name:
        store = Directory(Path(name) / "store")
        return store.plan(partial(perfectplay, arguments.perfectplay), options)


def _options(row: Row) -> str:
    bundle = f"--bundle {row.bundle:g}"
    return bundle if row.shard_states is None else f"--shard-states {row.shard_states} {bundle}"


def _count(workers: int) -> str:
    return "1 worker" if workers == 1 else f"{workers} workers"


def _checked(kind: Callable[[str], float], is_right: Callable[[float], bool]) -> Any:
    """Returns a function that reads a number and checks it."""

    def read(text: str) -> float:
        number = kind(text)
        if not is_right(number):
            raise ValueError
        return number

    # The parser uses this name in error messages.
    read.__name__ = "number"
    return read


_positive = _checked(int, lambda number: number >= 1)
_count_or_none = _checked(int, lambda number: number >= 0)
_seconds = _checked(float, lambda number: number >= 0)
_factor = _checked(float, lambda number: 0 < number < math.inf)
_share = _checked(float, lambda number: 0 <= number <= 1)
_bytes = _checked(lambda text: float(parse_bytes(text)), lambda number: number > 0)


_OPTIONS = {
    "memory": ("--memory-limit", _bytes, "BYTES", "the memory for all jobs of a worker together"),
    "threads": (
        "--slots",
        _positive,
        "NUMBER",
        "the number of bundles that a worker runs at a time",
    ),
    "cores": ("--cores", _factor, "NUMBER", "the cores that these bundles share; 0: one each"),
    "contention": (
        "--contention",
        _seconds,
        "SHARE",
        "the share of its speed that a core loses for each other busy core of the worker",
    ),
    "link": ("--link", _bytes, "BYTES", "the bytes that a worker reads or writes in a second"),
    "store": (
        "--bandwidth",
        _bytes,
        "BYTES",
        "the bytes that all workers together read or write in a second",
    ),
    "latency": ("--latency", _seconds, "SECONDS", "the time to open a result"),
    "start": ("--start", _seconds, "SECONDS", "the time until the workers are there"),
    "process": (
        "--process",
        _seconds,
        "SECONDS",
        "the time that a process takes to start, on one core",
    ),
    "job": (
        "--job",
        _seconds,
        "SECONDS",
        "the time that a job takes in addition to its work, on one core",
    ),
    "unpack": ("--unpack", _bytes, "BYTES", "the bytes of results that a core unpacks in a second"),
    "tasks": (
        "--tasks",
        _factor,
        "NUMBER",
        "the number of bundles that the scheduler gives out in a second",
    ),
    "found_pace": (
        "--found-pace",
        _factor,
        "FACTOR",
        "the time of jobs that find states, as a multiple of the planned time",
    ),
    "scores_pace": (
        "--scores-pace",
        _factor,
        "FACTOR",
        "the time of jobs that score states, as a multiple of the planned time",
    ),
    "stragglers": ("--stragglers", _share, "SHARE", "the share of the workers that are slow"),
    "slowness": (
        "--slowness",
        _factor,
        "FACTOR",
        "the computing time of slow workers, as a multiple of that of the others",
    ),
    "dying": (
        "--dying",
        _share,
        "SHARE",
        "the share of the workers that die, each at a random moment of the undisturbed run",
    ),
    "notice": (
        "--notice",
        _seconds,
        "SECONDS",
        "the time until the scheduler notices a death; the default is that of Dask's worker-ttl",
    ),
    "replace": (
        "--replace",
        _seconds,
        "SECONDS",
        "the time from a death until another worker replaces the dead one; inf: never",
    ),
    "losses": (
        "--losses",
        _count_or_none,
        "NUMBER",
        "how often the scheduler is lost, each time at a random moment of the undisturbed run",
    ),
    "restart": (
        "--restart",
        _seconds,
        "SECONDS",
        "the time from a loss of the scheduler until jobs are given out again",
    ),
}
"""The option for each property of machines, by its name."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="simulate.py",
        description="Simulate how long a game takes on many machines: run its plan event by event, "
        "in the order in which jobs are given out. If there are several numbers of --workers, "
        "--shard-states or --bundle, all combinations are tried.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument(
        "--game",
        required=True,
        metavar="SPEC",
        help="the game and its parameters, as listed by `perfectplay games`",
    )
    parser.add_argument(
        "--states",
        type=_positive,
        metavar="NUMBER",
        help="the number of reachable states, if it is known",
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        metavar="NUMBER",
        nargs="+",
        required=True,
        help="the number of workers",
    )
    parser.add_argument(
        "--shard-states",
        type=_positive,
        metavar="NUMBER",
        nargs="+",
        help="cut large tiers into shards of about this number of states",
    )
    parser.add_argument(
        "--bundle",
        type=_seconds,
        metavar="SECONDS",
        nargs="+",
        default=[1.0],
        help="bundle jobs that take less than this together: a worker gets a bundle at a time",
    )
    for name, (option, kind, metavar, text) in _OPTIONS.items():
        parser.add_argument(
            option,
            dest=name,
            type=kind,
            metavar=metavar,
            default=getattr(_DEFAULTS, name),
            help=text,
        )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="NUMBER", help="the seed of the random moments"
    )
    parser.add_argument(
        "--json", action="store_true", help="print each run as a JSON object on a line"
    )
    parser.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="plot what workers do at each time, in the best run of each number of workers",
    )
    parser.add_argument(
        "--perfectplay",
        default="perfectplay",
        metavar="PATH",
        help="the path of the command perfectplay",
    )
    return parser


_DEFAULTS = Machines(workers=1, link=1.25e9, store=1e10, latency=0.001, start=2.0, process=0.05)
"""The defaults: links of 10 Gbit/s, a store with the bandwidth of eight links, and processes as for
a game with few tiers."""


if __name__ == "__main__":
    sys.exit(main())
