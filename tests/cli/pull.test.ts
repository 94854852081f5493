import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, test } from "vitest";
import { parse } from "yaml";

import { committed, pages, served, servedText } from "../fixtures/provider-documents.ts";
import { sendDocument, startProvider } from "../support/provider.ts";
import { runCli } from "../support/run-cli.ts";
import type { CommandResult } from "../support/run-command.ts";
import { temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";

const site = { ...pages, "openapi/api.yaml": committed };

test("pull fetches a Swagger 2.0 document, compares it, and stores it in block style with every digit", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder(site);
  const { code, stdout, stderr } = await pull(folder, [`${provider.origin}/redoc/?format=openapi`]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^breaking {3}Load\.weight: required now \(in requests and responses\)\n/);
  const line = "✓ 1 breaking, 2 additive, 8 wording → openapi/api.yaml; docs-build check shows what the pages need now";
  expect(stdout.trimEnd().split("\n").at(-1)).toBe(line);
  const stored = await readFile(join(folder.path, "openapi/api.yaml"), "utf8");
  expect(stored).toContain("\n        maximum: 9223372036854775807\n");
  expect(stored).toContain("\n  Load:\n    required:\n      - load_number\n");
  const { distance, ...properties } = parse(stored).definitions.Load.properties;
  expect(distance.title).toBe("Distance");
  expect(properties).toEqual({ ...served.definitions.Load.properties, distance: undefined });
  expect(provider.requests).toMatchObject([{ url: "/redoc/?format=openapi" }]);

  const again = await pull(folder, [`${provider.origin}/redoc/?format=openapi`]);
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toMatch(/^✓ openapi\/api\.yaml says what http:\/\/127\.0\.0\.1:\d+\/redoc\/\?… serves\n$/);
});

test("pull finds the document behind a drf-yasg page, and says once that its PATCH accepts partial records", async () => {
  const schema = { $ref: "#/definitions/Load" };
  const parameters = [{ name: "data", in: "body", required: true, schema }];
  const body = { parameters, responses: { 200: { description: "" } } };
  const [put, patch] = ["loads_update", "loads_partial_update"].map((operationId) => ({ ...body, operationId }));
  const Load = { type: "object", required: ["weight"], properties: { weight: { type: "integer" } } };
  const info = { title: "Loads", version: "v1" };
  const document = { swagger: "2.0", info, paths: { "/loads/": { put, patch } }, definitions: { Load } };
  await using provider = await startProvider(({ url }, response) => {
    if (url.endsWith("?format=openapi")) sendDocument(response, JSON.stringify(document));
    else response.writeHead(200, { "content-type": "text/html" }).end('<script src="/static/drf-yasg/redoc-init.js">');
  });
  await using folder = await temporaryFolder(site);
  const { code, stderr } = await pull(folder, [`${provider.origin}/redoc/`]);
  expect(code).toBe(0);
  expect(stderr.replaceAll(provider.origin, "ORIGIN")).toMatchInlineSnapshot(`
    "warning ORIGIN/redoc/ is a page of drf-yasg; its document has the same address with format=openapi — add ?format=openapi to the address live/page
    warning PATCH /loads/: the document requires a whole record, and a part of one is taken here — drf-yasg describes \`partial_update\` by the record of PUT, and its server takes any part live/partial-update
    "
  `);
  expect(provider.requests.map(({ url }) => url)).toEqual(["/redoc/", "/redoc/?format=openapi"]);
});

test("a document that differs only in layout leaves the stored file unchanged", async () => {
  const text = JSON.stringify(parse(committed));
  await using provider = await startProvider((_, response) => sendDocument(response, text));
  await using folder = await temporaryFolder(site);
  expect(await pull(folder, [provider.origin])).toMatchObject({ code: 0 });
  expect(await readFile(join(folder.path, "openapi/api.yaml"), "utf8")).toBe(committed);

  await using marked = await temporaryFolder({ ...pages, "openapi/api.json": `\uFEFF${text}` });
  expect((await pull(marked, [provider.origin])).stdout).toMatch(/^✓ openapi\/api\.json says what /);
});

