"""What a player sees of a table, and what he does not."""

from __future__ import annotations

import re
from pathlib import Path

from rulekit.api import Game, State, load
from rulekit.bots import random_bot
from rulekit.outlook.sight import NOBODY, Sight
from rulekit.program.game import Head
from rulekit.story.words import Words
from rulekit.terminal.style import Style
from rulekit.terminal.table import table_text

HEAPS = """\
game heaps: players 2

kind spot is cell:
  var side: player = none
  var men "men": number = 0

board line of spot:
  square
  map:
    | s1 s2

to play_game:
  set s2's side to last(players)
  set s2's men to 3
  first(players) does:
    choose one:
      option go: nothing
      option stay: nothing
  end game
"""


FARMS = """\
game farms: players 2

kind plot is cell
kind hut: copies 4
hut shack
values crop: wheat

board yard of plot: square 2, 1
zone farm of player, plot "farm": holds hut
zone barn of plot, player "barn": holds hut
zone sown of crop, plot "sown": holds hut
var dug of player, plot "dug": yesno = no

to play_game:
  let digger = last(players)
  move first(all(hut)) to digger's farm(yard_2_1)
  move item(all(hut), 2) to yard_2_1's barn(digger)
  move item(all(hut), 3) to wheat's sown(yard_1_1)
  set digger's dug(yard_1_1) to yes
  first(players) does:
    choose one:
      option go: nothing
      option stay: nothing
  end game
"""


def test_what_a_player_has_on_a_shared_board_stands_with_him(tmp_path: Path) -> None:
    path = tmp_path / "farms.rules"
    path.write_text(FARMS)
    lines = lines_of(load(path).new(seed=1), 0)
    after = lines[lines.index(line_with(lines, "Player 2")) :]
    assert "yard 2 1: Shack" in line_with(after, "farm")
    assert "yard 2 1: Shack" in line_with(after, "barn")
    board = lines[: lines.index(line_with(lines, "Player 2"))]
    assert sum(line.count("Shack") for line in board) == 1  # what belongs to no player lies on its cell, once
    assert "yard 1 1" in line_with(after, "dug")
    own = after[after.index(line_with(after, "(you)")) :]
    assert not any("farm" in line for line in own)


def started(game: Game, seed: int = 3) -> State:
    """The state after the sealed choices, at the first free decision of a turn."""
    state = game.new(seed=seed)
    while state.active is None:
        state = state.apply(0)
    return state


def lines_of(state: State, viewer: int, *, lang: str = "en", style: Style | None = None) -> list[str]:
    return table_text(state, viewer, lang=lang, style=style).splitlines()


def line_with(lines: list[str], text: str) -> str:
    return next(line for line in lines if text in line)


def test_own_hand_is_shown_and_another_hand_only_counted(orchard: Game) -> None:
    lines = lines_of(started(orchard), 0)
    head, other, own, *rest = lines[lines.index(line_with(lines, "coin  hand")) :]
    assert head.split() == ["coin", "hand"]
    assert other.split() == ["Player", "2", "2/5", "2"]
    assert own.split() == [">", "Player", "1", "(you)", "2/5", "2"]
    assert re.fullmatch(r"    hand  (Apple|Pear) .*(Apple|Pear).*", rest[-1])


def test_a_stranger_sees_no_hand_at_all(orchard: Game) -> None:
    text = table_text(started(orchard), NOBODY)
    assert "Apple" not in text and "Pear" not in text
    assert line_with(text.splitlines(), "  Player 2 ").split()[-1] == "2"


def test_resources_show_their_cap_and_turned_on_marks(orchard: Game) -> None:
    lines = lines_of(started(orchard).apply("stop"), 0)
    at = lines.index(line_with(lines, "Player 1 (you)"))
    assert "2/5" in lines[at]
    assert lines[at + 1].strip() == "tired | hunch 7"


