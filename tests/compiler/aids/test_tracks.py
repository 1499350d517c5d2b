"""A track on paper has a box for each of its places, and says in each what the rules do."""

import pytest

from rulewright.compiler.aids.errors import AidError
from rulewright.compiler.aids.model import Box, Paragraph, Track
from rulewright.compiler.aids.sheets import tracks

from . import world


def track(id: str) -> Track:
    [section] = tracks.sections(world.context(), world.part("tracks", id))
    found = section.blocks[0]
    assert isinstance(found, Track)
    return found


def said(box: Box) -> list[str]:
    return ["".join(run.text for run in line) + "‡" * any(run.assumed for run in line) for line in box.lines]


def test_boxes_say_what_hangs_on_them() -> None:
    turn = track("turn")
    assert [box.label for box in turn.boxes] == list("12345678")
    assert said(turn.boxes[0]) == ["day 1", "night"]
    assert said(turn.boxes[5]) == ["day 3", "day", "raid"]
    assert turn.legend == ("day", "time", "raid")
    assert turn.cites == ("4",)


def test_the_first_box_is_marked_and_boxes_with_a_yes_are_shaded() -> None:
    turn = track("turn")
    assert [box.label for box in turn.boxes if box.start] == ["1"]
    assert [box.label for box in turn.boxes if box.shaded] == ["3", "6"]


def test_an_assumed_box_is_marked_and_the_reason_stands_below() -> None:
    [section] = tracks.sections(world.context(), world.part("tracks", "turn"))
    assert said(track("turn").boxes[2]) == ["day 2", "night", "raid‡"]
    below = [run.text for block in section.blocks if isinstance(block, Paragraph) for run in block.text]
    assert below == ["3", ": every third"]


def test_a_row_holds_whole_days() -> None:
    assert track("turn").wrap == 10


def test_a_track_of_values_has_a_box_for_each() -> None:
    assert [(box.label, box.start) for box in track("sky").boxes] == [("day", True), ("night", False)]


def test_a_track_without_an_end_is_an_error() -> None:
    with pytest.raises(AidError, match="track `points` has no end") as caught:
        track("points")
    assert caught.value.code == "RW0622"
