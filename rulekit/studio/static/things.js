// Cards, pieces, dice, piles: what lies in zones.
import { html } from "./vendor/preact.js";
import { declaredSymbol, kindColour, layoutOf, pictureOf, playerColour, resourceLook, thingColour } from "./looks.js";
import { colon, say } from "./words.js";

// What can be clicked: a button that offers its options, or says why it does not.
export function pressed(ui, options, refused) {
  const toggle = options?.length === 1 && options[0].toggle ? { "aria-pressed": options[0].picked > 0 ? "true" : "false" } : {};
  if (options?.length) return { class: " offered" + (options.some((one) => one.picked) ? " picked" : ""), ...toggle, tabindex: 0, role: "button", onClick: (e) => { e.stopPropagation(); ui.pick(options, e.currentTarget); }, onKeyDown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); ui.pick(options, e.currentTarget); } } };
  if (refused?.length) return { class: " refused" };
  return { class: "" };
}

// What stands on something that can be chosen: its number, a tick when it is picked, its place in an order.
export function keyOfOffer(options) {
  if (options.length > 1) return "…";
  const [{ number, picked, ordered, copies }] = options;
  return !picked ? number : ordered ? picked : copies > 1 ? `✓${picked}` : "✓";
}

export function Card({ ui, thing, count, size }) {
  const card = ui.game.cards[thing.name], options = ui.offers.things.get(thing.id), act = pressed(ui, options, ui.refusals.get(thing.name));
  const recent = ui.recent.has(thing.id) ? " recent" : "", hot = options?.some((option) => option.number === ui.hot) ? " hot" : "", taken = ui.chosen.things.has(thing.id) ? " chosen-step" : "";
  const text = card ? card.text.join(" ") : "";
  const title = [thing.label, ...(card ? card.figures.map(([name, value]) => `${name} ${value}`.trim()) : []), ...(card?.text || []), ...thing.notes, ...(options ? [] : (ui.refusals.get(thing.name) || []).map((one) => `✗ ${one.reason}`))].join("\n");
  return html`<div ...${act} class=${`card ${size || ""}${text ? "" : " plain"}${act.class}${recent}${hot}${taken}`} data-id=${thing.id} data-name=${thing.name} title=${title} onMouseEnter=${() => ui.show(thing)} onFocus=${() => ui.show(thing)}
      aria-label=${options ? options.map((o) => o.label).join(", ") : thing.label} style=${{ "--kind": thingColour(thing) }}>
    <b class="name">${count > 1 && html`<em class="count">×${count}</em> `}${declaredSymbol(thing) && html`<i class="symbol">${declaredSymbol(thing)}</i> `}${thing.label}</b>
    ${pictureOf(thing) && ui.room && html`<img class="picture" src=${`/picture/${ui.room}/${pictureOf(thing)}`} alt="" />`}
    ${card && card.figures.length > 0 && html`<span class="figures">${card.figures.slice(0, 4).map(([name, value]) => html`<i key=${name} title=${name}>${/\p{L}/u.test(value) ? value : `${name} ${value}`.trim()}</i>`)}</span>`}
    ${size !== "mini" && html`<span class="text">${text}</span>`}
    ${thing.notes.length > 0 && html`<span class="notes">${thing.notes.join(", ")}</span>`}
    ${options && html`<em class="key">${keyOfOffer(options)}</em>`}
  </div>`;
}

// Copies that are the same lie as one, with how many there are.
function grouped(ui, things) {
  const found = [], known = new Map();
  for (const thing of things) {
    const key = thing && JSON.stringify([thing.name, thing.owner, thing.notes, thing.face_up, (ui.offers.things.get(thing.id) || []).map((o) => o.number)]);
    if (thing && known.has(key)) known.get(key).count++;
    else { const entry = { thing, count: 1 }; found.push(entry); if (thing) known.set(key, entry); }
  }
  return found;
}

function Back({ ui, zone, index, count, size }) {
  const options = index === null ? null : ui.offers.places.get(`${zone.id} ${index}`), act = pressed(ui, options);
  return html`<div ...${act} class=${`card back ${size || ""}${act.class}`} aria-label=${`${count} ${say("hidden")}`}>
    ${count > 1 && html`<em class="count">${count}</em>`}${options && html`<em class="key">${keyOfOffer(options)}</em>`}</div>`;
}

export function Zone({ ui, zone: told, bare, size: given }) {
  const zone = { ...told, layout: layoutOf(told) };
  const options = ui.offers.zones.get(zone.id), act = pressed(ui, options);
  const seen = zone.things.filter(Boolean), hidden = zone.things.length - seen.length;
  const size = given || (zone.layout !== "stack" ? "" : seen.length > 4 ? "mini" : "small");
  let inside;
  if (zone.layout === "stack") {
    const top = zone.things.length && zone.things[zone.things.length - 1];
    inside = zone.count === 0 ? html`<div class=${`card none ${size || ""}`}></div>`
      : seen.length && seen.length <= 12 ? html`${grouped(ui, seen).map(({ thing, count }) => html`<${Card} key=${thing.id} ui=${ui} thing=${thing} count=${count} size=${size} />`)}${hidden > 0 && html`<${Back} ui=${ui} zone=${zone} index=${null} count=${hidden} size=${size} />`}`
      : top ? html`<${Card} ui=${ui} thing=${top} count=${zone.count} size=${size} />` : html`<${Back} ui=${ui} zone=${zone} index=${zone.count - 1} count=${zone.count} size=${size} />`;
  } else {
    const shown = zone.things.map((thing, index) => ({ thing, index }));
    const placed = shown.some(({ thing, index }) => !thing && ui.offers.places.has(`${zone.id} ${index}`));
    inside = html`${grouped(ui, seen).map(({ thing, count }) => html`<${Card} key=${thing.id} ui=${ui} thing=${thing} count=${count} size=${size} />`)}
      ${placed || (hidden <= 8 && zone.layout === "fan") ? shown.filter(({ thing }) => !thing).map(({ index }) => html`<${Back} key=${"b" + index} ui=${ui} zone=${zone} index=${index} count=${1} size=${size} />`)
        : hidden > 0 && html`<${Back} ui=${ui} zone=${zone} index=${null} count=${hidden} size=${size} />`}`;
  }
  return html`<div ...${act} class=${`zone lay-${zone.layout}${act.class}`} data-zone=${zone.id}>${!bare && html`<h4>${zone.label}${zone.count > 3 ? html` <small>${zone.count}</small>` : ""}</h4>`}<div class="lie">${inside}</div></div>`;
}

