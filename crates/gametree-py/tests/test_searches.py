"""Comparisons, analyses, players, matches and certificates."""

import os
import subprocess
import sys
import threading
import time
import types
import warnings

import pytest
from interrupts import interrupted

import gametree


def test_all_algorithms_agree():
    table = gametree.compare("random:b=3,d=5,seed=4")
    assert len(table) > 10 and len({row.value for row in table}) == 1
    base = next(row for row in table if row.algorithm == "alphabeta")
    assert base.relative == 1.0
    chancy = gametree.compare("random:b=3,d=4,leaves=0..9,chance=0.8")
    values = [row.value for row in chancy]
    assert max(values) == pytest.approx(min(values))
    assert "alphabeta" in repr(table) and "<table>" in table._repr_html_()


def test_tables_become_frames():
    table = gametree.compare("nim:1-2", algorithm=["alphabeta", "scout", "mtd-f"], guess=1)
    pandas = pytest.importorskip("pandas", reason="SKIPPED: pandas is not installed")
    frame = table.to_pandas()
    assert list(frame["algorithm"]) == [row.algorithm for row in table] and isinstance(frame, pandas.DataFrame)


def test_tables_become_frames_of_polars():
    polars = pytest.importorskip("polars", reason="SKIPPED: polars is not installed")
    # Values are missing in the first rows, and whole numbers are followed by fractions.
    rows = [{"value": None, "relative": 1}] * 150 + [{"value": 0.5, "relative": 1.5}]
    frame = gametree.Table(rows).to_polars()
    assert isinstance(frame, polars.DataFrame) and frame["value"][150] == 0.5 and frame["relative"][150] == 1.5
    table = gametree.compare("random:b=2,d=3,leaves=0..9,chance=0.5", algorithm=["fsss", "bounded-alphabeta"])
    assert list(table.to_polars()["algorithm"]) == [row.algorithm for row in table]


@pytest.mark.parametrize("by", [None, "mcts-solver"])
def test_an_interrupted_analysis_keeps_its_last_snapshot(by):
    begun = []

    def analyse():
        begun.append(gametree.analyse("connect4:7x6", by=by, time=60, every=0.05))
        list(begun[-1])

    found = interrupted(analyse)
    assert found.stop == "interrupted" and found.counts.nodes > 1000 and found is begun[-1].snapshots[-1]
    assert list(begun[-1]) == []


@pytest.mark.parametrize("player", ["solver:time=60s", "mcts-solver:nodes=1G", "mcts-solver:nodes=200"])
def test_an_interrupted_match_ends_at_once_and_keeps_the_games_that_are_finished(player):
    found = interrupted(lambda: gametree.arena("connect4:7x6", [player, "random"], games=100_000))
    assert (found.finished > 0) == (player == "mcts-solver:nodes=200")


class Display:
    """What IPython's display does, noted."""

    def __init__(self):
        self.shown = []

    def __call__(self, thing, display_id):
        assert display_id is True
        self.update(thing)
        return self

    def update(self, thing):
        self.shown.append(thing._repr_svg_())


def test_an_analysis_is_shown_while_it_runs(monkeypatch):
    display = Display()
    module = types.ModuleType("IPython.display")
    module.display = display
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    analysis = gametree.analyse("connect4:6x5", by="mcts-solver", time=0.5, every=0.05)
    found = analysis.show()
    assert found is analysis.snapshots[-1] and found.stop in ("time", "closed")
    assert len(display.shown) >= 3 and all("<svg" in drawing for drawing in display.shown)
    monkeypatch.setitem(sys.modules, "IPython.display", None)
    with pytest.raises(ImportError, match="needs IPython"):
        gametree.analyse("nim:1-2").show()


