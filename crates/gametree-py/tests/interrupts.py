"""Calls that are interrupted from outside, as by Ctrl-C."""

import gc
import os
import signal
import threading
import time

import pytest

import gametree

# 50 ms are promised. A loaded machine may be slower to wake up, but not each time.
SECONDS, TRIES = 0.5, 3


def interrupted(call, after=0.5):
    """The result of a call that is interrupted, which must end at once."""
    taken = []
    for _ in range(TRIES):
        result, seconds = _interrupted_once(call, after)
        taken.append(seconds)
        if seconds < SECONDS:
            break
    print(f"stopped {', '.join(f'{1000 * seconds:.0f}' for seconds in taken)} ms after the signal")
    assert min(taken) < SECONDS, taken
    return result


def _interrupted_once(call, after):
    sent = []
    # An exception in whatever Python runs when an object goes is lost.
    gc.collect()

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, interrupt)
    timer.start()
    with pytest.raises(gametree.Interrupted) as caught:
        call()
    taken = time.perf_counter() - sent[0]
    timer.join()
    return caught.value.result, taken
