// The bundle under Node with a stand-in for the editor: it must start the real server and get a real answer through the client.
//
// The stand-in takes whatever is asked of it; what the test looks at (commands, tests, messages) it keeps.

"use strict";
const assert = require("node:assert");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");

const command = process.env.RULEKIT ? process.env.RULEKIT.split(" ") : ["rulekit"];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "rulekit-"));
const file = path.join(folder, "small.rules");
const text = `game small "Small": players 2

to play_game:
  end game with players

example "all win":
  given:
    players ann, bob
  when:
    do ann plays_game
  then:
    winners == {ann, bob}

example "one coin":
  given:
    players ann, bob
  then:
    size(players) == 3
`;
fs.writeFileSync(file, text);

const anything = () =>
  new Proxy(function () {}, {
    get: (target, name) => {
      if (name === "then" || name === Symbol.iterator) return undefined;
      if (name === Symbol.toPrimitive) return () => 0;
      if (!(name in target)) target[name] = anything();
      return target[name];
    },
    apply: () => anything(),
    construct: () => anything(),
  });

const commands = new Map();
const items = new Map();
const results = [];
const errors = [];
const document = {
  uri: uri(file), languageId: "rulekit", version: 1, isClosed: false, isDirty: false, fileName: file, lineCount: text.split("\n").length,
  getText: () => text,
};

function uri(name) {
  return { scheme: "file", fsPath: name, path: name, toString: () => `file://${name}`, with: () => uri(name) };
}

class Emitter {
  constructor() {
    this.listeners = [];
    this.event = (listener) => {
      this.listeners.push(listener);
      return { dispose() {} };
    };
  }
  fire(value) {
    this.listeners.forEach((listener) => listener(value));
  }
  dispose() {}
}

function testItem(id, label, place) {
  const children = new Map();
  return {
    id, label, uri: place,
    children: {
      replace: (found) => { children.clear(); found.forEach((one) => children.set(one.id, one)); },
      forEach: (run) => children.forEach((one) => run(one)),
      get: (name) => children.get(name),
    },
  };
}

class Range {
  constructor(a, b, c, d) {
    this.start = { line: a, character: b };
    this.end = { line: c, character: d };
  }
}

const settings = { command, docs: "" };
const own = {
  version: "1.91.0",
  EventEmitter: Emitter,
  Range,
  Uri: { parse: (name) => uri(name.replace("file://", "")), file: uri },
  Disposable: class { constructor(run) { this.dispose = run || (() => {}); } },
  CancellationTokenSource: class { constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) }; } dispose() {} cancel() {} },
  CancellationError: class extends Error {},
  Location: class { constructor(place, at) { this.uri = place; this.line = at.line; } },
  Position: class { constructor(line, character) { this.line = line; this.character = character; } },
  TestRunRequest: class { constructor(include) { this.include = include; } },
  TestMessage: class { constructor(message) { this.message = message; } },
  TestTag: class { constructor(id) { this.id = id; } },
  commands: { registerCommand: (name, run) => { commands.set(name, run); return { dispose() {} }; }, executeCommand: async () => undefined },
  tests: {
    createTestController: () => ({
      items: { get: (id) => items.get(id), add: (one) => items.set(one.id, one), forEach: (run) => items.forEach((one) => run(one)) },
      createTestItem: testItem,
      createRunProfile: () => ({}),
      createTestRun: () => ({
        started() {}, end() {}, appendOutput() {},
        passed: (one) => results.push([one.label, "passed"]),
        failed: (one, message) => results.push([one.label, message.actualOutput, message.expectedOutput, message.location.line]),
        errored: (one, message) => results.push([one.label, message.message]),
      }),
      dispose() {},
    }),
  },
  workspace: {
    textDocuments: [document], workspaceFolders: undefined, isTrusted: true, notebookDocuments: [],
    getConfiguration: () => ({ get: (name, otherwise) => (name in settings ? settings[name] : otherwise) }),
    findFiles: async () => [uri(file)],
    asRelativePath: (one) => path.basename(one.fsPath),
    createFileSystemWatcher: () => anything(),
  },
  window: { terminals: [], visibleTextEditors: [], showErrorMessage: async (message) => errors.push(message), createOutputChannel: () => ({ append() {}, appendLine() {}, show() {}, dispose() {} }) },
  languages: { match: () => 10, createDiagnosticCollection: () => ({ set() {}, clear() {}, delete() {}, dispose() {} }) },
  env: { appName: "a stand-in", language: "en", uriScheme: "x" },
};

function standIn(given) {
  return new Proxy(given, {
    get: (target, name) => {
      if (name in target) {
        const found = target[name];
        const plain = typeof found === "object" && found !== null && !Array.isArray(found) && name !== "prototype";
        return plain && ["workspace", "window", "languages", "env"].includes(name) ? standIn(found) : found;
      }
      if (typeof name === "string" && /^on[A-Z]/.test(name)) return () => ({ dispose() {} });
      if (typeof name === "string" && /^register/.test(name)) return () => ({ dispose() {} });
      return anything();
    },
  });
}

const load = Module._load;
// what is not there comes from its prototype, which survives the copy that the bundler makes of a module
const editor = Object.create(standIn(own));
Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));

async function main() {
  const extension = require("../dist/extension.js");
  await extension.activate({ subscriptions: [] });
  assert.deepStrictEqual(errors, []);
  for (const wanted of require("../package.json").contributes.commands) assert.ok(commands.has(wanted.command), wanted.command);
  await commands.get("rulekit.runTests")(`file://${file}`);
  assert.deepStrictEqual(results, [["all win", "passed"], ["one coin", "2", "3", text.split("\n").length - 2]]);
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
  console.log("the bundle started the server, found the examples and ran them");
}

main().then(() => process.exit(0), (error) => { console.error(error); process.exit(1); });
