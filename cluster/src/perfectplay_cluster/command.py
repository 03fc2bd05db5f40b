"""The command ``perfectplay`` as a process."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from perfectplay_cluster.problem import Problem, Spoiled

_LAST_WISH = 5.0
"""How many seconds a process has to end after it was told so."""

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

_ENVIRONMENT = {
    # What a job has freed, the next one of the process takes again. Otherwise it goes back to the
    # system, which would clear each page anew: that takes a fifth of the time of a job.
    "GLIBC_TUNABLES": "glibc.malloc.mmap_threshold=4294967296:"
    "glibc.malloc.trim_threshold=4294967296",
}
"""Of each process, unless the environment says otherwise."""

_LASTING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}
"""Errors of the system that stay: a full disk, or files that must not be written."""

_SYSTEM = re.compile(r"\(os error (\d+)\)$")
_MISSING = re.compile(r"the result of (\S+) is missing$")
_DAMAGED = re.compile(r"([^/\s]+): expected the result that was written, found other bytes$")


class Stopped(Exception):
    """Nobody waits any more for what a process does."""


class Passing(Exception):
    """What went wrong may go well the next time."""


class Missing(Spoiled):
    """The result of a job is not there, though the job was done."""

    def __init__(self, job: str):
        super().__init__(f"the result of {job} is not there")
        self.job = job


class Damaged(Spoiled):
    """The result of a job is not what was written."""

    def __init__(self, job: str):
        super().__init__(f"the result of {job} is damaged")
        self.job = job


def perfectplay(
    command: str, args: Sequence[str], is_wanted: Callable[[], bool] = lambda: True
) -> str:
    """Runs the command and returns what it prints.

    It ends with this process, whatever ends this, and when it is not wanted any more.

    Raises:
        Problem: When it cannot do its work.
        Passing: When it may do its work the next time.
        Spoiled: When another job must be run again before.
        Stopped: When it is not wanted.
    """
    try:
        process = subprocess.Popen(
            [command, *args],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Ctrl-C reaches this process, which then decides.
            start_new_session=True,
            preexec_fn=_end_with_parent,
            env=_ENVIRONMENT | os.environ,
            text=True,
            errors="replace",
        )
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise Problem(f"cannot run {command}: {reason}") from error
    with process:
        try:
            while True:
                try:
                    out, err = process.communicate(timeout=0.2)
                    break
                except subprocess.TimeoutExpired:
                    if not is_wanted():
                        raise Stopped from None
        except BaseException:
            _end(process)
            raise
    if process.returncode == 0:
        return out
    lines = err.strip().splitlines()
    line = lines[-1] if lines else f"status {process.returncode}"
    raise _failure(process.returncode, line.removeprefix(f"{Path(command).stem}: "))


def _failure(status: int, line: str) -> Exception:
    if status == -signal.SIGXFSZ:
        return Problem("a file is larger than the system allows")
    if status < 0:
        return Passing(f"ended by {signal.Signals(-status).name}")
    if missing := _MISSING.search(line):
        return Missing(missing[1])
    if damaged := _DAMAGED.search(line):
        return Damaged(damaged[1])
    if system := _SYSTEM.search(line):
        return Problem(line) if int(system[1]) in _LASTING else Passing(line)
    if status == 128 + signal.SIGINT or line.startswith("there is no memory left"):
        return Passing(line)
    return Problem(line)


def _end_with_parent() -> None:
    """Lets the system end this process when the thread that started it ends."""
    if _LIBC is not None:
        pr_set_pdeathsig = 1
        _LIBC.prctl(pr_set_pdeathsig, signal.SIGKILL)


def _end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(_LAST_WISH)
    except subprocess.TimeoutExpired:
        process.kill()
