"""Iterates over every position of a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from ._native import Position, Table


def positions(table: Table) -> Iterator[Position]:
    """Yields a position for each state, in the order of `Table.arrays`."""
    for batch in table.batches(["key"]):
        for key in batch["key"].tolist():
            yield table.position(key)


def some_positions(table: Table, rows: slice) -> list[Position]:
    """Returns the positions of a slice. The slice counts states from 0, in the order of
    `positions`."""
    first, end, step = rows.indices(len(table))
    if step < 0:
        raise ValueError(f"expected a slice with a positive step, found {step}")
    return list(islice(positions(table), first, end, step))
