"""Games that break the rules of the interface: always an exception that says what is wrong, never a crash."""

import itertools
import math
import random

import pytest
from cases import cases

import gametree


class Fine(gametree.Game):
    """A small game that keeps to the rules."""

    def start(self):
        return (4, "max")

    def turn(self, state):
        return state[1] if state[0] else (1 if state[1] == "max" else -1)

    def moves(self, state):
        return [1, 2][: state[0]]

    def play(self, state, move):
        return (state[0] - move, "min" if state[1] == "max" else "max")


def endless(_):
    while True:
        yield 1


def raising(_):
    yield 1
    raise ZeroDivisionError("inside a generator")


class Unhashable:
    __hash__ = None


class BadHash:
    def __hash__(self):
        raise ZeroDivisionError("no hash today")


class BadEqual:
    def __hash__(self):
        return 1

    def __eq__(self, other):
        raise ZeroDivisionError("no equality today")


class BadRepr:
    __hash__ = None

    def __repr__(self):
        raise ZeroDivisionError("no repr today")


class SelfRepr(list):
    def __repr__(self):
        return "x" * 10_000_000


WRONG = [
    ("turn", lambda s: "MAX", TypeError, "'max', 'min', 'chance'"),
    ("turn", lambda s: None, TypeError, "its value, not None"),
    ("turn", lambda s: True, TypeError, "not True"),
    ("turn", lambda s: "chance", ValueError, "chance = True"),
    ("turn", lambda s: math.nan, ValueError, "finite number"),
    ("turn", lambda s: math.inf, ValueError, "finite number"),
    ("turn", lambda s: 7, ValueError, "lie in its range"),
    ("turn", lambda s: 0.5, ValueError, "integers = False"),
    ("turn", lambda s: 10**400, (TypeError, OverflowError, ValueError), "."),
    ("turn", lambda s: BadRepr(), TypeError, "an object of type BadRepr"),
    ("turn", lambda s: SelfRepr(), TypeError, "xxx\\.\\.\\."),
    ("turn", lambda: "max", TypeError, "positional"),
    ("moves", lambda s: 5, TypeError, "should list moves"),
    ("moves", lambda s: None, TypeError, "should list moves"),
    ("moves", lambda s: "12", TypeError, "should list moves"),
    ("moves", lambda s: [], ValueError, "lists no moves"),
    ("moves", endless, ValueError, "more than 1048576 moves"),
    ("moves", raising, ZeroDivisionError, "inside a generator"),
    ("play", lambda s, m: None, TypeError, "returned None"),
    ("play", lambda s, m: [1], TypeError, "cannot be hashed"),
    ("play", lambda s, m: BadHash(), ZeroDivisionError, "no hash today"),
    ("play", lambda s, m: BadRepr(), TypeError, "cannot be hashed"),
    ("play", lambda s: s, TypeError, "positional"),
    ("key", lambda s: [s], TypeError, "key\\(\\) should return something that can be hashed"),
    ("key", lambda s: {}, TypeError, "can be hashed"),
    ("key", lambda s: BadEqual(), ZeroDivisionError, "no equality today"),
    ("bounds", lambda s: 3, TypeError, "\\(lower, upper\\)"),
    ("bounds", lambda s: (1, -1), ValueError, "the smaller first"),
    ("bounds", lambda s: (math.nan, 1), ValueError, "the smaller first"),
    ("bounds", lambda s: (5, 7), ValueError, "whole numbers from -1 to 1"),
    ("bounds", lambda s: (math.inf, math.inf), ValueError, "whole numbers from -1 to 1"),
    ("bounds", lambda s: (0.3, 0.7), ValueError, "whole numbers from -1 to 1"),
    ("expand", lambda s: 5, ValueError, "lie in its range"),
    ("expand", lambda s: ("max",), TypeError, "should return"),
    ("expand", lambda s: "max", TypeError, "should return"),
    ("expand", lambda s: ("max", [1], [1, 2]), TypeError, "more than the 1"),
    ("expand", lambda s: ("max", [1, 2], [1]), TypeError, "fewer than the 2"),
    ("expand", lambda s: ("max", [1], 7), TypeError, "a key for each move"),
    ("expand", lambda s: ("max", [1], [[]]), TypeError, "hashed"),
    ("expand", lambda s: (1, 2, 3, 4), TypeError, "should return"),
    ("expand", lambda s: [], TypeError, "'max', 'min'"),
    ("start", lambda: 1 / 0, ZeroDivisionError, "division"),
    ("start", lambda: [1], TypeError, "define key"),
    ("draw", lambda s: 1 / 0, ZeroDivisionError, "division"),
]


