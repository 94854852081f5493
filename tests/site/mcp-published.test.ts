import { expect, test } from "vitest";

import { readPublishedSite } from "#mcp/site/published-site.ts";
import { parseAnchors } from "#mcp/site/published-texts.ts";
import { SiteReader } from "#mcp/site/site-reader.ts";

import { buildFiles, type BuiltSite } from "../support/build-site.ts";
import { freePort, listen } from "../support/listen.ts";
import { type Assistant, openAssistant } from "../support/mcp-client.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/* A site on the web, served as plain files. */

const shipped = await buildShippedSite();

interface Host extends AsyncDisposable {
  readonly origin: string;
  /** Requested paths, with the status of each response. */
  readonly requests: string[];
}

/** A static host that knows entity tags. Its files may change. */
async function publish(files: ReadonlyMap<string, string>, baseUrl = "/"): Promise<Host> {
  const requests: string[] = [];
  const server = await listen((request, response) => {
    const path = decodeURIComponent((request.url ?? "").slice(baseUrl.length));
    const content = files.get(path);
    const etag = `"${content?.length}"`;
    const status = content === undefined ? 404 : request.headers["if-none-match"] === etag ? 304 : 200;
    requests.push(`${status} ${path}`);
    response.writeHead(status, { etag }).end(status === 200 ? content : "");
  });
  return { ...server, requests };
}

function textsOf(site: BuiltSite): Map<string, string> {
  return new Map(site.files.map(({ path, content }) => [path, Buffer.from(content).toString()]));
}

async function assistantAt(address: string): Promise<Assistant> {
  const site = new SiteReader(readPublishedSite(new URL(address)));
  return openAssistant(shipped, { site });
}

test("each tool answers the same for a published site and for its folder", async () => {
  await using host = await publish(textsOf(shipped));
  await using far = await assistantAt(host.origin);
  await using near = await openAssistant(shipped);
  const calls: readonly (readonly [string, object])[] = [
    ["search", { query: "invoice a shipment" }],
    ["read_page", { address: "/broker-api" }],
    ["list_operations", { version: "v1" }],
    ["get_operation", { operation: "loads_create" }],
    ["get_schema", { name: "Load" }],
    ["check_request", { method: "POST", path: "/loads/", body: {} }],
    ["write_sample", { language: "go", operation: "loads_create" }],
    ["try_request", { method: "GET", path: "/carriers/?search=copper" }],
    ["explain_status", { status: 401 }],
  ];
  for (const [tool, input] of calls) expect(await far.call(tool, input)).toEqual(await near.call(tool, input));
});

test("each question revalidates files by entity tag, and files with a hash in their name are fetched once", async () => {
  const files = textsOf(await buildFiles({ "content/index.md": "# Home\n\nHello there." }));
  await using host = await publish(files);
  await using assistant = await assistantAt(`${host.origin}/`);
  const read = async () => (await assistant.call("read_page", { address: "/" }))["text"];
  expect(await read()).toContain("Hello there.");
  expect(host.requests).toEqual(["200 site.json", "200 index.md"]);
  expect(await read()).toContain("Hello there.");
  expect(host.requests.slice(2)).toEqual(["304 site.json", "304 index.md"]);
  files.set("index.md", "# Home\n\nIt has changed.");
  expect(await read()).toContain("It has changed.");
  await assistant.call("search", { query: "hello" });
  const before = host.requests.length;
  await assistant.call("search", { query: "hello" });
  expect(host.requests.slice(before)).toEqual(["304 site.json", "304 search.json", "304 llms.txt"]);
});

test("a site below a path is read only below that path", async () => {
  const files = textsOf(await buildFiles({ "content/guide.md": "# Guide\n\nHello." }, { baseUrl: "/docs/" }));
  await using host = await publish(files, "/docs/");
  await using assistant = await assistantAt(`${host.origin}/docs`);
  expect(await assistant.call("read_page", { address: "/docs/guide" })).toMatchObject({ address: "/guide.md" });
  expect(await assistant.refusal("read_page", { address: "/docs/../secret.md" })).toContain("There is no page");
  expect(host.requests.some((line) => line.includes("secret"))).toBe(false);
});

