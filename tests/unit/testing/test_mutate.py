"""Mutations: which there are, which are noticed."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.cli.main import main
from rulekit.testing.mutate import Score, mutate
from rulekit.testing.mutations import Mutation, mutations
from tests.unit.testing.conftest import change


def all_mutations(path: Path) -> list[Mutation]:
    return [m for decl in Game(path)._decls for m in mutations(decl)]


def texts(score: Score, status: str) -> list[str]:
    return [v.text for v in score.having(status)]


RICH = """\
game rich "Rich": players 2

resource gold of player
kind card:
  power used
zone hand of player: holds card

card thief:
  when used:
    for each player p in opponents:
      p loses 1 gold
card guard:
  after you gain n gold once per turn: gain 1 gold
card tax:
  when used:
    until end of round:
      after player p gains n gold where n > 1: p loses 1 gold

to act:
  menu:
    option buy costs 2 gold if your gold > 3:
        act
        gain 1 gold
    option stop: end menu

to play_game:
  end game
"""


def test_every_sort_of_change(tmp_path: Path) -> None:
    path = tmp_path / "rich.rules"
    path.write_text(RICH, encoding="utf-8")
    found = all_mutations(path)
    kinds = Counter(m.kind for m in found)
    assert set(kinds) == {"number", "statement", "condition", "trigger", "cost", "target", "duration", "swap"}
    said = {m.text for m in found}
    assert "`opponents` becomes `players`" in said
    assert "`2 gold` need not be paid" in said
    assert "as often as it happens" in said
    assert "`round` becomes `turn`" in said
    assert "you do it instead: `p loses 1 gold`" in said
    assert "1 becomes 2" in said and "1 becomes 0" in said


def test_examples_and_invariants_notice(shop: Path) -> None:
    score = mutate(shop)
    killed = texts(score, "killed")
    assert "`lose c's price gold` is left out" in killed
    assert "`move c to your hand` is left out" in killed
    assert 0 < score.score < 1
    by = {v.text: v.by for v in score.having("killed")}
    assert by["`lose c's price gold` is left out"] == "the lamp pays a little back"
    lines = {v.line for v in score.having("survived")}
    crown = shop.read_text().split("\n").index("    gain 2 gold") + 1
    assert crown in lines  # no example uses the crown


def test_stronger_examples_give_a_higher_score(shop: Path) -> None:
    before = mutate(shop).score
    shop.with_name("shop_examples.rules").write_text(
        'import shop\n\nexample "the crown pays":\n  given:\n    players ann, bob\n    market = crown\n    ann\'s gold = 3\n'
        "  when:\n    do ann buys crown\n  then:\n    ann's gold == 2\n"
    )
    assert mutate(shop).score > before


def test_lines_marked_equivalent_are_left_alone(shop: Path) -> None:
    change(shop, "    gain 2 gold", "    gain 2 gold  # equivalent: nobody buys a crown")
    line = shop.read_text(encoding="utf-8").split("\n").index("    gain 2 gold  # equivalent: nobody buys a crown") + 1
    here = [v for v in mutate(shop).results if v.line == line]
    assert {(v.status, v.by) for v in here} == {("equivalent", "nobody buys a crown")}


def test_one_kind_of_mutants_of_a_line_may_be_marked(shop: Path) -> None:
    change(shop, "    gain 2 gold", "    gain 2 gold  # equivalent number: nobody counts")
    here = [v for v in mutate(shop).results if "gain 2 gold" in shop.read_text(encoding="utf-8").splitlines()[v.line - 1]]
    assert {v.kind for v in here if v.status == "equivalent"} == {"number"}
    assert {v.kind for v in here if v.status != "equivalent"} >= {"statement"}


def test_samples_depend_on_the_seed_only(shop: Path) -> None:
    one, two = mutate(shop, sample=8, seed=3), mutate(shop, sample=8, seed=3, jobs=2)
    assert one.results == two.results
    assert len(one.having("killed")) + len(one.having("survived")) == 8
    assert mutate(shop, sample=8, seed=4).results != one.results


def test_command(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", str(shop), "--sample", "6", "--jobs", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert 0 <= data["score"] <= 1 and {"killed", "survived", "stillborn"} <= set(data)
    assert main(["mutate", str(shop), "--sample", "6", "--jobs", "1", "--least", "1"]) == 1
    assert "score 0." in capsys.readouterr().out


def test_examples_that_fail_already_make_it_fail(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop.write_text(shop.read_text() + '\nexample "no sum":\n  then:\n    1 + 1 == 3\n')
    assert main(["mutate", str(shop), "--sample", "2", "--jobs", "1"]) == 1
    assert "1 example fails already, left out here: no sum" in capsys.readouterr().err


def test_bad_input(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", str(shop), "--sample", "0"]) == 2
    assert main(["mutate", str(shop), "--jobs", "0"]) == 2
    assert main(["mutate", "nowhere.rules"]) == 2
    text = shop.read_text()
    shop.write_text(text[: text.index("example ")])
    assert main(["mutate", str(shop)]) == 2
    assert "no example that passes" in capsys.readouterr().err


NOBODY = """\
game nobody "Nobody": players 2

