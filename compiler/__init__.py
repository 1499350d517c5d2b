"""Turns the text of a ruleset into its artifact, `ruleset.json`."""

VERSION = "0.1.0"
"""Ours, as in pyproject.toml: asking importlib.metadata for it takes longer than compiling a small game."""

if __name__ != "rulewright.compiler":
    raise ImportError("import this package as rulewright.compiler; run: pip install -e .")
