"""A sheet with every kind of block, small enough to be judged by eye."""

from rulewright.compiler.aids.model import (
    Box,
    Boxes,
    Card,
    Cell,
    Disc,
    Drawing,
    Figure,
    Group,
    Imprint,
    Item,
    Items,
    Paragraph,
    Row,
    Run,
    Section,
    Shape,
    Sheet,
    Table,
    Track,
    Words,
    text,
)

IMPRINT = Imprint(
    "duel", "Duel & Sons", "1.2", "0123456789ab", (("red", "Röd", "#c00000"), ("blue", "Blue", "#8899ff"))
)


def numbers(*values: str) -> Row:
    return Row((Cell(text(values[0]), head="row"), *(Cell(text(one), "number") for one in values[1:])))


def table(id: str = "hit", rows: int = 4) -> Table:
    head = Row(
        (
            Cell(text("2d6"), head="column"),
            Cell(text("near"), "centre", "column"),
            Cell(text("far"), "centre", "column"),
        ),
        "head",
    )
    body = [numbers(str(index), "−1", str(index)) for index in range(rows - 1)]
    last = Row(
        (
            Cell((Run("≥ 12", "plain", True),), head="row"),
            Cell(text("not possible"), "centre", mark="impossible", columns=2),
        )
    )
    return Table(
        id,
        text("Hits", "strong"),
        (head, *body, last),
        ("3.1",),
        ((Run("≥ 12", "small", True), Run(": a guess", "small")),),
        "2d6",
    )


def matrix() -> Table:
    head = Row((Cell(text("ship"), head="column"), Cell(text("move"), "centre", "column")), "head")
    rows = [
        Row((Cell(text("sunk"), head="row"), Cell(text("no"), "centre", mark="no"))),
        Row((Cell(text("afloat"), head="row"), Cell(text("yes"), "centre", mark="yes"))),
    ]
    return Table("can", text("Status", "strong"), (head, *rows))


def drawing() -> Drawing:
    square = ((1.0, 1.0), (29.0, 1.0), (29.0, 19.0), (1.0, 19.0))
    patterns = ("lines", "back", "bars", "cross", "dots", "waves")
    strips = tuple(
        Shape(
            ((32 + 8 * index, 1), (39 + 8 * index, 1), (39 + 8 * index, 19), (32 + 8 * index, 19)),
            True,
            "region:1",
            "line",
            0.2,
            False,
            pattern,
        )
        for index, pattern in enumerate(patterns)
    )
    inside = Group(
        (Disc(0, 0, 3, "side:red", "ink"), Words(0, 1.2, "7", 3.5, "centre", True, "paper")), 8, 10, "a ship"
    )
    return Drawing(
        82, 20, (Shape(square, True, "sea", "ink", 0.4), inside, Words(13, 11, "Köln <1>", 3.5), *strips)
    )


def sheet(orientation: str = "portrait", columns: int = 2) -> Sheet:
    steps = Items(
        (Item("A.", text("Move", "strong"), ("red", "blue"), ("2",), (Item("may", text("sail")),)),),
        text("Sequence", "strong"),
    )
    card = Card(
        "hood",
        "Hood",
        "blue",
        (("speed", text("3")),),
        (Boxes("hull", 4, ("1", "2", "3", "4")), Boxes("fuel", 3), Boxes("notes", 0)),
    )
    boxes = tuple(
        Box(str(turn), (text("night"),) if turn % 2 else (), turn == 1, turn == 3) for turn in range(1, 6)
    )
    track = Track("turn", text("Turn Track", "strong"), boxes, ("time",), 5, ("4",))
    return Sheet(
        "each",
        "One of Each",
        (
            Section(text("Combat", "strong"), ()),
            Section((), (table(),), together=True),
            Section(text("Orders", "strong"), (steps, Paragraph(text("Nobody moves twice.")))),
            Section((), (matrix(),), together=True),
            Section((), (card,)),
            Section((), (track,), wide=True),
            Section(
                (), (Figure("map", text("Map", "strong"), drawing(), "A square with a ship"),), wide=True
            ),
        ),
        orientation,  # pyright: ignore[reportArgumentType]
        columns,
    )
