"""What a person types is an answer, a command, a question why, or a search."""

from collections.abc import Iterable
from itertools import chain, combinations
from typing import Any

import pytest

from rulewright.cli.asking import Answer, Command, Sheet, Show, Why


class Question:
    """A decision as the referee would ask it, without a referee."""

    side = "watch"

    def __init__(
        self, kind: str, values: list[Any], *, may: bool = False, labels: dict[str, str] | None = None
    ):
        self.kind = kind
        self.may = may
        self._values = values
        self._labels = labels or {}

    def count(self) -> int:
        return len(self._values)

    def options(self, limit: int) -> Iterable[Any]:
        return self._values[:limit]

    def contains(self, value: Any) -> bool:
        return value in self._values

    def label(self, value: Any) -> str:
        if isinstance(value, list):
            return " ".join(map(str, value))
        return self._labels.get(value, str(value))


SHIPS = Question(
    "one", ["tender", "corsair", "heron"], may=True, labels={"tender": "Tender", "heron": "The Heron"}
)
ROUTES = Question("path", [["A2", "B2"], ["A2", "B3"], ["A2", "B2", "C2"]], may=True)


@pytest.mark.parametrize("typed", ["1", "tender", "Tender", "TENDER", "  tender "])
def test_an_option_is_chosen_by_number_id_or_name(typed: str) -> None:
    assert Sheet(SHIPS).read(typed) == Answer("tender")


def test_typing_searches_the_list_and_numbers_count_along_what_is_found() -> None:
    sheet = Sheet(SHIPS)
    assert isinstance(sheet.read("er"), Show)
    assert [label for _, _, label in sheet.shown()] == ["Tender", "The Heron"]
    assert sheet.read("2") == Answer("heron")
    sheet.read("all")
    assert len(sheet.shown()) == 3


def test_what_no_option_contains_is_given_to_the_referee_to_refuse() -> None:
    assert Sheet(SHIPS).read("zeppelin") == Answer("zeppelin")


def test_declining_is_possible_only_where_the_rules_allow_it() -> None:
    assert Sheet(SHIPS).read("decline") == Answer(None)
    assert Sheet(Question("one", ["a", "b"])).read("decline") == Answer("decline")


@pytest.mark.parametrize("typed", ["? heron", "heron?", "?heron"])
def test_a_question_mark_asks_why(typed: str) -> None:
    assert Sheet(SHIPS).read(typed) == Why("heron", "heron")


def test_commands_are_words_and_may_have_more_after_them() -> None:
    assert Sheet(SHIPS).read("view") == Command("view")
    assert Sheet(SHIPS).read("save my game.jsonl") == Command("save", "my game.jsonl")
    assert Sheet(SHIPS).read("?") == Command("help")


def test_an_option_that_is_called_like_a_command_is_the_option() -> None:
    assert Sheet(Question("menu", ["view", "search"])).read("view") == Answer("view")


def test_a_route_is_a_list_of_places_with_or_without_its_start() -> None:
    for typed in ("A2 B2 C2", "b2 c2", "B2,C2"):
        assert Sheet(ROUTES).read(typed) == Answer(["A2", "B2", "C2"])


def test_a_route_that_ends_in_one_way_only_is_named_by_its_end() -> None:
    assert Sheet(ROUTES).read("C2") == Answer(["A2", "B2", "C2"])


def test_a_route_that_is_not_legal_reaches_the_referee_whole() -> None:
    assert Sheet(ROUTES).read("B2 D9") == Answer(["A2", "B2", "D9"])
    assert Sheet(ROUTES).read("? D9") == Why(["A2", "D9"], "D9")


def test_a_subset_is_a_list_or_ticked_member_by_member() -> None:
    members = ["tender", "corsair", "heron"]
    subsets = [list(c) for c in chain.from_iterable(combinations(members, n) for n in range(4))]
    question = Question("subset", subsets, labels={"tender": "Tender"})
    assert Sheet(question).read("Tender heron") == Answer(["tender", "heron"])
    assert Sheet(question).read("1 3") == Answer(["tender", "heron"])
    sheet = Sheet(question)
    sheet.read("+heron +1")
    sheet.read("-heron")
    assert sheet.read("done") == Answer(["tender"])
    assert sheet.read("none") == Answer([])


def test_a_list_keeps_its_order_and_its_doubles() -> None:
    lists = [[], ["a1"], ["B2"], ["a1", "a1"], ["a1", "B2"], ["B2", "a1"], ["B2", "B2"]]
    question = Question("list", lists, may=True)
    assert [value for value, _ in Sheet(question).all()] == ["a1", "B2"]
    assert Sheet(question).read("b2, A1 b2") == Answer(["B2", "a1", "B2"])
    assert Sheet(question).read("2") == Answer(["B2"])
    assert Sheet(question).read("? B2 D9") == Why(["B2", "D9"], "B2 D9")
    assert Sheet(question).read("none") == Answer([])
    assert Sheet(question).read("decline") == Answer(None)
    sheet = Sheet(question)
    sheet.read("+B2 +a1 +B2 +a1")
    sheet.read("-B2")
    assert sheet.read("done") == Answer(["B2", "a1", "a1"])


def test_numbers_are_numbers_even_where_the_list_is_numbered_too() -> None:
    question = Question("number", [3, 4, 5])
    assert Sheet(question).read("4") == Answer(4)
    assert Sheet(question).read("1") == Answer(1)
    assert isinstance(Sheet(question).read("many"), Show)


def test_an_offer_is_answered_with_yes_or_no() -> None:
    offer = Question("offer", [True, False])
    assert Sheet(offer).read("y") == Answer(True)
    assert Sheet(offer).read("No") == Answer(False)
    assert isinstance(Sheet(offer).read("perhaps"), Show)


def test_a_long_list_has_pages() -> None:
    sheet = Sheet(Question("one", [f"hex {n}" for n in range(1, 101)]))
    assert [n for n, _, _ in sheet.shown()] == list(range(1, 41))
    sheet.read("more")
    assert [n for n, _, _ in sheet.shown()] == list(range(41, 81))
    assert sheet.read("77") == Answer("hex 77")
