"""Texts that once read badly, each kind on a small game."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.api import Game
from rulekit.program.facts import called
from rulekit.syntax.words import BUILTIN_VERBS
from rulekit.text import Page, teller
from rulekit.text.find import find
from rulekit.text.languages import LANGUAGES
from rulekit.text.tables import FUNCTIONS, ORDERS

_GAME = """
game words "Words" / "Mots": players 2

values suit "suit" / "couleur|f": clubs "clubs" / "trèfle", elf "elf" / "elfe", hearts "hearts" / "cœur"
resource gold of player "gold" / "or"
resource coin of player "coin" / "pièce"
kind card "card" / "carte":
  field rank "rank" / "rang": number = 0
  field suits "suits|suits" / "couleurs|f|couleurs": list of suit
  field reach "reach" / "portée|f": number = 2
  field gain "gain" / "gain": bundle = nothing
  field quick "moves who plays it" / "déplace qui la joue": yesno = no
  stat times "multiplier" / "multiplicateur": number = 1
  var tired "tired" / "fatigué": yesno = no
  power played "When played" / "Quand on la joue"
kind spell is card "spell" / "sort|m": reach 5
kind token "token" / "jeton": var open "open" / "ouvert": yesno = no
zone hand of player "hand" / "main|f": holds card
zone spent of player "spent cards" / "cartes usées|f|cartes usées": holds card
zone park "Gardens" / "Jardins|m|Jardins": holds card
zone bag "bag" / "sac|m": holds token
kind island is cell "island" / "île|f"
board islands of island "islands" / "îles|f|îles":
  cell north "North" / "Nord"
  cell south "South" / "Sud"
