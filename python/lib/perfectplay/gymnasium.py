"""Makes an environment for Gymnasium from any solved game. The opponent plays by the table.

>>> import gymnasium
>>> import perfectplay.gymnasium
>>> env = gymnasium.make("perfectplay/SolvedGame-v0", game="connect:4x4", opponent="casual")
>>> observation, info = env.reset(seed=1)
>>> observation, reward, terminated, truncated, info = env.step(info["move_values"].argmax())
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import numpy as np
import numpy.typing as npt

from ._errors import StateError
from ._learning import observe, targets
from ._native import Game, Position, Round, Table, solve
from ._types import AnyMove, Rules
from ._values import Player

# `reset` looks for a game in which the agent moves. This is the greatest number of games that it
# begins.
MOST_GAMES = 100

Observation = npt.NDArray[np.float32]


class SolvedGame(gymnasium.Env[Observation, np.int64]):
    """A game against an opponent. The opponent is a part of the environment.

    An observation shows a state as the agent sees it, in the planes of `Targets.planes`. There is
    one plane for the agent's pieces, one for the opponent's pieces, and planes for data that the
    board does not show. While the game goes on, states with different values never look the same.
    An action is the index of a move. The reward is 1 for a win, -1 for a loss, and 0 otherwise. A
    game is truncated when a state occurs for the third time. An illegal move loses, and
    `info["illegal"]` says so.

    `info` has, for the player to move:

    - `action_mask`: int8, 1 for each legal action, in the form that `Discrete.sample` takes;
    - `move_values`: float32, for each action 1 if the action wins, 0 if it draws, -1 if it loses,
      and -2 if it is not legal. Papers call this the *oracle*, because an agent that follows these
      values plays perfectly;
    - `value`: 1, 0 or -1, the value of the position for the agent;
    - `position`: the position as text.

    Parameters
    ----------
    game
        The name of a game with a board, such as "connect:4x4", or a solved table.
    opponent
        A level of `Position.choose`, such as "perfect" or "casual:25", or a function from a
        position to a move.
    side
        The agent moves first with "first" and second with "second". With "chance", the side is
        drawn at random for each episode.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game | Rules | Table = "tictactoe",
        *,
        opponent: str | Callable[[Position], AnyMove] = "perfect",
        side: Literal["first", "second", "chance"] = "chance",
        render_mode: str | None = None,
    ) -> None:
        if side not in ("first", "second", "chance"):
            raise ValueError(f"expected first, second or chance as the side, found {side}")
        self._table = game if isinstance(game, Table) else solve(game)
        self._opponent = opponent
        self._side = side
        self.render_mode = render_mode
        if self._table.game.shape is None:
            raise StateError(f"expected a game with a board, found {self._table.spec}")
        if self._table.game.is_own:
            # This call raises an error if two states with different values look the same. In games
            # that ship, this never happens.
            targets(self._table)
        self.observation_space: gymnasium.spaces.Space[Observation] = gymnasium.spaces.Box(
            0, 127, observe(self._table.start).shape, np.float32
        )
        self.action_space: gymnasium.spaces.Space[np.int64] = gymnasium.spaces.Discrete(
            self._table.game.moves
        )
        self._round: Round
        self._agent = Player.FIRST

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a game. If the opponent moves first, `reset` also plays the opponent's move.

        The opponent may end the game by extra turns before the agent can move. Then another game
        begins.
        """
        super().reset(seed=seed)
        for _ in range(MOST_GAMES):
            self._begin()
            if not self._round.is_over:
                return self._observe(), self._info()
        raise StateError(
            f"expected a game in which the agent moves, found {MOST_GAMES} of {self._table.spec}"
            " that the opponent ended by its extra turns"
        )

    def _begin(self) -> None:
        """Begins a game. If the opponent moves first, plays the opponent's move."""
        agent = {"first": 0, "second": 1}.get(self._side)
        self._agent = Player(int(self.np_random.integers(2)) if agent is None else agent)
        seats = {self._agent: "human", self._agent.other: self._opponent}
        first, second = (
            seat if isinstance(seat := seats[player], str) else "human" for player in Player
        )
        self._round = self._table.round(first, second, seed=int(self.np_random.integers(1 << 62)))
        self._answer()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays a move, and the opponent's reply."""
        if self._round.is_over:
            raise gymnasium.error.ResetNeeded("the game is over: reset() begins another one")
        if int(action) not in self._round.position.legal:
            return self._observe(), -1.0, True, False, {**self._info(), "illegal": True}
        self._round.play(int(action))
        self._answer()
        winner = self._round.winner
        reward = 0.0 if winner is None else 1.0 if winner == self._agent else -1.0
        is_repeated = self._round.ending == "repetition"
        is_over = self._round.is_over
        return self._observe(), reward, is_over and not is_repeated, is_repeated, self._info()

    def render(self) -> str | None:
        """Returns the board as text."""
        return str(self._round.position) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """Lets the opponent move while it is its turn."""
        while not self._round.is_over and self._round.mover != self._agent:
            if callable(self._opponent):
                self._round.play(self._opponent(self._round.position))
            else:
                self._round.reply()

    def _observe(self) -> Observation:
        return observe(self._round.position, self._agent)

    def _info(self) -> dict[str, Any]:
        position = self._round.position
        values = np.full(self._table.game.moves, -2, np.float32)
        if not position.is_over:
            known = position.move_values
            values = np.where(np.isnan(known), values, known)
        own = position.value if self._round.mover == self._agent else position.value.flip()
        return {
            "action_mask": (values > -2).astype(np.int8),
            "move_values": values,
            "value": int(own),
            "position": position.text,
        }


gymnasium.register("perfectplay/SolvedGame-v0", entry_point="perfectplay.gymnasium:SolvedGame")
