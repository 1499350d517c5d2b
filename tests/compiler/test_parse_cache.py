"""A block that did not change is not parsed again, and is the same all the same."""

from pathlib import Path

import pytest

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.parse import parse
from rulewright.compiler.parse.cache import BlockCache
from rulewright.compiler.parse.text import Text
from rulewright.compiler.parse.tree import Tree
from rulewright.compiler.source import SourceFile

from .parse_sample import SAMPLE


def cached(text: str, place: Path, before: tuple[str, ...] = ()) -> Tree:
    """Return the tree of `text` with a cache in `place`; other files come first in the list of sources."""
    problems = Problems([SourceFile(f"{n}.rules", other) for n, other in enumerate(before)])
    tree = parse([SourceFile("sample.rules", text)], problems, BlockCache(None, place))
    assert problems.sorted() == []
    return tree


def plain(text: str, before: tuple[str, ...] = ()) -> Tree:
    problems = Problems([SourceFile(f"{n}.rules", other) for n, other in enumerate(before)])
    return parse([SourceFile("sample.rules", text)], problems)


@pytest.fixture
def parsed_blocks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The first lines of the blocks that are parsed from now on."""
    seen: list[str] = []
    parse_block = Text.block

    def watched(self: Text, block, file):  # type: ignore[no-untyped-def]
        seen.append(block.lines[0])
        return parse_block(self, block, file)

    monkeypatch.setattr(Text, "block", watched)
    return seen


def test_what_is_read_back_is_what_was_kept(tmp_path: Path, parsed_blocks: list[str]) -> None:
    first = cached(SAMPLE, tmp_path)
    assert len(parsed_blocks) == len(first.declarations)
    parsed_blocks.clear()
    assert cached(SAMPLE, tmp_path) == first == plain(SAMPLE)
    assert len(parsed_blocks) == len(first.declarations)  # by `plain` alone


def test_a_block_that_moved_has_its_new_lines(tmp_path: Path, parsed_blocks: list[str]) -> None:
    cached(SAMPLE, tmp_path)
    parsed_blocks.clear()
    moved = "# one line more\n\n" + SAMPLE.replace("track help", "\n\ntrack help")
    tree = cached(moved, tmp_path)
    assert parsed_blocks == []
    assert tree == plain(moved)


def test_a_block_that_moved_to_another_file_has_its_number(tmp_path: Path, parsed_blocks: list[str]) -> None:
    cached(SAMPLE, tmp_path)
    parsed_blocks.clear()
    tree = cached(SAMPLE, tmp_path, before=("enum x: y",))
    assert parsed_blocks == []
    assert tree == plain(SAMPLE, before=("enum x: y",))
    assert {node.at[0] for node in tree.declarations} == {1}


def test_only_what_changed_is_parsed(tmp_path: Path, parsed_blocks: list[str]) -> None:
    cached(SAMPLE, tmp_path)
    parsed_blocks.clear()
    changed = SAMPLE.replace("track help: ship", "track help: unit")
    tree = cached(changed, tmp_path)
    assert parsed_blocks == ["track help: unit or none by side"]
    assert tree == plain(changed)


def test_documentation_belongs_to_the_block(tmp_path: Path) -> None:
    cached("## One.\nenum a: x\n", tmp_path)
    assert cached("## Two.\nenum a: x\n", tmp_path).declarations[0].doc == "Two."


def test_a_block_with_a_mistake_is_not_kept(tmp_path: Path) -> None:
    text = "cup c\n  | a + | 1 |\n"
    for _ in range(2):
        problems = Problems()
        parse([SourceFile("sample.rules", text)], problems, BlockCache(None, tmp_path))
        assert [d.code for d in problems.sorted()] == ["RW0101"]


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 200])
def test_a_torn_file_is_no_file(tmp_path: Path, size: int) -> None:
    tree = cached(SAMPLE, tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:size])
    assert cached(SAMPLE, tmp_path) == tree


def test_a_file_with_one_wrong_bit_is_no_file(tmp_path: Path) -> None:
    tree = cached(SAMPLE, tmp_path)
    (file,) = tmp_path.iterdir()
    data = bytearray(file.read_bytes())
    for at in (0, 20, len(data) // 2, len(data) - 1):
        data[at] ^= 1
        file.write_bytes(bytes(data))
        assert cached(SAMPLE, tmp_path) == tree
        data = bytearray(file.read_bytes())


def test_a_folder_that_cannot_be_written_is_no_problem(tmp_path: Path) -> None:
    occupied = tmp_path / "occupied"
    occupied.write_text("a file where the folder should be")
    assert cached(SAMPLE, occupied) == cached(SAMPLE, occupied)
    assert occupied.read_text() == "a file where the folder should be"


def test_each_ruleset_has_its_own_file(tmp_path: Path) -> None:
    names = {BlockCache(tmp_path / name, tmp_path).name for name in ("one", "two")}
    assert len(names) == 2
    assert BlockCache(tmp_path / "one" / ".." / "one").name in names


def test_blocks_that_are_gone_are_forgotten(tmp_path: Path) -> None:
    cached(SAMPLE, tmp_path)
    (file,) = tmp_path.iterdir()
    large = file.stat().st_size
    cached("enum a: x\n", tmp_path)
    assert file.stat().st_size < large / 10