// Many empty zones of one sort are one.
function gathered(zones) {
  const sorts = new Map();
  for (const zone of zones) sorts.set(zone.name, [...(sorts.get(zone.name) || []), zone]);
  return [...sorts.values()].flatMap((some) => (some.length > 3 ? [[some[0].label.replace(/ \(.*\)$/, ""), some]] : some.map((zone) => [zone.label, [zone]])));
}

// What nobody can choose from needs little room where there is much else: tricks that were taken, what was laid out before.
const MANY = 8, CROWD = 6;

// Zones with something in them, those of one name beside each other under one heading where their things are few; the others in one line.
export function Zones({ ui, zones, size }) {
  const full = zones.filter((zone) => zone.count > 0 || ui.offers.zones.has(zone.id)), none = zones.filter((zone) => !full.includes(zone));
  const named = (zone) => full.filter((other) => other.label === zone.label && zone.owner === other.owner), alike = (zone) => full.filter((other) => other.name === zone.name).length > 3;
  const crowd = full.reduce((sum, zone) => sum + (zone.owner === ui.seat && zone.layout !== "stack" ? zone.count : 0), 0);
  const many = (zone) => zone.layout === "row" && zone.owner !== null && (zone.count > MANY || (zone.owner === ui.seat && crowd > CROWD)) && !zone.things.some((thing) => thing && ui.offers.things.has(thing.id));
  const first = full.filter((zone) => named(zone)[0] === zone), one = (zone, bare) => html`<${Zone} key=${zone.id} ui=${ui} zone=${zone} bare=${bare} size=${size || (alike(zone) ? "small" : many(zone) ? "mini" : "")} />`;
  return html`<div class="zones">${first.map((zone) => (named(zone).length === 1 ? one(zone) : html`<div class="several" key=${zone.id}><h4>${zone.label}</h4><div class="lie">${named(zone).map((each) => one(each, true))}</div></div>`))}
    ${none.length > 0 && html`<p class="none">${say("empty")}${colon()}${gathered(none).map(([label, some], i) => html`<span key=${some[0].id} data-zone=${some[0].id}>${i ? ", " : ""}${label}${some.length > 1 ? ` ×${some.length}` : ""}</span>`)}</p>`}</div>`;
}

export function Die({ ui, die }) {
  return html`<div class="die" style=${{ "--kind": die.owner === null ? kindColour(die.label) : playerColour(die.owner) }}><h4>${die.label}</h4><div class="faces">
    ${die.faces.map((face, i) => { const options = ui.offers.things.get(die.ids[i]), act = pressed(ui, options);
      return html`<span key=${die.ids[i]} ...${act} data-id=${die.ids[i]} class=${`face${i === die.shown ? " up" : ""}${act.class}`} title=${face}
        onMouseEnter=${() => ui.show({ name: die.names[i], label: face, notes: [], kind: "", owner: null, id: die.ids[i] })}>${face}</span>`; })}</div></div>`;
}

// Amounts and what is kept in mind.
export function Values({ values }) {
  const few = (list) => list.length > 0 && list.length <= 8 && list.every((one) => typeof one !== "object"); // such as dice that are left
  const simple = (v) => (Array.isArray(v.value) ? few(v.value) : v.value !== null && v.value !== false && v.value !== 0 && typeof v.value !== "object" && v.value !== "");
  const counters = values.filter((v) => v.resource && v.of.length <= 1), notes = values.filter((v) => v.named && simple(v) && !(v.resource && v.of.length <= 1));
  return html`<div class="values">${counters.map((v) => html`<span key=${v.name} data-res=${v.name} data-owner=${v.owner ?? ""} class=${"counter" + (v.value || v.changed ? "" : " zero") + (v.changed ? " changed" : "")} style=${resourceLook(v.name).colour ? { "--res": resourceLook(v.name).colour } : {}}
      title=${v.label}>${resourceLook(v.name).symbol && html`<i class="res">${resourceLook(v.name).symbol}</i> `}<b>${v.text}</b> ${v.label}</span>`)}
    ${notes.map((v) => html`<span key=${v.name + v.of.join()} class="noted">${v.value === true ? v.label : html`${v.label}${v.of.length > 1 ? ` (${v.of.slice(v.owner === null ? 0 : 1).join(", ").replaceAll("_", " ")})` : ""}${colon()}<b>${v.text}</b>`}</span>`)}</div>`;
}
