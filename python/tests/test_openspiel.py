"""Compares every state of small games of OpenSpiel, and samples of larger games, with a search of
OpenSpiel's own states."""

import random
from functools import cache
from typing import Any

import pyspiel
import pytest

import perfectplay as pp
from perfectplay import openspiel

SMALL = [
    "tic_tac_toe",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "mnk(m=4,n=2,k=3)",
    "misere(game=mnk(m=3,n=2,k=2))",
    "misere(game=tic_tac_toe())",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "nim(pile_sizes=1;2;3,is_misere=false)",
    "nim(pile_sizes=2;3;2)",
]
SAMPLED = [
    "connect_four(rows=4,columns=5)",
    "connect_four(rows=5,columns=4)",
    "breakthrough(rows=6,columns=2)",
    "dots_and_boxes(num_rows=2,num_cols=2)",
    "mnk(m=4,n=3,k=3)",
    "nim",
]


def name(state: Any) -> tuple[Any, ...]:
    return str(state), state.current_player(), tuple(state.returns())


class Search:
    """Returns the value of OpenSpiel's states for its first player, without any table."""

    def __init__(self) -> None:
        self.known: dict[tuple[Any, ...], float] = {}

    def value(self, state: Any) -> float:
        key = name(state)
        if key not in self.known:
            if state.is_terminal():
                self.known[key] = state.returns()[0]
            else:
                values = [self.value(state.child(action)) for action in state.legal_actions()]
                self.known[key] = (max if state.current_player() == 0 else min)(values)
        return self.known[key]


def agree(state: Any, search: Search) -> None:
    """Asserts that the search and the table agree about a state and about the states after its
    moves."""
    here = openspiel.position(state)
    assert here.is_over == state.is_terminal()
    assert openspiel.value(state)[0] == search.value(state)
    if state.is_terminal():
        return
    actions = openspiel.actions(state)
    assert set(actions.values()) == set(here.legal)
    own = 1 if state.current_player() == 0 else -1
    for choice in here.moves:
        (action,) = (action for action, move in actions.items() if move == choice.move)
        assert own * search.value(state.child(action)) == int(choice.value)


@pytest.mark.parametrize("text", SMALL)
def test_every_state(text: str) -> None:
    game = pyspiel.load_game(text)
    search, left = Search(), [game.new_initial_state()]
    seen: set[tuple[Any, ...]] = set()
    while left:
        state = left.pop()
        if name(state) in seen:
            continue
        seen.add(name(state))
        agree(state, search)
        left.extend(state.child(action) for action in state.legal_actions())
    assert len(seen) > 20
    if text == "tic_tac_toe":
        assert len(seen) == len(pp.solve("tictactoe")) == 5478


@pytest.mark.one_version
@pytest.mark.parametrize("text", SAMPLED)
def test_samples(text: str) -> None:
    game, search, chance = pyspiel.load_game(text), Search(), random.Random(1)
    for _ in range(20):
        state, states = game.new_initial_state(), []
        while not state.is_terminal():
            states.append(state.clone())
            state.apply_action(chance.choice(state.legal_actions()))
        # A search from states nearer to the start takes minutes.
        for state in states[-5:]:
            agree(state, search)


def test_a_bot_never_loses_to_chance_or_itself() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    uniform = pyspiel.make_uniform_random_bot
    for seed in range(50):
        for side in (0, 1):
            bots = [uniform(player, seed) for player in (0, 1)]
            bots[side] = openspiel.Bot(game, seed=seed)
            returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
            assert returns[side] >= 0
    bots = [openspiel.Bot(game, seed=seed) for seed in (1, 2)]
    assert list(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == [0, 0]


def test_the_policy_of_a_bot_is_all_best_moves_alike() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 2):
        state.apply_action(action)
    bot = openspiel.Bot(game)
    policy, action = bot.step_with_policy(state)
    assert {chosen for chosen, share in policy if share} == set(openspiel.position(state).best)
    assert dict(policy)[action] > 0
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert not openspiel.Bot(game, "casual").provides_policy()


@pytest.mark.parametrize("text", ["mnk(m=3,n=2,k=2)", "nim(pile_sizes=1;2;3)"])
def test_exploitability_is_that_of_openspiel(text: str) -> None:
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(text)
    uniform = policies.UniformRandomPolicy(game)
    expected = exploitability.exploitability(game, uniform)
    assert expected > 0
    assert openspiel.exploitability(game, uniform) == pytest.approx(expected)


def test_a_perfect_agent_cannot_be_exploited_but_for_the_value_of_the_game() -> None:
    game = pyspiel.load_game("tic_tac_toe")
    bot = openspiel.Bot(game)
    assert openspiel.exploitability(game, lambda state: dict(bot.get_policy(state))) == 0


def test_other_games_are_refused() -> None:
    for text in [
        "hex(board_size=3)",
        "dots_and_boxes(utility_margin=true)",
        "misere(game=hex())",
        "breakthrough(rows=5,columns=4)",
    ]:
        with pytest.raises(ValueError, match="expected a game that perfectplay has"):
            openspiel.spec(pyspiel.load_game(text))


@cache
def _started(text: str) -> Any:
    return pyspiel.load_game(text).new_initial_state()


@pytest.mark.one_version
@pytest.mark.parametrize("text", SMALL + SAMPLED)
def test_both_begin_alike(text: str) -> None:
    assert set(openspiel.actions(_started(text)).values()) == set(
        openspiel.position(_started(text)).legal
    )
