"""Inputs that a stranger would send: rules, saves, set-ups, maps, command lines. Each is small; none is in another test.

Contract: plain data. Whether an input is accepted is not said here; that it ends with a finding, an error of rulekit's own or a
game is what `test_strange.py` holds.
"""

from __future__ import annotations

_HEAD = (
    "game g: players 2\nresource a of player\nvar n: number = 0\nvar l: list of number = {}\nkind card:\n  field rank: number\n"
)
_CARDS = "card x, y, z: rank 3\nzone deck: holds card; seen by nobody\nzone hand of player: holds card; seen by owner\n"
_PLAY = "to play_game:\n  for each player p in players: p acts\n  end game with players\nto act:\n"


_EVER = "for i in 1..9999 for j in 1..9999"
_CHOICE = "  choose number k in 1..3\n"


def _rules(body: str, more: str = "") -> str:
    return _HEAD + _CARDS + more + _PLAY + body


def _example(given: str) -> str:
    return f'example "x":\n  given:\n    players {given}\n  then:\n    yes\n'


def _bomb() -> str:
    lines = ["a: &a [1,1,1,1,1,1,1,1,1]"]
    lines += [f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]" for old, new in zip("abcdefgh", "bcdefghi", strict=True)]
    return "\n".join(lines)


RULES: dict[str, str] = {
    "a choice among what is drawn while it is drawn": _rules(
        "  move all(card) to deck\n  shuffle deck\n  draw 9 from deck to your hand\n"
        "  choose card c in your hand\n  move c to deck\n"
    ),
    "a zone that reshuffles from itself": _rules(
        "  draw 3 from heap to your hand\n", "zone heap: holds card; reshuffles from heap\n"
    ),
    "two zones that reshuffle from each other": _rules(
        "  draw 3 from one to your hand\n",
        "zone one: holds card; reshuffles from two\nzone two: holds card; reshuffles from one\n",
    ),
    "a cap that gains": _rules("  gain 3 b\n", "resource b of player: cap 1 + your b\n"),
    "a cap that is worked out from itself over another": _rules(
        "  gain 3 b\n  gain 2 d\n", "resource b of player: cap your d\nresource d of player: cap your b\n"
    ),
    "a gain that answers itself": _rules("  gain 1 a\n", "rule r:\n  after player p gains k a: p gains k a\n"),
    "a move that answers itself": _rules("  move x to your hand\n", "rule r:\n  after player p moves card c: move c to deck\n"),
    "a turn in a turn in a turn": _rules("  turn of you: turn of you: turn of you: act\n"),
    "a menu that opens itself": _rules("  menu:\n    option again: act\n    option stop: end menu\n"),
    "later, later": _rules("  later: act\n"),
    "a sealed choice of nothing": _rules(
        "  sealed for each player p in players:\n    p chooses card c in p's hand\n  then:\n    move c to deck\n"
    ),
    "an invariant that runs away": _rules(
        _CHOICE, 'invariant "x": every(some(j in 1..9999 where j > 9999) for i in 1..9999)\n'
    ),
    "an invariant that fails to be a number": _rules(_CHOICE, 'invariant "x": 2147483647 + n > 0\n'),
    "a score that runs away": _rules(_CHOICE, f"define score(player p) = sum(i * j {_EVER})\n"),
    "a score that is no number": _rules(_CHOICE, "define score(player p) = p's hand\n"),
    "a worth that fails": _rules(_CHOICE, "define worth(player p) = 2147483647 * 2147483647\n"),
    "a start value that runs away": _rules("  set m to 1\n", f"var m: number = sum(i {_EVER})\n"),
    "a field that runs away": _rules("  set n to x's rank\n", f"kind odd:\n  field f: number = sum(i {_EVER})\nodd o\n"),
    "an option of the table that runs away": _rules("  set n to w\n", f"option w: number = sum(1 {_EVER})\n"),
    "dice of dice": _rules("  roll (99d9 + 99d9 + 99d9) as k\n  set n to k\n"),
    "a die without faces": _rules("  roll q\n", "kind face\ndie q: faces 0 x\n"),
    "a die on itself": _rules("  roll q\n", "kind face\nface f: copies 0\ndie q: faces 2 f, q\n"),
    "a list in a list in a list": _rules("  set l to {{{1}}}\n"),
    "numbers at the edge": _rules("  set n to 0 - 2147483647\n  set n to n / (0 - 1)\n  set n to 0 - n\n  set n to n - 1\n"),
    "a division by what is nothing": _rules("  set n to 5 / n\n  set n to (0 - 5) / 2\n"),
    "a thing that owns its zone": _rules("  move x to x's bag\n", "zone bag of card: holds card\n"),
    "things in each other": _rules("  move x to y's bag\n  move y to x's bag\n", "zone bag of card: holds card\n"),
    "a player in a zone": _rules("  move you to deck\n"),
    "an actor decided by itself": _rules(
        "  ghost acts2\n", "actor ghost: decided by ghost\nto act2: choose number k in 1..2\n"
    ),
    "an actor decided by nobody": _rules("  ghost acts2\n", "actor ghost: decided by none\nto act2: choose number k in 1..2\n"),
    "a secret list of thousands": _rules("  set s to 1..9999\n", "var s: list of number = {} secret\n"),
    "a name of 3,900 letters": _rules("  set " + "n" * 3900 + " to 1\n", "var " + "n" * 3900 + ": number = 0\n"),
    "a label of format characters": _rules(
        '  menu:\n    option o "{0.__class__} {n!r:>99999} %s": end menu\n    option q: end menu\n'
    ),
    "a label of nothing but spaces": _rules('  menu:\n    option o "   ": end menu\n    option q "\t": end menu\n'),
    "labels that are the same": _rules('  menu:\n    option o "one": end menu\n    option q "one": end menu\n'),
    "an example that lays out too much": _rules(_CHOICE) + _example("ann, bob\n    ann's hand = x, x, x"),
    "an example with a hundred players": _rules(_CHOICE) + _example(", ".join(f"p{i}" for i in range(200))),
}

