// Studies: begun, watched while they run, cancelled, shown in charts; findings that open as tables.
import { html, useEffect, useState } from "./vendor/preact.js";
import { get, post } from "./api.js";
import { go } from "./app.js";
import { BotPick } from "./bots.js";
import { Simulated } from "./charts.js";
import { colon, say, word } from "./words.js";

const KINDS = [["simulate", word("Simulate"), 200], ["laws", word("Laws"), 6], ["interactions", word("Interactions"), 200], ["mutate", word("Mutants"), 50]];
const STATES = { waits: word("waits"), runs: word("runs"), done: word("done"), failed: word("failed"), cancelled: word("cancelled") };
const FOUND = {
  laws: word("Laws"), findings: word("findings"), dominated: word("dominated"), never_together: word("never together"), offers: word("offers"), survived: word("survived"),
  printed: word("of what is printed"), equivalents: word("equivalents"), plays: word("plays"), states: word("states"), seed: word("Seed"), score: word("score"), killed: word("killed"), stillborn: word("stillborn"),
  equivalent: word("equivalents"), decisions: word("decisions"), pairs: word("pairs"), triples: word("triples"), seconds: word("seconds"), size: word("size"), unused: word("unused"), unreached: word("unreached"),
};
const told = (name) => (FOUND[name] ? say(FOUND[name]) : name.replaceAll("_", " "));
const HIDDEN = new Set(["game", "digest", "file"]);

export function Study({ shared }) {
  const [games, setGames] = useState([]), [game, setGame] = useState(""), [kind, setKind] = useState("simulate"), [count, setCount] = useState(200), [bots, setBots] = useState("random");
  const [jobs, setJobs] = useState([]), [open, setOpen] = useState(null), [result, setResult] = useState(null), [error, setError] = useState("");
  const look = () => get("/api/jobs").then((found) => setJobs(found.jobs.reverse())).catch((e) => setError(e.message));
  useEffect(() => {
    get("/api/games").then((found) => { setGames(found.games); setGame(found.games[0]?.name || ""); }).catch((e) => setError(e.message));
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, []);
  const state = jobs.find((job) => job.id === open)?.state;
  useEffect(() => { setResult(null); if (open) get(`/api/jobs/${open}/look`).then(setResult).catch((e) => setError(e.message)); }, [open, state]);
  const titled = (name) => games.find((one) => one.name === name)?.title || name;
  const run = async () => { try { setError(""); const job = await post("/api/jobs", { kind, game, count: Number(count), bots, lang: shared.lang }); setOpen(job.id); look(); } catch (e) { setError(e.message); } };
  return html`<main class="study"><section class="panel asks">${error && html`<p class="error" role="alert">${error}</p>`}
      <div class="row"><span>${say("Game")}</span><select id="study-game" aria-label=${say("Game")} value=${game} onChange=${(e) => setGame(e.target.value)}>${games.map((one) => html`<option key=${one.name} value=${one.name}>${one.title}</option>`)}</select></div>
      <div class="row"><span>${say("Study")}</span><span class="counts">${KINDS.map(([id, name, usual]) => html`<button key=${id} id=${`kind-${id}`} class=${id === kind ? "chosen" : "quiet"} aria-pressed=${id === kind} onClick=${() => { setKind(id); setCount(usual); }}>${say(name)}</button>`)}</span></div>
      <div class="row"><span>${say("how many")}</span><input id="count" type="number" min="1" aria-label=${say("how many")} value=${count} onInput=${(e) => setCount(e.target.value)} /></div>
      ${kind === "simulate" && html`<div class="row"><span>${say("bots")}</span><span class="sits"><${BotPick} bot=${bots} help="random, greedy, mcts:500ms, ..." label=${say("bots")} change=${setBots} /></span></div>`}
      <button class="main" id="study" onClick=${run}>${say("Run")}</button>
      ${jobs.map((job) => html`<${Job} key=${job.id} job=${job} title=${titled(job.game)} chosen=${job.id === open} pick=${() => setOpen(job.id)} look=${look} />`)}</section>
    <section class="panel result">${result?.error && html`<pre class="error">${result.error}</pre>`}${result?.result && (result.kind === "simulate" ? html`<${Simulated} data=${result.result} open=${(one) => openPlay(result.game, result.result.players, one, setError)} />` : html`<${Found} title=${titled(result.game)} job=${result} data=${result.result} fail=${setError} />`)}
      ${!result && html`<p class="help">${say("Play many games, hold the rules against laws, look for cards that do harm together, or for changes of the rules that no example notices. A finding opens as a table.")}</p>`}</section></main>`;
}

function Job({ job, title, chosen, pick, look }) {
  const kind = KINDS.find(([id]) => id === job.kind);
  return html`<div class=${"job" + (chosen ? " chosen" : "")} data-state=${job.state} onClick=${pick}><button class="quiet" aria-pressed=${chosen} onClick=${pick}><b>${say(kind[1])}</b> ${title}</button>
    <progress max=${job.of || 1} value=${job.state === "done" ? job.of || 1 : job.done} aria-label=${say(kind[1])}></progress><small>${say(STATES[job.state])} ${job.of ? `${job.done}/${job.of}` : ""}</small>
    ${(job.state === "runs" || job.state === "waits") && html`<button class="cancel" onClick=${(e) => { e.stopPropagation(); post(`/api/jobs/${job.id}/cancel`).then(look); }}>${say("Cancel")}</button>`}
    ${job.state === "done" && html`<a class="button" href=${`/api/jobs/${job.id}/report`} onClick=${(e) => e.stopPropagation()}>${say("Report")}</a>`}</div>`;
}

// ---------- findings ----------
// A play as a table: the answers that led there.
async function openPlay(game, players, { seed, answers, modules }, fail) {
  const seats = Array(players).fill(["here", ""]);
  try { const found = await post("/api/load", { format: "rulekit studio table 1", game, players, seed: seed || 0, modules: modules || [], options: [], setup: null, answers, as_far: true, seats }); go(`/table/${found.room}/here`); }
  catch (e) { fail(e.message); }
}

// The title of an example as it stands in a text.
const titleOf = (example) => /example "([^"]*)"/.exec(example || "")?.[1];

