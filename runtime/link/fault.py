"""What goes wrong in generated code, in the words of the rules: the play error, and the rule that was at work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.runtime import errors
from rulewright.runtime.link.source import FILE, Where

if TYPE_CHECKING:
    from rulewright.runtime.link.program import Program

NATIVE = (TypeError, IndexError, KeyError, ValueError, ZeroDivisionError, OverflowError, RecursionError, NameError, errors.RulesError)
"""What generated code raises where the rules ask for something that cannot be done."""

GENERATED_HELPERS = ("primitives.py", "namespace.py", "map.py", "moving.py", "domains.py", "drawing.py", "seeing.py")
"""Files whose functions are handed to generated code and fail on its values."""


def explained(program: Program, problem: Exception, where: Where | None = None) -> errors.RulesError:
    """Return the play error behind an exception of generated code, with the rule that was at work.

    An exception that did not come out of generated code is a fault of the referee, and is raised again.

    Args:
        where: the rule at work, if no generated code was.
    """
    deepest = ""
    trace = problem.__traceback__
    while trace is not None:
        deepest = trace.tb_frame.f_code.co_filename
        if deepest == FILE:
            where = program.where(trace.tb_lineno) or where
        trace = trace.tb_next
    if isinstance(problem, errors.RulesError):
        found = problem
    elif where is None or not (deepest == FILE or deepest.endswith(GENERATED_HELPERS)):
        raise problem
    elif isinstance(problem, NameError):
        # A name of the artifact that a statement reads before any has bound it; a helper that is not there is a fault.
        if not (isinstance(problem, UnboundLocalError) or re.fullmatch(r"[vx]\d+", problem.name or "")):
            raise problem
        found = errors.none_used()
    elif isinstance(problem, RecursionError):
        found = errors.over_limit("rules inside one another", 200)
    elif isinstance(problem, ZeroDivisionError):
        found = errors.divided_by_zero()
    elif isinstance(problem, ValueError) or (isinstance(problem, IndexError) and deepest == FILE):
        found = errors.of_nothing()
    elif isinstance(problem, IndexError) or (isinstance(problem, TypeError) and "None" not in str(problem)):
        found = errors.wrong_value("an operation")
    else:
        found = errors.none_used()
    if where is not None and found.place is None:
        files = program.document["files"]
        at = where.at
        place = None if at is None or not 0 <= at[0] < len(files) else (files[at[0]], at[1], at[2], at[3])
        kind = errors.LimitError if isinstance(found, errors.LimitError) else errors.RulesError
        found = kind(found.code, f"{where.owner}: {found.message}", cites=found.cites or where.cites, help=found.help, place=place)
    return found
