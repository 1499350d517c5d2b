"""The position as a player reads it: by place, with what differs from the start; one piece or place in full on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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


def whereabouts(game: Game, side: str | None) -> Callable[[Any], str]:
    """Return what tells where a piece is, as far as the side knows it; the view is taken when it is first needed."""
    found: list[Position] = []

    def where(id: Any) -> str:
        if not found:
            found.append(Position(game, side))
        return found[0].whereabouts(id)

    return where


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
        self._titles = _titles(self.document)
        self._starts = {unit["id"]: unit["values"] for unit in self.document["units"]}

    # ---- tracks ----

    def tracks(self, *, whole: bool = False) -> Iterator[str]:
        said = []
        for track in self.document["tracks"]:
            value = self.view["tracks"].get(track["id"])
            if value is None or value == [] or track["id"] not in self.view["tracks"]:
                continue
            start = _plain_start(track["start"], track["type"])
            if not whole and not track["boxes"] and value == start and (track["range"] is None or not value):
                continue
            said.append(
                f"{track['title'] or track['id']} {self.value(track['type'], value)}{_box(track, value)}"
            )
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
            where = piece["attributes"].get("at", "somewhere" if "at" in self._kinds[piece["kind"]] else None)
            said = self.brief(id)
            if where not in (None, "somewhere") or said != piece["name"]:
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
        said = self._state(id)
        held = [self.brief(other) for other, one in self.view["pieces"].items() if one.get("holder") == id]
        return (
            (piece["name"] or id)
            + (f" ({', '.join(said)})" if said else "")
            + (f": {' + '.join(held)}" if held else "")
        )

    def _state(self, id: str, *, with_figures: bool = False) -> list[str]:
        """Return the markers of a piece, and what differs from its start; also, with figures, what is printed on it."""
        piece = self.view["pieces"][id]
        said = [
            self._mark(marker, value) for marker, value in piece["markers"].items() if value not in (None, [])
        ]
        printed: list[str] = []
        limits: set[str] = set()
        for name, value in piece["attributes"].items():
            attribute = self._kinds[piece["kind"]].get(name)
            if attribute is None or name == "at":
                continue
            if attribute["visibility"] == "printed":
                if value not in (None, []) and value != _plain_start(attribute["default"], None):
                    printed.append(name)
                continue
            start, figure = self._start(id, attribute)
            limits.add(figure)
            if figure and (with_figures or value != start):
                said.append(f"{_words(name)} {shown(value)} of {shown(start)}")
            elif value != start:
                said.append(self._attribute(name, attribute, value))
        if not with_figures:
            return said
        kinds = self._kinds[piece["kind"]]
        return said + [
            self._attribute(n, kinds[n], piece["attributes"][n]) for n in printed if n not in limits
        ]

    def _attribute(self, name: str, attribute: Json, value: Any) -> str:
        words, type = _words(name), attribute["type"]
        if isinstance(value, bool):
            return words if value else f"{words}: no"
        said = self.value(type, value)
        return said if said.casefold().startswith(words) else f"{words} {said}"

    def value(self, type: Any, value: Any) -> str:
        """Return a value of the view as the rules call it: a side, a piece or a value of an enum by its title."""
        if isinstance(type, list) and type[0] == "opt":
            return self.value(type[1], value)
        if isinstance(value, list) and isinstance(type, list) and type[0] in ("set", "list"):
            return ", ".join(self.value(type[1], one) for one in value) or "none"
        return self._titles.get(f"{type} {value}") or shown(value)

    def whereabouts(self, id: Any) -> str:
        """Return where a piece is, or in what; for somebody else's, also what is known of it. "" if it is no piece."""
        piece = self.view["pieces"].get(id) if isinstance(id, str) else None
        if piece is None or piece.get("gone"):
            return ""
        where = piece["attributes"].get("at")
        said = [shown(where)] if where is not None else []
        if "holder" in piece:
            said.insert(0, self.view["pieces"][piece["holder"]]["name"])
        return ", ".join(said if piece["side"] == self.side else [*said, *self._state(id)])

    def _mark(self, marker: str, value: Any) -> str:
        title = self._titles.get(f"marker {marker}") or _words(marker)
        if value is True:
            return title
        if isinstance(value, list):
            return f"{title} at {', '.join(str(one['place']) for one in value)}"
        return (
            f"{title} {value}"
            if isinstance(value, int)
            else self._titles.get(f"enum:{marker} {value}") or shown(value)
        )

    def in_full(self, id: str) -> Iterator[str]:
        piece = self.view["pieces"][id]
        if piece.get("gone"):
            yield f"  {piece['name']}: out of play"
            return
        said = self._state(id, with_figures=True)
        where = piece["attributes"].get("at")
        if where is not None:
            said.insert(0, f"at {shown(where)}")
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
        said: list[str] = []
        for map in self.document["maps"]:
            if place in map["places"]:
                titles = (
                    region["title"] or _words(region["id"])
                    for region in map["regions"]
                    if place in region["places"]
                )
                said += dict.fromkeys(titles)
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

    def _start(self, id: str, attribute: Json) -> tuple[Any, str]:
        """Return what an attribute starts with, and the name of the printed figure that says so, if one does."""
        name = attribute["id"].split(".")[-1]
        values = self._starts.get(id, {})
        if name in values:
            return _plain_start(values[name], attribute["type"]), ""
        default = attribute["default"]
        if isinstance(default, list) and default[0] == "attr" and default[2] == ["local", "self"]:
            figure = default[1].split(".")[-1]
            return self.view["pieces"][id]["attributes"].get(figure), figure
        return _plain_start(default, attribute["type"]), ""


def shown(value: Any) -> str:
    """Return a value of a view in words."""
    if isinstance(value, list):
        return " ".join(map(shown, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(one)}" for key, one in value.items())
    if value is None:
        return "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).replace("_", " ")


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


def _titles(document: Json) -> dict[str, str]:
    """Return what things are called: by `side ID`, `piece:KIND ID`, `enum:ENUM ID`, and `marker ID`."""
    found = {f"side {side['id']}": side["title"] for side in document["ruleset"]["sides"]}
    found |= {f"marker {marker['id']}": marker["title"] for marker in document["markers"]}
    for home in document["enums"]:
        found |= {f"enum:{home['id']} {value['id']}": value.get("title") for value in home["values"]}
    for marker in document["markers"]:
        found |= {f"enum:{marker['id']} {face['id']}": face.get("title") for face in marker["faces"]}
    parents = {kind["id"]: kind["parent"] for kind in document["pieces"]}
    for unit in document["units"]:
        kind = unit["kind"]
        while kind:
            found[f"piece:{kind} {unit['id']}"] = unit["name"]
            kind = parents[kind]
    return {key: title for key, title in found.items() if title}


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
