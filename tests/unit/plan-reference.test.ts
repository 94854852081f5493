import { describe, expect, test } from "vitest";

import type { ContractVersion } from "#settings/resolve-config.ts";
import { hrefOf, type PageBudget, partsOf, type Reference, type ReferencePart } from "#shared/contract/reference.ts";
import { toRoute } from "#shared/route.ts";
import { nameSchemaPages } from "#site/reference/layout/plan-parts.ts";
import { planReference } from "#site/reference/plan-reference.ts";

import { readText } from "../support/inline-contract.ts";

/** A schema with this many fields of its own. */
function fields(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `field_${index}`);
  return objectOf(names.map((name) => [name, { type: "string", maxLength: 9 }]));
}

function objectOf(properties: readonly (readonly [string, object])[]): object {
  return { type: "object", properties: Object.fromEntries(properties) };
}

function operation(tag: string, schema: object): object {
  return { tags: [tag], responses: { "200": { description: "Ok.", content: { "application/json": { schema } } } } };
}

/** Operations by tag, each with the schema of its response. */
type Tags = Readonly<Record<string, readonly object[]>>;

type PlanSettings = readonly [layout?: ContractVersion["layout"], schemas?: object];

/** A page may have this many fields, in lists of twenty. */
const budget: PageBudget = { fields: 150, listLength: 20 };

async function plan(tags: Tags, ...[layout = null, schemas = {}]: PlanSettings): Promise<Reference> {
  const paths = Object.entries(tags).flatMap(([tag, answers]) =>
    answers.map((schema, index) => [`/${tag}/${index}`, { get: operation(tag, schema) }]),
  );
  const document = { openapi: "3.1.0", info: { title: "API", version: "1" } };
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths), components: { schemas } });
  const { contract, findings } = await readText(text);
  if (contract === null) throw new Error(findings);
  const site = { route: toRoute("/api/"), siteRoutes: [], baseUrl: "/" };
  return planReference({ contract, texts: new Map(), layout, budget, ...site });
}

const addresses = ({ root }: Reference): readonly string[] => partsOf(root).map(({ href }) => href);
const childrenOf = ({ parts }: ReferencePart): readonly string[] => parts.map(({ href }) => href);

const small = fields(3);
/** A third of a page. */
const large = fields(18);
/** More than a page, though every list is short. */
const huge = objectOf(Array.from({ length: 15 }, (_, index) => [`part_${index}`, fields(15)]));

describe("a page is the largest unit that fits its budget", () => {
  test("which is the whole contract if it fits", async () => {
    const { root } = await plan({ cats: [small, small], dogs: [small] });
    expect(root.parts).toEqual([]);
    expect(root.tags.map(({ name }) => name)).toEqual(["cats", "dogs"]);
  });

  test("which is a tag if it fits, and single operations of other tags", async () => {
    const reference = await plan({ cats: [small, small], dogs: Array.from({ length: 12 }, () => large) });
    const [cats, dogs, ...others] = reference.root.parts;
    expect([cats?.href, dogs?.href, others]).toEqual(["/api/cats/", "/api/dogs/", []]);
    expect(cats?.tags[0]?.operations).toHaveLength(2);
    expect(dogs?.tags[0]?.operations).toEqual([]);
    expect(dogs?.parts).toHaveLength(12);
    const last = { href: "/api/get-dogs-11/", operation: { anchor: "get-dogs-11" }, tags: [] };
    expect(dogs?.parts[11]).toMatchObject(last);
    expect(hrefOf(reference, "get-dogs-11.query.page")).toBe("/api/get-dogs-11/#get-dogs-11.query.page");
    expect(hrefOf(reference, "get-cats-0")).toBe("/api/cats/#get-cats-0");
    expect(hrefOf(reference, "tag-dogs")).toBe("/api/dogs/#tag-dogs");
  });

  test("and an operation that is larger than a page shows only the beginnings of its lists", async () => {
    const reference = await plan({ cats: [huge, small] });
    const [list] = reference.root.parts;
    const [alone, other] = list?.parts ?? [];
    expect(alone).toMatchObject({ href: "/api/get-cats-0/", levels: 0, listLength: 4, parts: [] });
    expect(other).toMatchObject({ href: "/api/get-cats-1/", levels: 4, listLength: 20, parts: [] });
    const anchor = "get-cats-0~200~part_1~field_7";
    expect(hrefOf(reference, anchor)).toBe(`/api/get-cats-0/#${anchor}`);
  });
});

