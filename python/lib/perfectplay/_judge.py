"""Audits, scores and ranks players that are functions, levels or programs.

The judge is that of the command. This module converts the results of the judge to Python's own
types.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from . import _native
from ._native import Game, Oracle, Position, Table
from ._pages import Page, html_table, table_page
from ._players import Child, Function, Program
from ._types import AnyMove, AnyPlayer, Rules, Watch
from ._values import Player, Value

Chosen: TypeAlias = AnyMove | Iterable[AnyMove] | Mapping[Any, float]
"""The answer of a player: a move, equally likely moves, or a probability for each move."""

PlayerFunction: TypeAlias = Callable[[Position], Chosen]
"""A function that is called with a position. The position also stands for its board."""

PlayerGenerator: TypeAlias = Callable[[], Generator[Chosen | None, Position, Any]]
"""A generator function that remembers things during a game. It is started for each game, and
receives positions."""

AnyJudged: TypeAlias = PlayerFunction | PlayerGenerator | Program | str
"""A player: a function, a generator function, a program, or the name of a level."""

AnyTable: TypeAlias = str | Game | Rules | Table | Oracle
"""A solved game, one that is solved now, or one that an oracle answers about."""

TIMEOUT: float | None = 5.0 if hasattr(os, "fork") else None
"""How many seconds a player may take for an answer in `rank`. Functions run without a limit where
a process cannot be copied (Windows)."""


@dataclass(frozen=True)
class Mistake:
    """A mistake that a player may make."""

    state: str
    move: str | None
    """None if the player forfeits the game."""
    probability: float
    """The probability that the player makes this mistake in this state."""
    before: Value
    """The value of the state for the player."""
    after: Value
    """The value after the move for the player."""
    good: tuple[str, ...]
    """The moves that keep the value."""
    best: tuple[str, ...]
    """The moves that keep the value and the distance."""


@dataclass(frozen=True)
class Line:
    """A course of play, with its start and its moves."""

    start: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Forfeit:
    """An answer that is not a legal move."""

    problem: str
    state: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Audit:
    """The result of an audit. If a number cannot be counted, it is None."""

    player: str
    game: str
    side: Player
    won: int | None
    """The number of games that the player wins, when each of its choices meets each reply."""
    drawn: int | None
    lost: int | None
    beaten_with_probability: float | None
    """The probability that the best opponent beats the player."""
    losing_lines: tuple[Line, ...] = field(repr=False)
    """Lost games, the shortest first."""
    missed_wins: int
    """The number of choices that give a win away."""
    blunders: int
    """The number of missed wins, and of choices that turn a draw into a loss."""
    value: Value | None
    """The value of the game for the player; None for a sample of the positions."""
    mistakes: tuple[Mistake, ...] = field(repr=False)
    positions: int | None = None
    """The number of positions in which the moves are judged; None if the player played games."""
    unproved: int | None = None
    """The number of positions that an `Oracle` did not prove within its limit."""

    @property
    def is_unbeatable(self) -> bool:
        """Returns whether no sequence of replies beats the player."""
        return self.lost == 0

    @property
    def is_faultless(self) -> bool:
        """Returns whether the player never loses by its own fault."""
        return self.is_unbeatable or (self.value == Value.LOSS and self.blunders == 0)


@dataclass(frozen=True)
class Share:
    """A share of a sample, with Wilson's interval of 95 %."""

    count: int
    of: int
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    @property
    def share(self) -> float:
        """Returns the share, from 0 to 1. NaN for an empty sample."""
        return self.count / self.of if self.of else float("nan")


@dataclass(frozen=True)
class Ply:
    """The answers at one ply."""

    ply: int
    keep_the_value: Share
    best: Share


@dataclass(frozen=True)
class Score:
    """The score of a player. It is computed from a sample of the player's moves, and tells how well
    the player plays."""

    player: str
    game: str
    opponent: str | None
    """None if the player was asked about positions."""
    won: Share | None
    drawn: Share | None
    lost: Share | None
    keep_the_value: Share
    """The answers that keep the value of the state."""
    best: Share
    """The answers that keep the value and the distance."""
    plies: tuple[Ply, ...] = field(repr=False)
    """The answers at each ply."""
    mistakes: tuple[tuple[int, Mistake], ...] = field(repr=False)
    """The mistakes, each with the number of times that it was made, the most frequent first."""
    forfeits: tuple[Forfeit, ...] = field(repr=False)
    unproved: int = 0
    """The number of answers that are in no share, because an oracle did not prove the values."""
    unfinished: int = 0
    """The number of games that ended because a level lacked the values for its choice."""


