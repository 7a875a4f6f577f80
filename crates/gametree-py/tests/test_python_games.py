"""Games that are written in Python, held to a slow reference."""

import gc
import os
import random
import signal
import threading
import time
import statistics
import traceback

import pytest
from cases import cases
from interrupts import interrupted

import gametree


class RandomGame(gametree.Game):
    """A random acyclic graph of positions, numbered; moves lead to larger numbers."""

    def __init__(self, seed, chance=False, reals=False, size=40, style="moves", keyed=True):
        draw = random.Random(seed)
        self.range, self.integers, self.chance = (-5, 5), not (reals or chance), chance
        self.expanded, self.played = {}, 0
        self.nodes = []
        for i in range(size):
            later = range(i + 1, min(size, i + 8))
            if not later or draw.random() < 0.2 and i > 0:
                value = draw.uniform(-5, 5) if reals else draw.randint(-5, 5)
                self.nodes.append((value, ()))
                continue
            kinds = ["max", "min"] + ["chance"] * chance
            children = [draw.choice(later) for _ in range(draw.randint(1, 4))]
            self.nodes.append((draw.choice(kinds), children))
        if style == "expand":
            self.expand = self._expand
        elif style == "keys":
            self.expand = lambda state: (*self._expand(state), None) if self.chance else self._with_keys(state)
        else:
            self.turn = lambda state: self.nodes[state][0]
            self.moves = lambda state: self._expand(state)[1]
        if not keyed:
            self.key = lambda state: None

    def start(self):
        return 0

    def _expand(self, state):
        self.expanded[state] = self.expanded.get(state, 0) + 1
        turn, children = self.nodes[state]
        moves = [(i, child) for i, child in enumerate(children)]
        if turn == "chance":
            return turn, [(move, 1 / len(moves)) for move in moves]
        return turn, moves

    def _with_keys(self, state):
        turn, moves = self._expand(state)
        return turn, moves, [child for _, child in moves]

    def play(self, state, move):
        self.played += 1
        return move[1]


def reference(game, state):
    turn, children = game.nodes[state]
    if not isinstance(turn, str):
        return turn
    values = [reference(game, child) for child in children]
    return {"max": max, "min": min, "chance": lambda each: sum(each) / len(each)}[turn](values)


PROVING = ["alphabeta", "scout", "solver", "mt-sss", "mtd-f", "df-pn", "fsss", "rollout:max-upper", "mcts-solver"]


@pytest.mark.parametrize("style", ["moves", "expand", "keys"])
@pytest.mark.parametrize("keyed", [True, False])
def test_random_games_have_the_value_of_the_reference(style, keyed):
    for seed in range(25):
        game = RandomGame(seed, style=style, keyed=keyed, size=24)
        right = reference(game, 0)
        for algorithm in [None, *PROVING]:
            found = gametree.solve(game, algorithm=algorithm, memory="4MiB")
            assert found.value == right, (seed, algorithm)


def test_the_principal_variation_leads_to_the_value():
    for seed in range(40):
        game = RandomGame(seed, style="keys")
        found = gametree.solve(game)
        state = 0
        for move in found.pv:
            assert move in game._expand(state)[1]
            state = game.play(state, move)
        assert found.value == reference(game, state)


@pytest.mark.parametrize("chance,reals", [(True, True), (True, False), (False, True)])
def test_chance_and_reals(chance, reals):
    for seed in range(25):
        game = RandomGame(seed, chance=chance, reals=reals, size=20)
        right = reference(game, 0)
        for algorithm in [None, "fsss", "bounded-alphabeta", "rollout:best-first"]:
            found = gametree.solve(game, algorithm=algorithm, memory="4MiB")
            assert found.value == pytest.approx(right, abs=1e-9), (seed, algorithm)


