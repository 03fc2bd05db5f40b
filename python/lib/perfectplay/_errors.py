"""The errors of this package. Each class also derives from an error class of Python."""

from __future__ import annotations


class Error(Exception):
    """The base class of all errors of this package."""


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

    `state` is the state in which the fault occurs, as text. `moves` are the names of the moves that
    lead to this state from a start, if they are known. If the rules raised an exception,
    `__cause__` is this exception.
    """

    state: str | None = None
    moves: tuple[str, ...] = ()


class TableError(Error, ValueError):
    """A table is damaged, belongs to another game, or contradicts the rules."""


class TooLarge(Error, MemoryError):
    """A game has so many states that the memory, the disk or a reasonable time is not enough."""


class Unproved(Error, TimeoutError):
    """A value was not proved within the limit of an `Oracle`."""


class PlayerError(Error, RuntimeError):
    """A player broke the rules, or raised an exception. The exception is `__cause__`.

    `state` is the state about which the player was asked, as text. `has_raised` tells whether the
    player raised an exception.
    """

    state: str | None = None
    has_raised: bool = False
