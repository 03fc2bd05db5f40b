"""Players that are Python functions: audited, scored and ranked."""

from __future__ import annotations

import inspect
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from . import _native, _progress
from ._errors import MoveError, PlayerError
from ._native import Game, Position, Table
from ._types import AnyMove, AnyPlayer, Rules, Watch
from ._values import Move, Player, Progress, Value

Chosen: TypeAlias = AnyMove | Iterable[AnyMove] | Mapping[Any, float]
"""What a player answers: a move, moves that are equally likely, or a probability for each."""

PlayerFunction: TypeAlias = Callable[[Position], Chosen]
"""A player that is asked with a position. It also stands for its board."""

PlayerGenerator: TypeAlias = Callable[[], Generator[Chosen | None, Position, Any]]
"""A player that keeps something during a game: it is started for each, and sent positions."""

AnyTable: TypeAlias = str | Game | Rules | Table
"""A solved game, or one that is solved now."""


@dataclass(frozen=True)
class Mistake:
    """A mistake that a player may make."""

    state: str
    move: str | None
    """None if the player forfeits the game."""
    probability: float
    """How likely the player makes it there."""
    before: Value
    """The value of the state for the player."""
    after: Value
    """What the move leaves of that."""
    good: tuple[str, ...]
    """The moves that keep the value."""
    best: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """A game."""

    start: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Audit:
    """A player against every reply. What cannot be counted is None."""

    player: str
    game: str
    side: Player
    won: int | None
    """Different games that the player wins, over all of its choices and all replies."""
    drawn: int | None
    lost: int | None
    beaten_with_probability: float | None
    """How likely the best opponent beats the player."""
    losing_lines: tuple[Line, ...]
    """Lost games, the shortest first."""
    missed_wins: int
    blunders: int
    """The missed wins, and choices that turn a draw into a loss."""
    value: Value
    """The value of the game for the player."""
    mistakes: tuple[Mistake, ...]

    @property
    def is_unbeatable(self) -> bool:
        """Whether no replies beat the player."""
        return self.lost == 0

    @property
    def is_faultless(self) -> bool:
        """Whether the player does not lose by its own fault."""
        return self.is_unbeatable or (self.value == Value.LOSS and self.blunders == 0)


@dataclass(frozen=True)
class Share:
    """How many of a sample have some property, and Wilson's interval of 95 % for the share."""

    count: int
    of: int
    low: float
    high: float

    @classmethod
    def _of(cls, count: int, of: int) -> Share:
        # Wilson's score interval: the shares q with |p - q| <= z * sqrt(q * (1 - q) / n).
        if of == 0:
            return cls(0, 0, 0.0, 1.0)
        z = 1.959963984540054
        share, spread = count / of, z * z / of
        centre = share + spread / 2
        half = z * math.sqrt(share * (1 - share) / of + spread / (4 * of))
        low = 0.0 if count == 0 else max(0.0, (centre - half) / (1 + spread))
        high = 1.0 if count == of else min(1.0, (centre + half) / (1 + spread))
        return cls(count, of, low, high)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    @property
    def share(self) -> float:
        """From 0 to 1; NaN for an empty sample."""
        return self.count / self.of if self.of else float("nan")


@dataclass(frozen=True)
class Score:
    """How well a player plays, by a sample of its moves."""

    player: str
    game: str
    opponent: str | None
    """None if positions were asked."""
    won: Share | None
    drawn: Share | None
    lost: Share | None
    keep_the_value: Share
    """Answers that keep the value of the state."""
    best: Share
    mistakes: tuple[tuple[int, Mistake], ...]
    """How often each was made, the commonest first."""
    forfeits: tuple[Forfeit, ...]


@dataclass(frozen=True)
class Forfeit:
    """An answer that was no legal move."""

    problem: str
    state: str
    moves: tuple[str, ...]


@dataclass(frozen=True)
class Ranked:
    """A player in a ranking."""

    player: str
    judged_by: Literal["audit", "games"]
    """By games, if it does not always answer alike."""
    is_unbeatable: bool | None
    """None if nothing shows that it can be beaten, and nothing proves that it cannot."""
    keep_the_value: Share
    missed_wins: int
    blunders: int
    forfeits: int
    """Illegal and missing answers."""
    crashes: int
    """Of these, how often the player raised an exception."""
    seconds_per_move: float
    problem: str | None
    """What is wrong with its first illegal or missing answer."""


@dataclass(frozen=True)
class Ranking:
    """Players, the best first."""

    game: str
    positions: int
    players: tuple[Ranked, ...]


