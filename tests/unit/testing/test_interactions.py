"""The search for things that do harm together."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit.api import Game, State
from rulekit.api.query import evaluate
from rulekit.cli.main import main
from rulekit.testing.acting import things_that_act
from rulekit.testing.fault import Fault
from rulekit.testing.interactions import Report, Search
from rulekit.testing.minimal import minimal_example
from rulekit.testing.suite import Suite
from tests.unit.testing.conftest import change

PAIR = """\
game pair "Pair": players 2

resource gold of player
resource gem of player

kind card:
  power used
zone hand of player: holds card

card mint: starts in hand; when used: gain 1 gold
card press of player:
  starts in hand
  after you gain n gold: gain 1 gem
card lens of player:
  starts in hand
  after you gain n gem: set your gold to 2 * your gold
card loose: starts in hand

to act:
  choose one:
    - gain 1 gold
    - gain 1 gem

to play_game:
  repeat 3 times:
    for each player p in players:
      turn of p:
        p acts
  end game with players

invariant "gold stays small": every(p's gold < 90 for player p in players)
"""


@pytest.fixture
def pair(tmp_path: Path) -> Path:
    path = tmp_path / "pair.rules"
    path.write_text(PAIR, encoding="utf-8")
    return path


def search(path: Path, plays: int = 24, **rest: object) -> Report:
    return Search(path, **rest).run(seconds=None, plays=plays)  # type: ignore[arg-type]


def test_what_acts(pair: Path) -> None:
    assert things_that_act(Game(pair).program) == ["mint", "press", "lens"]


def test_pairs_that_met(pair: Path) -> None:
    report = search(pair)
    assert ("lens", "press") in report.met and report.findings == {}
    assert ("lens", "mint") in report.unmet


def test_endless_chain(pair: Path) -> None:
    change(pair, "set your gold to 2 * your gold", "gain 1 gold")
    (found,) = search(pair, only=("press", "lens")).findings.values()
    assert found.kind == "error" and "for ever" in found.message
    assert set(found.involved) == {"press", "lens"}
    assert found.example.startswith("example ") and len(found.example.splitlines()) <= 10


def test_order_that_nobody_chose(pair: Path) -> None:
    change(pair, "  after you gain n gem: set your gold to 2 * your gold", "  instead of you gain n gold: proceed with 3 * n")
    change(pair, "  after you gain n gold: gain 1 gem", "  instead of you gain n gold: proceed with n + 1")
    (found,) = search(pair).findings.values()
    assert found.kind == "order" and "lens and press" in found.message
    assert "gold == " in found.example and len(found.example.splitlines()) <= 10


def test_a_question_between_two_abilities_is_no_matter_of_order(pair: Path) -> None:
    asks = "  after you gain n gold:\n    choose one:\n      option beg: gain 1 token\n      option wait: nothing"
    change(pair, "  after you gain n gem: set your gold to 2 * your gold", asks)
    change(pair, "resource gem of player", "resource gem of player\nresource token of player")
    report = search(pair)
    assert ("lens", "press") in report.met and report.findings == {}


def test_loop_that_somebody_can_choose(pair: Path) -> None:
    change(pair, "    - gain 1 gold\n    - gain 1 gem\n", "    - polish\n    - gain 1 gem\n")
    change(pair, "to act:", "to polish:\n  for each card c in your hand:\n    activate c's used\n\nto act:")
    change(pair, "when used: gain 1 gold", "when used: nothing")
    change(pair, "card mint: starts", "card mint of player: starts")
    change(pair, "        p acts\n", "        repeat 6 times:\n          p acts\n")
    assert {found.kind for found in search(pair).findings.values()} <= {"loop"}


def test_invariant_with_its_example(pair: Path) -> None:
    change(pair, "2 * your gold", "90")
    (found,) = search(pair).findings.values()
    assert found.kind == "invariant" and "gold stays small" in found.message
    assert "do player" in found.example


def test_a_game_without_invariants_is_told(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = pair.read_text(encoding="utf-8")
    kept = [line for line in text.split("\n") if not line.startswith("invariant")]
    pair.write_text("\n".join(kept), encoding="utf-8")
    assert main(["interactions", str(pair), "--plays", "16", "--jobs", "1"]) == 1
    assert "the game declares no invariant" in capsys.readouterr().err


def test_to_the_end(pair: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It ends by itself where all have met or were aimed at often enough, and goes on where it was left."""
    file = tmp_path / "search.json"
    assert search(pair, 3, to_the_end=True, resume=file).left == [("lens", "mint"), ("mint", "press")]
    command = ["interactions", str(pair), "--to-the-end", "--jobs", "1", "--resume", str(file)]
    assert main([*command, "--budget", "60"]) == 0
    said = capsys.readouterr().out
    assert "at its end: whatever has not met was aimed at in 3 plays or more" in said and "1 of 3 pairs met" in said
    report = json.loads(file.read_text("utf-8"))
    assert report["left"] == 0 and report["plays"] < 48
    assert all(sum(report["tried"]["+".join(group)]) >= 3 for group in report["never_met"])


def test_what_was_least_aimed_at_comes_first(pair: Path) -> None:
    report = search(pair, plays=48)
    aims = [report.aims(group) for group in report.unmet]
    assert len(aims) == 2 and abs(aims[0] - aims[1]) <= 1


def test_the_last_pair_is_aimed_at_though_the_first_play_of_a_batch_is_aimed_at_nothing(pair: Path) -> None:
    """It stands alone before all others, so it must not lose its turn to a play that looks for nothing."""
    found = Search(pair, to_the_end=True)
    *others, last = found.report.groups
    found.report.tried |= {"+".join(group): [3, 0] for group in others}
    tasks = list(found._tasks(0, 16))
    assert tasks[0][3] == ()
    assert next(task[3] for task in tasks if task[3]) == last


def test_same_plays_same_report(pair: Path) -> None:
    change(pair, "set your gold to 2 * your gold", "gain 1 gold")
    one = search(pair).as_data()
    two = Search(pair).run(seconds=None, plays=24, jobs=2).as_data()
    assert one == two


def test_resumed(pair: Path, tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    change(pair, "2 * your gold", "90")
    search(pair, plays=16, resume=file)
    assert json.loads(file.read_text())["plays"] == 16
    assert search(pair, plays=32, resume=file).as_data() == search(pair, plays=32).as_data() | {"plays": 32}
    assert main(["interactions", str(pair), "--plays", "8", "--seed", "5", "--resume", str(file)]) == 2
    file.write_text("{}")
    assert main(["interactions", str(pair), "--plays", "8", "--resume", str(file)]) == 2


def test_command(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", str(pair), "--plays", "8", "--jobs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"] == []
    change(pair, "2 * your gold", "90")
    assert main(["interactions", str(pair), "--plays", "8", "--jobs", "1", "--only", "press, lens"]) == 1
    assert "invariant broken: gold stays small" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--only", "press,lenz"), "did you mean `lens`"),
        (("--only", "press,loose"), "no text and no ability"),
        (("--only", "press"), "at least two names"),
        (("--triples", "--only", "press,lens"), "at least three names"),
        (("--budget", "0"), "--budget needs some seconds"),
        (("--budget", "-3"), "--budget needs some seconds"),
        (("--budget", "nan"), "--budget needs some seconds"),
        (("--resume", "no/such/folder/x.json", "--plays", "2"), "cannot be written"),
        (("--plays", "0"), "--plays needs"),
        (("--jobs", "0"), "--jobs needs"),
    ],
)
def test_bad_input(pair: Path, args: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", str(pair), *args]) == 2
    assert message in capsys.readouterr().err


def test_a_game_without_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", "tic_tac_toe", "--plays", "2"]) == 2
    assert "could meet" in capsys.readouterr().err


def test_a_fault_that_does_not_come_again_gives_no_example(pair: Path) -> None:
    game = Game(pair)
    assert minimal_example(game, 2, ["gain 1 gold"], Fault("error", "no such thing happens")) is None


# ---------- remarks ----------
def test_options_never_worth_taking(pair: Path) -> None:
    change(pair, "    - gain 1 gem\n", "    - gain 1 gem\n    option poor: gain 1 gem\n    option rich: gain 2 gem\n")
    change(pair, "  after you gain n gem: set your gold to 2 * your gold", "  after you gain n gem: gain 1 gold")
    change(pair, "  after you gain n gold: gain 1 gem", "  at end of turn of player p where p == you: gain 1 gold")
    found = {offered.option: offered.by for offered in search(pair).dominated()}
    assert found["poor"] == "rich" and "rich" not in found


def test_things_never_used_together(pair: Path) -> None:
    change(
        pair, "  after you gain n gem: set your gold to 2 * your gold", "  after you gain n gem where your gold == 0: nothing"
    )
    report = search(pair, plays=48)
    assert {"press", "lens"} <= report.acted
    (group, start, staged), *_ = report.never_together()
    assert group == ("lens", "press") and start + staged > 0
    data = report.as_data()["never_together"]
    assert data == [{"things": group, "plays": start, "laid_out": staged}]


def test_things_of_different_games_are_no_pair(pair: Path) -> None:
    more = "\nmodule red:\n  excludes blue\n  card rose:\n    after you gain n gem: nothing\n"
    more += "module blue:\n  excludes red\n  card iris:\n    after you gain n gem: nothing\n"
    pair.write_text(PAIR + more, encoding="utf-8")
    report = Search(pair).report
    assert ("iris", "lens") in report.groups and ("iris", "rose") not in report.groups
    assert main(["interactions", str(pair), "--only", "iris,rose", "--plays", "2"]) == 2


# ---------- triples and loops ----------
def test_triples(pair: Path) -> None:
    report = Search(pair, size=3).run(seconds=None, plays=16)
    assert report.groups == [("lens", "mint", "press")] and report.as_data()["triples"] == 1
    change(pair, "    - gain 1 gem\n", "    - gain 1 gem then activate mint's used\n")
    assert Search(pair, size=3).run(seconds=None, plays=16).met == {("lens", "mint", "press")}


def test_three_names_are_looked_for_together(pair: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["interactions", str(pair), "--only", "mint,lens,press", "--plays", "4", "--jobs", "1"]) == 0
    assert "of 1 triples met" in capsys.readouterr().out


def test_a_loop_is_shown_as_an_example_that_holds_while_it_is_there(pair: Path) -> None:
    change(pair, "  choose one:\n    - gain 1 gold\n    - gain 1 gem\n", LOOP)
    found = next(f for f in search(pair).sorted() if f.kind == "loop")
    assert "polish" in found.message and found.example.count("polish") >= 3
    pair.write_text(pair.read_text(encoding="utf-8") + "\n" + found.example, encoding="utf-8")
    assert Suite(pair).cases[-1].run() is None
    change(pair, "option polish: nothing", "option polish: end menu")
    assert Suite(pair).cases[-1].run() is not None


LOOP = """\
  menu:
    option polish: nothing
    option earn: gain 1 gold
    option stop: end menu
"""


def test_an_endless_chain_tells_what_runs(pair: Path) -> None:
    change(pair, "set your gold to 2 * your gold", "gain 1 gold")
    (found,) = search(pair, only=("press", "lens")).findings.values()
    assert any("card/press" in step for step in found.details) or any("press" in step for step in found.details)


def test_an_interrupted_search_still_gives_examples(pair: Path, tmp_path: Path) -> None:
    file = tmp_path / "search.json"
    change(pair, "2 * your gold", "90")
    first = Search(pair, resume=file)
    with pytest.raises(KeyboardInterrupt):
        first._batch(Interrupted(), 32, None)
        first._save()
        first._batch(Interrupted(), 32, None)
    assert all(not found["example"] for found in json.loads(file.read_text())["findings"])
    assert search(pair, plays=32, resume=file).as_data() == search(pair, plays=32).as_data()


class Interrupted:
    """Does the first batch and no more."""

    def results(self, work: Any, tasks: Any) -> Iterator[Any]:
        if tasks[0][1] > 0:
            raise KeyboardInterrupt
        yield from map(work, tasks)


def test_set_ups_beside_the_game_are_played_too() -> None:
    suite = Suite(Path("games/dice_forge.rules"), examples=False)
    ways = list(suite.ways())
    states = list(map(new, ways))
    begun = [{s.table.entities[t].design for t in evaluate(s, "all(exploit)") if t in lying(s)} for s in states]
    assert any("great_bear" in things for things in begun) and any("silver_hind" in things for things in begun)
    assert {game.modules for game, _ in ways} == {()}  # set-ups of the expansion are not for this game


def test_switches_are_turned_over(pair: Path) -> None:
    assert len(list(Suite(pair).ways())) == 1
    pair.write_text(f"{PAIR}\noption rainy: yesno = no\noption sunny: yesno = yes\noption days: number = 3\n", encoding="utf-8")
    assert [dict(game.setting.options) for game, _ in Suite(pair).ways()] == [{}, {"rainy": True, "sunny": False}]


def new(way: tuple[Game, int]) -> State:
    return way[0].new(way[1])


def lying(state: State) -> set[int]:
    """The things that are not in the box."""
    return {thing for thing, zone in enumerate(state.data.where) if zone != state.table.box}


DATA = """\
game wares "Wares": players 2
resource gold of player
kind ware:
  field worth: number = 1
ware pot: worth 3
ware pan: worth 4
ware jug: worth 1
zone shop: holds ware
zone shelf of player: holds ware
invariant "a shelf is worth little": every(sum(w's worth for w in p's shelf) < 7 for player p in players)
to play_game:
  move all(ware) to shop
  for each player p in players:
    turn of p:
      repeat 2 times:
        if shop is not empty:
          p chooses ware w in shop
          move w to p's shelf
  end game with players
"""


def test_cards_that_are_data_meet_when_they_are_chosen(tmp_path: Path) -> None:
    path = tmp_path / "wares.rules"
    path.write_text(DATA, "utf-8")
    report = search(path)
    assert report.met == {("jug", "pan"), ("jug", "pot"), ("pan", "pot")}
    (found,) = report.findings.values()
    assert found.kind == "invariant" and "pan" in found.example and "pot" in found.example
    assert set(search(path, only=("pan", "pot")).met) >= {("pan", "pot")}