def test_an_analysis_is_shown_by_ipython():
    pytest.importorskip("IPython", reason="SKIPPED: IPython is not installed")
    code = "import gametree; print('value', gametree.analyse('nim:1-2').show().value)"
    command = [sys.executable, "-m", "IPython", "--quick", "--no-banner", "--colors=NoColor", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "value 1" in done.stdout, done.stdout + done.stderr
    assert "<Analysis of nim:1-2, " in done.stdout


def test_an_analysis_is_an_iterator_of_snapshots():
    shots = list(gametree.analyse("connect4:7x6", by="mcts-solver", nodes=60_000, every=0.001))
    assert len(shots) > 1 and shots[-1].stop == "nodes"
    assert all(shot.stop == "running" for shot in shots[:-1])
    assert shots[0].counts.nodes <= shots[-1].counts.nodes and shots[-1].moves
    widths = [shot.upper - shot.lower for shot in gametree.analyse("connect4:5x4", by="mtd-bi", every=0.001)]
    assert widths == sorted(widths, reverse=True) and widths[-1] == 0


def test_an_analysis_can_be_left():
    before = threading.active_count()
    with gametree.analyse("connect4:7x6") as analysis:
        next(analysis)
    for _ in range(20):
        next(gametree.analyse("connect4:7x6", by="mcts-solver", time=60))
    analysis.close()
    assert list(analysis) == []
    assert threading.active_count() == before
    assert "<svg" in analysis._repr_svg_()


def test_players_find_wins():
    player = gametree.player("mcts-solver:nodes=3000", "tictactoe")
    assert player.move("1 2 4 5") == "7"
    assert gametree.player("alphabeta:depth=3,time=10s", "connect4:7x6").move("112233") == "4"
    with pytest.raises(ValueError, match="did you mean"):
        gametree.player("mcts-solvr", "tictactoe")
    with pytest.raises(ValueError, match="over"):
        player.move("1 2 4 5 7")
    with pytest.raises(ValueError):
        gametree.player("alphabeta", "pig:10")


def test_matches_can_be_repeated_and_recorded(tmp_path):
    keywords = {"games": 10, "seed": 3, "openings": "random:2"}
    players = ["mcts-solver:nodes=300", "mcts:nodes=100", "random"]
    first, second = (gametree.arena("connect4:5x4", players, threads=n, **keywords) for n in (1, 2))
    assert first == second and first.finished == 30 and len(first.pairs) == 3
    file = tmp_path / "games.jsonl"
    gametree.arena("connect4:5x4", players, out=file, **keywords)
    assert len(file.read_text().splitlines()) == 31
    assert gametree.arena("connect4:5x4", players[:2], games=4, openings=["33", "1"]).finished == 4
    # In a list nothing is a comment: this drawing begins with #.
    drawn = ["#../#../...", "start"]
    assert gametree.arena("domineering:3x3", players[:2], games=4, openings=drawn).finished == 4
    with pytest.raises(ValueError, match="number 2"):
        gametree.arena("domineering:3x3", players[:2], games=4, openings=["start", "# no comment"])
    for wrong in ({"games": 3}, {"openings": "random:x"}, {"openings": ["99"]}, {"sprt": "x"}):
        with pytest.raises(ValueError):
            gametree.arena("connect4:5x4", players[:2], **{**keywords, **wrong})
    with pytest.raises(ValueError, match="two players"):
        gametree.arena("connect4:5x4", players[:1])


def test_leaves_that_were_rounded_are_said_to_be():
    with pytest.warns(UserWarning, match="rounded"):
        assert gametree.solve(gametree.Tree({"max": [2**53 + 1, 0]})).value == 2**53
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gametree.solve(gametree.Tree({"max": [0.1, 2**60]})).value == 2**60
    with pytest.raises(ValueError, match="a leaf is worth 5"):
        gametree.solve(gametree.Tree({"max": [1, {"min": [0, 5]}]}), range=(0, 1))


def test_an_answer_that_rests_on_a_stated_range_says_so():
    rests = "this holds only if all leaves are in the stated range"
    false = gametree.solve("tictactoe", range=(0.5, 1))
    assert false.value == 1 and false.note == rests and rests in false._repr_html_()
    assert false.to_dict()["note"] == rests
    assert gametree.solve("tictactoe", range=(0.5, 1), progress=lambda _: None).note == rests
    assert gametree.solve("tictactoe", range=(-5, 5)).note is None
    assert gametree.solve("tictactoe").note is None


def test_certificates_are_written_and_checked(tmp_path):
    file = tmp_path / "proof.gtc"
    found = gametree.solve("connect4:4x4", certificate=file)
    assert found.value == 0 and found.certificate == str(file)
    checked = gametree.check(file)
    assert checked.accepted and (checked.lower, checked.upper) == (0, 0) and not checked.trusts_facts
    assert gametree.check(file, "connect4:4x4").accepted
    assert not gametree.check(file, "connect4:5x4").accepted
    assert os.listdir(tmp_path) == ["proof.gtc"]
    tree = gametree.tree({"max": [3, {"min": [1, 5]}]})
    gametree.solve(tree, certificate=file)
    with pytest.raises(ValueError, match="about a tree"):
        gametree.check(file)
    assert gametree.check(file, tree).accepted
    assert not gametree.check(file, gametree.tree({"max": [2, {"min": [1, 5]}]})).accepted


def test_certificates_do_not_overwrite_other_files(tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("dear reader")
    with pytest.raises(ValueError, match="is not a certificate"):
        gametree.solve("nim:1-2", certificate=file)
    assert file.read_text() == "dear reader"
    with pytest.raises(ValueError):
        gametree.check(file)
    gametree.solve("nim:1-2", certificate=file, force=True)
    assert gametree.check(file).accepted
    with pytest.raises(FileNotFoundError):
        gametree.check(tmp_path / "nothing")
    with pytest.raises(ValueError, match="estimate"):
        gametree.solve("connect4:7x6", certificate=file, depth=3)


def test_two_searches_run_at_the_same_time():
    """Each takes half a second of wall time; one after the other they would take a second, on any machine."""

    def seconds():
        work = lambda: gametree.solve("connect4:7x6", algorithm="solver", threads=1, time=0.5)  # noqa: E731
        begun = time.perf_counter()
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return time.perf_counter() - begun

    assert any(seconds() < 0.9 for _ in range(3))


def test_a_better_proof_is_kept(tmp_path):
    file = tmp_path / "proof.gtc"
    exact = gametree.solve("connect4:4x4", certificate=file)
    proof = file.read_bytes()
    with pytest.raises(ValueError, match="already holds a better proof"):
        gametree.solve("connect4:4x4", nodes=10, certificate=file)
    with pytest.raises(ValueError, match="already holds a better proof"):
        gametree.solve("connect4:4x4", trust_facts=True, certificate=file)
    assert file.read_bytes() == proof and gametree.check(file).accepted
    # As good a proof may replace it, and one of another position or game, and any by force.
    gametree.solve("connect4:4x4", certificate=file)
    wider = gametree.solve("connect4:4x4", nodes=10, certificate=file, force=True)
    assert (wider.lower, wider.upper) != (exact.lower, exact.upper)
    gametree.solve("connect4:4x4", certificate=file)
    gametree.solve("connect4:4x4", "1", nodes=10, certificate=file)
    gametree.solve("nim:1-2", certificate=file)
    assert gametree.check(file).game == "nim:1-2"
    # What claims more and is no proof does not count.
    gametree.solve("connect4:4x4", certificate=file, force=True)
    forged = bytearray(file.read_bytes())
    forged[-1] ^= 1
    file.write_bytes(forged)
    gametree.solve("connect4:4x4", nodes=10, certificate=file)
    assert gametree.check(file).accepted


class Countdown(gametree.Game):
    """Large enough to be followed for a while."""

    range = (0, 100)

    def start(self):
        return (18, "max")

    def turn(self, state):
        return state[1] if state[0] > 0 else hash(state) % 100

    def moves(self, state):
        return [1, 2, 3]

    def play(self, state, taken):
        return (state[0] - taken, "min" if state[1] == "max" else "max", state)


@pytest.mark.parametrize("game", ["random:b=4,d=9,leaves=0..100", Countdown()], ids=["catalogue", "python"])
@pytest.mark.parametrize("algorithm", [None, "alphabeta", "mcts-solver:seed=3"])
def test_a_search_that_is_followed_has_the_same_answer(game, algorithm):
    limits = {"algorithm": algorithm, "threads": 1, **({"nodes": 3000} if algorithm and "mcts" in algorithm else {})}
    seen = []
    followed = gametree.solve(game, progress=seen.append, **limits)
    plain = gametree.solve(game, **limits)
    for field in ("value", "lower", "upper", "move", "pv", "stop", "mean", "algorithm"):
        assert getattr(followed, field) == getattr(plain, field), field
    assert followed.counts == plain.counts and seen[-1] == followed
    assert all(shot.stop == "running" for shot in seen[:-1])
    assert all(one.counts.nodes <= other.counts.nodes for one, other in zip(seen, seen[1:]))


def test_whoever_follows_may_stop_a_search():
    for game in ("connect4", Countdown()):
        begun = time.perf_counter()
        with pytest.raises(ZeroDivisionError):
            gametree.solve(game, time=20, progress=lambda shot: 1 / 0)
        found = interrupted(lambda game=game: gametree.solve(game, time=20, algorithm="alphabeta", progress=print))
        assert found.lower <= found.upper and time.perf_counter() - begun < 10


def test_matches_and_comparisons_are_followed():
    seen = []
    gametree.arena("tictactoe", ["random", "random", "random"], games=4, progress=lambda *numbers: seen.append(numbers))
    assert seen == [(n, 12) for n in range(1, 13)]
    with pytest.raises(ZeroDivisionError):
        gametree.arena("tictactoe", ["random", "random"], games=1000, progress=lambda finished, games: 1 / 0)
    names = []
    gametree.compare("nim:3-4", algorithm=["alphabeta", "scout"], progress=lambda shot: names.append(shot.algorithm))
    assert list(dict.fromkeys(names)) == ["alphabeta", "scout"]


def test_progress_is_shown_in_a_line(capfd):
    gametree.solve("connect4", nodes=20_000, progress=True)
    shown = capfd.readouterr().err
    assert "100% |████████████████████|" in shown and "nodes/s" in shown and shown.startswith("\r") and shown.endswith("\n")
    gametree.solve("connect4:4x4", progress=True)
    assert "value 0," in capfd.readouterr().err
    gametree.compare("nim:3-4", algorithm=["alphabeta", "scout"], progress=True)
    shown = capfd.readouterr().err
    assert "alphabeta value" in shown and "scout value" in shown
    gametree.arena("tictactoe", ["random", "random"], games=10, progress=True)
    assert "10 of 10 games" in capfd.readouterr().err


def test_progress_in_a_notebook_is_one_output_that_changes():
    nbformat = pytest.importorskip("nbformat", reason="SKIPPED: nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="SKIPPED: nbclient is not installed")
    pytest.importorskip("ipykernel", reason="SKIPPED: ipykernel is not installed")
    code = "import gametree\ngametree.solve('connect4', nodes=20_000, progress=True)\nNone"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    nbclient.NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    outputs = [output for output in notebook.cells[0].outputs if output.output_type == "display_data"]
    assert len(outputs) == 1 and "100% |" in outputs[0].data["text/plain"]
