"""Amounts, payments, steps, several picks and orders by clicks, by keyboard, on a phone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from rulekit.studio.room import Room
from tests.studio.browser import Browser, Page, Studio, studio

RULES = Path(__file__).parent / "rules" / "controls.rules"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    folder = tmp_path_factory.mktemp("folder")
    shutil.copy(RULES, folder)
    with studio(folder) as found:
        yield found


def at(chrome: Browser, server: Studio, *answers: str) -> tuple[Page, Room]:
    """A table at which the only player is asked for something."""
    room = server.lay(RULES.name, ("here",))
    for answer in ("2", *answers):
        server.house._thread.submit(room.answer, 0, room.version, answer).result()
    page = chrome.page()
    page.goto(server.entrance)
    page.goto(f"{server.base}/table/{room.id}/here")
    page.wait("document.querySelector('.asked')")
    return page, room


def heap(room: Room) -> list[str]:
    table = room.state.table
    return [table.entities[thing].name for thing in room.state.data.zones[table.zone_number[("heap",)]]]


def after(page: Page, room: Room, answers: int) -> list[str]:
    """The last answers, once the screen shows the table after them."""
    page.wait(f"document.querySelector('.slider small')?.innerText === '{answers}/{answers}'")
    assert page.faults() == []
    return room.state.answers[2:]


def test_several_cards_are_picked_on_the_table_and_given_at_once(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "two")
    assert page.count(".confirm:disabled") == 1
    page.click(".card[data-name=pear]")
    page.wait("document.querySelector('.picks .total').innerText.startsWith('1 of 2')")
    page.click(".card[data-name=pear]")  # and back
    page.wait("document.querySelector('.picks .total').innerText.startsWith('0 of 2')")
    page.click(".card[data-name=pear]")
    page.click(".card[data-name=plum]")
    page.wait("document.querySelectorAll('.card.picked').length === 2")
    assert len(room.line) == 2, "nothing is answered yet"
    page.click(".confirm:not(:disabled)")
    assert after(page, room, 4) == ["pear", "plum"] and heap(room) == ["pear", "plum"]
    page.click("#undo")
    page.wait("document.querySelector('.slider small').innerText === '2/2'")
    assert heap(room) == [], "what was given at once is taken back at once"


def test_copies_are_picked_one_by_one_and_fewer_are_enough(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "up_to")
    for _ in range(2):
        page.click(".card[data-name=fig]")
    page.wait("document.querySelector('.picks .total').innerText.startsWith('2 of 0–3')")
    assert page.text(".card[data-name=fig] .key") == "✓2"
    page.click(".confirm:not(:disabled)")
    assert len(after(page, room, 5)) == 3 and heap(room) == ["fig", "fig"]


def test_an_order_is_laid_by_keyboard(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "order")
    page.eval("document.querySelector('.handle').focus()")
    page.key("ArrowDown")  # to the pear
    page.call("Input.dispatchKeyEvent", type="keyDown", key="ArrowUp", modifiers=1, windowsVirtualKeyCode=38)
    page.wait("document.querySelector('.handle').innerText.includes('Pear')")
    page.wait("document.activeElement.innerText.includes('Pear')")
    page.eval("document.querySelector('.confirm').focus()")
    page.key("Enter")
    after(page, room, 5)  # what is left are copies: they come by themselves
    assert heap(room) == ["pear", "apple", "plum", "fig", "fig", "fig"]


def test_an_order_is_laid_by_dragging_and_on_the_table(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "order")
    page.click(".card[data-name=fig]")  # what is clicked comes first
    page.wait("document.querySelector('.handle').innerText.includes('Fig')")
    assert page.text(".card[data-name=fig] .key") == "1"
    boxes = page.eval("[...document.querySelectorAll('.handle')].map((one) => { const box = one.getBoundingClientRect();"
                      "return [box.x + 60, box.y + box.height / 2]; })")  # fmt: skip
    (x, y), (_, to) = boxes[3], boxes[1]  # the plum to the second place
    page.call("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1, buttons=1)
    for step in (y - 10, (y + to) / 2, to):
        page.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=step, button="left", buttons=1)
    page.call("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=to, button="left", clickCount=1)
    page.wait("document.querySelectorAll('.handle')[1].innerText.includes('Plum')")
    page.click(".confirm")
    after(page, room, 6)
    assert heap(room)[:2] == ["fig", "plum"]


def test_an_amount_is_counted_up_and_slid(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "number")
    page.click(".more")
    page.eval("document.querySelector('.stepper input').focus()")
    for _ in range(2):
        page.key("ArrowRight")
    page.wait("document.querySelector('.stepper output').innerText === '4'")
    assert page.eval("document.querySelector('.stepper input').getAttribute('aria-label')") == "How many?"
    page.click(".confirm")
    assert after(page, room, 3) == ["4"]


def test_a_payment_is_put_together(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "pay")
    page.wait("document.querySelectorAll('.axis').length === 3")
    assert page.count(".confirm:disabled") == 1 and "not enough" in page.text(".amounts .total")
    page.click('[aria-label="bean: more"]')
    page.click('[aria-label="coin: more"]')
    page.click('[aria-label="coin: more"]')
    page.wait("document.querySelector('.amounts .total').innerText.startsWith('together 3')")
    page.click('[aria-label="tucked coin (Chest): more"]')
    page.wait("document.querySelector('.confirm:not(:disabled)')")
    assert page.count('[aria-label="coin: more"]:disabled') == 1, "more would not fit"
    page.click(".confirm")
    assert after(page, room, 3) == ["1 bean + 2 coin + 1 tucked of chest#1"]


def test_a_journey_is_clicked_on_the_board(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "ride")
    page.wait("document.querySelectorAll('.cell.offered').length === 2")
    page.click("#cell-a1")
    page.wait("document.querySelector('#cell-a1.chosen-step') && document.querySelector('#cell-c2.offered')")
    page.key("Escape")
    page.wait("document.querySelector('#cell-b2.offered')")
    page.click("#cell-a1")
    page.wait("document.querySelector('#cell-c2.offered')")
    page.click("#cell-c2")
    page.wait("document.querySelectorAll('.steps .option').length === 3")
    page.key("2")
    assert after(page, room, 3) == ["a1 c2 2"]


def test_what_takes_several_things_is_picked_thing_by_thing(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server, "basket")
    page.click(".card[data-name=plum]")
    page.wait("document.querySelectorAll('.card.picked').length === 1")
    assert page.count(".confirm:disabled") == 1
    page.click(".card[data-name=apple]")
    page.click(".confirm:not(:disabled)")
    assert after(page, room, 3) == ["apple, plum"] and sorted(heap(room)) == ["apple", "plum"]


def test_amounts_of_a_menu_are_one_entry_that_opens(chrome: Browser, server: Studio) -> None:
    page, room = at(chrome, server)
    assert page.count(".option") == 10
    page.key("9")
    page.wait("document.querySelector('.stepper')")
    page.key("Escape")
    page.wait("document.querySelectorAll('.option').length === 10")
    page.key("9")
    page.click(".more")
    page.click(".confirm")
    assert after(page, room, 2) == [] and room.state.answers[-1] == "bid 2"


@pytest.mark.parametrize("name", ["two", "order", "number", "pay", "ride", "basket"])
def test_on_a_phone_every_control_fits(chrome: Browser, server: Studio, name: str) -> None:
    page, _ = at(chrome, server, name)
    page.size(360, 740, phone=True)
    page.wait("document.querySelector('.control')")
    assert page.eval("document.documentElement.scrollWidth") <= 360
    names = page.eval("[...document.querySelectorAll('.control button, .control input')].map((one) =>"
                      "one.getAttribute('aria-label') || one.innerText.trim())")  # fmt: skip
    assert names and all(names), "everything that can be used has a name"
    small = page.eval("[...document.querySelectorAll('.control button')].filter((one) => one.offsetParent &&"
                      "one.getBoundingClientRect().height < 30).map((one) => one.innerText)")  # fmt: skip
    assert small == []
