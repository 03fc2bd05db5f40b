"""Libraries that read Arrow can read tables."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import perfectplay as pp


def test_pyarrow(connect: pp.Table) -> None:
    columns = connect.arrays()
    table = pa.table(connect)
    table.validate(full=True)
    assert table.column_names == list(columns)
    for name, column in columns.items():
        found = table[name].combine_chunks()
        values = found.flatten() if name == "board" else found
        assert (values.to_numpy(zero_copy_only=True) == column.ravel()).all()
    assert pa.schema(connect) == table.schema
    stream = connect.to_arrow(["key", "value"], rows=1000)
    reader = pa.RecordBatchReader.from_stream(stream)
    assert reader.schema.names == ["key", "value"]
    assert sum(len(batch) for batch in reader) == len(connect)
    with pytest.raises(ValueError, match="not read before"):
        pa.table(stream)


def test_polars(connect: pp.Table, tmp_path: Path) -> None:
    frame = pl.DataFrame(connect)
    columns = connect.arrays()
    assert frame.height == len(connect)
    assert (frame["value"].to_numpy() == columns["value"]).all()
    assert (np.array(frame["board"].to_list()).reshape(-1, 4, 4) == columns["board"]).all()
    counted = frame.group_by("value").len().sort("value")["len"].to_list()
    assert counted == [connect.counts()[value] for value in pp.Value]
    frame.write_parquet(tmp_path / "connect.parquet")
    assert pl.read_parquet(tmp_path / "connect.parquet").equals(frame)


def test_pandas(tictactoe: pp.Table) -> None:
    frame = pd.DataFrame.from_arrow(tictactoe)  # type: ignore[attr-defined]
    assert frame["best"].dtype == np.uint64
    assert len(frame) == 5478


def test_duckdb(connect: pp.Table) -> None:
    # The query refers to this variable by its name.
    stream = pa.RecordBatchReader.from_stream(connect)  # noqa: F841
    query = "select value, count(*) from stream group by value order by value"
    counted = duckdb.sql(query)
    assert counted is not None
    assert counted.fetchall() == [(int(value), connect.counts()[value]) for value in pp.Value]


def test_games_without_a_board_have_no_such_column() -> None:
    table = pp.solve("subtraction:21,3")
    assert "board" not in pa.table(table).column_names
    with pytest.raises(ValueError, match="has no board"):
        table.arrays(["board"])
