"""The garbage collector while trees pile up: it would walk what is alive anyway, again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Collect nothing meanwhile: that costs two to four times the work itself, and trees have no cycles."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            if not gc.get_freeze_count():
                # All that was made is old now, so the next collection of the young does not walk it.
                gc.freeze()
                gc.unfreeze()
            gc.enable()
