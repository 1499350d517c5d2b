"""Text to `Tree`: what was written; every name is still a string."""

from rulewright.compiler.parse.text import parse, parse_expression_text

__all__ = ["parse", "parse_expression_text"]
