# The docstrings are those of the compiled module: `python stub.py` writes them.
"""The part of the package that is written in Rust. Its names are those of `perfectplay`."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from ._pages import Page
from ._types import AnyMove, AnyPlayer, Checked, Column, Columns, Rules, Watch
from ._values import Choice, Move, Outcome, Player, Value

__version__: str

@final
class Game:
    """A game that need not be solved: its name, its rules and its board."""

    @property
    def spec(self) -> str:
        """The name with its parameters, such as "connect:5x4,4"."""
    @property
    def name(self) -> str:
        """The name without parameters."""
    @property
    def title(self) -> str:
        """The name for people, such as "Connect Four 5×4"."""
    @property
    def rules(self) -> str:
        """The rules in one sentence."""
    @property
    def states(self) -> str:
        """How a state is written, with an example."""
    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and of the second player."""
    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of a board: (rows, columns), or (boards, rows, columns) for a game of several
        boards. None for a game without a board."""
    @property
    def moves(self) -> int:
        """The number of different moves. Each has an index below it."""
    @property
    def symmetries(self) -> int:
        """The number of symmetries of the game, including the identity."""
    @property
    def is_loopy(self) -> bool:
        """Whether a state may occur twice in a game."""
    @property
    def has_extra_turns(self) -> bool:
        """Whether a player may move several times in a row."""
    @property
    def is_own(self) -> bool:
        """Whether the rules are an object of Python."""
    @property
    def own_players(self) -> tuple[str, ...]:
        """The names of the players that come with the game, for `audit`."""
    def solve(
        self,
        *,
        cache: bool = True,
        memory: int | None = None,
        anyway: bool = False,
        progress: bool | Watch | None = None,
    ) -> Table:
        """Solves the game. See `perfectplay.solve`."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Position:
    """A state of a game, and what its table says about it.

    A position never changes: `play` returns the next one. A player that is a function is called
    with a position. It also stands for its board: `position[row, column]` is the code of a square,
    and `numpy.asarray(position)` the whole board. Positions of the same game are equal if their
    states are.
    """

    @property
    def text(self) -> str:
        """The state as text, as `Table.position` reads it."""
    @property
    def key(self) -> int:
        """A number that no other state of the game has."""
    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board, an array of the shape `Game.shape`: 0 for an empty square, 1 for a piece of
        the first player, -1 for one of the second. `Table.arrays` lists the codes of other pieces.

        Raises `StateError` if the game has no board.
        """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def mover(self) -> Player | None:
        """The player to move. None if the state does not tell."""
    @property
    def points(self) -> tuple[int, int] | None:
        """The points of the first and of the second player. None in a game without points."""
    @property
    def is_reachable(self) -> bool:
        """Whether some game passes through the state. The table knows nothing about others."""
    @property
    def why_unreachable(self) -> str | None:
        """The reason why no game reaches the state, if the rules can tell it at once."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules."""
    @property
    def winner(self) -> Player | None:
        """The player who has won. None if nobody has, or the state does not tell who."""
    @property
    def value(self) -> Value:
        """The value for the player to move. Raises `Unreachable`."""
    @property
    def distance(self) -> int | None:
        """The number of plies to the end, if the winner hurries and the loser delays. None for a
        draw that never ends. Raises `Unreachable`."""
    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves. Empty if the game is over."""
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
        """Each legal move with its value, the best first. Raises `Unreachable`."""
    @property
    def line(self) -> tuple[Move, ...]:
        """A line of best play from here to the end. Raises `Unreachable`."""
    @property
    def move_values(self) -> npt.NDArray[np.float32]:
        """The value of each of all `Game.moves`, by index: 1 if it wins, 0 if it draws, -1 if it
        loses, and NaN if it is not legal. Raises `Unreachable`."""
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended. None while it goes on."""
    def move(self, name: AnyMove) -> Move:
        """Returns the legal move with a name or an index.

        A name may have space around it, another case if no other move differs by case alone, and
        the marks `!`, `?`, `+` and `#` of annotated games behind it. Raises `MoveError`.
        """
    def play(self, move: AnyMove) -> Position:
        """Returns the position after a move. Raises `MoveError`."""
    def choose(self, level: str = "perfect", seed: int | None = None) -> Move:
        """Returns the move that a level chooses.

        The levels are "perfect", "invincible", "casual", "casual:25" (which errs in 25 of 100
        cases) and "random". The same seed chooses the same move.

        Raises `Unreachable`, or `MoveError` if the game is over.
        """
    def to_json(self) -> dict[str, Any]:
        """Returns the object that `perfectplay lookup --json` prints."""
    def blind(self) -> Position:
        """Returns the position as a player gets it. Values, best moves and lines of play raise
        `PlayerError`. `table[position]` looks it up."""
    def moves_in(self, mask: int) -> tuple[Move, ...]:
        """Returns the legal moves in a mask, such as the column `winning` of `Table.arrays`."""
    def svg(self, *, marked: bool = True) -> str:
        """Draws the board in SVG. If `marked`, each move is marked with its value."""
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
    """The states of a table in batches, for libraries that read Arrow: `polars.DataFrame(stream)`,
    `pyarrow.table(stream)`, DuckDB. It can be read once."""

    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_stream__(self, requested_schema: object = None) -> object: ...

