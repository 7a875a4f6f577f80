"""Games of OpenSpiel: as they are, and translated."""

import json
import random
import subprocess
import sys
import weakref

import pytest
from cases import cases

import gametree

SAME = [
    "tic_tac_toe",
    "connect_four",
    "connect_four(rows=4,columns=5)",
    "breakthrough",
    "breakthrough(rows=6,columns=5)",
    "breakthrough(rows=7,columns=3)",
    "othello",
    "nim",
    "nim(pile_sizes=2;4;6,is_misere=False)",
    "hex(board_size=3)",
    "hex(board_size=5)",
    "dots_and_boxes",
    "dots_and_boxes(num_rows=2,num_cols=3)",
    "dots_and_boxes(num_rows=3,num_cols=2,utility_margin=True)",
    "mnk(m=5,n=4,k=3)",
    "mnk(m=3,n=6,k=3)",
    "gomoku(size=5,connect=4)",
    "mancala",
]
GAMES_EACH = cases(150, 12)


@pytest.mark.parametrize("name", SAME)
def test_translated_games_have_the_same_rules(pyspiel, name):
    """Random games: the same mover, the same moves, and the same returns at the end."""
    spiel = pyspiel.load_game(name)
    game = gametree.openspiel(spiel)
    assert isinstance(game, gametree.NativeSpiel), name
    rules, translation = game.native._rules, game._rules
    for seed in GAMES_EACH:
        draw, state = random.Random(seed), spiel.new_initial_state()
        while True:
            look = rules.look(game.text(state))
            if state.is_terminal():
                assert look["turn"] is None
                assert translation.value(look["value"]) == state.returns()[0]
                break
            assert {"max": 0, "min": 1}[look["turn"]] == state.current_player()
            actions = state.legal_actions()
            assert sorted(look["moves"]) == sorted(translation.text(state, action) for action in actions)
            state.apply_action(draw.choice(actions))


def minimax(state):
    if state.is_terminal():
        return state.returns()[0]
    if state.is_chance_node():
        return sum(p * minimax(state.child(a)) for a, p in state.chance_outcomes())
    return (max, min)[state.current_player()](minimax(state.child(a)) for a in state.legal_actions())


SMALL = [
    ("tic_tac_toe", 3),
    ("nim(pile_sizes=1;2;3)", 0),
    ("nim(pile_sizes=2;2;2,is_misere=False)", 0),
    ("hex(board_size=3)", 2),
    ("hex(board_size=2,swap=True)", 0),
    ("hex(board_size=3,swap=True)", 2),
    ("clobber(rows=3,columns=3)", 0),
    ("dots_and_boxes(num_rows=1,num_cols=2)", 0),
    ("breakthrough(rows=3,columns=2)", 0),
    ("connect_four(rows=4,columns=4)", 8),
    ("mnk(m=3,n=3,k=3)", 3),
    ("oware(num_houses_per_player=2,num_seeds_per_house=1)", 0),
    ("y(board_size=3)", 0),
    ("havannah(board_size=2)", 1),
    ("pig(winscore=4,diceoutcomes=3,horizon=6)", 0),
]


@pytest.mark.parametrize("name,plies", SMALL)
def test_values_are_those_of_minimax(pyspiel, name, plies):
    spiel = pyspiel.load_game(name)
    for seed in range(4):
        draw, state = random.Random(seed), spiel.new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(draw.choice(state.legal_actions()))
        right = minimax(state)
        for keywords in ({}, {"native": False}, {"native": False, "key": "history"}):
            found = gametree.solve(gametree.openspiel(spiel, **keywords), state)
            assert found.value == pytest.approx(right, abs=1e-9), keywords
            if found.move is not None and not state.is_chance_node():
                assert minimax(state.child(found.move)) == pytest.approx(right, abs=1e-9)


