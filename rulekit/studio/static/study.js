// Studies: begun, watched while they run, cancelled, shown in charts.
import { html, useEffect, useState } from "./vendor/preact.js";
import { get, post } from "./api.js";
import { go } from "./app.js";
import { say } from "./words.js";

const KINDS = [["simulate", "Simulate", 200], ["laws", "Laws", 6], ["interactions", "Interactions", 200], ["mutate", "Mutants", 50]];

export function Study() {
  const [games, setGames] = useState([]), [game, setGame] = useState(""), [kind, setKind] = useState("simulate"), [count, setCount] = useState(200), [bots, setBots] = useState("random"), [jobs, setJobs] = useState([]), [open, setOpen] = useState(null), [result, setResult] = useState(null), [error, setError] = useState("");
  const look = () => get("/api/jobs").then((found) => setJobs(found.jobs.reverse())).catch((e) => setError(e.message));
  useEffect(() => { get("/api/games").then((found) => { setGames(found.games); setGame(found.games[0]?.name || ""); }).catch((e) => setError(e.message)); look(); const timer = setInterval(look, 500); return () => clearInterval(timer); }, []);
  const state = jobs.find((job) => job.id === open)?.state;
  useEffect(() => { setResult(null); if (open) get(`/api/jobs/${open}/look`).then(setResult).catch((e) => setError(e.message)); }, [open, state]);
  const run = async () => { try { setError(""); const job = await post("/api/jobs", { kind, game, count: Number(count), bots }); setOpen(job.id); look(); } catch (e) { setError(e.message); } };
  return html`<main class="study"><section class="panel asks">${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="row"><span>${say("Game")}</span><select id="study-game" value=${game} onChange=${(e) => setGame(e.target.value)}>${games.map((one) => html`<option key=${one.name} value=${one.name}>${one.title}</option>`)}</select></div>
      <div class="row"><span>${say("Study")}</span><span class="counts">${KINDS.map(([id, name, usual]) => html`<button key=${id} class=${id === kind ? "chosen" : "quiet"} onClick=${() => { setKind(id); setCount(usual); }}>${name}</button>`)}</span></div>
      <div class="row"><span>#</span><input id="count" type="number" min="1" value=${count} onInput=${(e) => setCount(e.target.value)} />${kind === "simulate" && html`<input aria-label="bots" value=${bots} title="random, greedy, mcts:500ms, ..." onInput=${(e) => setBots(e.target.value)} />`}</div>
      <button class="main" id="study" onClick=${run}>${say("Run")}</button>
      ${jobs.map((job) => html`<div key=${job.id} class=${"job" + (job.id === open ? " chosen" : "")} data-state=${job.state} onClick=${() => setOpen(job.id)}><b>${job.kind}</b> ${job.game}<progress max=${job.of || 1} value=${job.state === "done" ? job.of || 1 : job.done}></progress><small>${job.state} ${job.of ? `${job.done}/${job.of}` : ""}</small>
        ${(job.state === "runs" || job.state === "waits") && html`<button class="cancel" onClick=${(e) => { e.stopPropagation(); post(`/api/jobs/${job.id}/cancel`).then(look); }}>${say("Cancel")}</button>`}${job.state === "done" && html`<a class="button" href=${`/api/jobs/${job.id}/report`} onClick=${(e) => e.stopPropagation()}>${say("Report")}</a>`}</div>`)}</section>
    <section class="panel result">${result?.error && html`<pre class="error">${result.error}</pre>`}${result?.result && (result.kind === "simulate" ? html`<${Simulated} job=${result} data=${result.result} fail=${setError} />` : html`<${Found} job=${result} data=${result.result} fail=${setError} />`)}</section></main>`;
}

