import type { IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";

import { expect } from "vitest";

import type { CodeSample } from "#shared/contract/operation.ts";

import { listen } from "./listen.ts";
import { canRun, runCommand } from "./run-command.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** How to run a sample in each language; Python only if its `requests` are installed. */
const commands = new Map<string, readonly [string, ...string[]]>([
  ["curl", ["sh", "-c"]],
  ["javascript", [process.execPath, "--input-type=module", "--eval"]],
]);
if (await canRun("python3", ["-c", "import requests"])) commands.set("python", ["python3", "-c"]);

export const sampleLanguages: readonly string[] = [...commands.keys()];

export interface SentCall {
  readonly language: string;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The requests that a server receives when samples run in a folder with the files they send. */
export async function sendSamples(samples: readonly CodeSample[]): Promise<readonly SentCall[]> {
  const calls: SentCall[] = [];
  let language = "";
  await using folder = await temporaryFolder({ file: "bytes", "write-this-yourself": "own" });
  await using server = await listen(async (incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    calls.push({ language, method, url, headers, body: (await buffer(incoming)).toString() });
    response.end("{}");
  });
  for (const { id, code } of samples) {
    const [command, ...args] = commands.get(id) ?? [];
    if (command === undefined) continue;
    language = id;
    const options = { cwd: folder.path, env: { API_BASE: server.origin } };
    const result = await runCommand(command, [...args, code], options);
    expect(result.code, result.stderr).toBe(0);
  }
  return calls;
}
