"""A ruleset with a map of every kind, compiled once."""

import json
import tempfile
from functools import cache
from pathlib import Path

from rulewright.compiler.aids.context import Context, Thing
from rulewright.compiler.aids.model import Disc, Drawing, Figure, Group, Mark2D, Section, Shape, Words
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.pipeline import compile_ruleset

SOURCE = """ruleset world "World"
  source: "nothing"
  sides: red, blue
enum ending: parted
enum light: day, night
map sea "The Sea" [2]
  grid: hex
  rows: A..G
  columns: 1..6
  shifted: A
  no_hex: G5, G6
  land "Land": A1, A2, (B1..B3)
  fog_bank "Fog bank": C4..C5, D4
  north "Northern waters": rows(A..C)
  helper: E1..E3
  barrier "Sandbar": D2 - D3
  link "Canal": A2 - C3 for red
  closed "Mined": F1, F2 for blue
  exits: C1 - D1, C1 - D2
  ports "Ports" [2.1] assumed "from an atlas"
    | hex    | town     | owner | red_guns |
    | A3     | "Bergen" | red   | 2        |
    | F6     | "Scapa"  | blue  | 4        |
map box "Box Map"
  places: box
  spaces: far_red - near_red - middle - near_blue - far_blue
  shallow "Shallow water": near_red, middle
map chart "Chart"
  grid: staggered
  places: zone
  rows: N..S
  columns: 1..9
  bank "The Bank": O2..O4, P3
map arena "Arena"
  grid: hex
  places: cell
  radius: 2
  facing: yes
track turn "Turn Track" [4]: 1..8 = 1
  |   | day | time  | raid |
  | 1 | 1   | night | no   |
  | 2 | 1   | day   | no   |
  | 3 | 2   | night | yes  | assumed "every third"
  | 4 | 2   | day   | no   |
  | 5 | 3   | night | no   |
  | 6 | 3   | day   | yes  |
  | 7 | 4   | night | no   |
  | 8 | 4   | day   | no   |
track points: number = 0
track sky: light = day
piece ship "Ship"
  public at: hex or none = none, heading: direction = 0
roster ship
  | id   | name   | side |
  | hood | "Hood" | red  |
define blind(h: hex) = h in fog_bank or h in north
define shoal(b: box) = b in shallow
define near_bank(z: zone) = z in bank
define zone_of(z: 1..30) "Sea Zone" by z [10]
  | 1..10  | 1 |
  | 11..20 | 2 |
  | 21..30 | 3 |
phase play
  end game as parted
"""


@cache
def context() -> Context:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "world.rules").write_text(SOURCE, "utf-8")
        return Context(json.loads(json.dumps(compile_ruleset(Path(folder), cache=False).document)))


def map_of(id: str) -> Thing:
    return context().by_kind["maps"][id]


def part(kind: str, *of: str, orientation: str = "portrait") -> Part:
    return Part(kind, of, orientation=orientation)  # type: ignore[arg-type]


def figures(sections: list[Section]) -> list[Figure]:
    return [block for section in sections for block in section.blocks if isinstance(block, Figure)]


def marks(drawing: Drawing) -> list[Mark2D]:
    """All shapes of a drawing, out of their groups."""
    found: list[Mark2D] = []
    ahead = list(drawing.shapes)
    while ahead:
        one = ahead.pop(0)
        if isinstance(one, Group):
            ahead = [*one.shapes, *ahead]
        else:
            found.append(one)
    return found


def words(drawing: Drawing) -> list[str]:
    return [one.text for one in marks(drawing) if isinstance(one, Words)]


def extent(drawing: Drawing) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what is drawn."""
    points = [point for one in marks(drawing) if isinstance(one, Shape) for point in one.points]
    points += [(one.x, one.y) for one in marks(drawing) if isinstance(one, Disc | Words)]
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
