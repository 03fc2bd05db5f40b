"""Answers from a table file, as docs/table-file.md describes it.

    python3 read_table.py FILE             tells the game, and how many states it has
    python3 read_table.py FILE TIER RANK   tells what a state is worth
    python3 read_table.py FILE -           tells it of each board that a line of input has

Boards are those of the games connect and mnk, row by row: X.O/.X./..O
"""

import sys
import zlib
from math import comb
from struct import unpack

BLOCK = 65536


def checked(data, checksum, what):
    """The data, if it is what was written."""
    if zlib.crc32(data) != checksum:
        sys.exit(f"expected {what} as it was written, found other bytes")
    return data


class Table:
    def __init__(self, path):
        self.file = open(path, "rb")
        label, version, _, self.horizon, block, length = unpack("<18sHIIIH", self.read(0, 34))
        if label != b"perfectplay table\n" or version != 2 or block != BLOCK:
            sys.exit("expected a table of version 2, found another file")
        header = self.read(0, 34 + length)
        checked(header, *unpack("<I", self.read(34 + length, 4)), "the header")
        self.game, _, self.parameters = header[34:].decode().partition(":")
        end = self.file.seek(-28, 2)
        self.blocks, self.tiers, counts, checksum = unpack("<QQQI", self.read(end, 28))
        self.tier_count = (counts - self.tiers) // 28
        counts = checked(self.read(counts, end - counts + 24), checksum, "the counts")
        self.width = 1 if 3 * self.horizon + 5 <= 256 else 2
        self.states = sum(unpack(f"<{3 * self.horizon + 5}Q", counts[:-24]))

    def read(self, offset, length):
        self.file.seek(offset)
        return self.file.read(length)

    def tier(self, tier):
        """The place of a tier, and how many ranks it has."""
        low, high = 0, self.tier_count
        while low < high:
            number = (low + high) // 2
            entry = self.read(self.tiers + 28 * number, 28)
            found, place, size, checksum = unpack("<QQQI", entry)
            checked(number.to_bytes(8, "little") + entry[:24], checksum, "the place of a tier")
            if found == tier:
                return place, size
            low, high = (number + 1, high) if found < tier else (low, number)
        return 0, 0

    def code(self, tier, rank):
        """The code of a state, as a number."""
        place, size = self.tier(tier)
        if rank >= size:
            return 0
        number, index = divmod(place + rank, BLOCK)
        offset, length, checksum = unpack("<QII", self.read(self.blocks + 16 * number, 16))
        block = self.read(offset, length)
        checked(number.to_bytes(8, "little") + block, checksum, "a block")
        (length,) = unpack("<I", block[:4])
        bits = zlib.decompress(block[4 : 4 + length])
        codes = zlib.decompress(block[4 + length :])
        if not bits[index // 8] >> index % 8 & 1:
            return 0
        below = int.from_bytes(bits, "little") & ((1 << index) - 1)
        at = below.bit_count() * self.width
        return int.from_bytes(codes[at : at + self.width], "little")

    def score(self, tier, rank):
        """What a state is worth, in words."""
        code, h = self.code(tier, rank), self.horizon
        if code == 0:
            return "none"
        if code < h + 2:
            return f"loss in {code - 1}"
        if code == h + 2:
            return "endless draw"
        if code < 2 * h + 4:
            return f"draw in {2 * h + 3 - code}"
        return f"win in {3 * h + 4 - code}"

    def place(self, board):
        """The tier and the rank of a board; None if it has none."""
        rows = board.split("/")
        if self.game == "mnk":
            return of_marks("".join(rows))
        if self.game == "connect":
            return of_columns(["".join(column)[::-1] for column in zip(*rows)], len(rows))
        sys.exit(f"expected a board of connect or mnk, found {self.game}")


def rank(places):
    """The rank of a set of places, which rise."""
    return sum(comb(place, i) for i, place in enumerate(places, 1))


def of_marks(cells):
    marked = [i for i, cell in enumerate(cells) if cell != "."]
    x = [i for i, cell in enumerate(cells.replace(".", "")) if cell == "X"]
    if len(x) != (len(marked) + 1) // 2:
        return None
    return len(marked), rank(marked) * comb(len(marked), len(x)) + rank(x)


def of_columns(columns, height):
    def tier(columns):
        heights = [len(column.rstrip(".")) for column in columns]
        return sum(h * (height + 1) ** i for i, h in enumerate(heights))

    own = tier(columns)
    mirrored = tier(columns[::-1])
    left, right = columns, columns[::-1]
    if mirrored < own:
        left, right = right, left
    order = [(left if i % 2 == 0 else right)[i // 2] for i in range(len(columns))]
    cells = "".join(column.rstrip(".") for column in order)
    x = [i for i, cell in enumerate(cells) if cell == "X"]
    if "." in cells or len(x) != (len(cells) + 1) // 2:
        return None
    return own, rank(x)


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    table = Table(sys.argv[1])
    if len(sys.argv) == 2:
        print(f"{table.game}:{table.parameters}, {table.states} states")
    elif len(sys.argv) == 4:
        print(table.score(int(sys.argv[2]), int(sys.argv[3])))
    else:
        for board in sys.stdin:
            place = table.place(board.strip())
            print(table.score(*place) if place else "none")


if __name__ == "__main__":
    main()
