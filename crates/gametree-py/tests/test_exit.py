"""The end of the interpreter while something is searched: no crash, and nothing that waits for ever."""

import os
import subprocess
import sys
import time

import pytest

BEFORE = """
import builtins, gc, os, sys, threading, time
import gametree

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

class Stones(gametree.Game):
    def start(self):
        return (10, "max")
    def turn(self, state):
        return state[1] if state[0] else (-1 if state[1] == "max" else 1)
    def moves(self, state):
        return range(1, min(3, state[0]) + 1)
    def play(self, state, taken):
        return (state[0] - taken, "min" if state[1] == "max" else "max")

def beside(work):
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.5)
"""

ENDS = {
    "analysis": "a = gametree.analyse('connect4:7x6', time=60); next(a)",
    "analysis that nobody reads": "a = gametree.analyse('connect4:7x6', by='mcts-solver', every=0)",
    "analysis of a game in Python": "a = gametree.analyse(Wide()); next(a)",
    "analysis that nothing forgets": "builtins.a = gametree.analyse(Wide(), by='mcts', time=60); next(builtins.a)",
    "analysis of the game that holds it": "g = Wide(); g.a = gametree.analyse(g, by='mcts', time=60); next(g.a)",
    "analysis in a thread": "beside(lambda: list(gametree.analyse('connect4:7x6')))",
    "analysis of a game in Python in a thread": "beside(lambda: list(gametree.analyse(Wide())))",
    "search in a thread": "beside(lambda: gametree.solve('connect4:7x6'))",
    "search of a game in Python in a thread": "beside(lambda: gametree.solve(Wide()))",
    "search without questions in a thread": "beside(lambda: gametree.solve(Stones(), algorithm='mcts', time=60))",
    "one search after the other in a thread": (
        "def work():\n    while True:\n        gametree.solve(Stones())\nbeside(work)"
    ),
    "match in a thread": "beside(lambda: gametree.arena('connect4:7x6', ['mcts:time=60s', 'random'], games=10))",
    "match of a game in Python in a thread": (
        "beside(lambda: gametree.arena(Wide(), ['mcts:nodes=1M', 'random'], games=10))"
    ),
    "an exit code": "a = gametree.analyse('connect4:7x6', time=60); next(a); sys.exit(7)",
    "a search afterwards": (
        "import atexit\natexit._clear()\natexit.register(lambda: print(gametree.solve('tictactoe').value))\n"
        "atexit.register(gametree._native.end)\na = gametree.analyse('connect4:7x6', time=60); next(a)"
    ),
}


@pytest.mark.parametrize("name", ENDS)
def test_the_interpreter_ends(name):
    code = BEFORE + ENDS[name]
    begun = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=45)
    assert (done.returncode, done.stderr) == (7 if "exit code" in name else 0, "")
    assert done.stdout == ("0\n" if "afterwards" in name else "")
    assert time.perf_counter() - begun < 15


@pytest.mark.skipif(not hasattr(os, "fork"), reason="SKIPPED: no fork")
def test_a_forked_process_ends_without_the_searches_of_its_parent():
    code = BEFORE + (
        "beside(lambda: gametree.solve('connect4:7x6', time=60))\n"
        "begun = time.perf_counter()\n"
        "if os.fork() == 0:\n    sys.exit(gametree.solve('nim:1-2').value)\n"
        "print(os.waitstatus_to_exitcode(os.wait()[1]), time.perf_counter() - begun < 3)"
    )
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], capture_output=True, text=True, timeout=45)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 True\n", "")
