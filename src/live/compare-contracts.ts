import type { Contract } from "../model/contract.ts";
import type { Difference } from "../model/difference.ts";
import { compareOperation, placeOfOperation, type OperationTools } from "./compare-operation.ts";
import { compareText } from "./compare-remarks.ts";
import { compareSchemaNames } from "./compare-schema-names.ts";
import { SchemaComparison } from "./compare-schemas.ts";
import { Findings } from "./findings.ts";
import { matchOperations, matchReceived } from "./match-operations.ts";
import type { Place } from "./place.ts";
import { findSchemaUsers } from "./schema-users.ts";
import { showMember } from "./show-json.ts";

/**
 * What the later contract has changed, judged from the side of a client that was written for the earlier one: breaking
 * differences first. Names of schemas and operations, order and notation count as wording.
 */
export function compareContracts(before: Contract, after: Contract): readonly Difference[] {
  const users = findSchemaUsers(before);
  const findings = new Findings(users);
  const schemas = new SchemaComparison(before, after, findings);
  const tools: OperationTools = { before, after, findings, schemas };
  compareDocuments(tools);
  const called = matchOperations(before, after);
  if (called.isRebased) {
    const message = `base path ${after.basePath || "/"} now, was ${before.basePath || "/"}`;
    findings.add(wholeDocument, [{ kind: "base-path", effect: "other", message }]);
  }
  for (const [known, now] of called.moved) {
    findings.add(placeOfOperation(known), [{ kind: "operation-moved", effect: "other", message: `${now.label} now` }]);
  }
  for (const { pairs, removed, added } of [called, matchReceived(before, after)]) {
    for (const pair of pairs) compareOperation(pair, tools);
    for (const view of removed) {
      findings.add(placeOfOperation(view), [{ kind: "operation-removed", effect: "other", message: "gone" }]);
    }
    for (const view of added) {
      const place = { ...placeOfOperation(view), position: null };
      findings.add(place, [{ kind: "operation-added", effect: "compatible", message: "new" }]);
    }
  }
  compareSchemaNames(tools, users);
  return findings.list();
}

const wholeDocument: Place = {
  subject: "the document",
  operation: null,
  direction: null,
  position: null,
  owner: { kind: "document" },
};

function compareDocuments({ before, after, findings }: OperationTools): void {
  const stated = (["version", "specification"] as const).flatMap((name) =>
    before[name] === after[name] ? [] : [showMember(name, before[name], after[name])],
  );
  findings.add(
    wholeDocument,
    stated.map((message) => ({ kind: "text", effect: "wording", message })),
  );
  const texts = (["title", "description"] as const).filter((name) => before[name] !== after[name]);
  findings.add(wholeDocument, compareText(texts));
}
