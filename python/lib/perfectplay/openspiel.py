"""Provides perfect bots for games of OpenSpiel, and measures how far an agent is from perfect play.

>>> import pyspiel
>>> from perfectplay import openspiel
>>> game = pyspiel.load_game("connect_four(rows=4,columns=4)")
>>> bot = openspiel.Bot(game)
>>> state = game.new_initial_state()
>>> state.apply_action(1)
>>> openspiel.position(state).value, bot.step(state) in state.legal_actions()
(<Value.DRAW: 0>, True)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pyspiel

from ._native import Position, Table, solve
from ._values import Move, Value

Policy = Callable[[Any], Mapping[int, float]]
"""An agent: the probability of each action in a state."""


def spec(game: Any) -> str:
    """Returns this package's name for a game of OpenSpiel, such as "connect:5x4,4".

    Raises `ValueError` for a game that this package lacks.
    """
    return _spec(str(game))


@lru_cache(maxsize=64)
def _game(text: str) -> Any:
    # Games of OpenSpiel cannot be hashed, but their texts can.
    return pyspiel.load_game(text)


@lru_cache(maxsize=64)
def _spec(text: str) -> str:
    kind = _game(text).get_type()
    parameters = {**kind.parameter_specification, **_game(text).get_parameters()}
    match kind.short_name:
        case "tic_tac_toe":
            return "tictactoe"
        case "connect_four":
            return "connect:{columns}x{rows},{x_in_row}".format_map(parameters)
        case "mnk":
            return "mnk:{m},{n},{k}".format_map(parameters)
        # On boards with fewer rows, each player begins with one row of pieces in OpenSpiel, but
        # with two rows in this package.
        case "breakthrough" if parameters["rows"] >= 6:
            return "breakthrough:{columns}x{rows}".format_map(parameters)
        case "dots_and_boxes" if not parameters["utility_margin"]:
            return "dots:{num_cols}x{num_rows}".format_map(parameters)
        case "nim":
            misere = ",misere" if parameters["is_misere"] else ""
            piles = parameters["pile_sizes"].replace(";", ",")
            return f"nim:{piles}{misere}"
        case "misere":
            inside = _spec(text[len("misere(game=") : -1])
            inside = "mnk:3,3,3" if inside == "tictactoe" else inside
            if inside.startswith(("mnk:", "connect:")):
                return inside + ",misere"
    raise ValueError(f"expected a game that perfectplay has, too; found {text}")


def _move(name: str, position: Position, text: str) -> Move:
    """Returns the move that OpenSpiel writes as `text`. `name` is this package's name for the
    game."""
    family, _, size = name.partition(":")
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if family in ("tictactoe", "mnk"):
        row, column = numbers
        width = 3 if family == "tictactoe" else int(size.split(",")[0])
        return position.move(row * width + column)
    if family == "connect":
        return position.move(numbers[0])
    if family == "nim":
        pile, taken = numbers
        return position.move(f"{chr(ord('a') + pile - 1)}{taken}")
    rows = int(size.partition("x")[2])
    if family == "breakthrough":
        # In OpenSpiel, the first player sits at the top.
        squares = re.findall(r"([a-z])(\d+)", text)
        source, target = (f"{column}{rows + 1 - int(row)}" for column, row in squares)
        return position.move(f"{source}{'x' if text.endswith('*') else '-'}{target}")
    # The move draws a line between two dots. Dots are named from the bottom left.
    row, column = numbers[-2:]
    left, top = chr(ord("a") + column), rows + 1 - row
    if "(h," in text:
        return position.move(f"{left}{top}-{chr(ord(left) + 1)}{top}")
    return position.move(f"{left}{top - 1}-{left}{top}")


@lru_cache(maxsize=8)
def _table(name: str) -> Table:
    return solve(name)


@lru_cache(maxsize=1 << 16)
def _after(text: str, table: Table, history: tuple[int, ...]) -> Position:
    """Returns the position after some actions. `text` is the game as OpenSpiel writes it."""
    if not history:
        return table.start
    state = _game(text).new_initial_state()
    for action in history[:-1]:
        state.apply_action(action)
    action = state.action_to_string(state.current_player(), history[-1])
    before = _after(text, table, history[:-1])
    return before.play(_move(_spec(text), before, action))


def position(state: Any, table: Table | None = None) -> Position:
    """Returns the position of a state of OpenSpiel.

    `table` is the solved game. Without a `table`, this function solves the game, and stores its
    table in the cache. Raises `ValueError` for a game that this package lacks.
    """
    text = str(state.get_game())
    table = _table(_spec(text)) if table is None else table
    return _after(text, table, tuple(state.history()))


def actions(state: Any, table: Table | None = None) -> dict[int, Move]:
    """Returns the legal actions of a state, each with its move in this package."""
    name, here = spec(state.get_game()), position(state, table)
    return {
        action: _move(name, here, state.action_to_string(state.current_player(), action))
        for action in state.legal_actions()
    }


if TYPE_CHECKING:
    # OpenSpiel has no type hints.
    _Base = object
else:
    _Base = pyspiel.Bot


class Bot(_Base):
    """A bot that plays a solved game by its table.

    `level` is a level of `Position.choose`. The bot that plays perfectly also has a policy. In this
    policy, all best moves are equally likely. With the same `seed`, a bot makes the same choices.
    """

    def __init__(
        self, game: Any, level: str = "perfect", *, table: Table | None = None, seed: int = 0
    ) -> None:
        super().__init__()
        self._table = _table(spec(game)) if table is None else table
        self._level = level
        self._random = random.Random(seed)

    def restart_at(self, state: Any) -> None:
        """Restarts from a state. This method does nothing, because the bot remembers nothing."""

    def provides_policy(self) -> bool:
        """Returns whether the bot can tell the probability of each action."""
        return self._level == "perfect"

    def get_policy(self, state: Any) -> list[tuple[int, float]]:
        """Returns the probability of each action of the perfect bot."""
        best = position(state, self._table).best
        return [
            (action, 1 / len(best) if move in best else 0.0)
            for action, move in actions(state, self._table).items()
        ]

    def step(self, state: Any) -> int:
        """Returns the action that the bot takes."""
        here = position(state, self._table)
        chosen = here.choose(self._level, self._random.getrandbits(63))
        found = (action for action, move in actions(state, self._table).items() if move == chosen)
        return next(found)

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Returns the policy and the action."""
        return self.get_policy(state), self.step(state)


