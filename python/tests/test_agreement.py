"""Compares the answer about every state with the command's answer, and all ways to look a state up
with each other."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import perfectplay as pp
from perfectplay._types import Column

GAMES = [
    "tictactoe",
    "mnk:4,2,3",
    "connect:4x3",
    "wild",
    "notakto:1",
    "hexapawn:3x3",
    "chomp:4x3",
    "nim:3,4,5",
    "subtraction:21,3",
    "morris:tapatan",
    "dodgem:2",
    "hounds",
    "breakthrough:2x4",
    "domineering:4x3",
    "dots:2x1",
    "kalah:2,2",
]
"""One game of each kind: with gravity, with extra turns, loopy, without a board, with heaps."""


def said(command: Path, table: pp.Table, states: list[str]) -> list[dict[str, Any]]:
    """Returns the answers of the command about states."""
    asked = subprocess.run(
        [command, "lookup", "--json", "--game", table.spec, "-"],
        input="\n".join(states) + "\n",
        text=True,
        capture_output=True,
        check=False,
    )
    answers = [json.loads(line) for line in asked.stdout.splitlines()]
    assert len(answers) == len(states), asked.stderr
    return answers


def mask(moves: tuple[pp.Move, ...]) -> int:
    return sum(1 << move for move in moves)


@pytest.mark.one_version
@pytest.mark.parametrize("spec", GAMES)
def test_every_state_is_that_of_the_command(command: Path, spec: str) -> None:
    table = pp.solve(spec)
    columns = table.arrays()
    keys = columns["key"].tolist()
    assert len(set(keys)) == len(keys) == len(table)
    positions = [table.position(key) for key in keys]
    answers = said(command, table, [position.text for position in positions])
    values = {name: pp.Value[name.upper()] for name in ("win", "draw", "loss")}
    for row, (position, answer) in enumerate(zip(positions, answers, strict=True)):
        assert position.to_json() == answer
        assert position.value == values[str(answer["value"])] == columns["value"][row]
        assert position.distance == answer["distance"]
        assert (-1 if position.distance is None else position.distance) == columns["distance"][row]
        assert (-1 if position.mover is None else position.mover) == columns["mover"][row]
        for kind in ("winning", "neutral", "losing", "best"):
            moves = getattr(position, kind)
            assert [str(move) for move in moves] == [str(name) for name in answer[kind]]
            assert mask(moves) == columns[kind][row]
        if position.points is not None:
            assert list(position.points) == columns["points"][row].tolist()
        assert (position.points is not None) == ("points" in columns)
        if table.game.shape is not None:
            assert (position.board == columns["board"][row]).all()
        assert position.is_over == (not position.legal)


@pytest.mark.parametrize("spec", GAMES)
def test_bulk_answers_are_those_of_arrays(spec: str) -> None:
    table = pp.solve(spec)
    columns = table.arrays()
    wanted: list[Column] = ["value", "distance", "winning", "neutral", "losing", "best", "mover"]
    answers = table.ask(keys=columns["key"], columns=wanted)
    for name in wanted:
        assert (answers[name] == columns[name]).all(), name
    if table.game.shape is None:
        with pytest.raises(pp.StateError, match="has no board"):
            table.ask(np.zeros((1, 3, 3), np.int8))
        return
    movers = np.maximum(columns["mover"], 0)
    if spec.split(":")[0] in ("dots", "kalah", "nim"):
        # In games with points or heaps, the text of a state is not just the rows of a board.
        with pytest.raises(pp.StateError, match="can look alike: give keys, not boards"):
            table.ask(columns["board"], movers=movers)
        return
    answers = table.ask(columns["board"], movers=movers, columns=wanted)
    for name in wanted:
        assert (answers[name] == columns[name]).all(), name
    usual = table.ask(columns["board"], movers=movers)
    assert list(usual) == ["value", "distance", "best"]


def test_batches_are_the_arrays_in_parts(connect: pp.Table) -> None:
    whole = connect.arrays()
    parts = list(connect.batches(rows=50_000))
    assert len(parts) > 2
    for name, column in whole.items():
        joined = np.concatenate([part[name] for part in parts])
        assert joined.dtype == column.dtype
        assert (joined == column).all()
    some = next(connect.batches(["value", "key"]))
    assert list(some) == ["value", "key"]


@pytest.mark.one_version
def test_a_table_of_tiers_is_read_tier_by_tier(tmp_path: Path, command: Path) -> None:
    path = tmp_path / "connect.table"
    subprocess.run(
        [command, "solve", "--game", "connect:4x4", "--format", "tiers", "-o", path],
        check=True,
        capture_output=True,
    )
    table = pp.open(path)
    assert len(table) == 161_029
    columns = table.arrays()
    assert len(columns["key"]) == len(table)
    counts = {value: int((columns["value"] == value).sum()) for value in pp.Value}
    assert counts == table.counts()
    assert (columns["ply"] == (columns["board"] != 0).sum(axis=(1, 2))).all()
    # The sets of moves are disjoint, and the best moves are among the moves that keep the value.
    sets = [columns[kind] for kind in ("winning", "neutral", "losing")]
    assert not (sets[0] & sets[1] | sets[1] & sets[2] | sets[0] & sets[2]).any()
    keeping = np.choose(1 - columns["value"], sets)
    assert not (columns["best"] & ~keeping).any()
    over = columns["distance"] == 0
    assert not (sets[0] | sets[1] | sets[2])[over].any()
    assert (columns["best"] != 0)[~over].all()
    some = np.random.default_rng(1).integers(0, len(table), 20_000)
    boards, keys = columns["board"][some], columns["key"][some]
    for answers in (table.ask(boards), table.ask(keys=keys)):
        for name in ("value", "distance", "best"):
            assert (answers[name] == columns[name][some]).all()
    copy = tmp_path / "copy.table"
    table.write(copy)
    assert copy.read_bytes() == path.read_bytes()


def test_values_follow_from_one_ply(connect: pp.Table) -> None:
    """Computes the value of each state from the states after its moves. These states are looked up
    in the arrays by their keys."""
    columns = connect.arrays()
    values = dict(zip(columns["key"].tolist(), columns["value"].tolist(), strict=True))
    rows = np.random.default_rng(2).integers(0, len(connect), 2_000)
    for row in rows:
        position = connect.position(int(columns["key"][row]))
        after = [-values[position.play(move).key] for move in position.legal]
        assert position.value == (max(after) if after else values[position.key])
