"""The corpus: tiny programs, one a behaviour, with what must be found written beside the place.

`#! RK012 @7` at the end of a line: exactly this finding begins in this line, at column 7 (the column may be left
out); on a line of its own it speaks of the next line. A file in `good/` has no findings at all and its examples
pass. `python -m tests.lang.corpus --update` writes the columns anew; read the difference before you commit it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from rulekit.sources.diagnostics import Diagnostic

FOLDER = Path(__file__).parent
_EXPECTED = re.compile(r"#!((?: RK\d{3}(?: @\d+)?)+)\s*$")
_ONE = re.compile(r"(RK\d{3})(?: @(\d+))?")
Place = tuple[int, int | None, str]


def files(kind: str) -> list[Path]:
    """All files of the good or of the bad corpus."""
    return sorted(path for path in FOLDER.glob(f"*/{kind}/*") if path.suffix in (".rules", ".yaml", ".po"))


def expected(path: Path) -> list[Place]:
    """What a file says must be found: line, column if given, code."""
    found: list[Place] = []
    for number, line in enumerate(path.read_text("utf-8").split("\n"), 1):
        match = _EXPECTED.search(line)
        if match:
            number += _alone(line)
            found += [(number, int(column) if column else None, code) for code, column in _ONE.findall(match[1])]
    return found


def _alone(line: str) -> bool:
    """A note on a line of its own speaks of the next line; rows of a map have no comments."""
    return line.lstrip().startswith("#!")


def findings(path: Path) -> list[Diagnostic]:
    """What is found in a file."""
    if path.suffix == ".yaml":
        from tests.lang.yaml_files import yaml_findings

        return yaml_findings(path)
    if path.suffix == ".po":
        from tests.lang.po_files import po_findings

        return po_findings(path)
    from rulekit.analysis.check_file import check_file

    return check_file(str(path))


def places(path: Path) -> list[Place]:
    """Line, column and code of what is found in a file itself."""
    return sorted((d.span.line, d.span.column, d.code) for d in findings(path) if Path(d.span.source.name).name == path.name)


def update(path: Path) -> bool:
    """Write the columns of what is found into the file; lines and codes must be right already."""
    text = path.read_text("utf-8")
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        match = _EXPECTED.search(line)
        here = [f"{code} @{column}" for at, column, code in places(path) if at == number + _alone(line)]
        if match and sorted(code for code, _ in _ONE.findall(match[1])) == sorted(code.split()[0] for code in here):
            lines[number - 1] = line[: match.start()] + "#! " + " ".join(here)
    new = "\n".join(lines)
    if new != text:
        path.write_text(new, "utf-8")
    return new != text


if __name__ == "__main__":
    if "--update" in sys.argv:
        for file in files("bad"):
            if update(file):
                print(f"changed: {file}")
