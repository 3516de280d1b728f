// What is asked: the prompt, and a control for it: every option as a button, or what `controls.js` has for options that hang together.
import { html, useState } from "./vendor/preact.js";
import { Amount, Amounts, Order, Picks, Steps } from "./controls.js";
import { openGroup, sortOf } from "./forms.js";
import { playerColour } from "./looks.js";
import { colon, say } from "./words.js";

const CONTROLS = { amount: Amount, amounts: Amounts, steps: Steps };

export function Asked({ ui }) {
  const { table, message } = ui, decision = table.decision, asked = table.players.find((player) => player.asked);
  if (message.at < message.of) return html`<section class="asked past"><h2>${say("You look at the past")}</h2></section>`;
  if (table.over) {
    const winners = table.winners.map((seat) => ui.player(seat));
    return html`<section class="asked done" role="status"><h2>${say("The game is over")}</h2><p>${winners.length ? `${winners.join(", ")} ${say(winners.length > 1 ? "win" : "wins")}` : say("Nobody wins")}</p></section>`;
  }
  if (!decision.options.length) {
    const seat = message.seats[decision.player];
    return html`<section class="asked waits" role="status" style=${{ "--who": playerColour(decision.player ?? 0) }}><h2><i class="dot"></i> ${asked?.label} ${say(seat?.kind === "bot" ? "is thinking" : "is choosing")}…</h2></section>`;
  }
  return html`<section class="asked mine" style=${{ "--who": playerColour(decision.player) }}><h2 role="status"><i class="dot"></i> ${asked?.label}${colon()}${decision.prompt}</h2><${Control} ui=${ui} key=${message.v} /><${Refused} ui=${ui} /></section>`;
}

// What is not possible now, and why, for who has no pointer to rest on it: each thing by its name.
function Refused({ ui }) {
  const seen = ui.table.zones.flatMap((zone) => zone.things), cells = ui.game.boards.flatMap((board) => board.cells);
  const named = (name) => seen.find((thing) => thing?.name === name)?.label || ui.game.cards[name]?.title || cells.find((cell) => cell.name === name)?.label;
  const rows = [...ui.refusals].flatMap(([name, found]) => [...new Set(found.map((one) => one.reason))].map((reason) => [named(name), reason]));
  if (!rows.length) return null;
  return html`<details class="every not"><summary>${say("Not possible now")} (${rows.length})</summary><ul>${rows.map(([name, reason], at) => html`<li key=${at}>${name && html`<b>${name}</b>${colon()}`}<span class="why">${reason}</span></li>`)}</ul></details>`;
}

function Control({ ui }) {
  const sort = sortOf(ui.decision), group = sort === "groups" ? openGroup(ui.decision, ui.draft) : null;
  if (sort === "several") return html`<${Picks} ui=${ui} /><${Every} ui=${ui} />`;
  if (sort === "order") return html`<${Order} ui=${ui} />`;
  if (!group) return html`<${List} ui=${ui} entries=${ui.offers.all} />`;
  return html`${ui.draft.group !== null && html`<p class="taken"><button class="chip" aria-label=${`${say("Take back")}${colon()}${group.label}`} onClick=${() => ui.back(true)}><b>${group.label}</b> ×</button></p>`}
    <${CONTROLS[group.kind]} ui=${ui} group=${group} /><${Every} ui=${ui} options=${group.options} />`;
}

// The same options as a list, for who rather reads: each with its odds.
function Every({ ui, options }) {
  const { series } = ui.decision.form, shown = (options || ui.decision.options.map((_, at) => at)).filter((at) => at !== series?.end || !series);
  const entries = shown.map((at) => ({ ...ui.decision.options[at], key: ui.decision.options[at].text, number: "", take: () => ui.send1(ui.decision.options[at].text) }));
  return html`<details class="every"><summary>${say("All choices")} (${entries.length})</summary><${List} ui=${ui} entries=${entries} /></details>`;
}

function List({ ui, entries }) {
  const [filter, setFilter] = useState("");
  const shown = entries.filter((entry) => entry.label.toLowerCase().includes(filter.toLowerCase()));
  return html`${entries.length > 14 && html`<input class="filter" placeholder=${say("find a choice")} aria-label=${say("find a choice")} value=${filter} onInput=${(e) => setFilter(e.target.value)} />`}
    <ol class=${"options" + (entries.length > 6 ? " many" : "")}>${shown.map((entry) => html`<${Row} key=${entry.key} ui=${ui} entry=${entry} />`)}</ol>`;
}

