import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, inject, test } from "vitest";

import { packageRoot } from "#package.ts";

import { invoiceShipment } from "../support/agent-task.ts";
import { type Assistant, toAssistant } from "../support/mcp-client.ts";
import { bin } from "../support/run-command.ts";
import { startServe } from "../support/serve-process.ts";
import { smallReferenceFolder } from "../support/small-reference.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/* The command as clients start it, by the protocol's own client, in both of the protocol's eras and over both transports. */

async function connect(transport: Transport, mode: "legacy" | "auto"): Promise<Assistant> {
  const client = new Client({ name: "tests", version: "1" }, mode === "auto" ? { versionNegotiation: { mode } } : {});
  await client.connect(transport);
  return toAssistant(client);
}

function startCommand(args: readonly string[], cwd = packageRoot): Transport {
  return new StdioClientTransport({ command: process.execPath, args: [bin, "mcp", ...args], cwd, stderr: "inherit" });
}

const load = { method: "POST", path: "/loads/", body: {} };

/** Every tool for readers, with something to do. */
const questions: readonly (readonly [tool: string, input: object])[] = [
  ["search", { query: "carrier_id" }],
  ["read_page", { address: "/carrier-api#attach-documents" }],
  ["list_operations", {}],
  ["get_operation", { operation: "loads_create" }],
  ["get_schema", { name: "Load" }],
  ["check_request", load],
  ["check_response", { operation: "carriers_list", status: 200, body: {} }],
  ["write_sample", { operation: "loads_create", language: "ruby" }],
  ["try_request", load],
  ["reset_sandbox", {}],
  ["explain_status", { status: 404 }],
];

async function askAll(assistant: Assistant): Promise<void> {
  const { tools } = await assistant.client.listTools();
  const forReaders = tools.map(({ name }) => name).filter((name) => !forAuthors.has(name));
  expect(forReaders).toEqual(questions.map(([tool]) => tool));
  for (const [tool, input] of questions) {
    const answer = await assistant.call(tool, input);
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(8_000);
  }
  expect((await assistant.client.listResources()).resources.length).toBeGreaterThan(8);
  expect((await assistant.client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
    "integrate",
    "review_request",
  ]);
  expect((await invoiceShipment(assistant)).length).toBeLessThanOrEqual(12);
}

const forAuthors = new Set(["check_site", "explain_finding", "apply_fixes"]);

// The tests of an author's folder and of a published site use the other era of the protocol.
test("a local folder over standard input and output: every tool works, and so does a whole task", async () => {
  await using assistant = await connect(startCommand([]), "auto");
  await askAll(assistant);
  expect(await assistant.call("check_site")).toMatchObject({ isWithoutErrors: true });
});

test("an author's folder: each answer explains what's wrong and the fix, from the current files", async () => {
  await using folder = await temporaryFolder({
    "content/index.md": "---\ntitle: Home\n---\n\nSee [the guide](/giude).\n",
    "content/guide.md": "---\ntitle: Guide\n---\n\nFirst words.\n",
  });
  await using assistant = await connect(startCommand(["--root", folder.path, "--no-cache"]), "legacy");
  expect(await assistant.call("check_site")).toMatchObject({
    isWithoutErrors: false,
    findings: [{ code: "link/broken", positions: ["content/index.md:5:5"], canBeFixed: true }],
  });
  const { text } = await assistant.call("explain_finding", { code: "link/broken" });
  expect(text).toContain("link/broken");
  const fixed = await assistant.call("apply_fixes");
  expect(fixed).toMatchObject({ made: 1, fixes: [{ written: "/giude", replacement: "/guide" }] });
  expect(await folder.read("content/index.md")).toContain("(/guide)");
  expect(await assistant.call("check_site")).toMatchObject({ isWithoutErrors: true, findings: [] });
  await folder.write({ "content/guide.md": "---\ntitle: Guide\n---\n\nOther words.\n" });
  expect((await assistant.call("read_page", { address: "/guide" }))["text"]).toContain("Other words.");
  // A page that can't be built stays as it was.
  await folder.write({ "templates/footer.tsx": "export function Footer( {" });
  expect((await assistant.call("read_page", { address: "/guide" }))["text"]).toContain("Other words.");
  expect(JSON.stringify(await assistant.call("check_site"))).toContain("templates/footer.tsx");
});

test("a published site works over standard input and output", async () => {
  await using folder = await temporaryFolder({});
  await using assistant = await connect(startCommand([inject("hosted")], folder.path), "legacy");
  await askAll(assistant);
  const names = (await assistant.client.listTools()).tools.map(({ name }) => name);
  expect(names.filter((name) => forAuthors.has(name))).toEqual([]);
});

// Both commands use the same code. `site/mcp-http` tests both eras.
test.each([
  ["serve", "legacy"],
  ["sandbox", "auto"],
] as const)("HTTP works, at /mcp of %s", async (command, mode) => {
  await using small = await smallReferenceFolder();
  const options = { cwd: small.path, ...(command === "sandbox" && { command }) };
  await using server = await startServe(["--port", "0"], options);
  const transport = new StreamableHTTPClientTransport(new URL("/mcp", server.origin));
  await using assistant = await connect(transport, mode);
  const { tools } = await assistant.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(questions.map(([tool]) => tool)));
  const sample = await assistant.call("write_sample", { operation: "loads_create", language: "ruby" });
  expect(sample).toMatchObject({ operation: "POST /loads/" });
});