@pytest.mark.parametrize("algorithm", [None, *PROVING])
@pytest.mark.parametrize("style", ["moves", "expand", "keys"])
def test_no_position_is_expanded_twice(algorithm, style):
    game = RandomGame(3, style=style, size=200)
    found = gametree.solve(game, algorithm=algorithm, nodes=100_000)
    assert max(game.expanded.values()) == 1
    assert found.counts.expansions <= 200


def test_a_small_table_forgets_and_stays_right():
    for seed in range(10):
        game = RandomGame(seed, size=60)
        game.table = 4
        assert gametree.solve(game, algorithm="alphabeta").value == reference(game, 0)


def test_keys_told_early_save_moves():
    early, late = RandomGame(5, style="keys", size=300), RandomGame(5, style="expand", size=300)
    gametree.solve(early)
    gametree.solve(late)
    assert early.played < late.played


def test_positions_are_states():
    game = RandomGame(1)
    state = next(i for i, (turn, _) in enumerate(game.nodes) if isinstance(turn, str) and i > 3)
    assert gametree.solve(game, state).value == reference(game, state)


def test_bounds_help_and_do_not_change_values():
    for seed in range(20):
        game = RandomGame(seed)
        plain = gametree.solve(game, algorithm="alphabeta")
        game.bounds = lambda state: (reference(game, state),) * 2
        informed = gametree.solve(game, algorithm="alphabeta")
        assert informed.value == plain.value
        assert informed.counts.nodes <= plain.counts.nodes


def test_evaluations_one_by_one_and_in_batches():
    one, many, batches = RandomGame(2, size=200), RandomGame(2, size=200), []

    def evaluate(state):
        return state % 11 - 5

    def evaluate_batch(states):
        batches.append(len(states))
        return [evaluate(state) for state in states]

    one.evaluate = evaluate
    many.evaluate_batch = evaluate_batch
    for depth in range(1, 6):
        a, b = (gametree.solve(game, depth=depth, algorithm="alphabeta") for game in (one, many))
        assert a.estimate == b.estimate or a.value == b.value
    assert max(batches) > 1


class Six(gametree.Game):
    """Six moves everywhere, and evaluations that are noted."""

    range = (-1000, 1000)

    def __init__(self, batch=1, keyed=False):
        self.batch, self.keyed, self.sizes, self.met = batch, keyed, [], set()

    def start(self):
        return (0,)

    def turn(self, state):
        return ("max", "min")[len(state) % 2] if len(state) < 12 else state[-1]

    def moves(self, state):
        return range(6)

    def play(self, state, move):
        return (*state, (state[-1] * 31 + move * 17 + len(state)) % 997)

    def key(self, state):
        return state[-1] + 1000 * len(state) if self.keyed else None

    def evaluate_batch(self, states):
        assert not self.met.intersection(states), "nothing is evaluated twice"
        self.met.update(states)
        self.sizes.append(len(states))
        return [sum(state) * 7919 % 2001 - 1000 for state in states]


@pytest.mark.parametrize("algorithm", [None, "alphabeta", "scout", "mtd-f", "rollout:best-first"])
def test_batches_of_searches_by_depth_are_whole_plies(algorithm):
    def found(batch):
        game = Six(batch)
        result = gametree.solve(game, depth=5, algorithm=algorithm)
        counts = result.counts
        return game.sizes, (result.estimate, result.value, result.pv, counts.nodes, counts.leaves)

    (families, plain), (plies, same) = found(1), found(256)
    assert same == plain
    assert statistics.mean(families) == 6 and statistics.mean(plies) > 200 and max(plies) == 256


@pytest.mark.parametrize("algorithm", ["mcts", "mcts-solver", "mcts-solver:transpositions=no"])
@pytest.mark.parametrize("keyed", [False, True])
def test_batches_of_monte_carlo_searches_are_ends_of_rollouts(algorithm, keyed):
    def found(extra, leaves=3000):
        game = Six(keyed=keyed)
        spec = f"{algorithm}{',' if ':' in algorithm else ':'}playout=eval{extra}"
        result = gametree.solve(game, algorithm=spec, leaves=leaves)
        assert result.counts.leaves == leaves
        return game.sizes, result.to_dict() | {"seconds": None, "algorithm": None}

    (alone, one), (sizes, many) = found(",batch=1"), found(",batch=256")
    assert statistics.mean(alone) <= 6 and statistics.mean(sizes) >= 100 and max(sizes) <= 256
    assert many == found(",batch=256")[1] and one == found("")[1]


