import { type CompletionItem, CompletionItemKind } from "vscode-languageserver";

import { namesOfContracts } from "#content/contract/page-contracts.ts";
import { type Contract, requestLineOf } from "#shared/contract/contract.ts";
import { resolveSchema } from "#shared/contract/schema.ts";
import { toText } from "#shared/json/json.ts";
import { contractsOf, findOperation, membersOf, type SiteModel } from "#shared/site-model.ts";

import { describeMember, describeOperation, describeSchema, typeText } from "./describe-contract.ts";
import { type Cursor, toRange } from "./cursor.ts";

export interface Suggestion {
  readonly text: string;
  readonly detail?: string;
  /** Its meaning in Markdown. */
  readonly docs?: string;
  readonly kind: keyof typeof kinds;
}

const kinds = {
  operation: CompletionItemKind.Method,
  schema: CompletionItemKind.Class,
  field: CompletionItemKind.Field,
  value: CompletionItemKind.EnumMember,
  key: CompletionItemKind.Property,
  page: CompletionItemKind.File,
  anchor: CompletionItemKind.Reference,
  directive: CompletionItemKind.Keyword,
} as const;

/** Suggestions, and the number of characters before the cursor that they replace. */
export interface Suggestions {
  readonly start: string;
  readonly offered: readonly Suggestion[];
}

/** Keeps the order of the suggestions. If two contracts have the same name, the first one's is offered. */
export function toItems({ position }: Cursor, { start, offered }: Suggestions): CompletionItem[] {
  const range = toRange(position.line, position.character - start.length, position.character);
  const unique = new Map(offered.toReversed().map((suggestion) => [suggestion.text, suggestion]));
  const first = offered.filter((suggestion) => unique.get(suggestion.text) === suggestion);
  return first.map(({ text, detail, docs, kind }, index) => ({
    label: text,
    kind: kinds[kind],
    sortText: String(index).padStart(6, "0"),
    filterText: text,
    textEdit: { range, newText: text },
    ...(detail !== undefined && { detail }),
    ...(docs !== undefined && docs !== "" && { documentation: { kind: "markdown" as const, value: docs } }),
  }));
}

export function operationNames(model: SiteModel): readonly Suggestion[] {
  return contractsOf(model).flatMap(({ operations, webhooks }) =>
    [...operations, ...webhooks].map((operation): Suggestion => ({
      text: operation.id,
      kind: "operation",
      detail: requestLineOf(operation),
      docs: describeOperation(operation),
    })),
  );
}

export function contractNames({ contracts }: SiteModel): readonly Suggestion[] {
  return namesOfContracts(contracts.map(({ version }) => version)).map((text) => ({ text, kind: "value" }));
}

export function schemaNames(model: SiteModel): readonly Suggestion[] {
  return contractsOf(model).flatMap(({ schemas, schemaByName }) =>
    schemas.map((named): Suggestion => {
      const detail = typeText(resolveSchema(named.schema, schemaByName));
      return { text: named.name, kind: "schema", detail, docs: describeSchema(named, schemaByName) };
    }),
  );
}

/** Suggests schemas, and after the dot their fields or an enum's values. */
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
    docs: describeSchema(named, schemaByName),
  }));
}

function fieldsOf(contract: Contract, owner: string): readonly Suggestion[] {
  const { schemaByName } = contract;
  return membersOf(contract, owner).map((member): Suggestion => {
    const detail = typeText(member.schema, resolveSchema(member.schema, schemaByName));
    return { text: `${owner}.${member.name}`, kind: "field", detail, docs: describeMember(member, schemaByName) };
  });
}

function valuesOf({ schemaByName }: Contract, owner: string): readonly Suggestion[] {
  const schema = schemaByName.get(owner);
  const values = schema === undefined ? [] : resolveSchema(schema, schemaByName).enum;
  return values.map(({ value, meaning }): Suggestion => ({
    text: `${owner}.${toText(value)}`,
    kind: "value",
    docs: meaning?.text ?? "",
  }));
}

export function statusNames(operation: string, model: SiteModel): readonly Suggestion[] {
  const responses = findOperation(model, operation)?.responses ?? [];
  return responses.map(({ status, description }) => ({ text: status, kind: "value", docs: description?.text ?? "" }));
}

export function groupNames(model: SiteModel, group: "tag" | "audience"): readonly Suggestion[] {
  const operations = contractsOf(model).flatMap((contract) => contract.operations);
  const names = operations.flatMap(({ tag, audience }) => (group === "tag" ? [tag] : audience));
  return [...new Set(names)].map((text) => ({ text, kind: "value" }));
}