function Found({ title, job, data, fail }) {
  const stage = async (row) => {
    try { const found = await post("/api/stage", { name: job.game, example: row.example, title: titleOf(row.example) }); go(`/table/${found.room}/here`); } catch (e) { fail(e.message); }
  };
  const lists = Object.entries(data).filter(([, value]) => Array.isArray(value) && value.length && typeof value[0] === "object"), figures = Object.entries(data).filter(([name, value]) => typeof value !== "object" && !HIDDEN.has(name));
  return html`<h2>${say(KINDS.find(([id]) => id === job.kind)[1])}${colon()}${title}</h2><p>${figures.map(([name, value]) => html`<span class="counter" key=${name}><b>${String(value)}</b> ${told(name)}</span> `)}</p>
    ${lists.map(([name, rows]) => html`<h3 key=${name}>${told(name)} <small>${rows.length}</small></h3>${rows.slice(0, 60).map((row, i) => html`<${Finding} key=${i} job=${job} row=${row} stage=${stage} fail=${fail} />`)}`)}`;
}

function Finding({ job, row, stage, fail }) {
  const bad = row.found || row.kind, title = row.law || row.text || row.message || row.title || JSON.stringify(row).slice(0, 100);
  const opens = titleOf(row.example) ? () => stage(row) : row.answers?.length && row.players ? () => openPlay(job.game, row.players, row, fail) : null;
  return html`<details class=${bad ? "error" : ""} open=${Boolean(row.found)}><summary>${bad ? "✗ " : row.law && !row.skipped ? "✓ " : ""}${title}${row.says ? `: ${row.says}` : ""}${row.line ? ` (${row.file}:${row.line})` : ""}</summary>
    ${row.found && html`<p>${row.found}</p>`}${opens && bad && html`<button class="open" onClick=${opens}>${say("Open at the table")} ›</button>`}${row.line && row.file && html` <button onClick=${() => go(`/write?file=${encodeURIComponent(row.file)}&line=${row.line}`)}>${say("Show the rule")}</button>`}<pre>${row.example || JSON.stringify(row, null, 1)}</pre></details>`;
}
