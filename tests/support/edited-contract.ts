import { isDeepStrictEqual } from "node:util";

import { ProcessMemory } from "#cache/process-memory.ts";

import { buildFiles, type BuiltSite } from "./build-site.ts";
import { contentsOf, edited, type Files } from "./edited-site.ts";
import { seededRandom } from "./life/random.ts";

/* A site whose pages name parts of a contract in every possible way, and a writer who edits the contract. */

const removed = `  /loads/{load_number}/:
    delete:
      operationId: loads_delete
      tags: [loads]
      parameters: [{ name: load_number, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Gone } }
`;

const created = `    LoadCreate:
      type: object
      required: [load_number]
      properties:
        load_number: { $ref: "#/components/schemas/LoadNumber" }
        amount: { type: integer, x-unit: usd-cents }
`;

const contract = `openapi: 3.1.0
info: { title: Loads, version: "1", description: "About [the guide](/guide)." }
servers: [{ url: "https://api.example.com/v1" }]
tags: [{ name: loads }, { name: debtors }]
paths:
  /loads/:
    get:
      operationId: loads_list
      tags: [loads]
      summary: List loads
      description: See [the guide](/guide).
      parameters: [{ name: status, in: query, schema: { $ref: "#/components/schemas/Status" } }]
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Load" } } } } } }
    post:
      operationId: loads_create
      tags: [loads]
      summary: Create a load
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/LoadCreate" } } } }
      responses: { "201": { description: Made, content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } } }
${removed}  /debtors/:
    get:
      operationId: debtors_list
      tags: [debtors]
      x-audience: [broker]
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Debtor" } } } } }
components:
  schemas:
    LoadNumber: { type: string, maxLength: 9, description: "A number, see [more](/more)." }
    Load:
      type: object
      required: [load_number]
      properties:
        load_number: { $ref: "#/components/schemas/LoadNumber" }
        status: { $ref: "#/components/schemas/Status" }
        amount: { type: integer, x-unit: usd-cents, description: In cents. }
        position: { type: object, example: { file: openapi/api.yaml, line: 3, column: 1 } }
${created}    Status: { type: string, enum: [OPEN, PAID], x-enum-descriptions: { OPEN: Not yet paid., PAID: Is paid. } }
    Debtor: { type: object, properties: { address: { $ref: "#/components/schemas/Address" } } }
    Address: { type: object, properties: { city: { $ref: "#/components/schemas/City" } } }
    City: { type: string, maxLength: 30, description: "A city, see [more](/nothing)." }
`;

const site: Files = {
  "content/site.yaml": "title: Test\nsidebar: [/, /guide, /more, /tables]\n",
  "content/index.md": "# Home\n\nGo to [](op:loads_list), [](op:loads_delete), or [all](/api).\n",
  "content/guide.md":
    '# Guide\n\n```http op=loads_create\nPOST /loads/\nContent-Type: application/json\n\n{ "load_number": "A-1", "amount": 100 }\n```\n\n```json op=loads_list response=200\n[{ "load_number": "A-1", "status": "OPEN" }]\n```\n',
  "content/more.md":
    "# More\n\n[](schema:Load), [](field:Load.amount), [](field:Load.weight), :value[Status.PAID]\n\n::meaning{of=Load.load_number}\n\n::meaning{of=Status.OPEN}\n",
  "content/tables.md": '# Tables\n\n::fields{schema=Load columns="type create update"}\n',
  "content/lists.md": "# Lists\n\n::enum{schema=Status}\n\n::operations{tag=loads}\n",
  "content/debtors.md":
    '# Debtors\n\n```json schema=Debtor\n{ "address": { "city": "Truth or Consequences, NM" } }\n```\n',
  "content/city.md": "# City\n\n::meaning{of=City}\n",
  "content/plain.md": "# Plain\n\nNames nothing.\n",
  "openapi/api.yaml": contract,
};

const unreadable = ["tags: [{", "tags: ]{"] as const;

