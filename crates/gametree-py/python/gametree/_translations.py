"""Games that OpenSpiel and the catalogue both have, under the same rules. A test plays thousands of random games in both."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

from ._game import game

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclasses.dataclass(frozen=True)
class Translation:
    """How a game of OpenSpiel becomes one of the catalogue."""

    spec: str
    text: Callable[[Any, int], str]
    """An action of a state in the catalogue's notation."""
    value: Callable[[float], float]
    """A value of the catalogue's game as a return of player 0."""
    between: str = " "
    """What separates moves."""


def _same(value: float) -> float:
    return value


def _winner(value: float) -> float:
    """Who won, where the catalogue counts by how much."""
    return (value > 0) - (value < 0)


def _number(_: Any, action: int) -> str:
    return str(action + 1)


def _cell(columns: int) -> Callable[[Any, int], str]:
    return lambda _, action: f"{_LETTERS[action % columns]}{action // columns + 1}"


def _tic_tac_toe(_: Any) -> Translation:
    return Translation("tictactoe", _number, _same, "")


def _connect_four(p: Any) -> Translation | None:
    if p.get("x_in_row", 4) != 4:
        return None
    return Translation(f"connect4:{p.get('columns', 7)}x{p.get('rows', 6)}", _number, _winner, "")


def _breakthrough(p: Any) -> Translation | None:
    rows, columns = p.get("rows", 8), p.get("columns", 8)
    if rows < 6:
        # OpenSpiel then starts with one row of pieces.
        return None

    def text(state: Any, action: int) -> str:
        # There the first player comes from the top.
        written = state.action_to_string(state.current_player(), action)
        a, from_row, b, to_row = re.match(r"([a-z])(\d+)([a-z])(\d+)", written).groups()  # type: ignore[union-attr]
        return f"{a}{rows + 1 - int(from_row)}{b}{rows + 1 - int(to_row)}"

    return Translation(f"breakthrough:{columns}x{rows}", text, _same)


def _othello(_: Any) -> Translation:
    return Translation("othello:8", lambda state, action: str(state.action_to_string(action)), _winner)


def _nim(p: Any) -> Translation:
    heaps = p.get("pile_sizes", "1;3;5;7").replace(";", "-")
    misere = ",misere" if p.get("is_misere", True) else ""
    count = heaps.count("-") + 1

    def text(_: Any, action: int) -> str:
        return f"{action % count + 1}:{action // count + 1}"

    return Translation(f"nim:{heaps}{misere}", text, _same)


def _hex(p: Any) -> Translation | None:
    size = p.get("board_size", 11)
    square = p.get("num_cols", size) == p.get("num_rows", size)
    size = p.get("num_cols", size)
    if p.get("swap", False) or not square or size > 8:
        return None
    return Translation(f"hex:{size}", _cell(size), _same)


def _dots(p: Any) -> Translation:
    rows, columns = p.get("num_rows", 2), p.get("num_cols", 2)
    level = (rows + 1) * columns

    def text(_: Any, action: int) -> str:
        if action < level:
            row, column = divmod(action, columns)
            return f"{_LETTERS[column]}{row + 1}{_LETTERS[column + 1]}{row + 1}"
        row, column = divmod(action - level, columns + 1)
        return f"{_LETTERS[column]}{row + 1}{_LETTERS[column]}{row + 2}"

    return Translation(f"dots:{rows}x{columns}", text, _same if p.get("utility_margin", False) else _winner)


def _mnk(p: Any) -> Translation:
    return Translation(f"mnk:{p.get('m', 15)},{p.get('n', 15)},{p.get('k', 5)}", _cell(p.get("m", 15)), _same)


def _gomoku(p: Any) -> Translation | None:
    size, connect = p.get("size", 15), p.get("connect", 5)
    if p.get("dims", 2) != 2 or p.get("wrap", False) or p.get("anti", False):
        return None
    return Translation(f"mnk:{size},{size},{connect}", _cell(size), _same)


def _mancala(_: Any) -> Translation:
    return Translation("kalah:6,4", lambda _, action: str(action if action < 7 else action - 7), _winner)


_KNOWN: dict[str, Callable[[Any], Translation | None]] = {
    "breakthrough": _breakthrough,
    "connect_four": _connect_four,
    "dots_and_boxes": _dots,
    "gomoku": _gomoku,
    "hex": _hex,
    "mancala": _mancala,
    "mnk": _mnk,
    "nim": _nim,
    "othello": _othello,
    "tic_tac_toe": _tic_tac_toe,
}


def translation(spiel: Any) -> Translation | None:
    """The same game of the catalogue, if there is one."""
    make = _KNOWN.get(spiel.get_type().short_name)
    found = make(spiel.get_parameters()) if make else None
    if found is None:
        return None
    try:
        # The catalogue limits the sizes of boards.
        game(found.spec)
    except ValueError:
        return None
    return found
