"""The studio in a browser: whole games by clicks, two seats, reconnecting, keyboard, phone, dark."""

from __future__ import annotations

import contextlib
import json
import re
import time
from random import Random

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from rulekit.api import Game
from rulekit.sources.bundled import whole_games
from rulekit.sources.tongues import tongue
from rulekit.studio.room import Room
from tests.studio.browser import Browser, Page, Studio, fine, hosting, sitting

NOW = ("tic_tac_toe", "goldblivion", "dice_forge", "dice_forge_rebellion", "better_than_gold", "kuhn_poker", "little_chess")
OFFERED = ".felt .offered"


def seats_of(game: Game) -> int:
    """Two, where two may play."""
    return 2 if 2 in game.player_counts else game.player_counts[0]


NEXT = (  # what can be clicked to answer, the most decisive first
    ".dialog .option",
    ".asked .confirm:not(:disabled)",
    f"{OFFERED}:not(.picked)",
    ".asked .control .option:not(.taken), .asked > .options .option",
    ".asked .control .rest",
    ".asked .control .more:not(:disabled)",
)


# What no page may say: something that is not there was written down.
SPILT = r"""(() => { const found = [document.body.innerText];
    for (const el of document.querySelectorAll('[title], [aria-label]')) found.push(el.title, el.ariaLabel ?? '');
    return found.join('\n').match(/.*(\bundefined\b|\bNaN\b|\[object |\bnull\b|\bNone\b|\{\w*\}).*/)?.[0] ?? ''; })()"""
# How long the end may take to come: so many answers of the person at the screen.
LONG = 3000


def take(page: Page, room: Room, rng: Random) -> None:
    """One answer by clicks: on the table where something is offered there, else in the list; what is asked for in several steps
    is put together."""
    version = room.version
    page.wait(f"document.querySelector('.option, .control, {OFFERED}, #reveal')")
    if page.count("#reveal"):
        page.click("#reveal")
        page.wait("document.querySelector('.option, .control')")
    ends = time.monotonic() + 30
    while room.version == version and time.monotonic() < ends:
        found = next((one for one in NEXT if page.count(one) and (one is not NEXT[1] or rng.randrange(3))), None)
        if found is not None:
            with contextlib.suppress(AssertionError):  # the table may have been told anew meanwhile
                page.click(found, rng.randrange(page.count(found) or 1), 1)
        for _ in range(10):
            if room.version == version:
                time.sleep(0.02)
    assert room.version > version, f"nothing came of it: {page.text('.asked')} {page.text('.toast')}"


def played(page: Page, room: Room, most: int) -> None:
    """So many answers of the person at the screen, or to the end; whatever he clicks, the table stays sound."""
    rng = Random(room.setting.seed)
    for _ in range(most):
        while room.asked not in (0, None) and room.seats[room.asked or 0].kind == "bot":
            time.sleep(0.01)
        page.wait(f"document.querySelector('.slider small')?.innerText.endsWith('/{len(room.line)}') || {len(room.line)} === 0")
        assert page.eval(SPILT) == "", f"after {room.line.texts[-3:]}"
        fine(page)
        if room.asked is None:
            return
        take(page, room, rng)


