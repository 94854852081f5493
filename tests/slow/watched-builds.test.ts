import { expect, test } from "vitest";

import { edited, edits, type Files, site } from "../support/edited-site.ts";
import { type Random, seededRandom } from "../support/life/random.ts";
import { createFresh, differencesOf, type State } from "../support/replay.ts";

/* Sites that are edited again and again, built and served as by `serve --watch`. */

const fresh = createFresh();

test("after every kind of edit, what is served and found is the same as in a fresh build", async () => {
  let files = site;
  const states = edits.map(([, edit]): State => {
    files = edit(files);
    return { files, isReadable: files["openapi/api.yaml"]?.includes("paths: ]") !== true };
  });
  expect(await differencesOf(states, fresh)).toEqual([]);
});

test.each([100, 101, 102])(
  "pages and files that compete for addresses are served as in a fresh build, after every edit (seed %i)",
  async (seed) => expect(await differencesOf(competingStates(seed, 40), fresh)).toEqual([]),
);

test("after each edit of a contract, first the open page and then all pages match a fresh build", async () => {
  expect(await differencesOf(contractStates(100, 40), fresh)).toEqual([]);
});

const start: Files = {
  "content/site.yaml": "title: Test\n",
  "content/index.md": "# Home\n\nSee [the guide](/guides/pagination) and [the reference](/api).\n",
};

const loadsApi = `openapi: 3.1.0
info: { title: API, version: "1" }
paths: { /loads: { get: { operationId: list, summary: List, responses: { "200": { description: Fine } } } } }
`;

/** Pages sorted before and after those whose address they claim, folders next to pages, and files at pages' addresses. */
const pages = ["guides/pagination", "guides/dup", "guides/zeta", "guides", "guides/index", "api", "API", "a.txt/index"];
const others = ["a.txt", "static/a.txt", "static/guides/pagination/index.html", "static/guides/pagination.md"];
const slugs = ["/guides/pagination", "/api", "/guides", "/", "pagination"];

/** What a writer may do next: each act gives a new state of the sources. */
const acts: readonly ((files: Files, random: Random) => Files)[] = [
  (files, random) => ({ ...files, [`content/${random.pick(pages)}.md`]: toPage(random) }),
  (files, random) => ({ ...files, [`content/${random.pick(pages)}.md`]: toPage(random) }),
  (files, random) => ({ ...files, [`content/${random.pick(others)}`]: `Text ${random.below(2)}` }),
  (files, random) =>
    "openapi/api.yaml" in files
      ? without(files, "openapi/api.yaml")
      : { ...files, "openapi/api.yaml": random.below(2) === 0 ? loadsApi : loadsApi.replace("List", "All") },
  (files, random) => without(files, random.pick(changeable(files))),
  (files, random) => without(files, random.pick(changeable(files))),
  (files, random) => {
    const from = random.pick(changeable(files));
    return { ...without(files, from), [`content/${random.pick(pages)}.md`]: files[from] ?? "" };
  },
];

function toPage(random: Random): string {
  const slug = random.below(2) === 0 ? "" : `---\nslug: ${random.pick(slugs)}\n---\n\n`;
  return `${slug}# Title ${random.below(2)}\n\nText.\n`;
}

function changeable(files: Files): readonly string[] {
  return Object.keys(files).filter((path) => path !== "content/site.yaml");
}

/** The home page stays. */
function without(files: Files, name: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== name || start[path] !== undefined));
}

function competingStates(seed: number, count: number): readonly State[] {
  const random = seededRandom(seed);
  const states: State[] = [{ files: start }];
  for (let act = 0; act < count; act++)
    states.push({ files: random.pick(acts)(states.at(-1)?.files ?? start, random) });
  return states;
}

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

const loads = `openapi: 3.1.0
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

const naming: Files = {
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
  "openapi/api.yaml": loads,
};

const unreadable = ["tags: [{", "tags: ]{"] as const;

/** Each edit toggles: the next time, it's undone. */
const contractEdits: readonly (readonly [before: string, after: string])[] = [
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

function toggle(files: Files, [before, after]: readonly [string, string]): Files {
  return edited(files, "openapi/api.yaml", (text) => {
    if (after !== "" && text.includes(after)) return text.replace(after, before);
    if (after === "" && !text.includes(before)) return before === removed ? withRemoved(text) : text + before;
    return text.replace(before, after);
  });
}

function withRemoved(text: string): string {
  return text.replace("  /debtors/:", `${removed}  /debtors/:`);
}

function contractStates(seed: number, count: number): readonly State[] {
  const random = seededRandom(seed);
  const states: State[] = [{ files: naming }];
  while (states.length <= count) {
    const { files } = states.at(-1) ?? { files: naming };
    const next = toggle(files, isReadable(files) ? random.pick(contractEdits) : unreadable);
    const open = random.pick(["/", "/guide", "/more", "/tables", "/city", "/api/"]);
    states.push({ files: next, open, isReadable: isReadable(next) });
  }
  return states;
}
