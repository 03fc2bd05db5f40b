"""What can go wrong. Each error is also one of Python's own types."""

from __future__ import annotations


class Error(Exception):
    """What all errors of this package have in common, but those of the system."""


class SpecError(Error, ValueError):
    """A text names no game."""


class StateError(Error, ValueError):
    """A text, a key or an array is not a state of the game."""


class MoveError(Error, ValueError):
    """A move is not legal, or the game is over."""


class Unreachable(Error, LookupError):
    """No game reaches the state."""


class RulesError(Error, ValueError):
    """The rules of a game have a fault.

    `state` is the state in which it shows, as text, and `moves` the names of the moves that lead
    to it from a start, as far as they are known. If the rules raised an exception, that is
    `__cause__`.
    """

    state: str | None = None
    moves: tuple[str, ...] = ()


class TableError(Error, ValueError):
    """A table is damaged, is one of another game, or contradicts the rules."""


class TooLarge(Error, MemoryError):
    """A game has more states than there is memory, disk or patience for."""


class PlayerError(Error, RuntimeError):
    """A player did not play by the rules, or raised an exception, which is `__cause__`.

    `state` is the state, as text, in which it was asked, and `has_raised` tells which of the two.
    """

    state: str | None = None
    has_raised: bool = False
