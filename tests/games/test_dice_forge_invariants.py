"""Every invariant of Dice Forge bites: a rule is broken on purpose, and random players run into it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.runtime.chance import draw
from rulekit.sources.bundled import find_game
from tests.games.dice_forge_box import game

GAMES = find_game("dice_forge").parent
MOST_GAMES = 12
# invariant, a text of the rules, what stands there instead
GLORY = '"glory|glory" [DF-002] [DF-014]\n'
THIEF = ": no_floor\n\nrule thief:\n  at start of turn of player p: p loses 1 glory\n"
MEMORY = " where not some(memory_token t in i's memories where t's memory_card == this)"
BASE = [
    ("each die has six faces", "  put f over old\n", "  move f to p's light's faces\n"),
    (
        "twelve faces on the dice of each player",
        "  put f over old\n",
        "  move f to p's light's faces\n  move f to p's discards\n",
    ),
    ("a die shows one of its faces", "  turn_to f\n\n[DF-045", "  set p's light's shown to old\n\n[DF-045"),
    ("reserves stay within their caps", "cap 12 + sum", "cap 14 + sum"),
    ("one hero on a portal", "    move v's hero to v's origin\n", "    nothing\n"),
    ("each hero is on an island or at home", "    move v's hero to v's origin\n", "    move v's hero to box\n"),
    ("piles hold cards of their own slot", "where x's place == s and in_play(x)}) to", "where in_play(x)}) to"),
    ("pools never grow", "      move fs to box\n", "      nothing\n"),
    ("no face is lost", "      move fs to box\n", "      nothing\n"),
    ("the cards of a set stay on its pile or with the players", "[DF-050]: move x to your done", "[DF-050]: destroy x"),
    ("the Hammer's token is on its track", '"laps made" [DF-150a]: number = 0', '"laps made": number = 1'),
    ("nothing is negative", GLORY, GLORY[:-1] + THIEF),
]
ALTERNATIVE = [
    ("a locked face stays on its die", "where not old's locked", ""),
    ("a face that a card has sent is locked", "  set f's locked to yes\n", ""),
]
GODDESS = [
    ("one Golem for each player, in the labyrinth", "    move your golem to c's visitors\n", "    move your golem to box\n"),
    ("each Treasure lies beside the board or in one room", "      move all(treasure) to treasures\n", "      nothing\n"),
    ("at most one Treasure in a room", "      move all(treasure) to treasures\n", "      move all(treasure) to c1's found\n"),
    ("Sceptre and Companion are on their tracks", "to its space + 1", "to its space + 6"),
]
TITANS = [
    ("each Allegiance token is on the track", "move your allegiance to c's standing", "move your allegiance to box"),
    ("original fragments within their cap, loyalty never stored", '"loyauté" [DF-302]: cap 0', '"loyauté" [DF-302]: cap 3'),
    ("no cell has two special paths one way", "to_rebellion t15; to_loyalty t17", "to_rebellion t15"),
    ("two tokens of one Memory never share an island", MEMORY, ""),
]
CASES = [("dice_forge", "dice_forge_first_game", *case) for case in BASE]
CASES += [("dice_forge", "dice_forge_alternative", *case) for case in ALTERNATIVE]
EXPANSION = [("dice_forge_rebellion", "goddess_discovery", *case) for case in GODDESS]
EXPANSION += [("dice_forge_rebellion", "titans_discovery", *case) for case in TITANS]
PARAMETERS = [pytest.param(*case, id=case[2]) for case in CASES]
PARAMETERS += [pytest.param(*case, id=case[2], marks=pytest.mark.slow) for case in EXPANSION]


def broken_game(folder: Path, name: str, setup: str, old: str, new: str) -> Game:
    """The game with one text changed."""
    for path in (GAMES / "dice_forge.rules", GAMES / "dice_forge_rebellion.rules"):
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(text.replace(old, new), encoding="utf-8")
    changed = [
        p for p in folder.glob("*.rules") if p.read_text(encoding="utf-8") != (GAMES / p.name).read_text(encoding="utf-8")
    ]
    assert len(changed) == 1, f"`{old}` stands in {len(changed)} files"
    return Game(folder / f"{name}.rules", setup=GAMES / "setups" / f"{setup}.yaml")


def found(loaded: Game, invariant: str, players: int, seed: int) -> bool:
    """Does a random game break it? Exploits are taken wherever they can be."""
    state = loaded.new(players=players, seed=seed)
    for length in range(600):
        if any(broken.head.name == invariant for broken in state.broken()):
            return True
        if state.over or state.question is None:
            return False
        choices = state.question.choices
        feats = [i for i, choice in enumerate(choices) if choice.text.startswith("accomplish ")]
        state.play(feats[draw(seed, length, len(feats))] if feats else draw(seed, length, len(choices)))
    return False


@pytest.mark.parametrize(("name", "setup", "invariant", "old", "new"), PARAMETERS)
def test_a_broken_rule_breaks_its_invariant(tmp_path: Path, name: str, setup: str, invariant: str, old: str, new: str) -> None:
    loaded = broken_game(tmp_path, name, setup, old, new)
    assert any(found(loaded, invariant, 2 + seed % 3, seed) for seed in range(MOST_GAMES))


def test_every_invariant_has_a_case() -> None:
    named = {case[2] for case in [*CASES, *EXPANSION]}
    there = {i.head.name for module in ("goddess", "titans") for i in game(module).program.invariants}
    assert there == named
