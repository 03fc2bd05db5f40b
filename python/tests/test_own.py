"""Tests games whose rules are in Python. Some of the rules are honest, and some lie."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Nim

import perfectplay as pp


def test_it_is_solved_as_the_game_that_ships(nim: Nim) -> None:
    table, expected = pp.solve(nim), pp.solve("nim:3,4,5")
    assert len(table) == len(expected) == 4 * 5 * 6
    for text in (pp.solve(nim).position(key).text for key in table.arrays()["key"].tolist()):
        own, other = table[text], expected[text]
        assert (own.value, own.distance) == (other.value, other.distance)
        # The two games number their moves differently.
        for one, two in ((own, other), (other, own)):
            best = {choice.after for choice in one.moves if choice.is_best}
            assert best == {choice.after for choice in two.moves if choice.is_best}
    assert table[(3, 4, 5)] == table.start == table["3,4,5"]
    assert table.game.players == ("Ann", "Ben")
    assert table.game.name == "nim"
    assert table.game.rules.startswith("Nim: a player takes one or more")


class TakeAway:
    """A player takes one, two or three of 21 sticks, and the player who takes the last stick
    wins."""

    def move_count(self) -> int:
        return 3

    def start(self) -> int:
        return 21

    def outcome(self, left: int) -> pp.Value | None:
        return None if left else pp.Value.LOSS

    def legal(self, left: int) -> list[int]:
        return list(range(min(3, left)))

    def play(self, left: int, move: int) -> int:
        return left - 1 - move

    def key(self, left: int) -> int:
        return left


def test_a_table_from_rules_in_javascript_is_opened() -> None:
    golden = Path(__file__).parents[2] / "tests" / "golden" / "take-away-3.table"
    table, expected = pp.open(golden, TakeAway()), pp.solve(TakeAway())
    assert len(table) == len(expected) == 22
    for left in range(22):
        position, same = table[left], expected[left]
        assert (position.value, position.distance, position.best) == (
            same.value,
            same.distance,
            same.best,
        )


def test_it_is_played_audited_written_and_shown(nim: Nim, tmp_path: Path) -> None:
    table = pp.solve(nim)
    assert pp.audit(lambda position: table[position].best[0], table).lost == 0
    assert pp.audit(lambda position: position.legal[0], table).lost != 0
    game = table.round("perfect", "perfect")
    while not game.is_over:
        game.reply()
    assert game.winner == pp.Player.FIRST
    table.write(tmp_path / "nim.table")
    opened = pp.open(tmp_path / "nim.table", Nim(3, 4, 5))
    for name, column in table.arrays().items():
        assert (opened.arrays()[name] == column).all()
    assert opened["1,1,0"].value == pp.Value.LOSS
    assert opened[(1, 1, 1)].best == table[(1, 1, 1)].best
    with pytest.raises(pp.TableError):
        pp.open(tmp_path / "nim.table", Nim(3, 4, 4))
    with pytest.raises(pp.TableError):
        pp.open(tmp_path / "nim.table")
    assert table.verify()["states"] == len(table)
    assert table.page().html.startswith("<!doctype html>")
    assert "3,4,5" in repr(table.start)
    answers = table.ask(keys=table.arrays()["key"])
    assert (answers["value"] == table.arrays()["value"]).all()
    assert len(table.playbook("first")) < 100
    again = pickle.loads(pickle.dumps(table))
    assert again.start == again[(3, 4, 5)]


class Oxo:
    """Tic-tac-toe with strings as states, and with a board."""

    move_count = 9

    def start(self) -> str:
        return "." * 9

    def _mover(self, state: str) -> str:
        return "XO"[(9 - state.count(".")) % 2]

    def outcome(self, state: str) -> int | None:
        lines = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8))
        for a, b, c in (*lines, (0, 4, 8), (2, 4, 6)):
            if state[a] == state[b] == state[c] != ".":
                return -1
        return None if "." in state else 0

    def legal(self, state: str) -> list[int]:
        return [cell for cell, mark in enumerate(state) if mark == "."]

    def play(self, state: str, move: int) -> str:
        return state[:move] + self._mover(state) + state[move + 1 :]

    def key(self, state: str) -> int:
        return int(state.translate(str.maketrans(".XO", "012")), 3)

    def board(self, state: str) -> list[list[int]]:
        codes = [{".": 0, "X": 1, "O": -1}[mark] for mark in state]
        return [codes[row : row + 3] for row in (0, 3, 6)]

    def place(self, state: str, move: int) -> int:
        return move


def test_a_game_with_a_board() -> None:
    table, expected = pp.solve(Oxo()), pp.solve("tictactoe")
    assert len(table) == 5478
    columns = table.arrays()
    answers = expected.ask(columns["board"], columns=["value", "distance", "best", "winning"])
    for name, column in answers.items():
        assert (columns[name] == column).all()
    position = table["X.O......"]
    assert position.board.tolist() == [[1, 0, -1], [0, 0, 0], [0, 0, 0]]
    assert table.game.shape == (3, 3)
    assert "*3+" in repr(position)
    assert position.svg().count("<rect") == 9


def change(method: str, lie: Callable[..., Any]) -> Nim:
    """Rules that lie in one method."""

    class Liar(Nim):
        pass

    setattr(Liar, method, lie)
    return Liar(2, 2)


LIES: list[tuple[str, Callable[..., Any], str]] = [
    ("key", lambda self, state: 7, "the key 7 is that of"),
    ("key", lambda self, state: -1, "expected a number from 0 to 2^64 - 1 from `key`, found -1"),
    ("key", lambda self, state: "k", "expected a number from 0 to 2^64 - 1"),
    ("legal", lambda self, state: [], "there is no legal move"),
    ("legal", lambda self, state: [64], "from 0 to 63, from `legal`, found 64"),
    ("legal", lambda self, state: ["a"], "from 0 to 63, from `legal`, found 'a'"),
    ("legal", lambda self, state: [60], "legal, but not below `move_count`"),
    ("legal", lambda self, state: None, "TypeError"),
    ("outcome", lambda self, state: "won", "None from `outcome`, found 'won'"),
    ("outcome", lambda self, state: not any(state), "None from `outcome`, found False"),
    ("key", lambda self, state: True, "2^64 - 1 from `key`, found True"),
    ("legal", lambda self, state: [True], "from 0 to 63, from `legal`, found True"),
    ("text", lambda self, state: 5, "expected a text from `text`, found 5"),
    ("text", lambda self, state: 1 // 0, "`text` raises ZeroDivisionError"),
    ("move_name", lambda self, state, move: "take", "'take' for the moves 0 and 1"),
    ("move_name", lambda self, state, move: move, "expected a text without space around it from"),
    ("move_name", lambda self, state, move: {}[move], "`move_name` raises KeyError: 0"),
    ("mover", lambda self, state: "Ann", "from `mover`, found 'Ann'"),
    ("place", lambda self, state, move: "a1", "from `place`, found 'a1'"),
    ("board", lambda self, state: [[0.5 if sum(state) == 3 else 1]], "from `board`"),
    ("other_starts", lambda self: 5, "TypeError"),
    (
        "other_starts",
        lambda self: itertools.repeat((1, 1)),
        "states from `other_starts`, found more",
    ),
    ("outcome", lambda self, state: 1 // 0, "the rules raise ZeroDivisionError"),
    ("play", lambda self, state, move: state, "occurs twice in a game"),
    ("play", lambda self, state, move: [*state], "unhashable"),
    ("start", lambda self: dict[str, int]()["x"], "KeyError"),
]


@pytest.mark.parametrize(("method", "lie", "problem"), LIES)
def test_rules_that_lie(method: str, lie: Callable[..., Any], problem: str) -> None:
    with pytest.raises(pp.RulesError, match=re.escape(problem)) as raised:
        pp.solve(change(method, lie))
    assert raised.value.state
    is_told_by_python = any(word in problem for word in ("Error", "unhash"))
    assert not is_told_by_python or raised.value.__cause__ is not None
    # The package still works.
    assert len(pp.solve(Nim(2, 2))) == 9


def test_the_state_of_a_fault_is_told() -> None:
    def outcome(self: Nim, state: tuple[int, ...]) -> pp.Value | None:
        if state == (1, 1):
            raise ValueError("no such state")
        return None if any(state) else pp.Value.LOSS

    with pytest.raises(pp.RulesError, match="ValueError: no such state") as raised:
        pp.solve(change("outcome", outcome))
    assert raised.value.state == "1,1"
    assert len(raised.value.moves) == 2
    assert isinstance(raised.value.__cause__, ValueError)


def test_a_check_finds_answers_that_change() -> None:
    assert pp.check(Nim(2, 2))["faults"] == []
    asked: dict[tuple[int, ...], int] = {}

    def key(self: Nim, state: tuple[int, ...]) -> int:
        asked[state] = asked.get(state, 0) + 1
        return Nim.key(self, state) + 1000 * (asked[state] > 2 and state == (0, 1))

    (fault,) = pp.check(change("key", key))["faults"]
    assert fault["state"] == "0,1"
    assert "key" in fault["problem"]
    raising = change("outcome", lambda self, state: 1 // 0)
    (fault,) = pp.check(raising)["faults"]
    assert "ZeroDivisionError" in fault["problem"]
    checked = pp.check("tictactoe")
    assert (checked["states"], checked["complete"]) == (5478, True)


@pytest.mark.parametrize("method", ["text", "move_name", "mover", "place", "board"])
def test_a_check_calls_every_method_and_names_it(method: str) -> None:
    def lie(self: Nim, state: tuple[int, ...], move: int = 0) -> int:
        if sum(state) == 1:
            raise LookupError("not here")
        lies = {"text": "a", "move_name": str(move), "mover": 0, "place": None, "board": [[1]]}
        return lies[method]  # type: ignore[return-value]

    (fault,) = pp.check(change(method, lie))["faults"]
    assert f"`{method}` raises LookupError: not here" in fault["problem"]
    with pytest.raises(pp.RulesError, match=f"`{method}` raises LookupError"):
        pp.solve(change(method, lie))


def test_faults_are_told_in_the_words_of_python() -> None:
    class Again(Nim):
        def mover(self, state: tuple[int, ...]) -> int:
            return 0

    (fault, *_) = pp.check(Again(1, 1))["faults"]
    assert "`has_extra_turns`" in fault["problem"]
    for name, value, problem in (
        ("players", "AB", "a tuple of two names as `players`, found 'AB'"),
        ("name", 5, "a text as `name`, found 5"),
        ("is_loopy", lambda self: True, "True or False as `is_loopy`"),
        ("move_count", "three", "a number of moves from `move_count`, found 'three'"),
        ("text", "a", "a method `text`, found 'a'"),
    ):
        with pytest.raises(TypeError, match=re.escape(problem)):
            pp.solve(change(name, value))  # type: ignore[arg-type]


def test_positions_of_the_same_rules_are_equal() -> None:
    rules = Nim(2, 2)
    table, again, other = pp.solve(rules), pp.solve(Nim(2, 2)), pp.solve(Nim(2, 1))
    position = table[(1, 1)]
    assert position == again[(1, 1)] == pp.solve(rules)[(1, 1)]
    assert position == pickle.loads(pickle.dumps(position)) == copy.deepcopy(position)
    assert hash(position) == hash(again[(1, 1)])
    assert position != other[(1, 1)]


def test_what_is_no_game_is_told() -> None:
    class NoKey:
        move_count = 1
        start = outcome = legal = play = lambda self: None

    with pytest.raises(TypeError, match="without key"):
        pp.solve(NoKey())  # type: ignore[arg-type]

    class NoMover(Nim):
        has_extra_turns = True

    with pytest.raises(TypeError, match="extra turns"):
        pp.solve(NoMover(1))


def test_extra_turns_and_several_starts() -> None:
    """A player takes one or two objects, and moves again after taking two. The player who takes the
    last object wins."""

    class Again:
        move_count = 2
        has_extra_turns = True

        def start(self) -> tuple[int, int]:
            return (5, 0)

        def other_starts(self) -> list[tuple[int, int]]:
            return [(6, 0)]

        def mover(self, state: tuple[int, int]) -> int:
            return state[1]

        def outcome(self, state: tuple[int, int]) -> pp.Value | None:
            if state[0] > 0:
                return None
            # The winner took two and would move again, so the state is the winner's.
            return pp.Value.LOSS

        def legal(self, state: tuple[int, int]) -> list[int]:
            return [0, 1] if state[0] > 1 else [0]

        def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
            left, mover = state
            after = left - 1 - move
            again = move == 1 and after > 0
            return (after, mover if again else 1 - mover)

        def key(self, state: tuple[int, int]) -> int:
            return 2 * state[0] + state[1]

    table = pp.solve(Again())

    def value(left: int) -> int:
        """Returns the value by search. After a move with an extra turn, the value keeps its
        sign."""
        if left == 0:
            return -1
        after = [-value(left - 1)]
        if left > 1:
            after.append(value(left - 2) if left > 2 else -value(0))
        return max(after)

    for left in range(1, 7):
        for mover in (0, 1):
            if (left, mover) in table:
                assert table[(left, mover)].value == value(left)
    assert len(table) > 6


def test_a_loopy_game_of_ones_own() -> None:
    """The players walk round a ring of five places. The player to move on place 0 has lost. A game
    may go on for ever."""

    class Ring:
        def move_count(self) -> int:
            return 2

        is_loopy = True

        def start(self) -> int:
            return 2

        def outcome(self, state: int) -> int | None:
            return -1 if state == 0 else None

        def legal(self, state: int) -> range:
            return range(2)

        def play(self, state: int, move: int) -> int:
            return (state + (1, -1)[move]) % 5

        def key(self, state: int) -> int:
            return state

    table = pp.solve(Ring())
    columns = table.arrays()
    values = dict(zip(columns["key"].tolist(), columns["value"].tolist(), strict=True))
    assert values == {0: -1, 1: 1, 4: 1, 2: 0, 3: 0}
    endless = columns["distance"][np.isin(columns["key"], (2, 3))]
    assert endless.tolist() == [-1, -1]
    assert table.start.distance is None


@pytest.mark.parametrize("key", [-1, 1.5, "k", True, 2**64])
def test_a_check_reports_a_wrong_key(key: object) -> None:
    checked = pp.check(change("key", lambda self, state: key))
    (fault,) = checked["faults"]
    assert fault["problem"].startswith(
        f"expected a number from 0 to 2^64 - 1 from `key`, found {key!r}"
    )
    assert not checked["complete"]
