// Who plays for nobody: a few sorts by how they think, or any that the library knows.
import { html, useState } from "./vendor/preact.js";
import { say, word } from "./words.js";

const KNOWN = [["random", word("plays anything")], ["greedy:3", word("looks a little ahead")], ["mcts:500ms", word("thinks half a second")], ["mcts:2s", word("thinks two seconds")]];

export function BotPick({ bot, help, label, change }) {
  const [other, setOther] = useState(!KNOWN.some(([spec]) => spec === bot));
  return html`<select aria-label=${label} value=${other ? "" : bot} onChange=${(e) => { setOther(!e.target.value); if (e.target.value) change(e.target.value); }}>
      ${KNOWN.map(([spec, how]) => html`<option key=${spec} value=${spec}>${say(how)} (${spec})</option>`)}<option value="">${say("another one")} …</option></select>
    ${other && html`<input aria-label=${`${label}: ${say("another one")}`} value=${bot} title=${help} placeholder="mcts:1000" onChange=${(e) => change(e.target.value)} />`}`;
}
