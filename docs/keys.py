"""Keys, tiers and ranks of states of all games, and the names of their moves, as docs/keys.md describes them.

    python3 keys.py GAME < states

GAME is a game with its parameters, such as connect:4x4. Each line of the input is the text of a state. Each line of the
output is its key, and then its tier and its rank where the game has them. After the text, a line may have a tab and the
mask of a set of legal moves. Then the line of the output ends with a tab and the names of these moves.
"""

import sys
from functools import cache
from itertools import combinations
from math import comb


def mask(places):
    return sum(1 << place for place in places)


def members(mask):
    return [place for place in range(mask.bit_length()) if mask >> place & 1]


def rank_of_set(places):
    return sum(comb(place, i) for i, place in enumerate(sorted(places), 1))


def among(places, others):
    """Returns the numbers of some places among others."""
    return [sorted(others).index(place) for place in places]


def rank_of_pieces(x, o, places, o_moves):
    free = [place for place in places if place not in x]
    a, b = rank_of_set(among(x, places)), rank_of_set(among(o, free))
    return 2 * (a * comb(len(free), len(o)) + b) + o_moves


def cells_with(marks, rows):
    return [i for i, cell in enumerate("".join(rows)) if cell in marks]


def size(text):
    """Returns the columns and the rows of a board: 5x4."""
    return [int(number) for number in text.split("x")]


def column_name(column):
    """Returns the letter of a column, or two letters after the first 26 columns."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return letters[column] if column < 26 else letters[column // 26 - 1] + letters[column % 26]


def cell_name(cell, columns, rows):
    row, column = divmod(cell, columns)
    return f"{column_name(column)}{rows - row}"


def pairs(places, are_joined):
    """Returns the pairs of places that are joined, by the higher place and then by the lower one."""
    return [(a, b) for b in places for a in places if a < b and are_joined(a, b)]


def from_own(pair, own):
    """Returns the pair of places with the mover's own one first."""
    a, b = pair
    return (a, b) if a in own else (b, a)


class Board:
    """A game whose key is computed, without tiers. A move is a cell."""

    def __init__(self, parameters):
        self.parameters = parameters

    def key(self, text):
        raise NotImplementedError

    def move(self, text, index):
        """Returns the name of a legal move."""
        return self.name(text, index)

    def name(self, text, cell):
        rows = text.split(" ")[0].split("/")
        return cell_name(cell, len(rows[0]), len(rows))

    def place(self, text):
        """Returns the tier and the rank of a state; None if the game has none."""
        return None


class Pieces(Board):
    """A game of which a text has rows, and the player to move."""

    def read(self, text):
        rows, player = text.split(" ")
        rows = rows.split("/")
        return cells_with("X", rows), cells_with("O", rows), player == "O"

    def key(self, text):
        x, o, o_moves = self.read(text)
        return mask(x) | mask(o) << 31 | o_moves << 62

    def own(self, text):
        """Returns the cells of the player to move."""
        x, o, o_moves = self.read(text)
        return o if o_moves else x

    def step(self, text, start, end, mark="-"):
        return self.name(text, start) + mark + self.name(text, end)


class TicTacToe(Board):
    def key(self, text):
        rows = text.split("/")
        return mask(cells_with("X", rows)) | mask(cells_with("O", rows)) << 9

    def move(self, text, index):
        return str(index)


