"""Tests audits, scores and rankings of players that are functions."""

from __future__ import annotations

import json
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Literal

import pytest
from conftest import Nim

import perfectplay as pp


def centre_first(board: pp.Position) -> int:
    """The player of the README. It prefers the centre, then corners, then edges."""
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[divmod(cell, 3)] == 0)


@pytest.mark.one_version
def test_an_audit_is_that_of_the_command(command: Path, tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    board = line.strip().replace('/', '')\n"
        "    print(next(c for c in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[c] == '.'), flush=True)\n"
    )
    sides: list[Literal["first", "second"]] = ["first", "second"]
    for side in sides:
        audited = pp.audit(centre_first, side=side)
        asked = subprocess.run(
            [command, "audit", "--exec", f"{sys.executable} {player}", "--as", side, "--json"],
            text=True,
            capture_output=True,
            check=False,
        )
        expected = json.loads(asked.stdout)[side]
        assert (audited.won, audited.drawn, audited.lost) == (
            expected["won"],
            expected["drawn"],
            expected["lost"],
        )
        assert audited.blunders == expected["blunders"]
        assert audited.missed_wins == expected["missed_wins"]
        assert [m.state for m in audited.mistakes] == [m["state"] for m in expected["mistakes"]]
        assert audited.player == "centre_first"


def test_levels_and_own_players_are_audited() -> None:
    assert pp.audit("perfect").is_unbeatable
    assert not pp.audit("casual:50").is_unbeatable
    assert pp.audit("random").beaten_with_probability == pytest.approx(0.9386243386)
    (own, *_) = pp.game("tictactoe").own_players
    assert pp.audit(own).game == "tictactoe"
    with pytest.raises(ValueError, match="expected a level"):
        pp.audit("nobody")


def test_sets_and_chances() -> None:
    dice = pp.audit(lambda board: board.legal)
    assert dice.won == pp.audit("random").won
    assert dice.beaten_with_probability == pp.audit("random").beaten_with_probability
    weighted = pp.audit(lambda board: {move: 1 / len(board.legal) for move in board.legal})
    assert weighted.beaten_with_probability == pytest.approx(dice.beaten_with_probability)
    names = pp.audit(lambda board: str(board.legal[-1]), "connect:4x4")
    assert names.lost == pp.audit(lambda board: board.legal[-1], "connect:4x4").lost


def raises(board: pp.Position) -> int:
    if board.text == "X../.O./...":
        raise RuntimeError("cannot think")
    return int(board.legal[0])


def test_broken_players_are_told_with_their_state() -> None:
    with pytest.raises(pp.PlayerError, match="raises RuntimeError: cannot think") as raised:
        pp.audit(raises)
    assert raised.value.state == "X../.O./..."
    assert isinstance(raised.value.__cause__, RuntimeError)
    for answer, problem in (
        (9, "chooses 9"),
        ("a", "chooses 'a'"),
        (None, "chooses None"),
        ([], "chooses no move"),
        ({0: 0.5}, "add up to 0.5"),
    ):
        with pytest.raises(pp.PlayerError, match=problem) as raised:
            pp.audit(lambda board, answer=answer: answer)  # type: ignore[misc]
        assert raised.value.state == ".../.../..."
    die = random.Random(1)
    with pytest.raises(pp.PlayerError, match="and later with"):
        pp.audit(lambda board: die.choice(board.legal))
    with pytest.raises(TypeError, match="expected a function, a generator function, a Program"):
        pp.audit(5)  # type: ignore[arg-type]


def learner() -> Generator[int | None, pp.Position, None]:
    """A player that counts its moves in this game."""
    asked = 0
    board = yield None
    while True:
        asked += 1
        assert asked <= 5
        board = yield int(board.legal[-1])


def test_scores() -> None:
    die = random.Random(2)
    scored = pp.score(lambda board: die.choice(board.legal), games=40, seed=3)
    assert scored.won is not None
    assert scored.lost is not None
    assert scored.drawn is not None
    assert scored.won.count == 0
    assert scored.lost.count + scored.drawn.count == 40
    assert scored.lost.low < scored.lost.share < scored.lost.high
    assert scored.mistakes[0][0] >= scored.mistakes[-1][0]
    perfect = pp.score("perfect", games=20, opponent="random")
    assert perfect.lost is not None
    assert perfect.lost.count == 0
    assert perfect.keep_the_value.share == perfect.best.share == 1
    generated = pp.score(learner, games=10)
    assert generated.player == "learner"
    asked = pp.score("random", positions=50)
    assert asked.won is None
    assert asked.keep_the_value.of == 50
    with pytest.raises(pp.PlayerError, match="cannot think"):
        pp.score(raises, games=50, opponent="random", side="first")
    forfeited = pp.score(raises, games=50, opponent="random", side="first", forfeit=True)
    assert forfeited.forfeits
    assert forfeited.forfeits[0].state == "X../.O./..."
    assert forfeited.forfeits[0].moves == ("0", "4")


