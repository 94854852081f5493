import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { explain } from "#cli/explain/explain.ts";

import { blockOf } from "../support/explained-block.ts";
import { bin, runCommand, spawnCli } from "../support/run-command.ts";
import { shippedFolder, temporaryFolder, type TemporaryFolder } from "../support/temporary-folder.ts";
import { specifiedRoutes } from "../support/shipped-site.ts";
import { type RunningServer, type ServedSite, startWebServer, webServers } from "../support/web-servers.ts";

/* The shipped site on real web servers, where they are installed, with the snippets of `docs-build headers`. */
const installed = webServers.filter(({ program }) => program !== null);

test.for(webServers)("the snippet for $format is tested on $format itself", ({ program }, { skip }) => {
  skip(program === null, "it is not installed here");
  expect(program).not.toBeNull();
});

const redirects =
  "\nredirects:\n  - { from: /old, to: /broker-api }\n  - { from: /old-part, to: '/broker-api?a=1#check-your-settings' }\n  - { from: /old.html, to: /carrier-api }\n";

/** The site below a base URL, in `www`, built once for all servers. */
async function publishedSite(baseUrl: string): Promise<TemporaryFolder> {
  const site = await shippedFolder();
  await site.write({ "content/site.yaml": (await site.read("content/site.yaml")) + redirects });
  const built = await spawnCli(["--quiet", "--base-url", baseUrl, "--out", `www${baseUrl}`], { cwd: site.path });
  expect(`${built.code}${built.stderr}`).toBe("0");
  return site;
}

const sites = new Map<string, TemporaryFolder>();

beforeAll(async () => {
  if (installed.length > 0) for (const baseUrl of ["/", "/docs/"]) sites.set(baseUrl, await publishedSite(baseUrl));
});

afterAll(async () => {
  for (const site of sites.values()) await site[Symbol.asyncDispose]();
});

const cases = installed.flatMap((server) => ["/", "/docs/"].map((baseUrl) => ({ server, baseUrl })));

describe.each(cases)("$server.format below $baseUrl", ({ server, baseUrl }) => {
  let folder: string;
  let running: RunningServer;

  beforeAll(async () => {
    const site = sites.get(baseUrl);
    const { stdout } = await spawnCli(["headers", "--format", server.format, "--base-url", baseUrl], {
      cwd: site?.path ?? "",
    });
    await site?.write({ [server.format]: stdout });
    const root = join(site?.path ?? "", "www");
    folder = join(root, baseUrl);
    running = await startWebServer(server, { root, snippet: join(root, "..", server.format) });
  });

  afterAll(async () => running[Symbol.asyncDispose]());

  const ask = async (path: string): Promise<Response> =>
    fetch(running.origin + baseUrl.slice(0, -1) + path, { redirect: "manual" });
  const fileOf = async (path: string): Promise<string> => readFile(join(folder, path), "utf8");

  test("every route answers in both slash forms, in its exact case only", async () => {
    for (const route of [...specifiedRoutes, "/api/v1/"]) {
      const bare = route.replace(/\/$/, "");
      const html = await fileOf(`${bare}/index.html`);
      for (const path of [`${bare}/`, `${bare}/?q=1`, ...(bare === "" ? [] : [bare, `${bare}?q=1`])]) {
        const answer = await ask(path);
        expect([path, answer.status]).toEqual([path, 200]);
        expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
        expect((await answer.text()) === html, path).toBe(true);
      }
    }
    expect((await ask("/TAI/TAI-PAGES")).status).toBe(404);
  });

  test("a missing page gets the not-found page, and so do configuration files for hosts", async () => {
    const html = await fileOf("404.html");
    for (const path of [
      "/nowhere",
      "/no/such/page/",
      "/assets/none.js",
      "/_headers",
      "/_redirects",
      "/docs-build.json",
    ]) {
      const answer = await ask(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect((await answer.text()) === html, path).toBe(true);
    }
  });

  test("old addresses redirect in both slash forms and keep the query", async () => {
    const base = baseUrl.slice(0, -1);
    const where = async (path: string): Promise<string> => {
      const answer = await ask(path);
      const location = answer.headers.get("location") ?? "";
      return `${answer.status} ${location.replace(running.origin, "")}`;
    };
    for (const path of ["/old", "/old/"]) {
      expect(await where(path)).toBe(`301 ${base}/broker-api`);
      expect(await where(`${path}?q=1`)).toBe(`301 ${base}/broker-api?q=1`);
    }
    expect(await where("/old-part?q=1")).toBe(`301 ${base}/broker-api?a=1&q=1#check-your-settings`);
    expect(await where("/old.html")).toBe(`301 ${base}/carrier-api`);
  });

  test("every response has the policies, and the caching that its name allows", async () => {
    const [everywhere = ""] = (await fileOf("_headers")).split("\n\n");
    const policies = [...everywhere.matchAll(/^ {2}([\w-]+): (.*)$/gm)];
    expect(policies.map(([, name]) => name)).toEqual([
      "Content-Security-Policy",
      "X-Content-Type-Options",
      "Referrer-Policy",
      "Permissions-Policy",
      "Cross-Origin-Opener-Policy",
    ]);
    const files = await readdir(join(folder, "assets"), { recursive: true, withFileTypes: true });
    const assets = files
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(folder.replace(/\/$/, "").length));
    // nginx redirects a folder to its slash before it applies the headers of a location.
    const front = server.format === "caddy" && baseUrl !== "/" ? [""] : [];
    for (const path of [...front, "/", "/broker-api", "/api/", "/nowhere", "/robots.txt", "/favicon.ico", ...assets]) {
      const answer = await ask(path);
      for (const [, name = "", value = ""] of policies)
        expect([path, name, answer.headers.get(name)]).toEqual([path, name, value]);
      const caching = path.startsWith("/assets/")
        ? "public, max-age=31536000, immutable"
        : "public, max-age=0, must-revalidate";
      expect([path, answer.headers.get("cache-control")]).toEqual([path, caching]);
    }
  });
});

