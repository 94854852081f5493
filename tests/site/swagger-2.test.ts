import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { Contract } from "#shared/contract/contract.ts";
import { toLimitTexts } from "#shared/contract/keywords/limits.ts";
import type { Operation } from "#shared/contract/operation.ts";
import type { Schema } from "#shared/contract/schema.ts";

import { drfYasg } from "../fixtures/drf-yasg.ts";
import { readFiles } from "../support/inline-contract.ts";

const own = await read("openapi/v1.1.yaml", readFileSync(new URL("../../openapi/v1.1.yaml", import.meta.url), "utf8"));
const provider = await read("openapi/redoc.json", JSON.stringify(drfYasg, null, 2));

async function read(file: string, text: string): Promise<Contract> {
  const { contract, findings } = await readFiles({ [file]: text });
  if (!contract) throw new Error(findings);
  expect(findings).toBe("");
  return contract;
}

test("the Swagger 2.0 twin of the shipped contract has its title, version and base path", () => {
  expect(Object.keys(drfYasg.paths)).toHaveLength(19);
  expect(provider.operations).toHaveLength(32);
  for (const key of ["title", "version", "basePath"] as const) expect(provider[key]).toBe(own[key]);
});

test("both documents have the same operations, ids, anchors and tags", () => {
  expect(operationNames(provider)).toEqual(operationNames(own));
});

const pairs = own.operations.map((operation) => {
  const twin = provider.operations.find(({ id }) => id === operation.id);
  if (!twin) throw new Error(`the twin has no ${operation.id}`);
  return { id: operation.id, operation, twin };
});

test.each(pairs)("$id has the same parameters in both", ({ operation, twin }) => {
  expect(parametersOf(twin, provider)).toEqual(parametersOf(operation, own));
});

test.each(pairs)("$id takes the same fields in both", ({ operation, twin }) => {
  expect(requestOf(twin, provider)).toEqual(requestOf(operation, own));
});

test.each(pairs)("$id returns the same fields in both", ({ operation, twin }) => {
  expect(responsesOf(twin, provider)).toEqual(responsesOf(operation, own));
});

function operationNames({ operations }: Contract): readonly string[] {
  return operations.map(({ id, anchor, method, path, tag }) => `${id} ${anchor} ${method} ${path} ${tag}`).sort();
}

function parametersOf({ parameters }: Operation, contract: Contract): readonly string[] {
  return parameters
    .map(({ name, in: place, required, listStyle, schema }) => {
      const value = JSON.stringify(fields(schema, contract, "request"));
      return `${place} ${name} ${required} ${listStyle} ${value}`;
    })
    .sort();
}

function requestOf({ requestBody }: Operation, contract: Contract): unknown {
  return (
    requestBody && {
      required: requestBody.required,
      content: requestBody.content.map(({ type, schema }) => [type, schema && fields(schema, contract, "request")]),
    }
  );
}

function responsesOf({ responses }: Operation, contract: Contract): unknown {
  return responses
    .filter(({ status }) => status !== "default")
    .map(({ status, content }) => ({
      status,
      content: content.map(({ type, schema }) => [type, schema && fields(schema, contract, "response")]),
    }))
    .sort((left, right) => left.status.localeCompare(right.status));
}

type Fields = { readonly [name: string]: Fields | string };

/** What a schema says of a value and its members, without the names that each document gives its schemas. */
function fields(use: Schema, contract: Contract, direction: "request" | "response"): Fields {
  const schema = expand(use, contract);
  const members = schema.members
    .filter((property) => direction === "response" || expand(property.schema, contract).access !== "read-only")
    .map(({ name, required, schema: member }) => {
      const isRequired = direction === "request" && required;
      const value = direction === "request" ? member.default : undefined;
      const suffix = value === undefined ? "" : ` = ${JSON.stringify(value)}`;
      return [`${name}${isRequired ? "!" : ""}${suffix}`, fields(member, contract, direction)] as const;
    })
    .sort(([left], [right]) => left.localeCompare(right));
  const additional = schema.additionalProperties;
  return {
    is: describe(schema),
    ...(schema.items ? { items: fields(schema.items, contract, direction) } : {}),
    ...(typeof additional === "object" && additional ? { additional: fields(additional, contract, direction) } : {}),
    ...Object.fromEntries(members),
  };
}

/** Swagger 2.0 has neither unions nor media types of members: an id that may be a number is a string there. */
function describe({ types, nullable, format, limits, enum: values }: Schema): string {
  const type = types.length > 1 ? types[0] : types.join();
  const rules = toLimitTexts(limits).filter((limit) => !limit.includes("/"));
  return [type, nullable ? "null" : "", format, ...rules, ...values.map(({ value }) => JSON.stringify(value))]
    .filter(Boolean)
    .join(" ");
}

function expand(use: Schema, contract: Contract): Schema {
  const named = contract.schemas.find(({ name }) => name === use.ref)?.schema;
  return named ? { ...expand(named, contract), nullable: use.nullable, access: use.access ?? named.access } : use;
}
