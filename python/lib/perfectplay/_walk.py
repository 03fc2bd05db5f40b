"""Iterates over every position of a table."""

from __future__ import annotations

from collections.abc import Iterator

from ._native import Position, Table


def positions(table: Table) -> Iterator[Position]:
    """Yields a position for each state, in the order of `Table.arrays`."""
    for batch in table.batches(["key"]):
        for key in batch["key"].tolist():
            yield table.position(key)
