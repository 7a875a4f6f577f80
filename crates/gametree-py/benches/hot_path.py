"""A short search of a game written in Python, whose instructions scripts/instructions counts.

    python benches/hot_path.py ALGORITHM EXPANSIONS

The search ends after so many expansions: twice as many, less as many, is what they cost without the interpreter's start.
"""

import sys

import gametree


class Remainders(gametree.Game):
    """Three moves at every position, some of which lead to the same one. Its rules are a few sums, so that most of the time is
    spent between them and the search."""

    range = (-10, 10)
    integers = True

    def start(self):
        return (0, 1)

    def turn(self, state):
        ply, number = state
        return ("max", "min")[ply % 2] if ply < 30 else number % 21 - 10

    def moves(self, state):
        return (0, 1, 2)

    def play(self, state, move):
        ply, number = state
        return (ply + 1, (31 * number + 17 * move) % 997)


algorithm, expansions = sys.argv[1], int(sys.argv[2])
found = gametree.solve(Remainders(), algorithm=algorithm, nodes=expansions, threads=1, memory="32MiB")
sys.exit(0 if found.stop == "nodes" else f"the search ended otherwise: {found}")
