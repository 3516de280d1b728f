// Boards as SVG: squares, hexes, graphs; pieces on their cells, marks, walls, fog. A board whose cells hold shelves of cards is laid in regions.
import { html, useState } from "./vendor/preact.js";
import { groundColour, playerColour, symbol, thingColour } from "./looks.js";
import { Card, keyOfOffer, pressed } from "./things.js";
import { colon } from "./words.js";

const U = 60;

export function Board({ ui, board }) {
  const table = ui.table, levels = [...new Set(board.cells.map((cell) => cell.level))];
  const near = levels.filter((level) => board.cells.some((cell) => cell.level === level && (ui.offers.cells.has(cell.name) || stands(ui, cell.name))));
  const [chosen, setChosen] = useState(null);
  const names = new Set(board.cells.map((cell) => cell.name));
  const shelves = table.zones.filter((zone) => zone.home === "shelf" && names.has(zone.cell));
  const head = board.label && html`<h3>${board.label}</h3>`;
  if (shelves.length) return html`<section class="board">${head}<${Regions} ui=${ui} board=${board} shelves=${shelves} /></section>`;
  const level = levels.includes(chosen) ? chosen : near[0] ?? levels[0];
  return html`<section class="board">${head}${levels.length > 1 && html`<div class="levels">${levels.map((one) => html`<button key=${one} class=${one === level ? "chosen" : "quiet"}
    onClick=${() => setChosen(one)}>${one.replaceAll("_", " ")}${near.includes(one) ? " •" : ""}</button>`)}</div>`}
    <${Drawn} ui=${ui} board=${board} level=${level} /><${Legend} board=${board} level=${level} /></section>`;
}

// What the colours of the ground stand for, as far as they are in sight.
function Legend({ board, level }) {
  const all = grounds(board), here = new Set(board.cells.filter((cell) => cell.level === level).map((cell) => board.ground[cell.name])), known = Object.entries(board.legend || {}).filter(([ground]) => here.has(ground));
  return known.length > 0 && html`<p class="legend">${known.map(([ground, words]) => html`<span key=${ground}><i style=${{ background: groundColour(ground, all) }}></i>${words}</span>`)}</p>`;
}
const grounds = (board) => [...new Set(Object.values(board.ground))];
const stands = (ui, name) => ui.table.marks.some((mark) => mark.cell === name && mark.player === ui.seat && ui.seat !== null)
  || ui.table.zones.some((zone) => zone.cell === name && zone.things.some((thing) => thing && thing.owner === ui.seat && ui.seat !== null));

function Drawn({ ui, board, level }) {
  const cells = board.cells.filter((cell) => cell.level === level), walls = board.walls.filter((wall) => wall[2] === level);
  const graph = board.shape === "graph", hex = board.shape === "hex", wide = graph ? 1.9 : 1, high = graph ? 1.15 : 1;
  const xs = [...cells.map((c) => c.at[0]), ...walls.map((w) => w[0])], ys = [...cells.map((c) => c.at[1]), ...walls.map((w) => w[1])];
  const left = Math.min(...xs), top = Math.min(...ys), width = (Math.max(...xs) - left + 1.1) * U * wide, height = (Math.max(...ys) - top + (hex ? 1.25 : 1.1)) * U * high;
  const at = (x, y) => [(x - left + 0.55) * U * wide, (y - top + (hex ? 0.62 : 0.55)) * U * high];
  const all = grounds(board), where = new Map(cells.map((cell) => [cell.name, at(...cell.at)]));
  const small = cells.length > 80;
  return html`<svg class=${`drawn ${board.shape}`} viewBox=${`0 0 ${width.toFixed(1)} ${height.toFixed(1)}`} style=${{ maxWidth: Math.min(820, Math.max(300, width * (small ? 0.9 : hex ? 1.7 : 1.2))) + "px" }} role="group" aria-label=${board.label}>
    ${walls.map(([x, y], i) => { const [cx, cy] = at(x, y); return hex ? html`<polygon key=${"w" + i} class="wall" ...${shape(board, [cx, cy])} />` : html`<rect key=${"w" + i} class="wall" x=${cx - U / 2} y=${cy - U / 2} width=${U} height=${U} />`; })}
    ${graph && board.edges.filter(([a, b]) => where.has(a) && where.has(b)).map(([a, b]) => { const [x1, y1] = where.get(a), [x2, y2] = where.get(b); return html`<line key=${a + b} class="edge" x1=${x1} y1=${y1} x2=${x2} y2=${y2} />`; })}
    ${cells.map((cell) => html`<${Cell} key=${cell.name} ui=${ui} board=${board} cell=${cell} at=${where.get(cell.name)} ground=${groundColour(board.ground[cell.name] ?? "", all)} small=${small} />`)}
  </svg>`;
}

