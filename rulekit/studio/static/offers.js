// Which entries lie on which things, cells, zones and players. Nothing here knows a game: options and their parts say what they mean.
// An entry is something that can be clicked: an option, a value of a step, a pick. `take` says what comes of it.
import { carried, membersOf, openGroup, orderOf, sortOf, stepOf, takenOf, toggled } from "./forms.js";

const NOTHING = { things: [], cell: null, zone: null, place: null, player: null, amount: null };

export function entriesOf(decision, draft, act) {
  if (!decision?.options.length) return { list: [], placed: [] };
  const sort = sortOf(decision);
  if (sort === "several") return both(picks(decision, draft, act));
  if (sort === "order") return both(places(decision, draft, act));
  const group = openGroup(decision, draft);
  if (group) return both(group.kind === "steps" ? values(decision, group, draft, act) : []);
  return menu(decision, draft, act);
}
const both = (entries) => ({ list: entries, placed: entries });
const option = (decision, at, act) => ({ ...decision.options[at], key: decision.options[at].text, take: () => act.send(decision.options[at].text) });

// Options each by itself; a group that one control answers is one of them, and its first step lies on the table as well.
function menu(decision, draft, act) {
  const list = [], placed = [];
  decision.form.groups.forEach((group, at) => {
    if (group.kind === "list") {
      const some = group.options.map((one) => option(decision, one, act));
      list.push(...some); placed.push(...some);
      return;
    }
    const label = group.label || decision.options[group.options[0]].label;
    const opened = { ...draft, group: at };
    list.push({ key: `group ${at}`, label: `${label} …`, text: "", cost: "", means: NOTHING, take: () => act.draft(opened) });
    if (group.kind === "steps" && group.roles[0].placed && !group.roles[0].many) placed.push(...values(decision, group, opened, act));
  });
  return { list, placed };
}

function values(decision, group, draft, act) {
  const step = stepOf(decision, group, draft);
  if (step.role === null) return [];
  if (group.roles[step.role].many) {
    return membersOf(step.values, draft.members).open.map((member) => ({
      ...member, text: "", cost: "", picked: draft.members.includes(member.key) ? 1 : 0, toggle: true,
      take: () => act.draft({ ...draft, members: draft.members.includes(member.key) ? draft.members.filter((key) => key !== member.key) : [...draft.members, member.key] }),
    }));
  }
  return step.values.map((value) => ({ ...value, text: "", cost: "", take: () => act.settle(decision, group, settled(draft, step.role, value)) }));
}
export const settled = (draft, role, value) => ({ ...draft, members: [], number: 0, steps: [...draft.steps, { role, key: value.key, label: value.label, means: value.means }] });

function picks(decision, draft, act) {
  const { series } = decision.form;
  return decision.options.flatMap((one, at) => at === series.end ? [] : [{
    ...one, key: one.text, at, toggle: true, picked: takenOf(draft, at), copies: series.copies[at], take: () => act.draft(toggled(series, draft, at)),
  }]);
}

// A click on the table says which comes next; one on something that was laid already takes it back.
function places(decision, draft, act) {
  const order = orderOf(decision, draft, act.wish);
  return decision.options.map((one, at) => {
    const laid = order.slice(0, draft.fixed).lastIndexOf(at), next = order.indexOf(at, draft.fixed), full = next < 0;
    const take = () => act.draft(full ? { ...draft, order: carried(order, laid, order.length - 1), fixed: draft.fixed - 1 } : { ...draft, order: carried(order, next, draft.fixed), fixed: draft.fixed + 1 });
    return { ...one, key: one.text, at, toggle: true, picked: laid < 0 ? 0 : laid + 1, ordered: true, take };
  });
}

export function offersOf(entries) {
  const found = { things: new Map(), cells: new Map(), zones: new Map(), players: new Map(), places: new Map(), all: [] };
  const add = (map, key, entry) => { if (!map.has(key)) map.set(key, []); map.get(key).push(entry); };
  const numbers = new Map();
  entries.list.forEach((entry, index) => { found.all.push({ ...entry, number: index + 1 }); numbers.set(entry.key, index + 1); });
  for (const one of entries.placed) {
    const entry = { ...one, number: numbers.get(one.key) || "…" }, { means } = entry;
    for (const id of means.things) add(found.things, id, entry);
    if (means.cell) add(found.cells, means.cell, entry);
    if (means.zone) add(found.zones, means.zone, entry);
    if (means.place) add(found.places, means.place.join(" "), entry);
    if (means.player !== null) add(found.players, means.player, entry);
  }
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
