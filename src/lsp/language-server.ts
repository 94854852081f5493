import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

import {
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type Connection,
  createConnection,
  type Diagnostic as ShownDiagnostic,
  DiagnosticSeverity,
  type InitializeParams,
  type InitializeResult,
  type PublishDiagnosticsParams,
  type Range,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";

import { version } from "#package.ts";
import { linesOf } from "#read/source-text.ts";
import type { BuildFindings } from "#serve/start-builder.ts";
import { type Diagnostic, startOf } from "#shared/diagnostics/diagnostic.ts";
import { groupBy } from "#shared/group-by.ts";
import { seenFrom, type SiteModel } from "#shared/site-model.ts";

import { completeAt } from "./complete-at.ts";
import { findDefinition, findReferences } from "./find-locations.ts";
import { hoverAt } from "./hover.ts";
import { OpenFiles } from "./open-files.ts";
import { SiteEngine } from "./site-engine.ts";
import { seenInLine } from "./name-at.ts";
import { type Cursor, toCursor, toPosition, toRange } from "./cursor.ts";

interface ServerOptions {
  /** The absolute path of the site; null for the editor's own folder. */
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
 * Serves one editor by the Language Server Protocol on standard input and output, where nothing else may write. The
 * library ends the process when the client exits, closes the input or vanishes.
 */
export function serveEditor({ root, cache }: ServerOptions): void {
  const connection = createConnection(process.stdin, process.stdout);
  connection.onInitialize(({ workspaceFolders, rootUri }: Pick<InitializeParams, "workspaceFolders" | "rootUri">) => {
    const uri = workspaceFolders?.[0]?.uri ?? rootUri;
    const isFile = uri?.startsWith("file:") === true;
    openSite(connection, { root: root ?? (isFile ? fileURLToPath(uri) : resolve(".")), cache });
    return { capabilities, serverInfo: { name: "docs-build", version } };
  });
  connection.listen();
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

/** The site's findings as an editor shows them: by file, with their fixes. */
class Findings {
  readonly #files: OpenFiles;
  #findings: BuildFindings = { diagnostics: [], texts: new Map() };
  #shownIn: ReadonlySet<string> = new Set();

  constructor(files: OpenFiles) {
    this.#files = files;
  }

  /**
   * Replaces the findings by a build's. Returns the findings to publish, with an empty list for each file that has none
   * any more.
   */
  take(findings: BuildFindings): readonly PublishDiagnosticsParams[] {
    this.#findings = findings;
    const byFile = groupBy(findings.diagnostics, (finding) => positionOf(finding).file);
    const files = new Set([...this.#shownIn, ...byFile.keys()]);
    this.#shownIn = new Set(byFile.keys());
    return Array.from(files, (file) => {
      const found = byFile.get(file) ?? [];
      return { uri: this.#files.uriOf(file), diagnostics: found.map((finding) => toShown(finding, findings.texts)) };
    });
  }

  /** Returns the fixes at a range; none if the text has changed since the build, because new findings will follow. */
  actionsAt({ textDocument: { uri }, range }: CodeActionParams): readonly CodeAction[] {
    const file = this.#files.fileOf(uri);
    const { diagnostics, texts } = this.#findings;
    if (file === null || this.#files.textOf(file) !== texts.get(file)) return [];
    return diagnostics.flatMap((finding) => {
      const { fix, position } = finding;
      const shown = toShown(finding, texts);
      if (fix === undefined || position?.file !== file) return [];
      if (endsBefore(shown.range, range) || endsBefore(range, shown.range)) return [];
      const edit = {
        range: { start: toPosition(fix.range.start), end: toPosition(fix.range.end) },
        newText: fix.replacement,
      };
      const title = fix.replacement === "" ? "Remove it" : `Replace it with ${fix.replacement}`;
      const mending = { diagnostics: [shown], isPreferred: true, edit: { changes: { [uri]: [edit] } } };
      return [{ title, kind: CodeActionKind.QuickFix, ...mending }];
    });
  }
}

function positionOf({ position }: Diagnostic) {
  return position ?? startOf("content/site.yaml");
}

function toShown(finding: Diagnostic, texts: BuildFindings["texts"]): ShownDiagnostic {
  const { severity, code, message, hint } = finding;
  return {
    range: rangeOf(finding, texts),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "docs-build",
    message: hint === null ? message : `${message} (${hint})`,
  };
}

function rangeOf(finding: Diagnostic, texts: BuildFindings["texts"]): Range {
  const { file, line, column } = positionOf(finding);
  const start = column - 1;
  const written = linesOf(texts.get(file) ?? "")[line - 1] ?? "";
  const { length: word } = /^\S*/.exec(written.slice(start))?.[0] ?? "";
  const fixed = finding.fix?.range.end;
  const end = fixed?.line === line ? Math.max(fixed.column - 1, start) : start + word;
  return toRange(line - 1, start, end);
}

function endsBefore({ end }: Range, { start }: Range): boolean {
  return end.line < start.line || (end.line === start.line && end.character < start.character);
}
