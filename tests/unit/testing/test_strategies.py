"""What Hypothesis can draw of a game, and what a failure shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, find, given, settings

from rulekit.api import Game, State, load
from rulekit.errors import RulekitError, UsageError
from rulekit.testing import (
    Before,
    LawBroken,
    Play,
    before_use,
    check_laws,
    games,
    machine_for,
    module_choices,
    option_choices,
    plays,
    reachable_states,
    setups,
)
from rulekit.testing.law_search import PHASES
from rulekit.testing.suite import Suite
from tests.unit.testing.conftest import change
from tests.unit.testing.test_minimal import BUGS, MORE

few = settings(
    max_examples=10, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck), phases=PHASES,
)  # fmt: skip
MODULAR = """
game modular: players 2..3
option rich: yesno = no
module one:
  excludes two
module two:
  needs three
module three "Three":
  excludes four
module four:
  excludes one
to play_game:
  for each player p in players:
    p does:
      choose one:
        option a: nothing
        option b: nothing
"""


@pytest.fixture
def modular(tmp_path: Path) -> Game:
    path = tmp_path / "modular.rules"
    path.write_text(MODULAR, encoding="utf-8")
    return Game(path)


# ---------- plays and states ----------
def test_states_shrink_to_the_shortest_play(shop: Path) -> None:
    game = Game(shop)
    state = find(reachable_states(game), lambda s: s.get("player1's gold") >= 4, settings=few)
    assert state.answers == ["gain 2 gold", "gain 2 gold", "gain 2 gold"]  # the other player's turn lies between


def test_chance_may_be_drawn() -> None:
    pig = load("pig")
    play = find(plays(pig, chance="ask"), lambda p: "2" in p.end(pig).answers, settings=few)
    assert play.chance == "ask" and len(play.picks) == 2


def test_before_use(shop: Path) -> None:
    game, seen = Game(shop), []

    @few
    @given(before_use(game, "crown"))
    def uses(before: Before) -> None:
        seen.append(before)
        assert (before.state.get("crown in market") and "crown" in before.answer) or before.answer == "shop_around"
        assert before.after().get("crown in market") is False

    uses()
    assert seen


def test_before_use_of_what_does_not_exist(shop: Path) -> None:
    with pytest.raises(UsageError, match="did you mean `crown`"):
        before_use(Game(shop), "crow")


# ---------- set-ups ----------
def test_modules_that_go_together(modular: Game) -> None:
    found = set()

    @settings(few, max_examples=60)
    @given(module_choices(modular))
    def fits(modules: tuple[str, ...]) -> None:
        found.add(modules)

    fits()
    assert found == {(), ("one",), ("three",), ("two", "three"), ("four",), ("one", "three")}


def test_games_and_setups(modular: Game) -> None:
    @few
    @given(games(modular, options=True), setups(modular), option_choices(modular))
    def playable(game: Game, state: State, options: dict[str, object]) -> None:
        assert game.new().decision.options and state.decision.options
        assert set(options) <= {"rich"}

    playable()


# ---------- failures become examples ----------
def broken(path: Path, bug: str) -> Game:
    change(path, *BUGS[bug])
    if bug in MORE:
        change(path, *MORE[bug])
    return Game(path)


def fails_when_pasted(path: Path, example: str) -> str:
    """What the example gives when it stands in the file."""
    path.write_text(path.read_text(encoding="utf-8") + "\n" + example, encoding="utf-8")
    failure = Suite(path).cases[-1].run()
    assert failure is not None, example
    return failure.message


@pytest.mark.parametrize("bug", [pytest.param(bug, marks=[pytest.mark.slow] * (bug != "lost card")) for bug in BUGS])
def test_machine_round_trip(shop: Path, bug: str) -> None:
    game = broken(shop, bug)
    with pytest.raises(LawBroken) as caught:
        machine_for(game, profile=settings(few, max_examples=200, report_multiple_bugs=False)).check()
    assert caught.value.play is not None and len(caught.value.play.picks) <= 9
    message = fails_when_pasted(shop, caught.value.example)
    assert caught.value.found.split(": ")[-1].split(" is ")[-1] in message or "does not hold" in message
    assert caught.value.example in "".join(caught.value.__notes__)


@pytest.mark.parametrize("bug", ["lost card", pytest.param("not done", marks=pytest.mark.slow)])
def test_check_laws_round_trip(shop: Path, bug: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_laws(broken(shop, bug), plays=30, most=5)
    assert fails_when_pasted(shop, caught.value.example)


def test_a_machine_of_a_sound_game(shop: Path) -> None:
    machine = machine_for(Game(shop), players=2, profile=few)
    assert machine.__name__ == "ShopMachine"
    machine.TestCase("runTest").debug()


def test_a_play_is_what_it_says(shop: Path) -> None:
    game = Game(shop)
    play = Play(2, 0, "sample", (0, 0, 1))
    states = list(play.states(game))
    assert len(states) == 4 and states[-1] == play.end(game)
    assert next(play.states(game, skip=2)) == states[2]


# ---------- what a failure prints ----------
def failing(game: Game, holds: Callable[[State], bool]) -> str:
    """What Hypothesis prints under a property of reachable states that fails."""

    @settings(few, report_multiple_bugs=False)
    @given(reachable_states(game))
    def check(state: State) -> None:
        assert holds(state)

    with pytest.raises((AssertionError, RulekitError)) as caught:
        check()
    return "\n".join(caught.value.__notes__)


def test_a_property_of_ones_own_prints_the_play_as_an_example(shop: Path) -> None:
    printed = failing(Game(shop), lambda state: bool(state.get("player2's gold < 2")))
    example = printed[printed.index("example ") : printed.index("Failing test case")]
    shop.write_text(f"{shop.read_text(encoding='utf-8')}\n{example}  then:\n    player2's gold < 2\n", encoding="utf-8")
    failure = Suite(shop).cases[-1].run()
    assert failure is not None and failure.message == "this does not hold: 2 < 2"
    assert example.count("gain 2 gold") == 2 and len(example.splitlines()) <= 9


def test_rules_that_fail_print_the_shortest_example(shop: Path) -> None:
    change(shop, "when used: gain 1 gold", 'when used: todo "the lamp"')
    printed = failing(Game(shop), lambda state: True)
    example = printed[printed.index("example ") :].split("\n\n")[0]
    shop.write_text(f"{shop.read_text(encoding='utf-8')}\n{example}\n", encoding="utf-8")
    failure = Suite(shop).cases[-1].run()
    assert failure is not None and "the lamp" in failure.message and len(example.splitlines()) <= 6


def test_any_answer_of_a_play_can_be_dropped() -> None:
    game = load("miniature")
    wanted = find(plays(game, chance="drawn", most=30), lambda p: p.end(game).get("round_number") >= 3, settings=few)
    assert len(wanted.picks) == 4  # four turns ended, and nothing bought or played in between


def test_before_the_use_of_a_card_without_text_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "plain.rules"
    path.write_text(
        "game plain: players 2\nkind card\ncard blank\nzone row: holds card\n"
        "to play_game:\n  move all(card) to row\n  end game\n"
    )
    with pytest.raises(UsageError, match="`blank` has no text and no ability"):
        before_use(Game(path), "blank")
