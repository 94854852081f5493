import { expect, test } from "vitest";

import { buildSite, format, type TestSite } from "../support/build-site.ts";
import { largeContract } from "../support/large-contract.ts";

/* Names in a contract can be long and odd; file names have limits. */

/** File names that some file systems refuse. */
function refusedNames({ paths }: TestSite): readonly string[] {
  const names = new Set(paths.flatMap((path) => path.split("/")));
  const isDevice = (name: string): boolean => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  return [...names].filter(
    (name) => Buffer.byteLength(name) > 255 || /[\p{Cc}<>:"\\|?*]|[. ]$/u.test(name) || isDevice(name),
  );
}

/** Links of a page that lead to Markdown. */
function markdownLinks(html: string): readonly string[] {
  return [...html.matchAll(/href="\/([^"]*\.md)"/g)].map(([, path = ""]) => decodeURIComponent(path));
}

const long = "very-long-".repeat(28);
const answers = { responses: { "204": { description: "Done." } } };

test("an operation with a path of 280 characters and an id of 400 keeps its anchor, and its files have shorter names", async () => {
  const paths = {
    [`/${long}`]: { get: { operationId: "id".repeat(200), summary: "Long", ...answers } },
    [`/${long}2`]: { get: { operationId: "id".repeat(201), summary: "Longer", ...answers } },
  };
  const contract = { openapi: "3.1.0", info: { title: "API", version: "1" }, servers: [{ url: "/v1" }], paths };
  const site = await buildSite({
    "openapi/api.json": JSON.stringify(contract),
    "content/index.md": `[List](op:${"id".repeat(200)})`,
  });
  expect(format(site.diagnostics)).not.toContain("error");
  expect(refusedNames(site)).toEqual([]);
  const page = site.read("api/index.html");
  expect(page).toContain(`id="get-${long.slice(0, -1)}"`);
  const links = new Set(markdownLinks(page));
  expect([...links].map((path) => /GET [^\n"]*/.exec(site.read(path))?.[0]?.length ?? 0)).toContain(long.length + 5);
  for (const path of links) expect(site.paths).toContain(path);
  expect(links.size).toBe(3);
});

test("tags whose names can't be folder names each have their own page", async () => {
  const tags = ["con", "AUX", `tag ${"x".repeat(300)}`, `tag ${"x".repeat(300)}!`, "a\0b", "end. "];
  const document: { readonly paths?: object } = largeContract({ operations: 4 });
  const odd = tags.map((tag, at) => [`/odd/${at}`, { get: { tags: [tag], summary: `Odd ${at}`, ...answers } }]);
  const paths = { ...document.paths, ...Object.fromEntries(odd) };
  const site = await buildSite({
    "openapi/api.json": JSON.stringify({ ...document, paths }),
    "content/site.yaml": "contracts: [{ id: v1, document: openapi/api.json, route: /api/, layout: tags }]\n",
  });
  expect(format(site.diagnostics)).not.toContain("error");
  expect(refusedNames(site)).toEqual([]);
  const pages = site.paths.filter((path) => /^api\/.*\/index\.html$/.test(path));
  for (const at of tags.keys())
    expect(pages.filter((path) => site.read(path).includes(`id="get-odd-${at}"`))).toHaveLength(1);
});

test("a guide with the longest possible file name is also published as Markdown", async () => {
  const name = "x".repeat(255);
  const site = await buildSite({ "content/index.md": "# Home", "content/long.md": `---\nslug: /${name}\n---\n# Long` });
  expect(format(site.diagnostics)).not.toContain("error");
  expect(refusedNames(site)).toEqual([]);
  const [path = ""] = markdownLinks(site.read(`${name}/index.html`));
  expect(site.read(path)).toContain("# Long");
});
