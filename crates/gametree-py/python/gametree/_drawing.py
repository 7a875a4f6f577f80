"""Boards and trees as SVG, and intervals that close."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

_CELL = 28
_MAX, _MIN, _CHANCE, _LINE, _SEEN = "#1f5fa8", "#d9822b", "#6b7280", "#9ca3af", "#b91c1c"


def as_html(text: str) -> str:
    """Text in a fixed pitch."""
    return f"<pre>{html.escape(text)}</pre>"


def _svg(width: float, height: float, parts: Sequence[str]) -> str:
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">{"".join(parts)}</svg>'


def _text(x: float, y: float, text: str, size: int = 11, colour: str = "#111827", anchor: str = "middle") -> str:
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
    height = float(rows * _CELL)
    for line in lines[rows:]:
        height += 16
        parts.append(_text(2, height - 4, line, anchor="start"))
    return _svg(columns * _CELL + 1, height + 1, parts)


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
    wide, high, margin = 46.0, 58.0, 30.0
    parts: list[str] = []

    def at(node: _Node) -> tuple[float, float]:
        return margin + node.x * wide, 26 + node.depth * high

    def draw(node: _Node) -> None:
        x, y = at(node)
        for i, child in enumerate(node.children):
            to_x, to_y = at(child)
            parts.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}" stroke="{_LINE}"/>')
            if node.weights:
                parts.append(_text((x + to_x) / 2 + 9, (y + to_y) / 2, f"{node.weights[i]:.3g}", 9, _CHANCE))
            draw(child)
        parts.append(_mark(node, x, y, seen))

    draw(root)
    return _svg(2 * margin + max(len(leaves) - 1, 0) * wide, 64 + deepest * high, parts)


def _mark(node: _Node, x: float, y: float, seen: dict[int, int] | None) -> str:
    if not node.children:
        place = None if seen is None else seen.get(node.number)
        colour = "#111827" if seen is None or place is not None else _LINE
        order = "" if place is None else _text(x, y + 24, f"#{place}", 10, _SEEN)
        back = f'<rect x="{x - 14:.1f}" y="{y - 9:.1f}" width="28" height="18" rx="3" fill="#f3f4f6" stroke="{_LINE}"/>'
        return back + _text(x, y + 4, f"{node.value:.4g}", colour=colour) + order
    shapes = {
        "max": f'<path d="M{x - 10:.1f},{y + 8:.1f} h20 l-10,-17 z" fill="{_MAX}"/>',
        "min": f'<path d="M{x - 10:.1f},{y - 8:.1f} h20 l-10,17 z" fill="{_MIN}"/>',
    }
    shape = shapes.get(node.kind, f'<circle cx="{x:.1f}" cy="{y:.1f}" r="9" fill="{_CHANCE}"/>')
    interval = f"{_end(node.lower)}" if node.lower == node.upper else f"[{_end(node.lower)}, {_end(node.upper)}]"
    return shape + _text(x, y - 13, interval, 10)


def intervals_svg(snapshots: Sequence[Any]) -> str:
    """The interval of a search over time, closing on the value."""
    known = [shot for shot in snapshots if math.isfinite(shot.lower) and math.isfinite(shot.upper)]
    width, height, margin = 420.0, 160.0, 36.0
    if not known:
        return _svg(width, height, [_text(width / 2, height / 2, "no finite interval yet")])
    low, high = min(s.lower for s in known), max(s.upper for s in known)
    last = max(s.seconds for s in known) or 1.0
    span = (high - low) or 1.0

    def at(seconds: float, value: float) -> tuple[float, float]:
        return margin + seconds / last * (width - 2 * margin), 12 + (high - value) / span * (height - margin - 12)

    top = [at(s.seconds, s.upper) for s in known]
    bottom = [at(s.seconds, s.lower) for s in known]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*top, *reversed(bottom)])
    parts = [f'<polygon points="{outline}" fill="{_MAX}" fill-opacity="0.25" stroke="{_MAX}"/>']
    parts += [_text(margin - 4, at(0, v)[1] + 4, _end(v), 10, anchor="end") for v in {low, high}]
    parts.append(_text(width - margin, height - 8, f"{last:.3g} s", 10, anchor="end"))
    return _svg(width, height, parts)
