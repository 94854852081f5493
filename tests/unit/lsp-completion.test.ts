import { expect, test } from "vitest";

import { blockDirectiveNames, textDirectiveNames } from "#content/directives.ts";
import { settingsSchema } from "#settings/settings-schema.ts";
import { frontMatterSchema } from "#settings/parse-front-matter.ts";
import { completeAt } from "#lsp/complete-at.ts";

import { cursorIn, editedSite, modelOf, offeredIn, takenIn } from "../support/editor-site.ts";

const model = await modelOf(editedSite);
const inPage = (marked: string): readonly string[] => offeredIn("content/guides/new.md", marked, model);

test("op= and op: offer the operations with method, path and summary", () => {
  for (const form of ["```http op=|\n", "```json op=lo|\n", "[](op:|)", "[text](op:loads_|", ":::card{op=|}"])
    expect([form, inPage(form)]).toEqual([form, ["loads_create", "loads_list"]]);
  const [first] = completeAt(cursorIn("content/a.md", "[](op:l|)"), model);
  expect(first).toMatchObject({
    detail: "POST /loads",
    documentation: { value: expect.stringContaining("Post a load") },
    textEdit: { newText: "loads_create", range: { start: { line: 0, character: 6 }, end: { line: 0, character: 7 } } },
  });
});

test("schema: and field: offer schemas and, after a dot, fields with type, unit and limits", () => {
  expect(inPage("[](schema:|)")).toEqual(["Status", "Stop", "Load"]);
  expect(inPage("```json schema=|")).toEqual(["Status", "Stop", "Load"]);
  expect(inPage("[](field:|)")).toEqual(["Stop.", "Load."]);
  expect(inPage("[](field:Load.w|)")).toEqual(["Load.weight", "Load.status", "Load.rate", "Load.stops"]);
  const [weight] = completeAt(cursorIn("content/a.md", "[](field:Load.|)"), model);
  expect(weight).toMatchObject({
    detail: "number, pounds, 0 or more",
    documentation: { value: expect.stringContaining("Pounds in all.") },
  });
  expect(inPage(":value[Status.|]")).toEqual(["Status.OPEN", "Status.COVERED"]);
  expect(inPage("::meaning{of=Load.|}")).toContain("Load.rate");
  expect(inPage("```json op=loads_create response=|")).toEqual(["201"]);
});

test("a checked sample offers members and values that fit the position, even while it's incomplete", () => {
  const load = "```json schema=Load\n";
  expect(inPage(`${load}{ "status": "OPEN", | }\n\`\`\`\n`)).toEqual(['"rate": ', '"weight": ', '"stops": ']);
  expect(inPage(`${load}{\n  "status": "|"\n}\n\`\`\`\n`)).toEqual(['"OPEN', '"COVERED']);
  expect(inPage(`${load}{\n  "status": |\n`)).toEqual(['"OPEN"', '"COVERED"']);
  expect(inPage(`${load}{\n  "stops": [{ "|\n  …\n}\n\`\`\`\n`)).toEqual(['"city": ']);
  expect(inPage(`\`\`\`http op=loads_create\nPOST /loads\n\n{ "st|" }\n\`\`\`\n`)).toEqual([
    '"status',
    '"rate',
    '"weight',
    '"stops',
  ]);
  expect(inPage("```json op=loads_create response=201\n{ | }\n```\n")).toHaveLength(4);
  expect(inPage("```http op=loads_list\nGET /loads?|\n```\n")).toEqual(["status="]);
  expect(inPage("```json\n{ | }\n```\n")).toEqual([]);
  const completed = takenIn("content/a.md", `${load}{ "sta|" }\n\`\`\`\n`, { label: '"status', model });
  expect(completed).toBe(`${load}{ "status" }\n\`\`\`\n`);
});

test("links offer pages, files and, after a #, anchors", () => {
  expect(inPage("[x](/|)")).toEqual(["/guides/money", "/", "/api/", "/terms.pdf"]);
  expect(inPage("[x](./|)")).toEqual(["./money.md", "../index.md"]);
  expect(inPage("[x](|)")).toEqual(expect.arrayContaining(["/guides/money", "op:", "./money.md"]));
  expect(inPage("[x](/guides/money#|)")).toEqual(["cents", "dollars-too"]);
  expect(inPage("[x](./money.md#d|)")).toEqual(["cents", "dollars-too"]);
  expect(inPage("[x](/api/#|)")).toContain("post-loads");
  expect(offeredIn("content/index.md", "[x](#|)", model)).toEqual(["first-call"]);
});

