"""Tests that nothing is lost when workers, the scheduler or the command are killed."""

import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from conftest import ALONE, LOCAL, PATIENCE, Process, free_port, wait_until

GAME = "connect:5x4"
JOBS = 42


class Gate:
    """Limits the number of jobs that may be done, so that no run ends before the test disturbs the
    run. Further jobs wait before they begin."""

    def __init__(self, directory: Path, preceded: Callable[..., Path]):
        self._most = directory / "most"
        self.open_to(0)
        store = directory / "store"
        command = preceded(
            each=f"""
            results() {{ find '{store}' -name '*-*' ! -name '*.part' 2>/dev/null | wc -l; }}
            while kill -0 $$ && [ "$(results)" -ge "$(cat '{self._most}')" ]; do
                sleep 0.05
            done
            """
        )
        self.option = ("--perfectplay", str(command))

    def open_to(self, jobs: int) -> None:
        """Allows new jobs to begin until `jobs` jobs are done."""
        new = self._most.with_suffix(".new")
        new.write_text(str(jobs))
        new.rename(self._most)


@pytest.fixture
def gate(preceded: Callable[..., Path], tmp_path: Path) -> Gate:
    """Returns a gate. With the option of the gate, each job waits at the gate before it begins."""
    return Gate(tmp_path, preceded)


def results(store: Path) -> int:
    """Returns the number of jobs that are done."""
    files = (file for file in store.glob("*-*") if file.suffix != ".part")
    return sum(1 for _ in files)


def wait_for(done: int, store: Path) -> None:
    """Waits until the given number of jobs is done."""
    wait_until(lambda: results(store) >= done)


def test_killed_workers_lose_nothing(
    cluster: Callable[..., Process],
    gate: Gate,
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    moments = random.Random(1)
    run = cluster(GAME, "-o", "table", *LOCAL, *gate.option)
    for done in sorted(moments.sample(range(1, JOBS - 2), 4)):
        gate.open_to(done + 1)
        wait_for(done, tmp_path / "store")
        wait_until(lambda: len(run.workers()) > 0)
        moments.choice(run.workers()).kill()
    gate.open_to(JOBS)
    run.succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_killed_worker_takes_its_job_along(
    cluster: Callable[..., Process], preceded: Callable[..., Path]
) -> None:
    """Kills a worker during a job that takes long."""
    command = preceded('[ "$2" = work ] && exec sleep 1000')
    run = cluster(GAME, "--perfectplay", str(command), *ALONE)
    wait_until(lambda: len(run.descendants("sleep")) > 0)
    (job,) = run.descendants("sleep")
    worker = job.parent()
    assert worker in run.workers()
    worker.kill()
    psutil.wait_procs([job], timeout=PATIENCE)
    assert not job.is_running()


def test_a_killed_command_goes_on(
    cluster: Callable[..., Process],
    gate: Gate,
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    store = tmp_path / "store"
    for ending in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        done = results(store)
        gate.open_to(done + 5)
        run = cluster(GAME, "-o", "table", *ALONE, *gate.option)
        wait_for(done + 4, store)
        below = psutil.Process(run.child.pid).children(recursive=True)
        if ending == signal.SIGINT:
            # A terminal sends the signal to all processes of the command.
            os.killpg(run.child.pid, ending)
        else:
            run.child.send_signal(ending)
        status, errors = run.end()
        if ending == signal.SIGKILL:
            assert status == -ending
        else:
            assert status == 130
            assert errors.splitlines()[-1] == (
                "perfectplay-cluster: interrupted: the same command continues from here"
            )
        _, alive = psutil.wait_procs(below, timeout=PATIENCE)
        assert alive == []
    assert results(store) < JOBS
    cluster(GAME, "-o", "table", *ALONE).succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_killed_scheduler_is_waited_for(
    start: Callable[..., Process],
    cluster: Callable[..., Process],
    gate: Gate,
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    port = free_port()
    address = f"tcp://127.0.0.1:{port}"
    dask = [sys.executable, "-m", "dask"]

    def scheduler() -> Process:
        return start(
            *dask, "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"
        )

    def worker() -> Process:
        return start(
            *dask,
            "worker",
            address,
            "--nthreads",
            "1",
            "--no-dashboard",
            "--resources",
            "memory=1e9",
            "--local-directory",
            str(tmp_path / "scratch"),
        )

    first = scheduler()
    old = worker()
    run = cluster(GAME, "-o", "table", "--scheduler", address, *gate.option)
    gate.open_to(11)
    wait_for(10, tmp_path / "store")
    first.kill()
    old.kill()
    gate.open_to(JOBS)
    scheduler()
    worker()
    status, errors = run.end()
    assert status == 0, errors
    assert "Traceback" not in errors
    assert (tmp_path / "table").read_bytes() == solved(GAME)
