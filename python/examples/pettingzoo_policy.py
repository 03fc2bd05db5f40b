"""A perfect policy in PettingZoo. Needs `pip install perfectplay "pettingzoo[classic]"`."""

from pettingzoo.classic import tictactoe_v3

from perfectplay.pettingzoo import TicTacToePolicy

policy, env = TicTacToePolicy(), tictactoe_v3.env()
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else policy(observation))
    print(agent, "gets", reward)
