"""Writing and studying, without a browser: texts that are not saved, files of one folder, studies that are cancelled."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")
pytest.importorskip("pygls")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulekit.studio.house import House
from rulekit.studio.language import allowed
from rulekit.studio.report_page import report_page
from rulekit.studio.room import Room, Setting
from rulekit.studio.seats import Seat
from rulekit.studio.server import application

PORT = 8651
BASE = f"http://127.0.0.1:{PORT}"
WS = f"ws://127.0.0.1:{PORT}"
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


def test_examples_tell_what_they_have_run(web: TestClient) -> None:
    text = text_of(web)
    proof = asked(web, "examples", text)
    assert [(one["title"], one["passed"], one["here"]) for one in proof["results"]] == [("picking", True, True)]
    lines = {text.split("\n")[int(line) - 1].strip(): ways for line, ways in proof["lines"].items()}
    assert lines['option pick "pick": p gains 1 fig'] == [] and lines['option rest "rest": nothing'] is None
    assert lines["if p's fig >= 3: end game with {p}"] == ["holds"]
    failed = asked(web, "examples", text.replace("ann's fig == 1", "ann's fig == 2"))["results"]
    assert [one["passed"] for one in failed] == [False] and failed[0]["message"] and failed[0]["changes"]
    unused = asked(web, "examples", text + "\nto dance:\n  gain 1 fig\n")["lines"]
    assert None in unused.values()
    assert asked(web, "examples", "game")["error"]


def test_the_card_at_the_cursor_is_told_in_each_language(web: TestClient) -> None:
    pages = asked(web, "card", text_of(web), line=3)["pages"]
    assert pages["en"]["title"] == "fig" and "fr" in pages
    thief = asked(web, "card", text_of(web, "miniature"), line=53, name="miniature")
    assert thief["name"] == "thief" and thief["pages"]["fr"]["title"] == "Voleuse" and thief["pages"]["en"]["kind"] == "card"


def test_an_example_is_seen_on_its_table(web: TestClient) -> None:
    found = asked(web, "staged", text_of(web), title="picking")
    assert found["changes"] == ["ann's fig: 0 -> 1"] and ["fig", 0] in found["values"] and not found["error"]
    assert [(v["owner"], v["value"]) for v in found["table"]["values"] if v["name"] == "fig"] == [(0, 1), (1, 0)]
    assert "no example" in asked(web, "staged", text_of(web), title="none")["error"]


def test_a_card_is_tried_on_a_table_that_the_author_sets(web: TestClient) -> None:
    text = text_of(web, "miniature")

    def tried(**more: Any) -> Any:
        return asked(web, "tried", text, name="miniature", of="thief", **more)

    found = tried(given=["bob's fame = 2"], lang="fr")
    assert found["changes"] == ["ann's coins: 0 -> 2", "ann's fame: 0 -> 1", "bob's fame: 2 -> 1"] and not found["asked"]
    assert [group["cause"].split(":")[0] for group in found["log"]] == ["miniature.rules"] * 3 and "Voleuse" in found["title"]
    assert "bob's fame = 2" in found["example"] and found["example"].startswith("example ")
    assert "luck" in tried(given=["bob's luck = 2"])["error"]
    asking = tried(sentence="ann take_turn", start=True)
    assert asking["asked"]["who"] == "ann" and asking["asked"]["options"]
    answer = asking["asked"]["options"][-1][0]
    assert tried(sentence="ann take_turn", start=True, answers=[answer])["answers"][0] == f"ann: {answer}"


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
    assert text_of(web, "pig.rules") == "# a\n" and "game pig" in text_of(web, "pig"), "each by its own name"
    assert sorted(house.folder.parent.iterdir()) == around
    (house.folder / "pig.rules").unlink()
    assert "game pig" in text_of(web, "pig.rules"), "as the log calls it"
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
    again = web.post(path, json={"name": "orchard.rules", "text": more}, headers=GOOD).json()
    assert (again["fitted"], again["of"], again["carried"]) == (1, 1, False) and "verb/play_game" in again["reasons"][0]
    assert [str(option) for option in room.state.decision.options] == ["pick", "rest", "feast"]
    made = web.post(f"/api/rooms/{room.id}/example", json={"title": "one fig"}, headers=GOOD).json()
    assert made["holds"] and 'example "one fig":' in made["text"] and "fig = 1" in made["text"]


def test_a_table_stands_where_it_stood_when_only_a_card_has_changed(web: TestClient, house: House) -> None:
    seats = [Seat.of("here"), Seat.of("here")]
    room = house._thread.submit(house.open, Setting("miniature", 2, 3), seats).result()
    for _ in range(6):
        room.answer(room.asked or 0, room.version, str(room.state.decision.options[0]))
    text, path, before = text_of(web, "miniature"), f"/api/rooms/{room.id}/reload", room.state
    changed = text.replace("  cost 4 coins", "  cost 1 coins")
    found = web.post(path, json={"name": "miniature", "text": changed}, headers=GOOD).json()
    assert found == {"fitted": 6, "of": 6, "carried": True, "reasons": [], "fresh": []}
    assert room.state.data.where == before.data.where and room.state.answers == before.answers
    assert room.message(0, "en")["log"] and room.state.get("first(all(thief))'s cost") != before.get("first(all(thief))'s cost")
    room.undo(None, room.version, anyway=True)
    assert room.state.game is room.game, "what is taken back goes on by the new rules"
    elsewhere = text.replace("card dog:", "card cat:\n  copies 2\n  cost 1 coins\n\ncard dog:")
    answers = len(room.line)
    found = web.post(path, json={"name": "miniature", "text": elsewhere}, headers=GOOD).json()
    assert found["carried"] and found["fresh"] == ["Cat"] and len(room.line) == answers, "a new card, and the table stands"
    reach = web.post(f"/api/rooms/{room.id}/deal", json={"name": "cat"}, headers=GOOD)
    assert reach.json() == {"label": "Cat"}
    assert any("cat" in str(option) for option in room.state.decision.options)
    assert web.post(f"/api/rooms/{room.id}/deal", json={"name": "../x"}, headers=GOOD).status_code == 400
    again = saved_and_loaded(web, house, room)
    assert again.by_hand and again.texts == room.texts and again.state.data.alike(room.state.data), "what was laid by hand"
    assert again.game.label("cat") == "Cat"
    assert again.message(1, "en")["table"]["zones"] == room.message(1, "en")["table"]["zones"]


def saved_and_loaded(web: TestClient, house: House, room: Room) -> Room:
    saved = web.get(f"/api/rooms/{room.id}/save")
    assert saved.status_code == 200, saved.text
    found = web.post("/api/load", content=saved.text, headers=GOOD)
    assert found.status_code == 200, found.text
    return house.rooms[found.json()["room"]]


def test_a_table_of_a_text_that_is_in_no_file_is_saved_with_it(web: TestClient, house: House) -> None:
    text = text_of(web).replace('"pick"', '"harvest"')
    body = {"game": "orchard.rules", "players": 2, "seed": 1, "seats": [{"kind": "here"}] * 2, "text": text}
    room = house.rooms[web.post("/api/rooms", json=body, headers=GOOD).json()["room"]]
    room.answer(0, 0, "pick")
    again = saved_and_loaded(web, house, room)
    assert not again.by_hand and again.line.texts == ["pick"] and again.game is not room.game
    again.undo(None, again.version, anyway=True)
    assert again.state.decision.options[0].label_in("en") == "harvest"


def test_a_save_whose_file_has_changed_says_so(web: TestClient, house: House) -> None:
    room = house._thread.submit(house.open, Setting("orchard.rules", 2, 1), [Seat.of("here"), Seat.of("here")]).result()
    room.answer(0, 0, "pick")
    saved, path = web.get(f"/api/rooms/{room.id}/save").text, house.folder / "orchard.rules"
    text = path.read_text("utf-8")
    path.write_text(text.replace("option pick", "option take"), "utf-8")
    found = web.post("/api/load", content=saved, headers=GOOD)
    path.write_text(text, "utf-8")
    assert found.status_code == 400
    assert "answer 1 of the saved table does not fit these rules; the rules have changed since" in found.json()["text"]
    damaged = saved.replace('"texts": {}', '"texts": {"orchard.rules": 3}')
    assert web.post("/api/load", content=damaged, headers=GOOD).status_code == 400
    strange = saved.replace('"texts": {}', '"texts": {"../x.rules": "game x"}')
    assert web.post("/api/load", content=strange, headers=GOOD).json()["code"] == "file"


def test_a_table_is_laid_by_a_text_that_is_not_saved(web: TestClient, house: House) -> None:
    text = text_of(web).replace('"pick"', '"harvest"')
    body = {"game": "orchard.rules", "players": 2, "seed": 1, "seats": [{"kind": "here"}] * 2, "text": text}
    room = house.rooms[web.post("/api/rooms", json=body, headers=GOOD).json()["room"]]
    assert room.edited and room.state.decision.options[0].label_in("en") == "harvest"
    assert web.post("/api/rooms", json=body | {"text": "game"}, headers=GOOD).status_code == 400


def test_an_example_goes_on_at_a_table(web: TestClient, house: House) -> None:
    body = {"name": "orchard.rules", "title": "picking"}
    room = house.rooms[web.post("/api/stage", json=body, headers=GOOD).json()["room"]]
    assert room.state.get("ann's fig") == 1 and room.asked == 1
    room.answer(1, room.version, "rest")
    assert room.asked == 0 and room.message(0, "en")["table"]["players"][0]["label"] == "ann"
    found = text_of(web).partition("\nexample")[2].replace("picking", "a finding").replace("bob\n", "bob\n    bob's fig = 2\n")
    found = f"example{found}"
    more = web.post("/api/stage", json={**body, "example": found, "title": "a finding"}, headers=GOOD).json()
    assert house.rooms[more["room"]].state.get("bob's fig") == 2
    for wrong in ({"title": "none"}, {"name": "../x.rules"}, {"example": "example"}):
        assert web.post("/api/stage", json={**body, **wrong}, headers=GOOD).status_code == 400


# ---------- the language server ----------
def spoken(socket: Any, *messages: dict[str, Any]) -> None:
    """Messages of a page, each in two parts, as long ones come."""
    for message in messages:
        text = json.dumps({"jsonrpc": "2.0", **message})
        socket.send_text("+" + text[:9])
        socket.send_text("." + text[9:])


def heard(socket: Any, wanted: Any) -> dict[str, Any]:
    for _ in range(50):
        message: dict[str, Any] = json.loads(socket.receive_text())
        if message.get("id") == wanted or message.get("method") == wanted:
            return message
    raise AssertionError(f"no {wanted} came")


def test_the_language_server_answers_a_page(web: TestClient) -> None:
    file = web.get("/api/file", params={"name": "orchard.rules"}).json()
    document = {"uri": file["uri"]}
    wrong = file["text"].replace("p gains 1 fig", "p gains 1 figg")
    with web.websocket_connect(f"{WS}/ws/language", headers=GOOD) as socket:
        spoken(socket, {"id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None, "rootUri": None}})
        assert heard(socket, 1)["result"]["capabilities"]["hoverProvider"]
        opened = {**document, "languageId": "rulekit", "version": 1, "text": wrong}
        spoken(socket, {"method": "initialized", "params": {}})
        spoken(socket, {"method": "textDocument/didOpen", "params": {"textDocument": opened}})
        found = heard(socket, "textDocument/publishDiagnostics")["params"]["diagnostics"]
        assert "figg" in found[0]["message"] and "did you mean" in found[0]["message"]
        line = wrong.split("\n")[8]
        end = line.index("figg") + 4
        slip = {"start": {"line": 8, "character": end - 1}, "end": {"line": 8, "character": end}}
        change = {"range": slip, "text": ""}
        now = {**document, "version": 2}
        spoken(socket, {"method": "textDocument/didChange", "params": {"textDocument": now, "contentChanges": [change]}})
        assert heard(socket, "textDocument/publishDiagnostics")["params"]["diagnostics"] == []
        place = {"textDocument": document, "position": {"line": 8, "character": end - 3}}
        spoken(socket, {"id": 2, "method": "textDocument/hover", "params": place})
        assert "resource" in heard(socket, 2)["result"]["contents"]["value"]
        spoken(socket, {"id": 3, "method": "textDocument/definition", "params": place})
        assert heard(socket, 3)["result"][0]["range"]["start"]["line"] == 2


@pytest.mark.parametrize(
    "message",
    [
        {"method": "workspace/executeCommand", "params": {"command": "rulekit.server.test"}},
        {"method": "textDocument/rename", "params": {"textDocument": {"uri": "ORCHARD"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///etc/passwd"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": "file:///etc/x.rules"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": "FOLDER/../outside.rules"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": "FOLDER/%2e%2e/outside.rules"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": "FOLDER/a%00.rules"}}},
        {"method": "textDocument/hover", "params": {"textDocument": {"uri": 3}}},
        {"method": "textDocument/hover", "params": []},
        {"method": "textDocument/hover"},
        {"method": "initialize", "params": {"textDocument": {"uri": "file:///etc/x.rules"}}},
        {"id": 3, "result": None},
    ],
)
def test_what_an_editor_does_not_ask_is_refused(house: House, message: dict[str, Any]) -> None:
    folder, orchard = house.folder.as_uri(), (house.folder / "orchard.rules").as_uri()
    told = json.loads(json.dumps(message).replace("FOLDER", folder).replace("ORCHARD", orchard))
    assert not allowed(house, told)
    assert allowed(house, {"method": "textDocument/hover", "params": {"textDocument": {"uri": orchard}}})


def test_a_page_that_says_what_no_editor_says_is_cut_off(web: TestClient, house: House) -> None:
    for text in (".[]", "no part", ".{}", '.{"method": "exit"}'):
        with web.websocket_connect(f"{WS}/ws/language", headers=GOOD) as socket, pytest.raises(WebSocketDisconnect):
            socket.send_text(text)
            socket.receive_text()
    stranger = TestClient(application(house, port=PORT), base_url=BASE)
    with pytest.raises(WebSocketDisconnect), stranger.websocket_connect(f"{WS}/ws/language", headers=GOOD):
        pass
    with (
        pytest.raises(WebSocketDisconnect),
        web.websocket_connect(f"{WS}/ws/language", headers={"origin": "http://evil.example"}),
    ):
        pass


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
    assert found["result"]["title"] == "Pig" and found["result"]["called"]["roll"] == "Roll"
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
