"""The registry of diagnostic codes and the pages made from it."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import rulekit.sources.codes
from rulekit.errors import UsageError
from rulekit.sources.codes import CODES, Code, explain
from scripts import gen_docs

HUNDREDS = [m.name for m in pkgutil.iter_modules(rulekit.sources.codes.__path__) if m.name.startswith("rk")]


def entries(hundred: str) -> tuple[Code, ...]:
    found: tuple[Code, ...] = importlib.import_module(f"rulekit.sources.codes.{hundred}").ENTRIES
    return found


@pytest.mark.parametrize("hundred", HUNDREDS)
def test_each_hundred_is_in_order_and_in_the_registry(hundred: str) -> None:
    codes = [entry.code for entry in entries(hundred)]
    assert codes == sorted(set(codes))
    assert all(re.fullmatch(rf"RK{hundred[2]}\d\d", code) for code in codes)
    assert set(codes) <= set(CODES)


def test_no_entry_is_lost() -> None:
    assert len(CODES) == sum(len(entries(hundred)) for hundred in HUNDREDS)
    assert {"RK001", "RK002", "RK010", "RK011", "RK012", "RK013", "RK090"} <= set(CODES)


@pytest.mark.parametrize("entry", CODES.values(), ids=CODES)
def test_each_entry_says_something(entry: Code) -> None:
    assert entry.title == entry.title.strip() and entry.title[0].islower() and not entry.title.endswith(".")
    assert entry.explanation.endswith(".") and entry.fix.endswith(".")
    assert entry.example.strip()


def test_explain_ignores_case() -> None:
    assert explain("rk012") is CODES["RK012"]


def test_an_unknown_code_is_answered_with_a_suggestion() -> None:
    with pytest.raises(UsageError, match=r"no code `RK0122`; did you mean `RK012`\?"):
        explain("RK0122")
    with pytest.raises(UsageError, match="lists all codes"):
        explain("nonsense")


def test_the_pages_are_up_to_date() -> None:
    assert gen_docs.stale() == [], "run `make gen-docs` and commit the pages"


def test_a_missing_a_changed_and_a_leftover_page_are_found_and_mended(tmp_path: Path) -> None:
    gen_docs.write(tmp_path)
    folder = tmp_path / "reference/codes"
    (folder / "RK001.md").unlink()
    (folder / "RK002.md").write_text("old", encoding="utf-8")
    (folder / "RK999.md").write_text("gone", encoding="utf-8")
    names = [f"reference/codes/{code}.md" for code in ("RK001", "RK002", "RK999")]
    assert gen_docs.stale(tmp_path) == names
    assert gen_docs.write(tmp_path) == names
    assert gen_docs.stale(tmp_path) == []
    assert not (folder / "RK999.md").exists()
