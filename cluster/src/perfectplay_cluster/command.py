"""Runs the command ``perfectplay`` as a process."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from perfectplay_cluster.problem import Problem, Spoiled

_LAST_WISH = 5.0
"""The number of seconds that a process has to end after it was told to."""

_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None

_LASTING = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM}
"""Errors of the system that will not go away: a full disk, or files that must not be written."""

_SYSTEM = re.compile(r"\(os error (\d+)\)$")
_MISSING = re.compile(r"the result of (\S+) is missing$")
_DAMAGED = re.compile(r"([^/\s]+): expected the result that was written, found other bytes$")


class Stopped(Exception):
    """Nobody waits for the process any more."""


class Passing(Exception):
    """A failure that perhaps does not occur again."""


class Missing(Spoiled):
    """The result of a job is missing, although the job was done."""

    def __init__(self, job: str):
        super().__init__(f"the result of {job} is not there")
        self.job = job


class Damaged(Spoiled):
    """The result of a job is damaged."""

    def __init__(self, job: str):
        super().__init__(f"the result of {job} is damaged")
        self.job = job


def perfectplay(
    command: str, args: Sequence[str], is_wanted: Callable[[], bool] = lambda: True
) -> str:
    """Runs the command, and returns what the command prints.

    When this process ends, for any reason, the process of the command ends, too. It also ends when
    the work is no longer needed.

    Raises:
        Problem: When the command cannot do its work.
        Passing: When the command may succeed the next time.
        Spoiled: When another job must be run again first.
        Stopped: When the work is no longer needed.
    """
    with _started(command, args, subprocess.DEVNULL) as process:
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
    raise _ended(command, process.returncode, err)


class JobProcess:
    """A process of ``perfectplay tiers work``. It runs jobs one after the other. Results that one
    job has read stay in memory for the next job."""

    def __init__(self, command: str, store: Path, limits: Sequence[str]):
        self._command = command
        args = ["tiers", "work", "--store", str(store), *limits]
        self._process = _started(command, args, subprocess.PIPE)
        assert self._process.stdout is not None
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._answers = b""

    def run(
        self, jobs: Sequence[str], done: Callable[[str], None], is_wanted: Callable[[], bool]
    ) -> None:
        """Runs jobs, and calls ``done`` with the name of each job that is finished. After any
        exception except ``Spoiled``, the process has ended.

        Raises:
            Problem, Passing, Spoiled, Stopped: As ``perfectplay``.
        """
        left = set(jobs)
        try:
            self._ask(jobs)
            while left:
                line = self._answer(is_wanted)
                name, _, told = line.partition(": ")
                if name == "failed":
                    raise _told(told)
                left.discard(name)
                done(name)
        except Spoiled:
            raise
        except BaseException:
            self.end()
            raise

    def _ask(self, jobs: Sequence[str]) -> None:
        assert self._process.stdin is not None
        # If the process has ended, the reason is found when its answer is read.
        with suppress(BrokenPipeError):
            self._process.stdin.write(" ".join(jobs) + "\n")
            self._process.stdin.flush()

    def _answer(self, is_wanted: Callable[[], bool]) -> str:
        assert self._process.stdout is not None
        while b"\n" not in self._answers:
            if not self._selector.select(timeout=0.2):
                if not is_wanted():
                    raise Stopped
                continue
            more = os.read(self._process.stdout.fileno(), 1 << 16)
            if not more:
                _, err = self._process.communicate()
                raise _ended(self._command, self._process.returncode, err)
            self._answers += more
        line, _, self._answers = self._answers.partition(b"\n")
        return line.decode(errors="replace")

    def end(self) -> None:
        """Ends the process at once. This leaves no incomplete results."""
        self._selector.close()
        self._process.kill()
        self._process.communicate()


def _started(command: str, args: Sequence[str], stdin: int) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            [command, *args],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            # Only this process receives Ctrl-C, and decides what to do with the command.
            start_new_session=True,
            preexec_fn=_end_with_parent,
            text=True,
            errors="replace",
        )
    except OSError as error:
        reason = os.strerror(error.errno or 0).lower()
        raise Problem(f"cannot run {command}: {reason}") from error


def _ended(command: str, status: int, err: str) -> Exception:
    """Returns the reason why a process has ended."""
    lines = err.strip().splitlines()
    line = lines[-1] if lines else f"status {status}"
    line = line.removeprefix(f"{Path(command).stem}: ")
    if status == -signal.SIGXFSZ:
        return Problem("a file is larger than the system allows")
    if status < 0:
        return Passing(f"ended by {signal.Signals(-status).name}")
    if status == 128 + signal.SIGINT or line.startswith("there is no memory left"):
        return Passing(line)
    return _told(line)


def _told(line: str) -> Exception:
    """Returns the error that a line of the command reports."""
    if missing := _MISSING.search(line):
        return Missing(missing[1])
    if damaged := _DAMAGED.search(line):
        return Damaged(damaged[1])
    if system := _SYSTEM.search(line):
        return Problem(line) if int(system[1]) in _LASTING else Passing(line)
    return Problem(line)


def _end_with_parent() -> None:
    """Asks the system to end this process when the thread that started it ends."""
    if _LIBC is not None:
        pr_set_pdeathsig = 1
        _LIBC.prctl(pr_set_pdeathsig, signal.SIGKILL)


def _end(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(_LAST_WISH)
    except subprocess.TimeoutExpired:
        process.kill()