test("the Dockerfile of `explain ci` builds what nginx serves, with the rules of the package", async ({ skip }) => {
  const nginx = installed.find(({ format }) => format === "nginx");
  if (nginx === undefined) return skip("nginx is not installed here");
  await using site = await temporaryFolder({ "content/index.md": "# Home", "content/site.yaml": "title: Docs" });
  const dockerfile = blockOf(explain("ci") ?? "", "Docker");
  for (const [, command = ""] of dockerfile.matchAll(/^RUN (?:--mount\S+ )?(.*)$/gm)) {
    const here = command
      .replace(/^npm ci$/, "true")
      .replace(/npm run build --|node_modules\/\.bin\/docs-build/, `node ${bin}`)
      .replace("/cache", "cache")
      .replace("/srv/www", join(site.path, "dist"))
      .replace("/etc/nginx/docs.conf", join(site.path, "docs.conf"));
    const { code, stderr } = await runCommand("sh", ["-c", here], { cwd: site.path });
    expect([command, code, stderr]).toEqual([command, 0, ""]);
  }
  expect(dockerfile).toContain("COPY --from=build /site/site.conf /etc/nginx/conf.d/default.conf");
  const snippet = join(site.path, "site.conf");
  const block = await site.read("site.conf");
  const image = {
    ...nginx,
    settings: ({ port }: ServedSite) => `daemon off; pid nginx.pid; error_log stderr;
      ${process.getuid?.() === 0 ? "user root;" : ""}
      events {}
      http {
        access_log off; client_body_temp_path tmp; proxy_temp_path tmp; fastcgi_temp_path tmp; uwsgi_temp_path tmp;
        scgi_temp_path tmp; include /etc/nginx/mime.types; ${block.replace("listen 80;", `listen 127.0.0.1:${port};`)}
      }`,
  };
  await using server = await startWebServer(image, { root: site.path, snippet });
  const home = await fetch(`${server.origin}/`);
  expect([home.status, home.headers.get("x-content-type-options")]).toEqual([200, "nosniff"]);
  expect(await home.text()).toContain("<h1>Home</h1>");
  expect((await fetch(`${server.origin}/nowhere`)).status).toBe(404);
});
