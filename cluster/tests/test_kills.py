"""Workers, the scheduler and the command are killed, and nothing is lost."""

import os
import random
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from conftest import LOCAL, Process, free_port, wait_until

GAME = "connect:5x4"
JOBS = 42


@pytest.fixture
def slowly(perfectplay: str, tmp_path: Path) -> tuple[str, str]:
    """The option for a command whose jobs take a while each, so that none of these runs ends
    before it is disturbed."""
    command = tmp_path / "slow"
    command.write_text(f"""#!/bin/sh
        [ "$2" = run ] && sleep 0.2
        exec {perfectplay} "$@"
    """)
    command.chmod(0o755)
    return ("--perfectplay", str(command))


def results(store: Path) -> int:
    """How many jobs are done."""
    files = (file for file in store.glob("*-*") if file.suffix != ".part")
    return sum(1 for _ in files)


def wait_for(done: int, store: Path) -> None:
    """Waits until so many jobs are done."""
    wait_until(lambda: results(store) >= done)


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_workers_lose_nothing(
    seed: int,
    cluster: Callable[..., Process],
    slowly: tuple[str, str],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    moments = random.Random(seed)
    run = cluster(GAME, "-o", "table", *LOCAL, *slowly)
    for done in sorted(moments.sample(range(1, JOBS - 2), 4)):
        wait_for(done, tmp_path / "store")
        wait_until(lambda: len(run.workers()) > 0)
        moments.choice(run.workers()).kill()
    run.succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_killed_worker_takes_its_job_along(
    cluster: Callable[..., Process], perfectplay: str, tmp_path: Path
) -> None:
    """The job is one that would take long."""
    command = tmp_path / "perfectplay"
    command.write_text(f"""#!/bin/sh
        [ "$2" = run ] && exec sleep 1000
        exec {perfectplay} "$@"
    """)
    command.chmod(0o755)
    run = cluster(GAME, "--perfectplay", str(command), *LOCAL)
    wait_until(lambda: len(run.descendants("sleep")) > 0)
    (job,) = run.descendants("sleep")
    worker = job.parent()
    assert worker in run.workers()
    worker.kill()
    psutil.wait_procs([job], timeout=30)
    assert not job.is_running()


def test_a_killed_command_goes_on(
    cluster: Callable[..., Process],
    slowly: tuple[str, str],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    store = tmp_path / "store"
    for ending in (signal.SIGKILL, signal.SIGINT, signal.SIGTERM):
        done = results(store)
        run = cluster(GAME, "-o", "table", *LOCAL, *slowly)
        wait_for(done + 4, store)
        below = psutil.Process(run.child.pid).children(recursive=True)
        if ending == signal.SIGINT:
            # A terminal sends it to all processes of the command.
            os.killpg(run.child.pid, ending)
        else:
            run.child.send_signal(ending)
        status, errors = run.end()
        if ending == signal.SIGKILL:
            assert status == -ending
        else:
            assert status == 130
            assert errors.splitlines()[-1] == (
                "perfectplay-cluster: interrupted: the same command goes on from here"
            )
        _, alive = psutil.wait_procs(below, timeout=30)
        assert alive == []
    assert results(store) < JOBS
    cluster(GAME, "-o", "table", *LOCAL).succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_killed_scheduler_is_waited_for(
    start: Callable[..., Process],
    cluster: Callable[..., Process],
    slowly: tuple[str, str],
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
    workers = [worker(), worker()]
    run = cluster(GAME, "-o", "table", "--scheduler", address, *slowly)
    wait_for(10, tmp_path / "store")
    first.kill()
    assert results(tmp_path / "store") < JOBS
    for old in workers:
        old.kill()
    scheduler()
    worker()
    worker()
    status, errors = run.end()
    assert status == 0, errors
    assert "Traceback" not in errors
    assert (tmp_path / "table").read_bytes() == solved(GAME)
