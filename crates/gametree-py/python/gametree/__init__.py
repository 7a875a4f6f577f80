"""Game-tree search for two-player games: solve, play, compare and prove, at the speed of Rust.

>>> import gametree
>>> gametree.solve("tictactoe").value
0
"""

from ._native import VERSION as __version__
from ._game import CatalogueGame, Game, Position, Searchable, Tree, algorithms, game, games, tree
from ._openspiel import NativeSpiel, OpenSpiel, SpielGame, openspiel
from ._players import Player, arena, player
from ._results import Checked, Comparison, Counts, Match, MoveResult, Pair, Result, Table
from ._search import Analysis, Interrupted, analyse, check, compare, solve

__all__ = [
    "__version__",
    "Analysis",
    "CatalogueGame",
    "Checked",
    "Comparison",
    "Counts",
    "Game",
    "Interrupted",
    "Match",
    "MoveResult",
    "NativeSpiel",
    "OpenSpiel",
    "Pair",
    "Player",
    "Position",
    "Result",
    "Searchable",
    "SpielGame",
    "Table",
    "Tree",
    "algorithms",
    "analyse",
    "arena",
    "check",
    "compare",
    "game",
    "games",
    "openspiel",
    "player",
    "solve",
    "tree",
]
