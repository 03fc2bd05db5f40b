# The docstrings are those of the compiled module: `python stub.py` writes them.
"""The part of the package that is written in Rust. Its names are those of `perfectplay`."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Literal, NoReturn, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from ._pages import Page
from ._types import AnyMove, AnyPlayer, Checked, Column, Columns, Rules, Watch
from ._values import Choice, Move, Outcome, Player, Value

__version__: str

@final
class Game:
    """A game, which need not be solved. It tells the game's name, rules and board."""

    @property
    def spec(self) -> str:
        """The name with its parameters, such as "connect:5x4,4"."""
    @property
    def name(self) -> str:
        """The name without parameters."""
    @property
    def title(self) -> str:
        """The name as people write it, such as "Connect Four 5×4"."""
    @property
    def rules(self) -> str:
        """The rules in one sentence."""
    @property
    def states(self) -> str:
        """How to write a state as text, with an example."""
    @property
    def players(self) -> tuple[str, str]:
        """The names of the first and of the second player."""
    @property
    def shape(self) -> tuple[int, ...] | None:
        """The shape of a board: (rows, columns), or (boards, rows, columns) if the game has
        several boards. None for a game without a board."""
    @property
    def moves(self) -> int:
        """The number of different moves. A move has an index from 0 to `moves` - 1."""
    @property
    def symmetries(self) -> int:
        """The number of symmetries of the game, including the identity."""
    @property
    def is_loopy(self) -> bool:
        """Whether a state may occur twice in one course of play."""
    @property
    def has_extra_turns(self) -> bool:
        """Whether a player may have several moves in a row."""
    @property
    def is_own(self) -> bool:
        """Whether the rules are an object of Python."""
    @property
    def own_players(self) -> tuple[str, ...]:
        """The names of the players that come with the game. `audit` accepts these names."""
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
    """A state of a game, and what the game's table says about the state.

    A position never changes: `play` returns the next position. A player that is a function is
    called with a position. A position also stands for its board: `position[row, column]` is the
    code of a square, and `numpy.asarray(position)` is the whole board. Positions of the same game
    are equal if their states are equal.
    """

    @property
    def text(self) -> str:
        """The state as text, in the form that `Table.position` reads."""
    @property
    def key(self) -> int:
        """The key of the state, which is a number that no other state of the game has."""
    @property
    def board(self) -> npt.NDArray[np.int8]:
        """The board as an array of the shape `Game.shape`: 0 for an empty square, 1 for a piece of
        the first player, -1 for a piece of the second. `Table.arrays` lists the codes of other
        pieces.

        Raises `StateError` if the game has no board.
        """
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def mover(self) -> Player | None:
        """The player to move, or None if the state does not say whose turn it is."""
    @property
    def points(self) -> tuple[int, int] | None:
        """The points of the first and of the second player, or None in a game without points."""
    @property
    def is_reachable(self) -> bool:
        """Whether some game reaches the state. A position of an `Oracle` returns True unless the
        rules say that no game reaches the state."""
    @property
    def why_unreachable(self) -> str | None:
        """The reason why no game reaches the state, if the rules can tell this without a search."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over, by the rules."""
    @property
    def winner(self) -> Player | None:
        """The player who has won. None if nobody has won, or if the state does not say who has
        won."""
    @property
    def value(self) -> Value:
        """The value for the player to move. Raises `Unreachable`, `Unproved`."""
    @property
    def distance(self) -> int | None:
        """The number of plies to the end, if the winner hurries and the loser delays. None if
        perfect play never ends, or if an `Oracle` did not prove the number. Raises
        `Unreachable`, `Unproved`."""
    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves; empty if the game is over."""
    @property
    def winning(self) -> tuple[Move, ...]:
        """The moves that win against perfect play. Raises `Unreachable`, `Unproved`."""
    @property
    def neutral(self) -> tuple[Move, ...]:
        """The moves that draw against perfect play. Raises `Unreachable`, `Unproved`."""
    @property
    def losing(self) -> tuple[Move, ...]:
        """The moves that lose against perfect play. Raises `Unreachable`, `Unproved`."""
    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep both the value and the distance. Raises `Unreachable`, `Unproved`."""
    @property
    def moves(self) -> tuple[Choice, ...]:
        """Each legal move with its value, the best first. Raises `Unreachable`. Raises
        `Unproved` if an `Oracle` did not prove all moves. In this case, `unproved` lists the
        moves without a proof, and `to_json` contains the other moves."""
    @property
    def unproved(self) -> tuple[Move, ...]:
        """The legal moves that an `Oracle` did not prove within its limit. Raises `Unreachable`."""
    @property
    def line(self) -> tuple[Move, ...]:
        """A line of best play from this position to the end. Raises `Unreachable`,
        `Unproved`."""
    @property
    def move_values(self) -> npt.NDArray[np.float32]:
        """An array with the value of every move, by index. A winning move has the value 1, a
        drawing move 0 and a losing move -1. A move that is not legal has the value NaN. Raises
        `Unreachable`, `Unproved`."""
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended, or None while the game goes on."""
    def move(self, name: AnyMove) -> Move:
        """Returns the legal move that has the given name or index.

        A name may have spaces around it, and an annotation (`!`, `?`, `+` or `#`) at the end.
        Upper and lower case may be confused if no other move has the same letters. Raises
        `MoveError`.
        """
    def play(self, move: AnyMove) -> Position:
        """Returns the position after a move. Raises `MoveError`."""
    def choose(self, level: str = "perfect", seed: int | None = None) -> Move:
        """Returns the move that a level chooses.

        The levels are "perfect", "invincible", "casual", "casual:25" (which errs in 25 of 100
        moves) and "random". The same seed gives the same choice.

        Raises `Unreachable` or `Unproved`. Raises `MoveError` if the game is over.
        """
    def to_json(self) -> dict[str, Any]:
        """Returns the object that `perfectplay lookup --json` prints."""
    def blind(self) -> Position:
        """Returns a copy of the position that hides its values, as players receive it. In this
        copy, values, best moves and lines of play raise `PlayerError`. But `table[position]`
        still looks the position up."""
    def moves_in(self, mask: int) -> tuple[Move, ...]:
        """Returns the legal moves whose bits are set in a mask. A mask is, for example, an item
        of the column `winning` of `Table.arrays`."""
    def svg(self, *, marked: bool = True) -> str:
        """Draws the board as SVG. With `marked`, the picture shows the value of each move."""
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
    """The states of a table in batches, for libraries that read Arrow, such as
    `polars.DataFrame(stream)`, `pyarrow.table(stream)` and DuckDB. A stream can be read once."""

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

    `table[state]` is a position, and raises `Unreachable` if no game reaches the state. `state in
    table` tells whether a game reaches the state. `len(table)` is the number of states. Iterating
    over `table` yields a position for each state. `table[:10]` is a list of the first ten
    positions.
    """

    @property
    def game(self) -> Game:
        """The game."""
    @property
    def spec(self) -> str:
        """The name of the game with its parameters."""
    @property
    def start(self) -> Position:
        """The position in which the game begins, or the first such position."""
    @property
    def value(self) -> Value:
        """The value of the start for the first player."""
    @property
    def distance(self) -> int | None:
        """The number of plies of a game between perfect players. None if such a game never ends."""
    def position(self, state: AnyState, mover: AnyPlayer | None = None) -> Position:
        """Returns the position that a text, a key or a board describes. The position need not be
        reachable.

        A board is anything that numpy converts to an array of integers of the shape
        `Game.shape`. A board does not say whose turn it is. If the texts of the game's states
        say so, pass `mover` together with a board.

        Raises `StateError`, or `TypeError` for an array whose items are not integers.
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
                                      number of things in a heap; 1 and -1 an X or O of neither
                                      player, 2 another mark of neither; -128 no square.
                                      Only in games with a board
        `key`       uint64            a number that no other state has
        `canonical` uint64            the least key among the symmetric images of the state;
                                      only if `columns` names it
        `mover`     int8              `Player`; -1 if the state does not tell
        `points`    int32, (n, 2)     the points of both players; only in games with points
        `value`     int8              `Value` for the player to move
        `distance`  int32             plies to the end; -1 if the game never ends
        `ply`       int32             plies from the nearest start; -1 if unknown
        `winning`   uint64            a set of moves: bit i is the move with index i
        `neutral`   uint64
        `losing`    uint64
        `best`      uint64
        ==========  ================  ============================================================

        The order of states is the same for every call. States near a start come first. But
        the states of a file with more than a million states are ordered by tier.

        Raises `ValueError` for an unknown column, and `TableError` for a damaged table.
        """
    def batches(self, columns: Sequence[Column] | None = None, *, rows: int = 65536) -> Batches:
        """Returns the same states as `arrays`, but in batches of at least `rows` rows, for
        tables that are larger than memory. The last batch may have fewer rows."""
    def to_arrow(
        self, columns: Sequence[Column] | None = None, *, rows: int = 65536
    ) -> ArrowStream:
        """Returns the same states as `arrays`, for libraries that read Arrow, in batches of at
        least `rows` rows."""
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
        """Returns columns for many states. The states are `boards`, an array of the shape (n,
        *shape), or `keys`, an array of n integers.

        `columns` may name `mover`, `value`, `distance`, `winning`, `neutral`, `losing` and `best`
        of `arrays`. The default is `value`, `distance` and `best`.

        For a state that no game reaches, the value is -128, the distance is -1, and the sets
        of moves are empty.

        Raises `StateError`, with the index, for an array that is not a board of the game.
        Raises `TypeError` or `ValueError` for an array of another dtype or shape.
        """
    def regrets(
        self, games: Sequence[Sequence[AnyMove]], *, start: AnyState | None = None
    ) -> Columns:
        """Returns the regret of each move in a list of played games. The regret says by how much
        the move worsens the value and the distance. Each move has a row.

        Each game is a list of its moves from `start`, by index or by name. The columns are:

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

        Raises `MoveError` for a move that is not legal. The error names the game and the ply.
        """
    def verify(self, *, progress: bool | Watch | None = None) -> dict[str, int]:
        """Verifies the table by the rules alone, and returns counts of the verified states. If
        the table contradicts the rules, raises `TableError` with the first contradiction."""
    def stats(self) -> dict[str, Any]:
        """Returns the counts that `perfectplay report --json` prints. The states are counted by
        ply, by value and by distance."""
    def report(self) -> Page:
        """Returns a page about the game with plots, as `perfectplay report` writes it."""
    def page(self) -> Page:
        """Returns a page on which people can play the game in a browser, as `perfectplay web`
        writes it. The page contains the table. Raises `TableError` if the table is too large
        for a page."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the table to a file, whole or not at all. `perfectplay.open` reads the file."""
    def round(
        self,
        first: str = "human",
        second: str = "perfect",
        *,
        start: AnyState | None = None,
        seed: int | None = None,
    ) -> Round:
        """Begins a game. A seat is "human" or a level, as in `Position.choose`."""
    def playbook(
        self,
        side: AnyPlayer | None = None,
        *,
        symmetry: bool = False,
        progress: bool | Watch | None = None,
    ) -> Playbook:
        """Searches for a small playbook for one side or for both. Ctrl-C ends the search, which
        then returns the best playbook so far."""
    def open_playbook(self, book: bytes | str | os.PathLike[str]) -> Playbook:
        """Reads a playbook from bytes or from a file. Raises `TableError`."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Oracle:
    """Answers about a game that is too large to solve, such as "connect:7x6". A value is proved
    when you ask for it.

    `oracle[state]` is a position, like `table[state]` of a `Table`. Every answer is exact.
    If a value is not proved within the limit, reading it raises `Unproved`. The oracle
    remembers proved states, so later questions about similar states take less time. Proofs
    release the interpreter, and Ctrl-C ends them.

    `seconds` limits the time for all moves of a position. `memory` is the number of bytes
    for proved states, 256 MiB by default. `threads` is the number of threads, by default
    one for each core. With `distance`, the oracle also proves distances, and each proof
    takes longer. `opening` is a file that `perfectplay solve --plies` wrote, or its bytes.
    For "connect:7x6", the package contains the opening of eight plies.

    `winning_playbook` is a playbook whose player wins every game, as bytes or a path.
    With this book, the oracle knows the values of the states that the player of the book
    reaches. The oracle trusts the book. `perfectplay verify --playbook FILE --expect win`
    proves that the book wins.

    Raises `SpecError`. Raises `TableError` for a game whose states can repeat, and for an opening
    of another game.
    """

    def __new__(
        cls,
        game: str | Game | Rules,
        *,
        seconds: float | None = None,
        memory: int | None = None,
        threads: int | None = None,
        distance: bool = False,
        opening: bytes | str | os.PathLike[str] | None = None,
        winning_playbook: bytes | str | os.PathLike[str] | None = None,
    ) -> Oracle: ...
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def spec(self) -> str:
        """The name of the game with its parameters."""
    @property
    def start(self) -> Position:
        """The position in which the game begins, or the first such position."""
    def position(self, state: AnyState, mover: AnyPlayer | None = None) -> Position:
        """Returns the position that a text, a key or a board describes. `Table.position`
        explains these."""
    def __getitem__(self, state: AnyState) -> Position: ...
    def sample(
        self, number: int, *, seed: int = 0, side: AnyPlayer | None = None
    ) -> list[Position]:
        """Returns different unfinished positions. Each position is taken from a new game, in which
        both sides play at random.

        With a `side`, the player of this side is to move in all positions. The same seed
        draws the same positions. If the game has fewer than `number` positions, all are
        returned.
        """
    def ask(
        self,
        boards: npt.ArrayLike | None = None,
        *,
        keys: npt.ArrayLike | None = None,
        movers: npt.ArrayLike | None = None,
        progress: bool | Watch | None = None,
    ) -> dict[str, npt.NDArray[Any]]:
        """Returns columns for many states. The states are given as in `Table.ask`. The limit of
        `seconds` is for each state.

        ==========  ======  ========================================================================
        `status`    str     "proved" if all moves are proved; "unproved" if not; "unreachable" if
                            the rules tell that no game reaches the state
        `value`     int8    `Value` for the player to move; -128 if it is not known. The value
                            may be known although some moves are not proved
        `distance`  int32   plies to the end; -1 if they are not known
        `winning`   uint64  the set of moves that are proved to win: bit i is the move with index i
        `neutral`   uint64
        `losing`    uint64
        `best`      uint64  the best moves, if all moves are proved
        `unproved`  uint64  the moves that are not proved
        ==========  ======  ========================================================================

        Raises `StateError`, with the index, for an array that is not a board of the game.
        Raises `TypeError` or `ValueError` for an array of another dtype or shape.
        """
    def regrets(
        self, games: Sequence[Sequence[AnyMove]], *, start: AnyState | None = None
    ) -> Columns:
        """Returns the regret of each move in a list of played games. The regret says by how much
        the move worsens the value and the distance. The columns are those of `Table.regrets`.
        If a value is not proved within the limit, `value` is -128. If the value before or
        after a move is not proved, `value_lost` is -128.

        Raises `MoveError` for a move that is not legal. The error names the game and the ply.
        """
    def round(
        self,
        first: str = "human",
        second: str = "perfect",
        *,
        start: AnyState | None = None,
        seed: int | None = None,
    ) -> Round:
        """Begins a game. A seat is "human" or a level, as in `Position.choose`."""
    def __contains__(self, state: object) -> bool: ...
    def __iter__(self) -> NoReturn: ...
    def __getnewargs_ex__(self) -> tuple[tuple[object], dict[str, Any]]: ...

@final
class Round:
    """A game in progress between humans and levels, with undo and redo."""

    @property
    def position(self) -> Position:
        """The position on the board."""
    @property
    def mover(self) -> Player:
        """The player to move. After the end of the game, this is the player who would move next."""
    @property
    def history(self) -> tuple[Move, ...]:
        """The moves that were played."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over. The third repetition of a state also ends the game."""
    @property
    def winner(self) -> Player | None:
        """The player who has won, or None if nobody has won."""
    @property
    def ending(self) -> Literal["won", "drawn", "repetition"] | None:
        """How the game has ended, or None while the game goes on."""
    @property
    def seats(self) -> tuple[str, str]:
        """The seats of the first and of the second player. A seat is "human" or a level."""
    @property
    def awaits_reply(self) -> bool:
        """Whether a level is to move."""
    def outcome(self) -> Outcome | None:
        """Returns how the game has ended, and who has won. Returns None while the game goes on."""
    def play(self, move: AnyMove) -> Position:
        """Plays a move of a human, and returns the position after the move. If the move is not
        legal, raises `MoveError` and changes nothing."""
    def push(self, move: AnyMove) -> None:
        """Plays a move for the player to move, human or not. If the move is not legal, raises
        `MoveError` and changes nothing."""
    def pop(self) -> Move:
        """Takes back the last move, and returns it. Raises `IndexError` if no move was played."""
    def reply(self) -> Move | None:
        """If a level is to move, plays the level's move and returns it. Otherwise, returns None."""
    def undo(self) -> int:
        """Takes back the last move of a human, and all moves after it. Returns the number of
        moves that it takes back."""
    def redo(self) -> int:
        """Replays moves that were taken back, until a human is to move or all these moves are
        replayed. Returns the number of moves that it replays."""
    def set_seat(self, player: AnyPlayer, seat: str) -> None:
        """Sets the seat of a player to "human" or to a level."""
    def __reduce__(self) -> tuple[object, ...]: ...