SAVES: dict[str, str] = {
    "nothing": "",
    "a number": "7",
    "null": "null",
    "a text": '"rulekit"',
    "bytes of a picture": "\x89PNG\r\n\x1a\n",
    "half a save": '{"rulekit": 4, "game": "pig", "state": {"vals": [0, 0',
    "infinite numbers": '{"rulekit": 1e999}',
    "a version that is a list": '{"rulekit": [4]}',
    "the same key twice": '{"rulekit": 4, "rulekit": 4}',
    "lone surrogates": '{"rulekit": 4, "game": "\\ud800"}',
    "a key of a million letters": '{"' + "k" * 1_000_000 + '": 1}',
    "nested objects": '{"a":' * 5000 + "1" + "}" * 5000,
}

YAML: dict[str, str] = {
    "nothing": "",
    "a list": "- 1\n- 2\n",
    "a tag of Python": "!!python/object/apply:os.system ['true']\n",
    "a bomb of references": _bomb(),
    "itself": "setup: &x\n  a: *x\n",
    "merged with itself": "setup: &x\n  <<: *x\n",
    "a key that is a list": "? [1, 2]\n: 3\n",
    "another game": "setup: x\ngame: chess\n",
    "modules that are numbers": "setup: x\ngame: pig\nmodules: [1, {a: b}]\n",
    "modules that are a text": "setup: x\ngame: pig\nmodules: abc\n",
    "options that are a list": "setup: x\ngame: pig\noptions: [1]\n",
    "an option that is a date": "setup: x\ngame: pig\noptions: {target: 2020-01-01}\n",
    "an option that is no number": "setup: x\ngame: pig\noptions: {target: .nan}\n",
    "a map with no rows": "map: x\nlevels: [{id: l, grid: hex, rows: []}]\n",
    "a map of one endless row": "map: x\nlevels: [{id: l, grid: square, rows: ['" + "." * 100_000 + "']}]\n",
    "two documents": "setup: x\n---\nsetup: y\n",
    "a directive": "%YAML 9.9\n---\nsetup: x\n",
    "nested deeply": "a: " + "[" * 2000 + "]" * 2000 + "\n",
    "control characters": 'setup: "\\x1b[2J"\ngame: "\\x07pig"\n',
}

ARGUMENTS: dict[str, list[str]] = {
    "a player too few": ["play", "pig", "--auto", "--players", "0"],
    "players below none": ["play", "pig", "--auto", "--players=-3"],
    "players without end": ["play", "pig", "--auto", "--players", "9" * 5000],
    "a seed without end": ["play", "pig", "--auto", "--limit", "1", "--seed", "9" * 5000],
    "a seed below none": ["play", "pig", "--auto", "--limit", "1", "--seed=-5"],
    "a budget of nothing": ["play", "pig", "--auto", "--budget", "0"],
    "a budget without end": ["play", "pig", "--auto", "--budget", "1" + "0" * 40],
    "an option without a value": ["play", "pig", "--auto", "--option", "target"],
    "an option of nothing": ["play", "pig", "--auto", "--option", "="],
    "an option in brackets": ["play", "pig", "--auto", "--option", "target=" + "(" * 5000],
    "a seat that is not there": ["play", "pig", "--auto", "--as", "77"],
    "people at seats that are words": ["play", "pig", "--human", "ann,,1-"],
    "a bot with no time": ["play", "pig", "--auto", "--bots", "mcts:0"],
    "a bot of another kind": ["simulate", "pig", "--games", "1", "--bots", "mcts:-1,os.system"],
    "a path with a zero": ["check", "a\x00b.rules"],
    "a path of a thousand letters": ["check", "a" * 1000 + ".rules"],
    "a folder": ["check", "/"],
    "a game that is an option": ["check", "--", "--help"],
    "depth without end": ["perft", "tic_tac_toe", "9" * 5000],
    "depth below none": ["perft", "tic_tac_toe", "--", "-1"],
    "no games": ["simulate", "pig", "--games", "0"],
    "jobs below none": ["simulate", "pig", "--games", "1", "--jobs=-4"],
    "jobs without end": ["simulate", "pig", "--games", "1", "--jobs", "9" * 30],
    "a module of nothing": ["check", "pig", "--module", ""],
    "odds of what is not there": ["odds", "pig", "--limit", "0"],
    "a name of escapes": ["explain", "\x1b[2J", "--game", "pig"],
    "surrogates": ["text", "pig", "\udcff"],
}
