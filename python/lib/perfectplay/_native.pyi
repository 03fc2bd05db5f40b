"""The part of the package that is written in Rust. Its names are those of `perfectplay`."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt

from ._pages import Page
from ._types import AnyMove, AnyPlayer, Checked, Column, Columns, Rules, Watch
from ._values import Choice, Move, Player, Value

@final
class Game:
    """A game that is not solved: what there is to tell of it, whatever its state."""

    @property
    def spec(self) -> str:
        """The name with its parameters, such as "connect:5x4,4"."""
    @property
    def name(self) -> str:
        """The name without parameters."""
    @property
    def title(self) -> str:
        """What people call it, such as "Connect Four 5×4"."""
    @property
    def rules(self) -> str:
        """The rules in one sentence."""
    @property
    def states(self) -> str:
        """How a state is written, and an example."""
    @property
    def players(self) -> tuple[str, str]:
        """What the players are called."""
    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of a board: (rows, columns), or (boards, rows, columns) where there are
        several; None for a game without one."""
    @property
    def moves(self) -> int:
        """How many different moves there are: their indexes are smaller."""
    @property
    def symmetries(self) -> int:
        """How many symmetries the game has, the identity among them."""
    @property
    def is_loopy(self) -> bool:
        """Whether a state may occur twice in a game."""
    @property
    def has_extra_turns(self) -> bool:
        """Whether a player may move again."""
    @property
    def own_players(self) -> tuple[str, ...]:
        """The names of the players that the game has of its own, for `audit`."""
    def solve(
        self,
        *,
        cache: bool = True,
        memory: int | None = None,
        anyway: bool = False,
        progress: bool | Watch | None = None,
    ) -> Table:
        """Solves the game; see `perfectplay.solve`."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Position:
    """A state of a game, and what its table knows of it.

    It is what a player is asked with, and stands for its board: `position[row, column]` is what
    stands there, and `numpy.asarray(position)` the whole of it. Positions of one game are equal
    if their states are.
    """

    @property
    def text(self) -> str:
        """The state as text, as `Table.position` reads it."""
    @property
    def key(self) -> int:
        """A number that no other state has."""
    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board, of the shape `Game.shape`: 0 empty, 1 a piece of the first player, -1 one of
        the second; see `Table.arrays` for games with more kinds.

        Raises `StateError` if the game has no board.
        """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def mover(self) -> Player | None:
        """The player to move; None if the state does not tell."""
    @property
    def is_reachable(self) -> bool:
        """Whether some game passes through the state. If none does, the table knows nothing of
        it."""
    @property
    def why_unreachable(self) -> str | None:
        """Why no game reaches the state, if the rules can tell at once."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules."""
    @property
    def winner(self) -> Player | None:
        """Who has won; None if nobody has, or the state does not tell."""
    @property
    def value(self) -> Value:
        """The value for the player to move. Raises `Unreachable`."""
    @property
    def distance(self) -> int | None:
        """Plies to the end if the winner hurries and the loser delays; None for a draw that never
        ends. Raises `Unreachable`."""
    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves; none if the game is over."""
    @property
    def winning(self) -> tuple[Move, ...]:
        """The moves after which the opponent is lost. Raises `Unreachable`."""
    @property
    def neutral(self) -> tuple[Move, ...]:
        """The moves that draw. Raises `Unreachable`."""
    @property
    def losing(self) -> tuple[Move, ...]:
        """The moves after which the opponent wins. Raises `Unreachable`."""
    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value and the distance. Raises `Unreachable`."""
    @property
    def moves(self) -> tuple[Choice, ...]:
        """Everything about each legal move, the best first. Raises `Unreachable`."""
    @property
    def line(self) -> tuple[Move, ...]:
        """The line of best play from here on. Raises `Unreachable`."""
    @property
    def move_values(self) -> npt.NDArray[np.float32]:
        """For each of all `Game.moves`: 1 if it wins, 0 if it draws, -1 if it loses, and NaN if
        it is not legal. Raises `Unreachable`."""
    def move(self, name: AnyMove) -> Move:
        """The legal move with a name or an index. Raises `MoveError`."""
    def play(self, move: AnyMove) -> Position:
        """The position after a move. Raises `MoveError`."""
    def choose(self, level: str = "perfect", seed: int | None = None) -> Move:
        """The move that a level chooses: "perfect", "invincible", "casual", "casual:25" (which
        errs in 25 of 100 cases) or "random". The same seed chooses the same.

        Raises `Unreachable`, or `MoveError` if the game is over.
        """
    def to_json(self) -> dict[str, Any]:
        """What `perfectplay lookup --json` prints."""
    def svg(self, *, marked: bool = True) -> str:
        """A picture of the board, on which the moves are marked with what they are worth."""
    def __getitem__(self, square: int | tuple[int, ...]) -> Any: ...
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def _repr_svg_(self) -> str | None: ...

