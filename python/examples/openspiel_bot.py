"""A perfect bot against chance in OpenSpiel. Needs `pip install perfectplay open_spiel`."""

import pyspiel

from perfectplay import openspiel

game = pyspiel.load_game("connect_four(rows=4,columns=5)")
bots = [openspiel.Bot(game), pyspiel.make_uniform_random_bot(1, 7)]
wins = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] for seed in range(20)]
print("won", wins.count(1), "drawn", wins.count(0), "lost", wins.count(-1))
assert -1 not in wins
