"""Tests that the bytes of an opening do not depend on what has proved its parts."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import LOCAL, Process

GAME = "connect:5x4"
PLIES = ("--plies", "5", "--parts", "6")


@pytest.fixture(scope="module")
def alone(perfectplay: str, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Returns the bytes of the opening that `perfectplay solve --plies` writes."""
    path = tmp_path_factory.mktemp("alone") / "opening"
    args = ["solve", "--game", GAME, "--plies", "5", "-o", str(path)]
    subprocess.run([perfectplay, *args], check=True, capture_output=True)
    return path.read_bytes()


def test_dask_proves_what_solve_proves(
    cluster: Callable[..., Process], alone: bytes, tmp_path: Path
) -> None:
    cluster(GAME, *PLIES, "-o", "opening", *LOCAL).succeed()
    assert (tmp_path / "opening").read_bytes() == alone
    # A part that has a file is not proved again, so the file stays the same.
    parts = sorted((tmp_path / "store").iterdir())
    assert len(parts) == 6
    parts.pop().unlink()
    before = [part.stat().st_mtime_ns for part in parts]
    cluster(GAME, *PLIES, "-o", "again", *LOCAL).succeed()
    assert (tmp_path / "again").read_bytes() == alone
    assert [part.stat().st_mtime_ns for part in parts] == before


def test_a_killed_run_goes_on(
    cluster: Callable[..., Process],
    preceded: Callable[..., Path],
    alone: bytes,
    tmp_path: Path,
) -> None:
    # One in three processes is killed before it has done anything.
    killing = preceded(
        """case "$*" in *"--part "[36]/*)
    [ -e "killed-${7%/*}" ] || { touch "killed-${7%/*}"; kill -KILL $$; } ;;
esac"""
    )
    cluster(GAME, *PLIES, "-o", "opening", "--perfectplay", str(killing), *LOCAL).succeed()
    assert (tmp_path / "opening").read_bytes() == alone


def test_problems(cluster: Callable[..., Process], tmp_path: Path) -> None:
    for args, expected in [
        ((), "expected -o with --plies"),
        (("-o", "opening", "--store", "s3://bucket/store"), "expected a directory as --store"),
    ]:
        status, errors = cluster(GAME, *PLIES, *args, *LOCAL).end()
        assert status == 1
        assert expected in errors
    # The files of parts belong to another game.
    cluster("connect:4x4", *PLIES, "-o", "other", *LOCAL).succeed()
    status, errors = cluster(GAME, *PLIES, "-o", "opening", *LOCAL).end()
    assert status == 1
    assert "part-1-of-6: expected the saved work" in errors
    assert not (tmp_path / "opening").exists()
