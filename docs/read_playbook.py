"""Reads a playbook, as docs/playbooks.md describes it, and answers keys with ranks of moves.

    python3 docs/read_playbook.py FILE < keys

Each line of the input is the key of a state, as a decimal number. Each line of the output is the
rank of the move among the legal moves of that state, in increasing order of their numbers, or
`none`.
"""

import sys
import zlib

MASK = 0xFFFFFFFF


def mix(number):
    for _ in range(2):
        number = ((number ^ number >> 16) * 0x045D9F3B) & MASK
    return number ^ number >> 16


class Playbook:
    def __init__(self, content):
        if content[:4] != b"ppb\x01":
            raise ValueError("expected a playbook of version 1")
        if zlib.crc32(content[:-4]) != int.from_bytes(content[-4:], "little"):
            raise ValueError("expected another checksum")
        self.content, self.at = content, 4
        self.fingerprint = self.bytes(8)
        flags = self.bytes(1)
        self.check_bits = flags >> 5
        ranks = self.bytes(1)
        nibbles = [nibble for _ in range((ranks + 1) // 2) for nibble in self.nibbles()]
        lengths = [(nibble % 15, rank) for rank, nibble in enumerate(nibbles) if nibble]
        self.codes, code, before = {}, 0, 0
        for length, rank in sorted(lengths):
            code <<= length - before
            self.codes[length, code] = rank
            code, before = code + 1, length
        self.states = self.number()
        self.buckets = self.number()
        offsets = [0] + [self.bytes(3) for _ in range(self.buckets - 1)]
        self.seeds = [self.bytes(1) for _ in range(self.buckets)]
        arrays = content[self.at : -4]
        ends = offsets[1:] + [len(arrays)]
        self.arrays = [arrays[start:end] for start, end in zip(offsets, ends)]

    def bytes(self, count):
        self.at += count
        return int.from_bytes(self.content[self.at - count : self.at], "little")

    def nibbles(self):
        byte = self.bytes(1)
        return byte & 15, byte >> 4

    def number(self):
        number = shift = 0
        while True:
            byte = self.bytes(1)
            number |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return number

    def rank(self, key):
        if (0, 0) in self.codes and not self.check_bits:
            return self.codes[0, 0]
        low, high = key & MASK, key >> 32
        lane = mix(low ^ mix(high))
        bucket = (lane >> 16) * self.buckets >> 16
        array = self.arrays[bucket]
        spread = ((lane ^ self.seeds[bucket]) * 0x9E3779B1) & MASK
        spread ^= spread >> 16
        mask = ((spread ^ high * 0x85EBCA6B & MASK) * 0xC2B2AE35) & MASK
        mask ^= mask >> 16
        places = [half * (len(array) - 1) >> 16 for half in (spread >> 16, spread & 0xFFFF)]
        word = b"".join(array[place : place + 2] for place in places)
        word = int.from_bytes(word, "little")

        def bit(number):
            rotated = (mask << number | mask >> 32 - number) & MASK
            return bin(word & rotated).count("1") % 2

        if any(bit(number) for number in range(self.check_bits)):
            return None
        code = length = 0
        while (length, code) not in self.codes:
            code = code << 1 | bit(self.check_bits + length)
            length += 1
        return self.codes[length, code]


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        playbook = Playbook(file.read())
    for line in sys.stdin:
        rank = playbook.rank(int(line))
        print("none" if rank is None else rank)
