"""`rulekit test`: every example once, and no file hides another."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.cli.main import main
from rulekit.testing.suite import Suite
from tests.unit.testing.conftest import change


def test_a_file_with_errors_does_not_hide_the_others(shop: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.rules"
    bad.write_text("to walk:\n  gian 1 gold\nfoo bar\n", encoding="utf-8")
    assert main(["test", str(bad), str(shop)]) == 1
    found = capsys.readouterr()
    assert found.out.endswith("2 passed, 0 failed, 1 file with errors\n")
    assert "bad.rules:2" in found.err and "bad.rules:3" in found.err


@pytest.mark.parametrize("name", ["shop_examples", "sentences", "a_second_reader"])
def test_examples_beside_the_rules(shop: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = shop.with_name(f"{name}.rules")
    more.write_text(
        'import shop\n\nexample "nothing":\n  given:\n    players ann, bob\n  then:\n    1 == 1\n', encoding="utf-8"
    )
    assert main(["test", str(shop)]) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"
    assert main(["test", str(shop), str(more), str(shop)]) == 0
    assert capsys.readouterr().out == "3 passed, 0 failed\n"


@pytest.mark.parametrize("own", ['game own "Own": players 2', "to win: end game", 'card pearl "pearl"'])
def test_what_somebody_makes_of_a_game_is_not_its_test(shop: Path, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = 'example "never":\n  given:\n    players ann, bob\n  then:\n    1 == 2\n'
    shop.with_name("own.rules").write_text(f"import shop\n\n{own}\n\n{other}", encoding="utf-8")
    shop.with_name("stranger.rules").write_text(f"import own\n\n{other}", encoding="utf-8")
    assert main(["test", str(shop)]) == 0
    assert capsys.readouterr().out == "2 passed, 0 failed\n"
    assert [Path(game.path).name for game in Suite(shop).companions] == []


def test_failures_tell_their_story(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(shop, "ann's gold == 1\n    ann's hand", "ann's gold == 9\n    ann's hand")
    assert main(["test", str(shop), "--log"]) == 1
    out = capsys.readouterr().out
    assert "1 == 9" in out and "| ann's gold: 2 -> 1" in out and "shop.rules:" in out


def test_an_impossible_choice_lists_the_options(shop: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = '\nexample "x":\n  given:\n    players ann, bob\n  when:\n    do ann acts\n    ann: fly\n  then:\n    1 == 1\n'
    shop.write_text(shop.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert main(["test", str(shop)]) == 1
    assert "ann must answer one of: gain 2 gold, shop_around" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("args", "message"), [(("-k", "no such"), "no example has `no such`"), (("nowhere.rules",), "there is no file")]
)
def test_bad_input(shop: Path, args: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(shop), *args]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ("chance can 6", ""),
        ("chance cannot 7", ""),
        ("chance cannot 6", "chance can `6`"),
        ("chance can 7", "chance cannot `7`: chance must answer one of: 1, 2, 3, 4, 5, 6"),
        ("anne cannot fly", "nobody is called `anne`; did you mean `ann`"),
        ("chance sees lamp in market", "say which player"),
    ],
)
def test_claims_about_chance_and_strangers(shop: Path, claim: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = (
        "\nto try_luck:\n  roll 1d6 as pips\n  gain pips gold\n"
        '\nexample "luck":\n  given:\n    players ann, bob\n  when:\n    do ann tries_luck\n    ...\n  then:\n'
        f"    {claim}\n"
    )
    shop.write_text(shop.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert main(["test", str(shop)]) == bool(message)
    assert message in capsys.readouterr().out


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("do ann acts", "a choice is not scripted: ann must answer one of: gain 2 gold, shop_around"),
        ("do ann tries_luck", "a roll or draw is not scripted: chance must answer one of: 1, 2, 3"),
        ("do ann acts", "(a line `...` leaves it open)"),
        ("do ann looks", "nothing is pending"),
        ("do ann looks\n    ann: fly", "ann is not asked now: `stone` was taken already, the only answer there was"),
    ],
)
def test_what_is_not_scripted_is_told_before_what_follows(
    shop: Path, steps: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    more = (
        "\nto try_luck:\n  roll 1d3 as pips\n  gain pips gold\n"
        "\nto look:\n  choose card c in market where c is stone\n  buy c\n"
        f'\nexample "x":\n  given:\n    players ann, bob\n    market = stone\n  when:\n    {steps}\n  then:\n    1 == 2\n'
    )
    shop.write_text(shop.read_text(encoding="utf-8") + more, encoding="utf-8")
    assert main(["test", str(shop)]) == 1
    out = capsys.readouterr().out
    assert (message in out) != (message == "nothing is pending")
    assert ("1 == 2" in out) == (message == "nothing is pending")


@pytest.mark.parametrize(
    ("given", "message"),
    [("ann's hand = none", "3 passed, 0 failed"), ("ann's hand = 5", "this is a number, but things lie in a zone")],
)
def test_what_a_zone_is_given(shop: Path, given: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`none` empties it; what is no thing is refused at its place."""
    more = f'\nexample "x":\n  given:\n    players ann, bob\n    {given}\n  then:\n    ann\'s hand is empty\n'
    shop.write_text(shop.read_text(encoding="utf-8") + more, encoding="utf-8")
    main(["test", str(shop)])
    assert message in capsys.readouterr().out


PAID = """game paid: players 2

resource coin of player
resource ore of player
resource near of player, ware
values ware: w_ore
kind card:
  field cost: bundle = 1 coin

card house:
  cost 1 ore
zone city of player: holds card

rule trade:
  payment 1 ore costs 1 near(w_ore) + 2 coin
  payment 1 ore costs 3 coin

to build card c:
  pay c's cost
  move c to your city

to play_game: end game with players

example "x":
  given:
    players ann, bob
    ann's near(w_ore) = 1
"""


@pytest.mark.parametrize(
    ("rest", "message"),
    [
        ("", "this does not hold (ann could not pay 1 ore in line 19)"),
        ("    ann's coin = 2\n", ""),  # the only way: it is paid
        ("    ann's city = house, house\n", "there is only 1 of `house`"),
    ],
)
def test_a_payment_that_could_not_be_made_is_told(
    tmp_path: Path, rest: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "paid.rules"
    path.write_text(f"{PAID}{rest}  when:\n    do ann builds house\n  then:\n    house in ann's city\n", encoding="utf-8")
    assert main(["test", str(path)]) == bool(message)
    assert message in capsys.readouterr().out


@pytest.mark.parametrize("answer", ["1 near of w_ore + 2 coin", "1 near(w_ore) + 2 coin", "2 coin + 1 near(w_ore)"])
def test_a_way_to_pay_is_answered_as_rules_write_it(tmp_path: Path, answer: str) -> None:
    path = tmp_path / "paid.rules"
    more = f"    ann's coin = 3\n  when:\n    do ann builds house\n    ann: {answer}\n  then:\n    ann's coin == 1\n"
    path.write_text(PAID + more, encoding="utf-8")
    assert main(["test", str(path)]) == 0
