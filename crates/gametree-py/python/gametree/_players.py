"""Players and matches."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ._game import CatalogueGame, Game, Searchable, as_game, label_of
from ._results import Match, Pair, Result, Table, result
from ._search import finished


class Player:
    """A player: an algorithm with its limits for each move, as the command writes it.

    >>> import gametree
    >>> player = gametree.player("mcts-solver:nodes=2000", "tictactoe")
    >>> player.move("1 2 4 5")
    '7'
    >>> player.think("1 2 4 5").value
    1
    """

    def __init__(
        self, spec: str, game: Searchable | str, *, seed: int = 1, threads: int | str | None = 1
    ) -> None:
        self.spec = spec
        self.game = as_game(game)
        self.seed = seed
        self.threads = threads
        self._moves = 0
        # A player that cannot exist is refused here, and not at the first move.
        self.think(nodes=1)

    def think(
        self,
        state: Any = None,
        *,
        time: float | str | None = None,
        nodes: int | str | None = None,
        seed: int | None = None,
    ) -> Result:
        """Searches a position, by default the start, within the player's limits or within these."""
        state = self.game._kept(state)
        rules, text = self.game._open(state, False)
        options = {
            "by": self.spec,
            "position": text,
            "time": time,
            "nodes": nodes,
            "seed": self.seed if seed is None else seed,
            "threads": self.threads,
        }
        told, interrupt = rules.think(options)
        found = result(self.game._translated(told, state), label_of(self.game), state)
        answer: Result = finished(found, interrupt)
        return answer

    def move(self, state: Any = None) -> Any:
        """The move to play. Every move is searched anew; the random numbers differ from one to the next."""
        self._moves += 1
        return self.think(state, seed=(self.seed * 1_000_003 + self._moves) % 2**63).move

    def __repr__(self) -> str:
        return f"<player {self.spec} of {label_of(self.game)}>"


def player(spec: str, game: Searchable | str, *, seed: int = 1, threads: int | str | None = 1) -> Player:
    """A player of a game, such as ``"mcts-solver:nodes=10k"`` or ``"alphabeta:depth=6"``."""
    return Player(spec, game, seed=seed, threads=threads)


def arena(
    game: Searchable | str,
    players: Sequence[str],
    *,
    games: int = 100,
    openings: str | Sequence[str] = "random:2",
    seed: int = 1,
    threads: int | str | None = None,
    sprt: str | None = None,
    out: str | os.PathLike[str] | None = None,
) -> Match:
    """Lets players play matches, as ``gametree arena`` does: every pair, each opening with both colours.

    >>> import gametree
    >>> match = gametree.arena("tictactoe", ["mcts-solver:nodes=200", "random"], games=20)
    >>> match.finished, match.pairs[0].score > 0.5
    (20, True)
    """
    searched = as_game(game)
    if out is not None and not isinstance(searched, CatalogueGame):
        raise ValueError("out: games are recorded for games of the catalogue only")
    if isinstance(searched, Game) and not isinstance(openings, str):
        raise ValueError("openings: a game that is written in Python begins with random moves, such as 'random:2'")
    rules, _ = searched._open(None, False)
    options = {
        "name": label_of(searched),
        "players": list(players),
        "games": games,
        "openings": [openings] if isinstance(openings, str) else list(openings),
        "seed": seed,
        "threads": threads,
        "sprt": sprt,
        "out": None if out is None else os.fspath(out),
    }
    told, interrupt = rules.arena(options)
    pairs = [
        Pair(**{**pair, "players": tuple(players[index] for index in pair["players"])}) for pair in told.pop("pairs")
    ]
    played = Match(game=label_of(searched), players=tuple(players), games=games, pairs=Table(pairs), **told)
    match: Match = finished(played, interrupt)
    return match
