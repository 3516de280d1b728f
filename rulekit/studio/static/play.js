// A table: what the server tells, what the player does, where everything stands.
import { html, useEffect, useLayoutEffect, useRef, useState } from "./vendor/preact.js";
import { Table, get, post } from "./api.js";
import { go, Switches } from "./app.js";
import { BotPick } from "./bots.js";
import { Board } from "./board.js";
import { Asked, Several } from "./choices.js";
import { playerColour, setLooks } from "./looks.js";
import { places, show } from "./motion.js";
import { fresh, stepBack, stepOf } from "./forms.js";
import { entriesOf, offersOf, refusalsOf } from "./offers.js";
import { Player, Strip } from "./people.js";
import { Side } from "./side.js";
import { Die, Values, Zones } from "./things.js";
import { say } from "./words.js";

export function Play({ room, place, shared }) {
  const [game, setGame] = useState(null), [message, setMessage] = useState(null), [lost, setLost] = useState(null), [error, setError] = useState("");
  const [hot, setHot] = useState(0), [several, setSeveral] = useState(null), [shown, setShown] = useState(null), [told, setTold] = useState({}), [rules, setRules] = useState(null);
  const [kept, setDraft] = useState(fresh(-1)), [menu, setMenu] = useState(false), wire = useRef(null), root = useRef(null), before = useRef(new Map()), known = useRef({ events: null, recent: new Set(), v: -1 });
  useEffect(() => {
    const connection = new Table(room, place, shared.lang, (found) => {
      if (found.is === "game") { setLooks(found); setGame(found); }
      else if (found.is === "table") {
        before.current = places(root.current);
        note(known.current, found);
        setMessage(found); setTold({}); setSeveral(null); setLost(null);
      } else if (found.is === "error") { setError(found.text); if (found.code === "stale") connection.send({ do: "look" }); }
      else if (found.is === "odds") setTold((old) => ({ ...old, [found.text]: found }));
      else if (found.is === "rules") setRules(found.sections);
      else if (found.is === "lost") setLost(found);
      else if (found.is === "open") setLost(null);
    });
    wire.current = connection;
    return () => connection.close();
  }, [room, place]);
  useEffect(() => { if (wire.current && wire.current.lang !== shared.lang) { wire.current.lang = shared.lang; wire.current.send({ do: "lang", lang: shared.lang }); setRules(null); } }, [shared.lang]);
  useLayoutEffect(() => { if (message) { show(root.current, before.current, known.current.fresh || []); before.current = new Map(); } }, [message]);
  useEffect(() => { if (error) { const timer = setTimeout(() => setError(""), 5000); return () => clearTimeout(timer); } }, [error]);
  useEffect(() => { document.title = game ? `${game.title} · rulekit studio` : "rulekit studio"; }, [game]);
  const send = (what) => wire.current.send(what);
  const decision = message?.table.decision || null, draft = message && kept.v === message.v ? kept : fresh(message?.v);
  const send1 = (text) => send({ do: "answer", v: message.v, text });
  const settle = (asked, group, next) => {
    const step = stepOf(asked, group, next);
    if (step.role === null) send1(step.left[0].text);
    else setDraft(next);
  };
  const sendAll = (texts) => {
    known.current.wish = texts.map((text) => decision.options.find((option) => option.text === text).label);
    if (texts.length === 1) send1(texts[0]);
    else send({ do: "answers", v: message.v, texts });
  };
  const wish = known.current.wish || [], act = { send: send1, draft: setDraft, settle, wish };
  const ui = message && game && {
    game, message, room, table: message.table, seat: message.seat, decision, draft, setDraft, settle, send1, sendAll, wish, offers: offersOf(entriesOf(decision, draft, act)), refusals: refusalsOf(message.table), recent: known.current.recent, recentCells: known.current.cells || new Set(),
    fog: new Map(message.table.fog.map((one) => [one.cell, one.label])), hot, several, shown, told, rules, lang: shared.lang, send,
    player: (seat) => message.table.players.find((one) => one.seat === seat)?.label ?? "",
    chosen: chosenOf(draft), back: (whole) => setDraft(stepBack(draft, whole)),
    answer: (entry) => { setSeveral(null); setHot(0); entry.take(); },
    pick: (options) => { if (!options) setSeveral(null); else if (options.length === 1) ui.answer(options[0]); else setSeveral(options); },
    heat: setHot, show: setShown,
    odds: (option) => { setTold((old) => ({ ...old, [option.text]: "…" })); send({ do: "odds", text: option.text }); },
    undo: () => send({ do: "undo", v: message.v }), at: (moment) => send({ do: "at", at: moment }),
    wantRules: () => rules || send({ do: "rules" }), fail: setError,
  };
  useKeys(ui);
  if (lost && lost.code === 4403) return html`<main class="lobby"><p class="error">${lost.reason || "403"}</p></main>`;
  if (!ui) return html`<main class="lobby"><p class="busy">…</p></main>`;
  const { table } = ui, order = seating(table, ui.message);
  const common = table.zones.filter((zone) => zone.home === "table"), dice = table.dice.filter((die) => die.owner === null), notes = table.values.filter((value) => value.owner === null);
  return html`<div class="play" ref=${root}>
    ${message.curtain !== null && html`<div class="shade curtain"><div class="dialog"><h2>${say("Pass the screen to")} ${ui.player(message.curtain)}</h2>
      <button class="main" id="reveal" onClick=${() => send({ do: "reveal", seat: message.curtain })}>${say("I am")} ${ui.player(message.curtain)}</button></div></div>`}
    <header class="head"><button class="quiet brand" onClick=${() => go("/")} aria-label=${say("Tables")}>‹ rulekit</button><b class="title">${game.title}</b>
      <span class="moment">${[table.round ? `${say("round")} ${table.round}` : "", table.phase, table.active !== null ? `${say("turn of")} ${ui.player(table.active)}` : ""].filter(Boolean).join(" · ")}</span>
      <span class="tools">${table.can_undo && html`<button onClick=${ui.undo} id="undo">↶ ${say("Undo")}</button>`}<button class="quiet" onClick=${() => setMenu(!menu)} aria-expanded=${menu} id="menu">☰<span class="wide"> ${say("Menu")}</span></button></span><${Switches} shared=${shared} /></header>
    ${menu && html`<${Menu} ui=${ui} shared=${shared} close=${() => setMenu(false)} />`}
    ${lost && html`<p class="banner" role="alert">${say("Reconnecting")}…</p>`}${message.note && message.host && html`<p class="banner">${message.note}</p>`}
    ${error && html`<p class="toast" role="alert">${error}</p>`}
    <main class="tabletop"><div class="felt"><${Strip} ui=${ui} root=${root} />
      <div class=${`middle${game.boards.length ? "" : " boardless"}`}>
        <div class="near">${game.boards.map((board) => html`<${Board} key=${board.name} ui=${ui} board=${board} />`)}
          <div class="people">${order.filter((player) => player.seat !== ui.seat).map((player) => html`<${Player} key=${player.seat} ui=${ui} player=${player} />`)}</div></div>
        ${(common.length > 0 || dice.length > 0 || notes.length > 0) && html`<section class="common"><${Values} values=${notes} />${dice.map((die) => html`<${Die} key=${die.ids[0]} ui=${ui} die=${die} />`)}<${Zones} ui=${ui} zones=${common} /></section>`}</div>
      ${order.filter((player) => player.seat === ui.seat).map((player) => html`<${Player} key=${player.seat} ui=${ui} player=${player} />`)}
    </div><aside class="aside"><${Asked} ui=${ui} /><${Slider} ui=${ui} /><${Side} ui=${ui} /></aside></main>
    <${Several} ui=${ui} />
  </div>`;
}

