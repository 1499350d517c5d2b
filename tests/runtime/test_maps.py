"""Maps and paths: neighbours of every grid, what closes and opens a way, distances, lines, facing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime import Program, RulesError
from rulewright.runtime.link.map import cuts, parts, windows

from . import build as b


def sea(**more: Any) -> Program:
    return b.program(maps=[b.a_map(**more)])


def p(program: Program, *ids: str) -> Any:
    found = tuple(program.linker.names.place("sea", id) for id in ids)
    return found if len(found) != 1 else found[0]


def around(program: Program, id: str, side: str | None = None) -> list[str]:
    e = ["neighbours", ["place", "sea", id], None if side is None else ["side", side]]
    return [program.linker.names.id_of(one) for one in b.evaluate(program, e)]


def test_rows_that_are_shifted_lie_half_a_place_to_the_right() -> None:
    assert around(sea(shifted=1), "B2") == ["A2", "A3", "B1", "B3", "C2", "C3"]
    assert around(sea(shifted=0), "B2") == ["A1", "A2", "B1", "B3", "C1", "C2"]
    assert around(sea(shifted=1), "A1") == ["A2", "B1"]
    assert around(sea(shifted=0), "A1") == ["A2", "B1", "B2"]


def test_a_staggered_map_is_one_of_hexes() -> None:
    assert around(sea(grid="staggered"), "B2") == around(sea(), "B2")


def test_axial_coordinates() -> None:
    at = {f"{q},{r}": [q, r] for q in range(-1, 2) for r in range(-1, 2)}
    board = sea(grid="axial", places=list(at), coordinates=at)
    assert around(board, "0,0") == ["-1,0", "-1,1", "0,-1", "0,1", "1,-1", "1,0"]


def spaces(**more: Any) -> Program:
    return sea(grid="spaces", places=["n", "m", "s", "far"], links=[["n", "m", None], ["m", "s", None], ["n", "far", "red"]], **more)


def test_spaces_touch_along_links_only() -> None:
    assert around(spaces(), "n", "red") == ["m", "far"]
    assert around(spaces(), "n", "blue") == ["m"]
    assert around(spaces(), "n") == ["m"]
    board = spaces()
    assert b.evaluate(board, ["distance", ["place", "sea", "s"], ["place", "sea", "far"]]) == 3


def test_barriers_links_closed_places_and_exits() -> None:
    board = sea(
        barriers=[["A1", "A2", None], ["B1", "B2", "red"]],
        links=[["A1", "C4", "blue"]],
        closed=[["C2", "red"]],
        exits={"B4": ["B3"]},
    )
    assert around(board, "A1", "red") == ["B1"]
    assert around(board, "A1", "blue") == ["B1", "C4"]
    assert around(board, "B1", "red") == ["A1", "A2", "C1"]
    assert around(board, "B1", "blue") == ["A1", "A2", "B2", "C1", "C2"]
    assert around(board, "C2", "red") == ["B1", "B2", "C1", "C3"]  # it may be left
    assert around(board, "B4") == ["B3"]
    assert "B4" not in around(board, "C4")
    assert "B4" in around(board, "B3")
    # Distances and directions know nothing of barriers.
    assert b.evaluate(board, ["distance", ["place", "sea", "A1"], ["place", "sea", "A2"]]) == 1


def test_the_neighbours_of_a_line_are_those_of_its_places() -> None:
    board = sea()
    found = b.evaluate(board, ["neighbours", ["path", ["place", "sea", "A1"], ["place", "sea", "A2"]], None])
    assert found == p(board, "A1", "A2", "A3", "B1", "B2")


@given(st.data())
def test_distance_is_the_length_of_the_shortest_way(data: st.DataObject) -> None:
    board = BOARD
    names, geometry = board.linker.names, board.linker.geometry
    one, other = data.draw(st.sampled_from(names.map("sea"))), data.draw(st.sampled_from(names.map("sea")))
    reached, front, steps = {one}, [one], 0
    while other not in reached:
        front = [q for here in front for q in geometry.neighbours[-1][here] if q not in reached]
        reached |= set(front)
        steps += 1
    assert geometry.distance(one, other) == steps
    assert geometry.near(names.map("sea"), one, steps)[0] is not None
    assert other in geometry.near(names.map("sea"), one, steps)
    assert steps == 0 or other not in geometry.near(names.map("sea"), one, steps - 1)


BOARD = sea(rows=7, columns=8)


def arena() -> Program:
    at = {f"{q},{r}": [q, r] for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3}
    return sea(grid="axial", places=list(at), coordinates=at, centre="0,0", facing=True, radius=3)


def test_ahead_goes_clockwise_from_the_east() -> None:
    board = arena()
    ahead = [b.evaluate(board, ["ahead", ["place", "sea", "0,0"], d]) for d in range(7)]
    assert [board.linker.names.id_of(place) for place in ahead] == ["1,0", "0,1", "-1,1", "-1,0", "0,-1", "1,-1", "1,0"]
    assert b.evaluate(board, ["ahead", ["place", "sea", "3,0"], 0]) is None
    assert b.evaluate(board, ["edge", "sea", 1]) == p(board, "0,3")
    assert b.evaluate(board, ["edge", "sea", 6]) == p(board, "3,0")
    assert b.evaluate(board, ["centre", "sea"]) == p(board, "0,0")


def test_bearings_are_even_on_the_spines_and_odd_between() -> None:
    board = arena()
    centre = ["place", "sea", "0,0"]

    def bearing(id: str, facing: int) -> Any:
        return b.evaluate(board, ["bearing12", centre, facing, ["place", "sea", id]])

    spines = ["2,0", "0,2", "-2,2", "-2,0", "0,-2", "2,-2"]
    assert [bearing(id, 0) for id in spines] == [0, 2, 4, 6, 8, 10]
    wedges = ["1,1", "-1,2", "-2,1", "-1,-1", "1,-2", "2,-1"]
    assert [bearing(id, 0) for id in wedges] == [1, 3, 5, 7, 9, 11]
    assert [bearing(id, 2) for id in spines] == [8, 10, 0, 2, 4, 6]
    assert bearing("0,0", 0) is None


LINE = ("A1", "A2", "A3", "A4")


def line(board: Program, *ids: str) -> Any:
    return ["path", *(["place", "sea", id] for id in ids)]


def test_lines_grow_at_the_end_that_is_near() -> None:
    board = sea()
    grown = [["extended", line(board, "A2", "A3"), ["place", "sea", id]] for id in ("A4", "A1", "B2", "C1")]
    assert b.evaluate(board, grown[0]) == p(board, "A2", "A3", "A4")
    assert b.evaluate(board, grown[1]) == p(board, "A1", "A2", "A3")
    assert b.evaluate(board, grown[2]) == p(board, "A2", "A3", "B2")  # it neighbours both: the far end first
    with pytest.raises(RulesError, match="RW0830"):
        b.evaluate(board, grown[3])


def test_lengths_ends_and_members() -> None:
    board = sea()
    assert b.evaluate(board, ["length", line(board, *LINE)]) == 4
    assert b.evaluate(board, ["ends", line(board, *LINE)]) == p(board, "A1", "A4")
    assert b.evaluate(board, ["ends", line(board, "A1")]) == (p(board, "A1"),)
    assert b.evaluate(board, ["in", ["place", "sea", "A2"], line(board, *LINE)]) is True
    assert b.evaluate(board, ["union", line(board, "A2"), ["set", ["place", "sea", "A1"]]]) == p(board, "A1", "A2")


PATHS = st.lists(st.integers(0, 30), min_size=1, max_size=9, unique=True).map(tuple)


@given(PATHS, st.integers(0, 10), st.integers(0, 10))
def test_cuts_take_from_the_ends_alone(path: tuple[int, ...], lo: int, hi: int) -> None:
    found = cuts(path, lo, hi)
    assert list(found) == sorted(set(found))
    for left in found:
        taken = len(path) - len(left)
        assert lo <= taken <= hi
        assert left == () or any(path[at : at + len(left)] == left for at in range(len(path)))
    assert ((() in found) == (lo <= len(path) <= hi)) or len(path) == 0
    expected = sum(taken + 1 for taken in range(lo, min(hi, len(path) - 1) + 1)) + (lo <= len(path) <= hi)
    assert len(found) == expected


@given(PATHS, st.integers(1, 10))
def test_windows_are_the_stretches_of_a_length(path: tuple[int, ...], size: int) -> None:
    found = windows(path, size)
    assert set(found) == {path[at : at + size] for at in range(max(1, len(path) - size + 1))}


@given(PATHS, st.integers(0, 30))
def test_parts_are_what_a_hole_leaves(path: tuple[int, ...], hole: int) -> None:
    found = parts(path, hole)
    assert sum(map(len, found)) == len(path) - (hole in path)
    assert all(hole not in part for part in found)
    assert len(found) <= 2
