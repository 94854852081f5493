import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { beforeAll, describe, expect, test } from "vitest";

import { packageRoot } from "#package.ts";

import { contentsOf } from "../support/edited-site.ts";
import { buildShippedSite, specifiedRoutes } from "../support/shipped-site.ts";

/*
 * How static hosts respond, from their documentation: enough of each to see whether a site works on it. The site is a
 * set of files; below a base URL, the host strips it.
 */
type Files = ReadonlyMap<string, string>;

interface HostAnswer {
  readonly status: number;
  readonly location?: string;
  readonly body?: string;
}

interface Host {
  readonly name: string;
  /** Answers a path with its query, as a browser sends it. */
  readonly answer: (files: Files, target: string) => HostAnswer;
}

const split = (target: string): { path: string; query: string } => {
  const index = target.indexOf("?");
  return index < 0 ? { path: target, query: "" } : { path: target.slice(0, index), query: target.slice(index) };
};

const notFound = (files: Files): HostAnswer => ({ status: 404, body: files.get("404.html") ?? "" });

/** A host that sends `/x` to `/x/` where `x/index.html` lies, with the given status. */
function folderHost(name: string, redirect: number, options: { keepsQuery: boolean; stripsHtml: boolean }): Host {
  return {
    name,
    answer(files, target) {
      const { path, query } = split(target);
      const file = decodeURIComponent(path).slice(1);
      const body = files.get(file === "" || file.endsWith("/") ? `${file}index.html` : file);
      if (body !== undefined) return { status: 200, body };
      if (files.has(`${file}/index.html`))
        return { status: redirect, location: `${path}/${options.keepsQuery ? query : ""}` };
      const html = options.stripsHtml ? files.get(`${file}.html`) : undefined;
      return html === undefined ? notFound(files) : { status: 200, body: html };
    },
  };
}

const githubPages = folderHost("GitHub Pages", 301, { keepsQuery: true, stripsHtml: true });
const s3Website = folderHost("S3 website", 302, { keepsQuery: false, stripsHtml: false });

/** Cloudflare Pages: `_redirects` first, `/x` to `/x/` by 308. */
const cloudflarePages: Host = {
  name: "Cloudflare Pages",
  answer(files, target) {
    const { path } = split(target);
    const redirect = (files.get("_redirects") ?? "")
      .split("\n")
      .map((line) => line.split(" "))
      .find(([from]) => from === path);
    if (redirect !== undefined) {
      const [, to = "", status = "302"] = redirect;
      return { status: Number(status), location: to };
    }
    return folderHost("", 308, { keepsQuery: true, stripsHtml: true }).answer(files, target);
  },
};

/** The headers that a `_headers` file gives a path, equal ones joined by a comma. `*` matches anything. */
function headersFor(text: string, path: string): Record<string, string> {
  const headers: Record<string, string> = {};
  let matches = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("/")) matches = new RegExp(`^${line.split("*").map(escapeRegExp).join(".*")}$`).test(path);
    const [, name, value] = /^\s+([\w-]+): (.*)$/.exec(line) ?? [];
    if (!matches || name === undefined || value === undefined) continue;
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

const hosts = [githubPages, cloudflarePages, s3Website];
const redirects = "\nredirects:\n  - { from: /old, to: /broker-api }\n";
const sites = new Map<string, Files>();

beforeAll(async () => {
  const settings = (await readFile(join(packageRoot, "content/site.yaml"), "utf8")) + redirects;
  for (const baseUrl of ["/", "/docs/"]) {
    const flags = { baseUrl, siteUrl: "https://docs.example.com" };
    sites.set(baseUrl, contentsOf(await buildShippedSite(flags, new Map([["content/site.yaml", settings]]))));
  }
});

/** Follows the host's redirects, as a browser does. The host knows the site without its base URL; `_redirects` names it. */
function visit(host: Host, baseUrl: string, target: string): HostAnswer & { readonly at: string } {
  const files = sites.get(baseUrl) ?? new Map<string, string>();
  let at = target;
  for (let hops = 0; hops < 4; hops++) {
    const answer = host.answer(
      files,
      host === cloudflarePages && baseUrl !== "/" && at.includes("/old") ? at : `/${at.slice(baseUrl.length)}`,
    );
    if (answer.location === undefined) return { ...answer, at };
    at = answer.location.startsWith(baseUrl) ? answer.location : baseUrl.slice(0, -1) + answer.location;
  }
  throw new Error(`${host.name} redirects ${target} forever`);
}

describe.each(["/", "/docs/"])("below %s", (baseUrl) => {
  test.each(hosts)(
    "on $name every route works with and without a slash, in its exact case only, and keeps the query",
    (host) => {
      for (const route of specifiedRoutes) {
        const bare = baseUrl.slice(0, -1) + route.replace(/\/$/, "");
        const answers = [`${bare}?q=1`, `${bare}/?q=1`]
          .filter((target) => target.startsWith(baseUrl))
          .map((target) => visit(host, baseUrl, target));
        for (const answer of answers) expect(`${answer.status} ${route}`).toBe(`200 ${route}`);
        expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
        if (host !== s3Website) for (const answer of answers) expect(answer.at).toMatch(/\?q=1$/);
      }
      expect(visit(host, baseUrl, `${baseUrl}TAI/TAI-PAGES`).status).toBe(404);
    },
  );

  test.each(hosts)(
    "on $name an unknown address gets the not-found page, whose links and styles work at any depth",
    (host) => {
      const { status, body = "" } = visit(host, baseUrl, `${baseUrl}no/such/page`);
      expect(status).toBe(404);
      const addresses = [...body.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address = ""]) => address);
      expect(addresses.every((address) => /^(https?:|#)/.test(address) || address.startsWith(baseUrl))).toBe(true);
    },
  );

  test.each(hosts)("on $name an old address redirects to the new one", (host) => {
    for (const target of ["old", "old/"].map((path) => baseUrl + path)) {
      const { status, at, body = "" } = visit(host, baseUrl, target);
      expect(status).toBe(200);
      const arrived =
        at.startsWith(`${baseUrl}broker-api`) || body.includes(`<a href="${baseUrl}broker-api" data-moved="">`);
      expect(arrived, at).toBe(true);
    }
  });
});

test("every file has one caching rule: forever if its name is a hash of its content, else revalidated", () => {
  const files = sites.get("/") ?? new Map<string, string>();
  const text = files.get("_headers") ?? "";
  for (const path of files.keys()) {
    const caching = headersFor(text, `/${path}`)["Cache-Control"];
    if (path.startsWith("assets/")) expect(caching, path).toBe("public, max-age=31536000, immutable");
    else if (/\.(?:html|md)$/.test(path)) expect(caching, path).toBe("public, max-age=0, must-revalidate");
    else expect(caching, path).toBe(undefined);
  }
  for (const path of ["/", "/broker-api/", "/api/v1/"])
    expect(headersFor(text, path)["Cache-Control"]).toBe("public, max-age=0, must-revalidate");
  const assets = [...files.keys()].filter((path) => path.startsWith("assets/"));
  expect(assets.filter((path) => !/[-.][0-9A-Za-z]{8,12}\./.test(path))).toEqual([]);
});
