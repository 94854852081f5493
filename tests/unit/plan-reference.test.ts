import { deserialize, serialize } from "node:v8";

import { describe, expect, test } from "vitest";

import type { ContractVersion } from "#settings/resolve-config.ts";
import { hrefOf, partsOf, type Reference, type ReferencePart } from "#shared/contract/reference.ts";
import { toRoute } from "#shared/route.ts";
import { nameSchemaPages } from "#site/reference/layout/name-schema-pages.ts";
import { planReference, readReference } from "#site/reference/plan-reference.ts";

import { readText } from "../support/inline-contract.ts";

/** A schema with so many fields of its own. */
function fields(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `field_${index}`);
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", maxLength: 9 }])),
  };
}

function operation(tag: string, schema: object): object {
  return { tags: [tag], responses: { "200": { description: "Ok.", content: { "application/json": { schema } } } } };
}

/** Tags by their operations, each with what it answers. */
type Tags = Readonly<Record<string, readonly object[]>>;

type PlanSettings = readonly [layout?: ContractVersion["layout"], schemas?: object];

async function plan(tags: Tags, ...settings: PlanSettings): Promise<Reference> {
  return (await planOf(tags, ...settings)).reference;
}

async function planOf(tags: Tags, ...[layout = null, schemas = {}]: PlanSettings) {
  const paths = Object.entries(tags).flatMap(([tag, answers]) =>
    answers.map((schema, index) => [`/${tag}/${index}`, { get: operation(tag, schema) }]),
  );
  const document = { openapi: "3.1.0", info: { title: "API", version: "1" } };
  const text = JSON.stringify({ ...document, paths: Object.fromEntries(paths), components: { schemas } });
  const { contract, findings } = await readText(text);
  if (contract === null) throw new Error(findings);
  const place = { layout, route: toRoute("/api/"), taken: [], baseUrl: "/" };
  const planned = planReference({ contract, texts: new Map(), ...place });
  // As it comes from a cache: plain data that shares nothing with the contract.
  return { contract, reference: readReference(deserialize(serialize(planned)), contract) };
}

const addresses = ({ root }: Reference): readonly string[] => partsOf(root).map(({ href }) => href);
const childrenOf = ({ parts }: ReferencePart): readonly string[] => parts.map(({ href }) => href);

const small = fields(3);
/** A fifth of a page. */
const large = fields(300);
/** More than a page. */
const huge = { type: "object", properties: { first: fields(1_200), second: fields(1_200), third: fields(1_200) } };

describe("the largest unit that keeps to the budget of a page", () => {
  test("is the whole contract where that has room", async () => {
    const { root } = await plan({ cats: [small, small], dogs: [small] });
    expect(root.parts).toEqual([]);
    expect(root.tags.map(({ name }) => name)).toEqual(["cats", "dogs"]);
  });

  test("is a tag where that has room, and for each other tag an operation", async () => {
    const reference = await plan({ cats: [small, small], dogs: Array.from({ length: 12 }, () => large) });
    const [cats, dogs, ...others] = reference.root.parts;
    expect([cats?.href, dogs?.href, others]).toEqual(["/api/cats/", "/api/dogs/", []]);
    expect(cats?.tags[0]?.operations).toHaveLength(2);
    expect(dogs?.tags[0]?.operations).toEqual([]);
    expect(dogs?.parts).toHaveLength(12);
    expect(dogs?.parts[11]).toMatchObject({
      href: "/api/get-dogs-11/",
      operation: { anchor: "get-dogs-11" },
      tags: [],
    });
    expect(hrefOf(reference, "get-dogs-11.query.page")).toBe("/api/get-dogs-11/#get-dogs-11.query.page");
    expect(hrefOf(reference, "get-cats-0")).toBe("/api/cats/#get-cats-0");
    expect(hrefOf(reference, "tag-dogs")).toBe("/api/dogs/#tag-dogs");
  });

  test("leaves an operation that is larger than a page its list of responses, which lead to pages of what they hold", async () => {
    const reference = await plan({ cats: [huge] });
    const [list] = reference.root.parts;
    const [alone] = list?.parts ?? [];
    expect(alone).toMatchObject({ href: "/api/get-cats-0/", levels: 0 });
    expect(alone === undefined ? [] : childrenOf(alone)).toEqual(["/api/get-cats-0/200/"]);
    expect(alone?.parts[0]).toMatchObject({ label: "200", place: { anchor: "get-cats-0~200" } });
    expect(alone?.parts[0]?.parts.map(({ title }) => title)).toEqual([
      "GET /cats/0: 200.first",
      "GET /cats/0: 200.second",
    ]);
    const anchor = "get-cats-0~200~second~field_7";
    expect(hrefOf(reference, anchor)).toBe(`/api/get-cats-0/200-second/#${anchor}`);
    expect(hrefOf(reference, "get-cats-0~200~third")).toBe("/api/get-cats-0/200/#get-cats-0~200~third");
  });
});