function Bars({ title, rows, unit }) {
  const most = Math.max(1e-9, ...rows.map(([, value]) => value));
  return html`<figure class="chart"><figcaption>${title}</figcaption>${rows.map(([label, value, note], i) => html`<div class="bar-row" key=${i}><span>${label}</span><i style=${{ width: (value / most) * 100 + "%" }}></i><b>${note ?? value}${unit || ""}</b></div>`)}</figure>`;
}
function histogram(values, bins = 12) {
  if (!values.length) return [];
  const low = Math.min(...values), width = Math.max(1, Math.ceil((Math.max(...values) - low + 1) / bins)), found = [];
  for (const value of values) { const at = Math.floor((value - low) / width); found[at] = (found[at] || 0) + 1; }
  return Array.from(found, (count, at) => [`${low + at * width}–${low + (at + 1) * width - 1}`, count || 0]);
}
function Lines({ rows, name }) {
  const some = rows.filter((row) => row.resource === name), moment = Object.keys(some[0] || {})[0], seats = some[0]?.seats.length || 0, most = Math.max(1e-9, ...some.flatMap((row) => row.seats)), x = (i) => 30 + (i / Math.max(1, some.length - 1)) * 360, y = (v) => 110 - (v / most) * 95;
  const colours = ["#c8453b", "#2f6fb2", "#d9982b", "#3a8f5c", "#8457a6", "#5a6570"];
  return html`<figure class="chart"><figcaption>${name} / ${moment}</figcaption><svg viewBox="0 0 400 125">${Array.from({ length: seats }, (_, seat) => html`<polyline key=${seat} fill="none" stroke=${colours[seat % 6]} stroke-width="2" points=${some.map((row, i) => `${x(i).toFixed(1)},${y(row.seats[seat]).toFixed(1)}`).join(" ")} />`)}<text x="4" y="16" font-size="10">${most.toFixed(1)}</text><text x="4" y="112" font-size="10">0</text></svg></figure>`;
}
function Simulated({ job, data, fail }) {
  const names = [...new Set(data.resources.map((row) => row.resource))].slice(0, 6), used = data.things.slice(0, 20), label = (row) => row.name || row.thing || Object.values(row).find((value) => typeof value === "string" && value !== row.how) || "";
  const openAt = async (seed, answers) => { try { const found = await post("/api/load", { format: "rulekit studio table 1", game: job.game, players: data.players, seed, modules: [], options: [], setup: null, answers, seats: Array(data.players).fill(["here", ""]) }); go(`/table/${found.room}/here`); } catch (e) { fail(e.message); } };
  return html`<h2>${data.game}: ${data.games} × ${data.players}</h2><p>${data.mean_length} decisions, ${data.mean_rounds} rounds${data.unfinished ? `, ${data.unfinished} unfinished` : ""}</p>
    <${Bars} title="wins" rows=${data.wins.map((wins, i) => [`${i + 1} ${data.bots[i] || data.bots[data.bots.length - 1] || ""}`, wins])} /><${Bars} title="length" rows=${histogram(data.lengths)} />
    ${used.length > 0 && html`<${Bars} title="things used" rows=${used.map((row) => [label(row), row.games ?? row.times ?? row.taken ?? 0, row.share !== undefined ? `${row.games ?? ""} (${Math.round((row.share || 0) * 100)} % won)` : undefined])} />`}${names.map((name) => html`<${Lines} key=${name} rows=${data.resources} name=${name} />`)}
    ${data.errors.map((one, i) => html`<p key=${i} class="error">${one.message} <button onClick=${() => openAt(one.seed, one.answers)}>${say("Open")}</button></p>`)}`;
}
// The title of an example as it stands in a text.
const titleOf = (example) => /example "([^"]*)"/.exec(example || "")?.[1];
function Found({ job, data, fail }) {
  const open = async (example) => { try { const found = await post("/api/stage", { name: job.game, example, title: titleOf(example) }); go(`/table/${found.room}/here`); } catch (e) { fail(e.message); } };
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length && typeof value[0] === "object"), figures = Object.entries(data).filter(([, value]) => typeof value !== "object");
  return html`<h2>${job.kind}: ${job.game}</h2><p>${figures.map(([name, value]) => html`<span class="counter" key=${name}><b>${String(value)}</b> ${name}</span> `)}</p>
    ${lists.map(([name, rows]) => html`<h3 key=${name}>${name} <small>${rows.length}</small></h3>${rows.slice(0, 60).map((row, i) => html`<details key=${i} class=${row.found ? "error" : ""}><summary>${row.found ? "✗ " : row.law && !row.skipped ? "✓ " : ""}${row.law || row.text || row.message || row.title || JSON.stringify(row).slice(0, 100)}${row.says ? `: ${row.says}` : ""}${row.line ? ` (${row.file}:${row.line})` : ""}</summary>${titleOf(row.example) && html`<button onClick=${() => open(row.example)}>${say("Open at the table")} ›</button>`}${row.line && row.file && html` <button onClick=${() => go(`/write?file=${encodeURIComponent(row.file)}&line=${row.line}`)}>${say("Show the rule")}</button>`}<pre>${row.example || JSON.stringify(row, null, 1)}</pre></details>`)}`)}`;
}
