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
    return AidError(
        "RW0621", f"{where}: {wrong}", "the templates of the house are in compiler/aids/templates"
    )


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
    return AidError(
        "RW0631", f"sheet `{sheet}` has characters that the font lacks: {named}", "write them otherwise"
    )


def no_pdf() -> AidError:
    """RW0632: typst is not installed."""
    return AidError(
        "RW0632", "PDF needs the package `typst`, which is not installed", "pip install 'rulewright[pdf]'"
    )


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


def too_high(words: str, box: str, height: float, room: float) -> AidError:
    """RW0620: text takes more lines than its box has room for."""
    return AidError(
        "RW0620",
        f"{box}: `{words}` is {height:.1f} mm high, and there is room for {room:.1f} mm",
        "shorten the text, or give the sheet a larger `size`",
    )


def no_room(what: str, width: float, height: float) -> AidError:
    """RW0633: a drawing is larger than the part of the page that is printed on."""
    return AidError(
        "RW0633",
        f"{what} is larger than the page, which has room for {width:.0f} × {height:.0f} mm",
        "put it on a sheet of its own, turn the sheet, or make it smaller",
    )


def nothing_of_that_name(id: str, part: str) -> AidError:
    """RW0610: the artifact has no longer what the aid names; the compiler would have said so."""
    return AidError(
        "RW0610",
        f"`{part}` names `{id}`, which the artifact does not have",
        "build the artifact anew from its rules",
    )


def no_picture(name: str, file: str, line: int) -> AidError:
    """RW0611: a style of the theme shows a picture that is not in the ruleset's folder."""
    return AidError(
        "RW0611",
        f"{file}, line {line}: there is no picture `{name}`",
        "write its name as it is, from the folder of the style on, or take it out",
    )


def bad_theme_file(file: str) -> AidError:
    """RW0612: a file of the theme is no UTF-8."""
    return AidError("RW0612", f"`{file}` is no text in UTF-8", "save it as UTF-8")
