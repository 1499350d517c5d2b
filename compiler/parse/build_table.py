"""Tables, defines, pieces and patches: whatever is mostly rows."""

from __future__ import annotations

from typing import Any

from rulewright.compiler.parse import errors
from rulewright.compiler.parse.build_declaration import DeclarationBuilder, slug
from rulewright.compiler.parse.build_statement import alternatives
from rulewright.compiler.parse.nodes import ExprNode, RowNode, Statement, Tail
from rulewright.compiler.parse.rows import NO_TAIL
from rulewright.compiler.parse.tree import (
    AttributeNode,
    CupNode,
    Declaration,
    DefineNode,
    DrmNode,
    FavoursNode,
    LookupNode,
    MarkerNode,
    MatrixNode,
    PatchNode,
    PieceNode,
    RollNode,
    RosterNode,
    StepNode,
    TableNode,
    TrackNode,
    VariantNode,
)

Cases = tuple[tuple[ExprNode, ExprNode], ...]
Naturals = tuple[tuple[ExprNode, ExprNode, Any], ...]
VISIBILITIES = ("printed", "public", "hidden", "secret")


class TableBuilder(DeclarationBuilder):
    # ---- lookups

    def lookup(self, by: tuple[ExprNode, ...], right: Any, at: Any, axes: int) -> LookupNode:
        """Return rows with keys; with two axes the first row holds the keys of the columns."""
        rows: tuple[RowNode, ...] = right
        header: tuple[tuple[ExprNode, ...], ...] = ()
        if axes == 2:
            first, *below = rows
            header = tuple([_keys(cell) for cell in first.cells[1:]])
            rows = tuple(below)
        for row in rows:
            if row.cells and row.cells[0][0].op == "or":
                row.cells = (_keys(row.cells[0]), *row.cells[1:])
        return LookupNode(by, header, rows, at)

    def by_cases(self, c: list[Any]) -> tuple[str, Any, Tail]:
        return "cases", c[1], c[2] or NO_TAIL

    def by_rows(self, c: list[Any]) -> tuple[str, Any, Tail]:
        return "rows", c[2], c[0] or NO_TAIL

    def _by(self, by: tuple[ExprNode, ...], right: tuple[str, Any, Tail], at: Any) -> LookupNode:
        form, content, _ = right
        axes = len(by)
        if axes > 2:
            self.problems.add(errors.too_many_axes(self.span(by[0], by[-1]), axes))
            axes = 1
        elif axes == 2 and form == "cases":
            self.problems.add(errors.axes_on_one_line(self.span(by[0], by[-1])))
            axes = 1
        return self.lookup(by, self._case_rows(content) if form == "cases" else content, at, axes)

    def _case_rows(self, cases: Cases) -> tuple[RowNode, ...]:
        return tuple(
            [
                RowNode(
                    (tuple(alternatives(key)), (value,)), NO_TAIL, self.span(key, value), (key.at, value.at)
                )
                for key, value in cases
            ]
        )

    # ---- tables

    def table(self, c: list[Any]) -> TableNode:
        keyword, name, params, tail, _, _, *items, _ = c
        node = TableNode(**self.head(keyword, name, tail), params=params or ())
        for item in items:
            if isinstance(item, DrmNode):
                node.drms += (item,)
            else:
                self._set_part(node, *item)
        return node

    def _set_part(self, node: TableNode, field: str, value: Any, at: Any) -> None:
        old = getattr(node, field)
        if type(old) is tuple:
            setattr(node, field, old + value)
        elif old is None:
            setattr(node, field, value)
        else:
            what = "whom the dice of a table favour" if field == "favours" else f"the {field} of a table"
            self.problems.add(errors.said_twice(what, at))

    def roll_line(self, c: list[Any]) -> tuple[str, Any, Any]:
        at = self.span(c[0], c[1])
        return "roll", RollNode(c[1], None, at), at

    def roll_by(self, c: list[Any]) -> tuple[str, Any, Any]:
        at = self.span(c[0], c[2][-1])
        return "roll", RollNode(None, self._by(c[2], c[3], at), at), at

    def result_cases(self, c: list[Any]) -> tuple[str, Any, Any]:
        at = self.at(c[0])
        return "result", self.lookup((), self._case_rows(c[2]), at, 1), at

    def result_rows(self, c: list[Any]) -> tuple[str, Any, Any]:
        keyword, _, by, _, _, rows = c
        at = self.at(keyword)
        if by and len(by) > 1:
            self.problems.add(errors.too_many_axes(self.span(by[0], by[-1]), len(by) + 1))
        return "result", self.lookup(by or (), rows, at, 2 if by else 1), at

    def natural(self, c: list[Any]) -> tuple[str, Any, Any]:
        keyword, keys, _, value, _, _ = c
        at = self.span(keyword, value)
        found = [one for key in keys for one in alternatives(key)]
        return "naturals", tuple([(key, value, at) for key in found]), at

    def threshold(self, c: list[Any]) -> tuple[str, Any, Any]:
        return "threshold", c[2], self.at(c[0])

    def dummies(self, c: list[Any]) -> tuple[str, Any, Any]:
        return "dummies", c[2], self.at(c[0])

    def favours_low(self, c: list[Any]) -> tuple[str, Any, Any]:
        return "favours", FavoursNode(c[1], "low"), self.at(c[0])

    def favours_high(self, c: list[Any]) -> tuple[str, Any, Any]:
        return "favours", FavoursNode(c[1], "high"), self.at(c[0])

    def footnote(self, c: list[Any]) -> tuple[str, Any, Any]:
        return "footnotes", (c[1],), self.at(c[0])

    def drm_amount(self, c: list[Any]) -> DrmNode:
        keyword, name, title, amount, _, condition, notes, _ = c
        tail = self.titled(title, notes)
        id = name[1] if name else slug(tail.title)
        return DrmNode(id, tail, self.at(name or keyword), amount=amount, condition=condition)

    def drm_by(self, c: list[Any]) -> DrmNode:
        keyword, name, title, _, by, right = c
        tail = self.titled(title, right[2])
        id = name[1] if name else slug(tail.title)
        at = self.at(name or keyword)
        return DrmNode(id, tail, at, lookup=self._by(by, right, at))

    def drm_include(self, c: list[Any]) -> DrmNode:
        _, name, notes, _ = c
        return DrmNode(name[1], notes or NO_TAIL, self.at(name), include=name[1])

    # ---- defines

    def define_value(self, c: list[Any]) -> DefineNode:
        keyword, name, params, before, _, value, after, _ = c
        return DefineNode(**self.head(keyword, name, before, after), params=params or (), value=value)

    def define_cases(self, c: list[Any]) -> DefineNode:
        keyword, name, params, before, _, cases, after, _ = c
        listed = tuple([(None if _is_otherwise(key) else key, value) for key, value in cases])
        value = ExprNode("cases", listed, self.span(cases[0][0], cases[-1][1]))
        return DefineNode(**self.head(keyword, name, before, after), params=params or (), value=value)

    def define_by(self, c: list[Any]) -> DefineNode:
        keyword, name, params, tail, _, by, right = c
        head = self.head(keyword, name, tail, right[2])
        return DefineNode(**head, params=params or (), lookup=self._by(by, right, head["at"]))

    def define_rows(self, c: list[Any]) -> DefineNode:
        keyword, name, params, tail, _, rows = c
        return DefineNode(**self.head(keyword, name, tail), params=params or (), conditions=rows)

    # ---- pieces

    def piece(self, c: list[Any]) -> PieceNode:
        keyword, name, _, parent, *items, _, attributes = c
        held = [item[1] for item in items if type(item) is tuple and item[0] == "holds"]
        if len(held) > 1:
            self.problems.add(errors.said_twice("what the piece holds", self.at(held[1])))
        tail = self.tail_of([item for item in items if not (type(item) is tuple and item[0] == "holds")])
        return PieceNode(
            **self.head(keyword, name, tail),
            parent=parent[1] if parent else "",
            holds=held[0][1] if held else "",
            attributes=attributes or (),
        )

    def holds_item(self, c: list[Any]) -> tuple[str, Any]:
        return ("holds", c[1])

    def attributes(self, c: list[Any]) -> tuple[AttributeNode, ...]:
        return tuple([attribute for line in c[1:-1] for attribute in line])

    def attribute_line(self, c: list[Any]) -> tuple[AttributeNode, ...]:
        visibility, _, unless, *rest, tail, _ = c
        if tail is not None and tail.title and len(rest) > 1:
            self.problems.add(errors.title_of_several(self.at(rest[2][0])))
        return tuple(
            [
                AttributeNode(
                    name[1], type_, visibility[1], unless[1] if unless else "", default,
                    tail or NO_TAIL, self.at(name),
                )
                for name, type_, default in rest[::2]
            ]
        )  # fmt: skip

    def attribute(self, c: list[Any]) -> tuple[Any, ...]:
        return (c[0], c[2], c[4])

    def roster(self, c: list[Any]) -> RosterNode:
        keyword, name, tail, _, rows = c
        header, spans, below = self.headed(rows)
        return RosterNode(**self.head(keyword, name, tail), header=header, header_spans=spans, rows=below)

    def marker(self, c: list[Any]) -> MarkerNode:
        keyword, ids, _, on, _, places, _, sides, *items, _ = c
        visible = [item for item in items if type(item) is tuple and item[1] in VISIBILITIES]
        if len(visible) > 1:
            self.problems.add(errors.said_twice("who sees the marker", self.at(visible[1])))
        tail = self.tail_of([item for item in items if item not in visible])
        node = MarkerNode(
            **self.head(keyword, ids[0], tail),
            ids=tuple([name[1] for name in ids]), on=on[1], places=places[1] if places else "",
        )  # fmt: skip
        if visible:
            node.visibility = visible[0][1]
        if sides and sides[0] == "faces":
            node.faces = sides[1]
        elif sides:
            node.countdown = sides[1]
        return node

    def faces(self, c: list[Any]) -> tuple[str, Any]:
        return "faces", tuple([name[1] for name in c[::2]])

    def countdown(self, c: list[Any]) -> tuple[str, Any]:
        return "countdown", (self._whole(c[0]), self._whole(c[2]))

    def cup(self, c: list[Any]) -> CupNode:
        keyword, name, tail, _, rows = c
        return CupNode(**self.head(keyword, name, tail), rows=rows)

    def track(self, c: list[Any]) -> TrackNode:
        keyword, name, before, _, type_, _, start, _, _, side, after, _, rows = c
        node = TrackNode(**self.head(keyword, name, before, after), type=type_, start=start)
        node.seen_by = side[1] if side else ""
        if rows:
            node.header, node.header_spans, node.rows = self.headed(rows)
        return node

    def matrix(self, c: list[Any]) -> MatrixNode:
        keyword, name, _, on, tail, _, rows = c
        header, spans, below = self.headed(rows)
        head = self.head(keyword, name, tail)
        return MatrixNode(**head, on=on[1], header=header, header_spans=spans, rows=below)

    # ---- variants

    def variant_of(self, c: list[Any]) -> VariantNode:
        keyword, name, _, base, tail, _, changes = c
        return self._variant(self.head(keyword, name, tail), changes, of=base[1])

    def variant_optional(self, c: list[Any]) -> VariantNode:
        keyword, _, name, tail, _, changes = c
        return self._variant(self.head(keyword, name, tail), changes, optional=True)

    def _variant(self, head: dict[str, Any], changes: tuple[Any, ...] | None, **fields: Any) -> VariantNode:
        return VariantNode(
            **head,
            **fields,
            patches=tuple([change for change in changes or () if isinstance(change, PatchNode)]),
            declarations=tuple([change for change in changes or () if isinstance(change, Declaration)]),
        )

    def changes(self, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c[1:-1])

    def patch_set(self, c: list[Any]) -> PatchNode:
        return PatchNode("set", self.span(c[0], c[3]), target=c[1], value=c[3])

    def patch_add(self, c: list[Any]) -> PatchNode:
        _, _, path, _, _, _, *additions, _ = c
        node = self._patch("add", c[0], path)
        for addition in additions:
            if isinstance(addition, DrmNode):
                node.drms += (addition,)
            elif addition[0] == "ROW":
                node.rows += (addition[1],)
            elif addition[0] == "naturals":
                node.naturals += addition[1]
            else:
                node.attributes += addition
        return node

    def patch_replace(self, c: list[Any]) -> PatchNode:
        return PatchNode("replace", self.at(c[0]), declaration=c[3])

    def patch_rows(self, c: list[Any]) -> PatchNode:
        node = self._patch("replace", c[0], c[2])
        node.rows = c[5]
        return node

    def patch_remove(self, c: list[Any]) -> PatchNode:
        return self._patch("remove", c[0], c[1])

    def patch_insert(self, c: list[Any]) -> PatchNode:
        keyword, where, path, _, _, content = c
        node = self._patch("insert", keyword, path)
        node.where = where[1]
        if isinstance(content[0], StepNode):
            node.steps = content
        elif isinstance(content[0], Statement):
            node.body = content
        return node

    def _patch(self, op: str, keyword: Any, path: tuple[Any, ...]) -> PatchNode:
        return PatchNode(op, self.span(keyword, path[-1]), path=tuple([name[1] for name in path]))

    def dotted_name(self, c: list[Any]) -> tuple[Any, ...]:
        return tuple(c[::2])


def _is_otherwise(key: ExprNode) -> bool:
    return key.op == "name" and key.args[0] == "otherwise"


def _keys(cell: tuple[ExprNode, ...]) -> tuple[ExprNode, ...]:
    return tuple([key for written in cell for key in alternatives(written)])
