"""Answers from a table file, as docs/table-file.md and docs/keys.md describe it.

    python3 read_table.py FILE             prints the game and the number of its states
    python3 read_table.py FILE TIER RANK   prints the score of a state; also FILE TIER KEY, and FILE KEY
    python3 read_table.py FILE -           prints the score of the state on each line of input

A state on a line is a text, as the command prints it, or TIER RANK.
"""

import sys
import zlib
from bisect import bisect_left, bisect_right
from functools import lru_cache
from struct import unpack

from keys import game

LABEL = b"perfectplay table\n"
# The number of ranks in a block with a dense index, and of keys with a sparse one.
RANKS, KEYS = 32768, 8192
# This bit of the length of a block's first part is set if the part consists of bits.
BITS = 1 << 31


def expect(is_so, what):
    if not is_so:
        sys.exit(f"expected {what}, found other bytes")


def checked(data, checksum, what):
    expect(zlib.crc32(data) == checksum, what)
    return data


class Tablebase:
    """A table of version 2. Codes are read block by block."""

    def __init__(self, file):
        self.file = file
        size = file.seek(0, 2)
        fixed = self.read(0, 34)
        expect(len(fixed) == 34, "a header")
        _, _, _, self.horizon, self.block, length = unpack("<18sHIIIH", fixed)
        header = self.read(0, 38 + length)
        expect(len(header) == 38 + length, "a header")
        checked(header[:-4], *unpack("<I", header[-4:]), "the header")
        expect(self.block in (RANKS, KEYS) and self.horizon <= 21843, "a header")
        self.name = header[34:-4].decode()
        self.codes = 3 * self.horizon + 5
        self.width = 1 if self.codes <= 256 else 2
        end = size - 28
        expect(end >= len(header), "a tail")
        self.blocks, self.tiers, counts, checksum = unpack("<QQQI", self.read(end, 28))
        self.entry_size = 24 if self.block == KEYS else 12
        expect(counts + 8 * self.codes == end, "counts")
        counted = checked(self.read(counts, end - counts + 24), checksum, "the counts")
        expect(len(header) <= self.blocks < self.tiers < counts, "directories")
        of_blocks, of_tiers = self.tiers - self.blocks, counts - self.tiers
        expect(of_blocks % self.entry_size == 0 and of_tiers % 28 == 0, "directories")
        self.block_count = of_blocks // self.entry_size
        entries = [self.tier_entry(number) for number in range(of_tiers // 28)]
        self.places = {tier: (place, count) for tier, place, count in entries}
        expect([tier for tier, _, _ in entries] == sorted(self.places), "tiers in rising order")
        self.states = sum(unpack(f"<{self.codes}Q", counted[:-24]))
        expect(self.states < 1 << 64, "counts")

    def read(self, offset, length):
        self.file.seek(offset)
        return self.file.read(length)

    def tier_entry(self, number):
        entry = number.to_bytes(8, "little") + self.read(self.tiers + 28 * number, 28)
        checked(entry[:32], *unpack("<I", entry[32:]), "an entry of a tier")
        tier, place, count = unpack("<QQQ", entry[8:32])
        expect(place + count <= self.block_count * self.block, "a place in the file")
        expect(self.block == RANKS or count and place % KEYS == 0, "blocks of a tier")
        return tier, place, count

    @lru_cache(1 << 16)
    def block_entry(self, number):
        """Returns the offset of a block, its end, its checksum, and its first key."""
        entry = self.read(self.blocks + self.entry_size * number, self.entry_size + 8)
        first, numbered = None, number.to_bytes(8, "little") + entry[:20]
        if self.block == KEYS:
            checked(numbered, *unpack("<I", entry[20:24]), "an entry of a block")
            first = unpack("<Q", entry[12:20])[0]
        offset, checksum = unpack("<QI", entry[:12])
        is_last = number + 1 == self.block_count
        end = self.blocks if is_last else unpack("<Q", entry[self.entry_size :])[0]
        numbers = RANKS if self.block == RANKS else 10 * KEYS
        most = sum(64 + n + n // 4 for n in (numbers, self.block * self.width)) + 4
        expect(offset <= end <= self.blocks and end - offset <= most, "a block in the file")
        return offset, end, checksum, first

    @lru_cache(64)
    def content(self, number):
        """Returns the numbers of a block, and their codes in bytes."""
        offset, end, checksum, first = self.block_entry(number)
        block = self.read(offset, end - offset)
        checked(number.to_bytes(8, "little") + block, checksum, "a block")
        if not block:
            return [], b""
        expect(len(block) >= 4, "a block")
        (length,) = unpack("<I", block[:4])
        expect(length % BITS <= len(block) - 4, "a block")
        codes = 4 + length % BITS
        plain = inflate(block[4:codes], RANKS if self.block == RANKS else 10 * KEYS)
        numbers = list((of_bits if length & BITS else of_steps)(plain))
        limit = RANKS if self.block == RANKS else 1 << 64
        expect(numbers and numbers[-1] < limit and len(numbers) <= self.block, "numbers")
        expect(first in (None, numbers[0]), "the first key")
        packed = inflate(block[codes:], self.width * len(numbers))
        expect(len(packed) == self.width * len(numbers), "a code for each number")
        return numbers, packed

    def code(self, tier, number):
        """Returns the code of the state with this rank or key, or 0."""
        place, count = self.places.get(tier, (0, 0))
        if not count or self.block == RANKS and number >= count:
            return 0
        if self.block == RANKS:
            at, number = divmod(place + number, RANKS)
        else:
            # Only the last block that does not begin after the key may contain it.
            blocks = range(place // KEYS, (place + count + KEYS - 1) // KEYS)
            first = lambda block: self.block_entry(block)[3]
            at = blocks[0] + bisect_right(blocks[1:], number, key=first)
        numbers, codes = self.content(at)
        if self.block == KEYS:
            expect(len(numbers) == min(KEYS, place + count - at * KEYS), "all keys of a block")
        index = bisect_left(numbers, number)
        if index == len(numbers) or numbers[index] != number:
            return 0
        code = int.from_bytes(codes[self.width * index : self.width * (index + 1)], "little")
        expect(0 < code < self.codes, "a code")
        return code

    def score(self, tier, number):
        """Returns the score of a state in words."""
        code, h = self.code(tier, number), self.horizon
        if code in (0, h + 2):
            return "endless draw" if code else "none"
        if code < h + 2:
            return f"loss in {code - 1}"
        return f"draw in {2 * h + 3 - code}" if code < 2 * h + 4 else f"win in {3 * h + 4 - code}"

    def numbers(self, rules, text):
        words = text.split(" ")
        are_numbers = len(words) == 2 and all(word.isdigit() for word in words)
        return [int(word) for word in words] if are_numbers else rules.place(text)


class Table:
    """A table of version 3, which is in memory."""

    def __init__(self, file):
        self.bytes = file.read()
        expect(len(self.bytes) >= 64, "a header")
        moves, distance, key, *counts = unpack("<BBBIIIIII", self.bytes[20:47])
        self.states, masks, *self.kinds = counts
        self.multiplier, _, length = unpack("<QQB", self.bytes[47:64])
        self.name = self.bytes[64 : 64 + length].decode()
        records = sum(self.kinds)
        set_width = (masks - 1).bit_length() if masks else moves
        expect(moves <= 64 and distance <= 30 and 1 <= key <= 64 and set_width <= 57, "widths")
        expect(1 <= records <= self.states and self.multiplier % 2, "counts")
        pilot = (self.states - 1).bit_length()
        divisor = min(max(pilot, 1), 20)
        bucket = max(1, (-(-4 * self.states // divisor) - 1).bit_length())
        self.k = max(key, pilot + bucket)
        self.c = (-(-(1 << self.k) // self.states) - 1).bit_length()
        self.to_bucket = self.c - bucket
        number = (records - 1).bit_length()
        parts = [
            (1 << bucket, [pilot]),
            (self.states, [self.c, number]),
            (records, [distance] + 3 * [set_width]),
            (masks, [moves]),
        ]
        at, self.parts = 64 + length, []
        for rows, widths in parts:
            row = (sum(widths) + 7) // 8
            self.parts.append((at, row, widths))
            at += rows * row
        expect(len(self.bytes) == at + 12, "as many bytes as the header tells")
        checked(self.bytes[:-4], *unpack("<I", self.bytes[-4:]), "the table")

    def row(self, part, number):
        """Returns the numbers in a row."""
        at, length, widths = self.parts[part]
        row = int.from_bytes(self.bytes[at + length * number : at + length * (number + 1)], "little")
        numbers = []
        for width in widths:
            numbers.append(row & (1 << width) - 1)
            row >>= width
        return numbers

    def record(self, key):
        """Returns the number of a key's record, or None."""
        full = (1 << self.k) - 1
        if key > full:
            return None
        spread = key * self.multiplier & full
        spread ^= spread >> (self.k + 1) // 2
        spread = spread * self.multiplier & full
        remainder = spread & (1 << self.c) - 1
        (pilot,) = self.row(0, remainder >> self.to_bucket)
        slot = ((spread * self.states >> self.k) + pilot) % self.states
        found, record = self.row(1, slot)
        return record if found == remainder and record < sum(self.kinds) else None

    def score(self, key):
        record = self.record(key)
        if record is None:
            return "none"
        distance = self.row(2, record)[0]
        losses, draws, endless, _ = self.kinds
        if record < losses:
            return f"loss in {distance}"
        if record < losses + draws:
            return f"draw in {distance}"
        return "endless draw" if record < losses + draws + endless else f"win in {distance}"

    def numbers(self, rules, text):
        return [rules.key(text)]


def inflate(packed, most):
    """Returns at most as many bytes as there may be."""
    stream = zlib.decompressobj(-15)
    try:
        plain = stream.decompress(packed, most + 1)
    except zlib.error:
        plain = b""
    expect(stream.eof and not stream.unused_data and len(plain) <= most, "compressed bytes")
    return plain


def of_bits(plain):
    for at, byte in enumerate(plain):
        for bit in range(8):
            if byte >> bit & 1:
                yield 8 * at + bit


def of_steps(plain):
    """Yields the numbers, of which each is stored as the count of absent ones before it."""
    next_one = step = shift = 0
    for byte in plain:
        step |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield next_one + step
            next_one, step, shift = next_one + step + 1, 0, 0
    expect(shift == 0, "whole steps")


def open_table(path):
    file = open(path, "rb")
    start = file.read(20)
    version = int.from_bytes(start[18:], "little")
    kinds = {2: Tablebase, 3: Table}
    expect(start[:18] == LABEL and version in kinds, "a table of version 2 or 3")
    file.seek(0)
    return kinds[version](file)


def main():
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    table = open_table(sys.argv[1])
    if len(sys.argv) == 2:
        print(f"{table.name}, {table.states} states")
    elif sys.argv[2:] != ["-"]:
        print(table.score(*map(int, sys.argv[2:])))
    else:
        rules = game(table.name)
        for text in sys.stdin:
            numbers = table.numbers(rules, text.rstrip("\n"))
            print(table.score(*numbers))


if __name__ == "__main__":
    main()
