// Writing a game: the text, its findings, the card at the cursor in each language, examples, the open table.
import { html, useEffect, useRef, useState } from "./vendor/preact.js";
import { get, post } from "./api.js";
import { go } from "./app.js";
import { Editor } from "./editor.js";
import { language, say } from "./words.js";

export function Write({ shared }) {
  const query = new URLSearchParams(location.search), room = query.get("room");
  const [games, setGames] = useState([]), [file, setFile] = useState(query.get("file") || ""), [own, setOwn] = useState(false), [findings, setFindings] = useState(null), [card, setCard] = useState(null);
  const [examples, setExamples] = useState(null), [status, setStatus] = useState(""), [dirty, setDirty] = useState(false), host = useRef(null), editor = useRef(null), timers = useRef({}), name = useRef("");
  const soon = (key, wait, work) => { clearTimeout(timers.current[key]); timers.current[key] = setTimeout(() => work().catch((e) => setStatus(e.message)), wait); };
  const ask = async (what, more = {}) => (await post(`/api/edit/${what}`, { name: name.current, text: editor.current.text, ...more })).found;
  const check = async () => { const text = editor.current.text, found = await ask("check"); if (editor.current?.text === text) { setFindings(found); editor.current.show(found); } };
  const preview = async (line) => setCard(await ask("card", { line }));
  const run = async () => { setExamples("…"); setExamples(await ask("examples")); };
  useEffect(() => { get("/api/games").then((found) => { setGames(found.games); setFile((old) => old || found.games[0]?.name || ""); }).catch((e) => setStatus(e.message)); return () => Object.values(timers.current).forEach(clearTimeout); }, []);
  useEffect(() => {
    if (!file) return;
    let gone = false;
    get(`/api/file?name=${encodeURIComponent(file)}`).then((found) => {
      if (gone) return;
      name.current = found.name; setOwn(found.own); setDirty(false); setFindings(null); setCard(null); setExamples(null); setStatus("");
      editor.current?.close();
      host.current.shadowRoot?.replaceChildren();
      editor.current = new Editor(host.current, {
        text: found.text, dark: shared.night,
        changed: () => { setDirty(true); soon("check", 350, check); }, moved: (line) => soon("card", 300, () => preview(line)),
        complete: async (text, line, column) => { try { return (await post("/api/edit/complete", { name: name.current, text, line, column })).found; } catch { return null; } },
      });
      globalThis.studioEditor = editor.current;
      soon("check", 10, check);
      const line = Number(query.get("line"));
      if (line) editor.current.goto(line);
      const made = sessionStorage.getItem("rulekit-example");
      if (made) { sessionStorage.removeItem("rulekit-example"); editor.current.append("\n" + made); }
    }).catch((e) => setStatus(e.message));
    return () => { gone = true; };
  }, [file]);
  useEffect(() => { editor.current?.paint(shared.night); }, [shared.night]);
  const save = async () => { try { const found = await post("/api/edit/save", { name: name.current, text: editor.current.text }); name.current = found.name; setOwn(true); setDirty(false); setStatus(`${say("Save")}: ${found.name}`); } catch (e) { setStatus(e.message); } };
  const format = async () => { try { const found = await ask("format"); if (found !== editor.current.text) editor.current.replace(found); } catch (e) { setStatus(e.message); } };
  const reload = async () => { try { const found = await post(`/api/rooms/${room}/reload`, { name: name.current, text: editor.current.text }); setStatus(`${say("Table")}: ${found.fitted}/${found.of} ${say("answers")}`); } catch (e) { setStatus(e.message); } };
  const wrong = (findings || []).filter((one) => one.severity === "error").length, pages = card?.pages || {};
  return html`<main class="write">
    <div class="bar"><select aria-label=${say("Game")} value=${file} onChange=${(e) => setFile(e.target.value)}>${!games.some((game) => game.name === file) && file && html`<option value=${file}>${file}</option>`}${games.map((game) => html`<option key=${game.name} value=${game.name}>${game.title}${game.folder === "folder" ? "" : ` (${game.folder})`}</option>`)}</select>
      <button onClick=${save} id="save">${say("Save")}${dirty ? " •" : ""}${own ? "" : " …"}</button><button onClick=${format}>${say("Format")}</button><button id="run" onClick=${() => run().catch((e) => setStatus(e.message))}>▶ ${say("Examples run")}</button>
      ${room && html`<button id="reload" class="main" onClick=${reload}>⟳ ${say("Table")}</button><button class="quiet" onClick=${() => go(`/table/${room}/here`)}>${say("Open")} ›</button>`}<span class="status" role="status">${status}</span></div>
    <div class="text" ref=${host}></div>
    <aside class="beside">
      <section class="panel findings"><h3>${findings === null ? "…" : findings.length ? `${wrong ? `✗ ${wrong}` : "✓"} · ${findings.length}` : `✓ ${say("No findings")}`}</h3>${(findings || []).map((one, i) => html`<p key=${i} class=${one.severity} onClick=${() => one.here && editor.current.goto(one.line)}><b>${one.here ? "" : one.file + ":"}${one.line}</b> ${one.message}${one.hint && html`<small>${one.hint}</small>`} <code>${one.code}</code></p>`)}</section>
      ${Object.entries(pages).sort(([a]) => (a === language() ? -1 : 1)).map(([lang, page]) => html`<article class="panel preview" key=${lang} lang=${lang}><small>${lang} · ${page.what}</small><h3>${page.title}</h3>${page.figures.length > 0 && html`<p class="figures">${page.figures.map(([a, b]) => html`<i key=${a}>${a} ${b}</i>`)}</p>`}${page.text.map((line, i) => html`<p key=${i} class=${/^\s*-/.test(line) ? "point" : ""}>${line}</p>`)}</article>`)}
      ${examples && html`<section class="panel examples"><h3>${say("Examples run")} ${examples === "…" ? "…" : `${examples.filter((one) => one.passed).length}/${examples.length}`}</h3>${examples !== "…" && examples.map((one, i) => html`<p key=${i} class=${one.passed ? "passed" : "error"} onClick=${() => editor.current.goto((one.at?.line ?? one.line ?? 0) + 1)}>${one.passed ? "✓" : "✗"} ${one.title || ""} ${(one.message || one.error) && html`<small>${one.message || one.error}</small>`}${one.changes?.length > 0 && html`<small class="changes">${one.changes.join("\n")}</small>`}</p>`)}</section>`}
    </aside></main>`;
}
