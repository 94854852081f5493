import { Parser } from "htmlparser2";
import { beforeAll, expect, test } from "vitest";

import { toResponseHeaders } from "#publish/host-rules.ts";

import { buildSite } from "../support/build-site.ts";
import { contentsOf } from "../support/edited-site.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

/* What the finished files of the shipped site load, link to and embed. */
let files: ReadonlyMap<string, string> = new Map();

beforeAll(async () => {
  files = contentsOf(await buildShippedSite({ siteUrl: "https://docs.example.com" }));
});

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function elementsOf(html: string): readonly Element[] {
  const elements: Element[] = [];
  const parser = new Parser({ onopentag: (name, attributes) => elements.push({ name, attributes }) });
  parser.end(html);
  return elements;
}

const filesNamed = (ending: string): [string, string][] => [...files].filter(([path]) => path.endsWith(ending));

test("pages load everything from their own host, and preconnect to no other", () => {
  const loaded = filesNamed(".html").flatMap(([path, html]) =>
    elementsOf(html).flatMap(({ name, attributes }) => {
      const isLoading = name === "link" && attributes["rel"] !== "canonical";
      const { src, srcset, poster, href } = attributes;
      const addresses = [src, srcset, poster, isLoading ? href : ""];
      return addresses.flatMap((address = "") => (/^$|^\/(?!\/)|^data:/.test(address) ? [] : [`${path}: ${address}`]));
    }),
  );
  expect(filesNamed(".html").length).toBeGreaterThan(16);
  expect(loaded).toEqual([]);
});

test("styles and scripts name only files of their own host", () => {
  for (const [path, css] of filesNamed(".css"))
    expect(css.match(/@import|url\((?!["']?(?:data:|#|\/(?!\/)))/g), path).toBe(null);
  const scripts = filesNamed(".js");
  expect(scripts.length).toBeGreaterThan(10);
  for (const [path, script] of scripts) {
    const loads = /(?:import|from|fetch|importScripts|new Worker)\s*\(?\s*["'`](?:https?:)?\/\/[^"'`]*/g;
    expect(script.match(loads), path).toBe(null);
    expect(script.match(/\beval\(|new Function\(|document\.write\(/g), path).toBe(null);
  }
});

test("links open in the same window, and a link to another host gives it no access to this one", async () => {
  const settings =
    "navbar: [{ label: A, to: 'https://a.example/' }]\nfooter: { links: [{ label: B, to: 'https://b.example/' }] }";
  const site = await buildSite({
    "content/index.md":
      '# Home\n\n[c](https://c.example/) <https://d.example/> <a href="https://e.example/" target="_blank">e</a>',
    "content/site.yaml": settings,
  });
  const pages = [site.read("index.html"), ...filesNamed(".html").map(([, html]) => html)];
  const links = pages.flatMap(elementsOf).filter(({ name }) => name === "a" || name === "area" || name === "form");
  expect(links.filter(({ attributes }) => "target" in attributes)).toEqual([]);
  const outside = links.filter(({ attributes }) => /^(?:https?:)?\/\//.test(attributes["href"] ?? ""));
  expect(outside.length).toBeGreaterThanOrEqual(5);
  expect(outside.filter(({ attributes }) => !/\bnoopener\b/.test(attributes["rel"] ?? ""))).toEqual([]);
});

test("every policy that hosts send is strict", () => {
  const headers = Object.fromEntries(toResponseHeaders({ contentPolicy: "default-src 'none'" }));
  expect(headers).toMatchInlineSnapshot(`
    {
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
      "Referrer-Policy": "strict-origin-when-cross-origin",
      "X-Content-Type-Options": "nosniff",
    }
  `);
  const text = files.get("_headers") ?? "";
  for (const name of Object.keys(headers)) expect(text).toContain(`\n  ${name}: `);
});

test("data embedded in a page is JSON that can't close its element, whatever the texts contain", async () => {
  const attack = "</script><script>alert(1)</script><!--\u2028\u2029";
  const get = { operationId: attack, summary: attack, tags: [attack], responses: { 200: { description: attack } } };
  const info = { title: attack, version: attack };
  const site = await buildSite({
    "content/site.yaml": JSON.stringify({ title: attack, announcement: { id: attack, text: attack } }),
    "openapi/api.json": JSON.stringify({ openapi: "3.1.0", info, paths: { [`/${attack}`]: { get } } }),
  });
  const embedded = site.paths
    .filter((path) => path.endsWith(".html"))
    .flatMap((path) => [...site.read(path).matchAll(/<script type="application\/json">(.*?)<\/script>/gs)])
    .map(([, json = ""]) => json);
  expect(embedded.length).toBeGreaterThanOrEqual(1);
  for (const json of embedded) {
    expect(json).not.toMatch(/[<\u2028\u2029]/);
    expect(() => JSON.parse(json)).not.toThrow();
  }
});
