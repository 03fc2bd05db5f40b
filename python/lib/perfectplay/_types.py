"""What functions of this package are given, and what they give back."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, TypedDict

from ._values import Move, Player, Progress, Value

if TYPE_CHECKING:
    # The command starts without numpy.
    import numpy.typing as npt

    Columns: TypeAlias = dict[str, npt.NDArray[Any]]
    """Columns of a table by name, row by row of the same states; see `Table.arrays`."""

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

AnyMove: TypeAlias = Move | int | str
"""A move: an index, or a name."""

AnyPlayer: TypeAlias = Player | Literal[0, 1, "first", "second"]
"""A player."""

Watch: TypeAlias = Callable[[Progress], object]
"""Is told how far work is, some times a second. What it raises ends the work."""


class Rules(Protocol):
    """A game of one's own: a class with these six methods (`move_count` may be a number, too).

    A state is any hashable object that compares by value: a tuple, a string, a number. It must
    not be changed after it was made.

    What else there is to tell is optional:

    ======================  ===================================================================
    `name`                  what the game is called in files and answers; else that of the class
    `is_loopy`              `True` if a state may occur twice in a game
    `last_mover_may_lose`   `True` where who makes the last move may have lost by it
    `other_starts()`        more states in which a game may begin
    `mover(state)`          whose turn it is; required of a game with extra turns
    `has_extra_turns`       `True` if a player may move again
    `text(state)`           how a state is written in one line; else by `repr`
    `move_name(state, m)`   what a legal move is called; else its index
    `board(state)`          an array of rows to draw: 0 empty, 1 the first player's, -1 the
                            second's
    `place(state, m)`       on which square of the board a move is played, counted row by row; or
                            None
    `players`               what the first and the second player are called
    ======================  ===================================================================
    """

    @property
    def move_count(self) -> int | Callable[[], int]:
        """How many different moves there are, at most 64."""
        ...

    def start(self) -> Any:
        """The state in which a game begins."""
        ...

    def outcome(self, state: Any) -> Value | int | None:
        """The value of a finished game for the player who would move next; None if it goes on."""
        ...

    def legal(self, state: Any) -> Iterable[int]:
        """The indexes of the legal moves. Asked only while the game goes on."""
        ...

    def play(self, state: Any, move: int) -> Any:
        """The state after a legal move."""
        ...

    def key(self, state: Any) -> int:
        """A number from 0 to 2**64 - 1 that no other state has."""
        ...


class Fault(TypedDict):
    """A fault, and the state in which it shows."""

    problem: str
    state: str
    moves: list[int]
    """Those that lead to the state from a start."""


class Checked(TypedDict):
    """What a check of rules found."""

    states: int
    """How many states were looked at."""
    complete: bool
    """Whether these are all."""
    faults: list[Fault]
    remarks: list[str]
    """What is only odd."""
