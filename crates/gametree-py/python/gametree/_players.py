"""Players and matches."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from ._game import CatalogueGame, Game, Searchable, as_game, label_of
from ._progress import MatchProgress
from ._results import Match, Pair, Result, Table, result
from ._search import finished


class Player:
    """A player: an algorithm with its limits for each move, as the command writes it.

    ``spec``: such as ``"mcts-solver:nodes=10k"``, ``"alphabeta:depth=6"`` or ``"random"``. ``game``: what it plays. ``seed``: that of
    its random numbers. ``threads``: how many think, or ``"all"``.

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
        self.game: Searchable = as_game(game)
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
        """Searches a position, by default the start, within the player's limits or within these.

        ``state``: the position, as for :func:`solve`. ``time``, ``nodes``: limits in place of the player's own. ``seed``: that of
        this search.
        """
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
        answer: Result = finished(result(told, self.game, state), interrupt)
        return answer

    def move(self, state: Any = None) -> Any:
        """The move to play. Every move is searched anew; the random numbers differ from one to the next."""
        self._moves += 1
        return self.think(state, seed=(self.seed * 1_000_003 + self._moves) % 2**63).move

    def __repr__(self) -> str:
        return f"<player {self.spec} of {label_of(self.game)}>"


def player(spec: str, game: Searchable | str, *, seed: int = 1, threads: int | str | None = 1) -> Player:
    """A player of a game.

    ``spec``: an algorithm with its limits for each move, such as ``"mcts-solver:nodes=10k"``, ``"alphabeta:depth=6"`` or
    ``"random"``. ``game``: as for :func:`solve`. ``seed``: that of its random numbers. ``threads``: how many think, or ``"all"``.
    """
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
    progress: Callable[[int, int], object] | bool | None = None,
) -> Match:
    """Lets players play matches, as ``gametree arena`` does: every pair, each opening with both colours.

    ``game``: as for :func:`solve`. ``players``: two or more, such as ``["mcts:nodes=1k", "alphabeta:depth=4"]``.

    ``games``: how many each pair plays, an even number. ``openings``: ``"random:2"`` for so many random moves, or a list of
    positions to begin at.

    ``seed``: that of all random numbers: the same match can be played again, unless players think by the clock. ``threads``:
    how many games are played at a time, one for each processor by default.

    ``sprt``: a sequential test such as ``"elo0=0,elo1=10"``, which ends the match of two players as soon as it is decided by which
    of these numbers of Elo points the first is stronger.

    ``out``: a file in which games are recorded, and from which a match that was broken off goes on.

    ``progress``: a function that is called with the numbers of games that are finished, and of all, or ``True`` for a line that
    shows it.

    >>> import gametree
    >>> match = gametree.arena("tictactoe", ["mcts-solver:nodes=200", "random"], games=20)
    >>> match.finished, match.pairs[0].score > 0.5
    (20, True)
    """
    searched = as_game(game)
    if isinstance(players, str):
        raise TypeError(f"players should be a list of two or more, such as [{players!r}, 'random'], not {players!r}")
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
    total = games * (len(players) * (len(players) - 1) // 2)
    shown = MatchProgress(total) if progress is True else None
    follow = shown or (progress if callable(progress) else None)
    if follow is None and progress:
        raise TypeError(f"progress should be a function that takes two numbers, or True, not {progress!r}")
    if follow is not None:
        options["progress"] = lambda finished: follow(finished, total)
    try:
        told, interrupt = rules.arena(options)
    finally:
        if shown is not None:
            shown.end()
    pairs = [
        Pair(**{**pair, "players": tuple(players[index] for index in pair["players"])}) for pair in told.pop("pairs")
    ]
    played = Match(game=label_of(searched), players=tuple(players), games=games, pairs=Table(pairs), **told)
    match: Match = finished(played, interrupt)
    return match
