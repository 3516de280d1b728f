"""What of a story is told: nothing twice, nothing empty, and nothing that matters is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.api import Game, State

TEXT = """
game errand "Errand": players 2
resource step of player: lasts turn
resource coin of player
record vow:
  heir: player
  amount: number
kind stop is cell
board path of stop:
  cell a1, b1, c1
zone at of stop: holds piece
kind piece
piece piece_of_mine of player "walker"
var mood of player "mood": number = 0
var worn of player "worn out|untold": yesno = no
var inner_count: number = 0
var vows of player "vows|vows": list of vow
var rolled of player "roll": number = 0

to play_game:
  for each player p in players: move p's piece_of_mine to a1's at
  round:
    for each player p in players:
      turn of p:
        gain 1 step
        take_turn
  end game

to take_turn "take a turn":
  idle
  count_up
  brood
  menu:
    option go "Go" with stop c in {b1, c1} costs 1 step: walk c
    option vow "Vow" if your vows is empty: set your vows to {vow(heir: first(opponents), amount: 2)}
    option roll "Roll" if your rolled == 0: roll 1d6 as your rolled
    option rest "Rest" if your step == 0: end menu

to walk stop c "walk to {c}":
  enter c

to enter stop c "enter {c}": move your piece_of_mine to c's at
to idle "look around": nothing
to count_up "count": set inner_count to inner_count + 1
to brood "brood":
  set your mood to 1
  set your mood to 0
  set your worn to yes
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    path = tmp_path_factory.mktemp("outline") / "errand.rules"
    path.write_text(TEXT, "utf-8")
    return rulekit.load(path)


@pytest.fixture(scope="module")
def state(game: Game) -> State:
    return game.new(seed=1).apply("vow").apply("roll").apply("go b1")


def lines(state: State) -> list[str]:
    return [line.strip() for line in state.story(everything=True)]


def test_a_deed_is_told_once(state: State) -> None:
    """The answer, the verb, the verb within it and the move all say the same."""
    told = [line for line in lines(state) if "b1" in line]
    assert told == ["Player 1 walks to b1 (for 1 step)"]


def test_where_nothing_happens_nothing_is_told(state: State) -> None:
    text = "\n".join(lines(state))
    assert "looks around" not in text  # nothing at all
    assert "Player 1 counts" in text  # something without a label
    assert [event.name for event in state.events if event.kind == "verb"].count("idle") == 2  # the events keep it


def test_what_is_changed_back_or_marked_is_not_told(state: State) -> None:
    text = "\n".join(lines(state))
    assert "mood" not in text and "worn" not in text
    assert "Player 1 broods" in text


def test_what_everybody_gets_each_turn_is_not_told(state: State) -> None:
    assert not [line for line in lines(state) if "gains 1 step" in line]


def test_an_option_that_only_ends_a_menu_is_not_told_where_there_is_no_other(state: State) -> None:
    assert [event.name for event in state.events if event.kind == "forced"] == ["rest"]
    assert not [line for line in lines(state) if "Rest" in line]


def test_a_roll_is_told_once_and_lists_by_what_came(state: State) -> None:
    told = lines(state)
    rolled = next(event for event in state.events if event.kind == "dice").value("result")
    assert f"Player 1: Roll — {rolled} (1d6)" in told
    assert "Player 1: Vow — Player 1's vows: 1 vow added" in told


def test_a_save_in_the_middle_of_a_deed_keeps_the_story(game: Game) -> None:
    """What has been noted of a deed that still goes on is not noted again."""
    state = game.new(seed=1).apply("vow")
    again = game.from_json(state.to_json())
    assert again.events == state.events
    assert again.apply("roll").apply("go b1").events == state.apply("roll").apply("go b1").events


def test_two_equal_rolls_are_both_told(tmp_path: Path) -> None:
    path = tmp_path / "two.rules"
    path.write_text(
        'game two: players 2\nvar x "first": number = 0\nvar y "second": number = 0\nto roll_two "roll":\n'
        "  roll 1d6 as a\n  roll 1d6 as b\n  set x to a\n  set y to b\nto play_game:\n  roll_two\n  end game\n",
        "utf-8",
    )
    state = rulekit.load(path).new(seed=1, chance="ask").apply("4").apply("4")
    assert state.story(everything=True)[1] == "Roll: the dice show 4, 4 (2d6); first: 0 → 4; second: 0 → 4"


FAIR = """
game fair "Fair": players 2
resource coin of player
resource deed of player: lasts turn
kind stall:
  power visited
stall tent "Tent":
  when visited: draw_two
kind ticket
ticket stub: copies 3
zone stalls: holds stall
zone heap "heap": holds ticket
zone hand of player: holds ticket
var herald "the herald": number = 1

to play_game:
  move all(stall) to stalls
  move {first(all(ticket))} to heap
  pass_round
  round:
    repeat 2 times:
      turn of first(players):
        gain 1 deed
        choose_deed
  end game

to pass_round "pass the staff":
  set herald to 3
  set herald to 2
  set herald to 1

to choose_deed "choose a deed":
  menu:
    option visit with stall s in stalls costs 1 deed: activate s's visited
    option rest costs 1 deed if heap is empty: doze
    option leave if your deed == 0: end menu

to draw_two "draw two": draw 2 from heap to your hand
to doze "doze": gain 1 coin
"""


