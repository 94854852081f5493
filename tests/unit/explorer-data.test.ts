import { expect, test } from "vitest";

import { toTarget } from "#client/explorer/call/targets.ts";
import type { ExplorerData } from "#shared/contract/explorer-data.ts";
import { SchemaConversion } from "#shared/contract/to-schema.ts";
import { ReachableSchemas, toSentence } from "#site/reference/explorer-schemas.ts";
import { planExplorers, toExplorerData } from "#site/reference/plan-explorers.ts";

import { operationOf, readValid } from "../support/inline-contract.ts";

const settings = { servers: [], customServer: false, pageSandbox: null };

const parts = `paths:
  /trees/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string }, examples: { old: { summary: An old tree, value: T-1 }, young: { value: T-2 } }, description: "The **id** of [a tree](/x). And more." }
    put:
      operationId: put_tree
      description: A long text that only the reference needs.
      parameters:
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: fields, in: query, style: form, explode: false, schema: { type: array, items: { $ref: "#/components/schemas/Kind" } } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/Tree" }
            examples:
              oak: { summary: An oak, value: { kind: OAK } }
      responses:
        "200": { description: The tree. It is new., content: { application/json: { schema: { $ref: "#/components/schemas/Tree" } } } }
        "404": { description: None. }
components:
  schemas:
    Tree:
      description: A tree.
      x-note: not for forms
      properties:
        description: { type: string, description: "What it \`is\`. Not how." }
        kind: { $ref: "#/components/schemas/Kind" }
        branches: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    Kind: { type: string, enum: [OAK, ELM], x-enum-descriptions: { OAK: "Hard wood. Heavy." } }
    Unused: { type: string }
`;

async function data(): Promise<ExplorerData> {
  const contract = await readValid(parts);
  const source = { contract, schemas: new ReachableSchemas(contract.schemaByName) };
  return toExplorerData(operationOf(contract, "put_tree"), source, settings);
}

test("an operation's data holds what a call needs, and of the schemas only those it reaches", async () => {
  const { document, ...rest } = await data();
  expect(Object.keys((document as never)["components"]["schemas"])).toEqual(["Kind", "Tree"]);
  expect(
    rest.parameters.map(({ name, in: place, isSampled, example, hint }) => [name, place, isSampled, example, hint]),
  ).toEqual([
    ["id", "path", true, "T-1", "The id of a tree."],
    ["fields", "query", false, undefined, null],
  ]);
  expect(rest.parameters.map(({ examples }) => examples)).toEqual([
    [
      { label: "An old tree", value: "T-1" },
      { label: "young", value: "T-2" },
    ],
    [],
  ]);
  expect(rest.body?.content[0]?.examples).toEqual([{ label: "An oak", value: { kind: "OAK" } }]);
  expect(rest.responses.map(({ status, meaning }) => [status, meaning])).toEqual([
    ["200", "The tree."],
    ["404", "None."],
  ]);
  expect(JSON.stringify(rest)).not.toContain("long text");
});

test("schemas keep names that are called like keywords, and lose what only readers need", async () => {
  const { document } = await data();
  expect((document as never)["components"]["schemas"]).toEqual({
    Kind: { type: "string", enum: ["OAK", "ELM"], "x-enum-descriptions": { OAK: "Hard wood." } },
    Tree: {
      description: "A tree.",
      properties: {
        description: { type: "string", description: "What it is." },
        kind: { $ref: "#/components/schemas/Kind" },
        branches: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
      },
    },
  });
});

test("every operation has a file, whose name says what it is and changes with its content", async () => {
  const contract = await readValid(parts);
  const { files, hrefs } = planExplorers(contract, { ...settings, pageSandbox: false, baseUrl: "/docs/" });
  expect(files.length).toBe(1);
  expect(hrefs.get("put-trees-id")).toBe(`/docs/${files[0]?.path}`);
  expect(files[0]?.path).toMatch(/^assets\/try\/put-trees-id-[\da-f]{12}\.json$/);
  const other = planExplorers(contract, {
    ...settings,
    pageSandbox: false,
    servers: [{ name: "X", url: "https://x.example", kind: "staging" }],
    baseUrl: "/",
  });
  expect(other.files[0]?.path).not.toBe(files[0]?.path);
});

test.each([
  ["One sentence. Another.", "One sentence."],
  ["See the [guide](/x) for `a_b` and **more**", "See the guide for a_b and more"],
  ["Version 1.1 of it, e.g. this\none.\n\nMore.", "Version 1.1 of it, e.g. this one."],
  ["", ""],
])("the first sentence of %j is %j", (markdown, sentence) => {
  expect(toSentence(markdown)).toBe(sentence);
});

test("where every schema reaches all others, an operation takes the nearest along and says so", () => {
  const names = Array.from({ length: 400 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      { title: "x".repeat(500), properties: { next: { $ref: `#/components/schemas/S${(index + 1) % 400}` } } },
    ]),
  );
  const reachable = new ReachableSchemas(new SchemaConversion(schemas).toSchemas());
  const { document, isWhole } = reachable.reach([{ $ref: "#/components/schemas/S7" }]);
  const kept = Object.keys((document as never)["components"]["schemas"]);
  expect(isWhole).toBe(false);
  expect(kept).toContain("S50");
  expect(kept.length).toBeLessThan(130);
  expect(reachable.reach([]).isWhole).toBe(true);
});

test("a server whose address the reader completes is local only as long as it leads to the reader's machine", () => {
  const server = {
    name: "http://{host}:8080",
    ...({ url: "http://localhost:8080", kind: "local", template: "http://{host}:8080" } as const),
    variables: [{ name: "host", default: "localhost", enum: [] }],
  };
  const page = { baseURI: "https://docs.example.com/" };
  const kindFor = (host: string) => toTarget(server, new Map([["http://{host}:8080 host", host]]), page)?.kind;
  expect([kindFor(""), kindFor("127.0.0.1"), kindFor("api.example.com")]).toEqual(["local", "local", "production"]);
});
