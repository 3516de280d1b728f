"""Every diagnostic code rulekit can give, with the page that explains it.

Codes are public: once released a code keeps its meaning, and a code that went out of use is never given again. To add
one, append a `Code` to the file of its hundred; `make gen-docs` then writes its page.
"""

from __future__ import annotations

from rulekit.errors import UsageError
from rulekit.sources.codes.code import Code
from rulekit.sources.codes.rk000 import ENTRIES as _RK000
from rulekit.sources.codes.rk100 import ENTRIES as _RK100
from rulekit.sources.codes.rk200 import ENTRIES as _RK200
from rulekit.sources.suggest import did_you_mean

__all__ = ["CODES", "Code", "explain"]

CODES: dict[str, Code] = {entry.code: entry for entry in (*_RK000, *_RK100, *_RK200)}


def explain(code: str) -> Code:
    """The entry of a code, in upper or lower case.

    >>> explain("rk010").title
    'unknown name'
    """
    entry = CODES.get(code.upper())
    if entry is None:
        hint = did_you_mean(code.upper(), CODES) or "`rulekit explain` lists all codes"
        raise UsageError(f"there is no code `{code}`; {hint}")
    return entry
