"""Keeps copies of results on the disk of a worker."""

from __future__ import annotations

import os
import uuid
from pathlib import Path


class Cache:
    """A directory that keeps the most recently used files, up to a limit in bytes.

    Several threads and processes may use the same directory at the same time. If the cache drops a
    file, links to this file in other directories stay.
    """

    def __init__(self, directory: Path, most: int):
        self._directory = directory
        self._most = most
        directory.mkdir(parents=True, exist_ok=True)

    def link(self, name: str, directory: Path) -> bool:
        """Links a file into a directory if the cache has the file. Returns whether it does."""
        kept = self._directory / name
        try:
            os.utime(kept)
            (directory / name).hardlink_to(kept)
        except FileNotFoundError:
            return False
        return True

    def keep(self, file: Path) -> None:
        """Keeps a file under its name as long as there is room."""
        link = self._directory / f"{uuid.uuid4()}.part"
        link.hardlink_to(file)
        os.utime(link)
        link.replace(self._directory / file.name)
        self._make_room()

    def forget(self, name: str) -> None:
        """Drops a file."""
        (self._directory / name).unlink(missing_ok=True)

    def _make_room(self) -> None:
        files = []
        for entry in os.scandir(self._directory):
            try:
                status = entry.stat()
            except FileNotFoundError:
                continue
            files.append((status.st_mtime_ns, status.st_size, entry.name))
        used = sum(size for _, size, _ in files)
        for _, size, name in sorted(files):
            if used <= self._most:
                break
            self.forget(name)
            used -= size
