"""What all tests share."""

import pytest


@pytest.fixture
def pyspiel():
    """OpenSpiel, if it is installed."""
    return pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
