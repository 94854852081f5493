import { createHash } from "node:crypto";
import { lookup } from "node:dns/promises";
import { mkdir, rename, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

import { afterAll, beforeAll, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { rawRequest, request } from "../support/raw-request.ts";
import { runCli } from "../support/run-cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ServedFolder, serveSite, smallSite as site, startServe } from "../support/serve-process.ts";

const editor = "idea://open?file={file}&line={line}";

/** Three servers for all tests that don't need their own site. */
let hosted: ServedFolder;
let watched: ServedFolder;
/** This site has an error, a base URL and more host names. */
let based: ServedFolder;

beforeAll(async () => {
  const names = ["--allow-host", "Docs.example.com", "--allow-host", "box"];
  [hosted, watched, based] = await Promise.all([
    serveSite({ ...site, "secret.txt": "top secret", "content-secret/x.txt": "top secret" }),
    serveSite(site, ["--watch", "--editor", editor]),
    serveSite({ ...site, "content/index.md": "Shown. [x](/nowhere)" }, ["--base-url", "/docs/", ...names]),
  ]);
});

afterAll(async () => {
  for (const running of [hosted, watched, based]) await running[Symbol.asyncDispose]();
});

test("serve builds the site and serves the same bytes as a build, like a good static host", async () => {
  const { server, folder } = hosted;
  const built = await runCli(["--quiet"], { cwd: folder.path });
  expect(built.code).toBe(0);
  for (const [path, file] of [
    ["/", "index.html"],
    ["/guide", "guide/index.html"],
    ["/guide/", "guide/index.html"],
  ] as const) {
    const response = await fetch(server.origin + path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(hash(await response.text())).toBe(hash(await folder.read(`dist/${file}`)));
  }
  const missing = await fetch(`${server.origin}/no/such/page`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("couldn't find that page");
});

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

test("responses have an ETag, are compressed on request, and unchanged files get a 304", async () => {
  const { port } = hosted.server;
  const plain = await request({ port, path: "/guide" });
  const packed = await request({ port, path: "/guide", headers: { "accept-encoding": "gzip" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(packed.headers["vary"]).toBe("accept-encoding");
  expect(packed.headers["etag"]).not.toBe(plain.headers["etag"]);
  expect(gunzipSync(packed.body).toString()).toBe(plain.body.toString());
  const unwanted = await request({ port, path: "/guide", headers: { "accept-encoding": "br" } });
  expect(unwanted.headers["content-encoding"]).toBeUndefined();
  for (const tag of [plain.headers["etag"], `"other", W/${plain.headers["etag"]}`, "*"]) {
    const known = await request({ port, path: "/guide/", headers: { "if-none-match": tag ?? "" } });
    expect([known.status, known.body.length]).toEqual([304, 0]);
  }
  const head = await request({ port, path: "/guide", method: "HEAD" });
  expect([head.status, head.body.length, head.headers["content-length"]]).toEqual([200, 0, String(plain.body.length)]);
  const written = await request({ port, path: "/guide", method: "POST" });
  expect([written.status, written.headers["allow"]]).toEqual([405, "GET, HEAD"]);
});

test("other origins can't read or embed a response", async () => {
  const { port } = watched.server;
  for (const path of ["/", "/nothing", "/picture.svg", "/__docs-build/client.js"]) {
    const { headers } = await request({ port, path });
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  }
});

test("requests for another host name or from another origin are refused", async () => {
  const { port } = watched.server;
  const own = `localhost:${port}`;
  const status = async (headers: Readonly<Record<string, string>>, path = "/"): Promise<number> =>
    (await request({ port, path, headers: { host: own, ...headers }, isStream: true })).status;
  expect([await status({}), await status({ host: "evil.example" })]).toEqual([200, 403]);
  expect(await rawRequest(port, "GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1\.1 403/);
  expect(await rawRequest(port, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 403/);
  expect(await status({ origin: `http://${own}` })).toBe(200);
  for (const path of ["/", "/__docs-build/events"])
    expect([path, await status({ origin: "http://evil.example" }, path)]).toEqual([path, 403]);
  expect(await status({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" })).toBe(403);
  expect(await status({ "sec-fetch-site": "same-site", "sec-fetch-mode": "cors" }, "/__docs-build/events")).toBe(403);
  expect(await status({ "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" })).toBe(200);
});

test("no request target can reach files outside the site or crash the server", async () => {
  const { server, folder } = hosted;
  // prettier-ignore
  const targets = [
    "../secret.txt", "/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/..%5csecret.txt",
    "/..\\secret.txt", "/assets/../../secret.txt", "/assets/..;/secret.txt", "//secret.txt", "/./secret.txt", "/secret.txt",
    "/content/guide.md", "/.env", "/.git/config", `${folder.path}/secret.txt`, `/@fs${folder.path}/secret.txt`,
    `/file://${folder.path}/secret.txt`, "/%00", "/guide%00.html", "/%", "/%zz", "/%c3%28", "/\u00ff", "http://evil.example/",
    `http://localhost:${server.port}/guide`, "*", "", "?", "#", "/#/../secret.txt", "/guide?../../secret.txt",
    `/${"a".repeat(8000)}`, `/${"%2e%2e/".repeat(500)}etc/passwd`, "/__proto__", "/constructor", "/__docs-build/../secret.txt",
  ];
  for (const target of targets) {
    const response = await rawRequest(
      server.port,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    );
    const [, status = "none"] = /^HTTP\/1\.1 (\d+)/.exec(response) ?? [];
    const expected = target.startsWith("/guide?") ? ["200"] : ["400", "403", "404"];
    expect(expected, `${target} → ${response.slice(0, 80)}`).toContain(status);
    expect(response).not.toContain("top secret");
    expect(response).not.toContain("root:");
  }
  const others = [
    "GET / HTTP/9.9\r\n\r\n",
    "\r\n\r\n",
    "garbage\r\n\r\n",
    "GET /\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(40_000)}\r\n\r\n`,
    "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
  ];
  for (const text of others) {
    const response = await rawRequest(server.port, text);
    if (response !== "") expect(response, text.slice(0, 60)).toMatch(/^HTTP\/1\.1 (?:400|403|405|431|505|200)/);
  }
  expect((await fetch(`${server.origin}/guide`)).status).toBe(200);
});

test("serve tries the next port if one is in use, and reports the conflict if --port named it", async () => {
  await using folder = await temporaryFolder(site);
  const occupied = await occupy(3000);
  try {
    await using server = await startServe(["--root", folder.path]);
    expect(server.port).toBeGreaterThan(3000);
    for (const more of [[], ["--watch"]]) {
      const args = ["serve", "--root", folder.path, "--port", String(server.port), ...more];
      const refused = await runCli(args, { cwd: folder.path });
      const message = `port ${server.port} is taken — choose another with --port`;
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  } finally {
    occupied?.close();
  }
});

/** Listens on a port, unless another process already does. */
async function occupy(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

test("a site with errors is served under its base URL only, and its errors are reported", async () => {
  const { server } = based;
  expect(server.output()).toContain(`http://localhost:${server.port}/docs/`);
  expect(server.output()).toMatch(/error \S*content\/index\.md:1:8 .*link\/broken[^]*✗ 3 pages, \d+ ms, 1 error/);
  const statuses = ["/docs/", "/docs", "/docs/guide", "/docs/guide/", "/docs/nowhere", "/", "/guide", "/docsguide"].map(
    async (path) => (await fetch(server.origin + path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 404, 404, 404, 404]);
  expect(await server.read("/docs/")).toContain('Shown. <a href="/docs/nowhere">');
});

test("serve without --watch ends if the site can't be built at all", async () => {
  await using folder = await temporaryFolder({ ...site, "templates/footer.tsx": "export function Footer( {" });
  const { code, stderr, stdout } = await runCli(["serve", "--root", ".", "--port", "0"], { cwd: folder.path });
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("templates/footer.tsx:1:");
});

test("wrong flags are reported as wrong usage", async () => {
  const wrong = ["--port x", "--port 70000", "--editor javascript:alert(1)//{file}", "--base-url docs", "--wach"];
  for (const args of wrong)
    expect((await runCli(["serve", ...args.split(" ")], { cwd: packageRoot })).code, args).toBe(2);
});

/** Edits watched files. When the test ends, they're as before and the site is built again. */
async function editWatched(): Promise<ServedFolder> {
  const { server, folder } = watched;
  const pages = ["/", "/guide"];
  const versions = await Promise.all(pages.map(versionOf));
  return {
    ...watched,
    async [Symbol.asyncDispose]() {
      await folder.write(site);
      for (const [index, page] of pages.entries()) {
        using channel = server.listen(page);
        await channel.next(({ kind, version }) => kind === "fresh" && version === versions[index]);
      }
    },
  };
}

async function versionOf(page: string): Promise<string | null> {
  using channel = watched.server.listen(page);
  return (await channel.next(() => true)).version;
}

const own = (text: string): string => `import { Island } from "../island.tsx";
import Own from "../islands/own.tsx";
export default () => <><p>${text}</p><Island name="own" component={Own} props={{}} /></>;
`;

test("--watch shows an edit of every kind of source", async () => {
  await using running = await serveSite(
    {
      ...site,
      "content/site.yaml": "title: Before\n",
      "content/_blocks/note.md": "Old note.\n",
      "content/with-note.md": "# With a note\n\n::include{file=_blocks/note.md}\n",
      "openapi/api.yaml": contract("Old title"),
      "templates/footer.tsx": footer("Old footer"),
      "content/with-own.md": "# With one of its own\n\n::own\n",
      "templates/directives/own.tsx": own("Old own"),
      "templates/islands/own.tsx": "export default () => <button>Old island</button>;\n",
      "templates/styles/tokens.css": ":root { --old: 1; }",
    },
    ["--watch"],
  );
  const { server, folder } = running;
  const shows = async (path: string, text: string): Promise<void> =>
    void (await server.untilPage(path, (html) => html.includes(text)));
  await folder.write({ "content/guide.md": "# Guide\n\nNew words.\n" });
  await shows("/guide", "New words.");
  await folder.write({ "content/guide.md": "# Guide\r\n\r\nWindows words.\r\n\r\n- a\r\n- b\r\n" });
  await shows("/guide", "<p>Windows words.</p>");
  await folder.write({ "content/_blocks/note.md": "New note.\n" });
  await shows("/with-note", "New note.");
  await folder.write({ "content/site.yaml": "title: After\n" });
  await shows("/", "| After</title>");
  await folder.write({ "openapi/api.yaml": contract("New title") });
  await shows("/api/", "New title");
  await folder.write({ "templates/footer.tsx": footer("New footer") });
  await shows("/", "New footer");
  await shows("/with-own", "<button>Old island</button>");
  await folder.write({ "templates/directives/own.tsx": own("New own") });
  await shows("/with-own", "<p>New own</p>");
  await folder.write({ "templates/islands/own.tsx": "export default () => <button>New island</button>;\n" });
  await shows("/with-own", "<button>New island</button>");
  const [island = ""] = /\/assets\/island-own-[A-Z0-9]+\.js/.exec(await server.read("/with-own")) ?? [];
  expect(await server.read(island)).toContain("New island");
  const before = /styles-[A-Z0-9]+\.css/.exec(await server.read("/"))?.[0] ?? "";
  await folder.write({ "templates/styles/tokens.css": ":root { --new: 1; }" });
  const html = await server.untilPage("/", (text) => !text.includes(before));
  const [styles = ""] = /\/assets\/styles-[A-Z0-9]+\.css/.exec(html) ?? [];
  expect(await server.read(styles)).toMatch(/--new:\s*1/);
  await folder.write({ "content/picture.svg": '<svg xmlns="http://www.w3.org/2000/svg"><path/></svg>' });
  using channel = server.listen("/guide");
  await channel.next(() => true);
  await folder.write({ "content/brand-new.md": "# Brand new\n" });
  await shows("/brand-new", "Brand new");
  await mkdir(join(folder.path, "content/deep/down"), { recursive: true });
  await folder.write({ "content/deep/down/page.md": "# Deep\n" });
  await shows("/deep/down/page", "Deep");
  await rename(join(folder.path, "content/deep"), join(folder.path, "content/moved"));
  await shows("/moved/down/page", "Deep");
  await server.untilPage("/deep/down/page", (text) => text.includes("couldn't find that page"));
  await rm(join(folder.path, "content/moved"), { recursive: true });
  await server.untilPage("/moved/down/page", (text) => text.includes("couldn't find that page"));
});

test("--watch updates search and Markdown pages after each edit, with the same bytes as a build", async () => {
  await using running = await editWatched();
  const { server, folder } = running;
  for (const words of ["First words.", "Second words."]) {
    await folder.write({ "content/guide.md": `# Guide\n\n${words}\n` });
    await server.untilPage("/guide", (html) => html.includes(words));
    const built = await runCli(["--quiet"], { cwd: folder.path });
    expect(built.code).toBe(0);
    expect(await server.read("/guide.md")).toContain(words);
    const parts = (await folder.read("dist/search.json")).match(/[0-9a-f]{12}/g) ?? [];
    expect(parts.length).toBeGreaterThan(0);
    const paths = parts.map((name) => `assets/search/part-${name}.json`);
    for (const path of ["search.json", "guide.md", "llms.txt", "llms-full.txt", ...paths])
      expect([path, await server.read(`/${path}`)]).toEqual([path, await folder.read(`dist/${path}`)]);
  }
});

function contract(title: string): string {
  return `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`;
}

function footer(text: string): string {
  return `export function Footer() { return <footer>${text}</footer>; }\n`;
}

test("--watch shows a page with an error, and reports the error and its position until it's fixed", async () => {
  await using running = await editWatched();
  const { server, folder } = running;
  using channel = server.listen("/guide");
  const good = await channel.next(() => true);
  await folder.write({ "content/guide.md": "# Guide\n\nSee [nothing](/nowhere).\n" });
  const broken = await channel.next(({ problems }) => problems.length > 0);
  expect(broken.kind).toBe("fresh");
  expect(broken.version).not.toBe(good.version);
  const file = encodeURI(`${folder.path}/content/guide.md`);
  const at = { position: "content/guide.md:3:5", editorUrl: `idea://open?file=${file}&line=3` };
  expect(broken.problems).toMatchObject([{ code: "link/broken", ...at, isOfPage: true, addresses: ["/nowhere"] }]);
  expect(await server.read("/guide")).toContain("See <a");
  await folder.write({ "content/index.md": "# Home\n\nChanged meanwhile.\n" });
  await server.untilPage("/", (html) => html.includes("Changed meanwhile."));
  await server.untilOutput(/guide\.md:3:5.*\n {2}3 \| See/);
  await folder.write({ "content/guide.md": "# Guide\n\nMended.\n" });
  await server.untilPage("/guide", (html) => html.includes("Mended."));
  await channel.next(
    ({ version, problems }) => version !== good.version && version !== broken.version && problems.length === 0,
  );
});

test("--watch survives a site with nothing to show and templates that don't compile, throw or exit", async () => {
  await using running = await serveSite({ "content/static/x.txt": "x" }, ["--watch"]);
  const { server, folder } = running;
  const waiting = await fetch(server.origin);
  expect(waiting.status).toBe(503);
  expect(await waiting.text()).toContain("No page of this site can be shown yet");
  await folder.write({ "content/index.md": "A start. [x](/nowhere)" });
  await server.untilPage("/", (html) => html.includes("A start."));
  await folder.write({ ...site, "templates/footer.tsx": footer("Good") });
  await server.untilPage("/guide", (html) => html.includes("Good") && html.includes("Words."));
  await server.untilPage("/", (html) => html.includes("Good"));
  using channel = server.listen();
  await folder.write({ "templates/footer.tsx": "export function Footer() { return <footer>; }\n" });
  // The page appears before its build's report; the previous report may still arrive.
  const syntax = await channel.next(({ problems }) => problems[0]?.code === "template/invalid");
  expect(syntax.problems[0]).toMatchObject({
    position: expect.stringMatching(/^templates\/footer\.tsx:1:\d+$/),
    frame: { line: 1, lines: [{ text: expect.stringContaining("<footer>") }] },
  });
  await folder.write({
    "templates/footer.tsx": "export function Footer() { throw new Error('thrown by a template'); }\n",
  });
  const thrown = await channel.next(({ problems }) => problems[0]?.message.includes("thrown by a template") === true);
  expect(thrown.problems[0]?.position).toMatch(/^templates\/footer\.tsx:1:/);
  expect(thrown.stale).toEqual([
    { file: "content/index.md", template: "templates/footer.tsx", since: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  expect(await server.read("/")).toContain("Good");
  await folder.write({ "templates/footer.tsx": "export function Footer() { process.exit(3); }\n" });
  await channel.next(({ problems }) => problems[0]?.message.includes("thread ended") === true);
  await folder.write({ "templates/footer.tsx": footer("Good again") });
  await server.untilPage("/", (html) => html.includes("Good again"));
});

test("--allow-host serves the site under the given names, and a refusal for other names mentions the flag", async () => {
  const requestAs = async (host: string) => request({ port: based.server.port, path: "/docs/", headers: { host } });
  const [first, second] = [await requestAs("docs.example.com"), await requestAs("box:3000")];
  expect([first.status, second.status]).toEqual([200, 200]);
  const refused = await requestAs("x.docs.example.com");
  expect([refused.status, refused.body.toString()]).toEqual([
    403,
    "This server answers only to its own address. If x.docs.example.com should lead here, start it with --allow-host x.docs.example.com\n",
  ]);
  expect((await requestAs("<script>.example")).body.toString()).toBe("This server answers only to its own address.\n");
});

test.each(["*.example.com", ".example.com", "https://docs.example.com", "docs.example.com:3000", ""])(
  "--allow-host %j isn't an exact name and is wrong usage",
  async (name) => {
    const { code, stderr } = await runCli(["serve", "--allow-host", name], { cwd: "." });
    expect([code, stderr]).toEqual([2, expect.stringContaining("It must be one exact name")]);
  },
);

test("the contract's sandbox responds on the same origin, also under the name given by --host", async () => {
  const loads = '{ get: { operationId: loads, responses: { "200": { description: Loads. } } } }';
  const api = `${contract("API").replace("paths: {}", `paths: { /loads/: ${loads} }`)}servers: [{ url: /v1/api }]\n`;
  const name = await lookup(hostname()).then(hostname, () => "localhost");
  await using running = await serveSite({ ...site, "openapi/api.yaml": api }, ["--host", name]);
  const loaded = async (prefer: string) =>
    fetch(`http://${name}:${running.server.port}/v1/api/loads/`, { headers: { prefer } });
  const response = await loaded("");
  expect([response.status, response.headers.get("x-sandbox")]).toEqual([200, "example"]);
  expect((await loaded("code=503, delay=1")).status).toBe(503);
  // This response has no body to cut in half.
  await expect(loaded("cut")).rejects.toThrow("fetch failed");
});

test.each([
  ["hosted", "SIGTERM", 143],
  ["watched", "SIGINT", 130],
] as const)("a %s server ends on %s with code %s, even with open connections", async (name, signal, code) => {
  const { server } = { hosted, watched }[name];
  using channel = watched.server.listen();
  await channel.next(() => true);
  server.child.kill(signal);
  expect(await server.exited).toBe(code);
});
