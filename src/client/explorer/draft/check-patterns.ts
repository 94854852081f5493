import type { Schema } from "#shared/contract/schema.ts";
import { walkValue } from "#shared/contract/walk-value.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";

import type { ExplorerOperation, OperationSchemas } from "../explorer-operation.ts";
import { type JsonNode, memberNode, partsOfNode } from "../json/json-node.ts";
import { bodyOf, type RequestDraft, type FieldFault, mediaOf } from "./request-draft.ts";

/**
 * Holds the texts of a draft against the contract's expressions (`pattern`). They run beside the page and for a limited
 * time: an expression can take years on a harmless text. One that takes too long finds nothing.
 */
export async function checkPatterns(draft: RequestDraft, data: ExplorerOperation): Promise<readonly FieldFault[]> {
  const uses = findUses(draft, data);
  if (uses.length === 0) return [];
  const verdicts = await matchPatterns(uses);
  return uses.flatMap(({ place, pointer, pattern }, index) => {
    if (verdicts[index] !== false) return [];
    const name = pointer.split("/").at(-1) ?? "";
    return [{ place, pointer, message: `\`${name}\` must match ${pattern}`, hint: null, isBlocking: false }];
  });
}

interface PlacedUse extends PatternUse {
  readonly place: FieldFault["place"];
  readonly pointer: string;
}

function findUses(draft: RequestDraft, operation: ExplorerOperation): readonly PlacedUse[] {
  const { parameters, schemas } = operation;
  const inParameters = parameters.flatMap(({ name, in: place, schema }) => {
    const node = memberNode(draft.parameters[place], name);
    const outer = `/${escapeToken(name)}`;
    return node === undefined ? [] : usesIn(node, schema, schemas).map((use) => placed(use, place, outer));
  });
  const { node } = bodyOf(draft);
  const media = mediaOf(draft, operation);
  const inBody = node === null || media === null ? [] : usesIn(node, media.schema, schemas);
  return [...inParameters, ...inBody.map((use) => placed(use, "body", ""))];
}

type FoundUse = Omit<PlacedUse, "place">;

function placed(use: FoundUse, place: FieldFault["place"], outer: string): PlacedUse {
  return { ...use, place, pointer: outer + use.pointer };
}

/** Nothing says which alternative a text is meant as, so their expressions are skipped. */
function usesIn(node: JsonNode, schema: Schema, schemas: OperationSchemas): readonly FoundUse[] {
  const uses: FoundUse[] = [];
  walkValue(node, schema, {
    applying: (stated) => stated.map((use) => ({ ...schemas.resolve(use), patternProperties: [] })),
    partsOf: partsOfNode,
    visit: ({ value: text, schemas: own, pointer }) => {
      if (text.kind !== "text") return;
      for (const { limits } of own)
        if (limits.pattern !== undefined) uses.push({ pattern: limits.pattern, text: text.value, pointer });
    },
  });
  return uses;
}

export interface PatternUse {
  readonly pattern: string;
  readonly text: string;
}

/** File name of the compiled worker, beside this file; written in by the compiler. */
declare const PATTERN_WORKER: string;

/** Milliseconds that all expressions of one check may take together. */
const patternTimeout = 250;

/** The worker is stopped when the expressions take too long; the answers until then count. */
async function matchPatterns(uses: readonly PatternUse[]): Promise<readonly unknown[]> {
  const verdicts: unknown[] = [];
  const worker = new Worker(new URL(PATTERN_WORKER, import.meta.url));
  const finished = new Promise<void>((resolve) => {
    worker.addEventListener("error", () => resolve());
    worker.addEventListener("message", ({ data }) => {
      // Loading the worker must not count: it says when it begins.
      if (data === "begin") setTimeout(resolve, patternTimeout);
      else verdicts.push(data);
      if (verdicts.length === uses.length) resolve();
    });
  });
  worker.postMessage(uses);
  await finished;
  worker.terminate();
  return verdicts;
}
