import { readFileSync } from "node:fs";

import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";

import { diagnosticCodes, isFixed } from "#shared/diagnostics/diagnostic-codes.ts";
import { isList, isObject, type Json, type JsonObject, memberOf, toJsonText, toObject } from "#shared/json/json.ts";

import { buildSite } from "../support/build-site.ts";
import { smallContracts } from "../support/contract-files.ts";

type Path = readonly string[];

/** The documents of tests/contracts that are one file, without internal operations. */
const documents = smallContracts.flatMap((path): JsonObject[] => {
  const text = readFileSync(path, "utf8");
  if (text.includes("x-internal: true")) return [];
  const document: Json = parse(text, { uniqueKeys: false });
  return isObject(document) && memberOf(memberOf(document, "x-expect"), "files") === undefined ? [document] : [];
});

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Operations in the document itself, rather than behind a reference. */
function operationsOf(document: JsonObject): readonly Path[] {
  return Object.entries(memberOf(document, "paths") ?? {}).flatMap(([path, item]: readonly [string, Json]) =>
    methods
      .filter((method) => !path.startsWith("x-") && isObject(memberOf(item, method)) && !("$ref" in Object(item)))
      .map((method) => ["paths", path, method]),
  );
}

/** Paths of values that can be replaced while the document stays a document, and its operations operations. */
function pathsIn(value: Json, path: Path = []): readonly Path[] {
  const inner = isObject(value) || isList(value) ? Object.entries(value) : [];
  const below = inner.flatMap(([key, member]: readonly [string, Json]) => pathsIn(member, [...path, key]));
  const [section, , method, ...rest] = path;
  const isSpine =
    path.length < 2
      ? ["openapi", "swagger", "paths", undefined].includes(section)
      : section === "paths" && (path.length < 3 || (methods.includes(method ?? "") && rest.length === 0));
  return section === "x-expect" ? [] : isSpine ? below : [path, ...below];
}

function replaceAt(value: Json, [key, ...rest]: Path, junk: Json): Json {
  if (key === undefined) return junk;
  if (isList(value))
    return value.map((element, index) => (String(index) === key ? replaceAt(element, rest, junk) : element));
  if (!isObject(value)) return value;
  return toObject(
    Object.entries(value).map(([name, member]) => [name, name === key ? replaceAt(member, rest, junk) : member]),
  );
}

const references = "$ref # #/ #/paths #/components #/components/schemas/Tree nowhere.yaml //x".split(" ");
const junk = fc.oneof(
  fc.constantFrom<Json>(null, "", "text", 0, -1, 1.5, 2n ** 63n, true, false, [], {}, [null], [[]], { "": null }),
  fc.constantFrom<Json>(...references).map(($ref): Json => ({ $ref })),
  fc.constantFrom<Json>({ type: "object" }, { name: "id", in: "path" }, { get: {} }, { description: 1, content: [] }),
);

const broken = fc
  .record({
    document: fc.constantFrom(...documents),
    faults: fc.array(fc.record({ at: fc.nat(), junk }), { minLength: 1, maxLength: 6 }),
  })
  .map(({ document, faults }) =>
    faults.reduce((result: JsonObject, fault) => {
      const candidates = pathsIn(result);
      const next = replaceAt(result, candidates[fault.at % candidates.length] ?? ["x-none"], fault.junk);
      return isObject(next) ? next : result;
    }, document),
  );

const codes = diagnosticCodes.filter((code) => !isFixed(code));
const severities = fc.dictionary(fc.constantFrom(...codes), fc.constantFrom("error", "warning", "off"));

test("every operation of a readable document is on the site, despite other errors and any severities", async () => {
  const property = fc.asyncProperty(broken, severities, async (document, weights) => {
    const text = toJsonText(document);
    const files = { "content/index.md": "# Home\n", "content/site.yaml": `severities: ${toJsonText(weights)}\n` };
    const site = await buildSite({ ...files, "openapi/api.json": text });
    const data = site.paths.filter((path) => path.startsWith("assets/try/")).map((path) => site.read(path));
    const html = site.paths
      .filter((path) => /^api\/.*\.html$/.test(path))
      .map((path) => site.read(path))
      .join("\n");
    for (const [, path = "", method = ""] of operationsOf(document)) {
      const route = (path.startsWith("/") ? path : `/${path}`).replace(/\?.*/, "");
      const own = data.find((json) => json.includes(`"method":"${method}","path":${JSON.stringify(route)}`));
      const anchor = /"anchor":"([^"]*)"/.exec(own ?? "")?.[1];
      expect(html, `${method} ${path} of ${text}`).toContain(` id="${anchor}"`);
    }
  });
  await fc.assert(property, {
    endOnFailure: true,
    numRuns: Number(process.env["PROPERTY_RUNS"] ?? 40),
    seed: Number(process.env["PROPERTY_SEED"] ?? 7),
  });
});
