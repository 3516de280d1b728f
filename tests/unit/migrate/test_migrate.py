"""Files of earlier versions, rewritten: the same rules, the same words in every language, no comment lost."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import rulekit
from rulekit.cli.main import main
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import Source
from rulekit.syntax.format import FormatError
from rulekit.syntax.labelled import spots
from rulekit.syntax.loader import read
from rulekit.syntax.migrate import migrated
from rulekit.syntax.parse import parse
from rulekit.syntax.words import vocabulary
from rulekit.text import Teller

OLD = Path(__file__).parent / "old"
EXAMPLES = Path(__file__).parents[3] / "examples"
LANGUAGES = ("en", "fr")


def pages(path: Path) -> list[object]:
    """All that is told of a game, in every language."""
    program = rulekit.load(path).program
    tellers = [Teller(program, lang) for lang in LANGUAGES]
    return [teller.page(name) for teller in tellers for name in teller.names()]


def labels(path: Path) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Every label with its path, in every language."""
    _, decls = read(path, Sink())
    return [(spot.path, tuple(zip(spot.labels.languages, spot.labels, strict=True))) for spot in spots(decls)]


@pytest.mark.parametrize("name", sorted(path.name for path in OLD.glob("*.rules")))
def test_the_same_rules_and_the_same_words(name: str, tmp_path: Path) -> None:
    old, new = tmp_path / "old" / name, tmp_path / "new" / name
    for path in (old, new):
        path.parent.mkdir()
        shutil.copy(OLD / name, path)
    assert main(["migrate", str(new)]) == 0
    assert " / " not in "".join(line.partition("#")[0] for line in new.read_text("utf-8").splitlines() if '"' in line)
    assert labels(new) == labels(old)
    assert pages(new) == pages(old)
    assert main(["migrate", "--check", str(new)]) == 0  # nothing is left to do
    assert main(["fmt", "--check", str(new)]) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in (EXAMPLES.parent / "games").glob("*.rules")))
def test_the_games_are_in_the_form_of_today_or_can_be(name: str, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES.parent / "games", tmp_path / "games")
    path = tmp_path / "games" / name
    before = labels(path)
    assert main(["migrate", str(path)]) == 0
    assert labels(path) == before


def test_the_examples_are_in_the_form_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--check", str(EXAMPLES)]) == 0
    assert capsys.readouterr().out.startswith("0 would change")


TEXT = """\
# A comment at the top.
game t "T" / "Té": players 2

values race "type" / "type|m" [GB-1]: elf "elf" / "elfe", dwarf "dwarf|dwarves" / "nain"
kind card "card" / "carte":   # the cards
  field cost "cost" / "coût": number = 0              # printed
  field worth "worth of it" / "valeur|f": number = 0  # also printed
card oven "Oven" / "Four" [GB-2, house]:
  # inside
  cost 2
  worth 3
card master_key "Master Key" / "Passe" [GB-3]: cost 1
card plain "Plain": cost 1
define rich(
    card c) "{c} is rich" / "{c} est riche" [GB-4] = (
    c's cost > 1)
to play_game "play" / "jouer" [GB-5]:
  require players is not empty because "nobody is here" / "personne n'est là"
  menu:
    option go "Go" / "Aller" [GB-6]: end game with players
"""


def rewritten(text: str) -> tuple[str, dict[str, str]]:
    source = Source("t.rules", text)
    found = migrated(source, [vocabulary(source)], "en")
    return found.text, found.catalogues


def test_what_it_makes() -> None:
    text, catalogues = rewritten(TEXT)
    assert (
        text
        == """\
# A comment at the top.
game t: players 2

values race "type" [GB-1]: elf, dwarf "dwarf|dwarves"

kind card:  # the cards
  field cost "cost": number = 0          # printed
  field worth "worth of it": number = 0  # also printed

[GB-2, house]
card oven:
  # inside
  cost 2
  worth 3

card master_key "Master Key" [GB-3]: cost 1
card plain: cost 1

[GB-4]
define rich(card c) "{c} is rich" = c's cost > 1

[GB-5]
to play_game "play":
  require players is not empty because "nobody is here"
  menu:
    option go [GB-6]: end game with players
"""
    )
    assert list(catalogues) == ["fr"]
    assert 'msgctxt "race.dwarf"\nmsgid "dwarf|dwarves"\nmsgstr "nain"' in catalogues["fr"]
    assert 'msgctxt "play_game.because"\nmsgid "nobody is here"\nmsgstr "personne n\'est là"' in catalogues["fr"]
    assert 'msgctxt "play_game.go"\nmsgid "Go"\nmsgstr "Aller"' in catalogues["fr"]


def test_two_translations_of_one_text_are_refused() -> None:
    twice = 'to play_game:\n  require yes because "no" / "{}"\n  require no because "no" / "{}"\n'
    assert rewritten(twice.format("non", "non"))[1]
    with pytest.raises(FormatError, match='says "no" twice, as "non" and as "nenni"'):
        rewritten(twice.format("non", "nenni"))


def test_a_file_with_mistakes_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.rules"
    path.write_text('card oven "Oven" / "Four":\n  cost\n   2\n', "utf-8")
    assert main(["migrate", str(path)]) == 1
    assert "has mistakes, and is left as it is" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.po")) and " / " in path.read_text("utf-8")


def test_looking_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "t.rules"
    path.write_text(TEXT, "utf-8")
    assert main(["migrate", "--check", str(path)]) == 1
    assert main(["migrate", "--diff", str(path)]) == 0
    out = capsys.readouterr().out
    assert "would change" in out and '-card plain "Plain": cost 1' in out and '+msgstr "Four"' in out
    assert path.read_text("utf-8") == TEXT and not list(tmp_path.glob("*.po"))


def test_translations_that_are_there_are_kept(tmp_path: Path) -> None:
    path, catalogue = tmp_path / "t.rules", tmp_path / "t.fr.po"
    path.write_text(TEXT, "utf-8")
    catalogue.write_text('# mine\nmsgctxt "plain"\nmsgid "Plain"\nmsgstr "Plaine"\n', "utf-8")
    assert main(["migrate", str(path)]) == 0
    assert '# mine\n#. card\nmsgctxt "plain"\nmsgid "Plain"\nmsgstr "Plaine"' in catalogue.read_text("utf-8")


def test_long_lines_are_broken_in_brackets() -> None:
    tests = " and ".join(f"i > {number}" for number in range(1, 12))
    long = f"define far = count(number i in 1..9 where {tests})\n"
    text, _ = rewritten(long)
    assert max(map(len, text.splitlines())) <= 100
    source = Source("t.rules", long)
    assert parse(source, set(), Sink()) == parse(Source("t.rules", text), set(), Sink())
