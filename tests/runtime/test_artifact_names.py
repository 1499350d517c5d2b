"""Every name in an artifact is declared, once, and nothing is evaluated by evaluating itself: RW0707."""

from __future__ import annotations

from typing import Any

import pytest

from .hostile import EVIL, Edit, bytes_of, define, edited, refusal


def first_body(d: dict[str, Any]) -> list[Any]:
    body: list[Any] = d["rules"][0]["body"]
    return body


def statement(do: str, **fields: Any) -> dict[str, Any]:
    """A statement; a field that is a word of Python ends in `_`."""
    return {"do": do, "at": [0, 3, 1, 1], **{key.rstrip("_"): value for key, value in fields.items()}}


def rolled(table: str, *args: Any, arms: Any = ()) -> dict[str, Any]:
    return statement("roll", table=table, args=list(args), arms=list(arms), seen_by=None, as_=None)


def decision(do: str, id: str, **fields: Any) -> dict[str, Any]:
    return statement(do, id=id, side=["side", "red"], public=False, else_=None, **fields)


def repeat(label: str, *body: Any) -> dict[str, Any]:
    return statement("repeat", times=2, label=label, body=list(body))


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda d: d["rules"].append(d["rules"][0]), "two declarations are called `burn`"),
        (lambda d: d["ruleset"]["sides"].append(d["ruleset"]["sides"][0]), "two sides are called `red`"),
        (lambda d: d["units"][0].update(id="A1"), "`A1` is a piece and a place"),
        (
            lambda d: d["enums"].append({**d["enums"][0], "id": "contact"}),
            "enums, markers with faces or cups are called `contact`",
        ),
        (lambda d: d["units"][0].update(kind="shp"), "there is no kind of piece `shp`; did you mean `ship`?"),
        (lambda d: d["units"][0].update(side="green"), "there is no side `green`"),
        (lambda d: d["units"][0]["values"].update(armour=1), "there is no attribute of `ship` `armour`"),
        (
            lambda d: d["pieces"][0].update(parent="ship"),
            "a kind is its own parent: `unit` of `ship` of `unit`",
        ),
        (lambda d: d["pieces"][1]["attributes"][0].update(type="enum:weight"), "there is no enum `weight`"),
        (lambda d: d["markers"][3].update(places="moon"), "there is no map `moon`"),
        (lambda d: d["cups"][0].update(type="enum:size"), "its type is `enum:size` and not `enum:damage`"),
        (lambda d: d["maps"][0]["coordinates"].pop("A1"), "`A1` is without coordinates"),
        (
            lambda d: d["maps"][0]["coordinates"].update(A1=[1, 0]),
            "two of its places have the same coordinates",
        ),
        (lambda d: d["maps"][0]["links"].append(["A1", "Z9", None]), "there is no place of `sea` `Z9`"),
        (lambda d: d["maps"][0].update(shifted=None), "nothing says which rows are `shifted`"),
        (
            lambda d: d["matrices"][0]["rows"][0]["cells"].update(fly=True),
            "there is no activity of `can` `fly`",
        ),
        (lambda d: d["tables"][1]["roll"]["dice"].update(die="d20"), "there is no die `d20`"),
        (lambda d: d["tables"][1]["result"]["rows"][0]["cells"].pop(), "a row has 1 cells under 2 columns"),
        (lambda d: d["tables"][1]["result"]["rows"][0].update(cells=[1, 2]), "a cell is no outcome"),
        (
            lambda d: d["tables"][1]["result"]["rows"][0].update(cells=[[["mist", 1]], []]),
            "there is no outcome of `shadow` `mist`",
        ),
        (
            lambda d: d["tables"][1]["drms"][0].update(common="hits"),
            "`hits` is more than a table of modifiers",
        ),
        (
            lambda d: d["tables"][1]["drms"][2]["lookup"]["rows"][0].update(cancels=["fog"]),
            "there is no modifier `fog`",
        ),
        (lambda d: d["tables"][2].update(result=None), "it is rolled, and has neither rows nor a threshold"),
        (lambda d: d["defines"][1]["locals"].pop("it"), "the name `it` is not among the `locals`"),
        (lambda d: d["defines"][1]["locals"].pop("u"), "the parameter `u` is not among the `locals`"),
        (lambda d: d["actions"][0].update(by="ship"), "`ship`, by whom it is taken, is no side"),
        (lambda d: d["phases"][1]["steps"].append(d["phases"][1]["steps"][0]), "two steps are called `fire`"),
        (
            lambda d: d["examples"][1].update(options=["erata"]),
            "there is no optional rule `erata`; did you mean `errata`?",
        ),
        (lambda d: d["examples"][2]["subject"].update(step="clean"), "there is no step of `fight` `clean`"),
        (lambda d: d["conflicts"].append(["errata", "long"]), "there is no optional rule `long`"),
        (lambda d: d["rules"][0].update(at=[7, 1, 1, 1]), "there is no file 7 among the 1 files"),
    ],
)
def test_a_declaration_names_what_is_there(edit: Edit, told: str) -> None:
    error = refusal(bytes_of(edited(edit)))
    assert error.code == "RW0707"
    assert told in " / ".join((error.message, *error.more))


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda d: d["units"][0]["values"].update(tank=True), "its `tank` is not a number"),
        (lambda d: d["units"][0]["values"].update(size=1), "its `size` is not a value of `size`"),
        (
            lambda d: d["units"][0]["values"].update(size=["value", "sky", "bad"]),
            "its `size` is not a value of `size`",
        ),
        (
            lambda d: d["units"][0]["values"].update(guns=2),
            "its `guns` is not a list with one value per enum:section",
        ),
        (
            lambda d: d["units"][0]["values"].update(guns=["list", 1]),
            "its `guns` is not a list with one value per",
        ),
        (
            lambda d: d["units"][4]["values"].update(at=["place", "board", "far"]),
            "its `at` is not a place of `sea` or",
        ),
        (lambda d: d["tracks"][4].update(start=0), "its start is not a set"),
        (
            lambda d: d["actions"][0]["locals"].update(way="piece:ship"),
            "`way` is chosen as a path and declared as something else",
        ),
        (lambda d: d["tracks"][4].update(start=["set", 1]), "its start is not a set"),
        (
            lambda d: d["pieces"][1]["attributes"][4].update(default=["side", "red"]),
            "its default is not a list",
        ),
        (
            lambda d: d["tracks"][0]["boxes"][0].update(values=[[1, 6, False]]),
            "a value under `darkness` is not a number",
        ),
        (
            lambda d: d["maps"][0]["attributes"][0]["values"].update(A1=["text", "deep"]),
            "`depth` of `A1` is not a number",
        ),
    ],
)
def test_a_constant_is_of_the_declared_type(edit: Edit, told: str) -> None:
    error = refusal(bytes_of(edited(edit)))
    assert error.code == "RW0707"
    assert told in error.message


