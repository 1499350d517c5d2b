"""All sentences about sheets that cannot be made, one function per code."""

from __future__ import annotations


class AidError(Exception):
    """A sheet cannot be made. sheet: its id, added by who builds or renders it."""

    def __init__(self, code: str, message: str, help: str = "", *, sheet: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help
        self.sheet = sheet


def too_long(words: str, box: str, width: float, room: float) -> AidError:
    """RW0620: text is longer than its box. box: "`Hood`, box `hull`"."""
    return AidError(
        "RW0620",
        f"{box}: `{words}` takes {width:.1f} mm, and there is room for {room:.1f} mm",
        "shorten the text, or put the sheet on larger paper",
    )


def bad_template(name: str, line: int, wrong: str) -> AidError:
    """RW0621: a template cannot be read, or asks for what is not there."""
    where = f"template `{name}`, line {line}" if line else f"template `{name}`"
    return AidError("RW0621", f"{where}: {wrong}", "the templates of the house are in compiler/aids/templates")


def too_wide(table: str, width: float, room: float) -> AidError:
    """RW0630: the longest words of a table's columns together are wider than the page."""
    return AidError(
        "RW0630",
        f"table `{table}` takes at least {width:.1f} mm, and there is room for {room:.1f} mm",
        "shorten its longest words, or give the sheet fewer `columns` or `orientation: landscape`",
    )


def no_glyph(characters: str, sheet: str) -> AidError:
    """RW0631: the font has no sign for a character."""
    named = ", ".join(f"`{one}` (U+{ord(one):04X})" for one in characters)
    return AidError("RW0631", f"sheet `{sheet}` has characters that the font lacks: {named}", "write them otherwise")


def no_pdf() -> AidError:
    """RW0632: typst is not installed."""
    return AidError("RW0632", "PDF needs the package `typst`, which is not installed", "pip install 'rulewright[pdf]'")


def endless_track(id: str) -> AidError:
    """RW0622: a track is to be drawn that has no first or no last box."""
    return AidError("RW0622", f"track `{id}` has no end", "give it a range, or leave it out of the sheet")


def no_board(id: str) -> AidError:
    """RW0623: a define is to be drawn as a board that is not one look-up by a number of known range."""
    return AidError(
        "RW0623",
        f"`{id}` is no board: a board is a look-up by one number with a range, such as `z: 1..27`",
        "name a map, or a define with such a parameter",
    )
