import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import {
  CodeActionKind,
  type Connection,
  createConnection,
  type InitializeParams,
  type InitializeResult,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";

import { version } from "#package.ts";
import { seenFrom, type SiteModel } from "#shared/site-model.ts";

import { completeAt } from "./complete/complete-at.ts";
import { Findings } from "./shown-findings.ts";
import { findDefinition, findReferences } from "./find-places.ts";
import { hoverAt } from "./hover.ts";
import { OpenFiles } from "./open-files.ts";
import { SiteEngine } from "./site-engine.ts";
import { seenInLine } from "./name-at.ts";
import { type Cursor, toCursor } from "./text-place.ts";

interface ServerOptions {
  /** Absolute path of the site; null for the folder that the editor names. */
  readonly root: string | null;
  readonly cache?: string | false | undefined;
}

const capabilities: InitializeResult["capabilities"] = {
  positionEncoding: "utf-16",
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Full },
  completionProvider: { triggerCharacters: ["=", ":", ".", "(", "#", "/", "{", "[", '"', "?", "&"] },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
};

/**
 * Serves one editor by the Language Server Protocol on the process's standard streams, where nothing else is written. The
 * library ends the process with its client: when that says so, closes our input, or is gone itself.
 */
export function serveEditor({ root, cache }: ServerOptions): void {
  const connection = createConnection(process.stdin, process.stdout);
  connection.onInitialize((params) => {
    const folder = root ?? folderOf(params);
    openSite(connection, { root: folder, cache });
    return { capabilities, serverInfo: { name: "docs-build", version } };
  });
  connection.listen();
}

function folderOf({ workspaceFolders, rootUri }: Pick<InitializeParams, "workspaceFolders" | "rootUri">): string {
  const uri = workspaceFolders?.[0]?.uri ?? rootUri;
  return uri?.startsWith("file:") === true ? fileURLToPath(uri) : resolve(".");
}

function openSite(
  connection: Connection,
  { root, cache }: { readonly root: string; readonly cache: ServerOptions["cache"] },
): void {
  const files = new OpenFiles(root);
  const findings = new Findings(files);
  const engine = new SiteEngine(
    { root, cache },
    {
      unsaved: () => files.texts,
      onFindings(found) {
        for (const shown of findings.take(found)) void connection.sendDiagnostics(shown);
      },
      onCrash: (message) => connection.console.error(`the build crashed: ${message}`),
    },
  );
  connection.onInitialized(() => engine.start());
  connection.onShutdown(async () => engine.stop());
  connection.onDidOpenTextDocument(({ textDocument: { uri, text } }) => {
    if (files.set(uri, text)) engine.change();
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri }, contentChanges }) => {
    const last = contentChanges.at(-1);
    if (last !== undefined && files.set(uri, last.text)) engine.change();
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    files.close(uri);
    engine.change();
  });
  connection.onCodeAction((params) => [...findings.actionsAt(params)]);
  answerQuestions(connection, files, engine);
}

function answerQuestions(connection: Connection, files: OpenFiles, engine: SiteEngine): void {
  const ask =
    <Params extends TextDocumentPositionParams, Answer>(
      answer: (cursor: Cursor, model: SiteModel, params: Params) => Answer | Promise<Answer>,
    ) =>
    async (params: Params): Promise<Answer | null> => {
      const file = files.fileOf(params.textDocument.uri);
      const text = file === null ? null : files.textOf(file);
      if (file === null || text === null) return null;
      const cursor = toCursor(file, text, params.position);
      const model = seenInLine(cursor.line, seenFrom(await engine.model(), file));
      return answer(cursor, model, params);
    };
  connection.onCompletion(ask(completeAt));
  connection.onHover(ask(hoverAt));
  connection.onDefinition(ask(async (cursor, model) => findDefinition(cursor, model, files)));
  connection.onReferences(
    ask((cursor, model, { context }) =>
      findReferences(cursor, model, { files, withDeclaration: context.includeDeclaration }),
    ),
  );
}
