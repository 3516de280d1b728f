"""The editor and the studies in a browser."""

from __future__ import annotations

import time

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.studio.browser import Browser, Studio, fine, hosting, sitting

TEXT = "studioEditor.text"


def test_an_edit_breaks_and_mends_a_card_and_the_table_goes_on(chrome: Browser, server: Studio) -> None:
    room = server.lay("miniature", ("here", "here"), seed=2, answers=3)
    page = hosting(chrome, server, f"/write?file=miniature&room={room.id}")
    page.wait("document.querySelector('.findings h3')?.innerText.includes('✓')")
    page.eval(f"studioEditor.replace({TEXT}.replace('card pedlar:', 'card pedlar \"Hawker\":'))")
    page.eval(f"studioEditor.replace({TEXT}.replace('gain 1 coins', 'gain 1 coyns'))")
    page.wait("document.querySelector('.findings .error')?.innerText.includes('coyns')")
    page.click("#reload")
    page.wait("document.querySelector('.status').innerText.includes('line')")
    page.eval(f"studioEditor.replace({TEXT}.replace('gain 1 coyns', 'gain 1 coins'))")
    page.wait("!document.querySelector('.findings .error') && document.querySelector('.findings h3')?.innerText.includes('✓')")
    page.click("#reload")
    page.wait("document.querySelector('.status').innerText.includes('where it stood')")
    page.eval(f"studioEditor.replace({TEXT}.replace('card dog:', 'card cat:\\n  copies 2\\n  cost 1 coins\\n\\ncard dog:'))")
    page.wait("!document.querySelector('.findings .error') && document.querySelector('.findings h3')?.innerText.includes('✓')")
    page.click("#reload")
    page.wait("document.querySelector('.status').innerText.includes('new: Cat')")
    page.eval(f"studioEditor.replace({TEXT}.replace('repeat 6 times', 'repeat 7 times'))")
    page.wait("!document.querySelector('.findings .error') && document.querySelector('.findings h3')?.innerText.includes('✓')")
    page.click("#reload")
    page.wait("document.querySelector('.status').innerText.includes('played again')")
    assert "play_game" in page.text(".status"), "and why"
    page.goto(f"{server.base}/table/{room.id}/here")
    page.wait("document.querySelector('.asked, #reveal')")
    if page.count("#reveal"):
        page.click("#reveal")
    assert room.edited and room.game.label("pedlar") == "Hawker"
    assert [fault for fault in page.faults() if "400" not in fault] == []


def test_the_editor_knows_what_words_mean(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server, "/write?file=miniature&line=53")
    page.wait("document.querySelector('.findings h3')?.innerText.includes('✓')")
    root = "document.querySelector('.write > .text').shadowRoot"
    page.wait(f"{root}.querySelectorAll('.ran.full').length > 3")
    page.wait(f"[...{root}.querySelectorAll('.means-enumMember')].some((one) => one.innerText === 'thief')")
    assert page.eval(f"[...{root}.querySelectorAll('.means-variable')].some((one) => one.innerText === 'fame')")
    word = "studioEditor.text.indexOf('fame as stolen')"
    box = page.eval(f"(() => {{ const box = studioEditor.view.coordsAtPos({word} + 2); return [box.left, box.top + 6]; }})()")
    for step in (-2, 0):
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=box[0] + step, y=box[1])
    page.wait(f"{root}.querySelector('.told')?.innerText.includes('resource')")
    page.eval(f"{root}.querySelector('.told button').click()")
    page.wait(
        "studioEditor.view.state.doc.lineAt(studioEditor.view.state.selection.main.head).text.startsWith('resource fame')"
    )
    page.eval(
        "studioEditor.view.dispatch({changes: {from: studioEditor.text.indexOf('gain 2 coins'), insert: 'gain 1 fam\\n  '}})"
    )
    page.wait("document.querySelector('.findings .error')?.innerText.includes('fam')")
    page.click(".mend")
    page.wait("studioEditor.text.includes('gain 1 fame')")
    fine(page)


def test_an_offer_is_filled_in_place_by_place(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server, "/write?file=miniature&line=46")
    page.wait("document.querySelector('.findings h3')?.innerText.includes('✓')")
    root = "document.querySelector('.write > .text').shadowRoot"
    assert page.eval("studioEditor.view.state.doc.line(46).text") == ""
    page.key("Enter")
    page.type("card")
    page.wait(f"{root}.querySelector('.cm-tooltip-autocomplete [aria-selected]')")
    time.sleep(0.3)  # what has just come up under the hand is not taken by mistake
    page.key("Enter")
    page.wait("studioEditor.text.includes('card name \"Name\":')")
    page.type("heron")
    page.key("Tab")
    page.type("Heron")
    page.key("Tab")
    page.type("gain 1 fame")
    page.wait("studioEditor.text.includes('card heron \"Heron\":\\n  when played: gain 1 fame')")
    page.wait("document.querySelector('.preview .card .name')?.innerText === 'Heron'")
    page.key("Tab")
    assert "    when played: gain 1 fame" in page.eval(TEXT), "when all is filled in, Tab indents again"
    fine(page)


def test_a_card_is_tried_and_an_example_seen_on_a_table(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server, "/write?file=miniature&line=53")
    page.wait("document.querySelector('.preview .card .name')?.innerText === 'Thief'")
    assert "Voleuse" in page.text(".beside"), "in each language"
    page.click(".tried summary")
    page.click(".tried textarea")
    page.type("bob's fame = 2")
    page.wait("document.querySelector('.tried .changes')?.innerText.includes(\"bob's fame: 2 -> 1\")")
    assert page.count(".tried .counter.changed") == 3
    page.wait("document.querySelectorAll('.examples .passed').length === 17")
    page.click('[aria-label="Show the table: the dog keeps the thief away"]')
    page.wait("document.querySelector('.staged .look .recent .name')?.innerText === 'Dog'")
    fine(page)


def test_an_example_is_made_of_a_position(chrome: Browser, server: Studio) -> None:
    room = server.lay("tic_tac_toe", ("here", "here"), answers=2)
    page = sitting(chrome, server, room)
    page.click("#example")
    page.wait("globalThis.studioEditor && studioEditor.text.includes('as at the table, moment 2')")
    page.wait("document.querySelector('.findings h3')?.innerText.includes('✓')")
    page.click("#run")
    page.wait("[...document.querySelectorAll('.examples .passed')].some((one) => one.innerText.includes('moment 2'))")
    fine(page)


def test_a_simulation_is_watched_and_cancelled(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server, "/study")
    page.wait("document.querySelector('#study-game option')")
    page.eval(
        "(() => { const put = (id, value, kind) => { const el = document.querySelector(id); el.value = value;"
        "el.dispatchEvent(new Event(kind, {bubbles: true})); };"
        "put('#study-game', 'pig', 'change'); put('#count', '5000', 'input'); })()"
    )
    page.click("#study")
    page.wait("document.querySelector('.job[data-state=runs]')")
    page.click(".job .cancel")
    page.wait("document.querySelector('.job[data-state=cancelled]')")
    page.eval(
        "(() => { const el = document.querySelector('#count'); el.value = '4';"
        "el.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )
    page.click("#study")
    page.wait("document.querySelectorAll('.chart').length > 1")
    fine(page)
