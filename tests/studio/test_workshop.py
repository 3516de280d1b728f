"""Writing and studying, without a browser: texts that are not saved, files of one folder, studies that are cancelled."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")
pytest.importorskip("pygls")

from starlette.testclient import TestClient

from rulekit.studio.house import House
from rulekit.studio.report_page import report_page
from rulekit.studio.room import Setting
from rulekit.studio.seats import Seat
from rulekit.studio.server import application

PORT = 8651
BASE = f"http://127.0.0.1:{PORT}"
GOOD = {"origin": BASE}
RULES = """game orchard "Orchard": players 2

resource fig of player "fig"

to play_game:
  cycle player p in players:
    turn of p:
      choose one:
        option pick "pick": p gains 1 fig
        option rest "rest": nothing
      if p's fig >= 3: end game with {p}

example "picking":
  given:
    players ann, bob
  when:
    do play_game
    ann: pick
    ...
  then:
    ann's fig == 1
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    folder = tmp_path_factory.mktemp("folder")
    (folder / "orchard.rules").write_text(RULES, "utf-8")
    return House(folder, bots=1, pause=0)


@pytest.fixture(scope="module")
def web(house: House) -> Iterator[TestClient]:
    with TestClient(application(house, port=PORT, rate=10_000), base_url=BASE) as client:
        client.get(f"/enter?token={house.host_token}", follow_redirects=False)
        yield client


def text_of(web: TestClient, name: str = "orchard.rules") -> str:
    return str(web.get("/api/file", params={"name": name}).json()["text"])


def asked(web: TestClient, what: str, text: str, **more: Any) -> Any:
    answer = web.post(f"/api/edit/{what}", json={"name": "orchard.rules", "text": text, **more}, headers=GOOD)
    assert answer.status_code == 200, answer.text
    return answer.json()["found"]


def test_a_text_is_checked_before_it_is_saved(web: TestClient, house: House) -> None:
    text = text_of(web)
    assert asked(web, "check", text) == []
    found = asked(web, "check", text.replace("p gains 1 fig", "p gains 1 figg"))
    assert [one["severity"] for one in found if one["line"] == 9] == ["error"] and "fig" in found[0]["hint"]
    assert text_of(web) == text, "nothing was written"


def test_what_a_text_says_runs_and_offers(web: TestClient) -> None:
    text = text_of(web)
    assert [one["passed"] for one in asked(web, "examples", text)] == [True]
    failed = asked(web, "examples", text.replace("ann's fig == 1", "ann's fig == 2"))
    assert [one["passed"] for one in failed] == [False] and failed[0]["message"] and failed[0]["changes"]
    pages = asked(web, "card", text, line=3)["pages"]
    assert pages["en"]["title"] == "fig" and "fr" in pages
    line = next(at for at, one in enumerate(text.split("\n"), 1) if "p gains 1 fig" in one)
    column = text.split("\n")[line - 1].index("fig") + 3
    assert "fig" in [one["label"] for one in asked(web, "complete", text, line=line, column=column)["options"]]
    assert asked(web, "format", "resource   fig\n") == "resource fig\n"


def test_files_are_written_to_the_folder_alone(web: TestClient, house: House) -> None:
    def save(name: str) -> int:
        return web.post("/api/edit/save", json={"name": name, "text": "# a\n"}, headers=GOOD).status_code

    around = sorted(house.folder.parent.iterdir())
    for name in ("../up.rules", "/etc/x.rules", "a/b.rules", "", ".rules", "x.py", "x\0.rules", "..", "CON:.rules"):
        assert save(name) == 400
    assert save("new_one.rules") == 200 and (house.folder / "new_one.rules").read_text() == "# a\n"
    (house.folder / "linked.rules").symlink_to(house.folder.parent / "elsewhere.rules")
    assert save("linked.rules") == 400 and not (house.folder.parent / "elsewhere.rules").exists()
    assert save("pig") == 200 and (house.folder / "pig.rules").exists(), "a bundled game becomes a copy"
    assert sorted(house.folder.parent.iterdir()) == around
    (house.folder / "pig.rules").unlink()
    (house.folder / "linked.rules").unlink()


def test_a_table_goes_on_with_a_new_text(web: TestClient, house: House) -> None:
    room = house._thread.submit(house.open, Setting("orchard.rules", 2, 1), [Seat.of("here"), Seat.of("here")]).result()
    room.answer(0, 0, "pick")
    text = text_of(web)
    path = f"/api/rooms/{room.id}/reload"
    broken = web.post(path, json={"name": "orchard.rules", "text": text.replace("gains", "gainz")}, headers=GOOD)
    assert broken.status_code == 400 and "line" in broken.json()["text"] and len(room.line) == 1
    more = text.replace(
        'option rest "rest": nothing', 'option rest "rest": nothing\n        option feast "feast": p gains 2 fig'
    )
    assert web.post(path, json={"name": "orchard.rules", "text": more}, headers=GOOD).json() == {"fitted": 1, "of": 1}
    assert [str(option) for option in room.state.decision.options] == ["pick", "rest", "feast"]
    made = web.post(f"/api/rooms/{room.id}/example", json={"title": "one fig"}, headers=GOOD).json()
    assert made["holds"] and 'example "one fig":' in made["text"] and "fig = 1" in made["text"]


def waited(web: TestClient, job: str, states: tuple[str, ...]) -> dict[str, Any]:
    for _ in range(600):
        found: dict[str, Any] = web.get(f"/api/jobs/{job}/look").json()
        if found["state"] in states:
            return found
        time.sleep(0.05)
    raise AssertionError(found)


def test_a_study_is_watched_and_reported(web: TestClient) -> None:
    job = web.post("/api/jobs", json={"kind": "simulate", "game": "pig", "count": 5}, headers=GOOD).json()
    found = waited(web, job["id"], ("done", "failed"))
    assert found["state"] == "done" and found["done"] == found["of"] == 5 and found["result"]["games"] == 5
    page = web.get(f"/api/jobs/{job['id']}/report")
    assert page.headers["content-disposition"].startswith("attachment") and "<svg" in page.text and "http" not in page.text


def test_a_study_is_cancelled_and_its_process_ends(web: TestClient, house: House) -> None:
    job = web.post("/api/jobs", json={"kind": "simulate", "game": "pig", "count": 5000}, headers=GOOD).json()
    waited(web, job["id"], ("runs",))
    assert web.post(f"/api/jobs/{job['id']}/cancel", json={}, headers=GOOD).json()["state"] == "cancelled"
    assert house.jobs.workers.busy == 0


@pytest.mark.parametrize("wrong", [{"kind": "magic"}, {"game": "../x"}, {"kind": "simulate", "count": 0}])
def test_a_study_that_cannot_be_is_refused(web: TestClient, wrong: dict[str, Any]) -> None:
    answer = web.post("/api/jobs", json={"kind": "simulate", "game": "pig", **wrong}, headers=GOOD)
    if answer.status_code == 200:
        assert waited(web, answer.json()["id"], ("failed",))["error"]


def test_a_report_shows_texts_of_a_game_as_text() -> None:
    page = report_page("laws", "<script>", {"states": 3, "results": [{"law": "<b>", "found": "<img src=x>"}]})
    assert "<script>" not in page and "<img" not in page and "&lt;b&gt;" in page
