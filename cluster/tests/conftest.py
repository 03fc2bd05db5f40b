"""Defines fixtures that run real processes on this machine: the command, workers and schedulers."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import psutil
import pytest

PATIENCE = 1200
"""The seconds after which a process counts as one that never ends. Nothing else depends on them."""

# The output of processes must not depend on their speed.
os.environ["PERFECTPLAY_PROGRESS"] = "never"


def free_port() -> int:
    """Returns a free port of this machine."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def wait_until(is_true: Callable[[], bool]) -> None:
    """Waits until a condition is true."""
    deadline = time.monotonic() + PATIENCE
    while not is_true():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.05)


def hear_interrupts() -> None:
    """Makes sure that Ctrl-C reaches a process, even if a shell has started the tests in the
    background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Process:
    """A process and its descendants."""

    def __init__(self, args: list[str], directory: Path, environment: dict[str, str] | None = None):
        self.directory = directory
        # Nobody reads the output of a server before the server ends, so the output would fill a
        # pipe.
        self._errors = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115
        self.child = subprocess.Popen(
            args,
            cwd=directory,
            env=os.environ | (environment or {}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            start_new_session=True,
            preexec_fn=hear_interrupts,
        )

    def descendants(self, name: str) -> list[psutil.Process]:
        """Returns the descendants of the process that have `word` in their command lines."""
        found = []
        for process in psutil.Process(self.child.pid).children(recursive=True):
            try:
                if any(name in word for word in process.cmdline()):
                    found.append(process)
            except psutil.NoSuchProcess:
                continue
        return found

    def workers(self) -> list[psutil.Process]:
        """Returns the worker processes among the descendants of this process."""
        return self.descendants("spawn_main")

    def end(self) -> tuple[int, str]:
        """Waits for the end of the process. Returns its exit status and its standard error."""
        status = self.child.wait(PATIENCE)
        self._errors.seek(0)
        return status, self._errors.read()

    def succeed(self) -> None:
        """Waits for the end of the process, and asserts that it has succeeded."""
        status, errors = self.end()
        assert status == 0, errors

    def kill(self) -> None:
        """Kills the process and its descendants."""
        processes = [self.child.pid]
        if psutil.pid_exists(self.child.pid):
            below = psutil.Process(self.child.pid).children(recursive=True)
            processes += [process.pid for process in below]
        for process in processes:
            if psutil.pid_exists(process):
                psutil.Process(process).kill()
        self.child.wait()
        self._errors.close()


@pytest.fixture(scope="session")
def perfectplay() -> str:
    """Returns the path of the command: that in the variable `PERFECTPLAY`, or else that in
    `target/debug`."""
    built = Path(__file__).parents[2] / "target/debug/perfectplay"
    command = shutil.which(os.environ.get("PERFECTPLAY", built))
    assert command is not None, "expected PERFECTPLAY to name the command"
    return command


@pytest.fixture
def preceded(perfectplay: str, tmp_path: Path) -> Callable[..., Path]:
    """Returns a function that creates a command. The command runs lines of bash, and then
    `perfectplay`.

    The lines `each` run before each job that a worker is asked to do. `$line` is the name of the
    job.
    """

    def preceded(lines: str = "", each: str = ":") -> Path:
        command = tmp_path / "perfectplay"
        command.write_text(
            f"""#!/bin/bash
{lines}
if [ "$2" = work ]; then
    exec 3<&0
    exec '{perfectplay}' "$@" < <(
        while IFS= read -r line <&3; do
            {each}
            printf '%s\\n' "$line"
        done
    )
fi
exec '{perfectplay}' "$@"
"""
        )
        command.chmod(0o755)
        return command

    return preceded


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Returns a function that starts a process in the test's directory. The process ends with the
    test."""
    started = []

    def start(*args: str, **environment: str) -> Process:
        process = Process(list(args), tmp_path, environment)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()


@pytest.fixture
def cluster(start: Callable[..., Process], perfectplay: str) -> Callable[..., Process]:
    """Returns a function that starts `perfectplay-cluster` with each job in a bundle of its own."""

    def cluster(
        game: str,
        *args: str,
        store: str = "store",
        before: Sequence[str] = (),
        **environment: str,
    ) -> Process:
        command = [sys.executable, "-m", "perfectplay_cluster", "--perfectplay", perfectplay]
        own = ["--bundle", "0", "--game", game, "--store", store]
        return start(*before, *command, *own, *args, **environment)

    return cluster


LOCAL = ("--workers", "2", "--memory-limit", "1G")
"""The options for two workers on this machine."""

ALONE = ("--workers", "1", "--memory-limit", "1G")
"""The options for one worker, where a second one would only take time to start."""


@pytest.fixture(scope="session")
def solved(perfectplay: str, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], bytes]:
    """Returns the table of a game as `perfectplay solve` writes it."""
    tables: dict[str, bytes] = {}

    def solved(game: str) -> bytes:
        if game not in tables:
            table = tmp_path_factory.mktemp("solved") / "table"
            subprocess.run(
                [perfectplay, "solve", "--game", game, "--format", "tiers", "--output", table],
                check=True,
                capture_output=True,
            )
            tables[game] = table.read_bytes()
        return tables[game]

    return solved
