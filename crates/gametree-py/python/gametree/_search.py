"""Searches: one position, one by several algorithms, and as it goes on; and certificates."""

from __future__ import annotations

import atexit
import math
import os
import pathlib
import tempfile
import time as time_of_day
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from . import _drawing, _native
from ._game import CatalogueGame, Searchable, Tree, algorithms, as_game, game as open_game, label_of
from ._progress import SearchProgress
from ._results import Checked, Comparison, Result, Table, result

Progress = Callable[[Result], object]


# A search that outlives the interpreter crashes, or waits for ever.
atexit.register(_native.end)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C came during a search. ``result`` is what was known by then: nothing is lost."""

    def __init__(self, result: Any) -> None:
        super().__init__(f"interrupted: {result!r}")
        self.result = result

    def __reduce__(self) -> tuple[Any, ...]:
        return (Interrupted, (self.result,))


def finished(found: Any, interrupt: BaseException | None) -> Any:
    """The result, unless a signal ended the search."""
    if interrupt is None:
        return found
    if isinstance(interrupt, KeyboardInterrupt):
        raise Interrupted(found) from interrupt
    raise interrupt


def solve(
    game: Searchable | str,
    position: Any = None,
    *,
    algorithm: str | None = None,
    time: float | str | None = None,
    nodes: int | str | None = None,
    leaves: int | str | None = None,
    memory: int | str | None = None,
    epsilon: float | str | None = None,
    depth: int | None = None,
    no_deepening: bool = False,
    range: tuple[float, float] | str | None = None,
    no_facts: bool = False,
    guess: float | None = None,
    seed: int = 1,
    threads: int | str | None = None,
    store: str | None = None,
    all_moves: bool = False,
    trace: bool = False,
    certificate: str | os.PathLike[str] | None = None,
    force: bool = False,
    trust_facts: bool = False,
    check: bool = False,
    progress: Progress | bool | None = None,
) -> Result:
    """Finds the value of a position, the best move and the principal variation.

    Without limits the answer is exact. Within limits it is what is known by then: bounds that are proven, and an estimate. Ctrl-C
    raises :class:`Interrupted`, whose ``result`` is what was known.

    ``game``: a name such as ``"connect4:7x6"``, or a game: of :func:`game`, :func:`tree`, :func:`openspiel`, or your own.

    ``position``: where to begin, by default at the start: the moves that lead there (``"44"``) or a drawing, a state of your own
    game, or a state of OpenSpiel.

    ``algorithm``: such as ``"alphabeta"`` or ``"mcts-solver:c=0.8"``; :func:`algorithms` lists them. By default one that suits the
    game and the limits.

    ``time``: the most seconds, or a text such as ``"500ms"`` or ``"2m"``.

    ``nodes``, ``leaves``: the most nodes, and evaluated leaves: a number, or a text such as ``"10k"``.

    ``memory``: the most bytes, or a text such as ``"2GiB"``.

    ``epsilon``: how far from the value the answer may be: a distance, or a share of the range such as ``"5%"``.

    ``depth``: how many moves to look ahead; the game's evaluation stands for the rest. Searches look one move ahead first, then
    two, and so on, or with ``no_deepening`` as far as that at once.

    ``range``: two numbers between which all values lie, such as ``(0, 1)``, if that is known better than by the game.

    ``no_facts``: do not use what the game states of positions.

    ``guess``: the value that ``mtd-f`` tries first.

    ``seed``: that of random numbers. The same seed gives the same search by one thread.

    ``threads``: how many, or ``"all"``, which is the default. A game that is written in Python is searched by one.

    ``store``: ``"table"`` or ``"plain"``, whether positions are recognised by their keys; ``"auto"`` by default.

    ``all_moves``: search every move by itself; ``moves`` of the result has them all.

    ``trace``: keep the numbers of the leaves in the order of their evaluation, for games that number them (trees).

    ``certificate``: a file for a proof of the answer, which :func:`check` verifies. ``force`` replaces whatever the file is now;
    ``trust_facts`` lets the proof rely on what the game states.

    ``check``: for games that are written in Python: whenever a position is met again by its key, ask everything again. Turn or
    value and the moves must be the same, and the moves must lead to states with the same keys, turns and values. That finds most
    keys that collide, but not those of positions that this search never meets, has forgotten (``table``), or that differ only
    further on than one move.

    ``progress``: a function that is called with what is known so far (a :class:`Result`) about every 0.1 s and at the end, or
    ``True`` for a line that shows it, in a terminal or a notebook.

    >>> import gametree
    >>> gametree.solve("connect4:4x4").value
    0
    >>> gametree.solve("connect4:7x6", nodes="2k").stop
    'nodes'
    >>> gametree.solve("nim:3-5-7", algorithm="scout", position="1:1").turn
    'min'
    >>> seen = []
    >>> gametree.solve("connect4:4x4", progress=seen.append) == seen[-1]
    True
    """
    searched = as_game(game)
    options = {
        "algorithm": algorithm,
        "time": time,
        "nodes": nodes,
        "leaves": leaves,
        "memory": memory,
        "epsilon": epsilon,
        "depth": depth,
        "no_deepening": no_deepening,
        "range": range,
        "no_facts": no_facts,
        "guess": guess,
        "seed": seed,
        "threads": threads,
        "store": store,
        "all_moves": all_moves,
        "trace": trace,
    }
    position = searched._kept(position)
    rules, text = searched._open(position, check)
    options["position"] = text
    if progress is not None and progress is not False:
        if certificate is not None:
            raise ValueError("progress: a search with a certificate does not tell how far it is")
        return _followed(searched, position, rules, options, progress)
    if certificate is None:
        told, interrupt = rules.solve(options)
    else:
        told, interrupt = _certified(searched, rules, {**options, "trust_facts": trust_facts}, certificate, force)
    answer: Result = finished(result(told, searched, position), interrupt)
    return answer


def _followed(
    searched: Searchable, position: Any, rules: _native.Rules, options: dict[str, Any], progress: Progress | bool
) -> Result:
    """The answer of a search that tells how far it is."""
    if not callable(progress) and progress is not True:
        raise TypeError(f"progress should be a function that takes a result, or True, not {progress!r}")
    follow = progress if callable(progress) else SearchProgress(options)
    asked = {**options, "by": options["algorithm"], "answers": True, "every": _NEWS_EVERY}
    with Analysis(searched, position, rules.analyse(asked)) as search:
        try:
            for shot in search:
                follow(shot)
        finally:
            if isinstance(follow, SearchProgress):
                follow.end()
    last = search.snapshots[-1]
    if last.stop == "interrupted":
        raise Interrupted(last)
    return last


# Seconds between two calls of a function that follows a search.
_NEWS_EVERY = 0.1


def _certified(
    searched: Searchable,
    rules: _native.Rules,
    options: dict[str, Any],
    certificate: str | os.PathLike[str],
    force: bool,
) -> tuple[dict[str, Any], BaseException | None]:
    """Solves, and writes the proof: the whole of it, or nothing."""
    if not isinstance(searched, CatalogueGame):
        raise ValueError("certificate: only for games of the catalogue and trees, whose positions can be read back")
    file = pathlib.Path(certificate)
    if file.exists() and file.stat().st_size > 0 and not force:
        try:
            _native.header(file)
        except ValueError:
            raise ValueError(f"certificate: {file} exists and is not a certificate (force=True replaces it)") from None
    (told, interrupt), proof = rules.certify(options, searched.name)
    if proof is not None and not force and _is_better(file, rules, told, options):
        raise ValueError(f"certificate: {file} already holds a better proof of this position (force=True replaces it)")
    if proof is not None:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
        try:
            with os.fdopen(handle, "wb") as output:
                output.write(proof)
            os.replace(name, file)
        except BaseException:
            os.unlink(name)
            raise
        told["certificate"] = str(file)
    return told, interrupt


def _is_better(file: pathlib.Path, rules: _native.Rules, told: dict[str, Any], options: dict[str, Any]) -> bool:
    """Whether a file proves more of the same position than was found, or as much while it trusts less."""
    try:
        theirs = _native.header(file)
    except (OSError, ValueError):
        return False

    def ends(bounds: dict[str, Any]) -> tuple[float, float]:
        lower, upper = bounds["lower"], bounds["upper"]
        return -math.inf if lower is None else lower, math.inf if upper is None else upper

    (lower, upper), (low, high) = ends(theirs), ends(told)
    trusts_less = not theirs["trusts_facts"] and options["trust_facts"]
    more = low <= lower and upper <= high and ((lower, upper) != (low, high) or trusts_less)
    if theirs["position"] != (options["position"] or "") or not more:
        return False
    # Its claim counts only if it is a proof, and of this game.
    try:
        checked, _ = rules.check(file, None)
    except ValueError:
        return False
    return bool(checked["accepted"])


def check(file: str | os.PathLike[str], game: Searchable | str | None = None, *, memory: int | None = None) -> Checked:
    """Checks a certificate that ``solve(certificate=...)`` or the command has written, by the rules of the game alone.

    ``file``: the certificate. ``game``: needed for trees; other certificates name their game. ``memory``: the most bytes that
    the check may take.

    >>> import gametree, tempfile, os
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = os.path.join(folder, "proof.gtc")
    ...     found = gametree.solve("connect4:4x4", certificate=file)
    ...     gametree.check(file).accepted
    True
    """
    file = pathlib.Path(file)
    with open(file, "rb"):
        pass  # Whoever names a file that is not there is told so by Python, with the name.
    name = str(_native.header(file)["game"])
    if game is None:
        if name == "tree" or name.startswith("tree:"):
            raise ValueError(f"{file} is about a tree: name it with game=")
        game = open_game(name)
    checked = as_game(game)
    if not isinstance(checked, CatalogueGame):
        raise ValueError("certificates are about games of the catalogue and trees")
    told, interrupt = checked._rules.check(file, memory)
    verdict: Checked = finished(Checked(file=str(file), **told), interrupt)
    return verdict


def compare(
    game: Searchable | str,
    position: Any = None,
    *,
    algorithm: Sequence[str] | str | None = None,
    time: float | str | None = None,
    nodes: int | str | None = None,
    leaves: int | str | None = None,
    memory: int | str | None = None,
    epsilon: float | str | None = None,
    depth: int | None = None,
    no_deepening: bool = False,
    range: tuple[float, float] | str | None = None,
    no_facts: bool = False,
    guess: float | None = None,
    seed: int = 1,
    threads: int | str | None = None,
    store: str | None = None,
    all_moves: bool = False,
    check: bool = False,
    progress: Progress | bool | None = None,
) -> Table[Comparison]:
    """Solves one position by several algorithms and compares their work.

    ``algorithm``: their names; by default all that can answer. ``game``, ``position``, ``time``, ``nodes``, ``leaves``,
    ``memory``, ``epsilon``, ``depth``, ``no_deepening``, ``range``, ``no_facts``, ``guess`` (passed on to those that have it),
    ``seed``, ``threads``, ``store``, ``all_moves``, ``check`` and ``progress`` are those of :func:`solve`, for each of them. After Ctrl-C
    the ``result`` of :class:`Interrupted` has the rows that are complete.

    >>> import gametree
    >>> table = gametree.compare("random:b=3,d=5,seed=1", algorithm=["alphabeta", "mt-sss"])
    >>> table[0].value == table[1].value, table[0].relative
    (True, 1.0)
    """
    searched = as_game(game)
    options: dict[str, Any] = {
        "time": time,
        "nodes": nodes,
        "leaves": leaves,
        "memory": memory,
        "epsilon": epsilon,
        "depth": depth,
        "no_deepening": no_deepening,
        "range": range,
        "no_facts": no_facts,
        "guess": guess,
        "seed": seed,
        "threads": threads,
        "store": store,
        "all_moves": all_moves,
        "check": check,
        "progress": progress,
    }
    known = {entry["name"]: entry for entry in algorithms()}
    chance = getattr(searched, "has_chance", None)
    chance = bool(getattr(searched, "chance", False)) if chance is None else chance
    exact = epsilon is None
    if algorithm is None:
        takes = [e for e in known.values() if e["proves"] and (e["chance"] or not chance) and (e["epsilon"] or exact)]
        names = [entry["name"] for entry in takes]
    else:
        names = [algorithm] if isinstance(algorithm, str) else list(algorithm)
    if isinstance(searched, CatalogueGame) and not isinstance(searched, Tree):
        # All compiled the same way; otherwise times would compare that, not algorithms.
        searched = CatalogueGame(searched.name, _native.Rules.open_in_one_lane(searched.name, names))
    yardstick = "bounded-alphabeta" if chance or not exact else "alphabeta"
    found: list[Result] = []

    def table(base: Result | None) -> Table[Comparison]:
        own = (answer for name, answer in zip(names, found) if name.split(":")[0] == yardstick)
        base = next(own, base)
        leaves = base.counts.leaves if base is not None and base.answered else 0
        return Table([_comparison(answer, leaves) for answer in found])

    base = None
    try:
        for name in names:
            found.append(_solve_leniently(searched, position, name, options))
        if not any(name.split(":")[0] == yardstick for name in names):
            base = _solve_leniently(searched, position, yardstick, options)
    except KeyboardInterrupt as interrupt:
        raise Interrupted(table(None)) from interrupt
    return table(base)


def _solve_leniently(game: Searchable, position: Any, algorithm: str, options: dict[str, Any]) -> Result:
    """As solve, but a parameter that the algorithm does not have is left out."""
    own = dict(options)
    if not algorithm.startswith("mtd-f"):
        del own["guess"]
    if own["progress"] is True:
        own["progress"] = SearchProgress(options, algorithm)
    return solve(game, position, algorithm=algorithm, **own)


def _comparison(found: Result, yardstick: int) -> Comparison:
    counts = found.counts
    return Comparison(
        algorithm=found.algorithm,
        value=found.value,
        lower=found.lower,
        upper=found.upper,
        leaves=counts.leaves,
        relative=counts.leaves / yardstick if yardstick else None,
        nodes=counts.nodes,
        max_nodes=counts.max_nodes,
        min_nodes=counts.min_nodes,
        chance_nodes=counts.chance_nodes,
        seconds=found.seconds,
        peak_bytes=counts.peak_bytes,
        stop=found.stop,
    )


class Analysis(Iterator[Result]):
    """A search that goes on while you look at it: an iterator of results, the last of which is the answer.

    In a notebook it shows how the interval has closed so far, and ``show()`` does so while the search goes on. ``close()`` stops
    the search; so does forgetting it. The oldest of very many results that nobody reads are dropped. Ctrl-C closes it and
    raises :class:`Interrupted` with the last result.
    """

    def __init__(self, game: Searchable, position: Any, running: _native.Analysis) -> None:
        self._game, self._position, self._running = game, position, running
        self.snapshots: list[Result] = []
        """The results so far."""

    def __iter__(self) -> Analysis:
        return self

    def __next__(self) -> Result:
        try:
            return self._note(next(self._running))
        except KeyboardInterrupt as interrupt:
            self.close()
            rest = self._running.rest()
            if rest is not None:
                self._note(rest)
            raise Interrupted(self.snapshots[-1] if self.snapshots else None) from interrupt

    def _note(self, told: dict[str, Any]) -> Result:
        shot = result(told, self._game, self._position)
        self.snapshots.append(shot)
        return shot

    def show(self) -> Result | None:
        """Shows the search in a notebook: one drawing, which changes while the search goes on. Returns the answer."""
        try:
            from IPython.display import display  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError:
            raise ImportError("Analysis.show() is for notebooks: it needs IPython") from None
        handle = display(self, display_id=True)  # type: ignore[no-untyped-call,unused-ignore]
        shown = time_of_day.perf_counter()
        for _ in self:
            # More often, nobody could see it.
            if handle is not None and time_of_day.perf_counter() - shown >= 0.1:
                handle.update(self)
                shown = time_of_day.perf_counter()
        if handle is not None:
            handle.update(self)
        return self.snapshots[-1] if self.snapshots else None

    def close(self) -> None:
        """Stops the search."""
        self._running.close()

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # A game that holds its own analysis is freed with it: the search ends before either is taken apart.
        running = getattr(self, "_running", None)
        if running is not None:
            running.stop()

    def __repr__(self) -> str:
        last = f": {self.snapshots[-1]!r}" if self.snapshots else ""
        return f"<Analysis of {label_of(self._game)}, {len(self.snapshots)} results{last}>"

    def _repr_svg_(self) -> str:
        return _drawing.intervals_svg(self.snapshots)


def analyse(
    game: Searchable | str,
    position: Any = None,
    *,
    by: str | None = None,
    time: float | str | None = None,
    nodes: int | str | None = None,
    leaves: int | str | None = None,
    memory: int | str | None = None,
    epsilon: float | str | None = None,
    seed: int = 1,
    threads: int | str | None = None,
    every: float | str = 0.1,
) -> Analysis:
    """Searches, and tells what is known about every ``every`` seconds.

    ``by``: a player such as ``"mcts-solver:c=0.8"``, whose results have statistics of each move, or an algorithm that proves,
    whose results have an interval that closes; by default the algorithm that ``solve`` would take.

    ``every``: seconds, or a text such as ``"50ms"``.

    ``game``, ``position``, ``time``, ``nodes``, ``leaves``, ``memory``, ``epsilon``, ``seed`` and ``threads`` are those of
    :func:`solve`; without limits the search goes on until the value is known, or you stop listening.

    >>> import gametree
    >>> last = None
    >>> for last in gametree.analyse("connect4:5x4", by="mcts-solver", nodes=5000, threads=1):
    ...     assert last.lower <= last.upper
    >>> last.stop
    'nodes'
    """
    searched = as_game(game)
    position = searched._kept(position)
    rules, text = searched._open(position, False)
    options = {
        "by": by,
        "position": text,
        "time": time,
        "nodes": nodes,
        "leaves": leaves,
        "memory": memory,
        "epsilon": epsilon,
        "seed": seed,
        "threads": threads,
        "every": every,
    }
    return Analysis(searched, position, rules.analyse(options))
