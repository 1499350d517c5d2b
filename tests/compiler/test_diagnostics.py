"""Problems are values: collected, ordered, capped, and stopped at the gate."""

import pickle

import pytest

from rulewright.compiler.diagnostics import KEPT_PER_FILE, CompileFailed, Diagnostic, Problems, Severity
from rulewright.compiler.source import SourceFile


def at(file: int, line: int, column: int = 1, severity: Severity = "error") -> Diagnostic:
    return Diagnostic("RW0301", severity, f"{file}:{line}:{column}", span=(file, line, column, 1))


def test_warnings_pass_the_gate_and_errors_do_not() -> None:
    problems = Problems()
    problems.add(at(0, 1, severity="warning"))
    assert problems.gate("a tree") == "a tree"
    problems.add(at(0, 2))
    with pytest.raises(CompileFailed) as failure:
        problems.gate("a tree")
    assert [d.severity for d in failure.value.diagnostics] == ["warning", "error"]


def test_an_error_that_spoils_nothing_passes_one_gate_and_not_the_last() -> None:
    problems = Problems()
    problems.add(at(0, 1), spoils=False)
    assert problems.has_errors
    assert problems.gate_if_spoilt("a model") == "a model"
    with pytest.raises(CompileFailed):
        problems.gate("a model")
    problems.add(at(0, 2))
    with pytest.raises(CompileFailed):
        problems.gate_if_spoilt("a model")


def test_problems_are_read_in_the_order_of_the_text() -> None:
    problems = Problems([SourceFile("b.rules", ""), SourceFile("a.rules", "")])
    problems.extend([at(1, 1), at(0, 10), at(0, 2, 5), at(0, 2, 3)])
    problems.refuse("RW0105", "nowhere")
    problems.refuse("RW0106", "manifest", path="ruleset.yaml", line=3)
    problems.refuse("RW0102", "b", path="b.rules", line=4)
    expected = ["0:2:3", "0:2:5", "b", "0:10:1", "1:1:1", "manifest", "nowhere"]
    assert [d.message for d in problems.sorted()] == expected


def test_the_same_problem_is_told_once() -> None:
    problems = Problems()
    problems.extend([at(0, 1), at(0, 1)])
    assert len(problems.sorted()) == 1


def test_a_file_shows_a_hundred_problems_and_counts_the_rest() -> None:
    problems = Problems([SourceFile("a.rules", ""), SourceFile("b.rules", "")])
    problems.extend(at(0, line) for line in range(1, KEPT_PER_FILE + 8))
    problems.add(at(1, 1))
    *_, count, other = problems.sorted()
    assert (count.code, count.severity, count.path) == ("RW0199", "note", "a.rules")
    assert count.message == "7 more problems are not shown here"
    assert other.message == "1:1:1"


def test_warnings_never_crowd_out_an_error() -> None:
    problems = Problems()
    problems.extend(at(0, line, severity="warning") for line in range(1, KEPT_PER_FILE + 1))
    problems.add(at(0, 999))
    assert [d.severity for d in problems.sorted()].count("error") == 1
    assert len(problems.sorted()) == KEPT_PER_FILE + 1


def test_a_failure_travels_between_processes() -> None:
    failure = CompileFailed((at(0, 1), at(0, 2)), (SourceFile("a.rules", "x\ny"),))
    back = pickle.loads(pickle.dumps(failure))
    assert back.diagnostics == failure.diagnostics
    assert back.sources[0].lines == ["x", "y"]
    assert str(back) == "RW0301: 0:1:1 (and 1 more)"
