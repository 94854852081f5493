import { waitFor } from "@testing-library/dom";
import { afterEach, describe, expect, test, vi } from "vitest";

import { followAnchor } from "#client/follow-anchor.ts";

import { buildSite, type TestSite } from "../support/build-site.ts";
import { click, openPage, type OpenPage } from "./open-page.ts";

/* The schema's section has a response's fields once on the page; they are copied to where a reader opens them. */
const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
paths:
  /trees/:
    get:
      summary: List trees
      responses:
        "200":
          description: Trees.
          content:
            application/json:
              schema:
                type: object
                properties: { found: { type: array, items: { $ref: "#/components/schemas/Tree" } } }
        "404": { description: None., content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
components:
  schemas:
    Tree:
      type: object
      required: [kind]
      properties:
        kind: { $ref: "#/components/schemas/Kind" }
        "odd name": { type: object, properties: { depth: { type: integer, minimum: 1, description: In meters. } } }
        nearby: { type: array, items: { $ref: "#/components/schemas/Tree" } }
        owner: { $ref: "#/components/schemas/Owner" }
        note: { oneOf: [{ $ref: "#/components/schemas/Fault" }, { type: string }] }
    Kind: { type: string, enum: [a, b, c, d, e, f, g, h, i, j] }
    Owner: { oneOf: [{ $ref: "#/components/schemas/Person" }, { $ref: "#/components/schemas/Fault" }] }
    Person: { type: object, properties: { name: { type: string } } }
    Fault: { type: object, properties: { message: { type: string } } }
`;

const files = { "content/index.md": "# Home\n", "openapi/api.yaml": contract };
const site = buildSite(files);

async function visit(hash = "", published: Promise<TestSite> = site): Promise<OpenPage> {
  const { read } = await published;
  page = await openPage({ address: `http://docs.example/api/${hash}`, html: read("api/index.html") });
  return page;
}

let page: OpenPage | null = null;

afterEach(() => {
  vi.unstubAllGlobals();
  page?.[Symbol.dispose]();
});

/** A field, or one of its alternatives, and its fold. */
function fieldOf(id: string): HTMLElement {
  return document.getElementById(id) ?? expect.fail(`no #${id}`);
}

async function unfold(fold: Element | null | undefined): Promise<void> {
  await click(fold?.querySelector("summary") ?? expect.fail("no fold"));
  await waitFor(() => expect(fold?.querySelector(":scope > .props")).not.toBe(null));
}

test("a response's fold links to its schema's section, and shows the section's text once it's opened", async () => {
  const { faults } = await visit();
  const fold = fieldOf("get-trees~200~found").querySelector("details");
  expect(fold?.innerHTML).toBe(
    '<summary data-action="unfold">5 fields of Tree</summary><p class="limit">See <a href="#schema-tree">Tree</a></p>',
  );
  await unfold(fold);
  expect(fieldOf("get-trees~200~found~odd%20name~depth").textContent).toBe(
    fieldOf("schema-tree.odd%20name~depth").textContent,
  );
  const kind = fieldOf("get-trees~200~found~kind");
  expect(kind.querySelector("a")?.getAttribute("href")).toBe("#get-trees~200~found~kind");
  expect(kind.querySelectorAll(".copy-value")).toHaveLength(8);
  expect(kind.lastElementChild?.outerHTML).toBe(
    '<p class="limit"><a href="#schema-kind~~values">2 more values</a></p>',
  );
  expect(fold?.querySelector("details[open]")).toBe(null);
  const folds = fieldOf("get-trees~200~found~note").querySelectorAll("summary");
  expect(Array.from(folds, ({ textContent }) => textContent)).toEqual(["2 alternatives", "1 field of Fault"]);
  expect(faults()).toEqual([]);
});

test("nested folds open too, at any depth of a recursive schema, and each alternative has its own id", async () => {
  await visit();
  let field = fieldOf("get-trees~200~found");
  for (const inner of ["~nearby", "~nearby", "~owner"]) {
    await unfold(field.querySelector(":scope > details"));
    field = fieldOf(field.id + inner);
  }
  await unfold(field.querySelector("details"));
  const shapes = field.querySelectorAll(".props > li");
  expect(Array.from(shapes, (shape) => shape.querySelector("summary")?.textContent)).toEqual([
    "1 field of Person",
    "1 field of Fault",
  ]);
  await unfold(shapes[1]?.querySelector("details"));
  expect(shapes[1]?.querySelector("li")?.id).toBe("get-trees~200~found~nearby~nearby~owner~~2~message");
  const ids = Array.from(document.querySelectorAll("[id]"), ({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
});

test("an address of a field that no fold has shown yet opens its folds", async () => {
  await visit("#get-trees~200~found~nearby~odd%2520name~depth");
  await waitFor(() => expect(document.getElementById("get-trees~200~found~nearby~odd%20name~depth")).not.toBe(null));
  const field = fieldOf("get-trees~200~found~nearby~odd%20name~depth");
  expect(field.closest("details:not([open])")).toBe(null);
  expect(document.querySelector("[id^='get-trees~404~']")).toBe(null);
});

test("an address of an unknown field leaves the visible page unchanged", async () => {
  const { faults } = await visit("#get-trees~200~found~gone");
  await waitFor(() => expect(document.getElementById("get-trees~200~found~kind")).not.toBe(null));
  expect(document.querySelector("main details[open]")).toBe(null);
  expect(faults()).toEqual([]);
});

describe("when lists show their first three entries", () => {
  const short = buildSite(files, { budget: { fields: 1_000, listLength: 3 } });

  test("a fold gives the total number, as the section does", async () => {
    await visit("", short);
    const fold = fieldOf("get-trees~200~found").querySelector("details");
    await unfold(fold);
    expect(fold?.querySelectorAll(":scope > .props > li")).toHaveLength(3);
    const line = fold?.querySelector(":scope > .rest");
    expect(line?.textContent).toBe("The first 3 of 5. All of them as JSON Schema");
    expect(line?.innerHTML).toBe(fieldOf("schema-tree").querySelector(".op-text > .rest")?.innerHTML);
  });

  test("an address of a hidden entry goes to the section with the list", async () => {
    const { read } = await short;
    await visit("", short);
    await unfold(fieldOf("get-trees~200~found").querySelector("details"));
    vi.stubGlobal("fetch", async () => new Response(read("api/anchors.json")));
    await followAnchor("/api/anchors.json", "schema-tree.note");
    expect(location.hash).toBe("#schema-tree");
  });
});