@final
class Playbook:
    """A small player that never errs. A playbook holds one move for each state that its
    player can reach."""

    @staticmethod
    def open(book: bytes | str | os.PathLike[str], game: str | Game | Rules) -> Playbook:
        """Opens a playbook without the table of its game. So the game may be of any size. `book`
        is bytes or a path.

        Raises `TableError` if `book` is not a playbook of this game.
        """
    @property
    def start(self) -> Position:
        """The position in which the game begins, or the first such position. If the book was opened
        without a table, the values of positions are unknown."""
    @property
    def sides(self) -> tuple[Player, ...]:
        """The sides that the book plays."""
    @property
    def states(self) -> int:
        """The number of states for which the book has a move."""
    def choose(self, position: Position) -> Move | None:
        """Returns the move of the book. Returns None if the game is over, or if the book does
        not play for the player to move. In a position that the player of the book cannot
        reach, the move is arbitrary."""
    def source(self, language: Literal["c", "rust", "javascript"], name: str = "book") -> str:
        """Returns the book as one file of source code without dependencies."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the book to a file, whole or not at all."""
    def __bytes__(self) -> bytes: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...

def games() -> list[dict[str, Any]]:
    """Returns the games that ship, each with its `name`, `rules`, `parameters`, `states` and
    `samples`. The samples are names that `solve` accepts."""

