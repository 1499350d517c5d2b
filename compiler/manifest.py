"""`ruleset.yaml`: what a folder of rules is called, and in which order its files are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from rulewright.compiler import plain_yaml, source, suggest
from rulewright.compiler.diagnostics import Diagnostic, Problems
from rulewright.compiler.plain_yaml import List, Map, NotPlainYaml, Place, Text, Value
from rulewright.compiler.record import Record, field

NAME = "ruleset.yaml"

KEYS = (
    "ruleset",
    "title",
    "version",
    "description",
    "based_on",
    "sources",
    "contents",
    "unfinished",
    "sides_colours",
    "theme",
)
SECTION_KEYS = ("section", "title", "no_rule")

NAMED_COLOURS = {
    "black": "#000000", "blue": "#0000ff", "brown": "#8b4513", "green": "#008000", "grey": "#808080", "maroon": "#800000",
    "navy": "#000080", "olive": "#808000", "orange": "#d2691e", "purple": "#800080", "red": "#c00000", "teal": "#008080",
}  # fmt: skip
"""The colours that need no number."""

T = TypeVar("T")


class Section(Record, frozen=True):
    """One line of the rule book's table of contents; `no_rule` says why nothing will ever cite it."""

    section: str
    title: str
    no_rule: str = ""
    line: int = field(default=0, compare=False)


class Manifest(Record, frozen=True):
    """What `ruleset.yaml` says; `path` is the file as people are shown it."""

    ruleset: str
    sources: tuple[str, ...]  # posix paths inside the folder, in reading order
    title: str = ""
    version: str = "0"
    description: str = ""
    based_on: str = ""  # id of the ruleset that this one is a variant of
    contents: tuple[Section, ...] = ()
    unfinished: tuple[str, ...] = ()  # sections whose rules are still to come
    sides_colours: Mapping[str, str] = field(default_factory=dict)
    theme: tuple[str, ...] = ()  # files in the folder that change how its sheets look
    path: str = NAME
    is_inferred: bool = False  # there is no ruleset.yaml: the name is the file's, not the author's word


def load_manifest(folder: Path, problems: Problems) -> Manifest | None:
    """Return the manifest of the ruleset in `folder`, or None when nothing useful can be said about it.

    Without a `ruleset.yaml`, a folder that holds a single file of rules is a ruleset of that name.
    Problems: RW0106 unknown key, RW0107 wrong value, RW0108 missing file, RW0109 unreadable YAML,
    RW0110 a path that leaves the folder; RW0102 to RW0104 as for any text.
    """
    file = folder / NAME
    shown = source.shown_path(file)
    if not file.is_file():
        return _inferred(folder, shown, problems)
    data = file.read_bytes()
    text = source.decode(shown, data, problems) if data.strip() else ""
    if text is None:
        return None
    reader = _Reader(folder, shown, text.split("\n"), problems)
    try:
        root = plain_yaml.read(text)
    except NotPlainYaml as error:
        reader.report("RW0109", f"`{NAME}` cannot be read: {error.message}", error.place, help=error.help)
        return None
    return reader.manifest(root)


def _inferred(folder: Path, shown: str, problems: Problems) -> Manifest | None:
    if not folder.is_dir():
        problems.refuse("RW0108", "there is no such folder", path=source.shown_path(folder))
        return None
    rules = sorted(file.name for file in folder.glob("*.rules"))
    if len(rules) == 1:
        name = re.sub(r"[^a-z0-9_]+", "_", Path(rules[0]).stem.casefold()).strip("_")
        id = name if re.match("[a-z]", name) else f"ruleset_{name}".rstrip("_")
        return Manifest(ruleset=id, sources=(rules[0],), path=shown, is_inferred=True)
    others = [file.name for file in folder.iterdir() if file.suffix in (".yaml", ".yml")]
    near = suggest.nearest(NAME, others, limit=1)
    if near:
        way_out = f"rename `{near[0]}` to `{NAME}`"
    elif rules:
        way_out = f"several files of rules lie here; write a `{NAME}` that lists them under `sources`"
    else:
        way_out = "`rulewright new` makes a folder to start from"
    problems.refuse("RW0108", f"the folder has no `{NAME}`", path=shown, help=way_out)
    return None


