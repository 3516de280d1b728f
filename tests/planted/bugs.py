"""Deliberately wrong variants of real rules, and the tool that must find each.

A bug is a piece of a rules file and what stands there instead; the files themselves are never changed, only copies of them.
`tool` says who finds it: `examples` (an example fails), `invariants` (random play breaks one, or stops with an error),
`interactions` (the search finds it with the named things), `laws` (the law called `kind` is broken, or tells what is never in
play). The state machine of Hypothesis finds its bugs in `tests/unit/testing/test_strategies.py`, in a smaller game.
"""

from __future__ import annotations

from dataclasses import dataclass

GOLD, FORGE, BETTER = "goldblivion", "dice_forge", "better_than_gold"


@dataclass(frozen=True)
class Bug:
    """One wrong rule."""

    name: str
    game: str
    sort: str
    tool: str
    old: str
    new: str
    only: tuple[str, ...] = ()
    kind: str = ""  # what the search must call it, or the law
    more: tuple[tuple[str, str], ...] = ()  # further pieces that belong to the change
    plays: int = 80  # of the search for interactions; the slowest bug needs so many


BUGS = (
    # ---------- GOLDblivion ----------
    Bug("materials_above_the_limit", GOLD, "missing cap", "invariants", "[GB-025] = 4", "[GB-025] = 9"),
    Bug("market_of_five", GOLD, "wrong number", "invariants", "draw 4 - size(market) from", "draw 5 - size(market) from"),
    Bug("magic_is_used_up", GOLD, "lost card", "invariants", "      move m to used_magic\n", "      destroy m\n"),
    Bug("fighters_stay_in_front", GOLD, "lost card", "invariants", "move your front + your done to", "move your done to"),
    Bug("nobles_for_sale", GOLD, "wrong set-up", "invariants",
        "where not c's starting and c is not noble}", "where not c's starting}"),
    Bug("the_cow_is_covered", GOLD, "wrong set-up", "examples", "  starts in n3's tiles\n", "  starts in n2's tiles\n"),
    Bug("dice_count_twice", GOLD, "double trigger", "examples",
        "    activate bonus_die's shown's rolled\n",
        "    activate bonus_die's shown's rolled\n    activate bonus_die's shown's rolled\n"),
    Bug("spells_seen_by_all", GOLD, "leak", "examples",
        "[GB-119]: holds magic; seen by owner", "[GB-119]: holds magic"),
    Bug("reward_before_the_tile", GOLD, "wrong timing", "examples",
        "  if not foe's permanent:\n    move foe to your trophies\n  activate foe's beaten\n",
        "  activate foe's beaten\n  if not foe's permanent:\n    move foe to your trophies\n"),
    Bug("hand_is_lost", GOLD, "lost card", "examples",
        "shuffle {character c in your play_area} + your hand into", "shuffle {character c in your play_area} into"),
    Bug("village_stays", GOLD, "dropped effect", "examples", "      swap v with v's back\n", ""),
    Bug("oracle_for_ever", GOLD, "endless chain", "interactions",
        "choose character c in cs where c is not running", "choose character c in cs",
        only=("oracle_nimue", "herald_josse"), kind="error", plays=20),
    Bug("reactivated_and_gone", GOLD, "lost card on copy", "examples",
        "where c is not running\n  activate c's played\n", "where c is not running\n  activate c's played\n  destroy c\n"),
    Bug("a_hand_of_your_choice", GOLD, "leak", "examples",
        "[GB-060, GB-061, GB-175, ED-02]: draw 5 from your deck to your hand",
        "[GB-060, GB-061, GB-175, ED-02]:\n  choose 5 character cs in your deck\n  move cs to your hand"),
    Bug("forgotten_in_the_box", GOLD, "wrong set-up", "laws",
        "where not c's starting and c is not noble}", "where not c's starting and c is not noble and c is not wizard_tower}",
        kind="reachable", only=("wizard_tower",)),
    Bug("an_ingot_that_tells", GOLD, "leak", "laws",
        'costs 7 nugget [GB-115]:\n',
        "costs 7 nugget [GB-115]:\n      require size({character c in first(opponents)'s hand where elf in c's symbols}) < 2\n",
        kind="views_hide_things"),
    Bug("an_offer_that_tells", GOLD, "leak", "laws",
        "with card c in goods(you) costs 1 main_action + c's cost [GB-095, GB-096, ED-27]:",
        "with card c in goods(you) costs 1 main_action + c's cost"
        " if size({character c in first(opponents)'s hand where human in c's symbols}) < 3 [GB-095, GB-096, ED-27]:",
        kind="views_hide_things"),
    # ---------- Dice Forge ----------
    Bug("gold_above_the_cap", FORGE, "missing cap", "invariants", ": cap 12 + sum", ": cap 15 + sum"),
    Bug("two_on_a_portal", FORGE, "dropped effect", "invariants", "    oust there  ", "    nothing  "),
    Bug("exploits_vanish", FORGE, "lost card", "invariants", "[DF-050]: move x to your done", "[DF-050]: destroy x"),
    Bug("faces_go_to_the_box", FORGE, "lost card", "examples", "  move old to p's discards", "  nothing"),
    Bug("cancer_three_times", FORGE, "wrong number", "examples",
        "    repeat 2 times: receive_blessing\n\nexploit hydra", "    repeat 3 times: receive_blessing\n\nexploit hydra"),
    Bug("bear_answers_twice", FORGE, "double trigger", "examples",
        "where a != you and you in victims: gain 3 glory", "where you in victims: gain 6 glory"),
    Bug("shields_do_not_wait", FORGE, "wrong timing", "examples", "[DF-405]:\n  looks yes\n", "[DF-405]:\n"),
    Bug("the_minotaur_is_kind", FORGE, "dropped effect", "examples",
        "      lose n of r\n", "      nothing\n"),
    Bug("reinforced_for_ever", FORGE, "endless chain", "interactions",
        "      set x's used to yes\n", "", only=("owl", "elder"), kind="loop"),
    Bug("order_of_two_cards", FORGE, "order dependence", "interactions",
        "place m5; worth 12\n", "place m5; worth 12; instead of you gain n gold: proceed with n + 1\n",
        only=("ferryman", "gorgon"), kind="order",
        more=(("place f5; worth 14\n", "place f5; worth 14; instead of you gain n gold: proceed with 2 * n\n"),)),
    # ---------- Better Than Gold ----------
    Bug("two_on_a_cell", BETTER, "missing condition", "invariants",
        "clear(c) and not c's stall_place and size(c's occupants) == 0", "clear(c) and not c's stall_place"),
    Bug("a_door_on_the_foot", BETTER, "missing condition", "invariants",
        "  require size(d's occupants) == 0 because", "  require size(d's occupants) < 99 because"),
    Bug("out_before_the_boss", BETTER, "missing condition", "invariants",
        "  require boss_dead because", "  require underway because"),
    Bug("finds_stay_in_the_tray", BETTER, "lost card", "invariants", "        move f to c's finds  ", "        nothing  ",
        more=(("        set laid to laid + {f}\n", ""),)),
    Bug("inventory_seen_by_all", BETTER, "leak", "examples",
        "[BG-150, BG-151]: holds item; seen by owner", "[BG-150, BG-151]: holds item"),
    Bug("walking_is_free", BETTER, "dropped effect", "examples",
        "  for each dungeon_cell d in route(you, c):\n    set your walked to your walked + 1\n",
        "  for each dungeon_cell d in route(you, c):\n"),
    Bug("nine_on_the_dice", BETTER, "wrong number", "examples", "[BG-081]: number = 8", "[BG-081]: number = 9"),
    Bug("steps_owed_for_ever", BETTER, "wrong duration", "examples",
        "  at end of turn of player p [BG-203, Q-51]: set p's owed to 0\n",
        "  at end of round [BG-203, Q-51]: set first_player's owed to 0\n"),
)  # fmt: skip
