"""A store of objects, such as an S3 bucket."""

from __future__ import annotations

import tempfile
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from perfectplay_cluster.cache import Cache
from perfectplay_cluster.command import Damaged, Missing, Passing
from perfectplay_cluster.plan import Job, Plan
from perfectplay_cluster.problem import Problem, Spoiled, one_line
from perfectplay_cluster.store import Command, Directory, Run, Store

SETTINGS = ("plan", "game")
"""The files that say which game the results belong to. If the last one exists, all do."""


class Bucket(Store):
    """A directory in a bucket. One request writes a whole object, so an object is whole or absent.

    Jobs run in a local directory. This directory contains copies of the results that the jobs read.
    """

    def __init__(self, address: str, cache_bytes: int):
        """A worker keeps at most `cache_bytes` bytes of results, in addition to the results that
        its jobs are reading."""
        self._address = address
        self._cache_bytes = cache_bytes
        self._settings: list[str] = []

    def plan(self, command: Command, options: Sequence[str]) -> Plan:
        objects = self._objects()
        there = [file for file in SETTINGS if objects.has(file)]
        with tempfile.TemporaryDirectory(prefix="perfectplay-") as name:
            directory = Path(name)
            for file in there:
                objects.fetch(file, directory / file)
            try:
                plan = Directory(directory).plan(command, options)
            except Problem as problem:
                raise Problem(str(problem).replace(name, self._address)) from problem
            self._settings = [file for file in SETTINGS if (directory / file).exists()]
            for file in self._settings:
                if file not in there:
                    objects.put(directory / file)
            return plan

    def done(self, command: Command, plan: Plan) -> set[str]:
        return self._objects().names().intersection(job.name for job in plan.jobs)

    def run(self, run: Run, jobs: Sequence[Job], cache: Path) -> None:
        objects = self._objects()
        # Meanwhile, another worker may have run some of these jobs.
        jobs = [job for job in jobs if not objects.has(job.name)]
        if not jobs:
            return
        kept = Cache(cache / "results", self._cache_bytes)
        # The process that runs jobs in this directory is kept for the next jobs, and so is the
        # directory.
        number = zlib.crc32(self._address.encode())
        directory = cache / f"jobs-{number:08x}-{threading.get_ident()}"
        # The command uses no directory or file that others can write.
        directory.mkdir(mode=0o755, exist_ok=True)
        fetched: set[str] = set()

        def fetch(file: str) -> None:
            if not kept.link(file, directory):
                objects.fetch(file, directory / file)
                kept.keep(directory / file)
                fetched.add(file)

        left = [job.name for job in jobs]

        def done(job: str) -> None:
            # The result is stored at once, so that this job need not run again if other jobs fail.
            objects.put(directory / job)
            kept.keep(directory / job)
            left.remove(job)

        try:
            for file in self._settings:
                if not (directory / file).exists():
                    fetch(file)
            for file in {need for job in jobs for need in job.needs} - set(left):
                fetch(file)
            while left:
                try:
                    run(directory, left.copy(), done)
                except Missing as missing:
                    # If moves skip tiers, the plan does not list this result. Only the running job
                    # finds out that it needs the result.
                    fetch(missing.job)
        except Damaged as damaged:
            kept.forget(damaged.job)
            if damaged.job not in fetched:
                # The object itself may be undamaged.
                raise Passing(str(damaged)) from damaged
            objects.remove(damaged.job)
            raise
        finally:
            for path in directory.iterdir():
                if path.name not in self._settings:
                    path.unlink()

    def gather(self, command: Command, plan: Plan, output: Path) -> None:
        objects = self._objects()
        with tempfile.TemporaryDirectory(dir=output.parent, prefix=f"{output.name}.") as name:
            directory = Path(name)
            for file in (*self._settings, *(job.name for job in plan.jobs)):
                objects.fetch(file, directory / file)
            try:
                Directory(directory).gather(command, plan, output)
            except Damaged as damaged:
                objects.remove(damaged.job)
                raise

    def _objects(self) -> Objects:
        return Objects(self._address)


class Objects:
    """The objects of a directory in a bucket."""

    def __init__(self, address: str):
        try:
            import fsspec

            self._system, self._root = fsspec.url_to_fs(address, use_listings_cache=False)
        except ImportError as error:
            raise Problem(f"{address}: {error}") from error
        self._address = address

    def names(self) -> set[str]:
        """Returns the names of all objects."""
        with self._told():
            try:
                paths = self._system.ls(self._root, detail=False, refresh=True)
            except FileNotFoundError:
                return set()
        return {path.rpartition("/")[2] for path in paths}

    def has(self, name: str) -> bool:
        """Returns whether there is an object with this name."""
        with self._told():
            return bool(self._system.exists(self._path(name)))

    def fetch(self, name: str, file: Path) -> None:
        """Writes an object into a file."""
        with self._told():
            try:
                self._system.get_file(self._path(name), str(file))
                file.chmod(0o644)
            except FileNotFoundError:
                raise Missing(name) from None

    def put(self, file: Path) -> None:
        """Writes a file into an object."""
        with self._told():
            self._system.put_file(str(file), self._path(file.name))

    def remove(self, name: str) -> None:
        """Deletes an object."""
        with self._told():
            self._system.rm_file(self._path(name))

    def _path(self, name: str) -> str:
        return f"{self._root}/{name}"

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Converts the errors of the library to one type. In the library, they have many types."""
        try:
            yield
        except Spoiled:
            raise
        except (FileNotFoundError, PermissionError) as error:
            raise Problem(f"{self._address}: {one_line(error)}") from error
        except Exception as error:
            raise Passing(f"{self._address}: {one_line(error)}") from error
