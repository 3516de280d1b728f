// Which options lie on which things, cells, zones and players. Nothing here knows a game: options say what they mean.
export function offersOf(table) {
  const found = { things: new Map(), cells: new Map(), zones: new Map(), players: new Map(), places: new Map(), bare: [], all: [] };
  const add = (map, key, option) => { if (!map.has(key)) map.set(key, []); map.get(key).push(option); };
  (table?.decision?.options || []).forEach((option, index) => {
    const { means } = option, entry = { ...option, number: index + 1 };
    found.all.push(entry);
    let placed = false;
    for (const id of means.things) { add(found.things, id, entry); placed = true; }
    if (means.cell) { add(found.cells, means.cell, entry); placed = true; }
    if (means.zone) { add(found.zones, means.zone, entry); placed = true; }
    if (means.place) { add(found.places, means.place.join(" "), entry); placed = true; }
    if (means.player !== null) { add(found.players, means.player, entry); placed = true; }
    if (!placed) found.bare.push(entry);
  });
  return found;
}

// Why something cannot be chosen, by the name of a thing or cell.
export function refusalsOf(table) {
  const found = new Map();
  for (const { text, reason } of table?.decision?.refusals || []) {
    const words = text.split(" "), item = words.length > 1 ? words.slice(1).join(" ") : text;
    const name = item.split("@")[0].split("#")[0];
    if (!found.has(name)) found.set(name, []);
    found.get(name).push({ text, reason });
  }
  return found;
}

// Amounts that follow each other are one control.
export function amountsOf(options) {
  const amounts = options.map((option) => option.means.amount);
  return options.length > 4 && amounts.every((amount) => amount !== null) ? amounts : null;
}
