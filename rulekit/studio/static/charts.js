// What many games came to, in charts: wins by seat, lengths, what was taken and won with, resources over time.
import { html } from "./vendor/preact.js";
import { playerColour } from "./looks.js";
import { say, word } from "./words.js";

const MOST_THINGS = 20, MOST_RESOURCES = 8, MEASURED = { score: word("points"), worth: word("worth") };
const percent = (share) => `${Math.round(share * 100)} %`;

// A bar for each row: `[label, value, note, part]`, where a part of the bar may be darker.
function Bars({ title, help, rows }) {
  const most = Math.max(1e-9, ...rows.map(([, value]) => value));
  return html`<figure class="chart"><figcaption>${title}</figcaption>${help && html`<p class="help">${help}</p>`}${rows.map(([label, value, note, part], i) => html`<div class="bar-row" key=${i}><span title=${label}>${label}</span><i class=${part === undefined ? "" : "pale"} style=${{ width: (value / most) * 100 + "%" }}>${part !== undefined && html`<i style=${{ width: part * 100 + "%" }}></i>`}</i><b>${note ?? value}</b></div>`)}</figure>`;
}

function histogram(values, bins = 12) {
  if (!values.length) return [];
  const low = Math.min(...values), width = Math.max(1, Math.ceil((Math.max(...values) - low + 1) / bins)), found = [];
  for (const value of values) { const at = Math.floor((value - low) / width); found[at] = (found[at] || 0) + 1; }
  return Array.from(found, (count, at) => [width === 1 ? `${low + at}` : `${low + at * width}–${low + (at + 1) * width - 1}`, count || 0]);
}

// What each seat had of a resource on average, moment by moment.
function Lines({ rows, title }) {
  const moment = Object.keys(rows[0])[0], seats = rows[0].seats.length, most = Math.max(1e-9, ...rows.flatMap((row) => row.seats)), last = rows.length - 1;
  const x = (i) => 34 + (i / Math.max(1, last)) * 358, y = (v) => 108 - (v / most) * 94, text = (at, down, words, anchor) => html`<text x=${at} y=${down} font-size="10" style=${{ textAnchor: anchor }}>${words}</text>`;
  return html`<figure class="chart"><figcaption>${title} <small>${say("on average")}</small></figcaption><svg viewBox="0 0 400 126" role="img" aria-label=${title}><path class="axis-line" d=${`M34 10V108H394`} />
    ${Array.from({ length: seats }, (_, seat) => html`<polyline key=${seat} fill="none" stroke=${playerColour(seat)} stroke-width="2" points=${rows.map((row, i) => `${x(i).toFixed(1)},${y(row.seats[seat]).toFixed(1)}`).join(" ")} />`)}
    ${text(30, 18, most.toFixed(most < 10 ? 1 : 0), "end")}${text(30, 108, "0", "end")}${text(34, 121, `${say(moment)} ${rows[0][moment]}`, "start")}${text(394, 121, rows[last][moment], "end")}</svg></figure>`;
}

const Seats = ({ count }) => html`<p class="legend">${Array.from({ length: count }, (_, seat) => html`<span key=${seat}><i style=${{ background: playerColour(seat) }}></i>${say("Seat")} ${seat + 1}</span>`)}</p>`;

export function Simulated({ data, open }) {
  const label = (name) => data.called[name] || name, holders = Math.max(1, (data.games - data.unfinished - data.errors.length) * data.players);
  const resources = [...new Set(data.resources.map((row) => row.resource))].slice(0, MOST_RESOURCES), lines = resources.map((name) => [name, data.resources.filter((row) => row.resource === name)]).filter(([, rows]) => rows.length > 1);
  const things = data.things.slice(0, MOST_THINGS).map((row) => [`${label(row.name)}${row.how === "held" ? ` (${say("held at the end")})` : ""}`, row.players / holders, `${percent(row.wins_with)} ${say("won")}`, row.wins_with]);
  return html`<h2>${data.title}</h2><p>${data.games} ${say("games")}, ${data.players} ${say("players")} · ${data.mean_length} ${say("decisions")}, ${data.mean_rounds} ${say("rounds")}${data.unfinished ? `, ${data.unfinished} ${say("unfinished")}` : ""}</p>
    ${data.errors.map((one, i) => html`<p key=${i} class="error">${one.message} <button class="open" onClick=${() => open(one)}>${say("Open at the table")}</button></p>`)}
    ${lines.length > 0 && html`<${Seats} count=${data.players} />`}<div class="charts"><${Bars} title=${say("wins by seat")} rows=${data.seats.map((row, i) => [`${data.wins[i] === undefined ? row.who : `${say("Seat")} ${i + 1}`}${row.bot ? ` (${row.bot})` : ""}`, row.wins, `${row.wins} (${percent(row.share)})`])} /><${Bars} title=${say("length of a game")} help=${say("decisions")} rows=${histogram(data.lengths)} />
    ${things.length > 0 && html`<${Bars} title=${say("taken and won")} help=${say("Light: how many players had it or chose it. Dark: how many of those have won. The clearest first.")} rows=${things} />`}
    ${lines.length > 0 && html`<div>${lines.map(([name, rows]) => html`<${Lines} key=${name} rows=${rows} title=${data.measured[name] || (MEASURED[name] ? say(MEASURED[name]) : name)} />`)}</div>`}</div>`;
}
