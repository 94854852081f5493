import { readFileSync } from "node:fs";
import { extname, relative } from "node:path";

import { validate } from "@readme/openapi-parser";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { buildSite } from "../support/build-site.ts";
import { listDocuments } from "../support/real-documents.ts";

const documents = listDocuments(["@readme/oas-examples", "@scalar/galaxy"]);

type ApiDocument = Exclude<Parameters<typeof validate>[0], string>;

function readDocument(path: string): ApiDocument | null {
  const text = readFileSync(path, "utf8");
  const document: unknown = path.endsWith(".json") ? JSON.parse(text) : parse(text);
  return isApiDocument(document) ? document : null;
}

function isApiDocument(document: unknown): document is ApiDocument {
  return typeof document === "object" && document !== null && ("openapi" in document || "swagger" in document);
}

/** True if @readme/openapi-parser accepts it: a document that a provider may well publish. */
async function isAccepted(document: ApiDocument): Promise<boolean> {
  const options = { resolve: { external: false, file: false }, dereference: { circular: "ignore" } } as const;
  const result = await validate(document, options).catch(() => ({ valid: false }));
  return result.valid;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

function countOperations({ paths = {} }: ApiDocument): number {
  const items: readonly unknown[] = Object.values(paths);
  return items.flatMap((item) => methods.filter((method) => method in Object(item))).length;
}

/** The problem with a document's site; null for a site without errors that has every operation. */
async function faultOf(name: string, text: string, stated: number): Promise<string | null> {
  const files = { "content/index.md": "# Home\n", [`openapi/api${extname(name)}`]: text };
  const site = await buildSite(files, { onlyPages: true });
  const error = site.diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) return `${error.code} ${error.message}`;
  const shown = site.paths.filter((file) => file.startsWith("assets/try/")).length;
  return shown < stated ? `${shown} of ${stated} operations` : null;
}

test("at least 98 % of valid real documents build without an error, with every operation", async () => {
  const refused: string[] = [];
  let count = 0;
  for (const path of documents) {
    const document = readDocument(path);
    if (document === null) continue;
    const fault = await faultOf(path, readFileSync(path, "utf8"), countOperations(document));
    // Invalid documents may be refused.
    if (fault !== null && !(await isAccepted(document))) continue;
    count += 1;
    if (fault !== null) refused.push(`${relative(process.cwd(), path)}: ${fault}`);
  }
  expect(count).toBeGreaterThan(60);
  expect(refused.length / count, refused.join("\n")).toBeLessThanOrEqual(0.02);
}, 1_200_000);
