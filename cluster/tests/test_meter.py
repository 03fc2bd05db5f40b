"""Tests the display of the progress."""

import os
import pty
import re
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from perfectplay_cluster.meter import Meter


def test_lines_tell_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    with Meter("solving a game", 10.0, 4, period=0.0) as meter:
        meter.show(0)
        meter.add(2.5, 1)
        meter.show(1)
        meter.add(7.5, 3)
        meter.show(2)
    assert re.fullmatch(
        r"solving a game: 0%, 0 of 4 jobs, no workers\n"
        r"solving a game: 25%, 1 of 4 jobs, 1 worker, 0:00:0\d left\n"
        r"solving a game: 100%, 4 of 4 jobs, 2 workers, 0:00:00 left\n",
        capsys.readouterr().err,
    )


def test_lines_come_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    with Meter("solving a game", 10.0, 4, period=1000.0) as meter:
        meter.add(2.5, 1)
        meter.show(1)
    assert capsys.readouterr().err == ""


def test_no_line_comes_if_none_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    with Meter("solving a game", 10.0, 4, period=0.0, is_shown=False) as meter:
        meter.add(2.5, 1)
        meter.show(1)
    assert capsys.readouterr().err == ""


def test_a_terminal_has_a_bar(perfectplay: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    run = subprocess.Popen(
        [
            *(sys.executable, "-m", "perfectplay_cluster", "--perfectplay", perfectplay),
            *("--game", "connect:4x4", "--store", "store", "--workers", "1", "--bundle", "0"),
            *("--progress", "auto"),
        ],
        cwd=tmp_path,
        stderr=theirs,
    )
    os.close(theirs)
    shown = ""
    try:
        while piece := os.read(ours, 1000):
            shown += piece.decode(errors="replace")
    except OSError:
        # On Linux, this error means that the other end is closed.
        pass
    assert run.wait() == 0
    assert re.search(
        r"\|.{10}\| solving connect:4x4,4: \d+%, \d+ of 34 jobs, 1 worker, .* left", shown
    )
    # The progress is erased at the end.
    assert shown.rpartition("\r")[2].strip() == ""
