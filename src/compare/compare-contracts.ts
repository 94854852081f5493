import type { Contract } from "#shared/contract/contract.ts";
import type { Difference } from "#shared/contract/difference.ts";
import type { Direction } from "#shared/contract/operation.ts";
import type { NamedSchema } from "#shared/contract/schema.ts";
import { toText } from "#shared/json/json.ts";

import { type Change, type ComparisonContext, showMember } from "./change.ts";
import { compareOperation, type OperationTools, contextOfOperation } from "./compare-operation.ts";
import { compareText, differingDescription } from "./compare-keywords.ts";
import { SchemaComparison } from "./compare-schemas.ts";
import { matchOperations, matchReceived } from "./match-operations.ts";
import { DifferenceCollector, findSchemaUsers, type SchemaUsers } from "./differences.ts";

/**
 * Lists what the later contract changes for a client of the earlier one, breaking differences first. Names of schemas and
 * operations, order and notation count as wording.
 */
export function compareContracts(before: Contract, after: Contract): readonly Difference[] {
  const users = findSchemaUsers(before);
  const findings = new DifferenceCollector(users);
  const schemas = new SchemaComparison(before, after, findings);
  const tools: OperationTools = { before, after, findings, schemas };
  compareDocuments(tools);
  const called = matchOperations(before, after);
  if (called.isRebased) {
    const message = `base path ${after.basePath || "/"} now, was ${before.basePath || "/"}`;
    findings.add(wholeDocument, [{ kind: "base-path", effect: "different", message }]);
  }
  for (const [known, now] of called.moved) {
    findings.add(contextOfOperation(known), [
      { kind: "operation-moved", effect: "different", message: `${now.label} now` },
    ]);
  }
  for (const { pairs, removed, added } of [called, matchReceived(before, after, called.pairs)]) {
    for (const pair of pairs) compareOperation(pair, tools);
    for (const operation of removed) {
      findings.add(contextOfOperation(operation), [
        { kind: "operation-removed", effect: "different", message: "gone" },
      ]);
    }
    for (const operation of added) {
      const context = { ...contextOfOperation(operation), position: null };
      findings.add(context, [{ kind: "operation-added", effect: "compatible", message: "new" }]);
    }
  }
  compareSchemaNames(tools, users);
  return findings.list();
}

const wholeDocument: ComparisonContext = {
  subject: "the document",
  operation: null,
  direction: null,
  position: null,
  owner: { kind: "document" },
};

function compareDocuments({ before, after, findings }: OperationTools): void {
  for (const name of ["version", "specification"] as const) {
    if (before[name] === after[name]) continue;
    const message = showMember(name, before[name], after[name]);
    findings.add(wholeDocument, [{ kind: "text", effect: "wording", message }]);
  }
  const titles = before.title === after.title ? [] : ["title"];
  const descriptions = differingDescription(before.description, after.description);
  findings.add(wholeDocument, compareText([...titles, ...descriptions]));
}

/**
 * Compares the names of schemas. They don't travel, so a lost name breaks no client, but pages use them. Also compares the
 * schemas of the same name that no pair of operations has led to.
 */
function compareSchemaNames({ before, after, findings, schemas }: OperationTools, users: SchemaUsers): void {
  const names = new Set(after.schemas.map(({ name }) => name));
  const allUsers = [users, findSchemaUsers(after)];
  const directions: readonly Direction[] = ["request", "response"];
  for (const { name } of before.schemas) {
    if (!names.has(name) || schemas.successors.has(name)) continue;
    const used = directions.filter((direction) =>
      allUsers.some(({ operationsOf }) => operationsOf(name, direction).length > 0),
    );
    for (const direction of used.length > 0 ? used : directions) schemas.compareNamed(name, name, direction);
  }
  for (const schema of before.schemas) {
    if (names.has(schema.name)) continue;
    findings.add(contextOfName(schema), [describeLostName(schemas.successors.get(schema.name))]);
  }
  const known = new Set([
    ...before.schemas.map(({ name }) => name),
    ...[...schemas.successors.values()].flatMap((successors) => [...successors]),
  ]);
  for (const schema of after.schemas) {
    if (known.has(schema.name)) continue;
    const context = { ...contextOfName(schema), position: null };
    findings.add(context, [{ kind: "schema-added", effect: "compatible", message: "new" }]);
  }
}

function describeLostName(successors: ReadonlySet<string | null> | undefined): Change {
  const names = [...(successors ?? [])].filter((name) => name !== null);
  if (!successors) return { kind: "schema-removed", effect: "wording", message: "gone" };
  const message =
    names.length > 0 ? `named ${names.map((name) => `\`${name}\``).join(", ")} now` : "without a name now";
  return { kind: "schema-renamed", effect: "wording", message };
}

function contextOfName({ name, schema, position }: NamedSchema): ComparisonContext {
  const members = [...schema.members.map((member) => member.name), ...schema.enum.map(({ value }) => toText(value))];
  return { subject: name, operation: null, direction: null, position, owner: { kind: "schema-name", name, members } };
}
