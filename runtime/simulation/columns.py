"""What a row about one game holds: columns that follow from the declarations of the ruleset alone.

Every ruleset has the first ones. Then come one column per side for units that were lost, one per track that counts something,
one per number that the rule `victory` tells, and one per table that throws dice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from rulewright.runtime.link import types
from rulewright.runtime.link.program import Program

Kind = Literal["integer", "real", "text"]
Role = Literal["game", "loss", "track", "score", "luck"]
Json = Any


@dataclass(frozen=True, slots=True)
class Column:
    """One column. title: for people; counts: is it part of what decides the game, so that a report shows it?"""

    name: str
    kind: Kind
    title: str
    role: Role = "game"
    counts: bool = False

    def json(self) -> dict[str, Any]:
        return asdict(self)


GAME = (
    Column("game", "integer", "number of the game, from 0"),
    Column("seed", "integer", "seed of its dice and bots"),
    Column("ending", "text", "ending, as the rules name it"),
    Column("ending_title", "text", "ending"),
    Column("winner", "text", "winner, empty for nobody"),
    Column("reason", "text", "rule that ended it"),
    Column("turns", "integer", "turns"),
    Column("decisions", "integer", "decisions"),
    Column("rolls", "integer", "dice thrown"),
    Column("luck", "real", "dice luck"),
    Column("failure", "text", "what stopped it before its end"),
)


TYPES: dict[str, tuple[type, ...]] = {"integer": (int,), "real": (float, int), "text": (str,)}
ALWAYS = ("game", "seed", "ending", "ending_title", "winner", "reason", "decisions", "failure")
"""Columns that have a value in every row."""


BEYOND = 1e100
"""No figure of a game is as large; the sums and squares of smaller ones are still numbers."""


def is_sound(row: Mapping[str, Any], columns: Sequence[Column]) -> bool:
    """Are the values of a row of the kinds that its columns say, and no float infinite or beyond all measure?"""
    for column in columns:
        value = row[column.name]
        if value is None:
            if column.name in ALWAYS:
                return False
        elif type(value) not in TYPES[column.kind] or (type(value) is float and not abs(value) < BEYOND):
            return False
    return True


@dataclass(frozen=True, slots=True)
class Told:
    """A number that the rule `victory` tells. index: which value of the sentence; by: which one names a side, or None."""

    place: int
    index: int
    by: int | None
    column: str


@dataclass(frozen=True, slots=True)
class Counted:
    """A track whose value at the end is kept. by: a side or a value per key, or none."""

    track: str
    columns: tuple[str, ...]


class Columns:
    """The columns of a program, and where their values come from.

    told: by the number of the statement. dice: by the number of a table, the lowest and highest face of its dice.
    """

    def __init__(self, program: Program) -> None:
        self._taken: set[str] = {column.name for column in GAME}
        self._all: list[Column] = list(GAME)
        document = program.document
        self.sides = tuple(program.sides)
        self.losses = tuple(self._add(f"losses_{side['id']}", "integer", f"lost by {_titled(side)}", "loss", True) for side in document["ruleset"]["sides"])
        deciding = _Deciding(document)
        self.tracks = tuple(self._tracks(program, deciding))
        self.told: dict[int, list[Told]] = {}
        for told in self._told(program, deciding):
            self.told.setdefault(told.place, []).append(told)
        self.dice: dict[int, tuple[int, int]] = {}
        self.luck: dict[int, str] = {}
        for number, table in enumerate(document["tables"]):
            faces = _faces(document, table)
            if faces is not None:
                self.dice[number] = faces
                self.luck[number] = self._add(f"luck_{table['id']}", "real", _titled(table), "luck", True)
        self.all = tuple(self._all)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.all)

    def _add(self, name: str, kind: Kind, title: str, role: Role, counts: bool) -> str:
        """Add a column, under a name that none has yet."""
        free, number = name, 2
        while free in self._taken:
            free, number = f"{name}_{number}", number + 1
        self._taken.add(free)
        self._all.append(Column(free, kind, title, role, counts))
        return free

    def _tracks(self, program: Program, deciding: _Deciding) -> Iterator[Counted]:
        for track in program.document["tracks"]:
            type = types.of_json(track["type"])
            keys = _keys(program, type)
            if keys is None:
                continue
            counts = track["id"] in deciding.tracks
            names = tuple(
                self._add(
                    "_".join(["track", track["id"], *([key] if key else [])]), "real", f"{_titled(track)}{f': {title}' if title else ''}", "track", counts
                )
                for key, title in keys
            )
            yield Counted(track["id"], names)

    def _told(self, program: Program, deciding: _Deciding) -> Iterator[Told]:
        """Yield the numbers that are told where the winner is found: points, as a rule."""
        for number, place in enumerate(program.places):
            if place.kind != "tell" or not any(place.json is one for one in deciding.tells):
                continue
            values = [part["type"] for part in place.json["text"] if not isinstance(part, str)]
            by = next((index for index, kind in enumerate(values) if _bare(kind) == "side"), None)
            for index, label in enumerate(_labels(place.json["text"])):
                if _bare(values[index]) != "number":
                    continue
                if by is None:
                    yield Told(number, index, None, self._add(f"score_{_as_name(label)}", "real", label, "score", True))
                    continue
                first = None
                for side in program.document["ruleset"]["sides"]:
                    name = self._add(f"score_{_as_name(label)}_{side['id']}", "real", f"{label} of {_titled(side)}", "score", True)
                    first = first or name.removesuffix(side["id"])
                assert first is not None
                yield Told(number, index, by, first)


class _Deciding:
    """What the rule `victory` does and reads, with the rules and defines that it calls."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.tells: list[Json] = []
        self.tracks: set[str] = set()
        self._bodies = {("rule", one["id"]): one["body"] for one in document["rules"]}
        self._bodies.update({("define", one["id"]): one for one in document["defines"]})
        self._seen: set[tuple[str, str]] = set()
        self._enter(("rule", "victory"))

    def _enter(self, body: tuple[str, str]) -> None:
        if body in self._seen or body not in self._bodies:
            return
        self._seen.add(body)
        ahead: list[Json] = [self._bodies[body]]
        while ahead:
            one = ahead.pop()
            if isinstance(one, dict):
                if one.get("do") == "tell":
                    self.tells.append(one)
                elif one.get("do") == "call":
                    self._enter(("rule", one["rule"]))
                elif one.get("do") in ("set", "add", "remove"):
                    ahead.append(one.get("value"))  # what is written decides nothing by itself
                    continue
                ahead.extend(one.values())
            elif isinstance(one, list):
                if len(one) > 1 and one[0] in ("track", "track_at") and isinstance(one[1], str):
                    self.tracks.add(one[1])
                elif len(one) > 1 and one[0] == "call" and isinstance(one[1], str):
                    self._enter(("define", one[1]))
                ahead.extend(one)