@pytest.mark.parametrize("algorithm", [None, "alphabeta", "mcts-solver", "rollout:max-upper"])
@pytest.mark.parametrize("method,body,error,message", WRONG)
def test_faults_are_named(method, body, error, message, algorithm):
    game = Fine()
    setattr(game, method, body)
    with pytest.raises(error, match=message):
        gametree.solve(game, algorithm=algorithm, nodes=5000)


@pytest.mark.parametrize(
    "attribute,value,message",
    [
        ("range", (1, -1), "two numbers"),
        ("range", None, "two numbers"),
        ("range", ("a", "b"), "two numbers"),
        ("range", (math.nan, 1), "two numbers"),
        ("table", 0, "2 or more"),
        ("table", "many", "2 or more"),
    ],
)
def test_attributes_are_checked(attribute, value, message):
    game = Fine()
    setattr(game, attribute, value)
    with pytest.raises(TypeError, match=message):
        gametree.solve(game)


def test_methods_that_are_missing_are_named():
    class Nothing(gametree.Game):
        def start(self):
            return 0

    with pytest.raises(TypeError, match="either expand"):
        gametree.solve(Nothing())

    class NoPlay(Nothing):
        def expand(self, state):
            return "max", [1]

    with pytest.raises(TypeError, match="should define play"):
        gametree.solve(NoPlay())
    with pytest.raises(TypeError, match=r"should define start\(\)"):
        gametree.solve(gametree.Game())


def test_moves_need_not_be_hashable():
    class Listed(Fine):
        def moves(self, state):
            return [[move] for move in super().moves(state)]

        def play(self, state, move):
            return super().play(state, move[0])

    found = gametree.solve(Listed())
    assert found.value == gametree.solve(Fine()).value and found.move in ([1], [2])


def test_wrong_chances_are_named():
    class Dice(Fine):
        chance, integers = True, False
        listed = []

        def start(self):
            return (2, "chance")

        def moves(self, state):
            return self.listed

    for listed, error, message in [
        ([1], TypeError, "pairs"),
        ([(1, 0.5)], ValueError, "sum to 1"),
        ([(1, -1), (2, 2)], ValueError, "positive"),
        ([(1, math.nan)], ValueError, "positive"),
        ([(1, 0.0), (2, 1.0)], ValueError, "positive"),
        ([("a", "b")], TypeError, "pairs"),
    ]:
        Dice.listed = listed
        with pytest.raises(error, match=message):
            gametree.solve(Dice())


def test_wrong_evaluations_are_named():
    for method, body, error, message in [
        ("evaluate", lambda s: "good", TypeError, "a number"),
        ("evaluate", lambda s: math.nan, ValueError, "finite"),
        ("evaluate", lambda s: 3, ValueError, "range"),
        ("evaluate", lambda s: 0.25, ValueError, "integers = False"),
        ("evaluate_batch", lambda s: 3, TypeError, "numbers for"),
        ("evaluate_batch", lambda s: [], TypeError, "numbers for"),
        ("evaluate_batch", lambda s: itertools.repeat(0), TypeError, "numbers for"),
    ]:
        game = Fine()
        setattr(game, method, body)
        with pytest.raises(error, match=message):
            gametree.solve(game, depth=1)


def test_bounds_are_held_to_the_range():
    for bounds in [(-9, 9), (-1.5, 1.5), (-math.inf, math.inf), (-1, 1)]:
        game = Fine()
        game.bounds = lambda state, bounds=bounds: bounds
        found = gametree.solve(game, nodes=1)
        assert -1 <= found.lower <= found.upper <= 1
        assert gametree.solve(game).value == gametree.solve(Fine()).value
    game = Fine()
    game.range, game.bounds = (-math.inf, math.inf), lambda state: (math.inf, math.inf)
    with pytest.raises(ValueError, match="no value"):
        gametree.solve(game)


