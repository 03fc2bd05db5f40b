"""Tests the environment with Gymnasium's own checker and in games, and tests the contents of
`info`."""

from collections.abc import Callable
from typing import Any, Literal

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env

import perfectplay as pp
from perfectplay.gymnasium import SolvedGame

GAMES = ["tictactoe", "connect:4x4", "hexapawn:3x3", "dots:2x1", "nim:3,4,5", "dodgem:3"]


@pytest.mark.parametrize("game", GAMES)
def test_the_checker_finds_nothing(game: str) -> None:
    env = gymnasium.make("perfectplay/SolvedGame-v0", game=game, opponent="random")
    check_env(env.unwrapped, skip_render_check=True)


def play(env: SolvedGame, seed: int, choose: Callable[[dict[str, Any]], Any]) -> float:
    observation, info = env.reset(seed=seed)
    while True:
        assert env.observation_space.contains(observation)
        assert info["value"] in (-1, 0, 1)
        action = choose(info)
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward


@pytest.mark.parametrize("game", ["tictactoe", "hexapawn:3x3", "dots:2x1"])
@pytest.mark.parametrize("side", ["first", "second"])
def test_the_oracle_gets_what_the_game_is_worth(
    game: str, side: Literal["first", "second"]
) -> None:
    table = pp.solve(game)
    worth = int(table.value) if side == "first" else -int(table.value)
    env = SolvedGame(table, side=side)
    for seed in range(10):
        assert play(env, seed, lambda info: info["move_values"].argmax()) == worth


def test_the_same_seed_is_the_same_game() -> None:
    env = SolvedGame("connect:4x4", opponent="casual")

    def positions(seed: int) -> list[str]:
        _, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        seen = [info["position"]]
        done = False
        while not done:
            *_, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            seen.append(info["position"])
            done = terminated or truncated
        return seen

    assert positions(3) == positions(3)
    assert len({tuple(positions(seed)) for seed in range(10)}) > 5


def test_a_game_begins_with_a_move_of_the_agent() -> None:
    env = SolvedGame("kalah:2,2", opponent="random", side="second")
    for seed in range(30):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
    # In this game, the extra turns let the first player end the game at once. So the agent has to
    # be first.
    env = SolvedGame("kalah:1,1", side="chance")
    assert all(env.reset(seed=seed)[1]["action_mask"].any() for seed in range(10))
    env = SolvedGame("kalah:1,1", side="second")
    with pytest.raises(pp.StateError, match="that the opponent ended by its extra turns"):
        env.reset(seed=0)


def test_an_opponent_may_be_a_function() -> None:
    env = SolvedGame(opponent=lambda position: position.legal[0], side="second")
    _, info = env.reset(seed=1)
    assert info["position"] == "X../.../..."


def test_an_illegal_move_loses_and_says_so() -> None:
    env = SolvedGame(side="first")
    env.reset(seed=1)
    _, reward, terminated, _, _ = env.step(4)
    assert (reward, terminated) == (0, False)
    _, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, True, False, True)


def test_the_board_is_seen_from_the_agents_side() -> None:
    env = SolvedGame(opponent=lambda position: position.legal[0], side="second")
    observation, _ = env.reset(seed=1)
    own, other, is_first = observation.tolist()
    assert own == is_first == [[0, 0, 0]] * 3
    assert other == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(ValueError, match="expected first, second or chance"):
        SolvedGame(side="third")  # type: ignore[arg-type]
    with pytest.raises(pp.SpecError):
        SolvedGame("go")
    with pytest.raises(pp.StateError, match="expected a game with a board"):
        SolvedGame("subtraction:21,3")


@pytest.mark.parametrize("game", ["kalah:2,2", "hexapawn:3x3", "breakthrough:3x4", "dots:2x1"])
def test_an_observation_determines_the_value(game: str) -> None:
    env = SolvedGame(game, opponent="random")
    seen: dict[bytes, int] = {}
    for seed in range(300):
        observation, info = env.reset(seed=seed)
        env.action_space.seed(seed)
        # The opponent may have won before the agent could move, by extra turns.
        done = not info["action_mask"].any()
        while not done:
            assert seen.setdefault(observation.tobytes(), info["value"]) == info["value"]
            action = env.action_space.sample(info["action_mask"])
            observation, _, terminated, truncated, info = env.step(action)
            done = terminated or truncated
