"""Every name that a statement uses is declared, and every jump has somewhere to go."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.runtime.integrity.declared import Declared, Json
from rulewright.runtime.integrity.expression import Expressions, arms_of
from rulewright.runtime.integrity.findings import Findings

ANSWERS = {"path": ("path:", "a path"), "number": ("number", "a number"), "subset": ("set", "a set")}
"""How the type of an answer begins, and what it is called, for each kind of choice that says so."""


class Statements:
    """Looks up the names in statements."""

    def __init__(self, expressions: Expressions, declared: Declared, findings: Findings) -> None:
        self.of = expressions
        self.declared = declared
        self.findings = findings
        self.labels: list[str] = []
        self.decisions: set[str] = set()
        self._kinds: dict[str, Callable[[Json], None]] = {
            "let": self._let,
            "set": self._set,
            "add": self._set,
            "remove": self._set,
            "mark": self._mark,
            "unmark": self._unmark,
            "move": self._move,
            "gone": self._move,
            "return_chits": self._return_chits,
            "if": self._if,
            "each": self._each,
            "repeat": self._repeat,
            "on": self._on,
            "call": self._call,
            "next": self._jump,
            "leave": self._jump,
            "return": self._nothing,
            "end_game": self._end_game,
            "reveal": self._reveal,
            "tell": self._tell,
            "roll": self._roll,
            "roll_dice": self._roll_dice,
            "draw": self._draw,
            "choose": self._choose,
            "offer": self._offer,
            "menu": self._menu,
            "take": self._take,
            "together": self._together,
            "window": self._window,
        }

    def body(self, body: list[Json] | None) -> None:
        for statement in body or ():
            self.findings.near(statement)
            self._kinds[statement["do"]](statement)

    def guards(self, guards: list[Json]) -> None:
        for guard in guards:
            self.of.value(guard["when"])
            self.template(guard["else"])

    def template(self, parts: list[Json]) -> None:
        for part in parts:
            if isinstance(part, dict):
                self.of.value(part["value"])
                self.of.type(part["type"])

    def _nothing(self, _: Json) -> None:
        return

    # ------------------------------------------------------------ effects

    def _let(self, s: Json) -> None:
        self.of.value(s["value"])
        self.of.name(s["name"])

    def _set(self, s: Json) -> None:
        self._target(s["to"])
        self.of.value(s["value"])

    def _target(self, to: Json) -> None:
        if to[0] == "each":
            self.of.value(to[1])
            self.of.name(to[2])
            self._target(to[3])
        else:
            self.of.value(to)

    def _mark(self, s: Json) -> None:
        self.of.values([s["on"], s["place"], s["count"]])
        if self.of.known("marker", s["marker"], self.declared.markers):
            faces = self.declared.enums.get(s["marker"], frozenset())
            self.of.known(f"face of `{s['marker']}`", s["face"], faces)

    def _unmark(self, s: Json) -> None:
        self.of.values([s["from"], s["place"]])
        for marker in s["markers"]:
            self.of.known("marker", marker, self.declared.markers)

    def _move(self, s: Json) -> None:
        self.of.values([s["what"], s.get("to")])

    def _return_chits(self, s: Json) -> None:
        self.of.known("cup", s["cup"], self.declared.cups)
        if s["what"][0] == "drawn":
            self.of.value(s["what"])
        else:
            self._target(s["what"])

    def _reveal(self, s: Json) -> None:
        for what in s["what"]:
            self.of.values([what["value"], what["of"]])
            self.of.type(what["type"])
            if what["attr"] != "name":
                self.of.known("attribute", what["attr"], self.declared.attributes)
        self._audience(s["to"])

    def _tell(self, s: Json) -> None:
        self._audience(s["to"])
        self.template(s["text"])

    def _audience(self, to: Json) -> None:
        if to != "all":
            self.of.value(to)

    # ------------------------------------------------------------ flow

    def _if(self, s: Json) -> None:
        for case in s["cases"]:
            self.of.value(case["when"])
            self.body(case["then"])
        self.body(s["else"])

    def _each(self, s: Json) -> None:
        self.of.value(s["in"])
        self.of.name(s["name"])
        self.of.values(s["by"])
        self._loop(s)

    def _repeat(self, s: Json) -> None:
        self.of.value(s["times"])
        self._loop(s)

    def _loop(self, s: Json) -> None:
        if s["label"] in self.labels:
            self.findings.add(f"a loop inside `{s['label']}` has the same label", s)
        self.labels.append(s["label"])
        self.body(s["body"])
        self.labels.pop()

    def _jump(self, s: Json) -> None:
        if s["label"] not in self.labels:
            self.findings.add(f"`{s['do']}` names `{s['label']}`, which is no loop around it", s)

    def _on(self, s: Json) -> None:
        self.of.value(s["value"])
        for arm in s["arms"]:
            self.of.keys(arm["keys"])
            self.body(arm["body"])

    def _call(self, s: Json) -> None:
        self.of.values(s["args"])
        if self.of.known("rule", s["rule"], self.declared.rules):
            self.of.arity(f"`{s['rule']}`", self.declared.rules[s["rule"]], len(s["args"]))

    def _end_game(self, s: Json) -> None:
        if "ending" in self.declared.enums:
            self.of.known("value of `ending`", s["as"], self.declared.enums["ending"])

    def _together(self, s: Json) -> None:
        self.of.name(s["name"])
        self._fenced(s["body"])

    def _window(self, s: Json) -> None:
        self._fenced(s["body"])

    def _fenced(self, body: list[Json]) -> None:
        """Nothing jumps out of a block whose effects land together."""
        outside, self.labels = self.labels, []
        self.body(body)
        self.labels = outside

    # ------------------------------------------------------------ chance

    def _roll(self, s: Json) -> None:
        self.of.values([*s["args"], s["seen_by"]])
        self.of.name(s["as"])
        table = self.declared.tables.get(s["table"])
        if table is None:
            self.findings.unknown("table", s["table"], self.declared.tables)
        else:
            self.of.arity(f"`{s['table']}`", len(table["params"]), len(s["args"]))
            if table["roll"] is None:
                self.findings.add(f"`{s['table']}` holds modifiers only and cannot be rolled", s)
        for arm in s["arms"]:
            for name in arm["names"]:
                if table is not None:
                    self.of.known(f"result of `{s['table']}`", name, arms_of(table))
            self.of.name(arm["bind"])
            self.body(arm["body"])

    def _roll_dice(self, s: Json) -> None:
        self.of.dice(s["dice"])
        self.of.value(s["seen_by"])
        self.of.name(s["as"])

    def _draw(self, s: Json) -> None:
        self.of.known("cup", s.get("cup"), self.declared.cups)
        self.of.values([s.get("from"), s["seen_by"]])
        self.of.name(s["as"])

    # ------------------------------------------------------------ decisions

    def _decision(self, s: Json) -> None:
        if s["id"] in self.decisions:
            self.findings.add(f"two decisions are called `{s['id']}`", s)
        self.decisions.add(s["id"])
        self.of.value(s["side"])

    def _choose(self, s: Json) -> None:
        self._decision(s)
        domain = s["domain"]
        self.of.values([domain.get(key) for key in ("from", "of", "lo", "hi", "start", "length", "side")])
        self.of.name(s["name"])
        self._answer(domain["kind"], s["name"])
        self.template(s.get("title", []))
        self.of.name(domain.get("step"))
        self.guards(domain.get("guards", []))
        self.guards(s["guards"])
        self.body(s["body"])
        self.body(s["else"])

    def _answer(self, kind: str, name: str) -> None:
        """The name that an answer is bound to has the type of such answers."""
        type = self.of.type_of(name)
        if kind not in ANSWERS or type is None:
            return
        start, words = ANSWERS[kind]
        if not (type[0] if isinstance(type, list) else type).startswith(start):
            self.findings.add(f"`{name}` is chosen as {words} and declared as something else")

    def _offer(self, s: Json) -> None:
        self._decision(s)
        self.template(s["title"])
        self.guards(s["guards"])
        self.body(s["body"])
        self.body(s["else"])

    def _menu(self, s: Json) -> None:
        self._decision(s)
        seen: set[str] = set()
        for item in s["items"]:
            if item["id"] in seen:
                self.findings.add(f"two items of `{s['id']}` are called `{item['id']}`", item)
            seen.add(item["id"])
            self.template(item["title"])
            self.guards(item["guards"])
            self.body(item["body"])
        self.body(s["else"])

    def _take(self, s: Json) -> None:
        self._decision(s)
        for action in s["actions"]:
            self.of.known("action", action, self.declared.actions)
        self.body(s["else"])
