"""Plays Connect Four by a playbook by rules, as docs/playbooks.md describes it.

    python3 docs/read_playbook_by_rules.py FILE WIDTH HEIGHT < boards

Each line of the input is a board, row by row from the top: ..../..../.O../.X.. Each line of the output is the number of
the column to play, from 0, or `none`.
"""

import sys
import zlib
from itertools import combinations, product

MASK = 0xFFFFFFFF


def mix(number):
    for _ in range(2):
        number = ((number ^ number >> 16) * 0x045D9F3B) & MASK
    return number ^ number >> 16


class BitsOfKeys:
    """A function from keys to bits, in bytes that begin with a number of buckets."""

    def __init__(self, content):
        self.buckets, at = number_at(content, 0)
        offsets = [int.from_bytes(content[at + 2 * i : at + 2 * i + 2], "little", signed=True) for i in range(self.buckets - 1)]
        at += 2 * len(offsets)
        self.seeds = content[at : at + self.buckets]
        arrays = content[at + self.buckets :]
        even = [len(arrays) * i // max(1, self.buckets) for i in range(1, self.buckets)]
        starts = [0, *(share + offset for share, offset in zip(even, offsets)), len(arrays)]
        self.arrays = [arrays[start:end] for start, end in zip(starts, starts[1:])]

    def bit(self, high, low, number):
        lane = mix(low ^ mix(high))
        bucket = (lane >> 16) * self.buckets >> 16
        array = self.arrays[bucket]
        spread = ((lane ^ self.seeds[bucket]) * 0x9E3779B1) & MASK
        spread ^= spread >> 16
        mask = ((spread ^ high * 0x85EBCA6B & MASK) * 0xC2B2AE35) & MASK
        mask ^= mask >> 16
        places = [half * (len(array) - 1) >> 16 for half in (spread >> 16, spread & 0xFFFF)]
        word = int.from_bytes(b"".join(array[place : place + 2] for place in places), "little")
        rotated = (mask << number | mask >> 32 - number) & MASK
        return (word & rotated).bit_count() % 2


def number_at(content, at):
    number = shift = 0
    while True:
        byte = content[at]
        number |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return number, at


def nibbles(content, count):
    return [content[i // 2] >> 4 * (i % 2) & 15 for i in range(count)]


class Playbook:
    def __init__(self, content):
        if content[:4] != b"ppb\x03":
            raise ValueError("expected a playbook of version 3")
        if zlib.crc32(content[:-4]) != int.from_bytes(content[-4:], "little"):
            raise ValueError("expected another checksum")
        content = content[:-4]
        self.is_symmetric = content[12] >> 2 & 1 == 1
        ranks = content[13]
        lengths = sorted((nibble % 15, rank) for rank, nibble in enumerate(nibbles(content[14:], ranks)) if nibble)
        self.codes, code, before = {}, 0, 0
        for length, rank in lengths:
            code <<= length - before
            self.codes[length, code] = rank
            code, before = code + 1, length
        _, at = number_at(content, 14 + (ranks + 1) // 2)
        self.goal = content[at]
        features, at = number_at(content, at + 1)
        self.weights, at = weights_at(content, at, features)
        bins = content[at]
        self.thresholds = content[at + 1 : at + bins]
        stages, at = number_at(content, at + bins)
        self.classes = nibbles(content[at:], stages * bins)
        size, at = number_at(content, at + (stages * bins + 1) // 2)
        self.check, self.ranks = content[at : at + size], content[at + size :]
        # Without an entry in any class, nothing is asked.
        if any(bits != 15 for bits in self.classes):
            self.check, self.ranks = BitsOfKeys(self.check) if self.check else None, BitsOfKeys(self.ranks)

    def rank(self, stage, margin, key):
        """Returns how many moves come before the one to play."""
        bin_of = sum(threshold < margin for threshold in self.thresholds)
        state_class = stage * (len(self.thresholds) + 1) + bin_of
        bits = self.classes[state_class] if state_class < len(self.classes) else 15
        if bits == 15:
            return 0
        high, low = key >> 32, key & MASK
        lane = mix(low ^ mix(high))
        mark = mix(lane ^ high * 0x85EBCA6B & MASK ^ 0x9E3779B1)
        for i in range(bits):
            if self.check.bit(high ^ (i // 2 * 0x9E3779B1 & MASK), low, i % 2) != mark >> i & 1:
                return 0
        code = length = 0
        while (length, code) not in self.codes:
            code = code << 1 | self.ranks.bit(high, low, length)
            length += 1
        return self.codes[length, code]


def weights_at(content, at, features):
    groups = (features + 127) // 128
    stored, taken, weights = at + 18 * groups, 0, []
    for feature in range(features):
        group, bit = at + 18 * (feature // 128) + 2, feature % 128
        weight = 0
        if content[group + bit // 8] >> bit % 8 & 1:
            pair = int.from_bytes(content[stored + taken // 8 : stored + taken // 8 + 2], "little")
            weight = (pair >> taken % 8 & 31) - 16
            taken += 5
        weights.append(weight)
    return weights, stored + (taken + 7) // 8


class ConnectFour:
    def __init__(self, width, height):
        self.width, self.height = width, height
        self.cells = {(c, r) for c in range(width) for r in range(height)}
        self.lines = []
        for right, up in ((1, 0), (0, 1), (1, -1), (1, 1)):
            for place in range(4):
                for c, r in sorted(self.cells):
                    line = [(c + (i - place) * right, r + (i - place) * up) for i in range(4)]
                    # A line through the middle column is counted as its mirror image.
                    image = (right, up) == (1, 1) or up == 0 and place > 1
                    if c < (width + 1) // 2 and self.cells.issuperset(line) and not (image and 2 * c + 1 == width):
                        self.lines.append(((c, r), place, line))
        self.through = {}
        for number, (cell, place, line) in enumerate(self.lines):
            self.through.setdefault(cell, []).append((number, [other for i, other in enumerate(line) if i != place], line))

    def threats(self, discs, all_discs):
        """Returns the empty cells in which a disc completes four."""
        found = set()
        for (c, r) in self.cells - all_discs:
            for right, up in ((1, 0), (0, 1), (1, -1), (1, 1)):
                for place in range(4):
                    line = [(c + (i - place) * right, r + (i - place) * up) for i in range(4)]
                    if all(i == place or cell in discs for i, cell in enumerate(line)):
                        found.add((c, r))
        return found

    def open(self, all_discs):
        heights = [sum((c, r) in all_discs for r in range(self.height)) for c in range(self.width)]
        return [(c, r) for c, r in enumerate(heights) if r < self.height]

    def safe(self, opened, threats):
        forced = [cell for cell in opened if cell in threats]
        if len(forced) > 1:
            return []
        return [(c, r) for c, r in forced or opened if (c, r + 1) not in threats]

    def moves_left(self, goal, own, other):
        opened = self.open(own | other)
        own_threats = self.threats(own, own | other)
        wins = [cell for cell in opened if cell in own_threats]
        if wins:
            return wins[:1]
        moves = self.safe(opened, self.threats(other, own | other))
        if len(moves) < 2:
            return moves or opened
        defeating = [move for move in moves if self.defeats(own, other, move)]
        if defeating:
            return [min(defeating, key=lambda move: len(self.safe_replies(own | {move}, other)))]
        known = [self.prospect(goal, own, other, move) for move in moves]
        if 2 in known:
            return [moves[known.index(2)]]
        return [move for move, value in zip(moves, known) if value] or moves

    def safe_replies(self, own, other):
        return self.safe(self.open(own | other), self.threats(own, own | other))

    def defeats(self, own, other, move):
        """Returns whether the opponent is known to be lost after a move."""
        own = own | {move}
        opened = self.open(own | other)
        return bool(opened) and (not self.safe(opened, self.threats(own, own | other)) or self.bound(other, own) == 0)

    def prospect(self, goal, own, other, move):
        """Returns 0 if a reply refutes a move, 2 if the player wins after each reply, and otherwise 1."""
        own = own | {move}
        opened = self.open(own | other)
        known = 2 if opened else 1
        for reply in self.safe(opened, self.threats(own, own | other)):
            then = other | {reply}
            opened = self.open(own | then)
            if not opened:
                known = 1
                continue
            if not self.threats(own, own | then).isdisjoint(opened):
                continue
            moves = self.safe(opened, self.threats(then, own | then))
            if (self.bound(own, then) if moves else 0) < goal:
                return 0
            if not any(self.defeats(own, then, cell) for cell in moves):
                known = 1
        return known

    def has_four(self, cells):
        for c, r in cells:
            for right, up in ((1, 0), (0, 1), (1, -1), (1, 1)):
                if all((c + i * right, r + i * up) in cells for i in range(4)):
                    return True
        return False

    def bound(self, own, other):
        """Returns an upper bound of the value for the player to move: 0, 1 or 2 for a loss, draw or win."""
        height, left = self.height, self.cells - own - other
        threats = self.threats(other, own | other)
        odd = [(c, r) for c, r in self.open(own | other) if (height - r) % 2]
        may_stop = [c for c, r in odd if any(tc == c and (tr - r) % 2 for tc, tr in threats)]
        least = 2 if self.has_four(own | left) else 1
        for count in range(len(may_stop) + 1):
            for stopped in combinations(may_stop, count):
                unstopped = {cell for cell in odd if cell[0] not in stopped}
                if len(unstopped) % 2:
                    continue
                upper = {(c, r) for c, r in left - unstopped if (height - r) % 2 != (c in stopped)}
                stops = {}
                for c, r in upper & threats:
                    stops[c] = min(r - 1, stops.get(c, height))
                below = {(c, r) for c, r in left if r < stops.get(c, height)}
                if self.has_four(own | below - upper | set(stops.items())):
                    continue
                if stops or self.has_four(other | below & upper):
                    return 0
                least = 1
        return least

    def scores(self, weights, own, other, moves):
        """Returns the sum of the weights of the features of each move."""
        if not weights:
            return [0] * len(moves)
        width, height = self.width, self.height
        all_discs = own | other
        marks, size = len(all_discs), width * height
        own_rows = {cell for cell in self.cells if cell[1] % 2 == marks % 2}
        other_rows = self.cells - own_rows
        own_before, other_before = self.threats(own, all_discs), self.threats(other, all_discs)
        own_count = counting(own_before, other_before)
        other_count = counting(other_before, own_before)
        own_counts = bool(own_count & own_rows)
        other_counts = bool(other_count & other_rows)
        context = own_counts + 2 * other_counts + 4 * bool(other_count & own_rows)
        is_late = 7 * marks >= 4 * size
        odd_columns = sum(r % 2 for _, r in self.open(all_discs))
        groups = 15 * len(self.lines)
        places = (width + 1) // 2 * height
        starts, at = {}, 6 * groups
        for name, count in (("place", places * 8), ("odd", width * 16), ("new", 27), ("column", height * height * 2), ("below", 24),
                            ("replies", (width + 1) * 8), ("counting", 54), ("quarter", places * 4), ("threat", 20)):
            starts[name], at = at, at + count
        scores = []
        for c, r in moves:
            disc = {(c, r)}
            own_after, all_after = own | disc, all_discs | disc
            folded = min(c, width - 1 - c) * height + r
            is_odd = r % 2
            opened = self.open(all_after)
            now, other_now = self.threats(own_after, all_after), other_before - disc
            added = now - own_before
            reply = now & set(opened)
            forcing = 0
            if reply:
                more = self.threats(other | reply, all_after | reply)
                forcing = 2 if len(more) > len(other_now) else 1
            up_now, up_other = (min((t[1] - r for t in found if t[0] == c and t[1] > r), default=0) for found in (now, other_now))
            below = 0 if r == 0 else 1 if (c, r - 1) in own else 2
            other_counting = counting(other_now, now)
            counted = few(counting(now, other_now) & own_rows) * 9 + few(other_counting & other_rows) * 3 + few(other_counting & own_rows)
            odd = odd_columns - is_odd
            odd = odd if 0 <= odd < width else width - 1
            score = self.on_lines(weights, groups, own, other, (c, r), own_counts, other_counts, is_late)
            score += weights[starts["place"] + folded * 8 + context]
            score += weights[starts["odd"] + (odd * 2 + is_odd) * 8 + context]
            score += weights[starts["new"] + (few(added & own_rows) * 3 + few(added & other_rows)) * 3 + forcing]
            score += weights[starts["column"] + (up_now * height + up_other) * 2 + is_odd]
            score += weights[starts["below"] + below * 8 + context]
            score += weights[starts["replies"] + len(self.safe(opened, now)) * 8 + context]
            score += weights[starts["counting"] + counted * 2 + is_late]
            score += weights[starts["quarter"] + folded * 4 + 4 * marks // size]
            free_after = dict(self.free(all_after))
            for tc, tr in added:
                rows = min(tr - free_after[tc], 4)
                has_other_below = any(oc == tc and row < tr for oc, row in other_now)
                score += weights[starts["threat"] + (((tc, tr) in own_rows) * 5 + rows) * 2 + has_other_below]
            scores.append(score)
        return scores

    def free(self, all_discs):
        """Returns the column and the row of the lowest free place of each column; above a full column, there is one, too."""
        return [(c, sum((c, r) in all_discs for r in range(self.height))) for c in range(self.width)]

    def mirrored(self, cells):
        return {(self.width - 1 - c, r) for c, r in cells}

    def on_lines(self, weights, groups, own, other, cell, own_counts, other_counts, is_late):
        of_cell = [0] + [2] * own_counts + [3] * other_counts + [4] * is_late
        of_above = [1] + [5] * own_counts
        c, r = cell

        def through(own, other, column, only_images):
            total = 0
            for row, groups_of, mine in ((r, of_cell, own), (r + 1, of_above, own | {(column, r)})):
                for number, others, line in self.through.get((column, row), []):
                    if only_images and line[0][0] == line[1][0]:
                        continue
                    own_pattern = sum((one in mine) << k for k, one in enumerate(others))
                    other_pattern = sum((one in other) << k for k, one in enumerate(others))
                    if own_pattern and other_pattern:
                        continue
                    pattern = 7 + other_pattern if other_pattern else own_pattern
                    total += sum(weights[k * groups + number * 15 + pattern] for k in groups_of)
            return total

        image = (self.mirrored(own), self.mirrored(other))
        if c >= (self.width + 1) // 2:
            return through(*image, self.width - 1 - c, False)
        total = through(own, other, c, False)
        return total + through(*image, c, True) if 2 * c + 1 == self.width else total

    def key(self, own, other):
        stride, key = self.height + 1, 0
        for c, r in self.free(own | other):
            key |= 1 << c * stride + r
        return key | sum(1 << c * stride + r for c, r in other)

    def choose(self, book, own, other):
        opened = self.open(own | other)
        if len(opened) == 1:
            return opened[0][0]
        image = (self.mirrored(own), self.mirrored(other))
        if book.is_symmetric and self.key(*image) < self.key(own, other):
            return self.width - 1 - self.move(book, *image)
        return self.move(book, own, other)

    def move(self, book, own, other):
        moves = self.moves_left(book.goal, own, other)
        if len(moves) == 1:
            return moves[0][0]
        scores = self.scores(book.weights, own, other, moves)
        ordered = sorted(zip(scores, moves), key=lambda one: -one[0])
        margin = min(ordered[0][0] - ordered[1][0], 255)
        rank = book.rank(len(own | other) // 2, margin, self.key(own, other))
        return ordered[min(rank, len(ordered) - 1)][1][0]


def few(cells):
    return min(len(cells), 2)


def counting(these, those):
    """Returns the threats below which their column has no other threat, of either player."""
    return {(c, r) for c, r in these if not any(column == c and row < r for column, row in these | those)}


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as file:
        book = Playbook(file.read())
    width, height = int(sys.argv[2]), int(sys.argv[3])
    game = ConnectFour(width, height)
    for line in sys.stdin:
        rows = line.strip().split("/")
        own, other = set(), set()
        discs = {"X": [], "O": []}
        for r, c in product(range(height), range(width)):
            if rows[height - 1 - r][c] in discs:
                discs[rows[height - 1 - r][c]].append((c, r))
        x, o = set(discs["X"]), set(discs["O"])
        own, other = (x, o) if len(x) == len(o) else (o, x)
        print(game.choose(book, own, other))


if __name__ == "__main__":
    main()