function shape(board, [x, y]) {
  if (board.shape === "hex") {
    const r = U / Math.sqrt(3) - 1;
    return { points: Array.from({ length: 6 }, (_, i) => [x + r * Math.sin((i * Math.PI) / 3), y - r * Math.cos((i * Math.PI) / 3)].map((n) => n.toFixed(1)).join(",")).join(" ") };
  }
  return board.shape === "graph" ? { x: x - U * 0.82, y: y - U * 0.46, width: U * 1.64, height: U * 0.92, rx: 12 } : { x: x - U / 2 + 1, y: y - U / 2 + 1, width: U - 2, height: U - 2, rx: 5 };
}

function Cell({ ui, board, cell, at, ground, small }) {
  const options = ui.offers.cells.get(cell.name), act = pressed(ui, options, ui.refusals.get(cell.name)), [x, y] = at;
  const zones = ui.table.zones.filter((zone) => zone.cell === cell.name && zone.home === "cell"), things = zones.flatMap((zone) => zone.things.map((thing) => thing || { hidden: true }));
  const marks = ui.table.marks.filter((mark) => mark.cell === cell.name), people = marks.filter((mark) => mark.player !== null), kept = marks.filter((mark) => mark.player === null);
  const fog = ui.fog.get(cell.name), hot = options?.some((option) => option.number === ui.hot) ? " hot" : "", bare = !things.length && !marks.length;
  const title = [cell.label, ...things.map((t) => (t.hidden ? "?" : [t.label, ...t.notes].join(", "))), ...marks.map((m) => (m.player !== null ? `${m.label}${colon()}${m.text || ui.player(m.player)}` : `${m.label} ${m.text}`)), fog ? `– ${fog}` : "", options ? options.map((o) => o.label).join("\n") : "", ...(ui.refusals.get(cell.name) || []).map((one) => `✗ ${one.reason}`)].filter(Boolean).join("\n");
  const outline = shape(board, at), graph = board.shape === "graph", square = !graph && board.shape !== "hex";
  const amount = people.length === 1 && !things.length ? kept.find((mark) => mark.number !== null) : null; // so many of his stand here
  const none = people.length === 1 && !things.length && !amount && counted(ui, people[0].name);
  const pieces = [...people.map((mark) => ({ colour: playerColour(mark.player), text: amount ? String(amount.number) : none ? "0" : "", none, key: "m" + mark.name, disc: true })),
    ...things.map((thing, i) => (thing.hidden ? { colour: "#667", text: "?", key: "h" + i } : { colour: thingColour(thing), text: symbol(thing), key: thing.id, thing, round: thing.owner !== null, note: thing.notes.length ? thing.notes[0].match(/\d+/)?.[0] : "" }))];
  const many = pieces.length, size = many > 4 ? 11 : many > 2 ? 13 : many > 1 ? 15 : 21, across = many > 4 ? 3 : 2;
  return html`<g ...${act} class=${`cell${act.class}${hot}${ui.recentCells.has(cell.name) ? " recent-cell" : ""}${fog ? " fog" : ""}${ui.chosen.cells.has(cell.name) ? " chosen-step" : ""}`} id=${`cell-${cell.name}`} data-cell=${cell.name} aria-label=${options ? options.map((o) => o.label).join(", ") : title}>
    <title>${title}</title>
    ${board.shape === "hex" ? html`<polygon class="ground" ...${outline} style=${{ fill: ground }} />` : html`<rect class="ground" ...${outline} style=${{ fill: ground }} />`}
    ${!small && html`<text class=${"where" + (square ? " corner" : !graph && cell.label.length > 5 ? " long" : "")} x=${square ? x - U * 0.44 : x} y=${square ? y - U * 0.33 : bare && graph ? y + 4 : y + U * (graph ? 0.37 : 0.36)}>${cell.label.length > (graph ? 16 : 9) ? cell.name : cell.label}</text>`}
    ${kept.filter((mark) => mark !== amount && (mark.number !== null || mark.text)).slice(0, 2).map((mark, i) => html`<text key=${mark.name} class=${mark.number !== null ? "amount" : "marked"} x=${x} y=${y + (graph ? 2 : 6) + i * 14}>${mark.number ?? short(mark.text)}</text>`)}
    ${kept.filter((mark) => mark.number === null && !mark.text).slice(0, 2).map((mark, i) => html`<circle key=${mark.name} class="flag" cx=${x + U * 0.3 - i * 12} cy=${y - U * 0.28} r="5" />`)}
    ${pieces.slice(0, 9).map((piece, i) => {
      const px = many === 1 ? x : x + ((i % across) - (Math.min(across, many) - 1) / 2) * size * 1.9, py = (many === 1 ? y : y + (Math.floor(i / across) - (Math.ceil(many / across) - 1) / 2) * size * 1.8) - (small || board.shape === "square" ? 0 : 5);
      const own = piece.thing && !options ? pressed(ui, ui.offers.things.get(piece.thing.id)) : { class: "" };
      const recent = piece.thing && ui.recent.has(piece.thing.id) ? " recent" : "";
      return html`<g key=${piece.key} ...${own} class=${`piece${own.class}${recent}${piece.none ? " none" : ""}`} data-id=${piece.thing?.id} onMouseEnter=${() => piece.thing && ui.show(piece.thing)}>
        ${piece.disc || piece.round ? html`<circle cx=${px} cy=${py} r=${size} style=${{ fill: piece.colour }} />` : html`<rect x=${px - size} y=${py - size * 0.8} width=${size * 2} height=${size * 1.6} rx="4" style=${{ fill: piece.colour }} />`}
        ${piece.text && html`<text x=${px} y=${py + size * 0.33} style=${{ fontSize: size * 0.95 + "px" }}>${piece.text}</text>`}
        ${piece.note && html`<text class="badge" x=${px + size * 0.85} y=${py - size * 0.5}>${piece.note}</text>`}</g>`;
    })}
    ${options && bare && html`<circle class="target" cx=${x} cy=${y} r=${U * 0.13} />`}
    ${options && html`<text class="number" x=${x + U * (graph ? 0.66 : 0.33)} y=${y - U * 0.26}>${keyOfOffer(options)}</text>`}
  </g>`;
}
// Is it counted how many of a player stand where he is named? Then a cell without a number is his, and empty.
const counted = (ui, name) => ui.table.marks.some((mark) => mark.name === name && ui.table.marks.some((other) => other.cell === mark.cell && other.number !== null));
const short = (text) => (text.length > 8 ? text.slice(0, 7) + "…" : text);

