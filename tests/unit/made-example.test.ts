import { expect, test } from "vitest";

import { generateExample, type GeneratedExample } from "#contract/example/generate-example.ts";
import { matchesOf, meets } from "#contract/example/make-match.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import type { Json, JsonObject } from "#shared/json/json.ts";

function make(schema: Json, named: JsonObject = {}): GeneratedExample | null {
  const schemas = new SchemaConversion(named);
  return generateExample(schemas.toSchema(schema), "request", { schemas, text: "text" });
}

const text = { type: "string" };
const integer = { type: "integer" };

test.each<readonly [schema: JsonObject, value: Json]>(
  // prettier-ignore
  [
    [{ type: "string", format: "decimal" }, "1.00"],
    [{ type: "string", format: "decimal", pattern: "^-?\\d{0,8}(?:\\.\\d{0,2})?$" }, "1.00"],
    [{ type: "number", format: "decimal" }, 1],
    [{ type: "string", format: "int64" }, "1"],
    [{ type: "integer", minimum: -2147483648, maximum: 2147483647 }, 1],
    [{ type: "integer", minimum: -9223372036854776000 }, 1],
    [{ type: "integer", minimum: -5, maximum: 0 }, 0],
    [{ type: "integer", minimum: -9, maximum: -5 }, -5],
    [{ type: "number", minimum: -0.5, maximum: 0.5 }, 0],
    [{ type: "integer", minimum: 7, multipleOf: 5 }, 10],
    [{ type: "integer", maximum: 11, exclusiveMinimum: 4, multipleOf: 5 }, 5],
    [{ type: "array", items: { enum: ["a", "b", "c"] }, minItems: 2, uniqueItems: true }, ["a", "b"]],
    [{ type: "array", items: integer, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [{ type: "array", items: { properties: { id: integer } }, minItems: 2, uniqueItems: true }, [{ id: 1 }, { id: 2 }]],
    [{ type: "array", items: { type: "boolean" }, minItems: 2, uniqueItems: true }, [true, false]],
    [{ type: "array", items: integer, minItems: 5 }, [1, 1, 1, 1, 1]],
    [{ type: "array", contains: { const: 7 } }, [7]],
    [{ type: "array", contains: { const: 7 }, minContains: 2, minItems: 3, items: integer }, [7, 7, 1]],
    [{ type: "array", prefixItems: [text, integer], items: { type: "boolean" }, minItems: 3 }, ["text", 1, true]],
    [{ additionalProperties: text, minProperties: 2 }, { key: "text", "key-1": "text" }],
    [{ additionalProperties: text, propertyNames: { pattern: "^x-[a-z]{2}$" } }, { "x-ab": "text" }],
    [{ patternProperties: { "^v\\d$": integer }, additionalProperties: false }, { v1: 1 }],
    [{ properties: { a: text, b: text, c: text }, required: ["c"], maxProperties: 1 }, { c: "text" }],
    [{ required: ["b"], properties: { a: text }, additionalProperties: integer }, { a: "text", b: 1 }],
    [{ properties: { user: text, email: text, pin: text }, oneOf: [{ required: ["user", "pin"] }, { required: ["email", "pin"] }] }, { user: "user", pin: "pin" }],
    [{ type: "string", oneOf: [{ format: "date" }, { format: "uuid" }] }, "2025-01-15"],
    [{ oneOf: [{ properties: { a: text } }, { properties: { a: integer }, required: ["b"] }] }, { a: "text" }],
    [{ properties: { a: text, b: text }, not: { required: ["b"] } }, { a: "text" }],
    [{ type: "string", default: null }, "text"],
    [{ type: "integer", enum: ["one", 2] }, 2],
    [{ type: ["string", "null"], default: null }, null],
    [{ type: "boolean", default: false }, false],
    [{ type: "string", format: "date-time" }, "2025-01-15T09:30:00Z"],
    [{ type: "string", format: "uuid" }, "123e4567-e89b-12d3-a456-426614174000"],
    [{ properties: { name: { type: "string", minLength: 6, maxLength: 8 } } }, { name: "Example" }],
    [{ type: "number", exclusiveMaximum: 1 }, 0],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
  ],
)("an example is generated for %j", (schema, value) => {
  expect(make(schema)).toEqual({ value, unmet: [] });
});

const owned = {
  Version: { properties: { id: text, name: text, created_at: text, tags: { type: "array", items: text } } },
};

test.each<readonly [properties: JsonObject, value: Json]>(
  // prettier-ignore
  [
    [{ id: text, customerId: text, name: text }, { id: "id_1", customerId: "cus_1", name: "Example name" }],
    [{ id: integer, created_at: text, due_date: text }, { id: 1, created_at: "2025-01-15T09:30:00Z", due_date: "2025-01-15" }],
    [{ contact_email: text, img_url: text, handle: text }, { contact_email: "name@example.com", img_url: "https://example.com/image.png", handle: "ada" }],
    [{ released: { type: "string", format: "date" }, url: { type: "string", format: "uri" } }, { released: "2025-01-15", url: "https://example.com/" }],
    [{ photo: { type: "string", format: "base64url" }, logo: { type: "string", contentEncoding: "base64" } }, { photo: "ZXhhbXBsZQ", logo: "ZXhhbXBsZQ==" }],
    [{ region: text, phone: { type: "string", maxLength: 8 }, kind: { enum: ["A"] } }, { region: "region", phone: "+1202555", kind: "A" }],
    [{ versions: { type: "array", items: { properties: { id: text } } } }, { versions: [{ id: "ver_1" }] }],
    [{ version: { $ref: "#/components/schemas/Version" } }, { version: { id: "ver_1", name: "Example version", created_at: "2025-01-15T09:30:00Z", tags: ["tag"] } }],
    [{ page: text, per_page: text, pageSize: text, front_page: text }, { page: "1", per_page: "1", pageSize: "1", front_page: "front page" }],
    [{ code: { type: "string", pattern: "^[A-Z]{3}$" }, ids: { type: "array", items: text } }, { code: "ABC", ids: ["id_1"] }],
  ],
)("a member's name decides what its text looks like: %j", (properties, value) => {
  expect(make({ type: "object", properties }, owned)?.value).toEqual(value);
});

test.each([
  ["^[0-9]{5,8}$", "12345"],
  ["^(v3)$", "v3"],
  ["^[0-9a-f]{6}$", "abcdef"],
  ["^[-a-zA-Z0-9_]+$", "text"],
  ["^(?:[A-Z]{2}|none)-\\d+$", "AB-1"],
  ["^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d!]{8,}$", "aA1!bB2c"],
  ["^(?!a)[a-c]$", "c"],
  ["\\p{Lu}\\b", "A"],
  ["^[^\\x00-\\x7f]$", "\u0080"],
  ["(?<=a)b", "ab"],
  ["^$", ""],
])("a text is generated for %s", (pattern, expected) => {
  const example = make({ type: "string", pattern })?.value;
  expect(typeof example === "string" && meets(example, pattern)).toBe(true);
  expect(example).toBe(expected);
});

test("a subtype's example has its discriminator value, wherever it's used", () => {
  const subtype = { allOf: [{ $ref: "#/components/schemas/Base" }], properties: { lot: integer } };
  const discriminator = { propertyName: "kind", mapping: { in: "#/components/schemas/In" } };
  const named = { Base: { required: ["kind"], properties: { kind: text }, discriminator }, In: subtype, Out: subtype };
  const [first, second] = ["In", "Out"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  expect(make({ oneOf: [first ?? {}, second ?? {}] }, named)?.value).toEqual({ kind: "in", lot: 1 });
  expect(make({ type: "array", items: second ?? {} }, named)?.value).toEqual([{ kind: "Out", lot: 1 }]);
  const mapping = { tom: "#/components/schemas/Cat" };
  const pet = { oneOf: [{ $ref: mapping.tom }], discriminator: { propertyName: "kind", mapping } };
  expect(make(pet, { Cat: { properties: { kind: text } } })?.value).toEqual({ kind: "tom" });
});

test("an example satisfies lengths beside a pattern, and a bound beyond 2^53", () => {
  expect(make({ type: "string", pattern: "^[a-z]+$", minLength: 6, maxLength: 6 })?.value).toBe("textxx");
  expect(make({ type: "string", pattern: "^[A-Z]*$", maxLength: 2 })?.value).toBe("A");
  const above = { type: "integer", exclusiveMinimum: 9223372036854775806n };
  expect(make(above)?.value).toBe(9223372036854775807n);
});

test("an unsatisfiable pattern is reported quickly", () => {
  const out = { type: "string", pattern: "^(a+)+(?=c)b$", minLength: 40 };
  expect(make({ properties: { a: out, b: text } })?.unmet).toEqual([out.pattern]);
  for (const pattern of ["(?i", "^([a-z])\\1$", "^[\\w-.]+@x$"])
    expect(make({ type: "string", pattern })).toEqual({ value: "text", unmet: [pattern] });
  expect(meets(`${"a".repeat(60)}!`, "^(a+)+$")).toBe(false);
  expect([...matchesOf("^(a{1000}){1000}$", { least: 0, most: Infinity })]).toEqual([]);
});

test("nested alternatives use the first of the first", () => {
  const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const first = { type: "object", required: ["tag"], properties: { tag: { const: "first" } } };
  const schemas = { Tagged: { anyOf: [first, text] }, Pair: { anyOf: [{ type: "array", items: integer }, integer] } };
  expect(make({ anyOf: [named("Tagged"), named("Pair")] }, schemas)?.value).toEqual({ tag: "first" });
});

test("recursive schemas and deeply nested alternatives finish", () => {
  const ring = { required: ["next"], properties: { next: { $ref: "#/components/schemas/Ring" } } };
  expect(make(ring, { Ring: ring })?.value).toEqual({ next: {} });
  expect(make({ properties: { ring: { $ref: "#/components/schemas/Ring" }, a: text } }, { Ring: ring })?.value).toEqual(
    { a: "text" },
  );
  const nest = (depth: number): JsonObject =>
    depth === 0 ? { type: "integer" } : { oneOf: [1, 2, 3, 4].map(() => ({ properties: { a: nest(depth - 1) } })) };
  expect(make(nest(6))).not.toBe(null);
});

test("schemas that use the next one twice, twenty levels deep, give an example of limited size", () => {
  const twice = Array.from({ length: 20 }, (_, level) => {
    const next = { $ref: `#/components/schemas/L${level + 1}` };
    return [`L${level}`, { properties: { a: next, b: next } }];
  });
  const value = make({ $ref: "#/components/schemas/L0" }, { ...Object.fromEntries(twice), L20: text })?.value;
  expect(JSON.stringify(value).length).toBeLessThan(50_000);
});
