"""Files of the bad corpus may have examples: what is wrong with them is written beside them, and they are not run."""

from __future__ import annotations

collect_ignore_glob = ["*/bad/*"]
