"""Turns the text of a ruleset into its artifact, `ruleset.json`."""

if __name__ != "rulewright.compiler":
    raise ImportError("import this package as rulewright.compiler; run: pip install -e .")
