"""The package: its examples, its types, and its notebooks."""

import doctest
import importlib
import importlib.metadata
import pathlib
import pkgutil
import subprocess
import sys

import pytest

import gametree

HERE = pathlib.Path(__file__).parent
NOTEBOOKS = sorted((HERE.parent / "notebooks").glob("*.ipynb"))


def test_docstrings():
    ran = 0
    for module in pkgutil.iter_modules(gametree.__path__, "gametree."):
        if module.name != "gametree._native":
            outcome = doctest.testmod(importlib.import_module(module.name))
            assert outcome.failed == 0, module.name
            ran += outcome.attempted
    assert ran > 30


def test_everything_public_is_documented():
    for name in gametree.__all__:
        thing = getattr(gametree, name)
        assert (thing.__doc__ or type(thing).__doc__ or "").strip(), name


def test_whatever_a_game_may_define_is_passed_on_to_searches():
    public = {name for name, thing in vars(gametree.Game).items() if callable(thing) and not name.startswith("_")}
    assert public == {"start", *gametree._game._OPTIONAL}


def test_the_version_is_that_of_the_package():
    assert gametree.__version__ == importlib.metadata.version("gametree")


def run(*command):
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_are_strict(tmp_path):
    """Those of the package, and those of a program that uses it."""
    pytest.importorskip("mypy", reason="SKIPPED: mypy is not installed")
    user = tmp_path / "user.py"
    user.write_text((HERE / "typed_user.py").read_text())
    folder, settings = pathlib.Path(gametree.__file__).parent, HERE.parent / "pyproject.toml"
    run("mypy", "--strict", "--config-file", str(settings), "--cache-dir", str(tmp_path), str(folder), str(user))


def test_the_stub_file_is_right():
    pytest.importorskip("mypy", reason="SKIPPED: mypy is not installed")
    run("mypy.stubtest", "gametree._native")


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebooks_run(file):
    nbformat = pytest.importorskip("nbformat", reason="SKIPPED: nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="SKIPPED: nbclient is not installed")
    pytest.importorskip("ipykernel", reason="SKIPPED: ipykernel is not installed")
    if "openspiel" in file.stem:
        pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
    notebook = nbformat.read(file, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    drawn = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output and ("image/svg+xml" in output.data or "text/html" in output.data)
    ]
    assert drawn, "nothing was drawn"
