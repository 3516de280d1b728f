"""Writes the pages of the documentation that come from the code: one a diagnostic code, and their index.

The pages are written to disk and committed, so that any site builder and any reader of the repository sees them. Run
`make gen-docs` after a change to `rulekit/sources/codes/`; `--check` writes nothing and fails when a page is out of date.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rulekit.analysis.check_file import check_file
from rulekit.sources.codes import CODES, Code
from rulekit.sources.render import render_text

DOCS = Path(__file__).resolve().parent.parent / "docs"
_NOTE = "<!-- Written by scripts/gen_docs.py from rulekit/sources/codes/. Do not edit. -->\n\n"


def pages() -> dict[str, str]:
    """Every generated page, as path below `docs/` and text."""
    entries = sorted(CODES.values(), key=lambda entry: entry.code)
    folder = "reference/codes"
    return {f"{folder}/index.md": _index(entries)} | {f"{folder}/{entry.code}.md": _page(entry) for entry in entries}


def stale(docs: Path = DOCS) -> list[str]:
    """The pages that differ from what the code says, are missing, or should not be there any more."""
    wanted = pages()
    different = [name for name, text in wanted.items() if _read(docs / name) != text]
    return sorted(different + _leftovers(docs, wanted))


def write(docs: Path = DOCS) -> list[str]:
    """Bring the pages up to date and return the names of those that changed."""
    wanted, changed = pages(), stale(docs)
    for name in changed:
        path = docs / name
        if name in wanted:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(wanted[name], encoding="utf-8")
        else:
            path.unlink()
    return changed


def _leftovers(docs: Path, wanted: dict[str, str]) -> list[str]:
    found = [path.relative_to(docs).as_posix() for path in (docs / "reference/codes").glob("*.md")]
    return [name for name in found if name not in wanted]


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


def _index(entries: list[Code]) -> str:
    rows = "".join(f"| [{entry.code}]({entry.code}.md) | {entry.title} |\n" for entry in entries)
    intro = "Every finding of `rulekit check` carries one of these codes. A code keeps its meaning for good.\n\n"
    return f"{_NOTE}# Diagnostic codes\n\n{intro}| code | meaning |\n| --- | --- |\n{rows}"


def _page(entry: Code) -> str:
    example = f"## Example\n\n```{_language(entry)}\n{entry.example}\n```\n\n"
    said = f"`rulekit check` says:\n\n```text\n{_said(entry)}\n```\n\n" if _language(entry) == "rules" else ""
    fix = f"## How to mend it\n\n{entry.fix}\n"
    return f"{_NOTE}# {entry.code}: {entry.title}\n\n{entry.explanation}\n\n{example}{said}{fix}"


def _language(entry: Code) -> str:
    """Codes from RK100 on are about YAML files and drawings."""
    if entry.code < "RK100":
        return "rules"
    return "yaml" if ":" in entry.example.splitlines()[0] else "text"


def _said(entry: Code) -> str:
    """What the example gives, as it is printed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "example.rules"
        path.write_text(entry.example, encoding="utf-8")
        return render_text(check_file(str(path)), colour=False).replace(f"{folder}/", "").strip("\n")


def main() -> int:
    """Write or check the pages; the exit code is 1 when a check finds one out of date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, fail when a page is out of date")
    check = parser.parse_args().check
    names = stale() if check else write()
    for name in names:
        print(f"{'out of date' if check else 'written'}: {name}")
    return 1 if check and names else 0


if __name__ == "__main__":
    sys.exit(main())
