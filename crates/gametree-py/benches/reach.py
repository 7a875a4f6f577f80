"""What the package reaches: measurements for docs/reference/python.md.

    python benches/reach.py [--command PATH/TO/gametree] [PART...]

Parts: catalogue, children, exact, matches (all, if none is named), and positions, which lists those of exact for other programs. Times are processor times, so that other programs
on the machine matter less; the matches at equal time go by the clock. The package should be built with `pip install .`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import subprocess
import time

import gametree


def catalogue(command: str) -> None:
    """Catalogue games from Python and by the command: the same searches, in turn; the best of several runs."""
    questions = [
        ("connect4:7x6", "solver", "6M"),
        ("connect4:7x6", "mcts-solver", "400k"),
        ("othello:6", "scout", "600k"),
        ("breakthrough:6x6", "alphabeta", "1M"),
        ("kalah:6,4", "mtd-bi", "2M"),
    ]
    print("game, algorithm: seconds by Python, by the command, ratio")
    for game, algorithm, nodes in questions:
        times: list[list[float]] = [[], []]
        for _ in range(7):
            found = gametree.solve(game, algorithm=algorithm, nodes=nodes, threads=1)
            times[0].append(found.seconds)
            line = [command, "solve", game, "--algorithm", algorithm, "--nodes", nodes, "--threads", "1"]
            said = subprocess.run([*line, "--format", "json", "--quiet"], capture_output=True, text=True)
            theirs = json.loads(said.stdout)
            assert theirs["nodes"] == found.counts.nodes, (theirs["nodes"], found.counts.nodes)
            times[1].append(theirs["seconds"])
        ours, command_time = min(times[0]), min(times[1])
        print(f"{game}, {algorithm}: {ours:.3f} {command_time:.3f} {ours / command_time:.3f}")


AS_IT_IS = [
    "tic_tac_toe",
    "connect_four",
    "breakthrough(rows=6,columns=6)",
    "hex(board_size=4)",
    "clobber(rows=4,columns=4)",
    "dots_and_boxes(num_rows=2,num_cols=3)",
    "mancala",
    "nim",
    "y(board_size=5)",
    "pentago",
    "othello",
]


def children() -> None:
    """Child states a second of games of OpenSpiel that are searched as they are."""
    import pyspiel

    print("game: children, thousands a second with names of states, and without (key='history'); clone and apply alone")
    for name in AS_IT_IS:
        spiel = pyspiel.load_game(name)
        rates = []
        for key in ("auto", "history"):
            game = gametree.openspiel(spiel, native=False, key=key)
            best = 0.0
            for _ in range(3):
                begun = time.process_time()
                found = gametree.solve(game, algorithm="alphabeta", nodes="150k")
                assert found.counts.plays is not None
                best = max(best, found.counts.plays / (time.process_time() - begun))
            rates.append(best)
        state = spiel.new_initial_state()
        action = state.legal_actions()[0]
        begun = time.process_time()
        for _ in range(20_000):
            state.child(action)
        alone = 20_000 / (time.process_time() - begun)
        print(f"{name}: {rates[0] / 1e3:.0f} {rates[1] / 1e3:.0f}; {alone / 1e3:.0f}")


EXACT = [
    ("tic_tac_toe", 0),
    ("tic_tac_toe", 1),
    ("connect_four(rows=4,columns=4)", 0),
    ("connect_four(rows=4,columns=4)", 1),
    ("breakthrough(rows=5,columns=3)", 0),
    ("breakthrough(rows=5,columns=4)", 6),
    ("clobber(rows=3,columns=5)", 0),
    ("clobber(rows=4,columns=4)", 2),
    ("hex(board_size=4)", 4),
    ("hex(board_size=4)", 5),
]


def exact() -> None:
    """The exact value of ten positions of five games: searched as they are, and by OpenSpiel's alpha-beta in Python."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    print("position: seconds here (as it is), by OpenSpiel's Python alpha-beta, ratio; translated")
    ratios = []
    for name, plies in EXACT:
        spiel, state = _position(name, plies)
        theirs = math.inf
        for _ in range(3):
            begun = time.process_time()
            # It takes the view of the first player that it is told, and a number of plies.
            right, _ = minimax.alpha_beta_search(spiel, state=state, maximum_depth=10_000, maximizing_player_id=0)
            theirs = min(theirs, time.process_time() - begun)
        times = []
        for native in (False, True):
            game, best = gametree.openspiel(spiel, native=native), math.inf
            for _ in range(3):
                begun = time.process_time()
                found = gametree.solve(game, state)
                best = min(best, time.process_time() - begun)
                assert found.value == right, (name, found, right)
            times.append(best)
        ratios.append(theirs / times[0])
        print(f"{name} after {plies}: {times[0]:.4f} {theirs:.3f} {ratios[-1]:.1f}; {times[1]:.4f}")
    print(f"geometric mean of the ratios: {statistics.geometric_mean(ratios):.1f}")


