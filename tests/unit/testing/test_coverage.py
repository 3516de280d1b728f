"""Coverage of rule ids, lines and branches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.api import State
from rulekit.cli.main import main
from rulekit.testing.coverage import Coverage, measure
from rulekit.testing.coverage_report import kind_of, page, ranges
from rulekit.testing.suite import Case, Suite
from tests.unit.testing.conftest import change


def line_of(path: Path, words: str) -> int:
    return next(i for i, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1) if words in line)


def lines(coverage: Coverage, name: str) -> set[int]:
    return {line for file, line in coverage.by_examples.lines if file == name}


def test_rule_ids(shop: Path) -> None:
    data = measure(Suite(shop)).as_data()
    assert data["declared"] == ["SH-1", "SH-2", "SH-3", "SH-4", "SH-5"]
    assert data["cited"] == ["SH-1", "SH-2", "SH-3"]
    assert data["tested"] == ["SH-2", "SH-3", "SH-4"]
    assert data["missing"] == ["SH-5"] and data["unknown"] == []
    assert data["untestable"] == {"SH-1": "a component"}


def test_a_failing_example_tests_nothing(shop: Path) -> None:
    shop.write_text(shop.read_text().replace("ann's hand == {lamp}", "ann's gold == 7"))
    data = measure(Suite(shop)).as_data()
    assert data["missing"] == ["SH-3", "SH-5"]
    assert list(data["failing"]) == ["the lamp pays a little back"]


def test_lines_and_branches(shop: Path) -> None:
    coverage = measure(Suite(shop))
    name = next(n for n in coverage.files if n.endswith("shop.rules"))
    reached = lines(coverage, name)
    assert line_of(shop, "card lamp") in reached
    assert line_of(shop, "activate c's used") in reached
    assert line_of(shop, "    gain 2 gold") not in reached
    assert kind_of(coverage, name, line_of(shop, "    gain 2 gold")) == "missed"
    assert kind_of(coverage, name, 2) == ""
    assert coverage.files_data()[name]["branches_reached"] == 0


def test_examples_of_every_name_are_counted(shop: Path) -> None:
    shop.with_name("second_reader.rules").write_text(
        'import shop\n\n[SH-5]\nexample "the crown pays":\n  given:\n    players ann, bob\n    market = crown\n'
        "    ann's gold = 3\n"
        "  when:\n    do ann buys crown\n  then:\n    ann's gold == 2\n"
    )
    coverage = measure(Suite(shop))
    name = next(n for n in coverage.files if n.endswith("shop.rules"))
    assert line_of(shop, "    gain 2 gold") in lines(coverage, name)
    assert coverage.as_data()["missing"] == [] and not any("second_reader" in file for file in coverage.files)


def test_play_reaches_more(shop: Path) -> None:
    suite = Suite(shop)
    coverage = measure(suite, plays=20)
    (data,) = coverage.files_data().values()
    assert data["missed_lines"] == [] and data["missed_branches"] == []
    assert data["lines_by_play"] > data["lines_by_examples"]
    assert State.machine_class is None


def test_files_of_examples_belong_to_the_game(shop: Path) -> None:
    more = shop.with_name("shop_examples.rules")
    more.write_text(
        'import shop\n\nexample "the crown pays" [SH-5]:\n  given:\n    players ann, bob\n    market = crown\n'
        "    ann's gold = 3\n"
        "  when:\n    do ann buys crown\n  then:\n    ann's gold == 2\n"
    )
    coverage = measure(Suite(shop))
    assert coverage.examples == 3 and coverage.ids.missing == []
    assert [Path(name).name for name in coverage.files] == ["shop.rules"]


def test_command(shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "page.html"
    assert main(["coverage", str(shop), "--json", "--html", str(target), "--play", "0"]) == 1
    assert json.loads(capsys.readouterr().out)["missing"] == ["SH-5"]
    assert 'class="missed"' in target.read_text() and "<script" not in target.read_text()
    assert main(["coverage", str(shop)]) == 1
    assert "missing SH-5  Nobody has shown this yet" in capsys.readouterr().out


def test_a_page_escapes_what_it_shows(shop: Path) -> None:
    shop.write_text(shop.read_text() + '\nexample "<b>": \n  given:\n    players a, b\n  then:\n    1 == 1\n')
    assert "<b>" not in page(measure(Suite(shop)))


def test_bad_input(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "no_such_game"]) == 2
    assert main(["coverage", str(shop), "--play", "-1"]) == 2
    assert main(["coverage", str(shop), "--html", "/no/such/folder/x.html"]) == 2
    shop.write_text(shop.read_text().replace("lose c's price gold", "lose c's prize gold"))
    assert main(["coverage", str(shop)]) == 1
    assert "error RK" in capsys.readouterr().err


def test_ranges() -> None:
    assert ranges([9, 3, 4, 5]) == "3-5, 9"


def test_without_an_index_the_tags_of_rules_are_the_ids(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shop.with_name("shop.index.yaml").unlink()
    change(shop, "[SH-2, SH-3]:", "[SH-3, SH-9]:")
    change(shop, 'example "what is too dear stays" [SH-2]', 'example "what is too dear stays" [house]')
    assert main(["coverage", str(shop), "--play", "0"]) == 1
    out = capsys.readouterr().out
    assert "rule ids (those that rules are tagged with; there is no index file): 4 declared, 3 cited, 2 tested" in out
    assert "missing SH-1\n" in out and "missing SH-2\n" in out and "on no rule: SH-9" in out


def test_the_page_has_a_table_and_a_key(shop: Path) -> None:
    shown = page(measure(Suite(shop), plays=2))
    name = str(shop)
    anchor = "".join(letter if letter.isalnum() or letter == "_" else "-" for letter in name)
    assert f'<td><a href="#{anchor}">{name}</a></td>' in shown and f'<h2 id="{anchor}">' in shown
    for kind in ("both", "examples", "play", "missed"):
        assert f'<span class="{kind}">' in shown
    assert "transparent" not in shown.partition(".key span {")[2].partition("}")[0]  # a key without colours tells nothing


def test_branch_by_branch(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, "  lose c's price gold\n", "  if c is lamp: lose c's price gold\n  else: lose 1 gold\n")
    coverage = measure(Suite(shop), plays=20)
    (data,) = coverage.files_data().values()
    ways = {way["way"]: way["reached"] for way in data["ways"] if way["line"] == line_of(shop, "if c is lamp")}
    assert ways == {"holds": "both", "fails": "play"}
    assert 'class="both half" data-ways="play only: fails"' in page(coverage)
    assert main(["coverage", str(shop), "--play", "20"]) == 1
    head, row = capsys.readouterr().out.splitlines()[-2:]
    assert head.split() == ["lines", "examples", "play", "either", "branches", "examples", "play", "either"]
    assert row.count("%") == 6


def test_designs_are_counted_by_where_they_come_from(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rules = tmp_path / "kit.rules"
    rules.write_text(
        "game kit: players 1\nkind card\ncard a [K-1]\ncard b [K-1] [house]\ncard c [house]\ncard d\nto play_game: end game\n"
        "module more:\n  extend card a: copies 2\n"
    )
    assert measure(Suite(rules)).as_data()["designs"] == {"card": {"rulebook": 1, "partly house": 1, "house": 1, "untagged": 1}}
    main(["coverage", str(rules), "--play", "0"])
    assert "designs: 1 rulebook, 1 partly house, 1 house, 1 untagged" in capsys.readouterr().out


def test_what_is_only_supposed_has_been_carried_out(tmp_path: Path) -> None:
    """A line that runs within `after(...)` alone is covered, so that a change of it can be noticed."""
    path = tmp_path / "dig.rules"
    path.write_text(
        "game dig: players 2\nresource coin of player\nvar ok of player: yesno = no\n"
        "to weigh:\n  set your ok to your coin > 0\n"
        "to play_game: end game with players\n"
        'example "weighed":\n  given:\n    players ann, bob\n    ann\'s coin = 1\n'
        "  then:\n    after(ann weighs: ann's ok)\n"
    )
    coverage = measure(Suite(path))
    name = next(name for name in coverage.files if name.endswith("dig.rules"))
    assert line_of(path, "set your ok") in lines(coverage, name)


@pytest.mark.parametrize("command", ["test", "coverage"])
def test_ctrl_c_leaves_what_came_out_so_far(
    command: str, shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = list[Case]()

    def impatient(case: Case) -> None:
        if ran:
            raise KeyboardInterrupt
        ran.append(case)

    monkeypatch.setattr(Case, "run", impatient)
    assert main([command, str(shop)]) == 130
    out, err = capsys.readouterr()
    assert err == "rulekit: interrupted; 1 example came to an end\n"
    assert "1 passed, 0 failed" in out if command == "test" else "shop.rules" in out
