"""Tests a store in a bucket. A server on this machine speaks the protocol of S3."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import fsspec
import pytest

from conftest import ALONE, LOCAL, Process, free_port, wait_until

# The tests share the server.
pytestmark = pytest.mark.xdist_group("bucket")

GAME = "connect:4x4"
STORE = "s3://games/connect"


def is_there(address: str) -> bool:
    """Tells whether a server answers."""
    try:
        with urlopen(address):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Starts the server and returns its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = Process(command, tmp_path_factory.mktemp("server"))
    wait_until(lambda: is_there(address))
    yield address
    process.kill()


@pytest.fixture
def bucket(server: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[fsspec.AbstractFileSystem]:
    """Creates an empty bucket. All processes find the server and the keys in their environment."""
    for name, value in {
        "AWS_ENDPOINT_URL": server,
        "AWS_ACCESS_KEY_ID": "key",
        "AWS_SECRET_ACCESS_KEY": "secret",
        "AWS_DEFAULT_REGION": "us-east-1",
    }.items():
        monkeypatch.setenv(name, value)
    system = fsspec.filesystem("s3", use_listings_cache=False, skip_instance_cache=True)
    system.mkdir("games")
    yield system
    system.rm("games", recursive=True)


def test_a_bucket_is_a_store(
    bucket: fsspec.AbstractFileSystem,
    cluster: Callable[..., Process],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    run = cluster(GAME, "-o", "table", *LOCAL, store=STORE)
    # A worker dies while it has jobs.
    wait_until(lambda: bucket.exists(f"{STORE}/found-9"))
    run.workers()[0].kill()
    run.succeed()
    assert (tmp_path / "table").read_bytes() == solved(GAME)
    assert [file.name for file in tmp_path.iterdir()] == ["table"]

    # When a job reads a damaged result, the damage is noticed, and the result is computed again.
    whole = bucket.cat(f"{STORE}/scores-9")
    bucket.pipe(f"{STORE}/scores-9", bytes([*whole[:-1], whole[-1] ^ 1]))
    bucket.rm(f"{STORE}/scores-4")
    cluster(GAME, "-o", "again", *ALONE, store=STORE).succeed()
    assert (tmp_path / "again").read_bytes() == solved(GAME)
    assert bucket.cat(f"{STORE}/scores-9") == whole


def test_a_game_whose_moves_skip_tiers(
    bucket: fsspec.AbstractFileSystem,
    cluster: Callable[..., Process],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    game = "domineering:4x3"
    cluster(game, "-o", "table", *ALONE, store=STORE).succeed()
    assert (tmp_path / "table").read_bytes() == solved(game)


def test_a_small_cache_is_enough(
    bucket: fsspec.AbstractFileSystem,
    cluster: Callable[..., Process],
    solved: Callable[[str], bytes],
    tmp_path: Path,
) -> None:
    run = cluster(
        GAME,
        "-o",
        "table",
        "--cache-size",
        "6kB",
        *LOCAL,
        store=STORE,
        DASK_TEMPORARY_DIRECTORY=str(tmp_path),
    )
    most = 0
    while run.child.poll() is None:
        most = max(most, kept(tmp_path / "dask-scratch-space"))
        time.sleep(0.01)
    run.succeed()
    # The cache may exceed its limit by the largest result for a moment.
    assert 5_000 < most < 6_000 + 5_000
    assert (tmp_path / "table").read_bytes() == solved(GAME)


def kept(scratch: Path) -> int:
    """Returns the number of bytes in the fullest cache of a worker. Workers may change and delete
    files meanwhile."""
    most = 0
    for directory, _, files in os.walk(scratch):
        if Path(directory).name == "results":
            used = 0
            for file in files:
                with suppress(FileNotFoundError):
                    used += Path(directory, file).stat().st_size
            most = max(most, used)
    return most


def test_another_game_in_the_bucket_is_told(
    bucket: fsspec.AbstractFileSystem, cluster: Callable[..., Process]
) -> None:
    bucket.pipe(f"{STORE}/game", b"connect:3x3,3\n")
    status, errors = cluster(GAME, store=STORE).end()
    assert status == 1
    assert errors == (
        f"perfectplay-cluster: {STORE}: expected results of connect:4x4,4, "
        "found those of connect:3x3,3\n"
    )


def test_a_bucket_that_is_not_there_is_told(
    bucket: fsspec.AbstractFileSystem, cluster: Callable[..., Process]
) -> None:
    status, errors = cluster(GAME, store="s3://none/connect").end()
    assert status == 1
    assert errors.startswith("perfectplay-cluster: s3://none/connect: ")
    assert len(errors.splitlines()) == 1
