"""The package: its examples, its types, and its notebooks."""

import doctest
import importlib
import importlib.metadata
import inspect
import json
import os
import pathlib
import pkgutil
import re
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
    folder, settings = HERE.parent / "python" / "gametree", HERE.parent / "pyproject.toml"
    run("mypy", "--strict", "--config-file", str(settings), "--cache-dir", str(tmp_path), str(folder), str(user))


def test_the_stub_file_is_right():
    pytest.importorskip("mypy", reason="SKIPPED: mypy is not installed")
    run("mypy.stubtest", "gametree._native")


def test_strict_types_as_pyright_sees_them(tmp_path):
    """It reads the types more strictly than mypy; every public name has one that needs no guess."""
    pytest.importorskip("pyright", reason="SKIPPED: pyright is not installed")
    (tmp_path / "user.py").write_text((HERE / "typed_user.py").read_text())
    project = tmp_path / "pyrightconfig.json"
    source = str(HERE.parent / "python")
    project.write_text(json.dumps({"typeCheckingMode": "strict", "include": ["user.py"], "extraPaths": [source]}))
    # It asks the first Python that it finds where packages are.
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    environment = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1", "PATH": path}
    for arguments in (["--project", str(project)], ["--verifytypes", "gametree", "--ignoreexternal"]):
        command = [sys.executable, "-m", "pyright", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path)
        if "npm" in done.stderr or "nodeenv" in done.stderr:
            pytest.skip("SKIPPED: pyright cannot be fetched")
        assert done.returncode == 0, done.stdout + done.stderr


def test_every_keyword_is_explained():
    """A signature does not say what ``guess`` is."""
    for function in (
        *(getattr(gametree, name) for name in ("solve", "compare", "analyse", "arena", "player", "check")),
        gametree.Player.think,
        type(gametree.openspiel).__call__,
        type(gametree.openspiel).Bot,
    ):
        named = set(inspect.signature(function).parameters) - {"self"}
        explained = set(re.findall("``([a-z_]+)``", function.__doc__))
        assert named <= explained, (function.__qualname__, named - explained)


def test_what_is_published_says_whose_it_is():
    metadata = importlib.metadata.metadata("gametree")
    assert set(metadata.get_all("License-File")) == {"LICENSE-MIT", "LICENSE-APACHE"}
    assert metadata["License-Expression"] == "MIT OR Apache-2.0"
    assert metadata["Author"] and metadata["Keywords"] and metadata.get_all("Project-URL")
    assert {"notebook", "openspiel", "dev"} == set(metadata.get_all("Provides-Extra"))
    files = {str(file) for file in importlib.metadata.files("gametree")}
    assert any(name.endswith(".dist-info/licenses/LICENSE-MIT") for name in files), files
    wheel = importlib.metadata.distribution("gametree").read_text("WHEEL")
    assert "Tag: cp310-abi3-" in wheel, wheel


def test_the_readme_runs():
    """PyPI shows it: it stands alone, and what it says works."""
    readme = (HERE.parent / "README.md").read_text()
    assert "](../" not in readme and "](docs" not in readme, "links that lead nowhere from PyPI"
    blocks = re.findall("```python\n(.*?)```", readme, re.DOTALL)
    names = {}
    for block in blocks:
        if "openspiel" in block:
            pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
        exec(compile(block, "README.md", "exec"), names)
    assert len(blocks) >= 3


def shape_of(cell):
    """What a cell shows, whatever the numbers are: times and counts differ from run to run, and from version to version."""
    cell.outputs = [output for output in cell.outputs if output.get("name") != "stderr"]
    shown = ""
    for output in cell.outputs:
        text = output.get("text")
        if text is None:
            text = output.get("data", {}).get("text/plain", output.output_type)
            text = "\na picture\n" if text.startswith("<Analysis") else f"\n{text}\n"
        # What is printed may come in pieces.
        shown += text
    # A short time is printed as 9.8e-05, a longer one as 0.0001: both are one number.
    return " ".join(re.sub(r"[-\d.,%]+(?:e[-+]?\d+)?", "#", shown).split())


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_notebooks_run(file):
    nbformat = pytest.importorskip("nbformat", reason="SKIPPED: nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="SKIPPED: nbclient is not installed")
    pytest.importorskip("ipykernel", reason="SKIPPED: ipykernel is not installed")
    if "openspiel" in file.stem:
        pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
    notebook = nbformat.read(file, as_version=4)
    stored = [shape_of(cell) for cell in notebook.cells if cell.cell_type == "code"]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False).execute()
    if os.environ.get("UPDATE_NOTEBOOKS"):
        nbformat.write(notebook, file)
        return
    made = [shape_of(cell) for cell in notebook.cells if cell.cell_type == "code"]
    assert stored == made, "UPDATE_NOTEBOOKS=1 stores what they show now"
    drawn = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "data" in output and ("image/svg+xml" in output.data or "text/html" in output.data)
    ]
    assert drawn, "nothing was drawn"