@dataclass(frozen=True)
class Ranked:
    """A player in a ranking."""

    player: str
    judged_by: Literal["audit", "games", "nothing"]
    """By games if it does not always answer alike, or is too slow, or if an oracle judges it. By
    nothing if it never answers."""
    is_unbeatable: bool | None
    """None if nothing shows that it can be beaten, and nothing proves that it cannot."""
    keep_the_value: Share
    """The answers that keep the value of the state."""
    missed_wins: int
    blunders: int
    forfeits: int
    """The number of illegal and missing answers."""
    crashes: int
    """The number of forfeits by an exception, or by the end of the process."""
    seconds_per_move: float | None
    problem: str | None
    """The problem of the first illegal or missing answer."""
    unproved: int = 0
    """The number of positions that are in no share, because an oracle did not prove the values."""


@dataclass(frozen=True)
class Ranking:
    """A list of players, the best first."""

    game: str
    positions: int
    """The number of positions that each player was asked about."""
    players: tuple[Ranked, ...]

    def page(self) -> Page:
        """Returns the ranking as a page to hand out."""
        title = f"Players of {self.game}"
        return Page(table_page(title, self._repr_html_()), title)

    def _repr_html_(self) -> str:
        heads = ("player", "unbeatable", "keeps the value", "missed wins", "blunders", "problem")
        return html_table(
            heads,
            (
                (
                    ranked.player,
                    {True: "yes", False: "no", None: "unknown"}[ranked.is_unbeatable],
                    str(ranked.keep_the_value),
                    ranked.missed_wins,
                    ranked.blunders,
                    ranked.problem or "",
                )
                for ranked in self.players
            ),
        )


def _name(player: Any) -> str:
    if isinstance(player, Program):
        return player.command
    return player if isinstance(player, str) else getattr(player, "__name__", repr(player))


def _table(game: AnyTable) -> Table | Oracle:
    return game if isinstance(game, Table | Oracle) else _native.solve(game)


def _player(side: AnyPlayer) -> Player:
    return Player[side.upper()] if isinstance(side, str) else Player(side)


def _asked(player: Any, table: Table | Oracle, timeout: float | None) -> Any:
    """Converts a player to the form that the judge can ask."""
    if isinstance(player, str | Program):
        return player
    if not callable(player):
        raise TypeError(
            f"expected a function, a generator function, a Program or a level, found {player!r}"
        )
    function = Function(player)
    if timeout is None:
        return function
    if not hasattr(os, "fork"):
        raise ValueError("expected timeout=None on a system that cannot copy a process")
    return Child(function, table, timeout)


def _mistake(told: dict[str, Any]) -> Mistake:
    return Mistake(
        state=told["state"],
        move=None if told["move"] is None else str(told["move"]),
        probability=told["probability"],
        before=Value[told["before"].upper()],
        after=Value[told["after"].upper()],
        good=tuple(map(str, told["good"])),
        best=tuple(map(str, told["best"])),
    )


def _share(told: dict[str, Any]) -> Share:
    return Share(told["count"], told["of"], told["from"], told["to"])


def audit(
    player: PlayerFunction | Program | str,
    game: AnyTable = "tictactoe",
    *,
    side: AnyPlayer = Player.FIRST,
    lines: int = 10,
    mistakes: int = 1000,
    symmetry: bool = False,
    timeout: float | None = None,
    positions: int | None = None,
    seed: int = 0,
) -> Audit:
    """Plays a player against every reply.

    The player is a function, a `Program`, a level such as "casual:25", or a player that comes with
    the game. A function is asked twice about each state that it can meet, and must give the same
    answer. If your function plays at random, use `score`, or let the function return a probability
    for each move. With `symmetry`, mistakes that are symmetric images of each other are listed
    once. With a `timeout` in seconds, a function runs in a process of its own.

    With `positions`, the player plays no games. Instead, the player is asked about this number of
    different positions. The `seed` chooses the positions. An `Oracle` requires `positions`.

    >>> def first_free(position):
    ...     return position.legal[0]
    >>> audit(first_free).lost
    58

    Raises `PlayerError`, with the state, if the player raises an exception, gives an answer that is
    not a legal move, or gives different answers to the same question.
    """
    table = _table(game)
    side = _player(side)
    if inspect.isgeneratorfunction(player):
        raise TypeError(f"expected a function, a Program or a level, found {player!r}")
    asked = _asked(player, table, timeout)
    told = _native._audit(table, asked, side, lines, mistakes, symmetry, positions, seed)
    value = told.get("value")
    return Audit(
        player=_name(player),
        game=table.spec,
        side=side,
        won=told.get("won"),
        drawn=told.get("drawn"),
        lost=told.get("lost"),
        beaten_with_probability=told.get("beaten_with_probability"),
        losing_lines=tuple(
            Line(line["start"], tuple(map(str, line["moves"])))
            for line in told.get("losing_lines", ())
        ),
        missed_wins=told["missed_wins"],
        blunders=told["blunders"],
        value=Value[value.upper()] if value else None,
        mistakes=tuple(map(_mistake, told["mistakes"])),
        positions=told.get("positions"),
        unproved=told.get("unproved"),
    )


