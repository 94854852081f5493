import { readFileSync } from "node:fs";

import { expect, test } from "vitest";
import { parse } from "yaml";

import * as specification from "../fixtures/specification.ts";
import type { Call, Entity, Rule, Rules } from "../fixtures/specification.ts";
import { buildShippedSite } from "../support/shipped-site.ts";

type Node = Readonly<Record<string, unknown>>;

const file = new URL("../../openapi/v1.1.yaml", import.meta.url);
const contract = node(parse(readFileSync(file, "utf8")));
const components = node(contract["components"]);
const schemas = node(components["schemas"]);

test("the document has the specified title, version and base path", () => {
  const { title, version, basePath } = specification.head;
  expect(contract["info"]).toMatchObject({ title, version });
  expect(contract["servers"]).toMatchObject([{ url: basePath }]);
});

test("the document has exactly the specified calls", () => {
  expect(specification.calls).toHaveLength(32);
  expect(Object.keys(node(contract["paths"]))).toHaveLength(19);
  const documented = Object.entries(node(contract["paths"])).flatMap(([path, item]) =>
    Object.keys(node(item))
      .filter((member) => member !== "parameters")
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(documented.sort()).toEqual(specification.calls.map(({ call }) => call).sort());
});

test.each(specification.calls)("$call is sent and answered as specified", (call) => {
  const { operation, parameters } = findOperation(call);
  expect(operation["x-audience"]).toEqual(call.for && [call.for]);

  expect(namesIn(parameters, "path")).toEqual(Array.from(call.call.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  expect(namesIn(parameters, "query")).toEqual([...(call.query ?? [])].sort());

  const media = call.sends === "AttachmentUpload" ? "multipart/form-data" : "application/json";
  const body = call.sends && { required: true, content: { [media]: { schema: use(call.sends) } } };
  if (body) expect(operation["requestBody"]).toMatchObject(body);
  else expect(operation["requestBody"]).toBeUndefined();
});

test.each(specification.calls)("$call has the specified status codes, and marks the assumed ones", (call) => {
  const responses = node(findOperation(call).operation["responses"]);
  const statuses = Object.keys(responses);
  const isAssumed = (status: string) => resolve(responses[status])["x-certainty"] !== undefined;
  expect(statuses.filter((status) => !isAssumed(status))).toEqual(call.stated ?? []);
  expect(statuses.filter(isAssumed)).toEqual(call.assumed ?? []);

  for (const [status, response] of Object.entries(responses)) {
    const content = resolve(response)["content"];
    const isAnswer = call.returns !== undefined && /^20[01]$/.test(status);
    if (isAnswer) expect(content).toMatchObject({ "application/json": { schema: use(call.returns ?? "") } });
    else expect(content).toBeUndefined();
  }
});

test.each(Object.keys(specification.pathParameters))("the path parameter %s is as specified", (name) => {
  expectParameter("path", name, specification.pathParameters);
});

test.each(Object.keys(specification.queryParameters))("the query parameter %s is as specified", (name) => {
  expectParameter("query", name, specification.queryParameters);
});

test("visible_to is sent as one comma-separated value", () => {
  expect(node(components["parameters"])["VisibleTo"]).toMatchObject({ style: "form", explode: false });
});

test("the document has exactly the specified schemas", () => {
  const { entities, enums, listed } = specification;
  const expected = [...Object.keys(entities), ...Object.keys(enums), ...listed.map((name) => `PageOf${name}`)];
  expect(Object.keys(schemas).sort()).toEqual(expected.sort());
});

test.each(Object.entries(specification.enums))("%s has the specified values", (name, values) => {
  const type = typeof values[0] === "number" ? "integer" : "string";
  const { "x-unit": _unit, ...rest } = constraints(schemas[name]);
  expect(rest).toEqual({ type, enum: values });
});

test.each(Object.entries(specification.entities))("%s has the specified fields and limits", (name, entity) => {
  const { properties = {}, required = [], ...rest } = constraints(schemas[name]);
  expect(rest).toEqual({ type: "object" });
  expect([required].flat().sort()).toEqual([...(entity.required ?? [])].sort());

  const documented = Object.entries(node(properties)).map(([field, schema]) => [field, constraints(schema)]);
  const expected = Object.entries(entity.fields).map(([field, rule]) => [field, toSchema(rule)]);
  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected));
});

test.each(Object.entries(specification.entities))("%s marks what the specification doesn't say", (name, entity) => {
  const schema = node(schemas[name]);
  if (entity.assumed) expect(schema["x-certainty"]).toBe(entity.assumed);
  const marks = assumedFields(entity).map(([field, rule]) => [field, { "x-certainty": rule.assumed }]);
  expect(schema["properties"] ?? {}).toMatchObject(Object.fromEntries(marks));
});

test("a sentence explains every mark of an open question: what is open, how we read it, or what to do", () => {
  const says =
    /\bnot (?:specified|listed|described|say|state|describe)|\bwe (?:read|expect|assume)\b|\b(?:our|is a) reading\b|suggest|names tell us|\bcompare it as a string|\bsend it on every list call|\bleave it out|\bsend 0 or more/i;
  const unexplained = marked(contract).filter(
    ({ description }) => !says.test(String(description).replaceAll(/\s+/g, " ")),
  );
  expect(unexplained.map(({ description }) => description)).toEqual([]);
});

/** Every entry that is our interpretation, or that the specification leaves open. */
function marked(value: unknown): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap(marked);
  if (!isNode(value)) return [];
  const below = Object.values(value).flatMap(marked);
  return ["reading", "unspecified"].includes(String(value["x-certainty"])) ? [value, ...below] : below;
}

