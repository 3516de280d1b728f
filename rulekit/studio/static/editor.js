// The editor: CodeMirror with the words of the language in colour, findings with remedies, completion, hover, definition, and in the margin which
// lines examples have run. It lives in a shadow root, where its styles need no exception from the policy of the page.
import {
  Compartment, Decoration, EditorState, EditorView, GutterMarker, HighlightStyle, StateEffect, StateField, StreamLanguage, autocompletion, bracketMatching, completionKeymap, defaultKeymap, drawSelection, gutter, highlightActiveLine,
  highlightSelectionMatches, history, historyKeymap, hoverTooltip, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, searchKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./vendor/codemirror.js";
import { holes, leave, next, write } from "./holes.js";
import { editsIn, letterOf, markdown, placeOf, tokensIn } from "./language.js";
import { say, word } from "./words.js";

const DECLARES = new Set("game import module kind resource var zone board card design to define example invariant option rule values record verb label replace extend remove tag about language players player".split(" "));
const WORDS = new Set("choose one may you your each for in where if else while repeat times up cycle turn round phase step of let set gain gains lose loses pay pays draw draws move moves to from shuffle roll rolls reveal end with then when given do after before instead until and or not is are none yes no all some every count sum size first last item highest lowest by at least most any number nothing announce".split(" "));
const rules = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/#.*/)) return "comment";
    if (stream.match(/"[^"]*"?/)) return "string";
    if (stream.match(/\d+(d\d+)?/)) return "number";
    const start = stream.column() === stream.indentation() && stream.indentation() === 0, word = stream.match(/[A-Za-z_][A-Za-z_0-9]*/);
    if (word) return start || DECLARES.has(word[0]) ? "keyword" : WORDS.has(word[0]) ? "atom" : "variableName";
    stream.next();
    return "operator";
  },
  languageData: { commentTokens: { line: "#" } },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "#7d8590", fontStyle: "italic" }, { tag: tags.string, color: "#b1622b" }, { tag: tags.number, color: "#2f7fc1" },
  { tag: tags.keyword, color: "#9a4fb0", fontWeight: "600" }, { tag: tags.atom, color: "#1f8a6d" }, { tag: tags.operator, color: "#8a8478" },
]);
// By sort of what a word stands for: things, kinds, verbs, variables ... in a light and a dark shade.
const MEANINGS = { enumMember: ["#8a5a00", "#e6b45e"], class: ["#7a3aa0", "#cf9cf0"], enum: ["#7a3aa0", "#cf9cf0"], struct: ["#7a3aa0", "#cf9cf0"], type: ["#7a3aa0", "#cf9cf0"], namespace: ["#7a3aa0", "#cf9cf0"], method: ["#1f6f9f", "#7cc4ef"], function: ["#0f7a6b", "#66d3bf"], variable: ["#a03a2e", "#f09a8c"], property: ["#3f6f2e", "#a6d48f"], parameter: ["#4a5560", "#b8c4cf"], event: ["#94521a", "#eda56a"], decorator: ["#6d675c", "#a19b8f"] };
const meanings = (dark) => ({ ...Object.fromEntries(Object.entries(MEANINGS).map(([sort, shades]) => [`.means-${sort}, .means-${sort} *`, { color: `${shades[dark ? 1 : 0]} !important` }])), ".means-declaration, .means-declaration *": { fontWeight: "600" } });
const look = (dark) => EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", color: dark ? "#ece8df" : "#23211d", backgroundColor: dark ? "#1b1f22" : "#fffefb" }, ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
  ".cm-gutters": { backgroundColor: dark ? "#16191b" : "#f3efe6", color: "#8a8478", border: "none" }, ".cm-ran": { width: "5px" }, ".cm-ran .cm-gutterElement": { padding: "0" }, ".ran": { display: "block", width: "5px", height: "100%" }, ".ran.full": { background: "#2f9e6e" }, ".ran.part": { background: "#d9982b" }, ".ran.none": { background: "#c8453b" },
  ".cm-tooltip": { maxWidth: "560px", maxHeight: "320px", overflow: "auto", borderRadius: "8px", padding: "2px", backgroundColor: dark ? "#2a3035" : "#fffefb", color: dark ? "#ece8df" : "#23211d", border: "1px solid #8888" },
  ".told": { padding: "4px 10px", fontSize: "13px", lineHeight: "1.4" }, ".told p, .told ul": { margin: "4px 0" }, ".told pre": { margin: "4px 0", whiteSpace: "pre-wrap", fontSize: "12px" }, ".told button": { font: "inherit", fontSize: "12px", cursor: "pointer", margin: "4px 0", borderRadius: "6px", border: "1px solid #8888", background: "none", color: "inherit" },
  ".hole": { outline: "1px dashed #8888", borderRadius: "2px" }, ...meanings(dark), ".cm-activeLine": { backgroundColor: dark ? "#ffffff0a" : "#00000008" }, ".cm-content": { caretColor: dark ? "#fff" : "#000" },
}, { dark });

