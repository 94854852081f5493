import { readFile } from "node:fs/promises";

import { Validator } from "@cfworker/json-schema";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { checkByStandard } from "#shared/conformance/check-value.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { entriesAt, isObject, type Json, type JsonObject, toObject } from "#shared/json/json.ts";

/** JSON Schema 2020-12 tests for values and schemas: one case a line, with its keyword and what it shows. */
const fixture = new URL("../fixtures/json-schema.jsonl", import.meta.url);
const cases = (await readFile(fixture, "utf8"))
  .trimEnd()
  .split("\n")
  .map((line) => {
    const { keyword, shows, schema, valid, invalid }: Case = JSON.parse(line);
    return { name: `${keyword}: ${shows}`, schema, valid, invalid };
  });

interface Case {
  readonly keyword: string;
  readonly shows: string;
  readonly schema: Json;
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
}

/**
 * Where we differ on purpose. Open objects match more alternatives than intended, so the one that knows all members
 * counts; and references lead to named schemas only, since that's what a parsed contract has.
 */
const differences = [
  'oneOf: members that are described: takes {"foo":"baz","bar":2}',
  'oneOf: a missing optional member: takes {"foo":"foo","bar":8}',
  '$anchor: plain: takes "a"',
  "$dynamicRef: without a dynamic anchor outside: takes [1]",
  '$dynamicRef: behaves as $ref to an anchor: takes ["a",42]',
  'unevaluatedProperties: in a ring of refs: takes {"a":1,"b":1}',
  'unevaluatedProperties: in a ring of refs: takes {"a":1,"c":1}',
  'unevaluatedProperties: in a ring of refs: takes {"a":1,"xx":1}',
];

test("values are accepted and refused as in the standard, apart from the intended differences", () => {
  const wrong = cases.flatMap(({ name, schema, valid, invalid }) => {
    const accepts = checkerOf(schema);
    return [
      ...valid.flatMap((value) => (accepts(value) ? [] : [`${name}: refuses ${JSON.stringify(value)}`])),
      ...invalid.flatMap((value) => (accepts(value) ? [`${name}: takes ${JSON.stringify(value)}`] : [])),
    ];
  });
  expect(cases.flatMap(({ valid, invalid }) => [...valid, ...invalid]).length).toBeGreaterThan(890);
  expect(wrong).toEqual(differences);
});

const plain = { direction: null, isPartial: false, title: "the value" } as const;

/** A check by a schema that has references to its `$defs` and to itself, as a contract's have to its schemas. */
function checkerOf(schema: Json): (value: Json) => boolean {
  const text = JSON.stringify({ ...toObject(entriesAt(schema, "$defs")), root: schema })
    .replaceAll('"#/$defs/', '"#/components/schemas/')
    .replaceAll('"$ref":"#"', '"$ref":"#/components/schemas/root"');
  const named: JsonObject = JSON.parse(text);
  const conversion = new SchemaConversion(named);
  const check = { ...plain, schemaByName: conversion.toSchemas() };
  return (value) => checkByStandard(value, conversion.toSchema(named["root"]), check).length === 0;
}

