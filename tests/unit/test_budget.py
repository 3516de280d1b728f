"""What runs away ends with a clear error, in both tiers, within the budget; what is beyond a limit is refused."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

from rulekit.api import Game, State, load
from rulekit.errors import RunError, UsageError
from rulekit.program import limits
from rulekit.program.limits import FOR_EVER, LIST_MAX, NUMBER_MAX, OPTIONS_MAX
from rulekit.runtime.machine import Machine

HEAD = "game g: players 2\nresource a of player\nresource b of player\nvar n: number = 0\nvar l: list of number = {}\n\n"
ENGINES = ("interpreted", "compiled")
BUDGET = 20_000


def verbs(levels: int) -> str:
    chain = "".join(f"to v{i}:\n  v{i + 1}\n  v{i + 1}\n" for i in range(1, levels))
    return f"to play_game:\n  v1\n  end game\n{chain}to v{levels}: set n to n + 1\n"


def defines(levels: int) -> str:
    chain = "".join(f"define d{i} = d{i - 1} + d{i - 1}\n" for i in range(2, levels + 1))
    return f"define d1 = n\n{chain}to play_game:\n  set n to d{levels}\n  end game\n"


def payments(count: int) -> str:
    kinds = "".join(f"resource r{i} of player\n" for i in range(count))
    rules = "".join(f"  payment 1 a costs 1 r{i}\n" for i in range(count))
    stock = "".join(f"  gain 20 r{i}\n" for i in range(count))
    return f"{kinds}rule swap:\n{rules}to play_game:\n  item(players, 1) buys\n  end game\nto buy:\n{stock}  pay 15 a\n"


ONE = "to play_game:\n  item(players, 1) acts\n  end game\nto act:\n"
RUNAWAYS = {
    "verbs that call the next one twice": verbs(26),
    "defines that call the next one twice": defines(38),
    "nested sums": "to play_game:\n  set n to sum(sum(sum(sum((i + j + k + m) for number m in 1..100) for number k in 1..100)"
    " for number j in 1..100) for number i in 1..100)\n  end game\n",
    "later, again and again": "to play_game:\n  repeat 20000 times:\n    later at end of turn: set n to 0\n  end game\n",
    "a repeat of many millions": "to play_game:\n  repeat 999999999 times: set n to 1 - n\n",
    "a loop in a loop in a verb": "to play_game:\n  spin\n  end game\nto spin:\n  for each number i in 1..9999:\n"
    "    for each number j in 1..9999: set n to i\n",
    "a search in a search": "define far(number i) = size({j for number j in 1..1000 where j * j == i * i + 1 + n})\n"
    "to play_game:\n  set n to size({i for number i in 1..1000 where far(i) > n})\n  end game\n",
    "a table without end": "define far(number i) = size({j for number j in 1..9999 where j * j == i * i + 1})\n"
    "to play_game:\n  set n to size({i for number i in 1..9999 where far(i) > n})\n  end game\n",
    "a stat over and over": "kind card:\n  stat worth: number = sum(n for number i in 1..1000)\ncard c: copies 100\n"
    "to play_game:\n  set n to sum(c's worth for card c in box where yes)\n  end game\n",
}
SHARED = ("defines that call the next one twice",)  # the faster tier works out once what is written twice
LIMITS = {
    "a long range": ("to play_game:\n  for each number i in 1..1000000000: set n to i\n", "a list of 1,000,000,000 numbers"),
    "a list that doubles": (
        "to play_game:\n  set l to {1, 2}\n  repeat 60 times: set l to l + l\n",
        "a list of 16,384 elements",
    ),
    "squares of squares": ("to play_game:\n  set n to 3\n  repeat 40 times: set n to n * n\n", "1,853,020,188,851,841 is no"),
    "a sum": ("to play_game:\n  set n to sum(i * 1000000 for number i in 1..1000)\n", "500,500,000,000 is no number"),
    "a difference": (f"to play_game:\n  set n to 0 - {NUMBER_MAX}\n  set n to n - 1\n", "-2,147,483,648 is no number"),
    "an amount": (ONE + f"  gain {NUMBER_MAX} a\n  gain 1 a\n", "2,147,483,648 is no number"),
    "a multiple": (ONE + f"  set n to {NUMBER_MAX}\n  gain (2 a) * n\n", "4,294,967,294 is no number"),
    "alternatives": (
        ONE + "  gain " + " + ".join(["(1 a or 1 b)"] * 20) + "\n",
        "alternatives of an amount; 1,000 is the most",
    ),
    "dice": ("to play_game:\n  roll 60d6 + 60d6 as k\n  set n to k\n", "a roll of 120 dice; 100 is the most"),
    "a result of dice": (f"to play_game:\n  roll 1d6 + {NUMBER_MAX} as k\n  set n to k\n", "2,147,483,648 is no number"),
    "ways to pay": (payments(10), "ways to pay; 10,000 is the most"),
}


def rules(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "g.rules"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def failing(path: Path, engine: str) -> RunError:
    with pytest.raises(RunError) as caught:
        Game(path, engine=engine, budget=BUDGET * (100 if "payment" in path.read_text("utf-8") else 1)).new()
    return caught.value


@pytest.mark.parametrize("name", RUNAWAYS)
def test_what_runs_away_ends_in_both_tiers_with_the_same_words(name: str, tmp_path: Path) -> None:
    path = rules(tmp_path, RUNAWAYS[name])
    if name in SHARED:
        assert failing(path, "interpreted").message == FOR_EVER and Game(path, budget=BUDGET).new().get("n") == 0
        return
    plain, compiled = (failing(path, engine) for engine in ENGINES)
    assert plain.message == compiled.message == FOR_EVER
    assert plain.note and plain.note == compiled.note and plain.note in str(plain)
    assert plain.span is not None and compiled.span is not None


@pytest.mark.parametrize("name", LIMITS)
def test_what_is_beyond_a_limit_is_refused_in_both_tiers_with_the_same_words(name: str, tmp_path: Path) -> None:
    text, said = LIMITS[name]
    path = rules(tmp_path, text)
    plain, compiled = (failing(path, engine) for engine in ENGINES)
    assert said in plain.message and plain.message == compiled.message
    assert plain.span is not None and compiled.span is not None and plain.span.line == compiled.span.line


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("low", [-NUMBER_MAX, 0, NUMBER_MAX - 5])
def test_numbers_up_to_the_bound_are_numbers(low: int, engine: str, tmp_path: Path) -> None:
    text = f"to play_game:\n  set n to 0 + {low}\n  set n to n + 5\n  item(players, 1) gains {NUMBER_MAX} a\n".replace(
        "0 + -", "0 - "
    )
    state = Game(rules(tmp_path, text), engine=engine).new()
    assert state.get("n") == low + 5 and state.get("player1's a") == NUMBER_MAX


@pytest.mark.parametrize("engine", ENGINES)
def test_a_cap_holds_before_the_bound_does(engine: str, tmp_path: Path) -> None:
    text = (
        f"resource c of player: cap 9\nto play_game:\n  item(players, 1) gains 5 c\n  item(players, 1) gains {NUMBER_MAX} c\n"
    )
    assert Game(rules(tmp_path, text), engine=engine).new().get("player1's c") == 9


@pytest.mark.parametrize("engine", ENGINES)
def test_a_stat_that_leads_back_to_itself_while_it_runs(engine: str, tmp_path: Path) -> None:
    text = """kind card:
  var other: card = none
  stat worth: number = 1 + its other's worth
