"""Classes that are a few named values: what `dataclasses` makes with slots, at a fiftieth of the time.

`dataclass` writes several functions for a class and compiles them while its module is imported: a millisecond for each
of eighty classes, most of which a command never uses. Here a constructor is compiled when its class makes its first
instance, and comparing and printing walk through the fields. Type checkers see a dataclass all the same.

`class Place(Record, frozen=True)` can be hashed; that nobody writes to it is the type checkers' business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar, dataclass_transform

R = TypeVar("R", bound="Record")


class _Required:
    """Stands for the default of a field that has none."""


class Field:
    """What is known of a field: its default or what makes it, and how it is given and compared."""

    __slots__ = ("compare", "default", "factory", "kw_only")

    def __init__(self, default: Any, factory: Callable[[], Any] | None, compare: bool, kw_only: bool) -> None:
        self.default = default
        self.factory = factory
        self.compare = compare
        self.kw_only = kw_only


def field(
    *,
    default: Any = _Required,
    default_factory: Callable[[], Any] | None = None,
    compare: bool = True,
    kw_only: bool = False,
) -> Any:
    """Say more of a field than its default."""
    return Field(default, default_factory, compare, kw_only)


def _first_init(self: Any, *args: Any, **given: Any) -> None:
    """Stands in for the constructor of a class until the first instance is made."""
    kind: Any = next(kind for kind in type(self).__mro__ if vars(kind).get("__init__") is _first_init)
    kind.__init__ = _constructor(kind)
    kind.__init__(self, *args, **given)


def _constructor(kind: Any) -> Any:
    """Return the function that takes the fields of a class in their order and stores them."""
    known: dict[str, Any] = {"missing": _Required}
    heads: list[str] = []
    lines: list[str] = []
    fields: dict[str, Field] = kind.__fields__
    for name, about in sorted(fields.items(), key=lambda item: item[1].kw_only):
        if about.kw_only and "*" not in heads:
            heads.append("*")
        value = name
        if about.factory is not None:
            known[f"make_{name}"] = about.factory
            heads.append(f"{name}=missing")
            value = f"make_{name}() if {name} is missing else {name}"
        elif about.default is not _Required:
            known[f"default_{name}"] = about.default
            heads.append(f"{name}=default_{name}")
        else:
            heads.append(name)
        lines.append(f" self.{name} = {value}\n")
    exec(f"def __init__(self, {', '.join(heads)}):\n{''.join(lines) or ' pass'}", known)
    return known["__init__"]


@dataclass_transform(field_specifiers=(field,))
class RecordType(type):
    """Makes a class with a slot for each name that its body annotates."""

    def __new__(
        cls, name: str, bases: tuple[type, ...], space: dict[str, Any], *, frozen: bool = False
    ) -> RecordType:
        fields: dict[str, Field] = {}
        for base in bases:
            fields.update(getattr(base, "__fields__", {}))
        if "__slots__" not in space:
            own = tuple(name for name in space.get("__annotations__", ()) if name not in fields)
            for one in space.get("__annotations__", ()):
                given = space.pop(one, _Required)
                fields[one] = given if type(given) is Field else Field(given, None, True, False)
            space["__slots__"] = own
            space["__init__"] = space.get("__init__", _first_init)
        space["__fields__"] = fields
        space["__match_args__"] = tuple(fields)
        if not frozen:
            space.setdefault("__hash__", None)
        return super().__new__(cls, name, bases, space)


class Record(metaclass=RecordType):
    """What the classes have in common; equal are two of one class with equal fields."""

    __slots__ = ()
    __fields__: ClassVar[dict[str, Field]]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name, about in self.__fields__.items()
            if about.compare
        )

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, name) for name, about in self.__fields__.items() if about.compare]))

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__fields__)
        return f"{type(self).__qualname__}({shown})"


def names(record: Record | type[Record]) -> Iterator[str]:
    """Return the names of a record's fields, in their order."""
    return iter(record.__fields__)


def replace(record: R, **changes: Any) -> R:
    """Return a record of the same class with some fields changed."""
    return type(record)(**{name: getattr(record, name) for name in record.__fields__} | changes)


def as_tuple(value: Any) -> Any:
    """Return the fields of a record as a tuple, and so on through records and tuples inside."""
    if isinstance(value, Record):
        return tuple([as_tuple(getattr(value, name)) for name in value.__fields__])
    return tuple([as_tuple(part) for part in value]) if type(value) is tuple else value
