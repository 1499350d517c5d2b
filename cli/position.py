"""The position as a player reads it: by place, with what differs from the start; one piece or place in full on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.cli import terminal

if TYPE_CHECKING:
    from rulewright.runtime import Game

Json = Mapping[str, Any]


def lines(game: Game, side: str | None) -> Iterator[str]:
    """Yield the tracks, then each side's pieces by place; pieces off the map with nothing to say of them are left out."""
    position = Position(game, side)
    yield from position.tracks()
    for one in position.sides():
        yield from position.of_side(one)


def about(game: Game, side: str | None, words: str) -> list[str]:
    """Return all that is known of a piece or of a place: by id, name, or the beginning of one; nothing if there is none."""
    position = Position(game, side)
    wanted = words.strip().casefold()
    found = position.named(wanted)
    if found:
        return [line for id in found for line in position.in_full(id)]
    place = next((p for p in position.places if p.casefold() == wanted), None)
    return position.place_in_full(place) if place is not None else []


def everything(game: Game, side: str | None) -> Iterator[str]:
    """Yield the whole view: tracks, every piece in full, and all that the side was told."""
    position = Position(game, side)
    yield from position.tracks(whole=True)
    for id in position.view["pieces"]:
        yield from position.in_full(id)
    yield from (f"  known: {fact['text']}" for fact in position.view["knowledge"])


class Position:
    """One view, ready to be put into words."""

    def __init__(self, game: Game, side: str | None) -> None:
        self.document: Json = game.program.document
        self.view: Json = game.view(side) if side is not None else game.public_view()
        self.side = side
        self.places = {
            place: n for n, place in enumerate(p for m in self.document["maps"] for p in m["places"])
        }
        self._kinds = _kinds(self.document)
        self._starts = {unit["id"]: unit["values"] for unit in self.document["units"]}

    # ---- tracks ----

    def tracks(self, *, whole: bool = False) -> Iterator[str]:
        said = []
        for track in self.document["tracks"]:
            value = self.view["tracks"].get(track["id"])
            if value is None or value == [] or track["id"] not in self.view["tracks"]:
                continue
            if (
                not whole
                and not track["boxes"]
                and track["range"] is None
                and value == _plain_start(track["start"], track["type"])
            ):
                continue
            said.append(f"{track['title'] or track['id']} {shown(value)}{_box(track, value)}")
        yield from _wrapped("  ", said)

    # ---- pieces ----

    def sides(self) -> list[Json]:
        own = [*self.document["ruleset"]["sides"], {"id": None, "title": "others"}]
        return sorted(own, key=lambda one: self.side is not None and one["id"] != self.side)

    def of_side(self, side: Json) -> Iterator[str]:
        """Yield a line for each place where this side's pieces are known to stand."""
        at: dict[str, list[str]] = {}
        for id, piece in self.view["pieces"].items():
            if piece["side"] != side["id"] or piece.get("gone") or "holder" in piece:
                continue
            where = piece["attributes"].get("at")
            said = self.brief(id)
            if where is not None or said != piece["name"]:
                at.setdefault(shown(where) if where is not None else "off the map", []).append(said)
        if not at:
            return
        yield terminal.paint(f"  {side['title'] or side['id']}", bold=True)
        wide = max(map(len, at))
        for where in sorted(at, key=lambda place: self.places.get(place, len(self.places))):
            yield from _wrapped(f"    {where:<{wide}}  ", at[where])

    def brief(self, id: str) -> str:
        """Return a piece with its markers, what differs from its start, and what it holds."""
        piece = self.view["pieces"][id]
        said = [_mark(marker, value) for marker, value in piece["markers"].items() if value not in (None, [])]
        for name, value in piece["attributes"].items():
            attribute = self._kinds[piece["kind"]].get(name)
            if attribute is None or name == "at" or attribute["visibility"] == "printed":
                continue
            start, is_printed = self._start(id, attribute)
            if value != start:
                said.append(f"{_words(name)} {shown(value)}{f' of {shown(start)}' if is_printed else ''}")
        held = [self.brief(other) for other, one in self.view["pieces"].items() if one.get("holder") == id]
        return (
            (piece["name"] or id)
            + (f" ({', '.join(said)})" if said else "")
            + (f": {' + '.join(held)}" if held else "")
        )

    def in_full(self, id: str) -> Iterator[str]:
        piece = self.view["pieces"][id]
        if piece.get("gone"):
            yield f"  {piece['name']}: out of play"
            return
        said = [_mark(marker, value) for marker, value in piece["markers"].items() if value not in (None, [])]
        said += [
            f"{_words(name)} {shown(value)}"
            for name, value in piece["attributes"].items()
            if value not in (None, [])
        ]
        if "holder" in piece:
            said.insert(0, f"in {self.view['pieces'][piece['holder']]['name']}")
        held = [one["name"] for one in self.view["pieces"].values() if one.get("holder") == id]
        if held:
            said.append(f"holds {', '.join(held)}")
        yield from _wrapped(f"  {piece['name']}: ", said or ["nothing is known"])

    def named(self, wanted: str) -> list[str]:
        """Return the piece of that id or name, or those whose name begins so."""
        pieces = self.view["pieces"]
        exact = [id for id, piece in pieces.items() if wanted in (id.casefold(), piece["name"].casefold())]
        return exact or [
            id for id, piece in pieces.items() if wanted and piece["name"].casefold().startswith(wanted)
        ]

    def place_in_full(self, place: str) -> list[str]:
        said = []
        for map in self.document["maps"]:
            if place in map["places"]:
                said += [
                    region["title"] or _words(region["id"])
                    for region in map["regions"]
                    if place in region["places"]
                ]
                said += [
                    f"{_words(a['id'])} {_constant(a['values'][place])}"
                    for a in map["attributes"]
                    if place in a["values"]
                ]
        found = list(_wrapped(f"  {place}: ", said or ["nothing special"]))
        for id, piece in self.view["pieces"].items():
            if piece["attributes"].get("at") == place and "holder" not in piece:
                found.append(f"    {self.brief(id)}")
        return found

    def _start(self, id: str, attribute: Json) -> tuple[Any, bool]:
        """Return what an attribute starts with, and whether that is a printed figure."""
        name = attribute["id"].split(".")[-1]
        values = self._starts.get(id, {})
        if name in values:
            return _plain_start(values[name], attribute["type"]), False
        default = attribute["default"]
        if isinstance(default, list) and default[0] == "attr" and default[2] == ["local", "self"]:
            return self.view["pieces"][id]["attributes"].get(default[1].split(".")[-1]), True
        return _plain_start(default, attribute["type"]), False


