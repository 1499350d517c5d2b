"""The garbage collector while trees pile up: it would walk what is alive anyway, again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

MOST_UNSEEN = 1_000_000

_unseen = 0


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect nothing meanwhile: that costs two to four times the work itself, and trees have no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            try:
                if not gc.get_freeze_count():
                    _hide()
            finally:
                gc.enable()


def _hide() -> None:
    """Call all that was made old, so that the next collection of the young does not walk it.

    The collector does not count it then, and who compiles all day would never get a circle back.
    """
    global _unseen
    _unseen += gc.get_count()[0]
    gc.freeze()
    gc.unfreeze()
    if _unseen > MOST_UNSEEN:
        _unseen = 0
        gc.collect()