def test_shares_are_those_of_wilson() -> None:
    # Agresti and Coull, 1998, give the interval for 78 of 100.
    assert str(pp.Share(78, 100, 0.689, 0.85)) == "78.0 % (68.9 to 85.0)"
    perfect = pp.score("perfect", positions=10).keep_the_value
    assert (perfect.count, perfect.of, perfect.high) == (10, 10, 1.0)
    assert perfect.low == pytest.approx(1 - 0.2775, abs=5e-4)


def test_a_ranking() -> None:
    ranking = pp.rank(
        {
            "perfect": "perfect",
            "centre": centre_first,
            "dice": "random",
            "learner": learner,
            "broken": lambda board: None,  # type: ignore[dict-item]
            "crashes": lambda board: 1 // 0,
        },
        positions=100,
    )
    names = [ranked.player for ranked in ranking.players]
    assert names[0] == "perfect"
    by_name = {ranked.player: ranked for ranked in ranking.players}
    assert by_name["perfect"].is_unbeatable
    assert by_name["learner"].judged_by == "games"
    assert (by_name["broken"].forfeits, by_name["broken"].crashes) == (100, 0)
    assert (by_name["crashes"].forfeits, by_name["crashes"].crashes) == (100, 100)
    assert by_name["broken"].keep_the_value.count == 0
    # A player that crashes ranks below one that plays badly.
    assert names[-1] == "crashes"
    assert by_name["broken"].problem is not None
    assert not by_name["centre"].is_unbeatable
    told: list[pp.Progress] = []
    pp.rank({"a": "perfect"}, positions=5, progress=told.append)
    assert told[-1].done == told[-1].total == 1


def loops(board: pp.Position) -> int:
    while True:
        pass


def exits(board: pp.Position) -> int:
    sys.exit("no more")


def exits_at_once(board: pp.Position) -> int:
    os._exit(7)


def swallows(board: pp.Position) -> int:
    """Neither a Python exception nor a signal can end this player."""
    while True:
        try:
            time.sleep(0.01)
        except BaseException:
            continue


def test_a_bad_player_costs_itself_alone() -> None:
    ranking = pp.rank(
        {
            "loops": loops,
            "exits": exits,
            "exits at once": exits_at_once,
            "swallows": swallows,
            "centre": centre_first,
        },
        positions=5,
        timeout=1.0,
        # A third of the time is for the positions.
        limit=18,
    )
    by_name = {ranked.player: ranked for ranked in ranking.players}
    assert ranking.players[0].player == "centre"
    assert by_name["centre"].keep_the_value.of == 5
    assert "within 1s" in str(by_name["loops"].problem)
    assert "within 1s" in str(by_name["swallows"].problem)
    assert "SystemExit: no more" in str(by_name["exits"].problem)
    assert "status 7" in str(by_name["exits at once"].problem)
    assert by_name["exits"].crashes == by_name["exits at once"].crashes == 5
    assert by_name["loops"].crashes == 0
    # None of the players' processes is left.
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_an_answer_has_a_time() -> None:
    with pytest.raises(pp.PlayerError, match=r"no answer to \.\.\./\.\.\./\.\.\. within 100ms"):
        pp.audit(loops, timeout=0.1)
    with pytest.raises(pp.PlayerError, match="status 7"):
        pp.score(exits_at_once, games=1, timeout=60.0)
    slow = pp.score(loops, positions=2, timeout=0.05, forfeit=True)
    assert len(slow.forfeits) == 2
    assert slow.keep_the_value.count == 0
    # A player that answers in time has the same result in a process of its own.
    assert pp.audit(centre_first, timeout=60.0) == pp.audit(centre_first)
    with pytest.raises(ValueError, match="more than 0 seconds"):
        pp.rank({"a": "perfect"}, limit=0)


def test_a_player_of_ones_own_game_runs_in_its_process() -> None:
    table = pp.solve(Nim(2, 2))
    ranking = pp.rank({"first": lambda board: board.legal[0], "best": "perfect"}, table)
    assert [ranked.player for ranked in ranking.players] == ["best", "first"]
    assert ranking.players[1].forfeits == 0


