"""Nothing is evaluated by evaluating itself, and no chain of things that evaluate others is endless."""

from __future__ import annotations

from rulewright.runtime.integrity.declared import Declared, Json
from rulewright.runtime.integrity.expression import Node
from rulewright.runtime.integrity.findings import Findings
from rulewright.schemas.plain_json import MOST_NESTED


def check_uses(uses: dict[Node, set[Node]], findings: Findings) -> None:
    """Find what uses itself, and chains longer than MOST_NESTED."""
    length: dict[Node, int] = {}
    for start in uses:
        open: dict[Node, None] = {}  # the way from `start` to what is looked at; a stack, for it may be long
        waiting: list[list[Node]] = [[start]]
        while waiting:
            if not waiting[-1]:
                waiting.pop()
                if open:
                    done, _ = open.popitem()
                    length[done] = 1 + max((length.get(one, 0) for one in uses.get(done, ())), default=0)
                    if length[done] == MOST_NESTED + 1:
                        findings.add(
                            f"{_words(done)} evaluates others more than {MOST_NESTED} deep", code="RW0706"
                        )
                continue
            node = waiting[-1].pop()
            if node in length:
                continue
            if node in open:
                way = list(open)
                ring = [*way[way.index(node) :], node]
                findings.add("in a ring: " + " uses ".join(_words(one) for one in ring[:8]))
                length[node] = 0
                continue
            open[node] = None
            waiting.append(sorted(uses.get(node, ()), reverse=True))


def check_line(piece: Json, declared: Declared, findings: Findings) -> None:
    """Find a kind that is its own parent, grandparent, …"""
    line = declared.line_of(piece["id"])
    top = declared.kinds[line[-1]]["parent"]
    if top == piece["id"]:
        findings.add(f"a kind is its own parent: {' of '.join(f'`{one}`' for one in [*line, top][:8])}")
    elif len(line) > MOST_NESTED:
        findings.add(f"the kind has more than {MOST_NESTED} kinds above it", code="RW0706")


def _words(node: Node) -> str:
    kind, *names = node
    noun = {"place_attr": "the column", "box": "the column"}.get(kind, kind)
    return f"{noun} `{'.'.join(names)}`"
