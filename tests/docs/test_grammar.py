"""Every shape of the grammar stands in the reference, in a block that is run."""

from __future__ import annotations

from tests.docs.grammar import grammar, tree
from tests.docs.pages import ROOT, blocks

_INVISIBLE = {"atom"}  # brackets leave no trace
_WITHOUT_EFFECT = {"fixed_amount"}  # parsed, but nothing reads it yet
_LIKE_OTHERS = {"verb_prop"}  # a value that is called like a verb


def _shapes() -> set[str]:
    """The names that trees of this grammar can have."""
    found: set[str] = set()
    for rule in grammar().rules:
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
        text = (prelude if block.mark == "fragment" else "") + "\n" + block.text
        found |= {str(part.data) for part in tree(text).iter_subtrees()}
    return found


def test_every_shape_of_the_grammar_is_shown() -> None:
    assert _shapes() - _shown() - _INVISIBLE - _WITHOUT_EFFECT - _LIKE_OTHERS == set()
