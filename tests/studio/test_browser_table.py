"""What a table has beside the table: why not, odds, the log, time, links, saves, bots, findings of a study."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from tests.studio.browser import Browser, Page, Studio, fine, hosting, sitting

FAULTY = """game faulty "Faulty": players 2
resource coin of player
to play_game:
  repeat 3 times:
    for each player p in players:
      turn of p:
        choose one:
          option wait: nothing
          option fall: fall

to fall:
  you gain 1 coin
  fall
"""


def answered(page: Page, answers: int) -> None:
    page.wait(f"document.querySelector('.slider small')?.innerText.endsWith('/{answers}')")


# ---------- to learn ----------
def test_what_cannot_be_chosen_says_why_when_it_is_looked_at(chrome: Browser, server: Studio) -> None:
    room = server.lay("dice_forge", ("here", "here"), seed=4)
    page = sitting(chrome, server, room)
    page.click("[data-option=offer]")
    answered(page, 1)
    page.hover(".card.refused")
    page.wait("document.querySelector('.looked .why')?.innerText.includes('cost')")
    named = page.text(".looked h3")
    page.click(".not summary")
    rows = page.eval("[...document.querySelectorAll('.not li')].map((row) => row.innerText)")
    assert len(rows) > 3 and any(row.startswith(f"{named}: ") and "cost" in row for row in rows), "and without a pointer"
    fine(page)


def test_what_an_option_would_lead_to_is_told_with_its_odds(chrome: Browser, server: Studio) -> None:
    room = server.lay("pig", ("here", "here"))
    page = sitting(chrome, server, room)
    page.click(".odds")
    page.wait("document.querySelectorAll('.told .chance').length > 1")
    assert "%" in page.text(".told .chance") and len(room.line) == 0
    fine(page)


def test_the_rules_and_the_text_of_a_card_lie_beside_the_table(chrome: Browser, server: Studio) -> None:
    room = server.lay("goldblivion", ("here", "bot"), seed=3, answers=30)
    page = sitting(chrome, server, room)
    page.click(".tabs button:nth-child(2)")
    page.wait("document.querySelectorAll('.rules details').length > 5")
    page.hover('.player.own .card[data-name="tom"]')
    page.wait("document.querySelector('.looked h3')?.innerText === 'Tom'")
    assert "gain 1 nugget" in page.text(".looked")
    fine(page)


def test_how_many_stand_on_a_cell_is_written_on_its_piece(chrome: Browser, server: Studio) -> None:
    room = server.lay("backgammon", ("here", "here"))
    page = sitting(chrome, server, room)
    told = "(cell) => document.querySelector(`#cell-${cell} .piece text`).textContent"
    assert page.eval(f"['p6', 'p13', 'p8', 'bar1'].map({told})") == ["5", "5", "3", "0"]
    assert page.count("#cell-p6 .amount") == 0 and page.count(".piece.none") == 4, "bars and trays are empty"
    assert "dice to use" in page.text(".common")
    fine(page)


def test_the_page_follows_the_day_of_the_machine(chrome: Browser, server: Studio) -> None:
    page = sitting(chrome, server, server.lay("tic_tac_toe", ("here", "here")))
    theme = "document.documentElement.dataset.theme"
    assert page.eval(theme) == "light"
    page.dark()
    page.wait(f"{theme} === 'dark'")
    page.click(".switches button")
    page.wait(f"{theme} === 'light'")
    page.dark(False)
    page.dark()
    assert page.eval(theme) == "light", "what was chosen here stays"


# ---------- the past ----------
def test_the_log_leads_to_its_moment_and_to_the_line_of_the_rules(chrome: Browser, server: Studio) -> None:
    room = server.lay("tic_tac_toe", ("here", "here"), answers=3)
    page = sitting(chrome, server, room)
    page.click(".log .goto")
    page.wait("document.querySelector('.asked.past')")
    page.click(".slider input")  # in its middle
    page.wait("['1/3', '2/3'].includes(document.querySelector('.slider small').innerText)")
    page.click(".slider button:not(.quiet)")
    page.wait("!document.querySelector('.asked.past')")
    line = page.text(".log a.line").removeprefix("§")
    page.click(".log a.line")
    page.wait("location.pathname === '/write' && !!globalThis.studioEditor")
    at = "studioEditor.view.state.doc.lineAt(studioEditor.view.state.selection.main.head).number"
    page.wait(f"{at} === {line}")
    fine(page)


def test_a_table_is_saved_and_loaded(chrome: Browser, server: Studio, tmp_path: Path) -> None:
    room = server.lay("miniature", ("here", "bot"), answers=5)
    page = sitting(chrome, server, room)
    page.click("#menu")
    page.wait("document.querySelector('.menu a[download]')")
    kept = tmp_path / "table.json"
    kept.write_text(page.eval("fetch(document.querySelector('.menu a[download]').href).then((found) => found.text())"))
    page.goto(server.base)
    page.wait("document.querySelector('input[type=file]')")
    page.files("input[type=file]", kept)
    page.wait(f"location.pathname.startsWith('/table/') && !location.pathname.includes('{room.id}')")
    answered(page, len(room.line))
    fine(page)


# ---------- seats ----------
def test_links_of_the_menu_seat_others_and_let_them_watch(chrome: Browser, server: Studio) -> None:
    room = server.lay("kuhn_poker", ("here", "link"))
    page = sitting(chrome, server, room)
    page.click("#menu")
    page.wait("document.querySelectorAll('.menu .link input').length === 2")
    seat, watch = page.eval("[...document.querySelectorAll('.menu .link input')].map((one) => one.value)")
    guest, spectator = chrome.page(), chrome.page()
    guest.goto(seat)
    guest.wait("document.querySelector('.player.own')")
    assert guest.count(".player.own .card.back") == 0 and guest.count(".player:not(.own) .card.back") == 1
    spectator.goto(watch)
    spectator.wait("document.querySelectorAll('.player').length === 2")
    assert spectator.count(".player.own") == 0 and spectator.count(".player .card.back") == 2
    page.click("#menu")
    page.click(".option")
    guest.wait("document.querySelector('.option')")
    answered(spectator, 1)
    assert spectator.count(".option") == 0
    for one in (page, guest, spectator):
        fine(one)


def test_a_bot_is_chosen_by_how_it_thinks_and_answers(chrome: Browser, server: Studio) -> None:
    page = hosting(chrome, server, "/?game=tic_tac_toe")
    page.wait("document.querySelector('[aria-label=\"bot 2\"]')")
    page.choose('[aria-label="bot 2"]', "greedy:3")
    page.click("#begin")
    page.wait("document.querySelector('.cell.offered')")
    room = list(server.house.rooms.values())[-1]
    assert (room.seats[1].kind, room.seats[1].bot) == ("bot", "greedy:3")
    page.click("#cell-b2")
    page.wait("document.querySelectorAll('.cell .piece').length === 2")
    fine(page)


# ---------- studies ----------
def studied(page: Page, kind: str, game: str, count: int) -> None:
    page.wait(f"document.querySelector('#study-game option[value=\"{game}\"]')")
    page.click(f"#kind-{kind}")
    page.choose("#study-game", game)
    page.choose("#count", str(count))
    page.click("#study")
    page.wait("document.querySelector('.result h2')", 120)


def test_a_finding_opens_as_a_position_at_the_table(chrome: Browser, server: Studio) -> None:
    (server.house.folder / "faulty.rules").write_text(FAULTY, "utf-8")
    page = hosting(chrome, server, "/study")
    studied(page, "simulate", "faulty.rules", 3)
    page.click(".result .open")
    page.wait("location.pathname.startsWith('/table/') && document.querySelector('.asked.mine')")
    room = list(server.house.rooms.values())[-1]
    assert room.setting.game == "faulty.rules" and "fall" not in room.state.answers
    assert "for ever" in page.text(".banner"), "what is wrong there is told"
    page.click("[data-option=fall]")
    page.wait("document.querySelector('.toast')?.innerText.includes('for ever')")


@pytest.mark.parametrize(
    ("kind", "game", "count"), [("laws", "tic_tac_toe", 1), ("interactions", "miniature", 3), ("mutate", "pig", 4)]
)
def test_other_studies_are_run_and_reported(chrome: Browser, server: Studio, kind: str, game: str, count: int) -> None:
    page = hosting(chrome, server, "/study")
    studied(page, kind, game, count)
    assert page.count(".result .counter") > 1
    report = page.eval("fetch(document.querySelector('.job a.button').href).then((found) => found.text())")
    assert report.startswith("<!doctype html>") and "<script" not in report
    fine(page)
