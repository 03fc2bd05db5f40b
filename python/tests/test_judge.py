"""Players that are functions: audited, scored, ranked."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Literal

import pytest

import perfectplay as pp


def centre_first(board: pp.Position) -> int:
    """The player of the README: the centre, then corners, then edges."""
    return next(cell for cell in (4, 0, 2, 6, 8, 1, 3, 5, 7) if board[divmod(cell, 3)] == 0)


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
    with pytest.raises(pp.PlayerError, match="two answers"):
        pp.audit(lambda board: die.choice(board.legal))
    with pytest.raises(TypeError, match="expected a function or a level"):
        pp.audit(5)  # type: ignore[arg-type]


def learner() -> Generator[int | None, pp.Position, None]:
    """Remembers how often it was asked in this game."""
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


def test_scores_are_those_of_wilson() -> None:
    # Agresti and Coull, 1998: 0 of 10.
    share = pp.Share._of(0, 10)
    assert share.low == 0
    assert share.high == pytest.approx(0.2775, abs=5e-4)
    assert str(pp.Share._of(78, 100)) == "78.0 % (68.9 to 85.0)"


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
    assert by_name["broken"].problem is not None
    assert not by_name["centre"].is_unbeatable
    told: list[pp.Progress] = []
    pp.rank({"a": "perfect"}, positions=5, progress=told.append)
    assert told[-1].done == told[-1].total == 1
