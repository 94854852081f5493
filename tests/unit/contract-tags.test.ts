import { expect, test } from "vitest";

import type { Contract } from "#shared/contract/contract.ts";

import { readText, readValid } from "../support/inline-contract.ts";

const responses = 'responses: { "200": { description: Ok. } }';

test("tags keep the document's order, groups are applied, and the rest follow without a group name", async () => {
  const contract = await readValid(`paths:
  /loads/: { get: { ${responses} }, post: { tags: [late], ${responses} } }
  /invoices/: { get: { tags: [invoices], ${responses} } }
tags:
  - { name: quiet, description: Nothing yet. }
  - { name: invoices, x-displayName: Invoices }
x-tagGroups:
  - { name: Money, tags: [invoices, invocies] }
`);
  expect(
    contract.tagGroups.map(({ name, tags }) => [name, tags.map((tag) => [tag.displayName, tag.operations.length])]),
  ).toEqual([
    ["Money", [["Invoices", 1]]],
    [
      null,
      [
        ["Quiet", 0],
        ["Loads", 1],
        ["Late", 1],
      ],
    ],
  ]);
  expect(contract.operations.map(({ summary }) => summary)).toEqual(["GET /invoices/", "GET /loads/", "POST /loads/"]);
});

/** The tags of a contract by group, each indented by its depth. */
function levelsOf({ tagGroups }: Contract): readonly string[] {
  return tagGroups.flatMap(({ name, tags }) => {
    const parentOf = new Map(tags.map((tag) => [tag.name, tag.parent]));
    const depth = (tag: string | null | undefined): number => (tag ? 1 + depth(parentOf.get(tag)) : 0);
    return [
      ...(name === null ? [] : [`${name}:`]),
      ...tags.map((tag) => `${"  ".repeat(depth(tag.parent))}${tag.displayName} ${tag.operations.length}`),
    ];
  });
}

test("tags are nested under their parents, in the parent's group or the one that names them", async () => {
  const contract = await readValid(`paths:
  /a/: { get: { tags: [fiction], ${responses} } }
  /b/: { get: { tags: [internal, crime], ${responses} } }
  /c/: { get: { tags: [internal], ${responses} } }
tags:
  - { name: crime, parent: fiction }
  - { name: people }
  - { name: books, summary: All books, kind: nav }
  - { name: fiction, parent: books }
  - { name: authors, parent: people }
  - { name: readers, parent: people }
  - { name: internal, kind: audience }
  - { name: preview, kind: badge }
x-tagGroups:
  - { name: Shelves, tags: [books, readers] }
`);
  expect(levelsOf(contract)).toEqual([
    "Shelves:",
    "All books 0",
    "  Fiction 1",
    "    Crime 1",
    "Readers 0",
    "People 0",
    "  Authors 0",
    "Internal 1",
  ]);
});

test("missing and circular parents are reported once, and every tag is still shown", async () => {
  const { contract, findings } = await readText(`openapi: 3.2.0
info: { title: API, version: "1" }
paths:
  /a/: { get: { tags: [a], ${responses} } }
tags:
  - { name: a, parent: b }
  - { name: b, parent: c }
  - { name: c, parent: a }
  - { name: d, parent: bb }
  - { name: e, parent: e }
`);
  expect(findings.split("\n").map((line) => line.replace(/^\S+ /, ""))).toEqual([
    "contract/unsupported: the tag `c` is nested in the tag `a`, which is nested in it",
    "contract/unsupported: the tag `d` is nested in the tag `bb`, which doesn't exist (did you mean b?)",
    "contract/unsupported: the tag `e` is nested in the tag `e`, which is nested in it",
  ]);
  expect(levelsOf(contract ?? expect.fail("no contract"))).toEqual(["c 0", "  b 0", "    a 1", "d 0", "e 0"]);
});

const pathsOf = (paths: readonly string[]): string =>
  `paths:\n${paths.map((path) => `  ${path}: { get: { ${responses} } }`).join("\n")}\n`;

test.each(
  // prettier-ignore
  [
    [["/v1/customers", "/v1/customers/{id}", "/v2/customers", "/v1/payment_intents", "/{tenant}/files"], ["Customers 3", "Payment intents 1", "Files 1"]],
    [["/api/rest/v3/users/{id}", "/api/rest/v3/users", "/api"], ["Users 2", "Api 1"]],
    [["/shop/2010-04-01/orders", "/shop/2010-04-01/orders/{id}", "/shop/2010-04-01/carts", "/shop/2010-04-01/carts/{id}"], ["Orders 2", "Carts 2"]],
    [["/orders/screen", "/orders/feedback"], ["Orders 2"]],
    [["/users.list", "/users.create", "/admin.apps.approve", "/admin.apps.list", "/api.test"], ["Users 2", "Admin 2", "Api 1"]],
    [["/v1/topics:publish", "/v1/topics/{topic}:pull", "/v1/topics:seek", "/2.0/.well-known/keys"], ["Topics 3", "Well known 1"]],
    [["/rpc/getUser", "/rpc/addUser", "/rpc/ping"], ["Rpc 3"]],
    [["/getUser", "/addUser", "/ping", "/login", "/logout"], ["Default 5"]],
    [["/twirp/shop.Carts/Fill", "/twirp/shop.Carts/Empty", "/twirp/shop.Orders/Place", "/twirp/shop.Orders/Cancel"], ["Carts 2", "Orders 2"]],
    [["/", "/{id}", "/v1"], ["Default 2", "v1 1"]],
  ],
)("operations of a document without tags are grouped by path: %j", async (paths, groups) => {
  expect(levelsOf(await readValid(pathsOf(paths)))).toEqual(groups);
});

test("an operation without a tag joins the tag that matches its path", async () => {
  const contract = await readValid(`paths:
  /blog-posts: { get: { tags: [Blog posts], ${responses} } }
  /blog-posts/{id}: { delete: { ${responses} } }
  /comments: { get: { ${responses} } }
`);
  expect(levelsOf(contract)).toEqual(["Blog posts 2", "Comments 1"]);
});
