"""Answers from a tablebase file, as docs/table-file.md describes it.

    python3 read_table.py FILE             prints the game and the number of its states
    python3 read_table.py FILE TIER RANK   prints the score of a state; also FILE TIER KEY
    python3 read_table.py FILE -           prints the score of the state on each line of input

A state is a tier and a key, or a board of connect or mnk, row by row: X.O/.X./..O
"""

import sys
import zlib
from bisect import bisect_right
from math import comb
from struct import unpack

# The number of ranks in a block with a dense index, and of keys with a sparse one.
RANKS, KEYS = 32768, 8192
# This bit of the length of a block's first part is set if the part consists of bits.
BITS = 1 << 31


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
        """Returns the code of the state with this rank or key."""
        begin = lambda at: unpack("<Q", self.entry(self.tiers, at)[:8])[0]
        at = bisect_right(range(self.tier_count), tier, key=begin) - 1
        found, place, size = unpack("<QQQ", self.entry(self.tiers, max(at, 0)))
        if found == tier and self.block == KEYS:
            return self.code_of_key(place // KEYS, -(-size // KEYS), number)
        if found != tier or number >= size:
            return 0
        block = (place + number) // RANKS
        return self.code_in(block, place + number - block * RANKS)

    def code_of_key(self, first, count, key):
        # Only the last block that does not begin after the key may contain it.
        begin = lambda number: unpack("<Q", self.block_entry(number)[12:20])[0]
        later = bisect_right(range(first + 1, first + count), key, key=begin)
        return self.code_in(first + later, key)

    def block_entry(self, number):
        length = 24 if self.block == KEYS else 12
        entry = self.read(self.blocks + length * number, length)
        if self.block == KEYS:
            numbered = number.to_bytes(8, "little") + entry[:20]
            checked(numbered, *unpack("<I", entry[20:]), "an entry")
        return entry

    def code_in(self, number, wanted):
        """Returns the code of a number in a block, or 0 if it is not there."""
        entry = self.block_entry(number)
        offset, checksum = unpack("<QI", entry[:12])
        # The block ends where the next block begins or, if it is the last one, the directory.
        last = self.blocks + (number + 1) * len(entry) == self.tiers
        end = self.blocks if last else unpack("<Q", self.block_entry(number + 1)[:8])[0]
        numbered = number.to_bytes(8, "little") + self.read(offset, end - offset)
        block = checked(numbered, checksum, "a block")[8:]
        if not block:
            return 0
        (length,) = unpack("<I", block[:4])
        codes = 4 + length % BITS
        index = (of_bits if length & BITS else of_steps)(inflate(block[4:codes]), wanted)
        if index is None:
            return 0
        code = inflate(block[codes:])[index * self.width :][: self.width]
        return int.from_bytes(code, "little")

    def score(self, tier, number):
        """Returns the score of a state in words."""
        code, h = self.code(tier, number), self.horizon
        if code in (0, h + 2):
            return "endless draw" if code else "none"
        if code < h + 2:
            return f"loss in {code - 1}"
        return f"draw in {2 * h + 3 - code}" if code < 2 * h + 4 else f"win in {3 * h + 4 - code}"

    def place(self, board):
        """Returns the tier and the rank of a board, or None if it has none."""
        if self.block == KEYS or " " in board:
            return [int(number) for number in board.split()]
        rows = board.split("/")
        if self.game == "connect":
            return of_columns(["".join(column)[::-1] for column in zip(*rows)], len(rows))
        return of_marks("".join(rows))


def inflate(packed):
    return zlib.decompress(packed, -15)


def of_bits(plain, wanted):
    """Returns the index of a number among those whose bits are set."""
    bits = int.from_bytes(plain, "little")
    return (bits & ((1 << wanted) - 1)).bit_count() if bits >> wanted & 1 else None


def of_steps(plain, wanted):
    """Returns the same if each number is stored as the number of those left out before it."""
    index = shift = step = next_one = 0
    for byte in plain:
        step |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            if next_one + step >= wanted:
                return index if next_one + step == wanted else None
            next_one, index, shift, step = next_one + step + 1, index + 1, 0, 0
    return None


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
