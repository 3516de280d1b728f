"""The module of C that holds states of Python in native memory (`c/states.c`): compiled once for an interpreter, and kept.

Contract: `extension()` gives the module, or None where there is no compiler, no headers of Python, or an interpreter that is
built in another way; then states are played by printed Python. It is kept like the code of tables (`build.py`), and never a
step of installing this package.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import sysconfig
from functools import cache
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any

from rulekit.native import convert
from rulekit.native.background import carried_out, unbroken, workplace
from rulekit.native.build import compiler, extra_flags, known_as
from rulekit.native.source import runtime
from rulekit.sources import cache as files

_NAME = "positions"
_FLAGS = ("-std=gnu11", "-O2", "-fPIC", "-fvisibility=hidden", "-w", "-shared")
_SECONDS = 120  # that a compiler may take
_LOCK = Lock()
_TEXTS = ("position.h", "states.c")


def extension() -> ModuleType | None:
    """The module, made if need be: once, whoever asks."""
    with _LOCK:
        return _found()


@cache
def _found() -> ModuleType | None:
    command, headers = compiler(), headers_here()
    if not command or headers is None:
        return None
    name = files.key("native", *map(runtime, _TEXTS), known_as(command), str(headers), sysconfig.get_config_var("SOABI") or "")
    kept = files.load("native", name)
    if not isinstance(kept, bytes):
        kept = _compiled(command, headers)
        if kept is None:
            return None
        with unbroken():
            files.save("native", name, kept)
    return _loaded(kept)


def headers_here() -> Path | None:
    """Where the headers of this interpreter lie, if they are there and it is built in the usual way."""
    usual = sys.implementation.name == "cpython" and not sysconfig.get_config_var("Py_GIL_DISABLED")
    found = Path(sysconfig.get_paths()["include"])
    return found if usual and (found / "Python.h").is_file() else None


def _compiled(command: tuple[str, ...], headers: Path) -> bytes | None:
    undefined = ["-undefined", "dynamic_lookup"] if sys.platform == "darwin" else []
    order = [*command, *_FLAGS, *extra_flags(), *undefined, f"-I{headers}", "-o", "made.so", "states.c"]
    try:
        with workplace() as folder:
            for text in _TEXTS:
                Path(folder, text).write_text(runtime(text), "utf-8")
            code, _ = carried_out([order], folder, _SECONDS)
            return Path(folder, "made.so").read_bytes() if not code else None
    except (OSError, subprocess.TimeoutExpired):
        return None


def _loaded(code: bytes) -> ModuleType | None:
    """As the code of a table: from a file that nobody else can reach, and that is gone when it is loaded."""
    with workplace() as folder:
        path = Path(folder, f"{_NAME}.so")
        path.write_bytes(code)
        path.chmod(0o700)
        loader = ExtensionFileLoader(_NAME, str(path))
        spec: Any = importlib.util.spec_from_loader(_NAME, loader)
        try:
            module = importlib.util.module_from_spec(spec)
            loader.exec_module(module)
        except ImportError:
            return None
        convert.quick = module.values
        return module
