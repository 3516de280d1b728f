"""How the teller is built: functions over tables, one direction of imports, languages in their own modules."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import rulekit.text
from rulekit.text.languages import LANGUAGES

FOLDER = Path(rulekit.text.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem != "__init__")


def imports(module: str) -> set[str]:
    """The modules of the teller that a module imports where it begins."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    named = {str(node.module).removeprefix("rulekit.text.") for node in found}
    beside = {alias.name for node in found if node.module == "rulekit.text" for alias in node.names}
    return (named | beside) & set(MODULES)


def test_no_import_leads_back() -> None:
    left = {module: imports(module) for module in MODULES}
    while free := [module for module, wanted in left.items() if not wanted & left.keys()]:
        for module in free:
            del left[module]
    assert left == {}


@pytest.mark.parametrize("module", MODULES)
def test_no_tower_of_classes(module: str) -> None:
    classes = inspect.getmembers(importlib.import_module(f"rulekit.text.{module}"), inspect.isclass)
    own = [kind for _, kind in classes if kind.__module__.startswith("rulekit.text")]
    assert [
        kind for kind in own if len([base for base in kind.__mro__ if base.__module__.startswith("rulekit.text")]) > 2
    ] == []


def test_only_a_language_knows_itself() -> None:
    """Its code and its name stand in its own modules; the list of languages has its class, and no text of it."""
    homes = tuple(type(spoken).__module__.rsplit(".", 1)[1] for spoken in LANGUAGES.values())
    for module in (module for module in MODULES if not module.startswith(homes)):
        tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
        texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        words = {word for text in texts for word in text.split()}
        for code, spoken in LANGUAGES.items():
            assert code not in texts and spoken.name not in words, (module, code)
