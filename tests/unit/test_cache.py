"""The private cache: it is used, it is never trusted blindly, and nothing depends on it."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import cache
from rulekit.syntax.remember import remembered

SOURCE = Source("x.rules", "resource gold of player\n")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEKIT_CACHE", str(folder))
    cache.folder.cache_clear()
    yield folder
    cache.folder.cache_clear()


def entries(home: Path) -> list[Path]:
    return sorted(home.glob("nodes-*.pickle"))


def test_a_file_is_read_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = remembered(SOURCE, set(), Sink())
    assert len(entries(home)) == 1
    monkeypatch.setattr("rulekit.syntax.parse.parse", lambda *_: pytest.fail("parsed again"))
    again = remembered(SOURCE, set(), Sink())
    assert again == first and again[0].span == first[0].span


def test_entries_are_for_the_owner_alone(home: Path) -> None:
    remembered(SOURCE, set(), Sink())
    assert home.stat().st_mode & 0o777 == 0o700
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in entries(home))


def test_another_text_another_name_and_other_verbs_are_other_entries(home: Path) -> None:
    remembered(SOURCE, set(), Sink())
    remembered(SOURCE, {"fly"}, Sink())
    remembered(Source("y.rules", SOURCE.text), set(), Sink())
    remembered(Source("x.rules", SOURCE.text + "\n"), set(), Sink())
    assert len(entries(home)) == 4


def test_a_text_with_mistakes_is_not_kept(home: Path) -> None:
    for _ in range(2):
        sink = Sink()
        remembered(Source("x.rules", "resource 1\n"), set(), sink)
        assert [d.code for d in sink.found] == ["RK001"]
    assert entries(home) == []


@pytest.mark.parametrize("damage", [b"", b"nonsense", pickle.dumps({"not": "a list"})])
def test_a_damaged_entry_is_made_again(home: Path, damage: bytes) -> None:
    first = remembered(SOURCE, set(), Sink())
    entries(home)[0].write_bytes(damage)
    assert remembered(SOURCE, set(), Sink()) == first
    assert entries(home)[0].read_bytes() != damage


class _Evil:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch stolen",)


def test_an_entry_that_others_may_write_is_not_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered(SOURCE, set(), Sink())
    monkeypatch.chdir(home)
    entries(home)[0].write_bytes(pickle.dumps(_Evil()))
    entries(home)[0].chmod(0o666)
    remembered(SOURCE, set(), Sink())
    assert not (home / "stolen").exists()


def test_a_link_is_not_followed(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered(SOURCE, set(), Sink())
    monkeypatch.chdir(home)
    other = tmp_path / "other.pickle"
    other.write_bytes(pickle.dumps(_Evil()))
    entry = entries(home)[0]
    entry.unlink()
    entry.symlink_to(other)
    remembered(SOURCE, set(), Sink())
    assert not (home / "stolen").exists()


def test_a_folder_that_others_may_write_is_not_used(home: Path) -> None:
    home.mkdir()
    home.chmod(0o777)
    assert cache.folder() is None
    assert len(remembered(SOURCE, set(), Sink())) == 1
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("place", ["off", "/proc/nowhere", "relative/folder"])
def test_without_a_folder_all_works_the_same(place: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULEKIT_CACHE", place)
    cache.folder.cache_clear()
    assert cache.folder() is None
    assert len(remembered(SOURCE, set(), Sink())) == 1
    assert list(tmp_path.iterdir()) == []
    cache.folder.cache_clear()


def test_old_entries_go(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT", 6)
    for number in range(12):
        cache.save("nodes", f"n{number}", [number])
    assert 3 <= len(entries(home)) <= 6
    assert cache.load("nodes", "n11") == [11]