@pytest.mark.parametrize(
    "name",
    [
        "tic_tac_toe",
        "connect_four(rows=4,columns=4)",
        "breakthrough(rows=4,columns=3)",
        "hex(board_size=3)",
        "hex(board_size=2,swap=True)",
        "hex(board_size=3,swap=True)",
        "nim",
        "mancala",
        "othello",
        "dots_and_boxes(num_rows=2,num_cols=2)",
        "clobber(rows=3,columns=4)",
        "pentago",
        "mnk(m=3,n=4,k=3)",
        "gomoku(size=4,connect=3)",
        "pig(winscore=5,diceoutcomes=3,horizon=9)",
        "einstein_wurfelt_nicht",
        "backgammon",
    ],
)
def test_texts_name_states(pyspiel, name):
    """States with the same key, from different paths, have the same mover, moves, returns and successors' keys."""
    spiel = pyspiel.load_game(name)
    key = gametree.openspiel(spiel, native=False, key="auto")._key
    draw, seen, again = random.Random(1), {}, 0
    # Stones are set up at random; from one set-up, paths meet again.
    setup = [0, 0] if name.startswith("einstein") else []
    for _ in range(300):
        state = spiel.new_initial_state()
        for action in setup:
            state.apply_action(action)
        while True:
            over = state.is_terminal()
            moves = () if over else tuple(state.legal_actions())
            after = tuple(key(state.child(move)) for move in moves[:6])
            facts = (state.current_player(), moves, tuple(state.returns()) if over else None, after)
            known = seen.setdefault(key(state), (facts, state.history()))
            again += known[1] != state.history()
            assert known[0] == facts, (state.history(), known[1])
            if over or len(state.history()) > 12:
                break
            state.apply_action(draw.choice(moves))
    assert again > 0 or name in ("pentago", "othello", "mancala", "backgammon")


def test_pig_is_known_with_its_limit_and_without(pyspiel):
    limited = gametree.openspiel("pig(winscore=4,diceoutcomes=3,horizon=8)")
    found = gametree.solve(limited, algorithm="star1")
    assert found.value == pytest.approx(minimax(limited.start()), abs=1e-9)
    plain = gametree.solve(limited, algorithm="star1", store="plain")
    assert 2 * found.counts.nodes < plain.counts.nodes
    # Without it play may go on forever: about the same value with a distant limit.
    endless = gametree.solve(gametree.openspiel("pig(winscore=4,diceoutcomes=3)", cycles=True))
    distant = gametree.solve(gametree.openspiel("pig(winscore=4,diceoutcomes=3,horizon=60)"))
    assert endless.algorithm == "rollout:best-first" and endless.value == pytest.approx(distant.value, abs=1e-6)
    # OpenSpiel's own limit is never reached by those who want to win.
    told = gametree.openspiel("pig(winscore=10)")
    assert told.cycles and gametree.solve(told, time=60).stop == "closed"
    assert not gametree.openspiel("pig(winscore=10)", cycles=False).cycles
    assert not gametree.openspiel("pig(winscore=10)", key="history").cycles
    assert not limited.cycles
    with pytest.raises(ValueError, match="cycles=True needs key="):
        gametree.openspiel("yacht", cycles=True)


@pytest.mark.parametrize("limit", [{"time": 1000}, {"nodes": 10**9}, {"leaves": 10**9}, {"memory": "200MB"}])
def test_a_limit_that_is_not_reached_changes_nothing(pyspiel, limit):
    for name in ("breakthrough(rows=4,columns=3)", "y(board_size=3)", "pig(winscore=4,diceoutcomes=3,horizon=6)"):
        game = gametree.openspiel(name, native=False)
        found = [gametree.solve(game, **limits) for limits in ({}, limit)]
        assert found[0].algorithm == found[1].algorithm, name
        work = [(run.counts.nodes, run.counts.leaves, run.counts.plays) for run in found]
        assert work[0] == work[1], name


def test_texts_are_compared_as_keys_in_python_would_be(pyspiel):
    """Rust names states by texts and movers without a function in Python: with one, the same search is made."""
    for name in ("tic_tac_toe", "connect_four(rows=4,columns=4)", "hex(board_size=3,swap=True)", "mancala"):
        found = [
            gametree.solve(gametree.openspiel(name, native=False, key=key), algorithm="alphabeta", nodes=20_000)
            for key in (None, lambda state: (str(state), state.current_player()))
        ]
        for count in ("plays", "expansions", "nodes"):
            assert getattr(found[0].counts, count) == getattr(found[1].counts, count), (name, count)


def test_ends_are_not_named_and_few_states_are_kept(pyspiel):
    """Both would take more time than anything else that is asked."""
    made, most = [], 0

    def key(state):
        nonlocal most
        assert not state.is_terminal()
        made.append(weakref.ref(state))
        if len(made) % 1000 == 0:
            most = max(most, sum(state() is not None for state in made))
        return str(state), state.current_player()

    found = gametree.solve(gametree.openspiel("connect_four(rows=4,columns=4)", native=False, key=key))
    assert found.value == 0 and len(made) > 8000 and 0 < most < 1000
    # States that were forgotten are made again.
    game = gametree.openspiel("connect_four(rows=4,columns=4)", native=False)
    assert gametree.solve(game, algorithm="mtd-bi").value == gametree.solve(game, algorithm="rollout:leftmost").value == 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "clobber(rows=3,columns=4)", "pig(winscore=20)"])
