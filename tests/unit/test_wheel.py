"""The built wheel holds what it should and works on its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
FIND = "import rulekit.sources.bundled as b; print(b.__file__); print(*b.bundled_games().values(), sep='\\n')"


def rules_files(folder: str) -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*.rules")}


@pytest.mark.slow
def test_the_wheel_finds_its_games_from_any_folder(tmp_path: Path) -> None:
    subprocess.run([*PIP, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"rulekit/py.typed", "rulekit/games/README.md", "rulekit/examples/README.md"} <= names
    assert {f"rulekit/{name}" for name in rules_files("games") | rules_files("examples") | rules_files("gallery")} <= names
    assert {f"rulekit/scaffold/templates/{path.name}" for path in (ROOT / "rulekit/scaffold/templates").iterdir()} <= names
    assert not any(name.startswith(("tests/", "scripts/", "docs/")) for name in names)

    target = tmp_path / "target"
    subprocess.run([*PIP, "install", "--no-deps", "--target", target, wheel], check=True)
    command = [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(target)!r}); {FIND}"]
    lines = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout.split("\n")
    assert all(line.startswith(str(target)) for line in lines if line)
