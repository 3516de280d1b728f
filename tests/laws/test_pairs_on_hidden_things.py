"""What is kept for a player and a hidden thing goes with its place, whichever of the two stands first."""

from __future__ import annotations

from pathlib import Path

from rulekit import load
from rulekit.testing import check_laws

MARKS = """\
game marks "Marks": players 2

kind hut "hut": field rank: number
hut one_hut "One": rank 1
hut two_hut "Two": rank 2
hut three_hut "Three": rank 3
hut four_hut "Four": rank 4

zone deck: holds hut; seen by nobody
zone hand of player: holds hut; seen by owner
var liked of hut, player "liked": yesno = no
resource dots of player, hut "dots"

to take_turn:
  turn of you:
    choose hut h in your hand:
      choose one:
        option like "Like": set liked(h, you) to yes
        option dot "Dot": gain 1 dots(h)

to play_game:
  move all(hut) to deck
  shuffle deck
  for each player p in players: p draws 2 from deck to p's hand
  for each player p in players: p takes_turn
  end game with highest(player p in players by sum(h's rank for hut h in p's hand))

invariant "four huts": size(all(hut)) == 4
"""


def test_marks_of_a_player_on_hidden_things_break_no_law(tmp_path: Path) -> None:
    path = tmp_path / "marks.rules"
    path.write_text(MARKS)
    check_laws(load(path), plays=8, most=9)
