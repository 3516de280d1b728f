"""Commands for the first minute: games, rules, completion, words."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

from rulekit.cli.completion import SHELLS, script
from rulekit.cli.main import available, main
from rulekit.sources.bundled import whole_games
from rulekit.syntax.words import BUILTIN_VERBS, KEYWORDS
from rulekit.text.language_words import WORDS


def test_games_lists_every_bundled_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == whole_games()
    assert all(row["title"] and row["players"][0] <= row["players"][1] for row in rows)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_rules_tell_goal_play_actions_end_and_cards(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "miniature", "--lang", lang]) == 0
    out = capsys.readouterr().out
    wanted = {
        "en": ("Goal: Be the richer", "COMPONENTS", "THE PLAY", "WHAT YOU CAN DO", "END AND SCORING"),
        "fr": ("But : Être le plus riche", "MATÉRIEL", "LE JEU", "CE QUE VOUS POUVEZ FAIRE", "FIN ET DÉCOMPTE"),
    }
    assert all(words in out for words in wanted[lang])
    assert all(len(line) <= 100 for line in out.splitlines())


def test_rules_as_markdown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "tic_tac_toe", "--markdown"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("# Tic-tac-toe\n") and "```text" in out and "\n## " in out


def test_a_language_that_nobody_speaks_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "pig", "--lang", "xx"]) == 2
    assert "there is no language `xx`" in capsys.readouterr().err


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_knows_all_commands_and_games(shell: str) -> None:
    text = script(shell)
    assert all(name in text for name in (*available(), *whole_games()))
    if shutil.which(shell) is not None:
        assert subprocess.run([shell, "-n"], input=text, text=True, capture_output=True, check=False).returncode == 0


def test_every_word_of_the_language_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(WORDS) >= KEYWORDS | BUILTIN_VERBS
    assert main(["explain", "zone"]) == 0
    assert "a place where things lie" in capsys.readouterr().out