class _Player(Protocol):
    """A player during a game."""

    def ask(self, position: Position) -> Move: ...


@dataclass
class _Level:
    """A level of play."""

    level: str
    entropy: random.Random

    def ask(self, position: Position) -> Move:
        return position.choose(self.level, self.entropy.getrandbits(64))


@dataclass
class _Asked:
    """A player that is a function, or what a generator function has started."""

    player: Callable[[Position], Any]
    entropy: random.Random

    def ask(self, position: Position) -> Move:
        chances = _chances(self.player, position)
        moves = [Move(index) for index, _ in chances]
        (chosen,) = self.entropy.choices(moves, [likely for _, likely in chances])
        return position.move(int(chosen))


def _started(player: Any, entropy: random.Random) -> _Player:
    """The player at the start of a game."""
    if isinstance(player, str):
        return _Level(player, entropy)
    if inspect.isgeneratorfunction(player):
        game = player()
        next(game)
        return _Asked(game.send, entropy)
    if not callable(player):
        raise TypeError(f"expected a function, a generator function or a level, found {player!r}")
    return _Asked(player, entropy)


def _chances(player: Callable[[Position], Any], position: Position) -> list[tuple[int, float]]:
    """The moves that a player may choose, and how likely each is."""
    try:
        chosen = player(position)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        broken = _broken(f"the player raises {problem}", position)
        broken.has_raised = True
        raise broken from error
    try:
        if isinstance(chosen, Mapping):
            chances = [(int(position.move(move)), float(of)) for move, of in chosen.items()]
            total = sum(of for _, of in chances)
            if not math.isclose(total, 1.0, abs_tol=1e-6) or any(of < 0 for _, of in chances):
                raise _broken(f"the probabilities of the player add up to {total}", position)
            return [(move, of) for move, of in chances if of > 0]
        if isinstance(chosen, Iterable) and not isinstance(chosen, str):
            moves = sorted({int(position.move(_plain(move))) for move in chosen})
            if not moves:
                raise _broken("the player chooses no move", position)
            return [(move, 1 / len(moves)) for move in moves]
        return [(int(position.move(_plain(chosen))), 1.0)]
    except (MoveError, TypeError, ValueError) as error:
        raise _broken(f"the player chooses {chosen!r}: {error}", position) from error


def _plain(move: Any) -> Any:
    """A number of numpy is an index, too."""
    return move.item() if hasattr(move, "item") else move


def _broken(problem: str, position: Position) -> PlayerError:
    error = PlayerError(f"{problem}, in {position.text}")
    error.state = position.text
    return error


def _name(player: Any) -> str:
    return player if isinstance(player, str) else getattr(player, "__name__", repr(player))


def _table(game: AnyTable) -> Table:
    return game if isinstance(game, Table) else _native.solve(game)


def _player(side: AnyPlayer) -> Player:
    return Player[side.upper()] if isinstance(side, str) else Player(side)


def audit(
    player: PlayerFunction | str,
    game: AnyTable = "tictactoe",
    *,
    side: AnyPlayer = Player.FIRST,
    lines: int = 10,
    mistakes: int = 1000,
    symmetry: bool = False,
) -> Audit:
    """Plays a player against every reply.

    The player is a function, a level such as "casual:25", or a player of the game's own. A
    function is asked twice about each state that it can meet: one that does not answer alike is
    for `score`, unless it answers with a probability for each move. With `symmetry`, mistakes
    that are images of each other are listed once.

    >>> def first_free(position):
    ...     return position.legal[0]
    >>> audit(first_free).lost
    58

    Raises `PlayerError`, with the state, if the player raises an exception, answers with what is
    no legal move, or does not answer alike.
    """
    table = _table(game)
    side = _player(side)

    def ask(position: Position) -> list[tuple[int, float]]:
        assert not isinstance(player, str)
        chances = _chances(player, position)
        if chances != _chances(player, position):
            problem = "the player gives two answers to the same question (`score` is for such)"
            raise _broken(problem, position)
        return chances

    if not isinstance(player, str) and (
        inspect.isgeneratorfunction(player) or not callable(player)
    ):
        raise TypeError(f"expected a function or a level, found {player!r}")
    asked = player if isinstance(player, str) else ask
    told = _native._audit(table, asked, side, lines, mistakes, symmetry)
    return Audit(
        player=_name(player),
        game=table.spec,
        side=side,
        won=told["won"],
        drawn=told["drawn"],
        lost=told["lost"],
        beaten_with_probability=told["beaten_with_probability"],
        losing_lines=tuple(
            Line(line["start"], tuple(map(str, line["moves"]))) for line in told["losing_lines"]
        ),
        missed_wins=told["missed_wins"],
        blunders=told["blunders"],
        value=Value[told["value"].upper()],
        mistakes=tuple(
            Mistake(
                state=mistake["state"],
                move=None if mistake["move"] is None else str(mistake["move"]),
                probability=mistake["probability"],
                before=Value[mistake["before"].upper()],
                after=Value[mistake["after"].upper()],
                good=tuple(map(str, mistake["good"])),
                best=tuple(map(str, mistake["best"])),
            )
            for mistake in told["mistakes"]
        ),
    )


