import { beforeAll, expect, test } from "vitest";

import { completeAt } from "#lsp/complete-at.ts";
import { findDefinition, findReferences } from "#lsp/find-locations.ts";
import { hoverAt } from "#lsp/hover.ts";
import { OpenFiles } from "#lsp/open-files.ts";
import { seenFrom, type SiteModel } from "#shared/site-model.ts";

import { cursorIn, editedSite, modelOf } from "../support/editor-site.ts";

const uses = `# Uses

[](op:loads_create) and [](field:Load.weight), a [](schema:Load).

\`\`\`http op=loads_create
POST /loads

{ "status": "OPEN", "rate": 240000 }
\`\`\`
`;
const block = `openapi: 3.1.0
info: { title: Block, version: "1" }
paths: {}
components:
  schemas:
    Trailer:
      type: object
      properties:
        length:
          type: integer
          x-unit: ft
`;
const listed = `    Mood:
      type: string
      enum: [glad, sad]
      description: |-
        * \`glad\` - Glad
        * \`sad\` - Sad
`;
const steps = "# Steps\n\n## Steps\n\n## Loads :badge[New]\n\n## Until 10:30 <b>sharp</b>\n";
const slugged = "---\nslug: /elsewhere\n---\n\n# Here\n";
const contract = editedSite["openapi/api.yaml"] + listed;
const pages = { "content/uses.md": uses, "content/steps.md": steps, "content/guides/here.md": slugged };
const site = { ...editedSite, "openapi/api.yaml": contract, ...pages };
const files = new OpenFiles("/site");
let model: SiteModel;

beforeAll(async () => {
  model = await modelOf(site);
  for (const [file, text] of Object.entries(site)) files.set(`file:///site/${file}`, text);
});

function hoverIn(marked: string, file = "content/a.md"): string {
  const contents = hoverAt(cursorIn(file, marked), model)?.contents ?? "";
  return typeof contents === "object" && "value" in contents ? contents.value : "";
}

/** `openapi/api.yaml:6: operationId: x`. */
async function definitionIn(marked: string): Promise<string | null> {
  const definition = await findDefinition(cursorIn("content/a.md", marked), model, files);
  if (definition === null) return null;
  const file = definition.uri.replace("file:///site/", "");
  const { line, character } = definition.range.start;
  const text = (await files.read(file)).split("\n")[line] ?? "";
  return `${file}: ${text.slice(character)}`;
}

function referencesIn(file: string, marked: string): readonly string[] {
  const references = findReferences(cursorIn(file, marked), model, { files, withDeclaration: false });
  return references.map(({ uri, range }) => `${uri.replace("file:///site/", "")}:${range.start.line + 1}`);
}

test("hover shows an operation, a schema, and a field with its type, limits and unit", () => {
  expect(hoverIn("[](op:loads|_create)")).toMatch(/POST \/loads.*\n\nPost a load\n\nResponses: 201\./);
  expect(hoverIn("[](schema:Lo|ad)")).toContain("Fields: `weight`, `status`");
  expect(hoverIn("[](field:Load.w|eight)")).toBe("**`weight`** number, pounds, 0 or more, optional\n\nPounds in all.");
  expect(hoverIn(":value[Status.OP|EN]")).toContain("- `COVERED`");
  expect(hoverIn("[](schema:Mo|od)").match(/`glad`/g)).toHaveLength(1);
  expect(hoverIn("plain wo|rds")).toBe("");
});

test("hover shows a sample member's meaning, and cents in dollars", () => {
  const sample = (member: string): string => `\`\`\`json schema=Load partial\n{ ${member} }\n\`\`\`\n`;
  expect(hoverIn(sample('"we|ight": 4'))).toContain("pounds, 0 or more");
  expect(hoverIn(sample('"rate": 240|000'))).toContain("`240000` cents are $2,400.00.");
  expect(hoverIn(sample('"ra|te": 240000'))).toMatch(/US cents, required\n\n.*\$2,400\.00/);
  expect(hoverIn(sample('"stops": [{ "ci|ty": "X" }]'))).toContain("**`city`** string");
  expect(hoverIn("It is :cents[1|250].")).toBe("`1250` cents are $12.50.");
});

test("hover shows what a key of the settings or of front matter means", () => {
  expect(hoverIn("tit|le: X\n", "content/site.yaml")).toContain("site's title");
  expect(hoverIn("---\nslu|g: /x\n---\n")).toContain("The page's route");
});

