import type { IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

import { parseMultipart, parseParameters } from "#sandbox/request/multipart.ts";
import type { RequestValue } from "#shared/contract/request.ts";
import { fetchedLanguages, toCodeSamples } from "#samples/code-samples.ts";
import type { SampleLanguage } from "#shared/samples/sample-languages.ts";

import { installDebian } from "../support/install-debian.ts";
import { listen } from "../support/listen.ts";
import { canRun, runCommand } from "../support/run-command.ts";
import { shippedContract } from "../support/sandbox.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

/** The samples that readers get on demand: each parses in its language, and sends what its request says. */

interface Tool {
  readonly id: SampleLanguage;
  readonly extension: string;
  /** Succeeds if the language is installed. */
  readonly probe: readonly [command: string, ...args: string[]];
  readonly packages: readonly string[];
  readonly parse: readonly [command: string, ...args: string[]];
  readonly run: readonly [command: string, ...args: string[]];
}

/** Options for a quick start, since the programs end at once. */
const quickJava = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"] as const;

/** Programs that parse all their files, since `php -l` and `ruby -c` look at one. */
const parsePhp =
  "foreach (array_slice($argv, 1) as $file) try { token_get_all(file_get_contents($file), TOKEN_PARSE); } catch (ParseError $error) { echo $file, $error->getMessage(); exit(1); }";
const parseRuby = "ARGV.each { |file| RubyVM::InstructionSequence.compile_file(file) }";

// prettier-ignore
const tools: readonly Tool[] = [
  { id: "go", extension: "go", probe: ["go", "version"], packages: ["golang-go"], parse: ["gofmt", "-e"], run: ["go", "run"] },
  { id: "java", extension: "java", probe: ["javac", "-version"], packages: ["default-jdk-headless"], parse: ["javac", "-proc:none", "-d", "classes"], run: ["java", ...quickJava] },
  { id: "php", extension: "php", probe: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"], packages: ["php-cli", "php-curl"], parse: ["php", "-r", parsePhp], run: ["php"] },
  { id: "ruby", extension: "rb", probe: ["ruby", "-v"], packages: ["ruby"], parse: ["ruby", "-e", parseRuby], run: ["ruby"] },
];

const isThere = async ({ probe: [command, ...args] }: Tool): Promise<boolean> => canRun(command, args);
const absent = [];
for (const tool of tools) if (!(await isThere(tool))) absent.push(...tool.packages);
if (absent.length > 0) installDebian(...absent);
console.warn("Debian has no compiler for the C# of today: its samples aren't parsed here.");

const present = new Set<Tool>();
for (const tool of tools) {
  if (await isThere(tool)) present.add(tool);
  else console.warn(`${tool.packages.join(" and ")} couldn't be installed: no sample in ${tool.id} is parsed.`);
}

const env = { API_AUTH: "s3cret +/&é", GOCACHE: join(tmpdir(), "docs-build-go-cache"), GO111MODULE: "off" };
/** Characters that have a special meaning in strings, templates or raw strings of some language. */
const nasty =
  '$(x) `y` ${API_AUTH} $a {$a} "double" \'single\' """ \\ \\u0041 #{x} #$x %s \u2028 \uFEFF é 🚚\nnext\r\n\tline JSON; JSON';
let operations: readonly RequestValue[] = [];
let folder: TemporaryFolder;

const own = { method: "post", path: "/things/%20/", query: [], headers: [], credentials: [] } as const;
const upload = { kind: "file", name: "attachment", fileName: 'pod "1".pdf', mediaType: "application/pdf" } as const;
const note = { kind: "field", name: "note", value: nasty } as const;
const hostile: readonly RequestValue[] = [
  {
    ...own,
    method: "patch",
    query: [nasty, "2"].map((value) => ({ name: "a[]", value })),
    headers: [{ name: "X-Note", value: 'it\'s "$5" #{x} \\' }],
    credentials: [
      { in: "query", name: "key", form: "plain", variable: "API_AUTH" },
      { in: "header", name: "Authorization", form: "basic", variable: "API_AUTH" },
      { in: "cookie", name: "session", form: "plain", variable: "API_KEY" },
    ],
    body: {
      kind: "json",
      mediaType: "application/merge-patch+json",
      value: { [nasty]: [nasty, 1e21, null], empty: {} },
    },
  },
  { ...own, method: "put", body: { kind: "text", mediaType: "text/plain", text: nasty } },
  {
    ...own,
    method: "M-SEARCH",
    body: { kind: "text", mediaType: "application/json-seq", text: `\u001E"${nasty} \\x41"\n` },
  },
  { ...own, method: "LINK", body: { kind: "none" } },
  { ...own, method: "query", body: { kind: "file", mediaType: "application/octet-stream", fileName: 'pod "1".pdf' } },
  { ...own, body: { kind: "form", mediaType: "application/x-www-form-urlencoded", parts: [{ ...note, name: "a=b" }] } },
  {
    ...own,
    body: {
      kind: "form",
      mediaType: "multipart/form-data",
      parts: [
        upload,
        { ...upload, name: "second", mediaType: "image/png" },
        note,
        { kind: "field", name: "meta", value: '{"a":"$a #{x}"}', mediaType: "application/json" },
      ],
    },
  },
];

const certified: RequestValue = {
  ...own,
  credentials: [{ in: "certificate", name: "", form: "plain", variable: "API_CERT" }],
  body: { kind: "none" },
};

beforeAll(async () => {
  const contract = await shippedContract();
  operations = contract.operations.flatMap(({ request }) => request ?? []);
  folder = await temporaryFolder({ 'pod "1".pdf': bytes, "sample.pdf": bytes });
});

afterAll(async () => folder[Symbol.asyncDispose]());

const bytes = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 13, 10, 255, 254]);

