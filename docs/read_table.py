"""Answers from a table file, as docs/table-file.md describes it.

    python3 read_table.py FILE             tells the game, and how many states it has
    python3 read_table.py FILE TIER RANK   tells what a state is worth, or TIER KEY
    python3 read_table.py FILE -           tells it of each state that a line of input has

States are a tier and a key, or boards of connect and mnk, row by row: X.O/.X./..O
"""

import sys
import zlib
from bisect import bisect_right
from math import comb
from struct import unpack

RANKS, KEYS = 65536, 8192


def checked(data, checksum, what):
    if zlib.crc32(data) != checksum:
        sys.exit(f"expected {what} as it was written, found other bytes")
    return data


class Table:
    def __init__(self, path):
        self.file = open(path, "rb")
        label, version, _, self.horizon, self.block, length = unpack("<18sHIIIH", self.read(0, 34))
        if label != b"perfectplay table\n" or version != 2 or self.block not in (RANKS, KEYS):
            sys.exit("expected a table of version 2, found another file")
        header = self.read(0, 38 + length)
        header = checked(header[:-4], *unpack("<I", header[-4:]), "the header")
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

    def entry(self, directory, number):
        entry = number.to_bytes(8, "little") + self.read(directory + 28 * number, 28)
        return checked(entry[:32], *unpack("<I", entry[32:]), "an entry")[8:]

    def code(self, tier, number):
        """The code of a state with this rank or key."""
        begin = lambda at: unpack("<Q", self.entry(self.tiers, at)[:8])[0]
        at = bisect_right(range(self.tier_count), tier, key=begin) - 1
        found, place, size = unpack("<QQQ", self.entry(self.tiers, max(at, 0)))
        if found == tier and self.block == KEYS:
            return self.code_of_key(place // KEYS, -(-size // KEYS), number)
        if found != tier or number >= size:
            return 0
        block, index = divmod(place + number, RANKS)
        block = self.read_block(block)
        (length,) = unpack("<I", block[:4])
        bits = int.from_bytes(zlib.decompress(block[4 : 4 + length]), "little")
        below = (bits & ((1 << index) - 1)).bit_count()
        return self.nth(block[4 + length :], below) if bits >> index & 1 else 0

    def read_block(self, number):
        place = self.blocks + (28 if self.block == KEYS else 16) * number
        offset, length, checksum = unpack("<QII", self.read(place, 16))
        numbered = number.to_bytes(8, "little") + self.read(offset, length)
        return checked(numbered, checksum, "a block")[8:]

    def code_of_key(self, first, count, key):
        # It may be in the last block that begins no later.
        begin = lambda number: unpack("<Q", self.entry(self.blocks, number)[16:])[0]
        later = bisect_right(range(first + 1, first + count), key, key=begin)
        block = self.read_block(first + later)
        found, length = unpack("<QI", block[:12])
        index = shift = step = 0
        for byte in zlib.decompress(block[12 : 12 + length]):
            if found == key:
                break
            step |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                found, index, shift, step = found + step, index + 1, 0, 0
        return self.nth(block[12 + length :], index) if found == key else 0

    def nth(self, packed, index):
        codes = zlib.decompress(packed)[index * self.width :]
        return int.from_bytes(codes[: self.width], "little")

    def score(self, tier, number):
        """What a state is worth, in words."""
        code, h = self.code(tier, number), self.horizon
        if code in (0, h + 2):
            return "endless draw" if code else "none"
        if code < h + 2:
            return f"loss in {code - 1}"
        return f"draw in {2 * h + 3 - code}" if code < 2 * h + 4 else f"win in {3 * h + 4 - code}"

    def place(self, board):
        """The tier and the rank of a board; None if it has none."""
        if self.block == KEYS or " " in board:
            return [int(number) for number in board.split()]
        rows = board.split("/")
        if self.game == "connect":
            return of_columns(["".join(column)[::-1] for column in zip(*rows)], len(rows))
        return of_marks("".join(rows))


def rank(places):
    return sum(comb(place, i) for i, place in enumerate(places, 1))


def of_marks(cells):
    marked = [i for i, cell in enumerate(cells) if cell != "."]
    x = [i for i, cell in enumerate(cells.replace(".", "")) if cell == "X"]
    if len(x) != (len(marked) + 1) // 2:
        return None
    return len(marked), rank(marked) * comb(len(marked), len(x)) + rank(x)


def of_columns(columns, height):
    def tier(columns):
        digits = enumerate(len(column.rstrip(".")) for column in columns)
        return sum(digit * (height + 1) ** i for i, digit in digits)

    sides = sorted((columns, columns[::-1]), key=tier)
    order = [sides[i % 2][i // 2] for i in range(len(columns))]
    cells = "".join(column.rstrip(".") for column in order)
    x = [i for i, cell in enumerate(cells) if cell == "X"]
    if "." in cells or len(x) != (len(cells) + 1) // 2:
        return None
    return tier(columns), rank(x)


def main():
    table = Table(sys.argv[1]) if len(sys.argv) in (2, 3, 4) else sys.exit(__doc__)
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
