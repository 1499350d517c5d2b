"""Every declaration is there once, and names what is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.runtime.integrity import ring
from rulewright.runtime.integrity.declared import Declared, Document, Json
from rulewright.runtime.integrity.expression import Expressions
from rulewright.runtime.integrity.findings import Findings
from rulewright.runtime.integrity.literal import check_literal
from rulewright.runtime.integrity.map import check_map
from rulewright.runtime.integrity.statement import Statements
from rulewright.runtime.integrity.table import check_table


class Declarations:
    """Looks through a whole document."""

    def __init__(self, document: Document, declared: Declared, findings: Findings) -> None:
        self.document = document
        self.declared = declared
        self.findings = findings
        self.of = Expressions(declared, findings)
        self.statements = Statements(self.of, declared, findings)
        self._attributes: dict[str, dict[str, Json]] = {}

    def check(self) -> None:
        self._names()
        self._places_in_files()
        looks: dict[str, Callable[[Json], None]] = {
            "enums": self._enum,
            "pieces": self._piece,
            "units": self._unit,
            "markers": self._marker,
            "cups": self._cup,
            "tracks": self._track,
            "maps": lambda map: check_map(map, self.of, self.declared, self.findings),
            "matrices": self._matrix,
            "tables": lambda table: check_table(table, self.of, self.declared, self.findings),
            "defines": self._define,
            "rules": self._rule,
            "actions": self._action,
            "phases": self._phase,
            "scenarios": self._scenario,
            "hooks": lambda hook: self._params(hook, None),
            "invariants": self._invariant,
            "examples": self._example,
            "bots": self._bot,
        }
        for list, look in looks.items():
            for thing in self.document.get(list, ()):
                self.findings.within(f"{list}[{thing['id']}]", thing)
                look(thing)
        self.findings.within("conflicts")
        for pair in self.document["conflicts"]:
            for option in pair:
                self.of.known("optional rule", option, self.declared.options)
        self.findings.within("")
        ring.check_uses(self.of.uses, self.findings)

    # ------------------------------------------------------------ names

    def _names(self) -> None:
        document = self.document
        for key, things in document.items():
            if isinstance(things, list) and things and isinstance(things[0], dict) and "id" in things[0]:
                self.findings.within(key)
                self._once(things, "declarations")
        self.findings.within("ruleset")
        self._once(document["ruleset"]["sides"], "sides")
        self.findings.within("enums")
        faces = [marker for marker in document["markers"] if marker["faces"]]
        cups = [cup for cup in document["cups"] if cup["type"] != "number"]
        self._once([*document["enums"], *faces, *cups], "enums, markers with faces or cups")
        self.findings.within("maps")
        for map in self.declared.maps.values():
            both = map.places & self.declared.units.keys()
            if both:
                self.findings.add(f"`{min(both)}` is a piece and a place")

    def _once(self, things: Iterable[Json], what: str) -> None:
        seen: set[str] = set()
        for thing in things:
            if thing["id"] in seen:
                self.findings.add(f"two {what} are called `{thing['id']}`", thing)
            seen.add(thing["id"])

    def _places_in_files(self) -> None:
        """Every `at` points into one of the files."""
        files = len(self.document["files"])
        waiting: list[Any] = [self.document]
        while waiting:
            one = waiting.pop()
            if type(one) is dict:
                at = one.get("at")
                if type(at) is list and at and type(at[0]) is int and at[0] >= files:
                    self.findings.within(f"`at` of {one.get('id') or one.get('do') or 'a row'}")
                    self.findings.add(f"there is no file {at[0]} among the {files} files")
            parts = one.values() if type(one) is dict else one
            waiting.extend([part for part in parts if type(part) in (dict, list)])

    def _literal(self, type: Json, value: Json, what: str) -> None:
        check_literal(type, value, what, self.declared, self.findings)

    # ------------------------------------------------------------ pieces, markers, cups, tracks

    def _enum(self, enum: Json) -> None:
        self._once(enum["values"], "values")

    def _piece(self, piece: Json) -> None:
        self._once(piece["attributes"], "attributes")
        self.of.known("kind of piece", piece["parent"], self.declared.kinds)
        self.of.known("kind of piece", piece["holds"], self.declared.kinds)
        ring.check_line(piece, self.declared, self.findings)
        for attribute in piece["attributes"]:
            self.findings.near(attribute)
            self.of.type(attribute["type"])
            self.of.known("marker", attribute["unless"], self.declared.markers)
            self.of.enter(None, "self")
            self.of.value(attribute["default"])
            self._literal(attribute["type"], attribute["default"], "its default")

    def _unit(self, unit: Json) -> None:
        kind = unit["kind"]
        self.of.known("side", unit["side"], self.declared.sides)
        if not self.of.known("kind of piece", kind, self.declared.kinds):
            return
        if kind not in self._attributes:
            self._attributes[kind] = self.declared.attributes_of(kind)
        self.of.enter(None)
        for name, value in unit["values"].items():
            self.of.value(value)
            if self.of.known(f"attribute of `{kind}`", name, self._attributes[kind]):
                self._literal(self._attributes[kind][name], value, f"its `{name}`")

    def _marker(self, marker: Json) -> None:
        self._once(marker["faces"], "faces")
        self.of.known("kind of piece", marker["on"], self.declared.kinds)
        self.of.known("map", marker["places"], self.declared.maps)
        if marker["countdown"] is not None and marker["countdown"][0] < marker["countdown"][1]:
            self.findings.add("its countdown begins below its end")

    def _cup(self, cup: Json) -> None:
        self._once(cup["kinds"], "chits")
        is_named = cup["type"] != "number"
        if is_named and cup["type"] != f"enum:{cup['id']}":
            self.findings.add(f"its type is `{cup['type']}` and not `enum:{cup['id']}`")
        for kind in cup["kinds"]:
            if (kind["value"] is None) != is_named:
                self.findings.add(
                    f"its chit `{kind['id']}` has {'a value' if is_named else 'no value'}", kind
                )

    def _track(self, track: Json) -> None:
        self.of.type(track["type"])
        self.of.known("side", track["seen_by"], self.declared.sides)
        self._once(track["boxes"], "columns")
        self.of.enter(None)
        self.of.value(track["start"])
        self._literal(track["type"], track["start"], "its start")
        for box in track["boxes"]:
            self.of.type(box["type"])
            self.of.enter(None, node=("box", track["id"], box["id"]))
            for _, _, value in box["values"]:
                self.of.value(value)
                self._literal(box["type"], value, f"a value under `{box['id']}`")

    def _matrix(self, matrix: Json) -> None:
        self.of.known("kind of piece", matrix["on"], self.declared.kinds)
        self._once(matrix["rows"], "rows")
        self.of.enter(None, "it", node=("matrix", matrix["id"]))
        for row in matrix["rows"]:
            self.findings.near(row)
            self.of.value(row["when"])
            for activity in row["cells"]:
                self.of.known(f"activity of `{matrix['id']}`", activity, matrix["activities"])

    # ------------------------------------------------------------ rules and phases

    def _params(self, thing: Json, locals: dict[str, Json] | None) -> None:
        seen: set[str] = set()
        for param in thing["params"]:
            if param["name"] in seen:
                self.findings.add(f"two parameters are called `{param['name']}`")
            seen.add(param["name"])
            self.of.type(param["type"])
            if locals is not None and param["name"] not in locals:
                self.findings.add(f"the parameter `{param['name']}` is not among the `locals`")
        if "returns" in thing:
            self.of.type(thing["returns"])

    def _define(self, define: Json) -> None:
        self._params(define, define["locals"])
        self.of.enter(define["locals"], node=("define", define["id"]))
        self.of.value(define["value"])

    def _rule(self, rule: Json) -> None:
        self._params(rule, rule["locals"])
        self._body(rule)

    def _action(self, action: Json) -> None:
        if action["locals"].get(action["by"]) != "side" and action["by"] not in self.declared.sides:
            self.findings.add(f"`{action['by']}`, by whom it is taken, is no side")
        self.of.enter(action["locals"])
        self.statements.guards(action["guards"])
        self._body(action)

    def _body(self, item: Json) -> None:
        self.of.enter(item["locals"])
        self.statements.labels = []
        self.statements.body(item["body"])

    def _phase(self, phase: Json) -> None:
        self._once(phase["steps"], "steps")
        self.of.enter(phase["locals"])
        self.of.value(phase["when"])
        for step in phase["steps"]:
            self.findings.near(step)
            self.of.enter(step["locals"])
            self.of.value(step["when"])
            self._body(step)

    def _scenario(self, scenario: Json) -> None:
        self._body(scenario)

    def _invariant(self, invariant: Json) -> None:
        self.of.enter(invariant["locals"])
        self.of.value(invariant["value"])

    # ------------------------------------------------------------ bots

    def _bot(self, bot: Json) -> None:
        self.of.known("side", bot["side"], self.declared.sides)
        if bot.get("worth") is not None:
            self.findings.near(bot["worth"])
            self.of.enter(bot["worth"]["locals"])
            self.of.value(bot["worth"]["value"])
        seen: set[str] = set()
        for advice in bot["advice"]:
            self.findings.near(advice)
            if advice["of"] in seen:
                self.findings.add(f"it has two blocks for `{advice['of']}`")
            seen.add(advice["of"])
            self.of.known("decision", advice["of"], self.statements.decisions)
            self.of.enter(advice["locals"])
            for line in advice["lines"]:
                self.of.value(line.get("value"))
                self.of.value(line.get("when"))

    # ------------------------------------------------------------ examples

    def _example(self, example: Json) -> None:
        self._body({**example, "body": example["given"]})
        self.of.enter(example["locals"], "result")
        subject = example["subject"] or {}
        self.of.values(subject.get("args", []))
        if "roll" in subject:
            if self.of.known("table", subject["roll"], self.declared.tables):
                wanted = len(self.declared.tables[subject["roll"]]["params"])
                self.of.arity(f"`{subject['roll']}`", wanted, len(subject["args"]))
        elif "rule" in subject:
            if self.of.known("rule", subject["rule"], self.declared.rules):
                self.of.arity(
                    f"`{subject['rule']}`", self.declared.rules[subject["rule"]], len(subject["args"])
                )
        elif "phase" in subject and self.of.known("phase", subject["phase"], self.declared.phases):
            steps = self.declared.phases[subject["phase"]]
            self.of.known(f"step of `{subject['phase']}`", subject["step"], steps)
        for side in example["answers"]:
            self.of.known("side", side, self.declared.sides)
        for option in example.get("options", []):
            self.of.known("optional rule", option, self.declared.options)
        for expected in example["expect"]:
            self.findings.near(expected)
            self.of.value(expected["value"])
