"""Long searches in parcels: what each parcel found is kept, so that a run can be stopped at any moment and taken up again.

Contract: a parcel is a name, a mark of what it hangs on (such as the rules) and a function that gives plain data. A file of the
folder holds what came out; it is read again only under the same mark. After `minutes` of processor time no new parcel is begun.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Found = dict[str, Any]


class Parcels:
    """The parcels of one run, in a folder."""

    def __init__(self, folder: Path, minutes: float | None = None) -> None:
        self.folder, self.minutes = folder, minutes
        folder.mkdir(parents=True, exist_ok=True)
        self.new = self.seconds = 0.0

    def found(self, name: str, mark: str, work: Callable[[], Found]) -> Found | None:
        """What a parcel gives, worked out unless it was kept; None when the time of this run is over."""
        file = self.folder / f"{name}.json"
        kept: Found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
        if kept.get("mark") != mark:
            if self.minutes is not None and self.new >= 60 * self.minutes:
                return None
            start = time.process_time()
            kept = {**work(), "mark": mark, "cpu": 0.0}
            kept["cpu"] = round(time.process_time() - start, 3)
            self.new += kept["cpu"]
            self._keep(file, kept)
        self.seconds += kept["cpu"]
        return kept

    @staticmethod
    def _keep(file: Path, kept: Found) -> None:
        """Whole or not at all: whoever is stopped while he writes leaves no half file."""
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(kept), encoding="utf-8")
        os.replace(fresh, file)

    def told(self) -> str:
        return f"{self.seconds / 3600:.2f} hours of one core, {self.new / 60:.1f} minutes of them in this run"


class Findings:
    """What all parcels of a run have found together: what was counted, and the faults."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []

    def add(self, found: Found | None) -> None:
        if found is not None:
            self.counts.update(found["counts"])
            self.faults += found["faults"]

    def tell(self, parcels: Parcels) -> NoReturn:
        """Prints all of it; a run that has found a fault ends with an error."""
        for name, count in sorted(self.counts.items()):
            print(f"{count:>12,}  {name}")
        print(parcels.told())
        print(f"{len(self.faults)} faults", *self.faults, sep="\n")
        sys.exit(bool(self.faults))


def arguments(text: str, count: str, default: int) -> argparse.ArgumentParser:
    """The arguments that all long searches have."""
    parser = argparse.ArgumentParser(description=text)
    parser.add_argument(count, type=int, default=default)
    parser.add_argument("--into", type=Path, required=True, help="the folder that keeps what was found")
    parser.add_argument("--minutes", type=float, help="begin nothing new after so many minutes of processor time")
    return parser
