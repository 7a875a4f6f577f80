"""What all tests share."""

import resource
import signal

import pytest

# A search that takes all memory should end the tests, and nothing else.
resource.setrlimit(resource.RLIMIT_AS, (12 << 30, 12 << 30))

# A shell starts programs in the background with interrupts ignored, and then Python ignores them, too: tests of interrupts
# would wait forever.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def pyspiel():
    """OpenSpiel, if it is installed."""
    return pytest.importorskip("pyspiel", reason="SKIPPED: open_spiel is not installed")