describe("compared with a validator", () => {
  const name = fc.constantFrom("a", "b", "c");
  const scalar: fc.Arbitrary<Json> = fc.constantFrom<Json[]>(null, true, 0, 1, 2.5, "", "a", "bb");
  /** Any of these keywords. */
  const some = <T>(keywords: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record<T, never>(keywords, { requiredKeys: [] });
  const inAll = (list: fc.Arbitrary<Json>) => ({ allOf: list, anyOf: list });
  const oneOrTwo = fc.integer({ min: 1, max: 2 });
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const { schema } = fc.letrec<{ schema: Json; list: readonly Json[]; map: Json }>((tie) => ({
    list: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
    map: fc.dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.boolean(),
      fc.constantFrom<Json[]>({ type: "object" }, { type: ["integer", "null"] }, { minimum: 1 }, { maxLength: 1 }, {}),
      fc.record({ const: scalar }),
      fc.record({ required: fc.array(name, { maxLength: 2 }) }),
      fc.record({ minProperties: fc.integer({ min: 0, max: 2 }), minItems: fc.integer({ min: 0, max: 2 }) }),
      fc.record({ $ref: name.map((key) => `#/$defs/${key}`) }),
      some({ properties: tie("map"), additionalProperties: tie("schema"), propertyNames: tie("schema") }),
      some({ prefixItems: tie("list"), items: tie("schema"), contains: tie("schema"), maxContains: oneOrTwo }),
      some({
        properties: tie("map"),
        dependentSchemas: tie("map"),
        unevaluatedProperties: tie("schema"),
        ...inAll(tie("list")),
      }),
      some({
        prefixItems: tie("list"),
        contains: tie("schema"),
        unevaluatedItems: tie("schema"),
        ...inAll(tie("list")),
      }),
      tie("schema").map((not) => ({ not })),
      fc
        .array(tie("schema"), { minLength: 3, maxLength: 3 })
        .map((parts) =>
          toObject(["if", "then", "else"].map((keyword, index) => [keyword, parts[index] ?? true] as const)),
        ),
    ),
  }));

  test("any schema accepts exactly the values that the validator accepts", () => {
    fc.assert(
      fc.property(schema, schema, schema, schema, value, (root, a, b, c, checked) => {
        const leaf = (inner: Json): Json => (hasReference(inner) ? true : inner);
        const whole = { ...(isObject(root) ? root : { allOf: [root] }), $defs: { a: leaf(a), b: leaf(b), c: leaf(c) } };
        const validator = new Validator(JSON.parse(JSON.stringify(whole)), "2020-12", false);
        expect(checkerOf(whole)(checked), JSON.stringify([whole, checked])).toBe(validator.validate(checked).valid);
      }),
      { numRuns: 400 },
    );
  });

  function hasReference(inner: Json): boolean {
    return JSON.stringify(inner).includes('"$ref"');
  }
});

describe("schemas designed to take years", () => {
  const link = (index: number): Json => ({ $ref: `#/$defs/s${index}` });
  const chain = (length: number, toLink: (next: Json) => Json, last: Json): Json => {
    const links = Array.from({ length }, (_, index) => [`s${index}`, toLink(link(index + 1))] as const);
    return { $ref: "#/$defs/s0", $defs: toObject([...links, [`s${length}`, last]]) };
  };

  test.each(["allOf", "anyOf"])("%s of the next one twice, 80 levels deep, still gets a result", (keyword) => {
    const accepts = checkerOf(chain(80, (next) => ({ [keyword]: [next, next] }), { type: "string" }));
    expect([accepts("a"), accepts({ a: 1 })]).toEqual([true, false]);
  });

  test("forty schemas that each allow all others finish", () => {
    const names = Array.from({ length: 40 }, (_, index) => index);
    const all = { oneOf: names.map(link), unevaluatedProperties: { anyOf: names.map(link) } };
    const accepts = checkerOf({ ...all, $defs: toObject(names.map((index) => [`s${index}`, { ...all }] as const)) });
    expect(accepts({ a: { a: {} } })).toBe(true);
  });

  test("a circular reference, and a chain that no value follows, report no fault", () => {
    expect(checkerOf({ $ref: "#" })(1)).toBe(true);
    expect(checkerOf({ allOf: [link(0)], $defs: { s0: { anyOf: [link(0), { type: "string" }] } } })(1)).toBe(true);
    expect(checkerOf(chain(5_000, (next) => ({ not: next }), { type: "string" }))(1)).toBe(true);
  });

  test("uniqueness of ten thousand objects is checked in time", () => {
    const list = Array.from({ length: 10_000 }, (_, index) => ({ index }));
    expect(checkerOf({ uniqueItems: true })([...list, { index: 5 }])).toBe(false);
  });

  test("whole numbers beyond 2^53 are compared with limits in all their digits", () => {
    const check = { ...plain, schemaByName: new Map() };
    const schema = new SchemaConversion({}).toSchema({ type: "integer", maximum: 9223372036854775806n, multipleOf: 7 });
    expect(checkByStandard(9223372036854775807n, schema, check)).toEqual([
      { pointer: "", message: "the value must be at most 9223372036854775806, not 9223372036854775807", hint: null },
    ]);
  });
});
