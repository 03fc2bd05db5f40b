"""Audits published tic-tac-toe players, and writes the table of docs/audited-players.md.

    python3 docs/audited_players.py [perfectplay] > table.md

It installs each package by its name and version with pip or npm into a temporary directory, and
audits it with `perfectplay audit --exec`. The argument may name another path of `perfectplay`. An
adapter of a few lines converts the board for the package, and the answer of the package to cells.
It gives the player the mark for which it was written, and removes delays; it changes nothing else.

With `--play NAME` the script itself is the player NAME and speaks the protocol of docs/protocol.md.
"""

import contextlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time


def marked(cells, own, other, empty):
    """Returns the cells with the marks of a package instead of `own`, `other` and `.`."""
    return [{"own": own, "other": other, ".": empty}[cell] for cell in cells]


def rows(cells):
    return [cells[0:3], cells[3:6], cells[6:9]]


def ai_tictactoe(cells):
    from ai_tictactoe.tictactoe import TicTacToeAI

    player = TicTacToeAI()
    player.board = rows(marked(cells, "O", "X", " "))
    row, column = player.get_ai_move()
    return [3 * row + column]


def eldar(cells):
    from tic_tac_toe.ai import AI
    from tic_tac_toe.board import Board

    board = Board()
    board.cells = marked(cells, "O", "X", None)
    return [AI(board, "hard").move()]


def leal(cells):
    from lealtictactoe import main

    names = ["A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3"]
    held = {mark: [n for n, c in zip(names, cells) if c == mark] for mark in ("own", "other")}
    # Where it chooses at random, the answer has all of its choices.
    choices = []
    main.random.choice = lambda free: choices.extend(free) or free[0]
    chosen = main.LealTicTacToe.bestgame(held["other"], held["own"])
    return [names.index(name) for name in choices or [chosen] if name]


def miked(cells):
    from tic_tac_toe_miked.classes import AI

    keypad = [7, 8, 9, 4, 5, 6, 1, 2, 3]
    board = [" "] * 10
    for key, mark in zip(keypad, marked(cells, "A", "X", " ")):
        board[key] = mark
    player = AI(board)
    player.hard = True
    player.check()
    best = max(player.g_cells, key=lambda cell: cell.weight)
    return [keypad.index(best.index)]


def supernova(cells):
    from supernovattt.brain import best_moves

    return best_moves(marked(cells, "O", "X", " "))


def tactacai(cells):
    from tactacai.game import Game, infinity

    if set(cells) == {"."}:
        return range(9)  # at random
    game = Game.__new__(Game)  # without reading its file of results
    game.HUMAN, game.COMP = "X", "O"
    board = rows(marked(cells, "O", "X", " "))
    row, column, _ = game.minimax(board, cells.count("."), "O", -infinity, infinity)
    return [3 * row + column]


def tictacai(cells):
    from tictacai.logic.minimax import find_best_move
    from tictacai.logic.models import GameState, Grid

    if set(cells) == {"."}:
        return range(9)  # at random
    moves_first = cells.count("own") == cells.count("other")
    marks = ("X", "O") if moves_first else ("O", "X")
    state = GameState(Grid("".join(marked(cells, *marks, " "))))
    return [find_best_move(state).cell_index]


def tictactai(cells):
    from tictactai.board import Board
    from tictactai.evaluator import get_best_move

    board = Board()
    board.set_board(marked(cells, "O", "X", ""))
    return [get_best_move(board, False)]


def tictactoeai(cells):
    from TicTacToeAI import get_best_move

    row, column = get_best_move(rows(marked(cells, "X", "O", " ")), "hard")
    return [3 * row + column]


def vish(cells):
    from tictactoe import ai, board

    grid = board.Board()
    grid.grid = rows(marked(cells, "O", "X", None))
    row, column = ai.AIPlayer("hard").get_best_move(grid)
    return [3 * row + column]


def xo(cells):
    from xo import ai, board

    state = board.Board.fromstring("".join(marked(cells, "x", "o", ".")))
    best = ai.evaluate(state, "x").positions
    return [3 * (row - 1) + column - 1 for row, column in best]


DISCORD = r"""
const package = 'discord-tictactoe/dist/src/tictactoe/';
const AI = require(package + 'ai/AI').default, Game = require(package + 'Game').default;
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const cells = [...line.replaceAll('/', '')], count = (mark) => cells.filter((c) => c === mark).length;
  const own = count('X') === count('O') ? 'X' : 'O', game = new Game();
  cells.forEach((c, at) => { game.board[at] = c === '.' ? 0 : c === own ? 2 : 1; });
  game._currentPlayer = 2;
  // On an empty board it plays at random.
  const all = cells.map((_, at) => at).join(' ');
  console.log(game.boardEmpty ? all : new AI().operate(game).move);
});
"""