test("op: leads to the operation's line in the document, and a field to its key", async () => {
  expect(await definitionIn("[](op:loads_cr|eate)")).toBe("openapi/api.yaml: post:");
  expect(await definitionIn("```http op=loads_l|ist")).toBe("openapi/api.yaml: get:");
  expect(await definitionIn("[](schema:St|op)")).toMatch(/^openapi\/api\.yaml: Stop:/);
  expect(await definitionIn("[](field:Load.wei|ght)")).toMatch(/^openapi\/api\.yaml: \{ type: number/);
  expect(await definitionIn('```json schema=Load\n{ "ra|te": 1 }\n```\n')).toMatch(
    /^openapi\/api\.yaml: \{ type: integer/,
  );
});

test("a field with its attributes on several lines leads to its key", async () => {
  const blocks = new OpenFiles("/site");
  blocks.set("file:///site/openapi/api.yaml", block);
  const cursor = cursorIn("content/a.md", "[](field:Trailer.len|gth)");
  const own = await modelOf({ "openapi/api.yaml": block, "content/index.md": "# A\n" });
  const definition = await findDefinition(cursor, own, blocks);
  expect(block.split("\n")[definition?.range.start.line ?? 0]).toBe("        length:");
  expect(
    findReferences(cursorIn("openapi/api.yaml", block.replace("length:", "len|gth:")), own, {
      files: blocks,
      withDeclaration: true,
    }),
  ).toHaveLength(1);
});

test("a link leads to its page, its heading, or the file that a directive names", async () => {
  expect(await definitionIn("[x](/guides/mon|ey)")).toBe("content/guides/money.md: ---");
  expect(await definitionIn("[x](./guides/money.md#ce|nts)")).toBe("content/guides/money.md: ## Cents {#cents}");
  expect(await definitionIn("[x](/guides/money#dollars|-too)")).toBe("content/guides/money.md: ## Dollars, too");
  expect(await definitionIn("[x](/api/#post-l|oads)")).toBe("openapi/api.yaml: post:");
  expect(await definitionIn("::include{file=_blocks/au|th.md}")).toBe("content/_blocks/auth.md: Authenticate.");
  expect(await definitionIn("[x](/not|hing)")).toBeNull();
});

test("a path from the root is a page's route, and one that is relative or ends in .md is a file", async () => {
  expect(await definitionIn("[x](/guides/he|re)")).toBeNull();
  for (const link of ["/elsewh|ere", "guides/he|re", "./guides/he|re.md", "/guides/he|re.md"])
    expect(await definitionIn(`[x](${link})`)).toBe("content/guides/here.md: ---");
});

test("links lead to the page's headings, without its title and the words of badges", async () => {
  expect(await definitionIn("[x](./steps.md#ste|ps)")).toBe("content/steps.md: ## Steps");
  expect(await definitionIn("[x](./steps.md#lo|ads)")).toBe("content/steps.md: ## Loads :badge[New]");
  expect(await definitionIn("[x](./steps.md#until-1030-sh|arp)")).toBe("content/steps.md: ## Until 10:30 <b>sharp</b>");
});

test("references are the positions in pages that use an operation, a schema or a field", () => {
  expect(referencesIn("content/a.md", "[](op:loads_|create)")).toEqual(["content/uses.md:3", "content/uses.md:5"]);
  expect(referencesIn("content/a.md", "[](field:Load.w|eight)")).toEqual(["content/uses.md:3"]);
  const document = site["openapi/api.yaml"];
  const at = (line: string): string => document.replace(line, `${line.slice(0, -1)}|${line.slice(-1)}`);
  expect(referencesIn("openapi/api.yaml", at("operationId: loads_create"))).toHaveLength(2);
  expect(referencesIn("openapi/api.yaml", at("    post:"))).toHaveLength(2);
  expect(referencesIn("openapi/api.yaml", at("        weight: {"))).toEqual(["content/uses.md:3"]);
  expect(referencesIn("openapi/api.yaml", at("    Load:\n      type:"))).toEqual([]);
});

test("a name that several APIs share is the page's own, or the document's", async () => {
  const other = editedSite["openapi/api.yaml"].replace("Post a load", "Post another load");
  const several = await modelOf({
    "content/site.yaml": `contracts:
  - { id: "1", api: loads, document: openapi/api.yaml, route: /api/ }
  - { id: "2", api: others, document: openapi/other.yaml, route: /others/ }
`,
    "openapi/api.yaml": editedSite["openapi/api.yaml"],
    "openapi/other.yaml": other,
    "content/a.md": "---\ncontract: others\n---\n\n# A\n\n[](op:loads_create)\n",
    "content/b.md": "---\ncontract: loads\n---\n\n# B\n\n[](op:loads_create)\n",
  });
  const wordsFrom = (file: string): unknown =>
    hoverAt(cursorIn(file, "[](op:loads_cr|eate)"), seenFrom(several, file))?.contents;
  expect(wordsFrom("content/a.md")).toMatchObject({ value: expect.stringContaining("Post another load") });
  expect(wordsFrom("content/b.md")).toMatchObject({ value: expect.stringContaining("Post a load") });
  const document = other.replace("operationId: loads_create", "operationId: loads_c|reate");
  const cursor = cursorIn("openapi/other.yaml", document);
  const found = findReferences(cursor, seenFrom(several, cursor.file), { files, withDeclaration: false });
  expect(found.map(({ uri }) => uri)).toEqual(["file:///site/content/a.md"]);
  const offered = completeAt(cursorIn("content/a.md", "[](op:|)"), several).map(({ label }) => label);
  expect(offered).toEqual(["loads_create", "loads_list"]);
});

test.each(["file://elsewhere/site/content/a.md", "file:///site/content%2Fa.md", "file:///%E0%A4%A", "untitled:1"])(
  "%s isn't a file of the site, and causes no error",
  (uri) => {
    expect(files.fileOf(uri)).toBeNull();
    expect(files.set(uri, "# Text")).toBe(false);
  },
);

test("an editor's notice without text changes nothing", () => {
  const open = new OpenFiles("/site");
  const uri = "file:///site/content/index.md";
  expect(open.set(uri, "# Start")).toBe(true);
  for (const text of [undefined, null, 7]) expect(open.set(uri, text)).toBe(false);
  expect([...open.texts]).toEqual([["content/index.md", "# Start"]]);
});