@dataclass
class _Answer:
    """An answer of a player that is judged."""

    position: Position
    move: Move | None
    before: Value
    after: Value
    is_best: bool
    problem: str | None = None
    has_raised: bool = False
    moves: tuple[str, ...] = ()

    @property
    def keeps_the_value(self) -> bool:
        # A forfeit keeps nothing, even where all is lost.
        return self.move is not None and self.after == self.before


@dataclass
class _Judge:
    """Asks a player, and remembers what its answers are worth."""

    forfeit: bool
    answers: list[_Answer] = field(default_factory=list)
    seconds: float = 0.0

    def ask(self, player: _Player, position: Position, moves: tuple[str, ...] = ()) -> Move | None:
        before = position.value
        start = time.perf_counter()
        try:
            move = player.ask(position)
        except PlayerError as error:
            if not self.forfeit:
                raise
            problem, has_raised = str(error), error.has_raised
            self.answers.append(
                _Answer(position, None, before, Value.LOSS, False, problem, has_raised, moves)
            )
            return None
        finally:
            self.seconds += time.perf_counter() - start
        choice = next(choice for choice in position.moves if choice.move == move)
        self.answers.append(_Answer(position, move, before, choice.value, choice.is_best))
        return move

    def play(self, table: Table, side: Player, player: _Player, opponent: _Player) -> Value:
        """Plays a game, and tells how it ended for the player."""
        game = table.round("human", "human")
        while not game.is_over:
            position = game.position
            if game.mover == side:
                move = self.ask(player, position, tuple(map(str, game.history)))
                if move is None:
                    return Value.LOSS
            else:
                move = opponent.ask(position)
            game.play(move)
        if game.winner is None:
            return Value.DRAW
        return Value.WIN if game.winner == side else Value.LOSS

    def share(self, which: Callable[[_Answer], bool]) -> Share:
        return Share._of(sum(map(which, self.answers)), len(self.answers))

    def mistakes(self) -> tuple[tuple[int, Mistake], ...]:
        met = Counter(answer.position.text for answer in self.answers)
        wrong = [answer for answer in self.answers if answer.after != answer.before]
        times = Counter((answer.position.text, answer.move) for answer in wrong)
        first = {(answer.position.text, answer.move): answer for answer in reversed(wrong)}
        kinds = {Value.WIN: "winning", Value.DRAW: "neutral", Value.LOSS: "losing"}
        return tuple(
            (
                count,
                Mistake(
                    state=state,
                    move=None if move is None else str(move),
                    probability=count / met[state],
                    before=(answer := first[state, move]).before,
                    after=answer.after,
                    good=tuple(map(str, getattr(answer.position, kinds[answer.before]))),
                    best=tuple(map(str, answer.position.best)),
                ),
            )
            for (state, move), count in times.most_common()
        )

    def forfeits(self) -> tuple[Forfeit, ...]:
        return tuple(
            Forfeit(answer.problem, answer.position.text, answer.moves)
            for answer in self.answers
            if answer.problem is not None
        )


def _positions(
    table: Table, number: int, side: Player | None, entropy: random.Random
) -> list[Position]:
    """Positions in which the game goes on, drawn at random, all different."""
    columns = table.arrays(["key", "mover", "distance"])
    goes_on = columns["distance"] != 0
    if side is not None:
        goes_on &= (columns["mover"] == side) | (columns["mover"] < 0)
    keys = columns["key"][goes_on].tolist()
    return [table.position(key) for key in entropy.sample(keys, min(number, len(keys)))]


def _steps(number: int, what: str, progress: bool | Watch | None) -> Iterator[int]:
    """Counts, and tells how far it is."""
    watch = _progress.watcher(progress)
    try:
        for step in range(number):
            yield step
            if watch is not None:
                watch(Progress(what, step + 1, number, False))
    finally:
        close = getattr(watch, "close", None)
        if close is not None:
            close()


