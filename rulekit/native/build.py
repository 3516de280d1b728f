"""Compiling: which compiler there is, what it has made, and where that is kept.

Contract: `library_of(table, sources)` gives the native code of a table, or the reason why there is none. What was compiled is
kept under the conditions of `sources/cache.py`, named by a hash of the rules, the table, this package, the compiler and the
machine; so is the reason why a table was declined. The compiler is `CC`, `cc`, `gcc` or `clang`, else `ziglang` if that is
installed. It is given a file in a folder of our own and nothing else; only what lies in the user's own cache, or was made
just now, is ever loaded.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import platform
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from rulekit.ir.run.code import code_of
from rulekit.ir.run.store import _fingerprint
from rulekit.native.background import carried_out, unbroken, workplace
from rulekit.native.library import Library
from rulekit.native.pool import Declined
from rulekit.native.source import RUNTIME, Source, runtime, source_of
from rulekit.runtime.table import Table
from rulekit.sources import cache as files

Sources = dict[str, list[str]]
_PARTS = ("analysis", "boards", "interpreter", "ir", "native", "program", "runtime")
_EXACT = ("-ffp-contract=off", "-fno-math-errno")  # numbers with a point come out as in Python, on every machine
_FLAGS = ("-std=gnu11", "-fPIC", "-fvisibility=hidden", "-fno-strict-aliasing", "-w", *_EXACT)
_LARGE = 8_000  # lines; above that the compiler is told to hurry
_SECONDS = 900  # that a compiler may take, on a machine that is busy with other work


@cache
def compiler() -> tuple[str, ...]:
    """The command of the compiler; empty if there is none. `RULEKIT_NATIVE=off` turns native code off."""
    if os.environ.get("RULEKIT_NATIVE") == "off":
        return ()
    wanted = shlex.split(os.environ.get("CC", ""))
    for command in (wanted, ["cc"], ["gcc"], ["clang"]):
        found = shutil.which(command[0]) if command else None
        if found is not None:
            return (found, *command[1:])
    if importlib.util.find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    return ()


def known_as(command: tuple[str, ...]) -> str:
    """What tells one compiler from another: where it lies, how large it is and when it was put there."""
    found = os.stat(os.path.realpath(command[0]))
    here = (platform.machine(), platform.system(), sys.byteorder)
    return repr((command, found.st_size, found.st_mtime_ns, *here, extra_flags()))


def extra_flags() -> list[str]:
    """Flags of those who look for mistakes here: sanitizers."""
    return shlex.split(os.environ.get("RULEKIT_NATIVE_FLAGS", ""))


@cache
def _runtime() -> str:
    return hashlib.sha256("".join(runtime(name) for name in ("core.h", "position.h", *RUNTIME)).encode()).hexdigest()


def flags(source: Source) -> list[str]:
    return [*_FLAGS, "-O1" if _is_large(source) else "-O2", *extra_flags()]


def _is_large(source: Source) -> bool:
    return source.text.count("\n") > _LARGE


def _compiled(source: Source, command: tuple[str, ...], folder: str) -> tuple[int, str]:
    """The exit code of the compiler, and what it said. A large text is compiled in two parts, side by side."""
    order = [*command, *flags(source)]
    if not _is_large(source):
        return carried_out([[*order, "-shared", "-o", "table.so", "table.c"]], folder, _SECONDS)
    parts = [[*order, "-c", f"-DPART={number}", "-o", f"part{number}.o", "table.c"] for number in (1, 2)]
    code, said = carried_out(parts, folder, _SECONDS)
    if code:
        return code, said
    return carried_out([[*command, *extra_flags(), "-shared", "-o", "table.so", "part1.o", "part2.o"]], folder, _SECONDS)


def _key(table: Table, command: tuple[str, ...]) -> str:
    return files.key("native", files.fingerprint(_PARTS), _runtime(), table.program.digest, _fingerprint(table),
                     str(table.budget), known_as(command))  # fmt: skip


def is_kept(table: Table) -> bool:
    """Is what the compiler made of a table still there?"""
    return bool(compiler()) and isinstance(files.load("native", _key(table, compiler())), dict)


def library_of(table: Table, sources: Sources) -> Library | str:
    """The native code of a table, or why there is none."""
    command = compiler()
    if not command:
        return "there is no C compiler: neither `CC`, cc, gcc nor clang was found, and ziglang is not installed"
    name = _key(table, command)
    kept = files.load("native", name)
    if not isinstance(kept, dict):
        kept = _built(table, sources, command)
        if "failed" not in kept:
            with unbroken():
                files.save("native", name, kept)
    reason = kept.get("declined") or kept.get("failed")
    return reason if reason else _loaded(kept, table)


def printed(table: Table, sources: Sources) -> Source:
    """The C text of a table; raises `Declined`."""
    code = code_of(table)
    with code.lock:
        return source_of(code.compiler, sources)


def _built(table: Table, sources: Sources, command: tuple[str, ...]) -> dict[str, Any]:
    try:
        source = printed(table, sources)
    except Declined as reason:
        return {"declined": f"not printed as C yet: {reason}"}
    try:
        with workplace() as folder:
            text, made = Path(folder, "table.c"), Path(folder, "table.so")
            text.write_text(source.text, "utf-8")
            code, said = _compiled(source, command, folder)
            if not code and made.exists():
                return {"code": made.read_bytes(), "words": source.words, "functions": source.functions}
    except (OSError, subprocess.TimeoutExpired) as error:
        return {"failed": f"the compiler {command[0]} did not come to an end: {error}"}
    said = next(iter(said.strip().splitlines()), "nothing")
    return {"failed": f"the compiler {command[0]} failed and said: {said}"}


def _loaded(kept: dict[str, Any], table: Table) -> Library | str:
    """Native code is loaded from a file that nobody else can reach, and that is gone when it is loaded."""
    with workplace() as folder:
        path = Path(folder, "table.so")
        path.write_bytes(kept["code"])
        path.chmod(0o700)
        try:
            return Library(path, kept["words"], table)
        except OSError as error:
            return f"what was compiled cannot be loaded: {error}"
