// The editor: CodeMirror with the words of the language in colour, findings, completion. It lives in a shadow root, where its styles need no
// exception from the policy of the page.
import {
  Compartment, EditorState, EditorView, HighlightStyle, StreamLanguage, autocompletion, bracketMatching, completionKeymap, defaultKeymap, drawSelection, highlightActiveLine,
  highlightSelectionMatches, history, historyKeymap, indentUnit, indentWithTab, keymap, lineNumbers, lintGutter, searchKeymap, setDiagnostics, syntaxHighlighting, tags,
} from "./vendor/codemirror.js";

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
const look = (dark) => EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", color: dark ? "#ece8df" : "#23211d", backgroundColor: dark ? "#1b1f22" : "#fffefb" }, ".cm-scroller": { fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace" },
  ".cm-gutters": { backgroundColor: dark ? "#16191b" : "#f3efe6", color: "#8a8478", border: "none" }, ".cm-activeLine": { backgroundColor: dark ? "#ffffff0a" : "#00000008" }, ".cm-content": { caretColor: dark ? "#fff" : "#000" },
}, { dark });

export class Editor {
  constructor(host, { text, dark, changed, moved, complete }) {
    const root = host.shadowRoot || host.attachShadow({ mode: "open" });
    this.theme = new Compartment();
    this.view = new EditorView({
      root, parent: root, state: EditorState.create({
        doc: text,
        extensions: [lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightSelectionMatches(), bracketMatching(), indentUnit.of("  "), rules, syntaxHighlighting(colours), lintGutter(), this.theme.of(look(dark)),
          autocompletion({ override: [async (context) => {
            if (!context.explicit && !context.matchBefore(/[a-z_]{2,}$/)) return null;
            const line = context.state.doc.lineAt(context.pos), found = await complete(context.state.doc.toString(), line.number, context.pos - line.from + 1);
            return found && { from: line.from + found.from - 1, options: found.options.map((one) => ({ label: one.label, detail: one.detail })) };
          }] }),
          keymap.of([...completionKeymap, ...searchKeymap, indentWithTab, ...defaultKeymap, ...historyKeymap]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.docChanged || update.selectionSet) moved(update.state.doc.lineAt(update.state.selection.main.head).number);
          })],
      }),
    });
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
  show(findings) {
    const doc = this.view.state.doc, at = (line, column) => { const found = doc.line(Math.max(1, Math.min(line, doc.lines))); return Math.min(found.to, found.from + Math.max(0, column - 1)); };
    this.view.dispatch(setDiagnostics(this.view.state, findings.filter((one) => one.here).map((one) => ({
      from: at(one.line, one.column), to: Math.max(at(one.line, one.column), at(one.end_line, one.end_column)), severity: one.severity === "error" ? "error" : "warning", message: `${one.code} ${one.message}${one.hint ? "\n" + one.hint : ""}`,
    })).sort((a, b) => a.from - b.from)));
  }
  close() { this.view.destroy(); }
}