def test_colliding_keys_are_found_if_asked():
    game = Fine()
    game.key = lambda state: state[0] % 2
    with pytest.raises(ValueError, match="back to itself"):
        gametree.solve(game)
    game.key = lambda state: state[0]
    gametree.solve(game)  # some answer: keys are believed
    with pytest.raises(ValueError, match="keys collide"):
        gametree.solve(game, check=True)
    assert gametree.solve(Fine(), check=True).value == gametree.solve(Fine()).value


class Colliding(gametree.Game):
    """A random graph of positions, all with three moves, of which some share a key."""

    range = (-5, 5)

    def __init__(self, seed, size=30):
        draw = random.Random(seed)
        self.nodes, self.keys = [], list(range(size))
        for i in range(size):
            later = range(i + 1, min(size, i + 8))
            over = not later or i > 0 and draw.random() < 0.2
            self.nodes.append(draw.randint(-5, 5) if over else (draw.choice(["max", "min"]), draw.choices(later, k=3)))
        for _ in range(3):
            one, other = draw.sample(range(1, size), 2)
            self.keys[other] = self.keys[one]

    def start(self):
        return 0

    def expand(self, state):
        node = self.nodes[state]
        return node if isinstance(node, int) else (node[0], range(3))

    def play(self, state, move):
        return self.nodes[state][1][move]

    def key(self, state):
        return self.keys[state]

    def value(self, state):
        if isinstance(self.nodes[state], int):
            return self.nodes[state]
        turn, children = self.nodes[state]
        return {"max": max, "min": min}[turn](map(self.value, children))


def test_no_answer_is_wrong_that_was_checked():
    believed, found = 0, 0
    for seed in cases(180, 60):
        game = Colliding(seed)
        for check in (False, True):
            try:
                wrong = gametree.solve(game, algorithm="solver", check=check).value != game.value(0)
                assert not (check and wrong), seed
                believed += wrong
            except ValueError as error:
                assert "collide" in str(error)
                found += check
    assert believed > 0 and found > believed


def test_what_a_check_compares():
    class Pair(gametree.Game):
        """Two moves lead to states with one key."""

        range, chance = (0, 9), True
        left, right = ("max", [1]), ("max", [1])
        ends = {"left": 1, "right": 1}

        def start(self):
            return "start"

        def expand(self, state):
            both = {"start": ("min", ["left", "right"]), "left": self.left, "right": self.right}
            return both[state] if state in both else self.ends.get(state[1:], 0)

        def play(self, state, move):
            return move if state == "start" else "*" + state

        def key(self, state):
            return len(state) if state[0] == "*" else state == "start"

    def told(**differences):
        game = type("Pair", (Pair,), differences)()
        with pytest.raises(ValueError) as caught:
            gametree.solve(game, algorithm="minimax", check=True)
        return str(caught.value)

    assert gametree.solve(Pair(), algorithm="minimax", check=True).value == 1
    assert "different turns ('left' and 'right')" in told(right=("min", [1]))
    assert "different turns" in told(right=1)
    assert "different values" in told(left=2, right=1)
    assert "different moves" in told(right=("max", [1, 2]))
    halves = ("chance", [(1, 0.5), (2, 0.5)])
    assert "different probabilities" in told(left=halves, right=("chance", [(1, 0.25), (2, 0.75)]))
    assert "different states after the move 1" in told(ends={"left": 1, "right": 2})
    assert "different states after the move 1" in told(ends={"left": 1}, right=("max", [1]), play=lambda game, state, move: (
        move if state == "start" else "*" + state if state == "left" else "other"))


def test_keys_that_are_told_early_are_checked():
    game = Fine()
    game.expand = lambda state: (
        (game.turn(state), moves, [(state[0] - move, "max") for move in moves])
        if (moves := game.moves(state)) else game.turn(state)
    )
    with pytest.raises(ValueError, match=r"expand\(\) told the key .* of a move, but the state after it"):
        gametree.solve(game, check=True)


