import type { Contract } from "#shared/contract/contract.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { toText } from "#shared/json/json.ts";
import { nameOfContract } from "#shared/site-manifest.ts";
import { contractsOf, findOperation, membersOf, type SiteModel } from "#shared/site-model.ts";

import { callOf, memberWords, operationWords, schemaWords, typeText } from "../contract-words.ts";
import type { Suggestion } from "./suggestion.ts";

export function operationNames(model: SiteModel): readonly Suggestion[] {
  return contractsOf(model).flatMap(({ operations, webhooks }) =>
    [...operations, ...webhooks].map((operation): Suggestion => ({
      text: operation.id,
      kind: "operation",
      detail: callOf(operation),
      words: operationWords(operation),
    })),
  );
}

export function contractNames({ contracts }: SiteModel): readonly Suggestion[] {
  const names = contracts.flatMap(({ version }) => [version.api, version.id, nameOfContract(version)]);
  return [...new Set(names)].filter((name) => name !== "").map((text) => ({ text, kind: "value" }));
}

export function schemaNames(model: SiteModel): readonly Suggestion[] {
  return contractsOf(model).flatMap(({ schemas, schemaByName }) =>
    schemas.map((named): Suggestion => {
      const detail = typeText(resolveSchema(named.schema, schemaByName));
      return { text: named.name, kind: "schema", detail, words: schemaWords(named, schemaByName) };
    }),
  );
}

/** Schemas up to the dot, and behind it their fields, or the values of an enum. */
export function partNames(start: string, model: SiteModel, parts: "fields" | "values" | "both"): readonly Suggestion[] {
  const dot = start.lastIndexOf(".");
  const contracts = contractsOf(model);
  if (dot < 0) return contracts.flatMap((contract) => ownersOf(contract, parts));
  const owner = start.slice(0, dot);
  return contracts.flatMap((contract) => [
    ...(parts === "values" ? [] : fieldsOf(contract, owner)),
    ...(parts === "fields" ? [] : valuesOf(contract, owner)),
  ]);
}

function ownersOf({ schemas, schemaByName }: Contract, parts: "fields" | "values" | "both"): readonly Suggestion[] {
  const owners = schemas.filter(({ schema }) => {
    const { members, enum: values } = resolveSchema(schema, schemaByName);
    return (parts !== "values" && members.length > 0) || (parts !== "fields" && values.length > 0);
  });
  return owners.map((named): Suggestion => ({
    text: `${named.name}.`,
    kind: "schema",
    words: schemaWords(named, schemaByName),
  }));
}

function fieldsOf(contract: Contract, owner: string): readonly Suggestion[] {
  const { schemaByName } = contract;
  return membersOf(contract, owner).map((member): Suggestion => {
    const detail = typeText(member.schema, resolveSchema(member.schema, schemaByName));
    return { text: `${owner}.${member.name}`, kind: "field", detail, words: memberWords(member, schemaByName) };
  });
}

function valuesOf({ schemaByName }: Contract, owner: string): readonly Suggestion[] {
  const schema = schemaByName.get(owner);
  const values = schema === undefined ? [] : resolveSchema(schema, schemaByName).enum;
  return values.map(({ value, meaning }): Suggestion => ({
    text: `${owner}.${toText(value)}`,
    kind: "value",
    words: meaning?.text ?? "",
  }));
}

export function statusNames(operation: string, model: SiteModel): readonly Suggestion[] {
  const responses = findOperation(model, operation)?.responses ?? [];
  return responses.map(({ status, description }) => ({ text: status, kind: "value", words: description?.text ?? "" }));
}

export function groupNames(model: SiteModel, group: "tag" | "audience"): readonly Suggestion[] {
  const operations = contractsOf(model).flatMap((contract) => contract.operations);
  const names = operations.flatMap(({ tag, audience }) => (group === "tag" ? [tag] : audience));
  return [...new Set(names)].map((text) => ({ text, kind: "value" }));
}
