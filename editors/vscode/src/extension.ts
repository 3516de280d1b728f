// The rulekit extension: starts `rulekit lsp`, adds commands, and shows examples in the test view.

import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";
import { Examples } from "./examples";

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const examples = new Examples(() => client);
  context.subscriptions.push(examples);
  const add = (name: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));

  add("rulekit.play", (uri?: string) => inTerminal("play", fileOf(uri)));
  add("rulekit.coverage", (uri?: string) => inTerminal("coverage", fileOf(uri)));
  add("rulekit.try", async (uri?: string, name?: string) => inTerminal("try", fileOf(uri), name ?? (await nameAtCursor())));
  add("rulekit.text", async (uri?: string, name?: string) => tell(uriOf(uri), name ?? (await nameAtCursor())));
  add("rulekit.runTests", (uri?: string) => examples.runFile(uriOf(uri)));
  add("rulekit.runExample", (uri?: string, line?: number) => examples.runAt(uriOf(uri), line ?? cursorLine()));
  add("rulekit.showExamples", showExamples);
  add("rulekit.restart", async () => {
    await client?.stop();
    await start(context, examples);
  });
  await start(context, examples);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

async function start(context: vscode.ExtensionContext, examples: Examples): Promise<void> {
  const settings = vscode.workspace.getConfiguration("rulekit");
  const [command, ...first] = settings.get<string[]>("command", ["rulekit"]);
  const server: ServerOptions = { command, args: [...first, "lsp"] };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "rulekit" }],
    initializationOptions: { docs: settings.get<string>("docs", "") },
    synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{rules,po,yaml}") },
  };
  client = new LanguageClient("rulekit", "rulekit", server, options);
  try {
    await client.start();
    await examples.refresh();
  } catch (error) {
    const hint = "install it with `pip install 'rulekit-games[lsp]'`, or set `rulekit.command`";
    void vscode.window.showErrorMessage(`rulekit lsp does not start: ${String(error)}; ${hint}`);
  }
}

// ---------- commands ----------
function inTerminal(command: string, ...words: (string | undefined)[]): void {
  const settings = vscode.workspace.getConfiguration("rulekit");
  const shown = [...settings.get<string[]>("command", ["rulekit"]), command, ...words.filter((word) => word)] as string[];
  const terminal = vscode.window.terminals.find((one) => one.name === "rulekit") ?? vscode.window.createTerminal("rulekit");
  terminal.show(true);
  terminal.sendText(shown.map(quoted).join(" "));
}

function quoted(word: string): string {
  return /^[\w./:@=-]+$/.test(word) ? word : `"${word.replace(/(["\\$`])/g, "\\$1")}"`;
}

async function tell(uri: vscode.Uri | undefined, name: string | undefined): Promise<void> {
  if (!uri || !name) return;
  const text = await client?.sendRequest<string>("workspace/executeCommand", {
    command: "rulekit.server.text",
    arguments: [uri.toString(), name],
  });
  void vscode.window.showInformationMessage(text || `nothing is told of ${name}`, { modal: true });
}

interface Place {
  uri: string;
  line: number;
}

async function showExamples(uri: string, line: number, places: Place[]): Promise<void> {
  if (!places.length) {
    void vscode.window.showInformationMessage("no example names it; the light bulb at the declaration adds one");
    return;
  }
  const found = places.map((one) => new vscode.Location(vscode.Uri.parse(one.uri), new vscode.Position(one.line, 0)));
  await vscode.commands.executeCommand(
    "editor.action.showReferences",
    vscode.Uri.parse(uri),
    new vscode.Position(line, 0),
    found,
  );
}

function uriOf(uri?: string | vscode.Uri): vscode.Uri | undefined {
  if (typeof uri === "string") return vscode.Uri.parse(uri);
  return uri ?? vscode.window.activeTextEditor?.document.uri;
}

function fileOf(uri?: string | vscode.Uri): string | undefined {
  return uriOf(uri)?.fsPath;
}

function cursorLine(): number {
  return vscode.window.activeTextEditor?.selection.active.line ?? 0;
}

async function nameAtCursor(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active);
  const word = range ? editor?.document.getText(range) : undefined;
  return vscode.window.showInputBox({ prompt: "The name of a card, tile or verb", value: word });
}
