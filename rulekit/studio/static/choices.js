// What is asked: the prompt, every option as a button, amounts as one control, what an option would lead to.
import { html, useState } from "./vendor/preact.js";
import { amountsOf } from "./offers.js";
import { playerColour } from "./looks.js";
import { say } from "./words.js";

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
  return html`<section class="asked mine" style=${{ "--who": playerColour(decision.player) }}><h2 role="status"><i class="dot"></i> ${asked?.label}: ${decision.prompt}</h2><${Options} ui=${ui} key=${message.v} /></section>`;
}

function Options({ ui }) {
  const all = ui.offers.all, amounts = amountsOf(all);
  const [filter, setFilter] = useState("");
  if (amounts) return html`<${Amount} ui=${ui} options=${all} />`;
  const shown = all.filter((option) => option.label.toLowerCase().includes(filter.toLowerCase()));
  return html`${all.length > 14 && html`<input class="filter" placeholder=${say("find a choice")} aria-label=${say("find a choice")} value=${filter} onInput=${(e) => setFilter(e.target.value)} />`}
    <ol class=${"options" + (all.length > 6 ? " many" : "")}>${shown.map((option) => html`<li key=${option.text}>
      <button class="option" data-option=${option.text} onClick=${() => ui.answer(option)} onMouseEnter=${() => { ui.heat(option.number); ui.show(meant(ui, option)); }} onMouseLeave=${() => ui.heat(0)} onFocus=${() => { ui.heat(option.number); ui.show(meant(ui, option)); }} onBlur=${() => ui.heat(0)}>
        <kbd>${option.number}</kbd> <span>${option.label}${where(ui, option) && html` <small>(${where(ui, option)})</small>`}</span>${option.cost && html`<em>${option.cost}</em>`}</button>
      <button class="quiet odds" title=${say("What would happen?")} aria-label=${say("What would happen?")} onClick=${() => ui.odds(option)}>?</button>
      ${ui.told[option.text] && html`<${Odds} told=${ui.told[option.text]} />`}</li>`)}</ol>`;
}

// Where a thing lies that is called like another one that may be chosen.
function where(ui, option) {
  if (ui.offers.all.filter((other) => other.label === option.label).length < 2) return "";
  const [id] = option.means.things, owner = (seat) => (seat === null || seat === ui.seat ? "" : `${ui.player(seat)}: `);
  const home = ui.table.dice.find((die) => die.ids.includes(id)) || ui.table.zones.find((zone) => zone.things.some((thing) => thing?.id === id));
  return home ? owner(home.owner) + home.label : "";
}

// The thing that an option is about, to be shown beside: one in sight, else the card that it names.
function meant(ui, option) {
  const seen = ui.table.zones.flatMap((zone) => zone.things).find((thing) => thing && option.means.things.includes(thing.id));
  if (seen) return seen;
  const name = option.text.split(" ").reverse().map((word) => word.split("#")[0].split("@")[0]).find((word) => word in ui.game.cards), card = ui.game.cards[name];
  return card ? { id: -1, name, kind: card.kind, label: card.title, notes: [], owner: null } : null;
}

function Odds({ told }) {
  if (told === "…") return html`<p class="told">${say("counting")}…</p>`;
  return html`<div class="told">${told.sure && html`<p>${say("in any case")}: ${told.sure}</p>`}
    ${told.rows.map(([chance, exact, text]) => html`<p key=${text} class="chance"><i style=${{ width: Math.max(2, chance * 100) + "%" }}></i><b title=${told.exact ? exact : ""}>${(chance * 100).toFixed(chance < 0.1 ? 1 : 0)} %</b> ${text}</p>`)}
    ${!told.rows.length && !told.sure && html`<p>–</p>`}${!told.exact && html`<small>${say("estimate")}</small>`}</div>`;
}

function Amount({ ui, options }) {
  const sorted = [...options].sort((a, b) => a.means.amount - b.means.amount);
  const [at, setAt] = useState(0);
  return html`<div class="amount"><input type="range" min="0" max=${sorted.length - 1} value=${at} aria-label=${sorted[at].label} onInput=${(e) => setAt(Number(e.target.value))} />
    <button class="main" onClick=${() => ui.answer(sorted[at])}>${sorted[at].label}</button></div>`;
}

// Several options on one thing: which of them?
export function Several({ ui }) {
  if (!ui.several) return null;
  return html`<div class="shade" onClick=${() => ui.pick(null)}><div class="dialog" role="dialog" aria-label=${say("Several choices")} onClick=${(e) => e.stopPropagation()}>
    ${ui.several.map((option, i) => html`<button key=${option.text} class="option" ref=${(el) => i === 0 && el && !el.dataset.seen && ((el.dataset.seen = 1), el.focus())} onClick=${() => ui.answer(option)}><kbd>${option.number}</kbd> <span>${option.label}</span>${option.cost && html`<em>${option.cost}</em>`}</button>`)}
    <button class="quiet" onClick=${() => ui.pick(null)}>${say("Cancel")}</button></div></div>`;
}
