"""Plays a ruleset's artifact: a referee that offers decisions, throws dice and hides what is hidden."""

if __name__ != "rulewright.runtime":
    raise ImportError("import this package as rulewright.runtime; run: pip install -e .")

from rulewright.runtime.decisions import Decision
from rulewright.runtime.errors import (
    IllegalChoice,
    LimitError,
    LinkError,
    RecordError,
    Refusal,
    RulesError,
    RulewrightError,
)
from rulewright.runtime.game import Game
from rulewright.runtime.link import Program, link
from rulewright.runtime.play import play_out
from rulewright.runtime.record import Recorder, replay, write_record

__all__ = [
    "Decision",
    "Game",
    "IllegalChoice",
    "LimitError",
    "LinkError",
    "Program",
    "RecordError",
    "Recorder",
    "Refusal",
    "RulesError",
    "RulewrightError",
    "link",
    "play_out",
    "replay",
    "write_record",
]
