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

    def size(self) -> tuple[int, int] | None:
        return (0, 4) if self.kind == "list" else None

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


def test_declining_is_for_the_referee_to_refuse() -> None:
    assert Sheet(SHIPS).read("decline") == Answer(None)
    for typed in ("decline", "done", "pass"):
        assert Sheet(Question("one", ["a", "b"])).read(typed) == Answer(None)


def test_enter_goes_on_where_nothing_can_be_chosen_and_takes_what_is_the_only_answer() -> None:
    assert Sheet(Question("subset", [None], may=True)).read("") == Answer(None)
    assert Sheet(Question("one", ["a"])).read("") == Answer("a")
    assert isinstance(Sheet(Question("one", ["a", "b"])).read(""), Show)
    sheet = Sheet(SHIPS)
    sheet.read("ten")
    assert sheet.read("") == Answer("tender")


def test_a_number_beyond_the_list_is_no_search() -> None:
    assert Sheet(SHIPS).read("7") == Show("the list has no number 7; its last is 3")


def test_where_a_piece_is_stands_behind_its_name_and_can_be_searched() -> None:
    sheet = Sheet(SHIPS, whereabouts=lambda id: {"tender": "A2", "corsair": "A4", "heron": "A4"}[id])
    assert [label for _, _, label in sheet.shown()] == ["Tender (A2)", "corsair (A4)", "The Heron (A4)"]
    assert sheet.read("tender") == sheet.read("Tender (A2)") == Answer("tender")
    sheet.read("a4")
    assert [value for _, value, _ in sheet.shown()] == ["corsair", "heron"]


def test_what_is_the_same_for_all_tells_nothing() -> None:
    sheet = Sheet(SHIPS, whereabouts=lambda id: "A2")
    assert [label for _, _, label in sheet.shown()] == ["Tender", "corsair", "The Heron"]


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
    assert Sheet(ROUTES).read("? B2 D9") == Why(["A2", "B2", "D9"], "B2 D9")


def test_why_not_one_place_asks_for_any_route_that_ends_there() -> None:
    assert Sheet(ROUTES).read("? c2") == Why("C2", "c2", end=True)


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
    assert sheet.read("ten") == Show("1 of 3 fit `ten`; `all` lists every one")


def test_names_of_several_words_are_parted_by_commas_or_found_as_they_are() -> None:
    ships = {"pow": "Prince of Wales", "hood": "Hood"}
    question = Question("subset", [[], ["pow"], ["hood"], ["pow", "hood"]], labels=ships)
    for typed in ("Prince of Wales, Hood", "prince of wales hood", "1 2", "pow hood"):
        assert Sheet(question).read(typed) == Answer(["pow", "hood"])


def test_why_not_a_member_asks_for_it_beside_what_is_ticked() -> None:
    sheet = Sheet(Question("subset", [["tender", "corsair"], ["corsair", "heron"]]))
    sheet.read("+tender")
    assert sheet.read("? heron") == Why(["tender", "heron"], "heron", known=True)
    assert sheet.read("? kent") == Why(["tender", "kent"], "kent")


def test_what_is_not_in_the_list_or_one_too_many_is_not_ticked() -> None:
    sheet = Sheet(Question("list", [[], ["a1"], ["B2"]]))
    assert sheet.read("+D9") == Show("`D9` is not in the list; `? D9` says why.")
    assert sheet.read("+a1 +a1 +a1 +a1 +B2") == Show("`B2` is one too many: 4 at most.")
    assert sheet.read("done") == Answer(["a1"] * 4)


def test_a_list_keeps_its_order_and_its_doubles() -> None:
    lists = [[], ["a1"], ["B2"], ["a1", "a1"], ["a1", "B2"], ["B2", "a1"], ["B2", "B2"]]
    question = Question("list", lists, may=True)
    assert [value for value, _ in Sheet(question).all()] == ["a1", "B2"]
    assert Sheet(question).read("b2, A1 b2") == Answer(["B2", "a1", "B2"])
    assert Sheet(question).read("2") == Answer(["B2"])
    assert Sheet(question).read("? B2 D9") == Why(["B2", "D9"], "B2 D9")
    assert Sheet(question).read("? B2 a1") == Why(["B2", "a1"], "B2 a1", known=True)
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
