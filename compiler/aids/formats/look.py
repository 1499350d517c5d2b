"""How sheets look: the paper, the colours of all roles, and what a ruleset brings of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from rulewright.compiler.aids.model import Colour, Imprint

Paper = Literal["a4", "letter"]

SIZES: dict[Paper, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""Width and height of a page in portrait."""

INK = "#1b1b1b"
PAPER = "#ffffff"
NEUTRAL_SIDE = "#555555"
TINT = 0.14
LEAST_CONTRAST = 4.5
"""Of text on its ground, as WCAG AA asks."""

ROLES: dict[str, Colour] = {
    "ink": INK,
    "paper": PAPER,
    "line": "#8a8f94",
    "faint": "#c9cdd1",
    "quiet": "#55595e",
    "shade": "#e8eaec",
    "chit": INK,  # its back, and words on it
    "on-chit": PAPER,
    "sea": "#ffffff",
    "land": "#d9d2bd",
    "fog": "#dfe3e6",
    # Okabe and Ito's colours, as light grounds: told apart by all eyes, and by their patterns in grey.
    "region:1": "#cfe5f5",
    "region:2": "#fbe3b5",
    "region:3": "#c9ebdf",
    "region:4": "#f3d8e6",
    "region:5": "#f6d9c2",
    "region:6": "#f7f3bd",
    "edge:1": "#0a5a8c",
    "edge:2": "#a8480a",
    "edge:3": "#006b50",
    "edge:4": "#8a3a68",
    "edge:5": "#6a5200",
    "edge:6": "#30466b",
}
SAVING: dict[str, Colour] = {
    **{
        name: PAPER
        for name in ROLES
        if name in ("shade", "sea", "land", "fog", "chit") or name.startswith("region:")
    },
    "on-chit": INK,
}
"""Grounds that are left out to save ink: their patterns and lines stay."""


@dataclass(frozen=True, slots=True)
class Look:
    """All that is decided about looks.

    css: rules of a ruleset's own, after those of the house. templates: sources by name (`table.html.j2`), before those of the house.
    colours: of roles, where a ruleset wants others. language: of the words, for who has them read aloud.
    """

    paper: Paper = "a4"
    ink_saving: bool = False
    language: str = "en"
    css: str = ""
    templates: Mapping[str, str] = field(default_factory=dict)
    colours: Mapping[str, Colour] = field(default_factory=dict)


def palette(imprint: Imprint, look: Look) -> dict[str, Colour]:
    """Return the colours of all roles; `side:X` is that side's, dark enough for text on paper, `pale:X` a ground of it for ink,
    `band:X` a dark ground of it, `on:X` words on that one, and `frame:X` a line around a ground that is left white."""
    colours = {**ROLES, **look.colours}
    for index, (id, _, colour) in enumerate(imprint.sides):
        colours[f"side:{id}"] = readable(colours.get(f"side:{id}", colour or NEUTRAL_SIDE))
        colours[f"side:{index}"] = colours[f"side:{id}"]
        strong = colours[f"side:{id}"]
        colours[f"pale:{id}"] = PAPER if look.ink_saving else tint(strong)
        colours[f"frame:{id}"] = strong if look.ink_saving else colours[f"pale:{id}"]
        colours[f"band:{id}"], colours[f"on:{id}"] = (PAPER, strong) if look.ink_saving else (strong, PAPER)
    return {**colours, **SAVING} if look.ink_saving else colours


def readable(colour: Colour, ground: Colour = PAPER) -> Colour:
    """Return the colour, darkened until text in it can be read on the ground."""
    red, green, blue = _channels(colour)
    while contrast(colour, ground) < LEAST_CONTRAST and red + green + blue > 0:
        red, green, blue = (int(one * 0.95) for one in (red, green, blue))
        colour = f"#{red:02x}{green:02x}{blue:02x}"
    return colour


def tint(colour: Colour) -> Colour:
    """Return the colour as a light ground."""
    return "#" + "".join(f"{round(255 - (255 - one) * TINT):02x}" for one in _channels(colour))


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours, 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    shares = [
        one / 12.92 if one <= 0.03928 else ((one + 0.055) / 1.055) ** 2.4
        for one in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * shares[0] + 0.7152 * shares[1] + 0.0722 * shares[2]


def _channels(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
