"""Writes a solved game as a data set. A data set is a Parquet file, and a card that says what each
column means."""

from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from ._native import Table
from ._types import Column
from ._values import Value

MEANINGS: dict[str, str] = {
    "board": "The squares row by row: 0 empty; 1 and -1 pieces of the first and the second player; "
    "2, -2 and so on for pieces of several kinds or ages; the number of things in a heap; "
    "-128 where there is no square.",
    "key": "A number that no other state has.",
    "canonical": "The least key of the symmetric states. Split by it, so that no state of the test "
    "set is an image of one in the training set.",
    "mover": "The player to move: 0 first, 1 second, -1 if the state does not tell.",
    "points": "The points of the first and of the second player.",
    "value": "The value for the player to move with perfect play: 1 win, 0 draw, -1 loss.",
    "distance": "Plies to the end if the winner hurries and the loser delays; -1 if there is none.",
    "ply": "Plies from the nearest start; -1 where not known.",
    "winning": "The moves after which the opponent is lost: bit i is move i.",
    "neutral": "The moves that draw.",
    "losing": "The moves after which the opponent wins.",
    "best": "The moves that keep the value and the distance.",
}
"""The meaning of each column."""


@dataclass(frozen=True)
class Dataset:
    """The files of a data set."""

    parquet: Path
    card: Path
    rows: int
    sha256: str
    """The SHA-256 of the Parquet file."""
    content_sha256: str
    """The SHA-256 of the numbers. It does not depend on the storage format."""


def write_dataset(
    table: Table, directory: str | os.PathLike[str], columns: Sequence[Column] | None = None
) -> Dataset:
    """Writes every state of a table to a Parquet file, with a card beside it.

    The name of the file is the name of the game. The card is the file `README.md`. It contains the
    meaning of each column, the number of rows, and the checksums. `columns` are those of
    `Table.arrays`; None means all columns of the game. The table is read batch by batch. This
    function needs pyarrow.

    The SHA-256 of the contents is computed in two steps. First, the checksum of each column is
    computed from the bytes of its numbers, little-endian. Then these checksums are joined in the
    order of the columns, and the checksum of the joined bytes is computed.
    """
    pa: Any = import_module("pyarrow")
    parquet: Any = import_module("pyarrow.parquet")
    directory = Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    card = directory / "README.md"
    is_card = card.is_file() and not card.is_symlink()
    if os.path.lexists(card) and not (is_card and _OF_CARD in card.read_text("utf-8", "replace")):
        raise FileExistsError(errno.EEXIST, "expected the card of a data set, found", str(card))
    if columns is None:
        present = next(table.batches(rows=1))
        names = [name for name in MEANINGS if name in present or name == "canonical"]
    else:
        names = list(columns)
    stream = pa.RecordBatchReader.from_stream(table.to_arrow(names))  # type: ignore[arg-type]
    path = directory / f"{table.spec.replace(':', '-').replace(',', '-')}.parquet"
    draft = path.with_name(f".{path.name}.part")
    hashes = {name: hashlib.sha256() for name in names}
    rows = 0
    # A run that was killed may have left its draft. The new draft is a new file, and never a link
    # to another file.
    draft.unlink(missing_ok=True)
    try:
        with (
            draft.open("xb") as file,
            parquet.ParquetWriter(file, stream.schema, compression="zstd") as writer,
        ):
            for batch in stream:
                writer.write_batch(batch)
                rows += len(batch)
                for name in names:
                    column = batch.column(name)
                    flat = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
                    numbers = flat.to_numpy(zero_copy_only=True)
                    hashes[name].update(numbers.astype(numbers.dtype.newbyteorder("<")).tobytes())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    with path.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    content = hashlib.sha256(b"".join(hashes[name].digest() for name in names)).hexdigest()
    card.write_text(_card(table, names, path.name, rows, digest, content), encoding="utf-8")
    return Dataset(path, card, rows, digest, content)


_OF_CARD = "has every state that some game of"
"""The words that tell a card from another file of this name."""


def _card(
    table: Table, names: Sequence[str], file: str, rows: int, digest: str, content: str
) -> str:
    """Returns the card in Markdown."""
    game, counts = table.game, table.counts()
    shape = "no board" if game.shape is None else f"a board of the shape {game.shape}"
    moves = "\n".join(f"| {int(move)} | `{move}` |" for move in table.start.legal)
    meanings = "\n".join(f"| `{name}` | {MEANINGS[name]} |" for name in names)
    return f"""# {game.title}, solved

{game.rules}

`{file}` {_OF_CARD} `{table.spec}` reaches, one a row: {rows:,} rows. The
game has {shape} and {game.moves} moves. Each value is proved: no search was cut short.

| won for the player to move | drawn | lost |
| --: | --: | --: |
| {counts[Value.WIN]:,} | {counts[Value.DRAW]:,} | {counts[Value.LOSS]:,} |

| column | meaning |
| --- | --- |
{meanings}

The moves of the start:

| index | name |
| --: | --- |
{moves}

- SHA-256 of the file: `{digest}`
- SHA-256 of the contents: `{content}`. Each column is hashed by itself, as the bytes of its
  numbers, little-endian and row by row. This is the hash of these hashes, in the order of the
  columns.

Made by `perfectplay.write_dataset(perfectplay.solve("{table.spec}"), directory)`.
"""
