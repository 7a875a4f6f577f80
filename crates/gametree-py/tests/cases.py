"""How many cases tests run: some by default, all with ``GAMETREE_TESTS=full``, as the tests of the other crates do."""

import os

FULL = os.environ.get("GAMETREE_TESTS") == "full"


def cases(every: int, some: int) -> range:
    """The numbers of the cases to run."""
    return range(every if FULL else some)
