"""Rows kept column by column are the rows that were added."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright.runtime.simulation.columns import Column
from rulewright.runtime.simulation.rows import Rows, rows_of

COLUMNS = (Column("game", "integer", ""), Column("winner", "text", ""), Column("score", "integer", ""), Column("luck", "real", ""))

row = st.fixed_dictionaries(
    {
        "game": st.integers(0, 30),
        "winner": st.sampled_from(["", "watch", "raiders"]),
        "score": st.none() | st.integers(-3, 3) | st.integers(-(2**63), 2**63 - 1),
        "luck": st.none() | st.floats(allow_nan=False, allow_infinity=False),
    }
)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(row, max_size=12))
def test_rows_come_back_as_they_were(rows: list[dict[str, object]]) -> None:
    kept = Rows(COLUMNS, rows)
    assert list(kept) == rows
    assert kept == rows
    assert rows_of(COLUMNS, kept) is kept
    assert [type(value) for value in kept.column("score")] == [type(one["score"]) for one in rows]
    assert kept[1:3] == rows[1:3]
    assert kept.where("winner", "watch") == [one for one in rows if one["winner"] == "watch"]


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(row, max_size=12))
def test_of_one_game_the_last_row_counts(rows: list[dict[str, object]]) -> None:
    last = {one["game"]: one for one in rows}
    assert Rows(COLUMNS, rows).by_game() == [last[game] for game in sorted(last)]  # type: ignore[type-var]


def test_a_million_small_numbers_take_a_million_bytes() -> None:
    kept = Rows(COLUMNS[2:3], ({"score": at % 100} for at in range(1000)))
    assert kept._columns["score"]._values.itemsize == 1  # type: ignore[union-attr]
