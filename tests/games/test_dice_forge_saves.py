"""A game of Dice Forge kept deep inside nested effects and taken up again by another process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import rulekit
from rulekit.runtime.chance import draw
from tests.games.dice_forge_box import game

# Player 1 accomplishes the Tree on island 7; player 2 comes after and ousts player 1, whose blessing shows a Golem face.
PLAIN = ["gold1"] * 5
SCRIPT = ["sun1", *PLAIN, "accomplish tree", "sun1", *PLAIN, "accomplish wood_nymph", "gold1", "moon_half"]
DEEPER = [
    ("moon_half", "the order of the ousted player's faces", "verb/apply_all"),
    ("c9", "the way of his Golem", "verb/advance"),
    ("heaven_gifts", "the Celestial roll of the cell it enters", "verb/roll_celestial"),
    ("1 moon", "what that roll gives", "face/heaven_gifts/applied"),
]
NEST = "perform accomplish receive_blessing resolve receive apply_all settle apply advance enter roll_celestial".split()
NEST += "apply_all settle apply".split()

RESUME = """
import sys
from pathlib import Path
import rulekit
from tests.games.test_dice_forge_saves import play_on

game = rulekit.load("dice_forge_rebellion", modules=["goddess"])
for path in sorted(Path(sys.argv[1]).glob("*.json")):
    path.with_suffix(".later").write_text(play_on(game.from_json(path.read_text(encoding="utf-8"))), encoding="utf-8")
"""


def play_on(state: rulekit.State) -> str:
    """The save after eighty more answers, drawn from a fixed stream."""
    for number in range(80):
        if state.over:
            break
        state = state.apply(draw(7, number, len(state.decision.options)))
    return state.to_json()


def verbs(state: rulekit.State) -> list[str]:
    """What is being carried out, from the outside in."""
    return [frame[0] for frame in state.data.stack]


def deep_inside() -> list[rulekit.State]:
    """The four decisions, each deeper than the one before."""
    state = game("goddess").new(players=3, seed=1, chance="ask")
    for answer in SCRIPT:
        state = state.apply(answer)
    found = []
    for answer, _, path in DEEPER:
        assert path in verbs(state)
        found.append(state)
        state = state.apply(answer)
    return found


def test_the_deepest_decision_is_a_celestial_roll_in_a_step_in_a_blessing_in_an_ousting() -> None:
    deepest = deep_inside()[-1]
    inside = [path.removeprefix("verb/") for path in verbs(deepest) if path.startswith("verb/")]
    assert inside[-len(NEST) :] == NEST
    assert deepest.decision.player == 0 and deepest.get("active == item(players, 2)")
    assert [option.text for option in deepest.decision.options] == ["3 gold", "1 sun", "1 moon"]


def test_another_process_takes_it_up_and_plays_the_same_game(tmp_path: Path) -> None:
    states = deep_inside()
    for number, state in enumerate(states):
        (tmp_path / f"{number}.json").write_text(state.to_json(), encoding="utf-8")
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", RESUME, str(tmp_path)], check=True, cwd=root)
    for number, state in enumerate(states):
        assert (tmp_path / f"{number}.later").read_text(encoding="utf-8") == play_on(state)


def test_every_decision_inside_can_be_undone_and_saved() -> None:
    for state in deep_inside():
        again = game("goddess").from_json(state.to_json())
        assert again == state and again.decision == state.decision
        assert state.apply(0).undo() == state
