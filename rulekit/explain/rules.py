"""How a game is played, from its rules: a page for those who learn it.

Contract: `rules_page(game, lang, players)` gives sections of plain lines: what the file says about itself (goal, theme, hints),
what is in the box, the play as a numbered walk through its verbs, what can be done and what it costs, the cards by kind, the
end. All of it is told from what is played; nothing here knows a word of any game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from rulekit.api import Game
from rulekit.drawing.game_board import game_board_text, symbol_words
from rulekit.errors import UsageError
from rulekit.explain.learn_terms import (
    LIMITS,
    called_verbs,
    card_verbs,
    choices,
    deeper_verbs,
    ends,
    limited,
    plain_value,
    standing_rules,
    terms,
    towards_the_end,
)
from rulekit.program.game import Head
from rulekit.program.types import is_kind, this_among
from rulekit.runtime.table import Table
from rulekit.sources.labels import is_told
from rulekit.sources.tongues import FIRST
from rulekit.syntax import nodes as n
from rulekit.text import teller
from rulekit.text.blocks import tell_ability, tell_block
from rulekit.text.page import capital, params_of
from rulekit.text.pieces import apart, lines, options_in
from rulekit.text.scope import Scope
from rulekit.text.stretches import stretch_name
from rulekit.text.teller import Teller

_DEPTH = 5  # verbs within verbs that the walk goes into
_WIDE = 100  # a drawing wider than this is left to `rulekit graph`


@dataclass
class Section:
    """A part of the page."""

    title: str
    lines: list[str] = field(default_factory=list)
    drawn: bool = False  # lines that must stay as they are


def rules_page(game: Game, lang: str = FIRST, players: int | None = None) -> list[Section]:
    """The page of a game, for so many players where that matters."""
    count, told = _told(game, lang, players)
    walked = list(_walk(told, told.program.start, 0, set()))
    verbs = [verb for verb, _ in walked]
    deeper = deeper_verbs(told, verbs)
    words = card_verbs(told, [*verbs, *deeper])
    sections = [
        Section(told.program.head.label(lang), _about(told, game)),
        Section(told.say("learn_parts"), _components(told)),
        *_boards(told, game, count),
        Section(told.say("learn_guide"), [f"- {told.say(f'learn_guide_{at}')}" for at in (1, 4, 2, 3)]),
        Section(told.say("learn_walk"), [line for verb, number in walked for line in _told_verb(told, verb, number)]),
        Section(told.say("learn_actions"), _actions(told, walked)),
        Section(told.say("learn_deeper"), _pages(told, deeper)),
        Section(told.say("learn_words"), _pages(told, words)),
        Section(told.say("learn_rules"), _pages(told, standing_rules(told))),
        Section(told.say("learn_end"), _end(told, set(verbs) if len(verbs) == 1 else set())),
        Section(told.say("learn_places"), _places(told)),
        Section(told.say("learn_options"), _options(told)),
        Section(told.say("learn_terms"), _pages(told, terms(told, [*verbs, *deeper, *words]))),
        *_cards(told),
    ]
    return [section for section in sections if section.lines]


def opening(game: Game, lang: str = FIRST, players: int | None = None) -> Section:
    """The first part of the page alone: what the game is about."""
    _, told = _told(game, lang, players)
    return Section(told.program.head.label(lang), _about(told, game))


def _told(game: Game, lang: str, players: int | None) -> tuple[int, Teller]:
    if players is not None and players not in game.player_counts:
        raise UsageError(game.refusal(players))
    count = players if players is not None else max(game.player_counts[0], min(2, game.player_counts[-1]))
    return count, teller(game.for_players(count), lang)


# ---------- what the file says, and what is in the box ----------
def _about(told: Teller, game: Game) -> list[str]:
    program, words = told.program, {"goal": "learn_goal", "theme": "learn_theme", "hint": "learn_hint"}
    found = [told.grammar.headed(told.say(words[word]), told.lexicon.raw("", labels)) for word, labels in program.about]
    low, high = game.player_counts[0], game.player_counts[-1]
    many = str(low) if low == high else f"{low}–{high}"
    found.append(told.grammar.headed(capital(told.grammar.word("player").many), many))
    modules = [_module(told, name, decl) for name, decl in game.offered.items()]
    return found + ([told.grammar.headed(told.say("learn_modules"), told.grammar.apart(modules))] if modules else [])


def _module(told: Teller, name: str, decl: n.Module) -> str:
    """What it is called, whether this page tells it, and what brings it."""
    notes = [told.say("learn_told") if name in told.program.modules else f"--module {name}"]
    if decl.players:
        low, high = decl.players[0], decl.players[-1]
        player = told.grammar.word("player")
        notes.append(told.grammar.count(low, player) if low == high else f"{low}–{high} {player.many}")
    return f"{told.lexicon.label(name, decl.labels)} ({', '.join(notes)})"


def _components(told: Teller) -> list[str]:
    """How many there are of each kind, and the resources."""
    program = told.program
    counts: dict[str, tuple[int, int, int]] = {}  # designs, things, things for each player
    for design in program.designs.values():
        if is_kind(design.kind, "cell", program.parents) or not design.copies:
            continue
        sorts, all_, each = counts.get(design.kind, (0, 0, 0))
        mine = design.copies if design.per_player else 0
        counts[design.kind] = (sorts + 1, all_ + (0 if design.per_player else design.copies), each + mine)
    found = []
    for kind, (sorts, all_, each) in counts.items():
        word = told.lexicon.kind_noun(kind)
        parts = [told.grammar.count(all_, word)] if all_ else []
        parts += [told.say("learn_each", x=str(each) if all_ else told.grammar.count(each, word))] if each else []
        note = told.grammar.choice("learn_sorts", word, n=str(sorts)) if sorts > 1 else ""
        found.append("- " + told.join(parts) + (f" ({note})" if note else ""))
    resources = [
        told.lexicon.head_noun(var.head).many for var in program.resources().values() if var.head.labels and not var.lasts
    ]
    if resources:
        found.append("- " + told.say("learn_supply", x=told.join(resources)))
    return found + [f"- {line}" for line in (*_passing(told), *_limits(told))]


def _passing(told: Teller) -> Iterator[str]:
    """Resources that start afresh again and again, such as what one may do in a turn."""
    for name, var in told.program.resources().items():
        if var.lasts is not None and var.head.labels and is_told(var.head.labels):
            stretch = stretch_name(told, n.Scope(*var.lasts))
            yield told.grammar.headed(told.lexicon.label(name, var.head.labels), told.say("learn_passing", x=stretch))


def _limits(told: Teller) -> list[str]:
    """How much of a resource one may have."""
    found = []
    for decl in limited(told):
        scope = Scope(this=this_among(decl.of, told.program.parents))
        props = [item for item in decl.items if isinstance(item, n.Prop) and item.name in LIMITS]
        said = [told.say(p.name, x=told.phrase(plain_value(told, p.values[0]), scope) if p.values else "") for p in props]
        found.append(told.grammar.headed(told.lexicon.label(decl.name, decl.labels), ", ".join(said)))
    return [told.grammar.finish(line) for line in found]


def _boards(told: Teller, game: Game, count: int) -> Iterator[Section]:
    table = game.table(count)
    for name in table.boards:
        drawn = game_board_text(table, name, told.lang).splitlines()
        if drawn and max(map(len, drawn)) <= _WIDE:
            head = told.program.boards[name].head
            yield Section(head.label(told.lang), [*drawn, *_legend(told, table, name)], drawn=True)


def _legend(told: Teller, table: Table, name: str) -> Iterator[str]:
    """What the symbols of a map mean, and how large its areas are."""
    if name in table.maps:
        yield from (f"{symbol} {words}" for symbol, words in symbol_words(table, name, told.lang).items())
        cell = told.lexicon.kind_noun(told.program.boards[name].cell_kind)
        for area in table.maps[name].areas:
            title = capital(Head(area.id, area.labels).label(told.lang))
            yield told.grammar.headed(title, told.grammar.count(len(area.cells), cell))


# ---------- the play ----------
def _walk(told: Teller, verb: str, depth: int, seen: set[str], number: str = "1") -> Iterator[tuple[str, str]]:
    """The verbs of a play in the order in which they are called, with their numbers: 1, 1.1, 1.2 ..."""
    decl = told.lexicon.decls.get(verb)
    if verb in seen or not isinstance(decl, n.Verb):
        return
    seen.add(verb)
    yield verb, number
    if depth >= _DEPTH:
        return
    at = 0
    for called in called_verbs(told, decl):
        for found in _walk(told, called, depth + 1, seen, f"{number}.{at + 1}"):
            at += found[1] == f"{number}.{at + 1}"
            yield found


def _told_verb(told: Teller, verb: str, number: str) -> Iterator[str]:
    page = told.page(verb)
    if page is None:
        return
    indent = "  " * number.count(".")
    yield f"{indent}{number} {capital(page.title)}"
    yield from (f"{indent}    {line}" for line in page.text)


def _actions(told: Teller, walked: list[tuple[str, str]]) -> list[str]:
    """What is offered in the walk, by the numbers of its verbs: each option with its cost and its condition."""
    found: list[str] = []
    for verb, number in walked:
        decl, page = told.lexicon.decls[verb], told.page(verb)
        assert isinstance(decl, n.Verb)
        pieces, _ = tell_block(told, decl.block or (), params_of(told, decl)[0])
        offered = [replace(piece, parts=()) for piece in options_in(pieces) if piece.text]
        if offered and page is not None:
            found.append(f"- {number} {capital(page.title)}")
            found += [f"    - {line}" for line in apart(offered, told.grammar)]
    return found


def _pages(told: Teller, names: list[str]) -> list[str]:
    """Each by its title, with its text."""
    found: list[str] = []
    for name in names:
        page = told.page(name)
        if page is not None and page.text:
            found += [f"- {capital(page.title)}", *(f"    {line}" for line in page.text)]
    return found


def _places(told: Teller) -> list[str]:
    """The zones that players read of: whose they are, what they hold, who sees it, what happens when they are empty."""
    pages = [told.page(name) for name, zone in told.program.zones.items() if zone.head.labels]
    return ["- " + told.grammar.headed(capital(page.title), " ".join(page.lines())) for page in pages if page is not None]


def _options(told: Teller) -> list[str]:
    """What players may agree on, and what holds if they do not."""
    return [
        "- " + told.grammar.headed(told.lexicon.label(decl.name, decl.labels), told.phrase(decl.default, Scope()))
        for decl in choices(told)
        if decl.default is not None
    ]


def _end(told: Teller, known: set[str]) -> list[str]:
    """Where the game ends, who wins, what counts; `known`: what has just been told."""
    found = []
    for decl in told.program.decls:
        page = told.page(decl.name) if ends(decl) and decl.name not in known else None
        if page is not None and isinstance(decl, n.Verb) and decl.block is not None:
            told_of = tell_block(told, towards_the_end(decl.block), params_of(told, decl)[0])[0]
            found += [told.grammar.headed(capital(page.title)), *(f"  {line}" for line in lines(told_of, told.grammar))]
        elif isinstance(decl, n.Rule):
            ending = [piece for a in decl.abilities if ends(a) for piece in tell_ability(told, a, Scope())]
            found += apart(ending, told.grammar)
    score = told.page("score") if "score" in told.program.defines else None
    if score is not None:
        found += [told.grammar.headed(capital(score.title)), *(f"  {line}" for line in score.lines())]
    return found


# ---------- cards ----------
def _cards(told: Teller) -> Iterator[Section]:
    """Every thing and cell with a text or figures of its own, by kind."""
    by_kind: dict[str, list[str]] = {}
    for name, design in told.program.designs.items():
        by_kind.setdefault(design.kind, []).append(name)
    for kind, names in by_kind.items():
        found: list[str] = []
        for name in names:
            page = told.page(name)
            shown = page.lines() if page is not None else []
            if page is not None and shown:
                found += [f"- {page.title}", *(f"    {line}" for line in shown)]
        word = told.lexicon.kind_noun(kind)
        yield Section(capital(word.many), found)


# ---------- as text ----------
def as_text(sections: list[Section]) -> list[str]:
    """The page for a terminal."""
    found: list[str] = []
    for section in sections:
        found += ([""] if found else []) + [section.title.upper(), *section.lines]
    return found
