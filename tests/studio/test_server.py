"""Strangers at the door: other sites, other seats, floods, tricks with paths; and what a guest and a host may do."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from rulekit.sources.tongues import tongue
from rulekit.studio import limits
from rulekit.studio.guard import Bucket
from rulekit.studio.house import House
from rulekit.studio.room import Room, Setting
from rulekit.studio.seats import Seat
from rulekit.studio.server import application, static_files

PORT = 8650
BASE = f"http://127.0.0.1:{PORT}"
GOOD = {"origin": BASE}
WS = f"ws://127.0.0.1:{PORT}"
RULES = """game {name}: players 2
resource coin
to play_game:
  for each player p in players:
    turn of p:
      choose one:
        option wait "wait <script>alert(1)</script>": nothing
        option earn: p gains 1 coin
"""


@pytest.fixture
def house(tmp_path: Path) -> House:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "mine.rules").write_text(RULES.format(name="mine"), "utf-8")
    (tmp_path / "outside.rules").write_text(RULES.format(name="outside"), "utf-8")
    return House(folder, bots=1, pause=0)


@pytest.fixture
def web(house: House) -> Iterator[TestClient]:
    with TestClient(application(house, port=PORT), base_url=BASE) as client:
        yield client


def guest(house: House) -> TestClient:
    """Another browser."""
    return TestClient(application(house, port=PORT), base_url=BASE)


def hosting(web: TestClient, house: House) -> TestClient:
    assert web.get(f"/enter?token={house.host_token}", follow_redirects=False).status_code == 303
    return web


def laid(house: House, name: str = "tic_tac_toe", kinds: tuple[str, ...] = ("link", "link")) -> Room:
    return house.open(Setting(name, len(kinds), 1), [Seat.of(kind) for kind in kinds])


def seated(house: House, room: Room, seat: int) -> TestClient:
    client = guest(house)
    answer = client.get(f"/join/{room.id}?token={room.seats[seat].token}", follow_redirects=False)
    assert answer.status_code == 303 and "token" not in answer.headers["location"]
    return client


def received(socket: Any, kind: str) -> dict[str, Any]:
    for _ in range(20):
        message: dict[str, Any] = socket.receive_json()
        if message["is"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


def test_pictures_are_for_those_who_sit_at_the_table(web: TestClient, house: House) -> None:
    (house.folder / "fox.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    (house.folder / "mine.looks.yaml").write_text("kinds: {card: {picture: fox.svg}}")
    room = laid(house, "mine.rules")
    player, path = seated(house, room, 1), f"/picture/{room.id}/fox.svg"
    found = player.get(path)
    assert found.status_code == 200 and found.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in found.headers["content-security-policy"], "a script in a picture never runs"
    assert guest(house).get(path).status_code == 404 and hosting(web, house).get(path).status_code == 200
    for name in ("mine.rules", "..%2foutside.rules", "%2e%2e/outside.rules", "/etc/passwd", "fox.svg/", "nothing.svg", ""):
        assert player.get(f"/picture/{room.id}/{name}").status_code == 404
    assert player.get("/picture/none/fox.svg").status_code == 404


# ---------- the door ----------
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", f"evil.example:{PORT}", ""])
def test_another_name_is_refused(web: TestClient, house: House, host: str) -> None:
    hosting(web, house)
    assert web.get("/api/games", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8650", "http://127.0.0.1:8651", ""])
def test_another_site_is_refused(web: TestClient, house: House, origin: str) -> None:
    hosting(web, house)
    body = {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": [{"kind": "here"}] * 2}
    assert web.post("/api/rooms", json=body, headers={"origin": origin}).status_code == 403
    assert web.get("/api/games", headers={"origin": origin}).status_code == 403
    assert house.rooms == {}
    room = laid(house, kinds=("here", "here"))
    with pytest.raises(WebSocketDisconnect), web.websocket_connect(f"{WS}/ws/{room.id}/here", headers={"origin": origin}):
        pass


def test_what_another_site_fetches_is_refused_and_a_link_is_followed(web: TestClient, house: House) -> None:
    hosting(web, house)
    assert web.get("/api/games", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}).status_code == 403
    assert web.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}).status_code == 200


def test_without_a_token_nothing_is_told(web: TestClient, house: House) -> None:
    room = laid(house)
    assert web.get("/").status_code == 403
    assert web.get("/enter?token=wrong").status_code == 403
    assert web.get(f"/join/{room.id}?token=wrong").status_code == 403
    assert web.get(f"/join/{room.id}").status_code == 403
    assert web.get("/join/none?token=x").status_code == 403
    for path in ("/api/games", "/api/rooms", f"/api/rooms/{room.id}/links", f"/api/rooms/{room.id}/save"):
        assert web.get(path).status_code == 403
    for place in ("0", "1", "here", "watch", "-1", "9", "x"):
        with pytest.raises(WebSocketDisconnect), web.websocket_connect(f"{WS}/ws/{room.id}/{place}", headers=GOOD):
            pass


def test_every_answer_forbids_what_other_sites_could_do(web: TestClient, house: House) -> None:
    for path in ("/", "/static/app.js", "/static/none", "/api/games"):
        headers = web.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"] and "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY" and "access-control-allow-origin" not in headers


def test_the_cookie_is_for_the_server_alone(web: TestClient, house: House) -> None:
    answer = web.get(f"/enter?token={house.host_token}", follow_redirects=False)
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and house.host_token.lower() not in cookie


def test_pages_have_no_script_of_their_own() -> None:
    page = static_files()["index.html"][0].decode()
    assert page.count("<script") == page.count('<script type="module" src="/static/') and "onload" not in page
    assert "style=" not in page


# ---------- paths and sizes ----------
TRICKS = [
    "../server.py", "..%2fserver.py", "%2e%2e/%2e%2e/pyproject.toml", "vendor/../../server.py", "/etc/passwd", "%00", "vendor",
]  # fmt: skip


@pytest.mark.parametrize("name", TRICKS)
def test_no_path_leads_out_of_the_static_files(web: TestClient, name: str) -> None:
    answer = web.get(f"/static/{name}")
    assert answer.status_code in (403, 404) and "import" not in answer.text


@pytest.mark.parametrize(
    "name", ["../outside.rules", "/etc/passwd", "..", "", "mine.rules/../../outside.rules", "x\0.rules", "mine"]
)
def test_no_name_leads_out_of_the_folder(web: TestClient, house: House, name: str) -> None:
    hosting(web, house)
    answer = web.get("/api/game", params={"name": name})
    assert answer.status_code == 400 and answer.json()["code"] == "file"
    seats = [{"kind": "here"}] * 2
    body = {"game": name, "players": 2, "seed": 1, "seats": seats}
    assert web.post("/api/rooms", json=body, headers=GOOD).status_code == 400
    body = {"game": "mine.rules", "players": 2, "seed": 1, "seats": seats, "setup": "../x"}
    assert web.post("/api/rooms", json=body, headers=GOOD).status_code == 400


def test_a_link_out_of_the_folder_is_not_followed(web: TestClient, house: House) -> None:
    hosting(web, house)
    (house.folder / "link.rules").symlink_to(house.folder.parent / "outside.rules")
    assert web.get("/api/game", params={"name": "link.rules"}).status_code == 400


def test_what_is_too_large_is_refused(web: TestClient, house: House) -> None:
    hosting(web, house)
    assert web.post("/api/load", content=b"x" * (limits.TEXT + 1), headers=GOOD).status_code == 413
    room = laid(house, kinds=("here", "here"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket:
        received(socket, "table")
        socket.send_text(json.dumps({"do": "answer", "text": "a" * limits.MESSAGE}))
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    assert len(room.line) == 0


@pytest.mark.parametrize("text", ["", "no json", "[]", "7", "[" * 20_000, '{"do": '])
def test_what_is_no_message_ends_the_connection(web: TestClient, house: House, text: str) -> None:
    hosting(web, house)
    room = laid(house, kinds=("here", "here"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket:
        received(socket, "table")
        socket.send_text(text)
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_a_flood_ends_the_connection(web: TestClient, house: House) -> None:
    hosting(web, house)
    room = laid(house, kinds=("here", "here"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket, pytest.raises(WebSocketDisconnect) as ended:
        for _ in range(limits.BURST * 3):
            socket.send_json({"do": "none"})
        while True:
            socket.receive_json()
    assert ended.value.code == 4429


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_a_flood_of_requests_is_refused(house: House) -> None:
    with TestClient(application(house, port=PORT, rate=0.5), base_url=BASE) as client:
        codes = [client.get("/static/none").status_code for _ in range(8)]
    assert codes[0] == 404 and codes[-1] == 429


def test_there_are_only_so_many_tables(web: TestClient, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ROOMS", 2)
    hosting(web, house)
    body = {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": [{"kind": "here"}] * 2}
    assert [web.post("/api/rooms", json=body, headers=GOOD).status_code for _ in range(3)] == [200, 200, 400]


# ---------- seats ----------
def test_a_guest_has_one_seat_and_no_other(house: House, web: TestClient) -> None:
    room = laid(house)
    first = seated(house, room, 0)
    for place in ("1", "here", "00"):
        with pytest.raises(WebSocketDisconnect), first.websocket_connect(f"{WS}/ws/{room.id}/{place}", headers=GOOD):
            pass
    other = laid(house)
    with pytest.raises(WebSocketDisconnect), first.websocket_connect(f"{WS}/ws/{other.id}/0", headers=GOOD):
        pass
    assert first.get("/api/games").status_code == 403
    assert first.post(f"/api/rooms/{room.id}/fork", json={"at": 0}, headers=GOOD).status_code == 403


def test_two_seats_play_and_strangers_answers_are_refused(house: House) -> None:
    room = laid(house)
    with seated(house, room, 0) as one, one.websocket_connect(f"{WS}/ws/{room.id}/0", headers=GOOD) as mine:
        table = received(mine, "table")
        assert table["own"] == [0] and table["table"]["decision"]["options"]
        mine.send_json({"do": "answer", "v": 5, "text": "b2"})
        assert received(mine, "error")["code"] == "stale"
        mine.send_json({"do": "answer", "v": 0, "text": "z9"})
        assert received(mine, "error")["code"] == "answer"
        mine.send_json({"do": "answer", "v": 0, "text": "b2"})
        assert received(mine, "table")["v"] == 1
        mine.send_json({"do": "answer", "v": 1, "text": "a1"})
        assert received(mine, "error")["code"] == "turn"
        mine.send_json({"do": "undo", "v": 1})
        assert received(mine, "table")["v"] == 2
    assert len(room.line) == 0


FAILING = """game failing "Failing": players 2
kind card "card"
card ruby "Ruby"
zone deck "deck": holds card; seen by nobody
resource coin of player
to play_game:
  move {ruby} to deck
  first(players) does:
    choose one:
      option fall: fall
      option wait: nothing