def shown(value: Any) -> str:
    """Return a value of a view in words."""
    if isinstance(value, list):
        return " ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(one)}" for key, one in value.items())
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


def _mark(marker: str, value: Any) -> str:
    if value is True:
        return _words(marker)
    if isinstance(value, list):
        return f"{_words(marker)} at {', '.join(str(one['place']) for one in value)}"
    return f"{_words(marker)} {value}" if isinstance(value, int) else shown(value)


def _box(track: Json, value: Any) -> str:
    """Return what the box says that a numbered track is on."""
    said = []
    for attribute in track["boxes"]:
        cell = next(
            (
                cell
                for low, high, cell in attribute["values"]
                if isinstance(value, int) and low <= value <= high
            ),
            None,
        )
        if cell is True:
            said.append(_words(attribute["id"]))
        elif cell is not None and cell is not False:
            said.append(f"{_words(attribute['id'])} {_constant(cell)}")
    return f" ({', '.join(said)})" if said else ""


def _constant(value: Any) -> str:
    """Return a constant expression of the artifact in words."""
    if not isinstance(value, list):
        return shown(value)
    if value[0] == "frac":
        return f"{value[1]}/{value[2]}"
    return (
        _words(str(value[-1]))
        if value[0] in ("value", "place", "unit", "side", "text")
        else " ".join(map(_constant, value[1:]))
    )


def _plain_start(value: Any, type: Any) -> Any:
    """Return a constant start value as views write it; without one, what its type starts with."""
    if isinstance(value, list) and value:
        if value[0] == "frac":
            return f"{value[1]}/{value[2]}"
        if value[0] in ("set", "list"):
            return [_plain_start(one, None) for one in value[1:]]
        return value[-1]
    if value is not None:
        return value
    if isinstance(type, list) and type[0] in ("set", "list"):
        return []
    return {"number": 0, "yes_no": False}.get(type) if isinstance(type, str) else None


def _kinds(document: Json) -> dict[str, dict[str, Json]]:
    """Return the attributes of each kind by bare name; those of its parents are among them."""
    found: dict[str, dict[str, Json]] = {}
    for kind in document["pieces"]:
        own = {a["id"].split(".")[-1]: a for a in kind["attributes"]}
        found[kind["id"]] = {**found.get(kind["parent"] or "", {}), **own}
    return found


def _words(id: str) -> str:
    return id.replace("_", " ")


def _wrapped(lead: str, words: Sequence[str]) -> Iterator[str]:
    from rulewright.cli.show import wrapped

    yield from wrapped(lead, list(words))
