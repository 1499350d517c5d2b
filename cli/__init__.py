"""The desk above both halves: the only package that sees the compiler and the runtime."""

if __name__ != "rulewright.cli":
    raise ImportError("import this package as rulewright.cli; run: pip install -e .")
