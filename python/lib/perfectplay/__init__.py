"""Solved games: who wins, in how many plies, and which moves keep that, read from a table.

>>> import perfectplay as pp
>>> position = pp.lookup("X.O/.../...")
>>> position.value, position.distance, position.best
(<Value.WIN: 1>, 5, (3, 6, 8))
"""

from ._errors import (
    Error,
    MoveError,
    PlayerError,
    RulesError,
    SpecError,
    StateError,
    TableError,
    TooLarge,
    Unreachable,
)
from ._judge import (
    Audit,
    Forfeit,
    Line,
    Mistake,
    Ranked,
    Ranking,
    Score,
    Share,
    audit,
    rank,
    score,
)
from ._learning import Targets, targets
from ._native import (
    ArrowStream,
    Batches,
    Game,
    Playbook,
    Position,
    Round,
    Table,
    check,
    game,
    games,
    lookup,
    open,
    solve,
)
from ._pages import Page
from ._types import Checked, Fault, Rules
from ._values import Choice, Move, Player, Progress, Value

__all__ = [
    "ArrowStream",
    "Audit",
    "Batches",
    "Checked",
    "Choice",
    "Error",
    "Fault",
    "Forfeit",
    "Game",
    "Line",
    "Mistake",
    "Move",
    "MoveError",
    "Page",
    "Playbook",
    "Player",
    "PlayerError",
    "Position",
    "Progress",
    "Ranked",
    "Ranking",
    "Round",
    "Rules",
    "RulesError",
    "Score",
    "Share",
    "SpecError",
    "StateError",
    "Table",
    "TableError",
    "Targets",
    "TooLarge",
    "Unreachable",
    "Value",
    "audit",
    "check",
    "game",
    "games",
    "lookup",
    "open",
    "rank",
    "score",
    "solve",
    "targets",
]
