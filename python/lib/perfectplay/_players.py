"""Lets the judge ask functions as players, in this process or in a process of their own."""

from __future__ import annotations

import inspect
import math
import os
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Any, Literal

from ._errors import MoveError
from ._native import Oracle, Position, Table

Kind = Literal["raised", "exited", "slow", "wrong"]


class Fault(Exception):
    """A problem with an answer, with its kind and a description."""

    def __init__(self, kind: Kind, problem: str) -> None:
        super().__init__(kind, problem)
        self.kind = kind
        self.problem = problem


@dataclass(frozen=True)
class Program:
    """A player in another program. A shell command starts the program.

    The program speaks the protocol of docs/protocol.md: it reads a line with a state, and writes a
    line with a move.
    """

    command: str
    timeout: float = 5.0
    """The number of seconds for an answer. The first answer may take ten times as long."""


class Function:
    """A player that is a function or a generator function. A generator function is started for each
    game."""

    def __init__(self, player: Callable[..., Any]) -> None:
        self._player = player
        self.remembers = inspect.isgeneratorfunction(player)
        self._game: Any = None

    def begin(self) -> None:
        """Forgets the last game."""
        self._game = None

    def ask(self, position: Position, seconds: float | None) -> list[tuple[int, float]]:
        """Returns the moves that the player may choose, and the probability of each."""
        try:
            if not self.remembers:
                chosen = self._player(position.blind())
            else:
                if self._game is None:
                    self._game = self._player()
                    next(self._game)
                chosen = self._game.send(position.blind())
        except (Exception, SystemExit) as error:
            problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise Fault("raised", problem) from error
        return _chances(chosen, position)


def _chances(chosen: Any, position: Position) -> list[tuple[int, float]]:
    try:
        if isinstance(chosen, Mapping):
            chances = [(int(position.move(move)), float(of)) for move, of in chosen.items()]
            total = sum(of for _, of in chances)
            if not math.isclose(total, 1.0, abs_tol=1e-6) or any(of < 0 for _, of in chances):
                raise Fault("wrong", f"the probabilities of the player add up to {total}")
            return [(move, of) for move, of in chances if of > 0]
        if isinstance(chosen, Iterable) and not isinstance(chosen, str):
            moves = sorted({int(position.move(_plain(move))) for move in chosen})
            if not moves:
                raise Fault("wrong", "the player chooses no move")
            return [(move, 1 / len(moves)) for move in moves]
        return [(int(position.move(_plain(chosen))), 1.0)]
    except (MoveError, TypeError, ValueError) as error:
        raise Fault("wrong", f"the player chooses {chosen!r}: {error}") from error


def _plain(move: Any) -> Any:
    """Converts a number of an array library to an index."""
    return move.item() if hasattr(move, "item") else move


def _silence() -> None:
    """Discards the output of this process, so that it does not appear in the terminal of the
    parent."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = os.fdopen(nowhere, "w", encoding="utf-8")


class Child:
    """A function in a process of its own. If an answer takes too long, the process is ended.

    Nothing that the function does affects this process, not even an endless loop, a call of
    `os._exit`, or a change of data.
    """

    def __init__(self, function: Function, table: Table | Oracle, timeout: float) -> None:
        self._function = function
        self._table = table
        self._timeout = timeout
        self._child: tuple[int, Connection] | None = None
        self.remembers = function.remembers

    def begin(self) -> None:
        """Forgets the last game."""
        if self._child is not None:
            try:
                self._child[1].send(None)
            except OSError:
                self._end()

    def ask(self, position: Position, seconds: float | None) -> list[tuple[int, float]]:
        """Returns the moves that the player may choose, and the probability of each."""
        limit = self._timeout if seconds is None else min(self._timeout, seconds)
        try:
            connection = self._started()
            connection.send(position.key)
            if not connection.poll(limit):
                self._end()
                raise Fault("slow", f"{limit:g}")
            answer = connection.recv()
        except (EOFError, OSError):
            raise Fault("exited", self._end()) from None
        except BaseException:
            self._end()
            raise
        if isinstance(answer, tuple):
            raise Fault(*answer)
        return list(answer)

    def close(self) -> None:
        """Ends the process."""
        self._end()

    def _started(self) -> Connection:
        if self._child is None:
            here, there = Pipe()
            with warnings.catch_warnings():
                # Python would warn that this process has threads. The threads of this package hold
                # nothing that a child needs.
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
            if child == 0:
                here.close()
                self._answer(there)
            there.close()
            self._child = child, here
        return self._child[1]

    def _answer(self, connection: Connection) -> None:
        """Answers questions in the child process, until the other end of the connection is
        closed."""
        try:
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            _silence()
            parent = os.getppid()
            while True:
                while not connection.poll(1.0):
                    if os.getppid() != parent:
                        return
                key = connection.recv()
                if key is None:
                    self._function.begin()
                    continue
                try:
                    answer: Any = self._function.ask(self._table.position(key), None)
                except Fault as fault:
                    answer = (fault.kind, fault.problem)
                connection.send(answer)
        except BaseException:
            os._exit(1)
        finally:
            os._exit(0)

    def _end(self) -> str:
        """Ends the process, and returns how it has ended."""
        if self._child is None:
            return "it did not start"
        child, connection = self._child
        self._child = None
        connection.close()
        try:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended == 0:
                os.kill(child, signal.SIGKILL)
                _, status = os.waitpid(child, 0)
        except (ChildProcessError, ProcessLookupError):
            return "it is gone"
        code = os.waitstatus_to_exitcode(status)
        return f"signal {-code}" if code < 0 else f"status {code}"
