"""Plays a ruleset's artifact: a referee that offers decisions, throws dice and hides what is hidden."""

if __name__ != "rulewright.runtime":
    raise ImportError("import this package as rulewright.runtime; run: pip install -e .")
