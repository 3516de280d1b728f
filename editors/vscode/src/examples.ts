// Examples in the test view: found by the server, run by it, with differences at the lines that fail.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

interface Found {
  title: string;
  line: number;
  end_line: number;
  tags: string[];
}

interface Place {
  uri: string;
  line: number;
  end_line: number;
  text: string;
}

interface Result extends Place {
  title: string;
  passed: boolean;
  message?: string;
  at?: Place;
  changes?: string[];
  log?: string[];
  error?: string;
}

export class Examples implements vscode.Disposable {
  private readonly tests = vscode.tests.createTestController("rulekit", "rulekit examples");
  private readonly events: vscode.Disposable[];

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.tests.resolveHandler = async (item) => (item?.uri ? this.read(item.uri) : this.refresh());
    this.tests.refreshHandler = () => this.refresh();
    this.tests.createRunProfile("Run", vscode.TestRunProfileKind.Run, (request, stop) => this.run(request, stop), true);
    this.events = [
      vscode.workspace.onDidOpenTextDocument((one) => this.seen(one)),
      vscode.workspace.onDidSaveTextDocument((one) => this.seen(one)),
    ];
  }

  dispose(): void {
    this.events.forEach((one) => one.dispose());
    this.tests.dispose();
  }

  async refresh(): Promise<void> {
    for (const uri of await vscode.workspace.findFiles("**/*.rules")) {
      const item = this.file(uri);
      item.canResolveChildren = true;
    }
    await Promise.all(vscode.workspace.textDocuments.map((one) => this.seen(one)));
  }

  async runFile(uri?: vscode.Uri): Promise<void> {
    if (!uri) return;
    await this.read(uri);
    await this.run(new vscode.TestRunRequest([this.file(uri)]));
  }

  async runAt(uri: vscode.Uri | undefined, line: number): Promise<void> {
    if (!uri) return;
    await this.read(uri);
    let chosen: vscode.TestItem | undefined;
    this.file(uri).children.forEach((one) => {
      if (one.range && one.range.start.line <= line && line <= one.range.end.line) chosen = one;
    });
    if (chosen) await this.run(new vscode.TestRunRequest([chosen]));
  }

  private async seen(document: vscode.TextDocument): Promise<void> {
    if (document.languageId === "rulekit") await this.read(document.uri);
  }

  private file(uri: vscode.Uri): vscode.TestItem {
    const known = this.tests.items.get(uri.toString());
    if (known) return known;
    const item = this.tests.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    this.tests.items.add(item);
    return item;
  }

  private async read(uri: vscode.Uri): Promise<void> {
    const found = await this.ask<Found[]>("rulekit.server.examples", uri.toString());
    const children = (found ?? []).map((one) => {
      const item = this.tests.createTestItem(`${uri.toString()}#${one.title}`, one.title, uri);
      item.range = new vscode.Range(one.line, 0, one.end_line, 0);
      item.tags = one.tags.map((tag) => new vscode.TestTag(tag));
      item.description = one.tags.join(" ");
      return item;
    });
    this.file(uri).children.replace(children);
  }

  private async run(request: vscode.TestRunRequest, stop?: vscode.CancellationToken): Promise<void> {
    const run = this.tests.createTestRun(request);
    const wanted: vscode.TestItem[] = [];
    if (request.include) wanted.push(...request.include);
    else this.tests.items.forEach((one) => wanted.push(one));
    for (const item of wanted) {
      if (stop?.isCancellationRequested) break;
      await this.runItem(run, item);
    }
    run.end();
  }

  private async runItem(run: vscode.TestRun, item: vscode.TestItem): Promise<void> {
    if (!item.uri) return;
    const one = item.range !== undefined;
    if (!one) await this.read(item.uri);
    const members = new Map<string, vscode.TestItem>();
    if (one) members.set(item.label, item);
    else item.children.forEach((child) => members.set(child.label, child));
    members.forEach((member) => run.started(member));
    const line = one ? (item.range as vscode.Range).start.line : null;
    for (const result of (await this.ask<Result[]>("rulekit.server.test", item.uri.toString(), line)) ?? []) {
      if (result.error !== undefined) {
        members.forEach((member) => run.errored(member, new vscode.TestMessage(String(result.error))));
        return;
      }
      const member = members.get(result.title);
      if (member) this.tell(run, member, result);
    }
  }

  private tell(run: vscode.TestRun, member: vscode.TestItem, result: Result): void {
    if (result.passed) {
      run.passed(member);
      return;
    }
    const message = new vscode.TestMessage([result.message ?? "", ...(result.changes ?? [])].join("\n"));
    if (result.at) {
      message.location = new vscode.Location(vscode.Uri.parse(result.at.uri), new vscode.Position(result.at.line, 0));
    }
    const difference = /^this does not hold: (.*) == (.*?)(?:; .*)?$/s.exec(result.message ?? "");
    if (difference) {
      message.actualOutput = difference[1];
      message.expectedOutput = difference[2];
    }
    run.appendOutput((result.log ?? []).join("\r\n") + "\r\n", message.location, member);
    run.failed(member, message);
  }

  private async ask<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    return this.client()?.sendRequest<T>("workspace/executeCommand", { command, arguments: args });
  }
}
