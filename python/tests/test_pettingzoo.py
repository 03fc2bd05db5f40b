"""Tests PettingZoo's numbers of cells, and games in PettingZoo's own loop."""

import numpy as np
import pytest
from pettingzoo.classic import tictactoe_v3

import perfectplay as pp
from perfectplay.pettingzoo import TicTacToePolicy, action, position


def test_an_action_is_the_cell_that_the_picture_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    env = tictactoe_v3.env(render_mode="rgb_array", screen_height=300)
    env.reset()
    empty = env.render().astype(int)
    for move in range(9):
        env.reset()
        env.step(action(move))
        rows, columns = np.nonzero(np.abs(env.render().astype(int) - empty).sum(2))
        row, column = divmod(move, 3)
        assert (int(rows.mean() // 100), int(columns.mean() // 100)) == (row, column)


@pytest.mark.one_version
def test_every_reachable_position_is_observed_as_it_is() -> None:
    seen = set()

    def walk(here: pp.Position, moves: list[pp.Move]) -> None:
        if here.is_over or here.key in seen:
            return
        seen.add(here.key)
        env = tictactoe_v3.env()
        env.reset()
        for move in moves:
            env.step(action(move))
        observation, *_ = env.last()
        assert position(observation) == position(observation["observation"]) == here
        assert {action(move) for move in here.legal} == set(
            np.flatnonzero(observation["action_mask"])
        )
        for move in here.legal:
            walk(here.play(move), [*moves, move])

    walk(pp.solve("tictactoe").start, [])
    assert len(seen) == 4520


@pytest.mark.parametrize("side", [0, 1])
def test_the_policy_never_loses(side: int) -> None:
    env = tictactoe_v3.env()
    for seed in range(50):
        env.reset(seed=seed)
        env.action_space(env.agents[0]).seed(seed)
        agents, policy = list(env.agents), TicTacToePolicy(seed=seed)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, _ = env.last()
            assert agent != agents[side] or reward >= 0
            if termination or truncation:
                env.step(None)
            elif agent == agents[side]:
                env.step(policy(observation))
            else:
                env.step(env.action_space(agents[0]).sample(observation["action_mask"]))


def test_what_is_no_observation_is_refused() -> None:
    with pytest.raises(ValueError, match=r"shape \(3, 3, 2\)"):
        position(np.zeros((6, 7, 2)))
    with pytest.raises(ValueError, match="two marks"):
        position(np.ones((3, 3, 2)))
