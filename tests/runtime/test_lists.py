"""Lists: so many members in order, doubles allowed, judged a member at a time and as a whole."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime import Decision, Game, IllegalChoice, LinkError, RulesError, replay, write_record
from rulewright.runtime.frames import FULL

from . import build as b

X, STEP = ["local", "x"], ["local", "n"]
NUMBERS = {"x": ["list", "number"], "n": "number", "m": "number"}
PLACES = {"x": ["list", "place:sea"], "n": "place:sea"}
NEW = b.guard(["not", ["in", STEP, X]], b.shown(STEP, "number"), " is chosen already", section="2")
RISING = b.guard(["or", ["is_empty", X], [">", STEP, ["last", X]]], "they rise")


def lists(of: Any, lo: Any, hi: Any, *guards: Any) -> Any:
    return {"kind": "list", "of": of, "lo": lo, "hi": hi, "step": "n", "guards": list(guards)}


def asked(domain: Any, *body: Any, guards: Any = (), locals: Any = None, **more: Any) -> Game:
    choice = b.choose("r.x", "x", domain, *body, guards=guards, **more)
    return b.game(
        maps=[b.a_map()], tracks=[b.track("chosen", ["list", "number"])],
        scenarios=[b.scenario("only", choice, locals=locals or NUMBERS)],
    )  # fmt: skip


def question(game: Game) -> Decision:
    (found,) = game.decisions
    return found


def spent(decision: Decision, random: Random) -> int:
    """What it takes of the budget to draw an answer."""
    decision.sample(random)
    return FULL - decision._thread.S[0]


def test_a_list_keeps_its_order_and_its_doubles() -> None:
    few = b.guard(["<", ["sum", X], 6], "5 in all at most", section="3")
    game = asked(lists(["set", 3, 1], ["frac", 1, 2], 2), b.assign(["track", "chosen"], X), guards=[few])
    decision = question(game)
    assert (decision.kind, decision.prompt) == ("list", "Choose, in order, x")
    assert decision.options() == [[1], [3], [1, 1], [1, 3], [3, 1]]
    assert decision.count() == 5
    assert decision.contains([3, 1])
    assert decision.contains(3)
    assert decision.label([3, 1, 3]) == "3, 1, 3"
    refusals = {(3, 3): "5 in all at most", (): "1 to 2 are chosen here, not 0", (1, 1, 1): "1 to 2 are chosen here, not 3",
                (1, 2): "`2` is not among what may be chosen here"}  # fmt: skip
    for value, message in refusals.items():
        assert decision.refusal(list(value)).message == message  # type: ignore[union-attr]
    game.choose("red", [3, 1])
    assert game.public_view()["tracks"]["chosen"] == [3, 1]


def test_every_member_is_judged_as_it_is_added() -> None:
    game = asked(lists(["range", 1, 3], 0, 3, NEW))
    decision = question(game)
    assert decision.count() == 1 + 3 + 6 + 6
    refusal = decision.refusal([2, 3, 2])
    assert refusal is not None
    assert (refusal.message, refusal.cites) == ("2 is chosen already", ({"section": "2"},))
    with pytest.raises(IllegalChoice, match="2 is chosen already"):
        game.choose("red", [2, 3, 2])


def test_members_of_a_list_count_once() -> None:
    assert question(asked(lists(["list", 2, 1, 2], 1, 1))).options() == [[1], [2]]


LIMITS = st.tuples(st.integers(-1, 3), st.integers(-1, 3))
STEPS = st.lists(st.sampled_from([NEW, RISING, b.guard(["<", ["+", ["sum", X], STEP], 6], "few"), b.guard(["!=", STEP, 2], "no 2")]), max_size=2)
WHOLES = st.lists(
    st.sampled_from([
        b.guard(["=", ["floor", ["/", ["sum", X], 2]], ["/", ["sum", X], 2]], "even"), b.guard([">", ["count", X], 1], "two"),
        b.guard(["=", ["count", ["distinct", X]], 2], "two kinds"), b.guard(["=", ["sum", X], 5], "five"),
    ]),
    max_size=2,
)  # fmt: skip
HOLDS: dict[str, Any] = {
    " is chosen already": lambda x, n: n not in x,
    "they rise": lambda x, n: not x or n > x[-1],
    "few": lambda x, n: sum(x) + n < 6,
    "no 2": lambda x, n: n != 2,
    "even": lambda x: sum(x) % 2 == 0,
    "two": lambda x: len(x) > 1,
    "two kinds": lambda x: len(set(x)) == 2,
    "five": lambda x: sum(x) == 5,
}


@given(st.integers(0, 4), LIMITS, STEPS, WHOLES, st.integers())
def test_what_is_open_is_what_plain_trying_finds(members: int, limits: tuple[int, int], steps: list[Any], wholes: list[Any], seed: int) -> None:
    lo, hi = limits
    every = [list(one) for size in range(4) for one in product(range(1, members + 1), repeat=size)]

    def is_open(x: list[int]) -> bool:
        return (
            lo <= len(x) <= hi
            and all(HOLDS[guard["else"][-1]](x[:at], x[at]) for guard in steps for at in range(len(x)))
            and all(HOLDS[guard["else"][-1]](x) for guard in wholes)
        )

    wanted = [x for x in every if is_open(x)]
    domain = lists(["range", 1, members], lo, hi, *steps)
    decision = question(asked(domain, guards=wholes, may=True))
    assert decision.options() == [*wanted, None]
    assert [x for x in every if decision.contains(x)] == wanted
    assert [x for x in every if decision.refusal(x) is None] == wanted
    random = Random(seed)
    drawn = [decision.sample(random) for _ in range(10)]
    assert all(x is None or x in wanted for x in drawn)
    assert not wanted or any(x is not None for x in drawn)
    game = asked(domain, b.assign(["track", "chosen"], X), guards=wholes, otherwise=[])
    assert game.ended == (not wanted)


def test_every_length_is_drawn_and_every_member() -> None:
    decision = question(asked(lists(["range", 1, 5], 0, 3)))
    random = Random(4)
    drawn = [decision.sample(random) for _ in range(800)]
    assert all(150 < count < 250 for count in Counter(map(len, drawn)).values())
    assert {tuple(x) for x in drawn if len(x) == 2} == set(product(range(1, 6), repeat=2))


def test_an_answer_out_of_billions_is_drawn_without_listing_them() -> None:
    even = b.guard(["=", ["*", 2, ["floor", ["/", STEP, 2]]], STEP], "even")
    decision = question(asked(lists(["range", 1, 300], 0, 4, NEW, even)))
    random = Random(2)
    assert all(spent(decision, random) < 60 for _ in range(50))
    assert decision.count() is None
    assert decision.options(3) == [[], [2], [4]]
    assert decision.contains([300, 2, 4, 6])


def test_where_nothing_can_be_added_that_is_found_out_at_once() -> None:
    never = b.guard(False, "never")
    decision = question(asked(lists(["range", 1, 300], 1, 4, never), may=True))
    assert all(decision.sample(Random(seed)) is None for seed in range(20))
    assert max(spent(decision, Random(seed)) for seed in range(20)) <= 300
    assert question(asked(lists(["range", 1, 300], 0, 4, never))).sample(Random(1)) == []


def test_an_answer_with_many_dead_ends_before_it_is_found() -> None:
    """Each number next to its like: only rising or falling runs through all of them are as long as that."""
    beside = b.guard(["or", ["is_empty", X], ["=", ["abs", ["-", STEP, ["last", X]]], 1]], "side by side")
    decision = question(asked(lists(["range", 1, 9], 9, 9, NEW, beside)))
    up = list(range(1, 10))
    assert decision.sample(Random(1)) in (up, up[::-1])
    assert decision.options() == [up, up[::-1]]


def test_a_length_that_no_list_can_have_ends_the_search() -> None:
    domain = lists(["range", 1, 2], 0, 10**14, NEW)
    assert question(asked(domain)).options() == [[], [1], [2], [1, 2], [2, 1]]


def test_an_item_is_open_only_if_its_list_can_be_made() -> None:
    def item(id: str, domain: Any, *guards: Any) -> Any:
        return b.item(id, b.choose(f"r.{id}", "x", domain, guards=list(guards)))

    never = b.guard(False, "no")
    items = [
        item("empty", lists(["set"], 1, 2)),
        item("stuck", lists(["range", 1, 300], 1, 4, never)),
        item("refused", lists(["range", 1, 3], 0, 2), never),
        item("short", lists(["range", 1, 3], 4, 4, NEW)),
        item("none", lists(["set"], 0, 2)),
        item("some", lists(["range", 1, 300], 2, 4, NEW), b.guard(["=", ["sum", X], 42], "42 in all")),
        item("nobody_knows", lists(["range", 1, 300], 3, 4), b.guard(["=", ["sum", X], 1300], "1300 in all")),
    ]
    game = b.game(scenarios=[b.scenario("only", b.menu("r.m", *items), locals=NUMBERS)])
    assert question(game).options() == ["none", "some", "nobody_knows"]


def test_a_list_of_places_may_be_limited_by_what_is_travelled() -> None:
    home = ["place", "sea", "A1"]
    near = b.guard(["<=", ["travelled", home, X, STEP, home], 4], "too far")
    decision = question(asked(lists(["places", "sea"], 1, 3, near), locals=PLACES))
    assert decision.contains(["A2", "A3", "A2"])
    assert decision.refusal(["A4"]).message == "too far"  # type: ignore[union-attr]
    random = Random(3)
    assert all(decision.contains(decision.sample(random)) for _ in range(50))


@given(st.integers(0, 3), st.sampled_from(["A1", "B2", "C3"]), st.booleans(), st.booleans(), st.integers())
def test_a_route_is_walked_in_the_same_way(length: int, start: str, anew: bool, dry: bool, seed: int) -> None:
    """What is open is what plain trying finds, and in the same order: the shorter ones first."""
    land = ["A2", "B3"]
    guards = [b.guard(["not", ["in", STEP, X]], "once only")] * anew
    guards += [b.guard(["not", ["in", STEP, ["set", *(["place", "sea", id] for id in land)]]], "ships need water")] * dry
    domain = {"kind": "path", "start": ["place", "sea", start], "length": length, "side": None, "step": "n", "guards": guards}
    decision = question(asked(domain, may=True, locals={"x": "path:sea", "n": "place:sea"}))
    linker = decision._program.linker
    wanted: list[list[str]] = []
    routes = [[start]]
    for _ in range(length):
        routes = [
            [*route, id]
            for route in routes
            for id in map(linker.names.id_of, linker.geometry.neighbours[-1][linker.names.place("sea", route[-1])])
            if not (anew and id in route) and not (dry and id in land)
        ]
        wanted += routes
    assert decision.options() == [*wanted, None]
    assert all(decision.contains(route) for route in wanted)
    drawn = decision.sample(Random(seed))
    assert drawn is None or drawn in wanted


def test_a_record_keeps_the_list() -> None:
    choice = b.choose("r.x", "x", lists(["range", 1, 9], 0, 3), b.assign(["track", "chosen"], X))
    program = b.program(tracks=[b.track("chosen", ["list", "number"])], scenarios=[b.scenario("only", choice, locals=NUMBERS)])
    for answer in ([4, 2, 4], []):
        game = Game.start(program)
        game.choose("red", answer)
        again = replay(program, write_record(game))
        assert again.public_view()["tracks"]["chosen"] == answer
        assert again.fingerprint() == game.fingerprint()


def test_an_answer_that_is_no_list_is_a_mistake_of_the_artifact() -> None:
    with pytest.raises(LinkError, match="the answer to `r.x` is a list, and `x` is none"):
        asked(lists(["range", 1, 3], 0, 1), locals={"x": "number", "n": "number"})


def test_members_of_another_kind_are_a_play_error() -> None:
    with pytest.raises(RulesError):
        asked(lists(["list", ["side", "red"], ["text", "t"]], 1, 1))
