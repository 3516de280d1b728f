"""The wordings of English for what has happened: one entry a kind of event.

Contract: as of `english_words.py`. The story is told in the present; who does it is named.
"""

from __future__ import annotations

STORY: dict[str, str] = {
    "s_chooses": "{who} chooses",
    "s_forced": "{x} (no other choice)",
    "s_gain": "{who} gains {x}",
    "s_gain_table": "{x} more",
    "s_gain_on": "{x} more on {on}",
    "s_surplus": "{x} ({n} above the limit)",
    "s_lose": "{who} loses {x}",
    "s_lose_table": "{x} less",
    "s_lose_on": "{x} less on {on}",
    "s_pay": "{who} pays {x}",
    "s_pay_table": "{x} is paid",
    "s_move": "{x} goes to {zone}|{x} goes to {zone}|{x} go to {zone}|{x} go to {zone}",
    "s_place": "{x} goes to {zone}|{x} goes to {zone}|{x} go to {zone}|{x} go to {zone}",
    "s_out": "{x} leaves the game|{x} leaves the game|{x} leave the game|{x} leave the game",
    "s_reveal": "{x} is revealed|{x} is revealed|{x} are revealed|{x} are revealed",
    "s_hide": "{x} is turned face down|{x} is turned face down|{x} are turned face down|{x} are turned face down",
    "s_show": "{who} is shown {x}",
    "s_swap": "{a} and {b} change places",
    "s_put": "{a} takes the place of {b}",
    "s_roll": "{die} shows {face}",
    "s_dice": "{who} rolls {x}",
    "s_dice_table": "{x} is rolled",
    "s_pick": "by chance: {x}",
    "s_turn_to": "{die} is turned to {face}",
    "s_set": "{what}: {old} → {new}",
    "s_shuffle": "{zone} is shuffled|{zone} is shuffled|{zone} are shuffled|{zone} are shuffled",
    "s_refuse": "not possible: {x}",
    "s_win": "{x} wins|{x} wins|{x} win together|{x} win together",
    "s_over": "the game is over",
    "s_nobody_wins": "nobody wins",
    "s_gap": "(what happened here was not kept)",
    "s_round": "round {n}",
    "s_turn": "turn of {who}",
    "s_set_up": "set-up",
    "s_source": "{x} ({source})",
    "s_unseen": "something",
}
