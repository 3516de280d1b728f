// How a question is answered: options that stand for several things are put together here, step by step. Nothing here knows a game:
// the library says which options hang together (`form`), and what each is made of (`parts`). A draft is what was put together so far.
export const fresh = (v) => ({ v, group: null, steps: [], members: [], picks: [], order: null, fixed: 0, amounts: {}, number: 0 });

// One step back: what was chosen last, then the control that was opened.
export function stepBack(draft, whole) {
  if (draft.members.length && !whole) return { ...draft, members: [] };
  if (draft.steps.length && !whole) return { ...draft, steps: draft.steps.slice(0, -1), number: 0 };
  return fresh(draft.v);
}

// Of what sort the question is: several picks, an order, or groups of options.
export function sortOf({ form, options }) {
  const { series, groups } = form, plain = groups.every((group) => group.kind === "list");
  if (series && plain && series.kind === "order" && options.length > 1) return "order";
  if (series && plain && series.kind === "several" && series.most > 1) return "several";
  return "groups";
}

// The group that is being answered: the one that was opened, or the only one there is.
export function openGroup({ form }, draft) {
  if (draft.group !== null) return form.groups[draft.group];
  return form.groups.length === 1 && form.groups[0].kind !== "list" ? form.groups[0] : null;
}

// ---------- steps: one value for each role ----------
export function keyOf({ means, label, members }) {
  if (members?.length) return members.map(keyOf).sort().join("|");
  return JSON.stringify([means.things[0] ?? null, means.place, means.cell, means.player, means.zone, means.amount, means.things.length || means.cell ? "" : label]);
}
const partOf = (option, role) => option.parts.find((part) => part.role === role);

export function stepOf(decision, group, draft) {
  const options = group.options.map((at) => decision.options[at]);
  const left = options.filter((option) => draft.steps.every((step) => keyOf(partOf(option, step.role)) === step.key));
  for (let role = 0; role < group.roles.length; role++) {
    if (draft.steps.some((step) => step.role === role)) continue;
    const values = new Map();
    for (const option of left) values.set(keyOf(partOf(option, role)), partOf(option, role));
    if (values.size > 1 || group.roles[role].placed) return { role, left, values: [...values].map(([key, part]) => ({ key, ...part })) };
  }
  return { role: null, left, values: [] };
}

// What can still be added to the members that were picked, and the value that they are already.
export function membersOf(values, picked) {
  const has = (value) => picked.every((key) => value.members.some((member) => keyOf(member) === key));
  const fit = values.filter(has), open = new Map();
  for (const value of fit) for (const member of value.members) open.set(keyOf(member), member);
  const whole = fit.find((value) => value.members.length === picked.length) || null;
  return { open: [...open].map(([key, member]) => ({ key, ...member })), whole };
}

// ---------- amounts: so much of each role ----------
export const amountsOf = (option, roles) => roles.map((_, role) => option.parts.filter((part) => part.role === role).reduce((sum, part) => sum + part.means.amount, 0));

export function mixOf(decision, group, draft) {
  const rows = group.options.map((at) => ({ option: decision.options[at], amounts: amountsOf(decision.options[at], group.roles) }));
  const now = group.roles.map((role, i) => draft.amounts[i] ?? role.low);
  const above = (want) => rows.some((row) => row.amounts.every((amount, i) => amount >= want[i]));
  const exact = rows.find((row) => row.amounts.every((amount, i) => amount === now[i])) || null;
  return {
    now, option: exact && exact.option, sum: now.reduce((a, b) => a + b, 0), next: rows.filter((row) => row.amounts.every((amount, i) => amount >= now[i])),
    more: group.roles.map((_, i) => above(now.map((amount, j) => amount + (i === j ? 1 : 0)))),
    less: group.roles.map((role, i) => now[i] > role.low),
  };
}

// ---------- picks and orders ----------
export const takenOf = (draft, at) => draft.picks.filter((pick) => pick === at).length;

// One more of an option; where no more can be taken, none of it.
export function toggled(series, draft, at) {
  const taken = takenOf(draft, at);
  if (taken < series.copies[at] && draft.picks.length < series.most) return { ...draft, picks: [...draft.picks, at] };
  return { ...draft, picks: draft.picks.filter((pick) => pick !== at) };
}

// Everything in the order that was laid; at first as it was wished before, else as it is offered.
export function orderOf({ options, form }, draft, wish = []) {
  const rank = (at) => (wish.includes(options[at].label) ? wish.indexOf(options[at].label) : wish.length);
  return draft.order || options.flatMap((_, at) => Array(form.series.copies[at]).fill(at)).sort((a, b) => rank(a) - rank(b));
}
export function carried(order, from, to) {
  const found = [...order], [one] = found.splice(from, 1);
  found.splice(Math.max(0, Math.min(to, found.length)), 0, one);
  return found;
}