class Wild(TicTacToe):
    def move(self, text, index):
        return "XO"[index // 9] + self.name(text, index % 9)


class Mnk(Board):
    def read(self, rows):
        """Returns the cells with a mark, those of X, and those of the player who has moved last."""
        marked, x, o = [cells_with(marks, rows) for marks in ("XO", "X", "O")]
        return marked, x, x if len(marked) % 2 else o

    def key(self, text):
        rows = text.split("/")
        marked, _, last = self.read(rows)
        cells = len("".join(rows))
        if cells <= 32:
            return mask(last) | mask(marked) << cells
        return sum(3**cell for cell in marked + last)

    def place(self, text):
        marked, x, _ = self.read(text.split("/"))
        m = len(marked)
        return m, rank_of_set(marked) * comb(m, (m + 1) // 2) + rank_of_set(among(x, marked))


class Connect(Mnk):
    def columns(self, text):
        """Returns the columns, each from its lowest cell."""
        return ["".join(column)[::-1] for column in zip(*text.split("/"))]

    def key(self, text):
        columns = self.columns(text)
        padded = [column + "." for column in columns]
        marked, _, last = self.read(padded)
        return mask(marked) + mask(last) + mask(len(padded[0]) * i for i in range(len(columns)))

    def place(self, text):
        columns = self.columns(text)
        tier, mirrored = self.tier(columns), self.tier(columns[::-1])
        sides = [columns, columns[::-1]] if tier <= mirrored else [columns[::-1], columns]
        order = [sides[i % 2][i // 2] for i in range(len(columns))]
        cells = "".join(column.rstrip(".") for column in order)
        return tier, rank_of_set(i for i, cell in enumerate(cells) if cell == "X")

    def tier(self, columns):
        height = len(columns[0])
        return sum(len(column.rstrip(".")) * (height + 1) ** i for i, column in enumerate(columns))

    def move(self, text, index):
        return column_name(index)


class Notakto(Board):
    def key(self, text):
        return mask(cells_with("X", text.replace(" ", "/").split("/")))

    def place(self, text):
        bits = members(self.key(text))
        return len(bits), rank_of_set(bits)

    def move(self, text, index):
        board = str(index // 9 + 1) if " " in text else ""
        return board + self.name(text, index % 9)


class Hexapawn(Pieces):
    piece_rows = 1

    def __init__(self, parameters):
        self.columns, self.rows = size(parameters)
        self.pieces = self.columns * self.piece_rows

    def place(self, text):
        x, o, o_moves = self.read(text)
        sets = comb(self.pieces + self.rows, self.pieces)
        of_x = self.rank_of_player(self.rows - 1 - cell // self.columns for cell in x)
        of_o = self.rank_of_player(cell // self.columns for cell in o)
        return 2 * sets * of_x + 2 * of_o + o_moves, self.rank(x, o)

    def rank_of_player(self, behind):
        behind = sorted(behind)
        behind += [self.rows] * (self.pieces - len(behind))
        return rank_of_set(r + i for i, r in enumerate(behind))

    def rank(self, x, o):
        rank, weight, c = 0, 1, self.columns
        for row in range(self.rows):
            in_x, in_o = [[cell % c for cell in cells if cell // c == row] for cells in (x, o)]
            free = [column for column in range(c) if column not in in_x]
            of_each = comb(len(free), len(in_o))
            rank += weight * (rank_of_set(in_x) * of_each + rank_of_set(among(in_o, free)))
            weight *= comb(c, len(in_x)) * of_each
        return rank

    def move(self, text, index):
        behind, column = divmod(index // 3, self.columns)
        _, _, o_moves = self.read(text)
        row = behind if o_moves else self.rows - 1 - behind
        start = row * self.columns + column
        return self.ahead(text, start, index % 3 - 1)

    def ahead(self, text, start, side):
        """Returns the name of a move one row ahead, and as many columns to the right."""
        x, o, o_moves = self.read(text)
        end = start + (self.columns if o_moves else -self.columns) + side
        return self.step(text, start, end, "x" if end in x + o else "-")


class Breakthrough(Hexapawn):
    piece_rows = 2

    def move(self, text, index):
        x, o, o_moves = self.read(text)
        own, taken = (o if o_moves else x), x + o
        moves = []
        for start in own:
            for side in (-1, 0, 1):
                end = start + (self.columns if o_moves else -self.columns) + side
                is_on_board = 0 <= start % self.columns + side < self.columns
                if is_on_board and end not in (own if side else taken):
                    moves.append((start, side))
        return self.ahead(text, *moves[index])


class Chomp(Board):
    def key(self, text):
        return mask(cells_with("#", text.split("/")))


class Domineering(Board):
    def key(self, text):
        return mask(cells_with("#", text.split("/")))

    def place(self, text):
        return text.count("#"), self.key(text)

    def move(self, text, index):
        is_vertical = text.count("#") % 4 == 0
        other = index + (len(text.split("/")[0]) if is_vertical else 1)
        return self.name(text, index) + "-" + self.name(text, other)


class Nim(Board):
    def key(self, text):
        return sum(int(heap) << 8 * i for i, heap in enumerate(text.split(",")))

    def move(self, text, index):
        largest = max(int(heap) for heap in self.parameters.split(",") if heap.isdigit())
        return column_name(index // largest) + str(index % largest + 1)


class Subtraction(Board):
    def key(self, text):
        return int(text)

    def place(self, text):
        return int(self.parameters.split(",")[0]) - int(text), 0

    def move(self, text, index):
        return str(index + 1)


class Morris(Pieces):
    def move(self, text, index):
        if index < 9:
            return self.name(text, index)
        if index == 45:
            return "pass"
        pair = pairs(range(9), lambda a, b: True)[index - 9]
        return self.step(text, *from_own(pair, self.own(text)))


class Vanishing(Board):
    def key(self, text):
        rows, player = text.split(" ")
        cells = rows.replace("/", "")
        marks = [(cells.find(mark) + 1) << 4 * i for i, mark in enumerate("123abc")]
        return sum(marks) | (player == "O") << 24


class Dodgem(Pieces):
    def place(self, text):
        x, o, o_moves = self.read(text)
        n = int(self.parameters)
        tier = n * (n - 1 - len(x)) + n - 1 - len(o)
        return tier, rank_of_pieces(x, o, range(n * n), o_moves)

    def move(self, text, index):
        n, start = int(self.parameters), index // 3
        _, _, o_moves = self.read(text)
        down, right = [[(0, 1), (-1, 0), (1, 0)], [(-1, 0), (0, -1), (0, 1)]][o_moves][index % 3]
        row, column = start // n + down, start % n + right
        if row < 0 or column == n:
            return self.name(text, start) + "-off"
        return self.step(text, start, row * n + column)


class Hounds(Pieces):
    points = [cell for cell in range(15) if cell not in (0, 4, 10, 14)]

    def key(self, text):
        x, o, o_moves = self.read(text)
        return mask(x) | mask(o) << 15 | o_moves << 30

    def place(self, text):
        x, o, o_moves = self.read(text)
        return 0, rank_of_pieces(x, o, self.points, o_moves)

    def move(self, text, index):
        pair = pairs(self.points, self.are_joined)[index]
        return self.step(text, *from_own(pair, self.own(text)))

    def are_joined(self, a, b):
        rows, columns = abs(a // 5 - b // 5), abs(a % 5 - b % 5)
        return rows + columns == 1 or rows == columns == 1 and (a // 5 + a % 5) % 2 == 1


class Kalah(Board):
    def read(self, text):
        rows, player, stores = text.split(" ")
        o, x = [[int(seeds) for seeds in row.split(",")] for row in rows.split("/")]
        return x, o[::-1], player == "O", [int(store) for store in stores.split(":")]

    def key(self, text):
        x, o, o_moves, stores = self.read(text)
        seeds = number = 0
        for i, more in enumerate(x + o + stores[:1], 1):
            seeds += more
            number += comb(seeds + i - 1, i)
        return 2 * number + o_moves

    def place(self, text):
        x, o, _, stores = self.read(text)
        pits, seeds = [int(number) for number in self.parameters.split(",")]
        d = sum(seeds * i for row in (x, o) for i, seeds in enumerate(row))
        return (2 * pits * seeds * (pits - 1) + 1) * sum(stores) + d, self.key(text)

    def move(self, text, index):
        return column_name(index)


class Dots(Board):
    def read(self, text):
        rows, player, boxes = text.split(" ")
        rows = rows.split("/")
        horizontal = [cell for row in rows[::2] for cell in row[1::2]]
        vertical = [cell for row in rows[1::2] for cell in row[::2]]
        return cells_with("#", horizontal + vertical), player == "O", int(boxes.split(":")[0])

    def key(self, text):
        lines, o_moves, of_x = self.read(text)
        columns, rows = size(self.parameters)
        return 2 * (mask(lines) * (columns * rows + 1) + of_x) + o_moves

    def place(self, text):
        return len(self.read(text)[0]), self.key(text)

    def move(self, text, index):
        columns, rows = size(self.parameters)
        dot = lambda row, column: cell_name(row * (columns + 1) + column, columns + 1, rows + 1)
        horizontal = columns * (rows + 1)
        if index < horizontal:
            row, column = divmod(index, columns)
            return dot(row, column) + "-" + dot(row, column + 1)
        row, column = divmod(index - horizontal, columns + 1)
        return dot(row + 1, column) + "-" + dot(row, column)


class Mills(Board):
    def __init__(self, parameters):
        parameters = {"six": "2,6,flies", "nine": "3,9,flies"}.get(parameters, parameters)
        self.squares, self.men = [int(number) for number in parameters.split(",")[:2]]
        self.flies = parameters.endswith("flies")
        self.points = range(8 * self.squares)
        turns = [[(i + 2 * turn) % 8 for i in range(8)] for turn in range(4)]
        mirrored = [[(8 - i) % 8 for i in turn] for turn in turns]
        orders = [range(self.squares), range(self.squares)[::-1]][: min(2, self.squares)]
        self.symmetries = [
            [8 * order[p // 8] + alike[p % 8] for p in self.points]
            for order in orders
            for alike in turns + mirrored
        ]
        sides = [[8 * j + i, 8 * j + i + 1, 8 * j + (i + 2) % 8] for j in range(self.squares) for i in (0, 2, 4, 6)]
        middles = [[i, i + 8, i + 16] for i in (1, 3, 5, 7)] if self.squares == 3 else []
        self.lines = [mask(line) for line in sides + middles]

    def read(self, text):
        rows, player, hands = text.split(" ")
        cells = rows.replace("/", "")
        x, o = [[p for p in self.points if cells[self.cell(p)] == mark] for mark in "XO"]
        in_hand = sum(int(hand) for hand in hands.rstrip("!").split(":"))
        return x, o, in_hand, player == "O", hands.endswith("!")

    def cell(self, point):
        """Returns the number of a point's place in the text, row by row."""
        (j, place), q = divmod(point, 8), self.squares
        near, far = j, 2 * q - j
        row = [near, near, near, q, far, far, far, q][place]
        column = [near, q, far, far, far, q, near, near][place]
        return row * (2 * q + 1) + column

    def key(self, text):
        x, o, in_hand, o_moves, takes = self.read(text)
        return mask(x) | mask(o) << 24 | in_hand << 48 | o_moves << 53 | takes << 54

    def place(self, text):
        x, o, in_hand, o_moves, takes = self.read(text)
        mine, theirs = (o, x) if o_moves else (x, o)
        is_moving = in_hand == 0 and not takes
        a, b, e, m = len(mine), len(theirs), 2 * self.men - in_hand, self.men
        if is_moving:
            a, b = max(a, b), min(a, b)
        tier = ((e * (2 * m + 1) + e - a - b) * 2 + takes) * (m + 1) + a
        base, others = (mine, theirs) if takes or len(mine) >= len(theirs) else (theirs, mine)
        representatives, orbit_of = self.orbits(len(base))
        orbit, representative = orbit_of[mask(base)]
        free = [p for p in self.points if not representative >> p & 1]
        maps = [image for image in self.symmetries if mask(image[p] for p in base) == representative]
        r = min(rank_of_set(among([image[p] for p in others], free)) for image in maps)
        ways = comb(len(free), len(others))
        second = ways * len(representatives) if is_moving and len(mine) < len(theirs) else 0
        return tier, orbit * ways + r + second

    @cache
    def orbits(self, count):
        """Returns the representatives in order, and for each set the number of its orbit and the representative."""
        sets, found = sorted(mask(places) for places in combinations(self.points, count)), {}
        has_mill = lambda points: any(points & line == line for line in self.lines)
        representatives = []
        for wanted in (True, False):
            for points in sets:
                if points in found or has_mill(points) != wanted:
                    continue
                for image in self.symmetries:
                    found[mask(image[p] for p in members(points))] = len(representatives), points
                representatives.append(points)
        return representatives, found

    def move(self, text, index):
        name = lambda point: self.name(text, self.cell(point))
        x, o, in_hand, o_moves, takes = self.read(text)
        if takes or in_hand:
            return "x" * takes + name(index)
        own = o if o_moves else x
        if self.flies and len(own) == 3:
            others = [point for point in self.points if point not in own]
            start, end = own[index // len(others)], others[index % len(others)]
        else:
            start, end = from_own(self.edges()[index], own)
        return name(start) + "-" + name(end)

    def edges(self):
        edges = []
        for point in self.points:
            edges.append((point, point + 1 if point % 8 < 7 else point - 7))
            if point % 2 and point >= 8:
                edges.append((point - 8, point))
        return edges


# The men besides the king, the most valuable first.
MEN = "QRBNP"


# The indexes that a man has in its range.
INDEXES = {"K": 8, "Q": 28, "R": 14, "B": 14, "N": 8, "P": 13}
# The steps of kings and knights, as rows down and columns to the right.
STEPS = {
    "K": [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, 1), (1, -1), (-1, 1)],
    "N": [(-1, -2), (-2, -1), (-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2)],
}


def triangle(n):
    return n * (n + 1) // 2


class Chess(Board):
    def __init__(self, parameters):
        men, _, side = parameters.partition(",")
        self.side = int(side or 8)
        white, black = men[1:].split("K")
        of_game = normal([(0, man) for man in white] + [(1, man) for man in black])
        found = [of_game]
        for material in found:
            for after in after_each(material):
                if after not in found:
                    found.append(after)
        order = lambda material: (-len(material), -sum(kind == "P" for _, kind in material), listed(material))
        self.materials = sorted(found, key=order)

    def read(self, text):
        """Returns the squares of the kings, the other men, whether Black is to move, and whether a pawn can be captured."""
        board, player, _, passed = text.split(" ")[:4]
        kings, men, square = [0, 0], [], 0
        for found in board.replace("/", ""):
            if found.isdigit():
                square += int(found)
                continue
            owner, kind = int(found.islower()), found.upper()
            if kind == "K":
                kings[owner] = square
            else:
                men.append((owner, kind, square))
            square += 1
        return kings, ordered(men), player == "b", passed != "-"

    def key(self, text):
        kings, men, b_moves, passing = self.read(text)
        key = kings[0] | kings[1] << 6 | b_moves << 32 | passing << 33
        for shift, (owner, kind, square) in zip((12, 22), men):
            key |= (MEN.index(kind) + 1 | owner << 3 | square << 4) << shift
        return key

    def place(self, text):
        kings, men, b_moves, passing = self.read(text)
        material = [man[:2] for man in men]
        is_same = material == exchanged(material)
        if material != normal(material) or is_same and b_moves:
            kings = kings[::-1]
            men = [(1 - owner, kind, square) for owner, kind, square in men]
            b_moves = not b_moves
            kings, men = self.mapped(kings, men, lambda r, c: (self.side - 1 - r, c))
            material = [man[:2] for man in men]
        turns = 1 if is_same else 2
        passed = 2 if [kind for _, kind in material] == ["P", "P"] and material[0] != material[1] else 1
        has_pawn = any(kind == "P" for _, kind in material)
        place = self.with_pawns(kings, men) if has_pawn else self.without_pawns(kings, men)
        rank = (place * passed + passing) * turns + (b_moves if turns == 2 else 0)
        return self.materials.index(material), rank

    def mapped(self, kings, men, image):
        def of(square):
            row, column = image(*divmod(square, self.side))
            return row * self.side + column

        return [of(king) for king in kings], ordered((owner, kind, of(square)) for owner, kind, square in men)

    def others(self, men, numbers, possible):
        """Returns the number of ways to place the men, and the number of this one."""
        if len(men) < 2:
            return (possible[0], numbers[0]) if men else (1, 0)
        if men[0][:2] == men[1][:2]:
            u, v = sorted(numbers)
            return triangle(possible[0]), triangle(v) + u
        return possible[0] * possible[1], numbers[0] * possible[1] + numbers[1]

    def with_pawns(self, kings, men):
        s = self.side
        if kings[0] % s >= s // 2:
            kings, men = self.mapped(kings, men, lambda r, c: (r, s - 1 - c))
        row, column = divmod(kings[0], s)
        w = row * s // 2 + column
        numbers = [square - s if kind == "P" else square for _, kind, square in men]
        possible = [s * (s - 2) if kind == "P" else s * s for _, kind, _ in men]
        ways, others = self.others(men, numbers, possible)
        return (w * s * s + kings[1]) * ways + others

    def without_pawns(self, kings, men):
        s = self.side
        row, column = divmod(kings[0], s)
        flip = lambda r, c: (s - 1 - r if row >= s // 2 else r, s - 1 - c if column >= s // 2 else c)
        kings, men = self.mapped(kings, men, flip)
        below, low = triangle(s - 1), triangle(s)

        def number(square):
            r, c = divmod(square, s)
            return triangle(r - 1) + c if r > c else below + r if r == c else low + triangle(c - 1) + r

        def image(n):
            return n + low if n < below else n if n < low else n - low

        twins = len(men) == 2 and men[0][:2] == men[1][:2]
        in_order = lambda numbers: sorted(numbers) if twins else numbers
        w, k = [number(king) for king in kings]
        numbers = in_order([number(square) for _, _, square in men])
        images = image(k), in_order([image(n) for n in numbers])
        if w >= low:
            w, (k, numbers) = image(w), images
        possible = [s * s] * 2
        ways, others = self.others(men, numbers, possible)
        if w < below:
            return (w * s * s + k) * ways + others
        k, numbers = min((k, numbers), images)
        _, others = self.others(men, numbers, possible)
        before = lambda n: n * (s * s + 1 - n)
        u, v = (numbers + [0, 0])[:2]
        if not men:
            e, y = 1, 0
        elif len(men) == 1:
            e, y = low, u
        elif not twins:
            e = below * s * s + s * low
            y = u * s * s + v if u < below else below * s * s + (u - below) * low + v
        else:
            e = before(below) + triangle(s)
            if u >= below:
                y = before(below) + triangle(v - below) + u - below
            else:
                y = before(u) + v - (2 * u if v >= low else u)
        z = k * ways + others if k < below else below * ways + (k - below) * e + y
        return triangle(s // 2 - 1) * s * s * ways + (w - below) * (below * ways + s * e) + z

    def move(self, text, index):
        kings, men, b_moves, _ = self.read(text)
        for kind, start in [("K", kings[b_moves])] + [man[1:] for man in men if man[0] == b_moves]:
            if index < INDEXES[kind]:
                break
            index -= INDEXES[kind]
        row, column = divmod(start, self.side)
        down, right = self.direction(kind, index, row, column, 1 if b_moves else -1)
        last_row = self.side - 1 if b_moves else 0
        promoted = "qrbn"[index % 4] if kind == "P" and row + down == last_row else ""
        end = start + down * self.side + right
        return cell_name(start, self.side, self.side) + cell_name(end, self.side, self.side) + promoted

    def direction(self, kind, index, row, column, ahead):
        """Returns the rows down and the columns to the right of a move, by its index in the range of the man."""
        if kind == "P":
            return (2 * ahead, 0) if index == 12 else (ahead, index // 4 - 1)
        if kind in STEPS:
            return STEPS[kind][index]
        line = index // 7 + (2 if kind == "B" else 0)
        own = row if line == 1 else column
        by = index % 7 - own + (index % 7 >= own)
        return [(0, by), (by, 0), (by, by), (-by, by)][line]


def ordered(men):
    return sorted(men, key=lambda man: (man[0], MEN.index(man[1]), *man[2:]))


def listed(material):
    return [(owner, MEN.index(kind)) for owner, kind in material]


def exchanged(material):
    return ordered((1 - owner, kind) for owner, kind in material)


def normal(material):
    return min(ordered(material), exchanged(material), key=listed)


def after_each(material):
    """Returns the normal materials after each capture and promotion."""
    for i, (owner, kind) in enumerate(material):
        others = material[:i] + material[i + 1 :]
        yield normal(others)
        for promoted in "QRBN" if kind == "P" else "":
            yield normal([(owner, promoted)] + others)
            if others and others[0][0] != owner:
                yield normal([(owner, promoted)])


# The contents of a cell in order: the kind of piece, and whether it is one's own.
CONTENTS = [(".", False)] + [(kind, own) for kind in "GECH" for own in (False, True)]


def taken(left, content):
    """Returns the giraffes, elephants and chicks that are left without this content; None if it is not possible."""
    kind = CONTENTS[content][0]
    if kind == ".":
        return left
    at = "GEC".index("C" if kind == "H" else kind)
    return left[:at] + (left[at] - 1,) + left[at + 1 :] if left[at] else None


@cache
def ways(n, left):
    if n == 0:
        g, e, c = left
        return (g + 1) * (e + 1) * (c + 1)
    return sum(ways(n - 1, rest) for rest in (taken(left, content) for content in range(9)) if rest)


# The contents of two cells of a row, the first not after the second.
PAIRS = [(first, second) for first in range(9) for second in range(first, 9)]


@cache
def ways_of_rows(n, left):
    return ways(2, left) if n == 0 else sum(ways_of_pair(n - 1, left, pair) for pair in PAIRS)


def ways_of_pair(n, left, pair):
    for content in pair:
        left = left and taken(left, content)
    if not left:
        return 0
    return ways_of_rows(n, left) if pair[0] == pair[1] else ways(2 * n + 2, left)


class Dobutsu(Board):
    def read(self, text):
        """Returns what the player to move sees: for each cell the letter, and whether it is own; and both hands."""
        rows, player, hands = text.split(" ")
        cells = [(cell.upper(), cell.isupper()) for cell in rows.replace("/", "")]
        held, number = [[0, 0, 0], [0, 0, 0]], 1
        for found in hands.replace("-", ""):
            if found == "2":
                number = 2
                continue
            held[found.islower()]["GEC".index(found.upper())] = number
            number = 1
        if player == "w":
            cells = [(kind, kind != "." and not own) for kind, own in cells[::-1]]
            held.reverse()
        return cells, held, player == "w"

    def key(self, text):
        cells, held, w_moves = self.read(text)
        own = mask(i for i, (_, own) in enumerate(cells) if own)
        straight, aslant, chicks = [
            mask(i for i, (kind, _) in enumerate(cells) if kind in kinds) for kinds in ("GLH", "EL", "CH")
        ]
        hands = sum(number << 2 * i for i, number in enumerate(held[0] + held[1]))
        return own | straight << 12 | aslant << 24 | chicks << 36 | hands << 48 | w_moves << 60

    def place(self, text):
        cells, held, _ = self.read(text)
        if ("L", True) not in cells:
            return 1, 0
        lions = [cells.index(("L", True)), cells.index(("L", False))]
        if self.is_mirrored(*lions):
            cells = mirror(cells)
            lions = [mirror(range(12))[lion] for lion in lions]
        cells_of_lions = [(a, b) for a in range(3, 12) for b in range(12) if a != b and not self.is_mirrored(a, b)]
        are_in_middle = lambda lions: lions[0] % 3 == 1 and lions[1] % 3 == 1
        i = sorted(cells_of_lions, key=are_in_middle).index(tuple(lions))
        left = all_left = tuple(2 if kind in self.parameters else 0 for kind in "GEC")
        y = 0

        def read(cell, n):
            nonlocal y, left
            content = CONTENTS.index(cells[cell])
            rests = [taken(left, other) for other in range(content)]
            y += sum(ways(n, rest) for rest in rests if rest)
            left = taken(left, content)

        if i < 45:
            others = [cell for cell in range(12) if cell not in lions]
            for n, cell in enumerate(others):
                read(cell, 9 - n)
            z = i * ways(10, all_left)
        else:
            row_of = lambda row: [CONTENTS.index(cells[3 * row + column]) for column in (0, 2)]
            differ = [row_of(row) for row in range(4) if row_of(row)[0] != row_of(row)[1]]
            if differ and differ[0][0] > differ[0][1]:
                cells = mirror(cells)
            is_same = True
            for row, n in zip(range(4), (3, 2, 1, 0)):
                first, second = pair = tuple(row_of(row))
                if is_same:
                    y += sum(ways_of_pair(n, left, before) for before in PAIRS if before < pair)
                    left = taken(taken(left, first), second)
                    is_same = first == second
                else:
                    read(3 * row, 2 * n + 3)
                    read(3 * row + 2, 2 * n + 2)
            free = [cell for cell in (1, 4, 7, 10) if cell not in lions]
            read(free[0], 1)
            read(free[1], 0)
            z = 45 * ways(10, all_left) + (i - 45) * ways_of_rows(4, all_left)
        in_hands, (a, b, d) = left, held[0]
        return 0, z + y + a + (in_hands[0] + 1) * (b + (in_hands[1] + 1) * d)

    def is_mirrored(self, own, other):
        return own % 3 == 2 or own % 3 == 1 and other % 3 == 2

    def move(self, text, index):
        cells, _, w_moves = self.read(text)
        name = lambda cell: cell_name(11 - cell if w_moves else cell, 3, 4)
        own = [cell for cell in range(12) if cells[cell][1]]
        if 29 <= index < 59:
            free = [cell for cell in range(12) if cells[cell][0] != "L"]
            return "GEC"[(index - 29) // 10] + "*" + name(free[(index - 29) % 10])
        if index < 29:
            start, end = from_own(NEIGHBOURS[index], own)
        else:
            end = cells.index(("L", False))
            takers = [cell for cell in own if self.may_go(cells[cell][0], cell, end)]
            if len(takers) > 5:
                takers = [cell for cell in takers if cell // 3 <= end // 3]
            start = takers[index - 59]
        promotes = cells[start] == ("C", True) and end < 3
        return name(start) + name(end) + "+" * promotes

    def may_go(self, kind, start, end):
        down, aside = end // 3 - start // 3, abs(end % 3 - start % 3)
        if max(abs(down), aside) != 1:
            return False
        is_aslant = abs(down) == aside
        return {
            "L": True,
            "G": not is_aslant,
            "E": is_aslant,
            "C": down == -1 and aside == 0,
            "H": not is_aslant or down == -1,
        }[kind]


# The pairs of neighbouring cells: in a column, in a row, and on diagonals down to the right and down to the left.
NEIGHBOURS = [
    (cell, cell + 3 * down + right)
    for down, right in ((1, 0), (0, 1), (1, 1), (1, -1))
    for cell in range(12)
    if cell // 3 + down < 4 and 0 <= cell % 3 + right < 3
]


def mirror(cells):
    return [cells[i - i % 3 + 2 - i % 3] for i in range(12)]


GAMES = {
    "tictactoe": TicTacToe,
    "wild": Wild,
    "mnk": Mnk,
    "connect": Connect,
    "notakto": Notakto,
    "hexapawn": Hexapawn,
    "breakthrough": Breakthrough,
    "chomp": Chomp,
    "nim": Nim,
    "subtraction": Subtraction,
    "morris": Morris,
    "mills": Mills,
    "vanishing": Vanishing,
    "dodgem": Dodgem,
    "hounds": Hounds,
    "kalah": Kalah,
    "dots": Dots,
    "domineering": Domineering,
    "chess": Chess,
    "dobutsu": Dobutsu,
}


def game(name):
    """Returns the game with this name and parameters."""
    name, _, parameters = name.partition(":")
    return GAMES[name](parameters)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    rules = game(sys.argv[1])
    for line in sys.stdin:
        text, has_moves, moves = line.rstrip("\n").partition("\t")
        numbers = " ".join(str(number) for number in (rules.key(text), *(rules.place(text) or ())))
        names = " ".join(rules.move(text, index) for index in members(int(moves or 0)))
        print(numbers + has_moves + names)


if __name__ == "__main__":
    main()
