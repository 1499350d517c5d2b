"""Aids: what is printed on a sheet, in which order, and how the sheet is laid."""

from __future__ import annotations

from rulewright.compiler.model import Json
from rulewright.compiler.parse.nodes import ExprNode
from rulewright.compiler.parse.tree import AidNode, SettingNode
from rulewright.compiler.resolve import errors
from rulewright.compiler.resolve import expression as ex
from rulewright.compiler.resolve.pieces import head
from rulewright.compiler.resolve.symbols import Symbols

PARTS: dict[str, tuple[str, ...]] = {
    "sequence": ("phase",),
    "tables": ("table", "define"),
    "matrices": ("matrix",),
    "tracks": ("track",),
    "maps": ("map",),
    "boards": ("map", "define"),
    "rosters": ("piece",),
    "cards": ("piece", "unit"),
    "records": ("piece", "unit"),
    "counters": ("piece", "unit", "marker", "cup"),
    "notes": (),
    "index": (),
}
"""What may stand on a sheet → the kinds of declarations that it names; `notes` and `index` only take `all`."""
NUMBERS = {"columns": (1, 4), "size": (8, 60), "copies": (1, 99)}
WORDS = {
    "orientation": (("portrait", "landscape"), "`portrait` (upright) or `landscape` (lying)"),
    "backs": (("duplex", "fold"), "`duplex` (a page of their own) or `fold` (beside the fronts)"),
}
ALL = "all"


def aid(node: AidNode, symbols: Symbols) -> Json:
    """Resolve an aid: its parts in the order in which they are written."""
    parts: list[Json] = []
    layout: dict[str, Json] = {"columns": 1, "orientation": "portrait"}
    for setting in node.settings:
        if setting.name in PARTS:
            parts.append(_part(setting, symbols))
        elif setting.name in NUMBERS:
            layout[setting.name] = _number(setting, symbols)
        elif setting.name in WORDS:
            layout[setting.name] = _one_of(setting, symbols)
        else:
            known = [*PARTS, *NUMBERS, *WORDS]
            symbols.problems.add(errors.bad_setting(setting.name, setting.at, "an aid", known))
    return {**head(node), **layout, "parts": parts}


def _part(setting: SettingNode, symbols: Symbols) -> Json:
    title = {"title": setting.tail.title} if setting.tail.title else {}
    if [_word(value) for value in setting.values] == [ALL]:
        names = [ALL]
    elif not PARTS[setting.name]:
        symbols.problems.add(errors.bad_setting_value(setting.name, setting.at, "the word `all`"))
        names = [ALL]
    else:
        names = [_named(setting, value, symbols) for value in setting.values]
    return {"kind": setting.name, **title, "of": names}


def _named(setting: SettingNode, value: ExprNode, symbols: Symbols) -> str:
    id = _word(value)
    kinds = PARTS[setting.name]
    symbol = symbols.names.get(id)
    if symbol is None:
        known = [name for name, one in symbols.names.items() if one.kind in kinds]
        symbols.problems.add(errors.unknown_name(id, value.at, known, kinds[0]))
    elif symbol.kind not in kinds:
        others = [name for name, taken in PARTS.items() if symbol.kind in taken]
        symbols.problems.add(errors.misplaced_on_aid(id, value.at, symbol.kind, setting.name, others))
    return id


def _word(value: ExprNode) -> str:
    return str(value.args[0]) if value.op == "name" else ex.show(value)


def _number(setting: SettingNode, symbols: Symbols) -> int:
    low, high = NUMBERS[setting.name]
    value = setting.values[0]
    count = value.args[0] if value.op == "number" and len(setting.values) == 1 else None
    if isinstance(count, int) and low <= count <= high:
        return count
    wanted = f"a number from {low} to {high}"
    symbols.problems.add(errors.bad_setting_value(setting.name, value.at, wanted))
    return low


def _one_of(setting: SettingNode, symbols: Symbols) -> str:
    words, wanted = WORDS[setting.name]
    value = setting.values[0]
    word = _word(value)
    if word in words and len(setting.values) == 1:
        return word
    symbols.problems.add(errors.bad_setting_value(setting.name, value.at, wanted))
    return words[0]