def score(
    player: PlayerFunction | PlayerGenerator | str,
    game: AnyTable = "tictactoe",
    *,
    opponent: PlayerFunction | PlayerGenerator | str = "perfect",
    games: int = 100,
    positions: int | None = None,
    side: AnyPlayer | None = None,
    seed: int = 0,
    forfeit: bool = False,
    progress: bool | Watch | None = None,
) -> Score:
    """Measures how well a player plays by a sample of its moves: for players that are slow, that
    learn, or that have a die in them.

    It plays `games`, as both sides in turn unless a `side` is given, or is asked about
    `positions` that are drawn at random. A generator function is started for each game, yields
    once, and is then sent positions. With `forfeit`, a wrong answer or an exception loses the
    game, and is reported; otherwise it raises `PlayerError`. With the same seed, the same
    positions are drawn, and levels play alike.

    >>> score("perfect", games=10).lost.count
    0
    """
    table = _table(game)
    entropy = random.Random(seed)
    judge = _Judge(forfeit)
    results: Counter[Value] = Counter()
    fixed = None if side is None else _player(side)
    if positions is None:
        for number in _steps(games, "playing", progress):
            own = Player(number % 2) if fixed is None else fixed
            started, other = _started(player, entropy), _started(opponent, entropy)
            results[judge.play(table, own, started, other)] += 1
    else:
        drawn = _positions(table, positions, fixed, entropy)
        for number in _steps(len(drawn), "asking", progress):
            judge.ask(_started(player, entropy), drawn[number])
    played = positions is None

    def share(value: Value) -> Share | None:
        return Share._of(results[value], games) if played else None

    return Score(
        player=_name(player),
        game=table.spec,
        opponent=_name(opponent) if played else None,
        won=share(Value.WIN),
        drawn=share(Value.DRAW),
        lost=share(Value.LOSS),
        keep_the_value=judge.share(lambda answer: answer.keeps_the_value),
        best=judge.share(lambda answer: answer.is_best),
        mistakes=judge.mistakes(),
        forfeits=judge.forfeits(),
    )


def rank(
    players: Mapping[str, PlayerFunction | PlayerGenerator | str],
    game: AnyTable = "tictactoe",
    *,
    positions: int = 200,
    games: int = 20,
    seed: int = 0,
    progress: bool | Watch | None = None,
) -> Ranking:
    """Ranks players, the best first: all are asked about the same positions, and audited. Those
    that do not always answer alike play games against the perfect player instead. A wrong answer
    or an exception loses the game.

    >>> [ranked.player for ranked in rank({"dice": "random", "book": "perfect"}).players]
    ['book', 'dice']
    """
    table = _table(game)
    drawn = _positions(table, positions, None, random.Random(seed))
    names = list(players)
    ranked = []
    for number in _steps(len(names), "judging", progress):
        ranked.append(_ranked(names[number], players[names[number]], table, drawn, games, seed))

    def order(judged: Ranked) -> tuple[Any, ...]:
        unbeatable = {True: 0, None: 1, False: 2}[judged.is_unbeatable]
        return unbeatable, -judged.keep_the_value.share, judged.forfeits, judged.player

    return Ranking(table.spec, len(drawn), tuple(sorted(ranked, key=order)))


def _ranked(
    name: str, player: Any, table: Table, drawn: list[Position], games: int, seed: int
) -> Ranked:
    entropy = random.Random(seed)
    judge = _Judge(forfeit=True)
    for position in drawn:
        judge.ask(_started(player, entropy), position)
    judged_by: Literal["audit", "games"] = "audit"
    unbeatable: bool | None
    forfeits = judge.forfeits()
    try:
        unbeatable = not forfeits and all(
            audit(player, table, side=side, lines=0, mistakes=0).is_faultless for side in Player
        )
    except (PlayerError, TypeError):
        judged_by, unbeatable = "games", None
        for number in range(games):
            match = _Judge(forfeit=True)
            side = Player(number % 2)
            started, perfect = _started(player, entropy), _Level("perfect", entropy)
            lost = match.play(table, side, started, perfect) == Value.LOSS
            if lost and any(answer.after != answer.before for answer in match.answers):
                unbeatable = False
                break
    wrong = [answer for answer in judge.answers if answer.after != answer.before]
    return Ranked(
        player=name,
        judged_by=judged_by,
        is_unbeatable=unbeatable,
        keep_the_value=judge.share(lambda answer: answer.keeps_the_value),
        missed_wins=sum(answer.before == Value.WIN for answer in wrong),
        blunders=len(wrong),
        forfeits=len(forfeits),
        crashes=sum(answer.has_raised for answer in judge.answers),
        seconds_per_move=judge.seconds / max(1, len(judge.answers)),
        problem=forfeits[0].problem if forfeits else None,
    )