def test_games_that_never_end_are_found_out():
    class Counter(Fine):
        def turn(self, state):
            return "max"

        def play(self, state, move):
            return (state[0] + 1, "max")

    class Loop(Counter):
        def play(self, state, move):
            return state

    for algorithm in (None, "alphabeta", "rollout:max-upper"):
        with pytest.raises(ValueError, match="does the game end"):
            gametree.solve(Counter(), algorithm=algorithm)
        with pytest.raises(ValueError, match="cycles = True"):
            gametree.solve(Loop(), algorithm=algorithm)


def test_either_all_positions_have_keys_or_none():
    game = Fine()
    game.key = lambda state: state if state[0] > 2 else None
    with pytest.raises(ValueError, match="for all positions, or for none"):
        gametree.solve(game)
    game.cycles, game.key = True, lambda state: None
    with pytest.raises(ValueError, match="keys of all positions"):
        gametree.solve(game, algorithm="rollout:best-first")


def test_a_game_that_changes_is_found_if_asked():
    draw = random.Random(1)

    class Moody(Fine):
        def start(self):
            return (12, "max")

        def moves(self, state):
            return list(range(1, draw.randint(1, 3) + 1))[: state[0]]

    with pytest.raises(ValueError, match="the game changes"):
        gametree.solve(Moody(), check=True)


class Chaos(gametree.Game):
    """Whatever a method can do wrong, at random times: every answer, or an exception, is fine."""

    def __init__(self, seed):
        self.draw = random.Random(seed)
        self.table = self.draw.choice([2, 3, 10, 1000])
        self.range = self.draw.choice([(-1, 1), (-1, 1), (0, 0), (-math.inf, math.inf)])
        self.integers = self.draw.random() < 0.7
        self.chance = self.draw.random() < 0.3
        self.cycles = self.draw.random() < 0.2
        self.risk = self.draw.choice([0, 0.001, 0.01, 0.1])
        self.unstable = self.draw.random() < 0.5
        if self.draw.random() < 0.3:
            self.evaluate = lambda state: self.odd(0)
        if self.draw.random() < 0.2:
            self.bounds = lambda state: self.odd((-1, 1))
        if self.draw.random() < 0.3:
            self.key = lambda state: self.odd(self.draw.choice([None, state[0], state]))

    def odd(self, usual):
        if self.draw.random() >= self.risk:
            return usual
        kind = self.draw.randrange(8)
        if kind == 0:
            raise self.draw.choice([ValueError, KeyError, RecursionError, MemoryError, StopIteration])("chaos")
        return [None, math.nan, "min", [], Unhashable(), -(10**30), BadRepr()][kind - 1]

    def start(self):
        return (self.draw.randint(0, 8), "max", 0)

    def expand(self, state):
        left, turn, _ = state
        if left <= 0:
            return self.odd(self.draw.choice([-1, 0, 1]) if self.unstable else hash(state) % 3 - 1)
        count = self.draw.randint(1, 4) if self.unstable else 3
        turn = self.odd("chance" if self.chance and left % 3 == 0 else turn)
        if turn == "chance":
            return turn, [(self.odd(i), 1 / count) for i in range(count)]
        return self.odd((turn, self.odd([self.odd(i) for i in range(count)])))

    def play(self, state, move):
        left, turn, _ = state
        step = self.draw.choice([1, 1, 1, 0]) if self.cycles and self.unstable else 1
        return self.odd((left - step, "min" if turn == "max" else "max", move if isinstance(move, int) else 0))


@pytest.mark.parametrize("part", range(6))
def test_chaos_never_ends_the_interpreter(part):
    names = [entry["name"] for entry in gametree.algorithms()]
    for seed in range(100):
        draw = random.Random((part, seed).__hash__())
        keywords = {"algorithm": draw.choice([None, *names]), "nodes": 3000, "time": 2}
        if draw.random() < 0.2:
            keywords["depth"] = draw.randint(1, 4)
        if draw.random() < 0.3:
            keywords["check"] = True
        try:
            found = gametree.solve(Chaos(part * 1000 + seed), **keywords)
            assert found.stop
        except Exception as error:  # noqa: BLE001
            assert isinstance(
                error, (ValueError, TypeError, LookupError, RecursionError, MemoryError, RuntimeError, OverflowError, StopIteration)
            ), (seed, keywords, error)
