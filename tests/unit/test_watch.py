"""`rulekit check --watch`: what counts as a change, and that it is checked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.analysis.check_file import check_file
from rulekit.cli.main import main
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.watch import changes


def test_changed_new_and_lost_files_are_told(tmp_path: Path) -> None:
    one, two = tmp_path / "one.rules", tmp_path / "two.rules"
    one.write_text("resource a\n", "utf-8")
    texts: list[tuple[Path, str | None]] = [(two, None), (one, "resource abc\n"), (two, ""), (two, None)]

    def pause(seconds: float) -> None:
        path, text = texts.pop(0)
        if text is None:
            path.unlink(missing_ok=True)
        else:
            path.write_text(text, "utf-8")

    found = changes([tmp_path], pause)
    assert [next(found), next(found), next(found)] == [[one], [two], [two]]


def test_the_check_runs_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "one.rules"
    path.write_text("resource 1\n", "utf-8")
    rounds = iter([lambda: path.write_text("kind card\ncard ann\n", "utf-8")])

    def pause(seconds: float) -> None:
        step = next(rounds, None)
        if step is None:
            raise KeyboardInterrupt
        step()

    monkeypatch.setattr("rulekit.sources.watch.changes.__defaults__", (pause, None))
    assert main(["check", "--watch", str(path)]) == 130
    out = capsys.readouterr().out
    assert "1 error" in out and "one.rules changed" in out and out.endswith("no findings\n")


def test_a_change_during_the_first_check_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from rulekit.cli import check

    path = tmp_path / "one.rules"
    path.write_text("kind card\ncard ann\n", "utf-8")
    looks = iter([None])

    def check_and_change(name: str) -> list[Diagnostic]:
        found = check_file(name)
        path.write_text("resource 1\n", "utf-8")
        return found

    def pause(seconds: float) -> None:
        if next(looks, path) is path:
            raise KeyboardInterrupt

    monkeypatch.setattr(check, "check_file", check_and_change)
    monkeypatch.setattr("rulekit.sources.watch.changes.__defaults__", (pause, None))
    assert main(["check", "--watch", str(path)]) == 130
    assert "one.rules changed\none.rules:1:" in capsys.readouterr().out.replace(f"{tmp_path}/", "")
