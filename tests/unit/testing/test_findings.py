"""What a search finds in a game with many bugs: each of them once, and as a small example."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.testing.fault import invariant_fault
from rulekit.testing.interactions import Found, Report, Search
from rulekit.testing.minimal import minimal_example
from rulekit.testing.repetition import Path as Way
from rulekit.testing.repetition import canonical
from rulekit.testing.search import find
from rulekit.testing.suite import Suite

MILL = """\
game mill "Mill": players 2..3

resource grain of player: cap 8
resource flour of player: cap 6
kind card:
  power used
  works in yard
zone hand of player: holds card; seen by owner
zone yard of player: holds card
zone deck: holds card; seen by nobody
zone scrap: holds card

card wheel: copies 2; starts in deck; when used: pay 1 grain then gain 1 flour
card sieve: copies 2; starts in deck; when used: pay 1 flour then gain 1 grain
card scales: copies 2; starts in deck; instead of you gain n flour: proceed with n + 1
card press: copies 2; starts in deck; instead of you gain n flour: proceed with 2 * n
card barn: copies 2; starts in deck; when used: set your grain to your grain + 5
card rat:
  copies 2
  starts in deck
  when used:
    for each card c in your yard where c is barn: destroy c
card echo: starts in deck; after player p activates card c's used where c != this: activate c's used
card sage: starts in deck; forbid player p uses card c where c is rat because "the sage hates rats"

to use card c: activate c's used

to take_turn:
  gain 1 grain
  draw 1 from deck to your hand
  menu:
    option lay "Lay" with card c in your hand: move c to your yard
    option use "Use" with card c in your yard: use c
    option stop "Stop": end menu

to play_game:
  shuffle deck
  repeat 5 times:
    round:
      for each player p in players:
        turn of p:
          p takes_turn
  end game with players

invariant "no card is lost": size(deck) + size(hand) + size(yard) + size(scrap) == 14
"""


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("mill") / "mill.rules"
    path.write_text(MILL, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def report(mill: Path) -> Report:
    return Search(mill).run(seconds=None, plays=96)


def one(report: Report, kind: str) -> Found:
    (found,) = (f for f in report.findings.values() if f.kind == kind)
    return found


def steps(found: Found) -> list[str]:
    """The lines of an example without its head."""
    return [line.strip() for line in found.example.splitlines()[3:]]


def test_each_bug_is_told_once(report: Report) -> None:
    kinds = [found.kind for found in report.findings.values()]
    assert {"error", "invariant", "bounds", "order", "loop"} == set(kinds)
    assert all(kinds.count(kind) == 1 for kind in ("error", "invariant", "bounds", "order"))
    assert all(found.example for found in report.findings.values())


def test_a_fault_does_not_hide_what_comes_after_it(report: Report) -> None:
    assert ("barn", "rat") in report.met and ("scales", "wheel") in report.met


def test_who_forbids_something_acts(report: Report) -> None:
    assert "sage" in report.acted


def test_an_error_needs_one_card(report: Report) -> None:
    given, when, do = steps(one(report, "error"))
    assert given.endswith("yard = echo") and when == "when:" and do.startswith("do player")


def test_a_broken_invariant_by_the_names_of_the_cards(report: Report) -> None:
    assert steps(one(report, "invariant"))[0].endswith("yard = barn")
    assert steps(one(report, "invariant"))[2].endswith(" rat's used")


def test_the_smallest_amount_and_the_fewest_players(report: Report) -> None:
    found = one(report, "bounds")
    assert found.key == "bounds: grain above its cap" and "player3" not in found.example
    assert steps(found)[0].endswith("grain = 4") and "barn" in steps(found)[2]


def test_an_order_with_nothing_but_the_two_cards(report: Report) -> None:
    given = [line for line in steps(one(report, "order")) if " = " in line]
    assert len(given) == 2 and sorted(given[0].split(" = ")[1].split(", ")) == ["press", "scales"]
    assert given[1].endswith("grain = 1") and steps(one(report, "order"))[-1].endswith("flour == 3")


def test_loops_are_simple_and_begin_where_they_begin(report: Report) -> None:
    loops = {found.key: found for found in report.findings.values() if found.kind == "loop"}
    assert "loop: nothing happens: use" in loops and "loop: use sieve / use wheel" in loops
    assert not any("use rat / use" in key for key in loops)  # what does nothing is no part of a longer cycle
    given = steps(loops["loop: use sieve / use wheel"])
    assert sorted(given[0].split(" = ")[1].split(", ")) == ["sieve", "wheel"] and given[2].endswith("takes_turn")


def test_examples_fail_in_the_file_and_loops_hold(mill: Path, report: Report, tmp_path: Path) -> None:
    path = tmp_path / "mill.rules"
    found = report.sorted()
    path.write_text("\n".join([MILL, *(f.example for f in found)]), encoding="utf-8")
    failed = [case.run() is not None for case in Suite(path).cases]
    assert failed == [f.kind != "loop" for f in found]


def test_settings_without_a_part_in_it_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(f"{MILL}\noption rainy: yesno = no\n", encoding="utf-8")
    game = Game(path).variant((), {"rainy": True})
    found = find(game, seeds=range(20), counts=range(2, 4))
    assert found is not None
    script = minimal_example(game, found.players, list(found.answers), found.fault)
    assert script is not None and script.setting == ()


# ---------- paths ----------
def test_what_goes_round_within_a_cycle_is_no_part_of_it() -> None:
    way = Way()
    cycles = []
    for answer, place in (("a", 1), ("b", 2), ("c", 2), ("d", 1)):
        way.step(answer)
        cycles.append(way.arrive(place))
    assert cycles == [[], [], ["c"], ["b", "d"]]


def test_an_answer_taken_back() -> None:
    way = Way()
    way.begin(["x"])
    way.step("a")
    way.take_back()
    way.take_back()
    assert (way.before, way.answers) == ([], [])


def test_a_cycle_has_no_beginning_and_no_copies() -> None:
    assert canonical(["use wheel#2", "use sieve@7"]) == canonical(["use sieve", "use wheel"]) == "use sieve / use wheel"


def test_every_kind_gets_an_example_before_a_kind_gets_two() -> None:
    report = Report("mill", "", 0, [], [])
    for kind, message in (("bounds", "a"), ("bounds", "b"), ("loop", "c")):
        report.findings[message] = Found(kind, message, [], 2, [], [])
    assert [found.message for found in report.by_turns()] == ["a", "c", "b"]


INN = """\
game inn "Inn": players 2

kind guest
zone room: holds guest
guest lodger of player: copies 1

to come_in: move your lodger to room

to play_game:
  for each player p in players:
    turn of p:
      choose one:
        option come: p comes_in
        option go: nothing
  end game with players

invariant "one bed": size(room) <= 1
"""


def test_what_belongs_to_somebody_else_is_called_his(tmp_path: Path) -> None:
    path = tmp_path / "inn.rules"
    path.write_text(INN, encoding="utf-8")
    fault = invariant_fault(Game(path), "one bed")
    script = minimal_example(Game(path), 2, ["come", "come"], fault)
    assert script is not None and script.given == ("room = player1's lodger",) and script.runs == ("player2 comes_in",)
