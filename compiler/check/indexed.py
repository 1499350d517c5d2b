"""The model with what several promises ask of it, worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulewright.compiler.check import drm, keys
from rulewright.compiler.check.drm import Totals
from rulewright.compiler.check.index import Declaration, Index
from rulewright.compiler.check.keys import Cover
from rulewright.compiler.check.reach import Reach
from rulewright.compiler.check.values import EMPTY, Values
from rulewright.compiler.model import Model


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What a table can show, and how its rows and columns share it."""

    totals: Totals
    rows: Cover
    columns: Cover | None


@dataclass(frozen=True, slots=True)
class IndexedModel(Model):
    """A Model as each promise is given it."""

    index: Index = field(kw_only=True)
    reach: Reach = field(kw_only=True)
    tables: Mapping[str, TableFacts] = field(kw_only=True)


def indexed(model: Model) -> IndexedModel:
    index = Index(model.document)
    reach = Reach(index)
    tables = {table["id"]: _facts_of(reach, table) for table in index.listed("tables")}
    return IndexedModel(
        model.manifest, model.document, model.options, index=index, reach=reach, tables=tables
    )


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
