"""Opens the store at an address."""

from __future__ import annotations

from pathlib import Path

from perfectplay_cluster.problem import Problem
from perfectplay_cluster.store import Directory, Store

BUCKETS = ("s3", "gs", "abfs")
"""The protocols whose objects are written whole or not at all."""


def open_store(address: str, cache_bytes: int) -> Store:
    """Returns the store at an address, which is a directory, or a form such as
    ``s3://BUCKET/DIRECTORY``."""
    protocol, separator, _ = address.partition("://")
    if not separator:
        return Directory(Path(address).absolute())
    if protocol not in BUCKETS:
        known = ", ".join(f"{bucket}://" for bucket in BUCKETS)
        raise Problem(f"expected a directory or a bucket of {known}; found {address}")
    # This module needs packages that not every installation has.
    from perfectplay_cluster.bucket import Bucket

    return Bucket(address.rstrip("/"), cache_bytes)
