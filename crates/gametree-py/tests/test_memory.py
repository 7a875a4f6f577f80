"""Searches leave no memory behind."""

import gc
import sys
import time
import weakref

import pytest
from cases import cases

import gametree

SEARCHES = cases(10_000, 1_000)
MOST_GROWTH = 24 << 20


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


class Stones(gametree.Game):
    def start(self):
        return (6, "max")

    def expand(self, state):
        stones, mover = state
        if stones == 0:
            return -1 if mover == "max" else 1
        return mover, [1, 2, 3][:stones]

    def play(self, state, taken):
        return (state[0] - taken, "min" if state[1] == "max" else "max")


class Cyclic(Stones):
    """A game that holds its own searches: a reference cycle, if the searches held the game."""

    def __init__(self):
        self.found = None


def one(number):
    kind = number % 10
    if kind < 5:
        gametree.solve(gametree.game("nim:1-2"), memory="2MiB", threads=1)
    elif kind < 8:
        game = Cyclic()
        game.found = gametree.solve(game, memory="2MiB"), game
    elif kind == 8:
        next(gametree.analyse(Stones(), by="mcts-solver", nodes=100, memory="2MiB"))
    else:
        gametree.player("mcts-solver:nodes=50", Stones()).move()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="SKIPPED: resident memory is read from /proc")
def test_thousands_of_searches():
    for number in SEARCHES[: len(SEARCHES) // 10 + 300]:
        one(number)
    gc.collect()
    before = resident()
    for number in SEARCHES:
        one(number)
    gc.collect()
    growth = resident() - before
    print(f"{len(SEARCHES)} searches: {growth / 1024:.0f} KiB more")
    assert growth < MOST_GROWTH


def test_a_game_that_holds_its_analysis_is_freed():
    class Wide(gametree.Game):
        range = (0, 100)

        def start(self):
            return ()

        def turn(self, state):
            return hash(state) % 100 if len(state) == 14 else ("max", "min")[len(state) % 2]

        def moves(self, state):
            return range(6)

        def play(self, state, move):
            return (*state, move)

    for by in (None, "mcts-solver"):
        game = Wide()
        freed = weakref.ref(game)
        game.analysis = gametree.analyse(game, by=by, time=60)
        next(game.analysis)
        del game
        # While the search asks the game, it is in use.
        for _ in range(1000):
            gc.collect()
            if freed() is None:
                break
            time.sleep(0.001)
        assert freed() is None


def test_snapshots_that_nobody_reads_are_dropped():
    analysis = gametree.analyse("connect4:7x6", by="mcts-solver", every=0, threads=1, time=60)
    time.sleep(1.5)
    analysis._running.stop()
    shots = list(analysis)
    assert 1 < len(shots) <= 300 and shots[-1].stop == "interrupted"
    assert [shot.seconds for shot in shots] == sorted(shot.seconds for shot in shots)
