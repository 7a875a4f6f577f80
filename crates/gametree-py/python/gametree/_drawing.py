"""Boards and trees as SVG, and intervals that close. Pictures have a light ground of their own: notebooks show them as images,
which do not know whether the page around them is dark."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

_CELL = 28
_GROUND, _INK = "#ffffff", "#111827"
_MAX, _MIN, _CHANCE, _LINE, _SEEN = "#1f5fa8", "#b45309", "#6b7280", "#9ca3af", "#b91c1c"
# About how wide a character is, in ems: enough for digits, brackets and signs.
_WIDE = 0.62


def as_html(text: str) -> str:
    """Text in a fixed pitch."""
    return f"<pre>{html.escape(text)}</pre>"


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    ground = f'<rect class="ground" width="100%" height="100%" fill="{_GROUND}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{ground}{"".join(parts)}</svg>'


def _line(from_x: float, from_y: float, to_x: float, to_y: float) -> str:
    return f'<line x1="{from_x:.1f}" y1="{from_y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{_LINE}"/>'


def _text(x: float, y: float, text: str, size: int = 11, colour: str = _INK, anchor: str = "middle") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" text-anchor="{anchor}"'
    return f"<text {place}>{html.escape(text)}</text>"


def board_svg(drawing: str, size: tuple[int, int], owner: Callable[[str], str | None]) -> str:
    """A board from its drawing: pieces in the colour of their owner, and whatever the drawing says below the board."""
    columns, rows = size
    lines = drawing.splitlines()
    parts = []
    for row, line in enumerate(lines[:rows]):
        symbols = line.split() if len(line.split()) == columns else list(line.strip())
        for column, symbol in enumerate(symbols[:columns]):
            x, y = column * _CELL, row * _CELL
            parts.append(
                f'<rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" fill="#f3f4f6" stroke="{_LINE}"/>'
            )
            parts.append(_piece(x + _CELL / 2, y + _CELL / 2, symbol, owner(symbol)))
    width, height = float(columns * _CELL), float(rows * _CELL)
    for line in lines[rows:]:
        height += 16
        width = max(width, 4 + len(line) * 11 * _WIDE)
        parts.append(_text(2, height - 4, line, anchor="start"))
    return _svg(width + 1, height + 1, parts)


def _piece(x: float, y: float, symbol: str, owner: str | None) -> str:
    if owner in ("max", "min"):
        colour = _MAX if owner == "max" else _MIN
        circle = f'<circle cx="{x}" cy="{y}" r="{_CELL * 0.38:.1f}" fill="{colour}"/>'
        return circle + _text(x, y + 4, symbol, colour="#ffffff")
    return "" if symbol in ".·_" else _text(x, y + 4, symbol)


class _Node:
    """A node of a tree with its place, its interval and, if it is a leaf, when it was evaluated."""

    def __init__(self, kind: str, children: list[_Node], weights: list[float], value: float, number: int) -> None:
        self.kind, self.children, self.weights = kind, children, weights
        self.value, self.number = value, number
        self.x, self.depth = 0.0, 0
        self.lower, self.upper = -math.inf, math.inf


def _build(nested: Any, leaves: list[_Node]) -> _Node:
    if not isinstance(nested, dict):
        leaf = _Node("leaf", [], [], float(nested), len(leaves))
        leaves.append(leaf)
        return leaf
    ((kind, listed),) = nested.items()
    if kind == "chance":
        weights = [float(Fraction(p)) if isinstance(p, str) else float(p) for p, _ in listed]
        listed = [child for _, child in listed]
    else:
        weights = []
    children = [_build(child, leaves) for child in listed]
    return _Node(kind, children, weights, 0.0, -1)


def _place(node: _Node, depth: int, column: list[float]) -> int:
    node.depth = depth
    if not node.children:
        node.x = column[0]
        column[0] += 1
        return depth
    deepest = max(_place(child, depth + 1, column) for child in node.children)
    node.x = (node.children[0].x + node.children[-1].x) / 2
    return deepest


def _bound(node: _Node, seen: dict[int, int] | None) -> None:
    """Intervals by the leaves that were evaluated."""
    if not node.children:
        if seen is None or node.number in seen:
            node.lower = node.upper = node.value
        return
    for child in node.children:
        _bound(child, seen)
    lower, upper = [c.lower for c in node.children], [c.upper for c in node.children]
    if node.kind == "chance":
        node.lower = sum(p * x for p, x in zip(node.weights, lower))
        node.upper = sum(p * x for p, x in zip(node.weights, upper))
    else:
        best = max if node.kind == "max" else min
        node.lower, node.upper = best(lower), best(upper)


def _end(value: float) -> str:
    return {math.inf: "∞", -math.inf: "-∞"}.get(value, f"{value:.4g}")


def tree_svg(nested: Any, trace: Sequence[int] | None = None) -> str:
    """A tree: triangles are the players' nodes, circles those of chance. With a trace, the interval that the evaluated
    leaves prove at every node, and below a leaf its place in the order of evaluation."""
    leaves: list[_Node] = []
    root = _build(nested, leaves)
    deepest = _place(root, 0, [0.0])
    seen = None if trace is None else {number: i + 1 for i, number in reversed(list(enumerate(trace)))}
    _bound(root, seen)
    labels = [len(_interval(node)) for node in _inner(root)]
    # A label stands to the right of its node, in a column of its own.
    wide = max(46.0, 22 + max(labels, default=0) * 10 * _WIDE)
    high, margin = 58.0, 24.0
    parts: list[str] = []

    def at(node: _Node) -> tuple[float, float]:
        return margin + node.x * wide, 18 + node.depth * high

    def draw(node: _Node) -> None:
        x, y = at(node)
        # Edges run level half way between their nodes, where there are no labels.
        half = y + high / 2 - 4
        if node.children:
            parts.append(_line(x, y, x, half))
            parts.append(_line(at(node.children[0])[0], half, at(node.children[-1])[0], half))
        for i, child in enumerate(node.children):
            to_x, to_y = at(child)
            parts.append(_line(to_x, half, to_x, to_y))
            if node.weights:
                parts.append(_text(to_x + 3, half + 11, f"{node.weights[i]:.3g}", 9, _CHANCE, "start"))
            draw(child)
        parts.append(_mark(node, x, y, seen))

    draw(root)
    return _svg(margin + max(len(leaves) - 1, 0) * wide + max(wide, margin), 50 + deepest * high, parts)


def _inner(node: _Node) -> list[_Node]:
    """The nodes that are no leaves."""
    below = [inner for child in node.children for inner in _inner(child)]
    return [node, *below] if node.children else below


def _interval(node: _Node) -> str:
    return _end(node.lower) if node.lower == node.upper else f"[{_end(node.lower)}, {_end(node.upper)}]"


def _mark(node: _Node, x: float, y: float, seen: dict[int, int] | None) -> str:
    if not node.children:
        place = None if seen is None else seen.get(node.number)
        colour = _INK if seen is None or place is not None else _CHANCE
        order = "" if place is None else _text(x, y + 24, f"#{place}", 10, _SEEN)
        number = f"{node.value:.4g}"
        half = max(14.0, len(number) * 11 * _WIDE / 2 + 3)
        place_of_box = f'x="{x - half:.1f}" y="{y - 9:.1f}" width="{2 * half:.1f}" height="18"'
        back = f'<rect {place_of_box} rx="3" fill="#f3f4f6" stroke="{_LINE}"/>'
        return back + _text(x, y + 4, number, colour=colour) + order
    shapes = {
        "max": f'<path d="M{x - 10:.1f},{y + 8:.1f} h20 l-10,-17 z" fill="{_MAX}"/>',
        "min": f'<path d="M{x - 10:.1f},{y - 8:.1f} h20 l-10,17 z" fill="{_MIN}"/>',
    }
    shape = shapes.get(node.kind, f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{_CHANCE}"/>')
    return shape + _text(x + 13, y + 4, _interval(node), 10, anchor="start")


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers within an interval, no more than so many."""
    span = high - low
    if not span > 0:
        return [low]
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * step for step in (1, 2, 5, 10) if power * step >= rough * (1 - 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def intervals_svg(snapshots: Sequence[Any]) -> str:
    """The interval of a search over time, closing on the value."""
    known = [shot for shot in snapshots if math.isfinite(shot.lower) and math.isfinite(shot.upper)]
    width, height = 460.0, 190.0
    if not known:
        return _svg(width, height, [_text(width / 2, height / 2, "no finite interval yet")])
    low, high = min(s.lower for s in known), max(s.upper for s in known)
    if low == high:
        low, high = low - 1, high + 1
    last = max(s.seconds for s in known) or 1.0
    levels, times = _ticks(low, high, 5), _ticks(0.0, last, 6)
    left = 14 + max(len(_end(level)) for level in levels) * 10 * _WIDE
    right, top, bottom = width - 24, 12.0, height - 36

    def at(seconds: float, value: float) -> tuple[float, float]:
        return left + seconds / last * (right - left), top + (high - value) / (high - low) * (bottom - top)

    parts = [_line(left, top, left, bottom), _line(left, bottom, right, bottom)]
    for level in levels:
        _, y = at(0, level)
        parts += [_line(left - 4, y, left, y), _text(left - 7, y + 3.5, _end(level), 10, anchor="end")]
    for time in times:
        x, _ = at(time, low)
        parts += [_line(x, bottom, x, bottom + 4), _text(x, bottom + 15, _end(time), 10)]
    parts.append(_text((left + right) / 2, height - 6, "seconds", 10, _CHANCE))
    outline = [at(s.seconds, s.upper) for s in known] + [at(s.seconds, s.lower) for s in reversed(known)]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)
    parts.append(f'<polygon points="{points}" fill="{_MAX}" fill-opacity="0.25" stroke="{_MAX}"/>')
    return _svg(width, height, parts)
