"""The words of a game as Python's own types."""

from __future__ import annotations

from enum import IntEnum
from typing import Literal, NamedTuple, Self


class Value(IntEnum):
    """What a state is worth to the player to move, if both play perfectly.

    The numbers are those in arrays, so that the value for the opponent is the negative.
    """

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __str__(self) -> str:
        return self.name.lower()

    def flip(self) -> Value:
        """The value of the same state for the opponent."""
        return Value(-self)


class Player(IntEnum):
    """The first or the second player. Games give them names, such as X and O."""

    FIRST = 0
    SECOND = 1

    def __str__(self) -> str:
        return self.name.lower()

    @property
    def other(self) -> Player:
        """The opponent."""
        return Player(1 - self)


class Move(int):
    """A move: its index, from 0 to 63, with its name.

    It is bit `index` in the masks of arrays. Where a move is expected, an `int` is an index and
    a `str` a name.

    >>> column = Move(1, "b")
    >>> column == 1, str(column)
    (True, 'b')
    """

    name: str
    """The name, which no other legal move of the state has."""

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
    """What is known of a legal move."""

    move: Move
    after: str
    """The state that it leads to, as text."""
    value: Value
    """For the player who makes it."""
    distance: int | None
    """Plies to the end, this move included; None if there is no end."""
    is_best: bool


class Outcome(NamedTuple):
    """How a game has ended."""

    ending: Literal["won", "drawn", "repetition"]
    """Repetition is the third time that a state occurs, which a `Round` notices."""
    winner: Player | None
    """The player who has won. None after a draw, and if a single state does not tell who."""


class Progress(NamedTuple):
    """How far long work is."""

    phase: str
    """What is being done, such as "solving"."""
    done: int
    total: int
    """0 if nobody knows."""
    is_of_states: bool
    """Whether these are numbers of states. Others are steps of equal work, about."""
