"""Wins, else blocks, else takes any empty cell: a player for `perfectplay audit --exec`."""

import sys

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


def completing(cells, mark):
    """Returns the empty cells that complete a line of three for this mark."""
    for line in LINES:
        held = [cells[int(cell)] for cell in line]
        if held.count(mark) == 2 and "." in held:
            yield int(line[held.index(".")])


for state in sys.stdin:
    cells = state.strip().replace("/", "")
    own, other = "XO" if cells.count("X") == cells.count("O") else "OX"
    empty = [cell for cell in range(9) if cells[cell] == "."]
    choices = sorted({*completing(cells, own)} or {*completing(cells, other)} or empty)
    print(*choices, flush=True)
