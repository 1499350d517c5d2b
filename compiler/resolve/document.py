"""All declarations of one ruleset, from names to the artifact's lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.compiler.diagnostics import Problems
from rulewright.compiler.manifest import Manifest
from rulewright.compiler.model import Document, Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import (
    ActionNode,
    AidNode,
    BotNode,
    CupNode,
    Declaration,
    DefineNode,
    EnumNode,
    ExampleNode,
    HookNode,
    InvariantNode,
    MapNode,
    MarkerNode,
    MatrixNode,
    PhaseNode,
    PieceNode,
    RosterNode,
    RuleNode,
    RulesetNode,
    ScenarioNode,
    SettingNode,
    TableNode,
    TrackNode,
    VariantNode,
)
from rulewright.compiler.resolve import (
    aids,
    bot,
    errors,
    examples,
    lazily,
    maps,
    markers,
    names,
    pieces,
    procedures,
    tables,
    tracks,
)
from rulewright.compiler.resolve.cites import citing
from rulewright.compiler.resolve.scope import Scope
from rulewright.compiler.resolve.symbols import Symbol, Symbols
from rulewright.compiler.source import Span

if TYPE_CHECKING:
    from rulewright.compiler.resolve.known import KnownTables

SETTINGS = ("sides", "source", "choices")


def document_of(
    declarations: list[Declaration],
    manifest: Manifest,
    files: list[str],
    problems: Problems,
    known: KnownTables | None = None,
) -> Document:
    """Resolve `declarations` (includes and variants are already applied) into a document."""
    symbols = Symbols(problems)
    symbols.files = files
    of = _by_type(declarations)
    ruleset = _ruleset(of.get(RulesetNode, []), manifest, symbols)
    _declare(declarations, of, symbols, known)
    if known is not None and not problems.has_errors:
        known.surround(declarations, lambda table: tables.seen_by_others(table, symbols))
    document: Document = {
        "format": "rulewright.ruleset",
        "version": 1,
        "ruleset": ruleset,
        "files": files,
        "dice": {die: list(range) for die, range in symbols.dice.items()},
        "sections": [
            {"section": s.section, "title": s.title, **({"no_rule": s.no_rule} if s.no_rule else {})}
            for s in manifest.contents
        ],
        "unfinished": list(manifest.unfinished),
    }
    for key, node_type, translate in LISTS:
        made: list[Json] = []
        for node in of.get(node_type, []):
            if _stands(node, symbols):
                if known is not None and node_type is TableNode:
                    found = _known_table(node, symbols, known)
                else:
                    found = translate(node, symbols)
                made.extend(found if isinstance(found, list) else [found])
        document[key] = made
    if not any(track["id"] == "winner" for track in document["tracks"]):
        document["tracks"].append(_winner(ruleset["at"]))
    del ruleset["at"]
    return document


def _known_table(node: TableNode, symbols: Symbols, known: KnownTables) -> Json:
    """The table as `known` has it, or else resolved while `known` listens to what is wrong with it."""

    def translate(problems: Problems) -> Json:
        before, symbols.problems = symbols.problems, problems
        made = tables.table(node, symbols)
        symbols.problems = before
        return made

    return known.resolved(node, symbols.problems, translate)


def _winner(at: Json) -> Json:
    track: dict[str, Json] = {
        "id": "winner",
        "title": "Winner",
        "at": at,
        "type": ["opt", "side"],
        "range": None,
    }
    return {**track, "start": None, "seen_by": None, "boxes": []}


def _by_type(declarations: list[Declaration]) -> dict[type, list[Any]]:
    found: dict[type, list[Any]] = {}
    for node in declarations:
        found.setdefault(TableNode if isinstance(node, TableNode) else type(node), []).append(node)
    return found


def _stands(node: Declaration, symbols: Symbols) -> bool:
    """False for the second declaration of a name, which was refused."""
    if isinstance(node, (RosterNode, MarkerNode, InvariantNode, ExampleNode, AidNode)):
        return True
    symbol = symbols.names.get(node.id)
    return symbol is not None and symbol.node is node


# ---------------------------------------------------------------- the ruleset itself


def _ruleset(found: list[RulesetNode], manifest: Manifest, symbols: Symbols) -> dict[str, Json]:
    problems = symbols.problems
    if not found:
        problems.add(errors.no_ruleset(None))
        return {
            "id": manifest.ruleset,
            "title": "",
            "version": "",
            "source": "",
            "sides": [],
            "choices": "hidden",
            "at": [0, 1, 1, 1],
        }
    node = found[0]
    for second in found[1:]:
        problems.add(errors.second_ruleset(second.at, node.at))
    if node.id != manifest.ruleset and not manifest.is_inferred:
        problems.add(errors.other_name(node.at, node.id, manifest.ruleset, manifest.path))
    sides: list[Json] = []
    source, hidden = "", "hidden"
    for setting in node.settings:
        if setting.name == "sides":
            sides.extend(_sides(setting, manifest, symbols))
        elif setting.name == "source":
            source = (
                "".join(p for p in setting.values[0].args if isinstance(p, str))
                if setting.values[0].op == "text"
                else ""
            )
        elif setting.name == "choices":
            hidden = setting.values[0].args[0] if setting.values[0].op == "name" else ""
            if hidden not in ("hidden", "public"):
                problems.add(errors.bad_setting_value("choices", setting.at, "`public` or `hidden`"))
                hidden = "hidden"
        elif setting.values[0].op == "range":
            _die(setting.name, setting.values[0], setting.at, symbols)
        else:
            problems.add(errors.bad_setting(setting.name, setting.at, "a ruleset", [*SETTINGS, "d6"]))
    if not sides:
        problems.add(errors.needs_sides(node.at))
    return {
        "id": node.id,
        "title": node.tail.title or manifest.title,
        "version": manifest.version,
        "source": source,
        "sides": sides,
        "choices": hidden,
        "at": list(node.at),
        **citing(node.tail),
    }


def _sides(setting: SettingNode, manifest: Manifest, symbols: Symbols) -> list[Json]:
    made: list[Json] = []
    titles = setting.titles or ("",) * len(setting.values)
    for value, title in zip(setting.values, titles, strict=True):
        if value.op != "name":
            problem = errors.bad_setting_value("sides", value.at, "names, as in `sides: red, blue`")
            symbols.problems.add(problem)
            continue
        id = value.args[0]
        if id in symbols.sides:
            symbols.problems.add(errors.duplicate(id, value.at, setting.at, "side"))
            continue
        symbols.sides.append(id)
        colour = manifest.sides_colours.get(id)
        made.append({"id": id, "title": title, **({"colour": colour} if colour else {})})
    symbols.plurals["sides"] = ("side", "")
    return made


def _die(name: str, range: ExprNode, at: Span, symbols: Symbols) -> None:
    lo, hi = (None if end is None else names.constant(end) for end in range.args)
    if lo is None or hi is None or not lo < hi <= lo + 9999:
        symbols.problems.add(errors.bad_setting_value(name, at, "the faces of a die, as in `d10: 0..9`"))
        return
    symbols.dice[name] = (lo, hi)


# ---------------------------------------------------------------- names first


def _declare(
    declarations: list[Declaration],
    of: dict[type, list[Any]],
    symbols: Symbols,
    known: KnownTables | None,
) -> None:
    """Names before types before values: a rule may use what is declared below it."""
    for node in declarations:
        if isinstance(node, VariantNode) and node.optional:
            if symbols.declare(Symbol("option", node.id, node.at, node)):
                symbols.options[node.id] = node.at
        elif isinstance(node, (PhaseNode, ScenarioNode, ActionNode)):
            steps = [step.id for step in node.steps] if isinstance(node, PhaseNode) else None
            word = {PhaseNode: "phase", ScenarioNode: "scenario", ActionNode: "action"}[type(node)]
            symbols.declare(Symbol(word, node.id, node.at, node, None, steps))
    if not any(node.id == "winner" for node in of.get(TrackNode, [])):
        data: dict[str, Any] = {"boxes": {}, "range": None}
        symbols.names["winner"] = Symbol("track", "winner", (0, 1, 1, 1), None, ("opt", "side"), data)
    for node_type, declare in NAMES:
        for node in of.get(node_type, []):
            if known is not None and node_type is TableNode:
                tables.declare(node, symbols, known.outcomes(node, tables.outcomes_of))
            else:
                declare(node, symbols)
    for node_type, complete in TYPES:
        for node in of.get(node_type, []):
            if _stands(node, symbols):
                complete(node, symbols)


Declare = Callable[[Any, Symbols], None]

NAMES: tuple[tuple[type, Declare], ...] = (
    (EnumNode, pieces.declare_enum),
    (PieceNode, pieces.declare_piece),
    (MarkerNode, markers.declare_marker),
    (CupNode, markers.declare_cup),
    (MapNode, maps.declare),
    (RosterNode, pieces.declare_roster),
    (TrackNode, tracks.declare_track),
    (MatrixNode, tracks.declare_matrix),
    (DefineNode, procedures.declare_define),
    (TableNode, tables.declare),
    (RuleNode, procedures.declare_rule),
    (HookNode, procedures.declare_hook),
    (BotNode, bot.declare),
)

TYPES: tuple[tuple[type, Declare], ...] = (
    (MarkerNode, markers.check_marker),
    (PieceNode, pieces.declare_attributes),
    (TrackNode, tracks.type_track),
    (MapNode, maps.declare_tables),
    (DefineNode, procedures.declare_define_params),
    (TableNode, tables.declare_params),
    (RuleNode, procedures.declare_rule_params),
    (HookNode, procedures.declare_hook_params),
)


def _define(node: DefineNode, symbols: Symbols) -> Json:
    lazily.signature(node.id, node.at, Scope(symbols, node.id))
    return symbols.names[node.id].data.get("document", {})


# Maps come first: the regions that they fill are used by everything else.
LISTS: tuple[tuple[str, type, Callable[[Any, Symbols], Json]], ...] = (
    ("maps", MapNode, maps.map_document),
    ("enums", EnumNode, lambda node, _: pieces.enum(node)),
    ("pieces", PieceNode, pieces.piece),
    ("units", RosterNode, pieces.roster),
    ("markers", MarkerNode, markers.markers),
    ("cups", CupNode, markers.cup),
    ("tracks", TrackNode, tracks.track),
    ("matrices", MatrixNode, tracks.matrix),
    ("defines", DefineNode, _define),
    ("tables", TableNode, tables.table),
    ("rules", RuleNode, procedures.rule),
    ("actions", ActionNode, procedures.action),
    ("phases", PhaseNode, procedures.phase),
    ("scenarios", ScenarioNode, procedures.scenario),
    ("hooks", HookNode, procedures.hook),
    ("invariants", InvariantNode, procedures.invariant),
    ("examples", ExampleNode, examples.example),
    ("bots", BotNode, bot.bot),
    ("aids", AidNode, aids.aid),
)
