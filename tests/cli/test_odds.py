"""`rulewright odds`: a designer asks, and gets an answer or a way out."""

import csv
import json
from fractions import Fraction
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .conftest import Run

CHASE = Path(__file__).parents[2] / "generated" / "rheinuebung" / "ruleset.json"
"""The artifact: nothing has to be compiled."""


def test_without_a_name_it_lists_what_can_be_asked(run: Run) -> None:
    result = run("odds picket")
    assert result.exit_code == 0
    assert "lookout  Lookout Table" in result.output
    assert "quarry.contact: none, sighted, tracked" in result.output
    assert "3 × dazzle" in result.output
    assert {row["name"] for row in json.loads(run("odds picket --format json").output)} >= {"lookout", "star_shell"}


def test_a_table_with_percentages_and_fractions(run: Run) -> None:
    result = run("odds picket lookout --given turn=4")
    assert "Lookout Table [5.1]" in result.output
    assert "turn.darkness = 1" in result.output  # box 4 is night
    assert "33.33% 1/3" in result.output
    assert "\x1b" not in result.output


def test_the_question_of_the_first_page(run: Run) -> None:
    result = run(f"odds {CHASE} naval_combat --given range=medium visibility=5")
    assert result.exit_code == 0
    assert "range_of = mid, visibility = 5" in result.output
    assert "+8, +9" in result.output  # both always miss: one line


def test_csv_is_exact(run: Run) -> None:
    rows = list(csv.DictReader(StringIO(run("odds picket lookout --given darkness=1 --format csv").output)))
    one = [row for row in rows if (row["shoal_water"], row["quarry.contact"]) == ("no", "none")]
    assert {row["value"]: Fraction(row["chance"]) for row in one} == {"found": Fraction(1, 3), "lost": Fraction(2, 3)}


def test_json_has_values_as_records_write_them(run: Run) -> None:
    found = json.loads(run(f"odds {CHASE} naval_combat --given range=mid modifiers=0 --format json").output)
    values = found["cases"][0]["tallies"][0]["values"]
    assert {"value": {"hull": 2, "evasion": 1}, "label": "2 hull + evasion", "chance": "1/10", "percent": 10.0} in values


def test_several_dice_follow_on_rolls_and_draws(run: Run) -> None:
    many = run(f"odds {CHASE} naval_combat --given range=mid modifiers=0 --follow --times 14")
    assert "`special` is followed by a roll on `special_damage`" in many.output
    assert "fire_control" in many.output
    draws = run(f"odds {CHASE} naval_combat --given range=mid modifiers=0 --draw evasion=evasion_effect --times 1..3")
    assert "not put back" in draws.output
    assert "-0.62" in draws.output  # 2 of 10 dice draw; a chit is worth -100/32 on average
    assert "60%" in run("odds picket star_shell --times 2").output  # 1 of 3 in 6 in two draws: 2 * 3/6 * 3/5


def test_sensitivity_names_every_modifier(run: Run) -> None:
    output = run("odds picket lookout --given turn=4 --sensitivity").output
    assert "already known" in output and "quarry in a shoal" in output
    assert "0 → +2" in output
    lines = run("odds picket lookout --given turn=4 --sensitivity --format csv").output.splitlines()
    assert lines[0] == "modifier,before,after,total,result,change,points"
    assert json.loads(run("odds picket lookout --sensitivity --format json").output)["moves"]


@pytest.mark.parametrize(
    ("line", "code", "way_out"),
    [
        ("odds picket lookuot", "RW0930", "did you mean `lookout`?"),
        ("odds picket lookout --given shoal_waters=yes", "RW0931", "did you mean `shoal_water`?"),
        (f"odds {CHASE} naval_combat --given rnge=mid", "RW0931", "did you mean `range`?"),
        ("odds picket lookout --given quarry.contact=sihgted", "RW0932", "did you mean `sighted`?"),
        ("odds picket lookout --given turn=9", "RW0932", "1..8"),
        ("odds picket lookout --given quarry=tendr", "RW0932", "did you mean `tender`?"),
        ("odds picket star_shell --given x=1", "RW0931", ""),
        ("odds picket star_shell --times 7", "RW0936", "up to 6"),
        ("odds picket lookout --draw found=star_shel", "RW0936", "did you mean `star_shell`?"),
        ("odds picket lookout --draw fond=star_shell", "RW0936", "did you mean `found`?"),
        (f"odds {CHASE} hit --draw hull=damage", "RW0936", "`--draw damage`"),
        (f"odds {CHASE} naval_combat --sensitivity", "RW0933", "`range_of=…`"),
        (f"odds {CHASE} special_damage --sensitivity", "RW0936", "--sensitivity"),
    ],
)
def test_what_cannot_be_answered_has_a_way_out(run: Run, line: str, code: str, way_out: str) -> None:
    result = run(line)
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert way_out in " ".join(result.stderr.split())


@pytest.mark.parametrize("line", ["odds picket lookout --times 0", "odds picket lookout --given turn", "odds picket lookout --times 3..1", "odds picket lookout --given turn=1 turn=2"])
def test_wrong_usage(run: Run, line: str) -> None:
    assert run(line).exit_code == 2


