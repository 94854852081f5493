import type { OutputFile } from "#write/output-file.ts";
import type { Memory } from "#cache/memory.ts";

import { buildFiles, type BuiltSite } from "./build-site.ts";

export type Files = Readonly<Record<string, string>>;

const contract = `openapi: 3.1.0
info: { title: API, version: "1" }
servers: [{ url: "https://api.example.com/v1" }]
paths:
  /loads/:
    get:
      operationId: loads_list
      summary: List loads
      description: See [the guide](/guide).
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } } }
components:
  schemas:
    Load: { type: object, required: [id], properties: { id: { type: string }, amount: { type: integer } } }
`;

/** A small site with one of everything, including mistakes that have a fix. */
export const site: Files = {
  "content/site.yaml": "title: Test\nlanguge: en\nsidebar: [/, /guide, /more]\n",
  "content/index.md": "# Home\n\nGo to [the guide](./guide.md#part) or [more](more.md).\n\n```js\nconst a = 1;\n```\n",
  "content/guide.md":
    '---\ndescripton: A guide.\n---\n\n# Guide\n\n## Part\n\n::include{file=_blocks/note.md}\n\n```json op=loads_list response=200\n{ "id": "1" }\n```\n',
  "content/more.md":
    "# More\n\n[List](op:loads_list), [list](op:loads_lst) and [the guide](/giude)\n\n![A picture](./picture.png)\n",
  "content/_blocks/note.md": "A note, with [a link](/more).\n",
  "content/picture.png": "not really",
  "openapi/api.yaml": contract,
};

export async function build(files: Files, memory?: Memory, published: readonly OutputFile[] = []): Promise<BuiltSite> {
  return buildFiles(files, { published, ...(memory && { memory }) });
}

export function contentsOf({ files }: BuiltSite): ReadonlyMap<string, string> {
  return new Map(files.map(({ path, content }) => [path, Buffer.from(content).toString("latin1")]));
}

function without(files: Files, name: string): Files {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path !== name));
}

export function edited(files: Files, name: string, change: (text: string) => string): Files {
  return { ...files, [name]: change(files[name] ?? "") };
}

type Edit = (files: Files) => Files;

const replaced =
  (name: string, before: string, after: string): Edit =>
  (files) =>
    edited(files, name, (text) => text.replace(before, after));

const added =
  (name: string, more: string): Edit =>
  (files) =>
    edited(files, name, (text) => text + more);

/** One edit after the other, as a writer makes them. */
export const edits: readonly (readonly [name: string, edit: Edit])[] = [
  ["nothing", (files) => files],
  ["a paragraph", added("content/index.md", "\nMore words.\n")],
  ["code", replaced("content/index.md", "const a = 1", "let b = 2")],
  ["an included block", added("content/_blocks/note.md", "\n## Of the note\n")],
  ["a title", replaced("content/guide.md", "# Guide", "# The guide")],
  ["front matter", (files) => edited(files, "content/more.md", (text) => `---\ntitle: Even more\n---\n\n${text}`)],
  ["a new page", (files) => ({ ...files, "content/new.md": "# New\n\nSee [home](./index.md).\n" })],
  ["a link to the new page", added("content/index.md", "\n[New](./new.md)\n")],
  ["a slug", (files) => edited(files, "content/new.md", (text) => `---\nslug: /renamed\n---\n\n${text}`)],
  ["a broken link", added("content/more.md", "\n[Nowhere](/nowhere)\n")],
  ["an anchor that others link to", replaced("content/guide.md", "## Part", "## Other")],
  ["the anchor, restored", replaced("content/guide.md", "## Other", "## Part")],
  ["the link, fixed", replaced("content/more.md", "(/nowhere)", "(/guide)")],
  ["a linked page, removed", (files) => without(files, "content/new.md")],
  ["a block, removed", (files) => without(files, "content/_blocks/note.md")],
  ["the block, back", (files) => ({ ...files, "content/_blocks/note.md": "Back.\n" })],
  ["the settings", replaced("content/site.yaml", "title: Test", "title: Other")],
  ["settings with an error", added("content/site.yaml", "unknown: 1\n")],
  ["the settings, fixed", replaced("content/site.yaml", "unknown: 1\n", "")],
  ["the contract's words", replaced("openapi/api.yaml", "List loads", "List all loads")],
  ["the contract's schema", replaced("openapi/api.yaml", "[id]", "[id, amount]")],
  ["a link in the contract", replaced("openapi/api.yaml", "(/guide)", "(/guide#nothing)")],
  ["a contract that does not parse", replaced("openapi/api.yaml", "paths:", "paths: ]")],
  ["no contract", (files) => without(files, "openapi/api.yaml")],
  ["the contract, back", (files) => ({ ...files, "openapi/api.yaml": contract })],
  ["a picture", (files) => edited(files, "content/picture.png", () => "another")],
  ["a picture, removed", (files) => without(files, "content/picture.png")],
  ["Windows line ends", (files) => edited(files, "content/guide.md", (text) => text.replaceAll("\n", "\r\n"))],
  ["everything", () => site],
];
