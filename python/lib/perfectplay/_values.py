"""Defines the types of values, players and moves in Python."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, Self


class Value(IntEnum):
    """The value of a state for the player to move, if both play perfectly.

    Arrays contain the same numbers as this enumeration. The opponent's value is the negative of the
    number.
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()

    def flip(self) -> Value:
        """Returns the value of the same state for the opponent."""
        return Value(-self)


class Player(IntEnum):
    """The first or the second player. Games give the players names, such as X and O."""

    FIRST = 0
    SECOND = 1

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def other(self) -> Player:
        """Returns the opponent."""
        return Player(1 - self)


class Move(int):
    """A move: an index from 0 to 63, and a name.

    In the masks of arrays, bit `index` stands for this move. Arguments that take a move accept an
    `int` as an index and a `str` as a name.

    >>> column = Move(1, "b")
    >>> column == 1, str(column)
    (True, 'b')
    """

    name: str
    """The name. No other legal move of the state has the same name."""

    def __new__(cls, index: int, name: str | None = None) -> Self:
        move = super().__new__(cls, index)
        move.name = str(int(move)) if name is None else name
        return move

    def __reduce__(self) -> tuple[type[Move], tuple[int, str]]:
        return Move, (int(self), self.name)

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name if self.name == str(int(self)) else f"Move({int(self)}, {self.name!r})"


class Choice(NamedTuple):
    """A legal move with its value."""

    move: Move
    after: str
    """The state that it leads to, as text."""
    value: Value
    """The value for the player who makes it."""
    distance: int | None
    """The plies to the end, including this move; None if the game never ends."""
    is_best: bool


class Outcome(NamedTuple):
    """How a game has ended."""

    ending: Literal["won", "drawn", "repetition"]
    """How the game ended. Only a `Round` notices repetition: the third time that a state occurs."""
    winner: Player | None
    """The player who has won. None after a draw, or if a single state does not tell who."""


class Progress(NamedTuple):
    """The progress of long work."""

    phase: str
    """The current phase, such as "solving"."""
    done: int
    total: int
    """The number of all steps; 0 if it is unknown."""
    is_of_states: bool
    """Whether the steps are states. Otherwise they are steps of about equal work."""
