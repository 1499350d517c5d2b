"""Statements, decisions and arms."""

import pytest

from .parse_shown import only, shown, statement, statements


def fields(text: str) -> dict[str, str]:
    """Return what a one-line statement consists of."""
    found = statement(text)
    wanted = ("name", "target", "value", "values", "seen_by", "text")
    return {"op": found.op} | {
        name: shown(value) for name in wanted if (value := getattr(found, name)) not in ("", None, ())
    }


@pytest.mark.parametrize(
    "text, meaning",
    [
        ("let x = a + 1", {"op": "let", "name": "x", "value": "(+ a 1)"}),
        ("set s.zone to none", {"op": "set", "target": "(dot s zone)", "value": "none"}),
        ("set (zone of fighters) to 3", {"op": "set", "target": "(of zone fighters)", "value": "3"}),
        ("set helper(p) to a", {"op": "set", "target": "(call helper p)", "value": "a"}),
        ("add 1 to turn", {"op": "add", "target": "turn", "value": "1"}),
        ("remove 1 from s.fuel", {"op": "remove", "target": "(dot s fuel)", "value": "1"}),
        ("remove ship", {"op": "remove", "value": "ship"}),
        (
            "remove a, b from units where at != none",
            {"op": "remove", "target": "(where units (!= at none))", "value": "(group a b)"},
        ),
        ("mark u with no_move(4)", {"op": "mark", "target": "u", "value": "(call no_move 4)"}),
        ("mark f at hex with intel", {"op": "mark", "target": "(at f hex)", "value": "intel"}),
        ("move ship to hex", {"op": "move", "target": "hex", "value": "ship"}),
        ("do burn(s, 1)", {"op": "do", "value": "(call burn s 1)"}),
        ("do launch", {"op": "do", "value": "launch"}),
        ("next ship", {"op": "next", "name": "ship"}),
        ("end repeat", {"op": "end", "name": "repeat"}),
        ("end game as dawn", {"op": "end_game", "name": "dawn"}),
        ("reveal a.at, name of b to all", {"op": "reveal", "target": "all", "values": "[(dot a at) (of name b)]"}),
        ('tell enemy of p "{x}!"', {"op": "tell", "target": "(of enemy p)", "value": '"<x>!"'}),
        ("draw chit from damage", {"op": "draw", "name": "chit", "value": "damage"}),
        ("draw c from a where b seen by x.side", {"op": "draw", "name": "c", "value": "(where a b)", "seen_by": "(dot x side)"}),
        ("roll 2d6 as n seen by german", {"op": "roll", "name": "n", "value": "(dice 2 d6)", "seen_by": "german"}),
        ("roll contact(a, b)", {"op": "roll", "value": "(call contact a b)"}),
        ('require a else "{s} has no fuel"', {"op": "require", "value": "a", "text": '"<s> has no fuel"'}),
        ("require a", {"op": "require", "value": "a"}),
    ],
)  # fmt: skip
def test_one_line(text: str, meaning: dict[str, str]) -> None:
    assert fields(text) == meaning


def test_cites_and_notes_end_a_statement() -> None:
    tail = statement('tell all "x" [7.7.2] assumed "why" [10, example]').tail
    assert [str(cite) for cite in tail.cites] == ["7.7.2", "10, example"]
    assert [(note.kind, note.text) for note in tail.notes] == [("assumed", "why")]


def test_else_if_is_one_chain() -> None:
    found = statement("if a\n  do x\nelse if b\n  do y\nelse if c\n  do z\nelse\n  do w")
    assert [shown(condition) for condition, _ in found.arms] == ["a", "b", "c"]
    assert [shown(body[0].value) for _, body in found.arms] == ["x", "y", "z"]
    assert found.orelse is not None and shown(found.orelse[0].value) == "w"


def test_loops() -> None:
    each, times, ever = statements(
        "for each s in fighters where not rudder by er, side != first\n  next s\n"
        "repeat min(3, n) times\n  end repeat\nrepeat\n  end repeat"
    )
    assert (each.name, shown(each.value), shown(each.by)) == (
        "s", "(where fighters (not rudder))", "[er (!= side first)]",
    )  # fmt: skip
    assert shown(times.value) == "(call min 3 n)"
    assert ever.value is None


def test_windows() -> None:
    together, window = statements("simultaneously for each p in sides\n  do x(p)\nsimultaneously\n  do y")
    assert (together.op, together.name, shown(together.value)) == ("together", "p", "sides")
    assert (window.op, len(window.body)) == ("window", 1)


