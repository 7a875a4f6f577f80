#!/usr/bin/env python3
"""Monte Carlo tree search of OpenSpiel (C++) beside ours, on Breakthrough, 6x6, from the start.

    python3 benches/peers/openspiel.py

Simulations a second on one thread: UCT with c = 1, random playouts, one playout a simulation, nothing
proven. Both take turns, and the median of the rounds counts. Ours is run by `cargo`; OpenSpiel comes
from `pip install open_spiel`. Without it nothing is compared, and the exit code is 3.
"""

import pathlib
import statistics
import subprocess
import sys
import time

SIMULATIONS = 20_000
ROUNDS = 7
MANIFEST = pathlib.Path(__file__).parent / "Cargo.toml"
OURS = ["cargo", "run", "--quiet", "--release", "--manifest-path", str(MANIFEST), "--bin", "sampling", "--", "breakthrough"]


def openspiel_rate(pyspiel, seed):
    """Simulations a second of OpenSpiel's search."""
    game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=seed)
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, SIMULATIONS, 2000, False, seed, False)
    state = game.new_initial_state()
    started = time.perf_counter()
    root = bot.mcts_search(state)
    took = time.perf_counter() - started
    assert root.explore_count == SIMULATIONS, root.explore_count
    return SIMULATIONS / took


def our_rate():
    """Rollouts a second of ours."""
    return float(subprocess.run(OURS, check=True, capture_output=True, text=True).stdout)


def main():
    try:
        import pyspiel
    except ImportError:
        print("SKIPPED: OPENSPIEL IS NOT INSTALLED (pip install open_spiel)", file=sys.stderr)
        return 3
    our_rate()  # Builds, if it must.
    rounds = [(openspiel_rate(pyspiel, seed), our_rate()) for seed in range(ROUNDS)]
    theirs, ours = (statistics.median(rates) for rates in zip(*rounds))
    print(f"Breakthrough 6x6 from the start, median of {ROUNDS} rounds")
    print(f"OpenSpiel MCTSBot   {theirs:10.0f} simulations/s")
    print(f"gametree Mcts       {ours:10.0f} rollouts/s")
    print(f"ratio               {ours / theirs:10.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
