"""A map on paper shows every place with its name, and what the rules ask of it."""

from dataclasses import replace

import pytest

from rulewright.compiler.aids import fonts
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.model import Disc, Shape, Table, Words
from rulewright.compiler.aids.sheets import boards, grid, paper, regions, search_map

from . import world

SEA = search_map.sections(world.context(), world.part("maps", "sea"))
MAP, LEGEND = world.figures(SEA)


def test_every_place_is_named_once() -> None:
    shown = world.words(MAP.drawing)
    assert all(shown.count(place) == 1 for place in world.map_of("sea")["places"])
    assert "G5" not in shown


def test_neighbours_of_the_rules_touch_on_paper() -> None:
    sea = world.map_of("sea")
    on = grid.laid_out(sea, sea["places"], 200, 200, 20)
    assert on.shared("D1", "D2") is not None
    assert on.shared("A1", "B2") is not None  # A stands half a hex to the right
    assert on.shared("A1", "B3") is None


def test_squares_that_stand_between_two_touch_both() -> None:
    chart = world.map_of("chart")
    on = grid.laid_out(chart, chart["places"], 200, 200, 20)
    touching = [one for one in chart["places"] if one != "P3" and on.shared("P3", one)]
    assert touching == ["O2", "O3", "P2", "P4", "Q2", "Q3"]


def test_a_border_runs_once_round_its_region() -> None:
    sea = world.map_of("sea")
    on = grid.laid_out(sea, sea["places"], 200, 200, 20)
    [line] = on.outline(["D4", "D5"])
    assert len(line) == 11  # ten sides, closed
    assert line[0] == pytest.approx(line[-1])


def test_a_border_ends_where_the_page_does() -> None:
    sea = world.map_of("sea")
    whole = grid.laid_out(sea, sea["places"], 200, 200, 20)
    half = grid.laid_out(sea, ["D4"], 200, 200, 20)
    assert sum(len(line) - 1 for line in whole.outline(["D4", "D5"])) == 10
    assert sum(len(line) - 1 for line in half.outline(["D4", "D5"])) == 5


def test_only_regions_that_a_rule_asks_for_are_drawn_and_land_always() -> None:
    sea = world.map_of("sea")
    on = grid.laid_out(sea, sea["places"], 200, 200, 20)
    looks, _ = regions.chosen(world.context(), sea, on)
    assert [(one.title, one.kind, one.pattern) for one in looks] == [
        ("Land", "ground", "cross"),
        ("Fog bank", "ground", "dots"),
        ("Northern waters", "bordered", ""),
    ]


def test_looks_differ_without_their_colours() -> None:
    looks = [(pattern, 0.0, False) for _, pattern in regions.HATCHES]
    looks += [("", width, dashed) for _, width, dashed in regions.BORDERS]
    assert len(set(looks)) == len(looks)


def test_the_legend_names_every_sign() -> None:
    shown = " ".join(world.words(LEGEND.drawing))
    for wanted in (
        "Land",
        "Fog bank",
        "Northern waters",
        "Town, red‡",
        "Town, blue‡",
        "Nobody passes",
        "Neighbours across it (red only)",
        "Closed to blue",
        "Not left or entered across it",
    ):
        assert wanted in shown


def test_named_places_stand_in_a_table_with_what_is_assumed() -> None:
    [table] = [block for section in SEA for block in section.blocks if isinstance(block, Table)]
    rows = [["".join(run.text for run in cell.text) for cell in row.cells] for row in table.rows[1:]]
    assert rows == [["A3", "Bergen", "red", "2"], ["F6", "Scapa", "blue", "4"]]
    assert any("from an atlas" in run.text for note in table.notes for run in note)


def test_a_drawing_stays_within_its_ground_and_its_page() -> None:
    for orientation in ("portrait", "landscape"):
        for figure in world.figures(
            search_map.sections(world.context(), world.part("maps", "sea", orientation=orientation))
        ):
            left, top, right, bottom = world.extent(figure.drawing)
            assert (left, top) >= (0, 0)
            assert right <= figure.drawing.width
            assert bottom <= figure.drawing.height
            assert figure.drawing.width <= paper.ROOM[orientation][0] + 0.01
            assert figure.drawing.height <= paper.ROOM[orientation][1] + 0.01


