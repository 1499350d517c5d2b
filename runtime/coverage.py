"""Which parts of the rules were reached: by examples, by games, by a record.

Source: docs/artifact.md. A part is a step, rule, action, branch, answer to a decision, row, modifier or case of a formula. A ruleset that is played
with several choices of optional rules is linked once for each; parts are the same if they stand at the same place of the source.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.runtime.examples import Verdict, run_examples
from rulewright.runtime.game import Game
from rulewright.runtime.link import link, notes
from rulewright.runtime.link.body import bodies
from rulewright.runtime.link.condition import OTHERWISE
from rulewright.runtime.link.names import Json
from rulewright.runtime.link.program import Program
from rulewright.runtime.link.watch import Watch
from rulewright.runtime.log import raw_notes

KINDS = ("step", "rule", "action", "branch", "answer", "row", "modifier", "case", "option")
"""What can be reached, in the order of a report. `case`: of a formula, a row of a look-up among them. `option`: an optional rule."""

Answers = set[tuple[str, Any]]
"""(id of the decision, index of the item or yes or no, None for declined)."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the rules. at: file, line, column and width, as the artifact says it; empty if it says nothing."""

    kind: str
    owner: str
    label: str
    at: tuple[int, ...]
    cites: tuple[str, ...]
    reached: bool = False

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.kind, self.owner, self.label, self.at)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rulebook: how many parts cite it, and how many of them were reached."""

    section: str
    title: str
    parts: int
    reached: int


@dataclass(slots=True)
class Coverage:
    """Collects what is reached. Parts of kind `row` and `modifier` are owned by their table."""

    document: Json
    hooks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    examples: int = 0
    games: int = 0
    _programs: dict[tuple[str, ...], Program] = field(default_factory=dict)
    _watches: dict[tuple[str, ...], Watch] = field(default_factory=dict)
    _answers: dict[tuple[str, ...], Answers] = field(default_factory=dict)

    def program(self, options: Sequence[str] = ()) -> Program:
        """Return the ruleset linked with marks; what is played with it counts, its choices once `add` has seen the game."""
        on = tuple(option["id"] for option in self.document["options"] if option["id"] in options)
        if on not in self._programs or len(on) != len(options):
            watch = Watch()
            self._programs[on] = link(self.document, options, self.hooks, watch)
            self._watches[on] = watch
            self._answers[on] = set()
        return self._programs[on]

    def run_examples(self) -> list[Verdict]:
        """Run all worked examples, each with the options it needs; return what came of them."""
        verdicts = run_examples(self.program(), self.hooks, linked=self.program, played=self._take)
        self.examples += len(verdicts)
        return verdicts

    def add(self, game: Game) -> None:
        """Count a game that was played with one of these programs."""
        self.games += 1
        self._take(game)

    def _take(self, game: Game) -> None:
        answers = self._answers[game.program.options]
        for note in raw_notes(game._thread, None):
            if note[0] == notes.CHOICE:
                choice = game.program.choices[note[3]]
                value = note[5] if choice.kind in ("menu", "take", "offer") or note[5] is None else True
                answers.add((choice.id, value))

    def parts(self) -> list[Part]:
        """Return all parts, in the order of their kinds and of the artifact."""
        found: dict[tuple[Any, ...], Part] = {}
        self.program()
        for on, program in self._programs.items():
            for part in _unique(_parts(program, self._watches[on], self._answers[on])):
                known = found.get(part.key)
                if known is None or (part.reached and not known.reached):
                    found[part.key] = part
        played = {option for on in self._programs if any(self._watches[on].hits) for option in on}
        options = [
            Part("option", "", option["title"] or option["id"], tuple(option["at"] or ()), _cites(option), option["id"] in played)
            for option in self.document["options"]
        ]
        return sorted([*found.values(), *options], key=lambda part: KINDS.index(part.kind))

    def sections(self, parts: Sequence[Part]) -> list[Section]:
        """Return what `parts` say of the sections that the ruleset lists, in their order; 0 parts where nothing that is played cites one."""
        return [
            Section(
                one["section"],
                one["title"],
                sum(one["section"] in part.cites for part in parts),
                sum(one["section"] in part.cites and part.reached for part in parts),
            )
            for one in self.document["sections"]
        ]


def _cites(*json: Json) -> tuple[str, ...]:
    """Return the sections that the innermost of these cites."""
    for one in json:
        if one.get("cites"):
            return tuple(cite["section"] for cite in one["cites"])
    return ()


def _parts(program: Program, watch: Watch, answers: Answers) -> Iterator[Part]:
    document = program.document
    for phase in document["phases"]:
        for step in phase["steps"]:
            owner = f"phase {phase['id']}" + (f", step {step['id']}" if step["id"] else "")
            title = (step["title"] or step["id"]) or (phase["title"] or phase["id"])
            yield from _item("step", owner, title, (step, phase), step["body"], watch)
    for kind in ("rule", "action"):
        for json in document[f"{kind}s"]:
            yield from _item(kind, f"{kind} {json['id']}", json["title"] or json["id"], (json,), json["body"], watch)
    for json in document["scenarios"]:
        yield from _branches(f"scenario {json['id']}", (json,), json["body"], watch)
    yield from _choices(program, answers)
    for table in document["tables"]:
        yield from _table(table, watch)
    for kind in ("phases", "rules", "actions", "scenarios", "defines", "tables"):
        for json in document[kind]:
            owner = f"{kind[:-1]} {json['id']}"
            yield from _cases(owner, json, _whole(json), watch)


def _item(kind: str, owner: str, label: str, around: tuple[Json, ...], body: list[Json], watch: Watch) -> Iterator[Part]:
    if body:
        yield Part(kind, owner, label, _at(*around), _cites(*around), watch.reached(body[0]))
        yield from _branches(owner, around, body, watch)


def _at(*json: Json) -> tuple[int, ...]:
    return next((tuple(one["at"]) for one in json if one.get("at")), ())


def _branches(owner: str, around: tuple[Json, ...], statements: list[Json], watch: Watch) -> Iterator[Part]:
    """Yield each list of statements inside others: reached if its first statement was."""
    for json in statements:
        for number, inner in enumerate(bodies(json), 1):
            if inner:
                cites = _cites(inner[0], json, *around)
                yield Part("branch", owner, f"{json['do']} {number}", _at(inner[0], json), cites, watch.reached(inner[0]))
                yield from _branches(owner, (json, *around), inner, watch)


def _choices(program: Program, answers: Answers) -> Iterator[Part]:
    """Yield the answers of decisions: items, actions, yes and no, whether something was chosen or declined."""
    for choice in program.choices:
        place = program.places[choice.place]
        at = tuple(place.json.get("at") or ())
        cites = tuple(cite["section"] for cite in place.where.cites)
        if choice.kind in ("menu", "take"):
            open_to: list[tuple[str, Any]] = [(item, index) for index, item in enumerate(choice.items)]
        elif choice.kind == "offer":
            open_to = [("yes", True), ("no", False)]
        else:
            open_to = [("chosen", True)]
        if (choice.may and choice.kind != "offer") or (choice.kind == "take" and place.json.get("many")):
            open_to.append(("done" if choice.kind == "take" else "declined", None))
        for label, value in open_to:
            yield Part("answer", choice.id, label, at, cites, (choice.id, value) in answers)


def _table(table: Json, watch: Watch) -> Iterator[Part]:
    owner = f"table {table['id']}"
    result = table["result"] or {"rows": []}
    for json in [*table["naturals"], *result["rows"]]:
        natural = "natural " if "value" in json else ""
        yield Part("row", owner, natural + keys_text(json["keys"]), _at(json, table), _cites(json, table), watch.reached(json))
    if table["threshold"] is not None:
        for word in ("success", "failure"):
            yield Part("row", owner, word, _at(table), _cites(table), watch.reached(table, word))
    if table["roll"] is not None and "lookup" in table["roll"]:
        for row in table["roll"]["lookup"]["rows"]:
            yield Part("row", owner, f"dice {keys_text(row['keys'])}", _at(row, table), _cites(row, table), watch.reached(row))
    for drm in table["drms"]:
        label = drm.get("title") or drm.get("id", "")
        if "amount" in drm:
            yield Part("modifier", owner, label, _at(drm, table), _cites(drm, table), watch.reached(drm))
        for row in drm.get("lookup", {"rows": []})["rows"]:
            named = f"{label}: {keys_text(row['keys'])}"
            yield Part("modifier", owner, named, _at(row, drm, table), _cites(row, drm, table), watch.reached(row))


def _whole(json: Json) -> Json:
    """Return a declaration without the parts of a table that are counted as rows and modifiers."""
    if "drms" not in json:
        return json
    return {**json, "drms": [], "roll": None, "result": None}


def _cases(owner: str, around: Json, json: Any, watch: Watch, arms: Sequence[Json] = ()) -> Iterator[Part]:
    """Yield the rows of look-ups and the cases of conditions inside expressions. arms: what the cases of this condition say of themselves."""
    if isinstance(json, dict):
        inside = json if json.get("at") else around
        for key, value in json.items():
            if key not in ("at", "cites", "notes", "arms"):
                own = json.get("arms", ()) if key == "value" else ()
                yield from _cases(owner, inside, value, watch, own)
        return
    if not isinstance(json, list):
        return
    if json[:1] == ["lookup"] and isinstance(json[1], dict):
        for row in json[1]["rows"]:
            yield Part("case", owner, keys_text(row["keys"]), _at(row, around), _cites(row, around), watch.reached(row))
    elif json[:1] == ["cond"]:
        for number, case in enumerate(json[1]):
            about = (arms[number] if arms else {}), around
            yield Part("case", owner, f"if {number + 1}", _at(*about), _cites(*about), watch.reached(case))
        about = (arms[-1] if arms else {}), around
        yield Part("case", owner, OTHERWISE, _at(*about), _cites(*about), watch.reached(json[1], OTHERWISE))
    for one in json:
        yield from _cases(owner, around, one, watch)


def _unique(parts: Iterable[Part]) -> Iterator[Part]:
    """Number parts that would otherwise look the same."""
    seen: dict[tuple[Any, ...], int] = {}
    for part in parts:
        seen[part.key] = seen.get(part.key, 0) + 1
        yield part if seen[part.key] == 1 else replace(part, label=f"{part.label} ({seen[part.key]})")


def keys_text(keys: list[Json]) -> str:
    """Return the keys of a row as they read in a table: `2..5`, `medium`, `otherwise`."""
    return ", ".join(map(_key_text, keys))


def _key_text(key: Json) -> str:
    if key.get("otherwise"):
        return OTHERWISE
    if "is" in key:
        value = key["is"][-1] if isinstance(key["is"], list) else key["is"]
        return {None: "none", True: "yes", False: "no"}[value] if value is None or isinstance(value, bool) else str(value)
    lo, hi = key["from"], key["to"]
    if lo is None:
        return f"up to {hi}"
    return f"{lo} or more" if hi is None else f"{lo}..{hi}"
