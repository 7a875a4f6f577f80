"""What all tests share."""

import resource

import pytest

# A search that takes all memory should end the tests, and nothing else.
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))


@pytest.fixture
def pyspiel():
    """OpenSpiel, if it is installed."""
    return pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