def _position(name: str, plies: int):
    import pyspiel

    spiel, draw = pyspiel.load_game(name), random.Random(plies)
    state = spiel.new_initial_state()
    for _ in range(plies):
        state.apply_action(draw.choice(state.legal_actions()))
    return spiel, state


def positions() -> None:
    """The positions of `exact`: the game and the actions that lead there, with tabs between."""
    for name, plies in EXACT:
        print(name, *_position(name, plies)[1].history(), sep="\t")


def matches(games: int = 40) -> None:
    """The bot against OpenSpiel's MCTS bot (C++), at equal simulations, and at equal time."""
    import pyspiel

    print("game, budget: score of gametree in games, 95 % interval")
    simulations, milliseconds = 1000, 30
    for name in ("connect_four", "breakthrough(rows=6,columns=6)", "clobber(rows=4,columns=4)"):
        spiel = pyspiel.load_game(name)
        for budget in (f"{simulations} simulations", f"{milliseconds} ms"):
            points = []
            for seed in range(games):
                timed = budget.endswith("ms")
                most = 10_000_000 if timed else simulations
                theirs = pyspiel.MCTSBot(
                    spiel,
                    pyspiel.RandomRolloutEvaluator(1, seed),
                    uct_c=2.0,
                    max_simulations=most,
                    max_memory_mb=500,
                    solve=True,
                    seed=seed,
                    verbose=False,
                    max_wall_clock_time=milliseconds / 1000 if timed else -1.0,
                )
                spec = f"mcts-solver:time={milliseconds}ms" if timed else f"mcts-solver:nodes={simulations}"
                ours = gametree.openspiel.Bot(spec, seed=seed)
                bots = [ours, theirs] if seed % 2 == 0 else [theirs, ours]
                returns = pyspiel.evaluate_bots(_opening(spiel, seed // 2), bots, seed)
                points.append((returns[seed % 2] + 1) / 2)
            low, high = _wilson(sum(points), len(points))
            print(f"{name}, {budget} a move: {sum(points):.1f} of {len(points)}, {low:.2f} to {high:.2f}", flush=True)


def _opening(spiel, seed):
    state, draw = spiel.new_initial_state(), random.Random(seed)
    for _ in range(2):
        state.apply_action(draw.choice(state.legal_actions()))
    return state


def _wilson(points: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    share = points / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - half) / (1 + z * z / games), (middle + half) / (1 + z * z / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", default="gametree")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("parts", nargs="*")
    options = parser.parse_args()
    parts = options.parts or ["catalogue", "children", "exact", "matches"]
    for part in parts:
        if part == "catalogue":
            catalogue(options.command)
        elif part == "matches":
            matches(options.games)
        else:
            {"children": children, "exact": exact, "positions": positions}[part]()


if __name__ == "__main__":
    main()