// Which lines examples have run: a mark stays with its line while one types.
class Ran extends GutterMarker {
  constructor(how, title) { super(); this.how = how; this.title = title; }
  eq(other) { return other.how === this.how && other.title === this.title; }
  toDOM() { const el = document.createElement("i"); el.className = `ran ${this.how}`; el.title = this.title; return el; }
}
const setRan = StateEffect.define(), NONE = Decoration.none;
const ran = StateField.define({ create: () => NONE, update: (marks, tr) => tr.effects.reduce((now, effect) => (effect.is(setRan) ? effect.value : now), marks.map(tr.changes)) });
const RAN = { full: word("an example has run this line"), part: word("an example has run this line, but not"), none: word("no example has run this line") };

// What words stand for, as the language server knows it: a colour stays with its word while one types.
const setMeant = StateEffect.define();
const meant = StateField.define({
  create: () => NONE, update: (marks, tr) => tr.effects.reduce((now, effect) => (effect.is(setMeant) ? effect.value : now), marks.map(tr.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  constructor(host, { text, dark, language, changed, moved, define }) {
    const root = host.shadowRoot || host.attachShadow({ mode: "open" });
    this.theme = new Compartment();
    this.language = language;
    this.leave = define;
    this.view = new EditorView({
      root, parent: root, state: EditorState.create({
        doc: text,
        extensions: [ran, meant, holes, gutter({ class: "cm-ran", markers: (view) => view.state.field(ran) }), lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), bracketMatching(), indentUnit.of("  "), rules, syntaxHighlighting(colours), lintGutter(), this.theme.of(look(dark)),
          autocompletion({ override: [(context) => this.complete(context)] }), hoverTooltip((_view, at) => this.hover(at), { hoverTime: 350 }),
          EditorView.domEventHandlers({ mousedown: (event, view) => { if (!(event.ctrlKey || event.metaKey)) return false; const at = view.posAtCoords({ x: event.clientX, y: event.clientY }); if (at === null) return false; event.preventDefault(); this.define(at); return true; } }),
          keymap.of([{ key: "F12", run: (view) => { this.define(view.state.selection.main.head); return true; } }, ...completionKeymap, { key: "Tab", run: next }, { key: "Escape", run: leave }, ...searchKeymap, indentWithTab, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) { language.changed(changesOf(update)); changed(update.state.doc.toString()); }
            if (update.docChanged || update.selectionSet) moved(update.state.doc.lineAt(update.state.selection.main.head).number);
          })],
      }),
    });
  }
  // ---------- what the language server knows ----------
  async complete(context) {
    if (!context.explicit && !context.matchBefore(/[a-z_]{2,}$/)) return null;
    const doc = context.state.doc, found = await this.language.ask("completion", { position: placeOf(doc, context.pos) }).catch(() => null), items = found?.items || [];
    if (!items.length || context.aborted) return null;
    const range = items[0].textEdit?.range || items[0].textEdit?.replace, from = range ? letterOf(doc, range.start) : context.matchBefore(/\w*$/).from;
    return { from, validFor: /^\w*$/, options: items.slice(0, 200).map((one, i) => ({ label: one.label, apply: written(one), detail: one.detail, boost: -i / 10 })) };
  }
  async hover(at) {
    const doc = this.view.state.doc, found = await this.language.ask("hover", { position: placeOf(doc, at) }).catch(() => null);
    if (!found) return null;
    const pos = found.range ? letterOf(doc, found.range.start) : at, end = found.range ? letterOf(doc, found.range.end) : at;
    return { pos, end, above: true, create: () => {
      const dom = markdown(found.contents.value ?? String(found.contents)), there = document.createElement("button");
      dom.className = "told";
      there.textContent = `${say("Definition")} (F12)`;
      there.onclick = () => this.define(at);
      dom.append(there);
      return { dom };
    } };
  }
  async define(at) {
    const found = await this.language.ask("definition", { position: placeOf(this.view.state.doc, at) }).catch(() => null), place = found?.[0];
    if (!place) return;
    if (place.uri === this.language.document.uri) this.goto(place.range.start.line + 1); else this.leave(place.uri, place.range.start.line + 1);
  }
  async format() { const edits = await this.language.ask("formatting", { options: { tabSize: 2, insertSpaces: true } }); if (edits?.length) this.view.dispatch({ changes: editsIn(this.view.state.doc, edits) }); }
  async mend(finding) {
    const actions = (await this.language.ask("codeAction", { range: finding.range, context: { diagnostics: [finding], only: ["quickfix"] } }).catch(() => null)) || [];
    return actions.filter((action) => action.edit?.changes?.[this.language.document.uri] && action.diagnostics?.some((one) => one.code === finding.code && one.range.start.line === finding.range.start.line));
  }
  apply(action) { this.view.dispatch({ changes: editsIn(this.view.state.doc, action.edit.changes[this.language.document.uri]) }); this.view.focus(); }
  // Colours for what words mean; what was asked of a text that has changed since is thrown away.
  async colour() {
    const doc = this.view.state.doc, { legend } = this.language, found = legend && (await this.language.ask("semanticTokens/full", {}).catch(() => null));
    if (!found?.data || this.view.state.doc !== doc) return;
    const marks = tokensIn(doc, found.data, legend).map(({ from, to, type, modifiers }) => Decoration.mark({ class: ["means", `means-${type}`, ...modifiers.map((one) => `means-${one}`)].join(" ") }).range(from, to));
    this.view.dispatch({ effects: setMeant.of(Decoration.set(marks, true)) });
  }
  show(findings) {
    const doc = this.view.state.doc;
    this.view.dispatch(setDiagnostics(this.view.state, findings.map((one) => {
      const from = letterOf(doc, one.range.start);
      return { from, to: Math.max(from, letterOf(doc, one.range.end)), severity: one.severity === 1 ? "error" : "warning", message: `${one.code} ${one.message}`, actions: (one.mends || []).slice(0, 4).map((action) => ({ name: action.title, apply: () => this.apply(action) })) };
    }).sort((a, b) => a.from - b.from)));
  }
  // Lines that examples have run, from {line: ways that were never gone, or null for a line that never ran}.
  covered(lines) {
    const doc = this.view.state.doc, known = new Map();
    const mark = (how, ways) => { const title = say(RAN[how]) + (how === "part" ? ` ${ways.join(", ")}` : ""), key = how + title; if (!known.has(key)) known.set(key, new Ran(how, title)); return known.get(key); };
    const marks = Object.entries(lines).map(([line, ways]) => [Number(line), ways]).filter(([line]) => line <= doc.lines).sort(([a], [b]) => a - b);
    this.view.dispatch({ effects: setRan.of(NONE.constructor.of(marks.map(([line, ways]) => mark(ways === null ? "none" : ways.length ? "part" : "full", ways).range(doc.line(line).from)))) });
  }
  get text() { return this.view.state.doc.toString(); }
  replace(text) { this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } }); }
  append(text) { const end = this.view.state.doc.length; this.view.dispatch({ changes: { from: end, insert: text }, selection: { anchor: end + 1 }, scrollIntoView: true }); }
  paint(dark) { this.view.dispatch({ effects: this.theme.reconfigure(look(dark)) }); }
  goto(number) {
    const line = this.view.state.doc.line(Math.max(1, Math.min(number, this.view.state.doc.lines)));
    this.view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }) });
    this.view.focus();
  }
  close() { this.view.destroy(); }
}
// What taking an offer writes: its text, or one with places to fill in.
function written(offer) {
  const text = offer.textEdit?.newText ?? offer.insertText ?? offer.label;
  return offer.insertTextFormat === 2 ? (view, _offer, from, to) => write(view, text, from, to) : text;
}
// The changes of one step, last first: so each place is one of the text before.
function changesOf(update) {
  const found = [], old = update.startState.doc;
  update.changes.iterChanges((from, to, _a, _b, inserted) => found.unshift({ range: { start: placeOf(old, from), end: placeOf(old, to) }, text: inserted.toString() }));
  return found;
}
