"""Compares `perfectplay-cluster` with `perfectplay solve`. The cluster runs twice: with one worker
that uses all cores, and with one worker for each core.

    pip install ./cluster
    python cluster/bench.py connect:5x5 connect:6x5

The runs of a game come one after another. The tables of these runs are compared. Other processes on
the machine disturb the wall times more than the processor times.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

_PERIOD = 0.1
"""The seconds between two samples of the processes."""


class Sampler(threading.Thread):
    """Records the processor time of a process and of its descendants, and the bytes that all these
    processes read, until the process ends."""

    def __init__(self, process: psutil.Process):
        super().__init__()
        self._process = process
        self.seen: dict[int, tuple[str, float, int]] = {}
        """The name of each process, its processor time and the bytes that it has read, when it was
        last seen, by process number."""

    def run(self) -> None:
        """Takes samples until the process ends."""
        while True:
            try:
                processes = [self._process, *self._process.children(recursive=True)]
            except psutil.NoSuchProcess:
                return
            if self._process.status() == psutil.STATUS_ZOMBIE:
                return
            for process in processes:
                try:
                    times = process.cpu_times()
                    # This number includes bytes that come from the cache of the operating system.
                    read = (
                        process.io_counters().read_chars if hasattr(process, "io_counters") else 0
                    )
                    seconds = times.user + times.system
                    self.seen[process.pid] = (process.name(), seconds, read)
                except psutil.NoSuchProcess:
                    continue
            time.sleep(_PERIOD)


def measured(args: Sequence[str], folder: Path) -> tuple[float, float, float, int]:
    """Runs a command. Returns four numbers: the wall time, the processor time of `perfectplay`, the
    processor time of all other processes, and the bytes that `perfectplay` has read. Times are in
    seconds."""
    begin = time.monotonic()
    with subprocess.Popen(args, cwd=folder, stdout=subprocess.DEVNULL) as child:
        sampler = Sampler(psutil.Process(child.pid))
        sampler.start()
        sampler.join()
    if child.returncode != 0:
        sys.exit(f"{' '.join(args)}: status {child.returncode}")
    wall = time.monotonic() - begin
    own = [
        (seconds, read) for name, seconds, read in sampler.seen.values() if name == "perfectplay"
    ]
    every = sum(seconds for _, seconds, _ in sampler.seen.values())
    seconds = sum(seconds for seconds, _ in own)
    return wall, seconds, every - seconds, sum(read for _, read in own)


def main() -> None:
    """Prints the comparison as a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=["connect:5x5"])
    parser.add_argument("--perfectplay", default="perfectplay", metavar="PATH")
    arguments = parser.parse_args()
    command, cores = arguments.perfectplay, os.cpu_count() or 1
    print(
        "| game | what | s | solve = 1 | processors in perfectplay, s | in Python, s "
        "| both, solve = 1 | read, MB |"
    )
    print("| --- | --- | --: | --: | --: | --: | --: | --: |")
    for game in arguments.games:
        runs = {"solve": [command, "solve", "--game", game, "--output", "solve.table"]}
        for workers in sorted({1, cores}):
            runs[f"cluster, {workers} with {cores // workers} threads"] = [
                *(sys.executable, "-m", "perfectplay_cluster", "--perfectplay", command),
                *("--game", game, "--store", f"store-{workers}", "--output", f"{workers}.table"),
                *("--workers", str(workers)),
            ]
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            least = None
            for what, args in runs.items():
                wall, own, rest, read = measured(args, folder)
                least = least or (wall, own + rest)
                ratios = wall / least[0], (own + rest) / least[1]
                print(
                    f"| {game} | {what} | {wall:.1f} | {ratios[0]:.2f} | {own:.1f} | {rest:.1f} "
                    f"| {ratios[1]:.2f} | {read / 1e6:.0f} |",
                    flush=True,
                )
            tables = {file.read_bytes() for file in folder.glob("*.table")}
            if len(tables) != 1:
                sys.exit(f"{game}: the tables differ")


if __name__ == "__main__":
    main()
