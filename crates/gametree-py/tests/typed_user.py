"""A program with types that uses gametree; mypy and pyright check it."""

from typing import Any

import gametree
from gametree.openspiel import Bot, SpielGame, games


class Stones(gametree.Game[tuple[int, str], int]):
    range = (-1, 1)

    def start(self) -> tuple[int, str]:
        return (10, "max")

    def turn(self, state: tuple[int, str]) -> str | float:
        return state[1] if state[0] else -1.0

    def moves(self, state: tuple[int, str]) -> list[int]:
        return [1, 2, 3][: state[0]]

    def play(self, state: tuple[int, str], move: int) -> tuple[int, str]:
        return (state[0] - move, "min" if state[1] == "max" else "max")


found: gametree.Result = gametree.solve(Stones(), time="1s", threads=1)
value: float | None = found.value
table: gametree.Table[gametree.Comparison] = gametree.compare("nim:1-2", algorithm=["alphabeta"])
leaves: list[int] = [row.leaves for row in table]
for shot in gametree.analyse("connect4:5x4", by="mcts-solver", nodes=100):
    width: float = shot.upper - shot.lower
match: gametree.Match = gametree.arena("tictactoe", ["random", "random"], games=2)
position: gametree.Position = gametree.game("connect4:5x4").position("3")


class Dice(gametree.Game[int, str]):
    """Parameters have names of its own."""

    range = (-1, 1)
    chance = True

    def start(self) -> int:
        return 3

    def expand(self, left: int) -> float | tuple[str, list[tuple[str, float]]]:
        return ("chance", [("odd", 0.5), ("even", 0.5)]) if left else 1.0

    def play(self, left: int, outcome: str) -> int:
        return left - 1

    def key(self, left: int) -> int:
        return left

    def draw(self, left: int) -> str:
        return "*" * left

    def bounds(self, left: int) -> tuple[float, float]:
        return (-1, 1)

    def evaluate_batch(self, piles: list[int]) -> list[float]:
        return [0.0 for _ in piles]


class Brief(gametree.Game):
    """Without types in brackets."""

    def start(self) -> int:
        return 1

    def turn(self, state: int) -> str | float:
        return "max" if state else 1.0

    def moves(self, state: int) -> list[int]:
        return [1]

    def play(self, state: int, move: int) -> int:
        return state - move


def follow(shot: gametree.Result) -> None:
    print(shot.lower, shot.move_text, [move.text for move in shot.moves])


names: tuple[str, ...] = gametree.solve(Dice(), 2, progress=follow).pv_text
fields: dict[str, Any] = gametree.solve(Brief(), progress=True).to_dict()
spiel: SpielGame | gametree.NativeSpiel = gametree.openspiel("hex")
bot: Any = Bot("mcts:nodes=10")
rows: list[dict[str, Any]] = games().to_dicts()
for pair in match.pairs:
    elo: float | None = pair.elo
try:
    gametree.compare(Brief(), algorithm=["alphabeta"], nodes="1k", progress=follow)
except gametree.Interrupted as interrupt:
    print(interrupt.result)