def test_arms_of_a_roll_name_outcomes() -> None:
    found = statement(
        "roll t(s) as result\n  hull n: remove n from s.hull\n  a, b:\n    do x\n    do y\n  miss:"
    )
    assert [(names, bind, len(body)) for names, bind, body in found.arms] == [
        (("hull",), "n", 1), (("a", "b"), None, 2), (("miss",), None, 0),
    ]  # fmt: skip


def test_arms_of_on_have_keys() -> None:
    found = statement(
        "on x\n  1..3, 7: do a\n  none: do b\n  II or II_star: do c\n  hull n: do d(n)\n  otherwise:"
    )
    assert [(shown(keys), bind) for keys, bind, _ in found.arms] == [
        ("[(range 1 3) 7]", None), ("[none]", None), ("[II II_star]", None), ("[hull]", "n"), ("[otherwise]", None),
    ]  # fmt: skip


def test_an_arm_may_hold_a_statement_with_a_block() -> None:
    found = statement('roll t\n  hit: german may fire "star shell"\n    require a\n    do x\n  miss:')
    assert [names for names, _, _ in found.arms] == [("hit",), ("miss",)]
    assert found.arms[0][2][0].op == "offer"


def test_the_leading_requires_of_a_choice_are_its_guards() -> None:
    found = statement(
        'player may choose hex from neighbours(s.at)\n  require a else "no" [4.2]\n  require b\n'
        "  do x\n  require c\nelse next s"
    )
    assert (found.op, shown(found.side), found.may, found.name) == ("choose", "player", True, "hex")
    assert [shown(guard.value) for guard in found.guards] == ["a", "b"]
    assert [inner.op for inner in found.body] == ["do", "require"]
    assert found.orelse is not None and found.orelse[0].op == "next"


def test_a_choice_may_have_a_title_and_no_block() -> None:
    found = statement('enemy of p chooses x from ships where a "Which ship" [9]')
    assert (shown(found.side), found.may, found.tail.title) == ("(of enemy p)", False, "Which ship")
    assert (found.guards, found.body, found.orelse) == ((), (), None)


def test_a_choice_may_carry_its_question() -> None:
    found = statement('p may choose x "where to, {p}?" from hexes')
    assert shown(found.text) == '"where to, <p>?"'


def test_a_route_is_judged_step_by_step() -> None:
    found = statement(
        "p may choose route from paths(s.at, s.speed)\n  each step hex\n    require a [4.2]\n    require b\n"
        "  require length(route) > 1\n  move s to last(route)"
    )
    assert found.steps is not None
    name, guards = found.steps
    assert (name, [shown(guard.value) for guard in guards]) == ("hex", ["a", "b"])
    assert [shown(guard.value) for guard in found.guards] == ["(> (call length route) 1)"]
    assert [inner.op for inner in found.body] == ["move"]


def test_a_route_may_be_judged_by_its_steps_alone() -> None:
    found = statement("p chooses route from paths(a, 2)\n  each step hex\n    require b")
    assert found.steps is not None and (found.guards, found.body) == ((), ())


def test_an_offer() -> None:
    found = statement('s.side may call "search {z}" [7]\n  require a\n  do x\nelse\n  do y')
    assert (found.op, found.name, shown(found.text)) == ("offer", "call", '"search <z>"')
    assert (len(found.guards), len(found.body)) == (1, 1)
    assert [str(cite) for cite in found.tail.cites] == ["7"]
    assert found.orelse is not None


def test_a_menu() -> None:
    found = statement(
        'german chooses [6]\n  "steer on"\n    do x\n  "evade" [6.1]\n    require a\n    do y\n  "nothing"'
    )
    assert (found.op, found.may) == ("menu", False)
    assert [(shown(item.text), len(item.guards), len(item.body)) for item in found.items] == [
        ('"steer on"', 0, 1), ('"evade"', 1, 1), ('"nothing"', 0, 0),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text, many, may",
    [
        ("p takes one of a, b", False, False),
        ("p takes any of a, b", True, False),
        ("p may take one of a, b", False, True),
        ("p may take any of a, b", True, True),
    ],
)
def test_actions_are_taken(text: str, many: bool, may: bool) -> None:
    found = statement(text + "\nelse\n  do x")
    assert (found.op, found.names, found.many, found.may) == ("take", ("a", "b"), many, may)
    assert found.orelse is not None and len(found.orelse) == 1


def test_an_action_has_guards() -> None:
    action = only('action sail by player "Move" [7]\n  require a\n  player chooses u from units\n  do x\n')
    assert (action.id, action.by, action.tail.title) == ("sail", "player", "Move")
    assert [inner.op for inner in action.guards] == ["require"]
    assert [inner.op for inner in action.body] == ["choose", "do"]