def test_a_map_too_large_for_a_page_takes_several_that_share_their_seam() -> None:
    wide = {**world.map_of("sea"), "places": [f"A{one}" for one in range(60)]}
    wide["coordinates"] = {place: [index, 0] for index, place in enumerate(wide["places"])}
    tiles = grid.tiles(wide, 185, 224, 7.0)
    assert [(tile[0], tile[-1]) for tile in tiles] == [("A0", "A20"), ("A20", "A40"), ("A40", "A59")]


def test_a_wished_size_is_kept_on_as_many_pages_as_it_takes() -> None:
    wished = replace(world.part("maps", "sea"), size=40.0)
    *pages, _ = world.figures(search_map.sections(world.context(), wished))  # the last one is the legend
    # 6.5 places across are 260 of 185 mm, and seven rows (6 × 0.87 + 1.15) × 40 = 254 of 224 mm
    assert len(pages) == 4
    for page in pages:
        at = {one.text: one.x for one in world.marks(page.drawing) if isinstance(one, Words)}
        beside = [(f"{row}{n}", f"{row}{n + 1}") for row in "ABCDEFG" for n in range(1, 6)]
        steps = {round(at[right] - at[left], 2) for left, right in beside if {left, right} <= at.keys()}
        assert steps == {40.0}
    assert set(world.map_of("sea")["places"]) <= {name for page in pages for name in world.words(page.drawing)}


def test_a_size_that_no_page_holds_is_refused() -> None:
    with pytest.raises(AidError) as caught:
        search_map.sections(world.context(), replace(world.part("maps", "sea"), size=200.0))
    assert caught.value.code == "RW0633"


def test_a_name_that_does_not_fit_its_place_is_an_error_that_names_both() -> None:
    longest = {**world.map_of("sea"), "id": "sea"}
    place = "Llanfairpwllgwyngyllgogerychwyrndrobwll"
    longest["coordinates"] = {**longest["coordinates"], place: [1, 8]}
    longest["places"] = [*longest["places"], place]
    with pytest.raises(AidError, match=f"map `sea`, place `{place}`") as caught:
        list(search_map.of_map(world.context(), longest, "portrait"))
    assert caught.value.code == "RW0620"


def test_words_are_broken_between_words_and_never_wider_than_their_room() -> None:
    lines = paper.lines("Longer by sea than as the crow flies", 3.2, 30, box="legend")
    assert " ".join(lines) == "Longer by sea than as the crow flies"
    assert all(fonts.load().width(line, 3.2) <= 30 for line in lines)


# ---- boards


def test_a_round_board_drops_its_own_name_and_shows_directions() -> None:
    arena, directions = world.figures(search_map.sections(world.context(), world.part("maps", "arena")))
    assert sorted(world.words(arena.drawing))[:2] == ["0,2", "0,3"]
    assert len(world.words(arena.drawing)) == 19
    assert world.words(directions.drawing) == ["0", "1", "2", "3", "4", "5"]


def test_spaces_stand_in_the_order_of_their_links() -> None:
    [box, _] = world.figures(boards.sections(world.context(), world.part("boards", "box")))
    said = [one for one in world.marks(box.drawing) if isinstance(one, Words)]
    assert [one.text for one in sorted(said, key=lambda one: one.x)] == [
        "far red",
        "near red",
        "middle",
        "near blue",
        "far blue",
    ]
    hatched = [one for one in world.marks(box.drawing) if isinstance(one, Shape) and one.pattern]
    assert len(hatched) == 2


def test_a_board_of_numbers_has_its_zones_in_whole_bands() -> None:
    pages = world.figures(
        boards.sections(world.context(), world.part("boards", "zone_of", orientation="landscape"))
    )
    zones = [[int(one) for one in world.words(page.drawing) if one.isdecimal()] for page in pages]
    assert [page[:10] for page in zones] == [list(range(start, start + 10)) for start in (1, 11, 21)]
    assert [page[10:] for page in zones] == [[1], [2], [3]]
    signs = [one for one in world.marks(pages[0].drawing) if isinstance(one, Disc)]
    assert len(signs) == 1  # of the first side; the second has a square


def test_a_define_that_divides_no_numbers_is_no_board() -> None:
    with pytest.raises(AidError, match="`blind` is no board"):
        boards.sections(world.context(), world.part("boards", "blind"))


def test_a_drawing_does_not_depend_on_the_order_of_a_dictionary() -> None:
    sea = world.map_of("sea")
    turned = {**sea, "coordinates": dict(reversed(sea["coordinates"].items()))}
    again = next(iter(search_map.of_map(world.context(), turned, "portrait")))
    assert replace(again) == SEA[0]
