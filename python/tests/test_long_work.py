"""Tests long work: Ctrl-C, progress, memory, and the files that a process leaves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import Nim

import perfectplay as pp

WORK = {
    "tiers": "pp.solve('connect:6x5', cache=False, anyway=True)",
    "starts": "pp.solve(type('Endless', (Nim,), {'other_starts': lambda self: "
    "map(lambda number: time.sleep(1e-3) or (number % 4,), itertools.count())})(3))",
    "rules": "pp.solve(Nim(*[5] * 8), anyway=True)",
    "proofs": "pp.Oracle('connect:8x7', memory=1 << 24).start.value",
    "proofs of samples": "pp.score('random', pp.Oracle('connect:8x7', memory=1 << 24), games=1)",
}


@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_ends_work(work: str, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"import itertools, sys, time\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        f"import perfectplay as pp\n"
        f"from conftest import Nim\n"
        f"try:\n"
        f"    print('begun', flush=True)\n"
        f"    {WORK[work]}\n"
        f"except KeyboardInterrupt:\n"
        f"    print('interrupted', flush=True)\n"
        f"    assert len(pp.solve('tictactoe')) == 5478\n"
        f"    print('goes on', flush=True)\n"
    )
    process = subprocess.Popen(
        [sys.executable, program],
        text=True,
        stdout=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PERFECTPLAY_CACHE": ""},
        # If a shell has started the tests in the background, their processes ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    # The work has most likely begun. It goes on for minutes.
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout.readline() == "interrupted\n"
    assert process.stdout.readline() == "goes on\n"
    assert process.wait() == 0
    assert [file.name for file in tmp_path.iterdir()] == ["program.py"]


def test_progress_is_told() -> None:
    told: list[pp.Progress] = []
    pp.solve(Nim(3, 3, 3, 3, 3), progress=told.append)
    table = pp.solve("connect:5x4", cache=False, progress=told.append)
    # A rank without a state counts as a step, but not as a state.
    counted = [progress.total for progress in told if progress.is_of_states and progress.total]
    assert all(total <= len(table) for total in counted), counted
    assert told
    assert {progress.phase for progress in told} >= {"solving"}
    assert all(progress.total == 0 or progress.done <= progress.total for progress in told[-1:])


def test_a_watcher_that_fails_ends_the_work() -> None:
    def watch(progress: pp.Progress) -> None:
        raise RuntimeError(progress.phase)

    with pytest.raises(RuntimeError):
        pp.solve("connect:5x4", cache=False, progress=watch)
    with pytest.raises(TypeError, match="for progress"):
        pp.solve("tictactoe", progress=5)  # type: ignore[arg-type]


@pytest.mark.one_version
def test_a_stream_takes_the_memory_of_some_batches(tmp_path: Path) -> None:
    """A process that reads all states of a table file batch by batch takes much less memory than
    all states together would."""
    program = (
        "import resource, perfectplay as pp\n"
        "table = pp.solve('connect:5x4', cache=False)\n"
        "def peak():\n"
        "    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024\n"
        "before = peak()\n"
        "rows = sum(len(batch['key']) for batch in table.batches())\n"
        "assert rows == len(table)\n"
        "print((peak() - before) // 2**20)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], text=True, capture_output=True, check=True
    )
    # All columns of all states take 250 MB.
    assert int(done.stdout) < 120


def test_a_stream_that_nobody_reads_on_ends(connect: pp.Table) -> None:
    batches = connect.batches(rows=100)
    assert len(next(batches)["key"]) >= 100
    del batches
    assert connect.start.value == pp.Value.DRAW


@pytest.mark.one_version
def test_too_large_games_are_told() -> None:
    with pytest.raises(pp.TooLarge, match="anyway=True") as raised:
        pp.solve("connect:7x6")
    assert isinstance(raised.value, MemoryError)
