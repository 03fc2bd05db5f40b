"""Tests positions, rounds, levels and playbooks."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
from conftest import Nim

import perfectplay as pp


def test_lookup() -> None:
    position = pp.lookup("X.O/.../...")
    assert (position.value, position.distance) == (pp.Value.WIN, 5)
    assert position.winning == position.best == (3, 6, 8)
    assert position.neutral == (4, 5, 7)
    assert position.losing == (1,)
    assert position.mover == pp.Player.FIRST
    assert [choice.move for choice in position.moves] == [3, 6, 8, 4, 5, 7, 1]
    assert position.line[0] in position.best
    assert len(position.line) == 5
    assert np.nan_to_num(position.move_values, nan=9).tolist() == [9, -1, 9, 1, 0, 0, 1, 0, 1]


def test_a_board_is_asked_by_text_by_key_and_as_an_array(connect: pp.Table) -> None:
    text = "..../..../.O../.X.."
    board = [[0, 0, 0, 0], [0, 0, 0, 0], [0, -1, 0, 0], [0, 1, 0, 0]]
    position = connect[text]
    assert connect[board] == connect[np.array(board)] == connect[position.key] == position
    assert connect.position(position) == position
    assert position[3, 1] == 1
    assert np.asarray(position).tolist() == board
    assert position.board.dtype == np.int8
    assert text in connect
    assert "XXXX/..../..../...." not in connect
    assert connect.start.play("b").play(1) == position
    assert {position, connect[text]} == {position}


def test_the_mover_is_told_where_the_board_does_not() -> None:
    table = pp.solve("hexapawn:3x3")
    with pytest.raises(pp.StateError, match="player to move"):
        table.position(table.start.board)
    assert table.position(table.start.board, mover="first") == table.start
    assert table.position(table.start.board, mover=1) != table.start


def test_what_is_no_state_is_told(tictactoe: pp.Table, connect: pp.Table) -> None:
    with pytest.raises(pp.StateError, match="expected"):
        pp.lookup("XOX")
    with pytest.raises(pp.Unreachable, match="no game reaches XXX/XXX/XXX"):
        pp.lookup("XXX/XXX/XXX")
    unreachable = tictactoe.position("XXX/XXX/XXX")
    assert not unreachable.is_reachable
    assert unreachable.why_unreachable is not None
    with pytest.raises(pp.Unreachable):
        _ = unreachable.value
    with pytest.raises(pp.StateError, match=r"shape \[4, 4\], found shape \[3, 3\]"):
        connect.position(np.zeros((3, 3), int))
    with pytest.raises(TypeError, match="float64"):
        connect.position(np.zeros((4, 4)))
    with pytest.raises(ValueError, match="-128 to 127"):
        connect.position(np.full((4, 4), 1000))
    with pytest.raises(pp.StateError, match="expected one of -1, 0, 1, found 7 on square 5"):
        connect.position([[0, 0, 0, 0], [0, 7, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
    floating = np.zeros((2, 4, 4), np.int8)
    floating[1, 0, 0] = 1
    with pytest.raises(pp.StateError, match="board 1: expected"):
        connect.ask(floating)
    with pytest.raises(pp.StateError, match=r"shape \(n, 4, 4\), found shape \[4, 4\]"):
        connect.ask(np.zeros((4, 4), np.int8))
    with pytest.raises(TypeError, match="keys of integers, found the dtype float64"):
        connect.ask(keys=[1.5])
    with pytest.raises(TypeError, match="either boards or keys"):
        connect.ask()
    with pytest.raises(ValueError, match="expected columns among board, key"):
        connect.arrays(["worth"])  # type: ignore[list-item]
    with pytest.raises(pp.SpecError, match="expected a game"):
        pp.solve("go")
    with pytest.raises(pp.SpecError, match='did you mean "connect"'):
        pp.solve("conect:4x4")
    with pytest.raises(pp.SpecError, match='did you mean "tictactoe"'):
        pp.solve("Tic-Tac-Toe")
    with pytest.raises(TypeError, match="give an object of it"):
        pp.solve(dict)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found <class 'int'> without start"):
        pp.solve(5)  # type: ignore[arg-type]


def test_unknown_states_have_unknown_values(tictactoe: pp.Table) -> None:
    boards = np.array([[[1, 1, 1], [0, 0, 0], [0, 0, 0]], [[0] * 3] * 3])
    answers = tictactoe.ask(boards)
    assert answers["value"].tolist() == [-128, 0]
    assert answers["distance"].tolist() == [-1, 9]
    assert answers["best"].tolist()[0] == 0
    assert tictactoe.ask(keys=[2**40])["value"].tolist() == [-128]


def test_moves_are_indexes_with_names() -> None:
    start = pp.solve("subtraction:21,3").start
    assert [(int(move), str(move)) for move in start.legal] == [(0, "1"), (1, "2"), (2, "3")]
    assert start.play("1").text == start.play(0).text == start.play(start.legal[0]).text == "20"
    assert repr(pp.Move(3, "d")) == "Move(3, 'd')"
    for wrong in ("9", 3, -1):
        with pytest.raises(pp.MoveError, match=r"expected a legal move in 21 \(1 2 3\)"):
            start.play(wrong)
    with pytest.raises(TypeError, match="by its index or its name"):
        start.play(None)  # type: ignore[arg-type]
    with pytest.raises(pp.MoveError, match="the game is over"):
        pp.lookup("XXX/OO./...").play(8)


def test_a_move_is_no_truth_value_and_no_array(connect: pp.Table) -> None:
    start = connect.start
    assert start.play(np.int64(1)) == start.play(1)
    for wrong in (True, np.bool_(True), 1.0, np.array(1), np.array([1]), None):
        with pytest.raises(TypeError, match="by its index or its name"):
            start.play(wrong)  # type: ignore[arg-type]
    for wrong in (True, 1.5, np.zeros((4, 4))):
        with pytest.raises(TypeError):
            connect.position(wrong)
    with pytest.raises(pp.StateError, match=r"found shape \[\]"):
        connect.position(np.array(1))
    with pytest.raises(TypeError, match="a list of names of columns, found 'value'"):
        connect.arrays("value")  # type: ignore[arg-type]


def test_names_are_read_as_people_write_them() -> None:
    start = pp.solve("hexapawn:3x3").start
    for name in ("a1-a2", " a1-a2 ", "A1-A2", "a1-a2!", "a1-a2?!"):
        assert str(start.move(name)) == "a1-a2"
    for wrong in ("", "a1", "a1-a3", "!"):
        with pytest.raises(pp.MoveError):
            start.move(wrong)


def test_a_table_yields_its_positions(tictactoe: pp.Table) -> None:
    positions = list(tictactoe)
    assert len(positions) == len(set(positions)) == len(tictactoe)
    assert [position.key for position in positions] == tictactoe.arrays(["key"])["key"].tolist()
    assert all(isinstance(position, pp.Position) for position in positions)


def test_lookups_hold_their_table() -> None:
    tables = [
        pp.lookup(".../.../..."),
        pp.lookup("X../.../..."),
        pp.lookup("20", "subtraction:21,3"),
    ]
    assert tables[0] != tables[2]
    assert pp.lookup("20", "subtraction:21,3").value == pp.Value.LOSS
    # More games than the number of tables that are kept in memory.
    for heap in range(1, 20):
        assert pp.lookup(str(heap), f"subtraction:{heap},3").distance is not None


def test_push_and_pop(tictactoe: pp.Table) -> None:
    game = tictactoe.round("perfect", "perfect")
    for name in ("4", " 0 ", "2"):
        game.push(name)
    assert game.position.text == "O.X/.X./..."
    assert game.pop() == 2
    assert [int(move) for move in game.history] == [4, 0]
    assert game.outcome() is None
    with pytest.raises(pp.MoveError, match="expected a legal move"):
        game.push(4)
    assert game.position.text == "O../.X./..."
    for move in (2, 1, 6):
        game.push(move)
    assert game.outcome() == pp.Outcome("won", pp.Player.FIRST)
    assert game.position.outcome() == game.outcome()
    with pytest.raises(pp.MoveError, match="the game is over"):
        game.push(8)
    for _ in range(5):
        game.pop()
    with pytest.raises(IndexError):
        game.pop()
    assert game.position == tictactoe.start
    drawn = tictactoe["XOX/XOO/OXX"]
    assert drawn.outcome() == pp.Outcome("drawn", None)
    assert tictactoe.start.outcome() is None


def test_regrets_are_those_of_the_table(connect: pp.Table) -> None:
    die = np.random.default_rng(4)
    games: list[list[int]] = []
    expected = []
    for number in range(50):
        position = connect.start
        moves: list[int] = []
        while not position.is_over:
            choice = position.moves[die.integers(len(position.moves))]
            best = position.moves[0]
            lost = int(best.value) - int(choice.value)
            later = 0
            if lost == 0 and best.distance is not None and choice.distance is not None:
                later = int(best.value) * (choice.distance - best.distance)
            expected.append(
                (number, len(moves), position.key, int(choice.move), int(best.value), lost, later)
            )
            moves.append(int(choice.move))
            position = position.play(choice.move)
        games.append(moves)
    columns = connect.regrets(games)
    found = list(zip(*(column.tolist() for column in columns.values()), strict=True))
    assert found == expected
    assert list(columns) == ["game", "ply", "key", "move", "value", "value_lost", "distance_lost"]
    assert min(columns["distance_lost"]) == 0 < max(columns["distance_lost"])
    with pytest.raises(pp.MoveError, match="game 1, ply 0: expected a legal move"):
        connect.regrets([["a"], ["z"]])
    with pytest.raises(TypeError, match="one by one"):
        connect.regrets(["ab"])
    # After an extra turn, the same player moves again, not the opponent.
    kalah = pp.solve("kalah:3,2")
    again = kalah.regrets([[str(move) for move in kalah.start.line]])
    assert not again["value_lost"].any()
    assert not again["distance_lost"].any()


def test_levels(tictactoe: pp.Table) -> None:
    threatened = tictactoe["XX./.O./..."]
    assert {threatened.choose("perfect", seed) for seed in range(50)} == {2}
    assert len({threatened.choose("random", seed) for seed in range(200)}) == 6
    assert len({threatened.choose() for _ in range(20)}) == 1
    # The library and the command read these texts, too. `crates/cli/tests/lists.rs` has the same
    # list.
    for level in [
        "perfect",
        "invincible",
        "casual",
        "casual:0",
        "casual:25",
        "casual:100",
        "random",
    ]:
        assert threatened.choose(level, 1) in threatened.legal
    for text in ["", "Perfect", "casual:", "casual:101", "casual:+5", "casual 5", "perfect:5"]:
        with pytest.raises(ValueError, match="expected a level"):
            threatened.choose(text)
    with pytest.raises(pp.MoveError):
        tictactoe["XXX/OO./..."].choose()


def test_a_round(tictactoe: pp.Table) -> None:
    game = tictactoe.round("human", "perfect", seed=1)
    game.play(0)
    assert game.awaits_reply
    assert game.reply() == 4
    assert game.reply() is None
    with pytest.raises(pp.MoveError, match="expected a legal move"):
        game.play(4)
    assert game.position.text == "X../.O./..."
    assert game.undo() == 2
    assert game.redo() == 2
    assert [int(move) for move in game.history] == [0, 4]
    copied = pickle.loads(pickle.dumps(game))
    assert copied.position == game.position
    assert copied.seats == game.seats == ("human", "perfect")
    game.set_seat("first", "random")
    while not game.is_over:
        game.reply()
    assert game.ending in ("won", "drawn")
    assert (game.winner is None) == (game.ending == "drawn")
    with pytest.raises(pp.MoveError, match="the game is over"):
        game.play(8)


def test_a_round_from_a_position(tictactoe: pp.Table) -> None:
    game = tictactoe.round("human", "perfect", start="XX./.O./...")
    assert game.mover == pp.Player.SECOND
    assert game.reply() == 2


def test_a_playbook_needs_no_table() -> None:
    baked = pp.solve("connect:4x4").playbook("second")
    book = pp.Playbook.open(bytes(baked), "connect:4x4")
    assert bytes(pickle.loads(pickle.dumps(book))) == bytes(baked)
    chance = random.Random(1)
    outcomes = set()
    for _ in range(200):
        position = book.start
        while not position.is_over:
            move = book.choose(position)
            assert (move is None) == (position.mover == pp.Player.FIRST)
            position = position.play(chance.choice(position.legal) if move is None else move)
        assert position.winner != pp.Player.FIRST
        outcomes.add(position.winner)
    assert outcomes == {None, pp.Player.SECOND}


def test_the_playbook_of_connect_four_wins() -> None:
    book = pp.Playbook.open((files(pp) / "connect-7x6.playbook").read_bytes(), "connect:7x6")
    chance = random.Random(1)
    for _ in range(50):
        position = book.start
        while not position.is_over:
            move = book.choose(position)
            position = position.play(chance.choice(position.legal) if move is None else move)
        assert position.winner == pp.Player.FIRST


def test_a_playbook(tictactoe: pp.Table, tmp_path: Path) -> None:
    book = tictactoe.playbook(symmetry=True)
    assert len(bytes(book)) == len(book) < 100
    assert book.sides == tuple(pp.Player)
    for side in pp.Player:
        # A player that uses the playbook is audited with the table.
        audited = pp.audit(lambda position: book.choose(position) or 0, tictactoe, side=side)
        assert audited.lost == 0
        assert audited.blunders == 0
    book.write(tmp_path / "book")
    opened = tictactoe.open_playbook(tmp_path / "book")
    assert bytes(opened) == bytes(book) == bytes(pickle.loads(pickle.dumps(book)))
    assert "uint8_t" in book.source("c")
    with pytest.raises(pp.TableError):
        tictactoe.open_playbook(b"no book")
    with pytest.raises(pp.TableError):
        pp.Playbook.open(b"no book", "connect:7x6")
    with pytest.raises(pp.TableError):
        pp.Playbook.open(tmp_path / "book", "connect:7x6")
    with pytest.raises(ValueError, match="expected a position of tictactoe"):
        book.choose(pp.solve("mnk:3,3,3").start)
    with pytest.raises(ValueError, match="expected a language"):
        book.source("basic")  # type: ignore[arg-type]


def test_pickling(tictactoe: pp.Table, connect: pp.Table, tmp_path: Path) -> None:
    position = connect.start.play(1)
    for thing in (position, position.game, pp.Value.WIN, position.legal):
        assert pickle.loads(pickle.dumps(thing)) == copy.deepcopy(thing) == thing
    move = pickle.loads(pickle.dumps(position.legal[1]))
    assert (int(move), str(move)) == (1, "b")
    assert len(pickle.loads(pickle.dumps(tictactoe))) == 5478
    connect.write(tmp_path / "table")
    opened = pp.open(tmp_path / "table")
    assert len(pickle.loads(pickle.dumps(opened))) == len(connect)


def test_files(connect: pp.Table, tictactoe: pp.Table, tmp_path: Path) -> None:
    for table in (connect, tictactoe):
        path = tmp_path / "table"
        table.write(path)
        opened = pp.open(path)
        assert opened.spec == table.spec
        for name, column in table.arrays().items():
            assert (opened.arrays()[name] == column).all()
    assert path.stat().st_mode & 0o777 == 0o644
    damaged = bytearray(path.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(pp.TableError):
        pp.open(path)
    path.write_bytes(b"no table")
    with pytest.raises(pp.TableError):
        pp.open(path)
    with pytest.raises(FileNotFoundError):
        pp.open(tmp_path / "nothing")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table"]
    with pytest.raises(OSError, match="directory"):
        connect.write(tmp_path / "nowhere" / "table")


def test_verify_and_counts(tictactoe: pp.Table) -> None:
    assert tictactoe.verify()["states"] == 5478
    assert sum(tictactoe.counts().values()) == 5478
    assert tictactoe.stats()["games"] == 255_168
    assert (tictactoe.value, tictactoe.distance) == (pp.Value.DRAW, 9)


def test_threads(connect: pp.Table) -> None:
    columns = connect.arrays()

    def ask(part: int) -> bool:
        rows = slice(part, None, 8)
        answers = connect.ask(columns["board"][rows])
        single = connect.position(int(columns["key"][part]))
        return bool(
            (answers["value"] == columns["value"][rows]).all()
            and single.value == columns["value"][part]
        )

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(64)))


def test_shown(tictactoe: pp.Table, connect: pp.Table, tmp_path: Path) -> None:
    position = tictactoe["X.O/.../..."]
    assert "X to move wins in 5 plies." in repr(position)
    assert "\x1b" not in repr(position)
    svg = position._repr_svg_()
    assert svg is not None
    assert svg.startswith("<svg")
    assert "*3" in svg
    assert "*3" not in position.svg(marked=False)
    report = connect.report()
    assert "<svg" in report.html
    assert "srcdoc" in report._repr_html_()
    page = connect.page()
    page.write(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page.html
    assert repr(connect) == "<Table of connect:4x4,4: 161029 states>"


def test_games() -> None:
    for listed in pp.games():
        for spec in listed["samples"]:
            game = pp.game(spec)
            assert game.name == listed["name"]
            assert pp.game(game.spec) == game


def test_slices_of_a_table_are_lists_of_positions(tictactoe: pp.Table) -> None:
    every = list(tictactoe)
    assert tictactoe[:3] == every[:3]
    assert tictactoe[10:20:4] == every[10:20:4]
    assert tictactoe[-2:] == every[-2:]
    assert tictactoe[9000:] == []
    with pytest.raises(ValueError, match="a positive step, found -1"):
        tictactoe[::-1]


def test_a_mask_has_names(connect: pp.Table) -> None:
    columns = connect.arrays(["key", "winning"])
    row = int(np.flatnonzero(columns["winning"])[0])
    position = connect.position(int(columns["key"][row]))
    assert position.moves_in(columns["winning"][row]) == position.winning
    assert position.moves_in(2**64 - 1) == position.legal
    assert position.moves_in(0) == ()


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.table"
    for rules in (None, Nim(2, 2)):
        with pytest.raises(FileNotFoundError) as raised:
            pp.open(missing, rules)
        assert raised.value.filename == str(missing)
        assert raised.value.strerror == "No such file or directory"


def test_the_version_is_that_of_the_package() -> None:
    assert pp.__version__ == version("perfectplay")
