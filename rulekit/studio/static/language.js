// The language server over a websocket: findings, completion, hover, definition, remedies, layout.
const PART = 20000;
const ABLE = { textDocument: { synchronization: {}, publishDiagnostics: { relatedInformation: true }, completion: { completionItem: { snippetSupport: true } }, hover: { contentFormat: ["markdown"] }, definition: {}, codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } }, formatting: {}, semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] } } };

export class Language {
  constructor(heard, fail) { Object.assign(this, { heard, fail, number: 0, version: 0, waiting: new Map(), document: null, ready: false, closed: false, tries: 0 }); this.connect(); }
  connect() {
    this.socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/language`);
    this.socket.onopen = async () => {
      const able = await this.call("initialize", { processId: null, rootUri: null, capabilities: ABLE });
      this.legend = able.capabilities.semanticTokensProvider?.legend || null;
      this.tell("initialized", {});
      this.ready = true; this.tries = 0;
      if (this.document) this.opened();
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = (event) => {
      this.ready = false;
      for (const { no } of this.waiting.values()) no(new Error(event.reason || "no answer"));
      this.waiting.clear();
      if (this.closed) return;
      if (event.code === 4403 || event.code === 4429 || this.tries > 5) { this.fail(event.reason); return; }
      setTimeout(() => this.closed || this.connect(), 300 * 2 ** this.tries++);
    };
  }
  close() { this.closed = true; this.socket.close(); }
  put(message) {
    if (this.socket.readyState !== 1) return;
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    for (let at = 0; at < text.length; at += PART) this.socket.send((at + PART < text.length ? "+" : ".") + text.slice(at, at + PART));
  }
  tell(method, params) { this.put({ method, params }); }
  call(method, params) { const id = ++this.number; return new Promise((yes, no) => { this.waiting.set(id, { yes, no }); this.put({ id, method, params }); }); }
  hear(message) {
    if (message.method && message.id !== undefined) return;  // what the server would ask of us: nothing that we offer
    if (message.method === "textDocument/publishDiagnostics") this.heard(message.params);
    const asked = this.waiting.get(message.id);
    if (!asked || message.method) return;
    this.waiting.delete(message.id);
    if (message.error) asked.no(new Error(message.error.message)); else asked.yes(message.result);
  }
  // ---------- the text ----------
  open(uri, read) { if (this.document && this.ready) this.tell("textDocument/didClose", { textDocument: { uri: this.document.uri } }); this.document = { uri, read }; if (this.ready) this.opened(); }
  opened() { this.tell("textDocument/didOpen", { textDocument: { uri: this.document.uri, languageId: "rulekit", version: ++this.version, text: this.document.read() } }); }
  changed(changes) { if (this.ready) this.tell("textDocument/didChange", { textDocument: { uri: this.document.uri, version: ++this.version }, contentChanges: changes }); }
  async ask(what, more) { return this.ready ? this.call(`textDocument/${what}`, { textDocument: { uri: this.document.uri }, ...more }) : null; }
}

// What words stand for, from the relative numbers of the protocol: where each begins and ends, and of what sort it is.
export function tokensIn(doc, data, legend) {
  const found = [];
  let line = 0, character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [lines, letters, length, type, bits] = data.slice(at, at + 5);
    character = lines ? letters : character + letters;
    line += lines;
    const from = letterOf(doc, { line, character }), to = letterOf(doc, { line, character: character + length });
    const modifiers = legend.tokenModifiers.filter((_, bit) => bits & (1 << bit));
    if (to > from) found.push({ from, to, type: legend.tokenTypes[type], modifiers });
  }
  return found;
}

// Places: the editor counts letters of the text, the server lines and letters.
export const placeOf = (doc, at) => { const line = doc.lineAt(at); return { line: line.number - 1, character: at - line.from }; };
export const letterOf = (doc, { line, character }) => { if (line >= doc.lines) return doc.length; const found = doc.line(line + 1); return Math.min(found.to, found.from + character); };
export const editsIn = (doc, edits) => edits.map((edit) => ({ from: letterOf(doc, edit.range.start), to: letterOf(doc, edit.range.end), insert: edit.newText })).sort((a, b) => a.from - b.from);
export const nameOf = (uri) => decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));

// What a server writes as Markdown, as elements; nothing of it becomes markup by itself.
export function markdown(text) {
  const box = document.createElement("div"), put = (tag, inside, into = box) => { const el = document.createElement(tag); spans(inside, el); into.append(el); return el; };
  text.split(/```\w*\n?/).forEach((part, i) => {
    if (i % 2) { const pre = document.createElement("pre"); pre.textContent = part.trimEnd(); box.append(pre); return; }
    for (const block of part.split(/\n{2,}|^-{3,}$/m).map((one) => one.trim()).filter(Boolean)) {
      if (/^\s*[-*] /.test(block)) { const list = put("ul", ""); block.split("\n").forEach((line) => put("li", line.replace(/^\s*[-*] /, ""), list)); } else put("p", block.replace(/^#+ /, ""));
    }
  });
  return box;
}
function spans(text, into) {
  for (const part of text.split(/(\*\*[^*]+\*\*|`[^`]+`|\[[^\]]+\]\([^)]+\))/)) {
    const [tag, inside] = part.startsWith("**") ? ["b", part.slice(2, -2)] : part.startsWith("`") ? ["code", part.slice(1, -1)] : /^\[.*\]\(/.test(part) ? ["span", part.slice(1, part.indexOf("]("))] : [null, part];
    if (!tag) into.append(inside); else { const el = document.createElement(tag); el.textContent = inside; into.append(el); }
  }
}