AnyState: TypeAlias = str | int | npt.ArrayLike | Position
"""A state: its text, its key, or its board."""

@final
class ArrowStream:
    """The states of a table, batch by batch, for whatever reads Arrow: `polars.DataFrame(stream)`,
    `pyarrow.table(stream)`, DuckDB. It can be read once."""

    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class Batches(Iterator[Columns]):
    """The states of a table, some at a time."""

    def __iter__(self) -> Batches: ...
    def __next__(self) -> Columns: ...

@final
class Table:
    """A solved game: every state that some game reaches, with what it is worth.

    `len(table)` is how many states there are, and `state in table` whether one of them is this.
    """

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def spec(self) -> str:
        """The name of the game with its parameters."""
    @property
    def start(self) -> Position:
        """The position in which a game begins, or the first of them."""
    @property
    def value(self) -> Value:
        """The value of the start for the first player."""
    @property
    def distance(self) -> int | None:
        """How long a game lasts if both play perfectly; None if it never ends."""
    def position(self, state: AnyState, mover: AnyPlayer | None = None) -> Position:
        """The position that a text, a key or a board tells, which need not be reachable.

        A board is anything that makes an array of integers of the shape `Game.shape`. `mover` is
        required for a board of a game whose texts tell the player to move.

        Raises `StateError`.
        """
    def __getitem__(self, state: AnyState) -> Position:
        """The position of a state. Raises `StateError`, or `Unreachable` if no game reaches
        it."""
    def __contains__(self, state: object) -> bool: ...
    def __len__(self) -> int: ...
    def counts(self) -> dict[Value, int]:
        """How many states are won, drawn and lost for the player to move."""
    def arrays(
        self, columns: Sequence[Column] | None = None, *, progress: bool | Watch | None = None
    ) -> Columns:
        """Every state, column by column.

        ==========  ================  ============================================================
        `board`     int8, (n, *shape) 0 empty; 1 and -1 pieces of the first and the second player,
                                      2 and -2 and so on where they are of several kinds or ages;
                                      the number of things in a heap; 1 and -1 for X and O of
                                      nobody, 2 for other marks; -128 where there is no square.
                                      Only of games with a board
        `key`       uint64            a number that no other state has
        `canonical` uint64            the least key of the symmetric states, which is the same for
                                      all of them; only if it is asked for by name
        `mover`     int8              `Player`; -1 if the state does not tell
        `value`     int8              `Value` for the player to move
        `distance`  int32             plies to the end; -1 if there is none
        `ply`       int32             plies from the nearest start; -1 where not known
        `winning`   uint64            sets of moves: bit i is the move with index i
        `neutral`   uint64
        `losing`    uint64
        `best`      uint64
        ==========  ================  ============================================================

        The order is the same for every call: the states nearest to a start first, or tier by
        tier for a table of more than a million states in a file.

        Raises `ValueError` for an unknown column, `TableError` for a damaged table.
        """
    def batches(self, columns: Sequence[Column] | None = None, *, rows: int = 65536) -> Batches:
        """The same states as `arrays`, about so many at a time: for tables that are larger than
        memory."""
    def to_arrow(
        self, columns: Sequence[Column] | None = None, *, rows: int = 65536
    ) -> ArrowStream:
        """The same states for whatever reads Arrow, in batches of about so many rows."""
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...
    def ask(
        self,
        boards: npt.ArrayLike | None = None,
        *,
        keys: npt.ArrayLike | None = None,
        movers: npt.ArrayLike | None = None,
        columns: Sequence[Column] | None = None,
    ) -> Columns:
        """What the table knows of many states: of `boards`, an array of shape (n, *shape), or of
        `keys`, an array of n. The columns are those of `arrays` from `mover` on, but `ply`; unless
        others are asked for, `value`, `distance` and `best`.

        The value of a state that no game reaches is -128, its distance -1, and its sets of moves
        are empty.

        Raises `StateError` for a board that is none of the game, with its index; `TypeError` and
        `ValueError` for other dtypes and shapes.
        """
    def verify(self, *, progress: bool | Watch | None = None) -> dict[str, int]:
        """Verifies the table against the rules alone, and tells what was counted. Raises
        `TableError` with what is wrong."""
    def stats(self) -> dict[str, Any]:
        """What `perfectplay stats --json` prints: counts by ply, value and distance."""
    def report(self) -> Page:
        """What is known of the game, with plots: the page that `perfectplay report` writes."""
    def page(self) -> Page:
        """The game to be played in a browser, against the table that is in it: the page that
        `perfectplay web` writes. Raises `TableError` for a table too large for a page."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, whole or not at all; `perfectplay.open` reads it."""
    def round(
        self,
        first: str = "human",
        second: str = "perfect",
        *,
        start: AnyState | None = None,
        seed: int | None = None,
    ) -> Round:
        """A game in progress. A seat is "human" or a level."""
    def playbook(
        self,
        side: AnyPlayer | None = None,
        *,
        symmetry: bool = False,
        progress: bool | Watch | None = None,
    ) -> Playbook:
        """A small playbook for a side, or for both. Ctrl-C ends the search for a smaller one, and
        keeps the best so far."""
    def open_playbook(self, book: bytes | str | os.PathLike[str]) -> Playbook:
        """The playbook in some bytes or in a file. Raises `TableError`."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Round:
    """A game in progress between humans and levels, with undo and redo."""

    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def mover(self) -> Player:
        """The player to move, or who would be next when the game is over."""
    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that were played."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, also by the third repetition of a state."""
    @property
    def winner(self) -> Player | None:
        """Who has won; None if nobody has."""
    @property
    def ending(self) -> Literal["won", "drawn", "repetition"] | None:
        """How the game ended; None while it goes on."""
    @property
    def seats(self) -> tuple[str, str]:
        """Who makes the moves of the first and of the second player."""
    @property
    def awaits_reply(self) -> bool:
        """Whether a level is to move."""
    def play(self, move: AnyMove) -> Position:
        """Plays a move for the player to move. Raises `MoveError`; the round is then as it
        was."""
    def reply(self) -> Move | None:
        """Lets a level move, if it is to move, and tells its move."""
    def undo(self) -> int:
        """Takes back the last move of a human and all after it; tells how many plies."""
    def redo(self) -> int:
        """Plays again what was taken back; tells how many plies."""
    def set_seat(self, player: AnyPlayer, seat: str) -> None:
        """Gives the moves of a player to "human" or a level."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Playbook:
    """The smallest player that never errs: one move for each state that it can meet."""

    @property
    def sides(self) -> tuple[Player, ...]:
        """The sides that it plays."""
    @property
    def states(self) -> int:
        """How many states it knows."""
    def choose(self, position: Position) -> Move | None:
        """The move of the book; None if the game is over or it is not the turn of its side. In a
        position that the book cannot meet, the answer is left to chance."""
    def source(self, language: Literal["c", "rust", "javascript"], name: str = "book") -> str:
        """The book as one file of source code without dependencies."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the book to a file, whole or not at all."""
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def games() -> list[dict[str, Any]]:
    """The games that ship: `name`, `rules`, `parameters`, `states`, and as `samples` names that
    `solve` takes."""