def game(spec: str | Rules) -> Game:
    """Returns the game with a name such as "connect:5x4", or the game whose rules are your own
    object. Raises `SpecError`."""

def solve(
    game: str | Game | Rules,
    *,
    cache: bool = True,
    memory: int | None = None,
    anyway: bool = False,
    progress: bool | Watch | None = None,
) -> Table:
    """Solves a game, and returns its table.

    If the table is in the package or in the user's cache, it is read from there. Otherwise, the
    game is solved now. If the game has 100,000 states or more, the table is stored in the cache,
    unless `cache` is false. Tables of your own rules are not stored.

    `memory` is the limit for the memory, in bytes. With `anyway`, a game is solved even
    if it seems too large. `progress` is True for a bar, False for no bar, or a function
    that is called with a `Progress`. If `progress` is None, a bar appears in a terminal
    or a notebook after a second. Ctrl-C ends the work.

    Raises `SpecError` or `TooLarge`. Raises `RulesError` if the rules have a fault.
    """

def open(path: str | os.PathLike[str], game: Rules | None = None) -> Table:
    """Opens the table in a file. A large table is read block by block. For a game with your own
    rules, `game` is the object with these rules. Raises `TableError`, `OSError`."""

def check(game: str | Game | Rules) -> Checked:
    """Looks for faults in the rules of a game. Examines up to 100,000 states, those near a
    start first, and plays random games if there are more states.

    A fault is, for example, an answer that changes when the rules are asked again, a key
    that two states share, or a move that leads to an object that is not a state. If a
    method returns the wrong type or raises an exception, the fault names this method.
    """

def lookup(state: AnyState, game: str | Game | Rules = "tictactoe") -> Position:
    """Returns the position of a state. The tables that were used last stay in memory. For a
    game that is too large to solve, use an `Oracle`. Raises `StateError`, or `Unreachable`."""

def _write_text(path: str | os.PathLike[str], text: str) -> None: ...
def _command(program: Sequence[str], arguments: Sequence[str]) -> int: ...
def _audit(
    table: Table | Oracle,
    player: Any,
    side: Player,
    lines: int,
    mistakes: int,
    symmetry: bool,
    positions: int | None,
    seed: int,
) -> dict[str, Any]: ...
def _score(
    table: Table | Oracle,
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
    table: Table | Oracle,
    player: tuple[str, Any],
    positions: int | None,
    seed: int,
    progress: bool | Watch | None,
) -> dict[str, Any]: ...
def _rank(
    table: Table | Oracle,
    players: list[tuple[str, Any]],
    number: int,
    games: int,
    seed: int,
    limit: float,
    progress: bool | Watch | None,
) -> dict[str, Any]: ...
