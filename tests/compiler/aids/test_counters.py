"""Counters: what stands on them, and where they stand, measured in the PDF."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rulewright.compiler.aids.context import Context
from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.formats import Look
from rulewright.compiler.aids.formats.look import palette
from rulewright.compiler.aids.model import Drawing, Figure, Imprint, Shape, Words
from rulewright.compiler.aids.parts import Part
from rulewright.compiler.aids.sheets import counter_face, counters
from rulewright.compiler.aids.sheets.counter_face import BLEED
from rulewright.compiler.aids.sheets.counters import Counter

from . import pdf_marks, sample
from .world import marks

TENTH = 0.1


def grounds(page: Any, size: float) -> list[pdf_marks.Mark]:
    """The grounds of all counters of a page, row by row."""
    wanted = size + 2 * BLEED
    found = [
        mark
        for mark in pdf_marks.marks(page)
        if mark.kind == "fill" and all(abs(one - wanted) < TENTH for one in mark.size)
    ]
    return sorted(found, key=lambda mark: (round(mark.top), mark.left))


def of(id: str, ruleset: str = "rheinuebung", copies: int = 1) -> list[Counter]:
    return counters.counters_of(Context(sample.artifact(ruleset)), id, copies)


@pytest.mark.parametrize("paper, width", [("a4", 210.0), ("letter", 215.9)])
@pytest.mark.parametrize("size", [14.0, 16.0, 20.0])
def test_counters_are_as_large_as_they_should_be_and_backs_lie_behind_fronts(
    paper: Any, width: float, size: float
) -> None:
    made = sample.opened(
        sample.pdf(sample.part("rheinuebung", "counters", "ship", size=size), Look(paper=paper))
    )
    front, back = grounds(made.pages[0], size), grounds(made.pages[1], size)
    assert len(front) == len(back) == 50
    turned = sorted((round(mark.top, 1), round(width - mark.right, 2)) for mark in back)
    places = sorted((round(mark.top, 1), round(mark.left, 2)) for mark in front)
    for (y, x), (other_y, other_x) in zip(places, turned, strict=True):
        assert abs(x - other_x) <= TENTH and abs(y - other_y) <= TENTH
    assert all(size - TENTH <= one - 2 * BLEED <= size + TENTH for mark in front for one in mark.size)


def test_folded_backs_lie_behind_fronts() -> None:
    made = sample.opened(sample.pdf(sample.part("rheinuebung", "counters", "ship", backs="fold")))
    all = grounds(made.pages[0], 16.0)
    middle = 210.0 / 2
    fronts = sorted((round(one.top, 1), round(middle - one.left, 1)) for one in all if one.left < middle)
    backs = sorted((round(one.top, 1), round(one.right - middle, 1)) for one in all if one.left > middle)
    assert len(fronts) == 50
    for front, back in zip(fronts, backs, strict=True):
        assert all_close(front, back)


def all_close(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(abs(a - b) <= TENTH for a, b in zip(one, other, strict=True))


def test_cut_marks_stand_at_every_edge_and_outside_of_all_counters() -> None:
    made = sample.opened(sample.pdf(sample.part("picket", "counters", "ship"), ruleset="picket"))
    page = made.pages[0]
    art = grounds(page, 16.0)
    lines = [mark for mark in pdf_marks.marks(page) if mark.kind == "line" and abs(mark.width - 0.1) < 0.02]
    upright = [mark for mark in lines if mark.size[0] < 0.01 and abs(mark.size[1] - 3.2) < TENTH]
    edges = {round(edge, 1) for mark in art for edge in (mark.left + BLEED, mark.right - BLEED)}
    assert {round(mark.left, 1) for mark in upright} == edges
    top, bottom = min(mark.top for mark in art), max(mark.bottom for mark in art)
    assert all(mark.bottom < top or mark.top > bottom for mark in upright)


def test_the_scale_bar_is_fifty_millimetres_long() -> None:
    made = sample.opened(sample.pdf(sample.part("picket", "counters", "ship"), ruleset="picket"))
    lengths = [mark.size[0] for mark in pdf_marks.marks(made.pages[0]) if mark.size[1] < 0.01]
    assert any(abs(length - 50.0) < TENTH for length in lengths)


def test_a_counter_shows_what_is_printed_and_no_boxes() -> None:
    [bismarck] = of("bismarck")
    assert bismarck.front.name.startswith("Bismarck")
    assert bismarck.front.top == ("BB", "Radar II*")
    assert bismarck.front.bottom == ("30", "Fast")
    assert bismarck.front.side == "german"


def test_of_two_texts_on_a_line_neither_is_much_smaller_than_it_can_be_read() -> None:
    face = counter_face.drawn(of("swo_825")[0].front, 0, 0, 16.0, of="x")
    sizes = {mark.text: mark.size for mark in marks(Drawing(16.0, 16.0, (face,))) if isinstance(mark, Words)}
    # "Combat" and "Victorious" share 14.4 mm less a gap of 0.8 mm; in type of 1.8 mm they just do not fit.
    assert sizes["Combat"] == counter_face.READABLE
    assert 1.75 <= sizes["Victorious"] <= counter_face.READABLE


def test_face_down_a_counter_tells_only_its_side_and_kind() -> None:
    backs = {counter.back for counter in of("ship") if counter.back.side == "allied"}
    assert len(backs) == 1
    assert "Royal Navy" in {back.name for back in backs}


def test_faces_and_countdowns_are_front_and_back() -> None:
    [contact] = of("contact", "picket")
    assert (contact.front.name, contact.back.name) == ("Sighted", "Tracked")
    assert [(one.front.name, one.back.name) for one in of("no_move")] == [("4", "3"), ("2", "1")]


def test_where_nothing_is_printed_both_sides_show_what_all_may_see_of_it() -> None:
    contact = of("contact_counter")[0]
    assert (contact.front.lines, contact.back.lines) == (("Sighted",), ("Shadowed",))


def test_a_cup_has_all_its_chits_and_all_look_alike_from_behind() -> None:
    chits = of("star_shell", "picket")
    assert [chit.front.name for chit in chits] == ["Dazzle"] * 3 + ["Dud"] * 2 + ["Smoke"]
    assert len({chit.back for chit in chits}) == 1


def test_a_printed_value_for_the_other_side_turns_the_counter() -> None:
    document = copy.deepcopy(sample.artifact("picket"))
    ship = document["pieces"][0]
    speed = next(one for one in ship["attributes"] if one["id"] == "speed")
    ship["attributes"].append({**speed, "id": "damaged_speed"})
    for unit in document["units"]:
        unit["values"]["damaged_speed"] = 0
    counter = counters.counters_of(Context(document), "corsair", 1)[0]
    assert counter.front.bottom == ("2", "3")
    assert counter.back.bottom == ("0", "3")
    assert counter.back.name == "Corsair"


def test_text_that_does_not_fit_names_the_counter() -> None:
    document = copy.deepcopy(sample.artifact("picket"))
    document["units"][0]["name"] = "Donaudampfschifffahrtsgesellschaft"
    with pytest.raises(AidError) as caught:
        counters.sections(Context(document), Part("counters", ("ship",)))
    assert caught.value.code == "RW0620"
    assert "counter `Donaudampfschifffahrtsgesellschaft`" in caught.value.message


def test_a_counter_that_is_larger_than_the_page_is_refused() -> None:
    with pytest.raises(AidError) as caught:
        counters.sections(Context(sample.artifact("picket")), Part("counters", ("ship",), size=200.0))
    assert caught.value.code == "RW0633"


def test_to_save_ink_no_ground_is_dark_and_sides_still_differ_in_grey() -> None:
    document = sample.artifact("picket")
    context = Context(document)
    found = counters.sections(context, Part("counters", ("ship", "star_shell")))
    sides = tuple((side["id"], side["title"], side["colour"]) for side in document["ruleset"]["sides"])
    saving = palette(Imprint("picket", "Picket", "1", "0" * 12, sides), Look(ink_saving=True))
    figures = [block for section in found for block in section.blocks if isinstance(block, Figure)]
    shapes = [one for figure in figures for one in marks(figure.drawing) if isinstance(one, Shape)]
    assert {saving[one.fill] for one in shapes if one.fill} == {"#ffffff"}
    faces = [counters.counters_of(context, id, 1)[0].front for id in ("tender", "heron")]  # one of each side
    raider, watch = (
        [one for one in counter_face.drawn(face, 0, 0, 16, of="").shapes if isinstance(one, Shape)] for face in faces
    )
    assert [one.points for one in raider if one.stroke] != [one.points for one in watch if one.stroke]
