"""Answers questions about solved games from tables: who wins, in how many plies, and by which
moves.

>>> import perfectplay as pp
>>> position = pp.lookup("X.O/.../...")
>>> position.value, position.distance, position.best
(<Value.WIN: 1>, 5, (3, 6, 8))
"""

from ._dataset import Dataset, write_dataset
from ._errors import (
    Error,
    MoveError,
    PlayerError,
    RulesError,
    SpecError,
    StateError,
    TableError,
    TooLarge,
    Unproved,
    Unreachable,
)
from ._evaluation import Evaluation, Figures, Results, evaluate
from ._judge import (
    Audit,
    Forfeit,
    Line,
    Mistake,
    Ply,
    Ranked,
    Ranking,
    Score,
    Share,
    audit,
    rank,
    score,
)
from ._learning import Targets, observe, targets
from ._native import (
    ArrowStream,
    Batches,
    Game,
    Oracle,
    Playbook,
    Position,
    Round,
    Table,
    __version__,
    check,
    game,
    games,
    lookup,
    open,
    solve,
)
from ._pages import Page
from ._players import Program
from ._types import Checked, Fault, Rules
from ._values import Choice, Move, Outcome, Player, Progress, Value

__all__ = [
    "ArrowStream",
    "Audit",
    "Batches",
    "Checked",
    "Choice",
    "Dataset",
    "Error",
    "Evaluation",
    "Fault",
    "Figures",
    "Forfeit",
    "Game",
    "Line",
    "Mistake",
    "Move",
    "MoveError",
    "Oracle",
    "Outcome",
    "Page",
    "Playbook",
    "Player",
    "PlayerError",
    "Ply",
    "Position",
    "Program",
    "Progress",
    "Ranked",
    "Ranking",
    "Results",
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
    "Unproved",
    "Unreachable",
    "Value",
    "__version__",
    "audit",
    "check",
    "evaluate",
    "game",
    "games",
    "lookup",
    "observe",
    "open",
    "rank",
    "score",
    "solve",
    "targets",
    "write_dataset",
]