test("a long list of differences is cut unless --all is given", async () => {
  const states = Array.from({ length: 99 }, (_, index) => `"STATE_${index}"`);
  const text = servedText.replace('"ON_HOLD"', states.join(", "));
  await using provider = await startProvider((_, response) => sendDocument(response, text));
  await using folder = await temporaryFolder(site);
  const { stdout } = await pull(folder, [provider.origin, "--dry-run"]);
  expect(stdout).toMatch(/Status: new values `STATE_0`, .*`STATE_\d+` … \(--all shows the rest\)\n/);
  expect((await pull(folder, [provider.origin, "--dry-run", "--all"])).stdout).toContain("`STATE_97`, `STATE_98` (in");
});

test("the settings name the address, and the header is sent with the variable's value", async () => {
  await using provider = await startProvider((request, response) => {
    if (request.headers.authorization === "Token s3cret") sendDocument(response, servedText);
    else response.writeHead(401, { "content-type": "application/json" }).end("{}");
  });
  const settings = `live:\n  url: ${provider.origin}/redoc/?format=openapi\n  variable: API_AUTH\n`;
  await using folder = await temporaryFolder({ ...site, "content/site.yaml": settings });

  const wrong = await pull(folder, [], { API_AUTH: "Token wr0ng" });
  expect(wrong.code).toBe(1);
  expect(wrong.stderr).toMatch(/error http:\S+ answered 401 Unauthorized — is the value of API_AUTH right\?/);
  expect(wrong.stdout + wrong.stderr).not.toContain("wr0ng");
  await expectUntouched(folder);

  const missing = await pull(folder, [], { API_AUTH: "" });
  expect(missing.code).toBe(1);
  expect(missing.stderr).toContain("error content/site.yaml:3:3 the environment variable API_AUTH isn't set");
  expect(provider.requests).toHaveLength(1);

  const broken = await pull(folder, [], { API_AUTH: "Token s3\ncret" });
  expect(broken.code).toBe(1);
  expect(broken.stderr).toContain("the value of API_AUTH holds characters that no header can carry");
  expect(broken.stderr).not.toContain("s3");

  const right = await pull(folder, [], { API_AUTH: "Token s3cret" });
  expect(right.code).toBe(0);
  expect(right.stdout + right.stderr).not.toContain("s3cret");
});

test("credentials are sent only to their own host, even after a redirect", async () => {
  await using other = await startProvider((_, response) => sendDocument(response, servedText));
  await using provider = await startProvider((_, response) => {
    response.writeHead(302, { location: `${other.origin}/swagger.json` }).end();
  });
  const settings = `live:\n  url: ${provider.origin}\n  header: X-Key\n  variable: API_AUTH\n`;
  await using folder = await temporaryFolder({ ...site, "content/site.yaml": settings });
  const environment = { API_AUTH: "s3cret" };
  expect(await pull(folder, ["--dry-run"], environment)).toMatchObject({ code: 0 });
  expect(provider.requests[0]?.headers["x-key"]).toBe("s3cret");
  expect(other.requests[0]?.headers["x-key"]).toBeUndefined();

  const { code, stderr } = await pull(folder, [other.origin, "--dry-run"], environment);
  expect(code).toBe(0);
  expect(stderr).toContain("warning API_AUTH isn't sent:");
  expect(other.requests[1]?.headers["x-key"]).toBeUndefined();

  const named = await pull(folder, [other.origin, "--dry-run", "--auth-variable", "API_AUTH"], environment);
  expect(named.code).toBe(0);
  expect(other.requests[2]?.headers["x-key"]).toBe("s3cret");
});

test("pull recognizes YAML by its content type, and JSON whatever the address ends in", async () => {
  await using provider = await startProvider((request, response) => {
    if (request.url === "/api.json")
      sendDocument(response, committed.replace("minimum: 0", "minimum: 1"), "application/yaml");
    else sendDocument(response, servedText, "text/plain; charset=utf-8");
  });
  await using folder = await temporaryFolder(site);
  const yaml = await pull(folder, [`${provider.origin}/api.json`, "--dry-run"]);
  expect(yaml.stdout).toContain("breaking   Load.weight: minimum 1 now, was minimum 0 (in requests and responses)\n");
  expect(await pull(folder, [`${provider.origin}/api.yaml`, "--out", "openapi/live.json"])).toMatchObject({ code: 0 });
  const json = await readFile(join(folder.path, "openapi/live.json"), "utf8");
  expect(json).toContain('\n          "maximum": 9223372036854775807,\n');
  expect(JSON.parse(json)).toMatchObject({ swagger: "2.0", paths: served.paths });
});

