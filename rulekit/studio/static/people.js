// The areas of the players, and a strip that tells of each of them at a glance: whose turn it is, points, amounts, cards in hand.
import { html } from "./vendor/preact.js";
import { layoutOf, playerColour, resourceLook } from "./looks.js";
import { Die, Values, Zones, pressed } from "./things.js";
import { say } from "./words.js";

const TOLD = 5; // amounts of a player in the strip

export function Player({ ui, player }) {
  const own = player.seat === ui.seat, { table } = ui, options = ui.offers.players.get(player.seat), act = pressed(ui, options), seat = ui.message.seats[player.seat];
  const zones = table.zones.filter((zone) => zone.owner === player.seat && zone.home === "player"), dice = table.dice.filter((die) => die.owner === player.seat);
  return html`<section class=${`player${own ? " own" : ""}${player.asked ? " asked-now" : ""}`} data-seat=${player.seat} style=${{ "--who": playerColour(player.seat) }}>
    <h3 ...${act} class=${act.class}><i class="dot"></i>${player.label}${own ? html` <small>(${say("you")})</small>` : ""}${seat?.kind === "bot" ? html` <small>${seat.bot}</small>` : ""}
      ${player.active && html`<span class="turn">▶</span>`}${player.score !== null && html`<span class="score" title=${say("points")}>${player.score}</span>`}</h3>
    <${Values} values=${table.values.filter((value) => value.owner === player.seat)} />
    ${dice.length > 0 && html`<div class="dice">${dice.map((die) => html`<${Die} key=${die.ids[0]} ui=${ui} die=${die} />`)}</div>`}
    <${Zones} ui=${ui} zones=${zones} size=${own ? "" : "mini"} /></section>`;
}

// Others may lie out of sight: a click leads to where they are.
export function Strip({ ui, root }) {
  const { table } = ui;
  if (table.players.length < 2) return null;
  const to = (seat) => root.current?.querySelector(`.player[data-seat="${seat}"]`)?.scrollIntoView({ block: "center", behavior: "smooth" });
  return html`<nav class="strip" aria-label=${say("Players")}>${table.players.map((player) => {
    const amounts = table.values.filter((value) => value.owner === player.seat && value.resource && value.of.length <= 1 && value.value);
    const hands = table.zones.filter((zone) => zone.owner === player.seat && zone.home === "player" && layoutOf(zone) === "fan" && zone.count > 0);
    return html`<button key=${player.seat} class=${player.asked ? "asked-now" : ""} style=${{ "--who": playerColour(player.seat) }} onClick=${() => to(player.seat)}><i class="dot"></i><b>${player.label}</b>${player.seat === ui.seat ? html` <small>(${say("you")})</small>` : ""}${player.active && html`<span class="turn">▶</span>`}
      ${player.score !== null && html`<span class="score" title=${say("points")}>${player.score}</span>`}
      ${amounts.slice(0, TOLD).map((value) => { const look = resourceLook(value.name); return html`<span key=${value.name} class="amount-of" title=${value.label} style=${look.colour ? { "--res": look.colour } : {}}>${value.text} <i>${look.symbol || value.label}</i></span>`; })}
      ${hands.map((zone) => html`<span key=${zone.id} class="hand-of" title=${zone.label}>${zone.count}</span>`)}</button>`;
  })}</nav>`;
}
