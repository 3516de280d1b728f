// Colours and symbols: declared beside a game, else chosen from the names, always the same for the same name.
const PLAYERS = ["#c8453b", "#2f6fb2", "#d9982b", "#3a8f5c", "#8457a6", "#5a6570"];
const KINDS = ["#7a4b2e", "#2e5a7a", "#3f6b3a", "#6a4a86", "#94711d", "#1f6f6a", "#803a62", "#4d5560", "#a0522d", "#4660a8"];
const GROUND = ["#e9dfc7", "#cfdcc3", "#d9cbe3", "#c9d9e6", "#ead0c4", "#d8d4c2", "#c7e0db", "#e6d9a8", "#d3c1ac", "#bfcbd4"];
let declared = {}, order = {};
export function setLooks(game) {
  declared = game.looks || {};
  order = {};
  Object.values(game.cards).forEach((card) => { if (!(card.kind in order)) order[card.kind] = Object.keys(order).length; });
}
const hash = (text) => [...text].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) % 9973, 7);
export const playerColour = (seat) => declared.players?.[seat] || PLAYERS[seat % PLAYERS.length];
export const kindColour = (kind) => declared.kinds?.[kind]?.colour || KINDS[(kind in order ? order[kind] : hash(kind)) % KINDS.length];
export const thingColour = (thing) => declared.things?.[thing.name]?.colour || (thing.owner !== null && thing.owner !== undefined ? playerColour(thing.owner) : kindColour(thing.kind));
export const symbol = (thing) => declared.things?.[thing.name]?.symbol || declared.kinds?.[thing.kind]?.symbol || initials(thing.label);
export const pictureOf = (thing) => declared.things?.[thing.name]?.picture || declared.kinds?.[thing.kind]?.picture;
export const declaredSymbol = (thing) => declared.things?.[thing.name]?.symbol || declared.kinds?.[thing.kind]?.symbol;
export const layoutOf = (zone) => declared.zones?.[zone.name]?.layout || zone.layout;
export const resourceLook = (name) => declared.resources?.[name] || {};
export function groundColour(name, all) { return declared.ground?.[name]?.colour || (all.indexOf(name) <= 0 && all.length < 2 ? GROUND[0] : GROUND[Math.max(0, all.indexOf(name)) % GROUND.length]); }
export function initials(label) {
  const words = label.replace(/[^\p{L}\p{N} ]/gu, " ").split(" ").filter(Boolean);
  if (!words.length) return "•";
  return words.length > 1 && words[0].length > 1 ? (words[0][0] + words[1][0]).toUpperCase() : words[0].slice(0, 2);
}
