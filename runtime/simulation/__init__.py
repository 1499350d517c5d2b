"""Many games between bots: played by several processes or machines, kept in a folder, counted and compared."""

from rulewright.runtime.simulation.columns import Column, Columns
from rulewright.runtime.simulation.intervals import share
from rulewright.runtime.simulation.playing import Row, play_one

__all__ = ["Column", "Columns", "Row", "play_one", "share"]
