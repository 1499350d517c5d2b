"""The model with what several promises ask of it, worked out once."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.compiler.check import drm, keys
from rulewright.compiler.check.drm import Totals
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.keys import Cover
from rulewright.compiler.check.reach import Reach
from rulewright.compiler.check.values import EMPTY, Values
from rulewright.compiler.model import Model
from rulewright.compiler.record import Record, field


class TableFacts(Record, frozen=True):
    """What a table can show, and how its rows and columns share it."""

    totals: Totals
    rows: Cover
    columns: Cover | None


class IndexedModel(Model, frozen=True):
    """A Model as each promise is given it."""

    index: Index = field(kw_only=True)
    reach: Reach = field(kw_only=True)
    tables: Mapping[str, TableFacts] = field(kw_only=True)  # worked out when they are asked for


def indexed(model: Model) -> IndexedModel:
    index = Index(model.document)
    reach = Reach(index)
    return IndexedModel(
        model.manifest,
        model.document,
        model.options,
        model.known,
        model.inherited,
        index=index,
        reach=reach,
        tables=_Facts(reach),
    )


class _Facts(dict[str, TableFacts]):
    """The facts of each table by its id."""

    def __init__(self, reach: Reach) -> None:
        super().__init__()
        self.reach = reach

    def __missing__(self, id: str) -> TableFacts:
        found = self[id] = _facts_of(self.reach, self.reach.index.tables[id])
        return found


def _facts_of(reach: Reach, table: Declaration) -> TableFacts:
    scope = reach.scope_of(table)
    totals = drm.totals_of(reach, table, scope)
    result = table["result"]
    if result is None:
        return TableFacts(totals, Cover((), EMPTY, ()), None)
    rows = keys.cover(reach, [row["keys"] for row in result["rows"]], Values(totals.reached))
    if result["by"] is None:
        return TableFacts(totals, rows, None)
    columns = keys.cover(reach, result["columns"], reach.of(result["by"], scope))
    return TableFacts(totals, rows, columns)
