import { expect, test } from "vitest";

import { generateExample } from "#contract/example/generate-example.ts";
import type { Contract } from "#shared/contract/contract.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { choicesIn, resolveSchema, type Schema } from "#shared/contract/schema.ts";
import { type Json, toObject, toText } from "#shared/json/json.ts";

import { readText, readValid, schemaOf } from "../support/inline-contract.ts";

/** A schema in one line: type, reference, limits, and anything unusual. */
function summarize(schema: Schema): string {
  const { ref, types, nullable, format, limits, access, deprecated, unit } = schema;
  const flags = { nullable, [access ?? "both"]: access !== null, deprecated };
  return [
    ref === null ? null : `-> ${ref}`,
    types.join("|"),
    format,
    ...toLimitTexts(limits),
    unit,
    ...Object.entries(flags).flatMap(([name, isSet]) => (isSet ? name : [])),
  ]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

async function withSchemas(schemas: string): Promise<Contract> {
  return readValid(`components:\n  schemas:${schemas}`);
}

function exampleOf(schema: Schema, contract: Contract): Json | undefined {
  const schemas = new SchemaConversion(
    toObject(contract.schemas.map(({ name, schema: { source } }) => [name, source])),
  );
  return generateExample(schema, "request", { schemas, text: "text" })?.value;
}

function summarizeProperties({ members }: Schema): Record<string, string> {
  return Object.fromEntries(
    members.map(({ name, required, schema, from }) => [
      `${name}${required ? "!" : ""}${from === null ? "" : ` (${from})`}`,
      summarize(schema),
    ]),
  );
}

test("limits are phrases ready to print", async () => {
  const contract = await withSchemas(`
    A:
      properties:
        amount: { type: integer, minimum: 0 }
        share: { type: number, minimum: 0, maximum: 100, multipleOf: 0.5 }
        open: { type: number, exclusiveMinimum: 0, exclusiveMaximum: 1 }
        name: { type: string, minLength: 1, maxLength: 256 }
        code: { type: string, minLength: 1, maxLength: 1 }
        note: { type: string, maxLength: 42, pattern: "^[A-Z]+$" }
        list: { type: array, minItems: 1, maxItems: 5, uniqueItems: true, contains: { const: R } }
        map: { type: object, maxProperties: 3, propertyNames: { maxLength: 8 }, dependentRequired: { a: [b, c] } }
        file: { type: string, contentEncoding: base64, contentMediaType: image/png }
        same: { type: integer, minimum: 7, maximum: 7 }
        some: { type: array, contains: { const: R }, minContains: 2, maxContains: 3 }
        one: { type: array, contains: { type: string }, maxContains: 1 }
        bad: false
`);
  expect(summarizeProperties(schemaOf(contract, "A"))).toMatchInlineSnapshot(`
    {
      "amount": "integer, 0 or more",
      "bad": "never valid",
      "code": "string, exactly 1 character",
      "file": "string, base64, image/png",
      "list": "array, 1 to 5 items, no item twice, contains "R", 1 or more times",
      "map": "object, at most 3 members, member names: at most 8 characters, a needs b, c",
      "name": "string, 1 to 256 characters",
      "note": "string, at most 42 characters, matches ^[A-Z]+$",
      "one": "array, contains items that match {"type":"string"}, exactly 1 time",
      "open": "number, more than 0 and less than 1",
      "same": "integer, exactly 7",
      "share": "number, 0 to 100, a multiple of 0.5",
      "some": "array, contains "R", 2 to 3 times",
    }
  `);
});

test("a use of a named schema keeps its name, its siblings and the most important details", async () => {
  const contract = await withSchemas(`
    Cents: { type: integer, format: int64, x-unit: usd-cents, minimum: 0, description: An amount. }
    Uid: { type: string, format: uuid, readOnly: true }
    Own: { allOf: [{ $ref: "#/components/schemas/Uid" }], description: "One's own." }
    Part: { writeOnly: true, description: It stands above its fields., properties: { a: {} } }
    Invoice:
      properties:
        id: { $ref: "#/components/schemas/Own" }
        sent: { allOf: [{ $ref: "#/components/schemas/Uid" }], readOnly: false }
        part: { $ref: "#/components/schemas/Part" }
        amount: { $ref: "#/components/schemas/Cents", description: What is owed., readOnly: true, default: 0 }
        paid: { allOf: [{ $ref: "#/components/schemas/Cents" }], deprecated: true }
        due: { anyOf: [{ $ref: "#/components/schemas/Cents" }, { type: "null" }] }
        fee: { type: [integer, "null"], x-unit: usd-cents }
`);
  const invoice = schemaOf(contract, "Invoice");
  expect(summarizeProperties(invoice)).toMatchInlineSnapshot(`
    {
      "amount": "-> Cents, integer, int64, 0 or more, usd-cents, read-only",
      "due": "-> Cents, integer, int64, 0 or more, usd-cents, nullable",
      "fee": "integer, usd-cents, nullable",
      "id": "-> Own, string, uuid, read-only",
      "paid": "-> Cents, integer, int64, 0 or more, usd-cents, deprecated",
      "part": "-> Part, object, write-only",
      "sent": "-> Uid, string, uuid",
    }
  `);
  const descriptions = invoice.members.map(({ schema }) => schema.description?.text ?? "");
  expect(descriptions.join()).toBe("One's own.,,,What is owed.,An amount.,An amount.,");
  const [, sent, , amount] = invoice.members.map(({ schema }) => resolveSchema(schema, contract.schemaByName));
  expect(amount).toMatchObject({ default: 0 });
  expect(sent?.access).toBe(null);
});

test("allOf is merged with each property's origin, and a later part refines an earlier one", async () => {
  const contract = await withSchemas(`
    Page: { type: object, required: [count], properties: { count: { type: integer }, results: { type: array, description: All. } } }
    Named: { description: Has a name., properties: { name: { type: string } } }
    PageOfLoad:
      allOf:
        - $ref: "#/components/schemas/Page"
        - $ref: "#/components/schemas/Named"
        - { required: [results], properties: { results: { items: { $ref: "#/components/schemas/Load" } } } }
    Load: { type: object }
`);
  const page = schemaOf(contract, "PageOfLoad");
  expect(page).toMatchObject({ mergedFrom: ["Page", "Named"], types: ["object"], description: null, ref: null });
  const summary = { "count! (Page)": "integer", "name (Named)": "string", "results!": "array" };
  expect(summarizeProperties(page)).toEqual(summary);
  expect(page.members[1]?.schema).toMatchObject({ description: { text: "All." }, items: { ref: "Load" } });

  const traits = Array.from({ length: 40 }, (_, index) => `Trait${index}`);
  const node = `Node: { allOf: [${traits.map((name) => `{ $ref: "#/components/schemas/${name}" }`).join(", ")}] }`;
  const lines = traits.map((name) => `${name}: { properties: { a${name}: {} } }`);
  expect(schemaOf(await withSchemas(["", node, ...lines].join("\n    ")), "Node").members).toHaveLength(40);
});

test("a title of spaces names nothing", async () => {
  const contract = await withSchemas(`
    A: { oneOf: [{ title: " ", type: object }, { title: " Card " }] }
  `);
  const [choices] = choicesIn(schemaOf(contract, "A"));
  expect(choices?.schemas.map(({ title }) => title)).toEqual([null, "Card"]);
});

test("all parts of an allOf apply: bounds and values are intersected, and every choice stays", async () => {
  const contract = await withSchemas(`
    Count: { type: integer, minimum: 10, maximum: 20 }
    Bounds: { allOf: [{ $ref: "#/components/schemas/Count" }, { exclusiveMinimum: 0, maximum: 100, multipleOf: 5 }] }
    Beside: { $ref: "#/components/schemas/Count", maximum: 15, exclusiveMinimum: 10 }
    Letters: { allOf: [{ minLength: 5, uniqueItems: true }, { minLength: 1, maxLength: 9, uniqueItems: false }] }
    Values:
      allOf:
        - { enum: [alpha, gamma], x-enum-varnames: [A, C] }
        - { enum: [gamma, beta, alpha] }
    Later:
      allOf:
        - { enum: [alpha, gamma] }
        - { enum: [gamma, beta, alpha], x-enum-varnames: [C, B, A] }
    Base: { properties: { size: { type: object, minProperties: 2, properties: { w: { type: integer, minimum: 1 } } } } }
    Heir:
      allOf:
        - $ref: "#/components/schemas/Base"
        - { properties: { size: { minProperties: 1, properties: { w: { minimum: 0 }, h: { type: integer } } } } }
    ByUser: { properties: { user: { type: string } } }
    ByMail: { properties: { mail: { type: string } } }
    Pay:
      allOf:
        - { oneOf: [{ $ref: "#/components/schemas/ByUser" }, { $ref: "#/components/schemas/ByMail" }] }
        - { oneOf: [{ title: Bank, properties: { iban: { type: string } } }, { title: Card }] }
        - { oneOf: [{ $ref: "#/components/schemas/ByUser" }, { $ref: "#/components/schemas/ByMail" }] }
      anyOf: [{ title: Now }, { title: Later }]
`);
  const line = (name: string) => summarize(resolveSchema(schemaOf(contract, name), contract.schemaByName));
  expect(["Bounds", "Beside", "Letters"].map(line)).toEqual([
    "integer, 10 to 20, a multiple of 5",
    "integer, more than 10 and at most 15",
    "5 to 9 characters, no item twice",
  ]);
  const labels = (name: string) => schemaOf(contract, name).enum.map(({ value, label }) => `${toText(value)} ${label}`);
  expect([labels("Values").join(), labels("Later").join()]).toEqual(["alpha A,gamma C", "gamma C,alpha A"]);
  const size = schemaOf(contract, "Heir").members[0]?.schema;
  expect(size?.limits).toEqual({ minProperties: 2 });
  expect(size && summarizeProperties(size)).toEqual({ w: "integer, 1 or more", h: "integer" });
  const pay = schemaOf(contract, "Pay");
  expect(choicesIn(pay).map(({ kind, schemas }) => [kind, ...schemas.map(({ ref, title }) => ref ?? title)])).toEqual([
    ["oneOf", "ByUser", "ByMail"],
    ["oneOf", "Bank", "Card"],
    ["anyOf", "Now", "Later"],
  ]);
  expect(exampleOf(pay, contract)).toEqual({ user: "user", iban: "iban" });
});

test("required alternatives of members and forbidden values are limits", async () => {
  const contract = await withSchemas(`
    Combo:
      type: object
      properties: { user: { type: string }, email: { type: string }, pin: { type: string } }
      oneOf: [{ required: [user, pin] }, { type: object, required: [email, pin] }]
    Any: { properties: { a: {}, b: {} }, anyOf: [{ required: [a] }, { required: [b] }] }
    One:
      properties: { a: {}, b: {} }
      oneOf:
        - { required: [a], not: { required: [b] } }
        - { required: [b] }
        - { not: { anyOf: [{ required: [a] }, { required: [b] }] } }
    Parts: { allOf: [{ anyOf: [{ required: [a] }, { required: [b] }] }, { required: [c], properties: { a: {}, b: {} } }] }
    Named: { oneOf: [{ title: By a, required: [a] }, { required: [b] }] }
    Never: { not: { required: [a, b] } }
    Other: { not: { enum: [0, x] } }
    Some: { not: { type: string } }
    Link: { not: { $ref: "#/components/schemas/Never" } }
`);
  const line = (name: string) => `${name}: ${summarize(schemaOf(contract, name))}`;
  expect(contract.schemas.map(({ name }) => line(name)).join("\n")).toMatchInlineSnapshot(`
    "Combo: object, needs either user and pin, or email and pin
    Any: object, needs a, or b
    One: object, needs either a without b, or b, or none of a, b
    Parts: object, needs c, needs a, or b
    Named: 
    Never: never a and b together
    Other: not 0, not "x"
    Some: further conditions apply: {"not":{"type":"string"}}
    Link: "
  `);
  expect(schemaOf(contract, "Combo").alternatives).toBe(null);
  const named = schemaOf(contract, "Named").alternatives?.schemas;
  expect(named?.map(summarize)).toEqual(["object, needs a", "object, needs b"]);
  const sample = (name: string) => exampleOf(schemaOf(contract, name), contract);
  expect(sample("Combo")).toEqual({ user: "user", pin: "pin" });
});

test("every kind of recursive schema ends at a link", async () => {
  const contract = await withSchemas(`
    Self: { properties: { self: { $ref: "#/components/schemas/Self" } } }
    RingA: { allOf: [{ $ref: "#/components/schemas/RingB" }], properties: { a: { type: string } } }
    RingB: { allOf: [{ $ref: "#/components/schemas/RingA" }], properties: { b: { type: string } } }
    Tree: { type: array, items: { $ref: "#/components/schemas/Tree" } }
    Folded:
      properties:
        x: { allOf: [{ $ref: "#/components/schemas/Folded" }, { properties: { y: { type: string } } }] }
    Refined:
      allOf: [{ $ref: "#/components/schemas/Folded" }, { properties: { x: { description: Again. } } }]
    Choice: { oneOf: [{ $ref: "#/components/schemas/Choice" }, { type: string }] }
`);
  expect(schemaOf(contract, "Self").members[0]?.schema.ref).toBe("Self");
  expect(summarizeProperties(schemaOf(contract, "RingA"))).toEqual({ "b (RingB)": "string", a: "string" });
  expect(schemaOf(contract, "Tree").items?.ref).toBe("Tree");
  expect(schemaOf(contract, "Folded").members[0]?.schema.members.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(schemaOf(contract, "Refined").members[0]?.schema.description?.text).toBe("Again.");
  expect(schemaOf(contract, "Choice").alternatives?.schemas[0]?.ref).toBe("Choice");
});

test("alternatives keep their discriminator, and subtypes of a base count as its alternatives", async () => {
  const contract = await withSchemas(`
    Payment:
      oneOf: [{ $ref: "#/components/schemas/Ach" }, { $ref: "#/components/schemas/Wire" }]
      discriminator: { propertyName: type, mapping: { ACH: "#/components/schemas/Ach" } }
    Ach: { type: object }
    Wire: { type: object }
    Animal: { type: object, discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Animal" }, { properties: { meows: { type: boolean } } }] }
    Either: { anyOf: [{ type: string }, { type: integer }] }
    Means:
      oneOf: [{ $ref: "#/components/schemas/v1.Card" }, { $ref: "#/components/schemas/Ach" }]
      discriminator: { propertyName: type, mapping: { CARD: v1.Card, BANK: ./schemas/Ach.yaml } }
    v1.Card: { type: object }
`);
  const mapping = (name: string) =>
    Object.fromEntries(schemaOf(contract, name).alternatives?.discriminator?.mapping ?? []);
  expect(mapping("Payment")).toEqual({ ACH: "Ach", Wire: "Wire" });
  expect(mapping("Animal")).toEqual({ Cat: "Cat" });
  expect(mapping("Means")).toEqual({ CARD: "v1.Card", BANK: "Ach" });
  expect(schemaOf(contract, "Cat")).toMatchObject({ alternatives: null, mergedFrom: ["Animal"] });
  expect(schemaOf(contract, "Either").alternatives).toMatchObject({ kind: "anyOf", discriminator: null });
});

test("enums list their values with meanings and names, for both kinds of extensions", async () => {
  const contract = await withSchemas(`
    Status: { type: string, enum: [OPEN, PAID], x-enum-descriptions: { PAID: Money *sent*. } }
    Days: { type: integer, enum: [0, 7], x-enumDescriptions: [Same day., A week.], x-enum-varnames: [NOW, WEEK] }
    Odd: { enum: [constructor, null, 1], x-enum-descriptions: {} }
    Only: { const: R }
`);
  const values = (name: string) =>
    schemaOf(contract, name).enum.map(({ value, label, meaning }) => `${toText(value)} ${label}: ${meaning?.text}`);
  expect(values("Status")).toEqual(["OPEN null: undefined", "PAID null: Money *sent*."]);
  expect(values("Days")).toEqual(["0 NOW: Same day.", "7 WEEK: A week."]);
  expect(schemaOf(contract, "Odd").enum.map(({ value }) => value)).toEqual(["constructor", null, 1]);
  expect(schemaOf(contract, "Odd")).toMatchObject({ types: ["string", "integer"], nullable: true });
  expect(schemaOf(contract, "Only")).toMatchObject({ const: "R", types: ["string"] });
});

test("further members, tuples, negation and JSON Schema's own kinds of values are in the model", async () => {
  const contract = await withSchemas(`
    Free: { additionalProperties: { type: [string, "null"] } }
    Closed: { type: object, additionalProperties: false }
    Patterns: { patternProperties: { "^x-": { type: string } } }
    Pair: { prefixItems: [{ type: number }, { type: string }], items: false }
    Negated: { not: { const: 0 } }
    Anything: true
    Conditional: { if: { required: [a] }, then: { required: [b] } }
`);
  expect(schemaOf(contract, "Free").additionalProperties).toMatchObject({ types: ["string"], nullable: true });
  expect(schemaOf(contract, "Closed").additionalProperties).toBe(false);
  expect(schemaOf(contract, "Patterns").patternProperties[0]).toMatchObject({
    pattern: "^x-",
    schema: { types: ["string"] },
  });
  expect(schemaOf(contract, "Pair").prefixItems.map(({ types }) => types[0])).toEqual(["number", "string"]);
  expect(schemaOf(contract, "Pair").items?.limits).toEqual({ isNever: true });
  expect(schemaOf(contract, "Negated").not?.const).toBe(0);
  expect(schemaOf(contract, "Anything").types).toEqual([]);
  expect(schemaOf(contract, "Conditional").limits.conditions).toMatchObject({ if: { required: ["a"] } });
});

test("names from Object.prototype are ordinary names", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  const properties = names.map((name) => `        ${name}: { type: string, description: ${name} }`).join("\n");
  const contract = await readValid(`paths:
  /constructor/__proto__/:
    get:
      tags: [__proto__]
      operationId: toString
      responses: { "200": { description: Ok., content: { application/json: { schema: { $ref: "#/components/schemas/__proto__" } } } } }
components:
  schemas:
    __proto__:
      required: [__proto__]
      properties:
${properties}
    constructor: { allOf: [{ $ref: "#/components/schemas/__proto__" }] }
`);
  const schema = schemaOf(contract, "__proto__");
  expect(schema.members.map(({ name, schema: { description } }) => [name, description?.text])).toEqual(
    names.map((name) => [name, name]),
  );
  expect(schema.members.filter(({ required }) => required).map(({ name }) => name)).toEqual(["__proto__"]);
  expect(schemaOf(contract, "constructor").ref).toBe("__proto__");
  expect(contract.tagGroups[0]?.tags.map(({ name, anchor, operations }) => [name, anchor, operations[0]?.id])).toEqual([
    ["__proto__", "tag-proto", "toString"],
  ]);
  const example = contract.operations[0]?.responses[0]?.content[0]?.examples[0]?.text ?? "";
  expect(example).toContain('"__proto__": "proto"');
  expect(Object.hasOwn(Object.prototype, "description")).toBe(false);
});

test("OpenAPI 3.0 keywords have their meaning", async () => {
  const { contract, findings } = await readText(`openapi: 3.0.3
info: { title: API, version: "1" }
paths: {}
components:
  schemas:
    Load: { type: object, properties: { id: { type: string } } }
    A:
      type: object
      properties:
        a: { type: string, nullable: true, enum: [x, y], example: x }
        b: { type: integer, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }
        c: { nullable: true, description: Maybe., allOf: [{ $ref: "#/components/schemas/Load" }] }
        d: { type: array, items: { type: string, nullable: true } }
`);
  expect(findings).toBe("");
  const schema = schemaOf(contract, "A");
  expect(summarizeProperties(schema)).toMatchInlineSnapshot(`
    {
      "a": "string, nullable",
      "b": "integer, more than 0 and at most 9",
      "c": "-> Load, object, nullable",
      "d": "array",
    }
  `);
  expect(schema.members[0]?.schema.examples).toEqual(["x"]);
  expect(schema.members[2]?.schema.description?.text).toBe("Maybe.");
  expect(schema.members[3]?.schema.items?.nullable).toBe(true);
  expect(contract?.specification).toBe("OpenAPI 3.0.3");
});