function Regions({ ui, board, shelves }) {
  return html`<div class="regions">${board.cells.map((cell) => {
    const options = ui.offers.cells.get(cell.name), act = pressed(ui, options, ui.refusals.get(cell.name));
    const on = ui.table.zones.filter((zone) => zone.cell === cell.name && zone.home === "cell").flatMap((zone) => zone.things.filter(Boolean));
    const people = ui.table.marks.filter((mark) => mark.cell === cell.name && mark.player !== null);
    return html`<div key=${cell.name} ...${act} class=${`region${act.class}`} data-cell=${cell.name}><h4>${cell.label}
        ${people.map((mark) => html`<i key=${mark.player} class="dot" style=${{ background: playerColour(mark.player) }} title=${mark.text}></i>`)}
        ${on.map((thing) => html`<i key=${thing.id} class="dot piece" data-id=${thing.id} style=${{ background: thingColour(thing) }} title=${thing.label}></i>`)}</h4>
      <div class="lie">${shelves.filter((zone) => zone.cell === cell.name).map((zone) => {
        const seen = zone.things.filter(Boolean);
        return html`<div key=${zone.id} data-zone=${zone.id}>${seen.length ? html`<${Card} ui=${ui} thing=${seen[seen.length - 1]} count=${zone.count} size="small" />` : html`<div class="card none small" title=${zone.label}></div>`}</div>`;
      })}</div></div>`;
  })}</div>`;
}