describe("the layout setting", () => {
  const tags = { cats: [small], dogs: [small, small] };

  test("`page` never splits the reference", async () => {
    expect(addresses(await plan({ cats: [huge, huge] }, "page"))).toEqual(["/api/"]);
  });

  test("`tags` gives each tag a page, and keeps those that fit whole", async () => {
    expect(addresses(await plan(tags, "tags"))).toEqual(["/api/", "/api/cats/", "/api/dogs/"]);
  });

  test("`operations` gives each operation a page below its tag's page", async () => {
    const { root } = await plan(tags, "operations");
    expect(root.parts.map(childrenOf)).toEqual([["/api/get-cats-0/"], ["/api/get-dogs-0/", "/api/get-dogs-1/"]]);
  });
});

describe("schemas of a split reference", () => {
  test("are grouped by initial as far as a page has room", async () => {
    const wide = objectOf(Object.entries({ a: fields(19), b: fields(15) }));
    const schemas = Object.fromEntries(["Bat", "Auk", "asp", "Ant"].map((name) => [name, wide]));
    const { root } = await plan({ cats: [small] }, "tags", schemas);
    const [, part] = root.parts;
    expect(part?.parts.map(({ href, title, schemas: own }) => [href, title, own.map(({ name }) => name)])).toEqual([
      ["/api/schemas/a/", "Schemas: Ant – asp", ["Ant", "asp"]],
      ["/api/schemas/a-2/", "Schemas: Auk", ["Auk"]],
      ["/api/schemas/b/", "Schemas: B", ["Bat"]],
    ]);
  });

  test("have pages named after their first and last, as far as needed to distinguish neighbors", () => {
    const name = (...pages: readonly string[][]) =>
      nameSchemaPages(pages.map((names) => names.map((text) => ({ name: text }))));
    expect(
      name(
        ["_wait-timer", "webhook-branch-created"],
        ["webhook-branch-deleted", "webhook-branch-renamed"],
        ["webhook-issue-dependencies-blocking-added"],
        ["webhook-issue-dependencies-blocking-removed", "webhook-marketplace-purchase-cancelled-at-once"],
        ["webhook-milestone", "webhookShort"],
        ["webhooks_1", "webhooks_1_b"],
        ["x", "_z"],
      ),
    ).toEqual([
      "_wait-timer – webhook-branch-created",
      "webhook-branch-deleted – renamed",
      "webhook-issue-dependencies-blocking-added",
      "webhook-issue-dependencies-blocking-removed – marketplace-purchase…",
      "webhook-milestone – Short",
      "webhooks_1 – b",
      "x – _z",
    ]);
  });

  test("have links to the fields that a list doesn't print", async () => {
    const reference = await plan({ cats: [small] }, null, { Wide: fields(30) });
    expect(reference.root.listLength).toBe(20);
    expect(hrefOf(reference, "schema-wide.field_19")).toBe("/api/#schema-wide.field_19");
    expect(hrefOf(reference, "schema-wide.field_20")).toBe("/api/#schema-wide");
  });

  test("get a page for the beginnings of their lists if they're larger than a page", async () => {
    const { root } = await plan({ cats: [small] }, "tags", { Huge: huge, Small: small });
    const [, page] = root.parts;
    expect(page?.parts.map(({ href, listLength }) => [href, listLength])).toEqual([
      ["/api/schemas/h/", 4],
      ["/api/schemas/s/", 20],
    ]);
  });
});

test("a single operation prints fewer schema levels if they don't fit on a page", async () => {
  const ring = { type: "object", properties: { left: use("Ring"), right: use("Ring"), ...tree(16) } };
  const levelsOf = async (schemas: object): Promise<number | undefined> =>
    (await plan({ cats: [use(Object.keys(schemas)[0] ?? "")] }, "operations", schemas)).root.parts[0]?.parts[0]?.levels;
  expect(await levelsOf({ Small: small })).toBe(4);
  expect(await levelsOf({ Ring: ring })).toBe(1);
});

function use(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function tree(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`branch_${index}`, use("Ring")]));
}
