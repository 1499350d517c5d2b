"""What is measured is what is printed, and a sheet carries the same bytes of a font wherever it is made."""

import pytest

from rulewright.compiler.aids import fonts
from rulewright.compiler.aids.fonts import Font

WORDS = "Zerstörerflottille Köln −12½ ≥ 7 ✓ ‡"


@pytest.mark.parametrize("weight", fonts.FILES)
def test_figures_and_signs_of_numbers_are_of_one_width(weight: fonts.Weight) -> None:
    font = fonts.load(weight)
    assert len({font.width(one) for one in "0123456789+−×≤≥"}) == 1


def test_a_word_twice_as_large_is_twice_as_wide() -> None:
    font = fonts.load("regular")
    assert font.width("Hood", 4.0) == pytest.approx(2 * font.width("Hood", 2.0))
    assert font.width("0000") == pytest.approx(4 * 0.497)  # as the font's own table says


@pytest.mark.parametrize("weight", fonts.FILES)
def test_a_part_of_a_font_measures_like_the_whole(weight: fonts.Weight) -> None:
    part = Font(fonts.load(weight).subset(WORDS))
    assert part.width(WORDS) == fonts.load(weight).width(WORDS)
    assert part.missing(WORDS) == fonts.load(weight).missing(WORDS)
    assert part.missing("Q") == "Q"


def test_the_order_of_characters_does_not_matter() -> None:
    font = fonts.load("semibold")
    assert font.subset(WORDS) == font.subset(reversed(WORDS)) == font.subset(WORDS + WORDS)


def test_a_part_of_a_font_is_small_and_its_sums_are_right() -> None:
    part = fonts.load("regular").subset(WORDS)
    assert len(part) < 6_000
    assert fonts._sum(part + b"\0" * (-len(part) % 4)) == 0xB1B0AFBA


def test_a_composed_glyph_brings_its_parts() -> None:
    assert len(fonts.load("regular").subset("ö")) > len(fonts.load("regular").subset("o"))
