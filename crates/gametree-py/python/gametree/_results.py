"""Results of searches: frozen objects."""

from __future__ import annotations

import dataclasses
import html
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from ._game import Position, Searchable, label_of


@dataclasses.dataclass(frozen=True)
class Counts:
    """The work of a search; the library's documentation defines each count.

    ``expansions`` and ``plays`` count calls of a game that is written in Python: positions expanded, and moves
    played.
    """

    leaves: int = 0
    nodes: int = 0
    settled: int = 0
    max_nodes: int = 0
    min_nodes: int = 0
    chance_nodes: int = 0
    peak_bytes: int = 0
    peak_nodes: int = 0
    expansions: int | None = None
    plays: int | None = None


@dataclasses.dataclass(frozen=True)
class MoveResult:
    """A move of the root, and what is known of it."""

    move: Any
    """As the game writes it: a text, an action of OpenSpiel, or what a game in Python lists."""
    lower: float
    upper: float
    value: float | None
    optimal: bool
    visits: int
    mean: float | None
    pv: tuple[Any, ...]
    text: str = ""
    """The move as people write it."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name; an infinite bound is ``None``."""
        return {**_finite(dataclasses.asdict(self)), "pv": list(self.pv)}


@dataclasses.dataclass(frozen=True, repr=False)
class Result:
    """What a search found out about a position. Values are seen from MAX, the first player.

    >>> import gametree
    >>> found = gametree.solve("tictactoe")
    >>> found.value, found.stop, found.basis
    (0, 'closed', 'proof')
    >>> found.lower <= found.value <= found.upper
    True
    """

    game: str
    position: Any
    value: float | None
    """The proven value, if the search found it."""
    lower: float
    upper: float
    move: Any
    """The best move known."""
    pv: tuple[Any, ...]
    """The best moves known for both sides."""
    stop: str
    """Why the search ended: closed, epsilon, horizon, leaves, nodes, time, memory, interrupted, stalled, running."""
    basis: str
    """What the bounds rest on: proof, horizon, hash, selective, sampling."""
    counts: Counts
    algorithm: str
    turn: str | None
    """Who moves: max, min, chance, or None if the game is over."""
    answered: bool
    """Whether the question was answered before any limit was reached."""
    estimate: float | None = None
    mean: float | None = None
    """MAX's average reward, from 0 to 1, if the value was sampled."""
    estimated_by: str | None = None
    depth: int | None = None
    epsilon: float = 0.0
    allowance: float = 0.0
    moves: tuple[MoveResult, ...] = ()
    seconds: float = 0.0
    threads: int = 1
    lane: str = "erased"
    trace: tuple[int, ...] | None = None
    """The numbers of the leaves in the order of their evaluation, if they were asked for."""
    certificate: str | None = None
    """The file of the certificate, if one was written."""
    note: str | None = None
    """What to know about the answer: that it holds only if all leaves are in the stated ``range``, say."""
    drawing: str = ""
    pv_text: tuple[str, ...] = ()
    """The best moves known, as people write them: those of OpenSpiel's games by their names, and not by their numbers."""

    @property
    def move_text(self) -> str | None:
        """The best move known, as people write it."""
        return self.pv_text[0] if self.pv_text else None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, the drawing left out; lists instead of tuples, and ``None`` for an infinite bound (null, as in
        the command's JSON), so that it can become JSON.

        >>> import gametree, json
        >>> found = gametree.solve(gametree.tree({"max": [1, 2]}), nodes=1)
        >>> json.dumps(found.to_dict(), allow_nan=False)[:12]
        '{"game": "tr'
        """
        own = _finite({field.name: getattr(self, field.name) for field in dataclasses.fields(self)})
        del own["drawing"]
        own["position"] = _written(self.position)
        own["counts"] = dataclasses.asdict(self.counts)
        own["pv"], own["pv_text"] = list(self.pv), list(self.pv_text)
        own["moves"] = [move.to_dict() for move in self.moves]
        own["trace"] = None if self.trace is None else list(self.trace)
        return own

    def _answer(self) -> str:
        if self.value is not None:
            return f"value {number(self.value)}"
        if self.estimate is not None:
            return f"about {number(self.estimate)}"
        interval = f"[{number(self.lower)}, {number(self.upper)}]"
        return interval if self.mean is None else f"{interval}, mean {self.mean:.3f}"

    def __repr__(self) -> str:
        at = "" if self.position is None else f" at {_short(self.position)}"
        move = "" if self.move is None else f", move {_short(self.move_text or self.move)}"
        work = f"{self.counts.nodes:,} nodes in {self.seconds:.3g} s"
        return f"<Result {self.game}{at}: {self._answer()}{move}; {self.stop}, {work}, by {self.algorithm}>"

    def _repr_html_(self) -> str:
        rows = {
            "game": self.game if self.position is None else f"{self.game} at {_short(self.position)}",
            "value": self._answer(),
            "move": "" if self.move is None else self.move_text or str(self.move),
            "pv": " ".join(self.pv_text[:40]),
            "stop": f"{self.stop} ({self.basis})",
            "work": f"{self.counts.leaves:,} leaves, {self.counts.nodes:,} nodes, {self.seconds:.3g} s",
            "by": self.algorithm,
            "note": self.note or "",
        }
        cells = "".join(
            f"<tr><th style='text-align:left'>{name}</th><td style='text-align:left'>{html.escape(text)}</td></tr>"
            for name, text in rows.items()
            if text
        )
        drawing = f"<pre>{html.escape(self.drawing)}</pre>" if self.drawing else ""
        return f"<table>{cells}</table>{drawing}"


def result(told: Mapping[str, Any], searched: Searchable, position: Any) -> Result:
    """A result from what the native part tells."""
    fields = searched._translated(dict(told), position)
    counts = Counts(**_own(Counts, fields))
    moves = tuple(
        MoveResult(
            **{
                **_own(MoveResult, move),
                "pv": tuple(move["pv"]),
                "text": searched._texts(position, [move["move"]])[0],
            }
        )
        for move in fields.pop("moves")
    )
    pv, trace = tuple(fields.pop("pv")), fields.pop("trace")
    return Result(
        game=label_of(searched),
        position=position,
        pv_text=tuple(searched._texts(position, pv)),
        counts=counts,
        moves=moves,
        pv=pv,
        trace=None if trace is None else tuple(trace),
        **_own(Result, fields),
    )


def _own(kind: type, told: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a class, of all that the native part tells."""
    return {field.name: told[field.name] for field in dataclasses.fields(kind) if field.name in told}


def _finite(fields: dict[str, Any]) -> dict[str, Any]:
    """The same with ``None`` for infinities: JSON has none, and the command writes null."""
    return {key: None if isinstance(value, float) and math.isinf(value) else value for key, value in fields.items()}


def number(value: float) -> str:
    """A number without a needless fraction."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _written(position: Any) -> Any:
    """A position of the catalogue as its text, a state of OpenSpiel as its history, others as they are."""
    if hasattr(position, "history_str"):
        return str(position.history_str())
    return position.text if isinstance(position, Position) else position


def _short(thing: Any) -> str:
    text = repr(thing) if not isinstance(thing, str) else thing or "the start"
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."


Row = TypeVar("Row")


class Table(Sequence[Row], Generic[Row]):
    """Rows of results; turns into a frame of pandas or polars where those are installed.

    >>> import gametree
    >>> table = gametree.compare("nim:1-2", algorithm=["alphabeta", "scout"])
    >>> [row["value"] for row in table.to_dicts()]
    [1, 1]
    """

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows = tuple(rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Table[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Table[Row]:
        if isinstance(index, slice):
            return Table(self._rows[index])
        return self._rows[index]

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._rows == other._rows

    def __hash__(self) -> int:
        return hash(self._rows)

    def to_dicts(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return [_flat(row) for row in self._rows]

    def to_pandas(self) -> Any:
        """A pandas frame."""
        try:
            import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from None

        return pandas.DataFrame(self.to_dicts())

    def to_polars(self) -> Any:
        """A polars frame."""
        try:
            import polars  # type: ignore[import-not-found,unused-ignore]
        except ImportError:
            raise ImportError("to_polars() needs polars: pip install polars") from None

        # A value may be missing in the first rows, and a fraction in the last only.
        return polars.DataFrame(self.to_dicts(), strict=False, infer_schema_length=None)

    def _cells(self) -> list[dict[str, str]]:
        """The rows as texts. Infinities are shown, though they are none in dictionaries."""
        return [
            {key: _cell(getattr(row, key, None) if value is None else value) for key, value in _read(fields).items()}
            for row, fields in zip(self._rows, self.to_dicts())
        ]

    def __repr__(self) -> str:
        rows = self._cells()
        if not rows:
            return "<Table without rows>"
        keys = [key for key in rows[0] if any(row[key] for row in rows)]
        widths = {key: max(len(key), *(len(row[key]) for row in rows)) for key in keys}
        lines = ["  ".join(key.ljust(widths[key]) for key in keys)]
        lines += ["  ".join(row[key].ljust(widths[key]) for key in keys) for row in rows]
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        rows = self._cells()
        if not rows:
            return "<p>no rows</p>"
        keys = [key for key in rows[0] if any(row[key] for row in rows)]
        head = "".join(f"<th>{html.escape(key)}</th>" for key in keys)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(row[key])}</td>" for key in keys) + "</tr>" for row in rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _flat(row: Any) -> dict[str, Any]:
    """A row without nested fields: the counts beside the others."""
    fields: dict[str, Any] = row.to_dict() if hasattr(row, "to_dict") else dict(row)
    counts = fields.pop("counts", {})
    for nested in ("moves", "trace"):
        fields.pop(nested, None)
    return {**fields, **counts}


def _read(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields for readers: moves as they are written, and not as numbers of actions besides."""
    line = fields.get("pv_text")
    if line is None:
        return fields
    read = {key: value for key, value in fields.items() if key != "pv_text"}
    return {**read, "pv": line, "move": line[0] if line else None}


def _cell(value: Any) -> str:
    if value is None or value == []:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    return str(value)


@dataclasses.dataclass(frozen=True)
class Comparison:
    """What one algorithm needed for a question, as :func:`compare` reports it."""

    algorithm: str
    value: float | None
    lower: float
    upper: float
    leaves: int
    relative: float | None
    """The leaves as a multiple of alpha-beta's."""
    nodes: int
    max_nodes: int
    min_nodes: int
    chance_nodes: int
    seconds: float
    peak_bytes: int
    stop: str

    def to_dict(self) -> dict[str, Any]:
        """The fields by name; an infinite bound is ``None``."""
        return _finite(dataclasses.asdict(self))


@dataclasses.dataclass(frozen=True)
class Pair:
    """The games of two players, from the first one's point of view; intervals are of 95 %."""

    players: tuple[str, str]
    won: int
    drawn: int
    lost: int
    score: float | None
    score_low: float
    score_high: float
    elo: float | None
    elo_low: float
    elo_high: float

    def to_dict(self) -> dict[str, Any]:
        """The fields by name; an infinite rating is ``None``."""
        return {**_finite(dataclasses.asdict(self)), "players": " - ".join(self.players)}


@dataclasses.dataclass(frozen=True, repr=False)
class Match:
    """The result of :func:`arena`."""

    game: str
    players: tuple[str, ...]
    games: int
    finished: int
    ended: str
    """complete, decided (by the sequential test) or interrupted."""
    pairs: Table[Pair]
    max_won: int
    drawn: int
    min_won: int
    repeated: int
    """Games that were the same as an earlier one."""
    long: int
    verdict: str | None = None
    """What the sequential test found: elo0 or elo1."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name."""
        own = {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}
        return {**own, "players": list(self.players), "pairs": self.pairs.to_dicts()}

    def __repr__(self) -> str:
        each = "; ".join(
            f"{pair.players[0]} - {pair.players[1]}: +{pair.won} ={pair.drawn} -{pair.lost}" for pair in self.pairs
        )
        return f"<Match of {self.finished} games of {self.game}, {self.ended}: {each}>"

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.game)}, {self.finished} games, {self.ended}</p>{self.pairs._repr_html_()}"


@dataclasses.dataclass(frozen=True)
class Checked:
    """What a certificate claims, and whether that is proven."""

    file: str
    game: str
    position: str
    lower: float
    upper: float
    accepted: bool
    reason: str | None
    """Why it was refused."""
    trusts_facts: bool
    records: int
    leaves: int | None
    facts: int | None

    def to_dict(self) -> dict[str, Any]:
        """The fields by name; an infinite bound is ``None``."""
        return _finite(dataclasses.asdict(self))
