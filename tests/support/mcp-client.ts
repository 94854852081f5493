import { type CallToolResult, Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect } from "vitest";

import { createServer, type ServerParts } from "#mcp/create-server.ts";
import { SandboxSessions } from "#mcp/sandbox-sessions.ts";
import { SiteReader } from "#mcp/site/site-reader.ts";

import type { BuiltSite } from "./build-site.ts";

/** An assistant's view of a server: the client, and short ways to call its tools. */
export interface Assistant extends AsyncDisposable {
  readonly client: Client;
  /** The values of a tool's answer; fails the test where it has none. */
  readonly call: (tool: string, input?: object) => Promise<Answer>;
  /** The error message of a tool. */
  readonly refusal: (tool: string, input: object) => Promise<string>;
}

export type Answer = Readonly<Record<string, unknown>>;

/** Connects a client to the server of a built site, in this process. */
export async function openAssistant(site: BuiltSite, parts: Partial<ServerParts> = {}): Promise<Assistant> {
  const files = new Map(site.files.map(({ path, content }) => [path, content]));
  const read = async (path: string): Promise<string | null> => {
    const content = files.get(path);
    return content === undefined ? null : Buffer.from(content).toString();
  };
  const onBug = (error: unknown): void => {
    throw error;
  };
  const begin = async (): Promise<void> => undefined;
  const own = {
    site: new SiteReader({ begin, read }),
    sessions: new SandboxSessions(),
    session: "here",
    authoring: null,
    onBug,
  };
  const server = createServer({ ...own, ...parts });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const client = new Client({ name: "tests", version: "1" });
  await client.connect(near);
  return toAssistant(client);
}

export function toAssistant(client: Client): Assistant {
  const ask = async (name: string, input: object): Promise<CallToolResult> =>
    client.callTool({ name, arguments: { ...input } });
  return {
    client,
    async call(name, input = {}) {
      const { structuredContent, isError, content } = await ask(name, input);
      expect({ isError, content: isError === true ? content : [] }).toEqual({ isError: undefined, content: [] });
      expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
      return toAnswer(structuredContent);
    },
    async refusal(name, input) {
      const { isError, content } = await ask(name, input);
      expect(isError).toBe(true);
      return content.map((part) => (part.type === "text" ? part.text : "")).join("");
    },
    [Symbol.asyncDispose]: async () => client.close(),
  };
}

function toAnswer(value: unknown): Answer {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
