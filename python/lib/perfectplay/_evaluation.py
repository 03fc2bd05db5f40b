"""Computes figures about a player. They are shown as one table, for example for a paper."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from . import _native
from ._judge import AnyTable, PlayerFunction, _asked, _name, _table
from ._players import Program
from ._types import Watch


@dataclass(frozen=True)
class Results:
    """The probability of each result. The three numbers add up to 1."""

    won: float
    drawn: float
    lost: float

    @property
    def score(self) -> float:
        """Returns the expected result if a win counts 1, a draw 0, and a loss -1."""
        return self.won - self.lost


@dataclass(frozen=True)
class Figures:
    """The mean figures of a player's answers. All states have the same weight."""

    ply: int | None
    """The number of moves from the nearest start. None for all plies together."""
    states: int
    """The number of states that have a move, or of the sampled positions."""
    keeps_the_value: float
    """The share of moves that keep the value."""
    best: float
    """The share of moves that keep the value and the distance."""
    value_lost: float
    """The mean loss of value by a move: 1 for half a win, 2 for a whole win."""


@dataclass(frozen=True)
class Evaluation:
    """The evaluation of a player. The player was asked about every state of a game, or about some
    states."""

    player: str
    game: str
    all: Figures
    plies: tuple[Figures, ...]
    exploitability: float | None
    """How much a best response wins, on average of both sides, if a win counts 1 and a loss -1. In
    a drawn game 0 means that the player cannot be beaten. None for a loopy game and for a
    sample."""
    random_as_first: Results | None
    """The results as the first player against one who plays any legal move. None for a loopy
    game and for a sample."""
    random_as_second: Results | None
    """The results against a random player, as the second player."""
    positions: int | None = None
    """The number of sampled positions, proved or not. None if every state was asked about."""
    unproved: int = 0
    """The number of sampled positions whose moves an oracle did not prove within its limit. The
    figures leave them out."""

    def to_dict(self) -> dict[str, Any]:
        """Returns all figures as dictionaries and lists, which can be written as JSON."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [
            f"{self.player} in {self.game}",
            "",
            "  ply   states  keeps the value   best  value lost",
        ]
        for row in (*self.plies, self.all):
            ply = "all" if row.ply is None else row.ply
            lines.append(
                f"  {ply:>3} {row.states:>8} {100 * row.keeps_the_value:14.2f} %"
                f" {100 * row.best:6.2f} {row.value_lost:11.4f}"
            )
        lines.append("")
        if self.positions is not None:
            lines.append(
                f"a sample of {self.positions} positions, {self.unproved} of them unproved"
            )
        elif self.exploitability is None:
            lines.append("The game may never end: no exploitability, no score against random.")
        else:
            lines.append(f"exploitability  {self.exploitability:.6f}")
        for name, results in (("first", self.random_as_first), ("second", self.random_as_second)):
            if results is not None:
                lines.append(
                    f"as {name:6} against random: won {100 * results.won:.2f} %,"
                    f" drawn {100 * results.drawn:.2f} %, lost {100 * results.lost:.2f} %"
                )
        return "\n".join(lines)


def evaluate(
    player: PlayerFunction | Program | str,
    game: AnyTable = "tictactoe",
    *,
    positions: int | None = None,
    seed: int = 0,
    timeout: float | None = None,
    progress: bool | Watch | None = None,
) -> Evaluation:
    """Evaluates a player exactly, by asking it once about every state that has a move.

    There are three kinds of figures: for each ply, the share of moves that keep the value; the
    exploitability; and the results against a random player. Nothing is sampled, so the same player
    always has the same figures. A player may answer with several moves, or with a probability for
    each move. The figures of such a player are expected values.

    With `positions`, the player is asked only about a sample of this number of random positions,
    and the figures are for this sample. The `seed` selects the positions. An `Oracle` requires
    `positions`, and draws the positions from games of random play. A position that the oracle does
    not prove counts as unproved.

    >>> evaluate("perfect").exploitability
    0.0
    >>> evaluate("perfect", positions=100).all.keeps_the_value
    1.0

    Raises `PlayerError`, with the state, for an answer that is not a legal move.
    """
    table = _table(game)
    asked = (_name(player), _asked(player, table, timeout))
    told = _native._evaluate(table, asked, positions, seed, progress)

    def figures(row: dict[str, Any]) -> Figures:
        names = ("states", "keeps_the_value", "best", "value_lost")
        return Figures(row.get("ply"), *(row[name] for name in names))

    random = told["against_random"]
    first, second = (None, None) if random is None else (Results(**side) for side in random)
    return Evaluation(
        player=_name(player),
        game=table.spec,
        all=figures(told),
        plies=tuple(map(figures, told["plies"])),
        exploitability=told["exploitability"],
        random_as_first=first,
        random_as_second=second,
        positions=None if positions is None else told["states"] + told["unproved"],
        unproved=told["unproved"],
    )
