"""A program with types that uses gametree; mypy checks it."""

import gametree


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
