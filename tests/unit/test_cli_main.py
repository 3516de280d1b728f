"""The entry of the command line: its table, its exit codes and what it imports."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.cli import explain as explain_command
from rulekit.cli import main as cli
from rulekit.cli.main import main
from rulekit.errors import AnswerError, RulesError, RunError, SaveError, UsageError
from rulekit.sources.bundled import whole_games
from rulekit.sources.diagnostics import Diagnostic
from rulekit.sources.source import Source, Span

Capture = pytest.CaptureFixture[str]
GAMES = ", ".join(whole_games())
HEAVY = ("lark", "networkx", "yaml", "jsonschema")


def raising(error: BaseException) -> Callable[[argparse.Namespace], int]:
    def run(args: argparse.Namespace) -> int:
        raise error

    return run


def test_help_lists_what_exists_and_nothing_else(capsys: Capture) -> None:
    assert main(["--help"]) == 0
    listed = {line.split()[0] for line in capsys.readouterr().out.splitlines() if line.startswith("  ")}
    folder = Path(cli.__file__).parent
    assert "explain" in listed
    assert {name for name, _ in cli.COMMANDS} & listed == {p.stem.rstrip("_") for p in folder.glob("[!_]*.py")} - {
        "main",
        "common",
        "parser",
    }


def test_a_command_without_a_module_is_unknown(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(cli, "COMMANDS", (("explain", "explain"), ("juggle", "not written yet")))
    assert list(cli.available()) == ["explain"]
    assert main(["juggle"]) == 2
    assert "there is no command `juggle`" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["explian"], "rulekit: there is no command `explian`; did you mean `explain`?\n"),
        (["xyzzy"], "rulekit: there is no command `xyzzy`; `rulekit --help` lists the commands\n"),
        (["main"], "rulekit: there is no command `main`; `rulekit --help` lists the commands\n"),
        (["explain", "RK0122"], "rulekit: there is no code `RK0122`; did you mean `RK012`?\n"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(argv: list[str], message: str, capsys: Capture) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert captured.err == message
    assert captured.out == ""


def test_no_command_gives_the_list_and_exit_code_2(capsys: Capture) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("usage: rulekit") and captured.out == ""


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["--nonsense"], "`rulekit` has no `--nonsense`; `rulekit --help` tells more"),
        (["--versoin"], "`rulekit` has no `--versoin`; did you mean `--version`?"),
        (["explain", "--nonsense"], "`rulekit explain` has no `--nonsense`; `rulekit explain --help` tells more"),
        (
            ["explain", "RK001", "RK002"],
            "`RK002` is one word too many for `rulekit explain`; `rulekit explain --help` tells more",
        ),
        (
            ["explain", "RK001", "--lang", "de"],
            "argument --lang: there is no language `de`; there are en, fr; `rulekit explain --help` tells more",
        ),
        (["print", "pig"], "`rulekit print` needs `--output FILE`; `rulekit print --help` tells more"),
        (["simulate", "pig", "--gamse", "3"], "`rulekit simulate` has no `--gamse`; did you mean `--games`?"),
        (
            ["simulate", "pig", "--games", "many"],
            "`--games` takes a whole number, not `many`; `rulekit simulate --help` tells more",
        ),
        (["simulate", "pig", "--games"], "`--games` needs a value after it; `rulekit simulate --help` tells more"),
        (["simulate"], f"`rulekit simulate` needs a GAME: a path, or one of {GAMES}; `rulekit simulate --help` tells more"),
        (["text"], f"`rulekit text` needs a GAME: a path, or one of {GAMES}; `rulekit text --help` tells more"),
        (["perft"], "`rulekit perft` needs a GAME and a DEPTH; `rulekit perft --help` tells more"),
        (["new", "gmae", "x"], "`gmae` is none of game, module, map; did you mean `game`?"),
    ],
)
def test_wrong_arguments_are_one_sentence(argv: list[str], sentence: str, capsys: Capture) -> None:
    assert main(argv) == 2
    captured = capsys.readouterr()
    assert captured.err == f"rulekit: {sentence}\n"
    assert captured.out == ""


def test_explain_one(capsys: Capture) -> None:
    assert main(["explain", "rk012"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("RK012: wrong type\n")
    assert '\n    define three = 1 + "two"\n' in out


def test_explain_lists_all(capsys: Capture) -> None:
    assert main(["explain"]) == 0
    assert "RK010  unknown name\n" in capsys.readouterr().out


def test_explain_as_json(capsys: Capture) -> None:
    assert main(["explain", "--json", "RK011"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "name declared twice"
    assert main(["explain", "--json"]) == 0
    assert "RK011" in [entry["code"] for entry in json.loads(capsys.readouterr().out)]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("no such game"), 2),
        (SaveError("not a save"), 2),
        (AnswerError("not an option"), 1),
        (RunError("ran for ever"), 1),
    ],
)
def test_library_errors(error: Exception, code: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(explain_command, "run", raising(error))
    assert main(["explain"]) == code
    assert capsys.readouterr().err == f"rulekit: {error}\n"


def test_rules_that_do_not_load_are_rendered(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    finding = Diagnostic("RK010", "there is no `coyn`", Span(Source("a.rules", "gain coyn"), 1, 6, 1, 10))
    monkeypatch.setattr(explain_command, "run", raising(RulesError([finding])))
    assert main(["explain"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("a.rules:1:6: error RK010: there is no `coyn`\n   1 | gain coyn\n     |      ^^^^\n")
    assert err.endswith("\n1 error\n")


def test_interrupt(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(explain_command, "run", raising(KeyboardInterrupt()))
    assert main(["explain"]) == 130
    assert capsys.readouterr().err.strip() == "rulekit: interrupted"


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain_command, "run", raising(ZeroDivisionError()))
    with pytest.raises(ZeroDivisionError):
        main(["explain"])


def test_the_exit_code_of_the_command_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explain_command, "run", lambda args: 1)
    assert main(["explain"]) == 1


def test_python_dash_m() -> None:
    done = subprocess.run([sys.executable, "-m", "rulekit", "--version"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("rulekit 0.")


@pytest.mark.parametrize(("argument", "unbuffered"), [("explain", ""), ("explain", "1"), ("--help", "")])
def test_a_reader_who_leaves_ends_it_quietly(argument: str, unbuffered: str) -> None:
    # Buffered, the loss shows only when the output is flushed; unbuffered, in the first print.
    env = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "rulekit", argument]
    done = subprocess.run(command, env=env, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("argv", [["--help"], ["explain", "RK001"]])
def test_help_and_explain_import_nothing_heavy(argv: list[str]) -> None:
    code = f"import sys; from rulekit.cli.main import main; main({argv!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stderr.split()}
    assert "rulekit" in loaded
    assert loaded.isdisjoint(HEAVY)
