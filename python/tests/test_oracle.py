"""Tests the `Oracle` for games that are too large to solve, and compares it with tables of small
games."""

from __future__ import annotations

import pickle
import random
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import Nim

import perfectplay as pp

# A state of the real game with 18 marks.
STATE = "......./...X.../...O.../O..X..X/XO.OX.O/OXXXOOX"


@pytest.fixture(scope="session")
def real() -> pp.Oracle:
    return pp.Oracle("connect:7x6", memory=1 << 26)


@pytest.fixture(scope="session")
def solved() -> pp.Table:
    return pp.solve("connect:5x4")


@pytest.fixture(scope="session")
def small() -> pp.Oracle:
    return pp.Oracle("connect:5x4", memory=1 << 26)


def some_keys(table: pp.Table, number: int) -> np.ndarray:
    keys = np.sort(table.arrays(["key"])["key"])
    return keys[np.random.default_rng(1).choice(len(keys), number, replace=False)]


def test_values_are_those_of_the_table(solved: pp.Table, small: pp.Oracle) -> None:
    keys = some_keys(solved, 10_000)
    expected = solved.ask(keys=keys, columns=["value", "winning", "neutral", "losing"])
    found = small.ask(keys=keys)
    assert set(found["status"]) == {"proved"}
    assert not found["unproved"].any()
    for column, values in expected.items():
        assert (found[column] == values).all(), column
    keeping = np.select(
        [found["value"] == 1, found["value"] == 0], [found["winning"], found["neutral"]]
    )
    assert (found["best"] & ~np.where(found["value"] == -1, found["losing"], keeping) == 0).all()


def test_distances_are_those_of_the_table() -> None:
    table = pp.solve("connect:4x4")
    oracle = pp.Oracle("connect:4x4", memory=1 << 26, distance=True)
    keys = some_keys(table, 2_000)
    expected, found = table.ask(keys=keys), oracle.ask(keys=keys)
    decided = expected["value"] != 0
    assert (found["distance"] == expected["distance"])[decided].all()
    assert (found["best"] == expected["best"]).all()
    for key in keys[:50].tolist():
        position = oracle[key]
        assert [choice.value for choice in position.moves] == [
            choice.value for choice in table[key].moves
        ]


def test_boards_texts_keys_and_positions_name_the_same_state(real: pp.Oracle) -> None:
    position = real[STATE]
    assert position == real[position.key] == real[position.board] == real[position]
    assert real.ask([position.board])["winning"] == real.ask(keys=[position.key])["winning"]
    with pytest.raises(pp.StateError):
        real["nonsense"]
    with pytest.raises(pp.StateError, match="board 1"):
        real.ask([position.board, np.full((6, 7), 5)])
    with pytest.raises(TypeError):
        real.ask()


def test_the_first_moves_of_the_real_game(real: pp.Oracle) -> None:
    # J. D. Allen and V. Allis published these values.
    start = real.start
    assert (start.value, start.distance) == (pp.Value.WIN, None)
    assert [str(move) for move in start.winning] == ["d"]
    assert [str(move) for move in start.neutral] == ["c", "e"]
    assert [str(move) for move in start.losing] == ["a", "b", "f", "g"]
    assert start.unproved == ()
    assert np.nan_to_num(start.move_values).tolist() == [-1, -1, 0, 1, 0, -1, -1]
    assert pp.lookup(start.text, "connect:7x6").best == start.best


def test_a_position_of_the_real_game(real: pp.Oracle) -> None:
    position = real[STATE]
    assert position.value == max(choice.value for choice in position.moves)
    for choice in position.moves:
        after = real[choice.after]
        if after.is_over:
            continue
        assert after.value == -choice.value
        mirrored = "/".join(row[::-1] for row in choice.after.split("/"))
        assert real[mirrored].value == after.value
    told = position.to_json()
    assert {move["source"] for move in told["moves"]} <= {"rules", "proof"}
    assert position.line[0] in position.best
    assert position.choose("perfect", seed=1) in position.best
    assert "moves" not in repr(position.blind())
    assert position.text in str(position)
    assert "<svg" in position.svg()


def test_what_is_not_proved_is_never_guessed() -> None:
    oracle = pp.Oracle("connect:8x7", seconds=0, memory=1 << 20)
    start = oracle.start
    for ask in ("value", "distance", "best", "winning", "losing", "neutral", "move_values", "line"):
        with pytest.raises(pp.Unproved):
            getattr(start, ask)
    with pytest.raises(pp.Unproved):
        start.choose()
    with pytest.raises(pp.Unproved, match="8 of 8 moves are not proved: `unproved` lists them"):
        start.moves  # noqa: B018
    assert start.unproved == start.legal
    told = start.to_json()
    assert (told["status"], told["value"]) == ("unproved", None)
    asked = oracle.ask(keys=[start.key])
    assert asked["status"].tolist() == ["unproved"]
    assert asked["value"].tolist() == [-128]
    assert asked["unproved"].tolist() == [255]
    lost = oracle.regrets([["a"]])
    assert (lost["value"].tolist(), lost["value_lost"].tolist()) == ([-128], [-128])
    figures = pp.evaluate("random", oracle, positions=20)
    assert figures.positions == 20
    assert figures.unproved > 0
    assert figures.all.states == 20 - figures.unproved
    assert f"{figures.unproved} of them unproved" in str(figures)
    assert issubclass(pp.Unproved, TimeoutError)