def test_a_secret_variable_is_shown_to_its_owner_alone(orchard: Game) -> None:
    assert table_text(started(orchard), 0).count("hunch") == 1
    assert "hunch" not in table_text(started(orchard), NOBODY)


def test_a_graph_shows_who_stands_where_and_where_cells_lead(orchard: Game) -> None:
    line = line_with(lines_of(started(orchard), 0), "Old oak  ")
    assert line.strip() == "Old oak  robin (Player 1) | robin (Player 2) | -> Elm"


def test_a_die_shows_all_faces_and_marks_the_one_on_top(orchard: Game) -> None:
    line = line_with(lines_of(started(orchard), 0), "weather")
    assert re.fullmatch(r"  weather  (\[\*sunny\] \[sunny\]|\[sunny\] \[\*sunny\]) \[rainy\]|.*\[\*rainy\]", line)


def test_labels_follow_the_language(orchard: Game) -> None:
    text = table_text(started(orchard), 0, lang="fr")
    assert "-- Verger | manche 1, tour : Joueur 1" in text
    assert re.search(r"pièce  main\n  Joueur 2 .*\n> Joueur 1 \(vous\) +2/5 +2", text)
    assert "panier 2" in text


def test_small_boards_show_seats_and_the_numbers_of_options(tic_tac_toe: Game) -> None:
    state = tic_tac_toe.new().apply("a1").apply("b2")
    lines = lines_of(state, 0)
    at = lines.index("  Grid")
    assert lines[at + 1 : at + 5] == ["      a  b  c", "    1 P1 1  2", "    2 3  P2 4", "    3 5  6  7"]
    assert "    1 P1 .  ." in lines_of(state, 1)  # who is not asked is offered nothing


MAZE = """
game maze "Maze": players 1
kind room is cell
kind beast
beast prowler "The Prowler": copies 1
beast panther "Panther": copies 1
board floor of room:
  square
  map:
    | a7 b7 c7 d7 e7 f7 g7
    | a6 b6 c6 d6 e6 f6 g6
    | a5 b5 c5 d5 e5 f5 g5
    | a4 b4 c4 d4 e4 f4 g4
    | a3 b3 c3 d3 e3 f3 g3
    | a2 b2 c2 d2 e2 f2 g2
    | a1 b1 c1 d1 e1 f1 g1
zone in_room of room: holds beast
to play_game:
  first(players) chooses room r in floor
  move panther to r's in_room
  first(players) chooses room q in floor
  move prowler to q's in_room
  first(players) chooses room x in floor
  end game
"""


def test_a_thing_has_the_same_sign_on_every_screen_and_never_that_of_a_seat(tmp_path: Path) -> None:
    path = tmp_path / "maze.rules"
    path.write_text(MAZE, "utf-8")
    state = Game(path).new().apply("c1")
    alone, both = lines_of(state, 0), lines_of(state.apply("a1"), 0)
    assert "A Panther" in "\n".join(alone)  # P stands for seats
    assert "A Panther" in "\n".join(both) and "R The Prowler" in "\n".join(both)
    assert any(line.split() == list("abcdefg") for line in both)


def test_pieces_of_several_sorts_are_told_apart() -> None:
    lines = lines_of(load("chess").new(), NOBODY)
    assert "    8 R2 k2 B2 Q2 K2 B2 k2 R2" in lines
    assert "    2 P1 P1 P1 P1 P1 P1 P1 P1" in lines
    assert any("Rook" in line and "Knight" in line and "Pawn" in line for line in lines)


def test_a_table_that_is_too_wide_becomes_sentences(orchard: Game) -> None:
    lines = lines_of(started(orchard), 0, style=Style(20))
    assert "coin 2/5" in "\n".join(lines)


def test_no_line_is_wider_than_the_screen(orchard: Game) -> None:
    for width in (40, 80, 120):
        assert max(map(len, lines_of(started(orchard), 0, style=Style(width)))) <= width