// One entry: an option with its cost and odds, a value of a step, a pick that is taken and given back.
export function Row({ ui, entry }) {
  const look = () => { ui.heat(entry.number); ui.show(meant(ui, entry)); }, place = where(ui, entry);
  const pressed = entry.toggle ? { "aria-pressed": entry.picked > 0 ? "true" : "false" } : {};
  return html`<li><button class=${`option${entry.picked ? " taken" : ""}`} data-option=${entry.text || entry.label} ...${pressed} onClick=${() => ui.answer(entry)} onMouseEnter=${look} onMouseLeave=${() => ui.heat(0)} onFocus=${look} onBlur=${() => ui.heat(0)}>
      ${entry.number && html`<kbd>${entry.number}</kbd> `}<span>${entry.label}${place && html` <small>(${place})</small>`}</span>${entry.copies > 1 && html`<em>${entry.picked} ${say("of")} ${entry.copies}</em>`}${entry.picked && !(entry.copies > 1) ? html`<em>✓</em>` : ""}${entry.cost && html`<em>${entry.cost}</em>`}</button>
    ${entry.text && !entry.toggle && html`<button class="quiet odds" title=${say("What would happen?")} aria-label=${`${say("What would happen?")} ${entry.label}`} onClick=${() => ui.odds(entry)}>?</button>`}
    ${ui.told[entry.text] && html`<${Odds} told=${ui.told[entry.text]} />`}</li>`;
}

// Where a thing lies that is called like another one that may be chosen.
function where(ui, entry) {
  if (ui.offers.all.filter((other) => other.label === entry.label).length < 2) return "";
  const [id] = entry.means.things, owner = (seat) => (seat === null || seat === ui.seat ? "" : `${ui.player(seat)}: `);
  const home = ui.table.dice.find((die) => die.ids.includes(id)) || ui.table.zones.find((zone) => zone.things.some((thing) => thing?.id === id));
  return home ? owner(home.owner) + home.label : "";
}

// The thing that an entry is about, to be shown beside: one in sight, else the card that it names.
function meant(ui, entry) {
  const seen = ui.table.zones.flatMap((zone) => zone.things).find((thing) => thing && entry.means.things.includes(thing.id));
  if (seen) return seen;
  const name = entry.text.split(" ").reverse().map((word) => word.split("#")[0].split("@")[0]).find((word) => word in ui.game.cards), card = ui.game.cards[name];
  return card ? { id: -1, name, kind: card.kind, label: card.title, notes: [], owner: null } : null;
}

export function Odds({ told }) {
  if (told === "…") return html`<p class="told">${say("counting")}…</p>`;
  return html`<div class="told">${told.sure && html`<p>${say("in any case")}${colon()}${told.sure}</p>`}
    ${told.rows.map(([chance, exact, text]) => html`<p key=${text} class="chance"><i style=${{ width: Math.max(2, chance * 100) + "%" }}></i><b title=${told.exact ? exact : ""}>${(chance * 100).toFixed(chance < 0.1 ? 1 : 0)} %</b> ${text}</p>`)}
    ${!told.rows.length && !told.sure && html`<p>–</p>`}${!told.exact && html`<small>${say("estimate")}</small>`}</div>`;
}

// Several entries on one thing: which of them?
export function Several({ ui }) {
  if (!ui.several) return null;
  return html`<div class="shade" onClick=${() => ui.pick(null)}><div class="dialog" role="dialog" aria-label=${say("Several choices")} onClick=${(e) => e.stopPropagation()}>
    ${ui.several.map((entry, i) => html`<button key=${entry.key} class="option" ref=${(el) => i === 0 && el && !el.dataset.seen && ((el.dataset.seen = 1), el.focus())} onClick=${() => ui.answer(entry)}><kbd>${entry.number}</kbd> <span>${entry.label}</span>${entry.cost && html`<em>${entry.cost}</em>`}</button>`)}
    <button class="quiet" onClick=${() => ui.pick(null)}>${say("Cancel")}</button></div></div>`;
}