def test_a_state_that_no_game_reaches(real: pp.Oracle) -> None:
    floating = "......./......./......./......./......./OO....."
    with pytest.raises(pp.Unreachable):
        real[floating]
    position = real.position(floating)
    assert not position.is_reachable
    with pytest.raises(pp.Unreachable):
        position.value  # noqa: B018
    with pytest.raises(pp.Unreachable):
        position.moves  # noqa: B018
    asked = real.ask(keys=[position.key])
    assert asked["status"].tolist() == ["unreachable"]
    assert asked["value"].tolist() == [-128]


def test_regrets_are_those_of_the_table(solved: pp.Table, small: pp.Oracle) -> None:
    die = random.Random(5)
    games = []
    for _ in range(20):
        position, game = solved.start, []
        while not position.is_over:
            game.append(die.choice(position.legal))
            position = position.play(game[-1])
        games.append(game)
    expected, found = solved.regrets(games), small.regrets(games)
    for column in ("game", "ply", "key", "move", "value", "value_lost"):
        assert (found[column] == expected[column]).all(), column
    with pytest.raises(pp.MoveError, match="game 0, ply 1"):
        small.regrets([["a", "z"]])


def test_a_sample(real: pp.Oracle) -> None:
    drawn = real.sample(200, seed=4)
    assert len({position.key for position in drawn}) == 200
    assert not any(position.is_over for position in drawn)
    assert drawn == real.sample(200, seed=4)
    assert drawn != real.sample(200, seed=5)
    assert len({int(np.count_nonzero(position.board)) for position in drawn}) > 15
    assert {position.mover for position in real.sample(50, side="second")} == {pp.Player.SECOND}
    few = pp.Oracle(Nim(2, 1)).sample(50)
    assert {position.text for position in few} == {"2,1", "1,1", "0,1", "2,0", "1,0"}


def test_an_agent_on_sampled_positions(solved: pp.Table, small: pp.Oracle) -> None:
    def first(position: pp.Position) -> pp.Move:
        return position.legal[0]

    figures = pp.evaluate(first, small, positions=300, seed=7)
    assert (figures.positions, figures.unproved) == (300, 0)
    assert (figures.exploitability, figures.random_as_first) == (None, None)
    keeps, lost = 0, 0
    for position in small.sample(300, seed=7):
        known = solved[position]
        values = {choice.move: choice.value for choice in known.moves}
        keeps += values[known.legal[0]] == known.value
        lost += known.value - values[known.legal[0]]
    assert figures.all.keeps_the_value == pytest.approx(keeps / 300)
    assert figures.all.value_lost == pytest.approx(lost / 300)
    # A table can draw a sample, too.
    sampled = pp.evaluate("perfect", "tictactoe", positions=50)
    assert (sampled.all.states, sampled.all.best) == (50, 1.0)
    with pytest.raises(pp.TooLarge, match="positions="):
        pp.evaluate(first, small)
    with pytest.raises(pp.TooLarge, match="positions="):
        pp.audit(first, small)
    audited = pp.audit(first, small, positions=100, seed=3, side="second")
    assert (audited.positions, audited.unproved) == (100, 0)
    assert (audited.won, audited.value, audited.losing_lines) == (None, None, ())
    assert not audited.is_unbeatable
    drawn = small.sample(100, seed=3, side="second")
    worse = 0
    for position in drawn:
        values = {choice.move: choice.value for choice in solved[position].moves}
        worse += values[position.legal[0]] < solved[position].value
    assert audited.blunders == worse > 0
    assert {mistake.state for mistake in audited.mistakes} <= {place.text for place in drawn}
    limited = pp.Oracle("connect:8x7", seconds=0, memory=1 << 20)
    assert pp.audit("random", limited, positions=10).unproved
    # A table can draw a sample, too.
    assert pp.audit("perfect", "tictactoe", positions=50).blunders == 0