/** Each edit toggles: the next time, it's undone. */
const edits: readonly (readonly [before: string, after: string])[] = [
  ["See [the guide](/guide).", "See [the guide](/guide).\n      x-more: true"],
  ["See [the guide](/guide).", "See [the guide](/nowhere)."],
  ["summary: List loads", "summary: All loads"],
  ["paths:\n", "# A line more.\npaths:\n"],
  ["In cents.", "In cents, as everywhere."],
  ['[the guide](/guide)." }', '[more](/more)." }'],
  ["amount: { type: integer, x-unit: usd-cents, description", "total: { type: integer, x-unit: usd-cents, description"],
  ["maxLength: 9", "maxLength: 2"],
  ["maxLength: 30", "maxLength: 20"],
  ["A city, see [more](/nothing)", "A city, see [more](/more)"],
  [
    'required: [load_number]\n      properties:\n        load_number: { $ref: "#/components/schemas/LoadNumber" }\n        amount',
    'properties:\n        load_number: { $ref: "#/components/schemas/LoadNumber" }\n        amount',
  ],
  ["enum: [OPEN, PAID]", "enum: [OPEN, PAID, LATE]"],
  ["PAID: Is paid.", "PAID: Is paid now."],
  ["line: 3", "line: 4"],
  [removed, ""],
  [created, ""],
  ["    Debtor:", "    LoadUpdate: { type: object, properties: { amount: { type: integer } } }\n    Debtor:"],
  ["operationId: debtors_list", "operationId: loads_deleted"],
  ["tags: [{ name: loads }", "tags: [{ name: loads, description: Of loads. }"],
  ["api.example.com", "api.example.org"],
  ["x-audience: [broker]", "tags: [loads]"],
  unreadable,
];

function isReadable(files: Files): boolean {
  return files["openapi/api.yaml"]?.includes(unreadable[1]) !== true;
}

function edit(files: Files, [before, after]: readonly [string, string]): Files {
  return edited(files, "openapi/api.yaml", (text) => {
    if (after !== "" && text.includes(after)) return text.replace(after, before);
    if (after === "" && !text.includes(before)) return before === removed ? withRemoved(text) : text + before;
    return text.replace(before, after);
  });
}

function withRemoved(text: string): string {
  return text.replace("  /debtors/:", `${removed}  /debtors/:`);
}

/**
 * Plays a seed's edits as `serve` builds them, first quickly for an open page, then whole. Returns where the open
 * page, or anything after it, differs from a fresh build.
 */
export async function contractDifferences(seed: number, count: number): Promise<readonly string[]> {
  const random = seededRandom(seed);
  const memory = new ProcessMemory();
  const differences: string[] = [];
  let files = site;
  await buildFiles(files, { memory });
  for (let act = 0; act < count; act++) {
    files = edit(files, isReadable(files) ? random.pick(edits) : unreadable);
    const route = random.pick(["/", "/guide", "/more", "/tables", "/city", "/api/"]);
    const fresh = await buildFiles(files);
    memory.begin(new Set([route, `content/${route === "/" ? "index" : route.slice(1)}.md`]));
    const hurried = await buildFiles(files, { memory });
    const page = `${route.replace(/^\/|\/$/g, "")}/index.html`.replace(/^\//, "");
    if (contentsOf(hurried).get(page) !== contentsOf(fresh).get(page)) differences.push(`act ${act}: open ${page}`);
    memory.begin(null);
    const whole = await buildFiles(files, { memory });
    memory.sweep();
    differences.push(...compare(whole, fresh).map((path) => `act ${act}: ${path}`));
  }
  return differences;
}

function compare(whole: BuiltSite, fresh: BuiltSite): readonly string[] {
  const [own, expected] = [contentsOf(whole), contentsOf(fresh)];
  const paths = new Set([...own.keys(), ...expected.keys()]);
  const isSaid = isDeepStrictEqual(whole.diagnostics, fresh.diagnostics);
  const isKnown = isDeepStrictEqual(whole.documents, fresh.documents);
  return [
    ...[...paths].filter((path) => own.get(path) !== expected.get(path)),
    ...(isSaid ? [] : ["the findings"]),
    ...(isKnown ? [] : ["what is known of pages"]),
  ];
}
