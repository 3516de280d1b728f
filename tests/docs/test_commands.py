"""Every command of the command line has its section in the reference."""

from __future__ import annotations

import pytest

from rulekit.cli.main import available
from tests.docs.pages import ROOT


@pytest.mark.parametrize("command", sorted(available()))
def test_every_command_has_a_section(command: str) -> None:
    text = (ROOT / "docs/reference/cli.md").read_text(encoding="utf-8")
    assert f"## rulekit {command}\n" in text, f"docs/reference/cli.md has no section `## rulekit {command}`"