test("a first document is written to the path where the build will find it", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder({ "content/index.md": "# Home" });
  const { code, stdout } = await pull(folder, [provider.origin]);
  expect(code).toBe(0);
  expect(stdout).toContain("✓ nothing to compare with → openapi/openapi.yaml");
  expect(await runCli(["check"], { cwd: folder.path })).toMatchObject({ code: 0 });
});

test("pull tries again when a server is busy or drops the connection", async () => {
  let attempts = 0;
  await using provider = await startProvider((_, response) => {
    attempts += 1;
    if (attempts === 1) response.writeHead(503, { "retry-after": "0" }).end();
    else if (attempts === 2) response.destroy();
    else sendDocument(response, servedText);
  });
  await using folder = await temporaryFolder(site);
  expect(await pull(folder, [provider.origin])).toMatchObject({ code: 0 });
  expect(attempts).toBe(3);
});

test.each([
  ["500", 1, "answered 500 Internal Server Error — the fault is the server's: try later"],
  ["404", 1, "answered 404 Not Found — is the address right?"],
  ["busy", 2, "answered 503 Service Unavailable (2 attempts)"],
  ["html", 1, "answered a web page, not a document — is the address right?"],
  ["html-as-json", 1, "answered a web page, not a document"],
  ["image", 1, "answered image/png, not a document"],
  ["latin1", 1, "answered bytes that aren't UTF-8 text"],
  ["loop", 6, "redirects more than 5 times"],
  ["stall", 2, "didn't answer within 0.3 s (2 attempts)"],
  ["slow-body", 2, "didn't answer within 0.3 s (2 attempts)"],
  ["truncated", 1, "isn't JSON"],
  ["other-json", 1, "isn't an OpenAPI document"],
  ["invalid", 1, "received.yaml:"],
  ["empty", 1, "has no operations — some servers leave out what the caller may not see"],
])("a response that isn't a contract leaves the old one in place: %s", async (path, requests, message) => {
  await using provider = await startProvider(({ url }, response) => {
    const send = (status: number, type: string, body: string | Uint8Array): unknown =>
      response.writeHead(status, { "content-type": type }).end(body);
    const responses: Readonly<Record<string, () => unknown>> = {
      500: () => send(500, "text/html", "<h1>Server Error</h1>"),
      404: () => send(404, "text/html", "<h1>Not Found</h1>"),
      busy: () => send(503, "text/plain", ""),
      html: () => send(200, "text/html; charset=utf-8", "<!doctype html><title>ReDoc</title>"),
      "html-as-json": () => send(200, "application/json", "<!doctype html><title>Log in</title>"),
      image: () => send(200, "image/png", "PNG"),
      latin1: () =>
        send(200, "application/json", Buffer.from('{"swagger":"2.0","info":{"title":"caf\u00e9"}}', "latin1")),
      loop: () => response.writeHead(302, { location: "/loop" }).end(),
      stall: () => undefined,
      "slow-body": () => response.writeHead(200, { "content-type": "application/json" }).write("{"),
      truncated: () => send(200, "application/json", servedText.slice(0, 400)),
      "other-json": () => send(200, "application/json", '{"detail": "hello"}'),
      invalid: () => send(200, "application/json", servedText.replace("#/definitions/Load", "#/definitions/Lode")),
      empty: () => send(200, "application/json", JSON.stringify({ ...served, paths: {} })),
    };
    responses[url.slice(1)]?.();
  });
  await using folder = await temporaryFolder(site);
  const flags = ["--timeout", "0.3", "--retries", "1"];
  const { code, stdout, stderr } = await pull(folder, [`${provider.origin}/${path}`, ...flags]);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain("    at ");
  expect(stdout).toBe("✗ nothing was compared; openapi/api.yaml is as it was\n");
  expect(provider.requests).toHaveLength(requests);
  await expectUntouched(folder);
});