test("directives are offered by name, with their attributes and the values of these", () => {
  expect(inPage(":::|")).toEqual(blockDirectiveNames);
  expect(inPage("See :|")).toEqual(textDirectiveNames);
  expect(inPage("::fields{|}")).toEqual(["schema=", "columns=", "required=", "contract="]);
  expect(inPage("::fields{schema=Load |}")).toEqual(["columns=", "required=", "contract="]);
  expect(inPage("::fields{schema=|}")).toEqual(["Status", "Stop", "Load"]);
  expect(inPage("::include{file=|}")).toEqual(["_blocks/auth.md"]);
  expect(inPage(":::figure{src=_f|}")).toEqual(["_figures/flow.svg"]);
  expect(inPage("::operations{tag=|}")).toEqual(["loads"]);
  expect(inPage(":::card{icon=|}")).toContain("truck");
  expect(inPage("::video[Tour]{ratio=|}")).toEqual(["16:9", "4:3", "1:1", "9:16"]);
  expect(inPage("Loads :badge[New]{|}")).toEqual(["tone="]);
  expect(inPage("Loads :badge[New]{tone=|}")).toEqual(["info", "tip", "warning", "danger"]);
});

test("behind the language of a code block every word is offered that the block accepts", () => {
  const ofBody = ["op=", "schema=", "response=", "contract=", "unchecked=", "title=", "request", "partial"];
  for (const language of ["json", "jsonl", "eventstream"]) expect(inPage(`\`\`\`${language} |`)).toEqual(ofBody);
  expect(inPage("```http |")).toEqual(["op=", "contract=", "unchecked=", "title="]);
  expect(inPage("```yaml |")).toEqual(["title="]);
  expect(inPage("```JSON op=loads_create partial |")).toEqual(ofBody.filter((word) => !/^(?:op|partial)/.test(word)));
});

test("plain words, code and times of day offer no completions", () => {
  for (const text of ["A wo|rd", "at 10:|", "```js\nf(a, |\n```\n", "https:|"])
    expect([text, inPage(text)]).toEqual([text, []]);
});

test("front matter offers its keys and their values", () => {
  const keys = Object.keys(frontMatterSchema.shape).map((key) => `${key}: `);
  expect(inPage("---\n|\n---\n\nText\n")).toEqual(keys);
  expect(inPage("---\nti|\n")).toEqual(keys);
  expect(inPage("---\ntitle: A\nun|\n---\n")).toEqual(keys.filter((key) => key !== "title: "));
  expect(inPage("---\nunlisted: |\n---\n")).toEqual(["true", "false"]);
  expect(inPage("---\nlayout: |\n---\n")).toEqual(["home"]);
});

test("site.yaml offers the keys valid at the position, with their meaning, and values", () => {
  const inSettings = (marked: string): readonly string[] => offeredIn("content/site.yaml", marked, model);
  expect(inSettings("|")).toEqual(Object.keys(settingsSchema.shape).map((key) => `${key}: `));
  expect(inSettings("navbar:\n  - { label: X, | }\n")).toContain("to: ");
  expect(inSettings("sidebar:\n  - label: X\n    items:\n      - |\n")).toEqual(
    expect.arrayContaining(["label: ", "/guides/money"]),
  );
  expect(inSettings("colorMode: |\n")).toEqual(["light", "dark", "system"]);
  expect(inSettings("navbar:\n  - to: |\n")).toContain("/guides/money");
  expect(inSettings("severities:\n  link/br|\n")).toContain("link/broken: ");
  expect(inSettings("severities:\n  link/broken: |\n")).toEqual(["error", "warning", "off"]);
  const [title] = completeAt(cursorIn("content/site.yaml", "ti|"), model);
  expect(title?.documentation).toMatchObject({ value: expect.stringContaining("site's title") });
});

test("a site without a contract offers pages and files", async () => {
  const plain = await modelOf({ "content/index.md": "# Start\n" });
  expect(offeredIn("content/index.md", "[](op:|)", plain)).toEqual([]);
  expect(offeredIn("content/index.md", "[](/|)", plain)).toEqual(["/"]);
});

test("custom directives are offered with their attributes", () => {
  const own = { ...model, directives: [{ name: "rate-card", attributes: ["amount", "tone"] }] };
  expect(offeredIn("content/a.md", ":::|", own)).toContain("rate-card");
  expect(offeredIn("content/a.md", "::rate-card{amount=1 |}", own)).toEqual(["tone="]);
});

test("contract= offers the APIs and versions, and completions after it belong to the named one", async () => {
  const versions = await modelOf({
    "content/site.yaml": `contracts:
  - { id: v2, api: Loads, document: openapi/api.yaml, route: /api/ }
  - { id: v1, api: Loads, document: openapi/old.yaml, route: /old/ }
`,
    "openapi/api.yaml": editedSite["openapi/api.yaml"],
    "openapi/old.yaml": editedSite["openapi/api.yaml"]
      .replaceAll("loads_create", "loads_post")
      .replaceAll("weight", "mass"),
    "content/a.md": "# A\n",
  });
  const offered = (marked: string) => offeredIn("content/a.md", marked, versions);
  for (const form of ["```http op=loads_post contract=|", "```json contract=|", "::fields{schema=Load contract=|}"])
    expect([form, offered(form)]).toEqual([form, ["Loads", "v2", "Loads v2", "v1", "Loads v1"]]);
  expect(offered("```http contract=v1 op=lo|")).toEqual(["loads_post", "loads_list"]);
  expect(offered("```http op=lo|")).toEqual(["loads_create", "loads_list"]);
  expect(offered('```json schema=Load contract="Loads v1"\n{ "m|" }\n```')).toContain('"mass');
});
