// The first page: games, a new table, the tables that are open.
import { html, useEffect, useState } from "./vendor/preact.js";
import { get, post } from "./api.js";
import { go } from "./app.js";
import { BotPick } from "./bots.js";
import { say, word } from "./words.js";

const FOLDERS = [["folder", word("Your games")], ["games", word("Games")], ["examples", word("Examples")], ["gallery", word("Gallery")]];

export function Lobby({ shared }) {
  const [games, setGames] = useState([]);
  const [rooms, setRooms] = useState([]);
  const [name, setName] = useState(new URLSearchParams(location.search).get("game") || "");
  const [error, setError] = useState("");
  const look = () => get("/api/rooms").then((found) => setRooms(found.rooms)).catch((e) => setError(e.message));
  useEffect(() => {
    get("/api/games").then((found) => { setGames(found.games); setName((old) => old || found.games[0]?.name || ""); }).catch((e) => setError(e.message));
    look();
    const timer = setInterval(look, 4000);
    return () => clearInterval(timer);
  }, []);
  const load = async (event) => {
    try { const found = await post("/api/load", await event.target.files[0].text()); go(`/table/${found.room}/here`); }
    catch (e) { setError(e.message); }
  };
  return html`<main class="lobby">
    ${error && html`<p class="error" role="alert">${error}</p>`}
    <section class="panel games"><h2>${say("Game")}</h2>
      ${FOLDERS.map(([folder, title]) => {
        const some = games.filter((game) => game.folder === folder);
        return some.length > 0 && html`<h3>${say(title)}</h3><div class="tiles">${some.map((game) => html`<button key=${game.name}
          class=${"tile" + (game.name === name ? " chosen" : "")} onClick=${() => setName(game.name)}>${game.title}</button>`)}</div>`;
      })}
    </section>
    <div class="side">
      ${name && html`<${Laying} key=${name} name=${name} shared=${shared} fail=${setError} />`}
      <section class="panel"><h2>${say("Tables")}</h2>
        ${rooms.map((room) => html`<div class="room" key=${room.room}><b>${room.game}</b>
          <span>${room.answers} ${say("answers")}${room.over ? ", " + say("over") : ""}</span>
          <button onClick=${() => go(`/table/${room.room}/here`)}>${say("Continue")}</button>
          <button class="quiet" onClick=${() => post(`/api/rooms/${room.room}/close`).then(look)}>${say("Close")}</button></div>`)}
        <label class="file">${say("Load a saved table")} <input type="file" accept=".json,application/json" onChange=${load} /></label>
      </section>
    </div></main>`;
}

function Laying({ name, shared, fail }) {
  const [about, setAbout] = useState(null);
  const [seats, setSeats] = useState([]);
  const [seed, setSeed] = useState("");
  const [modules, setModules] = useState([]);
  const [setup, setSetup] = useState("");
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState("");
  const count = (players) => setSeats((old) => Array.from({ length: players }, (_, i) => old[i] || { kind: i ? "bot" : "here", bot: i ? "random" : "" }));
  useEffect(() => {
    get(`/api/game?name=${encodeURIComponent(name)}&lang=${shared.lang}`).then((found) => {
      setAbout(found); count(found.players.includes(2) ? 2 : found.players[0]);
    }).catch((e) => setWrong(e.message));
  }, [name, shared.lang]);
  if (!about) return html`<section class="panel"><h2>${name}</h2>${wrong ? html`<pre class="error">${wrong}</pre>` : html`<p class="busy">…</p>`}</section>`;
  const change = (i, seat) => setSeats(seats.map((old, j) => (i === j ? { ...old, ...seat } : old)));
  const begin = async () => {
    setBusy(true);
    try {
      const found = await post("/api/rooms", { game: name, players: seats.length, seed: seed === "" ? Math.floor(Math.random() * 1e6) : Number(seed), modules, setup: setup || null, seats });
      go(`/table/${found.room}/here`);
    } catch (e) { fail(""); setWrong(e.message); setBusy(false); }
  };
  return html`<section class="panel laying"><h2>${about.title}</h2>
    ${about.goal.map((line) => html`<p class="help" key=${line}>${line}</p>`)}
    ${wrong && html`<pre class="error" role="alert">${wrong}</pre>`}
    <div class="row"><span>${say("Players")}</span><span class="counts">${about.players.map((n) => html`<button key=${n}
      class=${n === seats.length ? "chosen" : "quiet"} onClick=${() => count(n)}>${n}</button>`)}</span></div>
    ${seats.map((seat, i) => html`<div class="row" key=${i}><span><i class=${"dot p" + (i % 6)}></i> ${say("Seat")} ${i + 1}</span><span class="sits">
      <select aria-label=${`${say("Seat")} ${i + 1}`} value=${seat.kind} onChange=${(e) => change(i, { kind: e.target.value, bot: e.target.value === "bot" ? "random" : "" })}>
        <option value="here">${say("person here")}</option><option value="link">${say("person by link")}</option><option value="bot">${say("bot")}</option></select>
      ${seat.kind === "bot" && html`<${BotPick} bot=${seat.bot} help=${about.bots} label=${`${say("bot")} ${i + 1}`} change=${(bot) => change(i, { bot })} />`}</span></div>`)}
    ${about.modules.length > 0 && html`<div class="row"><span>${say("Modules")}</span><span>${about.modules.map((module) => html`<label key=${module} class="check">
      <input type="checkbox" checked=${modules.includes(module)} onChange=${(e) => setModules(e.target.checked ? [...modules, module] : modules.filter((m) => m !== module))} /> ${module}</label>`)}</span></div>`}
    ${about.setups.length > 0 && html`<div class="row"><span>${say("Set-up")}</span><select value=${setup} onChange=${(e) => setSetup(e.target.value)}>
      <option value="">${say("as the rules say")}</option>${about.setups.map((one) => html`<option key=${one} value=${one}>${one.replaceAll("_", " ")}</option>`)}</select></div>`}
    <div class="row"><span>${say("Seed")}</span><input type="number" value=${seed} placeholder=${say("another one each time")} onInput=${(e) => setSeed(e.target.value)} /></div>
    <button class="main" id="begin" disabled=${busy} onClick=${begin}>${say("Begin")}</button></section>`;
}
