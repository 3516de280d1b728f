// What the language server writes with places to be filled in: the first one is selected, Tab goes on to the next.
import { EditorView, Decoration, StateEffect, StateField } from "./vendor/codemirror.js";

const setHoles = StateEffect.define();
const marked = Decoration.mark({ class: "hole", inclusive: true });

// The places that are still to be filled in, in their order; they stay where they are while one types.
export const holes = StateField.define({
  create: () => [],
  update: (found, tr) => {
    const said = tr.effects.find((effect) => effect.is(setHoles));
    return said ? said.value : tr.docChanged ? found.map((one) => ({ from: tr.changes.mapPos(one.from, -1), to: tr.changes.mapPos(one.to, 1) })) : found;
  },
  provide: (field) => EditorView.decorations.from(field, (found) => Decoration.set(found.filter((one) => one.to > one.from).map((one) => marked.range(one.from, one.to)), true)),
});

// The text of a snippet, and where it is to be filled in: 1, 2 ... and at last 0.
export function parsed(snippet) {
  const found = [];
  let text = "", at = 0;
  for (const part of snippet.matchAll(/\\([$}\\])|\$\{(\d+)(?::([^}]*))?\}|\$(\d+)/g)) {
    text += snippet.slice(at, part.index);
    at = part.index + part[0].length;
    const number = part[2] ?? part[4], inside = part[1] ?? part[3] ?? "";
    if (number !== undefined) found.push({ number: Number(number) || Infinity, from: text.length, to: text.length + inside.length });
    text += inside;
  }
  return { text: text + snippet.slice(at), holes: found.sort((a, b) => a.number - b.number) };
}

// Writes a snippet in place of what stands there; its later lines are indented as the line that it begins on.
export function write(view, snippet, from, to) {
  const indent = /^\s*/.exec(view.state.doc.lineAt(from).text)[0], { text, holes: found } = parsed(snippet.replaceAll("\n", "\n" + indent));
  const [first, ...rest] = found.map((one) => ({ from: from + one.from, to: from + one.to }));
  view.dispatch({ changes: { from, to, insert: text }, selection: first ? { anchor: first.from, head: first.to } : { anchor: from + text.length }, effects: setHoles.of(rest), scrollIntoView: true });
}

export function next(view) {
  const [first, ...rest] = view.state.field(holes);
  if (!first) return false;
  view.dispatch({ selection: { anchor: first.from, head: first.to }, effects: setHoles.of(rest), scrollIntoView: true });
  return true;
}

export function leave(view) {
  if (!view.state.field(holes).length) return false;
  view.dispatch({ effects: setHoles.of([]) });
  return true;
}
