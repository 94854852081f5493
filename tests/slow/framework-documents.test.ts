import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { buffer } from "node:stream/consumers";

import { DomUtils, parseDocument } from "htmlparser2";
import { expect, test } from "vitest";
import { parse } from "yaml";

import type { SandboxRequest } from "#sandbox/exchange.ts";
import { createSandbox } from "#sandbox/sandbox.ts";
import type { Contract } from "#shared/contract/contract.ts";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { frameworkContracts } from "../support/contract-files.ts";
import { fieldsOfDocument, rowsOfPage, textsOfDocument, wordsIn } from "../support/document-facts.ts";
import { listen } from "../support/listen.ts";
import { readContractText } from "../support/read-contract-text.ts";
import { runCommand } from "../support/run-command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/*
 * The documents of tests/contracts/frameworks/: each as one tool writes it, with the quirks named in its head. A new tool is
 * a new file there. Whatever it says is shown, and its samples send what it accepts; dom/sweeps opens and sends its forms.
 */

const sites = new Map<string, Promise<TestSite>>();

async function siteOf(path: string): Promise<TestSite> {
  const home = { "content/site.yaml": "title: Docs\n", "content/index.md": "# Home\n" };
  const site = sites.get(path) ?? buildSite({ ...home, [`openapi/${basename(path)}`]: readFileSync(path, "utf8") });
  sites.set(path, site);
  return site;
}

function pagesOf(site: TestSite): string {
  const pages = site.paths.filter((path) => path.startsWith("api/") && path.endsWith(".html"));
  return pages.map((path) => site.read(path)).join("\n");
}

/** The text without escaping backslashes. */
function markdownOf(site: TestSite): string {
  const pages = site.paths.filter((path) => path.startsWith("api") && path.endsWith(".md"));
  const text = pages.map((path) => site.read(path)).join("\n");
  return DomUtils.textContent(parseDocument(text.replaceAll("<", "&lt;"))).replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}

async function contractOf(path: string): Promise<Contract> {
  return readContractText(readFileSync(path, "utf8"));
}

const documents = frameworkContracts.map((path) => [basename(path), path] as const);

test.each(documents)("%s is shown with everything it says", async (_, path) => {
  const document = parse(readFileSync(path, "utf8"));
  const [site, { operations }] = await Promise.all([siteOf(path), contractOf(path)]);
  expect(site.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(operations.length).toBeGreaterThanOrEqual(30);
  const html = pagesOf(site);
  for (const { anchor } of operations) expect(html).toContain(` id="${anchor}"`);
  const rows = rowsOfPage(html);
  const fields = fieldsOfDocument(document).map(({ name, facts }) => {
    const left = (rows.get(name) ?? []).map((row) => facts.filter((fact) => !row.includes(fact)));
    return { name, lost: left.sort((a, b) => a.length - b.length)[0] ?? ["all"] };
  });
  const page = DomUtils.textContent(parseDocument(html));
  const markdown = markdownOf(site);
  const stated = textsOfDocument(document);
  const missing = new Set(
    [...new Set(stated.flatMap(wordsIn))].filter((word) => !page.includes(word) || !markdown.includes(word)),
  );
  const texts = stated.map((text) => ({ name: text, lost: wordsIn(text).filter((word) => missing.has(word)) }));
  const losses = [...fields, ...texts].filter(({ lost }) => lost.length > 0);
  expect(losses.map(({ name, lost }) => `${name} loses ${lost.join(" and ")}`)).toEqual([]);
});

test.each(documents)("the samples of %s send requests that it accepts", async (_, path) => {
  const [site, contract] = await Promise.all([siteOf(path), contractOf(path)]);
  const curls = curlsOf(pagesOf(site));
  const sent = await sendAll(contract, curls);
  const findings = contract.operations.flatMap((operation, index) => {
    const requests = sent.get(index) ?? [];
    if (requests.length !== 1) return [`${operation.id} sends ${requests.length} requests`];
    const answers = requests.map((request) => createSandbox(contract).handle(request));
    const refused = answers.filter(({ status }) => status >= 400);
    return refused.map(({ status, body }) => `${operation.id}: ${status} ${body}`);
  });
  expect(findings).toEqual([]);
});

/** The published curl of each operation, by its anchor. */
function curlsOf(html: string): ReadonlyMap<string, string> {
  const codes = DomUtils.findAll(
    (one) => one.name === "code" && DomUtils.textContent(one).startsWith("curl "),
    parseDocument(html),
  );
  return new Map(
    codes.flatMap((code) => {
      let part = code.parent;
      while (part && !("attribs" in part && part.name === "section" && part.attribs["id"])) part = part.parent;
      return part && "attribs" in part ? [[part.attribs["id"] ?? "", DomUtils.textContent(code)] as const] : [];
    }),
  );
}

/** The requests that reach a server when a shell runs the samples, by the operation's index. */
async function sendAll(
  contract: Contract,
  curls: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<number, readonly SandboxRequest[]>> {
  const sent = new Map<number, SandboxRequest[]>();
  await using server = await listen(async (incoming, response) => {
    const [, index = "", path = "", query = ""] = /^\/(\d+)([^?]*)\??(.*)$/.exec(incoming.url ?? "") ?? [];
    const headers = new Map(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
    const body = new Uint8Array(await buffer(incoming));
    const request = { method: incoming.method ?? "", path, query, headers, body, address: "" };
    sent.set(Number(index), [...(sent.get(Number(index)) ?? []), request]);
    response.end("{}");
  });
  const requests = contract.operations.map(({ request }) => request);
  const names = [...curls.values()].flatMap((curl) =>
    Array.from(curl.matchAll(/@([\w.-]+)/g), ([, name = ""]) => name),
  );
  await using folder = await temporaryFolder(Object.fromEntries(names.map((name) => [name, "%PDF-1.4\n"])));
  const lines = contract.operations.map(
    ({ anchor }, index) => `API_BASE=${server.origin}/${index}\n${curls.get(anchor) ?? "false"}`,
  );
  const secrets = requests
    .flatMap((request) => request?.credentials ?? [])
    .map(({ variable }) => [variable, "user:s3cret"]);
  const { stderr } = await runCommand("bash", ["-c", lines.join("\n")], {
    cwd: folder.path,
    env: Object.fromEntries(secrets),
  });
  expect(stderr.replaceAll(/^ .*$|^\s*$/gm, "")).not.toMatch(/curl: |bash: /);
  return sent;
}
