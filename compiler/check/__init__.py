"""`Model` to `CheckedModel`: every promise of the language is kept."""

from rulewright.compiler.check.promises import CheckedModel, check
from rulewright.compiler.check.walk import with_public_choices

__all__ = ["CheckedModel", "check", "with_public_choices"]
