"""Coverage for people: a table for the terminal and annotated pages of the rules."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from rulekit.sources.english import many
from rulekit.testing.coverage import Coverage
from rulekit.testing.provenance import ORIGINS

_STYLE = """
.key span { border-left-width: .6em; border-left-style: solid; padding: 0 .4em; margin-right: 1em }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2em; color: #222; background: #fff }
table { border-collapse: collapse } td, th { padding: .2em .8em; text-align: right; border-bottom: 1px solid #ddd }
td:first-child, th:first-child { text-align: left } pre { font: 13px/1.45 ui-monospace, monospace; counter-reset: line }
pre > span { display: block; padding-left: .5em; border-left: .4em solid transparent; white-space: pre-wrap }
pre > span::before { counter-increment: line; content: counter(line); display: inline-block; width: 4em; color: #999 }
.both { border-color: #2a8; } .examples { border-color: #28c } .play { border-color: #a80; background: #fff8e6 }
.missed { border-color: #c33; background: #fdecec } .half::after { content: attr(data-ways); color: #a50; padding-left: 2em }
.key .ways { color: #a50; border-color: transparent }
"""
_KEY = (
    ("both", "examples and play"), ("examples", "examples only"), ("play", "play only"), ("missed", "never"),
    ("ways", "beside a line that ran: the ways that it never went, or that only play or only examples went"),
)  # fmt: skip
_ONLY = {"missed": "never", "play": "play only", "examples": "examples only"}
_COLUMNS = ("file", "lines", "by examples", "by play", "by either", "branches", "by examples", "by play", "by either")


def text(coverage: Coverage) -> str:
    """The table for a terminal."""
    return "\n".join([*_ids(coverage), *_designs(coverage), "", *_files(coverage), *_faults(coverage)])


def _ids(coverage: Coverage) -> list[str]:
    ids = coverage.ids
    if not ids.rules:
        return [f"{coverage.game}: no index file and no tags on rules, so rule ids are not counted"]
    data = ids.as_data()
    counts = ", ".join(f"{len(data[word])} {word}" for word in ("declared", "cited", "tested", "untestable", "missing"))  # type: ignore[arg-type]
    origin = "" if ids.indexed else " (those that rules are tagged with; there is no index file)"
    lines = [f"{coverage.game}: rule ids{origin}: {counts}"]
    for id_ in ids.missing:
        lines.append(f"  missing {id_}  {ids.rules[id_].title}".rstrip())
    if ids.unknown:
        lines.append(f"  {'in no index' if ids.indexed else 'on no rule'}: {', '.join(ids.unknown)}")
    return lines


def _designs(coverage: Coverage) -> list[str]:
    """How many designs come from where, in all and for each kind of which some are made up or untagged."""
    if not coverage.designs:
        return []
    lines = [f"designs: {_origins(_total(coverage.designs))}"]
    for kind, counts in coverage.designs.items():
        if counts["rulebook"] < sum(counts.values()):
            lines.append(f"  {kind}: {_origins(counts)}")
    return lines


def _total(designs: dict[str, dict[str, int]]) -> dict[str, int]:
    return {origin: sum(counts[origin] for counts in designs.values()) for origin in ORIGINS}


def _origins(counts: dict[str, int]) -> str:
    return ", ".join(f"{count} {origin}" for origin, count in counts.items() if count) or "none"


def _files(coverage: Coverage) -> list[str]:
    failed = len(coverage.ids.failing)
    lines = [f"{many(coverage.examples, 'example')}, {failed} of them fail"]
    lines += [f"  fails: {name}" for name in list(coverage.ids.failing)[:20]]
    lines.append(
        f"{'':<40}" + "".join(f" {word:>8} {'examples':>9} {'play':>7} {'either':>7}" for word in ("lines", "branches"))
    )
    for name, data in coverage.files_data().items():
        shares = [
            f" {data[whole]:>8} {_share(data, f'{whole}_by_examples', whole):>9} {_share(data, f'{whole}_by_play', whole):>7}"
            f" {_share(data, f'{whole}_reached', whole):>7}"
            for whole in ("lines", "branches")
        ]
        lines.append(f"{name[-40:]:<40}{''.join(shares)}")
        if data["missed_lines"]:
            lines.append(f"  never: {ranges(data['missed_lines'])}")
    return lines


def _share(data: dict[str, Any], part: str, whole: str = "lines") -> str:
    return f"{100 * data[part] / data[whole]:.1f} %" if data[whole] else "-"


def ranges(numbers: Iterable[int]) -> str:
    """`3-5, 9` for 3, 4, 5, 9."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in found)


def _faults(coverage: Coverage) -> list[str]:
    return [
        f"random play with {play.players} players, seed {play.seed}: {play.error or 'invariant broken: ' + play.broken}"
        for play in coverage.faults[:10]
    ]


# ---------- pages ----------
def page(coverage: Coverage) -> str:
    """One HTML page with every rules file, each line marked by who reached it."""
    key = " ".join(f'<span class="{kind}">{word}</span>' for kind, word in _KEY)
    files = "".join(_annotated(coverage, name, source) for name, source in coverage.files.items())
    title = html.escape(f"Coverage of {coverage.game}")
    ids = "".join(f"<p>{html.escape(line)}</p>" for line in _ids(coverage))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
        f"<h1>{title}</h1>{ids}{_table(coverage)}<p class='key'>{key}</p>{files}</html>\n"
    )


def _table(coverage: Coverage) -> str:
    """The shares of every file, with the way to it."""
    rows = ["".join(f"<th>{word}</th>" for word in _COLUMNS)]
    for name, data in coverage.files_data().items():
        cells = [f'<a href="#{_anchor(name)}">{html.escape(name)}</a>']
        for whole in ("lines", "branches"):
            cells.append(str(data[whole]))
            cells += [_share(data, f"{whole}_{how}", whole) for how in ("by_examples", "by_play", "reached")]
        rows.append("".join(f"<td>{cell}</td>" for cell in cells))
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _anchor(name: str) -> str:
    return re.sub(r"\W", "-", name)


def _annotated(coverage: Coverage, name: str, source: str) -> str:
    beside = _ways(coverage, name)
    rows = []
    for number, line in enumerate(source.rstrip("\n").split("\n"), 1):
        kind = kind_of(coverage, name, number)
        ways = beside.get(number, "") if kind == "both" or "never" in beside.get(number, "") else ""
        ways = "" if kind in ("", "missed") else ways
        extra = f' data-ways="{html.escape(ways, quote=True)}"' if ways else ""
        rows.append(f'<span class="{kind}{" half" if ways else ""}"{extra}>{html.escape(line) or " "}</span>')
    data = coverage.files_data()[name]
    share = (
        f"{_share(data, 'lines_reached')} of {data['lines']} lines, {_share(data, 'branches_reached', 'branches')} of branches"
    )
    return f'<h2 id="{_anchor(name)}">{html.escape(name)}: {share}</h2><pre>{"".join(rows)}</pre>'


def _ways(coverage: Coverage, name: str) -> dict[int, str]:
    """Beside each line the ways that not both have gone."""
    found: dict[int, dict[str, list[str]]] = {}
    for branch in coverage.files_data()[name]["ways"]:
        if branch["reached"] != "both":
            found.setdefault(branch["line"], {}).setdefault(_ONLY[branch["reached"]], []).append(branch["way"])
    return {line: "; ".join(f"{who}: {', '.join(ways)}" for who, ways in sorts.items()) for line, sorts in found.items()}


def kind_of(coverage: Coverage, name: str, number: int) -> str:
    """How a line was reached: both, examples, play, missed; nothing if there is nothing to reach."""
    line = (name, number)
    if line not in coverage.all.lines:
        return ""
    examples, play = line in coverage.by_examples.lines, line in coverage.by_play.lines
    return coverage.how(examples, play)