// The things and cells that were chosen in earlier steps.
function chosenOf(draft) {
  const found = draft.steps.map((step) => step.means);
  return { things: new Set(found.flatMap((means) => means.things)), cells: new Set(found.map((means) => means.cell).filter(Boolean)) };
}

// What is new since the table was last told: shown as moved.
function note(known, found) {
  const table = found.table;
  known.fresh = known.events === null ? [] : table.news.filter((event) => event.number >= known.events);
  if (found.v !== known.v) known.cells = new Set(known.fresh.flatMap((event) => event.cells));
  if (found.v !== known.v) known.recent = new Set(known.fresh.flatMap((event) => event.things.filter((id) => id !== null)));
  known.events = table.events; known.v = found.v;
}

// Others in the order of seats, oneself last and nearest.
function seating(table, message) {
  const mine = message.seat;
  return [...table.players.filter((player) => player.seat !== mine), ...table.players.filter((player) => player.seat === mine)];
}

function Slider({ ui }) {
  const { at, of, host, room } = ui.message;
  if (!of) return null;
  const fork = async () => { try { const found = await post(`/api/rooms/${room}/fork`, { at }); go(`/table/${found.room}/here`); } catch (e) { ui.fail(e.message); } };
  const example = async () => { try { const found = await post(`/api/rooms/${room}/example`, { at, title: `as at the table, moment ${at}` }); sessionStorage.setItem("rulekit-example", found.text); go(`/write?file=${encodeURIComponent(ui.message.file)}&room=${room}`); } catch (e) { ui.fail(e.message); } };
  return html`<div class="slider"><button class="quiet" disabled=${at === 0} onClick=${() => ui.at(at - 1)} aria-label=${say("earlier")}>‹</button>
    <input type="range" min="0" max=${of} value=${at} aria-label=${say("Moment")} onInput=${(e) => ui.at(Number(e.target.value))} />
    <button class="quiet" disabled=${at === of} onClick=${() => ui.at(at + 1)} aria-label=${say("later")}>›</button><small>${at}/${of}</small>
    ${at < of && html`<button onClick=${() => ui.at(null)}>${say("Now")}</button>`}${host && html`<button class="quiet" id="example" title=${say("Make an example of this")} onClick=${example}>✎</button>`}${at < of && host && html`<button id="fork" onClick=${fork}>${say("Fork from here")}</button>`}</div>`;
}

