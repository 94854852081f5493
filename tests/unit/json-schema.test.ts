import { readFile } from "node:fs/promises";

import { Validator } from "@cfworker/json-schema";
import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  dictionary,
  integer,
  letrec,
  oneof,
  property,
  record,
} from "fast-check";
import { describe, expect, test } from "vitest";

import { checkByStandard } from "#shared/conformance/check-value.ts";
import { SchemaConversion } from "#shared/contract/keywords/to-schema.ts";
import { entriesAt, isObject, type Json, type JsonObject, toObject } from "#shared/json/json.ts";

/** What JSON Schema 2020-12 says of values beside a schema: a case a line, with its keyword and what it shows. */
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
 * Where we differ on purpose. Open objects fit more alternatives than is meant, so of several the one that knows all
 * members counts; and references lead to named schemas only, which is what a contract that has been read holds.
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

test("values are taken and refused as the standard has it, but for the differences that are wanted", () => {
  const wrong = cases.flatMap(({ name, schema, valid, invalid }) => {
    const takes = takerOf(schema);
    return [
      ...valid.flatMap((value) => (takes(value) ? [] : [`${name}: refuses ${JSON.stringify(value)}`])),
      ...invalid.flatMap((value) => (takes(value) ? [`${name}: takes ${JSON.stringify(value)}`] : [])),
    ];
  });
  expect(cases.flatMap(({ valid, invalid }) => [...valid, ...invalid]).length).toBeGreaterThan(890);
  expect(wrong).toEqual(differences);
});

/** A check by a schema whose references lead to its `$defs` and to itself, as those of a contract lead to its schemas. */
function takerOf(schema: Json): (value: Json) => boolean {
  const text = JSON.stringify({ ...toObject(entriesAt(schema, "$defs")), root: schema })
    .replaceAll('"#/$defs/', '"#/components/schemas/')
    .replaceAll('"$ref":"#"', '"$ref":"#/components/schemas/root"');
  const named: JsonObject = JSON.parse(text);
  const conversion = new SchemaConversion(named);
  const check = {
    schemaByName: conversion.toSchemas(),
    direction: null,
    isPartial: false,
    title: "the value",
  } as const;
  return (value) => checkByStandard(value, conversion.toSchema(named["root"]), check).length === 0;
}

