import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import {
  type Diagnostic,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

import { Changes } from "./changes.ts";
import { bin } from "./run-command.ts";
import { temporaryFolder, type TemporaryFolder } from "./temporary-folder.ts";

/** An editor with a folder open. */
export interface LanguageClient extends AsyncDisposable {
  readonly folder: TemporaryFolder;
  readonly child: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly uriOf: (file: string) => string;
  /** Shows a file with a text, which need not be saved. */
  readonly open: (file: string, text: string) => Promise<void>;
  readonly change: (file: string, text: string) => Promise<void>;
  readonly close: (file: string) => Promise<void>;
  /** Waits until the shown findings of a file match. */
  readonly untilFindings: (
    file: string,
    isWanted: (shown: readonly Diagnostic[]) => boolean,
  ) => Promise<readonly Diagnostic[]>;
  /** Ends as editors do. Resolves with the exit code. */
  readonly end: () => Promise<number | null>;
  readonly exited: Promise<number | null>;
  /** What the server wrote outside the protocol. */
  readonly errors: () => string;
}

interface ClientOptions {
  readonly args?: readonly string[];
  readonly processId?: number;
}

/** Starts the real `docs-build lsp` on a folder of these files, or on an existing folder. */
export async function startLanguageClient(
  files: Readonly<Record<string, string>> | TemporaryFolder,
  { args = [], processId = process.pid }: ClientOptions = {},
): Promise<LanguageClient> {
  const folder = isFolder(files) ? files : await temporaryFolder(files);
  const child = spawn(process.execPath, [bin, "lsp", ...args], { cwd: folder.path, stdio: "pipe" });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (errors += chunk));
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  const shown = new Map<string, readonly Diagnostic[]>();
  const changes = new Changes();
  connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    shown.set(uri, diagnostics);
    changes.notify();
  });
  connection.listen();
  const rootUri = pathToFileURL(folder.path).href;
  await connection.sendRequest(InitializeRequest.type, { processId, rootUri, capabilities: {} });
  await connection.sendNotification(InitializedNotification.type, {});
  const uriOf = (file: string): string => pathToFileURL(join(folder.path, file)).href;
  const end = async (): Promise<number | null> => {
    await connection.sendRequest(ShutdownRequest.type);
    await connection.sendNotification(ExitNotification.type);
    return exited;
  };
  return {
    ...{ folder, child, connection, uriOf, end, exited, errors: () => errors },
    open: async (file, text) =>
      connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri: uriOf(file), languageId: "markdown", version: 1, text },
      }),
    change: async (file, text) =>
      connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri: uriOf(file), version: 2 },
        contentChanges: [{ text }],
      }),
    close: async (file) =>
      connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: uriOf(file) } }),
    untilFindings: async (file, isWanted) =>
      changes.until(() => {
        const found = shown.get(uriOf(file));
        return found !== undefined && isWanted(found) ? found : null;
      }),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
      connection.dispose();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function isFolder(files: Readonly<Record<string, string>> | TemporaryFolder): files is TemporaryFolder {
  return Symbol.asyncDispose in files;
}