# Name, version, registry, what the package claims about itself, and the adapter.
AUDITED = [
    ("ai-tictactoe", "0.1.5", "PyPI", "“a smart computer opponent”", ai_tictactoe),
    ("discord-tictactoe", "4.2.1", "npm", "level “Unbeatable”", DISCORD),
    ("eldar-tic-tac-toe", "2.0.1", "PyPI", "“Hard AI (Minimax)”", eldar),
    ("lealtictactoe", "0.0.1", "PyPI", "“para nunca perder” (never to lose)", leal),
    ("supernovattt", "1.0.0", "PyPI", "level “impossible”, “optimal play”", supernova),
    ("tactacai", "1.0", "PyPI", "“powered by Minimax”", tactacai),
    ("tic-tac-toe-miked", "0.4", "PyPI", "“console game with AI”, level hard", miked),
    ("tictacai", "1.0.0", "PyPI", "“Minimax AI players”", tictacai),
    ("tictactai", "1.0.8", "PyPI", "“implemented with the minimax algorithm”", tictactai),
    ("tictactoe-vish", "0.1.0", "PyPI", "“Smart AI using minimax”", vish),
    ("tictactoeai", "0.0.4", "PyPI", "“uses the minimax algorithm”", tictactoeai),
    ("xo", "1.1.0", "PyPI", "“a perfect game”", xo),
]


def play(adapter):
    """Answers states by the protocol. The output of the package goes to standard error."""
    time.sleep = lambda _: None
    for line in sys.stdin:
        marks = line.strip().replace("/", "")
        own = "X" if marks.count("X") == marks.count("O") else "O"
        cells = ["." if mark == "." else "own" if mark == own else "other" for mark in marks]
        with contextlib.redirect_stdout(sys.stderr):
            chosen = adapter(cells)
        print(*chosen, flush=True)


def install(name, version, registry, directory):
    if registry == "npm":
        command = ["npm", "install", "--prefix", directory, "--ignore-scripts", "--no-audit"]
        command += ["--no-fund", f"{name}@{version}"]
    else:
        command = [sys.executable, "-m", "pip", "install", "--target", directory]
        command += [f"{name}=={version}"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def audit(perfectplay, player):
    """Returns the audit of a player, after installing it in a temporary directory."""
    name, version, registry, _, adapter = player
    with tempfile.TemporaryDirectory() as directory:
        install(name, version, registry, directory)
        if registry == "npm":
            script = os.path.join(directory, "play.js")
            with open(script, "w", encoding="utf-8") as file:
                file.write(adapter)
            command = f"exec node {shlex.quote(script)}"
        else:
            this = [sys.executable, os.path.abspath(__file__), "--play", name]
            command = f"PYTHONPATH={shlex.quote(directory)} exec {shlex.join(this)} 2> /dev/null"
        audited = [perfectplay, "audit", "--json", "--forfeit", "--timeout", "60"]
        audited += ["--name", name, "--exec", command]
        done = subprocess.run(audited, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(done.stdout)


def verdict(side):
    mistakes = f"{side['blunders']} mistake{'s' * (side['blunders'] != 1)}"
    if "forfeits" in side:
        count = len(side["forfeits"])
        mistakes += f", no move in {count} position{'s' * (count != 1)}"
    return f"{'beaten' if side['lost'] else 'unbeatable'}, {mistakes}"


def losing_line(report):
    """Returns the shortest lost game, and the side on which it was lost."""
    lines = [
        (len(line["moves"]), side, line["moves"])
        for side in ("first", "second")
        for line in report[side]["losing_lines"][:1]
    ]
    if not lines:
        return "none"
    _, side, moves = min(lines)
    return f"`{' '.join(map(str, moves))}` as {side}"


def main(perfectplay="perfectplay"):
    print("| package | version | from | says of itself | as first | as second | loses by |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for player in AUDITED:
        report = audit(perfectplay, player)
        first, second = (verdict(report[side]) for side in ("first", "second"))
        cells = [f"`{player[0]}`", *player[1:4], first, second, losing_line(report)]
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        adapters = {player[0]: player[4] for player in AUDITED}
        play(adapters[sys.argv[2]])
    else:
        main(*sys.argv[1:])
