"""Solved games as data to learn from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ._native import Game, Table, solve
from ._types import Rules


@dataclass(frozen=True)
class Targets:
    """All states of a game in which there is a move, as examples: what a network sees, and what it
    should answer. Row by row of the same states.
    """

    boards: npt.NDArray[np.int8]
    """(n, *shape): the board as the player to move sees it, 1 for an own piece and -1 for one of
    the opponent, where states tell the players apart."""
    policy: npt.NDArray[np.float32]
    """(n, moves): how likely each move is, if all best moves are alike. Rows add up to 1."""
    value: npt.NDArray[np.float32]
    """(n,): 1 if the player to move wins, 0 for a draw, -1 if it loses."""
    legal: npt.NDArray[np.bool_]
    """(n, moves): which moves are legal."""
    key: npt.NDArray[np.uint64]
    """(n,): the keys of the states, which `Table.position` takes."""
    group: npt.NDArray[np.uint64]
    """(n,): the same number for symmetric states, and for no others."""

    def __len__(self) -> int:
        return len(self.key)

    def planes(self) -> npt.NDArray[np.float32]:
        """(n, 2, *shape): the own pieces and those of the opponent, each as zeros and ones, as
        convolutions take them."""
        return np.stack([self.boards > 0, (self.boards < 0) & (self.boards != -128)], 1).astype(
            np.float32
        )

    def take(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> Targets:
        """Some of the rows."""
        names = ("boards", "policy", "value", "legal", "key", "group")
        return replace(self, **{name: getattr(self, name)[rows] for name in names})

    def split(self, test: float = 0.2, *, seed: int = 0) -> tuple[Targets, Targets]:
        """Examples to train on, and about this share of all to test with.

        Symmetric states are on the same side: a network that has seen one of them in training
        knows the others by heart. The same seed gives the same halves.

        Raises `ValueError` unless 0 <= `test` <= 1.
        """
        if not 0 <= test <= 1:
            raise ValueError(f"expected a share from 0 to 1, found {test}")
        groups = np.unique(self.group)
        chosen = np.random.default_rng(seed).permutation(groups)[: round(test * len(groups))]
        is_test = np.isin(self.group, chosen)
        return self.take(~is_test), self.take(is_test)


def targets(game: str | Game | Rules | Table = "tictactoe") -> Targets:
    """Every state of a game in which there is a move, as examples for learning.

    Raises `StateError` if the game has no board.
    """
    table = game if isinstance(game, Table) else solve(game)
    columns = table.arrays(
        ["board", "key", "canonical", "mover", "value", "winning", "neutral", "losing", "best"]
    )
    bits = np.uint64(1) << np.arange(table.game.moves, dtype=np.uint64)
    legal = columns["winning"] | columns["neutral"] | columns["losing"]
    rows = legal != 0
    best = (columns["best"][rows][:, None] & bits) != 0
    boards = columns["board"][rows]
    # What is no square, -128, is the same for both: its negative is too large for int8.
    boards[columns["mover"][rows] == 1] *= -1
    return Targets(
        boards=boards,
        policy=(best / best.sum(1, keepdims=True)).astype(np.float32),
        value=columns["value"][rows].astype(np.float32),
        legal=(legal[rows][:, None] & bits) != 0,
        key=columns["key"][rows],
        group=columns["canonical"][rows],
    )
