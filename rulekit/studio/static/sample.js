// The card at the cursor: as it lies on a table, and as it reads, in each language.
import { html } from "./vendor/preact.js";
import { Card } from "./things.js";
import { idle } from "./proof.js";
import { language } from "./words.js";

export function Sample({ card }) {
  const pages = Object.entries(card?.pages || {}).sort(([a]) => (a === language() ? -1 : 1));
  return pages.map(([lang, page]) => {
    const looks = page.kind && idle({ cards: { [card.name]: page }, looks: card.looks || {} });
    return html`<article class="panel preview" key=${lang} lang=${lang}>${looks && html`<${Card} ui=${looks} thing=${{ id: 0, name: card.name, kind: page.kind, label: page.title, notes: [], owner: null }} />`}
      <div><small>${[lang, page.what].filter(Boolean).join(" · ")}</small><h3>${page.title}</h3>${page.figures.length > 0 && html`<p class="figures">${page.figures.map(([a, b]) => html`<i key=${a}>${a} ${b}</i>`)}</p>`}${page.text.map((line, i) => html`<p key=${i} class=${/^\s*-/.test(line) ? "point" : ""}>${line}</p>`)}</div></article>`;
  });
}