@pytest.mark.parametrize("playout", ["random", "informed"])
def test_playouts_are_random_games_of_which_nothing_is_kept(pyspiel, name, playout):
    game = gametree.openspiel(name, native=False)

    def sampled(check):
        return gametree.solve(game, algorithm=f"mcts:playout={playout}", nodes=200, check=check)

    # If everything is checked, they go from node to node, as searches do.
    fast, slow = sampled(False), sampled(True)
    assert [(move.visits, move.mean) for move in fast.moves] == [(move.visits, move.mean) for move in slow.moves]
    assert fast.mean == slow.mean and fast.counts.expansions < slow.counts.expansions


def test_moves_that_refuted_others_are_tried_first_if_no_algorithm_is_named(pyspiel):
    for name in ("breakthrough(rows=5,columns=3)", "hex(board_size=3)"):
        game = gametree.openspiel(name, native=False)
        learned, plain = gametree.solve(game), gametree.solve(game, algorithm="alphabeta")
        assert learned.value == plain.value and 1.3 * learned.counts.plays < plain.counts.plays
        # The order in which moves are listed is the game's.
        listed = gametree.solve(game, all_moves=True).moves
        assert sorted(move.move for move in listed) == game.start().legal_actions()


def test_other_games_are_refused_with_the_reason(pyspiel):
    for name, reason in [
        ("kuhn_poker", "imperfect information"),
        ("matrix_pd", "same time"),
        ("chinese_checkers(players=3)", "3 players"),
        ("goofspiel", "same time"),
    ]:
        with pytest.raises(ValueError, match=reason):
            gametree.openspiel(pyspiel.load_game(name))
    with pytest.raises(TypeError, match="takes a game of OpenSpiel"):
        gametree.openspiel(3)
    with pytest.raises(TypeError, match="gametree.openspiel"):
        gametree.solve(pyspiel.load_game("tic_tac_toe"))


def test_positions_of_other_games_are_refused(pyspiel):
    game = gametree.openspiel(pyspiel.load_game("tic_tac_toe"))
    with pytest.raises(ValueError, match="is none of"):
        gametree.solve(game, pyspiel.load_game("hex").new_initial_state())
    with pytest.raises(ValueError, match="not a legal action"):
        gametree.solve(game, [99])
    with pytest.raises(TypeError, match="one of its states"):
        gametree.solve(game, "5")
    assert gametree.solve(game, [4, 1, 0]).turn == "min"


def test_results_are_translated(pyspiel):
    spiel = pyspiel.load_game("connect_four(rows=4,columns=5)")
    state = spiel.new_initial_state()
    state.apply_action(2)
    found = gametree.solve(gametree.openspiel(spiel), state, all_moves=True)
    assert found.value in (-1, 0, 1) and found.move in state.legal_actions()
    assert all(move.optimal == (move.value == found.value) for move in found.moves)
    assert sorted(move.move for move in found.moves) == state.legal_actions()
    walk = state.clone()
    for action in found.pv:
        walk.apply_action(action)
    assert walk.is_terminal() and walk.returns()[0] == found.value


def test_the_second_player_wins_hex_if_it_may_swap(pyspiel):
    found = gametree.solve(gametree.openspiel("hex(board_size=3,swap=True)"))
    assert (found.value, found.stop, found.basis) == (-1, "closed", "proof")


@pytest.mark.parametrize(
    "name,plies",
    [("othello", 54), ("mancala", 34), ("dots_and_boxes(num_rows=2,num_cols=2)", 4), ("connect_four(rows=4,columns=4)", 6)],
)
def test_optimal_moves_are_those_with_the_translated_value(pyspiel, name, plies):
    """The catalogue counts by how much a game is won; here, every move that wins is optimal."""
    spiel, several = pyspiel.load_game(name), 0
    game = gametree.openspiel(spiel)
    for seed in range(12):
        draw, state = random.Random(100 + seed), spiel.new_initial_state()
        for _ in range(plies):
            if not state.is_terminal():
                state.apply_action(draw.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        found = gametree.solve(game, state, all_moves=True)
        assert [move.optimal for move in found.moves] == [move.value == found.value for move in found.moves]
        assert found.move in [move.move for move in found.moves if move.optimal]
        several += sum(move.optimal for move in found.moves) > 1
    assert several > 0


def test_results_keep_their_position(pyspiel):
    """States of OpenSpiel change when an action is applied; what was found belongs to the state as it was."""
    for keywords in ({}, {"native": False}):
        game = gametree.openspiel("tic_tac_toe", **keywords)
        state = game.spiel.new_initial_state()
        state.apply_action(4)
        found, analysis = gametree.solve(game, state), gametree.analyse(game, state)
        thought = gametree.player("mcts:nodes=50", game).think(state)
        state.apply_action(0)
        assert found.position.history() == thought.position.history() == [4]
        *_, last = analysis
        assert last.position.history() == [4] and last.move == last.pv[0]
        assert json.loads(json.dumps(found.to_dict()))["position"] == "4"
        assert json.loads(json.dumps(gametree.solve(game, [4]).to_dict()))["position"] == [4]


def test_bots_play_in_tools_of_openspiel(pyspiel):
    for native in (True, False):
        game = pyspiel.load_game("tic_tac_toe")
        bots = [gametree.openspiel.Bot("mcts-solver:nodes=300", native=native), pyspiel.make_uniform_random_bot(1, 7)]
        returns = [pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)[0] for seed in range(6)]
        assert sum(returns) >= 3 and min(returns) >= 0


