"""Provides a perfect policy for PettingZoo's tic-tac-toe.

>>> from pettingzoo.classic import tictactoe_v3
>>> from perfectplay.pettingzoo import TicTacToePolicy
>>> policy = TicTacToePolicy()
>>> env = tictactoe_v3.env()
>>> env.reset()
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     env.step(None if termination or truncation else policy(observation))
"""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ._native import Position, lookup
from ._values import Move


def position(observation: Any) -> Position:
    """Returns the position that an agent of `tictactoe_v3` observes when it is to move.

    The environment numbers its cells column by column. Action 1 and `observation[0, 1]` stand for
    the left cell of the middle row. In this package, the same cell has the number 3.

    Raises `ValueError` if `observation` does not have the shape (3, 3, 2), with or without its
    mask, or is not a position of the game.
    """
    planes = np.asarray(
        observation["observation"] if isinstance(observation, dict) else observation
    )
    if planes.shape != (3, 3, 2):
        raise ValueError(f"expected an observation of shape (3, 3, 2), found {planes.shape}")
    own, other = np.moveaxis(planes.astype(np.int8), 2, 0)
    if (own & other).any():
        raise ValueError("expected an observation in which no cell has two marks")
    # If both players have the same number of marks, the first is to move.
    first_moves = own.sum() == other.sum()
    board = own - other if first_moves else other - own
    return lookup(board.T)


def action(move: Move | int) -> int:
    """Converts a move to an action. Actions number cells column by column, and moves number them
    row by row."""
    row, column = divmod(int(move), 3)
    return 3 * column + row


class TicTacToePolicy:
    """Chooses actions in `tictactoe_v3` by the table.

    `level` is a level of `Position.choose`. `seed` makes the choices repeatable.
    """

    def __init__(self, level: str = "perfect", *, seed: int = 0) -> None:
        self._level = level
        self._random = random.Random(seed)

    def __call__(self, observation: Any) -> int:
        """Returns the action in a position in which the game is not over. Raises `ValueError`."""
        chosen = position(observation).choose(self._level, self._random.getrandbits(63))
        return action(chosen)