def test_a_whole_game_from_the_first_page_by_clicks(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server)
    page.wait("document.querySelector('.tile')")
    page.eval("[...document.querySelectorAll('.tile')].find((tile) => tile.innerText === 'Tic-tac-toe').click()")
    page.wait("document.querySelector('.laying h2')?.innerText === 'Tic-tac-toe' && document.querySelector('#begin')")
    page.eval(
        "(() => { const seat = document.querySelectorAll('.laying select')[1]; seat.value = 'here';"
        "seat.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    page.click("#begin")
    page.wait("document.querySelector('.cell.offered')")
    room = list(server.house.rooms.values())[-1]
    for cell in ("a1", "b1", "a2", "b2"):
        page.click(f"#cell-{cell}")
        page.wait(f"document.querySelectorAll('#cell-{cell} .piece').length === 1")
    page.click("#undo")
    page.wait("document.querySelectorAll('.cell .piece').length === 3")
    page.click("#cell-c3")
    page.wait("document.querySelectorAll('#cell-c3 .piece').length === 1")
    page.click("#cell-a3")
    page.wait("document.querySelector('.asked.done')")
    assert room.state.over and "Player 1 wins" in page.text(".asked") and "a3" in page.text(".log")
    fine(page)


@pytest.mark.parametrize("name", NOW)
def test_a_turn_by_clicks(chrome: Browser, server: Studio, name: str) -> None:
    game = server.house._thread.submit(server.house.game, name).result()
    room = server.lay(name, ("here", *("bot",) * (seats_of(game) - 1)))
    page = sitting(chrome, server, room)
    played(page, room, 3)
    fine(page)


@pytest.mark.slow
@pytest.mark.parametrize("name", whole_games())
def test_a_whole_game_by_clicks(chrome: Browser, server: Studio, name: str) -> None:
    game = server.house._thread.submit(server.house.game, name).result()
    room = server.lay(name, ("here", *("bot",) * (seats_of(game) - 1)))
    page = sitting(chrome, server, room)
    played(page, room, LONG)
    page.wait("document.querySelector('.asked.done')")
    assert room.state.over and page.eval(SPILT) == ""
    fine(page)


def test_two_seats_in_two_browsers_see_what_is_theirs(chrome: Browser, server: Studio) -> None:
    room = server.lay("kuhn_poker", ("link", "link"))
    pages = [chrome.page(), chrome.page()]
    for seat, page in enumerate(pages):
        page.goto(f"{server.base}/join/{room.id}?token={room.seats[seat].token}")
        page.wait("document.querySelector('.asked')")
        assert "token" not in page.eval("location.href")
        assert page.count(".player.own .card.back") == 0 and page.count(".player:not(.own) .card.back") == 1
    asked = room.asked or 0
    assert pages[1 - asked].count(".option") == 0
    pages[asked].click(".option")
    pages[1 - asked].wait("document.querySelector('.option')")
    assert pages[asked].count(".option") == 0
    for page in pages:
        fine(page)


def test_a_browser_comes_back_in_the_middle_of_a_choice(chrome: Browser, server: Studio) -> None:
    room = server.lay("miniature", ("here", "here"), seed=2, answers=3)
    page = sitting(chrome, server, room)
    if page.count("#reveal"):
        page.click("#reveal")
    page.wait("document.querySelector('.option')")
    before = page.text(".asked")
    page.goto(f"{server.base}/table/{room.id}/here")
    page.wait("document.querySelector('.option, #reveal')")
    if page.count("#reveal"):
        page.click("#reveal")
    page.wait("document.querySelector('.option')")
    assert page.text(".asked") == before
    take(page, room, Random(1))
    fine(page)


def test_a_lost_connection_comes_back_by_itself(chrome: Browser, server: Studio) -> None:
    room = server.lay("tic_tac_toe", ("here", "here"))
    page = sitting(chrome, server, room)
    page.call("Network.enable")
    page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    (listener,) = server.house.listeners[room.id]
    import asyncio

    loop = server.house.loop
    assert loop is not None
    asyncio.run_coroutine_threadsafe(listener.socket.close(1012), loop).result(10)  # type: ignore[attr-defined]
    page.wait("document.querySelector('.banner')")
    page.call("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.wait("!document.querySelector('.banner')")
    page.click("#cell-b2")
    page.wait("document.querySelectorAll('.cell .piece').length === 1")


def test_the_keyboard_alone_is_enough(chrome: Browser, server: Studio) -> None:
    room = server.lay("tic_tac_toe", ("here", "here"))
    page = sitting(chrome, server, room)
    page.key("1")
    page.wait("document.querySelectorAll('.cell .piece').length === 1")
    page.key("u")
    page.wait("document.querySelectorAll('.cell .piece').length === 0")
    for _ in range(40):
        page.key("Tab")
        if page.eval("document.activeElement?.dataset?.cell"):
            break
    cell = page.eval("document.activeElement.dataset.cell")
    page.key("Enter")
    page.wait(f"document.querySelectorAll('#cell-{cell} .piece').length === 1")
    page.key("[")
    page.wait("document.querySelector('.asked.past')")
    page.key("]")
    page.wait("!document.querySelector('.asked.past')")
    fine(page)


@pytest.mark.parametrize("name", ["goldblivion", "dice_forge", "better_than_gold", "little_chess"])
def test_turns_by_the_keyboard_alone(chrome: Browser, server: Studio, name: str) -> None:
    """A number for what is offered, Enter for what is put together: whatever is asked, it is answered so."""
    room = server.lay(name, ("here", "here"), seed=5)
    page = sitting(chrome, server, room)
    for answers in range(1, 9):
        ends = time.monotonic() + 30
        while len(room.line) < answers and time.monotonic() < ends:
            if page.count("#reveal"):
                page.eval("document.querySelector('#reveal').focus()")
                page.key("Enter")
            elif page.count(".asked .confirm:not(:disabled)"):
                page.key("Enter")
            else:
                page.key("1")
            time.sleep(0.1)
        assert len(room.line) >= answers, f"no key answers {page.text('.asked')}"
    fine(page)


def test_on_a_phone_nothing_stands_out_of_the_screen(chrome: Browser, server: Studio) -> None:
    room = server.lay("goldblivion", ("here", "bot", "bot"), seed=3, answers=30)
    page = sitting(chrome, server, room)
    page.size(390, 844, phone=True)
    assert page.wait("document.documentElement.clientWidth") == 390
    assert page.eval("document.documentElement.scrollWidth") <= 390
    asked = json.loads(page.eval("JSON.stringify(document.querySelector('.asked').getBoundingClientRect())"))
    assert asked["top"] < 844, "what is asked is in sight"
    played(page, room, 1)
    fine(page)


def test_the_strip_tells_of_all_players_and_leads_to_them(chrome: Browser, server: Studio) -> None:
    room = server.lay("goldblivion", ("here", "bot", "bot"), seed=3, answers=30)
    page = sitting(chrome, server, room)
    assert [page.count(f".strip button:nth-child({seat + 1}) .score") for seat in range(4)] == [1, 1, 1, 0]
    assert page.text(".strip button:nth-child(2) .hand-of") == str(
        page.eval("document.querySelector('.player[data-seat=\"1\"] .lay-fan').querySelectorAll('.back').length")
    )
    page.size(390, 844, phone=True)
    at = "document.querySelector('.player[data-seat=\"2\"]').getBoundingClientRect()"
    assert page.eval(f"{at}.top") > 844, "far below"
    page.click(".strip button", 2)
    page.wait(f"{at}.top < 400")
    fine(page)


# What has flown over the table, kept by an observer since it is soon gone.
FLYING = """(() => { globalThis.flown = [];
    const kept = (el) => /floating|tumbling/.test(el.className) && flown.push(el.className + ' ' + el.textContent);
    const seen = (all) => all.forEach((one) => one.addedNodes.forEach(kept));
    new MutationObserver(seen).observe(document.body, {childList: true}); return true; })()"""
TURNED = """(() => { globalThis.turned = 0; const plain = Element.prototype.animate;
    Element.prototype.animate = function (...given) { if (this.matches('.faces')) turned++; return plain.apply(this, given); };
    return true; })()"""


@pytest.mark.parametrize("moving", [True, False])
def test_dice_tumble_and_amounts_float_unless_all_shall_stand_still(chrome: Browser, server: Studio, moving: bool) -> None:
    room = server.lay("pig", ("here", "here"))
    page = sitting(chrome, server, room)
    page.moving(moving)
    page.eval(FLYING)
    answers = [next(str(option) for option in room.state.decision.options if word in str(option)) for word in ("roll", "hold")]
    for number, answer in enumerate(answers, 1):
        page.click(f'[data-option="{answer}"]')
        page.wait(f"document.querySelector('.slider small')?.innerText === '{number}/{number}'")
    shown = [event for event in room.state.events if event.kind in ("dice", "gain")]
    assert [event.kind for event in shown] == ["dice", "gain"]
    told = [f"tumbling {shown[0].value('result')}", f"floating up +{shown[1].value('amount')}"]
    assert page.eval("flown") == (told if moving else [])
    fine(page)


def test_dice_with_faces_tumble_where_they_lie(chrome: Browser, server: Studio) -> None:
    room = server.lay("dice_forge", ("here", "here"), seed=2)
    page = sitting(chrome, server, room)
    page.moving()
    page.eval(TURNED)
    for _ in range(12):
        if page.eval("turned"):
            break
        take(page, room, Random(1))
        page.wait(f"document.querySelector('.slider small')?.innerText.endsWith('/{len(room.line)}')")
    assert page.eval("turned") > 0
    fine(page)


def test_dark_and_french(chrome: Browser, server: Studio) -> None:
    room = server.lay("miniature", ("here", "bot"), answers=4)
    page = chrome.page()
    page.dark()
    page.goto(server.entrance)
    page.goto(f"{server.base}/table/{room.id}/here")
    page.wait("document.querySelector('.asked')")
    light = page.eval("getComputedStyle(document.body).backgroundColor")
    assert page.eval("document.documentElement.dataset.theme") == "dark" and sum(map(int, light[4:-1].split(","))) < 200
    page.eval(
        "(() => { const lang = document.querySelector('.switches select'); lang.value = 'fr';"
        "lang.dispatchEvent(new Event('change', {bubbles: true})); })()"
    )
    page.wait("document.querySelector('.tabs').innerText.includes('Journal')")
    page.wait("document.querySelector('.player').innerText.includes('Joueur')")
    assert re.match(r"\s*Joueur 1\u00a0: ", page.text(".asked h2")), "a colon as it is written in French"
    fine(page)


FRENCH = (
    "(() => { const lang = document.querySelector('.switches select'); lang.value = 'fr';"
    "lang.dispatchEvent(new Event('change', {bubbles: true})); return true; })()"
)
SEEN = """(() => { const found = [document.body.innerText.split('\\n')];
    for (const el of document.querySelectorAll('[title], [aria-label], [placeholder]'))
      found.push([el.title, el.getAttribute('aria-label') ?? '', el.placeholder ?? '']);
    return found.flat().map((one) => one.replace(/^[^A-Za-zÀ-ÿ]+/, '').trim()); })()"""


def test_every_page_is_french_when_it_is_asked_for(chrome: Browser, server: Studio) -> None:
    room = server.lay("miniature", ("here", "bot"), answers=4)
    words = tongue("fr").sentences.items()
    english = {text for text, other in words if text != other and (" " in text or text[:1].isupper())}
    page = hosting(chrome, server)
    page.wait("document.querySelector('#begin')")
    page.eval(FRENCH)
    page.wait("document.querySelector('nav').innerText.includes('Jouer')")
    ready = {"/": "#begin", "/study": "#study", "/write?file=miniature": ".findings h3", f"/table/{room.id}/here": ".asked"}
    for path, shown in ready.items():
        page.goto(server.base + path)
        page.wait(f"document.querySelector({json.dumps(shown)})")
        assert page.eval("document.documentElement.lang") == "fr"
        seen = set(page.eval(SEEN))
        assert "Clair" in seen or "Sombre" in seen, "the search sees what pages say"
        assert not english & seen, path
        fine(page)


def test_the_past_is_looked_at_and_forked(chrome: Browser, server: Studio) -> None:
    room = server.lay("tic_tac_toe", ("here", "here"), answers=4)
    page = sitting(chrome, server, room)
    page.key("[")
    page.wait("document.querySelectorAll('.cell .piece').length === 3")
    page.click("#fork")
    page.wait(f"!location.pathname.includes('{room.id}') && document.querySelector('.asked.mine')")
    page.wait("document.querySelectorAll('.cell .piece').length === 3")
    assert len(room.line) == 4
    fine(page)
