"""The tables are lark's, and the machine that runs them understands what lark understands."""

import gc
import logging
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import lark
import pytest
from lark.lexer import Lexer

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse_expression_text, tables
from rulewright.compiler.parse.blocks import divide
from rulewright.compiler.parse.machine import Machine, Token
from rulewright.compiler.parse.text import Text
from rulewright.compiler.source import SourceFile

from .parse_sample import SAMPLE


class Given(Lexer):
    """Hands on tokens that were made before; soft words are what the parser's state takes them for."""

    __future_interface__ = 2

    def __init__(self, conf: Any) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[lark.Token]:
        soft = tables.load_tables().soft
        for kind, text in getattr(lexer_state.text, "text", lexer_state.text):
            if kind in soft and kind not in parser_state.parse_conf.parse_table.states[parser_state.position]:
                kind = "NAME"
            yield lark.Token(kind, text)


def builder(act: Callable[[str, list[Any]], Any]) -> object:
    """A builder whose every method hands its name and the children to `act`."""

    def method(name: str) -> Callable[[object, list[Any]], Any]:
        return lambda self, children: act(name, children)

    names = {rule.action for rule in tables.load_tables().reductions if rule.action}
    return type("Builder", (), {name: method(name) for name in names})()


def as_list(node: Any) -> Any:
    if isinstance(node, lark.Tree):
        return [str(node.data), *map(as_list, node.children)]
    return None if node is None else str(node)


def as_text(node: Any) -> Any:
    if isinstance(node, list):
        return [node[0], *map(as_text, node[1:])]
    return None if node is None else node[1] if isinstance(node[1], str) else "row"


def blocks_of(text: str) -> list[list[Token]]:
    source = SourceFile("sample.rules", text)
    reader = Text(Problems([source]))
    found: list[list[Token]] = []
    for block in divide(source)[0]:
        tokens = reader.open(0, block)[0].block(block.lines, block.first)
        assert tokens is not None
        found.append(tokens)
    return found


def lark_itself() -> lark.Lark:
    return lark.Lark(
        tables.grammar_text(),
        parser="lalr",
        lexer=Given,
        start="start",
        keep_all_tokens=True,
        maybe_placeholders=True,
    )


def test_the_machine_builds_what_lark_builds() -> None:
    # What lark builds: a list for each rule, with the name of the rule.
    machine = Machine(tables.load_tables(), builder(lambda name, children: [name, *children]))
    judge = lark_itself()
    for tokens in blocks_of(SAMPLE):
        made, fault = machine.run(tokens, "start")
        assert fault is None
        pairs = [(kind, "row" if kind == "ROW" else text) for kind, text, *_ in tokens[:-1]]
        assert as_text(made) == as_list(judge.parse(pairs))  # type: ignore[arg-type]


def test_the_sample_uses_the_whole_grammar() -> None:
    used: set[str] = set()
    loaded = tables.load_tables()
    machine = Machine(loaded, builder(lambda name, children: used.add(name)))
    for tokens in blocks_of(SAMPLE):
        machine.run(tokens, "start")
    actions = {rule.action for rule in loaded.reductions if rule.action}
    rare = {"cell", "template"}  # other starts
    missing = sorted(actions - used - rare)
    assert len(missing) <= 25, missing


def test_the_grammar_has_no_conflicts(caplog: pytest.LogCaptureFixture) -> None:
    lark.logger.setLevel(logging.DEBUG)
    try:
        with caplog.at_level(logging.DEBUG):
            lark.Lark(
                tables.grammar_text(), parser="lalr", lexer=Given, start=list(tables.STARTS), debug=True
            )
    finally:
        lark.logger.setLevel(logging.CRITICAL)
    assert "conflict" not in caplog.text.lower()


def test_tables_are_read_from_the_cache_folder_without_lark(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from rulewright.compiler.parse import parse\n"
        "from rulewright.compiler.diagnostics import Problems\n"
        "from rulewright.compiler.source import SourceFile\n"
        "tree = parse([SourceFile('a', 'enum a: b, c')], Problems())\n"
        "assert len(tree.declarations) == 1\n"
        "print('lark' in sys.modules)\n"
    )
    environment = {"XDG_CACHE_HOME": str(tmp_path), "PATH": ""}
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        for _ in range(2)
    ]
    assert [run.stdout.strip() for run in runs] == ["True", "False"]


@pytest.mark.parametrize("rubbish", [b"", b"[\x05\x00\x00\x00" * 9], ids=["nothing", "a list"])
def test_broken_tables_are_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rubbish: bytes
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh = tables.load_tables.__wrapped__
    good = fresh()
    assert fresh() == good
    (file,) = tmp_path.rglob("tables.bin")
    file.write_bytes(rubbish)
    again = fresh()
    assert (len(again.states), again.words, again.soft) == (len(good.states), good.words, good.soft)
    assert len(file.read_bytes()) > 1000


def test_parsing_leaves_next_to_nothing_for_the_collector() -> None:
    """The plan of the machine is a circle of thousands of objects, and a watcher parses all day."""
    parse_expression_text("1 + 2", Problems())
    gc.collect()
    parse_expression_text("1 + 2", Problems())
    assert gc.collect() < 100