describe("the setting of a layout", () => {
  const tags = { cats: [small], dogs: [small, small] };

  test("`page` never splits", async () => {
    expect(addresses(await plan({ cats: [huge, huge] }, "page"))).toEqual(["/api/"]);
  });

  test("`tags` gives each tag a page, and splits none that has room", async () => {
    expect(addresses(await plan(tags, "tags"))).toEqual(["/api/", "/api/cats/", "/api/dogs/"]);
  });

  test("`operations` gives each operation a page below that of its tag", async () => {
    const { root } = await plan(tags, "operations");
    expect(root.parts.map(childrenOf)).toEqual([["/api/get-cats-0/"], ["/api/get-dogs-0/", "/api/get-dogs-1/"]]);
  });
});

describe("schemas of a reference in parts", () => {
  test("are packed by initial as far as a page has room", async () => {
    const schemas = Object.fromEntries(["Bat", "Auk", "asp", "Ant"].map((name) => [name, fields(600)]));
    const { root } = await plan({ cats: [small] }, "tags", schemas);
    const [, part] = root.parts;
    expect(part?.parts.map(({ href, title, schemas: own }) => [href, title, own.map(({ name }) => name)])).toEqual([
      ["/api/schemas/a/", "Schemas: Ant – asp", ["Ant", "asp"]],
      ["/api/schemas/a-2/", "Schemas: Auk", ["Auk"]],
      ["/api/schemas/b/", "Schemas: B", ["Bat"]],
    ]);
  });

  test("have pages that are called by their first and their last, as far as that tells them from those beside them", () => {
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

  test("that are larger than a page leave their largest places to pages of their own, however deep", async () => {
    const payload = {
      type: "object",
      properties: {
        id: { type: "integer" },
        sender: fields(10),
        repository: {
          type: "object",
          properties: { owner: fields(1_200), license: fields(1_400), name: { type: "string" } },
        },
      },
    };
    const reference = await plan({ cats: [small] }, "tags", { Payload: payload });
    const [, page] = reference.root.parts;
    expect(page?.schemas.map(({ name }) => name)).toEqual(["Payload"]);
    expect(partsOf(page ?? reference.root).map(({ href, title }) => [href, title])).toEqual([
      ["/api/schemas/", "Schemas"],
      ["/api/schemas/payload/repository/", "Payload.repository"],
      ["/api/schemas/payload/repository-license/", "Payload.repository.license"],
    ]);
    const license = "/api/schemas/payload/repository-license/";
    expect(hrefOf(reference, "schema-payload.repository~license~field_1")).toBe(
      `${license}#schema-payload.repository~license~field_1`,
    );
    expect(hrefOf(reference, "schema-payload.sender~field_1")).toBe("/api/schemas/#schema-payload.sender~field_1");
  });
});

describe("what is flat", () => {
  test("goes on on further pages: first fields stay, the others are led to one by one", async () => {
    const reference = await plan({ cats: [small] }, "tags", { Wide: fields(3_000) });
    const [, page] = reference.root.parts;
    expect(page?.parts.map(({ href, title, place }) => [href, title, place?.run])).toEqual([
      ["/api/schemas/wide/2/", "Wide, fields 501–1,000", { first: 500, end: 1_000 }],
      ["/api/schemas/wide/3/", "Wide, fields 1,001–1,500", { first: 1_000, end: 1_500 }],
      ["/api/schemas/wide/4/", "Wide, fields 1,501–2,000", { first: 1_500, end: 2_000 }],
      ["/api/schemas/wide/5/", "Wide, fields 2,001–2,500", { first: 2_000, end: 2_500 }],
      ["/api/schemas/wide/6/", "Wide, fields 2,501–3,000", { first: 2_500, end: 3_000 }],
    ]);
    expect(hrefOf(reference, "schema-wide.field_499")).toBe("/api/schemas/#schema-wide.field_499");
    expect(hrefOf(reference, "schema-wide.field_500")).toBe("/api/schemas/wide/2/#schema-wide.field_500");
  });

  test("has a page for a field of many values, and for one that holds many fields, rather than many small pages", async () => {
    const values = { type: "string", enum: Array.from({ length: 60_000 }, (_, index) => `VALUE_${index}`) };
    const properties = { many: fields(3_000), code: values };
    const { root } = await plan({ cats: [small] }, "tags", { Wide: { type: "object", properties } });
    const [, page] = root.parts;
    expect(page?.parts.map(({ href, title, parts }) => [href, title, parts.length])).toEqual([
      ["/api/schemas/wide/many/", "Wide.many", 5],
      ["/api/schemas/wide/code/values/", "Wide.code, values", 2],
    ]);
    expect(page?.parts[0]?.parts[0]).toMatchObject({
      href: "/api/schemas/wide/many/2/",
      title: "Wide.many, fields 501–1,000",
    });
  });

  test("is cut into runs where each of its parts would be a page of a few fields", async () => {
    const properties = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`part_${index}`, fields(5)]));
    const { root } = await plan({ cats: [small] }, "tags", { Wide: { type: "object", properties } });
    const [, page] = root.parts;
    expect(page?.parts.length).toBeLessThan(10);
    expect(page?.parts.every(({ place }) => place?.run !== null)).toBe(true);
  });
});

