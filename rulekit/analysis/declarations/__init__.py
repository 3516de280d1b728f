"""Declarations to the parts of a program.

Contract: first the shapes, everything that has a name, so that the order of the text does not matter; then the texts. The
modules in their order: heads, variables, kinds, things, boards, shapes; texts, thing_texts.
"""

from rulekit.analysis.declarations import shapes, texts, thing_texts

__all__ = ["shapes", "texts", "thing_texts"]
