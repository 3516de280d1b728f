"""Who may import whom: the table in `docs/architecture.md` is kept. Nothing that only POSIX has is needed to play."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import rulekit

PACKAGE = Path(rulekit.__file__).parent
_NAME = re.compile(r"`([a-z_.]+)`")
PAGE = PACKAGE.parent / "docs" / "architecture.md"


class Edge(NamedTuple):
    module: str
    imported: str
    for_types: bool  # under TYPE_CHECKING, so that nothing is loaded

    @property
    def units(self) -> tuple[str, str]:
        return _unit(self.module), _unit(self.imported)


@cache
def _unit(module: str) -> str:
    """The row of the table that a module belongs to: `rulekit.text.calls` to `text`; some modules have a row of their own."""
    name = module.removeprefix("rulekit.")
    return max((row for row in allowed() if f"{name}.".startswith(f"{row}.")), key=len, default=name)


@cache
def allowed() -> dict[str, set[str]]:
    """The table of the page: each row has folders or modules, and those that they may import."""
    text = PAGE.read_text(encoding="utf-8").split("| who | may import |\n")[1].split("\n\n")[0]
    found: dict[str, set[str]] = {}
    for line in text.splitlines()[1:]:
        names, others = line.strip().strip("|").split("|")
        every = set(found) if "all of these" in others else set()
        for name in _NAME.findall(names):
            found[name] = every | set(_NAME.findall(others))
    return found


def _may(unit: str, other: str) -> bool:
    """A folder that may be imported may be so with all its modules."""
    return any(f"{other}.".startswith(f"{name}.") for name in allowed().get(unit, ()))


def _edges(path: Path) -> Iterator[Edge]:
    module = ".".join(["rulekit", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typed = {id(inner) for node in ast.walk(tree) if _is_type_checking(node) for inner in ast.walk(node)}
    for node in ast.walk(tree):
        for name in _imported(node):
            yield Edge(module, name, id(node) in typed)


def _is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom):
        plain = node.module == "rulekit"  # `from rulekit import drawing` names a folder
        names = [f"rulekit.{alias.name}" for alias in node.names] if plain else [node.module or ""]
    else:
        return []
    return [name for name in names if name.split(".")[0] == "rulekit"]


@cache
def edges() -> list[Edge]:
    return [edge for path in sorted(PACKAGE.rglob("*.py")) for edge in _edges(path)]


def against() -> list[Edge]:
    """The edges that the table does not allow."""
    return [edge for edge in edges() if edge.units[0] != edge.units[1] and not _may(*edge.units)]


def test_everything_is_in_the_table() -> None:
    assert {unit for edge in edges() for unit in edge.units} <= set(allowed())


def test_the_table_has_one_direction() -> None:
    """Each row may import only those above it: so there is no circle."""
    seen: set[str] = set()
    for name, others in allowed().items():
        assert others <= seen, name
        seen.add(name)


@pytest.mark.parametrize("for_types", [False, True], ids=["loaded", "for types"])
def test_nothing_is_imported_against_the_direction(for_types: bool) -> None:
    found = [edge for edge in against() if edge.for_types == for_types]
    assert [f"{edge.module} -> {edge.imported}" for edge in found] == []


WITHOUT_POSIX = """
import os, sys
for module in ("fcntl", "grp", "pwd", "readline", "resource", "termios", "tty"):
    sys.modules[module] = None
for name in ("fork", "getuid", "killpg", "setsid"):
    vars(os).pop(name, None)
from rulekit.cli.main import main
sys.exit(main(["play", "tic_tac_toe", "--auto"]))
"""


def test_nothing_that_only_posix_has_is_needed_to_play() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_POSIX], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout or "draw" in done.stdout.lower()


def test_few_modules_stand_at_the_root() -> None:
    """Folders show the way of the data; what stands beside them is for everybody."""
    assert len(list(Path(rulekit.__file__).parent.glob("*.py"))) <= 6


def test_no_module_names_a_game() -> None:
    """The engine knows no game: the titles stand in `games/` alone."""
    root = Path(rulekit.__file__).parent
    titles = [path.stem for path in (root.parent / "games").glob("*.rules")]
    assert titles and not [path for path in root.rglob("*.py") if any(title in path.read_text("utf-8") for title in titles)]