def test_all_games_are_listed(pyspiel):
    table = gametree.openspiel.games()
    rows = {row["game"]: row for row in table.to_dicts()}
    assert len(rows) == len(pyspiel.registered_games())
    assert rows["othello"]["native"] == "othello:8" and rows["chess"]["searched"]
    assert "imperfect" in rows["kuhn_poker"]["reason"]
    assert all(row["searched"] or row["reason"] for row in rows.values())


def test_every_game_that_loads_is_searched(pyspiel):
    """A few nodes of each, by a search that samples: no crash, and a legal move."""
    slow = {"hive", "maedn"}
    for row in gametree.openspiel.games().to_dicts():
        if not row["searched"] or row["game"] in slow:
            continue
        spiel = pyspiel.load_game(row["game"])
        game = gametree.openspiel(spiel, native=False)
        found = gametree.solve(game, algorithm="mcts", nodes=10, time=0.5)
        state = spiel.new_initial_state()
        if not state.is_chance_node():
            assert found.move in state.legal_actions(), row


def test_arena_and_analysis(pyspiel):
    game = gametree.openspiel("clobber(rows=3,columns=3)")
    match = gametree.arena(game, ["mcts-solver:nodes=100", "random"], games=6)
    assert match.finished == 6
    assert list(gametree.analyse(game, by="mcts-solver", nodes=500))[-1].lower <= 1


@pytest.mark.parametrize("native", [True, False])
def test_moves_have_names_in_results_and_positions(pyspiel, native):
    game = gametree.openspiel("tic_tac_toe", native=native)
    assert game == gametree.openspiel("tic_tac_toe", native=native) and len({game, gametree.openspiel("hex")}) == 2
    found = gametree.solve(game, ["x(0,0)", "o(1,0)"], all_moves=True)
    assert found.value == gametree.solve(game, [0, 3]).value
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    state.apply_action(0)
    state.apply_action(3)
    names = {action: state.action_to_string(action) for action in state.legal_actions()}
    assert {move.move: move.text for move in found.moves} == names
    assert found.move_text == names[found.move] == found.pv_text[0] and found.move_text in repr(found)
    assert len(found.pv_text) == len(found.pv) and found.pv_text[1].startswith("o(")
    assert gametree.player("mcts:nodes=50", game).think([0]).move_text.startswith("o(")
    table = gametree.Table([found])
    assert found.move_text in repr(table) and table.to_dicts()[0]["pv_text"] == list(found.pv_text)


def test_names_of_the_adapter_can_be_imported(pyspiel):
    code = """
import gametree.openspiel
from gametree.openspiel import Bot, NativeSpiel, OpenSpiel, SpielGame, games
import gametree as g
assert g.openspiel is gametree.openspiel and isinstance(g.openspiel("hex(board_size=3)"), NativeSpiel)
assert isinstance(g.openspiel("clobber"), SpielGame) and isinstance(g.openspiel, OpenSpiel)
assert any(row["game"] == "hex" for row in games()) and Bot("random").step
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_errors_say_what_would_be_right(pyspiel):
    for call, error, message in [
        (lambda: gametree.openspiel("hexx"), ValueError, r"no game 'hexx'; did you mean 'hex'\?"),
        (lambda: gametree.openspiel("qqq"), ValueError, r"no game 'qqq'; gametree.openspiel.games\(\) lists all"),
        (lambda: gametree.solve(gametree.openspiel("tic_tac_toe"), ["x(0,0)", 0]), ValueError, r"after x\(0,0\); legal are 1 \(o\(0,1\)\)"),
        (lambda: gametree.solve(gametree.openspiel("tic_tac_toe"), ["y"]), ValueError, "'y' is not a legal action of .* after the start"),
    ]:
        with pytest.raises(error, match=message) as caught:
            call()
        assert len(str(caught.value)) < 400
