"""Takes the centre, else a corner, else a side: a player for `perfectplay audit --exec`."""

import sys


def move(board):
    """A cell, from 0 to 8. The board has nine cells: "X", "O" or "."."""
    for cell in [4, 0, 2, 6, 8, 1, 3, 5, 7]:
        if board[cell] == ".":
            return cell


for line in sys.stdin:
    print(move(line.strip().replace("/", "")), flush=True)
