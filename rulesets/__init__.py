"""The bundled games: rules as data, one folder each."""

if __name__ != "rulewright.rulesets":
    raise ImportError("import this package as rulewright.rulesets; run: pip install -e .")