function Menu({ ui, shared, close }) {
  const { room, host, seats } = ui.message, [links, setLinks] = useState(null);
  useEffect(() => { if (host) get(`/api/rooms/${room}/links`).then(setLinks).catch(() => {}); }, []);
  const change = async (seat, kind, bot = "random") => { try { await post(`/api/rooms/${room}/seat`, { seat, kind, bot: kind === "bot" ? bot : "" }); setLinks(await get(`/api/rooms/${room}/links`)); } catch (e) { ui.fail(e.message); } };
  const link = (path) => html`<span class="link"><input readonly value=${location.origin + path} onFocus=${(e) => e.target.select()} /><button onClick=${() => navigator.clipboard?.writeText(location.origin + path)}>${say("Copy")}</button></span>`;
  return html`<div class="menu panel"><${Switches} shared=${shared} /><p class="help">${say("Every choice can be clicked on the table or in the list. Keys 1 to 9 take an option, U takes back, [ and ] go through the past, Tab and Enter choose things.")}</p>
    ${host && html`<p><a class="button" href=${`/api/rooms/${room}/save`} download>${say("Save")}</a> <button onClick=${() => go(`/write?file=${encodeURIComponent(ui.message.file || "")}&room=${room}`)}>${say("Write")}</button></p>
      ${seats.map((seat, i) => html`<div class="row" key=${i}><span><i class="dot" style=${{ background: playerColour(i) }}></i> ${ui.player(i)}</span><select value=${seat.kind} onChange=${(e) => change(i, e.target.value)}>
        <option value="here">${say("person here")}</option><option value="link">${say("person by link")}</option><option value="bot">${say("bot")}</option></select>${seat.kind === "bot" && html`<${BotPick} bot=${seat.bot} help="" label=${`${say("bot")} ${i + 1}`} change=${(bot) => change(i, "bot", bot)} />`}${links?.seats[i] && link(links.seats[i])}</div>`)}
      ${links && html`<div class="row"><span>${say("watch")}</span>${link(links.watch)}</div>`}`}
    <button class="quiet" onClick=${close}>${say("Close")}</button></div>`;
}

function useKeys(ui) {
  const now = useRef(null);
  now.current = ui;
  useEffect(() => {
    const pressedKey = (event) => {
      const ui = now.current;
      if (!ui || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
      if (event.key === "Escape") { if (ui.several) ui.pick(null); else ui.back(false); }
      else if (event.key === "Enter" && event.target === document.body) document.querySelector(".confirm:not(:disabled)")?.click();
      else if (event.key === "u" && ui.table.can_undo) ui.undo();
      else if (event.key === "[") ui.at(Math.max(0, ui.message.at - 1));
      else if (event.key === "]") ui.at(ui.message.at + 1);
      else if (/^[1-9]$/.test(event.key)) { const option = ui.offers.all[Number(event.key) - 1]; if (option) ui.answer(option); }
    };
    addEventListener("keydown", pressedKey);
    return () => removeEventListener("keydown", pressedKey);
  }, []);
}
