"""The interval of a share, against values worked out by hand."""

import pytest

from rulewright.runtime.simulation import share


def test_half_of_a_hundred() -> None:
    # Wilson, z = 1.95996: centre (50 + 1.92073) / 103.8415 = 0.5; reach 1.95996 / 103.8415 * sqrt(25 + 0.96036) = 0.09617
    low, high = share(50, 100)
    assert low == pytest.approx(0.40383, abs=1e-4)
    assert high == pytest.approx(0.59617, abs=1e-4)


def test_none_and_all_stay_within_bounds() -> None:
    # none of n: high = z² / (n + z²) = 3.84146 / 13.84146
    assert share(0, 10) == (pytest.approx(0.0), pytest.approx(0.27753, abs=1e-4))
    assert share(10, 10)[1] == pytest.approx(1.0)
