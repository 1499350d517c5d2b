"""`rulewright show`: what a ruleset holds, from an overview to every byte of its artifact."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli import rulesets, terminal
from rulewright.cli.counts import counted
from rulewright.cli.failures import refuse
from rulewright.schemas.walking import objects

if TYPE_CHECKING:
    from rulewright.cli.plugins import Plugins

Document = Mapping[str, Any]

PARTS = ("overview", "sequence", "sections", "provenance", "tree", "model", "artifact")
DECLARATIONS = (
    ("enums", "enum"),
    ("pieces", "piece"),
    ("units", "unit"),
    ("markers", "marker"),
    ("cups", "cup"),
    ("tracks", "track"),
    ("maps", "map"),
    ("matrices", "matrix"),
    ("tables", "table"),
    ("defines", "define"),
    ("rules", "rule"),
    ("actions", "action"),
    ("phases", "phase"),
    ("scenarios", "scenario"),
    ("hooks", "hook"),
    ("invariants", "invariant"),
    ("bots", "bot"),
    ("examples", "example"),
    ("options", "optional rule"),
)


@click.command(name="show")
@rulesets.argument()
@click.argument("part", type=click.Choice(PARTS), default="overview")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="Text for people (the default), or JSON for tools.",
)
@terminal.color_option
def command(asked: str, part: str, form: str) -> None:
    """Print a PART of a RULESET.

    \b
    overview     what there is, and how many
    sequence     phases and steps in the order of play
    sections     the rule book's contents, with what cites each section
    provenance   what is stated by the source, ruled, or assumed; and each assumption
    tree, model  what two passes of the compiler made of the text
    artifact     the artifact itself
    """
    from rulewright.cli.judge import playable
    from rulewright.cli.plugins import Plugins

    plugins = Plugins()
    ruleset = rulesets.resolve(asked, plugins)
    if part in ("tree", "model"):
        _show_pass(ruleset, part, form, plugins)
        return
    document = playable(ruleset, plugins)
    if part == "artifact":
        from rulewright.compiler.emit import canonical

        click.echo(canonical(document), nl=False)
    elif form == "json":
        click.echo(json.dumps(AS_DATA[part](document), ensure_ascii=False, indent=2))
    else:
        for line in AS_TEXT[part](document):
            terminal.say(line)


def _show_pass(ruleset: rulesets.Ruleset, part: str, form: str, plugins: Plugins) -> None:
    from rulewright.compiler import pipeline

    if ruleset.kind == "artifact":
        raise refuse(
            "RW0909",
            f"`{ruleset.asked}` is an artifact, and has no {part}",
            help="name the folder it was built from",
        )
    if part == "tree":
        text = pipeline.show_tree(ruleset.path)
    else:
        text = pipeline.show_model(ruleset.path, rulesets.Bases(ruleset.path, plugins).find)
    click.echo(json.dumps({part: text}, ensure_ascii=False) if form == "json" else text.rstrip("\n"))


# ---- overview ----


def overview(document: Document) -> dict[str, Any]:
    """Return the head of a ruleset and the number of its declarations."""
    head = document["ruleset"]
    return {
        "id": head["id"],
        "title": head["title"],
        "version": head["version"],
        "source": head["source"],
        "rules_hash": document["rules_hash"],
        "sides": [side["id"] for side in head["sides"]],
        "scenarios": [scenario["id"] for scenario in document["scenarios"]],
        "options": [option["id"] for option in document["options"]],
        "unfinished": document["unfinished"],
        "declarations": {name: len(document[name]) for name, _ in DECLARATIONS if document.get(name)},
        "provenance": document["provenance"],
    }


def _overview_lines(document: Document) -> Iterator[str]:
    head = document["ruleset"]
    yield terminal.paint(f"{_title(head)}  {head['version']}".rstrip(), bold=True)
    if head["source"]:
        yield f"  after: {head['source']}"
    yield f"  sides: {', '.join(_title(side) for side in head['sides'])}"
    yield from _named("scenarios", document["scenarios"])
    yield from _named("optional rules", document["options"])
    counts = [
        counted(len(document[key]), word) for key, word in DECLARATIONS if document.get(key)
    ]
    yield from wrapped("  holds: ", counts)
    yield f"  {_shares(document)}"
    if document["unfinished"]:
        yield from wrapped("  still to come, sections: ", document["unfinished"])
    yield f"  rules hash: {document['rules_hash'][:16]}"


def _named(what: str, items: list[dict[str, Any]]) -> Iterator[str]:
    if items:
        yield from wrapped(
            f"  {what}: ",
            [f"{item['id']} ({item['title']})" if item["title"] else item["id"] for item in items],
        )


# ---- sequence of play ----


def sequence(document: Document) -> list[dict[str, Any]]:
    """Return phases in order, each with its steps and the decisions asked in them."""
    rules = {rule["id"]: rule for rule in (*document["rules"], *document["actions"])}
    return [
        {
            "id": phase["id"],
            "title": phase["title"],
            "sections": _sections_of(phase),
            "conditional": phase["when"] is not None,
            "steps": [
                {
                    "id": step["id"],
                    "title": step["title"],
                    "sections": _sections_of(step),
                    "conditional": step["when"] is not None,
                    "decisions": list(dict.fromkeys(_decisions(step["body"], dict(rules)))),
                }
                for step in phase["steps"]
            ],
        }
        for phase in document["phases"]
    ]


def _sequence_lines(document: Document) -> Iterator[str]:
    for number, phase in enumerate(sequence(document), 1):
        yield f"{number}. {terminal.paint(_title(phase), bold=True)}{_cited(phase)}{_if(phase)}"
        letters = iter("abcdefghijklmnopqrstuvwxyz")
        for step in phase["steps"]:
            if step["id"]:
                yield f"   {next(letters, '·')}. {_title(step)}{_cited(step)}{_if(step)}"
            yield from wrapped("      asks: ", step["decisions"])


def _decisions(body: Any, rules: dict[str, Any]) -> Iterator[str]:
    """Yield the ids of the decisions in statements, at any depth, in the rules and actions they lead to as well."""
    if isinstance(body, list):
        for part in body:
            yield from _decisions(part, rules)
    elif isinstance(body, dict):
        if body.get("do") in ("choose", "offer", "menu", "take"):
            yield body["id"]
        for part in body.values():
            yield from _decisions(part, rules)
        called = [body["rule"]] if body.get("do") == "call" else body.get("actions", ())
        for name in called:
            if name in rules:
                # Each once: rules may call each other in a ring.
                yield from _decisions(rules.pop(name)["body"], rules)


def _if(item: Mapping[str, Any]) -> str:
    return "  (not always)" if item["conditional"] else ""


# ---- sections ----


def sections(document: Document) -> list[dict[str, Any]]:
    """Return the sections of the rule book, each with the declarations that cite it."""
    citing: dict[str, list[str]] = {}
    for _, word, item in _declarations(document):
        for section in dict.fromkeys(section for one in objects(item) for section in _sections_of(one)):
            citing.setdefault(section, []).append(f"{word} {item.get('id') or item['title']}")
    listed = [
        {
            "section": section["section"],
            "title": section["title"],
            "no_rule": section.get("no_rule", ""),
            "unfinished": section["section"] in document["unfinished"],
            "cited_by": citing.pop(section["section"], []),
        }
        for section in document["sections"]
    ]
    extra = [
        {"section": section, "title": "", "no_rule": "", "unfinished": False, "cited_by": names}
        for section, names in sorted(citing.items())
    ]
    return listed + extra


def _section_lines(document: Document) -> Iterator[str]:
    listed = sections(document)
    widest = max((len(item["section"]) for item in listed), default=0)
    for item in listed:
        yield f"{item['section']:<{widest}}  {terminal.paint(item['title'], bold=True)}"
        if item["cited_by"]:
            yield from wrapped(" " * (widest + 4), item["cited_by"])
        else:
            why = item["no_rule"] or ("still to come" if item["unfinished"] else "nothing cites this")
            yield f"{'':<{widest + 4}}({why})"
    silent = [i for i in listed if not i["cited_by"] and not i["no_rule"] and not i["unfinished"]]
    yield f"{len(listed):,} sections, {len(silent):,} cited by nothing without a reason"


# ---- provenance ----


def provenance(document: Document) -> dict[str, Any]:
    """Return the counts, and every assumption and ruling with its place."""
    notes = []
    for _, word, item in _declarations(document):
        for note, at in _notes(item, item.get("at")):
            place = f"{document['files'][at[0]]}:{at[1]}" if at else ""
            notes.append(
                {
                    "kind": note["kind"],
                    "text": note["text"],
                    "place": place,
                    "of": f"{word} {item.get('id') or item['title']}",
                }
            )
    return {"counts": document["provenance"], "notes": notes}


def _provenance_lines(document: Document) -> Iterator[str]:
    yield terminal.paint(_shares(document), bold=True)
    found = provenance(document)["notes"]
    for kind in ("assumed", "ruling"):
        of_kind = [note for note in found if note["kind"] == kind]
        if of_kind:
            yield ""
            yield f"{kind}:"
        for note in of_kind:
            yield f"  {note['of']}: {note['text']}  {terminal.paint(note['place'], dim=True)}"


def _shares(document: Document) -> str:
    counts = document["provenance"]
    total = sum(counts.values()) or 1
    shares = [
        f"{name} {counts.get(name, 0):,} ({100 * counts.get(name, 0) / total:.1f} %)"
        for name in ("stated", "ruled", "assumed")
    ]
    return f"provenance: {', '.join(shares)}"


# ---- common ----


def _declarations(document: Document) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for key, word in DECLARATIONS:
        for item in document.get(key, ()):
            yield key, word, item


def _notes(node: Any, at: Any) -> Iterator[tuple[dict[str, str], Any]]:
    """Yield every note at or below a node, with the nearest place."""
    if isinstance(node, dict):
        here = node.get("at", at)
        here = here if isinstance(here, list) and len(here) == 4 else at
        for note in node.get("notes", ()):
            yield note, here
        for part in node.values():
            yield from _notes(part, here)
    elif isinstance(node, list):
        for part in node:
            yield from _notes(part, at)



def _sections_of(item: Mapping[str, Any]) -> list[str]:
    cites = item.get("cites", ())
    return [cite["section"] for cite in cites if isinstance(cite, dict) and "section" in cite]


def _title(item: Mapping[str, Any]) -> str:
    return str(item["title"] or item["id"])


def _cited(item: Mapping[str, Any]) -> str:
    return f" [{', '.join(item['sections'])}]" if item["sections"] else ""


def wrapped(lead: str, words: list[str]) -> Iterator[str]:
    """Yield the words after `lead`, parted by commas, on as many lines as the terminal needs."""
    line = lead
    for index, word in enumerate(words):
        piece = word if index == len(words) - 1 else f"{word}, "
        room = terminal.width() - len(lead)
        if len(piece) > room > 20:  # longer than any line: it is broken between its own words
            if line != lead and line.strip():
                yield line.rstrip()
                line = " " * len(lead)
            *full, piece = textwrap.wrap(
                piece, room, subsequent_indent="  ", break_on_hyphens=False, drop_whitespace=True
            )
            for part in full:
                yield f"{line}{part}"
                line = " " * len(lead)
            piece += "" if index == len(words) - 1 else " "
        if len(line) + len(piece.rstrip()) > terminal.width() and line.strip() and line != lead:
            yield line.rstrip()
            line = " " * len(lead)
        line += piece
    if words:
        yield line


AS_DATA: Mapping[str, Callable[[Document], Any]] = {
    "overview": overview,
    "sequence": sequence,
    "sections": sections,
    "provenance": provenance,
}
AS_TEXT: Mapping[str, Callable[[Document], Iterator[str]]] = {
    "overview": _overview_lines,
    "sequence": _sequence_lines,
    "sections": _section_lines,
    "provenance": _provenance_lines,
}
