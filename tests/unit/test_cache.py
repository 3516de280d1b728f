"""The private cache: it is used, it is never trusted blindly, and nothing depends on it."""

from __future__ import annotations

import errno
import functools
import hashlib
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rulekit
from rulekit.analysis import checked_files
from rulekit.ir.run.code import code_of
from rulekit.native.build import compiler
from rulekit.sources import cache, files
from rulekit.sources.bundled import bundled_games
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax import grammar, remember
from rulekit.syntax import nodes as n
from rulekit.syntax.remember import remembered

MAKE = grammar._make
SOURCE = Source("x.rules", "resource gold of player\n")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "cache"
    monkeypatch.setenv("RULEKIT_CACHE", str(folder))
    monkeypatch.setattr(remember, "_MOST", 0)  # nothing stays in memory
    remember._RECENT.clear()
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


def test_the_last_files_stay_in_memory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remember, "_MOST", 2)
    texts = [Source("x.rules", f"resource {name} of player\n") for name in ("gold", "iron", "salt")]
    first = [remembered(text, set(), Sink()) for text in texts]
    first[2].clear()  # whoever is given a list may change it
    for path in entries(home):
        path.unlink()
    parsed: list[str] = []
    parse = remember._read

    def counted(source: Source, verbs: set[str], sink: Sink, name: str, language: str) -> list[n.Decl]:
        parsed.append(source.text)
        return parse(source, verbs, sink, name, language)

    monkeypatch.setattr(remember, "_read", counted)
    again = [remembered(text, set(), Sink()) for text in reversed(texts)]
    assert parsed == [texts[0].text] and again[1:] == [first[1], first[0]] and len(again[0]) == 1
    assert again[1][0] is first[1][0]


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


