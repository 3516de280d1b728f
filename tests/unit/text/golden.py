"""The texts of a sample of each game, kept in files.

A golden file holds what `rulekit text` says, in both languages. `python -m tests.unit.text.golden --update` writes them anew;
read the difference as a player would before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import rulekit
from rulekit.text import Page, Teller

FOLDER = Path(__file__).parent / "golden"
# file: game, modules, names
SAMPLES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "goldblivion": (
        "goldblivion",
        (),
        """karen naya bud_and_buddy lady_aurane count_corvin harmony dawn_ranger_ilsa oracle_nimue odo herald_josse
        architect_elise archimus bombasto osk alehouse exchange archer boomers thorin mercenary tinkers dragon_cow
        token_6 magic_face war_camp n1 bonus_die bram tom
        fight resolve_army gain_combat_card pass develop take_effigy can_be_fought leaders combat_offer production_sides
        market""",
    ),
    "goldblivion_solo": (
        "goldblivion",
        ("solo",),
        "corvin_board corvin_human sylas_elf take_noble_turn take_tile material_limit solo_rules rival",
    ),
    "dice_forge": (
        "dice_forge",
        (),
        """hammer chest silver_hind satyrs elder wild_spirits owl minotaur sphinx great_bear boar cerberus cerberus_token
        sentinel typhon triton_token cyclops gold3 any1 triple mirror ship red_shield red_boar pool4 m8 isle1
        receive_blessing settle make_offering winners gold""",
    ),
    "dice_forge_goddess": (
        "dice_forge_rebellion",
        ("goddess",),
        """twins sceptre companion wind mists ancestor merchant goldsmith trident eternal_fire moon_golem moon_half
        puzzle_effect advance""",
    ),
    "dice_forge_titans": (
        "dice_forge_rebellion",
        ("titans",),
        "memory oracle guardian misfortune original1 blue_chaos t16 loyalty_zones rebellion_zones lean_rebel score",
    ),
    "better_than_gold": (
        "better_than_gold",
        (),
        """wooden_sword mouchquetaire_sword web_launcher regrettable_blunderbuss battle_dentures miners_lamp_helm
        crown_of_arrears winged_breastplate boots_morning_after flashbang second_amendment fire_oil grease_jar
        loaded_die chalk_door expired_coupon used_phoenix_feather hair_of_the_dog heap_of_gold twin_candlestick zombie
        accountant_rat rust_slime blob_tuto legless_flying_spider hungover_lich borgnar find_monster attack fall chill
        boss_fight free gold worn""",
    ),
}


def text(sample: str, lang: str) -> str:
    """What is said of a sample."""
    game, modules, names = SAMPLES[sample]
    teller = Teller(rulekit.load(game, modules=modules).program, lang)
    return "\n\n".join("\n".join(shown(teller.page(name), name)) for name in names.split()) + "\n"


def shown(page: Page | None, name: str) -> list[str]:
    assert page is not None, name
    return [f"{page.title} ({page.what})" if page.what else page.title, *(f"  {line}" for line in page.lines())]


def path(sample: str, lang: str) -> Path:
    return FOLDER / f"{sample}.{lang}.txt"


def update() -> None:
    FOLDER.mkdir(exist_ok=True)
    for sample in SAMPLES:
        for lang in ("en", "fr"):
            path(sample, lang).write_text(text(sample, lang), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--update"]:
        sys.exit("python -m tests.unit.text.golden --update")
    update()
