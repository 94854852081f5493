import type { ExplorerData } from "#shared/contract/explorer-data.ts";
import { escapeToken } from "#shared/json/json-pointer.ts";
import { type Json, type JsonObject, memberOf, objectAt, textAt } from "#shared/json/json.ts";

import { type JsonNode, memberNode } from "../json/json-node.ts";
import { resolveSchema } from "../schema/form-schema.ts";
import type { FieldFault } from "./field-fault.ts";
import { bodyOf, type Draft, mediaOf } from "./request-draft.ts";

/**
 * Holds the texts of a draft against the contract's expressions (`pattern`). They run beside the page and for a limited
 * time: an expression can take years on a harmless text. One that takes too long finds nothing.
 */
export async function checkPatterns(draft: Draft, data: ExplorerData): Promise<readonly FieldFault[]> {
  const uses = findUses(draft, data);
  if (uses.length === 0) return [];
  const verdicts = await matchPatterns(uses);
  return uses.flatMap(({ place, pointer, pattern }, index) => {
    if (verdicts[index] !== "mismatch") return [];
    const name = pointer.split("/").at(-1) ?? "";
    return [{ place, pointer, message: `\`${name}\` must match ${pattern}`, hint: null, isBlocking: false }];
  });
}

interface PlacedUse extends PatternUse {
  readonly place: FieldFault["place"];
  readonly pointer: string;
}

function findUses(draft: Draft, data: ExplorerData): readonly PlacedUse[] {
  const { parameters, document } = data;
  const inParameters = parameters.flatMap(({ name, in: place, schema }) => {
    const node = memberNode(draft.parameters[place], name);
    const pointer = `/${escapeToken(name)}`;
    return node === undefined ? [] : usesIn(node, { schema, document, pointer }).map((use) => ({ ...use, place }));
  });
  const { node } = bodyOf(draft);
  const media = mediaOf(draft, data);
  const inBody = node === null || media === null ? [] : usesIn(node, { schema: media.schema, document, pointer: "" });
  return [...inParameters, ...inBody.map((use) => ({ ...use, place: "body" as const }))];
}

interface Place {
  readonly schema: Json;
  readonly document: JsonObject;
  readonly pointer: string;
}

function usesIn(
  node: JsonNode,
  { schema, document, pointer }: Place,
): readonly (PatternUse & { readonly pointer: string })[] {
  const resolved = resolveSchema(schema, document).node;
  if (node.kind === "text") {
    const pattern = textAt(resolved, "pattern");
    return pattern === null ? [] : [{ pattern, text: node.value, pointer }];
  }
  if (node.kind === "list") {
    const items = memberOf(resolved, "items") ?? true;
    return node.items.flatMap((item, index) =>
      usesIn(item, { schema: items, document, pointer: `${pointer}/${index}` }),
    );
  }
  if (node.kind !== "object") return [];
  const properties = objectAt(resolved, "properties") ?? {};
  return node.members.flatMap(({ name, node: member }) =>
    usesIn(member, {
      schema: memberOf(properties, name) ?? true,
      document,
      pointer: `${pointer}/${escapeToken(name)}`,
    }),
  );
}

export interface PatternUse {
  readonly pattern: string;
  readonly text: string;
}

/** `unknown`: the expression is none, or took too long. */
type PatternVerdict = "match" | "mismatch" | "unknown";

/** File name of the compiled worker, beside this file; written in by the compiler. */
declare const PATTERN_WORKER: string;

/** Milliseconds that all expressions of one check may take together. */
const patience = 250;

/** Runs expressions in a worker, which is ended when they take too long. */
async function matchPatterns(uses: readonly PatternUse[]): Promise<readonly PatternVerdict[]> {
  const verdicts: PatternVerdict[] = [];
  const worker = new Worker(new URL(PATTERN_WORKER, import.meta.url));
  const finished = new Promise<void>((resolve) => {
    worker.addEventListener("error", () => resolve());
    worker.addEventListener("message", ({ data }) => {
      // Loading the worker must not count: it says when it begins.
      if (data === "begin") setTimeout(resolve, patience);
      else verdicts.push(data === true ? "match" : data === false ? "mismatch" : "unknown");
      if (verdicts.length === uses.length) resolve();
    });
  });
  worker.postMessage(uses);
  await finished;
  worker.terminate();
  return uses.map((_, index) => verdicts[index] ?? "unknown");
}
