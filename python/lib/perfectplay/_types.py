"""The types of arguments and results of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, SupportsIndex, TypeAlias, TypedDict

from ._values import Move, Player, Progress, Value

if TYPE_CHECKING:
    # The command starts without numpy.
    import numpy.typing as npt

    Columns: TypeAlias = dict[str, npt.NDArray[Any]]
    """Columns of a table by name. Each row belongs to the same state; see `Table.arrays`."""

Column: TypeAlias = Literal[
    "board",
    "key",
    "canonical",
    "mover",
    "points",
    "value",
    "distance",
    "ply",
    "winning",
    "neutral",
    "losing",
    "best",
]
"""A column of a table; see `Table.arrays`."""

AnyMove: TypeAlias = Move | SupportsIndex | str
"""A move: an index, also an integer of numpy, or a name."""

AnyPlayer: TypeAlias = Player | Literal[0, 1, "first", "second"]
"""A player."""

Watch: TypeAlias = Callable[[Progress], object]
"""A function that is told the progress, several times a second. An exception ends the work."""


class Rules(Protocol):
    """The rules of a game of your own. A class with these six methods is enough. `move_count` may
    also be a number instead of a method.

    A state is any hashable object that compares by value, such as a tuple, a string or a number. A
    state must not change after it was created.

    These members are optional:

    ======================  ===================================================================
    `name`                  the name of the game in files and answers; by default that of the class
    `is_loopy`              `True` if a state may occur twice in a game
    `last_mover_may_lose`   `True` if the player who makes the last move may lose by it
    `other_starts()`        more states in which a game may begin
    `mover(state)`          the player to move; required for a game with extra turns
    `has_extra_turns`       `True` if a player may move again
    `text(state)`           the state on one line; by default its `repr`
    `move_name(state, m)`   the name of a legal move; by default its index
    `board(state)`          an array of rows to draw: 0 empty, 1 the first player's, -1 the
                            second's
    `place(state, m)`       the square of the board where a move is played, counted row by row; or
                            None
    `players`               the names of the first and the second player
    ======================  ===================================================================
    """

    @property
    def move_count(self) -> int | Callable[[], int]:
        """Returns the number of different moves, at most 64."""
        ...

    def start(self) -> Any:
        """Returns the state in which a game begins."""
        ...

    def outcome(self, state: Any) -> Value | int | None:
        """Returns the value of a finished game for the player who would be next; None otherwise."""
        ...

    def legal(self, state: Any) -> Iterable[int]:
        """Returns the indexes of the legal moves. This method is called only while the game goes
        on."""
        ...

    def play(self, state: Any, move: int) -> Any:
        """Returns the state after a legal move."""
        ...

    def key(self, state: Any) -> int:
        """Returns a number from 0 to 2**64 - 1 that no other state has."""
        ...


class Fault(TypedDict):
    """A fault, and the state in which it occurs."""

    problem: str
    state: str
    moves: list[int]
    """The moves that lead to the state from a start."""


class Checked(TypedDict):
    """The result of a check of rules."""

    states: int
    """The number of states that were checked."""
    complete: bool
    """Whether these are all states."""
    faults: list[Fault]
    remarks: list[str]
    """Unusual things that may be right."""