describe("beside a validator", () => {
  const name = constantFrom("a", "b", "c");
  const scalar: Arbitrary<Json> = constantFrom<Json[]>(null, true, 0, 1, 2.5, "", "a", "bb");
  const { value } = letrec<{ value: Json }>((tie) => ({
    value: oneof(
      { depthSize: "small", withCrossShrink: true },
      scalar,
      array(tie("value"), { maxLength: 3 }),
      dictionary(name, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    ),
  }));
  const { schema } = letrec<{ schema: Json; list: readonly Json[]; map: Json }>((tie) => ({
    list: array(tie("schema"), { minLength: 1, maxLength: 3 }),
    map: dictionary(name, tie("schema"), { maxKeys: 3, noNullPrototype: true }),
    schema: oneof(
      { depthSize: "small", withCrossShrink: true },
      boolean(),
      constantFrom<Json[]>({ type: "object" }, { type: ["integer", "null"] }, { minimum: 1 }, { maxLength: 1 }, {}),
      record({ const: scalar }),
      record({ required: array(name, { maxLength: 2 }) }),
      record({ minProperties: integer({ min: 0, max: 2 }), minItems: integer({ min: 0, max: 2 }) }),
      record({ $ref: name.map((key) => `#/$defs/${key}`) }),
      record(
        { properties: tie("map"), additionalProperties: tie("schema"), propertyNames: tie("schema") },
        { requiredKeys: [] },
      ),
      record(
        {
          prefixItems: tie("list"),
          items: tie("schema"),
          contains: tie("schema"),
          maxContains: integer({ min: 1, max: 2 }),
        },
        { requiredKeys: [] },
      ),
      record(
        {
          properties: tie("map"),
          allOf: tie("list"),
          anyOf: tie("list"),
          dependentSchemas: tie("map"),
          unevaluatedProperties: tie("schema"),
        },
        { requiredKeys: [] },
      ),
      record(
        {
          prefixItems: tie("list"),
          allOf: tie("list"),
          anyOf: tie("list"),
          contains: tie("schema"),
          unevaluatedItems: tie("schema"),
        },
        { requiredKeys: [] },
      ),
      tie("schema").map((not) => ({ not })),
      array(tie("schema"), { minLength: 3, maxLength: 3 }).map((parts) =>
        toObject(["if", "then", "else"].map((keyword, index) => [keyword, parts[index] ?? true] as const)),
      ),
    ),
  }));

  test("any value is taken by any schema exactly where the validator takes it", () => {
    assert(
      property(schema, schema, schema, schema, value, (root, a, b, c, checked) => {
        const leaf = (inner: Json): Json => (hasReference(inner) ? true : inner);
        const whole = { ...(isObject(root) ? root : { allOf: [root] }), $defs: { a: leaf(a), b: leaf(b), c: leaf(c) } };
        const validator = new Validator(JSON.parse(JSON.stringify(whole)), "2020-12", false);
        expect(takerOf(whole)(checked), JSON.stringify([whole, checked])).toBe(validator.validate(checked).valid);
      }),
      { numRuns: 400 },
    );
  });

  function hasReference(inner: Json): boolean {
    return JSON.stringify(inner).includes('"$ref"');
  }
});

describe("schemas that are made to take years", () => {
  const link = (index: number): Json => ({ $ref: `#/$defs/s${index}` });
  const chain = (length: number, toLink: (next: Json) => Json, last: Json): Json => {
    const links = Array.from({ length }, (_, index) => [`s${index}`, toLink(link(index + 1))] as const);
    return { $ref: "#/$defs/s0", $defs: toObject([...links, [`s${length}`, last]]) };
  };

  test.each(["allOf", "anyOf"])("%s of the next one twice, 80 levels deep, is still decided", (keyword) => {
    const takes = takerOf(chain(80, (next) => ({ [keyword]: [next, next] }), { type: "string" }));
    expect([takes("a"), takes({ a: 1 })]).toEqual([true, false]);
  });

  test("forty schemas that each allow all others end", () => {
    const names = Array.from({ length: 40 }, (_, index) => index);
    const all = { oneOf: names.map(link), unevaluatedProperties: { anyOf: names.map(link) } };
    const takes = takerOf({ ...all, $defs: toObject(names.map((index) => [`s${index}`, { ...all }] as const)) });
    expect(takes({ a: { a: {} } })).toBe(true);
  });

  test("a ring of references, and a chain that nobody follows, say nothing", () => {
    expect(takerOf({ $ref: "#" })(1)).toBe(true);
    expect(takerOf({ allOf: [link(0)], $defs: { s0: { anyOf: [link(0), { type: "string" }] } } })(1)).toBe(true);
    expect(takerOf(chain(5_000, (next) => ({ not: next }), { type: "string" }))(1)).toBe(true);
  });

  test("a list of ten thousand objects is told apart in time", () => {
    const list = Array.from({ length: 10_000 }, (_, index) => ({ index }));
    expect(takerOf({ uniqueItems: true })([...list, { index: 5 }])).toBe(false);
  });

  test("whole numbers beyond 2^53 are held against limits with all their digits", () => {
    const check = { schemaByName: new Map(), direction: null, isPartial: false, title: "the value" } as const;
    const schema = new SchemaConversion({}).toSchema({ type: "integer", maximum: 9223372036854775806n, multipleOf: 7 });
    expect(checkByStandard(9223372036854775807n, schema, check)).toEqual([
      { pointer: "", message: "the value must be at most 9223372036854775806, not 9223372036854775807", hint: null },
    ]);
  });
});
