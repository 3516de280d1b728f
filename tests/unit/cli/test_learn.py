"""Commands for the first minute: games, rules, completion, words."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

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


_DEEP = """
game deep "Deep": players 1..3

resource coin of player: cap purse(you)
option tries "Tries": number = 7
stat reach of player "reach": number = 8

define purse(player p) "the purse of {p}" = 4
define far(player p) "how far {p} comes" = p's reach
define worth(player p) "how well {p} stands" = hidden_thought(p)
define hidden_thought(player p) "a thought of {p}" = p's coin

kind stone:
  field worth "glory": number = 0

stone pebble: worth 2

to play_game "play the game":
  repeat up to tries times: one
  end game
to one "do one": two
to two "do two": three
to three "do three": four
to four "do four": five
to five "do five": six
to six "do six": seven
to seven "do seven":
  for each player p in players:
    p gains (far(p)) coin
    p gains (pebble's worth) coin

module lonely "All alone":
  players 1
  rule alone "Alone":
    after one: sigh
  to sigh "sigh": nothing
"""


def _page(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    assert main(["rules", *args]) == 0
    return capsys.readouterr().out


def test_rules_tell_all_that_they_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.rules"
    path.write_text(_DEEP, "utf-8")
    out = _page(capsys, str(path))
    assert "- Do seven\n    For each player" in out  # deeper than the walk goes
    assert "- coin: at most 4" in out and "- Tries: 7" in out and "- Reach\n    Means: 8." in out
    assert "thought" not in out and "stands" not in out  # a field bears the name of what bots ask


def test_rules_tell_a_module_for_those_it_is_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep.rules"
    path.write_text(_DEEP, "utf-8")
    assert "Modules: All alone (--module lonely, 1 player)" in _page(capsys, str(path))
    assert "- Sigh\n" in _page(capsys, str(path), "--module", "lonely")
    assert main(["rules", str(path), "--module", "lonely", "--players", "2"]) == 2
    assert "the module `lonely` is for 1 player, not 2" in capsys.readouterr().err
    assert main(["play", str(path), "--auto", "--module", "lonely", "--players", "2"]) == 2
    assert "the module `lonely` is for 1 player, not 2" in capsys.readouterr().err


def test_text_tells_several_names_or_one_label(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", "miniature", "penny", "dog"]) == 0
    assert [line.split(" (")[0] for line in capsys.readouterr().out.splitlines() if line[:1].isalpha()] == ["Penny", "Dog"]


_OFFERS = """
game offers "Offers": players 1
resource coin of player
kind stone
stone pebble "Pebble"
zone bag of player: holds stone
to play_game "play the game":
  work with no
  end game
to work with yesno twice "work ({twice})":
  let taken = {stone s in your bag}
  choose one:
    option dig "Dig" costs 2 coin: gain 1 coin
    option rest "Rest" if twice: gain 2 coin
  menu:
    option leave "Leave": end menu
"""


def test_what_is_offered_is_listed_by_the_step_that_offers_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "offers.rules"
    path.write_text(_OFFERS, "utf-8")
    out = _page(capsys, str(path))
    listed = out.split("WHAT YOU CAN DO\n")[1].split("\n\n")[0]
    assert listed.splitlines() == [
        "- 1.1 Work (yes or no)",
        "    - Dig, for 2 coins.",
        "    - Rest, if that answer is yes.",
        "    - Leave.",
    ]
    assert "Do any of these, as often as you like:\n        - Leave: stop choosing." in out  # one option is a list too


LANTERNS = """
game lanterns "Lanterns": players 2
resource oil of player "oil": lasts turn
resource light of player "light"
var dark of player "dark": yesno = no
var late of player "late": yesno = no

to play_game "play the game":
  prepare
  repeat 3 times: play_round
  end game with highest(player p in players by p's light)

to prepare "prepare":
  for each player p in players: p gains 1 light

to play_round "play a round":
  round:
    for each player p in players:
      turn of p: take_turn

to take_turn "take a turn":
  gain 2 oil
  if your dark:
    if your late:
      gain 1 light
      set your late to no
  else:
    set your dark to yes
"""


def test_the_end_is_told_by_what_decides_it_and_an_otherwise_with_its_condition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "lanterns.rules"
    path.write_text(LANTERNS, "utf-8")
    page = _page(capsys, str(path))
    end = page[page.index("END AND SCORING") :].split("\n\n")[0].splitlines()
    assert "- oil: only during the turn, from 0 each time" in page
    assert "prepare" not in "\n".join(end).lower() and "3 times: play a round." in "\n".join(end)
    assert "If you are dark, if" not in page and "        If you are dark:\n          - If you are late, gain 1 light" in page


def test_the_terms_that_rules_use_are_explained_with_a_label_or_without(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What stands in a sentence as "your reach" has to be looked up somewhere; what nobody asks for is no term."""
    path = tmp_path / "reach.rules"
    path.write_text(
        'game reach "Reach": players 2\n'
        'resource coin of player "coin"\n'
        "define reach(player p) = p's coin + 2\n"
        'define depth(player p) "the depth of {p}" = p\'s coin + 3\n'
        "define unused(player p) = p's coin + 4\n"
        "to play_game:\n"
        "  for each player p in players: p gains (p's reach + p's depth) coin\n"
        "  end game with players\n",
        "utf-8",
    )
    assert main(["rules", str(path)]) == 0
    terms = capsys.readouterr().out.partition("TERMS")[2]
    assert "- Reach\n" in terms and "- The depth of a player\n" in terms and "nused" not in terms