function codeOf(request: RequestValue, { id }: Tool): string {
  const languages = fetchedLanguages.filter((language) => language.id === id);
  const [sample] = toCodeSamples(request, { variable: "API_BASE", address: "" }, languages);
  return sample?.code ?? expect.fail(`no sample in ${id}`);
}

test.each([...present].map((tool) => [tool.id, tool] as const))("each sample in %s parses", async (_, tool) => {
  const requests = [...operations, ...hostile, certified];
  expect(requests.length).toBeGreaterThan(32);
  const files = Object.fromEntries(
    requests.map((request, index) => [
      `sample${index}.${tool.extension}`,
      // Java compiles all at once, and wants a name for each.
      codeOf(request, tool).replace("public class Example", `class Example${index}`),
    ]),
  );
  await folder.write(files);
  const [command, ...args] = tool.parse;
  const { code, stderr, stdout } = await runCommand(command, [...args, ...Object.keys(files)], { cwd: folder.path });
  expect(code, stderr + (code === 0 ? "" : stdout)).toBe(0);
});

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What a server receives when a sample runs. */
async function run(request: RequestValue, tool: Tool): Promise<Received> {
  const received: Received[] = [];
  await using server = await listen(async (incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    received.push({ method, url, headers, body: await buffer(incoming) });
    response.end("{}");
  });
  const name = `run/Example.${tool.extension}`;
  await folder.write({ [name]: codeOf(request, tool) });
  const [command, ...args] = tool.run;
  const environment = { ...env, API_BASE: server.origin, API_KEY: "k3y" };
  const { code, stdout, stderr } = await runCommand(command, [...args, name], { cwd: folder.path, env: environment });
  expect(code, stderr + stdout).toBe(0);
  expect(stdout).toContain("200 {}");
  return received[0] ?? expect.fail("nothing was sent");
}

const runs = [...present].flatMap((tool) => hostile.map((request, index) => ({ id: tool.id, index, tool, request })));

test.each(runs)("sample $index in $id sends its request unchanged", async ({ request, tool }) => {
  const { method, url, headers, body } = await run(request, tool);
  const address = new URL(url, "http://x");
  expect(method).toBe(request.method.toUpperCase());
  expect(address.pathname).toBe("/things/%20/");
  for (const { name, value } of request.headers) expect(headers[name.toLowerCase()]).toBe(value);
  if (request.credentials.length > 0) {
    expect(address.searchParams.getAll("a[]")).toEqual([nasty, "2"]);
    expect(address.searchParams.get("key")).toBe(env.API_AUTH);
    expect(headers.authorization).toBe(`Basic ${Buffer.from(env.API_AUTH).toString("base64")}`);
    expect(headers.cookie).toBe("session=k3y");
  }
  const type = headers["content-type"] ?? "";
  if (request.body.kind === "json") expect(JSON.parse(body.toString())).toEqual(request.body.value);
  if (request.body.kind === "text") expect(body.toString()).toBe(request.body.text);
  if (request.body.kind === "file") expect(body).toEqual(bytes);
  if (request.body.kind !== "form" && request.body.kind !== "none") expect(type).toBe(request.body.mediaType);
  if (request.body.kind !== "form") return;
  expect(type).toMatch(request.body.mediaType);
  const boundary = parseParameters(type).get("boundary");
  const form =
    boundary === undefined
      ? Array.from(new URLSearchParams(body.toString()), ([name, value]) => ({ kind: "field", name, value }))
      : parseMultipart(new Uint8Array(body), boundary);
  expect(form).toEqual(
    request.body.parts.map((part) => {
      if (part.kind === "file") return { ...part, content: new Uint8Array(bytes) };
      const { name, value, mediaType } = part;
      const isFile = mediaType !== undefined && (tool.id === "php" || tool.id === "ruby");
      return isFile
        ? { kind: "file", name, fileName: name, mediaType, content: new Uint8Array(Buffer.from(value)) }
        : { kind: "field", name, value };
    }),
  );
  if (boundary !== undefined) expect(body.toString()).toMatch(/^Content-Type: application\/json\r$/im);
});