test("pull stops a 200 MB response after 16 MB, and refuses a small one that unpacks to more", async () => {
  const block = Buffer.alloc(1_000_000, "[");
  let sent = 0;
  await using provider = await startProvider(({ url }, response) => {
    if (url === "/packed") {
      const packed = { "content-type": "application/json", "content-encoding": "gzip" };
      return void response.writeHead(200, packed).end(gzipSync(Buffer.alloc(40_000_000)));
    }
    const stated = url === "/stated" ? { "content-length": String(200 * block.length) } : {};
    response.writeHead(200, { "content-type": "application/json", ...stated });
    const more = (): void => {
      while (sent < 200 * block.length && !response.destroyed) {
        sent += block.length;
        if (!response.write(block)) return;
      }
    };
    response.on("drain", more);
    more();
  });
  await using folder = await temporaryFolder(site);
  for (const path of ["", "/stated", "/packed"]) {
    sent = 0;
    const { code, stderr } = await pull(folder, [provider.origin + path]);
    expect(code).toBe(1);
    expect(stderr).toContain("answered more than 16 MB");
    expect(sent).toBeLessThan(60 * block.length);
  }
  await expectUntouched(folder);
});

test("an unreachable server is named, without a stack", async () => {
  const provider = await startProvider(() => undefined);
  await provider[Symbol.asyncDispose]();
  await using folder = await temporaryFolder(site);
  const { code, stderr } = await pull(folder, [`${provider.origin}/redoc/?token=s3cret`, "--retries", "0"]);
  expect(code).toBe(1);
  expect(stderr).toContain(`error ${provider.origin}/redoc/?… refuses the connection — is the server running`);
  expect(stderr).not.toContain("s3cret");
  await expectUntouched(folder);
});

test("pull doesn't replace a file that isn't a contract, and wrong usage ends with 2", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder({ ...site, "package.json": '{ "name": "site" }' });
  const reasons = {
    "package.json": "it holds something other than an OpenAPI document",
    content: "it is a folder",
    "openapi/api.txt": "its name ends neither in .yaml nor in .json",
  };
  for (const [out, reason] of Object.entries(reasons)) {
    const { code, stderr } = await pull(folder, [provider.origin, "--out", out]);
    expect(code).toBe(1);
    expect(stderr).toContain(`${out} isn't replaced: `);
    expect(stderr).toContain(reason);
  }
  expect(provider.requests).toHaveLength(0);
  expect(await readFile(join(folder.path, "package.json"), "utf8")).toBe('{ "name": "site" }');
  for (const wrong of [["ftp://host/"], [provider.origin, "--timeout", "soon"]]) {
    expect(await pull(folder, wrong)).toMatchObject({ code: 2, stdout: "" });
  }
  const withPassword = await pull(folder, [provider.origin.replace("//", "//user:s3cret@")]);
  expect(withPassword.code).toBe(1);
  expect(withPassword.stderr).toContain("without a user name or password in it");
  expect(withPassword.stderr).not.toContain("s3cret");
});

test("--report json prints the report as JSON, and --dry-run writes nothing", async () => {
  await using provider = await startProvider((_, response) => sendDocument(response, servedText));
  await using folder = await temporaryFolder(site);
  const { stdout } = await pull(folder, [provider.origin, "--dry-run", "--report", "json"]);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    diagnostics: [],
    differences: [
      { kind: "required", severity: "breaking", subject: "Load.weight", directions: ["request", "response"] },
      { kind: "value-added", severity: "additive", subject: "Status" },
      { kind: "field-added", severity: "additive", subject: "Load.distance" },
      ...Array.from({ length: 8 }, () => ({ severity: "wording" })),
    ],
    summary: { outcome: "kept", document: "openapi/api.yaml", breaking: 1, additive: 2, wording: 8 },
  });
  await expectUntouched(folder);
});

async function pull(
  folder: TemporaryFolder,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return runCli(["pull", ...args], { cwd: folder.path, env });
}

async function expectUntouched(folder: TemporaryFolder): Promise<void> {
  expect(await readFile(join(folder.path, "openapi/api.yaml"), "utf8")).toBe(committed);
  expect(await readdir(join(folder.path, "openapi"))).toEqual(["api.yaml"]);
}
