"""Tests that the command reports a problem in one line, and continues the work once the problem is
solved."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conftest import ALONE, LOCAL, Process, free_port
from perfectplay_cluster import cli
from perfectplay_cluster.problem import Problem, Spoiled

GAME = "connect:4x4"


def problem(process: Process) -> str:
    """Returns the last line of a command that fails."""
    status, errors = process.end()
    assert status == 1, errors
    lines = [line for line in errors.splitlines() if line.startswith("perfectplay-cluster: ")]
    assert lines == errors.splitlines()[-1:], errors
    return lines[0].removeprefix("perfectplay-cluster: ")


def damage(file: Path) -> None:
    """Changes a byte in the middle of a file."""
    changed = bytearray(file.read_bytes())
    changed[len(changed) // 2] ^= 1
    file.write_bytes(changed)


def test_a_damaged_result_is_made_again(
    cluster: Callable[..., Process], solved: Callable[[str], bytes], tmp_path: Path
) -> None:
    cluster(GAME, *ALONE).succeed()
    store = tmp_path / "store"
    whole = {file.name: file.read_bytes() for file in store.iterdir()}
    damage(store / "scores-6")
    damage(store / "found-3")
    (store / "scores-2").unlink()
    cluster(GAME, "-o", "table", *ALONE).succeed()
    assert {file.name: file.read_bytes() for file in store.iterdir()} == whole
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_result_that_is_damaged_meanwhile_is_made_again(
    cluster: Callable[..., Process],
    preceded: Callable[..., Path],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    """Just before a job runs, one of the results that it needs is damaged, and another is
    deleted."""
    command = preceded(
        each="""
        if [ ! -e damaged ] && [ "$line" = scores-3 ]; then
            touch damaged
            truncate -s -1 store/scores-4
        elif [ ! -e lost ] && [ "$line" = scores-2 ]; then
            touch lost
            rm store/scores-3
        fi
        """
    )
    run = cluster(GAME, "-o", "table", "--perfectplay", str(command), *LOCAL)
    status, errors = run.end()
    assert status == 0, errors
    told = [line for line in errors.splitlines() if line.startswith("perfectplay-cluster: ")]
    # The worker that has made a result may still have it in memory. The damage is then noticed
    # when the table is written.
    expected = (
        "perfectplay-cluster: (scores-3: )?the result of scores-4 is damaged: "
        "going on with what is there",
        "perfectplay-cluster: (scores-2: )?the result of scores-3 is not there: "
        "going on with what is there",
    )
    # When the work starts again, damaged results are found, and are computed again without a
    # message.
    assert told
    assert all(any(re.fullmatch(other, line) for other in expected) for line in told), told
    assert (tmp_path / "table").read_bytes() == solved(GAME)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Returns a directory on a disk of its own that is too small for the store."""
    directory = tmp_path / "disk"
    directory.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=24k", "tmpfs", str(directory)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode != 0:
        # Not every machine lets the tests mount disks.
        assert "CI" not in os.environ, mounted.stderr
        pytest.skip(mounted.stderr)
    yield directory
    subprocess.run(["umount", directory], check=True)


