// What a text comes to: examples with their differences, the table that one has led to, a card that is tried on a table that the author sets.
import { html, useEffect, useState } from "./vendor/preact.js";
import { Board } from "./board.js";
import { setLooks } from "./looks.js";
import { offersOf } from "./offers.js";

const NOBODY_ASKED = { list: [], placed: [] }, NOTHING_CHOSEN = { things: new Set(), cells: new Set() };
import { Die, Values, Zones } from "./things.js";
import { colon, say } from "./words.js";

// A table that is looked at: nothing can be chosen on it.
export function idle(game, table = null, changed = []) {
  setLooks(game);
  const nothing = () => {};
  return {
    game, table, message: {}, seat: table?.viewer ?? null, offers: offersOf(NOBODY_ASKED), chosen: NOTHING_CHOSEN, refusals: new Map(), recent: new Set(changed), recentCells: new Set(), hot: 0, fog: new Map((table?.fog || []).map((one) => [one.cell, one.label])),
    player: (seat) => table?.players.find((one) => one.seat === seat)?.label ?? "", pick: nothing, show: nothing, heat: nothing,
  };
}

function Look({ found }) {
  const { table, game } = found, ui = idle(game, table, found.changed), differ = new Set(found.values.map(([name, owner]) => `${name} ${owner}`));
  const values = (owner) => table.values.filter((value) => value.owner === owner).map((value) => ({ ...value, changed: differ.has(`${value.name} ${owner}`) }));
  const commons = table.zones.filter((zone) => zone.home === "table" && zone.count > 0);
  return html`<div class="look">${game.boards.map((board) => html`<${Board} key=${board.name} ui=${ui} board=${board} />`)}
    ${(commons.length > 0 || values(null).some((value) => value.named)) && html`<section class="common"><${Values} values=${values(null)} />${table.dice.filter((die) => die.owner === null).map((die) => html`<${Die} key=${die.ids[0]} ui=${ui} die=${die} />`)}<${Zones} ui=${ui} zones=${commons} size="mini" /></section>`}
    ${table.players.map((player) => html`<section class="player" key=${player.seat}><h3>${player.label}${player.active ? " ▶" : ""}</h3><${Values} values=${values(player.seat)} />${table.dice.filter((die) => die.owner === player.seat).map((die) => html`<${Die} key=${die.ids[0]} ui=${ui} die=${die} />`)}
      <${Zones} ui=${ui} zones=${table.zones.filter((zone) => zone.owner === player.seat && zone.home === "player")} size="mini" /></section>`)}</div>`;
}

const Changes = ({ changes }) => changes?.length > 0 && html`<ul class="changes">${changes.map((line, i) => html`<li key=${i}>${line}</li>`)}</ul>`;

export function Staged({ stage, close, play }) {
  return html`<section class="panel staged">${stage.table && html`<button class="quiet" onClick=${play}>${say("Open at the table")} ›</button>`}<h3>${stage.title || say("Table")} <button class="quiet" onClick=${close}>×</button></h3>${stage.runs && html`<p class="busy">…</p>`}${stage.error && html`<p class="error">${stage.error}</p>`}
    ${stage.table && html`<small>${say("What has changed")}</small><${Changes} changes=${stage.changes} /><${Look} found=${stage} />`}</section>`;
}

export function Results({ proof, goto, show }) {
  const passed = proof.results.filter((one) => one.passed).length, ordered = [...proof.results.filter((one) => !one.passed), ...proof.results.filter((one) => one.passed)];
  return html`<section class="panel examples"><h3>${say("Examples run")} ${passed}/${proof.results.length}${proof.runs ? " …" : ""}</h3>${proof.error && html`<p class="error">${proof.error}</p>`}
    ${ordered.slice(0, 300).map((one, i) => html`<p key=${one.file + one.line + i} class=${one.passed ? "passed" : "error"}><span class="goto" onClick=${() => goto(one)}>${one.passed ? "✓" : "✗"} ${one.title}</span> <button class="quiet eye" title=${say("Show the table")} aria-label=${`${say("Show the table")}${colon()}${one.title}`} onClick=${() => show(one.title)}>▦</button>
      ${one.message && html`<small>${one.message}</small>`}<${Changes} changes=${one.changes} /></p>`)}</section>`;
}

// A card carried out on a table that the author sets: lines of `given`, answers by a click, what has changed.
export function Tried({ name, ask, changes, append }) {
  const [open, setOpen] = useState(false), [given, setGiven] = useState(""), [sentence, setSentence] = useState(""), [start, setStart] = useState(false), [answers, setAnswers] = useState([]), [found, setFound] = useState(null);
  useEffect(() => { setAnswers([]); setFound(null); }, [name]);
  useEffect(() => {
    if (!open) return undefined;
    const timer = setTimeout(() => ask("tried", { of: name, given: given.split("\n").filter((line) => line.trim()), sentence, start, answers }).then(setFound).catch((e) => setFound({ error: e.message })), 400);
    return () => clearTimeout(timer);
  }, [open, name, given, sentence, start, answers, changes]);
  return html`<details class="panel tried" open=${open} onToggle=${(e) => setOpen(e.target.open)}><summary><b>${say("Try")} ${name}</b></summary>
    <label>${say("The table")}<textarea rows="3" value=${given} placeholder=${"ann's coins = 3\nann's hand = " + name} onInput=${(e) => { setAnswers([]); setGiven(e.target.value); }}></textarea></label>
    <label class="check"><input type="checkbox" checked=${start} onChange=${(e) => { setAnswers([]); setStart(e.target.checked); }} /> ${say("as the game is set up")}</label>
    <label>${say("What is done")}<input value=${sentence} placeholder=${found?.sentence || ""} onInput=${(e) => { setAnswers([]); setSentence(e.target.value); }} /></label>
    ${found?.error && html`<p class="error">${found.error}</p>`}
    ${found?.answers?.length > 0 && html`<p>${found.answers.join(", ")} <button class="quiet" onClick=${() => setAnswers([])}>↶</button></p>`}
    ${found?.asked && html`<p><b>${found.asked.who}:</b> ${found.asked.options.map(([text, label]) => html`<button key=${text} onClick=${() => setAnswers([...found.answers, text])}>${label}</button> `)}</p>`}
    ${found?.log?.map((group, i) => html`<p key=${i} class="cause"><code>${group.cause}</code>${group.lines.map((line, j) => html`<span key=${j}>${line}</span>`)}</p>`)}
    ${found?.table && html`<small>${say("What has changed")}</small>${found.changes.length ? html`<${Changes} changes=${found.changes} />` : html`<p>${say("nothing")}</p>`}${found.example && html`<button onClick=${() => append(found.example)}>${say("Make an example of this")}</button>`}<${Look} found=${found} />`}</details>`;
}
