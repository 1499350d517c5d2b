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
    global _unseen
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                # All that was made is old now, so the next collection of the young does not walk it. But the
                # collector does not count it either, and who compiles all day would never get a circle back.
                _unseen += gc.get_count()[0]
                gc.freeze()
                gc.unfreeze()
                if _unseen > MOST_UNSEEN:
                    _unseen = 0
                    gc.collect()
            gc.enable()