def test_a_full_disk_is_told_and_gone_on_with(
    cluster: Callable[..., Process],
    solved: Callable[[str], bytes],
    small_disk: Path,
    tmp_path: Path,
) -> None:
    store = str(small_disk / "store")
    told = problem(cluster(GAME, *ALONE, store=store))
    assert told.startswith(("found-", "scores-"))
    assert "No space left on device (os error 28) (on tcp://127.0.0.1:" in told
    subprocess.run(["mount", "-o", "remount,size=1m", small_disk], check=True)
    cluster(GAME, "-o", "table", *ALONE, store=store).succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_a_file_that_is_too_large_is_told_and_gone_on_with(
    cluster: Callable[..., Process], solved: Callable[[str], bytes], tmp_path: Path
) -> None:
    """In this test, workers cannot write files of more than 2 KiB."""
    limited = ["sh", "-c", 'ulimit -f 4; exec "$@"', "sh"]
    told = problem(cluster(GAME, *ALONE, before=limited))
    name, _, rest = told.partition(": ")
    assert name.startswith(("found-", "scores-"))
    assert rest.startswith("a file is larger than the system allows (on tcp://127.0.0.1:")
    cluster(GAME, "-o", "table", *ALONE).succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def test_another_game_in_the_store_is_told(
    cluster: Callable[..., Process], perfectplay: str, tmp_path: Path
) -> None:
    plan = [perfectplay, "tiers", "plan", "--game", "connect:3x3,3", "--store", "store"]
    subprocess.run(plan, cwd=tmp_path, check=True, capture_output=True)
    assert problem(cluster(GAME)) == (
        f"{tmp_path}/store: expected results of connect:4x4,4, found those of connect:3x3,3"
    )


def test_a_command_that_is_not_there_is_told(cluster: Callable[..., Process]) -> None:
    assert problem(cluster(GAME, "--perfectplay", "none")) == (
        "cannot run none: no such file or directory"
    )


def test_a_command_that_is_not_there_on_a_worker_is_told(
    cluster: Callable[..., Process], preceded: Callable[..., Path]
) -> None:
    """In this test, the command has disappeared when a job should run."""
    command = preceded('[ "$2" = status ] && rm "$0"')
    told = problem(cluster(GAME, "--perfectplay", str(command), *ALONE))
    told, _, worker = told.partition(" (on ")
    assert re.fullmatch(r"found-0\S*", told.partition(": ")[0])
    assert told.endswith(f": cannot run {command}: no such file or directory")
    assert worker.startswith("tcp://127.0.0.1:")


def test_too_little_memory_is_told(cluster: Callable[..., Process]) -> None:
    told = problem(cluster("connect:5x5", "--workers", "1", "--memory-limit", "80M"))
    name, _, rest = told.partition(" takes ")
    assert name.startswith("scores-")
    assert rest.endswith("expected a worker that has them, found at most 80,000,000")


def test_a_store_that_is_no_store_is_told(cluster: Callable[..., Process]) -> None:
    assert problem(cluster(GAME, store="ftp://host/store")) == (
        "expected a directory or a bucket of s3://, gs://, abfs://; found ftp://host/store"
    )


def test_workers_that_tell_no_memory_are_told(
    cluster: Callable[..., Process], start: Callable[..., Process]
) -> None:
    dask = [sys.executable, "-m", "dask"]
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    start(*dask, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
    start(*dask, "worker", address, "--no-dashboard")
    status, errors = cluster(GAME, "--scheduler", address).end()
    assert status == 1
    assert errors.splitlines()[-1].startswith(
        "perfectplay-cluster: expected workers that tell their memory, "
    )


def test_an_output_that_cannot_be_written_is_found_before_the_jobs(
    cluster: Callable[..., Process], tmp_path: Path
) -> None:
    for output in ("/nope/e.table", "/proc/e.table", str(tmp_path)):
        assert problem(cluster(GAME, "-o", output, *ALONE)).startswith(f"cannot write {output}: ")
    assert not (tmp_path / "store").exists()


def test_work_is_given_up_after_rounds_without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests the loop that restarts the jobs of a table. The same loop restarts the parts of an
    opening."""
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    # Nine rounds make progress. One of these rounds comes after a round without progress.
    left = [9, 8, 8, 7, 6, 5, 4, 3, 2, 1]
    found: list[int] = []

    def find() -> list[int]:
        found.append(left.pop(0) if left else 1)
        return [0] * found[-1]

    def spoiled(_left: list[int]) -> None:
        raise Spoiled("a result is damaged")

    with pytest.raises(Problem, match="a result is damaged"):
        cli._until_done(find, spoiled)
    assert found == [9, 8, 8, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1, 1]
    assert pauses == [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4]
