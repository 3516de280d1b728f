"""Files that hold nothing but examples, and which of them belong to a game.

Contract: a file of examples has imports, examples and comments, and no other declaration, so it is no game, module or set of
cards of its own. It belongs to the files that it imports from its folder; `NAME_examples.rules` belongs to `NAME.rules`
whatever else it declares, such as verbs that its examples need. Only texts are looked at, nothing is parsed: an example that
does not check is told when it is read, not left out here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from rulekit.sources import files

_IMPORT = re.compile(r"^import[ ]+(\w+)", re.MULTILINE)
_EXAMPLE = re.compile(r"^example\b", re.MULTILINE)
_NAMED = "_examples"
_ELSE = re.compile(r"^(?!example\b|import\b)\w", re.MULTILINE)  # any other declaration; tags begin with a bracket


def holds_only_examples(text: str) -> bool:
    """Is this the text of a file of examples?

    >>> holds_only_examples('import pig\\n\\n[P-1]\\nexample "a roll":\\n  then:\\n    your score == 0\\n')
    True
    >>> holds_only_examples('import pig\\n\\ngame my_pig "My pig": players 2\\n\\nexample "a roll":\\n  then: {}\\n')
    False
    """
    return _EXAMPLE.search(text) is not None and _ELSE.search(text) is None


def example_files(rules: Iterable[Path]) -> list[Path]:
    """The files of examples that lie beside some rules files and import one of them, folder by folder in the order of their
    names. Folders are spelt as in the rules files, so that what is imported twice is known by one name."""
    folders: dict[Path, set[str]] = {}
    for file in rules:
        folders.setdefault(file.parent, set()).add(file.stem)
    beside = [(path, names) for folder, names in folders.items() for path in sorted(folder.glob("*.rules"))]
    return [
        path
        for path, names in beside
        if path.stem not in names and (path.stem.removesuffix(_NAMED) in names or _belongs(_text(path), names))
    ]


def _belongs(text: str, names: set[str]) -> bool:
    return not names.isdisjoint(_IMPORT.findall(text)) and holds_only_examples(text)


def _text(path: Path) -> str:
    try:
        return files.read_bytes(path, limit=files.MOST_RULES).decode("utf-8", "replace")
    except OSError:
        return ""  # whoever needs the file is told when it is opened