def test_scores_and_rankings(solved: pp.Table, small: pp.Oracle) -> None:
    def first(position: pp.Position) -> pp.Move:
        return position.legal[0]

    asked = pp.score(first, small, positions=100, seed=2)
    assert (asked.keep_the_value.of, asked.unproved) == (100, 0)
    for _, mistake in asked.mistakes:
        known = solved[mistake.state]
        assert known.value == mistake.before > mistake.after
        assert {str(move) for move in known.legal} > set(mistake.good)
    played = pp.score("random", small, opponent="random", games=4)
    assert played.won is not None
    assert (played.won.of, played.unfinished) == (4, 0)
    limited = pp.Oracle("connect:8x7", seconds=0, memory=1 << 20)
    unproved = pp.score(first, limited, positions=20)
    assert unproved.unproved > 0
    assert unproved.keep_the_value.of == 20 - unproved.unproved
    assert pp.score(first, limited, games=1, side="second").unfinished == 1
    players: dict[str, Any] = {"first": first, "perfect": "perfect"}
    ranking = pp.rank(players, small, positions=30, games=2)
    assert [ranked.player for ranked in ranking.players] == ["perfect", "first"]
    assert {ranked.judged_by for ranked in ranking.players} == {"games"}
    assert [ranked.is_unbeatable for ranked in ranking.players] == [None, False]


def test_a_round_of_the_real_game(real: pp.Oracle) -> None:
    game = real.round("human", "perfect", seed=1)
    game.play("d")
    assert game.reply() in real.start.play("d").best


def test_a_winning_playbook(tmp_path: Path) -> None:
    table = pp.solve("connect:4x4,3")
    assert table.value == pp.Value.WIN
    book = table.playbook("first")
    oracle = pp.Oracle("connect:4x4,3", memory=1 << 24, winning_playbook=bytes(book))
    keys = some_keys(table, 2_000)
    assert (oracle.ask(keys=keys)["value"] == table.ask(keys=keys)["value"]).all()
    file = tmp_path / "book"
    book.write(file)
    path = pp.Oracle("connect:4x4,3", memory=1 << 24, winning_playbook=file)
    assert pickle.loads(pickle.dumps(path)).start.value == pp.Value.WIN
    with pytest.raises(pp.TableError, match="playbook"):
        pp.Oracle("connect:4x4", winning_playbook=file)


def test_rules_in_python() -> None:
    nim, table = pp.Oracle(Nim(3, 4)), pp.solve(Nim(3, 4))
    for position in table:
        assert nim[position.text].value == position.value
    assert nim.start.winning == table.start.winning


def test_what_an_oracle_cannot_do_is_said(real: pp.Oracle) -> None:
    start = real.start
    assert start.text in real
    assert start in real
    assert "......./......./......./......./......./OO....." not in real
    assert "nonsense" not in real
    assert -1 not in real
    with pytest.raises(TypeError, match="cannot list the states of connect:7x6"):
        iter(real)
    with pytest.raises(TypeError):
        len(real)  # type: ignore[arg-type]
    # An empty list of states is allowed, too.
    for asked in (real.ask([]), real.ask(keys=[]), real.ask(np.empty((0, 6, 7)))):
        assert all(len(column) == 0 for column in asked.values())
    table = pp.solve("tictactoe")
    assert len(table.ask([])["value"]) == len(table.ask(keys=[])["value"]) == 0
    for solved in (real, table):
        with pytest.raises(pp.StateError, match="expected a key from 0 on, found -1"):
            solved[-1]
        with pytest.raises(ValueError, match="expected keys from 0 on, found -5"):
            solved.ask(keys=[3, -5])
    for wrong in (-1, 2**32):
        with pytest.raises(
            ValueError, match=rf"expected a whole number from 0 to \d+, found {wrong}"
        ):
            real.sample(wrong)
        with pytest.raises(ValueError, match=f"found {wrong}"):
            pp.audit("random", real, positions=wrong)
    for name in ("memory", "threads"):
        with pytest.raises(ValueError, match="found -2"):
            pp.Oracle("connect:7x6", **{name: -2})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a number of seconds, found -1"):
        pp.Oracle("connect:7x6", seconds=-1)


def test_arguments_and_pickles(real: pp.Oracle) -> None:
    position = real[STATE]
    assert pickle.loads(pickle.dumps(position)) == position
    assert pickle.loads(pickle.dumps(real)).start.value == pp.Value.WIN
    assert repr(real) == "<Oracle of connect:7x6,4>"
    assert (real.spec, real.game) == ("connect:7x6,4", pp.game("connect:7x6"))
    with pytest.raises(pp.SpecError):
        pp.Oracle("checkers")
    with pytest.raises(pp.TableError, match="opening"):
        pp.Oracle("connect:7x6", opening=b"nothing")
    with pytest.raises(pp.TableError):
        pp.Oracle("dobutsu")
    with pytest.raises(ValueError, match="seconds"):
        pp.Oracle("connect:7x6", seconds=-1)
    with pytest.raises(pp.TooLarge, match="Oracle"):
        pp.solve("connect:7x6")


def test_a_proof_releases_the_interpreter() -> None:
    oracle = pp.Oracle("connect:8x7", seconds=1, memory=1 << 20)
    proved: list[object] = []

    def prove() -> None:
        with pytest.raises(pp.Unproved):
            proved.append(oracle.start.value)

    thread = threading.Thread(target=prove)
    thread.start()
    ticks = 0
    while thread.is_alive():
        time.sleep(0.001)
        ticks += 1
    assert ticks > 3
    assert not proved