var pawn of player "pawn" / "pion": token = none
define score(player p) = p's coin + p's gold
define all_rich "the players with gold" / "les joueurs avec de l'or" = {player p in players where p's gold > 0}
define gap(player p, player q) = p's coin - q's coin
define owed(player p) "what {p} owes" / "ce que {p} doit" = p's coin
define worth_of(player p) "{p}'s worth" / "la valeur de {p}" = p's gold
define home(player p) "the number of cards of {p}" / "le nombre de cartes de {p}" = size(p's hand)
card ace "Ace" / "As|m":
  rank 1
  suits elf, elf
card twins "The Twins" / "Les Jumeaux":
  when played:
    if not its tired: gain 1 coin
card clover "Clover" / "Trèfle|m":
  gain 2 coin
  when played: gain its times * its gain
spell fire "Fire" / "Feu": rank 3
token moon "Moon token" / "jeton Lune": copies 2

to fight "fight" / "combattre": gain 1 coin
to shove player p with number n "shove {p} by {n:cell}" / "pousser {p} de {n:case}": p loses n coin
to act "act" / "agir":
  TEXT

rule watch "Watch" / "Guet":
  before player p get_up where p's coin > 0: p gains 1 coin
card scout "Scout" / "Éclaireur":
  after player p shows card c where c in its seen: p gains (size(its seen)) coin
var seen of scout "cards drawn|cards drawn" / "cartes vues|f|cartes vues": list of card = {}
to show card c "show {c}" / "montrer {c}": gain 1 coin
define idle(player p, card c) "{c} is kept by {p}" / "{c} est gardé par {p}" = c's tired
define alike(card c, card d) "{c} is like {d}" / "{c} est pareil à {d}" = c's rank == d's rank
card bell "Bell" / "Cloche":
  before you get_up: gain 1 coin
card drum "Drum" / "Tambour":
  after player p shoves player q where p == you: gain 1 coin
  after player p shoves player q where q == you and p != you: gain 1 coin
to get_up "get up" / "se relever": gain 1 coin

to play_game:
  for each card c in all(card): first(players) activates c's played
  end game with {p for player p in players where p's coin > 0 and size(p's hand) == ace's rank}
"""
_SAID = [
    # a pronoun has a possessive of its own
    ("gain (score(you)) coin", "Gain as many coins as your score.", "Gagnez autant de pièces que votre score."),
    (
        "gain (size({player p in players where score(p) > 3})) coin",
        "Gain as many coins as the number of players whose score is more than 3.",
        "Gagnez autant de pièces que le nombre de joueurs dont le score dépasse 3.",
    ),
    # nor has it the ending of a name, nor have several
    (
        "gain (worth_of(you) - worth_of(first(opponents))) coin",
        "Gain as many coins as your worth minus the first of the opponents' worth.",
        "Gagnez autant de pièces que votre valeur moins la valeur du premier des adversaires.",
    ),
    # nor do verbs and pronouns stand as they do beside a name
    (
        "gain (owed(you)) coin",
        "Gain as many coins as what you owe.",
        "Gagnez autant de pièces que ce que vous devez.",
    ),
    (
        "gain (size({player p in players where gap(p, you) > 3})) coin",
        "Gain as many coins as the number of players for whom the gap of that player and you is more than 3.",
        "Gagnez autant de pièces que le nombre de joueurs pour qui le gap de ce joueur et vous dépasse 3.",
    ),
    # a label with a slot, after `whose`
    (
        "gain (size({player p in players where home(p) > 3})) coin",
        "Gain as many coins as the number of players whose number of cards is more than 3.",
        "Gagnez autant de pièces que le nombre de joueurs dont le nombre de cartes dépasse 3.",
    ),
    # so many of a resource that was chosen
    (
        "choose resource r in {coin, gold} then gain 1 of r",
        "Choose a resource: coins or gold. Gain 1 of that resource.",
        "Choisissez une ressource : pièces ou or. Gagnez 1 de cette ressource.",
    ),
    # all of a list, not one of it
    (
        "for each suit s in {clubs, elf, hearts}: gain 1 coin",
        "For each suit among clubs, elf and hearts, gain 1 coin.",
        "Pour chaque couleur parmi trèfle, elfe et cœur, gagnez 1 pièce.",
    ),
    # what each one does, and nothing else
    ("for each player p in players: p loses 1 coin", "Each player loses 1 coin.", "Chaque joueur perd 1 pièce."),
    # one of those that a define names
    (
        "gain (size({player p in all_rich where p's coin > 3})) coin",
        "Gain as many coins as the number of players with gold who have more than 3 coins.",
        "Gagnez autant de pièces que le nombre de joueurs avec de l'or qui ont plus de 3 pièces.",
    ),
    (
        "choose player p in all_rich where p's coin > 3 then p loses 1 coin",
        "Choose a player among the players with gold who has more than 3 coins. That player loses 1 coin.",
        "Choisissez un joueur parmi les joueurs avec de l'or qui a plus de 3 pièces. Ce joueur perd 1 pièce.",
    ),
    # who does best by one of two numbers is named
    (
        "for each player p in players ordered by (if p's coin > 3 then 0 else 1): gain 1 coin then p loses 1 coin",
        "For each player, first the players who have more than 3 coins, gain 1 coin, then that player loses 1 coin.",
        "Pour chaque joueur, d'abord les joueurs qui ont plus de 3 pièces, gagnez 1 pièce, puis ce joueur perd 1 pièce.",
    ),
    # numbers are worked out, several things that are spoken of again have a letter from the start
    ("gain (10 * 2 + 5) coin", "Gain 25 coins.", "Gagnez 25 pièces."),
    # a bound against the endless is no rule
    ("repeat up to 499 times: gain 1 coin", "Up to 499 times: gain 1 coin.", "Jusqu'à 499 fois : gagnez 1 pièce."),
    ("repeat up to 500 times: gain 1 coin", "Again and again: gain 1 coin.", "Encore et encore : gagnez 1 pièce."),
    ("repeat up to 9 times: gain 1 coin", "Up to 9 times: gain 1 coin.", "Jusqu'à 9 fois : gagnez 1 pièce."),
    # things of one name
    (
        "gain (count(card c in your hand where c is twins)) coin",
        "Gain as many coins as the number of copies of the Twins in your hand.",
        "Gagnez autant de pièces que le nombre d'exemplaires des Jumeaux dans votre main.",
    ),
    # what is measured has no plural
    ("gain 3 gold", "Gain 3 gold.", "Gagnez 3 or."),
    ("lose (your gold) gold", "Lose all your gold.", "Perdez tout votre or."),
    ("gain (your coin) gold", "Gain as much gold as your coins.", "Gagnez autant d'or que vos pièces."),
    # a second condition
    (
        "if your coin > 2 and your hand is empty: gain 1 coin",
        "If you have more than 2 coins and your hand is empty, gain 1 coin.",
        "Si vous avez plus de 2 pièces et si votre main est vide, gagnez 1 pièce.",
    ),
    (
        "if your coin > 2 and (your hand is empty or bag is empty): gain 1 coin",
        "If you have more than 2 coins and (your hand is empty or the bag is empty), gain 1 coin.",
        "Si vous avez plus de 2 pièces et si (votre main est vide ou le sac est vide), gagnez 1 pièce.",
    ),
    (
        "repeat up to 3 times while your hand is empty and bag is empty: gain 1 coin",
        "Up to 3 times, while your hand is empty and the bag is empty: gain 1 coin.",
        "Jusqu'à 3 fois, tant que votre main est vide et que le sac est vide : gagnez 1 pièce.",
    ),
    # adjectives agree with what they are said of
    (
        "choose card c in your hand where not c's tired then destroy c",
        "Choose a card in your hand that is not tired. Destroy that card.",
        "Choisissez une carte dans votre main qui n'est pas fatiguée. Détruisez cette carte.",
    ),
    (
        "choose any number of card c in your hand where c's tired then destroy c",
        "Choose any number of cards in your hand that are tired. Destroy those cards.",
        "Choisissez autant de cartes dans votre main qui sont fatiguées que voulu. Détruisez ces cartes.",
    ),
    ("if twins's tired: gain 1 coin", "If the Twins are tired, gain 1 coin.", "Si les Jumeaux sont fatigués, gagnez 1 pièce."),
    # a label that is a verb
    (
        "choose card c in your hand where c's quick then destroy c",
        "Choose a card in your hand that moves who plays it. Destroy that card.",
        "Choisissez une carte dans votre main qui déplace qui la joue. Détruisez cette carte.",
    ),
    # no letters and no logic where plain words do
    (
        "choose card c in your hand\n  if some(card d in your hand where d's tired): destroy c",
        "Choose a card in your hand. If there is a card in your hand that is tired, destroy that card.",
        "Choisissez une carte dans votre main. S'il y a une carte dans votre main qui est fatiguée, détruisez cette carte.",
    ),
    (
        "choose player p in players where bag is empty then p gains 1 coin",
        "Choose a player for whom the bag is empty. That player gains 1 coin.",
        "Choisissez un joueur pour qui le sac est vide. Ce joueur gagne 1 pièce.",
    ),
    (
        "if every(c's tired for card c in your hand): gain 1 coin",
        "If each card in your hand is tired, gain 1 coin.",
        "Si chaque carte dans votre main est fatiguée, gagnez 1 pièce.",
    ),
    (
        "gain (sum(c's rank for card c in your hand)) coin",
        "Gain as many coins as the total rank of all cards in your hand.",
        "Gagnez autant de pièces que le total du rang de toutes les cartes dans votre main.",
    ),
    (
        "gain (most(c's rank for card c in your hand)) coin",
        "Gain as many coins as the highest rank among the cards in your hand.",
        "Gagnez autant de pièces que le maximum du rang parmi les cartes dans votre main.",
    ),
    (
        "let l = {player p in players where p's coin > 0}\n  if l == {you}: gain 1 coin",
        "Let A be all players who have at least 1 coin. If A consists of you alone, gain 1 coin.",
        "Appelez A : tous les joueurs qui ont au moins 1 pièce. Si A se limite à vous, gagnez 1 pièce.",
    ),
    ("if active == you: gain 1 coin",
     "If you are the active player, gain 1 coin.", "Si vous êtes le joueur actif, gagnez 1 pièce."),
    # a board that is called like its cells
    ("choose island i in islands then gain 1 coin", "Choose an island. Gain 1 coin.", "Choisissez une île. Gagnez 1 pièce."),
    # a thing that has no name but a word
    (
        "choose token t in bag where t is moon then destroy t",
        "Choose a Moon token in the bag. Destroy that Moon token.",
        "Choisissez un jeton Lune dans le sac. Détruisez ce jeton Lune.",
    ),
    # where chance picks, and what
    (
        "pick random card c in your hand where not c's tired then destroy c",
        "Pick at random a card in your hand that is not tired. Destroy that card.",
        "Tirez au hasard une carte dans votre main qui n'est pas fatiguée. Détruisez cette carte.",
    ),
    # an option that is called what it does
    (
        "choose one:\n    option a \"Fight\" / \"Combattre\": fight\n    option b \"Rest\" / \"Se reposer\": gain 1 coin",
        "Choose one: - Fight. - Rest: gain 1 coin.",
        "Choisissez une possibilité : - Combattez. - Se reposer : gagnez 1 pièce.",
    ),
    # one of those that were just named
    (
        "choose any number of card c in your hand\n  if some(card d in c where d's tired): gain 1 coin",
        "Choose any number of cards in your hand. If one of those cards is tired, gain 1 coin.",
        "Choisissez autant de cartes dans votre main que voulu. Si une de ces cartes est fatiguée, gagnez 1 pièce.",
    ),
    # how many they are
    (
        "choose any number of card c in your hand\n  gain (size(c)) coin",
        "Choose any number of cards in your hand. Gain as many coins as the number of those cards.",
        "Choisissez autant de cartes dans votre main que voulu. Gagnez autant de pièces que le nombre de ces cartes.",
    ),
    (
        "gain (size(your spent)) coin",
        "Gain as many coins as the number of your spent cards.",
        "Gagnez autant de pièces que le nombre de vos cartes usées.",
    ),
    (
        "gain (sum(c's rank for card c in your spent)) coin",
        "Gain as many coins as the total rank of your spent cards.",
        "Gagnez autant de pièces que le total du rang de vos cartes usées.",
    ),
    # how often a value is there
    (
        "gain (count(suit s in ace's suits where s == elf)) coin",
        "Gain as many coins as the number of elves among Ace's suits.",
        "Gagnez autant de pièces que le nombre d'elfes parmi les couleurs d'As.",
    ),
    # one question about one thing, not two
    (
        "choose suit s in {clubs, elf, hearts}\n  if s == clubs or s == elf: gain 1 coin",
        "Choose a suit: clubs, elf or hearts. If that suit is clubs or elf, gain 1 coin.",
        "Choisissez une couleur : trèfle, elfe ou cœur. Si cette couleur est trèfle ou elfe, gagnez 1 pièce.",
    ),
    # what somebody does with what is his
    (
        "for each player p in players: p gains (size(p's hand)) coin",
        "Each player gains as many coins as the number of cards in their hand.",
        "Chaque joueur gagne autant de pièces que le nombre de cartes dans sa main.",
    ),
    (
        "let p = first(opponents)\n  p chooses card c in p's hand\n  destroy c",
        "Let A be the first of the opponents. A chooses a card in their hand. Destroy that card.",
        "Appelez A : le premier des adversaires. A choisit une carte dans sa main. Détruisez cette carte.",
    ),
    # a zone called by what lies in it, and a place with a name
    (
        "choose card c in your spent where c's tired then destroy c",
        "Choose one of your spent cards that is tired. Destroy that card.",
        "Choisissez une de vos cartes usées qui est fatiguée. Détruisez cette carte.",
    ),
    (
        "if ace in your spent: gain (count(card c in park)) coin",
        "If Ace is one of your spent cards, gain as many coins as the number of cards in the Gardens.",
        "Si As est parmi vos cartes usées, gagnez autant de pièces que le nombre de cartes dans les Jardins.",
    ),
    # none of a resource
    ("if your coin == 0: gain 1 coin", "If you have no coins, gain 1 coin.", "Si vous n'avez pas de pièces, gagnez 1 pièce."),
    # who has least of it
    (
        "let l = lowest(player p in players by p's gold)\n  gain (size(l)) coin",
        "Let A be the players with the least gold. Gain as many coins as the number of players among A.",
        "Appelez A : les joueurs qui ont le moins d'or. Gagnez autant de pièces que le nombre de joueurs parmi A.",
    ),
    # what must be paid as often as possible is an order
    (
        "pay 2 coin as often as possible to gain 1 gold",
        "Pay 2 coins as often as possible, each time to gain 1 gold.",
        "Payez 2 pièces aussi souvent que possible, chaque fois pour gagner 1 or.",
    ),
    # another name for the one who is spoken to
    (
        "let me = you\n  first(opponents) shoves me with 2",
        "The first of the opponents shoves you by 2 cells.",
        "Le premier des adversaires vous pousse de 2 cases.",
    ),
    # verbs that act on themselves
    ("you may get_up", "You may get up.", "Vous pouvez vous relever."),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("prose")


def page(folder: Path, name: str, lang: str, text: str = "gain 1 coin") -> Page:
    path = folder / "words.rules"
    path.write_text(_GAME.replace("TEXT", text), "utf-8")
    found = teller(Game(path).program, lang).page(name)
    assert found is not None
    return found


@pytest.mark.parametrize(("text", "english", "french"), _SAID)
def test_said(text: str, english: str, french: str, folder: Path) -> None:
    for lang, wanted in (("en", english), ("fr", french)):
        assert " ".join(line.strip() for line in page(folder, "act", lang, text).text) == wanted


_PAGES = [
    ("ace", ["Rank: 1. Suits: 2 elves. Reach: 2."], ["Rang : 1. Couleurs : 2 elfes. Portée : 2."]),
    ("fire", ["Rank: 3. Reach: 5."], ["Rang : 3. Portée : 5."]),
    ("twins", ["When played: if the Twins are not tired, gain 1 coin."],
     ["Quand on la joue : si les Jumeaux ne sont pas fatigués, gagnez 1 pièce."]),
    ("drum", ["After you shove a player by N cells: gain 1 coin.", "After another player shoves you by N cells: gain 1 coin."],
     ["Quand vous venez de pousser un joueur de N cases : gagnez 1 pièce.",
      "Quand un autre joueur vient de vous pousser de N cases : gagnez 1 pièce."]),
    ("scout", ["After a player shows a card, if this card's cards drawn include that card:"],
     ["Quand un joueur vient de montrer une carte, si les cartes vues de cette carte-ci comprennent cette carte :"]),
    ("clover", ["When played: gain 2 coins."], ["Quand on la joue : gagnez 2 pièces."]),
    ("bell", ["Before you get up: gain 1 coin."], ["Quand vous allez vous relever, d'abord : gagnez 1 pièce."]),
    ("shove", ["That player loses N coins."], ["Ce joueur perd N pièces."]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "english", "french"), _PAGES)
def test_pages(name: str, english: list[str], french: list[str], folder: Path) -> None:
    for lang, wanted in (("en", english), ("fr", french)):
        told = page(folder, name, lang).lines()
        assert [line for line in told if line in wanted] == wanted, told


def test_titles_of_conditions_agree_and_name_both(folder: Path) -> None:
    """What a define is about is called by a letter where the text below speaks of it so."""
    titles = [page(folder, name, lang).title for name in ("idle", "alike") for lang in ("en", "fr")]
    assert titles == [
        "A card is kept by a player",
        "Une carte est gardée par un joueur",
        "A card is like a card A",
        "Une carte est pareille à une carte A",
    ]


def test_what_things_have_has_a_page(folder: Path) -> None:
    """`? rank` at a terminal: a field, a variable and a text, by name or label, with the kinds that have it."""
    shown = [(p.title, p.what, p.lines()) for p in (page(folder, name, "fr") for name in ("rank", "tired", "played"))]
    assert shown == [
        ("rang", "nombre", ["Par carte."]),
        ("fatigué", "oui ou non", ["Par carte."]),
        ("Quand on la joue", "", ["Par carte."]),
    ]
    path = folder / "words.rules"
    assert [find(Game(path), name, "fr")[0].name for name in ("rang", "Fatigué", "quand on la joue")] == [
        "rank",
        "tired",
        "played",
    ]


def test_a_yesno_is_no_answer(folder: Path) -> None:
    text = _GAME.replace("var pawn", 'var passed of player "has passed" / "a passé": yesno = no\nvar pawn')
    path = folder / "yesno.rules"
    path.write_text(text.replace("TEXT", "gain 1 coin"), "utf-8")
    program = Game(path).program
    assert [getattr(teller(program, lang).page("passed"), "what", "") for lang in ("en", "fr")] == ["yes or no", "oui ou non"]


@pytest.mark.parametrize("name", sorted(called()))
def test_every_function_has_its_words(name: str) -> None:
    for spoken in LANGUAGES.values():
        assert name in FUNCTIONS or f"f_{name}" in spoken.words


@pytest.mark.parametrize("verb", sorted(BUILTIN_VERBS))
def test_every_verb_has_its_words(verb: str) -> None:
    for spoken in LANGUAGES.values():
        assert verb in ORDERS or verb in spoken.words