def lookup(by: Any, *columns: Any, key: Any = None) -> list[Any]:
    return [
        "lookup",
        {"by": by, "columns": list(columns), "rows": [{"keys": [key or {"is": 1}], "cells": [1]}]},
    ]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (["local", "m"], "the name `m` is not among the `locals`"),
        (["attr", "ship.speed", ["local", "s"]], "there is no attribute `ship.speed`"),  # unit.speed
        (["value", "size", "huge"], "there is no value of `size` `huge`"),
        (["value", "damage", "bow"], "there is no value of `damage` `bow`"),
        (["place", "sea", "far"], "there is no place of `sea` `far`"),
        (["place", "moon", "A1"], "there is no map `moon`"),
        (["region", "sea", "bay"], "there is no region of `sea` `bay`"),
        (["place_attr", "sea", "height", ["place", "sea", "A1"]], "there is no attribute of `sea` `height`"),
        (["call", "speed_of", ["local", "s"]], "there is no define `speed_of`"),
        (["call", "pace"], "`pace` takes 1 value, and is given 0"),
        (["hook", "judge", 1, 2], "`judge` takes 1 value, and is given 2"),
        (["hook", "os.system", ["text", EVIL]], "there is no hook `os.system`"),
        (["track", "time"], "there is no track `time`"),
        (["box", "turn", "noon"], "there is no attribute of `turn` `noon`"),
        (["unit", "dora"], "there is no unit `dora`"),
        (["side", "green"], "there is no side `green`"),
        (["option", "long"], "there is no optional rule `long`"),
        (["all", "plane"], "there is no kind of piece `plane`"),
        (["marked", "smoke", ["local", "s"]], "there is no marker `smoke`"),
        (["is_face", "contact", "lost", ["local", "s"]], "there is no face of `contact` `lost`"),
        (["can", "can", ["local", "s"], "fly"], "there is no activity of `can` `fly`"),
        (["drawn", "luck"], "there is no cup `luck`"),
        (["is_outcome", "draw", ["local", "s"]], "there is no outcome `draw`"),
        (["where", ["all", "ship"], "x", True], "the name `x` is not among the `locals`"),
        (["cond", [[["local", "m"], 1]], 2], "the name `m` is not among the `locals`"),
        (lookup([1, 2], [{"is": 1}], [{"is": 2}]), "a row has 1 cells under 2 columns"),
        (lookup([1], key={"from": "bright", "to": None}), "there is no value of an enum `bright`"),
    ],
)
def test_an_expression_names_what_is_there(value: Any, told: str) -> None:
    let = statement("let", name="n", value=value)
    error = refusal(bytes_of(edited(lambda d: first_body(d).append(let))))
    assert error.code == "RW0707"
    assert told in error.message
    assert error.path == "rules[burn]"
    assert error.place == ("shapes.rules", 3, 1, 1)


