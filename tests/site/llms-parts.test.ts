import { beforeAll, expect, test } from "vitest";

import { parsePageList } from "#mcp/site/published-texts.ts";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { largeContract } from "../support/large-contract.ts";

/* All texts of a site in one file, as long as it is no larger than an assistant's reader takes: 2 MB. */
const mostBytes = 2_000_000;
const large = JSON.stringify(largeContract({ operations: 80 }));
const origin = "https://docs.example.com";
let site: TestSite;

beforeAll(async () => {
  const guide = `# Long\n\n${"Every word of it counts. ".repeat(36_000)}\n`;
  site = await buildSite(
    {
      "content/index.md": "# Home",
      "content/a.md": guide,
      "content/b.md": guide,
      "content/c.md": guide,
      "openapi/api.json": large,
    },
    { siteUrl: origin },
  );
});

const partsIn = (list: string): readonly string[] =>
  [...list.matchAll(/\]\((\S+)\/(llms-full\/\S+\.txt)\)/g)].map(([, , path]) => path ?? "");

test("texts too long for one file are split: guides, the reference's introduction, and one part per tag", () => {
  const full = site.read("llms-full.txt");
  expect(full.split("\n").slice(0, 8)).toMatchInlineSnapshot(`
    [
      "# Docs",
      "",
      "## All pages, in parts",
      "",
      "- [Guides](https://docs.example.com/llms-full/guides.txt): 3 pages, 1802 kB",
      "- [Guides (2)](https://docs.example.com/llms-full/guides.2.txt): 2 pages, 901 kB",
      "- [Large API: overview and schemas](https://docs.example.com/llms-full/reference/api/overview.txt): 6 pages, 35 kB",
      "- [Large API: area 1](https://docs.example.com/llms-full/reference/api/tag-area-1.txt): 20 pages, 53 kB",
    ]
  `);
  const parts = partsIn(full);
  expect(parts).toHaveLength(2 + 1 + 4);
  for (const path of parts) expect([path, site.bytes(path).byteLength < mostBytes]).toEqual([path, true]);
  expect(site.read("llms-full/reference/api/tag-area-1.txt").match(/^url: .*$/gm)).toHaveLength(20);
});

test("every listed page is whole in one part, and the list names the parts as optional", () => {
  const list = site.read("llms.txt");
  const [pages = "", optional = ""] = list.split("## Optional\n");
  const parts = partsIn(optional);
  expect(partsIn(pages)).toEqual([]);
  expect(parts).toEqual(partsIn(site.read("llms-full.txt")));
  const texts = parts.map((path) => site.read(path)).join("\n");
  const listed = parsePageList(list).map(({ address }) => address.slice(origin.length + 1));
  expect(listed.length).toBeGreaterThan(80);
  for (const path of listed) expect([path, texts.includes(site.read(path))]).toEqual([path, true]);
});

test("a site whose texts fit has them in one file, without parts", async () => {
  const small = await buildSite({
    "content/index.md": "# Home",
    "openapi/api.json": JSON.stringify(largeContract({ operations: 8 })),
  });
  expect(small.read("llms-full.txt")).toContain(small.read("api/get-invoices-1.md"));
  expect(small.read("llms.txt")).not.toContain("Optional");
  expect(small.paths.filter((path) => path.startsWith("llms-full/"))).toEqual([]);
});