def test_batches_are_numbers():
    for batch in (0, "many"):
        with pytest.raises(TypeError, match="batch should be a number of states"):
            gametree.solve(Six(batch), depth=2)
    with pytest.raises(ValueError, match="from 1 to 1024"):
        gametree.solve(Six(), algorithm="mcts:batch=0")


def test_players_arenas_and_analyses_take_such_games():
    game = RandomGame(7)
    assert gametree.player("mcts-solver:nodes=500", game).move() in game._expand(0)[1]
    match = gametree.arena(game, ["mcts-solver:nodes=50", "random"], games=4, openings="random:1")
    assert match.finished == 4
    shots = list(gametree.analyse(game, by="mcts-solver", nodes=300, every=0.001))
    assert shots[-1].move in game._expand(0)[1]
    assert list(gametree.analyse(game))[-1].value == reference(game, 0)
    table = gametree.compare(game, algorithm=["alphabeta", "scout"])
    assert {row.value for row in table} == {reference(game, 0)}


class Deep(gametree.Game):
    """One move after the other."""

    def start(self):
        return 20_000

    def turn(self, state):
        return 1 if state == 0 else "max"

    def moves(self, state):
        return [1]

    def play(self, state, move):
        return state - 1


@pytest.mark.parametrize("algorithm", ["alphabeta", "solver", "rollout:leftmost", "mt-sss"])
def test_deep_games(algorithm):
    assert gametree.solve(Deep(), algorithm=algorithm).value == 1


class Ring(gametree.Game):
    """Positions repeat: walk round a ring, or stop for what a place is worth."""

    cycles = True
    range = (0, 9)

    def start(self):
        return 0

    def expand(self, state):
        if state < 0:
            return -state
        return "max", [1, -1, "stop"]

    def play(self, state, move):
        return -(state + 1) if move == "stop" else (state + move) % 8


def test_games_with_cycles():
    assert gametree.solve(Ring(), algorithm="rollout:best-first").lower == 8
    with pytest.raises(ValueError, match="forever"):
        gametree.solve(Ring(), algorithm="alphabeta")


def test_exceptions_come_with_their_traceback():
    class Broken(RandomGame):
        def play(self, state, move):
            return self.deeper(state)

        def deeper(self, state):
            raise LookupError("the reason")

    for call in (
        lambda game: gametree.solve(game),
        lambda game: gametree.solve(game, algorithm="mcts-solver"),
        lambda game: list(gametree.analyse(game, by="mcts-solver", nodes=100)),
        lambda game: gametree.arena(game, ["random", "mcts:nodes=10"], games=2),
        lambda game: gametree.player("mcts:nodes=10", game),
    ):
        with pytest.raises(LookupError, match="the reason") as caught:
            call(Broken(1))
        assert "in deeper" in "".join(traceback.format_exception(caught.value))


def test_an_interrupt_loses_nothing():
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

    for algorithm in ("alphabeta", "mcts-solver"):
        found = interrupted(lambda algorithm=algorithm: gametree.solve(Wide(), algorithm=algorithm), after=0.3)
        assert found.stop == "interrupted" and 0 <= found.lower <= found.upper <= 100


class Stones(gametree.Game):
    """So small that soon nothing is asked any more."""

    def start(self):
        return (10, "max")

    def turn(self, state):
        return state[1] if state[0] else (-1 if state[1] == "max" else 1)

    def moves(self, state):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, taken):
        return (state[0] - taken, "min" if state[1] == "max" else "max")


