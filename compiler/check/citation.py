"""Every citation leads to a section, every section is cited, and each datum says where it is from."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.check import errors
from rulewright.compiler.check.index import Declaration, Index, bodies, statements_in
from rulewright.compiler.check.indexed import IndexedModel
from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.model import Json


def every_citation_leads_somewhere(model: IndexedModel, problems: Problems) -> None:
    """RW0601: a cited section is in the contents, or lies below one that is not divided there."""
    known = [section["section"] for section in model.document.get("sections", ())]
    if not known:
        return
    contents = set(known)
    divided = {above for section in known for above in above_of(section)}
    good: dict[str, bool] = {}
    options = [{"at": option.at, "cites": option.cites} for option in model.options]
    for node in (*cited_nodes(model.index), *options):
        for cite in node["cites"]:
            section = cite["section"]
            if section not in good:
                good[section] = _is_known(section, contents, divided)
            if not good[section]:
                problems.add(errors.unknown_section(node, section, known))


def every_section_is_cited(model: IndexedModel, problems: Problems) -> None:
    """RW0602: one warning lists the sections that nothing cites, none of whose parts is cited either."""
    missing = uncited(model)
    if missing:
        problems.add(errors.uncited_sections(missing, model.manifest.path))


def uncited(model: IndexedModel) -> list[str]:
    """The sections of the contents that nothing cites, except those without a rule and unfinished ones."""
    sections = model.document.get("sections", [])
    if not sections:
        return []
    indices = (model.index, *(Index(option.document) for option in model.options))
    cites = [cite for index in indices for node in cited_nodes(index) for cite in node["cites"]]
    cites += [cite for option in model.options for cite in option.cites]
    cited: set[str] = set()
    for section in {cite["section"] for cite in cites}:
        cited.add(section)
        cited.update(above_of(section))
    waiting = set(model.document.get("unfinished", ()))
    excused = {s["section"] for s in sections if s.get("no_rule")} | waiting
    divided = {above for s in sections if s["section"] not in excused for above in above_of(s["section"])}
    found = []
    for section in (s["section"] for s in sections):
        is_excused = section in excused or any(above in waiting for above in above_of(section))
        if section not in cited and not is_excused and section not in divided:
            found.append(section)
    return found


def above_of(section: str) -> list[str]:
    """The sections that contain one: `7.7.2` lies in `7.7` and `7`, `Weather Check` in none."""
    parts = section.split(".")
    return [".".join(parts[:length]) for length in range(len(parts) - 1, 0, -1)]


def provenance(index: Index) -> dict[str, int]:
    """How many data are stated by the source, ruled upon, or assumed."""
    counts = {"stated": 0, "ruled": 0, "assumed": 0}
    for owner, node, number in _data(index):
        kind = _kind_of(node) or _kind_of(owner) or "stated"
        counts[kind] += number
    return counts


def cited_nodes(index: Index) -> list[Declaration]:
    """Every node that cites a section."""
    found: list[Declaration] | None = index.memo.get("cited")
    if found is None:
        found = index.memo["cited"] = [node for node in _nodes(index) if "cites" in node]
    return found


def _is_known(section: str, contents: set[str], divided: set[str]) -> bool:
    if section in contents or section in divided:
        return True
    for above in above_of(section):
        if above in contents:
            return above not in divided
    return False


def _kind_of(node: Declaration) -> str | None:
    kinds = {note["kind"] for note in node.get("notes") or ()}
    return "assumed" if "assumed" in kinds else "ruled" if "ruling" in kinds else None


def _data(index: Index) -> Iterator[tuple[Declaration, Declaration, int]]:
    """Each datum that a source states: (declaration, node, how many it holds)."""
    for unit in index.listed("units"):
        yield unit, unit, len(unit["values"])
    for table in index.listed("tables"):
        for row in _rows(table):
            yield table, row, 1
        for modifier in table["drms"]:
            yield table, modifier, 1
    for track in index.listed("tracks"):
        rows = (track["boxes"][0].get("rows") if track["boxes"] else None) or ()
        for row in rows:
            yield track, row, 1
        yield track, track, 1
    for cup in index.listed("cups"):
        for kind in cup["kinds"]:
            yield cup, kind, 1
    for map in index.listed("maps"):
        for attribute in map["attributes"]:
            yield map, attribute, len(attribute["values"])
        yield map, map, len(map["regions"])
    for define in index.listed("defines"):
        rows = define["value"][1]["rows"] if _is_lookup(define["value"]) else define.get("arms", ())
        for row in rows:
            yield define, row, 1
        if not rows:
            yield define, define, 1
    for name in ("matrices", "rules", "actions"):
        for declaration in index.listed(name):
            yield declaration, declaration, 1
            for row in declaration.get("rows", ()):
                yield declaration, row, 1
    for phase in index.listed("phases"):
        for step in phase["steps"]:
            yield phase, step, 1
    for owner in index.listed("actions"):
        yield from ((owner, guard, 1) for guard in owner.get("guards", ()) if "notes" in guard)
    for _, owner, body in bodies(index):
        for statement in statements_in(body):
            yield from ((owner, node, 1) for node in _lines_of(statement) if "notes" in node)


def _rows(table: Declaration) -> Iterator[Json]:
    if table["result"] is not None:
        yield from table["result"]["rows"]


def _is_lookup(e: Json) -> bool:
    return isinstance(e, list) and bool(e) and e[0] == "lookup"


def _nodes(index: Index) -> Iterator[Declaration]:
    """Every node that may cite: declarations, their rows and attributes, statements, guards."""
    for name in (
        "units",
        "enums",
        "markers",
        "hooks",
        "invariants",
        "examples",
        "aids",
        "scenarios",
        "rules",
    ):
        yield from index.listed(name)
    for owner in index.listed("pieces"):
        yield owner
        yield from owner["attributes"]
    for owner in index.listed("cups"):
        yield owner
        yield from owner["kinds"]
    for owner in index.listed("tracks"):
        yield owner
        for column in owner["boxes"]:
            yield from column.get("rows", ())
    for owner in index.listed("maps"):
        yield owner
        yield from owner["attributes"]
    for owner in index.listed("matrices"):
        yield owner
        yield from owner["rows"]
    for owner in index.listed("tables"):
        yield owner
        yield from _rows(owner)
        yield from owner["drms"]
        for modifier in owner["drms"]:
            if "lookup" in modifier:
                yield from modifier["lookup"]["rows"]
        for footnote in owner.get("footnotes", ()):
            yield {**footnote, "at": owner["at"]}
    for owner in index.listed("defines"):
        yield owner
        if _is_lookup(owner["value"]):
            yield from owner["value"][1]["rows"]
        yield from owner.get("arms", ())
    for owner in index.listed("phases"):
        yield owner
        yield from owner["steps"]
    for owner in index.listed("actions"):
        yield owner
        yield from owner.get("guards", ())
    for owner in index.listed("examples"):
        for answers in owner["answers"].values():
            yield from (one for one in answers if isinstance(one, dict))
    for _, _, body in bodies(index):
        for statement in statements_in(body):
            yield from _lines_of(statement)


def _lines_of(statement: Declaration) -> Iterator[Declaration]:
    """The statement, its guards, and the lines of its menu with theirs."""
    yield statement
    yield from statement.get("guards", ())
    yield from statement.get("domain", {}).get("guards", ())
    for item in statement.get("items", ()):
        yield item
        yield from item["guards"]