@pytest.fixture(scope="module")
def fair(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("fair") / "fair.rules"
    path.write_text(FAIR, "utf-8")
    state = rulekit.load(path).new(seed=1)
    while not state.over:
        state = state.apply(state.decision.options[0])
    return state.story(everything=True)


def test_an_option_is_told_by_what_was_chosen_unless_the_deed_names_it(fair: list[str]) -> None:
    assert "Player 1: Visit Tent (for 1 deed)" in fair
    assert not [line for line in fair if "draws two (for 1 deed)" in line]


def test_a_forced_option_is_told_like_one_that_was_chosen(fair: list[str]) -> None:
    assert "Player 1: Visit Tent (for 1 deed) (no other choice)" in fair
    assert not [line for line in fair if "pays" in line or "chooses a deed" in line]


def test_each_turn_has_its_heading(fair: list[str]) -> None:
    assert fair.count("Round 1, turn of Player 1") == 2


def test_a_draw_that_falls_short_says_so(fair: list[str]) -> None:
    assert "  Player 1 draws two: Stub goes to Player 1's hand (from the heap); only 1 of 2 drawn (the heap)" in fair
    assert "  Player 1 draws two: only 0 of 2 drawn (the heap)" in fair


def test_a_value_that_comes_back_leaves_no_step_between(fair: list[str]) -> None:
    assert not [line for line in fair if "herald" in line]


GUILD = """
game guild "Guild": players 2
resource coin of player "coin"
kind card:
  power played "When played"
card clerk "Clerk":
  when played:
    gain 1 coin
    you may choose card c in your pile: destroy c
card page "Page"
card scribe "Scribe"
zone pile of player "pile": holds card; seen by everyone
zone office "office": holds card; seen by everyone

to play_game:
  move clerk to office
  move {page, scribe} to first(players)'s pile
  for each player p in players:
    turn of p: take_turn
  end game

to take_turn "take a turn":
  menu:
    option visit "Visit" with card c in office: activate c's played
    option stop "Stop": end menu
"""


def test_what_is_chosen_after_a_part_of_an_effect_is_told_within_it(tmp_path: Path) -> None:
    path = tmp_path / "guild.rules"
    path.write_text(GUILD, "utf-8")
    state = rulekit.load(path).new(seed=1).apply("visit clerk").apply("page").apply("stop")
    told = state.story(everything=True)
    assert "Player 1: Visit Clerk — gains 1 coin; Page leaves the game" in [line.strip() for line in told]


MARCH = """
game march "March": players 2
resource coin of player "coin"
kind stop is cell
board road of stop "Road":
  cell a1 "A1"
  cell b1 "B1"
  cell c1 "C1"
kind troop "troop"
kind card "card":
  power used "When used"
zone at of stop "camp": holds troop
zone hand of player "hand": holds card; seen by owner
zone deck "deck": holds card; seen by nobody
zone face_up_row "row": holds card
troop guards "Guards"
card ford, mill, weir: copies 2
card inn "The Inn":
  when used:
    choose one:
      option rest "Rest": gain 1 coin
      option ride "Ride": gain 2 coin
var luck of player "luck|untold": number = 0
var leader "leader": player = none

to play_game:
  for each player p in players: p rolls 1d6 as p's luck
  set leader to first(players)
  move {inn} to face_up_row
  move all(card) - {inn} to deck
  repeat 2 times:
    for each player p in players: draw 1 from deck to p's hand
  move guards to a1's at
  move guards to b1's at
  move guards to c1's at
  turn of first(players): first(players) takes_turn
  end game

to take_turn "take a turn":
  menu:
    option use "Use" with card c in face_up_row: activate c's used
    option beg "Beg" with player q in opponents: beg from q for 1 coin
    option drop "Drop": discard
    option stop "Stop": end menu

to beg from player q for bundle b "beg {q} for {b}":
  gain b
  ask from q

to ask from player q "ask {q}":
  q may gain 1 coin

to discard "discard a card":
  choose card c in your hand
  move c to face_up_row
"""


@pytest.fixture(scope="module")
def march(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    path = tmp_path_factory.mktemp("march") / "march.rules"
    path.write_text(MARCH, "utf-8")
    state = rulekit.load(path).new(seed=1)
    for answer in ("use inn", "rest", "beg player2", "no", "drop"):
        state = state.apply(answer)
    state = state.apply(state.decision.options[0]).apply("stop")
    return [line.strip() for line in state.story(everything=True)]


def test_cards_that_are_dealt_by_turns_are_told_player_by_player(march: list[str]) -> None:
    dealt = [line for line in march if "hand" in line and "turn" not in line]
    assert [line.split(" ")[-2:] for line in dealt[:2]] == [["1's", "hand"], ["2's", "hand"]]


def test_a_way_over_a_board_is_one_line(march: list[str]) -> None:
    assert "Guards go to A1, B1, C1" in march


def test_who_rolls_is_named_though_nobody_acts(march: list[str]) -> None:
    assert [line.split(" (")[0][:14] for line in march if "rolls" in line] == ["Player 1 rolls", "Player 2 rolls"]


def test_what_had_no_value_is_told_by_its_first(march: list[str]) -> None:
    assert "Leader: Player 1" in march


def test_a_choice_within_an_effect_is_told_within_it(march: list[str]) -> None:
    at = march.index("Player 1: Use the Inn")
    assert march[at + 1] == "Player 1: Rest — gains 1 coin"


def test_an_amount_that_the_deed_names_is_told_once(march: list[str]) -> None:
    at = march.index("Player 1 begs Player 2 for 1 coin: Player 2 declines")
    assert not [line for line in march[at:] if line == "Player 1 gains 1 coin"]


def test_a_choice_that_the_next_line_shows_is_not_told(march: list[str]) -> None:
    assert not [line for line in march if "chooses" in line]
    assert [line for line in march if line.startswith("Player 1 discards a card: ") and line.endswith("goes to the row")]
