"""What a player sees, as plain data that shows itself in a notebook.

Contract: a dict like any other; it equals, copies and serialises as one.
"""

from __future__ import annotations

from typing import Any


class ShownView(dict[str, Any]):
    """A view of a state."""

    def _repr_html_(self) -> str:
        from rulekit.api.notebook import view_html

        return view_html(self)