class _Reader:
    """Turns the YAML of one manifest into values, and says at which word it cannot."""

    def __init__(self, folder: Path, path: str, lines: list[str], problems: Problems) -> None:
        self.folder = folder
        self.path = path
        self.lines = lines
        self.problems = problems

    def report(self, code: str, message: str, place: Place, *, label: str = "", help: str = "") -> None:
        text = self.lines[place.line - 1] if place.line <= len(self.lines) else ""
        excerpt = (text, place.column, place.width)
        self.problems.add(
            Diagnostic(
                code,
                "error",
                message,
                path=self.path,
                line=place.line,
                label=label,
                help=help,
                excerpt=excerpt,
            )
        )

    def manifest(self, root: Value) -> Manifest | None:
        if isinstance(root, Text) and root.is_absent:
            root = Map(root.place, ())
        if not isinstance(root, Map):
            self._wrong(NAME, "keys with values, such as `ruleset: my_game`", root)
            return None
        values = self._known(root, KEYS, NAME)
        no_sections: tuple[Section, ...] = ()
        no_names: tuple[str, ...] = ()
        contents = self._read(values, "contents", self._contents, no_sections)
        sources = self._read(values, "sources", self._sources, no_names)
        ruleset = self._read(values, "ruleset", self._id, "")
        for key, way_out in (
            ("ruleset", "name it, as in `ruleset: my_game`"),
            ("sources", "list the files of rules in reading order, as in `sources: [my_game.rules]`"),
        ):
            if key not in values:
                self.report("RW0107", f"`{NAME}` has no `{key}`", Place(1, 1, 1), help=way_out)
        manifest = Manifest(
            ruleset=ruleset,
            sources=sources,
            title=self._read(values, "title", self._text, ""),
            version=self._read(values, "version", self._text, "0"),
            description=self._read(values, "description", self._text, ""),
            based_on=self._read(values, "based_on", self._id, ""),
            contents=contents,
            unfinished=self._read(
                values, "unfinished", lambda k, v: self._unfinished(k, v, contents), no_names
            ),
            sides_colours=self._read(values, "sides_colours", self._colours, {}),
            theme=self._read(values, "theme", self._theme, no_names),
            path=self.path,
        )
        return manifest if ruleset and sources else None

    # ---- kinds of values; each reports and returns None when the value is of another kind ----

    def _read(
        self, values: Mapping[str, Value], key: str, reader: Callable[[str, Value], T | None], default: T
    ) -> T:
        value = values.get(key)
        read = None if value is None else reader(key, value)
        return default if read is None else read

    def _text(self, name: str, value: Value) -> str | None:
        if isinstance(value, Text) and not value.is_absent:
            return value.value
        self._wrong(name, "a text", value)
        return None

    def _id(self, name: str, value: Value) -> str | None:
        if isinstance(value, Text) and re.fullmatch("[a-z][a-z0-9_]*", value.value):
            return value.value
        self._wrong(name, "a name of small letters, digits and `_`, such as `my_game`", value)
        return None

    def _list(self, name: str, value: Value, what: str) -> tuple[Value, ...]:
        if isinstance(value, List):
            return value.items
        self._wrong(name, f"a list of {what}", value)
        return ()

    def _sources(self, name: str, value: Value) -> tuple[str, ...]:
        found: dict[str, Place] = {}
        for item in self._list(name, value, "files, such as `[my_game.rules]`"):
            path = self._text(f"each of `{name}`", item)
            if path is None or not self._is_source(path, item.place):
                continue
            if path in found:
                self.report("RW0107", f"`{path}` is listed before, in line {found[path].line}", item.place)
            found[path] = item.place
        return tuple(found)

    def _is_source(self, path: str, place: Place) -> bool:
        if re.search(r"[*?\[\]]", path):
            way_out = "list each file: their order is the order of the rule book"
            self.report("RW0107", f"`{path}` is a pattern, not a file", place, help=way_out)
        elif "\\" in path:
            self.report("RW0107", f"`{path}` contains a backslash", place, help="write `/` between folders")
        elif not path.endswith(".rules"):
            self.report(
                "RW0107",
                f"`{path}` is not a file of rules",
                place,
                help="the name of such a file ends in `.rules`",
            )
        elif self._leaves_the_folder(path):
            way_out = "move the file here, or make what is shared a ruleset of its own"
            self.report("RW0110", f"`{path}` leads out of the ruleset's folder", place, help=way_out)
        elif not (self.folder / path).is_file():
            here = [f.relative_to(self.folder).as_posix() for f in self.folder.rglob("*.rules")]
            way_out = suggest.did_you_mean(path, here)
            self.report("RW0108", f"the file `{path}` does not exist", place, help=way_out)
        else:
            return True
        return False

    def _leaves_the_folder(self, path: str) -> bool:
        """Whether `path` is absolute, climbs with `..`, or goes through a link that leads elsewhere."""
        if path.startswith("/") or re.match("[A-Za-z]:", path) or ".." in path.split("/"):
            return True
        return not (self.folder / path).resolve().is_relative_to(self.folder.resolve())

    def _contents(self, name: str, value: Value) -> tuple[Section, ...]:
        found: dict[str, Section] = {}
        for item in self._list(name, value, "sections"):
            section = self._section(f"each of `{name}`", item)
            if section is None:
                continue
            if section.section in found:
                first = found[section.section].line
                message = f"section {section.section} is listed before, in line {first}"
                self.report("RW0107", message, item.place)
            found.setdefault(section.section, section)
        return tuple(found.values())

    def _section(self, name: str, value: Value) -> Section | None:
        if not isinstance(value, Map):
            self._wrong(name, 'a section, such as `{section: 7.2, title: "Movement"}`', value)
            return None
        values = self._known(value, SECTION_KEYS, "a section")
        section = self._read(values, "section", self._text, "")
        for key in ("section", "title"):
            if key not in values:
                self.report("RW0107", f"a section has no `{key}`", value.place)
        if not section:
            return None
        title = self._read(values, "title", self._text, "")
        no_rule = self._read(values, "no_rule", self._text, "")
        return Section(section, title, no_rule, value.place.line)

    def _unfinished(self, name: str, value: Value, contents: tuple[Section, ...]) -> tuple[str, ...]:
        known = [section.section for section in contents]
        found: dict[str, None] = {}
        for item in self._list(name, value, "sections, such as `[7.7.2, 8]`"):
            section = self._text(f"each of `{name}`", item)
            if section is None:
                continue
            if known and section not in known:
                way_out = suggest.did_you_mean(section, known)
                message = f"section {section} is unfinished, but not in `contents`"
                self.report("RW0107", message, item.place, help=way_out)
            found[section] = None
        return tuple(found)

    def _colours(self, name: str, value: Value) -> dict[str, str] | None:
        if not isinstance(value, Map):
            self._wrong(name, 'sides with colours, such as `{german: "#5b6f7a"}`', value)
            return None
        colours: dict[str, str] = {}
        for side, colour in value.entries:
            written = colour.value.lower() if isinstance(colour, Text) else ""
            if re.fullmatch("#[0-9a-f]{6}", written) or written in NAMED_COLOURS:
                colours[side.value] = NAMED_COLOURS.get(written, written)
            else:
                named = f"colours with a name: {_listed(tuple(NAMED_COLOURS))}"
                self._wrong(side.value, 'a colour, such as `"#5b6f7a"`', colour, help=named)
        return colours

    def _theme(self, name: str, value: Value) -> tuple[str, ...]:
        """Files of style and templates that stand in for ours of the same name."""
        found: list[str] = []
        for item in self._list(name, value, "files, such as `[theme.css]`"):
            path = self._text(f"each of `{name}`", item)
            if path is None:
                continue
            if not path.endswith((".css", ".j2")):
                way_out = "a theme has files of style (`.css`) and templates (`.j2`)"
                self.report("RW0107", f"`{path}` is no part of a theme", item.place, help=way_out)
            elif "\\" in path or self._leaves_the_folder(path):
                self.report("RW0110", f"`{path}` leads out of the ruleset's folder", item.place)
            elif not (self.folder / path).is_file():
                here = sorted(file for kind in ("css", "j2") for file in self.folder.rglob(f"*.{kind}"))
                near = suggest.nearest(Path(path).name, [file.name for file in here], limit=1)
                meant = [file.relative_to(self.folder).as_posix() for file in here if file.name in near]
                way_out = f"did you mean `{meant[0]}`?" if meant else ""
                self.report("RW0108", f"the file `{path}` does not exist", item.place, help=way_out)
            else:
                found.append(path)
        return tuple(found)

    def _known(self, value: Map, keys: tuple[str, ...], owner: str) -> dict[str, Value]:
        """Return the values of the keys that `owner` may have, after reporting the others."""
        known: dict[str, Value] = {}
        for key, entry in value.entries:
            if key.value in keys:
                known[key.value] = entry
                continue
            way_out = suggest.did_you_mean(key.value, keys) or f"it may have {_listed(keys)}"
            subject = f"`{owner}`" if owner == NAME else owner
            self.report("RW0106", f"{subject} has no key `{key.value}`", key.place, help=way_out)
        return known

    def _wrong(self, name: str, wanted: str, value: Value, help: str = "") -> None:
        subject = name if "`" in name else f"`{name}`"
        kind = {Text: "a text", List: "a list", Map: "a map of keys"}[type(value)]
        if isinstance(value, Text) and value.is_absent:
            kind = "nothing"
        elif isinstance(value, Text):
            kind = f'"{value.value}"' if len(value.value) <= 40 else "a long text"
        self.report("RW0107", f"{subject} must be {wanted}", value.place, label=f"this is {kind}", help=help)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words[:-1]) + f" and `{words[-1]}`"
