// Writing a game: the text with what the language server knows of it, the card at the cursor as it looks and reads in each language, a card that is
// tried, examples that run as one types with the table that they led to, the open table.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { get, post } from "./api.js";
import { go } from "./app.js";
import { Editor } from "./editor.js";
import { Language, nameOf } from "./language.js";
import { Sample } from "./sample.js";
import { Results, Tried, Staged } from "./proof.js";
import { colon, language, say } from "./words.js";

const drafts = new Map();  // texts that were changed and not saved, while one goes elsewhere and comes back
addEventListener("beforeunload", (event) => { if (drafts.size) event.preventDefault(); });

// How a table has gone on with other rules: where it stood, or played again, and why.
function wentOn(found) {
  if (found.carried) return say("The table goes on where it stood") + (found.fresh.length ? `; ${say("new")}${colon()}${found.fresh.join(", ")}` : "");
  return `${say("The game was played again")}${colon()}${found.fitted}/${found.of} ${say("answers fit")} (${found.reasons[0]})`;
}

export function Write({ shared }) {
  const query = new URLSearchParams(location.search), room = query.get("room");
  const [games, setGames] = useState([]), [file, setFile] = useState(query.get("file") || ""), [own, setOwn] = useState(false), [findings, setFindings] = useState(null), [card, setCard] = useState(null), [proof, setProof] = useState(null), [stage, setStage] = useState(null);
  const [status, setStatus] = useState(""), [dirty, setDirty] = useState(false), host = useRef(null), editor = useRef(null), server = useRef(null), timers = useRef({}), name = useRef(""), said = useRef(""), line = useRef(0), proving = useRef({ busy: false, again: false });
  const soon = (key, wait, work) => { clearTimeout(timers.current[key]); timers.current[key] = setTimeout(() => work().catch((e) => setStatus(e.message)), wait); };
  const ask = async (what, more = {}) => (await post(`/api/edit/${what}`, { name: name.current, text: editor.current.text, lang: shared.lang, ...more })).found;
  const preview = async (at) => setCard(await ask("card", { line: at }));
  // Examples run again when the text has changed; while they run, the last change waits.
  const prove = async () => {
    if (proving.current.busy) { proving.current.again = true; return; }
    proving.current = { busy: true, again: false };
    const of = name.current;
    try {
      setProof((old) => ({ ...(old || { results: [] }), runs: true }));
      const found = await ask("examples");
      if (of === name.current) { setProof(found); editor.current.covered(found.lines); }
    } catch (e) { setProof((old) => old && { ...old, runs: false }); setStatus(e.message); } finally { const again = proving.current.again; proving.current = { busy: false, again: false }; if (again) soon("prove", 200, prove); }
  };
  const heard = async ({ uri, diagnostics }) => {
    if (uri !== server.current?.document?.uri) { setFindings((old) => [...(old || []).filter((one) => one.uri !== uri), ...diagnostics.map((one) => ({ ...one, uri }))]); return; }
    const put = (found) => { setFindings((old) => [...found.map((one) => ({ ...one, uri })), ...(old || []).filter((one) => one.uri !== uri)]); editor.current?.show(found); };
    soon("colour", 150, () => editor.current?.colour());
    put(diagnostics);
    if (diagnostics.length) soon("mend", 250, async () => { const found = await Promise.all(diagnostics.slice(0, 20).map(async (one) => ({ ...one, mends: await editor.current.mend(one) }))); put([...found, ...diagnostics.slice(20)]); });
    if (!diagnostics.some((one) => one.severity === 1)) { soon("prove", 900, prove); soon("card", 200, () => preview(line.current)); }
  };
  const jump = (path, at) => { history.pushState(null, "", `/write?file=${encodeURIComponent(path)}&line=${at}${room ? `&room=${room}` : ""}`); if (path === name.current) editor.current.goto(at); else setFile(path); };
  useEffect(() => {
    get("/api/games").then((found) => { setGames(found.games); setFile((old) => old || found.games[0]?.name || ""); }).catch((e) => setStatus(e.message));
    server.current = new Language(heard, (reason) => setStatus(`${say("The language server has ended")}${colon()}${reason}`));
    return () => { server.current.close(); Object.values(timers.current).forEach(clearTimeout); };
  }, []);
  useEffect(() => {
    if (!file) return;
    let gone = false;
    get(`/api/file?name=${encodeURIComponent(file)}`).then((found) => {
      if (gone) return;
      const draft = drafts.get(found.name);
      name.current = found.name; setOwn(found.own); setDirty(draft !== undefined); setFindings(null); setCard(null); setProof(null); setStage(null); setStatus(draft !== undefined ? say("Not saved yet") : said.current); said.current = "";
      editor.current?.close();
      host.current.shadowRoot?.replaceChildren();
      editor.current = new Editor(host.current, {
        text: draft ?? found.text, dark: shared.night, language: server.current,
        changed: (text) => { drafts.set(name.current, text); setDirty(true); }, moved: (at) => { line.current = at; soon("card", 300, () => preview(at)); },
        define: (uri, at) => jump(nameOf(uri), at),
      });
      globalThis.studioEditor = editor.current;
      server.current.open(found.uri, () => editor.current.text);
      const at = Number(new URLSearchParams(location.search).get("line"));
      if (at) editor.current.goto(at);
      const made = sessionStorage.getItem("rulekit-example");
      if (made) { sessionStorage.removeItem("rulekit-example"); editor.current.append("\n" + made); }
    }).catch((e) => setStatus(e.message));
    return () => { gone = true; };
  }, [file]);
  useEffect(() => { editor.current?.paint(shared.night); }, [shared.night]);
  const save = async () => { try { const before = name.current, found = await post("/api/edit/save", { name: before, text: editor.current.text }); drafts.delete(before); drafts.delete(found.name); setDirty(false); said.current = `${say("Saved as")} ${found.name}`; setStatus(said.current); if (found.name !== before) jump(found.name, line.current || 1); setOwn(true); } catch (e) { setStatus(e.message); } };
  const reload = async () => { try { const found = await post(`/api/rooms/${room}/reload`, { name: name.current, text: editor.current.text }); setStatus(wentOn(found)); } catch (e) { setStatus(e.message); } };
  const deal = async () => { try { const found = await post(`/api/rooms/${room}/deal`, { name: card.name }); setStatus(`${found.label} ${say("lies within reach")}`); } catch (e) { setStatus(e.message); } };
  const play = async () => { try { const found = await post("/api/rooms", { game: name.current, ...(await seats()), text: editor.current.text }); go(`/table/${found.room}/here`); } catch (e) { setStatus(e.message); } };
  const seats = async () => { const about = await get(`/api/game?name=${encodeURIComponent(name.current)}&lang=${shared.lang}`), players = about.players.includes(2) ? 2 : about.players[0]; return { players, seed: Math.floor(Math.random() * 1e6), seats: Array.from({ length: players }, (_, i) => (i ? { kind: "bot", bot: "random" } : { kind: "here" })) }; };
  const show = async (title) => { setStage({ title, runs: true }); setStage(await ask("staged", { title })); };
  const lay = async (title) => { try { const found = await post("/api/stage", { name: name.current, text: editor.current.text, title }); go(`/table/${found.room}/here`); } catch (e) { setStatus(e.message); } };
  const wrong = (findings || []).filter((one) => one.severity === 1).length, here = server.current?.document?.uri;
  return html`<main class="write">
    <div class="bar"><select aria-label=${say("Game")} value=${file} onChange=${(e) => { history.replaceState(null, "", `/write?file=${encodeURIComponent(e.target.value)}${room ? `&room=${room}` : ""}`); setFile(e.target.value); }}>${!games.some((game) => game.name === file) && file && html`<option value=${file}>${file}</option>`}${games.map((game) => html`<option key=${game.name} value=${game.name}>${game.title}${game.folder === "folder" ? "" : ` (${game.folder})`}</option>`)}</select>
      <button onClick=${save} id="save" title=${own ? "" : say("As a copy in your folder")}>${own ? say("Save") : say("Save a copy")}${dirty ? " •" : ""}</button><button id="format" onClick=${() => editor.current.format().catch((e) => setStatus(e.message))}>${say("Format")}</button><button id="run" onClick=${() => prove()}>▶ ${say("Run the examples")}</button>
      ${room ? html`<button id="reload" class="main" onClick=${reload} title=${say("The open table goes on with this text")}>⟳ ${say("Table")}</button>${card?.name && html`<button id="deal" onClick=${deal} title=${say("Lays the card at the cursor where whoever is asked can reach it")}>${card.name} → ${say("Table")}</button>`}<button class="quiet" onClick=${() => go(`/table/${room}/here`)}>${say("Open")} ›</button>`
        : html`<button id="play" onClick=${play} title=${say("A table with the text as it stands")}>${say("Play")} ›</button>`}<span class="status" role="status">${status}</span></div>
    <div class="text" ref=${host}></div>
    <aside class="beside">
      <section class="panel findings"><h3>${findings === null ? "…" : findings.length ? `${wrong ? `✗ ${wrong}` : "✓"} · ${findings.length}` : `✓ ${say("No findings")}`}</h3>${(findings || []).map((one, i) => html`<div key=${i} class=${"finding " + (one.severity === 1 ? "error" : "warning")}><p onClick=${() => (one.uri === here ? editor.current.goto(one.range.start.line + 1) : jump(nameOf(one.uri), one.range.start.line + 1))}><b>${one.uri === here ? "" : nameOf(one.uri) + ":"}${one.range.start.line + 1}</b> ${one.message} <code>${one.code}</code></p>
        ${(one.mends || []).slice(0, 3).map((action, j) => html`<button key=${j} class="mend" onClick=${() => editor.current.apply(action)}>${action.title}</button>`)}</div>`)}</section>
      <${Sample} card=${card} night=${shared.night} />
      ${card?.name && html`<${Tried} key=${file} name=${card.name} ask=${ask} changes=${proof} append=${(text) => editor.current.append("\n" + text)} />`}
      ${stage && html`<${Staged} stage=${stage} close=${() => setStage(null)} play=${() => lay(stage.title)} />`}
      ${proof && html`<${Results} proof=${proof} goto=${(one) => (one.here ? editor.current.goto(one.line) : jump(one.file, one.line))} show=${(title) => show(title).catch((e) => setStatus(e.message))} />`}
    </aside></main>`;
}
