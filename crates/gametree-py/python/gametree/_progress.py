"""How far a search or a match has come: a line that is written over and over."""

from __future__ import annotations

import sys
import time
from typing import Any

from . import _native
from ._results import Result, number

# Seconds between two lines: more often, nobody could read them.
_EVERY = 0.1
_WIDTH = 20


class Line:
    """A line of standard error or, in a notebook, an output that changes."""

    def __init__(self) -> None:
        self._handle, self._length = _notebook_output(), 0

    def write(self, text: str) -> None:
        """Replaces what was written before."""
        if self._handle is not None:
            self._handle.update({"text/plain": text}, raw=True)
            return
        print("\r" + text.ljust(self._length), end="", file=sys.stderr, flush=True)
        self._length = len(text)

    def end(self) -> None:
        """What follows begins on a line of its own."""
        if self._handle is None and self._length:
            print(file=sys.stderr, flush=True)


def _notebook_output() -> Any:
    """The handle of an output of a notebook; none elsewhere."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    if shell is None or not hasattr(shell, "kernel"):
        return None
    from IPython.display import display  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return display({"text/plain": ""}, raw=True, display_id=True)  # type: ignore[no-untyped-call,unused-ignore]


def bar(share: float) -> str:
    """How much is done, from 0 to 1."""
    full = round(max(0.0, min(1.0, share)) * _WIDTH)
    return f"{share:4.0%} |{'█' * full}{' ' * (_WIDTH - full)}|"


class SearchProgress:
    """Shows how a search goes on. The bar is that of the limit which is nearest."""

    def __init__(self, options: dict[str, Any], title: str = "") -> None:
        self._limits, self._title, self._line = _native.limits(options), title, Line()

    def __call__(self, shot: Result) -> None:
        spent = (shot.seconds, shot.counts.nodes, shot.counts.leaves)
        shares = [used / most for used, most in zip(spent, self._limits) if most]
        done = [bar(1.0 if shot.stop != "running" else min(1.0, max(shares)))] if shares else []
        rate = shot.counts.nodes / shot.seconds if shot.seconds else 0.0
        known = "" if shot.lower == shot.upper else f" in [{number(shot.lower)}, {number(shot.upper)}]"
        known = f"value{known}" if known else f"value {number(shot.lower)}"
        parts = [self._title, *done, f"{known}, {shot.counts.nodes:,} nodes, {shot.seconds:.1f} s, {rate:,.0f} nodes/s"]
        self._line.write(" ".join(part for part in parts if part))

    def end(self) -> None:
        """The search is over."""
        self._line.end()


class MatchProgress:
    """Shows how many games are finished."""

    def __init__(self, games: int) -> None:
        self._games, self._line = games, Line()
        self._begun = time.perf_counter()
        self._shown = self._begun - _EVERY

    def __call__(self, finished: int, games: int) -> None:
        now = time.perf_counter()
        if finished < games and now - self._shown < _EVERY:
            return
        self._shown = now
        left = (now - self._begun) / max(finished, 1) * (games - finished)
        self._line.write(f"{bar(finished / games)} {finished} of {games} games, {now - self._begun:.1f} s, {left:.0f} s left")

    def end(self) -> None:
        """The match is over."""
        self._line.end()
