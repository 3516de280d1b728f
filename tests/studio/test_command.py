"""`rulekit studio` as a user starts it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from rulekit.cli.main import main


def test_it_tells_its_link_answers_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    (tmp_path / "mine.rules").write_text("game mine: players 2\nto play_game:\n  end game with players\n")
    command = [sys.executable, "-m", "rulekit", "studio", str(tmp_path / "mine.rules"), "--port", "0", "--no-open"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ) as server:
        try:
            assert server.stdout is not None
            link = re.search(r"http://127\.0\.0\.1:\d+/enter\?token=\S+", server.stdout.readline())
            assert link is not None and link[0].endswith("&game=mine.rules")
            visit = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
            assert b"rulekit studio" in visit.open(link[0], timeout=60).read()
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(60) == 0


@pytest.mark.parametrize("wrong", [["--port", "70000"], ["--bots", "0"], ["no_such_game"]])
def test_wrong_usage_is_told(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["studio", *wrong]) == 2
    assert capsys.readouterr().err.startswith("rulekit: ")