class Slow(Stones):
    """Every question takes a while."""

    def start(self):
        return (40, "max")

    def moves(self, state):
        end = time.perf_counter() + 0.1
        while time.perf_counter() < end:
            pass
        return super().moves(state)


@pytest.mark.parametrize(
    "call",
    [
        lambda: gametree.player("mcts:time=6s", Stones()).move(),
        lambda: gametree.player("mcts:time=6s", Slow()).move(),
        lambda: gametree.solve(Stones(), algorithm="mcts", time=6),
        lambda: gametree.solve(Slow()),
        lambda: gametree.solve(Slow(), time=20),
        lambda: gametree.solve(Slow(), algorithm="mcts-solver"),
        lambda: gametree.solve(Slow(), algorithm="rollout:max-upper"),
        lambda: list(gametree.analyse(Slow(), by="mcts-solver", time=20)),
        lambda: list(gametree.analyse(Slow())),
    ],
)
def test_an_interrupt_does_not_wait(call):
    found = interrupted(call)
    # The last snapshot may be the one before.
    assert found.stop in ("interrupted", "running") and -1 <= found.lower <= found.upper <= 1


@pytest.mark.parametrize("algorithm", [None, *PROVING, "mcts", "uct"])
@pytest.mark.parametrize("keywords", [{}, {"all_moves": True}, {"time": 20}])
@pytest.mark.parametrize("slow", [True, False])
def test_an_interrupt_proves_nothing(algorithm, keywords, slow):
    """A slow game is not asked any more; what the search makes of the answers that are missing is no proof."""
    ended = 0
    for seed in cases(4, 1):
        for after in (1, 2, 5, 15):
            game = RandomGame(seed, style=("moves", "expand")[seed % 2])
            right, values = reference(game, 0), {move: reference(game, move[1]) for move in game._expand(0)[1]}
            play, calls = game.play, []

            def broken(state, move, play=play, calls=calls, after=after):
                calls.append(move)
                if slow and len(calls) == 1:
                    time.sleep(0.05)
                if len(calls) == after:
                    raise KeyboardInterrupt
                return play(state, move)

            game.play = broken
            limits = {"nodes": 2000} if algorithm in ("mcts", "uct", None) else {}
            try:
                gametree.solve(game, algorithm=algorithm, memory="4MiB", **{**limits, **keywords})
            except gametree.Interrupted as interrupt:
                found = interrupt.result
                assert found.lower <= right <= found.upper and found.value in (None, right), (seed, after)
                assert found.stop == "interrupted" or found.value == right
                for move in found.moves:
                    assert move.lower <= values[move.move] <= move.upper, (seed, after)
                assert not slow or len(calls) == after
                ended += 1
    assert ended > 0


def test_an_interrupted_comparison_keeps_its_rows():
    class Twice(RandomGame):
        searched = 0

        def start(self):
            self.searched += 1
            if self.searched == 3:
                os.kill(os.getpid(), signal.SIGINT)
            return 0

    with pytest.raises(gametree.Interrupted) as caught:
        gametree.compare(Twice(3), algorithm=["alphabeta", "scout", "mtd-f"])
    assert [row.algorithm for row in caught.value.result] == ["alphabeta", "scout"]
    assert caught.value.result[0].relative == 1.0


def test_other_threads_run_while_a_small_game_is_searched():
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    gametree.solve(Stones(), algorithm="mcts", time=0.6)
    done.set()
    thread.join()
    assert len(ticks) > 15


def test_searches_leave_nothing_behind():
    class Counted(RandomGame):
        alive = 0

        def __init__(self, seed):
            super().__init__(seed)
            Counted.alive += 1

        def __del__(self):
            Counted.alive -= 1

    for seed in range(50):
        game = Counted(seed)
        gametree.solve(game)
        for _ in gametree.analyse(game, by="mcts-solver", nodes=100):
            break
        del game
    gc.collect()
    assert Counted.alive <= 1
