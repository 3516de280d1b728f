"""The shape of the tiers: what may import what, and how deep classes build on each other."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path
from types import ModuleType

import pytest

import rulekit
from rulekit.ir.run.helpers import SPACE

ROOT = Path(rulekit.__file__).parent
BELOW = {"sources", "errors", "boards", "program"}
MAY_IMPORT = {
    "runtime": BELOW | {"runtime"},
    "interpreter": BELOW | {"runtime", "interpreter"},
    "ir": BELOW | {"runtime", "interpreter", "ir"},
}
DEEPEST = 4


def files(part: str) -> list[Path]:
    return sorted((ROOT / part).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The parts of the library that a file imports, wherever in it."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {module.split(".")[1] for module in modules if module.startswith("rulekit.")}


def module_of(path: Path) -> ModuleType:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return importlib.import_module(".".join(part for part in parts if part != "__init__"))


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_tier_imports_only_what_comes_before_it(part: str) -> None:
    wrong = {str(path.relative_to(ROOT)): found for path in files(part) if (found := imported(path) - MAY_IMPORT[part])}
    assert not wrong


def depth(kind: type) -> int:
    """How many classes of the library build on each other, this one included."""
    return 1 + max([depth(base) for base in kind.__bases__ if base.__module__.startswith("rulekit")], default=0)


@pytest.mark.parametrize("part", [*MAY_IMPORT, "testing"])
def test_classes_do_not_become_towers(part: str) -> None:
    kinds = {kind for path in files(part) for kind in vars(module_of(path)).values() if isinstance(kind, type)}
    assert {kind.__name__ for kind in kinds if kind.__module__.startswith("rulekit") and depth(kind) > DEEPEST} == set()


def test_printed_functions_never_take_the_name_of_one_that_they_call() -> None:
    """Printed functions begin with what they are; see `ir/compiler.py`."""
    kinds = "run play verb ask answer reply define stat modifier watch menu offer around".split()
    begins = tuple(f"{kind}_" for kind in kinds)
    assert [name for name in SPACE if name.startswith(begins)] == []
