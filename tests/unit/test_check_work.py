"""Checking takes work in proportion to the text: counted, not timed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.analysis import check, footprint
from rulekit.analysis.check_file import check_file
from rulekit.analysis.declarations import kinds
from rulekit.analysis.lints import endless_loops
from rulekit.program.game import Program
from rulekit.sources import suggest
from rulekit.syntax import loader


def _kinds(count: int) -> str:
    return "kind k0\n" + "".join(f"kind k{i} is k{i - 1}\n" for i in range(1, count)) + f"k{count - 1} x\n"


def _modules(count: int) -> str:
    return "resource a of player\n" + "".join(f"module m{i}:\n  resource r{i} of player\n" for i in range(count))


def _misspelt(count: int) -> str:
    names = "".join(f"resource res{i} of player\n" for i in range(50))
    return f"{names}to play_game:\n" + "".join(f"  gain 1 rse{i}x\n" for i in range(count))


def _counted(
    path: Path, text: str, monkeypatch: pytest.MonkeyPatch, owner: object, name: str, weigh: Callable[..., int]
) -> int:
    """How much work `owner.name` does while a text is checked, by what it is given and gives."""
    total, plain = 0, getattr(owner, name)

    def counting(*args: object) -> object:
        nonlocal total
        found = plain(*args)
        total += weigh(found)
        return found

    path.write_text(text, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, counting)
        check_file(str(path))
    return total


class _Climbed(dict[str, str | None]):
    """The parents of kinds, with a count of how often somebody asks for one."""

    asked = 0

    def get(self, *args: object) -> object:  # type: ignore[override]
        _Climbed.asked += 1
        return super().get(*args)  # type: ignore[call-overload]

    def __getitem__(self, name: str) -> str | None:
        _Climbed.asked += 1
        return super().__getitem__(name)


def _climbed(path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    path.write_text(text, encoding="utf-8")
    _Climbed.asked = 0
    with monkeypatch.context() as patch:
        patch.setattr(check, "Program", lambda: Program(parents=_Climbed()))
        assert not [found for found in check_file(str(path)) if found.severity == "error"]
    return _Climbed.asked


@pytest.mark.parametrize("made", [_kinds, lambda count: "\n".join(reversed(_kinds(count).splitlines()))], ids=["down", "up"])
def test_a_long_chain_of_kinds_is_climbed_once(
    made: Callable[[int], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert 300 <= _climbed(tmp_path / "long.rules", made(300), monkeypatch) < 10 * 300


def _verbs(count: int) -> str:
    chain = "".join(f"to v{i}:\n  v{i + 1}\n  v{i + 1}\n" for i in range(count))
    return f"{chain}to v{count}: nothing\nto play_game: v0\n"


def test_a_chain_of_verbs_is_no_circle_and_is_looked_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    one, two = (
        _counted(
            tmp_path / "verbs.rules", _verbs(count), monkeypatch, endless_loops, "_going_round", lambda left: 1 + len(left)
        )
        for count in (50, 100)
    )
    assert one == two == 1  # nothing is left to search for circles


CASES = {
    "modules": (_modules, loader._Composer, "take", lambda _: 1),
    "misspelt names": (_misspelt, suggest, "_distance", lambda _: 1),
}


@pytest.mark.parametrize("name", CASES)
def test_twice_the_text_takes_little_more_than_twice_the_work(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made, owner, method, weigh = CASES[name]
    one, two = (_counted(tmp_path / f"n{count}.rules", made(count), monkeypatch, owner, method, weigh) for count in (150, 300))
    assert one > 0 and two < 3 * one


def test_an_import_of_thousands_of_letters(tmp_path: Path) -> None:
    path = tmp_path / "long.rules"
    path.write_text(f"import {'a' * 3000}\n", encoding="utf-8")
    (finding,) = check_file(str(path))
    assert finding.code == "RK020" and "at most 200 characters" in finding.hint


def _defines(count: int) -> str:
    chain = "".join(f"define d{i} = d{i + 1} + d{i + 1}\n" for i in range(count))
    return f"game g: players 2\nvar x: number = 1\n{chain}define d{count} = x\n"


def test_a_chain_of_defines_is_checked_from_either_end(tmp_path: Path) -> None:
    path = tmp_path / "chain.rules"
    path.write_text(f"{_defines(300)}to play_game:\n  set x to d0\n", encoding="utf-8")
    assert not [found for found in check_file(str(path)) if found.severity == "error"]


def test_what_abilities_read_is_found_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{_defines(20)}rule r:\n  after gain: set x to d0\nto play_game:\n  gain 1 a\nresource a of player\n"
    work = _counted(tmp_path / "r.rules", text, monkeypatch, footprint, "_read", lambda _: 1)
    assert 20 <= work < 20 * 60


def test_kinds_beyond_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "KINDS_MAX", 50)
    path = tmp_path / "deep.rules"
    path.write_text(_kinds(60), encoding="utf-8")
    (finding,) = (found for found in check_file(str(path)) if found.severity == "error")
    assert (finding.code, finding.span.line) == ("RK003", 50)
    assert finding.message == "more than 50 kinds stand one under the other"


def test_a_circle_is_told_once_whatever_leads_into_it(tmp_path: Path) -> None:
    path = tmp_path / "circle.rules"
    chain = "".join(f"kind a{i} is a{i + 1}\n" for i in range(40))
    path.write_text(f"{chain}kind a40 is a41\nkind a41 is a40\n", encoding="utf-8")
    (finding,) = (found for found in check_file(str(path)) if found.severity == "error")
    assert (finding.code, finding.hint) == ("RK016", "the circle: a40 -> a41 -> a40")
