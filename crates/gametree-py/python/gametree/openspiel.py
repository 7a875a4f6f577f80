"""Games of OpenSpiel: the names that can be imported, for those who read types.

It is never run: ``gametree.openspiel`` is an object that is a module and can be called (the end of ``_openspiel.py``).
"""

from collections.abc import Callable
from typing import Any

from ._openspiel import NativeSpiel, OpenSpiel, SpielGame, openspiel
from ._results import Table

Bot: Callable[..., Any] = openspiel.Bot
games: Callable[[], Table[dict[str, Any]]] = openspiel.games

__all__ = ["Bot", "NativeSpiel", "OpenSpiel", "SpielGame", "games"]
