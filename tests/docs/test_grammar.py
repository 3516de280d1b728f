"""Every shape of the grammar stands in the reference, in a block that is run."""

from __future__ import annotations

from rulekit.source import Source
from rulekit.syntax.chunks import cut
from rulekit.syntax.grammar import VOCABULARY, parser
from rulekit.syntax.words import BUILTIN_VERBS, forms, vocabulary
from tests.docs.pages import ROOT, blocks

_INVISIBLE = {"atom"}  # brackets leave no trace
_WITHOUT_EFFECT = {"fixed_amount"}  # parsed, but nothing reads them yet


def _shapes() -> set[str]:
    """The names that trees of this grammar can have."""
    found: set[str] = set()
    for rule in parser().rules:
        name = str(rule.alias or rule.origin.name)
        passed_on = rule.options.expand1 and not rule.alias and len(rule.expansion) == 1
        if not name.startswith("_") and not passed_on:
            found.add(name)
    return found


def _shown() -> set[str]:
    """The names of all trees of all blocks in the reference."""
    found: set[str] = set()
    prelude = ""
    for block in blocks(ROOT / "docs/reference/language.md"):
        if block.lang != "rules" or block.mark.startswith("bad"):
            continue
        prelude = block.text if block.mark == "prelude" else prelude
        source = Source(str(block), (prelude if block.mark == "fragment" else "") + "\n" + block.text)
        verbs = vocabulary(source) | BUILTIN_VERBS
        VOCABULARY.verbs = {form: verb for verb in verbs for form in forms(verb)}
        for chunk in cut(source):
            found |= {str(tree.data) for tree in parser().parse(chunk.text).iter_subtrees()}
    return found


def test_every_shape_of_the_grammar_is_shown() -> None:
    assert _shapes() - _shown() - _INVISIBLE - _WITHOUT_EFFECT == set()
