"""Tests exact figures about players, and data sets with their checksums."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pyspiel
import pytest
from conftest import Nim
from open_spiel.python.algorithms.exploitability import exploitability
from open_spiel.python.policy import TabularPolicy

import perfectplay as pp
from perfectplay import openspiel
from perfectplay._dataset import MEANINGS


def first_free(position: pp.Position) -> pp.Move:
    return position.legal[0]


@pytest.mark.parametrize("spec", ["tictactoe", "nim:1,2,3", "kalah:2,2", "hexapawn:3x3"])
def test_perfect_players_lose_nothing(spec: str) -> None:
    found = pp.evaluate("perfect", spec)
    table = pp.solve(spec)
    assert found.all.keeps_the_value == found.all.best == pytest.approx(1)
    assert found.all.value_lost == pytest.approx(0)
    assert found.all.states == sum(not position.is_over for position in table)
    assert sum(row.states for row in found.plies) == found.all.states
    assert found.exploitability == pytest.approx(0)
    for results in (found.random_as_first, found.random_as_second):
        assert results is not None
        assert results.won + results.drawn + results.lost == pytest.approx(1)


@pytest.mark.one_version
def test_figures_are_those_of_openspiel() -> None:
    """Compares the exploitability with that of OpenSpiel, which walks through every course of
    play."""
    for name in ("mnk(m=3,n=2,k=2)", "nim(pile_sizes=1;2;3)"):
        game = pyspiel.load_game(name)
        policy = TabularPolicy(game)
        for number, state in enumerate(policy.states):
            policy.action_probability_array[number] = 0
            actions = openspiel.actions(state)
            chosen = first_free(openspiel.position(state))
            action = next(action for action, move in actions.items() if move == chosen)
            policy.action_probability_array[number][action] = 1
        found = pp.evaluate(first_free, openspiel.spec(game))
        assert found.exploitability == pytest.approx(exploitability(game, policy))


def test_figures_are_those_of_an_audit_and_of_single_states() -> None:
    found, audited = pp.evaluate(first_free), pp.audit("random")
    table = pp.solve("tictactoe")
    positions = [position for position in table if not position.is_over]
    kept = [first_free(position) in _keeping(position) for position in positions]
    assert found.all.keeps_the_value == pytest.approx(np.mean(kept))
    random = pp.evaluate("random")
    shares = [len(_keeping(position)) / len(position.legal) for position in positions]
    assert random.all.keeps_the_value == pytest.approx(np.mean(shares))
    # Two random players have the known odds of tic-tac-toe.
    assert random.random_as_first is not None
    assert random.random_as_second is not None
    assert random.random_as_first.won == pytest.approx(0.584920634920635)
    assert random.random_as_first.drawn == pytest.approx(0.126984126984127)
    assert random.random_as_second.lost == pytest.approx(random.random_as_first.won)
    assert audited.beaten_with_probability is not None
    assert 0 < (random.exploitability or 0) <= 1
    assert "exploitability" in str(found)
    assert json.loads(json.dumps(found.to_dict()))["all"]["states"] == 4520


def _keeping(position: pp.Position) -> tuple[pp.Move, ...]:
    kinds = {1: position.winning, 0: position.neutral, -1: position.losing}
    return kinds[int(position.value)]


def test_loopy_games_and_players_that_fail() -> None:
    assert pp.evaluate("perfect", "morris:tapatan").exploitability is None
    with pytest.raises(pp.PlayerError, match="chooses 9") as raised:
        pp.evaluate(lambda position: 9)
    assert raised.value.state == ".../.../..."
    own = pp.evaluate(first_free, pp.solve(Nim(2, 2)))
    assert own.all.states == 8


@pytest.mark.parametrize("spec", ["tictactoe", "kalah:2,2", "subtraction:21,3"])
def test_a_data_set_says_what_it_holds(spec: str, tmp_path: Path) -> None:
    table = pp.solve(spec)
    written = pp.write_dataset(table, tmp_path / "data")
    assert written.rows == len(table)
    assert written.sha256 == hashlib.sha256(written.parquet.read_bytes()).hexdigest()
    frame = pq.read_table(written.parquet)
    names = frame.column_names
    columns = table.arrays(names)
    content = hashlib.sha256()
    for name in names:
        found = frame[name].combine_chunks()
        values = found.flatten() if name in ("board", "points") else found
        assert (np.asarray(values) == columns[name].ravel()).all()
        content.update(hashlib.sha256(columns[name].tobytes()).digest())
    assert written.content_sha256 == content.hexdigest()
    card = written.card.read_text(encoding="utf-8")
    for name in names:
        assert f"| `{name}` | {MEANINGS[name]} |" in card
    assert written.sha256 in card
    assert written.content_sha256 in card
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [
        "README.md",
        written.parquet.name,
    ]
    assert pp.write_dataset(table, tmp_path / "again").content_sha256 == written.content_sha256
    assert pp.write_dataset(table, tmp_path / "data").sha256 == written.sha256


def test_a_data_set_leaves_files_of_others_alone(tmp_path: Path) -> None:
    table = pp.solve("subtraction:21,3")
    mine = tmp_path / "README.md"
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(FileExistsError):
        pp.write_dataset(table, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    (tmp_path / "data").mkdir()
    draft = tmp_path / "data" / ".subtraction-21-3.parquet.part"
    draft.symlink_to(mine)
    pp.write_dataset(table, tmp_path / "data")
    assert mine.read_text(encoding="utf-8") == "mine"
