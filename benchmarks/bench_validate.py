"""Validating an artifact is not the price of loading it: jsonschema beside jsonschema-rs."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks import measuring
from rulewright import schemas


def main() -> None:
    artifact = Path(__file__).parent.parent / "generated" / "rheinuebung" / "ruleset.json"
    data = artifact.read_bytes()
    document = json.loads(data)
    figures = measuring.in_process(
        {
            "jsonschema": lambda: schemas.errors("ruleset", document),
            "jsonschema-rs": lambda: schemas.is_valid("ruleset", document),
            "json.loads": lambda: json.loads(data),
        },
        rounds=3,
    )
    print(f"{len(data):,} bytes")
    measuring.show("validating Rheinübung's artifact", figures, "jsonschema", unit="ms")


if __name__ == "__main__":
    main()