card x
card y
to play_game:
  set x's other to y
  set y's other to x
  set n to x's worth
"""
    error = failing(rules(tmp_path, text), engine)
    assert "leads back to itself" in error.message and error.span is not None and error.span.line == 15


@pytest.mark.parametrize("engine", ENGINES)
def test_a_choice_of_many_options(engine: str, tmp_path: Path) -> None:
    state = Game(rules(tmp_path, f"{ONE}  choose number k in 1..{OPTIONS_MAX}\n  set n to k\n"), engine=engine).new()
    assert len(state.decision.options) == OPTIONS_MAX and [str(o) for o in state.decision.options][-1] == f"{OPTIONS_MAX}"
    after = state.apply(str(OPTIONS_MAX))
    assert after.get("n") == OPTIONS_MAX
    assert str(after.game.from_json(after.to_json()).get("n")) == str(OPTIONS_MAX)


@pytest.mark.parametrize("engine", ENGINES)
def test_chance_for_totals_of_several_words(engine: str, tmp_path: Path) -> None:
    game = Game(rules(tmp_path, "to play_game:\n  roll 100d100 as k\n  set n to k\n  end game\n"), engine=engine)
    found = [game.new(seed=seed).get("n") for seed in range(20)]
    assert len(set(found)) > 10 and all(4_000 < number < 6_100 for number in found)


def test_both_tiers_roll_the_same_of_several_words(tmp_path: Path) -> None:
    path = rules(tmp_path, "to play_game:\n  roll 25d6 as k\n  set n to k\n  end game\n")
    plain, compiled = (Game(path, engine=engine) for engine in ENGINES)
    assert [plain.new(seed=s).get("n") for s in range(9)] == [compiled.new(seed=s).get("n") for s in range(9)]


# ---------- how the budget is spent ----------
def test_the_budget_is_renewed_at_each_decision(tmp_path: Path) -> None:
    """A game may take many times its budget, only not at one go: also where decisions follow each other in place."""
    text = (
        ONE.replace("  end game\n", "")
        + "  cycle player p in players:\n    you may:\n      set n to sum(1 for number i in 1..900)\n"
    )
    path = rules(tmp_path, text.replace("cycle player p in players", "cycle player p in players where n < 1000"))
    for engine in ENGINES:
        state = Game(path, engine=engine, budget=3_000).new()
        for _ in range(12):
            state.play("yes")
        assert state.get("n") == 900


def used(game: Game) -> int:
    """Units that a game takes from its start to its first decision."""
    state = game.new()
    return game.budget - state.machine.units


def test_the_compiled_tier_never_counts_more_than_the_reference(tmp_path: Path) -> None:
    texts = [verbs(8), defines(10), *(text for name, text in RUNAWAYS.items() if "sum" in name or "search" in name)]
    for text in texts:
        path = rules(tmp_path, text.replace("1..1000", "1..40").replace("1..100", "1..8"))
        plain, compiled = (Game(path, engine=engine, budget=BUDGET * 20) for engine in ENGINES)
        assert 0 <= used(compiled) <= used(plain) < BUDGET * 20


def test_what_the_reference_finishes_within_a_budget_both_finish(tmp_path: Path) -> None:
    path = rules(tmp_path, verbs(9))
    units = used(Game(path, engine="interpreted", budget=BUDGET))
    assert [Game(path, engine=engine, budget=units).new().get("n") for engine in ENGINES] == [256, 256]
    with pytest.raises(RunError):
        Game(path, engine="interpreted", budget=units - 1).new()


def test_questions_from_outside_do_not_use_up_the_budget_of_the_game(tmp_path: Path) -> None:
    path = rules(tmp_path, ONE + "  choose number k in 1..9\n  set n to k\n")
    for engine in ENGINES:
        state = Game(path, engine=engine, budget=2_000).new()
        for _ in range(30):
            assert state.get("sum(1 for number i in 1..400)") == 400
        assert state.apply("3").get("n") == 3


@pytest.mark.parametrize("budget", [0, -1, 999, 10**10])
def test_budgets_that_make_no_sense(budget: int) -> None:
    with pytest.raises(UsageError, match="the budget is a number from 1,000 to 1,000,000,000"):
        load("tic_tac_toe", budget=budget)


def test_a_budget_goes_with_variants_and_to_other_processes() -> None:
    game = pickle.loads(pickle.dumps(load("tic_tac_toe", budget=12_345).variant()))
    assert game.budget == 12_345 and game.new().table.budget == 12_345


def test_too_many_things(tmp_path: Path) -> None:
    text = "kind card\n" + "".join(f"card c{i}: copies {LIST_MAX}\n" for i in range(2)) + "to play_game: end game\n"
    with pytest.raises(UsageError, match="10,000 is the most"):
        Game(rules(tmp_path, text)).new()


def test_the_default_budget_is_generous_for_the_largest_bundled_game() -> None:
    state: State = load("dice_forge_rebellion", engine="interpreted").new(4)
    assert isinstance(state.machine, Machine)
    assert state.game.budget > 40 * (state.game.budget - state.machine.units)


# ---------- what is documented ----------
def test_the_page_of_limits_has_every_limit() -> None:
    page = Path("docs/reference/limits.md").read_text("utf-8")
    named = {name: value for name, value in vars(limits).items() if name.isupper() and isinstance(value, int)}
    inner = {"NUMBER_MIN", "BUDGET_MIN", "BUDGET_MAX", "CONSTANT_BUDGET"}
    missing = [name for name, value in named.items() if name not in inner and f"{value:,}" not in page]
    assert len(named) > 20 and not missing


@pytest.mark.parametrize(
    ("what", "most"),
    [
        ("a number", (limits.NUMBER_MAX, limits.NUMBER_MIN)),
        ("elements of a list or range", (limits.LIST_MAX,)),
        ("dice of one roll; sides of a die; different results", (limits.DICE_MAX, limits.SIDES_MAX, limits.SUMS_MAX)),
        ("alternatives of an amount", (limits.ALTERNATIVES_MAX,)),
        ("answers of one choice", (limits.OPTIONS_MAX,)),
        ("players", (limits.PLAYERS_MAX,)),
        ("characters of a player's name", (limits.PLAYER_NAME_MAX,)),
        ("columns or rows", (limits.SIDE_MAX,)),
        ("copies of a thing", (limits.COPIES_MAX,)),
        ("things on a table", (limits.THINGS_MAX,)),
        ("kinds one under the other", (limits.KINDS_MAX,)),
        ("deeds supposed within each other", (limits.SUPPOSED_MAX,)),
        ("defines that lean on each other", (limits.DEFINES_MAX,)),
        ("blocks in blocks; formulas in formulas", (limits.BLOCKS_MAX, limits.NEST_MAX)),
        ("characters of a file; of a line", (limits.TEXT_MAX, limits.LINE_MAX, limits.NAME_MAX)),
    ],
)
def test_each_row_of_the_page_of_limits_has_its_numbers(what: str, most: tuple[int, ...]) -> None:
    rows = [line.split("|") for line in Path("docs/reference/limits.md").read_text("utf-8").splitlines()]
    (row,) = (row for row in rows if len(row) == 5 and row[1].strip().startswith(what))
    assert [int(found.replace(",", "")) for found in re.findall(r"-?[0-9][0-9,]*[0-9]|[0-9]", row[2])] == list(most)
