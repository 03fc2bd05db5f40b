"""Tests how well a language model plays a game that it cannot have read about. For comparison, also
tests how well the model plays the real Connect Four, which it has read about.

Parameters make games that no one has written about, such as four in a row on a board of 5 by 4
where completing a line loses. Each prompt contains the rules and a board. The answer is parsed and
compared with the table: does it name a move, is the move legal, and does it keep the value? Each
question gives a figure of its own. So a model that only writes its move in an unusual form does not
seem to play badly. Connect Four on 7 by 6 is too large for a table, so an oracle proves the values.

The example needs no network, because the function `model` only stands in for a model. Replace this
function by a call of your model.
"""

import random
import re

import perfectplay as pp

GAMES = [
    "connect:5x4,3,misere",
    "mnk:4,3,3,misere",
    "hexapawn:3x3",
    "nim:2,3,4,misere",
    "connect:7x6",
]


def prompt(position: pp.Position) -> str:
    """Returns the question about a position."""
    game = position.game
    mover = "" if position.mover is None else f"You are {game.players[position.mover]}.\n"
    moves = ", ".join(str(move) for move in position.legal)
    squares = ""
    if any(re.match(r"[a-z]\d", str(move)) for move in position.legal):
        squares = "a1 is the bottom left square, and b1 is the square to the right of it.\n"
    return (
        f"Rules: {game.rules}\n"
        f"A position is written as {game.states}.\n"
        f"{squares}"
        f"The position is {position.text}\n"
        f"{mover}"
        f"The legal moves are {moves}.\n"
        "Think as long as you like. End with a line `MOVE: <move>`."
    )


def named(answer: str) -> str | None:
    """Returns the last move that an answer names, legal or not. Returns None if the answer names no
    move.

    Models write `MOVE: b` in many ways: in another case, in bold, in quotes, or in a LaTeX box.
    """
    text = re.sub(r"\\(?:text|textbf|mathrm|mathbf)\{([^{}]*)\}", r"\1", answer)
    text = re.sub(r"(?i)(?:\bmove\s*:\s*)?\$*\\boxed\{([^{}]*)\}\$*", r"\nMOVE: \1\n", text)
    found = re.findall(r"(?i)\bmove[*_`\"'\s]*:[*_`\"'\s]*([^\s`\"]+)", text)
    return found[-1].strip("<>").rstrip(".,;!*_'") if found else None


def parse(answer: str, position: pp.Position) -> pp.Move | None:
    """Returns the move that an answer names, or None if the answer names no legal move."""
    name = named(answer)
    try:
        return None if name is None else position.move(name)
    except pp.MoveError:
        return None


def model(question: str) -> str:
    """Stands in for a language model. It takes the first legal move, and sometimes answers
    wrongly."""
    legal = re.findall(r"legal moves are (.*)\.", question)[0].split(", ")
    if random.random() < 0.1:
        return "I cannot decide."
    return f"The first move looks good.\nMOVE: {legal[0]}"


def sample(spec: str, number: int) -> list[pp.Position]:
    """Returns different random positions of a game. In each of them there is a legal move."""
    try:
        table = pp.solve(spec)
    except pp.TooLarge:
        return pp.Oracle(spec, seconds=10).sample(number)
    positions = [position for position in table if not position.is_over]
    return random.sample(positions, min(number, len(positions)))


def measure(spec: str, questions: int) -> dict[str, float]:
    """Judges the answers of a model in different random positions of a game."""
    asked = sample(spec, questions)
    named_moves, legal, kept, by_chance, unproved = 0, 0, 0, 0.0, 0
    for position in asked:
        answer = model(prompt(position))
        named_moves += named(answer) is not None
        move = parse(answer, position)
        legal += move is not None
        if position.unproved:
            unproved += 1
            continue
        keeping = [choice.move for choice in position.moves if choice.value == position.value]
        kept += move in keeping
        # The share of a random player, for comparison with the share of the model.
        by_chance += len(keeping) / len(position.legal)
    proved = max(len(asked) - unproved, 1)
    return {
        "names a move": named_moves / len(asked),
        "legal": legal / len(asked),
        "keeps the value": kept / proved,
        "by chance": by_chance / proved,
        "unproved": unproved / len(asked),
    }


if __name__ == "__main__":
    random.seed(1)
    start = pp.solve(GAMES[0]).start
    print(prompt(start), end="\n\n")
    for name in GAMES:
        figures = ", ".join(
            f"{what} {100 * share:.0f} %" for what, share in measure(name, 100).items()
        )
        print(f"{name:24} {figures}")
