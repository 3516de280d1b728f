"""The codes of the package are told apart and told in full."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rulekit.boards
from rulekit.sources.codes.rk100 import TOLD


def test_every_code_in_use_is_explained_once() -> None:
    folder = Path(rulekit.boards.__file__).parent
    used = {
        code
        for file in folder.glob("*.py")
        if file.name != "codes.py"
        for code in re.findall(r'"(RK\d+)"', file.read_text("utf-8"))
    }
    listed = [entry[0] for entry in TOLD]
    assert sorted(used) == listed
    assert all(all(entry) for entry in TOLD)


def test_heavy_packages_are_imported_only_when_asked_for() -> None:
    names = ["drawing.map_file", "boards.maps", "boards.setups", "boards.paths", "boards.yaml_file"]
    program = "import sys\n" + "".join(f"import rulekit.{name}\n" for name in names)
    program += "print(sorted({'networkx', 'yaml', 'jsonschema'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout == "[]\n"
