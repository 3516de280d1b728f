"""Rule ids: which ones the index declares, which the rules cite, which an example or invariant shows.

Contract: an id is *declared* in `<file>.index.yaml` beside a rules file, or, where there is no such file, by any tag of
a rule; *cited* by a tag on a declaration, an option or an ability, *tested* by a tag on an example that passes or an
invariant that held, *untestable* when the index says why, and *missing* when it is neither tested nor untestable.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from rulekit.boards.setups import IndexRule, load_index
from rulekit.boards.yaml_file import decode
from rulekit.errors import RulesError, UsageError
from rulekit.sources import files
from rulekit.sources.diagnostics import Sink
from rulekit.sources.source import NOWHERE, Source
from rulekit.syntax import nodes as n
from rulekit.testing.suite import Suite
from rulekit.testing.walk import walk

HOUSE = "house"


@dataclass
class RuleIds:
    """The ids of a game, sorted into what is known of each."""

    rules: dict[str, IndexRule]
    cited: set[str]
    tested: set[str]
    failing: dict[str, str] = field(default_factory=dict)  # what fails, by its title
    indexed: bool = True  # declared by an index file, and not by the tags of the rules alone

    @property
    def untestable(self) -> dict[str, str]:
        return {rule.id: rule.untestable for rule in self.rules.values() if rule.untestable}

    @property
    def missing(self) -> list[str]:
        return [id_ for id_, rule in self.rules.items() if id_ not in self.tested and not rule.untestable]

    @property
    def unknown(self) -> list[str]:
        """Ids that rules or examples use and nothing declares."""
        return sorted((self.cited | self.tested) - set(self.rules) - {HOUSE}) if self.rules else []

    def as_data(self) -> dict[str, object]:
        return {
            "declared": list(self.rules),
            "cited": [id_ for id_ in self.rules if id_ in self.cited],
            "tested": [id_ for id_ in self.rules if id_ in self.tested],
            "untestable": self.untestable,
            "missing": self.missing,
            "unknown": self.unknown,
            "failing": self.failing,
        }


def index_of(sources: list[Source]) -> dict[str, IndexRule]:
    """The rules of all index files beside these rules files."""
    found: dict[str, IndexRule] = {}
    for source in sources:
        path = Path(source.name).with_suffix(".index.yaml")
        if path.is_file():
            found.update(_read(path))
    return found


def _read(path: Path) -> dict[str, IndexRule]:
    sink = Sink()
    try:
        read = files.read_bytes(path, limit=files.MOST_YAML, within=files.homes(path.with_suffix("").with_suffix(".rules")))
    except OSError as error:
        raise UsageError(f"`{path}` cannot be read: {files.reason(error)}") from error
    source = decode(str(path), read, sink)
    data = load_index(source, sink) if source is not None else None
    if data is None:
        raise RulesError(sink.found)
    return {rule.id: rule for rule in data.rules}


def cited_in(decls: list[n.Decl]) -> set[str]:
    """All tags of rules: of declarations and of what stands inside them."""
    rules = [d for d in decls if not isinstance(d, n.Example | n.Invariant)]
    return {tag for decl in rules for _, node in walk(decl) for tag in getattr(node, "tags", ())}


def rule_ids(suite: Suite, passed: list[n.Example], failing: dict[str, str], broken: set[str]) -> RuleIds:
    """Sorts the ids of a game by what its examples and invariants gave."""
    decls = list(suite.decls())
    held = [d for d in decls if isinstance(d, n.Invariant) and d.name not in broken]
    tested = {tag for decl in [*passed, *held] for tag in decl.tags}
    index, cited = index_of(suite.sources), cited_in(decls)
    stated = cited | {tag for decl in decls if isinstance(decl, n.Invariant) for tag in decl.tags}
    rules = index or {id_: IndexRule(id_, "", "", NOWHERE) for id_ in sorted(stated - {HOUSE})}
    return RuleIds(rules, cited, tested, failing, bool(index))