def score(
    player: AnyJudged,
    game: AnyTable = "tictactoe",
    *,
    opponent: AnyJudged = "perfect",
    games: int = 100,
    positions: int | None = None,
    side: AnyPlayer | None = None,
    seed: int = 0,
    forfeit: bool = False,
    timeout: float | None = None,
    progress: bool | Watch | None = None,
) -> Score:
    """Measures how well a player plays, from a sample of its moves. Use this function for players
    that are slow, that learn, or that use random numbers.

    With `games`, the player plays this number of games, on both sides in turn unless a `side` is
    given. With `positions`, the player is asked about this number of positions, which are drawn at
    random. A generator function is started for each game, yields once, and then receives positions.
    With `forfeit`, a wrong answer or an exception loses the game and is reported. Without
    `forfeit`, it raises `PlayerError`. With a `timeout` in seconds, a function runs in a process of
    its own. With the same seed, the same positions are drawn, and levels make the same choices. An
    `Oracle` draws positions from games of random play.

    >>> score("perfect", games=10).lost.count
    0
    """
    table = _table(game)
    told = _native._score(
        table,
        (_name(player), _asked(player, table, timeout)),
        (_name(opponent), _asked(opponent, table, timeout)),
        games,
        positions,
        None if side is None else _player(side),
        seed,
        forfeit,
        progress,
    )
    results = told.get("games")
    won, drawn, lost = (
        None if results is None else _share(results[name]) for name in ("won", "drawn", "lost")
    )
    return Score(
        player=told["player"],
        game=told["game"],
        opponent=told["opponent"],
        won=won,
        drawn=drawn,
        lost=lost,
        keep_the_value=_share(told["keep_the_value"]),
        best=_share(told["best"]),
        plies=tuple(
            Ply(ply["ply"], _share(ply["keep_the_value"]), _share(ply["best"]))
            for ply in told["plies"]
        ),
        mistakes=tuple((mistake["times"], _mistake(mistake)) for mistake in told["mistakes"]),
        forfeits=tuple(
            Forfeit(forfeit["problem"], forfeit["state"], tuple(map(str, forfeit["moves"])))
            for forfeit in told.get("forfeits", [])
        ),
        unproved=told.get("unproved", 0),
        unfinished=told.get("unfinished", 0),
    )


def rank(
    players: Mapping[str, AnyJudged],
    game: AnyTable = "tictactoe",
    *,
    positions: int = 200,
    games: int = 20,
    seed: int = 0,
    timeout: float | None = TIMEOUT,
    limit: float = 60.0,
    progress: bool | Watch | None = None,
) -> Ranking:
    """Ranks players, the best first.

    All players are asked about the same positions, and are audited. If a player is too slow, or
    gives different answers to the same question, it plays games against the perfect player instead
    of an audit. A wrong answer or an exception loses the game. Players that crashed come last.

    Each function runs in a process of its own, so that an endless loop, `sys.exit()` or a crash
    harms only that player. A player may take `timeout` seconds for an answer, and `limit` seconds
    for all answers. With `timeout=None`, a function runs in this process, and nothing stops it.

    >>> [ranked.player for ranked in rank({"dice": "random", "book": "perfect"}).players]
    ['book', 'dice']
    """
    table = _table(game)
    asked = [(name, _asked(player, table, timeout)) for name, player in players.items()]
    told = _native._rank(table, asked, positions, games, seed, limit, progress)
    return Ranking(
        told["game"],
        told["positions"],
        tuple(
            Ranked(
                player=ranked["player"],
                judged_by="games" if "games" in ranked["judged_by"] else ranked["judged_by"],
                is_unbeatable=ranked["unbeatable"],
                keep_the_value=_share(ranked["keep_the_value"]),
                missed_wins=ranked["missed_wins"],
                blunders=ranked["blunders"],
                forfeits=ranked["forfeits"],
                crashes=ranked["crashes"],
                seconds_per_move=ranked["seconds_per_move"],
                problem=ranked.get("problem"),
                unproved=ranked.get("unproved", 0),
            )
            for ranked in told["players"]
        ),
    )