@pytest.mark.one_version
def test_programs_are_players(tmp_path: Path) -> None:
    player = tmp_path / "player.py"
    player.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    board = line.strip().replace('/', '')\n"
        "    print(next(c for c in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[c] == '.'), flush=True)\n"
    )
    program = pp.Program(f"{sys.executable} {player}")
    audited = pp.audit(program, side="second")
    expected = pp.audit(centre_first, side="second")
    assert (audited.won, audited.drawn, audited.lost) == (
        expected.won,
        expected.drawn,
        expected.lost,
    )
    assert audited.mistakes == expected.mistakes
    one, other = pp.score(program, games=10, seed=5), pp.score(centre_first, games=10, seed=5)
    assert (one.won, one.drawn, one.lost, one.plies) == (
        other.won,
        other.drawn,
        other.lost,
        other.plies,
    )
    ranking = pp.rank(
        {"program": program, "function": centre_first, "dice": "random"}, positions=20
    )
    program_, function = (
        next(ranked for ranked in ranking.players if ranked.player == name)
        for name in ("program", "function")
    )
    assert program_.keep_the_value == function.keep_the_value
    with pytest.raises(pp.PlayerError, match="ended instead of answering"):
        pp.score(pp.Program("exit 3"), games=1)


@pytest.mark.one_version
def test_a_ranking_is_that_of_the_command(command: Path, tmp_path: Path) -> None:
    (tmp_path / "centre.py").write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    board = line.strip().replace('/', '')\n"
        "    print(next(c for c in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[c] == '.'), flush=True)\n"
    )
    asked = subprocess.run(
        [command, "score", tmp_path, "--positions", "50", "--json"],
        text=True,
        capture_output=True,
        check=False,
    )
    (expected,) = json.loads(asked.stdout)["players"]
    (found,) = pp.rank({"centre": centre_first}, positions=50).players
    assert found.keep_the_value.count == expected["keep_the_value"]["count"]
    assert found.is_unbeatable == expected["unbeatable"]
    assert (found.blunders, found.missed_wins) == (expected["blunders"], expected["missed_wins"])


def test_a_player_does_not_see_the_table() -> None:
    table = pp.solve("tictactoe")
    blind = table.start.blind()
    assert blind == table.start
    assert blind.legal == table.start.legal
    assert blind.play(0).text == "X../.../..."
    assert repr(blind.play(4)) == "<Position .../.X./...>"
    assert table[blind].best == table.start.best
    assert pickle.loads(pickle.dumps(blind)).legal == blind.legal
    assert blind._repr_svg_() == table.start.svg(marked=False)
    asked: list[Callable[[pp.Position], object]] = [
        lambda position: position.best,
        lambda position: position.value,
        lambda position: position.moves,
        lambda position: position.line,
        lambda position: position.move_values,
        lambda position: position.choose(),
        lambda position: position.to_json(),
        lambda position: position.svg(),
        lambda position: position.is_reachable,
        lambda position: pickle.loads(pickle.dumps(position)).best,
        lambda position: position.play(0).best,
    ]
    for ask in asked:
        with pytest.raises(pp.PlayerError, match="knows no values"):
            ask(blind)
        with pytest.raises(pp.PlayerError, match="knows no values"):
            pp.audit(ask, table)  # type: ignore[arg-type]


def test_what_a_ranked_function_prints_is_kept_from_the_terminal(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def loud(position: pp.Position) -> pp.Move:
        print("thinking", flush=True)
        os.write(1, b"thinking")
        os.write(2, b"thinking")
        return position.legal[0]

    ranking = pp.rank({"loud": loud}, positions=5)
    assert ranking.players[0].forfeits == 0
    assert "thinking" not in "".join(capfd.readouterr())


def test_results_are_shown_in_few_lines() -> None:
    audited = pp.audit(lambda position: position.legal[0])
    assert audited.mistakes
    assert audited.losing_lines
    assert len(repr(audited)) < 400
    assert len(repr(pp.score("random", games=20))) < 800
    ranking = pp.rank({"<dice>": "random", "book": "perfect"}, positions=5, games=2)
    assert "<td>book</td><td>yes</td>" in ranking._repr_html_()
    page = ranking.page().html
    assert "&lt;dice&gt;" in page
    assert "<dice>" not in page
    assert "Players of tictactoe" in page
