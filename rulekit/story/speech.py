"""What the program itself says while a game is played: in English where it is said, in other languages in their catalogues.

Contract: `locale/CODE.po` has the sentences of a language; the parts that fill a `{}` are the caller's.
"""

from __future__ import annotations

from rulekit.sources.tongues import say

__all__ = ["say"]
