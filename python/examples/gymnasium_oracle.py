"""Plays an agent that guesses half of its moves against a perfect opponent in Gymnasium. Needs `pip
install perfectplay gymnasium`."""

import gymnasium

import perfectplay.gymnasium  # noqa: F401 (it registers the environment)

env = gymnasium.make("perfectplay/SolvedGame-v0", game="connect:4x4", opponent="perfect")
env.action_space.seed(1)
observation, info = env.reset(seed=1)
rewards = []
while len(rewards) < 20:
    guess, oracle = env.action_space.sample(info["action_mask"]), info["move_values"].argmax()
    action = guess if env.unwrapped.np_random.random() < 0.5 else oracle
    observation, reward, terminated, truncated, info = env.step(action)
    if terminated or truncated:
        rewards.append(reward)
        observation, info = env.reset()
print("drawn", rewards.count(0), "lost", rewards.count(-1))
