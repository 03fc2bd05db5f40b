"""Calls every method of rules on some states, before a solver relies on the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from ._errors import RulesError

SAMPLE = 100
"""The number of states that are checked."""

STARTS = 10
"""The number of other starts in the sample."""


def probe(rules: Any) -> None:
    """Raises `RulesError` for the first wrong answer, with the method and the state."""
    for error in _errors(rules):
        raise error


def faults(rules: Any) -> dict[str, Any] | None:
    """Returns the first wrong answer in the form that `check` reports; None if there is none."""
    return _first_fault(_errors(rules))


def faults_of_keys(rules: Any) -> dict[str, Any] | None:
    """Returns the first wrong key in the form that `check` reports; None if there is none."""
    return _first_fault(_wrong_keys(rules))


def _first_fault(errors: Iterator[RulesError]) -> dict[str, Any] | None:
    for error in errors:
        return {
            "states": SAMPLE,
            "complete": False,
            "faults": [{"problem": str(error), "state": error.state, "moves": []}],
            "remarks": [],
        }
    return None


def _errors(rules: Any) -> Iterator[RulesError]:
    """Yields the wrong answers of optional methods. Exceptions of the required methods are left to
    the solver, because the solver finds the moves that lead to the state."""
    shape = None
    for state in _sample(rules):
        text = _asked(rules, "text", state)
        if isinstance(text, RulesError):
            yield text
            continue
        if text is not None and not isinstance(text, str):
            yield _wrong(rules, "text", "a text", text, state)
        yield from _wrong_moves(rules, state)
        board = _asked(rules, "board", state)
        if isinstance(board, RulesError):
            yield board
        elif board is not None:
            codes = np.asarray(board)
            shape = codes.shape if shape is None else shape
            if codes.dtype.kind not in "iub":
                yield _wrong(rules, "board", "an array of integers", board, state)
            elif codes.shape != shape:
                expected = f"a board of the shape {shape}, as at the start"
                yield _wrong(rules, "board", expected, f"the shape {codes.shape}", state)
        mover = _asked(rules, "mover", state)
        if isinstance(mover, RulesError):
            yield mover
        elif isinstance(mover, bool) or mover not in (None, 0, 1, "first", "second"):
            yield _wrong(rules, "mover", "a player (0 or 1) or None", mover, state)


def _wrong_keys(rules: Any) -> Iterator[RulesError]:
    """Yields the keys that are not integers from 0 to 2^64 - 1. An exception of `key` is left to
    the solver, which finds the moves that lead to the state."""
    for state in _sample(rules):
        key = _asked(rules, "key", state)
        if isinstance(key, RulesError):
            return
        is_integer = hasattr(key, "__index__") and not isinstance(key, bool)
        if not is_integer or not 0 <= int(key) < 2**64:
            yield _wrong(rules, "key", "a number from 0 to 2^64 - 1", key, state)


def _wrong_moves(rules: Any, state: Any) -> Iterator[RulesError]:
    """Yields wrong names and places of the legal moves of a state."""
    names: dict[str, int] = {}
    for move in _moves(rules, state):
        name = _asked(rules, "move_name", state, move)
        if isinstance(name, RulesError):
            yield name
        elif name is not None or hasattr(rules, "move_name"):
            if not isinstance(name, str) or not name or name != name.strip():
                yield _wrong(rules, "move_name", "a text without space around it", name, state)
            elif names.setdefault(name, move) != move:
                expected = "names of moves that differ"
                found = f"{name!r} for the moves {names[name]} and {move}"
                yield _wrong(rules, "move_name", expected, found, state)
        place = _asked(rules, "place", state, move)
        if isinstance(place, RulesError):
            yield place
        elif place is not None and (isinstance(place, bool) or not hasattr(place, "__index__")):
            yield _wrong(rules, "place", "the number of a square or None", place, state)


def _sample(rules: Any) -> Iterator[Any]:
    """Returns some states, those nearest to a start first. Does not go on from a state in which the
    rules fail."""
    waiting: deque[Any] = deque()
    met: set[Any] = set()

    def meet(states: Iterable[Any]) -> None:
        for state in states:
            if state not in met and len(met) < SAMPLE:
                met.add(state)
                waiting.append(state)

    try:
        meet([rules.start()])
        if hasattr(rules, "other_starts"):
            meet(islice(rules.other_starts(), STARTS))
    except Exception:
        return
    while waiting:
        state = waiting.popleft()
        yield state
        try:
            meet(rules.play(state, move) for move in _moves(rules, state))
        except Exception:
            return


def _moves(rules: Any, state: Any) -> list[int]:
    """Returns the legal moves. If the rules fail, returns no moves."""
    try:
        return [] if rules.outcome(state) is not None else list(rules.legal(state))
    except Exception:
        return []


def _asked(rules: Any, method: str, *arguments: Any) -> Any:
    """Returns the answer of an optional method, or the error that the method raises. Returns None
    if the rules lack the method."""
    asked = getattr(rules, method, None)
    if asked is None:
        return None
    try:
        return asked(*arguments)
    except Exception as error:
        problem = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        text = f"`{method}` raises {problem}, in {_written(rules, arguments[0])}"
        raised = _error(rules, text, arguments[0])
        raised.__cause__ = error
        return raised


def _wrong(rules: Any, method: str, expected: str, found: object, state: Any) -> RulesError:
    found = (
        found
        if isinstance(found, str) and expected.startswith(("names", "a board"))
        else repr(found)
    )
    text = f"expected {expected} from `{method}`, found {found}, in {_written(rules, state)}"
    return _error(rules, text, state)


def _error(rules: Any, text: str, state: Any) -> RulesError:
    error = RulesError(text)
    error.state = _written(rules, state)
    return error


def _written(rules: Any, state: Any) -> str:
    """Returns the state as text. If the rules can write states, the text is in their form."""
    try:
        text = rules.text(state)
    except Exception:
        text = None
    return text if isinstance(text, str) else str(state) if isinstance(state, str) else repr(state)
