"""Turns solved games into training data."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ._errors import StateError
from ._native import Game, Position, Table, solve
from ._types import Rules
from ._values import Player

ABSENT = -128
"""The code of a square that is not part of the board."""


@dataclass(frozen=True, eq=False)
class Targets:
    """All states of a game that have a move, as examples for a network. The arrays contain the
    inputs and the right answers. In all arrays, row i belongs to the same state.
    """

    boards: npt.NDArray[np.int8]
    """(n, *shape): the board as the player to move sees it. Positive numbers are its own pieces,
    negative ones those of the opponent, where states tell the players apart. In other games the
    board is that of `Position.board`."""
    extras: npt.NDArray[np.float32]
    """(n, k): what the board does not show. Where states tell the player to move, the first number
    is 1 for the first player and 0 for the second. In a game of points, those of the player to
    move and those of the opponent follow."""
    policy: npt.NDArray[np.float32]
    """(n, moves): the probability of each move if all best moves are alike. The sum is 1."""
    value: npt.NDArray[np.float32]
    """(n,): 1 if the player to move wins, 0 for a draw, -1 if it loses."""
    legal: npt.NDArray[np.bool_]
    """(n, moves): whether each move is legal."""
    key: npt.NDArray[np.uint64]
    """(n,): the keys of the states, which `Table.position` takes."""
    group: npt.NDArray[np.uint64]
    """(n,): the same number for symmetric states, and for no others."""

    def __len__(self) -> int:
        return len(self.key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Targets):
            return NotImplemented
        names = (field.name for field in fields(self))
        return all(np.array_equal(getattr(self, name), getattr(other, name)) for name in names)

    def planes(self) -> npt.NDArray[np.float32]:
        """Returns the input of a convolutional network: (n, 2 + k, *shape).

        The first plane shows the pieces of the player to move, and the second plane shows the
        opponent's pieces. A piece is 1, or the number of its kind or age, or the size of a heap.
        Each of the k `extras` fills a further plane. States with different values never have the
        same planes.
        """
        return _planes(self.boards, self.extras)

    def take(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Targets:
        """Returns some of the rows."""
        names = (field.name for field in fields(self))
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def split(self, test: float = 0.2, *, seed: int = 0) -> tuple[Targets, Targets]:
        """Splits the examples into a training set and a test set. The test set is about the share
        `test` of all examples.

        Symmetric states are always in the same set, because a network that was trained with one of
        them already knows the others. The same seed gives the same split.

        Raises `ValueError` unless 0 <= `test` <= 1.
        """
        if not 0 <= test <= 1:
            raise ValueError(f"expected a share from 0 to 1, found {test}")
        groups = np.unique(self.group)
        chosen = np.random.default_rng(seed).permutation(groups)[: round(test * len(groups))]
        is_test = np.isin(self.group, chosen)
        return self.take(~is_test), self.take(is_test)


def _planes(boards: npt.NDArray[np.int8], extras: npt.NDArray[Any]) -> npt.NDArray[np.float32]:
    """Returns the planes of boards. The boards are given as one player sees them."""
    boards = np.where(boards == ABSENT, 0, boards)
    shape = (len(boards), 2 + extras.shape[1], *boards.shape[1:])
    planes = np.empty(shape, np.float32)
    planes[:, 0] = np.maximum(boards, 0)
    planes[:, 1] = np.maximum(-boards, 0)
    planes[:, 2:] = extras.reshape(*extras.shape, *[1] * (boards.ndim - 1))
    return planes


def _seen(columns: dict[str, npt.NDArray[Any]]) -> tuple[npt.NDArray[np.int8], npt.NDArray[Any]]:
    """Returns boards as the player to move sees them, and the data that boards do not show."""
    boards, mover = columns["board"].copy(), columns["mover"]
    second = mover == Player.SECOND
    # An absent square stays -128 for both players, because the negative of -128 is too large for
    # int8.
    boards[second] *= -1
    extras = []
    if (mover >= 0).any():
        extras.append((mover == Player.FIRST)[:, None])
    if "points" in columns:
        points = columns["points"]
        extras.append(np.where(second[:, None], points[:, ::-1], points))
    if not extras:
        return boards, np.empty((len(boards), 0), np.float32)
    return boards, np.concatenate(extras, 1).astype(np.float32)


def observe(position: Position, viewer: Player | None = None) -> npt.NDArray[np.float32]:
    """Returns the planes that show a position as one player sees it. They have the form of
    `Targets.planes`, for a single state.

    `viewer` is the player who looks at the position. The default is the player to move.
    """
    board, points = position.board, position.points
    mover = position.mover
    columns = {"board": board[None], "mover": np.array([-1], np.int8)}
    if mover is not None:
        columns["mover"] = np.array([mover if viewer is None else viewer], np.int8)
    if points is not None:
        columns["points"] = np.array([points], np.int32)
    seen: npt.NDArray[np.float32] = _planes(*_seen(columns))[0]
    return seen


def _columns(table: Table) -> dict[str, npt.NDArray[Any]]:
    """Returns the columns from which the examples are made."""
    return table.arrays(
        ["board", "key", "canonical", "mover", "value", "winning", "neutral", "losing", "best"]
        + (["points"] if table.start.points is not None else [])  # type: ignore[arg-type]
    )


def _require_distinct(
    table: Table, seen: npt.NDArray[np.float32], value: npt.NDArray[Any], key: npt.NDArray[Any]
) -> None:
    """Raises `StateError` if two states look alike and have different values."""
    # A random linear function gives each row a whole number. Rows with different numbers look
    # different. Rows with the same number are compared.
    flat = seen.reshape(len(seen), -1).astype(np.int64)
    factors = np.random.default_rng(0).integers(1, 1 << 62, flat.shape[1], np.int64)
    number = flat @ factors
    order = np.lexsort((value, number))
    one, other = order[:-1], order[1:]
    suspects = (number[one] == number[other]) & (value[one] != value[other])
    for first, second in zip(one[suspects], other[suspects], strict=True):
        if (flat[first] == flat[second]).all():
            states = [table.position(int(key[row])).text for row in (first, second)]
            raise StateError(
                f"expected a board that tells the value of a state, found {states[0]} and "
                f"{states[1]} of {table.spec}, which look alike and have different values"
            )


def targets(game: str | Game | Rules | Table = "tictactoe") -> Targets:
    """Returns examples for learning, one for every state of a game in which there is a move.

    Raises `StateError` if the game has no board, or if two states with different values look the
    same, which may happen with your own rules.
    """
    table = game if isinstance(game, Table) else solve(game)
    if table.game.shape is None:
        raise StateError(f"expected a game with a board, found {table.spec}")
    columns = _columns(table)
    bits = np.uint64(1) << np.arange(table.game.moves, dtype=np.uint64)
    legal = columns["winning"] | columns["neutral"] | columns["losing"]
    columns = {name: column[legal != 0] for name, column in columns.items()}
    legal = legal[legal != 0]
    best = (columns["best"][:, None] & bits) != 0
    boards, extras = _seen(columns)
    made = Targets(
        boards=boards,
        extras=extras,
        policy=(best / best.sum(1, keepdims=True)).astype(np.float32),
        value=columns["value"].astype(np.float32),
        legal=(legal[:, None] & bits) != 0,
        key=columns["key"],
        group=columns["canonical"],
    )
    _require_distinct(table, made.planes(), made.value, made.key)
    return made
