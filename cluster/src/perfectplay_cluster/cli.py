"""The command ``perfectplay-cluster``."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence, Sized
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil
from dask.utils import parse_bytes

from perfectplay_cluster.address import open_store
from perfectplay_cluster.command import Passing, perfectplay
from perfectplay_cluster.engine import Engine
from perfectplay_cluster.opening import PARTS, Opening
from perfectplay_cluster.plan import Plan
from perfectplay_cluster.problem import Problem, Spoiled

_INTERRUPTED = 128 + signal.SIGINT

_ROUNDS = 5
"""How often the work is restarted without any progress."""

_Left = TypeVar("_Left", bound=Sized)
"""The jobs or parts that are left."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs the command with `args`, or with the arguments of the process. Returns the exit
    status."""
    arguments = _parser().parse_args(args)
    # Hide the messages of the libraries, because the command itself reports everything that
    # matters.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _run(arguments)
    except KeyboardInterrupt:
        _tell("interrupted: the same command continues from here")
        return _INTERRUPTED
    except (Problem, Passing) as problem:
        _tell(str(problem))
        return 1
    return 0


def _run(arguments: argparse.Namespace) -> None:
    output = arguments.output and arguments.output.absolute()
    if output is not None:
        _try_output(output)
    if arguments.plies is None:
        _solve(arguments, output)
    else:
        _prove(arguments, output)


def _prove(arguments: argparse.Namespace, output: Path | None) -> None:
    """Proves the first plies of a game, and writes them to a file."""
    if output is None:
        raise Problem("expected -o with --plies, found none")
    if "://" in arguments.store:
        raise Problem("expected a directory as --store with --plies, found a bucket")
    directory = Path(arguments.store).absolute()
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"cannot write {directory}: {error.strerror}") from error
    opening = Opening(arguments.game, arguments.plies, arguments.parts, directory)
    engine = _engine(arguments)

    def work(left: list[int]) -> None:
        if left:
            engine.prove(opening)
        opening.gather(arguments.perfectplay, output)

    _until_done(opening.left, work)


def _solve(arguments: argparse.Namespace, output: Path | None) -> None:
    """Solves a game. If an output is given, writes the table there."""
    command = partial(perfectplay, arguments.perfectplay)
    store = open_store(arguments.store, arguments.cache_size)
    options = ["--game", arguments.game]
    if arguments.shard_states is not None:
        options += ["--shard-states", str(arguments.shard_states)]
    plan = store.plan(command, options)
    engine = _engine(arguments)

    def work(left: Plan) -> None:
        if left:
            engine.run(store, left)
        if output is not None:
            store.gather(command, plan, output)

    _until_done(lambda: plan.without(store.done(command, plan)), work)


def _until_done(find: Callable[[], _Left], work: Callable[[_Left], None]) -> None:
    """Does the work that is left. If the result of earlier work is lost, starts again.

    Raises:
        Problem: When results are still lost after several rounds without any progress.
    """
    least, rounds = sys.maxsize, 0
    while True:
        try:
            left = find()
            rounds = 0 if len(left) < least else rounds + 1
            least = min(least, len(left))
            work(left)
        except Spoiled as spoiled:
            if rounds == _ROUNDS:
                raise Problem(str(spoiled)) from spoiled
            _tell(f"{spoiled}: going on with what is there")
            time.sleep(rounds)
        else:
            return


def _try_output(output: Path) -> None:
    """Checks that the table can be written, because the work before may take days."""
    try:
        if output.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if output.is_file() or not output.exists():
            # A temporary file of this kind has no name, so nothing is left of it.
            tempfile.TemporaryFile(dir=output.parent).close()
    except OSError as error:
        raise Problem(f"cannot write {output}: {error.strerror}") from error


def _engine(arguments: argparse.Namespace) -> Engine:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    cores = cores or 1
    workers = arguments.workers or 1
    # The last quarter is left for temporary data.
    memory = arguments.memory_limit or psutil.virtual_memory().available // 4 * 3 // workers
    threads = 1 if arguments.scheduler else max(1, cores // workers)
    return Engine(
        scheduler=arguments.scheduler,
        workers=workers,
        memory=memory,
        threads=arguments.threads or threads,
        command=arguments.perfectplay,
        bundle=arguments.bundle,
        shows_progress=arguments.progress != "never",
    )


def _tell(line: str) -> None:
    print(f"perfectplay-cluster: {line}", file=sys.stderr, flush=True)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


def _bytes(text: str) -> int:
    return parse_bytes(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="perfectplay-cluster",
        description="Solve a large game by the jobs of `perfectplay tiers plan`, run on Dask. "
        "Interrupted in whatever way, the same command continues from there.",
    )
    parser.add_argument(
        "--game",
        required=True,
        metavar="SPEC",
        help="the game and its parameters, as listed by `perfectplay games`",
    )
    parser.add_argument(
        "--store",
        required=True,
        help="where the results of jobs are: a directory that has this path on all machines, or "
        "a bucket, such as s3://BUCKET/DIRECTORY",
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the table to this file in the end; the same bytes as those of "
        "`perfectplay solve -o`",
    )
    parser.add_argument(
        "--shard-states",
        type=_positive,
        metavar="NUMBER",
        help="cut large tiers into shards of about this number of states, as `perfectplay tiers "
        "plan` does",
    )
    parser.add_argument(
        "--plies",
        type=_positive,
        metavar="NUMBER",
        help="prove only the states of the first plies, as `perfectplay solve --plies` does; the "
        "store is a directory that has this path on all machines",
    )
    parser.add_argument(
        "--parts",
        type=_positive,
        default=PARTS,
        metavar="NUMBER",
        help=f"prove these states in this number of parts [default: {PARTS}]",
    )
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="give the jobs to the workers of this scheduler, such as tcp://HOST:8786; without "
        "it, workers of this machine are started",
    )
    parser.add_argument(
        "--workers",
        type=_positive,
        metavar="NUMBER",
        help="start this number of workers on this machine, which share its cores [default: 1]",
    )
    parser.add_argument(
        "--memory-limit",
        type=_bytes,
        metavar="BYTES",
        help="let the jobs of each of these workers take this much memory together, such as 2G "
        "[default: an equal share of three quarters of what is free]",
    )
    parser.add_argument(
        "--threads",
        type=_positive,
        metavar="NUMBER",
        help="run each job with this number of threads [default: the cores for each worker that "
        "is started here; 1 with --scheduler]",
    )
    parser.add_argument(
        "--bundle",
        type=float,
        metavar="SECONDS",
        help="give jobs that take less than this together to a worker at once "
        "[default: a 64th of what each worker has to do, from 0.25 to 4]",
    )
    parser.add_argument(
        "--cache-size",
        type=_bytes,
        default=parse_bytes("10GiB"),
        metavar="BYTES",
        help="let each worker keep this much of a bucket on its disk, beside what its jobs read "
        "[default: 10GiB]",
    )
    parser.add_argument(
        "--progress",
        choices=("auto", "never"),
        default=os.environ.get("PERFECTPLAY_PROGRESS", "auto"),
        metavar="WHEN",
        help="show the progress on standard error: auto or never "
        "[default: PERFECTPLAY_PROGRESS of the environment, or auto]",
    )
    parser.add_argument(
        "--perfectplay",
        default="perfectplay",
        metavar="PATH",
        help="the command perfectplay, here and on the workers [default: perfectplay]",
    )
    return parser
