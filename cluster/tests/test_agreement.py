"""Tests that the table does not depend on what runs the jobs."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import LOCAL, Process

# In these games, tiers are cut into shards. Some games have ranks, and others have none.
GAMES = [
    ("connect:5x4", "--shard-states", "65536"),
    ("domineering:4x3", "--shard-states", "30"),
    ("dots:2x1", "--shard-states", "50"),
]
# In these games, tiers stay whole. Other tests solve these games on Dask.
WHOLE = [("connect:5x4",), ("connect:4x4",), ("domineering:4x3",)]


@pytest.mark.parametrize(("game", "cut"), [(game, cut) for game, *cut in GAMES])
def test_dask_writes_what_solve_writes(
    game: str,
    cut: list[str],
    cluster: Callable[..., Process],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    cluster(game, "-o", "table", *cut, *LOCAL).succeed()
    assert (tmp_path / "table").read_bytes() == solved(game)
    # No job is left, so no worker is needed.
    again = cluster(game, *cut, "-o", "again", "--scheduler", "tcp://127.0.0.1:1")
    again.succeed()
    assert (tmp_path / "again").read_bytes() == solved(game)


@pytest.mark.parametrize(("game", "cut"), [(game, cut) for game, *cut in GAMES + WHOLE])
def test_make_writes_what_solve_writes(
    game: str,
    cut: list[str],
    perfectplay: str,
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    script = """
        perfectplay=$1
        shift
        "$perfectplay" tiers plan --store store --format make --game "$@" > jobs.mk
        make -s -j 2 -f jobs.mk PERFECTPLAY="$perfectplay"
        "$perfectplay" tiers gather --store store --output table
    """
    subprocess.run(
        ["sh", "-ec", script, "sh", perfectplay, game, *cut],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    assert (tmp_path / "table").read_bytes() == solved(game)


def test_bundles_of_jobs_write_the_same(
    cluster: Callable[..., Process], solved: Callable[[str], bytes], tmp_path: Path
) -> None:
    cluster("connect:4x4", "-o", "table", "--bundle", "0.001", *LOCAL).succeed()
    assert (tmp_path / "table").read_bytes() == solved("connect:4x4")
