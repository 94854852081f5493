import { buildSite } from "#build.ts";
import { toSources } from "#read/sources.ts";
import { toCursor } from "#lsp/cursor.ts";
import { completeAt } from "#lsp/complete-at.ts";
import type { SiteModel } from "#shared/site-model.ts";

import "./reuse-validators.ts";

const contract = `openapi: 3.1.0
info: { title: Loads, version: "1" }
tags: [{ name: loads }]
paths:
  /loads:
    post:
      operationId: loads_create
      tags: [loads]
      summary: Post a load
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } }
      responses: { "201": { description: Posted, content: { application/json: { schema: { $ref: "#/components/schemas/Load" } } } } }
    get:
      operationId: loads_list
      tags: [loads]
      summary: List loads
      parameters: [{ name: status, in: query, schema: { $ref: "#/components/schemas/Status" } }]
      responses: { "200": { description: Loads } }
components:
  schemas:
    Status: { type: string, enum: [OPEN, COVERED] }
    Stop: { type: object, properties: { city: { type: string } } }
    Load:
      type: object
      required: [status, rate]
      properties:
        weight: { type: number, minimum: 0, x-unit: lb, description: Pounds in all. }
        status: { $ref: "#/components/schemas/Status" }
        rate: { type: integer, x-unit: usd-cents }
        stops: { type: array, items: { $ref: "#/components/schemas/Stop" } }
`;
/** A small site to edit. */
export const editedSite = {
  "openapi/api.yaml": contract,
  "content/index.md": "# Start\n\n## First call\n",
  "content/guides/money.md": "---\ntitle: Money\n---\n\n## Cents {#cents}\n\n## Dollars, too\n",
  "content/_blocks/auth.md": "Authenticate.\n",
  "content/_figures/flow.svg": "<svg></svg>",
  "content/static/terms.pdf": "%PDF",
};

/** The model of a site of inline files. */
export async function modelOf(files: Readonly<Record<string, string>>): Promise<SiteModel> {
  const sources = toSources(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])));
  const models: SiteModel[] = [];
  const emit = (): void => undefined;
  const options = { root: "/nowhere", flags: {}, strict: false, emit, onDeferred: emit };
  await buildSite(sources, { ...options, onModel: (model) => void models.push(model) });
  const [model] = models;
  if (model === undefined) throw new Error("the build reported no model");
  return model;
}

/** A cursor where `|` stands in a text. */
export function cursorIn(file: string, marked: string) {
  const offset = marked.indexOf("|");
  const lines = marked.slice(0, offset).split("\n");
  const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  return toCursor(file, marked.slice(0, offset) + marked.slice(offset + 1), position);
}

/** The completions offered at `|`, in order. */
export function offeredIn(file: string, marked: string, model: SiteModel): readonly string[] {
  return completeAt(cursorIn(file, marked), model).map(({ label }) => label);
}

/** The text after a completion was accepted at `|`. */
export function takenIn(
  file: string,
  marked: string,
  { label, model }: { readonly label: string; readonly model: SiteModel },
): string {
  const cursor = cursorIn(file, marked);
  const item = completeAt(cursor, model).find((one) => one.label === label);
  if (item?.textEdit === undefined || !("range" in item.textEdit)) throw new Error(`${label} is not offered`);
  const { start, end } = item.textEdit.range;
  const lines = cursor.text.split("\n");
  const line = lines[start.line] ?? "";
  lines[start.line] = line.slice(0, start.character) + item.textEdit.newText + line.slice(end.character);
  return lines.join("\n");
}
