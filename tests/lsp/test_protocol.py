"""Every feature through the protocol, on a small game with all that a game has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.client import Answered, Client, edited, place, where
from tests.lsp.conftest import EXTRA, GAME, WIDE

Shared = tuple[Client, Path, str]
OPTIONS = {"tabSize": 2, "insertSpaces": True}


def hovered(shared: Shared, mark: str, shift: int = 0) -> str:
    client, _, uri = shared
    found = client.ask("hover", uri, where(GAME, mark, shift))
    return str(found["contents"]["value"]) if found else ""


def lines_of(locations: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(found["uri"].rpartition("/")[2], found["range"]["start"]["line"]) for found in locations]


# ---------- findings ----------
def test_findings_follow_the_text(shared: Shared) -> None:
    client, _, uri = shared
    client.change(uri, "gian", where(GAME, "gain 2 coin"), where(GAME, "gain 2 coin", 4))
    (found,) = client.wait_for(uri, ["RK001"])
    assert found["message"] == "`gian` is no verb\ndid you mean `gain`?"
    assert found["range"]["start"] == place(where(GAME, "gain 2 coin"))
    assert found["codeDescription"]["href"].endswith("/reference/codes/RK001.md")
    assert Path(found["codeDescription"]["href"].removeprefix("file://")).is_file()
    client.change(uri, GAME)
    assert client.wait_for(uri, []) == []


def test_a_broken_line_hides_nothing(shared: Shared) -> None:
    client, _, uri = shared
    client.change(uri, GAME.replace("let old = your coin", "let old = = your coin").replace("trades baker", "trades bakr"))
    found = client.wait_for(uri, ["RK001", "RK010"])
    assert {d["range"]["start"]["line"] for d in found} == {where(GAME, "let old")[0], where(GAME, "trades baker")[0]}
    client.change(uri, GAME)
    client.wait_for(uri, [])


def test_columns_are_counted_in_utf_16_unless_agreed_otherwise(shared: Shared) -> None:
    client, _, uri = shared
    assert client.answer["capabilities"]["positionEncoding"] == "utf-16"
    client.change(uri, GAME + WIDE)
    (found,) = client.wait_for(uri, ["RK010"])
    before = WIDE[1 : WIDE.index("plaeyrs")]
    assert found["range"]["start"]["character"] == len(before.encode("utf-16-le")) // 2
    client.change(uri, GAME)
    client.wait_for(uri, [])


def test_related_places(shared: Shared) -> None:
    client, _, uri = shared
    client.change(uri, GAME + "\nzone oven: holds card\n")
    (found,) = client.wait_for(uri, ["RK011"])
    (related,) = found["relatedInformation"]
    assert related["location"]["range"]["start"] == place(where(GAME, 'oven "Oven"'))
    client.change(uri, GAME)
    client.wait_for(uri, [])


def test_findings_in_files_that_import_it(shared: Shared) -> None:
    client, path, _ = shared
    other = client.open(
        path.with_name("bakery_more.rules"), EXTRA.replace("import bakery", "import bakery\n\nkind bun is cards")
    )
    client.wait_for(other, ["RK015"])
    client.change(other, EXTRA)
    client.wait_for(other, [])
    client.close(other)


def test_lints_come_later_and_go(shared: Shared) -> None:
    client, _, uri = shared
    client.change(uri, GAME + "\ndefine unused_thing = 3\n")
    (found,) = client.wait_for(uri, ["RK052"])
    assert found["severity"] == 2 and found["tags"] == [1]
    client.change(uri, GAME)
    client.wait_for(uri, [])


# ---------- words ----------
def test_hover_of_a_card(shared: Shared) -> None:
    text = hovered(shared, 'oven "Oven"', 1)
    assert 'card oven "Oven" [BK-01]:' in text
    assert "*en*: Oven" in text and "*fr*: Four" in text
    assert "gain 2 coins" in text
    assert "`BK-01` What an oven gives" in text
    assert "Shown by [an oven pays](" in text and "[elsewhere](" in text


@pytest.mark.parametrize(
    ("mark", "shift", "told"),
    [
        ("c to your crew", 0, "c: card"),
        ("old\n", 0, "old: number"),
        ("activate c", 1, "word of the language"),
        ("activate c", 1, "More: [the language](file:"),
        ("size(p", 1, "size(list of x) -> number"),
        ("tired to yes", 1, "card: var tired: yesno = no"),
        ("BK-02", 1, "`BK-02` Who is rich"),
        ("smith", 1, "smith: a value of trade"),
        ("gains n", 1, "gain"),
    ],
)
def test_hover(shared: Shared, mark: str, shift: int, told: str) -> None:
    assert told in hovered(shared, mark, shift)


@pytest.mark.parametrize(
    ("mark", "shift", "declared"),
    [
        ("play_card c\n", 1, "to play_card"),
        ("takes_turn\n  end", 1, "to take_turn"),
        ("crew\n  activate", 1, "zone crew"),
        ("c's played", 0, 'card c "play'),
        ("played\n  require", 1, "power played"),
        ("rank 1", 1, "field rank"),
        ("baker\n", 1, 'baker "baker"'),
        ("riches(p)", 1, "define riches"),
        ("n > 1", 0, "n coin"),
        ("old\n\n", 1, "let old"),
    ],
)
def test_definition(shared: Shared, mark: str, shift: int, declared: str) -> None:
    client, _, uri = shared
    (found,) = client.ask("definition", uri, where(GAME, mark, shift))
    assert found["range"]["start"]["line"] == where(GAME, declared)[0]


def test_references_over_files(shared: Shared) -> None:
    client, _, uri = shared
    found = client.ask("references", uri, where(GAME, "to play_card", 4), context={"includeDeclaration": True})
    assert lines_of(found) == [
        ("bakery.rules", where(GAME, "to play_card")[0]),
        ("bakery.rules", where(GAME, "play_card c\n")[0]),
        ("bakery_more.rules", where(EXTRA, "plays_card")[0]),
    ]


def test_two_names_of_one_text_are_told_apart(shared: Shared) -> None:
    client, _, uri = shared
    found = client.ask("documentHighlight", uri, where(GAME, "(player p)", 8))
    assert len(found) == 3  # of the define, not the `p` of other texts
    slots = client.ask("rename", uri, where(GAME, "(player p)", 8), newName="who")
    assert "define riches(player who) \"the riches of {who}\" = who's coin + size(who's crew)" in edited(
        GAME, slots["changes"][uri]
    )


# ---------- rename ----------
def test_rename_changes_rules_examples_catalogues_and_maps(shared: Shared) -> None:
    client, path, uri = shared
    edit = client.ask("rename", uri, where(GAME, "card stove", 6), newName="hob")["changes"]
    after = {
        Path(name).name: edited((path.parent / name.partition(f"{path.parent.name}/")[2]).read_text("utf-8"), e)
        for name, e in edit.items()
    }
    assert set(after) == {"bakery.rules", "bakery_more.rules", "bakery.fr.po", "first.yaml"}
    assert "card hob:" in after["bakery.rules"]
    assert "ann's hand = oven, hob" in after["bakery_more.rules"]
    assert 'msgctxt "hob"\nmsgid "Hob"\nmsgstr "Poêle"' in after["bakery.fr.po"]
    assert "things: [oven, hob]" in after["first.yaml"]


def test_who_gains_is_a_name_of_the_text(shared: Shared) -> None:
    """In `after player p gains n coin`, p is bound and player is a kind."""
    client, path, uri = shared
    new = GAME.replace("set its tired to yes", "p loses 1 coin")
    client.change(uri, new)
    edits = client.ask("rename", uri, where(new, "p gains n"), newName="q")["changes"][uri]
    assert sorted(edit["range"]["start"]["line"] for edit in edits) == [where(new, "p gains n")[0]] * 2
    assert "p: player" in hovered((client, path, uri), "p gains n", 0)
    client.change(uri, GAME)
    client.wait_for(uri, [])


def test_rename_of_a_verb_keeps_its_forms(shared: Shared) -> None:
    client, _, uri = shared
    edit = client.ask("rename", uri, where(GAME, "to take_turn", 4), newName="pass_on")["changes"]
    after = edited(GAME, edit[uri])
    assert "to pass_on:" in after and "p passes_on" in after and "do ann passes_on" in after


@pytest.mark.parametrize(
    ("mark", "shift", "name", "why"),
    [
        ("card stove", 6, "oven", "`oven` is declared already"),
        ("card stove", 6, "Hob", "is no name"),
        ("card stove", 6, "gain", "is a word of the language"),
        ("to take_turn", 4, "play_card", "`play_card` is declared already"),
        ("field rank", 7, "cost", "`card` has a `cost` already"),
        ("let old", 5, "c", "means something in this text already"),
        ("size(p", 1, "length", "only names that the game declares"),
    ],
)
def test_rename_is_refused(shared: Shared, mark: str, shift: int, name: str, why: str) -> None:
    client, _, uri = shared
    with pytest.raises(Answered, match=why):
        client.ask("rename", uri, where(GAME, mark, shift), newName=name)


def test_prepare_rename(shared: Shared) -> None:
    client, _, uri = shared
    assert client.ask("prepareRename", uri, where(GAME, "size(p", 1)) is None
    found = client.ask("prepareRename", uri, where(GAME, "takes_turn\n  end", 1))
    assert found["placeholder"] == "take_turn"


# ---------- views ----------
def test_symbols(shared: Shared) -> None:
    client, _, uri = shared
    found = {one["name"]: one for one in client.ask("documentSymbol", uri)}
    assert list(found)[:4] == ["bakery", "trade", "coin", "card"]
    assert [child["name"] for child in found["card"]["children"]] == ["cost", "trades", "rank", "tired", "played"]
    assert {one["name"] for one in client.request("workspace/symbol", query="ov")} >= {"oven", "stove"}


def test_semantic_tokens(shared: Shared) -> None:
    client, _, uri = shared
    legend = client.answer["capabilities"]["semanticTokensProvider"]["legend"]
    data = client.ask("semanticTokens/full", uri)["data"]
    line = start = 0
    told: dict[str, set[str]] = {}
    lines = GAME.split("\n")
    for down, right, length, kind, _ in zip(*[iter(data)] * 5, strict=True):
        line, start = line + down, right + (start if not down else 0)
        told.setdefault(lines[line][start : start + length], set()).add(legend["tokenTypes"][kind])
    assert told["card"] == {"class"} and told["oven"] == {"enumMember"} and told["play_card"] == {"method"}
    assert told["c"] == {"parameter"} and told["rank"] == {"property"} and told["riches"] == {"function"}
    assert told["BK-01"] == {"decorator"} and told["coin"] == {"variable"}


def test_folding_and_selection(shared: Shared) -> None:
    client, _, uri = shared
    folds = {(one["startLine"], one["endLine"]) for one in client.ask("foldingRange", uri)}
    first = where(GAME, "card oven")[0]
    assert (first, first + 4) in folds
    (found,) = client.ask("selectionRange", uri, positions=[place(where(GAME, "c to your crew"))])
    widths = []
    while found is not None:
        widths.append(found["range"]["end"]["line"] - found["range"]["start"]["line"])
        found = found.get("parent")
    assert len(widths) >= 4 and widths == sorted(widths)


def test_inlay_hints(shared: Shared) -> None:
    client, _, uri = shared
    whole = {"start": place((0, 0)), "end": place((GAME.count("\n"), 0))}
    found = {(one["position"]["line"], one["label"]) for one in client.ask("inlayHint", uri, range=whole)}
    assert (where(GAME, "let old")[0], ": number") in found
    assert (where(GAME, "define riches")[0], ": number") in found


def test_lenses(shared: Shared) -> None:
    client, _, uri = shared
    found = [(one["range"]["start"]["line"], one["command"]["title"]) for one in client.ask("codeLens", uri)]
    oven, stove, example = where(GAME, "card oven")[0], where(GAME, "card stove")[0], where(GAME, "example")[0]
    assert (oven, "tested by 2") in found and (oven, "try") in found
    assert (stove, "tested by 1") in found
    assert (example, "run") in found and (0, "play") in found and (0, "coverage") in found


def test_call_and_trigger_hierarchy(shared: Shared) -> None:
    client, _, uri = shared
    (item,) = client.ask("prepareCallHierarchy", uri, where(GAME, "to play_card", 4))
    callers = [call["from"]["name"] for call in client.request("callHierarchy/incomingCalls", item=item)]
    assert callers[:2] == ["take_turn", "elsewhere"]
    (item,) = client.ask("prepareCallHierarchy", uri, where(GAME, "card oven", 6))
    called = [(call["to"]["name"], call["to"]["detail"]) for call in client.request("callHierarchy/outgoingCalls", item=item)]
    assert ("stove", "reacts after gain") in called
    (item,) = client.ask("prepareCallHierarchy", uri, where(GAME, "card stove", 6))
    wakers = [
        (call["from"]["name"], call["from"]["detail"]) for call in client.request("callHierarchy/incomingCalls", item=item)
    ]
    assert ("oven", "wakes it: after gain") in wakers


def test_type_hierarchy(shared: Shared) -> None:
    client, _, uri = shared
    (item,) = client.ask("prepareTypeHierarchy", uri, where(GAME, "kind card", 6))
    assert [one["name"] for one in client.request("typeHierarchy/subtypes", item=item)] == ["oven", "stove"]
    (item,) = client.ask("prepareTypeHierarchy", uri, where(GAME, "card oven", 6))
    assert [one["name"] for one in client.request("typeHierarchy/supertypes", item=item)] == ["card"]


# ---------- layout ----------
def test_layout(shared: Shared) -> None:
    client, _, uri = shared
    untidy = GAME.replace("  move c to your crew", "  move   c to your  crew").replace("\n\nto take_turn", "\nto take_turn")
    client.change(uri, untidy)
    assert edited(untidy, client.ask("formatting", uri, options=OPTIONS)) == GAME
    line = where(untidy, "move   c")[0]
    some = client.ask("rangeFormatting", uri, range={"start": place((line, 0)), "end": place((line, 5))}, options=OPTIONS)
    assert edited(untidy, some) == untidy.replace("move   c to your  crew", "move c to your crew")
    typed = client.ask("onTypeFormatting", uri, (line + 1, 0), ch="\n", options=OPTIONS)
    assert edited(untidy, typed) == untidy.replace("move   c to your  crew", "move c to your crew")
    client.change(uri, GAME)
    client.wait_for(uri, [])


# ---------- mending ----------
def test_quick_fixes_mend(shared: Shared) -> None:
    client, _, uri = shared
    broken = GAME.replace("trades baker", "trades bakr")
    client.change(uri, broken)
    (found,) = client.wait_for(uri, ["RK010"])
    actions = client.ask("codeAction", uri, range=found["range"], context={"diagnostics": [found]})
    (fix,) = [action for action in actions if action.get("isPreferred")]
    assert fix["title"] == "replace `bakr` by `baker`"
    assert edited(broken, fix["edit"]["changes"][uri]) == GAME
    client.change(uri, GAME)
    client.wait_for(uri, [])


# ---------- examples ----------
def test_examples_run_with_what_is_not_saved(shared: Shared) -> None:
    client, _, uri = shared
    client.change(uri, GAME.replace("ann's coin == 2", "ann's coin == 5"))
    assert [one["title"] for one in client.command("rulekit.server.examples", uri)] == ["an oven pays"]
    (result,) = client.command("rulekit.server.test", uri, None)
    assert not result["passed"] and result["at"]["text"] == "ann's coin == 5"
    client.change(uri, GAME)
    (result,) = client.command("rulekit.server.test", uri, where(GAME, "players ann")[0])
    assert result["passed"], json.dumps(result)
    client.wait_for(uri, [])


def test_a_text_in_words(shared: Shared) -> None:
    client, _, uri = shared
    assert "gain 2 coins" in client.command("rulekit.server.text", uri, "oven")