@final
class Batches(Iterator[Columns]):
    """An iterator over the states of a table, in batches of columns."""

    def __iter__(self) -> Batches: ...
    def __next__(self) -> Columns: ...

@final
class Table:
    """A solved game: every state that some game reaches, with its value.

    `table[state]` is a position: `Unreachable` is raised if no game reaches it. `state in table`
    tells whether a game does, `len(table)` is the number of states, and iterating yields a position
    for each of them. `table[:10]` is a list of the first ten.
    """

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def spec(self) -> str:
        """The name of the game with its parameters."""
    @property
    def start(self) -> Position:
        """The position in which a game begins. If there are several, the first."""
    @property
    def value(self) -> Value:
        """The value of the start for the first player."""
    @property
    def distance(self) -> int | None:
        """The number of plies of a game in which both play perfectly. None if it never ends."""
    def position(self, state: AnyState, mover: AnyPlayer | None = None) -> Position:
        """Returns the position of a text, a key or a board. It need not be reachable.

        A board is anything that makes an array of integers of the shape `Game.shape`. `mover` is
        required for a board of a game whose texts tell the player to move.

        Raises `StateError`, or `TypeError` for an array of other numbers.
        """
    @overload
    def __getitem__(self, state: slice) -> list[Position]: ...
    @overload
    def __getitem__(self, state: AnyState) -> Position: ...
    def __contains__(self, state: object) -> bool: ...
    def __iter__(self) -> Iterator[Position]: ...
    def __len__(self) -> int: ...
    def counts(self) -> dict[Value, int]:
        """Returns the numbers of states that are won, drawn and lost for the player to move."""
    def arrays(
        self, columns: Sequence[Column] | None = None, *, progress: bool | Watch | None = None
    ) -> Columns:
        """Returns every state, column by column.

        ==========  ================  ============================================================
        `board`     int8, (n, *shape) 0 empty; 1 and -1 pieces of the first and the second player;
                                      2 and -2 and so on for pieces of several kinds or ages; the
                                      number of things in a heap; 1 and -1 for X and O of nobody,
                                      2 for other marks of nobody; -128 where there is no square.
                                      Only of games with a board
        `key`       uint64            a number that no other state has
        `canonical` uint64            the least key of the symmetric states, the same for all of
                                      them; only if it is asked for by name
        `mover`     int8              `Player`; -1 if the state does not tell
        `points`    int32, (n, 2)     the points of both players; only of games with points
        `value`     int8              `Value` for the player to move
        `distance`  int32             plies to the end; -1 if the game never ends
        `ply`       int32             plies from the nearest start; -1 if unknown
        `winning`   uint64            a set of moves: bit i is the move with index i
        `neutral`   uint64
        `losing`    uint64
        `best`      uint64
        ==========  ================  ============================================================

        The order is the same for every call: the states nearest to a start first, or tier by
        tier for a table of more than a million states in a file.

        Raises `ValueError` for an unknown column, `TableError` for a damaged table.
        """
    def batches(self, columns: Sequence[Column] | None = None, *, rows: int = 65536) -> Batches:
        """Returns the same states as `arrays` in batches of at least `rows`, for tables that are
        larger than memory. The last batch may have fewer."""
    def to_arrow(
        self, columns: Sequence[Column] | None = None, *, rows: int = 65536
    ) -> ArrowStream:
        """Returns the same states for libraries that read Arrow, in batches of at least `rows`."""
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
        """Returns what the table says about many states: about `boards`, an array of shape
        (n, *shape), or about `keys`, an array of n.

        `columns` may name `mover`, `value`, `distance`, `winning`, `neutral`, `losing` and `best`
        of `arrays`. The default is `value`, `distance` and `best`.

        The value of a state that no game reaches is -128, its distance -1, and its sets of moves
        are empty.

        Raises `StateError` for a board that is not one of the game, with its index; `TypeError`
        and `ValueError` for other dtypes and shapes.
        """
    def regrets(
        self, games: Sequence[Sequence[AnyMove]], *, start: AnyState | None = None
    ) -> Columns:
        """Returns what each move of some games has lost. Each move has a row.

        Each game is a list of its moves from `start`, by index or name. The columns are:

        ===============  ======  ==================================================================
        `game`           int64   the index of the game
        `ply`            int32   the number of moves before this one
        `key`            uint64  the key of the state in which the move was made
        `move`           int8    the index of the move
        `value`          int8    the value of the state for the player who moved
        `value_lost`     int8    the value that the move loses: 0 if it keeps the value, 1 for half
                                 a win, 2 for a whole win
        `distance_lost`  int32   the plies by which a win comes later than possible, or a loss
                                 sooner; 0 if the move loses value, and for draws
        ===============  ======  ==================================================================

        Raises `MoveError` with the game and the ply for a move that is not legal.
        """
    def verify(self, *, progress: bool | Watch | None = None) -> dict[str, int]:
        """Verifies the table by the rules alone, and returns counts of the verified states.
        Raises `TableError` with the first contradiction."""
    def stats(self) -> dict[str, Any]:
        """Returns the counts that `perfectplay report --json` begins with: by ply, value and
        distance."""
    def report(self) -> Page:
        """Returns a page about the game with plots, the one that `perfectplay report` writes."""
    def page(self) -> Page:
        """Returns a page to play the game in a browser, the one that `perfectplay web` writes. It
        contains the table. Raises `TableError` for a table too large for a page."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, whole or not at all. `perfectplay.open` reads it."""
    def round(
        self,
        first: str = "human",
        second: str = "perfect",
        *,
        start: AnyState | None = None,
        seed: int | None = None,
    ) -> Round:
        """Begins a game. A seat is "human" or a level of `Position.choose`."""
    def playbook(
        self,
        side: AnyPlayer | None = None,
        *,
        symmetry: bool = False,
        progress: bool | Watch | None = None,
    ) -> Playbook:
        """Searches for a small playbook for a side, or for both. Ctrl-C ends the search and returns
        the best playbook so far."""
    def open_playbook(self, book: bytes | str | os.PathLike[str]) -> Playbook:
        """Reads a playbook from bytes or from a file. Raises `TableError`."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Round:
    """A game in progress between humans and levels, with undo and redo."""

    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def mover(self) -> Player:
        """The player to move. When the game is over, the player who would be next."""
    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that were played."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over. The third repetition of a state ends it, too."""
    @property
    def winner(self) -> Player | None:
        """The player who has won. None if nobody has."""
    @property
    def ending(self) -> Literal["won", "drawn", "repetition"] | None:
        """How the game has ended. None while it goes on."""
    @property
    def seats(self) -> tuple[str, str]:
        """Who makes the moves of the first and of the second player."""
    @property
    def awaits_reply(self) -> bool:
        """Whether a level is to move."""
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended, and who has won. None while it goes on."""
    def play(self, move: AnyMove) -> Position:
        """Plays a move of a human, and returns the position after it. Raises `MoveError` for a
        move that is not legal, which changes nothing."""
    def push(self, move: AnyMove) -> None:
        """Plays a move for the player to move, human or not. Raises `MoveError` for a move
        that is not legal, which changes nothing."""
    def pop(self) -> Move:
        """Takes back the last move, and returns it. Raises `IndexError` if there is none."""
    def reply(self) -> Move | None:
        """Lets a level move, and returns its move. None if no level is to move."""
    def undo(self) -> int:
        """Takes back the last move of a human and all moves after it. Returns the number of
        moves."""
    def redo(self) -> int:
        """Plays the moves again that were taken back. Returns the number of moves."""
    def set_seat(self, player: AnyPlayer, seat: str) -> None:
        """Gives the moves of a player to "human" or to a level."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Playbook:
    """A player that never errs, as small as possible: one move for each state that it can meet."""

    @staticmethod
    def open(book: bytes | str | os.PathLike[str], game: str | Game | Rules) -> Playbook:
        """Opens a playbook of a game, however large the game is: it needs no table. The book is
        bytes, or a path.

        Raises `TableError` if it is not a playbook of this game.
        """
    @property
    def start(self) -> Position:
        """The position in which the game begins. If there are several, the first. In a book that
        was opened without a table, positions do not know their values."""
    @property
    def sides(self) -> tuple[Player, ...]:
        """The sides that it plays."""
    @property
    def states(self) -> int:
        """The number of states for which it has a move."""
    def choose(self, position: Position) -> Move | None:
        """Returns the move of the book. None if the game is over or its side is not to move. In a
        position that the book cannot meet, the move is arbitrary."""
    def source(self, language: Literal["c", "rust", "javascript"], name: str = "book") -> str:
        """Returns the book as one file of source code without dependencies."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the book to a file, whole or not at all."""
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def games() -> list[dict[str, Any]]:
    """Returns the games that ship, each with its `name`, `rules`, `parameters`, `states`, and
    `samples` of names that `solve` takes."""