def test_optional_rules_change_the_table(run: Run) -> None:
    output = run(f"odds {CHASE} naval_combat --options crew_exhaustion --given range=mid --sensitivity").output
    assert "tired crew" in output


def test_no_colour_and_narrow_terminals(run: Run, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    del here
    monkeypatch.setenv("COLUMNS", "44")
    output = run(f"odds {CHASE} naval_combat --given range=mid --color never").output
    assert max(map(len, output.splitlines())) <= 44
    assert "\x1b" not in output


def test_a_chart_says_in_words_what_it_shows(run: Run, here: Path) -> None:
    result = run("odds picket lookout --given turn=4 quarry.contact=none --chart charts/lookout.svg")
    assert "drawn in charts/lookout.svg" in result.output
    drawing = ElementTree.parse(here / "charts" / "lookout.svg").getroot()
    told = drawing.attrib["aria-label"]
    assert "Lookout Table" in told and "found 33.33%" in told
    words = {"".join(one.itertext()) for one in drawing.iter() if one.tag.endswith("text")}
    assert {"found", "lost", "66.67%"} <= words


def test_a_rule_says_what_becomes_of_each_thing(run: Run) -> None:
    output = run(f"odds {CHASE} visibility_phase.weather_step --given turn=3 weather=8").output
    lines = [line.split() for line in output.splitlines()]
    assert ["weather", "6.60", "3", "20%", "1/5"] in lines  # next roll -1: 0 and 1 make ..0, that is -5; so two of ten
    assert ["9", "30%", "3/10"] in lines


def test_what_takes_too_long_is_sampled_and_says_so(run: Run) -> None:
    line = f"odds {CHASE} strike_ship --given how=air target=bismarck at_range=none visibility=5 bismarck.at=S23 --of bismarck.hull --budget 50"
    output = " ".join(run(line).output.split())  # however wide the terminal is
    assert "10,000 rolls" in output and "95 %" in output
    exact = Fraction(591, 725)
    low, high = output.split("81.")[1].split("(")[1].split(")")[0].split("..")
    assert float(low) < 100 * exact < float(high)
    assert json.loads(run(f"{line} --format json").output)["sampled"] == 10_000


TENDER = "odds picket close_in --given quarry=tender tender.at=C2 corsair.at=B2"


def test_every_answer_to_what_a_rule_asks_is_a_case(run: Run) -> None:
    output = run(TENDER).output
    assert "close_in.fire" in output and "settles it" in output
    rows = list(csv.DictReader(StringIO(run(f"{TENDER} --of tender.contact --format csv").output)))
    # 3 dazzle, 2 dud, 1 smoke: all but a dud blind the boat.
    found = {(row["close_in.fire"], row["value"]): Fraction(row["chance"]) for row in rows}
    assert found == {("yes", "none"): Fraction(4, 6), ("yes", "sighted"): Fraction(2, 6), ("no", "sighted"): Fraction(1)}


@pytest.mark.parametrize(
    ("decided", "blind"),
    [
        ("close_in.fire=yes", "66.67%"),
        ("raiders:close_in.fire=no", "100%"),
        ("random", "33.33%"),  # fires in one of two: 1/2 of 4/6
        ("raiders=scripted", "66.67%"),  # the smuggler accepts
        ("smuggler", "66.67%"),
    ],
)
def test_an_answer_can_be_given(run: Run, decided: str, blind: str) -> None:
    output = run(f"{TENDER} --of tender.contact --decide {decided}").output
    assert blind in output and "settles it" not in output


@pytest.mark.parametrize(
    ("decided", "code", "way_out"),
    [
        ("close_in.fier=yes", "RW0931", "did you mean `close_in.fire`?"),
        ("close_in.fire=maybe", "RW0937", "`--decide close_in.fire=yes/no`"),
        ("close_in.fire=yse/no", "RW0937", "did you mean `yes`?"),
        ("watch=scriptet", "RW0932", "did you mean `scripted`?"),
        ("yes", "RW0932", "`random`, `scripted`"),
    ],
)
def test_an_answer_that_is_none_has_a_way_out(run: Run, decided: str, code: str, way_out: str) -> None:
    result = run(f"{TENDER} --decide {decided}")
    assert (result.exit_code, f"error[{code}]" in result.stderr) == (1, True)
    assert way_out in " ".join(result.stderr.split())


def test_what_a_rule_asks_is_listed(run: Run) -> None:
    assert "asks: close_in.fire" in run("odds picket").output


def test_too_many_answers_are_named_with_a_way_out(run: Run) -> None:
    said = " ".join(run("odds picket search --given turn=2 heron.at=B2 plover.at=D4 stilt.at=F2").stderr.split())
    assert "error[RW0934]" in said and "`search.called`" in said and "`--decide search.called=" in said


def test_rules_that_are_asked_wrongly(run: Run) -> None:
    assert "RW0933" in run(f"odds {CHASE} salvo --given visibility=5").stderr
    assert "did you mean `norfolk.hull`" in run(f"odds {CHASE} salvo --given s=hood t=norfolk --of norfolk.hul").stderr
    assert run(f"odds {CHASE} salvo --given s=hood t=norfolk --times 2").exit_code == 2
    assert run("odds picket lookout --of turn").exit_code == 2