test.each(specification.listed)("a page of %s is the envelope with its records", (name) => {
  const results = { type: "array", items: use(name) };
  const allOf = [use("PageEnvelope"), { type: "object", properties: { results } }];
  expect(constraints(schemas[`PageOf${name}`])).toEqual({ allOf });
});

test("both uploads accept the specified file types", () => {
  const uploads = specification.calls.filter(({ sends }) => sends === "AttachmentUpload");
  expect(uploads).toHaveLength(2);
  const contentType = Object.values(specification.fileTypes).join(", ");
  for (const call of uploads) {
    const { content } = node(findOperation(call).operation["requestBody"]);
    expect(content).toMatchObject({ "multipart/form-data": { encoding: { attachment: { contentType } } } });
  }
});

function findOperation({ call }: Call): { operation: Node; parameters: readonly Node[] } {
  const [method = "", path = ""] = call.split(" ");
  const item = node(node(contract["paths"])[path]);
  const operation = node(item[method.toLowerCase()]);
  const parameters = [item["parameters"] ?? [], operation["parameters"] ?? []].flat(2).map(resolve);
  return { operation, parameters };
}

function namesIn(parameters: readonly Node[], location: string): readonly string[] {
  return parameters
    .filter((parameter) => parameter["in"] === location)
    .map(({ name }) => String(name))
    .sort();
}

/** Checks every parameter of this name against its rule: some exist twice, with different examples. */
function expectParameter(location: "path" | "query", name: string, rules: Rules): void {
  const found = Object.values(node(components["parameters"]))
    .map(node)
    .filter((parameter) => parameter["in"] === location && parameter["name"] === name);
  expect(found).not.toHaveLength(0);
  const rule = rules[name];
  for (const parameter of found) {
    expect(parameter["required"] ?? false).toBe(location === "path");
    expect(constraints(parameter["schema"])).toEqual(rule && toSchema(rule));
    if (rule?.assumed) expect(parameter["x-certainty"]).toBe(rule.assumed);
  }
}

function assumedFields({ fields }: Entity): readonly (readonly [string, Rule])[] {
  return Object.entries(fields).filter(([, rule]) => rule.assumed !== undefined);
}

/** What a rule looks like in JSON Schema. */
function toSchema(rule: Rule): Node {
  const { type, list, entries, values, nullable, unit, assumed: _mark, ...limits } = rule;
  const isNamed = typeof type === "string" && Object.hasOwn(schemas, type);
  const types = nullable ? [type, "null"].flat() : type;
  const one = isNamed ? use(type) : { type: types };
  return {
    ...(list ? { type: "array", items: one } : one),
    ...(entries && { additionalProperties: toSchema(entries) }),
    ...(values && { enum: values }),
    ...(unit && { "x-unit": unit }),
    ...limits,
  };
}

/** A schema without its prose: constraints and unit only. */
function constraints(schema: unknown): Node {
  const prose = new Set(["description", "examples", "x-certainty", "x-enum-descriptions", "contentMediaType"]);
  return Object.fromEntries(Object.entries(node(schema)).filter(([member]) => !prose.has(member)));
}

function use(name: string): Node {
  return { $ref: `#/components/schemas/${name}` };
}

/** Follows a reference inside the document. */
function resolve(value: unknown): Node {
  const reference = node(value)["$ref"];
  if (typeof reference !== "string") return node(value);
  const path = reference.replace("#/", "").split("/");
  return path.reduce((parent, member) => node(parent[member]), contract);
}

function node(value: unknown): Node {
  if (!isNode(value)) throw new TypeError(`expected an object, found ${String(value)}`);
  return value;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

test("the published documents leave out the sandbox's settings", async () => {
  const { files } = await buildShippedSite();
  const documents = files.filter(({ path }) => /\/openapi\.(?:json|yaml)$/.test(path));
  expect(documents.map(({ path }) => path)).toHaveLength(4);
  for (const { content } of documents) expect(content.toString()).not.toMatch(/x-sandbox|Copper Ridge Freight/);
  expect(files.filter(({ path }) => path.includes("sandbox.yaml"))).toEqual([]);
});
