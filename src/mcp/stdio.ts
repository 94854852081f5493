import { serveStdio } from "@modelcontextprotocol/server/stdio";

import { createServer, type ServerParts } from "./create-server.ts";
import { SandboxSessions } from "./sandbox-sessions.ts";
import type { SiteFiles } from "./site/site-files.ts";
import { SiteReader } from "./site/site-reader.ts";

interface StdioOptions extends Pick<ServerParts, "authoring" | "onBug"> {
  readonly files: SiteFiles;
}

/** Answers the protocol on the process's standard input and output, until the client closes the input. */
export async function serveOnStdio({ files, ...others }: StdioOptions): Promise<void> {
  const sessions = new SandboxSessions();
  const parts = { ...others, sessions, session: sessions.begin(), site: new SiteReader(files) };
  serveStdio(() => createServer(parts), { onerror: others.onBug });
  // A file or /dev/null ends, and is never closed.
  await new Promise((resolve) => process.stdin.once("end", resolve).once("close", resolve));
}