def game(spec: str | Rules) -> Game:
    """The game of a name such as "connect:5x4", or one of your own. Raises `SpecError`."""

def solve(
    game: str | Game | Rules,
    *,
    cache: bool = True,
    memory: int | None = None,
    anyway: bool = False,
    progress: bool | Watch | None = None,
) -> Table:
    """Solves a game: the table in the package if there is one, else the one in the user's cache,
    else one that is made now, and kept there if that took half a second. Tables of your own games
    are not kept.

    `memory` is how many bytes there are; `anyway` solves even what seems too large. `progress` is
    None for a bar in a terminal or a notebook once it takes a second, True or False for a bar or
    none, or a function that is told how far it is. Ctrl-C ends it.

    Raises `SpecError`, `RulesError` for rules with a fault, `TooLarge`.
    """

def open(path: str | os.PathLike[str], game: Rules | None = None) -> Table:
    """Opens a table in a file. It is read piece by piece if it is a large one. For a game of your
    own, give its rules. Raises `TableError`, `OSError`."""

def check(game: str | Game | Rules) -> Checked:
    """Looks for mistakes in rules, in every state that is not too far from a start: an answer that
    is another the second time, a key of two states, a move that leads to no state, and others."""

def lookup(state: AnyState, game: str | Game | Rules = "tictactoe") -> Position:
    """The position of a state. Raises `StateError`, or `Unreachable`."""

def _command(program: Sequence[str], arguments: Sequence[str]) -> int: ...
def _audit(
    table: Table,
    player: str | Callable[[Position], Sequence[tuple[int, float]]],
    side: Player,
    lines: int,
    mistakes: int,
    symmetry: bool,
) -> dict[str, Any]: ...
