"""What people write before they know the language, and the advice they get."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import load
from rulekit.analysis.check_file import check_file
from rulekit.errors import RulesError
from rulekit.sources.english import an

GAME = """game g: players 2

resource coin of player
kind card:
  field cost: bundle = nothing
  power played
zone hand of player: holds card
zone deck: holds card

to play_game:
  for each player p in players: p gains 1 coin
  end game with players

"""


@pytest.mark.parametrize(
    ("text", "code", "advice"),
    [
        ("var x: yesno = False", "RK001", "the word for it is `no`"),
        ('to f:\n  you may "Take it?":\n    gain 1 coin', "RK001", '`choose one "Take it?":` asks in words'),
        ("to f: choose card c in deck: destroy c", "RK001", "begin a new line with it, indented below"),
        ("to f: pick random card c in deck: destroy c", "RK001", "begin a new line with it, indented below"),
        ('record bid "bid": low: number; high: number', "RK001", "the parts of a record stand below it, one a line"),
        ("to sell card c in zone z: nothing", "RK001", "each further thing that a verb takes stands behind `with`"),
        ("to sell card c, player p: nothing", "RK001", "each further thing that a verb takes stands behind `with`"),
        ("rule r: after player p gains n coin: nothing", "RK001", "what answers an event stands below the rule"),
        ('card ab "Ab", cd "Cd": cost 1 coin', "RK001", "things with labels of their own are declared one by one"),
        ("values way: go_left,\n  go_right", "RK001", "begin with `values NAME:` alone"),
        (
            "values way: go_left, go_right\nto go_left: gain 1 coin\nto f way w:\n  match w:\n    go_right: gain 1 coin\n"
            "    go_left: gain 2 coin\n    else: nothing",
            "RK001",
            "a value that `match` asks for needs a name of its own",
        ),
        (
            "to f:\n  sealed for each player p in players ordered by p's coin down:\n    p chooses card c in p's hand\n"
            "  then:\n    destroy c",
            "RK001",
            "in the second part they come in the order of the list",
        ),
        ("var x: player = None", "RK001", "the word for it is `none`"),
        ("to f:\n  for i in range(6): nothing", "RK001", "so many times is `repeat 6 times:`"),
        (
            "rule r:\n  after you gain n coin(oven): nothing",
            "RK001",
            "a pattern knows the resource alone; gain what is of a pair by a verb of your own, and answer that",
        ),
        ("zone home of player\nexample \"x\":\n  given:\n    players a, b\n    a's home = 2 b's oven", "RK001", "`2 oven`"),
        ("card masterThief", "RK001", "words joined by `_`: `master_thief`"),
        ("after player p gains n coin: nothing", "RK001", "stands on a thing, or below `rule name:`"),
        ("instead of player p loses n coin: nothing", "RK001", "stands on a thing, or below `rule name:`"),
        ("forbid player p gains n coin", "RK001", "stands on a thing, or below `rule name:`"),
        ("at end of turn of player p: nothing", "RK001", "stands on a thing, or below `rule name:`"),
        ('to f:\n  print("hi")', "RK001", 'players are told something with `announce "..."`'),
        ("This is a game about cards.", "RK001", "a remark begins with `#`"),
        ("card a: when played: roll a die", "RK010", "dice are rolled by number and sides: `roll 1d6 as n`"),
        (
            "card a:\n  when played:\n    choose a player",
            "RK001",
            "name it, and say where from: `choose player p in opponents`",
        ),
        ("to f:\n  for each card c: nothing", "RK001", "say where from: `for each player p in opponents:`"),
        ("card a:\n  when played:\n    choose card c", "RK001", "name it, and say where from: `choose player p in opponents`"),
        ("card a:\n  when somebody gains coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a:\n  when a player gains coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a: when played: gain 1 coin and lose 1 coin", "RK001", "join statements with `then`, or write one a line"),
        ("card a: when played: all opponents lose 1 coin", "RK001", "say it of each: `for each player p in opponents:"),
        ("card a: when played: gain 2 coin if your coin < 3", "RK001", "the condition comes first, on a line of its own"),
        ('card a "A" when played: gain 1 coin', "RK001", "put `:` behind the labels"),
        ("card a: cost 2", "RK012", "an amount names its resource: `2 coin`"),
        ("card a: when played: gain 2", "RK012", "an amount names its resource: `2 coin`"),
        ("card a: when played: gain coin", "RK012", "say how much: `1 coin`"),
        ("card a:\n  when played:\n    if you have 2 coin: gain 1 coin", "RK001", "compare: `if your coin >= 2:`"),
        ("card a: when played: gain 1 coin, lose 1 coin", "RK001", "one statement a line, or join them with `then`"),
        ("card a: when played: draw 1 card", "RK010", "drawn by number: `draw 1 from deck to your hand`"),
        ("card a: when played: discard this", "RK001", "declare it with `to discard ...:`, or use one"),
        ("card a: when played: gian 1 coin", "RK001", "did you mean `gain`?"),
        ("card a:\n  when you gain coin: gain 1 coin", "RK001", "an event is answered with `after you gain n coin:`"),
        ("card a:\n  at the end of your turn: gain 1 coin", "RK001", "write `at start of turn:` or `at end of turn of you:`"),
        ("card a:\n  at end of your turn: gain 1 coin", "RK001", "whose turn comes after it: `at end of turn of you:`"),
        ("card a: when played: if your coin > 2: gain 1 coin", "RK001", "begin a new line with it"),
        ("card a: when played: opponents lose 1 coin", "RK012", "say it of each: `for each player p in opponents"),
        ("card a: when played: each opponent loses 1 coin", "RK001", "say it of each: `for each player p in opponents"),
        ("card a: when played: move this to hand", "RK012", "say whose: `your hand`"),
        ("card a: when played: gain 1 coin for each card in your hand", "RK017", "count with `per`"),
        ("card a\n  cost 1 coin", "RK001", "end the line above with `:`"),
        ("card A: cost 1 coin", "RK001", "names are written in lower case: `a`"),
        ("card a: cost: 1 coin", "RK001", "without a colon: `cost 1 coin`"),
        ("card a: gain 1 coin", "RK014", "say when it does that: `when played: gain ...`"),
        ("card a: when played gain 1 coin", "RK001", "put `:` after the name of the text"),
        ("card a: when play: gain 1 coin", "RK031", "did you mean `played`?"),
        ('card "Apple": cost 1 coin', "RK001", 'a name comes first, then what players read: `card apple "Apple"`'),
        ("card a: when played: gain one coin", "RK010", "numbers are digits: `1`"),
        ("card a:\n\tcost 1 coin", "RK002", "indent with two spaces"),
        ('card a "A / "B": cost 1 coin', "RK001", 'a `"` is missing'),
        ("card a “A”: cost 1 coin", "RK001", "straight quotes"),
        ("card a 'A': cost 1 coin", "RK001", "double quotes"),
        ('card a "A" "B": cost 1 coin', "RK001", "other languages stand in a catalogue"),
        ('card a: "A" cost 1 coin', "RK001", "labels stand before the colon"),
        ("card a: copies 2, cost 1 coin", "RK001", "divide parts of a declaration by `;`"),
        ("card a: copies four", "RK012", "in digits: `copies 4`"),
        ("card old-apple: cost 1 coin", "RK001", "`old_apple`"),
        ('card old apple "Old apple": cost 1 coin', "RK001", "`old_apple`"),
        ("card été: cost 1 coin", "RK001", "letters from a to z"),
        ("card 2apples: cost 1 coin", "RK001", "a name begins with a letter"),
        ("card a: when played: gain -3 coin", "RK012", "`lose` and `pay` take away: `lose 1 coin`"),
        ("card a: when played: gain 1.5 coin", "RK001", "numbers are whole"),
        ("card a: when played: gain $2", "RK001", "an amount names its resource"),
        ("card a: when played: gain 1 gold", "RK010", "there is `coin`"),
        ("card a: when played: gain 1 coin; lose 1 coin", "RK001", "join them with `then`"),
        ("card a:\n  when played:\n    gain 1 coin;", "RK001", "a line needs no `;` at its end"),
        ("card a: when played: gain 1 coin then", "RK001", "something follows `then`"),
        ("card a: when played: gain 1 coin to you", "RK017", "who does it stands before the verb: `p gains 1 coin`"),
        ("card a: when played: refill", "RK001", "declare it with `to refill ...:`"),
        ("card a:\n  when played:\n    stop", "RK001", "`end menu` leaves a menu"),
        ("card a:\n  when played:\n    I gain 1 coin", "RK001", "whoever does it is `you`"),
        ("card a:\n  when played:\n    your coin += 2", "RK001", "a resource changes by `gain` and `lose`"),
        ("card a:\n  when played:\n    x = 2", "RK001", "name a value with `let x = 2`"),
        ("card a:\n  when played:\n    if your coin = 2: gain 1 coin", "RK001", "compare with `==`"),
        ("card a:\n  when played:\n    if your coin > 2 then gain 1 coin", "RK001", "a condition ends with `:`"),
        ("card a:\n  when played:\n    if your coin > 2 && 1 == 1: gain 1 coin", "RK001", "`and`"),
        ("card a:\n  when played:\n    if your coin > 2 || 1 == 1: gain 1 coin", "RK001", "`or`"),
        ("card a:\n  when played:\n    if !(1 == 1): gain 1 coin", "RK001", "`not`"),
        ("card a:\n  when played:\n    if you.coin > 2: gain 1 coin", "RK001", "`p's coin`"),
        ("card a:\n  when played:\n    if your coin is more than 2: gain 1 coin", "RK001", "compare with `>`"),
        ("card a:\n  when played:\n    if coin of you > 2: gain 1 coin", "RK012", "what somebody has is written `"),
        ("card a:\n  when played:\n    if true: gain 1 coin", "RK010", "`yes`"),
        ("card a:\n  when played:\n    for p in players: p gains 1 coin", "RK001", "`for each player p in players:`"),
        ("card a:\n  when played:\n    while your coin < 2: gain 1 coin", "RK001", "a loop has an end"),
        ("card a:\n  when played:\n    repeat 3: gain 1 coin", "RK001", "say `times`"),
        ("card a:\n  when played:\n    elif your coin < 2: gain 1 coin", "RK001", "write `else if ...:`"),
        ("card a:\n  when played:\n    chose player p in opponents", "RK001", "did you mean `choose`?"),
        ("card a:\n  when played:\n    choose card c in deck with c's cost == nothing", "RK001", "`where` says which"),
        ("card a:\n  when played:\n    draw from deck 3 to your hand", "RK001", "the number comes first"),
        ("card a:\n  when played:\n    gain count(your hand) coin", "RK001", "`size(your hand)` counts all"),
        ("card a:\n  when played:\n    gain (len(your hand)) coin", "RK010", "`size(L)` counts"),
        ("card a: when played: gain 1 coin per card in my hand", "RK001", "`your hand`"),
        ("define f(p) = p's coin", "RK001", "say what it is"),
        ("define f(player p): p's coin", "RK001", "a define is a formula"),
        ("define f = highest(your coin)", "RK001", "by what: `highest(player p in players by p's coin)`"),
        ("to f card c\n  gain 1 coin", "RK001", "put `:` at the end of the line"),
        ("to f c: gain 1 coin", "RK001", "say what it is: `to play_card card c:`"),
        ("to f(card c): gain 1 coin", "RK001", "follows without brackets"),
        ("def f(): gain 1 coin", "RK001", "a verb is declared with `to`"),
        ("gain 1 coin", "RK001", "what happens stands in a block"),
        ("var streak = 0", "RK001", "say its type"),
        ("var streak: int = 0", "RK015", "`number` is the word for it"),
        ("var streak: stamp = 0", "RK015", "there are number, yesno"),
        ("define f = 1 +\n  2", "RK001", "only inside brackets"),
        ("to f:\n  let n = 1\n    + 2", "RK001", "only inside brackets"),
        ("to f:\n  gain 1 coin\n    gain 1 coin", "RK001", "end the line above with `:`"),
        ('resource wood "wood" of player', "RK001", "whose it is stands before the label"),
        ("define f(card c) = size(all(c's name))", "RK012", "`{x in all(thing) where x's name == c's name}`"),
        ("// a comment", "RK001", "a comment begins with `#`"),
        ('import "goldblivion.rules"', "RK001", "without quotes and ending"),
        ("import random", "RK020", "a rules file beside this one"),
        ("exmaple 'x':\n  then:\n    1 == 1", "RK001", "double quotes"),
        ('exmaple "x":\n  then:\n    1 == 1', "RK001", "did you mean `example`?"),
        ("example:\n  then:\n    1 == 1", "RK001", "it has a name"),
        ('example "x":\n  given:\n    ann\'s coin == 1\n  then:\n    1 == 1', "RK001", "a value is set, with one `=`"),
        ('example "x":\n  given:\n    anns coin = 1\n  then:\n    1 == 1', "RK001", "whose it is follows `'s`"),
        ("card a: when played: gain (your gold) coin", "RK014", "it has coin, hand"),
        ('example "x":\n  when:\n    ann gains 1 coin', "RK001", "`do ann gains ...` does something"),
        ('example "x":\n  then:\n    ann has 3 coin', "RK001", "compare: `ann's coin == 3`"),
        ('example "x":\n  then:\n    a is in deck', "RK001", "without `is`"),
        ("to f:\n  menu:\n    option a with card c in deck gain 1 coin", "RK001", "put `:` before what happens"),
        ("to f:\n  menu:\n    option a with card c in deck cost c's cost: gain 1 coin", "RK001", "`costs c's cost`"),
    ],
)
def test_advice(tmp_path: Path, text: str, code: str, advice: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}{text}\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.code == code
    assert advice in first.hint


@pytest.mark.parametrize(
    ("text", "column", "said"),
    [
        ("define f = size((deck)", 16, "`(` is never closed"),
        ("define f = size(deck))", 22, "`)` closes nothing"),
        ("to f:\n  gain (1 coin\n  lose 1 coin", 8, "`(` is never closed"),
    ],
)
def test_a_lonely_bracket_is_shown_where_it_stands(tmp_path: Path, text: str, column: int, said: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}{text}\n", "utf-8")
    (found,) = check_file(str(path))
    assert (found.message, found.span.column) == (said, column)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("to play_game:\n", "to play_game\n"),
        ("  power played\n", "  powr played x y\n"),
        ("zone hand of player:", "zone hand of player"),
        ("resource coin of player", "resource coin of playr"),
        ("kind card:\n", "knd card:\n"),
    ],
)
def test_one_mistake_gives_one_message(tmp_path: Path, right: str, wrong: str) -> None:
    """What a declaration with a mistake would have declared is not reported as missing wherever it is used."""
    path = tmp_path / "g.rules"
    text = f"{GAME}card a: cost 1 coin; when played: gain 1 coin per card in your hand\n"
    assert right in text
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    assert len(check_file(str(path))) == 1
    with pytest.raises(RulesError) as failed:
        load(path)
    assert len(failed.value.diagnostics) == 1


@pytest.mark.parametrize("players", ["4..2", "0", "0..3"])
def test_a_game_for_nobody_is_refused(tmp_path: Path, players: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(GAME.replace("players 2", f"players {players}"), "utf-8")
    (found,) = check_file(str(path))
    assert found.code == "RK012" and "cannot be played" in found.message


@pytest.mark.parametrize(
    "text", ["card a:\n  at end of turn of you: gain 1 coin", "card a: when played: gain 1 coin then lose 1 coin"]
)
def test_what_the_advice_says_is_right(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}{text}\n", "utf-8")
    assert [found for found in check_file(str(path)) if found.severity == "error"] == []


@pytest.mark.parametrize("indent", ["", "  "])
def test_the_caret_stands_under_the_unknown_verb(tmp_path: Path, indent: str) -> None:
    path = tmp_path / "g.rules"
    text = 'module m "M":\n' if indent else ""
    path.write_text(f"{GAME}{text}{indent}card a: when played: discard this\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.message == "`discard` is no verb"
    assert (first.span.column, first.span.end_column) == (22 + len(indent), 29 + len(indent))


def test_one_letter_is_no_hint(tmp_path: Path) -> None:
    path = tmp_path / "g.rules"
    path.write_text(f"{GAME}card a: when played: p gains 1 coin\n", "utf-8")
    first = next(found for found in check_file(str(path)) if found.severity == "error")
    assert first.message == "there is no name `p`" and "`a`" not in first.hint


@pytest.mark.parametrize(
    ("word", "said"), [("area", "an area"), ("exploit", "an exploit"), ("unit", "a unit"), ("none", "none")]
)
def test_articles(word: str, said: str) -> None:
    assert an(word) == said