test("an operation alone prints deeper levels of schemas than one of several, a ring no deeper than is good to read", async () => {
  const ring = { type: "object", properties: { left: use("Ring"), right: use("Ring"), ...tree(6) } };
  const levelsOf = async (schemas: object): Promise<number | undefined> =>
    (await plan({ cats: [use(Object.keys(schemas)[0] ?? "")] }, "operations", schemas)).root.parts[0]?.parts[0]?.levels;
  expect(await levelsOf({ Small: small })).toBe(4);
  expect(await levelsOf({ Ring: ring })).toBeLessThan(4);
});

test("a plan that comes from a cache is of the very operations and schemas of the contract", async () => {
  const { contract, reference } = await planOf({ cats: [small, use("Small")] }, "operations", { Small: small });
  const parts = partsOf(reference.root);
  const sameAs = (items: readonly object[], found: readonly object[]): boolean =>
    found.length === items.length && found.every((item, index) => item === items[index]);
  expect(
    sameAs(
      contract.operations,
      parts.flatMap((part) => part.operation ?? []),
    ),
  ).toBe(true);
  expect(
    sameAs(
      contract.schemas,
      parts.flatMap(({ schemas }) => schemas),
    ),
  ).toBe(true);
  expect([...reference.usesByName]).toEqual([["Small", [expect.objectContaining({ anchor: "get-cats-1" })]]]);
});

function use(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

function tree(count: number): object {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`branch_${index}`, use("Ring")]));
}