def game(spec: str | Rules) -> Game:
    """Returns the game with a name such as "connect:5x4", or the game of your own rules. Raises
    `SpecError`."""

def solve(
    game: str | Game | Rules,
    *,
    cache: bool = True,
    memory: int | None = None,
    anyway: bool = False,
    progress: bool | Watch | None = None,
) -> Table:
    """Solves a game, and returns its table.

    The table comes from the package if it has one, or from the user's cache. If not, the game is
    solved now. A table that took half a second is kept in the cache, unless `cache` is false.
    Tables of your own rules are not kept.

    `memory` is the number of bytes that may be used. `anyway` solves a game that seems too large.
    `progress` is True or False for a bar or none, or a function that is called with a `Progress`.
    With None, a bar appears in a terminal or a notebook after a second. Ctrl-C ends the work.

    Raises `SpecError`, `RulesError` for rules with a fault, `TooLarge`.
    """

def open(path: str | os.PathLike[str], game: Rules | None = None) -> Table:
    """Opens the table in a file. A large one is read block by block. `game` is the rules, if they
    are your own. Raises `TableError`, `OSError`."""

def check(game: str | Game | Rules) -> Checked:
    """Looks for faults in rules, in every state that is not too far from a start.

    A fault is, for example, an answer that differs the second time, a key of two states, a move
    to no state, or a method that returns the wrong type or raises an exception. The fault names
    the method.
    """

def lookup(state: AnyState, game: str | Game | Rules = "tictactoe") -> Position:
    """Returns the position of a state. The table of a game that was asked about before is still
    in memory. Raises `StateError`, or `Unreachable`."""

def _command(program: Sequence[str], arguments: Sequence[str]) -> int: ...
def _audit(
    table: Table, player: Any, side: Player, lines: int, mistakes: int, symmetry: bool
) -> dict[str, Any]: ...
def _score(
    table: Table,
    player: tuple[str, Any],
    opponent: tuple[str, Any],
    games: int,
    positions: int | None,
    side: Player | None,
    seed: int,
    forfeit: bool,
    progress: bool | Watch | None,
) -> dict[str, Any]: ...
def _evaluate(
    table: Table, player: tuple[str, Any], progress: bool | Watch | None
) -> dict[str, Any]: ...
def _rank(
    table: Table,
    players: list[tuple[str, Any]],
    number: int,
    games: int,
    seed: int,
    limit: float,
    progress: bool | Watch | None,
) -> dict[str, Any]: ...
