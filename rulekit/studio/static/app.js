// Which page is shown, and what all pages share: the head, the language, light and dark.
import { html, render, useEffect, useState } from "./vendor/preact.js";
import { known, language, say, speak, wanted, word } from "./words.js";
import { Lobby } from "./lobby.js";
import { Play } from "./play.js";
import { Write } from "./write.js";
import { Study } from "./study.js";

export function go(path) { history.pushState(null, "", path); dispatchEvent(new PopStateEvent("popstate")); }

function dark() {
  const kept = localStorage.getItem("rulekit-theme");
  return kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}
function paint(on) { document.documentElement.dataset.theme = on ? "dark" : "light"; }

function App() {
  const [path, setPath] = useState(location.pathname);
  const [lang, setLang] = useState(language());
  const [night, setNight] = useState(dark());
  useEffect(() => {
    const moved = () => setPath(location.pathname);
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);
  useEffect(() => { paint(night); }, [night]);
  useEffect(() => {
    const wish = matchMedia("(prefers-color-scheme: dark)"), follow = () => setNight(dark());
    wish.addEventListener("change", follow);
    return () => wish.removeEventListener("change", follow);
  }, []);
  const shared = {
    lang, night,
    setLang: (code) => speak(code).then(() => setLang(language())),
    setNight: (on) => { localStorage.setItem("rulekit-theme", on ? "dark" : "light"); setNight(on); },
  };
  const [, first, room, place] = path.split("/");
  if (first === "table") return html`<${Play} key=${room + place} room=${room} place=${place} shared=${shared} />`;
  const page = first === "write" ? Write : first === "study" ? Study : Lobby;
  return html`<${Head} shared=${shared} at=${first} /><${page} shared=${shared} />`;
}

export function Switches({ shared }) {
  return html`<span class="switches">
    <select aria-label=${say("language")} value=${shared.lang} onChange=${(e) => shared.setLang(e.target.value)}>
      ${known().map(([code, name]) => html`<option key=${code} value=${code}>${name}</option>`)}
    </select>
    <button class="quiet" onClick=${() => shared.setNight(!shared.night)} title=${say(shared.night ? "Light" : "Dark")}
      aria-label=${say(shared.night ? "Light" : "Dark")}>${shared.night ? "☀" : "☾"}</button></span>`;
}

function Head({ shared, at }) {
  const tab = (path, name) => html`<a href=${path} class=${"/" + (at || "") === path ? "here" : ""}
    onClick=${(e) => { e.preventDefault(); go(path); }}>${say(name)}</a>`;
  return html`<header class="head"><b class="brand">rulekit studio</b><nav>${tab("/", word("Play"))}${tab("/write", word("Write"))}${tab("/study", word("Study"))}</nav>
    <${Switches} shared=${shared} /></header>`;
}

paint(dark());
await speak(wanted());
render(html`<${App} />`, document.getElementById("app"));