resource gold of player

to play_game:
  share
  for each player p in players:
    p takes
    p does:
      bow
  end game

to share:
  for each player p in players: p gains 1 gold
  turn of first(players): lose size(players) gold

to take:
  for each player p in players: p gains 1 gold

to bow:
  gain size(players) gold

example "all have gold":
  given:
    players ann, bob
  when:
    do play_game
  then:
    ann's gold > 0
"""


def test_opponents_are_all_players_where_nobody_is_you(tmp_path: Path) -> None:
    path = tmp_path / "nobody.rules"
    path.write_text(NOBODY, encoding="utf-8")
    people = [v for v in mutate(path).results if v.text == "`players` becomes `opponents`"]
    lines = NOBODY.split("\n")
    assert [(lines[v.line - 1].strip(), v.status == "equivalent") for v in people] == [
        ("for each player p in players:", True),
        ("for each player p in players: p gains 1 gold", True),
        ("turn of first(players): lose size(players) gold", False),
        ("turn of first(players): lose size(players) gold", False),
        ("for each player p in players: p gains 1 gold", False),
        ("gain size(players) gold", False),
    ]


def rated(path: Path) -> object:
    """The one with most to change takes as long as all the others."""
    return pytest.param(path, id=path.stem, marks=[pytest.mark.slow] * (path.stem == "miniature"))


@pytest.mark.parametrize("path", [rated(path) for path in sorted(Path("examples").glob("*.rules"))])
def test_the_small_games_are_well_tested(path: Path) -> None:
    assert mutate(path).score >= 0.9


def test_notes_beside_the_rules(shop: Path) -> None:
    """The same as marks on lines, in a file of their own."""
    shop.with_suffix(".equivalents").write_text("# why\nnumber :: * :: gain 2 gold :: nobody counts\n", encoding="utf-8")
    line = shop.read_text(encoding="utf-8").split("\n").index("    gain 2 gold") + 1
    here = [v for v in mutate(shop).results if v.line == line]
    assert {v.kind for v in here if v.status == "equivalent"} == {"number"}
    assert {v.by for v in here if v.status == "equivalent"} == {"nobody counts"}


def test_printed_figures_are_a_category_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "stall.rules"
    path.write_text(
        "game stall: players 2\nresource coin of player\nkind ware:\n  field price: bundle = nothing\n"
        "ware pot: price 3 coin; copies 2\nware pan: price 4 coin\nzone shop: holds ware\n"
        "to earn: gain 2 coin\nto play_game:\n  move all(ware) to shop\n  end game\n"
        'example "two":\n  given:\n    players ann, bob\n  when:\n    do ann earns\n  then:\n    ann\'s coin == 2\n',
        "utf-8",
    )
    plain, asked = mutate(path), mutate(path, printed=True)
    assert {v.line for v in plain.printed()} == {5, 6} and not {5, 6} & {v.line for v in plain.having("survived")}
    assert asked.printed() == [] and {5, 6} <= {v.line for v in asked.having("survived")} and asked.score < plain.score
    assert {v.name for v in plain.having("killed")} >= {"earn"}
    main(["mutate", str(path), "--jobs", "1"])
    assert "of printed figures unnoticed; --printed lists and counts them" in capsys.readouterr().out
