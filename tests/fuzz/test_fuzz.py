"""A few hundred broken artifacts in every test run; `make fuzz` tries many more."""

import subprocess
import sys
from pathlib import Path


def test_broken_artifacts_are_refused_and_never_crash() -> None:
    script = Path(__file__).with_name("run.py")
    options = ["--target", "artifact", "--inputs", "500", "--seed", "1", "--workers", "1", "--limit", "20"]
    ended = subprocess.run(
        [sys.executable, str(script), *options], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert "RW0705" in ended.stdout
    assert "played" in ended.stdout