def _keys(program: Program, type: Any) -> list[tuple[str, str]] | None:
    """Return id and title of each number that a track of that type holds; None if it holds none."""
    bare = types.bare(type)
    if bare == types.NUMBER or (isinstance(bare, tuple) and bare[0] in ("list", "set") and bare[1] == types.NUMBER):
        return [("", "")]
    if not (isinstance(bare, tuple) and bare[0] == "by" and types.bare(bare[2]) == types.NUMBER):
        return None
    if bare[1] == "side":
        return [(side["id"], _titled(side)) for side in program.document["ruleset"]["sides"]]
    home = bare[1].partition(":")[2]
    titles = program.linker.names.titles.get(home)
    values = program.linker.names.values[home]
    return [(id, titles[at] if titles else id.replace("_", " ")) for at, id in enumerate(values)]


def _bare(kind: Json) -> Json:
    return kind[1] if isinstance(kind, list) and kind and kind[0] == "opt" else kind


def _labels(text: Json) -> list[str]:
    """Return what stands before each value of a sentence: `merchants {vp}, convoys {…}` gives merchants, convoys."""
    found: list[str] = []
    before = ""
    for part in text:
        if isinstance(part, str):
            before = part
            continue
        words = before.replace(";", ",").rpartition(",")[2].strip(" :=.–-()")
        found.append(words or f"value {len(found) + 1}")
        before = ""
    return found


def _as_name(label: str) -> str:
    return "_".join("".join(one if one.isascii() and one.isalnum() else " " for one in label.lower()).split()) or "value"


def _faces(document: Mapping[str, Any], table: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the lowest and highest face of a table's dice; None if it throws none, or of several kinds."""
    roll = table["roll"]
    if roll is None:
        return None
    cells = [roll["dice"]] if "dice" in roll else [cell for row in roll["lookup"]["rows"] for cell in row["cells"]]
    kinds = {cell["die"] for cell in cells}
    if len(kinds) != 1:
        return None
    low, high = document["dice"][kinds.pop()]
    return low, high


def _titled(thing: Mapping[str, Any]) -> str:
    return str(thing.get("title") or str(thing["id"]).replace("_", " "))