@pytest.mark.parametrize(
    ("added", "told"),
    [
        (statement("next", label="L1"), "`next` names `L1`, which is no loop around it"),
        (
            repeat("L9", statement("window", body=[statement("leave", label="L9")])),
            "which is no loop around it",
        ),
        (repeat("L", repeat("L")), "has the same label"),
        (statement("call", rule="sink", args=[]), "there is no rule `sink`"),
        (statement("call", rule="burn", args=[1]), "`burn` takes 2 values, and is given 1"),
        (
            statement("mark", marker="contact", on=None, each=False, place=None, face="lost", count=None),
            "there is no face of `contact` `lost`",
        ),
        (rolled("shadow"), "`shadow` takes 2 values, and is given 0"),
        (rolled("common"), "`common` holds modifiers only"),
        (
            rolled("grip", 1, arms=[{"names": ["draw"], "bind": None, "body": []}]),
            "there is no result of `grip` `draw`",
        ),
        (statement("end_game", as_="midnight"), "there is no value of `ending` `midnight`"),
        (statement("let", name="m", value=1), "the name `m` is not among the `locals`"),
        (decision("take", "burn.take", actions=["fly"], many=False, may=True), "there is no action `fly`"),
        (
            decision("offer", "sail.ship", title=["?"], guards=[], body=[]),
            "two decisions are called `sail.ship`",
        ),
        (statement("draw", cup="luck", seen_by=None, as_=None), "there is no cup `luck`"),
    ],
)
def test_a_statement_names_what_is_there(added: Any, told: str) -> None:
    error = refusal(bytes_of(edited(lambda d: first_body(d).append(added))))
    assert error.code == "RW0707"
    assert told in " / ".join((error.message, *error.more))


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda d: d["defines"].append(define("a", ["call", "a"])), "in a ring: define `a` uses define `a`"),
        (
            lambda d: d["defines"].extend(
                [define("a", ["call", "b"]), define("b", ["+", ["call", "c"], 1]), define("c", ["call", "a"])]
            ),
            "in a ring: define `a` uses define `b` uses define `c` uses define `a`",
        ),
        (
            lambda d: (
                d["defines"].append(define("a", ["can", "can", ["unit", "anna"], "sail"])),
                d["matrices"][0]["rows"][0].update(when=["call", "a"]),
            ),
            "in a ring: ",
        ),
        (
            lambda d: d["maps"][0]["attributes"][0].update(
                default=["place_attr", "sea", "depth", ["place", "sea", "A1"]]
            ),
            "in a ring: ",
        ),
        (
            lambda d: d["tracks"][0]["boxes"][0].update(values=[[1, 2, ["box", "turn", "darkness"]]]),
            "in a ring: ",
        ),
        (
            lambda d: d["tables"][0]["drms"].append({"common": "common"}),
            "in a ring: table `common` uses table `common`",
        ),
    ],
    ids=["itself", "three", "matrix", "column of a map", "column of a track", "modifiers"],
)
def test_nothing_is_evaluated_by_evaluating_itself(edit: Edit, told: str) -> None:
    error = refusal(bytes_of(edited(edit)))
    assert error.code == "RW0707"
    assert told in " / ".join((error.message, *error.more))
