"""Searches of catalogue games and trees."""

import copy
import json
import math
import pickle
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
    plain = {"algorithm": "alphabeta", "store": "plain", "threads": 1}
    at_once = [gametree.solve("connect4:7x6", depth=n, no_deepening=True, **plain).counts.leaves for n in (1, 2)]
    assert gametree.solve("connect4:7x6", depth=2, **plain).counts.leaves == sum(at_once)
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


@pytest.mark.parametrize(
    "call,message",
    [
        (lambda game: gametree.solve(type(game)), r"Tiny is a class, and a game is wanted: write Tiny\(\)"),
        (lambda game: gametree.analyse(type(game)), "is a class"),
        (lambda game: gametree.solve(gametree.game("nim:1-2").position()), r"is a position: write \(position.game, position\)"),
        (lambda game: gametree.solve(type("Lost", (gametree.Game,), {"expand": 1, "play": 1})()), r"Lost should define start\(\)"),
        (lambda game: gametree.solve(game, depth=1), r"define evaluate\(state\)"),
        (lambda game: gametree.arena("nim:1-2", "mcts"), r"a list of two or more, such as \['mcts', 'random'\]"),
        (lambda game: gametree.tree({"max": [object()]}), r"a node of a tree is a number or a dictionary"),
        (lambda game: gametree.game(3), "a game is named by a text such as"),
        (lambda game: gametree.game("nim:1-2").position(3), "a position of nim:1-2 is a text"),
        (lambda game: gametree.game("connect4").position("4").play(4), "a move of connect4 is a text such as '4', not 4"),
        (lambda game: gametree.check("no/such/file"), "No such file or directory: .*no/such/file"),
        (lambda game: gametree.solve(game, progress=3), "progress should be a function"),
        (lambda game: gametree.arena(game, ["random", "random"], progress=3), "progress should be a function"),
        (lambda game: gametree.solve("nim:1-2", progress=print, certificate="proof"), "progress: a search with a certificate"),
    ],
)
def test_errors_say_what_would_be_right(call, message):
    class Tiny(gametree.Game):
        def start(self):
            return 2

        def turn(self, state):
            return "max" if state else 1

        def moves(self, state):
            return [1]

        def play(self, state, taken):
            return state - taken

    with pytest.raises((TypeError, ValueError, OSError), match=message) as caught:
        call(Tiny())
    assert len(str(caught.value)) < 200 and "::" not in str(caught.value)


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


@pytest.mark.parametrize("keywords", [{"nodes": 5}, {"leaves": 2, "all_moves": True}, {"nodes": 3, "depth": 2}])
def test_whatever_is_unknown_results_become_json(keywords):
    """Infinities are null, and there are none if the game knows its range."""

    class Endless(gametree.Game):
        """A game that does not know its range."""

        range = (-math.inf, math.inf)

        def start(self):
            return 40

        def turn(self, state):
            return ("max", "min")[state % 2] if state > 0 else state

        def moves(self, state):
            return [1, 2, 3]

        def play(self, state, taken):
            return state - taken

        def evaluate(self, state):
            return state % 7

    infinite = 0
    for game in ("random:b=4,d=8,leaves=0..100", Endless()):
        for name in [None, *(entry["name"] for entry in gametree.algorithms())]:
            try:
                found = gametree.solve(game, algorithm=name, **keywords)
            except ValueError:
                continue  # It does not take such games, or such limits.
            for each in (found, *found.moves):
                fields = each.to_dict()
                json.dumps(fields, allow_nan=False)
                assert isinstance(game, Endless) or 0 <= each.lower <= each.upper <= 100, name
                assert (fields["upper"] is None) == math.isinf(each.upper)
                infinite += math.isinf(each.upper)
    assert infinite > 0


def test_ratings_become_json():
    won = gametree.arena("tictactoe", ["minimax", "random"], games=2, openings=["1 5 2"])
    table = won.pairs
    json.dumps(won.to_dict(), allow_nan=False)
    assert math.isinf(table[0].elo_high) and table.to_dicts()[0]["elo_high"] is None and "inf" in repr(table)


def test_what_is_equal_compares_equal():
    start = gametree.game("connect4").position()
    twice = [lambda: gametree.game("connect4"), lambda: gametree.tree({"max": [1, {"min": [2, 3]}]}), lambda: start.play("4")]
    for make in twice:
        one, other = make(), make()
        assert one == other and hash(one) == hash(other) and one in {other}
        assert pickle.loads(pickle.dumps(one)) == one
    assert start.play("4", "4") == gametree.game("connect4").position("44") == gametree.game("connect4").position("4 4")
    assert start.play("1", "2", "3") == start.play("3", "2", "1") and len({start.play("1", "2", "3"), start.play("3", "2", "1")}) == 1
    assert start.play("1", "2", "3") != start.play("2", "1", "3") and start != start.play("4") and start != "start"
    assert gametree.game("connect4") != gametree.game("connect4:5x4") and gametree.game("connect4") != "connect4"
    assert gametree.game("connect4:5x4").position() != start
    one, other = gametree.tree({"max": [1, 20]}), gametree.tree({"max": [1.0, 20.0]})
    assert one == other and hash(one) == hash(other) and one != gametree.tree({"max": [1, 21]})
    assert one.position("0") == other.position("0") != one.position("1")


def test_a_pickled_interrupt_keeps_its_result():
    before = gametree.Interrupted(gametree.solve("nim:1-2"))
    after = pickle.loads(pickle.dumps(before))
    assert after.result == before.result and str(after) == str(before) and after.args == before.args
    assert copy.copy(after).result == before.result


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