@pytest.fixture
def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every save looks whether there is too much."""
    monkeypatch.setattr(cache, "_ROUND", 1)


def test_old_entries_go(home: Path, always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT", 6)
    for number in range(12):
        cache.save("nodes", f"n{number}", [number])
    assert 3 <= len(entries(home)) <= 6
    assert cache.load("nodes", "n11") == [11]


def test_many_bytes_go_however_few_the_entries(home: Path, always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT_BYTES", 10_000)
    for number in range(12):
        cache.save("nodes", f"n{number}", ["x" * 1000, number])
        os.utime(home / f"nodes-n{number}.pickle", ns=(0, number))
    assert 3 <= len(entries(home)) <= 9
    assert cache.load("nodes", "n11") == ["x" * 1000, 11]


def test_now_and_then_a_save_looks_for_too_much(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[Path] = []
    monkeypatch.setattr(cache, "_prune", looks.append)
    for number in range(320):
        cache.save("nodes", "n", [number])
    assert 5 <= len(looks) <= 60


def test_entries_that_are_read_stay(home: Path, always: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "_KEPT", 6)
    cache.save("nodes", "often", ["often"])
    for number in range(12):
        for path in home.glob("*.pickle"):  # all were last looked at before
            os.utime(path, ns=(0, path.stat().st_mtime_ns // 2))
        assert cache.load("nodes", "often") == ["often"]
        cache.save("nodes", f"n{number}", [number])
    assert cache.load("nodes", "n0") is None


def test_the_tables_of_the_parser_are_made_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted() -> object:
        made.append("again")
        return _once()

    monkeypatch.setattr(grammar, "_make", counted)
    assert _tables() == _tables()
    assert made == ["again"]


# ---------- damage ----------
@functools.cache
def _once() -> object:
    """A parser as it is made; to make one takes two seconds."""
    return MAKE()


def _nodes() -> object:
    return remembered(SOURCE, set(), Sink())


def _tables() -> object:
    grammar.parser.cache_clear()
    try:
        return grammar.parser().parse("resource gold of player\n")
    finally:
        grammar.parser.cache_clear()


def _game() -> object:
    """A play to its end; what was compiled for it is kept now and not when the process ends."""
    game = rulekit.load("pig")
    state = rulekit.playout(game.new(2, 3), 1)
    code_of(state.table).store.write()
    return state.to_json()


def _checked() -> object:
    """Whether a clean file is found clean; a check that forgot is done again."""
    path = bundled_games()["pig"]
    if not checked_files.is_clean(path):
        checked_files.remember_clean(path, [str(path)])
    return checked_files.is_clean(path)


def _native() -> object:
    """Playouts by machine code, as a process plays them that has compiled nothing yet."""
    state = rulekit.load("pig", engine="native").new(2, 3)
    found = rulekit.playouts(state, 5, seed=1)
    return [list(map(int, row)) for row in found.scores], state.native().playout(7).to_state().to_json()


KINDS: dict[str, Callable[[], object]] = {"nodes": _nodes, "grammar": _tables, "code": _game, "checked": _checked}
if compiler():
    KINDS["native"] = _native


def _damage(home: Path, kind: str, most: int) -> None:
    """Flips one bit after the other, in up to `most` bytes, and cuts the entry there: nothing changes but that it is written
    anew."""
    KINDS[kind]()
    for path in home.glob(f"{kind}-*.pickle"):  # among them what a process loads but once, whatever comes of its entry
        path.unlink()
    right = KINDS[kind]()
    (path,) = home.glob(f"{kind}-*.pickle")
    whole, name = path.read_bytes(), path.stem.partition("-")[2]
    assert cache.load(kind, name) is not None
    for at in range(0, len(whole), max(1, len(whole) // most)):
        hurt = bytearray(whole)
        hurt[at] ^= 1 << at % 8
        path.write_bytes(hurt)
        assert cache.load(kind, name) is None, f"byte {at} of {kind}"
        path.write_bytes(whole[:at])
        assert cache.load(kind, name) is None, f"{kind} cut at {at}"
    assert KINDS[kind]() == right
    assert cache.load(kind, name) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_a_flipped_bit_is_noticed_and_the_entry_written_anew(home: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grammar, "_make", _once)
    _damage(home, kind, most=20)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_byte_counts(home: Path, kind: str) -> None:
    _damage(home, kind, most=1_000_000_000)


@pytest.mark.parametrize("kind", ["nodes", "code", "checked"])
def test_a_damaged_entry_changes_no_result(home: Path, kind: str) -> None:
    KINDS[kind]()
    for path in home.glob(f"{kind}-*.pickle"):  # among them what a process loads but once, whatever comes of its entry
        path.unlink()
    right = KINDS[kind]()
    (path,) = home.glob(f"{kind}-*.pickle")
    whole = path.read_bytes()
    for at in (0, len(cache._HEAD), len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :])
        assert KINDS[kind]() == right
        assert cache.load(kind, path.stem.partition("-")[2]) is not None


def test_an_entry_cut_short_is_made_again(home: Path) -> None:
    first = _nodes()
    whole = entries(home)[0].read_bytes()
    for length in range(0, len(whole), 7):
        entries(home)[0].write_bytes(whole[:length])
        assert _nodes() == first
        assert entries(home)[0].read_bytes() != whole[:length]


def test_an_entry_under_the_name_of_another_is_not_taken(home: Path) -> None:
    cache.save("nodes", "a", [1])
    (home / "nodes-a.pickle").rename(home / "nodes-b.pickle")
    assert cache.load("nodes", "b") is None


def test_a_planted_entry_with_the_right_checksum_calls_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = _nodes()
    monkeypatch.chdir(home)
    path, content = entries(home)[0], pickle.dumps(_Evil())
    path.write_bytes(cache._HEAD + hashlib.sha256(path.name.encode() + b"\0" + content).digest() + content)
    assert _nodes() == first
    assert not (home / "stolen").exists()


def test_another_python_or_another_lark_is_another_name(home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = [cache.key("x")]
    for attribute, value in (("MAGIC_NUMBER", b"other"), ("_versions", lambda: [tmp_path / "version"])):
        (tmp_path / "version").write_text("another")
        cache._code.cache_clear()
        monkeypatch.setattr(cache, attribute, value)
        names.append(cache.key("x"))
    cache._code.cache_clear()
    assert len(set(names)) == 3


@pytest.mark.parametrize("kind", ["nodes", "code"])
def test_a_full_disk_is_only_slower(home: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files, "write_bytes", full)
    first = KINDS[kind]()
    assert list(home.iterdir()) == []
    monkeypatch.undo()
    assert KINDS[kind]() == first


def test_what_is_kept_of_every_game_can_be_read_back(home: Path) -> None:
    for name in ("goldblivion", "tic_tac_toe"):
        state = rulekit.playout(rulekit.load(name).new(seed=1), 1, limit=20)
        code_of(state.table).store.write()
    kept = sorted(home.glob("*.pickle"))
    assert {path.stem.partition("-")[0] for path in kept} >= {"nodes", "code"}
    assert all(cache.load(*path.stem.split("-")) is not None for path in kept)