to fall:
  you gain 1 coin
  fall
"""


def test_how_the_rules_failed_is_told_to_the_host_alone(web: TestClient, house: House) -> None:
    (house.folder / "failing.rules").write_text(FAILING, "utf-8")
    room = laid(house, "failing.rules")
    with (
        seated(house, room, 0) as one,
        one.websocket_connect(f"{WS}/ws/{room.id}/0", headers=GOOD) as mine,
        hosting(web, house).websocket_connect(f"{WS}/ws/{room.id}/watch", headers=GOOD) as hosts,
    ):
        received(mine, "table")
        mine.send_json({"do": "answer", "v": 0, "text": "fall"})
        assert received(mine, "table")["note"] == "", "what the host should know is not for others"
        told = received(mine, "error")
        assert told["code"] == "rules" and "for ever" not in told["text"] and "host" in told["text"]
        received(hosts, "table")
        assert "for ever" in received(hosts, "table")["note"]
        mine.send_json({"do": "lang", "lang": "fr"})
        mine.send_json({"do": "answer", "v": 5, "text": "wait"})
        assert received(mine, "error")["text"] == tongue("fr").say("the table has changed since; look again")
        assert tongue("fr").say("the table has changed since; look again") != "the table has changed since; look again"


def test_odds_are_counted_beside_the_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    room, counted = laid(house), threading.Event()

    async def slowly(*_: Any, **__: Any) -> dict[str, Any]:
        await asyncio.to_thread(counted.wait, 30)
        return {"rows": [], "sure": "", "exact": True, "tries": 1}

    monkeypatch.setattr(house.advisers, "run", slowly)
    with seated(house, room, 0) as client, client.websocket_connect(f"{WS}/ws/{room.id}/0", headers=GOOD) as mine:
        received(mine, "table")
        for _ in range(8):
            mine.send_json({"do": "odds", "text": "b2"})
        mine.send_json({"do": "odds", "text": "b2"})
        assert received(mine, "error")["code"] == "odds", "so many at once and no more"
        mine.send_json({"do": "answer", "v": 0, "text": "b2"})
        assert received(mine, "table")["v"] == 1, "a click does not wait for what is counted"
        counted.set()
        mine.send_json({"do": "look"})
        assert received(mine, "table")["v"] == 1, "what was asked of an older table is not told any more"


def test_who_watches_answers_nothing(house: House) -> None:
    room = laid(house)
    client = guest(house)
    client.get(f"/join/{room.id}?token={room.watch_token}", follow_redirects=False)
    with client, client.websocket_connect(f"{WS}/ws/{room.id}/watch", headers=GOOD) as socket:
        assert received(socket, "table")["table"]["decision"]["options"] == []
        for message in ({"do": "answer", "v": 0, "text": "b2"}, {"do": "undo", "v": 0}, {"do": "odds", "text": "b2"}):
            socket.send_json(message)
            assert received(socket, "error")["code"] in ("turn", "undo")
    assert len(room.line) == 0


def test_a_curtain_falls_between_two_people_at_one_screen(web: TestClient, house: House) -> None:
    hosting(web, house)
    room = laid(house, "kuhn_poker", ("here", "here"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket:
        table = received(socket, "table")
        asked = room.asked
        assert table["curtain"] == asked and table["seat"] is None and table["table"]["decision"]["options"] == []
        hands = [zone for zone in table["table"]["zones"] if zone["name"] == "hand"]
        assert all(thing is None for zone in hands for thing in zone["things"])
        socket.send_json({"do": "answer", "v": 0, "text": "check"})
        assert received(socket, "error")["code"] == "curtain"
        socket.send_json({"do": "reveal", "seat": 1 - (asked or 0)})
        assert received(socket, "error")["code"] == "curtain"
        socket.send_json({"do": "reveal", "seat": asked})
        table = received(socket, "table")
        assert table["curtain"] is None and table["seat"] == asked
        socket.send_json({"do": "answer", "v": 0, "text": table["table"]["decision"]["options"][0]["text"]})
        assert received(socket, "table")["curtain"] == room.asked


def test_a_script_in_a_label_is_data(web: TestClient, house: House) -> None:
    hosting(web, house)
    room = laid(house, "mine.rules", ("here", "here"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket:
        labels = [option["label"] for option in received(socket, "table")["table"]["decision"]["options"]]
    assert any("<script>" in label for label in labels), "the browser shows it as text: nothing makes markup of a message"
    sources = [body.decode() for name, (body, kind) in static_files().items() if kind == "text/javascript" and "/" not in name]
    assert all("innerHTML" not in source and " eval(" not in source for source in sources)


# ---------- the host ----------
def test_the_host_lays_tables_and_gives_links(web: TestClient, house: House) -> None:
    hosting(web, house)
    assert {"tic_tac_toe", "mine.rules"} <= {game["name"] for game in web.get("/api/games").json()["games"]}
    about = web.get("/api/game", params={"name": "miniature"}).json()
    assert about["players"] and "fr" in about["languages"]
    body = {"game": "mine.rules", "players": 2, "seed": 1, "seats": [{"kind": "link"}, {"kind": "bot", "bot": "random"}]}
    links = web.post("/api/rooms", json=body, headers=GOOD).json()
    assert links["seats"][0] and links["seats"][1] is None
    (room,) = house.rooms.values()
    saved = web.get(f"/api/rooms/{room.id}/save").text
    again = web.post("/api/load", content=saved, headers=GOOD).json()
    assert again["room"] != room.id and len(house.rooms) == 2
    assert web.post(f"/api/rooms/{room.id}/fork", json={"at": 0}, headers=GOOD).status_code == 200
    assert web.post(f"/api/rooms/{room.id}/fork", json={"at": 99}, headers=GOOD).status_code == 400
    assert web.post(f"/api/rooms/{room.id}/seat", json={"seat": 1, "kind": "here"}, headers=GOOD).status_code == 200
    assert web.post(f"/api/rooms/{room.id}/close", json={}, headers=GOOD).status_code == 200 and room.id not in house.rooms


@pytest.mark.parametrize(
    "asked",
    [
        {}, {"game": 3}, {"game": "tic_tac_toe", "players": 9, "seed": 1, "seats": [{"kind": "here"}] * 9},
        {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": [{"kind": "king"}] * 2},
        {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": [{"kind": "bot", "bot": "oracle"}] * 2},
        {"game": "tic_tac_toe", "players": 2, "seed": True, "seats": [{"kind": "here"}] * 2},
        {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": [{"kind": "here"}]},
        {"game": "tic_tac_toe", "players": 2, "seed": 1, "seats": "all"},
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_laid_is_refused(web: TestClient, house: House, asked: dict[str, Any]) -> None:
    hosting(web, house)
    answer = web.post("/api/rooms", json=asked, headers=GOOD)
    assert answer.status_code == 400 and answer.json()["text"] and house.rooms == {}


def test_bots_play_by_themselves(web: TestClient, house: House) -> None:
    hosting(web, house)
    room = laid(house, "tic_tac_toe", ("here", "bot"))
    with web.websocket_connect(f"{WS}/ws/{room.id}/here", headers=GOOD) as socket:
        received(socket, "table")
        socket.send_json({"do": "answer", "v": 0, "text": "b2"})
        while received(socket, "table")["v"] < 2:
            pass
    assert len(room.line) == 2
