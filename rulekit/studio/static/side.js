// Beside the table: the log, the rules, the card that is looked at.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { kindColour } from "./looks.js";
import { go } from "./app.js";
import { colon, say, word } from "./words.js";

export function Side({ ui }) {
  const [tab, setTab] = useState("Log");
  const pick = (name) => { setTab(name); if (name === "Rules") ui.wantRules(); };
  useEffect(() => { if (tab === "Rules") ui.wantRules(); }, [ui.lang]);
  return html`<section class="sides"><nav class="tabs" role="tablist">${[word("Log"), word("Rules")].map((name) => html`<button key=${name} role="tab" aria-selected=${name === tab} class=${name === tab ? "chosen" : "quiet"} onClick=${() => pick(name)}>${say(name)}</button>`)}</nav>
    ${tab === "Log" ? html`<${Log} ui=${ui} />` : html`<${Rules} sections=${ui.rules} />`}<${Looked} ui=${ui} /></section>`;
}

function Log({ ui }) {
  const end = useRef(null), rows = ui.message.log;
  useEffect(() => { const box = end.current; if (box) box.scrollTop = 0; }, [rows.length, ui.message.at]);
  return html`<div class="log" ref=${end} role="log" tabindex="0"><div>${rows.slice(-400).map((row, i) => row.head ? html`<h4 key=${"h" + i}>${row.text}</h4>`
    : html`<p key=${i} class=${row.at === ui.message.of && row.at > 0 ? "new" : ""} style=${{ paddingLeft: 8 + (row.text.length - row.text.trimStart().length) * 7 + "px" }}><span class="goto" role="button" onClick=${() => ui.at(row.at)} title=${`${say("Moment")} ${row.at}`}>${row.text.trim()}</span>
      ${row.line && (ui.message.host ? html` <a class="line" href="/write" title=${row.line} onClick=${(e) => { e.preventDefault(); const [file, line] = row.line.split(":"); go(`/write?file=${encodeURIComponent(file)}&line=${line}&room=${ui.message.room}`); }}>§${row.line.split(":")[1]}</a>` : html` <small class="line" title=${row.line}>§${row.line.split(":")[1]}</small>`)}</p>`)}</div></div>`;
}

function Rules({ sections }) {
  if (!sections) return html`<p class="busy">…</p>`;
  return html`<div class="rules">${sections.map((section, i) => html`<details key=${section.title + i} open=${i < 2}><summary>${section.title}</summary>${section.drawn ? html`<pre>${section.lines.join("\n")}</pre>` : section.lines.map((line, j) => html`<p key=${j}>${line}</p>`)}</details>`)}</div>`;
}

// The card under the pointer, large.
function Looked({ ui }) {
  const thing = ui.shown;
  if (!thing) return null;
  const card = ui.game.cards[thing.name], refused = ui.refusals.get(thing.name);
  return html`<article class="looked" style=${{ "--kind": kindColour(thing.kind || card?.kind || "") }}><h3>${thing.label}</h3>${card && html`<small>${card.what}</small>
    ${card.figures.length > 0 && html`<p class="figures">${card.figures.map(([name, value]) => html`<i key=${name}>${name} ${value}</i>`)}</p>`}${card.text.map((line, i) => html`<p key=${i} class=${/^\s*-/.test(line) ? "point" : ""}>${line}</p>`)}`}
    ${thing.notes.length > 0 && html`<p class="notes">${thing.notes.join(", ")}</p>`}${refused && html`<p class="why">${say("Not possible now")}${colon()}${[...new Set(refused.map((one) => one.reason))].join("; ")}</p>`}</article>`;
}
