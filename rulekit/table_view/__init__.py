"""A table as a user interface needs it, for one viewer.

Contract: plain data that a browser or a program in another language can show without knowing the game: zones with where they
belong and how to lay them out, things with identities that last as long as they are in sight, boards with geometry, what is
asked with the things that each option means. Nothing in it is hidden from the viewer; `table.schema.json` is its schema.
"""

from rulekit.table_view.happened import EventView, happened
from rulekit.table_view.look import TableView, look

__all__ = ["EventView", "TableView", "happened", "look"]
