"""Each quick fix leaves a text without the finding that it mends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.lsp.additions import new_example, new_label
from rulekit.lsp.fixes import fixes
from rulekit.lsp.rename import Change
from rulekit.lsp.workspace import Workspace
from rulekit.sources.codes import CODES
from rulekit.sources.codes.code import Code
from rulekit.testing.examples import run_file
from tests.lsp.conftest import GAME, write_game
from tests.lsp.edits import key


def after(text: str, changes: tuple[Change, ...]) -> str:
    """A text after changes that may reach over lines."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for change in sorted(changes, key=lambda one: (one.span.line, one.span.column), reverse=True):
        first = starts[change.span.line - 1] + change.span.column - 1
        last = starts[change.span.end_line - 1] + change.span.end_column - 1
        text = text[:first] + change.new + text[last:]
    return text


WORKSPACE = Workspace()  # one for all: what was parsed for one test need not be for the next


@pytest.fixture(scope="module")
def shared_bakery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_game(tmp_path_factory.mktemp("bakery"))


CASES = [
    ("trades baker", "trades bakr", "RK010", "replace `bakr` by `baker`"),
    ("gain 2 coin", "gian 2 coin", "RK001", "replace `gian` by `gain`"),
    ("gain 2 coin", "gain 2 cion", "RK010", "replace `cion` by `coin`"),
    ("p's coin +", "p's cion +", "RK014", "replace `cion` by `coin`"),
    ("var tired: yesno", "var tired: bool", "RK015", "replace `bool` by `yesno`"),
    ("set its tired to yes", "set its tired to true", "RK010", "replace `true` by `yes`"),
    ("  rank 1\n", "", "RK037", "give it `rank`"),
    ("move c to", "\tmove c to", "RK002", "indent with blanks"),
    ("to play_game", "to play_all", "RK024", "declare `to play_game:`"),
    ("to take_turn:", "zone oven: holds card\n\nto take_turn:", "RK011", ""),
    ("move c to your crew", "let new = 3\n  move c to your crew", "RK050", "leave `new` out"),
    ("to take_turn:", "define odd = 3\n\nto take_turn:", "RK052", "remove `odd`"),
    ("gain 2 coin", "grill 2", "RK001", "declare `to grill:`"),
    ("kind card", "kind bun is loaf\n\nkind card", "RK015", "declare `kind loaf`"),
]


@pytest.mark.parametrize(("old", "new", "code", "title"), CASES, ids=[f"{case[2]} {case[3]}" for case in CASES])
def test_a_fix_mends(shared_bakery: Path, old: str, new: str, code: str, title: str) -> None:
    bakery, workspace = shared_bakery, WORKSPACE
    broken = GAME.replace(old, new, 1)
    workspace.open(bakery, broken)
    analysis = workspace.analysis(bakery, lints=True)
    finding = next(one for one in analysis.found if one.code == code)
    found = {fix.title: fix for fix in fixes(analysis, finding)}
    if not title:  # a clash with another sort of thing is mended by renaming alone
        assert all("replace" in name for name in found)
        return
    workspace.open(bakery, after(broken, found[title].changes))
    left = workspace.analysis(bakery, lints=True).found
    assert (finding.code, finding.message) not in [(one.code, one.message) for one in left]


def test_a_missing_import_is_offered(bakery: Path) -> None:
    other = bakery.with_name("shop.rules")
    text = 'game shop "Shop": players 2\n\nto play_game:\n  move oven to box\n'
    workspace = Workspace()
    workspace.open(other, text)
    (finding,) = (one for one in workspace.analysis(other).found if one.code == "RK010")
    (fix,) = (one for one in fixes(workspace.analysis(other), finding) if one.title == "import bakery")
    assert after(text, fix.changes).startswith("import bakery\n")


@pytest.mark.parametrize("name", ["play_card", "oven"])
def test_a_new_example_runs(bakery: Path, name: str) -> None:
    workspace = Workspace()
    workspace.open(bakery, GAME)
    analysis = workspace.analysis(bakery)
    fix = new_example(analysis, analysis.by_name[name])
    assert fix is not None
    bakery.write_text(after(GAME, fix.changes), "utf-8")
    (result,) = [failure for example, failure in run_file(bakery) if example.name == name.replace("_", " ")]
    assert result is None


# ---------- every code ----------
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use_an_editor.md"
OF_RULES = [code for code in CODES.values() if code.code < "RK100"]  # the others are of maps and catalogues


def _left_to_the_author() -> set[str]:
    """The codes of which the page says that nothing is offered, and why."""
    table = PAGE.read_text("utf-8").partition("| nothing is offered for |")[2].partition("\n\n")[0]
    return set(re.findall(r"RK\d{3}", table))


@pytest.mark.parametrize("code", OF_RULES, ids=[code.code for code in OF_RULES])
def test_every_code_has_a_fix_or_a_reason(code: Code, tmp_path: Path) -> None:
    path = (tmp_path / "x.rules").resolve()
    workspace = Workspace()
    workspace.open(path, code.example)
    analysis = workspace.analysis(path, lints=True)
    findings = [one for one in analysis.found if one.code == code.code]
    found = [(finding, fix) for finding in findings for fix in fixes(analysis, finding)]
    assert bool(found) != (code.code in _left_to_the_author())
    wanted = [(key(finding), fix) for finding, fix in found]
    for finding, fix in wanted:
        workspace.open(path, after(code.example, fix.changes))
        left = [key(one) for one in workspace.analysis(path, lints=True).found]
        assert (finding[5], finding[7]) not in [(one[5], one[7]) for one in left], fix.title


@pytest.mark.parametrize(
    ("mark", "wanted"),
    [
        ("card stove:", 'card stove "Stove":'),
        ("kind card", None),
        ("zone crew of player", None),
        ("to take_turn", None),
    ],
)
def test_a_label_is_written_out(shared_bakery: Path, mark: str, wanted: str | None) -> None:
    WORKSPACE.open(shared_bakery, GAME)
    analysis = WORKSPACE.analysis(shared_bakery)
    one = analysis.piece_at(GAME[: GAME.index(mark)].count("\n") + 1)
    assert one is not None
    fix = new_label(one.decls[0])
    assert (fix is None) == (wanted is None)
    if fix is not None and wanted is not None:
        assert wanted in after(GAME, fix.changes)


def test_a_label_stands_behind_owners(tmp_path: Path) -> None:
    path = (tmp_path / "x.rules").resolve()
    text = "kind card\nkind gear is card: field weight: number\nzone hand of player: holds card\n"
    workspace = Workspace()
    workspace.open(path, text)
    for one in workspace.analysis(path).pieces():
        fix = new_label(one.decls[0])
        assert fix is not None
        text = after(text, fix.changes)
    assert text == 'kind card "card"\nkind gear is card "gear": field weight: number\nzone hand of player "hand": holds card\n'
    workspace.open(path, text)
    assert [one.code for one in workspace.analysis(path).found] == []