def exploitability(game: Any, policy: Policy | Any, table: Table | None = None) -> float:
    """Returns how much an agent loses to the best response, on average over both sides, as
    OpenSpiel counts it. The result is 0 if the agent never errs.

    `policy` is a function, or an object with the method `action_probabilities(state)`, like the
    policies of OpenSpiel. The policy must not depend on how a position came about, because this
    function visits each position only once. OpenSpiel itself walks through every course of play.
    """
    choose: Policy = getattr(policy, "action_probabilities", policy)
    known: dict[tuple[int, int], float] = {}

    def response(state: Any, agent: int) -> float:
        """Returns the average result of the best response to the agent."""
        if state.is_terminal():
            return float(state.returns()[1 - agent])
        mover = state.current_player()
        key = 2 * position(state, table).key + mover, agent
        if key not in known:
            if mover == agent:
                known[key] = sum(
                    probability * response(state.child(action), agent)
                    for action, probability in choose(state).items()
                    if probability > 0
                )
            else:
                known[key] = max(
                    response(state.child(action), agent) for action in state.legal_actions()
                )
        return known[key]

    start = game.new_initial_state()
    return (response(start, 0) + response(start, 1)) / 2


def value(state: Any, table: Table | None = None) -> list[float]:
    """Returns the result of each player if both play perfectly, in the form of `returns()`."""
    here = position(state, table)
    if state.is_terminal():
        return list(map(float, state.returns()))
    sign = {Value.WIN: 1.0, Value.DRAW: 0.0, Value.LOSS: -1.0}[here.value]
    return [sign, -sign] if state.current_player() == 0 else [-sign, sign]