test("a redirect is followed to another path of the same host, and refused to another host", async () => {
  const texts = textsOf(await buildFiles({ "content/index.md": "# Home" }));
  await using host = await publish(texts, "/new/");
  await using old = await listen((request, response) => {
    const isElsewhere = request.url?.endsWith(".md");
    response.writeHead(301, { location: isElsewhere ? `${host.origin}/new/index.md` : `/again${request.url}` }).end();
  });
  await using moved = await assistantAt(old.origin);
  expect(await moved.refusal("read_page", { address: "/" })).toContain("redirects more than 5 times.");
  await using other = await listen((_request, response) => response.writeHead(302, { location: host.origin }).end());
  await using elsewhere = await assistantAt(other.origin);
  expect(await elsewhere.refusal("read_page", { address: "/" })).toMatch(
    /redirects to another host\. Name the address that it leads to/,
  );
  expect(host.requests).toEqual([]);
});

test("requests stay on the site's host, whatever address is requested or named by the site", async () => {
  const document = { api: "", id: "", folder: "", document: "/127.0.0.9/secret.json", servers: [], sandbox: {} };
  const manifest = {
    ...{ title: "", description: "", baseUrl: "/" },
    ...{ authentication: { header: null, variable: "KEY" }, contracts: [document] },
  };
  await using host = await publish(new Map([["site.json", JSON.stringify(manifest)]]));
  await using assistant = await assistantAt(host.origin);
  expect(await assistant.refusal("read_page", { address: "//127.0.0.9/secret.md" })).toContain("There is no page");
  expect(await assistant.refusal("list_operations", {})).toContain("The site has no /");
  expect(host.requests).toContain("404 /127.0.0.9/secret.json");
});

test("an unreadable site is explained in a sentence: missing file, another version, too much, no connection", async () => {
  await using host = await publish(new Map([["index.html", "<p>Some site"]]));
  await using plain = await assistantAt(host.origin);
  expect(await plain.refusal("list_operations", {})).toBe(
    "The site has no site.json. Is it one that docs-build has made?",
  );
  await using odd = await publish(new Map([["site.json", '{"contracts":[{"folder":"../../x"}]}']]));
  await using strange = await assistantAt(odd.origin);
  expect(await strange.refusal("search", { query: "x" })).toContain("is of another version of docs-build");
  await using huge = await listen((_request, response) => {
    response.writeHead(200, { "content-length": "99000000" }).end("x");
  });
  await using large = await assistantAt(huge.origin);
  expect(await large.refusal("search", { query: "x" })).toContain("answered more than 16 MB");
  await using gone = await assistantAt(`http://127.0.0.1:${await freePort()}`);
  expect(await gone.refusal("search", { query: "x" })).toContain("refuses the connection");
});

test("files of a huge site are cached up to a limit, and the least recently used are requested again", async () => {
  await using host = await publish(new Map(["a", "b", "c"].map((name) => [`assets/${name}`, name.repeat(40)])));
  const site = readPublishedSite(new URL(host.origin), { files: 500, characters: 100 });
  for (const name of ["a", "b", "a", "c", "b", "c", "a"]) expect(await site.read(`assets/${name}`)).toHaveLength(40);
  const requests = ["a", "b", "c", "a"];
  expect(host.requests).toEqual(requests.map((name) => `200 assets/${name}`));
});

test("a search of another version is explained with what to do, and isn't reported as a bug", async () => {
  const files = textsOf(await buildFiles({ "content/index.md": "# Home\n\nHello there." }));
  const search = String(files.get("search.json"));
  const part = `assets/search/part-${JSON.parse(search).indexes[0].terms[0][1]}.json`;
  const errorFor = async (path: string, text: string): Promise<string> => {
    await using host = await publish(new Map([...files, [path, text]]));
    await using assistant = await assistantAt(host.origin);
    return await assistant.refusal("search", { query: "hello" });
  };
  const start =
    /^The site's (\S+) is of another version of docs-build than this one, \S+, or not of docs-build at all: /;
  const advice = / Start the version that the site was published with, or publish the site again with this one\.$/;
  for (const text of ["<p>Not found", '{"indexes":{}}', "[]", search.replace('"ends"', '"stops"')]) {
    expect(await errorFor("search.json", text)).toMatch(start);
    expect(await errorFor("search.json", text)).toMatch(advice);
  }
  expect(await errorFor("search.json", search.replace('"ends"', '"stops"'))).toContain("`indexes.0.ends` is missing");
  expect(await errorFor(part, "<p>Not found")).toMatch(start);
});

test("a list of anchors of another version is explained, too", () => {
  const older = { pages: ["/api/"], operations: [], tags: [], schemas: [], places: [] };
  expect(() => parseAnchors(JSON.stringify(older))).toThrow(/another version of docs-build.*`anchors` is missing/);
});
