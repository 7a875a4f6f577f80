"""Searches of catalogue games and trees."""

import json
import sys
import threading
import time

import pytest
from interrupts import interrupted

import gametree


def test_values_of_small_games():
    assert gametree.solve("tictactoe").value == 0
    assert gametree.solve("nim:3-5-7").value == 1
    assert gametree.solve("connect4:4x4").value == 0
    assert gametree.solve("breakthrough:3x5").value in (-1, 1)


def test_every_example_of_the_catalogue_opens_and_answers():
    for entry in gametree.games():
        if entry["name"] == "tree":
            continue
        if entry["name"] == "cops":
            with pytest.raises(ValueError, match="forever"):
                gametree.solve(entry["example"], nodes=2000)
            continue
        found = gametree.solve(entry["example"], nodes=2000)
        assert found.lower <= found.upper, entry


def test_a_result_is_frozen_and_complete():
    found = gametree.solve("connect4:4x4", all_moves=True)
    assert found.stop == "closed" and found.basis == "proof" and found.answered
    assert found.lower == found.upper == found.value == 0
    assert found.move == found.pv[0] and len(found.moves) == 4
    assert any(move.optimal for move in found.moves)
    with pytest.raises(AttributeError):
        found.value = 3
    fields = found.to_dict()
    assert fields["counts"]["nodes"] == found.counts.nodes > 0
    assert "connect4:4x4" in repr(found) and "value 0" in repr(found)
    assert isinstance(hash(found.counts), int)


def test_keywords_have_the_meaning_of_the_options():
    assert gametree.solve("connect4:7x6", nodes="3k").counts.nodes <= 3000
    assert gametree.solve("connect4:7x6", nodes=3000).stop == "nodes"
    assert gametree.solve("connect4:7x6", time=0.05).stop == "time"
    assert gametree.solve("connect4:7x6", time="50ms").seconds < 5
    assert gametree.solve("connect4:7x6", depth=3).basis == "horizon"
    assert gametree.solve("random:b=3,d=5,leaves=0..100,chance=0.8", epsilon="5%").stop in ("epsilon", "closed")
    assert gametree.solve("random:b=3,d=5", range=(-3e9, 3e9), algorithm="fsss").value is not None
    same = [gametree.solve("connect4:7x6", algorithm="mcts", nodes=500, seed=7, threads=1).mean for _ in range(2)]
    assert same[0] == same[1]
    assert gametree.solve("tictactoe", "5").turn == "min"


@pytest.mark.parametrize(
    "keywords",
    [
        {"time": "x"},
        {"time": -1},
        {"nodes": -1},
        {"nodes": 1.5},
        {"leaves": True},
        {"depth": 0},
        {"algorithm": "nope"},
        {"threads": 0},
        {"range": (1, 0)},
        {"range": "wide"},
        {"algorithm": "mcts"},
        {"memory": 0},
        {"epsilon": -1},
        {"epsilon": float("nan")},
        {"seed": -1},
        {"store": "nowhere"},
        {"guess": 3},
        {"position": "999"},
        {"depth": 3, "algorithm": "mcts-solver"},
    ],
)
def test_wrong_keywords_are_refused_with_a_reason(keywords):
    with pytest.raises(ValueError) as caught:
        gametree.solve("connect4:4x4", **keywords)
    assert len(str(caught.value)) > 10


def test_wrong_types_are_refused():
    with pytest.raises(TypeError, match="a game is a name"):
        gametree.solve(5)
    with pytest.raises(TypeError, match="should be a text"):
        gametree.solve("tictactoe", algorithm=5)
    with pytest.raises(TypeError, match="a position of tictactoe"):
        gametree.solve("tictactoe", position=5)


def test_positions_are_played_and_drawn():
    start = gametree.game("connect4:7x6").position()
    later = start.play("4", "4")
    assert later.text == "44" and later.turn == "max" and len(later.moves) == 7
    assert str(later).count("X") == 1
    assert "<svg" in later._repr_svg_()
    spaced = gametree.game("nim:3-5-7").position().play("1:1").play("2:5")
    assert spaced.turn == "max" and spaced.value is None
    over = gametree.game("nim:1").position("1:1")
    assert over.turn is None and over.value == 1
    with pytest.raises(ValueError, match="legal"):
        start.play("9")


def test_positions_of_other_games_are_refused():
    position = gametree.game("tictactoe").position("5")
    for game in ("connect4:7x6", gametree.game("nim:1-2")):
        with pytest.raises(ValueError, match="a position of tictactoe is none of"):
            gametree.solve(game, position)
    assert gametree.solve("tictactoe", position).turn == "min"
    one, other = gametree.tree({"max": [{"min": [1, 2]}, 3]}), gametree.tree({"max": [{"min": [4, 5]}, 6]})
    first = one.position().play(one.moves()[0])
    assert gametree.solve(one, first).value == 1
    with pytest.raises(ValueError, match="is none of"):
        gametree.solve(other, first)


def test_results_become_json():
    position = gametree.game("tictactoe").position("5")
    assert json.loads(json.dumps(gametree.solve("tictactoe", position).to_dict()))["position"] == "5"
    assert json.loads(json.dumps(gametree.solve("tictactoe", "5", all_moves=True).to_dict()))["position"] == "5"


def test_trees():
    tree = gametree.tree({"max": [3, {"min": [1, 5]}, {"chance": [[0.5, 4], ["1/2", 8]]}]})
    found = gametree.solve(tree)
    assert found.value == 6 and "<svg" in tree._repr_svg_()
    traced = gametree.solve(gametree.tree({"max": [3, {"min": [1, 5]}]}), algorithm="alphabeta", trace=True)
    assert traced.trace == (0, 1)
    with pytest.raises(ValueError):
        gametree.tree({"max": []})
    with pytest.raises(ValueError):
        gametree.tree({"mx": [1]})


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("limit", [None, 60])
@pytest.mark.parametrize("algorithm", [None, "solver", "alphabeta", "mcts-solver"])
def test_an_interrupt_ends_a_search_and_loses_nothing(algorithm, limit):
    found = interrupted(lambda: gametree.solve("connect4:7x6", algorithm=algorithm, time=limit), after=0.4)
    assert found.stop == "interrupted" and found.counts.nodes > 1000
    assert found.lower <= found.upper and found.move is not None


def test_other_threads_run_while_one_searches():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    gametree.solve("connect4:7x6", algorithm="solver", time=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 50