def test_colour_changes_nothing_but_colour(orchard: Game) -> None:
    state = started(orchard)
    painted = table_text(state, 0, style=Style(colour=True))
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == table_text(state, 0)


def test_figures_that_the_label_says_already_are_left_out(orchard: Game) -> None:
    state = started(orchard)
    sight = Sight(state, 0)
    apple = state.table.by_design["apple"][0]
    assert sight.words.figures(state.machine, apple) == "1 coin"


def test_what_is_hidden_never_shows(orchard: Game) -> None:
    """Two states that differ only in what a player cannot see look the same to him, all through a game."""
    differed = False
    for seed in range(4):
        state, bot = orchard.new(seed=seed), random_bot(seed)
        while not state.over:
            for player in state.players:
                other = state.resample(player, seed=len(state.answers))
                assert table_text(other, player) == table_text(state, player)
                differed |= table_text(other, 1 - player) != table_text(state, 1 - player)
            state = state.apply(bot(state))
    assert differed


def test_control_characters_of_a_rules_file_do_not_reach_the_terminal(orchard: Game) -> None:
    words = Words(started(orchard).table)
    assert words.label(Head("bell", ("Bell \x1b[31m",))) == "Bell \\x1b[31m"
    assert words.text("\x1b[31m apple") == "\\x1b[31m Apple"


PAIRS = """
game pairs "Pairs" / "Paires": players 2
values column: two "2" / "2", three "3" / "3"
kind camp
camp tent: copies 4
resource coin of player "coin" / "pièce"
var height of player, column "height" / "hauteur": number = 0
var heat of column "heat" / "chaleur": number = 0
var trust of player, player: number = 0
var runner of player, column "runner" / "grimpeur": yesno = no
var plan of player, column "plan" / "plan": number = 0 secret
zone spot of player, column "spot" / "place": holds camp
stat reach of player "reach" / "portée": number = 3 + your coin
to play_game:
  set height(first(players), three) to 4
  set three's heat to 2
  set trust(first(players), last(players)) to 5
  set runner(first(players), two) to yes
  set plan(first(players), two) to 6
  move first(all(tent)) to spot(first(players), two)
  for each player p in players:
    turn of p:
      p chooses number n in {0, 2, 7}
      gain n coin
  end game
"""


def test_variables_of_pairs_and_words_and_own_stats_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "pairs.rules"
    path.write_text(PAIRS, "utf-8")
    state = load(path).new(players=2)
    lines = [line.strip() for line in table_text(state, 0).splitlines()]
    for wanted in ("heat  3: 2", "height  3: 4", "trust   Player 2: 5", "runner  2", "spot    2: Tent", "plan    2: 6"):
        assert wanted in lines
    assert "reach 3" in lines
    other = [line.strip() for line in table_text(state, 1).splitlines()]
    assert "height  3: 4" in other and not any(line.startswith("plan") for line in other)


def test_a_cell_tells_how_many_stand_there_beside_whose_they_are(tmp_path: Path) -> None:
    (tmp_path / "heaps.rules").write_text(HEAPS, "utf-8")
    lines = lines_of(load(tmp_path / "heaps.rules").new(), 0, style=Style(width=20))
    assert [word for line in lines for word in line.split() if word.startswith("P2")] == ["P2x3"]
    assert "    x men" in lines


TWO_GOLDS = """\
game golds: players 2
resource gold of player "gold"
resource old_gold of player "gold"
to play_game:
  for each player p in players: p gains 2 gold + 3 old_gold
  first(players) does:
    choose one:
      option go: nothing
      option stay: nothing
  end game
"""


def test_two_amounts_of_one_label_have_a_column_each(tmp_path: Path) -> None:
    path = tmp_path / "golds.rules"
    path.write_text(TWO_GOLDS)
    lines = lines_of(load(str(path)).new(seed=1), 0)
    assert line_with(lines, "gold").split() == ["gold", "gold"]
    assert line_with(lines, "Player 2").split() == ["Player", "2", "2", "3"]
