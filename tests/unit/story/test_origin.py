"""A story says which card brought something, where nobody could tell, and from which place of the table things come."""

from __future__ import annotations

import pytest

from rulekit.api import Game, State

TEXT = """
game raid "Raid" / "Razzia": players 2
resource force of player "Force" / "Force|f"
kind fighter "fighter" / "combattant":
  power drawn "When drawn" / "Quand on pioche"
  power used "When used" / "Quand on utilise"
zone pile "pile" / "pioche|f": holds fighter
zone field of player "field" / "champ": holds fighter
fighter spear "Spear" / "Lance|f": starts in pile; when drawn: gain 1 force
fighter axe "Axe" / "Hache|f": starts in pile; when drawn: gain 2 force
fighter bow "Bow" / "Arc|m": starts in pile; when used: gain 1 force per fighter in your field
to play_game:
  turn of first(players): raid
  end game with players
to raid "go on a raid" / "partir en razzia":
  move {spear, axe} to your field
  for each fighter f in your field: activate f's drawn
  choose one:
    option use "Use {f}" / "Utiliser {f}" with fighter f in pile:
      move f to your field
      activate f's used
    option leave "Leave" / "Partir": nothing
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    path = tmp_path_factory.mktemp("raid") / "raid.rules"
    path.write_text(TEXT, "utf-8")
    return Game(path).new(seed=1).apply("use bow")


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["Spear, Axe go to Player 1's field (from the pile)", "Spear: Player 1 gains 1 Force",
                "Axe: Player 1 gains 2 Forces"]),
        ("fr", ["Lance, Hache vont dans : le champ de Joueur 1 (depuis : la pioche)", "Lance : Joueur 1 gagne 1 Force",
                "Hache : Joueur 1 gagne 2 Forces"]),
    ],
)  # fmt: skip
def test_told(state: State, lang: str, told: list[str]) -> None:
    lines = [line.strip() for line in state.story(everything=True, lang=lang)]
    assert [line for line in lines if line in told] == told, lines


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "Player 1 gains 3 Forces (1 Force for each fighter in their field)"),
        ("fr", "Joueur 1 gagne 3 Forces (1 Force pour chaque combattant dans son champ)"),
    ],
)
def test_counted(state: State, lang: str, told: str) -> None:
    """What an amount was counted by is told in the words of the rules."""
    lines = [line.strip() for line in state.story(everything=True, lang=lang)]
    assert any(line.endswith(told) for line in lines), lines


def test_read_already(state: State) -> None:
    """What the line around it names is not named again."""
    lines = [line.strip() for line in state.story(everything=True)]
    assert [line for line in lines if line.startswith("Bow:")] == [] and any("Use Bow" in line for line in lines), lines
