"""Takes the centre, else the first empty cell: a player for `perfectplay audit --exec`."""

import sys

for line in sys.stdin:
    cells = line.strip().replace("/", "")
    empty = [cell for cell, mark in enumerate(cells) if mark == "."]
    print(4 if 4 in empty else empty[0], flush=True)
